from __future__ import annotations

import pytest
from places import OPT_IN, located

LAUNCH = "python -m torch_xla.distributed.xla_dist"
LAUNCHER = "XRT204 torch_xla.distributed.xla_dist"


@pytest.mark.parametrize(
    ("script", "found"),
    [
        # assignments
        ("export XRT_TPU_CONFIG='a;b'", ["1:8 XRT201 XRT_TPU_CONFIG"]),
        ("  XRT_WORKERS=a", ["1:3 XRT201 XRT_WORKERS"]),
        ("XRT_WORKERS+=a", ["1:1 XRT201 XRT_WORKERS"]),
        ("XRT_WORKERS=(a b)", ["1:1 XRT201 XRT_WORKERS"]),
        ("export A=1 XRT_WORKERS B", ["1:12 XRT201 XRT_WORKERS"]),
        ('export "XRT_WORKERS=$x"', ["1:9 XRT201 XRT_WORKERS"]),
        ("declare -x XRT_WORKERS=1", ["1:12 XRT201 XRT_WORKERS"]),
        ("f() { local XRT_WORKERS=1; }", ["1:13 XRT201 XRT_WORKERS"]),
        ("XRT_WORKERS=1 XRT_DEVICE_MAP=2 ./x", ["1:1 XRT201 XRT_WORKERS", "1:15 XRT201 XRT_DEVICE_MAP"]),
        ("if x; then\n  export XRT_WORKERS=1\nfi", ["2:10 XRT201 XRT_WORKERS"]),
        ("for XRT_WORKERS in a b; do :; done", ["1:5 XRT201 XRT_WORKERS"]),
        ("é=ü; export XRT_WORKERS=1", ["1:13 XRT201 XRT_WORKERS"]),
        (
            "export XRT_WORKERS=<your ip>\nexport XRT_DEVICE_MAP=2",
            ["1:8 XRT201 XRT_WORKERS", "2:8 XRT201 XRT_DEVICE_MAP"],
        ),
        ("export A=1 \\\n  XRT_WORKERS=2", ["2:3 XRT201 XRT_WORKERS"]),
        # reads
        ("echo $XRT_WORKERS", ["1:7 XRT202 XRT_WORKERS"]),
        ('echo "a ${XRT_WORKERS:-b}"', ["1:11 XRT202 XRT_WORKERS"]),
        ("A=${XRT_WORKERS%%;*}", ["1:5 XRT202 XRT_WORKERS"]),
        ("echo ${#XRT_WORKERS} ${!XRT_DEVICE_MAP}", ["1:9 XRT202 XRT_WORKERS", "1:25 XRT202 XRT_DEVICE_MAP"]),
        ('[ -n "$XRT_WORKERS" ]', ["1:8 XRT202 XRT_WORKERS"]),
        ("[[ -v XRT_WORKERS ]]", ["1:7 XRT202 XRT_WORKERS"]),
        ("test -v XRT_WORKERS", ["1:9 XRT202 XRT_WORKERS"]),
        ("printenv XRT_WORKERS", ["1:10 XRT202 XRT_WORKERS"]),
        ("(( XRT_SHARD_ORDINAL > 0 ))", ["1:4 XRT202 XRT_SHARD_ORDINAL"]),
        ("a=$(echo `echo $XRT_WORKERS`)", ["1:17 XRT202 XRT_WORKERS"]),
        # its own old value is part of the setting
        ('export XRT_WORKERS="${XRT_WORKERS:-a}"', ["1:8 XRT201 XRT_WORKERS"]),
        ('export XRT_TPU_CONFIG="${XRT_TPU_CONFIG:-a;0;b}"; x', ["1:8 XRT201 XRT_TPU_CONFIG"]),
        ('export A="${XRT_WORKERS:-l:0;grpc://x:1|(y)}"; x', ["1:13 XRT202 XRT_WORKERS"]),
        ("export XRT_WORKERS=$XRT_DEVICE_MAP", ["1:8 XRT201 XRT_WORKERS", "1:21 XRT202 XRT_DEVICE_MAP"]),
        ("export XRT_WORKERS=$A/b/:$C/d:$XRT_WORKERS", ["1:8 XRT201 XRT_WORKERS"]),
        ("echo ${XRT_WORKERS[0]} $'a' $\"b\"", ["1:8 XRT202 XRT_WORKERS"]),
        ("XRT_WORKERS[0]=a", ["1:1 XRT201 XRT_WORKERS"]),
        # handed to a process
        ("env -i XRT_WORKERS=1 ./x", ["1:8 XRT201 XRT_WORKERS"]),
        ("sudo -E XRT_WORKERS=1 ./x", ["1:9 XRT201 XRT_WORKERS"]),
        ("docker run -e XRT_WORKERS=1 img", ["1:15 XRT201 XRT_WORKERS"]),
        ('docker run -e XRT_WORKERS="$XRT_WORKERS" img', ["1:15 XRT201 XRT_WORKERS"]),
        ("docker run -eXRT_WORKERS=1 img", ["1:14 XRT201 XRT_WORKERS"]),
        ('docker run --env "XRT_WORKERS=$x" img', ["1:19 XRT201 XRT_WORKERS"]),
        ("docker run --env=XRT_WORKERS img", ["1:18 XRT201 XRT_WORKERS"]),
        ("docker run \\\n  -e XRT_WORKERS \\\n  img", ["2:6 XRT201 XRT_WORKERS"]),
        ("docker build --build-arg XRT_WORKERS=1 .", ["1:26 XRT201 XRT_WORKERS"]),
        ("gcloud run deploy --set-env-vars=A=1,XRT_WORKERS=2", ["1:38 XRT201 XRT_WORKERS"]),
        ("sbatch --export=ALL,XRT_WORKERS job", ["1:21 XRT201 XRT_WORKERS"]),
        ("mpirun -x XRT_WORKERS ./x", ["1:11 XRT201 XRT_WORKERS"]),
        ("bazel test --test_env=XRT_WORKERS=1 //x", ["1:23 XRT201 XRT_WORKERS"]),
        ("kubectl set env deploy/x XRT_WORKERS=1", ["1:26 XRT201 XRT_WORKERS"]),
        (
            "test --test_env=XRT_WORKERS=1 --action_env=XRT_DEVICE_MAP",
            ["1:17 XRT201 XRT_WORKERS", "1:44 XRT201 XRT_DEVICE_MAP"],
        ),
        ("ls | xargs -n1 env XRT_WORKERS=1 ./x", ["1:20 XRT201 XRT_WORKERS"]),
        # nested
        ("bash -c 'export XRT_WORKERS=1'", ["1:17 XRT201 XRT_WORKERS"]),
        ('bash -lc "a \\"b\\"; XRT_WORKERS=1 x"', ["1:20 XRT201 XRT_WORKERS"]),
        ("docker exec c sh -c 'echo $XRT_WORKERS'", ["1:28 XRT202 XRT_WORKERS"]),
        ("ssh host 'XRT_WORKERS=1 ./x'", ["1:11 XRT201 XRT_WORKERS"]),
        ("eval 'export XRT_WORKERS=1'", ["1:14 XRT201 XRT_WORKERS"]),
        (f"gcloud compute tpus tpu-vm ssh x --command='{LAUNCH} -- y'", [f"1:55 {LAUNCHER}"]),
        (f'gcloud compute tpus tpu-vm ssh x --command "{LAUNCH} -- y"', [f"1:55 {LAUNCHER}"]),
        ("python -c 'import os; os.environ[\"XRT_WORKERS\"]'", ["1:34 XRT202 XRT_WORKERS"]),
        # kept in a variable
        (
            'CMD="python -m torch_xla.distributed.xla_dist --env XRT_WORKERS=1"',
            [f"1:16 {LAUNCHER}", "1:53 XRT201 XRT_WORKERS"],
        ),
        ('CMD="$PY -m torch_xla.distributed.xla_dist"', [f"1:13 {LAUNCHER}"]),
        ('FLAGS+=" -e XRT_WORKERS=\\"${x}\\""', ["1:13 XRT201 XRT_WORKERS"]),
        ("ARGS=(--rm -e XRT_WORKERS=1 -e XRT_DEVICE_MAP)", ["1:15 XRT201 XRT_WORKERS", "1:32 XRT201 XRT_DEVICE_MAP"]),
        ('gcloud x --metadata=startup-script="#!/bin/bash\n  export XRT_WORKERS=1"', ["2:10 XRT201 XRT_WORKERS"]),
        # launches
        (LAUNCH, [f"1:11 {LAUNCHER}"]),
        (
            "python3.8 -u -m torch_xla.distributed.xla_dist --env XRT_WORKERS=1",
            [f"1:17 {LAUNCHER}", "1:54 XRT201 XRT_WORKERS"],
        ),
        ("nohup $PYTHON -um torch_xla.distributed.xla_dist &", [f"1:19 {LAUNCHER}"]),
        ("coverage run -m torch_xla.distributed.xla_dist", [f"1:17 {LAUNCHER}"]),
        ("python -m torch_xla.core.xrt_run_server", ["1:11 XRT204 torch_xla.core.xrt_run_server"]),
        # into files and programs
        ("echo XRT_WORKERS=1 >> $GITHUB_ENV", ["1:6 XRT201 XRT_WORKERS"]),
        ('a && echo "XRT_WORKERS=$x" >> "${GITHUB_ENV}"', ["1:12 XRT201 XRT_WORKERS"]),
        ("echo 'export XRT_WORKERS=1' >> ~/.bashrc", ["1:14 XRT201 XRT_WORKERS"]),
        ("echo 'export XRT_WORKERS=1' | sudo tee -a /etc/profile.d/x.sh", ["1:14 XRT201 XRT_WORKERS"]),
        ("printf 'A=1\\nXRT_WORKERS=1\\n' > .env", ["1:14 XRT201 XRT_WORKERS"]),
        ("echo export XRT_WORKERS=1 >> $BASH_ENV", ["1:13 XRT201 XRT_WORKERS"]),
        ("cat > x.sh <<'EOF'\nexport XRT_WORKERS=1\nEOF", ["2:8 XRT201 XRT_WORKERS"]),
        ("cat <<EOF > /etc/environment\nXRT_WORKERS=1\nEOF", ["2:1 XRT201 XRT_WORKERS"]),
        ("cat <<EOF | sudo tee /etc/environment\nXRT_WORKERS=1\nEOF", ["2:1 XRT201 XRT_WORKERS"]),
        ("sudo tee /etc/environment <<-EOF\n\tXRT_WORKERS=1\n\tEOF", ["2:2 XRT201 XRT_WORKERS"]),
        ("cat <<EOF\n$XRT_WORKERS\nEOF", ["2:2 XRT202 XRT_WORKERS"]),
        ("ssh host <<EOF\nexport XRT_WORKERS=1\nEOF", ["2:8 XRT201 XRT_WORKERS"]),
        ("python - <<'EOF'\nimport os\nos.environ['XRT_WORKERS'] = '1'\nEOF", ["3:12 XRT201 XRT_WORKERS"]),
        ("cat > Dockerfile <<'EOF'\nFROM x\nENV XRT_WORKERS=1\nEOF", ["3:5 XRT201 XRT_WORKERS"]),
        ("cat > x.service <<'EOF'\n[Service]\nEnvironment=XRT_WORKERS=1\nEOF", ["3:13 XRT201 XRT_WORKERS"]),
        ("kubectl apply -f - <<'EOF'\nenv:\n  XRT_WORKERS: 1\nEOF", ["3:3 XRT201 XRT_WORKERS"]),
        # the old rendezvous
        ("python x.py --init-method pjrt://", ["1:27 XRT305 pjrt://"]),
        ("python x.py --init-method=pjrt://", ["1:27 XRT305 pjrt://"]),
        # line ends
        ("a\r\nexport XRT_WORKERS=1\r\n", ["2:8 XRT201 XRT_WORKERS"]),
    ],
)
def test_found(script: str, found: list[str]):
    assert located("a.sh", script) == found


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("export XRT_WORKERS=1  # noqa", []),
        ("export XRT_WORKERS=1  # noqa: XRT201", []),
        ("export XRT_WORKERS=1  # NOQA:E501, XRT2", []),
        ("export XRT_WORKERS=1  # noqa: XRT202", ["1:8 XRT201 XRT_WORKERS"]),
        ("export XRT_WORKERS=1  # noqa: E501", ["1:8 XRT201 XRT_WORKERS"]),
        ("# noqa: XRT201\nexport XRT_WORKERS=1\nexport XRT_WORKERS=1", ["3:8 XRT201 XRT_WORKERS"]),
        ("# noqa\ndocker run \\\n  -e XRT_WORKERS=1 \\\n  img", []),
        ("docker run \\\n  -e XRT_WORKERS=1 \\\n  img  # noqa", []),
        ("echo # noqa\nexport XRT_WORKERS=1", ["2:8 XRT201 XRT_WORKERS"]),
        ("export XRT_WORKERS=1\n# flake8: noqa\n", []),
        ("export XRT_WORKERS=1\n# flake8: noqa: XRT2\necho $XRT_WORKERS", []),
        ("export XRT_WORKERS=1\n# flake8: noqa: XRT202\necho $XRT_WORKERS", ["1:8 XRT201 XRT_WORKERS"]),
    ],
)
def test_suppressed(script: str, found: list[str]):
    assert located("a.sh", script) == found


def test_opt_in():
    script = 'export PJRT_DEVICE=CUDA PJRT_DEVICE="GPU"\necho $PJRT_DEVICE $XLA_USE_SPMD\nXLA_USE_SPMD=1 ./x'
    assert located("a.sh", script, OPT_IN) == ["1:25 XRT904 PJRT_DEVICE=GPU", "3:1 XRT903 XLA_USE_SPMD"]


def test_the_whole_stretch_is_given():
    from flake8_no_xrt.judging.options import Options
    from flake8_no_xrt.kinds import scan

    (item,) = scan("a.sh", "  export XRT_WORKERS=1", Options())
    finding = item.finding
    assert (finding.line, finding.column, finding.end_line, finding.end_column) == (1, 10, 1, 21)
    assert finding.message.startswith("environment variable XRT_WORKERS is ignored since torch_xla 2.1: ")
