"""A ranking of builds that all played each other: Bradley-Terry strengths, with intervals by drawing games anew.

The strengths are those that make the results likeliest, found by Hunter's iteration (2004); they sum to 1.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

MOST_STEPS = 2_000
SETTLED = 1e-10
"""The change of a strength from which on the iteration has ended."""
PRIOR = 0.5
"""A draw between all, counted once for each pair as so much of a game: a build without a win gets a finite strength."""
BOOTSTRAPS = 200
"""How often the games are drawn anew for the intervals."""
PairWins = Mapping[tuple[int, int], float]
"""Wins by (winner, loser); a draw is half a win for both."""


@dataclass(frozen=True)
class Ranked:
    """A build with its strength, and where 95 of 100 strengths of games drawn anew lie."""

    build: int
    strength: float
    low: float
    high: float


def strengths(wins: PairWins, builds: int) -> list[float]:
    """Return the strength of each build, whose sum is 1: a build beats another with s / (s + t)."""
    counts = {
        pair: wins.get(pair, 0.0) + PRIOR / 2
        for pair in ((a, b) for a in range(builds) for b in range(builds) if a != b)
    }
    total = [sum(counts[one, other] for other in range(builds) if other != one) for one in range(builds)]
    found = [1 / builds] * builds
    for _ in range(MOST_STEPS):
        better = [
            total[one]
            / sum(
                (counts[one, other] + counts[other, one]) / (found[one] + found[other])
                for other in range(builds)
                if other != one
            )
            for one in range(builds)
        ]
        whole = sum(better)
        before, found = found, [one / whole for one in better]
        if max(abs(one - other) for one, other in zip(found, before, strict=True)) < SETTLED:
            break
    return found


def rank(results: Sequence[tuple[int, int, float]], builds: int) -> list[Ranked]:
    """Return builds, the strongest first; `results` are (build, other, the first one's part of the win).

    Games are drawn anew from all games, and from one win and one defeat more for each pair.
    """
    if not results:
        return [Ranked(one, 1 / builds, 0.0, 1.0) for one in range(builds)]
    random = Random(1)  # the same results have the same intervals
    # Games that all ended alike have no spread of their own: a few of them would look like a proof.
    games = [*results, *((one, other, part) for one, other in combinations(range(builds), 2) for part in (0.0, 1.0))]
    samples = [strengths(_wins(random.choices(games, k=len(games))), builds) for _ in range(BOOTSTRAPS)]
    drawn = [sorted(sample[one] for sample in samples) for one in range(builds)]
    found, edge = strengths(_wins(results), builds), BOOTSTRAPS // 40
    ranked = [Ranked(one, found[one], drawn[one][edge], drawn[one][-1 - edge]) for one in range(builds)]
    return sorted(ranked, key=lambda one: -one.strength)


def _wins(results: Sequence[tuple[int, int, float]]) -> PairWins:
    wins: defaultdict[tuple[int, int], float] = defaultdict(float)
    for one, other, part in results:
        wins[one, other] += part
        wins[other, one] += 1 - part
    return wins
