"""Which modules and components of Mecha Mettle count as drawn and as used, event by event."""

from dataclasses import replace

import pytest

from companion.play import acts as play
from companion.play.table import Position
from tests.games.card_uses import card_uses
from tests.games.mecha_mettle.playthrough import opened
from tests.games.mecha_mettle.test_tracker import ATTACKERS, BROUGHT, CONTROL, attack, lost, move, offered, turn, typed


def happened(table, *acts):
    """Do acts one after the other, each a function of the table; return what was drawn and used by all of them."""
    after = table
    for act in acts:
        after = act(after)
    return card_uses(table, after)


def test_a_module_is_drawn_from_the_deck_and_used_when_it_is_laid_by_the_id_of_its_card():
    table = turn(deck=("hammer-left", "reactor"))
    drawn = move(table, "draw")
    assert card_uses(table, drawn) == ([(0, "hammer")], [])
    assert card_uses(drawn, move(drawn, "play", to="front-left", facing="ahead")) == ([], [(0, "hammer")])


def test_a_module_that_fits_nowhere_is_drawn_and_not_used():
    full = dict.fromkeys(turn().state.players[0].area, "strongbox-left")
    table = turn(full, deck=("strongbox-left",))
    assert card_uses(table, move(table, "draw")) == ([(0, "strongbox")], [])


def test_a_module_drawn_after_a_shuffle_counts_once():
    table = turn(deck=())
    table = replace(table, position=Position(table.state.model_copy(update={"discard": ("drone",)})))
    assert card_uses(table, move(table, "draw")) == ([(0, "drone")], [])


def test_the_reactor_of_the_second_player_is_used_without_a_draw():
    table, brought = opened(1)
    table = move(typed(table), "begin")
    for seat, faces in ((0, [6]), (1, [3]), (0, [1])):
        table = play.answer(table, brought, seat, faces)
    assert card_uses(table, move(table, "reactor", 1, to="front-left", facing="ahead")) == ([], [(1, "reactor")])


def test_a_component_is_drawn_when_it_opens_and_used_with_its_text():
    shot = turn({"front-left": "drone"})
    hit = attack(shot, "front-left", "front-right", [6, 6, 6], [1, 1])
    assert hit.state.players[1].destroyed == 1
    assert card_uses(shot, hit) == ([(1, "light-thrusters")], [])
    turned = turn({**lost(1), "front-left": "drone"})
    after = move(turned, "use", component="recombinator", at="front-left", way="left")
    assert card_uses(turned, after) == ([], [(0, "recombinator")])


def test_cards_that_a_component_takes_are_drawn_and_those_that_it_shows_are_not():
    deck = ("gemini-left", "drone", "hammer-left", "reactor")
    for destroyed, start, component in (
        (3, lambda table: move(table, "draw", component="engineering-bay"), "engineering-bay"),
        (4, lambda table: move(table, "use", component="artificial-intelligence"), "artificial-intelligence"),
    ):
        table = turn(lost(destroyed), drafts=CONTROL, deck=deck)
        looked = start(table)
        assert card_uses(table, looked) == ([], [(0, component)])
        taken = offered(looked, "take")[0]
        name = looked.tracker.terms.laid[taken["card"] if "card" in taken else deck[int(taken["place"]) - 1]].module.id
        assert card_uses(looked, move(looked, "take", **taken)) == ([(0, name)], [])
    scanned = turn(lost(2), drafts=CONTROL, deck=deck)
    assert happened(
        scanned,
        lambda table: move(table, "use", component="long-range-scanner"),
        lambda t: move(t, "look", order="3 1 2"),
    ) == ([], [(0, "long-range-scanner")])


@pytest.mark.parametrize(("answer", "used"), [(1, []), (2, [(1, "light-thrusters")])])
def test_the_defender_uses_a_component_only_where_the_answer_is_yes(answer, used):
    table = turn({"front-left": "drone"}, lost(1))
    asked = move(table, "attack", at="front-left", target="their-front-right")
    while asked.waiting()[0].wants == "faces":
        asked = play.answer(asked, BROUGHT, 0, [1] * asked.waiting()[0].throw.count)
    assert [(one.seat, one.wants) for one in asked.waiting()] == [(1, "choice")]
    assert card_uses(asked, play.answer(asked, BROUGHT, 1, [answer])) == ([], used)


def test_the_attacker_uses_a_component_with_the_attack_or_with_the_dice_that_it_rolls_again():
    table = turn({**lost(1), "front-left": "gemini-left"}, drafts=ATTACKERS)
    values = {"at": "front-left", "target": "their-front-right", "component": "extended-magazines", "pool": "regular"}
    assert card_uses(table, move(table, "attack", **values)) == ([], [(0, "extended-magazines")])
    table = move(
        turn({**lost(2), "front-left": "drone"}, drafts=ATTACKERS),
        "attack",
        at="front-left",
        target="their-front-right",
    )
    missed = play.answer(table, BROUGHT, 0, [6, 1, 1])
    assert card_uses(table, missed) == ([], [])
    assert card_uses(missed, play.answer(missed, BROUGHT, 0, [1])) == ([], [])
    assert card_uses(missed, play.answer(missed, BROUGHT, 0, [2])) == ([], [(0, "manual-override")])
