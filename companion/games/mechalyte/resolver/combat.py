"""The combat of one zone as a state machine; rolls, odds and duels all run it.

A mech in play is `(level, layers, waiting)`; waiting means that it has not acted. The mechs of a side are sorted with
the strongest first and equal mechs are interchangeable, so states that differ only in the order of mechs are the same.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from companion.base.wording import format_number, percent, plural
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.dice.throw import D6, Choice, Faces, Throw, graded
from companion.games.mechalyte.rules.aim import Aim, Split, canonical_split, choices, dice_per_target
from companion.games.mechalyte.rules.levels import PRINTED, Scale, ratings, struck

Mech = tuple[int, int, bool]
Side = tuple[Mech, ...]
Sides = tuple[Side, Side]
Shot = tuple[int, int, int]
"""The target's side (0: a, 1: b), which of its mechs, how many dice."""
Aimer = tuple[int, int]
"""A side that aims (0: a, 1: b), and with how many dice."""
Aiming = tuple[Aimer, ...]
"""The sides that have not aimed yet in this round, in order."""
State = tuple[Sides, tuple[Shot, ...], int, Aiming]
"""Both sides, the shots of the round still to be rolled, the countdown, and who still aims.

Where there are neither shots nor anybody to aim, the combat is over; its countdown is 0.
"""


@lru_cache(maxsize=4096)
def attack_throw(why: str, dice: int, by: int | None = None) -> Throw:
    """Return a side's attack dice sorted into misses, hits and critical hits (facts 60, 65 to 71)."""
    return graded(why, dice, D6, ("miss", 1, "miss"), ("hit", 4, "hit"), ("critical", 6, "critical"), by=by)


@dataclass(frozen=True)
class Combat:
    """Two sides, each with a spec and its mechs' levels; `turn` is whose turn it is, `scale` what modules give.

    Where players `choose`, each side is asked every round how it splits its dice; its policy is the usual answer.
    `spare` are the spare dice of each side at the start where it rolls only those it has; None sets no limit.
    """

    specs: tuple[str, str]
    levels: tuple[tuple[int, ...], tuple[int, ...]]
    turn: Literal[0, 1] = 0
    aims: tuple[Aim, Aim] = ("strongest", "strongest")
    scale: Scale = PRINTED
    choose: bool = False
    spare: tuple[int | None, int | None] = (None, None)

    @rule("charge-shields")
    def start(self) -> State:
        """Charge shields and ready the first round (facts 53, 54)."""
        a, b = (
            tuple((level, ratings(spec, level, self.scale).shield, True) for level in levels)
            for spec, levels in zip(self.specs, self.levels, strict=True)
        )
        return self._begin_next_round(a, b)

    @rule("ready", "one-act", "countdown", "initiative-drop")
    def _begin_next_round(self, a: Side, b: Side) -> State:
        """Return the next round with its shots, or the end where nobody is left to act or to be shot at.

        The countdown jumps to the highest Initiative still waiting: rounds between have no dice (facts 54 to 56, 63).
        """
        sides = (_survivors_by_strength(a), _survivors_by_strength(b))
        countdown = max((self._initiative(i, mech) for i in (0, 1) for mech in sides[i] if mech[2]), default=-1)
        if countdown < 0 or not sides[0] or not sides[1]:
            return (_clear_combat_marks(sides[0]), _clear_combat_marks(sides[1])), (), 0, ()
        dice = [self._dice(i, sides[i], countdown) for i in (0, 1)]
        first, second = (_survivors_by_strength(self._mark_acted(i, sides[i], countdown)) for i in (0, 1))
        aiming = tuple((shooter, dice[shooter]) for shooter in (self.turn, 1 - self.turn))
        state = self._resolve_shots((first, second), (), countdown, aiming)
        # Mechs without Power act and roll nothing: the combat goes on with those still waiting.
        return state if state[1] or state[3] else self._begin_next_round(first, second)

    @rule("aim")
    def _resolve_shots(self, sides: Sides, shots: tuple[Shot, ...], countdown: int, aiming: Aiming) -> State:
        """Return the state with the automatic shots until the next decision (fact 57)."""
        while aiming:
            shooter, dice = aiming[0]
            if self.choose and dice and len(sides[1 - shooter]) > 1:
                break
            shots += self._shots(shooter, self._usual_split(sides, shooter, dice))
            aiming = aiming[1:]
        return sides, shots, countdown, aiming

    def _usual_split(self, sides: Sides, shooter: int, dice: int) -> tuple[int, ...]:
        enemy = 1 - shooter
        return dice_per_target(self.aims[shooter], self.specs[enemy], sides[enemy], dice)

    def _shots(self, shooter: int, split: tuple[int, ...]) -> tuple[Shot, ...]:
        return tuple((1 - shooter, i, n) for i, n in enumerate(split) if n)

    def _initiative(self, side: int, mech: Mech) -> int:
        return ratings(self.specs[side], mech[0], self.scale).initiative

    def _dice(self, side: int, mechs: Side, countdown: int) -> int:
        spec = self.specs[side]
        acting = (mech for mech in mechs if mech[2] and self._initiative(side, mech) == countdown)
        return sum(ratings(spec, mech[0], self.scale).power for mech in acting)

    def _mark_acted(self, side: int, mechs: Side, countdown: int) -> Side:
        return tuple((m[0], m[1], m[2] and self._initiative(side, m) != countdown) for m in mechs)

    def ask(self, state: State) -> Throw | None:
        """Return the dice of the next shot, or how the next side splits its dice."""
        sides, shots, countdown, aiming = state
        if aiming:
            shooter, dice = aiming[0]
            usual = canonical_split(sides[1 - shooter], self._usual_split(sides, shooter, dice))
            most = self._dice_at_once(shooter, sides, dice)
            return split_choice(self.specs[1 - shooter], sides, aiming[0], countdown, usual, most)
        if not shots:
            return None
        enemy, index, dice = shots[0]
        why = _why(countdown, enemy, sides[enemy][index])
        return attack_throw(why, self._dice_at_once(1 - enemy, sides, dice), 1 - enemy)

    def _dice_at_once(self, shooter: int, sides: Sides, dice: int) -> int:
        """Return the number of these dice that a side can roll at once: dice of destroyed mechs are spare again."""
        spare = self.spare[shooter]
        if spare is None:
            return dice
        standing = sum(1 for mech in sides[shooter] if mech[0])
        return min(dice, spare + len(self.levels[shooter]) - standing)

    @rule("hit", "critical-hit", "miss", "simultaneous")
    def take(self, state: State, faces: Faces) -> State:
        """Return the state after the shot or the split; shots of a round keep their aim and dice (facts 57 to 61)."""
        (a, b), shots, countdown, aiming = state
        if aiming:
            shooter, dice = aiming[0]
            most = self._dice_at_once(shooter, (a, b), dice)
            split = choices(self.specs[1 - shooter], (a, b)[1 - shooter], dice, most)[faces.index(1)]
            return self._resolve_shots((a, b), shots + self._shots(shooter, split.dice), countdown, aiming[1:])
        enemy, index, _ = shots[0]
        mechs = b if enemy else a
        level, layers, waiting = mechs[index]
        after = _struck(self.specs[enemy], level, layers, faces[1], faces[2])
        # Shots go down the line: mechs up to this one are not shot at again, so that their order no longer matters.
        changed = (*sorted((*mechs[:index], (*after, waiting))), *mechs[index + 1 :])
        a, b = (a, changed) if enemy else (changed, b)
        if len(shots) > 1:
            return (a, b), shots[1:], countdown, ()
        return _next_round(self, a, b)

    def outcome(self, state: State) -> Outcome:
        """Return `a` and `b`: the levels that survive, highest first."""
        (a, b), *_ = state
        return {"a": [mech[0] for mech in a], "b": [mech[0] for mech in b]}


