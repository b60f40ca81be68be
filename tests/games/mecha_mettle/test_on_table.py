"""Mecha Mettle with the module deck on the players' own table: the same game as with a deck that the app holds."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from companion.base.findings import InvalidInput
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.analysis.sight_inputs import SQUARES
from companion.games.mecha_mettle.tracker.state import DeckCard, Standing
from companion.play import acts as play
from companion.play.log import TableEvent
from companion.play.table import Position
from companion.verbs.log_words import log_entry
from companion.verbs.tables import maker, set_up
from tests.consent import corrected
from tests.games.mecha_mettle.playthrough import done, opened
from tests.games.mecha_mettle.test_tracker import (
    BROUGHT,
    CONTROL,
    attack,
    lost,
    mine,
    move,
    offered,
    refused,
    turn,
)

ON_TABLE = {"cards": "on-your-table"}
PLAYED = Path(__file__).parent / "playthroughs" / "doors-aside.txt"


def laid(deck, *given, **changed):
    """Return a turn of Ann's in which these cards are the deck, and all others that stand nowhere are discarded."""
    table = turn(*given, deck=("",) * len(deck), options=ON_TABLE, **changed)
    standing = [card for player in table.state.players for one in player.area.values() for card in one.cards]
    others = Counter((*table.tracker.terms.deck, "reactor")) - Counter([*deck, *standing])
    state = table.state.model_copy(update={"discard": tuple(others.elements())})
    return replace(table, position=Position(state))


def may_be(table, seat=0):
    return [one.values["card"] for one in play.nameable_cards(table, seat)]


def named(table, card, seat=0):
    return play.name_card(table, BROUGHT, seat, card)


def news(table):
    return table.view(None)["news"]


def test_what_is_asked_at_opening_is_who_holds_the_deck():
    assert GAME.tracker.options().model_dump() == {"cards": "held-by-the-app"}
    with pytest.raises(InvalidInput, match="cards"):
        set_up(GAME, bytes(32), {"options": {"cards": "in-a-box"}})


def test_a_table_that_was_opened_before_the_choice_reads_the_same():
    table, _ = opened(1)
    setup = table.setup.model_copy(update={"options": {}})
    assert maker(GAME, setup)(setup.rulings).start() == table.state
    assert "buried" not in table.state.model_dump(mode="json")


def test_the_game_begins_with_a_shuffle_in_words_and_no_order():
    table, brought = opened(1, options=ON_TABLE)
    assert offered(table, "begin") and "aside" in table.tracker.moves(table.view(0), 0)[0].label
    table = play.move(table, brought, 0, "begin", {})
    assert "shuffle" not in [event.kind for event in table.events]
    begun = next(position.state for position in table.positions() if position.event == 3)
    assert begun.news[0].text == "The module deck is shuffled, one Reactor put aside."
    assert {one.card for one in table.state.deck} == {""} and len(table.state.deck) == 49


def test_a_drawn_module_is_named_by_who_drew_it_and_then_laid():
    table = move(laid(("drone", "drone", "hammer-left")), "draw")
    assert [(one.seat, one.wants, one.why) for one in table.waiting()] == [(0, "card", "which module Player 1 drew")]
    assert may_be(table) == ["drone", "hammer-left"] and may_be(table, 1) == []
    assert not table.tracker.moves(table.view(0), 0) and not table.tracker.correctable(table.view(0), 0)
    assert "the name of the module on your table first" in refused(move, table, "end-turn")
    table = named(table, "hammer-left")
    assert news(table) == ["Player 1 draws Hammer (left)."] and table.state.drawn == "hammer-left"
    assert len(offered(table, "play")) == 36 and len(table.state.deck) == 2 and table.state.actions == 2
    entry = log_entry(table, None, len(table.events))
    assert (entry.seat, entry.how) == (0, "named by hand")


def test_a_card_that_is_not_left_in_the_deck_is_refused():
    table = move(laid(("hammer-left", "reactor")), "draw")
    assert refused(named, table, "drone").startswith("move")
    table = move(named(table, "reactor"), "play", to="front-left", facing="ahead")
    table = move(table, "draw")
    assert refused(named, table, "reactor").startswith("move") and may_be(table) == ["hammer-left"]


