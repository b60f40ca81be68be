"""A table that starts from saved mechs and decks, by a house rule; who brings none starts with the Trainers."""

import pytest

from companion.play import acts as play
from companion.verbs.tables import export
from tests.games.wreck_a_mech.parts import PARTS
from tests.games.wreck_a_mech.playthrough import opened
from tests.games.wreck_a_mech.test_tracker import TRAINERS, moved, news, refused

SAVED = {"start": "a-saved-mech"}
BUILD = {
    "game": "wreck-a-mech",
    "title": "Old Faithful",
    "mech": {"head": "bucket-helm", "body": "keg-hull", "left_arm": "mic-drop"},
    "deck": ["2 trainer-head", "boom-pole", "pile-driver"],
    "discard": ["rivet-gun"],
    "junked": ["trainer-legs"],
}


def brought_in(build=BUILD, options=SAVED):
    table, brought = opened(1, 2, (), options)
    return moved(table, brought, 0, "build", build=build), brought


def test_a_saved_mech_lies_on_the_cross_and_the_log_says_that_it_is_a_house_rule():
    table, brought = brought_in()
    one, two = table.state.players
    assert one.mech == {"head": "bucket-helm", "body": "keg-hull", "left_arm": "mic-drop"} and two.mech == TRAINERS
    assert sorted(one.draw) == ["boom-pole", "pile-driver", "trainer-head", "trainer-head"]
    assert (one.discard, one.junked) == (("rivet-gun",), ("trainer-legs",))
    told = "House rule: Player 1 starts with the saved mech Old Faithful: Bucket Helm, Keg Hull and Mic Drop; 4 cards to draw."
    assert [one.replace('"', "").replace("'", "") for one in news(table)] == [told]
    table = moved(table, brought, 1, "deal")
    assert [event.values["why"] for event in table.events if event.kind == "shuffle"] == [
        "Player 1's draw pile is shuffled", "the Rank 2 cards are shuffled", "the Rank 3 cards are shuffled",
    ]  # fmt: skip
    totals = table.tracker.terms.totals(one.mech, two.mech)
    assert [(p.attack, p.defense) for p in table.state.players] == [(totals.attack, totals.defense), (9, 5)]


def test_its_cards_are_taken_out_of_the_foundry_and_another_mech_puts_them_back():
    table, brought = brought_in()
    held = {"bucket-helm", "keg-hull", "mic-drop", "boom-pole", "rivet-gun"}
    assert not held & set(table.state.foundry[0].pile) and len(table.state.foundry[0].pile) == 25
    assert len(table.state.foundry[1].pile) == 29
    table = moved(table, brought, 0, "build", build={**BUILD, "deck": [], "discard": [], "junked": []})
    assert [len(row.pile) for row in table.state.foundry] == [27, 30]
    assert play.undo(table, brought, 0).state.players[0].draw


def test_cards_on_the_table_are_known_as_a_whole_and_lie_face_down():
    table, _ = brought_in(options={**SAVED, "cards": "on-your-table"})
    assert table.state.players[0].draw == ("",) * 4 and len(table.state.table.loose[0]) == 4
    assert len(table.state.table.unnamed[0]) == len(table.state.foundry[0].pile) == 25


def test_a_draw_pile_that_was_brought_is_in_no_order_that_anybody_sees():
    table, brought = brought_in()
    table = moved(table, brought, 1, "deal")
    assert table.view(1)["players"][0]["draw"] == [""] * 4
    assert table.view(0)["players"][0]["draw"] == sorted(table.state.players[0].draw)
    assert all("secret" not in event for event in export(table, 0)["event"] if event["kind"] == "shuffle")


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"mech": {}}, "build: mech"),
        ({"mech": {"head": "keg-hull"}}, "build: mech.head"),
        ({"mech": {"head": "no-such-part"}}, "build: mech.head"),
        ({"deck": ["no-such-part"]}, "build: deck"),
        ({"game": "mechalyte"}, "build: game"),
    ],
)
def test_what_nobody_can_start_with_is_refused_where_it_is_wrong(changed, where):
    table, brought = opened(1, 2, (), SAVED)
    assert refused(moved, table, brought, 0, "build", build={**BUILD, **changed}).startswith(where)
    assert refused(moved, table, brought, 0, "build", build=None).startswith("build")


@pytest.mark.parametrize(("count", "left"), [(26, 1), (27, None)])
def test_a_foundry_of_four_cards_is_dealt_and_one_of_three_is_not(count, left):
    rank_2 = [card.id for card in PARTS if card.rank == 2]
    assert len(rank_2) == 30
    table, brought = brought_in({**BUILD, "mech": {"head": "trainer-head"}, "discard": [], "deck": rank_2[:count]})
    if left:
        assert len(moved(table, brought, 0, "deal").state.foundry[0].pile) == left
    else:
        assert "3 Rank 2 cards" in refused(moved, table, brought, 0, "deal")


def test_without_the_house_rule_and_after_the_deal_nothing_is_brought():
    table, brought = opened(1)
    assert refused(moved, table, brought, 0, "build", build=BUILD).startswith("move")
    table, brought = opened(1, 2, (), SAVED)
    table = moved(table, brought, 0, "deal")
    assert refused(moved, table, brought, 0, "build", build=BUILD).startswith("move")


def test_two_decks_with_the_same_card_leave_none_of_it_in_the_foundry():
    table, brought = brought_in()
    table = moved(table, brought, 1, "build", build=BUILD)
    assert [len(row.pile) for row in table.state.foundry] == [25, 29]
