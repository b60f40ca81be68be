"""Which functions of a game a player can call: a walk from its GAME through every name that code refers to.

The walk starts at what the shell calls (check, resolvers, analyses, print sets, tracker, form, build page, text) and
follows names into functions, classes and values of the game's own package. It errs towards reaching too much, never too
little: a function that it does not reach is called by nobody but tests.
"""

import functools
import inspect
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from companion.game_system.system import GameSystem
from companion.play.tracker_parts import MovesPart, RulingsPart, TurnsPart, ViewsPart

PART_FUNCTIONS = [
    name for part in (ViewsPart, MovesPart, TurnsPart, RulingsPart) for name in vars(part) if not name.startswith("_")
]
"""What the shared tracker calls of a module that is a part of a game's tracker."""


def reached(game: GameSystem) -> set[object]:
    """Return every function and class of the game's package that its GAME leads to."""
    package = f"companion.games.{game.package}"
    starts = [
        game.load_rules().validator.check,
        *game.resolvers,
        *game.analyses,
        *game.print_sets,
        game.tracker,
        game.form,
        game.model,
    ]
    if summary := game.load_views().summary:
        starts += [summary.page_values, summary.summary]
    found: set[object] = set()
    todo: list[object] = list(starts)
    while todo:
        for value in _parts(todo.pop(), package):
            if value not in found:
                found.add(value)
                todo.append(value)
    return found


def rules_reached(game: GameSystem) -> set[str]:
    """Return the rule ids of all functions that a player can call."""
    return {rule for function in reached(game) for rule in getattr(function, "rules", ())}


def _parts(value: object, package: str) -> Iterator[object]:
    """Yield the functions and classes of the package that a value is made of or refers to."""
    if isinstance(value, types.FunctionType):
        yield from _refers(value, package)
    elif inspect.isclass(value):
        for member in (m for base in value.__mro__ if _ours(base, package) for m in vars(base).values()):
            yield from _callables(member, package)
    else:
        yield from _callables(value, package)


def _callables(value: object, package: str, depth: int = 0) -> Iterator[object]:
    """Yield the functions and classes in a value: itself, what a property or a table holds, a record's fields."""
    if depth > 4:
        return
    inner: list[object] = []
    if isinstance(value, staticmethod | classmethod):
        inner = [value.__func__]
    elif isinstance(value, property):
        inner = [value.fget]
    elif isinstance(value, functools.cached_property):
        inner = [value.func]
    elif isinstance(value, functools.partial):
        inner = [value.func, *value.args]
    elif hasattr(value, "__wrapped__"):
        inner = [value.__wrapped__]
    elif isinstance(value, dict):
        inner = [*value.values()]
    elif isinstance(value, tuple | list | set | frozenset):
        inner = [*value]
    elif isinstance(value, types.ModuleType):
        inner = [getattr(value, name) for name in PART_FUNCTIONS if hasattr(value, name)]
    elif is_dataclass(value) and not inspect.isclass(value):
        inner = [getattr(value, field.name) for field in fields(value)]
    if (isinstance(value, types.FunctionType) or inspect.isclass(value)) and _ours(value, package):
        yield value
    for part in inner:
        yield from _callables(part, package, depth + 1)


def _ours(value: object, package: str) -> bool:
    return str(getattr(value, "__module__", "")).startswith(package)


def _refers(function: types.FunctionType, package: str) -> Iterator[object]:
    """Yield what the names in a function's code mean, names after a module's dot among them."""
    names = set(_names(function.__code__))
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, types.ModuleType) and value.__name__.startswith(package):
            for attribute in names:
                yield from _callables(getattr(value, attribute, None), package)
        else:
            yield from _callables(value, package)
    for cell in function.__closure__ or ():
        yield from _callables(cell.cell_contents, package)


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)
