"""One pool of an expression: its dice thrown wave by wave, and the exact odds of what they are worth together.

Whatever order its changes were typed in, they work in this order: faces that never show (`r`), faces thrown again once
(`ro`), lowest and highest values (`mi`, `ma`), explosions, dice kept and dropped, dice counted.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from itertools import count as numbers
from math import ceil, comb, exp, lgamma, log
from operator import add
from typing import NamedTuple, TypeAlias

from companion.base.compat import cached_property
from companion.dice.sums import (
    Amount,
    EqualDice,
    Weights,
    add_row,
    combine,
    digits,
    steps_of_kept,
    steps_of_sums,
    steps_to_combine,
    sums_of_dice,
    sums_of_kept,
)
from companion.dice.syntax import Change, Clamp, Count, DicePool, Explode, FaceCondition, Keep, NotUsable, Reroll
from companion.dice.throw import Die, FaceClass, Faces, Tells, Throw
from companion.limits.budget import watched

FEWEST_EXPLOSIONS, BEYOND = 10, 1e-7
"""Explosions that exact odds follow at least, and the chance of more that they leave out at most."""
MOST_EXPECTED = 10_000
"""The most dice that a pool throws on average, with those that explode."""
Allow: TypeAlias = Callable[[int], None]
"""Is told the steps of a part of exact odds before it begins; raises TooLarge if they are too many."""


@dataclass(frozen=True)
class OrderedThrow(Throw):
    """A throw whose dice stay in order: its faces are those of the dice, not the number in each class."""

    values: Mapping[int, int] | None = None
    """The value of each face, for dice of which some are dropped."""
    kept: tuple[int, int] = (0, 0)
    """The ranks that are kept of those, from the lowest."""

    def sort(self, faces: Sequence[int], where: str = "faces") -> Faces:
        """Return the faces as they lie; InvalidInput as for every throw."""
        super().sort(faces, where)
        return tuple(faces)

    def label_faces(self, faces: Sequence[int]) -> tuple[Tells, ...]:
        """Return the label of each die: `dropped` for those not kept, else that of its class."""
        labels = super().label_faces(faces)
        values = self.values
        if values is None:
            return labels
        low, high = self.kept
        order = _from_lowest([values[face] for face in faces], low)
        return tuple(label if low <= order.index(index) < high else "dropped" for index, label in enumerate(labels))


Labels: TypeAlias = list[list[Tells]]
"""The label of each die, throw by throw."""


class ThrownPool(NamedTuple):
    """What the dice of a pool came to, and their labels."""

    worth: Amount
    labels: Labels


@dataclass(frozen=True, slots=True)
class TotalOdds:
    """Exact odds of a total: integer weights over `whole`.

    Dice explode without end: what is missing to `whole` lies beyond the number of `explosions` that were followed.
    """

    weights: Weights
    whole: int
    explosions: int = 0
    equation: Fraction | None = None
    """The mean with all explosions, where an equation gives it."""

    @property
    def mean(self) -> Fraction | None:
        """The mean with all explosions; None where only the totals that were followed are known."""
        if self.equation is not None or self.explosions:
            return self.equation
        return Fraction(sum(value * weight for value, weight in self.weights.items())) / self.whole


def _from_lowest(values: Sequence[int], low: int) -> list[int]:
    """Return the indexes of values from the lowest; of equal dice, those that were read first are kept."""
    return sorted(range(len(values)), key=lambda index: (values[index], -index if low else index))


def kept_ranks(changes: Iterable[Change], count: int) -> tuple[int, int]:
    """Return the ranks that changes keep of so many dice, from the lowest: 1 to 4 are the best three of four."""
    ranges = [change.kept(count) for change in changes if isinstance(change, Keep)]
    return max((low for low, _ in ranges), default=0), min((high for _, high in ranges), default=count)


def worth(changes: Iterable[Change], value: Amount) -> Amount:
    """Return what a kept value is worth: itself, or 1, 0 or -1 where values are counted."""
    counts = [change for change in changes if isinstance(change, Count)]
    if not counts:
        return value
    successes = any(change.on.holds(value) for change in counts if not change.failures)
    return successes - any(change.on.holds(value) for change in counts if change.failures)


@dataclass(frozen=True)
class PoolDice:
    """The dice of a pool with numbers on them, and their changes by kind.

    NotUsable, with its place, for changes that cannot be carried out: a die that explodes for ever.
    """

    pool: DicePool

    def __post_init__(self) -> None:
        """Check the changes."""
        for change in self._explosions:
            if not any(map(self.explodes, self.one)):
                raise NotUsable(change.at, f"a face of {self.die.name} on which it explodes")
            if all(map(self.explodes, self.one)):
                raise NotUsable(change.at, f"a face of {self.die.name} on which ! stops")
        if self._explosions and self.pool.count / (1 - self._chance_of_explosion) > MOST_EXPECTED:
            raise NotUsable(self._explosions[0].at, f"explosions that throw at most {MOST_EXPECTED:,} dice on average")

    @cached_property
    def die(self) -> Die:
        """The die without the faces that never show."""
        die = self.pool.die
        assert isinstance(die, Die)
        never = [one for change in self._rerolls if not change.once for one in self._conditions(change)]
        if not never:
            return die
        faces = tuple(face for face in die.faces if not any(one.holds(face) for one in never))
        words = ", ".join(f"{one.sign.strip('=') if one.sign == '=' else one.sign}{one.number}" for one in never)
        return Die(f"{die.name} (not {words})", faces)

    @cached_property
    def _rerolls(self) -> list[Reroll]:
        return [change for change in self.pool.changes if isinstance(change, Reroll)]

    @cached_property
    def _once(self) -> list[tuple[FaceCondition, ...]]:
        return [self._conditions(change) for change in self._rerolls if change.once]

    @cached_property
    def _explosions(self) -> list[Explode]:
        return [change for change in self.pool.changes if isinstance(change, Explode)]

    @cached_property
    def _keeps(self) -> list[Keep]:
        return [change for change in self.pool.changes if isinstance(change, Keep)]

    @cached_property
    def _counts(self) -> list[Count]:
        return [change for change in self.pool.changes if isinstance(change, Count)]

    def _conditions(self, change: Reroll) -> tuple[FaceCondition, ...]:
        assert isinstance(self.pool.die, Die)
        return change.on or (FaceCondition("=", min(self.pool.die.faces)),)

    def value(self, face: int) -> int:
        """Return the value of a face after `mi` and `ma`."""
        for change in self.pool.changes:
            if isinstance(change, Clamp):
                face = max(face, change.number) if change.kind == "min" else min(face, change.number)
        return face

    def explodes(self, value: Amount) -> bool:
        """Return whether one more die is thrown for a value."""
        return any(one.holds(value) for one in self._explodes_on)

    @cached_property
    def _explodes_on(self) -> list[FaceCondition]:
        highest = FaceCondition("=", max(self.die.faces))
        return [change.on or highest for change in self._explosions]

    def worth(self, value: Amount) -> Amount:
        """Return what a die is worth: its value, or 1, 0 or -1 where dice are counted."""
        return worth(self.pool.changes, value)

    def kept(self, count: int) -> tuple[int, int]:
        """Return the ranks that are kept of so many dice, from the lowest at 0."""
        return kept_ranks(self.pool.changes, count)

    @cached_property
    def one(self) -> dict[Amount, int]:
        """The weights of the values of one die, without what follows an explosion."""
        faces = Counter(self.die.faces)
        shown = dict(faces)
        total = faces.total()
        for conditions in self._once:
            thrown_again = {face for face in shown if any(one.holds(face) for one in conditions)}
            again = sum(shown[face] for face in thrown_again)
            shown = {
                face: again * faces[face] + (0 if face in thrown_again else weight * total)
                for face, weight in shown.items()
            }
        values: dict[Amount, int] = {}
        for face, weight in shown.items():
            values[self.value(face)] = values.get(self.value(face), 0) + weight
        return values

    @cached_property
    def _whole(self) -> int:
        return sum(self.one.values())

    @cached_property
    def _chance_of_explosion(self) -> float:
        return sum(weight for value, weight in self.one.items() if self.explodes(value)) / self._whole

    # Thrown dice

    def course(self) -> Generator[Throw, Faces, ThrownPool]:
        """Ask for the pool's throws, one after the other, and return what its dice are worth."""
        compounds = any(change.compounds for change in self._explosions)
        values: list[int] = []
        dice: list[list[tuple[int, int]]] = []
        """For each value the throws of its dice, and their places in them."""
        labels: Labels = []
        places: list[int | None] = [None] * self.pool.count
        while places:
            shown = yield from self._shown(len(places), labels)
            exploding: list[int | None] = []
            for place, (value, die) in zip(places, shown, strict=True):
                if place is None:
                    values.append(value)
                    dice.append([die])
                else:
                    values[place] += value
                    dice[place].append(die)
                if self.explodes(value):
                    at = len(values) - 1 if place is None else place
                    exploding.append(at if compounds else None)
            places = exploding
        low, high = self.kept(len(values))
        order = _from_lowest(values, low)
        for rank, index in enumerate(order):
            for throw, place_in_throw in dice[index]:
                labels[throw][place_in_throw] = self._label(values[index]) if low <= rank < high else "dropped"
        return ThrownPool(sum(self.worth(values[index]) for index in order[low:high]), labels)

    def _label(self, value: int) -> Tells:
        if not self._counts:
            return ""
        return "hit" if self.worth(value) > 0 else "miss"

    def _shown(self, count: int, labels: Labels) -> Generator[Throw, Faces, list[tuple[int, tuple[int, int]]]]:
        """Throw some dice, those thrown again once as well; return the value of each, its throw and its place in it."""
        faces = list((yield self._throw(count, f"{count} exploded" if labels else "")))
        dice = [(len(labels), index) for index in range(count)]
        labels.append([""] * count)
        for conditions in self._once:
            again = [index for index, face in enumerate(faces) if any(one.holds(face) for one in conditions)]
            if again:
                thrown = yield self._throw(len(again), f"{len(again)} thrown again")
                for number, (index, face) in enumerate(zip(again, thrown, strict=True)):
                    throw, place = dice[index]
                    labels[throw][place] = "replaced"
                    faces[index], dice[index] = face, (len(labels), number)
                labels.append([""] * len(again))
        return [(self.value(face), die) for face, die in zip(faces, dice, strict=True)]

    def _throw(self, count: int, why: str) -> OrderedThrow:
        throw = self._throws.get((count, why))
        if throw is None:
            throw = self._throws[count, why] = self._new_throw(count, why)
        return throw

    @cached_property
    def _throws(self) -> dict[tuple[int, str], OrderedThrow]:
        """The throws so far: hundreds of a die with thousands of faces take seconds to make, and most are alike."""
        return {}

    def _new_throw(self, count: int, why: str) -> OrderedThrow:
        why = why or f"{count}{self.die.name}"
        sees_all = bool(self._keeps) and not self._explosions and not self._once
        values = {face: self.value(face) for face in self.die.faces} if sees_all else None
        return OrderedThrow(why, count, self.die, self._classes, values=values, kept=self.kept(self.pool.count))

    @cached_property
    def _classes(self) -> tuple[FaceClass, ...]:
        every = frozenset(self.die.faces)
        # Where explosions are added to a die before it is counted, its first face does not tell whether it counts.
        if not self._counts or self._follows_chains:
            return (FaceClass("any", every),)
        hits = frozenset(face for face in every if self.worth(self.value(face)) > 0)
        return (FaceClass("miss", every - hits, "miss"), FaceClass("success", hits, "hit"))

    # Exact odds

    @cached_property
    def bounds(self) -> tuple[Amount, Amount]:
        """A number that no total is below, and one that none is above; explosions go on to a hundred times as many."""
        low, high = self.kept(self.pool.count)
        fewest = most = high - low
        worths: set[Amount] = {self.worth(value) for value in self.one}
        if self._follows_chains:
            worths = self._worths_of_chains
        elif self._explosions:
            # One change keeps no fewer of more dice; several together may keep fewer, but no more than each alone.
            endless = self.pool.count * self._endless
            alone = (change.kept(endless) for change in self._keeps)
            most = min((end - start for start, end in alone), default=endless)
            fewest = 0 if len(self._keeps) > 1 else fewest
        lowest, highest = min(worths), max(worths)
        return lowest * (fewest if lowest > 0 else most), highest * (most if highest > 0 else fewest)

    @property
    def _endless(self) -> int:
        """As many dice as never follow one that explodes: a hundred times as many as on average."""
        return int(100 / (1 - self._chance_of_explosion))

    @property
    def _worths_of_chains(self) -> set[Amount]:
        """The lowest and highest worths of a die with its explosions, perhaps with others."""
        if self._counts:
            return {0, *(-1 if change.failures else 1 for change in self._counts)}
        return {value * times for value in self.one for times in (1, self._endless)}

    def odds(self, allow: Allow) -> TotalOdds:
        """Return the exact odds of the pool's totals; `allow` is told the steps of each part before it begins.

        Explosions are followed up to a number of them in the whole pool; of a compounding pool whose dice are kept or
        counted, up to a number for each die.
        """
        if not self._explosions:
            return TotalOdds(self._sums(EqualDice(self.one, self.pool.count), allow), self._whole**self.pool.count)
        if self._follows_chains:
            return self._odds_of_chains(allow)
        return self._odds_of_explosions(allow)

    def _sums(self, dice: EqualDice, allow: Allow) -> dict[Amount, int]:
        """Return the sums of what equal dice are worth, those that are kept."""
        if self._keeps:
            low, high = self.kept(dice.count)
            allow(steps_of_kept((dice,), low, high, self.worth))
            return sums_of_kept((dice,), low, high, self.worth)
        worths = self._worths(dice.weights)
        allow(steps_of_sums(worths, dice.count))
        return sums_of_dice(worths, dice.count)

    def _worths(self, weights: Weights) -> dict[Amount, int]:
        worths: dict[Amount, int] = {}
        for value, weight in weights.items():
            worths[self.worth(value)] = worths.get(self.worth(value), 0) + weight
        return worths

    def _odds_of_explosions(self, allow: Allow) -> TotalOdds:
        """Return the odds with one more die for each that explodes.

        The dice are `count` that do not explode and some that do; with n of those there are comb(count + n - 1, n)
        orders in which they may fall.
        """
        count, most = self.pool.count, self._most_explosions
        allow(most * digits(self._whole, count + most))
        ways = self._ways_of_explosions(most)
        whole = self._whole ** (count + most)
        more, last = self._split
        series: dict[Amount, int]
        if self._keeps:
            totals: dict[Amount, int] = {}
            for n, number in watched(enumerate(ways), every=1):
                low, high = self.kept(count + n)
                kinds = (EqualDice(more, n), EqualDice(last, count)) if n else (EqualDice(last, count),)
                allow(steps_of_kept(kinds, low, high, self.worth))
                add_row(totals, sums_of_kept(kinds, low, high, self.worth), 0, number)
            return TotalOdds(totals, whole, most)
        mean = sum(self.worth(value) * Fraction(weight, self._whole) for value, weight in self.one.items())
        more, last = self._worths(more), self._worths(last)
        if len(more) == 1:
            ((value, weight),) = more.items()
            series = {}
            for n, number in enumerate(ways):
                add_row(series, {n * value: weight**n}, 0, number)
        else:
            allow(most * most * len(more) * int(max(more) - min(more)) * digits(whole) // 4)
            series = {0: ways[most]}
            for number in reversed(ways[:most]):
                series = combine((series, more), add)
                series[0] = series.get(0, 0) + number
        allow(steps_of_sums(last, count))
        ended = sums_of_dice(last, count)
        allow(steps_to_combine((ended, series), (whole,)))
        mean *= Fraction(count * self._whole, sum(self._split[1].values()))
        return TotalOdds(combine((ended, series), add), whole, most, mean)

    def _ways_of_explosions(self, most: int) -> list[int]:
        """Return the orders of n dice that explode times the weight of the others up to `most`, for each n.

        That is comb(count + n - 1, n) * whole ** (most - n), each from the one after it: thousands of powers take long.
        """
        ways = [comb(self.pool.count + most - 1, most)]
        for n in watched(range(most, 0, -1)):
            ways.append(ways[-1] * self._whole * n // (self.pool.count + n - 1))
        return ways[::-1]

    def _odds_of_chains(self, allow: Allow) -> TotalOdds:
        """Return the odds of dice to each of which its explosions are added before some are kept or counted."""
        most = self._most_explosions
        more, last = self._split
        allow(most * most * len(self.one) * int(max(self.one) - min(self.one) + 1) // 4)
        chains: dict[Amount, int] = {}
        exploded: dict[Amount, int] = {0: 1}
        for n in range(most + 1):
            add_row(chains, combine((exploded, last), add), 0, self._whole ** (most - n))
            exploded = combine((exploded, more), add)
        totals = self._sums(EqualDice(chains, self.pool.count), allow)
        return TotalOdds(totals, self._whole ** ((most + 1) * self.pool.count), most)

    @cached_property
    def _split(self) -> tuple[dict[Amount, int], dict[Amount, int]]:
        """The weights of one die's values that explode, and of those that do not."""
        more = {value: weight for value, weight in self.one.items() if self.explodes(value)}
        return more, {value: weight for value, weight in self.one.items() if value not in more}

    @cached_property
    def _most_explosions(self) -> int:
        """How many explosions exact odds follow: of the whole pool; of each die where it compounds."""
        chance, count = self._chance_of_explosion, self.pool.count
        if self._follows_chains:
            return max(FEWEST_EXPLOSIONS, ceil(log(BEYOND / count) / log(chance)))
        base = count * log(1 - chance) - lgamma(count)
        terms = (exp(base + lgamma(count + n) - lgamma(n + 1) + n * log(chance)) for n in numbers())
        return max(FEWEST_EXPLOSIONS, next(n for n, part in enumerate(accumulate(terms)) if 1 - part < BEYOND))

    @property
    def _follows_chains(self) -> bool:
        compounds = any(change.compounds for change in self._explosions)
        return compounds and bool(self._keeps or self._counts)


@lru_cache(1024)
def pool_dice(pool: DicePool) -> PoolDice:
    """Return a pool with its changes by kind; NotUsable as for PoolDice."""
    return PoolDice(pool)
