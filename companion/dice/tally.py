"""Throws read as one sum: dice that are added, kept or thrown again, and all possible sums with their weights."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb

from companion.base.compat import cached_property
from companion.dice.odds import TooLarge
from companion.dice.throw import Faces, Tells, Throw
from companion.limits.budget import watched

MOST_SUMS = 50_000
"""The most totals of an exact answer."""
_WORK = 5_000_000
"""The most steps for the sums of one throw; about two seconds."""
_QUICK, _STEP = 50_000, 5
"""Steps of one throw's sums that are too quick to count, and how many of the others equal one step of odds."""


@dataclass(frozen=True)
class Tally(Throw):
    """A throw read as one sum rather than class by class: its faces are (sum, dice to throw again)."""

    worth: tuple[int, ...] = ()
    """The value of each face of the die."""
    again: frozenset[int] = frozenset()
    keep: int = 0
    """How many dice count: the highest of them, the lowest where negative, all where 0."""

    def sort(self, faces: Sequence[int], where: str = "faces") -> Faces:
        """Return the sum and the number of dice to throw again."""
        super().sort(faces, where)
        worth = dict(zip(self.die.faces, self.worth, strict=True))
        values = sorted((worth[face] for face in faces), reverse=self.keep > 0)
        return (sum(values[: abs(self.keep) or None]), sum(face in self.again for face in faces))

    def label_faces(self, faces: Sequence[int]) -> tuple[Tells, ...]:
        """Return the label of each die: `dropped` if only some are kept, otherwise that of its class."""
        if not self.keep:
            return super().label_faces(faces)
        worth = dict(zip(self.die.faces, self.worth, strict=True))
        order = sorted(range(len(faces)), key=lambda index: worth[faces[index]], reverse=self.keep > 0)
        kept = set(order[: abs(self.keep)])
        return tuple("" if index in kept else "dropped" for index in range(len(faces)))

    def ways(self) -> tuple[tuple[Faces, int], ...]:
        """Return every sum with its integer weight; `steps` estimates the cost without computing them."""
        return self._sums

    @cached_property
    def steps(self) -> int:
        """The estimated steps of computing the sums; TooLarge if they are too many."""
        totals = (max(self.worth) - min(self.worth)) * self.count + 1
        if not self.keep and not self.again and totals > MOST_SUMS:
            raise TooLarge(f"an exact answer has {totals:,} totals, more than {MOST_SUMS:,}")
        if self._work > _WORK:
            raise TooLarge(f"an exact answer takes {self._work:,} steps, more than {_WORK:,}")
        return max(0, self._work - _QUICK) // _STEP

    @cached_property
    def _work(self) -> int:
        if self.keep:
            keep, faces = abs(self.keep), len(set(self.worth))
            rows = (max(self.worth) - min(self.worth)) * keep // 2 + 1
            digits = 1 + self.count * len(self.worth).bit_length() // 1024
            return faces * keep * keep * (rows // 2 + 10) * digits
        span, faces = max(self.worth) - min(self.worth), len(self.worth)
        if self.again:
            sizes = (min(int(faces ** min(i, 24)), (span * i + 1) * (i + 1)) for i in range(self.count))
            return faces * sum(sizes)
        windows = _windows(self.worth)
        if len(windows) == 1:
            return 3 * (span * self.count + 1)
        return self.count * (span * self.count + 1) * len(windows) // 2

    @cached_property
    def _sums(self) -> tuple[tuple[Faces, int], ...]:
        if self.keep:
            return _sums_of_kept_dice(self.worth, self.count, abs(self.keep), self.keep > 0)
        if self.again:
            return _sums_with_rerolls(self.die.faces, self.worth, self.again, self.count)
        return _sums_of_dice(self.worth, self.count)


def _sums_of_dice(worth: tuple[int, ...], count: int) -> tuple[tuple[Faces, int], ...]:
    """Return the sums of `count` dice: by one equation if all faces are equally likely, else die by die in windows."""
    low, span = min(worth), max(worth) - min(worth)
    windows = _windows(worth)
    if len(windows) == 1:
        times = windows[0][2] ** count
        even = enumerate(_sums_of_even_dice(span + 1, count))
        return tuple(((step + low * count, 0), weight * times) for step, weight in even)
    sums = [1]
    for _ in watched(range(count), every=1):
        # below[span + 1 + i] is the weight of everything under i, for i from -span - 1 to past the end.
        below = [0] * (span + 2) + list(accumulate(sums))
        below += [below[-1]] * span
        length = len(sums) + span
        following = [0] * length
        for first, last, times in windows:
            upper = below[span + 2 - first : span + 2 - first + length]
            lower = below[span + 1 - last : span + 1 - last + length]
            following = [f + times * (u - d) for f, u, d in zip(following, upper, lower, strict=True)]
        sums = following
    return tuple(((step + low * count, 0), weight) for step, weight in enumerate(sums) if weight)


def _sums_of_even_dice(sides: int, count: int) -> list[int]:
    """Return the weights of the sums of dice with faces from 0 that are equally likely, each from three before it.

    They are the coefficients q of ((1 - x**sides) / (1 - x)) ** count; its derivative gives the equation between them.
    They are symmetric, and only half of them are computed.
    """
    last = (sides - 1) * count
    sums = [1]
    for k in watched(range(1, last // 2 + 1)):
        weight = (k - 1 + count) * sums[k - 1]
        if k >= sides:
            weight += (k - sides - count * sides) * sums[k - sides]
        if k > sides:
            weight -= (k - sides - 1 - count * (sides - 1)) * sums[k - sides - 1]
        sums.append(weight // k)
    return sums + sums[: last + 1 - len(sums)][::-1]


def _windows(worth: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """Return ranges of values as (first, last, faces with each value), counted from the lowest value."""
    low = min(worth)
    sizes = Counter(value - low for value in worth)
    stretches: list[tuple[int, int, int]] = []
    for value, times in sorted(sizes.items()):
        if stretches and stretches[-1][1:] == (value - 1, times):
            stretches[-1] = (stretches[-1][0], value, times)
        else:
            stretches.append((value, value, times))
    return stretches


def _sums_with_rerolls(
    faces: tuple[int, ...], worth: tuple[int, ...], again: frozenset[int], count: int
) -> tuple[tuple[Faces, int], ...]:
    sums: dict[Faces, int] = {(0, 0): 1}
    for _ in watched(range(count), every=1):
        following: dict[Faces, int] = {}
        for (total, more), weight in watched(sums.items()):
            for face, value in zip(faces, worth, strict=True):
                key = (total + value, more + (face in again))
                following[key] = following.get(key, 0) + weight
        sums = following
    return tuple(sums.items())


def _sums_of_kept_dice(worth: tuple[int, ...], count: int, keep: int, highest: bool) -> tuple[tuple[Faces, int], ...]:
    """Return the sums of the kept dice, value by value, the kept end first.

    Once enough dice are kept, those left show any value beyond: they are one factor, not more states.
    """
    sizes = Counter(worth)
    beyond = len(worth)
    sums: dict[int, int] = {}
    by_used: dict[int, dict[int, int]] = {0: {0: 1}}
    for value in sorted(sizes, reverse=highest):
        size = sizes[value]
        beyond -= size
        following: dict[int, dict[int, int]] = {}
        for used, row in watched(by_used.items(), every=1):
            left, missing = count - used, keep - used
            enough = (size + beyond) ** left
            for n in range(missing):
                factor = comb(left, n) * size**n
                enough -= factor * beyond ** (left - n)
                _add_row(following.setdefault(used + n, {}), row, value * n, factor)
            _add_row(sums, row, value * missing, enough)
        by_used = following
    return tuple(((total, 0), weight) for total, weight in sums.items() if weight)


def _add_row(to: dict[int, int], row: dict[int, int], more: int, factor: int) -> None:
    """Add the weights of a row of sums, times a factor, to the sums that are higher by `more`."""
    for total, weight in row.items():
        to[total + more] = to.get(total + more, 0) + weight * factor