def test_a_slip_in_a_name_is_undone_alone_until_something_else_happens():
    table = named(move(laid(("hammer-left", "drone")), "draw"), "drone")
    assert play.seats_asked_to_undo(table, 0) == () and play.seats_asked_to_undo(table, 1) == (0,)
    again = play.undo(table, BROUGHT, 0)
    assert may_be(again) == ["drone", "hammer-left"] and [event.kind for event in again.events[-1:]] == ["undo"]
    assert named(again, "hammer-left").state.drawn == "hammer-left"
    back = play.undo(again, BROUGHT, 0)
    assert back.state.actions == 3 and len(back.state.deck) == 2 and back.events[-1].kind == "undo"


def test_a_module_that_fits_nowhere_is_discarded_as_soon_as_it_is_named():
    full = dict.fromkeys(SQUARES, "door") | {"front-left": "drone"}
    table = named(move(laid(("strongbox-left",), full), "draw"), "strongbox-left")
    assert table.state.discard[0] == "strongbox-left" and table.state.is_free
    assert news(table)[-1] == "Strongbox (left) fits nowhere and is discarded."


def under_ports(deck, **changed):
    """Return a turn in which the opponent has lost four ports: what marks them are the four left Hammers."""
    table = laid((*deck, *["hammer-left"] * 4), {"front-left": "drone:ahead"}, lost(4), **changed)
    them = table.state.players[1]
    marked = Standing(kind="destroyed", marker=DeckCard(card=""))
    area = {at: marked if one.kind == "destroyed" else one for at, one in them.area.items()}
    players = (table.state.players[0], them.model_copy(update={"area": area}))
    update = {"players": players, "deck": table.state.deck[4:]}
    return replace(table, position=Position(table.state.model_copy(update=update)))


def test_the_last_card_may_be_any_that_lies_face_down():
    table = move(under_ports(("scout-left",)), "draw")
    assert may_be(table) == ["hammer-left", "scout-left"]
    assert named(table, "hammer-left").state.deck == ()


@pytest.mark.parametrize(("ruling", "joined"), [("stay", 0), ("joined", 4)])
def test_an_empty_deck_is_the_discard_pile_and_by_the_ruling_what_lies_under_ports(ruling, joined):
    table = under_ports((), rulings={"ports-reshuffled": ruling})
    table = move(table, "draw")
    assert "The discard pile is shuffled as the new module deck." in news(table)
    assert {"empty-deck", "ports-reshuffled"} <= set(table.events[-1].rulings)
    assert len(table.state.deck) == 45 + joined and table.state.discard == ()
    assert ("hammer-left" in may_be(table)) is bool(joined) and "hammer-right" in may_be(table)
    assert table.state.buried == ("hammer-left",) * (4 - joined)


def test_a_marker_taken_back_by_hand_may_be_drawn_again():
    table = named(move(under_ports((), rulings={"ports-reshuffled": "stay"}), "draw"), "drone")
    table = move(table, "play", to="back-left", facing="ahead")
    at = next(name for name, one in table.state.players[1].area.items() if one.marker)
    table = corrected(table, BROUGHT, 0, f"space.1.{at}", "Open Port")
    assert "hammer-left" in may_be(move(table, "draw")) and len(table.state.deck) == 45


def destroyed(table):
    return attack(table, "front-left", "front-right", [6, 6, 6], [1, 1])


def test_a_destroyed_port_takes_the_top_card_unknown_and_unasked():
    table = destroyed(laid(("reactor", "scout-left"), {"front-left": "drone:ahead"}))
    assert mine(table, "front-right", 1).marker == DeckCard(card="") and len(table.state.deck) == 1
    assert table.waiting()[0].wants == "move" and "The top card of the deck marks it, face down." in news(table)


def test_a_destroyed_port_takes_the_top_card_of_a_new_deck_where_there_is_none():
    table = destroyed(laid((), {"front-left": "drone:ahead"}))
    assert "The discard pile is shuffled as the new module deck." in news(table)
    assert mine(table, "front-right", 1).marker and len(table.state.deck) == 48
    assert table.waiting()[0].wants != "card" and "empty-deck" in table.decided
    table = destroyed(laid((), {"front-left": "drone:ahead"}, rulings={"empty-deck": "none"}))
    assert mine(table, "front-right", 1).marker is None and not table.state.deck


