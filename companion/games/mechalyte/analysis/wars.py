"""A war of sixty points: two armies, each of mechs of one level, meet one against one until one army is gone.

The survivor of a combat fights on at its remaining level, with its shields recharged. The chances are floats, for they
are multiplied hundreds of times; the exact odds of a single combat are in `duels`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.data.rulebook import rule
from companion.dice.odds import exact
from companion.games.mechalyte.analysis.duels import canonical
from companion.games.mechalyte.model import POINTS
from companion.games.mechalyte.resolver.combat import Combat
from companion.games.mechalyte.rules.levels import PRINTED, Scale, falls
from companion.limits.budget import check

Pair = tuple[int, int]
"""The levels of the two mechs that meet; 0 is destroyed."""
Chances = Mapping[Pair, float]


@dataclass(frozen=True, slots=True)
class War:
    """Chances that A or B destroys the other army, and the mean points of mechs that each keeps.

    Both chances are 0 where neither side can ever destroy the other, in a pack without attack dice.
    """

    a_wins: float
    b_wins: float
    a_points: float
    b_points: float
    points: int

    @property
    def edge(self) -> float:
        """Return A's edge, from -1 to 1: the share of its points that A keeps minus the share that B keeps."""
        return (self.a_points - self.b_points) / self.points


@lru_cache(maxsize=20_000)
@rule("build-points", "build-cost", "charge-shields")
def war(a: str, b: str, scale: Scale = PRINTED, points: int = POINTS) -> War:
    """Return the result of a war between mechs with these modules, one letter a level: `MIP` is MIPASA of level 3.

    Each side builds as many mechs as the points pay for; a mech costs its level (facts 29, 38) and is not repaired
    (fact 72).
    """
    check()
    ends = fights(a, b, scale)
    fresh = len(a), len(b)
    mechs = points // fresh[0], points // fresh[1]
    wins, points_kept = [0.0, 0.0], [0.0, 0.0]
    standing: list[dict[tuple[Pair, Pair], float]] = [{} for _ in range(sum(mechs) + 1)]
    standing[sum(mechs)] = {(mechs, fresh): 1.0}
    for state, chance in _meeting_pairs(standing):
        for (a_left, b_left), part in ends[state[1]].items():
            counts = state[0][0] - (not a_left), state[0][1] - (not b_left)
            reached = chance * part
            goes_on = all(counts) and not (a_left and b_left)
            if goes_on:
                following = (counts, (a_left or fresh[0], b_left or fresh[1]))
                layer = standing[sum(counts)]
                layer[following] = layer.get(following, 0.0) + reached
                continue
            for side, level in enumerate((a_left, b_left)):
                full = counts[side] - bool(level)
                points_kept[side] += reached * (full * fresh[side] + level)
                wins[side] += reached if counts[side] and not counts[1 - side] else 0.0
    return War(wins[0], wins[1], points_kept[0], points_kept[1], points)


def _meeting_pairs(standing: list[dict[tuple[Pair, Pair], float]]) -> Iterator[tuple[tuple[Pair, Pair], float]]:
    """Yield each state (mechs of both sides, levels of the two that meet) after all states that lead to it."""
    for layer in reversed(standing):
        yield from layer.items()


def fights(a: str, b: str, scale: Scale) -> dict[Pair, Chances]:
    """Return the results of a fight until one mech is destroyed, for each pair of levels that the two can fall to.

    A result in which both survive means that neither can ever hurt the other.
    """
    ends: dict[Pair, Chances] = {}
    for i in reversed((len(a), *falls(a, len(a))[:-1])):
        for j in reversed((len(b), *falls(b, len(b))[:-1])):
            ends[i, j] = _fight_on((i, j), combat(canonical(a, i), canonical(b, j), scale), ends)
    return ends


def _fight_on(start: Pair, once: Chances, ends: Mapping[Pair, Chances]) -> dict[Pair, float]:
    """Return the results of combats repeated while nothing changes; `ends` has the results at lower levels."""
    changing = {pair: chance for pair, chance in once.items() if pair != start}
    if not changing:
        return {start: 1.0}
    changes = sum(changing.values())
    chances: dict[Pair, float] = {}
    for pair, chance in changing.items():
        after: Chances = ends[pair] if all(pair) else {pair: 1.0}
        for end, part in after.items():
            chances[end] = chances.get(end, 0.0) + chance / changes * part
    return chances


@lru_cache(maxsize=20_000)
def combat(a: str, b: str, scale: Scale) -> Chances:
    """Return the chances of each pair of levels after one combat of two mechs with these modules."""
    odds = exact(Combat((a, b), ((len(a),), (len(b),)), scale=scale))
    chances: dict[Pair, float] = {}
    for outcome, weight in odds.outcomes:
        pair = sum(outcome["a"]), sum(outcome["b"])
        chances[pair] = chances.get(pair, 0.0) + weight / odds.total
    return chances
