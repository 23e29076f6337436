"""Dead code: what stays first, then what goes."""

from __future__ import annotations

import pytest
from fix_tools import check_fixed, check_noop, dedent

TARGET = ">=2.1"
FLAGS = """\
import torch_xla
from my_project.flags import _XLA_GREATER_EQUAL_2_1 as NEW

"""


def noop(text: str, *reasons: str, unsafe: bool = True) -> None:
    check_noop(FLAGS + dedent(text), *reasons, target=TARGET, unsafe=unsafe)


def fixed(before: str, after: str, *, unsafe: bool = False, left: int = 0) -> None:
    # The import of the flag goes with the last use of it.
    flags = FLAGS if "NEW" in dedent(after) else FLAGS.splitlines(keepends=True)[0] + "\n"
    check_fixed(FLAGS + dedent(before), flags + dedent(after), target=TARGET, unsafe=unsafe, left=left)


# -- what stays ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ("_XLA_AVAILABLE", "if not _XLA_AVAILABLE:\n    raise ModuleNotFoundError('torch_xla')\n"),
        ("_XLA_GREATER_EQUAL_2_1 as NEW", "if NEW:\n    from torch_xla import runtime as xr\nelse:\n    xr = None\n"),
        ("b", "try:\n    import torch_xla.core.xla_model as xm\nexcept ImportError:\n    xm = None\n"),
        ("_XLA_GREATER_EQUAL_2_1 as NEW", "def f():\n    if NEW:\n        return 1\n    return 0\n"),
        ("_XLA_GREATER_EQUAL_2_5 as NEWER", "if NEWER:\n    a = 1\nelse:\n    a = 2\n"),
        ("_TORCH_GREATER_EQUAL_2_1 as NEW", "if NEW:\n    a = 1\nelse:\n    a = 2\n"),
        ("_XLA_GREATER_EQUAL_2_1 as NEW", "x = 1 if NEW else 0\n"),
        ("_XLA_AVAILABLE, _XLA_GREATER_EQUAL_2_1 as NEW", "if (_XLA_AVAILABLE and y) or NEW:\n    a = 1\n"),
    ],
)
def test_absent_and_others_keep_their_code(names: str, text: str):
    check_noop(f"from a import {names}\n\n{text}", target=TARGET)


def test_without_a_floor_nothing_is_dead():
    check_noop(FLAGS + "if NEW:\n    a = 1\nelse:\n    a = 2\n")


def test_what_cannot_go():
    noop("assert not NEW\n", "always fails")
    noop("x = [i for i in y if not NEW]\n", "always empty")
    noop("if (flag := NEW):\n    x = 1\nelse:\n    x = 2\n", "binds a name")
    noop("def f():\n    if NEW:\n        pass\n    else:\n        yield 1\n", "a generator")
    noop("def f():\n    if NEW:\n        pass\n    else:\n        global g\n        g = 1\n", "a global name")


def test_an_effect_makes_it_unsafe():
    fixed(
        """
        x = 1
        if a() and not NEW:
            x = 2
        print(x)
        """,
        """
        x = 1
        print(x)
        """,
        unsafe=True,
    )


def test_a_lost_comment_makes_it_unsafe():
    fixed(
        """
        if (
            NEW  # since 2.1
        ):
            x = 1
        else:
            x = 2
        """,
        "x = 1\n",
        unsafe=True,
    )
    fixed(
        """
        if NEW:
            x = 1
        # the old runtime
        else:
            x = 2
        """,
        "x = 1\n",
        unsafe=True,
    )
    fixed(
        """
        if NEW:  # noqa: SIM108
            x = 1
        else:
            x = 2
        """,
        "x = 1\n",
        unsafe=True,
    )


# -- if, elif, else -----------------------------------------------------------------------------------------------


def test_the_other_side_goes():
    fixed("if NEW:\n    x = 1\nelse:\n    x = 2\n", "x = 1\n")
    fixed("if not NEW:\n    x = 1\nelse:\n    x = 2\n", "x = 2\n")
    fixed("if not NEW:\n    x = 1\ny = 2\n", "y = 2\n")
    fixed("if NEW: x = 1; y = 2  # both\nelse: x = 2\n", "x = 1; y = 2  # both\n")


