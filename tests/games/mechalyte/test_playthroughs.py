"""Whole games, as a player would read them: one for each way in which a game can end."""

import pytest

from companion.games.mechalyte import GAME
from tests.games.mechalyte.playthrough import played
from tests.games.playthroughs import ends_of, games_beside, is_played_as_written

GAMES = games_beside(__file__)
OPTIONS = {ruling.id: [option.id for option in ruling.option] for ruling in GAME.rulebook.ruling}
ENDS = {f"capture, {option}" for option in OPTIONS["capture"]} | {
    "elimination", "elimination of both", "given up", "draw by agreement"
}  # fmt: skip


@pytest.mark.golden
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_is_played_as_it_is_written(path, golden):
    is_played_as_written(path, played, golden)


def test_there_is_a_game_for_each_way_to_end():
    assert ends_of(GAMES) == ENDS