@lru_cache(maxsize=20_000)
def _next_round(combat: Combat, a: Side, b: Side) -> State:
    """Return the next round after all shots of a round; cached, because many results lead to the same sides."""
    return combat._begin_next_round(a, b)


@lru_cache(maxsize=50_000)
def _struck(spec: str, level: int, layers: int, hits: int, crits: int) -> tuple[int, int]:
    return struck(spec, level, layers, hits, crits)


def _survivors_by_strength(mechs: Side) -> Side:
    """Return the mechs still standing, strongest first."""
    return tuple(sorted((mech for mech in mechs if mech[0]), reverse=True))


def _clear_combat_marks(mechs: Side) -> Side:
    """Return a side after the combat: layers and waiting no longer matter (fact 53)."""
    return tuple((level, 0, False) for level, _, _ in mechs)


@lru_cache(maxsize=4096)
def split_choice(spec: str, sides: Sides, aimer: Aimer, countdown: int, usual: tuple[int, ...], most: int) -> Choice:
    """Return the question how a side splits its dice, with every mech and the odds of each split.

    `most` is the number of dice that the side can roll at once.
    """
    shooter, dice = aimer
    options = choices(spec, sides[1 - shooter], dice, most)
    shooter_name, enemy_name = "AB"[shooter], "BA"[shooter]
    a, b = map(_describe_side, sides)
    why = f"Countdown {countdown}. A: {a}. B: {b}. {shooter_name} aims {plural(dice, 'die', 'dice')} at {enemy_name}:"
    answers = [" + ".join(map(str, split.dice)) for split in options]
    usual_index = [split.dice for split in options].index(usual)
    return Choice(why, answers, usual_index, [_odds(split) for split in options], by=shooter)


def _odds(split: Split) -> str:
    chances = " · ".join(percent(chance) for chance in split.destroyed)
    return f"takes {format_number(split.levels, 2)} levels on average; destroys {chances}"


def _describe_side(mechs: Side) -> str:
    """Return a side's mechs with the layers they have left: `level 6 with 1 layer, level 4`."""
    layers = (f" with {plural(mech[1], 'layer')}" if mech[1] else "" for mech in mechs)
    return ", ".join(f"level {mech[0]}{suffix}" for mech, suffix in zip(mechs, layers, strict=True))


@lru_cache(maxsize=1024)
def _why(countdown: int, enemy: int, mech: Mech) -> str:
    shooter, target = ("A", "B") if enemy else ("B", "A")
    layers = f", {plural(mech[1], 'layer')}" if mech[1] else ""
    return f"countdown {countdown}: {shooter} fires at {target}'s level {mech[0]} mech{layers}"