def test_comments_and_blank_lines_stay():
    fixed(
        '''
        # above
        if NEW:  # beside
            # in it
            import a

            def f():
                """Doc
                string."""
                return (1,
            2)
            # at its end

        else:
            # gone
            import b
            # gone, too

        # below
        print(a, f)
        ''',
        '''
        # above
        # beside
        # in it
        import a

        def f():
            """Doc
                string."""
            return (1,
        2)
        # at its end

        # below
        print(a, f)
        ''',
    )


def test_strings_keep_their_lines():
    fixed(
        '''
        def f(x):
            if NEW:
                return """
                    a
                b
            c""", f"""
                {x}
                """
            else:
                return None
        ''',
        '''
        def f(x):
            return """
                    a
                b
            c""", f"""
                {x}
                """
        ''',
    )


def test_tabs_and_deep_indentation():
    fixed(
        "def f():\n\tif NEW:\n\t\tx = 1\n\n\t\ty = 2\n\telse:\n\t\tx = 2\n\treturn x\n",
        "def f():\n\tx = 1\n\n\ty = 2\n\treturn x\n",
    )
    fixed("if NEW:\n        x = 1\nelse:\n  x = 2\n", "x = 1\n")


def test_elif():
    fixed("if a:\n    x = 1\nelif not NEW:\n    x = 2\nelif b:\n    x = 3\n", "if a:\n    x = 1\nelif b:\n    x = 3\n")
    fixed("if a:\n    x = 1\nelif not NEW:\n    x = 2\nelse:\n    x = 3\n", "if a:\n    x = 1\nelse:\n    x = 3\n")
    fixed("if a:\n    x = 1\nelif not NEW:\n    x = 2\n", "if a:\n    x = 1\n")
    fixed("if a:\n    x = 1\nelif NEW:\n    x = 2\nelse:\n    x = 3\n", "if a:\n    x = 1\nelse:\n    x = 2\n")
    fixed("if not NEW:\n    x = 1\nelif b:\n    x = 2\nelse:\n    x = 3\n", "if b:\n    x = 2\nelse:\n    x = 3\n")
    fixed("if NEW:\n    x = 1\nelif b:\n    x = 2\nelse:\n    x = 3\n", "x = 1\n")


def test_the_rest_behind_a_guard():
    fixed(
        """
        def f():
            if NEW:
                return 1
            # how it was

            x = old()
            return x


        def g():
            if not NEW:
                raise RuntimeError
            return 2
        """,
        """
        def f():
            return 1


        def g():
            return 2
        """,
    )
    fixed(
        """
        def f(a):
            if a:
                return 1
            elif NEW:
                return 2
            return 3
        """,
        """
        def f(a):
            if a:
                return 1
            else:
                return 2
        """,
    )
    fixed(
        """
        for i in y:
            if NEW:
                print(i)
            else:
                continue
            print(2)
        """,
        """
        for i in y:
            print(i)
            print(2)
        """,
    )


def test_an_else_behind_a_body_that_leaves():
    fixed(
        """
        def f(a):
            if not NEW:
                return 1
            else:
                x = 2
            return x
        """,
        """
        def f(a):
            x = 2
            return x
        """,
    )
    fixed(
        """
        def f(a):
            if NEW:
                return 1
            else:
                x = 2
            return x
        """,
        """
        def f(a):
            return 1
        """,
    )


def test_bodies_left_empty():
    fixed("class A:\n    if not NEW:\n        x = 1\n", "class A:\n    pass\n")
    fixed("def f():\n    if not NEW:\n        x = 1\n", "def f():\n    pass\n")
    fixed("if a:\n    if not NEW:\n        x = 1\ny = 1\n", "y = 1\n")
    fixed("if a():\n    if not NEW:\n        x = 1\ny = 1\n", "if a():\n    pass\ny = 1\n")
    fixed("for i in z:\n    y = 1\nelse:\n    if not NEW:\n        x = 1\n", "for i in z:\n    y = 1\n")
    fixed("for i in z:\n    if not NEW:\n        x = 1\n", "for i in z:\n    pass\n")


