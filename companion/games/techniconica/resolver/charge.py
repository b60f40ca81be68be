"""A charge and its counter-attack as a state machine: two attacks, one after the other."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.dice.resolver import Outcome
from companion.dice.throw import Faces, Throw
from companion.games.techniconica.resolver.attack import Attack
from companion.games.techniconica.resolver.attack import State as AttackState
from companion.rulebook import rule


class ChargeState(NamedTuple):
    """The state of the charge, and of the counter-attack once it has begun."""

    charge: AttackState
    counter: AttackState | None = None


@dataclass(frozen=True)
class Charge:
    """A charge, then the counter-attack if there is one, with the Re-Rolls that the charge left."""

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
        """Return the outcome of the charge, and that of the counter-attack with `counter_` before each name."""
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
