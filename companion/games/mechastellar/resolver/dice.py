"""How melee and outmaneuver rolls sort ten-sided dice into misses, hits and criticals."""

from functools import lru_cache

from companion.data.rulebook import rule
from companion.dice.throw import D10, FaceClass, Throw, succeeding

CRITICAL = 9
"""Melee attack dice that show this or more are criticals."""


@lru_cache(maxsize=4096)
@rule("melee-dice")
def attack_throw(why: str, count: int, hit_on: int, reroll: int = 0, *, by: int) -> Throw:
    """Return melee attack dice: misses to reroll, misses, hits, criticals."""
    again = frozenset(face for face in D10.faces if face <= reroll and face < hit_on)
    crits = frozenset(face for face in D10.faces if face >= CRITICAL)
    hits = frozenset(face for face in D10.faces if face >= hit_on) - crits
    misses = frozenset(D10.faces) - again - crits - hits
    classes = (
        FaceClass("miss, rerolled", again, "again"),
        FaceClass("miss", misses, "miss"),
        FaceClass("hit", hits, "hit"),
        FaceClass("critical", crits, "critical"),
    )
    return Throw(why, count, D10, classes, by=by)


@lru_cache(maxsize=1024)
def defense_throw(why: str, count: int, block_on: int, by: int) -> Throw:
    """Return melee defense dice: misses and blocks; they have no criticals."""
    return succeeding(why, count, block_on, D10, ("miss", "block"), by)


@rule("outmaneuver")
def contest_throw(why: str, count: int, by: int) -> Throw:
    """Return outmaneuver dice: failures, successes, and tens, which count twice."""
    low, middle, ten = frozenset({1, 2, 3, 4}), frozenset({5, 6, 7, 8, 9}), frozenset({10})
    classes = (
        FaceClass("miss", low, "miss"),
        FaceClass("success", middle, "hit"),
        FaceClass("double", ten, "critical"),
    )
    return Throw(why, count, D10, classes, by=by)
