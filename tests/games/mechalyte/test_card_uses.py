"""Which modules of Mechalyte count as drawn and as used: the letters of a spec, and those of each mech that is built."""

from companion.play import acts as play
from tests.games.card_uses import card_uses
from tests.games.mechalyte.bench import tracker
from tests.games.mechalyte.test_tracker import BROUGHT, at_table

WORDS = {"P": "power", "S": "shield", "M": "mobility", "I": "initiative", "A": "armor"}


def test_the_letters_of_both_specs_are_drawn_once_they_are_open():
    table = at_table(specs=("PMISAA",))
    drawn, used = card_uses(table, play.seal_choice(table, BROUGHT, 1, {"spec": "MIPASA"}))
    assert drawn == [(0, WORDS[letter]) for letter in "PMISAA"] + [(1, WORDS[letter]) for letter in "MIPASA"]
    assert used == []


def test_a_mech_uses_the_letters_up_to_its_level():
    table = at_table(specs=("PMISAA", "MIPASA"))
    table = play.move(table, BROUGHT, 1, "begin", {"who": "1"})
    build = next(move for move in table.tracker.moves(table.view(1), 1) if move.values.get("level") == 3)
    built = play.move(table, BROUGHT, 1, "build", build.values)
    assert card_uses(table, built) == ([], [(1, "mobility"), (1, "initiative"), (1, "power")])
    assert card_uses(built, play.move(built, BROUGHT, 1, "phase", {"to": "move"})) == ([], [])


def test_the_ids_are_those_of_the_cards_that_a_pack_names():
    table = tracker(pack=[{"module": [{"id": "power", "name": "Overdrive", "adds": 2}]}])
    assert table.terms.modules == WORDS
