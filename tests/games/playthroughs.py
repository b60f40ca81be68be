"""Whole games as text, the same for every game: each is played as it is written, and each way to end has one."""

from pathlib import Path

import pytest

from companion.play.log import state_hash
from companion.play.table import fold
from tests.pairs import few_first


def games_beside(test):
    """The written games that belong to a test."""
    return sorted((Path(test).parent / "playthroughs").glob("*.txt"))


def shorter_first(paths, few=3):
    """Give the games as cases, the shortest few of them to `make test`; the others are `long`."""
    games = sorted(paths, key=lambda path: path.stat().st_size)
    return few_first(few, [pytest.param(path, id=path.stem) for path in games])


def is_played_as_written(path, played, golden):
    """A game reads as it is written, ends, and its log leads to the same end."""
    text, table = played(path.read_text("utf-8"))
    golden(path, text)
    assert table.result
    again = fold(table.setup, table.make, table.events)
    assert state_hash(again.state) == state_hash(table.state) and again.result == table.result


def ends_of(paths):
    """The ways to end that the heads of some games name."""
    heads = [path.read_text("utf-8").splitlines() for path in paths]
    return {line.removeprefix("Ends: ") for head in heads for line in head if line.startswith("Ends: ")}
