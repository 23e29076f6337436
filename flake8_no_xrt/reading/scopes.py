"""Scopes as the walk goes through them: what binds a name, and what reaches a point of the code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_no_xrt.reading.model import MANY, Binding, Scope, State

if TYPE_CHECKING:
    from collections.abc import Iterable

Changes = dict[str, State]

# A name conditionally bound more often than this at one point stands for all its bindings in the scope.
_MOST = 64


def bind(scope: Scope, binding: Binding) -> None:
    """Bind a name in the scope that owns it, and make the binding the only one from here on."""
    name = binding.name
    while scope.kind == "block":
        assert scope.parent is not None  # a block is never outermost
        scope = scope.parent
    owner = scope.outer.get(name)
    if owner is not None:
        binding.foreign = True
        owner.bindings.setdefault(name, []).append(binding)
        return
    scope.bindings.setdefault(name, []).append(binding)
    put(scope, name, (binding,))


def put(scope: Scope, name: str, state: State) -> None:
    """Set what a name is bound to from here on, so that it can be undone."""
    scope.trail.append((name, scope.env.get(name)))
    scope.env[name] = state


def unwind(scope: Scope, mark: int) -> Changes:
    """Undo everything since ``mark`` (a length of the trail) and give back what had come of each name."""
    changes: Changes = {}
    while len(scope.trail) > mark:
        name, before = scope.trail.pop()
        changes.setdefault(name, scope.env[name])
        if before is None:
            del scope.env[name]
        else:
            scope.env[name] = before
    return changes


def join(scope: Scope, ends: list[Changes]) -> None:
    """Let control come together from several ends, each given by what it changed."""
    if not ends:
        return
    for name in dict.fromkeys(name for changes in ends for name in changes):
        here = scope.env.get(name)
        states = [changes.get(name, here) for changes in ends]
        put(scope, name, merge(states))


def merge(states: Iterable[State | None]) -> State:
    """One state from several, None where the name is not bound: each binding once, in order."""
    known = [state for state in states if state is not None]
    if any(state is MANY for state in known):
        return MANY
    merged = tuple(dict.fromkeys(binding for state in known for binding in state))
    return merged if len(merged) <= _MOST else MANY


def final(scope: Scope, name: str) -> State:
    """What a name is bound to for code that runs later: a module's last bindings, any binding of a function.

    To be asked when the walk is over: the answer is kept, and is one object however often it is asked for.
    """
    known = scope.finals.get(name)
    if known is None:
        everything = scope.bindings.get(name, [])
        state = scope.env.get(name)
        if scope.kind != "module" or state is None or state is MANY:
            known = tuple(everything)
        else:
            known = state + tuple(binding for binding in everything if binding.foreign)
        scope.finals[name] = known
    return known


def visible(scope: Scope, state: State | None, name: str) -> State:
    """The bindings a name may have where it is used.

    ``state`` is what the walk saw there: None where nothing had been bound in that scope, so that a later
    binding (in a loop), or an outer scope, is meant.
    """
    if state is MANY:
        return tuple(scope.bindings[name])
    if state is not None:
        return state
    start: Scope | None = scope
    here = start
    while here is not None:
        if name in here.bindings and (here.kind != "class" or here is start):
            return tuple(here.bindings[name]) if here is start else final(here, name)
        if name in here.outer and here is start:
            return final(here.outer[name], name)
        here = here.parent
    return ()
