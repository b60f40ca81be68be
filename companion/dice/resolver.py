"""The resolver protocol, and running a resolver with dice that were thrown elsewhere.

A resolver is a small state machine: `ask` says which dice it wants next, `take` turns their faces into the next state,
`outcome` reads the end. States are hashable, so that equal ones can be merged when every face is run at once.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Protocol, TypeVar

from typing_extensions import TypedDict

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, answer
from companion.dice.throw import Faces, Throw

StateT = TypeVar("StateT", bound=Hashable)
Outcome = JsonMapping
"""What a resolver ends in: names and values that JSON can hold."""


class Resolver(Protocol[StateT]):
    """A rule that asks for throws and ends in an outcome."""

    def start(self) -> StateT:
        """Return the state before any dice."""

    def ask(self, state: StateT) -> Throw | None:
        """Return the next throw, or None at the end."""

    def take(self, state: StateT, faces: Faces) -> StateT:
        """Return the state after the throw asked for fell like that."""

    def outcome(self, state: StateT) -> Outcome:
        """Return the outcome of an end state."""


@dataclass(frozen=True)
class Chance:
    """A summary figure: how likely the outcomes are for which `of` holds.

    Where it `needs` an input that is empty or off, it is left out. Where one of the inputs `asked_by` (with spaces
    between) is, pages and tables do not show it, while answers to programs keep it.
    """

    name: str
    title: str
    of: Callable[[Outcome], bool]
    needs: str = ""
    asked_by: str = ""


@dataclass(frozen=True)
class Mean:
    """A summary figure: the expected value of `of` over the outcomes; left out and shown as a chance is."""

    name: str
    title: str
    of: Callable[[Outcome], int | Fraction]
    needs: str = ""
    asked_by: str = ""


Measure = Chance | Mean


@answer
class ThrowEntry(TypedDict):
    """One throw: why, which dice, and the faces they showed."""

    why: str
    dice: str
    faces: list[int]


@dataclass(frozen=True)
class Thrown:
    """A throw and the faces it showed, in the order they were read."""

    throw: Throw
    faces: tuple[int, ...]

    def as_data(self) -> ThrowEntry:
        """Return the throw as plain data."""
        return {"why": self.throw.why, "dice": self.throw.dice, "faces": list(self.faces)}


@dataclass(frozen=True)
class Play(Generic[StateT]):
    """A resolver part of the way through: what was thrown, and the throw it waits for (None at the end)."""

    thrown: tuple[Thrown, ...]
    waiting: Throw | None
    outcome: Outcome | None
    state: StateT | None = None
    """The state that it has come to; None at the end."""


@dataclass(frozen=True)
class Continued(Generic[StateT]):
    """A resolver that begins in the state that a run has come to."""

    resolver: Resolver[StateT]
    state: StateT

    def start(self) -> StateT:
        """Return that state."""
        return self.state

    def ask(self, state: StateT) -> Throw | None:
        """Return the next throw of the resolver."""
        return self.resolver.ask(state)

    def take(self, state: StateT, faces: Faces) -> StateT:
        """Return the resolver's state after a throw."""
        return self.resolver.take(state, faces)

    def outcome(self, state: StateT) -> Outcome:
        """Return the resolver's outcome."""
        return self.resolver.outcome(state)


def play(resolver: Resolver[StateT], source: Callable[[Throw, int], Sequence[int] | None]) -> Play[StateT]:
    """Run a resolver with faces from `source` (given the throw and its index) until it ends or `source` has none."""
    state = resolver.start()
    thrown: list[Thrown] = []
    while throw := resolver.ask(state):
        faces = source(throw, len(thrown))
        if faces is None:
            return Play(tuple(thrown), throw, None, state)
        state = resolver.take(state, throw.sort(faces, f"faces, group {len(thrown) + 1}"))
        thrown.append(Thrown(throw, tuple(faces)))
    return Play(tuple(thrown), None, {**_read_detail(resolver, thrown), **resolver.outcome(state)})


def _read_detail(resolver: Resolver[Any], thrown: Sequence[Thrown]) -> Outcome:
    """Return what a resolver reads off the dice of one roll besides its outcome, where it has a method `seen`.

    Odds leave it out, so that a state needs to hold only what decides the rest.
    """
    seen: Callable[[Sequence[Thrown]], Outcome] | None = getattr(resolver, "seen", None)
    return seen(thrown) if seen else {}


def replay(resolver: Resolver[StateT], groups: Sequence[Sequence[int]]) -> Play[StateT]:
    """Run a resolver with dice from the table, one group per throw; it may still wait for more.

    Raises InvalidInput for a group that does not fit its throw, or for groups left over at the end.
    """
    run = play(resolver, lambda _, index: groups[index] if index < len(groups) else None)
    if len(groups) > len(run.thrown):
        raise InvalidInput(InputError("faces", f"{len(groups)} groups", f"{len(run.thrown)}: it ended there"))
    return run


def read_groups(text: str) -> list[list[int]]:
    """Return typed-in dice, `5 6 1 | 4 4`, as one group per throw, separated by spaces or commas."""
    groups = []
    for number, group in enumerate(text.split("|") if text.strip() else [], 1):
        words = group.replace(",", " ").split()
        wrong = [word for word in words if not word.removeprefix("-").isdecimal() or len(word) > 9]
        if wrong:
            raise InvalidInput(InputError(f"faces, group {number}", repr(wrong[0][:40]), "whole numbers"))
        groups.append([int(word) for word in words])
    return groups
