"""A charge and its counter-attack, a room of its own: two attacks, one after the other."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.dice.resolver import Outcome
from companion.dice.throw import Faces, Throw
from companion.games.techniconica.resolver.attack import Attack
from companion.games.techniconica.resolver.attack import State as AttackState
from companion.rulebook import rule


class ChargeState(NamedTuple):
    """The charge, and the counter-attack once it began."""

    charge: AttackState
    counter: AttackState | None = None


@dataclass(frozen=True)
class Charge:
    """A charge and, where the target may and will, its counter-attack, with the Re-Rolls that the charge left."""

    charge: Attack
    counter: Attack | None
    only_unharmed: bool = False

    def start(self) -> ChargeState:
        """Return the charge before any dice."""
        return self._on(ChargeState(self.charge.start()))

    def ask(self, state: ChargeState) -> Throw | None:
        """Return the next throw of the charge, then of the counter-attack."""
        if state.counter is not None and self.counter:
            return self.counter.ask(state.counter)
        return self.charge.ask(state.charge)

    def take(self, state: ChargeState, faces: Faces) -> ChargeState:
        """Return the state after a throw."""
        if state.counter is not None and self.counter:
            return state._replace(counter=self.counter.take(state.counter, faces))
        return self._on(ChargeState(self.charge.take(state.charge, faces)))

    @rule("counter-attack")
    def _on(self, state: ChargeState) -> ChargeState:
        """Begin the counter-attack once the charge is over, if the target still fights."""
        if self.counter is None or self.charge.ask(state.charge):
            return state
        end = self.charge.outcome(state.charge)
        if end["bottle"] == "failed" or self.charge.ends(state.charge):
            return state
        if self.only_unharmed and "base" in end["destroyed"]:
            return state
        return state._replace(counter=self.counter.start(state.charge.left[::-1]))

    def outcome(self, state: ChargeState) -> Outcome:
        """Return the charge's outcome; with a counter-attack also its own, each name with `counter_` before it."""
        found = dict(self.charge.outcome(state.charge))
        if self.counter is None:
            return found
        if state.counter is None:
            return found | {
                "counter_result": "none",
                "counter_damage": 0,
                "counter_destroyed": [],
                "counter_bottle": "not-taken",
            }
        return found | {f"counter_{key}": value for key, value in self.counter.outcome(state.counter).items()}
