"""What a walk over a tree writes down: scopes, bindings, and the reach of each place, not yet evaluated.

Reach is kept as a chain of narrowing steps, since a flag may be assigned below the code it guards and a helper
defined below its use. :mod:`.resolve` and :mod:`.guards` evaluate the steps that a use needs, once each.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Literal, NamedTuple, TypeVar

if TYPE_CHECKING:
    from flake8_no_xrt.facts.releases import Releases

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
Node = TypeVar("Node", bound=ast.expr)

# -- reach -----------------------------------------------------------------------------------------------


class When(NamedTuple):
    """The test came out as ``outcome``."""

    test: ast.expr
    outcome: bool


class Installed(NamedTuple):
    """A torch_xla import was passed."""


class Used(NamedTuple):
    """These chains were evaluated; ``caught``: an AttributeError in them would have gone to a handler."""

    chains: tuple[ast.expr, ...]
    caught: bool


class Passed(NamedTuple):
    """An import of this torch_xla path was passed, in a ``try`` whose handlers catch its failure."""

    path: str


class Raised(NamedTuple):
    """A handler is entered: one of these raised what it catches."""

    imports: tuple[ImportedName, ...]
    chains: tuple[tuple[ast.expr, Reach], ...]
    catches: Catches


class Either(NamedTuple):
    """Control comes from one of several ends."""

    ends: tuple[Reach, ...]


Step = When | Installed | Used | Passed | Raised | Either


class Reach:
    """Where a place can run: a step that narrows (``Either``: widens) the reach it came from."""

    __slots__ = ("known", "parent", "step")

    def __init__(self, parent: Reach | None, step: Step | None) -> None:
        self.parent = parent
        self.step = step
        self.known: Releases | None = None


# -- names -----------------------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Binding:
    """One place that binds a name. What it is bound to depends on which field is set; none: unknown."""

    name: str
    reach: Reach
    path: str | None = None  # an import, by full dotted path
    imported: str | None = None  # ``import a.b.c`` binds a: the module that was imported with it
    value: ast.expr | None = None  # an assignment
    function: FunctionNode | None = None
    foreign: bool = False  # by ``global`` or ``nonlocal`` from another scope


State = tuple[Binding, ...]
# Too many bindings meet here to tell them apart: all of the scope's bindings stand.
MANY: State = (Binding("", Reach(None, None)),)


@dataclass(slots=True, eq=False)
class Scope:
    """A scope. ``env`` is what each name is bound to at the point the walk has come to."""

    kind: Literal["module", "class", "function", "block"]
    parent: Scope | None
    bindings: dict[str, list[Binding]] = field(default_factory=dict)
    env: dict[str, State] = field(default_factory=dict)
    trail: list[tuple[str, State | None]] = field(default_factory=list)
    finals: dict[str, State] = field(default_factory=dict)
    outer: dict[str, Scope] = field(default_factory=dict)  # names declared global or nonlocal
    self_name: str | None = None  # the first parameter of a method
    returns: list[tuple[ast.expr | None, Reach]] = field(default_factory=list)


# -- uses ------------------------------------------------------------------------------------------------


class Catches(NamedTuple):
    """What a handler catches of the failures that matter here, and whether it catches anything else."""

    module: bool
    name: bool
    attribute: bool
    other: bool

    @classmethod
    def of(cls, names: set[str]) -> Catches:
        """What the exceptions of these names catch."""
        broad = not names.isdisjoint({"Exception", "BaseException"})
        return cls(
            module=broad or not names.isdisjoint({"ImportError", "ModuleNotFoundError"}),
            name=broad or "ImportError" in names,
            attribute=broad or "AttributeError" in names,
            other=broad or bool(names - {"ImportError", "ModuleNotFoundError", "AttributeError"}),
        )


@dataclass(slots=True, eq=False)
class Handler:
    """A handler, or a context manager that expects the failure: what it catches, binds and uses."""

    catches: Catches
    reach: Reach | None = None
    bound: list[Binding] = field(default_factory=list)
    chains: list[Chain] = field(default_factory=list)
    imports: list[ImportedName] = field(default_factory=list)
    expected: bool = False  # pytest.raises and its like: the failure is what is wanted


@dataclass(slots=True, eq=False)
class Frame:
    """A ``try`` body (or a ``with`` that catches) that is being walked, and the one around it."""

    handlers: list[Handler]
    outer: Frame | None

    def catching(self, failure: Literal["module", "name", "attribute"]) -> Handler | None:
        """The handler that gets a failure, looking outwards."""
        frame: Frame | None = self
        while frame is not None:
            for handler in frame.handlers:
                if getattr(handler.catches, failure):
                    return handler
            frame = frame.outer
        return None


class ImportedName(NamedTuple):
    """One alias of an import statement: ``from module import name``, or ``import module`` with an empty name."""

    node: ast.alias
    statement: ast.Import | ast.ImportFrom
    module: str
    name: str
    reach: Reach
    frame: Frame | None
    scope: Scope

    @property
    def path(self) -> str:
        """The full dotted path of what is imported."""
        return f"{self.module}.{self.name}" if self.name else self.module


class Chain(NamedTuple):
    """An attribute chain ``base.a.b``: ``node`` is its outermost attribute."""

    node: ast.Attribute
    base: ast.expr
    reach: Reach
    frame: Frame | None
    scope: Scope
    lazy: bool  # inside a lambda: not evaluated where it stands


@dataclass(slots=True, eq=False)
class Place(Generic[Node]):
    """Any other expression of interest, where it stands."""

    node: Node
    reach: Reach
    frame: Frame | None
    scope: Scope


class Test(NamedTuple):
    """A test and the two sides it decides between (statements or an expression; None: there is no such side)."""

    node: ast.expr
    reach: Reach
    scope: Scope
    kind: Literal["if", "ternary", "operand", "assert", "while", "filter", "skip"]
    body: Region | None = None
    orelse: Region | None = None  # also the rest of the suite, where the body always leaves
    decorator: ast.Call | None = None  # of a "skip"
    skips: bool = True  # the outcome of a "skip" that skips


@dataclass(slots=True, eq=False)
class Region:
    """A suite from one statement on, or an expression: its own reach, and the reach of what is around it.

    ``imports`` and ``chains`` are those that run whenever the region is entered.
    """

    reach: Reach
    around: Reach
    suite: list[ast.stmt]
    start: int = 0
    expression: ast.expr | None = None
    imports: list[ImportedName] = field(default_factory=list)
    chains: list[Chain] = field(default_factory=list)
    rest: Region | None = None  # what follows in it behind an ``if`` that may leave
    certain: bool = True  # False for a handler that also catches what can be raised anywhere

    @property
    def first(self) -> ast.stmt | ast.expr:
        """The first node of the region."""
        return self.expression or self.suite[self.start]

    @property
    def last(self) -> ast.stmt | ast.expr:
        """The last node of the region."""
        return self.expression or self.suite[-1]


@dataclass(slots=True, eq=False)
class Model:
    """Everything a walk wrote down, in the order of the source."""

    module: Scope
    imports: list[ImportedName] = field(default_factory=list)
    stars: list[ImportedName] = field(default_factory=list)
    chains: list[Chain] = field(default_factory=list)
    calls: list[Place[ast.Call]] = field(default_factory=list)
    subscripts: list[Place[ast.Subscript]] = field(default_factory=list)
    compares: list[Place[ast.Compare]] = field(default_factory=list)
    dicts: list[Place[ast.Dict]] = field(default_factory=list)
    lists: list[Place[ast.List | ast.Tuple]] = field(default_factory=list)
    unions: list[tuple[ast.AugAssign, Place[ast.expr]]] = field(default_factory=list)
    loads: list[Place[ast.Name]] = field(default_factory=list)
    assigns: list[tuple[Binding, Place[ast.expr]]] = field(default_factory=list)
    nested: list[ast.Dict] = field(default_factory=list)  # displays that hold displays
    stored: dict[ast.expr, ast.expr] = field(default_factory=dict)  # what is assigned to a subscript
    cleaning: set[ast.expr] = field(default_factory=set)  # tests of an ``if`` that only deletes
    tests: list[Test] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    names: dict[ast.Name, tuple[Scope, State | None]] = field(default_factory=dict)
    functions: dict[FunctionNode, Scope] = field(default_factory=dict)
