from __future__ import annotations

import pytest
from places import located

LAUNCHER = "XRT204 torch_xla.distributed.xla_dist"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ENV XRT_WORKERS=1", ["1:5 XRT201 XRT_WORKERS"]),
        ("env XRT_WORKERS=1", ["1:5 XRT201 XRT_WORKERS"]),
        (
            'ENV A="b c" XRT_WORKERS="a;b" B=c\\ d XRT_DEVICE_MAP=\'x\'',
            ["1:13 XRT201 XRT_WORKERS", "1:38 XRT201 XRT_DEVICE_MAP"],
        ),
        ("ENV XRT_TPU_CONFIG tpu_worker;0;$TPU_IP:8470", ["1:5 XRT201 XRT_TPU_CONFIG"]),
        ("ENV A=1 \\\n    # a comment\n\n    XRT_WORKERS=2", ["4:5 XRT201 XRT_WORKERS"]),
        ("# escape=`\nENV A=1 `\n    XRT_WORKERS=2", ["3:5 XRT201 XRT_WORKERS"]),
        ("ENV A=$XRT_WORKERS B=${XRT_DEVICE_MAP:-x}", ["1:8 XRT202 XRT_WORKERS", "1:24 XRT202 XRT_DEVICE_MAP"]),
        ("ARG XRT_WORKERS\nENV XRT_WORKERS=$XRT_WORKERS", ["1:5 XRT201 XRT_WORKERS", "2:5 XRT201 XRT_WORKERS"]),
        ("ENV XRT_WORKERS=1 \\", ["1:5 XRT201 XRT_WORKERS"]),
        ("ARG XRT_WORKERS=1", ["1:5 XRT201 XRT_WORKERS"]),
        ("ONBUILD ENV XRT_WORKERS=1", ["1:13 XRT201 XRT_WORKERS"]),
        ("COPY $XRT_WORKERS /x", ["1:7 XRT202 XRT_WORKERS"]),
        ("RUN export XRT_WORKERS=1 && x", ["1:12 XRT201 XRT_WORKERS"]),
        ("RUN --mount=type=cache,target=/x \\\n  XRT_WORKERS=1 x", ["2:3 XRT201 XRT_WORKERS"]),
        ("RUN a && \\\n    # XRT_WORKERS=1\n    XRT_WORKERS=2 b", ["3:5 XRT201 XRT_WORKERS"]),
        ("RUN echo XRT_WORKERS=1 >> /etc/environment", ["1:10 XRT201 XRT_WORKERS"]),
        (
            "RUN <<EOF\nset -e\nexport XRT_WORKERS=1\nEOF\nENV XRT_DEVICE_MAP=1",
            ["3:8 XRT201 XRT_WORKERS", "5:5 XRT201 XRT_DEVICE_MAP"],
        ),
        ("RUN cat > /x.sh <<'EOF'\nexport XRT_WORKERS=1\nEOF", ["2:8 XRT201 XRT_WORKERS"]),
        ('RUN ["sh", "-c", "export XRT_WORKERS=1"]', ["1:26 XRT201 XRT_WORKERS"]),
        (
            'CMD ["python3", "-m", "torch_xla.distributed.xla_dist", "--env", "XRT_WORKERS=1"]',
            [f"1:24 {LAUNCHER}", "1:67 XRT201 XRT_WORKERS"],
        ),
        ("CMD python -m torch_xla.distributed.xla_dist", [f"1:15 {LAUNCHER}"]),
        ('ENTRYPOINT [ "env", \\\n "XRT_WORKERS=1" ]', ["2:3 XRT201 XRT_WORKERS"]),
        ("HEALTHCHECK --interval=5m CMD printenv XRT_WORKERS", ["1:40 XRT202 XRT_WORKERS"]),
        ("FROM x\r\nENV A=1 \\\r\n    XRT_WORKERS=2\r\n", ["3:5 XRT201 XRT_WORKERS"]),
        # no comment can stand behind an instruction
        ("# noqa: XRT201\nENV XRT_WORKERS=1", []),
        ("# noqa: XRT201\nENV A=1 \\\n    XRT_WORKERS=1", []),
        ("# noqa: XRT202\nENV XRT_WORKERS=1", ["2:5 XRT201 XRT_WORKERS"]),
        ("ENV A=1 \\\n    # noqa\n    XRT_WORKERS=1", []),
    ],
)
def test_found(text: str, found: list[str]):
    assert located("Dockerfile", text) == found
