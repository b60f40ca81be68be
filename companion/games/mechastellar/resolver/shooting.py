"""Shooting as a state machine: evade dice, blocks and armor saves of one attack or a volley."""

from dataclasses import dataclass
from functools import lru_cache

from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.dice.throw import D10, Choice, Faces, Throw, graded, succeeding

MOST_SHOTS = 10
MOST_CRITS = 3
ALWAYS_EVADES = 9
SAVE_DAMAGE = 1000
LEAST_PEN = 2
ATTACKER, DEFENDER = 0, 1
"""The sides of an attack, as a throw names them: the defender rolls evade dice and saves, and decides about Skill
Defense."""
EVERY_HIT = 999
"""Hits that Momentum negates where it is paid for a whole attack: all or none."""


@lru_cache(maxsize=4096)
@rule("evade", "shooting-critical")
def evade_throw(why: str, shots: int, target: int, lock: bool) -> Throw:
    """Return evade dice sorted into criticals, hits and evaded shots for the number an evade needs."""
    hit_from = 4 if lock else 3
    evaded_from = max(hit_from, min(target, ALWAYS_EVADES))
    return graded(
        why,
        shots,
        D10,
        ("critical", 1, "miss"),
        ("hit", hit_from, "miss"),
        ("evaded", evaded_from, "hit"),
        by=DEFENDER,
    )


@rule("armor-save")
def save_target(pen: int, armor: int) -> int:
    """Return the number that an armor save must reach: PEN minus ARM Sv."""
    return pen - armor


@lru_cache(maxsize=4096)
def save_throw(count: int, pen: int, armor: int, by: int) -> Throw | None:
    """Return the dice of armor saves, passed or failed; None where no roll is needed (rule armor-save)."""
    target = save_target(pen, armor)
    if not count or pen < LEAST_PEN or target <= 1:
        return None
    return succeeding(f"armor saves, {target} or more", count, target, D10, ("failed", "passed"), by)


@lru_cache(maxsize=1024)
@rule("skill-defense")
def defense_choice(through: int, most: int, step: int) -> Choice:
    """Return how many of the hits that get through the defender negates: the usual answer is as many as possible."""
    answers = [f"negate {plural(count, 'hit')}" if count else "none" for count in range(0, most + 1, step)]
    why = f"{plural(through, 'hit')} get{'s' * (through == 1)} through: Skill Defense?"
    return Choice(why, answers, len(answers) - 1, by=DEFENDER)


@rule("warship-saves", "armor-save")
def most_saves(warship: bool, aoe: bool, five: bool) -> int:
    """Return the most saves that one weapon forces: 3, or 5 or 10 for warships; 5 and 10 in five-unit modules."""
    if five:
        return 10 if warship else 5
    if warship:
        return 10 if aoe else 5
    return 3


State = tuple[int, int, int, int, int]
"""The stage (0 evade, 1 reroll, 2 saves, 3 end, 4 Skill Defense), criticals and hits, failed saves, and the hits that
Momentum negates at most. Until the reroll they are those on the dice, then what counts: see `Shot.count`."""


