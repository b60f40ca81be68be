"""Shooting as a state machine: evade dice, blocks and armour saves of one attack or a volley."""

from dataclasses import dataclass
from functools import lru_cache

from companion.dice.resolver import Outcome
from companion.dice.throw import D10, FaceClass, Faces, Throw, succeeding
from companion.rulebook import rule

MOST_SHOTS = 10
MOST_CRITS = 3
ALWAYS_EVADES = 9
SAVE_DAMAGE = 1000
LEAST_PEN = 2


@lru_cache(maxsize=4096)
@rule("evade", "shooting-critical")
def evade_throw(why: str, shots: int, target: int, lock: bool) -> Throw:
    """Return evade dice sorted into criticals, hits and evaded shots for the number an evade needs."""
    crits = frozenset({1, 2, 3} if lock else {1, 2})
    hits = frozenset(face for face in D10.faces if face < min(target, ALWAYS_EVADES)) - crits
    evaded = frozenset(D10.faces) - crits - hits
    classes = (
        FaceClass("critical", crits, "critical"),
        FaceClass("hit", hits, "hit"),
        FaceClass("evaded", evaded, "miss"),
    )
    return Throw(why, shots, D10, classes)


@rule("armor-save")
def save_target(pen: int, armor: int) -> int:
    """Return the number that an armour save must reach: PEN minus ARM Sv."""
    return pen - armor


@lru_cache(maxsize=4096)
def save_throw(count: int, pen: int, armor: int) -> Throw | None:
    """Return the dice of armour saves, passed or failed; None where no roll is needed (rule armor-save)."""
    target = save_target(pen, armor)
    if not count or pen < LEAST_PEN or target <= 1:
        return None
    return succeeding(f"armour saves, {target} or more", count, target, D10, ("failed", "passed"))


@rule("warship-saves", "armor-save")
def most_saves(warship: bool, aoe: bool, five: bool) -> int:
    """Return the most saves that one weapon forces: 3, or 5 or 10 for warships; 5 and 10 in five-unit modules."""
    if five:
        return 10 if warship else 5
    if warship:
        return 10 if aoe else 5
    return 3


State = tuple[int, int, int, int]
"""The stage (0 evade, 1 reroll, 2 saves, 3 end), criticals and hits on the dice, failed saves."""


@dataclass(frozen=True)
class Shot:
    """One shooting attack with choices already applied: `shots`, `target` (the number to evade), `blocks`."""

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

    def start(self) -> State:
        """Return the attack before any dice."""
        return self._next((0, 0, 0, 0)) if self.shots == 0 else (0, 0, 0, 0)

    def _next(self, state: State) -> State:
        """Return the state at its next throw, or at the end."""
        _, crits, hits, _ = state
        if self._saves(crits, hits) is not None:
            return 2, crits, hits, 0
        return 3, crits, hits, 0

    def _saves(self, crits: int, hits: int) -> Throw | None:
        return save_throw(min(self.most_saves, self.tally(crits, hits)[3]), self.pen, self.armor)

    def ask(self, state: State) -> Throw | None:
        """Return the next dice."""
        stage, crits, hits, _ = state
        if stage == 0:
            why = f"{self.why}, {self.target} or more" if self.target > 1 else f"{self.why}, anything but a critical"
            return evade_throw(why, self.shots, self.target, self.lock)
        if stage == 1:
            count = min(self.rerolls, crits + hits)
            return evade_throw("the worst evade dice again", count, self.target, self.lock)
        return self._saves(crits, hits) if stage == 2 else None

    def take(self, state: State, faces: Faces) -> State:
        """Return the state after the dice; rerolls take the criticals first."""
        stage, crits, hits, _ = state
        if stage == 0:
            if self.rerolls and faces[0] + faces[1]:
                return 1, faces[0], faces[1], 0
            return self._next((0, faces[0], faces[1], 0))
        if stage == 1:
            again = min(self.rerolls, crits + hits)
            gone = min(again, crits)
            return self._next((1, crits - gone + faces[0], hits - (again - gone) + faces[1], 0))
        return 3, crits, hits, faces[0]

    @rule("hit-damage", "indirect", "shield", "skill-defense", "shooting-critical")
    def tally(self, crits: int, hits: int) -> tuple[int, int, int, int]:
        """Return total hits, counted criticals, blocked hits and unblocked hits for the dice shown."""
        every = crits + (self.bonus_crits if self.crits_capped else 0)
        counted = min(MOST_CRITS, every)
        spare = every - counted
        if not self.crits_capped:
            counted += self.bonus_crits
        if self.indirect:
            counted, spare = 0, counted + spare
        total = hits + 2 * counted + spare + self.bonus_hits
        blocked = min(total, self.blocks + self.momentum)
        return total, counted, blocked, total - blocked

    @rule("save-negate")
    def outcome(self, state: State) -> Outcome:
        """Return `hits`, `crits`, `blocked`, `unblocked`, `damage`, `saves_failed`.

        Where HP are known also `within_hp`, the damage without overkill, and `destroyed`.
        """
        _, crits, hits, failed = state
        total, counted, blocked, through = self.tally(crits, hits)
        standing = max(0, failed - self.negate)
        damage = through * self.damage + standing * self.save_damage
        found = {
            "hits": total,
            "crits": counted,
            "blocked": blocked,
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
        return self._on(0, (0,) * len(SUMMED), self.shot.start())

    def _on(self, fired: int, sums: tuple[int, ...], state: State) -> VolleyState:
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
        return self._on(state[0], state[1], self.shot.take(state[2], faces))

    def outcome(self, state: VolleyState) -> Outcome:
        """Return `hits`, `blocked`, `unblocked`, `damage`, `saves_failed` of all weapons together."""
        return dict(zip(SUMMED, state[1], strict=True))
