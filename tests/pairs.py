"""Pairs in place of products: every value is tried, each with another partner, and the same ones every time."""

import itertools
from collections.abc import Sequence
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from companion.games import GAMES


def paired(*lists: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the n-th of every list together, shorter lists counted round, so that each value occurs at least once."""
    return [tuple(one[n % len(one)] for one in lists) for n in range(max(map(len, lists)))]


def pairs_first(*lists: Sequence[Any]) -> list[Any]:
    """Return the product of the lists as cases, those that are none of the pairs as `long`."""
    pairs = paired(*lists)
    return [
        pytest.param(*values, marks=() if values in pairs else pytest.mark.long) for values in itertools.product(*lists)
    ]


def one_each(cases: Sequence[Any]) -> list[Any]:
    """Leave one case of each first value, a game or a release, to `make test`; the others are `long`.

    Of the first value its first, of the second its second, counted round, so that the rest has its turn too.
    """
    alike: dict[str, list[Any]] = {}
    for case in cases:
        alike.setdefault(str(case.values[0]), []).append(case)
    now = [same[number % len(same)] for number, same in enumerate(alike.values())]
    return [
        case if any(case is one for one in now) else pytest.param(*case.values, id=case.id, marks=pytest.mark.long)
        for case in cases
    ]


def few_first(few: int, cases: Sequence[Any]) -> list[Any]:
    """Leave the first few of some cases to `make test`; the others are `long`."""
    later = [case if isinstance(case, ParameterSet) else pytest.param(*_values(case)) for case in cases[few:]]
    return [
        *cases[:few],
        *(pytest.param(*one.values, id=one.id, marks=[*one.marks, pytest.mark.long]) for one in later),
    ]


def _values(case: Any) -> tuple[Any, ...]:
    return case if isinstance(case, tuple) else (case,)


FIGHTS = [game for game in GAMES if game.matchup]
"""The games that compare two builds, and so read a build from a list in a chat."""
BUILT = [game for game in GAMES if game.builder]
"""The games whose builds are put together on a board, with undo and drafts of what is not saved."""
EVENINGS = [game for game in GAMES if game.tonight]
"""The games with a page that leads through a first evening."""
PRINT_SETS = [(game, print_set) for game in GAMES for print_set in game.print_sets]
"""Every print set of every game."""


def sets_on(papers: Sequence[str], but: Sequence[str] = (), with_builds: bool = True) -> list[Any]:
    """Return every print set but some, each with one of the papers, as cases with their names."""
    sets = [one for one in PRINT_SETS if one[1].name not in but and (with_builds or not one[1].needs_build)]
    return [
        pytest.param(game, print_set, paper, id=f"{game.slug}-{print_set.name}-{paper}")
        for (game, print_set), paper in paired(sets, papers)
    ]
