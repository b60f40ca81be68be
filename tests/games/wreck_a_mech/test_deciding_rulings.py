"""Which rulings decide what happens at a table of Wreck-A-Mech: it says so the first time each of them matters."""

from dataclasses import replace

import pytest

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.rules.foundry import FoundryRow, Gains
from companion.games.wreck_a_mech.rules.play import Player
from companion.games.wreck_a_mech.tracker.rulings import OPTIONS
from companion.play import acts as play
from companion.verbs.log_words import log_entry
from tests.games.wreck_a_mech.test_tracker import ROWS, TRAINERS, at, moved

WHOLE = Player(dict(TRAINERS))
LAST = (FoundryRow(("mic-drop",), ("bucket-helm",)), ROWS[1])
EMPTY = (FoundryRow(("mic-drop",), ()), ROWS[1])


def decided(table, brought, seat, name, **values):
    """Return the rulings that a move and what follows from it rest on."""
    before = len(table.events)
    after = moved(table, brought, seat, name, **values)
    return {ruling for event in after.events[before:] for ruling in event.rulings}


def test_the_rulings_and_their_options_are_those_of_the_rulebook():
    assert {one.id: tuple(option.id for option in one.option) for one in GAME.rulebook.ruling} == OPTIONS


def upgrade(rows, **changed):
    return at("upgrade", *[WHOLE] * 2, foundry=rows, **{"gains": Gains(2, 0, 0), "queue": (0,), **changed})


@pytest.mark.parametrize(
    ("rows", "card", "found"),
    [
        (ROWS, "mic-drop", {"gained-cards"}),
        (LAST, "pile 2", {"gained-cards", "foundry-end"}),
        (LAST, "mic-drop", {"gained-cards", "foundry-replacement", "foundry-end"}),
    ],
)
def test_a_gain_rests_on_where_the_card_goes_and_on_how_a_pile_ends(rows, card, found):
    assert decided(*upgrade(rows), 0, "gain", card=card) - {"empty-pile"} == found


def test_an_empty_pile_matters_where_a_card_lies_face_up_still():
    assert "empty-pile" in decided(*at("combat", Player(dict(TRAINERS), attack=9), Player(dict(TRAINERS), attack=9),
                                       queue=(1,), foundry=EMPTY), 1, "lose", first="body", second="legs")  # fmt: skip


@pytest.mark.parametrize("hand", [(), ("mic-drop",)])
def test_whether_discards_are_seen_matters_where_there_are_some(hand):
    table, brought = at("build", replace(WHOLE, hand=hand), WHOLE)
    assert decided(table, brought, 0, "end-build") == ({"discards-seen"} if hand else set())


def test_the_chip_of_a_turn_without_a_wreck_matters_and_after_one_it_does_not():
    table, brought = upgrade(ROWS)
    assert decided(table, brought, 0, "pass") == {"initiative"}
    table, brought = at(
        "rebound", Player({}, draw=("trainer-head", "trainer-legs")), WHOLE, queue=(0,), wrecked=(0,), junk=1
    )
    assert decided(table, brought, 0, "pass") == set()


@pytest.mark.parametrize(("second", "found"), [("mic-drop", {"rebound-short"}), ("trainer-legs", set())])
def test_a_rebound_that_runs_short_matters_where_an_arm_was_discarded(second, found):
    wrecked = Player({}, draw=("trainer-right-arm", second))
    table, brought = at("rebound", wrecked, WHOLE, queue=(0,), wrecked=(0,), junk=1)
    assert decided(table, brought, 0, "pass") == found


@pytest.mark.parametrize(("enemy", "found"), [("jackhammer", True), ("trainer-right-arm", False)])
def test_the_wheel_matters_where_a_head_strikes_at_what_the_defender_has(enemy, found):
    table, brought = at("build", Player({"head": "bucket-helm"}), Player({"right_arm": enemy}), queue=(0,))
    assert ("wheel" in decided(table, brought, 0, "end-build")) is found


def test_a_ruling_is_said_once_and_again_where_it_has_changed():
    table, brought = upgrade(ROWS)
    table = moved(moved(table, brought, 0, "gain", card="mic-drop"), brought, 0, "gain", card="bucket-helm")
    assert [event.rulings.get("gained-cards") for event in table.events[2:]][:2] == ["discard", None]
    entry = log_entry(table, None, 3)
    assert entry.rulings == (("gained-cards", "Where does a gained card go? You play: To your discard pile."),)


def test_another_answer_is_played_from_then_on():
    table, brought = upgrade(ROWS)
    table = play.propose(table, brought, 0, "rulings", {"rulings": {"gained-cards": "draw"}})
    table = moved(play.agree(table, brought, 1), brought, 0, "gain", card="mic-drop")
    assert table.state.players[0].draw == ("mic-drop",) and table.events[-1].rulings == {"gained-cards": "draw"}