# -- expressions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1 if NEW else 2", "x = 1"),
        ("x = 1 if not NEW else 2", "x = 2"),
        ("x = (1 if NEW else 2) + 1", "x = (1) + 1"),
        ("x = (a.b if NEW else 2) + 1", "x = a.b + 1"),
        ("x = (\n    a(1) if NEW else b(2)\n)", "x = a(1)"),
        ("x = f(1 if NEW else 2)", "x = f(1)"),
        ("x = [a if NEW else b, (a, b) if NEW else c]", "x = [a, (a, b)]"),
        ("x = 1 if a else 2 if NEW else 3", "x = 1 if a else 2"),
        ("if NEW and a:\n    x = 1", "if a:\n    x = 1"),
        ("if a and NEW and b:\n    x = 1", "if a and b:\n    x = 1"),
        ("if a and NEW:\n    x = 1", "if a:\n    x = 1"),
        ("if not NEW or a:\n    x = 1", "if a:\n    x = 1"),
        ("if a or (NEW and b):\n    x = 1", "if a or b:\n    x = 1"),
        ("if not (NEW and a):\n    x = 1", "if not a:\n    x = 1"),
        ("if (\n    NEW\n    and a\n    and b\n):\n    x = 1", "if (\n    a\n    and b\n):\n    x = 1"),
        ("if a or NEW:\n    x = 1\ny = 2", "x = 1\ny = 2"),
        ("if a and not NEW:\n    x = 1\ny = 2", "y = 2"),
        ("assert NEW, 'old'\nx = 1", "x = 1"),
        ("assert NEW and a", "assert a"),
        ("while NEW and a:\n    a -= 1", "while a:\n    a -= 1"),
        ("while NEW:\n    break", "while True:\n    break"),
        ("while not NEW:\n    a -= 1\nx = 1", "x = 1"),
        ("while not NEW:\n    a -= 1\nelse:\n    x = 1", "x = 1"),
        ("x = [i for i in y if NEW]", "x = [i for i in y]"),
        ("x = [i for i in y if NEW if i]", "x = [i for i in y if i]"),
        ("x = {i for i in y if (NEW) and i}", "x = {i for i in y if i}"),
        ("x = lambda: 1 if NEW else 2", "x = lambda: 1"),
    ],
)
def test_expressions(before: str, after: str):
    fixed(f"{before}\n", f"{after}\n")


def test_a_value_is_not_only_true_or_false():
    fixed("x = a and NEW\n", "x = a\n", unsafe=True)
    fixed("x = NEW or a\n", "x = True\n", unsafe=True)
    fixed("x = NEW and a\n", "x = a\n")


# -- try and match -------------------------------------------------------------------------------------------------


def test_fallbacks():
    check_fixed(
        """
        try:  # moved
            from torch_xla import runtime
            # still here
            x = 1
        except ImportError:
            from torch_xla.experimental import pjrt as runtime
        print(runtime)
        """,
        """
        # moved
        from torch_xla import runtime
        # still here
        x = 1
        print(runtime)
        """,
        target=TARGET,
    )


def test_else_and_finally_of_a_try():
    check_fixed(
        """
        def f():
            try:
                from torch_xla import runtime
            except ImportError:
                from torch_xla.experimental import pjrt as runtime
            else:
                print(1)
            return runtime
        """,
        """
        def f():
            from torch_xla import runtime
            print(1)
            return runtime
        """,
        target=TARGET,
    )
    check_fixed(
        """
        def f():
            try:
                from torch_xla import runtime
            except ImportError:
                from torch_xla.experimental import pjrt as runtime
            else:
                print(1)
            finally:
                print(2)
            return runtime
        """,
        """
        def f():
            try:
                from torch_xla import runtime
                print(1)
            finally:
                print(2)
            return runtime
        """,
        target=TARGET,
    )
    check_fixed(
        """
        def f():
            try:
                from torch_xla import runtime
            except ImportError:
                from torch_xla.experimental import pjrt as runtime
            except ValueError:
                runtime = None
            return runtime
        """,
        """
        def f():
            try:
                from torch_xla import runtime
            except ValueError:
                runtime = None
            return runtime
        """,
        target=TARGET,
    )


def test_a_fallback_for_those_without_torch_xla():
    check_noop("try:\n    from torch_xla import runtime\nexcept ImportError:\n    runtime = None\n", target=TARGET)


def test_cases():
    fixed(
        "match NEW:\n    case True:\n        # new\n        x = 1\n    case _:\n        x = 2\ny = 1\n",
        "# new\nx = 1\ny = 1\n",
        unsafe=True,
    )
    fixed(
        "match a:\n    case 1 if not NEW:\n        x = 1\n    case _:\n        x = 2\n",
        "match a:\n    case _:\n        x = 2\n",
    )
    noop("match a:\n    case b if not NEW:\n        x = 1\n    case _:\n        x = 2\n", "binds a name")
