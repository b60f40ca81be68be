"""Whole games, as a player would read them: one for each way in which a game can end."""

import pytest

from tests.games.playthroughs import ends_of, games_beside, is_played_as_written, shorter_first
from tests.games.wreck_a_mech.playthrough import played

GAMES = games_beside(__file__)
ENDS = {"three Victories", "Overtime after three each", "the Foundry", "given up", "draw by agreement"}


@pytest.mark.golden
@pytest.mark.parametrize("path", shorter_first(GAMES))
def test_a_game_is_played_as_it_is_written(path, golden):
    is_played_as_written(path, played, golden)


def test_there_is_a_game_for_each_way_to_end():
    assert ends_of(GAMES) == ENDS
