"""The combat of one zone as a state machine; rolls, odds and duels all run it.

A mech in play is `(level, layers, waiting)`; waiting means that it has not acted. The mechs of a side are sorted with
the strongest first and equal mechs are interchangeable, so states that differ only in the order of mechs are the same.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from companion.dice.resolver import Outcome
from companion.dice.throw import D6, FaceClass, Faces, Throw
from companion.games.mechalyte.rules.aim import Aim, aimed
from companion.games.mechalyte.rules.levels import PRINTED, Scale, ratings, struck
from companion.rulebook import rule
from companion.wording import plural

CLASSES = (
    FaceClass("miss", frozenset({1, 2, 3})),
    FaceClass("hit", frozenset({4, 5})),
    FaceClass("critical", frozenset({6})),
)
"""What a die can show (facts 60, 65 to 71)."""

Mech = tuple[int, int, bool]
Side = tuple[Mech, ...]
Sides = tuple[Side, Side]
Shot = tuple[int, int, int]
"""The target's side (0: a, 1: b), which of its mechs, how many dice."""
State = tuple[Sides, tuple[Shot, ...]]
"""Both sides, and the shots of the round still to be rolled; without shots the combat is over."""


@lru_cache(maxsize=4096)
def attack_throw(why: str, dice: int) -> Throw:
    """Return attack dice sorted into misses, hits and critical hits."""
    return Throw(why, dice, D6, CLASSES)


@dataclass(frozen=True)
class Combat:
    """Two sides, each with a spec and its mechs' levels; `turn` is whose turn it is, `scale` what modules give."""

    specs: tuple[str, str]
    levels: tuple[tuple[int, ...], tuple[int, ...]]
    turn: Literal[0, 1] = 0
    aims: tuple[Aim, Aim] = ("strongest", "strongest")
    scale: Scale = PRINTED

    @rule("charge-shields")
    def start(self) -> State:
        """Charge shields and ready the first round (facts 53, 54)."""
        a, b = (
            tuple((level, ratings(spec, level, self.scale).shield, True) for level in levels)
            for spec, levels in zip(self.specs, self.levels, strict=True)
        )
        return self._readied(a, b)

    @rule("ready", "one-act", "countdown", "initiative-drop")
    def _readied(self, a: Side, b: Side) -> State:
        """Return the next round with its shots, or the end where nobody is left to act or to be shot at.

        The countdown jumps to the highest Initiative still waiting: rounds between have no dice (facts 54 to 56, 63).
        """
        sides = (_sorted(a), _sorted(b))
        countdown = max((self._initiative(i, mech) for i in (0, 1) for mech in sides[i] if mech[2]), default=-1)
        if countdown < 0 or not sides[0] or not sides[1]:
            return (_rested(sides[0]), _rested(sides[1])), ()
        dice = [self._dice(i, sides[i], countdown) for i in (0, 1)]
        ready = tuple(_sorted(self._acted(i, sides[i], countdown)) for i in (0, 1))
        shots: tuple[Shot, ...] = ()
        for shooter in (self.turn, 1 - self.turn):
            enemy = 1 - shooter
            split = aimed(self.aims[shooter], self.specs[enemy], ready[enemy], dice[shooter])
            shots += tuple((enemy, i, n) for i, n in enumerate(split) if n)
        first, second = ready
        # Mechs without Power act and roll nothing: the combat goes on with those still waiting.
        return ((first, second), shots) if shots else self._readied(first, second)

    def _initiative(self, side: int, mech: Mech) -> int:
        return ratings(self.specs[side], mech[0], self.scale).initiative

    def _dice(self, side: int, mechs: Side, countdown: int) -> int:
        spec = self.specs[side]
        acting = (mech for mech in mechs if mech[2] and self._initiative(side, mech) == countdown)
        return sum(ratings(spec, mech[0], self.scale).power for mech in acting)

    def _acted(self, side: int, mechs: Side, countdown: int) -> Side:
        return tuple((m[0], m[1], m[2] and self._initiative(side, m) != countdown) for m in mechs)

    def ask(self, state: State) -> Throw | None:
        """Return the dice of the next shot."""
        sides, shots = state
        if not shots:
            return None
        enemy, index, dice = shots[0]
        return attack_throw(_why(enemy, sides[enemy][index]), dice)

    @rule("hit", "critical-hit", "simultaneous")
    def take(self, state: State, faces: Faces) -> State:
        """Return the state after the shot; other shots of the round keep their aim and dice (facts 59 to 61)."""
        (a, b), shots = state
        enemy, index, _ = shots[0]
        mechs = b if enemy else a
        level, layers, waiting = mechs[index]
        after = _struck(self.specs[enemy], level, layers, faces[1], faces[2])
        # Shots go down the line: mechs up to this one are not shot at again, so that their order no longer matters.
        changed = (*sorted((*mechs[:index], (*after, waiting))), *mechs[index + 1 :])
        a, b = (a, changed) if enemy else (changed, b)
        if len(shots) > 1:
            return (a, b), shots[1:]
        return _ready(self, a, b)

    def outcome(self, state: State) -> Outcome:
        """Return `a` and `b`: the levels that survive, highest first."""
        (a, b), _ = state
        return {"a": [mech[0] for mech in a], "b": [mech[0] for mech in b]}


@lru_cache(maxsize=20_000)
def _ready(combat: Combat, a: Side, b: Side) -> State:
    """Return the next round after all shots of a round; cached, because many results lead to the same sides."""
    return combat._readied(a, b)


@lru_cache(maxsize=50_000)
def _struck(spec: str, level: int, layers: int, hits: int, crits: int) -> tuple[int, int]:
    return struck(spec, level, layers, hits, crits)


def _sorted(mechs: Side) -> Side:
    """Return the mechs still standing, strongest first."""
    return tuple(sorted((mech for mech in mechs if mech[0]), reverse=True))


def _rested(mechs: Side) -> Side:
    """Return a side after the combat: layers and waiting no longer matter (fact 53)."""
    return tuple((level, 0, False) for level, _, _ in mechs)


@lru_cache(maxsize=256)
def _why(enemy: int, mech: Mech) -> str:
    shooter, target = ("A", "B") if enemy else ("B", "A")
    layers = f", {plural(mech[1], 'layer')}" if mech[1] else ""
    return f"{shooter} fires at {target}'s level {mech[0]} mech{layers}"
