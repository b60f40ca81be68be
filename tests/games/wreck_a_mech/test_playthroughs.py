"""Whole games, as a player would read them: one for each way in which a game can end."""

from pathlib import Path

import pytest

from companion.play.log import state_hash
from companion.play.table import fold
from tests.games.wreck_a_mech.playthrough import played

HERE = Path(__file__).parent / "playthroughs"
GAMES = sorted(HERE.glob("*.txt"))
ENDS = {"three Victories", "Overtime after three each", "the Foundry", "given up", "draw by agreement"}


@pytest.mark.golden
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_is_played_as_it_is_written(path, golden):
    text, table = played(path.read_text("utf-8"))
    golden(path, text)
    assert table.result
    again = fold(table.setup, table.make, table.events)
    assert state_hash(again.state) == state_hash(table.state) and again.result == table.result


def test_there_is_a_game_for_each_way_to_end():
    heads = [path.read_text("utf-8").splitlines() for path in GAMES]
    assert {line.removeprefix("Ends: ") for head in heads for line in head if line.startswith("Ends: ")} == ENDS
