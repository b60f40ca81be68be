"""Which cards of Wreck-A-Mech count as drawn and as used, event by event."""

from collections import Counter

from companion.games.wreck_a_mech.rules.foundry import Gains
from companion.games.wreck_a_mech.rules.play import Player
from tests.consent import corrected
from tests.games.card_uses import card_uses
from tests.games.wreck_a_mech.playthrough import opened
from tests.games.wreck_a_mech.test_tracker import TRAINERS, at, moved

WHOLE = Player(dict(TRAINERS))


def test_the_mechs_that_the_seats_start_with_are_used_without_a_draw():
    table, brought = opened(1)
    dealt = moved(table, brought, 0, "deal")
    drawn, used = card_uses(table, dealt)
    assert drawn == [] and Counter(used) == Counter((seat, card) for seat in (0, 1) for card in TRAINERS.values())


def test_a_card_is_used_when_it_is_played_and_not_when_arms_are_swapped_or_thrown_off():
    player = Player(dict(TRAINERS), hand=("mic-drop", "keg-hull"))
    table, brought = at("build", player, WHOLE)
    played = moved(table, brought, 0, "play", card="mic-drop", to="right_arm")
    assert card_uses(table, played) == ([], [(0, "mic-drop")])
    swapped = moved(played, brought, 0, "swap")
    assert card_uses(played, moved(swapped, brought, 0, "throw-off", part="head")) == ([], [])


def test_each_hand_of_a_new_turn_is_drawn_also_a_card_that_was_in_the_last_hand():
    first = Player(dict(TRAINERS), draw=("mic-drop", "keg-hull", "mic-drop"))
    second = Player(dict(TRAINERS), draw=("rivet-gun",))
    table, brought = at("upgrade", first, second, queue=(1,), gains=Gains(1, 0, 0))
    turn = moved(table, brought, 1, "pass")
    assert turn.state.turn == 3
    assert card_uses(table, turn) == ([(0, "mic-drop"), (0, "keg-hull"), (1, "rivet-gun")], [])


def test_a_gained_card_counts_once_it_is_drawn():
    table, brought = at("upgrade", WHOLE, WHOLE, queue=(1,), gains=Gains(2, 0, 0))
    gained = moved(table, brought, 1, "gain", card="mic-drop")
    assert gained.state.turn == table.state.turn and card_uses(table, gained) == ([], [])
    assert card_uses(gained, moved(gained, brought, 1, "pass")) == ([(1, "mic-drop")], [])


def test_a_rebound_draws_and_uses_the_cards_that_come_onto_the_mech():
    wrecked = Player({}, discard=("trainer-head", "bucket-helm", "trainer-legs", "keg-hull", "rivet-gun"))
    other = Player({"head": "trainer-head", "body": "trainer-body", "legs": "trainer-legs"})
    table, brought = at("rebound", wrecked, other, queue=(0,), wrecked=(0,))
    table = corrected(table, brought, 0, "turn", 5)
    back = moved(table, brought, 0, "pass")
    drawn, used = card_uses(table, back)
    player = back.state.players[0]
    assert Counter(used) == Counter((0, card) for card in player.mech.values())
    assert Counter(drawn) == Counter(used) + Counter((0, card) for card in player.hand)
