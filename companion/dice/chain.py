"""Chains of two resolvers: a charge and then its counter-attack, or a question and then a roll.

The second resolver depends on the first only through its beginning, so that exact odds run each beginning once instead
of once for every end of the first; `odds.exact` does that for every chain.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from companion.dice.one_throw import Counted, OneThrow
from companion.dice.resolver import Outcome, Resolver, Thrown
from companion.dice.throw import Choice, Faces, Throw

FirstT = TypeVar("FirstT", bound=Hashable)
SecondT = TypeVar("SecondT", bound=Hashable)


class Beginning(NamedTuple, Generic[SecondT]):
    """The second resolver and its first state; equal beginnings have the same odds."""

    resolver: Resolver[SecondT]
    state: SecondT


class ChainState(NamedTuple, Generic[FirstT, SecondT]):
    """The state of the first resolver, and that of the second once it has begun."""

    first: FirstT
    second: SecondT | None = None


@dataclass(frozen=True)
class Chain(Generic[FirstT, SecondT]):
    """Two resolvers, one after the other.

    `then` returns the beginning of the second after an end of the first, None if there is no second; `join_outcomes`
    makes one outcome of both, where the second may be None.
    """

    first: Resolver[FirstT]
    then: Callable[[FirstT], Beginning[SecondT] | None]
    join_outcomes: Callable[[Outcome, Outcome | None], Outcome]
    seen: Callable[[Sequence[Thrown]], Outcome] | None = None
    """Returns details of one roll's dice besides its outcome, like a resolver's method `seen`."""

    def start(self) -> ChainState[FirstT, SecondT]:
        """Return the state before any dice."""
        return self._begin_second(self.first.start())

    def ask(self, state: ChainState[FirstT, SecondT]) -> Throw | None:
        """Return the next throw of the first, then of the second."""
        if state.second is None:
            return self.first.ask(state.first)
        return self._second(state).ask(state.second)

    def take(self, state: ChainState[FirstT, SecondT], faces: Faces) -> ChainState[FirstT, SecondT]:
        """Return the state after a throw."""
        if state.second is None:
            return self._begin_second(self.first.take(state.first, faces))
        return state._replace(second=self._second(state).take(state.second, faces))

    def outcome(self, state: ChainState[FirstT, SecondT]) -> Outcome:
        """Return the outcome of both."""
        second = None if state.second is None else self._second(state).outcome(state.second)
        return self.join_outcomes(self.first.outcome(state.first), second)

    def _begin_second(self, first: FirstT) -> ChainState[FirstT, SecondT]:
        beginning = None if self.first.ask(first) else self.then(first)
        return ChainState(first, beginning.state if beginning else None)

    def _second(self, state: ChainState[FirstT, SecondT]) -> Resolver[SecondT]:
        beginning = self.then(state.first)
        if beginning is None:
            raise ValueError("the second resolver of this chain has not begun")
        return beginning.resolver


def ask_first(
    choice: Choice,
    then: Callable[[int], Resolver[Any]],
    seen: Callable[[Sequence[Thrown]], Outcome] | None = None,
) -> Chain[Counted[int], Any]:
    """Return a roll that begins with a question; `then` makes the rest from the index of the answer.

    Its odds are those after the default answer.
    """

    @lru_cache(len(choice.answers))
    def begin(answer: Counted[int]) -> Beginning[Any]:
        assert answer.value is not None
        resolver = then(answer.value)
        return Beginning(resolver, resolver.start())

    question = OneThrow(choice, count=lambda faces: faces.index(1), as_outcome=lambda _: {})
    return Chain(question, begin, lambda _, rest: rest or {}, seen)


def answer_as_usual(resolver: Resolver[Any]) -> Resolver[Any]:
    """Return the rest of a roll after default answers to all questions at its beginning."""
    while isinstance(resolver, Chain) and isinstance(resolver.first, OneThrow):
        if not isinstance(resolver.first.throw, Choice):
            break
        beginning = resolver.then(Counted(resolver.first.throw.usual))
        assert beginning
        resolver = beginning.resolver
    return resolver
