"""Spec against spec, a room of its own: duels at every pair of levels, equal points, and rankings against a field.

A duel is one combat of one mech against one, fought once. Letters between two A's may stand in any order without
changing it, and letters after the level do not count: duels are worked out once for all specs that share them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product

from companion.dice.odds import Odds, exact
from companion.games.mechalyte.model import LETTERS, LEVELS, ROOM, SLOTS
from companion.games.mechalyte.resolver.combat import Combat
from companion.games.mechalyte.rules.levels import PRINTED, Scale


@dataclass(frozen=True, slots=True)
class Result:
    """How one combat ends for A: the chances of who is wiped out, and the levels each keeps on average."""

    a_wiped: Fraction
    b_wiped: Fraction
    a_levels: Fraction
    b_levels: Fraction
    a_cost: int
    b_cost: int

    @property
    def edge(self) -> Fraction:
        """Return A's edge, from -1 to 1: the share of its levels A keeps less the share that B keeps."""
        return self.a_levels / self.a_cost - self.b_levels / self.b_cost


@lru_cache(maxsize=65536)
def canonical(spec: str, level: int) -> str:
    """Return the modules of a level with each run between A's in order: equal for mechs that fight alike."""
    return "A".join("".join(sorted(run)) for run in spec[:level].split("A"))


def duel(a: str, a_levels: Sequence[int], b: str, b_levels: Sequence[int], scale: Scale = PRINTED) -> Result:
    """Return how a combat ends, mechs of one spec against mechs of another; both fire at the strongest."""
    if len(a_levels) == len(b_levels) == 1:
        return _single(canonical(a, a_levels[0]), canonical(b, b_levels[0]), scale)
    return _fought(a, tuple(a_levels), b, tuple(b_levels), scale)


@lru_cache(maxsize=40_000)
def _single(a: str, b: str, scale: Scale) -> Result:
    return _result(Combat((a, b), ((len(a),), (len(b),)), scale=scale), len(a), len(b))


@lru_cache(maxsize=4096)
def _fought(a: str, a_levels: tuple[int, ...], b: str, b_levels: tuple[int, ...], scale: Scale) -> Result:
    return _result(Combat((a, b), (a_levels, b_levels), scale=scale), sum(a_levels), sum(b_levels))


def _result(combat: Combat, a_cost: int, b_cost: int) -> Result:
    odds: Odds = exact(combat)
    wiped, kept = {"a": 0, "b": 0}, {"a": 0, "b": 0}
    for outcome, weight in odds.outcomes:
        for side in ("a", "b"):
            levels = sum(outcome[side])
            kept[side] += weight * levels
            wiped[side] += 0 if levels else weight
    a, b = (Fraction(wiped[side], odds.total) for side in ("a", "b"))
    return Result(a, b, Fraction(kept["a"], odds.total), Fraction(kept["b"], odds.total), a_cost, b_cost)


def grid(a: str, b: str, scale: Scale = PRINTED) -> tuple[tuple[Result, ...], ...]:
    """Return the duels at every pair of levels: a row for each level of A, a column for each of B."""
    return tuple(tuple(duel(a, (n,), b, (m,), scale) for m in LEVELS) for n in LEVELS)


@dataclass(frozen=True, slots=True)
class Match:
    """Mechs of equal points on both sides: how many of which level."""

    points: int
    a: tuple[int, ...]
    b: tuple[int, ...]
    result: Result


