"""What loses its last use with dead code goes with it, and what others may use stays."""

from __future__ import annotations

from fix_tools import check_fixed, dedent

from flake8_no_xrt.fixing.edits import apply
from flake8_no_xrt.fixing.engine import Fix, fix, plans
from flake8_no_xrt.judging.options import Options

TARGET = ">=2.1"


def test_imports_of_the_dead_side():
    check_fixed(
        """
        import os
        import torch_xla
        from a import (
            b,
            c,  # only for the old one
            _XLA_GREATER_EQUAL_2_1,
        )
        from d import e, f, g
        import h, i


        def run():
            from j import k
            from l import m

            if _XLA_GREATER_EQUAL_2_1:
                return b(m, f, h)
            return os.getenv(c, e, g, i, k)
        """,
        """
        import torch_xla
        from a import (
            b,
        )
        from d import f
        import h


        def run():
            from l import m

            return b(m, f, h)
        """,
        target=TARGET,
    )


def test_a_name_used_elsewhere_stays():
    check_fixed(
        """
        import torch_xla
        from a import _XLA_GREATER_EQUAL_2_1, b

        if not _XLA_GREATER_EQUAL_2_1:
            print(b)


        def run(flag=_XLA_GREATER_EQUAL_2_1):
            def inner():
                return b

            return inner
        """,
        """
        import torch_xla
        from a import _XLA_GREATER_EQUAL_2_1, b


        def run(flag=_XLA_GREATER_EQUAL_2_1):
            def inner():
                return b

            return inner
        """,
        target=TARGET,
    )


def test_names_that_strings_speak_of_stay():
    check_fixed(
        """
        import torch_xla
        from a import _XLA_GREATER_EQUAL_2_1, B, c

        __all__ = ["c"]


        def run(b: "list[B]"):
            if _XLA_GREATER_EQUAL_2_1:
                return 1
            return B, c
        """,
        """
        import torch_xla
        from a import B, c

        __all__ = ["c"]


        def run(b: "list[B]"):
            return 1
        """,
        target=TARGET,
    )


def test_names_of_the_module_for_others():
    text = """
        import torch_xla
        from a import _XLA_GREATER_EQUAL_2_1, b

        _NEW = _XLA_GREATER_EQUAL_2_1


        def _using_pjrt():
            return _NEW


        def run():
            if _using_pjrt():
                return 1
            return b
        """
    # Nobody knows who else imports the helper: only the unsafe run takes it out.
    check_fixed(
        text,
        """
        import torch_xla
        from a import _XLA_GREATER_EQUAL_2_1

        _NEW = _XLA_GREATER_EQUAL_2_1


        def _using_pjrt():
            return _NEW


        def run():
            return 1
        """,
        target=TARGET,
    )
    unsafe = fix(dedent(text), Options.parse(TARGET), unsafe=True, wanted=lambda _: True)
    assert unsafe.text == "import torch_xla\n\n\ndef run():\n    return 1\n"
    kept = fix(dedent(text), Options.parse(TARGET), unsafe=True, wanted=lambda _: True, kept=frozenset({"_using_pjrt"}))
    assert "_using_pjrt():\n    return _NEW" in kept.text
    starred = fix(dedent(text), Options.parse(TARGET), unsafe=True, wanted=lambda _: True, kept=frozenset("*"))
    assert starred.text == kept.text.replace("_2_1\n\n_NEW", "_2_1, b\n\n_NEW")


def test_local_flags_go_in_the_safe_run():
    result = fix(
        "from a import _using_pjrt\n\n\ndef run():\n    using_pjrt = _using_pjrt()\n"
        "    queue = 1 if using_pjrt else 2\n"
        "    if not using_pjrt or queue == 3:\n        queue = 4\n    return queue\n",
        Options.parse(TARGET),
        unsafe=False,
        wanted=lambda _: True,
    )
    assert (
        result.text.lstrip("\n")
        == "def run():\n    queue = 1\n    if queue == 3:\n        queue = 4\n    return queue\n"
    )


def test_an_assignment_that_does_something_stays():
    text = dedent(
        """
        import torch_xla
        from a import _XLA_GREATER_EQUAL_2_1


        def run():
            size = launch()
            if _XLA_GREATER_EQUAL_2_1:
                return 1
            return size
        """
    )
    result = fix(text, Options.parse(TARGET), unsafe=True, wanted=lambda _: True)
    assert result.text == text
    assert [why for _, why in result.withheld] == ["the result has a new pyflakes message (UnusedVariable size)"]


def test_helpers_wait_for_what_depends_on_them():
    text = dedent(
        """
        import torch_xla
        from a import _XLA_GREATER_EQUAL_2_1


        def _using_pjrt():
            if _XLA_GREATER_EQUAL_2_1:
                return True
            from torch_xla.experimental import pjrt

            return pjrt.using_pjrt()


        def offset():
            return 0 if _using_pjrt() else 1
        """
    )
    options = Options.parse(TARGET)
    reasons = [getattr(proposal, "reason", None) for _, proposal in plans(text, options)]
    assert reasons == ["what depends on _using_pjrt() goes first", None]
    result = fix(text, options, unsafe=False, wanted=lambda _: True, kept=frozenset({"_using_pjrt"}))
    assert result.text == "import torch_xla\n\n\ndef _using_pjrt():\n    return True\n\n\ndef offset():\n    return 0\n"
    assert (
        fix(text, options, unsafe=True, wanted=lambda _: True).text
        == "import torch_xla\n\n\ndef offset():\n    return 0\n"
    )


def test_the_edits_of_a_plan_are_complete():
    text = "import torch_xla\nfrom a import _XLA_GREATER_EQUAL_2_1 as N, b\n\nif not N:\n    print(b)\nx = 1\n"
    ((_, proposal),) = plans(text, Options.parse(TARGET))
    assert isinstance(proposal, Fix)
    assert apply(text, proposal.edits) == "import torch_xla\n\nx = 1\n"


def test_an_import_alone_in_its_suite_is_followed_by_its_successor():
    before = """
        if available():
            import torch_xla.core.xla_model as xm{comment}

        size = xm.xrt_world_size()
        """
    after = before.replace("torch_xla.core.xla_model as xm", "torch_xla.runtime as xr").replace(
        "xm.xrt_world_size", "xr.world_size"
    )
    for target in (None, TARGET):
        result = fix(dedent(before.format(comment="")), Options.parse(target), unsafe=False, wanted=lambda _: True)
        assert result.text == dedent(after.format(comment=""))
    result = fix(dedent(before.format(comment="  # slow")), Options.parse(TARGET), unsafe=False, wanted=lambda _: True)
    assert result.text.startswith("if available():\n    # slow\n    import torch_xla.runtime as xr\n\n")


def test_a_comment_beside_an_import_stays_when_the_import_goes():
    text = "import torch_xla\nfrom a import _XLA_GREATER_EQUAL_2_1{comment}\n\n"
    text += "if not _XLA_GREATER_EQUAL_2_1:\n    print(1)\nx = 1\n"
    for unsafe in (False, True):
        result = fix(text.format(comment="  # since 2.1"), Options.parse(TARGET), unsafe=unsafe, wanted=lambda _: True)
        assert result.text == "import torch_xla\n# since 2.1\n\nx = 1\n"
        result = fix(text.format(comment="  # noqa: E402"), Options.parse(TARGET), unsafe=unsafe, wanted=lambda _: True)
        assert result.text == "import torch_xla\n\nx = 1\n"
