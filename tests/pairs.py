"""Pairs in place of products: every value is tried, each with another partner, and the same ones every time."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.games import GAMES


def paired(*lists: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Return the n-th of every list together, shorter lists counted round, so that each value occurs at least once."""
    return [tuple(one[n % len(one)] for one in lists) for n in range(max(map(len, lists)))]


PRINT_SETS = [(game, print_set) for game in GAMES for print_set in game.print_sets]
"""Every print set of every game."""


def sets_on(papers: Sequence[str], but: Sequence[str] = (), with_builds: bool = True) -> list[Any]:
    """Return every print set but some, each with one of the papers, as cases with their names."""
    sets = [one for one in PRINT_SETS if one[1].name not in but and (with_builds or not one[1].needs_build)]
    return [
        pytest.param(game, print_set, paper, id=f"{game.slug}-{print_set.name}-{paper}")
        for (game, print_set), paper in paired(sets, papers)
    ]
