"""The best army of mixed levels against an army of one level: sixty points spent mech by mech.

Mechs meet one against one, as in `wars`, and the survivor fights on. When one of ours is destroyed we send the next,
of any level that our points pay for. Points not spent at the end count as kept.
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
"""Results of a fight until one mech is destroyed: our level, theirs, the chance."""


@dataclass(frozen=True, slots=True)
class Mix:
    """The best army of mixed levels against one level: its edge, and how many of each level are sent on average."""

    edge: float
    sends: tuple[float, ...]


@lru_cache(maxsize=4096)
@rule("build-points", "build-cost", "charge-shields")
def best_mix(spec: str, other: str, level: int, scale: Scale = PRINTED, points: int = POINTS) -> Mix:
    """Return the best army of `spec` against an army of `other`'s mechs of one level (facts 29, 38, 72)."""
    plan = _Plan(spec, other, level, scale, points)
    return Mix(plan.value_of_sending(points, plan.theirs, level) / points, plan.mean_mechs_sent())


@dataclass
class _Plan:
    """The best choice in every state: our unspent points, their mechs, the level of the mech in front.

    A value is the mean of the points that we keep minus those that they keep, from that state on.
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
    """The value of our standing mech against their next undamaged one, by our points, its level, their mechs."""

    def __post_init__(self) -> None:
        """Work through all states, from the end of the war to its beginning."""
        for ours in LEVELS:
            for pair, results in fights(self.spec[:ours], self.other[: self.level], self.scale).items():
                self.ends[pair] = tuple((a, b, chance) for (a, b), chance in results.items())
        fronts = sorted({front for _, front in self.ends})
        for mechs in range(1, self.theirs + 1):
            check()
            for points in range(self.points + 1):
                for front in fronts:
                    self.choices[points, mechs, front] = self._best_choice(points, mechs, front)
                for ours in LEVELS:
                    self.standing[points, ours, mechs] = self._value_of_fight(points, ours, mechs, self.level)

    @property
    def theirs(self) -> int:
        """How many mechs their army has."""
        return self.points // self.level

    def value_of_sending(self, points: int, mechs: int, front: int) -> float:
        """Return the value of a state in which we send the best mech, or cannot pay for one."""
        return self.choices[points, mechs, front][0]

    def _best_choice(self, points: int, mechs: int, front: int) -> tuple[float, int]:
        options = [(self._value_of_fight(points - ours, ours, mechs, front), ours) for ours in LEVELS if ours <= points]
        return max(options, default=(-float((mechs - 1) * self.level + front), 0))

    def _value_of_fight(self, points: int, ours: int, mechs: int, front: int) -> float:
        """Return the value with a mech of ours against the one in front."""
        return sum(chance * self._value_after(points, a, b, mechs) for a, b, chance in self.ends[ours, front])

    def _value_after(self, points: int, a: int, b: int, mechs: int) -> float:
        if a and b:  # neither can ever hurt the other
            return float(points + a - (mechs - 1) * self.level - b)
        if b:
            return self.value_of_sending(points, mechs, b)
        if mechs == 1:
            return float(points + a)
        return self.standing[points, a, mechs - 1] if a else self.value_of_sending(points, mechs - 1, self.level)

    def mean_mechs_sent(self) -> tuple[float, ...]:
        """Return how many mechs of each level the best choices send on average."""
        counts = dict.fromkeys(LEVELS, 0.0)
        wave = {(self.points, 0, self.theirs, self.level): 1.0}
        while wave:
            following: dict[tuple[int, int, int, int], float] = defaultdict(float)
            for (points, ours, mechs, front), chance in wave.items():
                sends = 0 if ours else self.choices[points, mechs, front][1]
                if sends:
                    counts[sends] += chance
                for state, part in self._next_states(points - sends, ours or sends, mechs, front):
                    following[state] += chance * part
            wave = following
        return tuple(counts.values())

    def _next_states(
        self, points: int, ours: int, mechs: int, front: int
    ) -> Iterator[tuple[tuple[int, int, int, int], float]]:
        """Yield the states after a fight in which the war goes on, with their chances."""
        for a, b, chance in self.ends[ours, front] if ours else ():
            goes_on = not (a and b) and (b or mechs > 1) and (a or points)
            if goes_on:
                yield (points, a, mechs if b else mechs - 1, b or self.level), chance
