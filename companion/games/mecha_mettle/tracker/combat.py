"""A shot at the table: the dice of the roll page, and the decisions about components between them.

The attack itself is the resolver's `Attack`, prepared for each target, pool and component. The questions are: the
target to which a Defensive Flare turns the shot, dice added to the defense, and missed dice rolled again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from companion.base.wording import percent, plural
from companion.data.rulebook import rule
from companion.dice.odds import exact
from companion.dice.resolver import Chance, Continued, Outcome
from companion.dice.throw import Choice, Faces, Throw
from companion.games.mecha_mettle.resolver.attack import ATTACKER, DEFENDER, Attack
from companion.games.mecha_mettle.resolver.attack import State as AttackState

MOST_CHANCES = 4096
"""The most chances of attacks that are kept."""
SUCCESS = Chance("success", "The attack succeeds", lambda outcome: bool(outcome["hit"]))


class Aim(NamedTuple):
    """A possible target of a shot, and its title for the question."""

    target: str
    title: str


class ShotState(NamedTuple):
    """A shot under way.

    `missed` is a throw of the attacker whose misses may be rolled again; `again` is the pool that was rolled again.
    """

    inner: AttackState
    aim: int = 0
    answered: bool = False
    armoured: bool = False
    again: str = ""
    missed: Faces = ()


Prepare = Callable[[int, bool, str], Attack]
"""Prepares the attack from an aim's index, whether the defender's dice are added, the rerolled pool ("" for none)."""


@dataclass(frozen=True, eq=False)
class TableAttack:
    """A shot with its questions; `aims` has the declared target first.

    `armour` and `flare` name a component that the defender may use, `reroll` one of the attacker's, "" without one.
    `late` says that the defender decides after the attack roll.
    """

    aims: tuple[Aim, ...]
    prepare: Prepare
    armour: str = ""
    flare: str = ""
    reroll: str = ""
    late: bool = False

    def start(self) -> ShotState:
        """Return the shot before any dice."""
        return ShotState(self.prepare(0, False, "").start())

    def attack(self, state: ShotState) -> Attack:
        """Return the attack as prepared for this state."""
        return self.prepare(state.aim, state.armoured, state.again)

    def ask(self, state: ShotState) -> Throw | None:
        """Return the next question or throw, with its side."""
        attack = self.attack(state)
        if state.missed:
            why = f"{self.reroll}: roll the {plural(state.missed[0], 'die', 'dice')} again that missed?"
            notes = [self._chance(one, "your") for one in (self._keep_throw(state), self._roll_again(state))]
            return Choice(why, ("keep the roll", "roll again"), 1, notes, ATTACKER)
        if self._asks_defender(state, attack):
            return self._question(state)
        return attack.ask(state.inner)

    @rule("component-active")
    def _asks_defender(self, state: ShotState, attack: Attack) -> bool:
        """Return whether the defender has a useful decision now; a ruling sets the moment."""
        if state.answered or attack.impenetrable or not (self.armour or self.flare):
            return False
        is_attack_rolled = state.inner[0] >= attack.split
        return is_attack_rolled and state.inner[1] > 0 if self.late else not state.inner[0]

    def _question(self, state: ShotState) -> Choice:
        outcomes = [self._answered(state, answer) for answer in range(len(self.aims) if self.flare else 2)]
        notes = [self._chance(outcome, "their") for outcome in outcomes]
        if self.flare:
            answers = ("no", *(aim.title for aim in self.aims[1:]))
            return Choice(f"{self.flare}: must the shot take another target?", answers, 0, notes, DEFENDER)
        return Choice(f"Add the dice of {self.armour} to this defense?", usual=1, notes=notes, by=DEFENDER)

    def take(self, state: ShotState, faces: Faces) -> ShotState:
        """Return the shot after an answer or dice."""
        attack = self.attack(state)
        if state.missed:
            return self._roll_again(state) if faces[1] else self._keep_throw(state)
        if self._asks_defender(state, attack):
            return self._answered(state, faces.index(1))
        may_reroll = self.reroll and not state.again and state.inner[0] < attack.split
        if may_reroll and faces[0]:
            return state._replace(missed=faces)
        return state._replace(inner=attack.take(state.inner, faces))

    def _answered(self, state: ShotState, answer: int) -> ShotState:
        if not answer:
            return state._replace(answered=True)
        if self.armour:
            return state._replace(answered=True, armoured=True)
        turned = self.prepare(answer, False, state.again)
        inner = turned.start() if turned.impenetrable or not state.inner[0] else state.inner
        return state._replace(answered=True, aim=answer, inner=inner)

    def _keep_throw(self, state: ShotState) -> ShotState:
        return state._replace(missed=(), inner=self.attack(state).take(state.inner, state.missed))

    def _roll_again(self, state: ShotState) -> ShotState:
        pool = self.attack(state).steps[state.inner[0]].kind
        again = state._replace(missed=(), again=pool)
        return again._replace(inner=self.attack(again).take(state.inner, state.missed))

    def _chance(self, state: ShotState, whose: str) -> str:
        return f"{whose} attack hits in {_success_in_words(self.attack(state), state.inner)}"

    def outcome(self, state: ShotState) -> Outcome:
        """Return the outcome of the attack, with its final `target` and the components used."""
        result = self.attack(state).outcome(state.inner)
        return {**result, "target": self.aims[state.aim].target, "armoured": state.armoured, "again": state.again}


@lru_cache(MOST_CHANCES)
def success(attack: Attack, inner: AttackState) -> float:
    """Return the chance that an attack succeeds from its current state without further decisions."""
    return float(exact(Continued(attack, inner)).measure(SUCCESS))


@lru_cache(MOST_CHANCES)
def _success_in_words(attack: Attack, inner: AttackState) -> str:
    return percent(success(attack, inner))