def equal_points(a: str, b: str, scale: Scale = PRINTED) -> tuple[Match, ...]:
    """Return the combats in which both sides bring the same points, each its own mechs of one level, three at most."""
    forces = [(level,) * count for level in LEVELS for count in range(1, ROOM + 1)]
    return tuple(
        Match(sum(ours), ours, theirs, duel(a, ours, b, theirs, scale))
        for ours, theirs in sorted(product(forces, forces), key=lambda pair: (sum(pair[0]), -pair[0][0], -pair[1][0]))
        if sum(ours) == sum(theirs)
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """A spec's edge over the ranked one's rival, averaged over the six levels, one mech each."""

    spec: str
    edge: Fraction


ARCHETYPES: tuple[tuple[str, str], ...] = (
    ("Sample one", "PMISAA"),
    ("Sample two", "MIPASA"),
    ("Sample three", "PMAIAS"),
    ("First strike", "IPPIPI"),
    ("Wall", "SASPAS"),
    ("Onion", "PAPAPA"),
    ("Cannon", "PPPPPP"),
    ("Runner", "MPMIMA"),
    ("Swarm", "PIPSAA"),
)
"""A named field to measure against: the rulebook's three samples, and plain ideas taken far."""


def edge(a: str, b: str, scale: Scale = PRINTED) -> Fraction:
    """Return A's edge over B: the mean over the six levels, one mech of that level on each side."""
    return sum((duel(a, (n,), b, (n,), scale).edge for n in LEVELS), Fraction()) / len(LEVELS)


def every_spec() -> Iterator[str]:
    """Return all 15,625 specs, in order (fact 24)."""
    return ("".join(letters) for letters in product(LETTERS, repeat=SLOTS))


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a spec stands against the part of a field measured so far."""

    spec: str
    done: int
    total: int
    mean: Fraction
    ahead: int
    even: int
    behind: int
    hardest: tuple[Standing, ...]
    easiest: tuple[Standing, ...]

    @property
    def finished(self) -> bool:
        """Return whether the whole field is measured."""
        return self.done == self.total


LISTED = 8
"""Specs listed at either end of a ranking; a field of up to twice as many stands whole in `hardest`."""


def rank(spec: str, field: Sequence[str], step: int, scale: Scale = PRINTED) -> Iterator[Ranking]:
    """Yield a spec's ranking against a field after every `step` of its specs: to show how far it is, and to stop."""
    so_far = Measured(Fraction(), 0, 0, 0, ())
    short = len(field) <= 2 * LISTED
    for start in range(0, len(field), step):
        names = tuple(field[start : start + step])
        so_far = _added(so_far, measured(spec, names, scale))
        done, ends = start + len(names), so_far.ends
        hardest, easiest = (ends, ()) if short else (ends[:LISTED], ends[::-1][:LISTED])
        mean = so_far.total / done
        yield Ranking(spec, done, len(field), mean, so_far.ahead, so_far.even, so_far.behind, hardest, easiest)


@dataclass(frozen=True, slots=True)
class Measured:
    """A part of a field summed up: its edges added, how many are ahead, even, behind, and both ends of the list."""

    total: Fraction
    ahead: int
    even: int
    behind: int
    ends: tuple[Standing, ...]


@lru_cache(maxsize=2048)
def measured(spec: str, names: tuple[str, ...], scale: Scale) -> Measured:
    """Return a part of a field measured; kept, so that a ranking can go on where it stopped."""
    found = tuple(Standing(other, edge(spec, other, scale)) for other in names)
    ahead, behind = sum(s.edge > 0 for s in found), sum(s.edge < 0 for s in found)
    total = sum((s.edge for s in found), Fraction())
    return Measured(total, ahead, len(found) - ahead - behind, behind, _ends(found))


def _added(a: Measured, b: Measured) -> Measured:
    ends = _ends((*a.ends, *b.ends))
    return Measured(a.total + b.total, a.ahead + b.ahead, a.even + b.even, a.behind + b.behind, ends)


def _ends(found: tuple[Standing, ...]) -> tuple[Standing, ...]:
    """Return the standings from hardest to easiest, of many only those at either end."""
    ordered = tuple(sorted(found, key=lambda s: (s.edge, s.spec)))
    return ordered if len(ordered) <= 2 * LISTED else (*ordered[:LISTED], *ordered[-LISTED:])