@dataclass(frozen=True)
class Shot:
    """One shooting attack with choices already applied: `shots`, `target` (the number to evade), `blocks`.

    `momentum` is how many hits Skill Defense can negate. Where players `choose`, the defender decides after the evade
    dice how many it does; else it negates all it can.
    """

    shots: int
    target: int
    damage: int = 0
    lock: bool = False
    indirect: bool = False
    bonus_hits: int = 0
    bonus_crits: int = 0
    blocks: int = 0
    momentum: int = 0
    pen: int = 0
    armor: int = 0
    save_damage: int = SAVE_DAMAGE
    most_saves: int = 3
    negate: int = 0
    rerolls: int = 0
    crits_capped: bool = True
    hp: int | None = None
    why: str = "evade"
    choose: bool = False

    def start(self) -> State:
        """Return the attack before any dice."""
        return self._defend(0, 0) if self.shots == 0 else (0, 0, 0, 0, self.momentum)

    def _defend(self, crits: int, hits: int) -> State:
        """Return the state after the evade dice: where the defender is asked, else at the saves.

        It has no more of the dice than the rest needs, so that equal states are one.
        """
        counted, total = self.count(crits, hits)
        if self.choose and self._defense(total):
            return 4, counted, total, 0, 0
        return 2, counted, total, 0, self.momentum

    def _defense(self, total: int) -> Choice | None:
        through = self.through(total, 0)
        most = min(through, self.momentum)
        return defense_choice(through, most, most if self.momentum == EVERY_HIT else 1) if most else None

    def ask(self, state: State) -> Throw | None:
        """Return the next dice."""
        stage, crits, hits, _, negated = state
        if stage == 2:
            return save_throw(min(self.most_saves, self.through(hits, negated)), self.pen, self.armor, DEFENDER)
        if stage == 0:
            why = f"{self.why}, {self.target} or more" if self.target > 1 else f"{self.why}, anything but a critical"
            return evade_throw(why, self.shots, self.target, self.lock)
        if stage == 1:
            count = min(self.rerolls, crits + hits)
            return evade_throw("the worst evade dice again", count, self.target, self.lock)
        return self._defense(hits) if stage == 4 else None

    def take(self, state: State, faces: Faces) -> State:
        """Return the state after the dice; rerolls take the criticals first."""
        stage, crits, hits, _, negated = state
        if stage == 0:
            if self.rerolls and faces[0] + faces[1]:
                return 1, faces[0], faces[1], 0, negated
            return self._defend(faces[0], faces[1])
        if stage == 1:
            again = min(self.rerolls, crits + hits)
            gone = min(again, crits)
            return self._defend(crits - gone + faces[0], hits - (again - gone) + faces[1])
        if stage == 4:
            return 2, crits, hits, 0, faces.index(1) * (EVERY_HIT if self.momentum == EVERY_HIT else 1)
        return 3, crits, hits, faces[0], negated

    @rule("hit-damage", "indirect", "shooting-critical")
    def count(self, crits: int, hits: int) -> tuple[int, int]:
        """Return the criticals that count, and all hits, for the dice shown."""
        every = crits + (self.bonus_crits if self.crits_capped else 0)
        counted = min(MOST_CRITS, every)
        spare = every - counted
        if not self.crits_capped:
            counted += self.bonus_crits
        if self.indirect:
            counted, spare = 0, counted + spare
        return counted, hits + 2 * counted + spare + self.bonus_hits

    @rule("shield", "skill-defense")
    def through(self, total: int, negated: int) -> int:
        """Return how many of all hits get through; Momentum negates up to `negated`."""
        return max(0, total - self.blocks - negated)

    @rule("save-negate")
    def outcome(self, state: State) -> Outcome:
        """Return `hits`, `crits`, `blocked`, `unblocked`, `damage`, `saves_failed`.

        Where HP are known also `within_hp`, the damage without overkill, and `destroyed`.
        """
        _, counted, total, failed, negated = state
        through = self.through(total, negated)
        standing = max(0, failed - self.negate)
        damage = through * self.damage + standing * self.save_damage
        found = {
            "hits": total,
            "crits": counted,
            "blocked": total - through,
            "unblocked": through,
            "damage": damage,
            "saves_failed": standing,
        }
        if self.hp is None:
            return found
        return {**found, "within_hp": min(damage, self.hp), "destroyed": damage >= self.hp}


SUMMED = ("hits", "blocked", "unblocked", "damage", "saves_failed")
"""The outcomes that a volley adds up; hits include criticals, so that its exact odds stay small."""
VolleyState = tuple[int, tuple[int, ...], State]
"""The number of weapons fired, the sum of their outcomes, the state of the current one."""


@dataclass(frozen=True)
class Volley:
    """Several equal weapons fired one after the other at the same target, as in Overwatch."""

    shot: Shot
    weapons: int

    def start(self) -> VolleyState:
        """Return the volley before any dice."""
        return self._next_weapon_with_dice(0, (0,) * len(SUMMED), self.shot.start())

    def _next_weapon_with_dice(self, fired: int, sums: tuple[int, ...], state: State) -> VolleyState:
        while fired < self.weapons and self.shot.ask(state) is None:
            outcome = self.shot.outcome(state)
            sums = tuple(a + int(outcome[name]) for a, name in zip(sums, SUMMED, strict=True))
            fired, state = fired + 1, self.shot.start()
        return fired, sums, state

    def ask(self, state: VolleyState) -> Throw | None:
        """Return the next dice of the weapon that fires."""
        return self.shot.ask(state[2]) if state[0] < self.weapons else None

    def take(self, state: VolleyState, faces: Faces) -> VolleyState:
        """Return the state after the dice."""
        return self._next_weapon_with_dice(state[0], state[1], self.shot.take(state[2], faces))

    def outcome(self, state: VolleyState) -> Outcome:
        """Return `hits`, `blocked`, `unblocked`, `damage`, `saves_failed` of all weapons together."""
        return dict(zip(SUMMED, state[1], strict=True))