@pytest.mark.parametrize(("level", "component"), [(1, "comms-system"), (2, "long-range-scanner")])
def test_what_is_only_looked_at_is_not_asked_for(level, component):
    table = move(laid(("drone", "reactor"), lost(level), drafts=CONTROL), "use", component=component)
    assert table.state.is_free and not offered(table, "look") and len(table.state.deck) == 2
    assert news(table)[-1] == f"Player 1 looks at {'1 card' if level == 1 else '2 cards'} of the deck."


@pytest.mark.parametrize(("count", "why"), [
    (4, "which of the 3 modules Player 1 plays; the others go to the bottom"),
    (2, "which of the 2 modules Player 1 plays; the others go to the bottom"),
    (1, "which module Player 1 drew"),
])  # fmt: skip
def test_engineering_bay_asks_for_the_module_that_is_played(count, why):
    deck = ("drone", "reactor", "scout-left", "hammer-left")[:count]
    table = move(laid(deck, lost(3), drafts=CONTROL), "draw", component="engineering-bay")
    assert table.waiting()[0].why == why and len(table.state.deck) == count
    table = named(table, deck[-1])
    assert table.state.drawn == deck[-1] and len(table.state.deck) == count - 1 and table.state.actions == 2
    under = {4: "; 2 cards go to the bottom", 2: "; 1 card goes to the bottom", 1: ""}[count]
    assert news(table)[-1].endswith(f"{under}.")


def test_artificial_intelligence_asks_for_the_module_that_is_taken_and_the_deck_is_shuffled():
    searches = [
        move(laid(deck, lost(4), drafts=CONTROL), "use", component="artificial-intelligence")
        for deck in (("drone", "reactor", "reactor"), ("drone", "reactor"), ("drone",))
    ]
    assert searches[0].waiting()[0].why == "which module Player 1 takes from the deck"
    assert [may_be(table) for table in searches] == [["drone", "reactor"], ["drone", "reactor"], ["drone"]]
    table = named(searches[0], "reactor")
    assert news(table) == ["Player 1 takes Reactor from the deck.", "The module deck is shuffled."]
    assert "The module deck is shuffled." not in news(named(searches[1], "drone"))
    assert not named(searches[2], "drone").state.deck


def public(state):
    """What lies open, how many cards lie hidden, and who is to do what; of a look, only what comes of it."""
    areas = [
        {at: (bool(one.marker), one.model_copy(update={"marker": None})) for at, one in player.area.items()}
        for player in state.players
    ]
    drafts = [(player.draft, player.revealed, player.used) for player in state.players]
    turn = (state.phase, state.turn, state.active, state.actions, state.door_played)
    return areas, drafts, turn, state.drawn, state.discard, len(state.deck), state.roll, state.firing, state.result


def name_what_is_owed(tracker, state, held):
    """Name the module that the held game shows as drawn: it lies in hand, or was discarded as it fits nowhere."""
    card = held.drawn or held.discard[0]
    view = tracker.view(state, state.active)
    assert card in [move.values["card"] for move in tracker.nameable(view, state.active)]
    return tracker.apply(state, TableEvent(number=1, kind="card", seat=state.active, values={"card": card}))


def test_named_cards_lead_to_the_same_game_as_held_ones():
    text = PLAYED.read_text("utf-8")
    rulings = dict(pair.split("=") for pair in text.split("Rulings: ")[1].split("\n")[0].split())
    held, brought = opened(int(text.split("Seed: ")[1].split("\n")[0]), rulings)
    setup = held.setup.model_copy(update={"options": ON_TABLE})
    tracker = maker(GAME, setup)(setup.rulings)
    state, names = tracker.start(), 0
    for line in (line for line in text.splitlines() if line.startswith("> ")):
        before, held = held, done(held, brought, *line[2:].split())
        for event in held.events[len(before.events) :]:
            is_looked_at = event.kind == "move" and event.values["name"] in ("look", "take")
            if event.kind in ("move", "faces", "seal", "correct") and not is_looked_at:
                state = tracker.apply(state, event)
        if state.look and not held.state.look:
            state, names = name_what_is_owed(tracker, state, held.state), names + 1
        assert public(state) == public(held.state), line
    assert held.result and names == 17
