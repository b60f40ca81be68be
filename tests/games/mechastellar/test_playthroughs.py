"""Whole games of MechaStellar as text: every number in them was worked out by hand from the rulebook."""

import pytest

from companion.games.mechastellar import GAME
from tests.games.playthroughs import games_beside, shorter_first
from tests.games.record_playthrough import RecordPlaythrough, leads_there_again


@pytest.mark.parametrize("path", shorter_first(games_beside(__file__)))
def test_a_game_goes_as_the_rulebook_says(path):
    leads_there_again(RecordPlaythrough(path, GAME).play())
