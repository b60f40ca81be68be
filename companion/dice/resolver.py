"""The resolver protocol, and running a resolver with given dice.

A resolver is a small state machine: `ask` returns the next throw, `take` turns its faces into the next state, `outcome`
reads the end. States are hashable, so that exact odds can merge equal ones.
"""

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Generic, Protocol, TypeVar

from typing_extensions import TypedDict

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, answer
from companion.dice.throw import Faces, Tells, Throw

StateT = TypeVar("StateT", bound=Hashable)
Outcome = JsonMapping
"""The result of a resolver: names and values that JSON can hold; a number that is not whole is text, `7/2`."""
_FRACTION = re.compile(r"-?[0-9]+/[0-9]+")


def as_number(value: object) -> int | Fraction | None:
    """Return a value of an outcome as a number; None for one that is none."""
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


class AsksForThrows(Protocol[StateT]):
    """A rule that asks for throws."""

    def ask(self, state: StateT) -> Throw | None:
        """Return the next throw, or None at the end."""

    def take(self, state: StateT, faces: Faces) -> StateT:
        """Return the state after the throw that was asked for, with these faces."""


class Resolver(AsksForThrows[StateT], Protocol[StateT]):
    """A rule that asks for throws and ends in an outcome."""

    def start(self) -> StateT:
        """Return the state before any dice."""

    def outcome(self, state: StateT) -> Outcome:
        """Return the outcome of an end state."""


@dataclass(frozen=True)
class Chance:
    """A summary figure: the chance of outcomes for which `of` is true.

    It is left out if the input that it `needs` is empty or off. If one of the inputs in `asked_by` (separated by
    spaces) is empty or off, pages and tables do not show it, but answers to programs contain it.
    """

    name: str
    title: str
    of: Callable[[Outcome], bool]
    needs: str = ""
    asked_by: str = ""


@dataclass(frozen=True)
class Mean:
    """A summary figure: the mean of `of` over the outcomes; `needs` and `asked_by` are as for Chance."""

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
    """A throw and its faces, in the order in which they were read."""

    throw: Throw
    faces: tuple[int, ...]
    known_labels: tuple[Tells, ...] = ()
    """The label of each die as the whole roll decided it; empty where its throw alone does."""

    @property
    def labels(self) -> tuple[Tells, ...]:
        """The label of each die, in order."""
        return self.known_labels or self.throw.label_faces(self.faces)

    def as_data(self) -> ThrowEntry:
        """Return the throw as plain data."""
        return {"why": self.throw.why, "dice": self.throw.dice, "faces": list(self.faces)}


@dataclass(frozen=True)
class Play(Generic[StateT]):
    """A run of a resolver: its throws so far, and the throw that it waits for (None at the end)."""

    thrown: tuple[Thrown, ...]
    waiting: Throw | None
    outcome: Outcome | None
    state: StateT | None = None
    """The present state; None at the end."""


@dataclass(frozen=True)
class Continued(Generic[StateT]):
    """A resolver that begins in the present state of a run."""

    resolver: Resolver[StateT]
    state: StateT

    def start(self) -> StateT:
        """Return the state of the run."""
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
    """Run a resolver with faces from `source(throw, index)` until it ends or `source` returns None."""
    state = resolver.start()
    thrown: list[Thrown] = []
    while throw := resolver.ask(state):
        shown = source(throw, len(thrown))
        if shown is None:
            return Play(tuple(thrown), throw, None, state)
        faces = throw.read(shown)
        state = resolver.take(state, throw.sort(faces, f"faces, group {len(thrown) + 1}"))
        thrown.append(Thrown(throw, faces))
    # A method `seen` returns details of the dice. Odds do without, so that states hold only what decides the rest.
    seen: Callable[[Sequence[Thrown]], Outcome] | None = getattr(resolver, "seen", None)
    details = seen(thrown) if seen else {}
    # A method `label` returns the labels of all dice, throw by throw, where later throws decide about earlier ones.
    label: Callable[[StateT], Sequence[tuple[Tells, ...]]] | None = getattr(resolver, "label", None)
    if label:
        thrown = [replace(one, known_labels=labels) for one, labels in zip(thrown, label(state), strict=True)]
    return Play(tuple(thrown), None, {**details, **resolver.outcome(state)})


def replay(resolver: Resolver[StateT], groups: Sequence[Sequence[int]]) -> Play[StateT]:
    """Run a resolver with dice from the table, one group per throw; it may still wait for more.

    Raises InvalidInput for a group that does not fit its throw, or for groups left over at the end.
    """
    run = play(resolver, lambda _, index: groups[index] if index < len(groups) else None)
    if len(groups) > len(run.thrown):
        raise InvalidInput(InputError("faces", f"{len(groups)} groups", f"{len(run.thrown)}: it ended there"))
    return run


def play_on(resolver: Resolver[StateT], run: Play[StateT], group: Sequence[int]) -> Play[StateT] | None:
    """Return a run of a resolver after one more throw; None where that ends it, for `replay` to tell how.

    InvalidInput for a group that does not fit its throw.
    """
    assert run.waiting and run.state is not None
    faces = run.waiting.read(group)
    state = resolver.take(run.state, run.waiting.sort(faces, f"faces, group {len(run.thrown) + 1}"))
    waiting = resolver.ask(state)
    return Play((*run.thrown, Thrown(run.waiting, faces)), waiting, None, state) if waiting else None


def read_groups(text: str) -> list[list[int]]:
    """Return typed dice, `5 6 1 | 4 4`, as one group per throw; InvalidInput where a word is not a whole number."""
    groups = []
    for number, group in enumerate(text.split("|") if text.strip() else [], 1):
        words = group.replace(",", " ").split()
        bad_words = [word for word in words if not word.removeprefix("-").isdecimal() or len(word) > 9]
        if bad_words:
            raise InvalidInput(InputError(f"faces, group {number}", repr(bad_words[0][:40]), "whole numbers"))
        groups.append([int(word) for word in words])
    return groups
