"""Rolls that throw once and count: a throw, a function that counts its dice, and one that makes the outcome.

Such a roll is a resolver: for the app's dice, typed dice and exact odds alike.

    OneThrow(
        graded("to hit", power, D6, ("miss", 1, "miss"), ("hit", 4, "hit"), ("six", 6, "critical")),
        count=lambda faces: faces[1] + 2 * faces[2],
        as_outcome=lambda hits: {"hits": hits},
    )

Two throws, where the second depends on the first, are a `Chain` of two.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, NamedTuple, TypeVar

from companion.dice.resolver import Outcome
from companion.dice.throw import Choice, Faces, Throw

CountT = TypeVar("CountT")


class Counted(NamedTuple, Generic[CountT]):
    """The count so far, how often dice may still be thrown again, and the next step."""

    value: CountT | None
    left: int = 0
    next: Literal["throw", "offer", "again", "over"] = "over"


@dataclass(frozen=True, eq=False)
class Again(Generic[CountT]):
    """Dice that follow the throw, up to `times` times: misses thrown again, a die on a second table.

    `throw` returns them for the count so far, None if none follow; `count` returns the count after them. `offer`, if
    there is one, returns a question to ask first, for the count so far and the times left; its second answer is yes.
    """

    times: int
    throw: Callable[[CountT], Throw | None]
    count: Callable[[CountT, Faces], CountT]
    offer: Callable[[CountT, int], Choice] | None = None


@dataclass(frozen=True, eq=False)
class OneThrow(Generic[CountT]):
    """A roll that throws once, as a resolver.

    `count` returns the count for the number of dice in each class of the throw; it should keep only what the outcome
    needs, because equal counts are one state of exact odds. If `throw` is None nothing is thrown, and the count is
    `nothing`; a throw without dice is not asked for either.
    """

    throw: Throw | None
    count: Callable[[Faces], CountT]
    as_outcome: Callable[[CountT], Outcome]
    again: Again[CountT] | None = None
    nothing: CountT | None = None

    def start(self) -> Counted[CountT]:
        """Return the state before the throw; the end if there is no throw."""
        times = self.again.times if self.again else 0
        if self.throw is None:
            return Counted(self.nothing, times)
        if not self.throw.count:
            return Counted(self.count((0,) * len(self.throw.classes)), times)
        return Counted(None, times, "throw")

    def ask(self, state: Counted[CountT]) -> Throw | None:
        """Return the throw, then the question about dice thrown again and those dice."""
        if state.next == "over":
            return None
        if state.next == "throw":
            return self.throw
        again, value = self._again_and_count(state)
        return again.offer(value, state.left) if state.next == "offer" and again.offer else again.throw(value)

    def take(self, state: Counted[CountT], faces: Faces) -> Counted[CountT]:
        """Return the state after dice or an answer."""
        if state.next == "throw":
            return self._follow(self.count(faces), state.left)
        again, value = self._again_and_count(state)
        if state.next == "again":
            return self._follow(again.count(value, faces), state.left)
        return Counted(value, state.left - 1, "again") if faces[1] else Counted(value, state.left)

    def _follow(self, value: CountT, left: int) -> Counted[CountT]:
        """Return the state after a count: an offer, dice thrown again, or the end."""
        if not left or self.again is None or self.again.throw(value) is None:
            return Counted(value, left)
        return Counted(value, left, "offer") if self.again.offer else Counted(value, left - 1, "again")

    def _again_and_count(self, state: Counted[CountT]) -> tuple[Again[CountT], CountT]:
        assert self.again is not None and state.value is not None
        return self.again, state.value

    def outcome(self, state: Counted[CountT]) -> Outcome:
        """Return the outcome of the final count."""
        assert state.value is not None
        return self.as_outcome(state.value)
