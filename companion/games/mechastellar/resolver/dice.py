"""How melee and outmaneuver rolls sort ten-sided dice into misses, hits and criticals."""

from functools import lru_cache

from companion.data.rulebook import rule
from companion.dice.throw import D10, Throw, graded, succeeding

CRITICAL = 9
"""Melee attack dice that show this or more are criticals."""


@lru_cache(maxsize=4096)
@rule("melee-dice")
def attack_throw(why: str, count: int, hit_on: int, reroll: int = 0, *, by: int) -> Throw:
    """Return melee attack dice: misses to reroll, misses, hits, criticals."""
    return graded(
        why,
        count,
        D10,
        ("miss, rerolled", 1, "again"),
        ("miss", min(reroll + 1, hit_on), "miss"),
        ("hit", min(hit_on, CRITICAL), "hit"),
        ("critical", CRITICAL, "critical"),
        by=by,
    )


@lru_cache(maxsize=1024)
def defense_throw(why: str, count: int, block_on: int, by: int) -> Throw:
    """Return melee defense dice: misses and blocks; they have no criticals."""
    return succeeding(why, count, block_on, D10, ("miss", "block"), by)


@rule("outmaneuver")
def contest_throw(why: str, count: int, by: int) -> Throw:
    """Return outmaneuver dice: failures, successes, and tens, which count twice."""
    return graded(why, count, D10, ("miss", 1, "miss"), ("success", 5, "hit"), ("double", 10, "critical"), by=by)
