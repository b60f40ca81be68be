"""An army of mixed levels: sixty points spent mech by mech, each at the level that keeps most against theirs.

Theirs are all of one level, as in `wars`; mechs meet one against one, and whoever survives fights on. When one of ours
falls the next is sent, of any level that the points left pay for. Points that are not spent in the end are kept.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from companion.data.rulebook import rule
from companion.games.mechalyte.analysis.wars import fights
from companion.games.mechalyte.model import LEVELS, POINTS
from companion.games.mechalyte.rules.levels import PRINTED, Scale
from companion.limits.budget import check

Ends = tuple[tuple[int, int, float], ...]
"""What two mechs leave that fight until one is destroyed: our level, theirs, the chance."""


@dataclass(frozen=True, slots=True)
class Mix:
    """The best army of mixed levels against one level: its edge, and how many of each level are sent on average."""

    edge: float
    sends: tuple[float, ...]


@lru_cache(maxsize=4096)
@rule("build-points", "build-cost", "charge-shields")
def best_mix(spec: str, other: str, level: int, scale: Scale = PRINTED, points: int = POINTS) -> Mix:
    """Return the best that a spec can do against an army of one level of another (facts 29, 38, 72)."""
    plan = _Plan(spec, other, level, scale, points)
    return Mix(plan.fresh(points, plan.theirs, level) / points, plan.mean_mechs_sent())


@dataclass
class _Plan:
    """The best choice in every state: our points left, their mechs left, the level of the one in front.

    A value is the points that we keep less those that they keep, on average, from that state on.
    """

    spec: str
    other: str
    level: int
    scale: Scale
    points: int
    ends: dict[tuple[int, int], Ends] = field(default_factory=dict)
    choices: dict[tuple[int, int, int], tuple[float, int]] = field(default_factory=dict)
    """The value of each state in which we send a mech, and the level to send."""
    standing: dict[tuple[int, int, int], float] = field(default_factory=dict)
    """The value with a mech of ours of a level against their next fresh one, by points, level and their mechs."""

    def __post_init__(self) -> None:
        """Work through all states, from the end of the war to its beginning."""
        for ours in LEVELS:
            for pair, ended in fights(self.spec[:ours], self.other[: self.level], self.scale).items():
                self.ends[pair] = tuple((a, b, chance) for (a, b), chance in ended.items())
        fronts = sorted({front for _, front in self.ends})
        for mechs in range(1, self.theirs + 1):
            check()
            for left in range(self.points + 1):
                for front in fronts:
                    self.choices[left, mechs, front] = self._best(left, mechs, front)
                for ours in LEVELS:
                    self.standing[left, ours, mechs] = self._fought(left, ours, mechs, self.level)

    @property
    def theirs(self) -> int:
        """How many mechs their army has."""
        return self.points // self.level

    def fresh(self, left: int, mechs: int, front: int) -> float:
        """Return the value of a state in which we send a mech, or have none to send."""
        return self.choices[left, mechs, front][0]

    def _best(self, left: int, mechs: int, front: int) -> tuple[float, int]:
        ways = [(self._fought(left - ours, ours, mechs, front), ours) for ours in LEVELS if ours <= left]
        return max(ways, default=(-float((mechs - 1) * self.level + front), 0))

    def _fought(self, left: int, ours: int, mechs: int, front: int) -> float:
        """Return the value with a mech of ours against the one in front."""
        return sum(chance * self._after(left, a, b, mechs) for a, b, chance in self.ends[ours, front])

    def _after(self, left: int, a: int, b: int, mechs: int) -> float:
        if a and b:  # neither can ever hurt the other
            return float(left + a - (mechs - 1) * self.level - b)
        if b:
            return self.fresh(left, mechs, b)
        if mechs == 1:
            return float(left + a)
        return self.standing[left, a, mechs - 1] if a else self.fresh(left, mechs - 1, self.level)

    def mean_mechs_sent(self) -> tuple[float, ...]:
        """Return how many mechs of each level the best choices send on average."""
        counts = dict.fromkeys(LEVELS, 0.0)
        wave = {(self.points, 0, self.theirs, self.level): 1.0}
        while wave:
            following: dict[tuple[int, int, int, int], float] = defaultdict(float)
            for (left, ours, mechs, front), chance in wave.items():
                sends = 0 if ours else self.choices[left, mechs, front][1]
                if sends:
                    counts[sends] += chance
                for state, part in self._next(left - sends, ours or sends, mechs, front):
                    following[state] += chance * part
            wave = following
        return tuple(counts.values())

    def _next(self, left: int, ours: int, mechs: int, front: int) -> Iterator[tuple[tuple[int, int, int, int], float]]:
        """Yield the states after a fight in which the war goes on, with their chances."""
        for a, b, chance in self.ends[ours, front] if ours else ():
            goes_on = not (a and b) and (b or mechs > 1) and (a or left)
            if goes_on:
                yield (left, a, mechs if b else mechs - 1, b or self.level), chance
