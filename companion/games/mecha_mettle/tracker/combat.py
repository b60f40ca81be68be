"""A shot at the table: the dice of the roll page, and between them what each side may decide with its component.

The attack itself is the resolver's `Attack`, prepared anew for each target, pool and component; here are the questions:
where a Defensive Flare turns the shot, whether dice are added to the defense, whether what missed is rolled again.
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

SUCCESS = Chance("success", "The attack succeeds", lambda outcome: bool(outcome["hit"]))


class Aim(NamedTuple):
    """What a shot may be aimed at, in words, and whether a Flare may turn it there."""

    target: str
    title: str


class ShotState(NamedTuple):
    """A shot part of the way through.

    `missed` is a throw of the attacker that may be rolled again, `again` the pool of the one that was.
    """

    inner: AttackState
    aim: int = 0
    answered: bool = False
    armoured: bool = False
    again: str = ""
    missed: Faces = ()


Prepare = Callable[[int, bool, str], Attack]
"""Prepares the attack at an aim, perhaps with the defender's dice, or with a pool whose misses are rolled again."""


@dataclass(frozen=True, eq=False)
class TableAttack:
    """A shot with its questions; `aims` has the declared target first.

    `armour` and `flare` are names of a component that the defender may use, `reroll` of one of the attacker's, empty
    where there is none. `late` says that the defender decides once the attack roll is known.
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
        """Return the attack as it is prepared now."""
        return self.prepare(state.aim, state.armoured, state.again)

    def ask(self, state: ShotState) -> Throw | None:
        """Return the next question or throw, each with the side whose it is."""
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
        """Return whether the defender has something useful to decide now; when is a ruling."""
        if state.answered or attack.impenetrable or not (self.armour or self.flare):
            return False
        rolled = state.inner[0] >= attack.split
        return rolled and state.inner[1] > 0 if self.late else not state.inner[0]

    def _question(self, state: ShotState) -> Choice:
        ways = [self._answered(state, answer) for answer in range(len(self.aims) if self.flare else 2)]
        notes = [self._chance(way, "their") for way in ways]
        if self.flare:
            answers = ("no", *(aim.title for aim in self.aims[1:]))
            return Choice(f"{self.flare}: must the shot take another target?", answers, 0, notes, DEFENDER)
        return Choice(f"Add the dice of {self.armour} to this defense?", usual=1, notes=notes, by=DEFENDER)

    def take(self, state: ShotState, faces: Faces) -> ShotState:
        """Return the shot after an answer, or after dice."""
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
        return f"{whose} attack hits in {percent(_success(self.attack(state), state.inner))}"

    def outcome(self, state: ShotState) -> Outcome:
        """Return the outcome of the attack, with the target that it came to."""
        found = self.attack(state).outcome(state.inner)
        return {**found, "target": self.aims[state.aim].target, "armoured": state.armoured, "again": state.again}


@lru_cache(4096)
def _success(attack: Attack, inner: AttackState) -> float:
    """Return how likely an attack is to succeed from where it is, if nothing more is decided."""
    return float(exact(Continued(attack, inner)).measure(SUCCESS))
