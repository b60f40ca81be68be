"""Wreck-A-Mech with cards on the players' own table: the same game as with cards that the app holds, named by hand."""

from collections import defaultdict
from dataclasses import replace

import pytest

from companion.base.findings import InvalidInput
from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import Part
from companion.games.wreck_a_mech.rules.foundry import FoundryRow, Gains
from companion.games.wreck_a_mech.rules.play import Player
from companion.games.wreck_a_mech.tracker.state import OnTable
from companion.games.wreck_a_mech.tracker.zones import zones
from companion.play import acts as play
from companion.play.log import TableEvent
from companion.play.piles import shuffle_rest
from companion.play.table import Position
from companion.verbs.log_words import log_entry
from companion.verbs.tables import maker, set_up
from tests.games.wreck_a_mech.playthrough import opened
from tests.games.wreck_a_mech.random_game import RandomGame
from tests.games.wreck_a_mech.test_tracker import TRAINERS, moved, news, offered, refused

HAND = ("", "", "")


def on_table(seats=2, rulings=()):
    return opened(1, seats, rulings, {"cards": "on-your-table"})


def at(phase, *players, loose=((), ()), blind=((0, 0), (0, 0)), rulings=(), rows=None, **changed):
    """Return a table with cards on the players' own table whose game stands so, with what is known of hidden cards."""
    table, brought = on_table(len(players), rulings)
    two = ("mic-drop", "bucket-helm", "keg-hull", "moped-hips", "rivet-gun")
    three = ("pile-driver", "bad-idea", "final-take", "last-call", "laser-show")
    known = OnTable(unnamed=(two[3:], three[3:]), loose=loose, blind=blind)
    foundry = rows or (FoundryRow(two[:3], ("", "")), FoundryRow(three[:3], ("", "")))
    fields = {"queue": tuple(range(len(players))), "turn": 2, "damaged_ranks": ((),) * len(players), **changed}
    state = table.state.model_copy(
        update={"phase": phase, "players": players, "foundry": foundry, "table": known, **fields}
    )
    return replace(table, position=Position(state)), brought


def may_be(table, seat=0):
    return [move.values["card"] for move in play.nameable_cards(table, seat)]


def named(table, brought, *cards, seat=0):
    for card in cards:
        table = play.name_card(table, brought, seat, card)
    return table


def test_the_deal_asks_any_seat_for_six_cards_and_then_the_first_combat_begins():
    table, brought = on_table(3)
    table = moved(table, brought, 0, "deal")
    assert [event.kind for event in table.events[3:]] == ["move", "faces"]
    assert {(one.seat, one.wants) for one in table.waiting()} == {(seat, "card") for seat in (0, 1, 2)}
    assert table.waiting()[0].why == "which Rank 2 card is turned up, 3 to name"
    assert len(may_be(table)) == 30 and offered(table, 0) == set()
    first = may_be(table)[0]
    table = named(table, brought, first, first, seat=2)
    assert first not in may_be(table)
    table = named(table, brought, may_be(table)[0])
    assert {GAME.catalogue.get(Part, card).rank for card in may_be(table)} == {3}
    table = named(table, brought, *may_be(table)[:3])
    assert (table.state.phase, {one.wants for one in table.waiting()}) == ("combat", {"move"})
    assert [len(row.pile) for row in table.state.foundry] == [57, 57]


def test_a_slip_is_undone_alone_and_the_log_says_who_named_a_card():
    table, brought = on_table()
    table = named(moved(table, brought, 0, "deal"), brought, "mic-drop", seat=1)
    entry = log_entry(table, None, len(table.events))
    assert (entry.seat, entry.text, entry.how) == (1, "Mic Drop is turned up.", "named by hand")
    back = play.undo(table, brought, 1)
    assert not back.proposal and "mic-drop" in may_be(back)
    assert play.undo(table, brought, 0).proposal


def test_a_hand_stays_in_the_hand_and_what_is_laid_is_named_by_laying_it():
    deck = ("keg-hull", "mic-drop", "trainer-head")
    table, brought = at("build", Player(dict(TRAINERS), hand=HAND[:2], draw=("",)), Player({}), loose=(deck, ()))
    assert offered(table, 0, "play") == [
        ("keg-hull", "body"), ("mic-drop", "right_arm"), ("mic-drop", "left_arm"), ("trainer-head", "head"),
    ]  # fmt: skip
    assert "hand" not in "".join(news(table)) and table.view(0)["players"][0]["hand"] == ["", ""]
    table = moved(table, brought, 0, "play", card="keg-hull", to="body")
    player, known = table.state.players[0], table.state.table
    assert (player.mech["body"], player.hand, player.discard) == ("keg-hull", ("",), ("trainer-body",))
    assert known.loose[0] == ("mic-drop", "trainer-head")
    table = moved(table, brought, 0, "end-build")
    assert table.state.players[0].discard == ("", "trainer-body")
    assert "1 card left in hand" in news(table)[0]


def test_what_a_seat_holds_is_its_own_to_read():
    table, _ = at("build", Player(dict(TRAINERS), hand=HAND), Player({}), loose=(("keg-hull",) * 3, ()))
    assert table.view(0)["table"]["loose"] == [["keg-hull"] * 3, []]
    assert table.view(1)["table"]["loose"] == table.view(None)["table"]["loose"] == [[], []]
    assert not table.tracker.moves(table.view(1), 1)


def test_a_face_up_card_is_gained_and_its_replacement_is_named_by_who_gained():
    table, brought = at("upgrade", *[Player(dict(TRAINERS))] * 2, gains=Gains(1, 0, 0))
    table = moved(table, brought, 0, "gain", card="keg-hull")
    assert table.state.players[0].discard == ("keg-hull",) and news(table) == ["Player 1 gains Keg Hull."]
    assert [(one.seat, one.wants) for one in table.waiting()] == [(0, "card")]
    assert may_be(table) == ["moped-hips", "rivet-gun"]
    assert refused(play.name_card, table, brought, 0, "keg-hull").startswith("move")
    table = named(table, brought, "rivet-gun")
    assert table.state.foundry[0].face_up == ("mic-drop", "bucket-helm", "rivet-gun")
    assert table.state.table.unnamed[0] == ("moped-hips",) and table.state.turn == 3


def test_a_card_gained_face_down_may_be_any_that_nobody_has_named():
    table, brought = at("upgrade", *[Player(dict(TRAINERS))] * 2, gains=Gains(1, 0, 1))
    table = moved(table, brought, 0, "gain", card="pile 2")
    assert table.state.players[0].discard == ("",) and table.state.table.blind == ((1, 0), (0, 0))
    assert offered(table, 0, "junk") == [("moped-hips", "discard"), ("rivet-gun", "discard")]
    table = moved(table, brought, 0, "junk", card="rivet-gun", source="discard")
    assert table.state.players[0].junked == ("rivet-gun",) and table.state.table.blind == ((0, 0), (0, 0))
    assert table.state.table.unnamed[0] == ("moped-hips",)


def test_the_last_card_of_a_pile_is_named_and_an_empty_one_asks_for_nothing():
    rows = (FoundryRow(("mic-drop",), ("",)), FoundryRow(("pile-driver",), ("", "", "")))
    table, brought = at("upgrade", *[Player(dict(TRAINERS))] * 2, gains=Gains(2, 0, 0), rows=rows)
    table = moved(table, brought, 0, "gain", card="mic-drop")
    table = named(table, brought, "moped-hips")
    table = moved(table, brought, 0, "gain", card="moped-hips")
    assert table.state.foundry[0] == FoundryRow((), (), True) and table.waiting()[0].wants == "move"


def rebounding(deck, other=TRAINERS, rulings=()):
    """Return a table at which the first player is wrecked, has junked one card and may junk another."""
    wrecked = Player({}, draw=("",) * len(deck))
    changed = {"queue": (0,), "wrecked": (0,), "junk": 1, "loose": (deck, ())}
    return at("rebound", wrecked, Player(other), rulings=rulings, **changed)


def test_a_rebound_names_card_by_card_up_to_the_fullest_opponent():
    deck = ("bucket-helm", "keg-hull", "moped-hips", "trainer-head", "trainer-legs")
    table, brought = rebounding(deck, {"head": "trainer-head", "body": "trainer-body"})
    table = moved(table, brought, 0, "pass")
    assert may_be(table) == sorted(deck) and table.waiting()[0].why == "which card Player 1 drew in the Rebound"
    table = named(table, brought, "trainer-head", "bucket-helm")
    assert table.state.players[0].discard == ("bucket-helm",)
    assert "trainer-head" not in may_be(table) and table.state.phase == "rebound"
    table = named(table, brought, "keg-hull")
    assert table.state.players[0].mech == {"head": "trainer-head", "body": "keg-hull"}
    assert "Player 1 is back with Trainer Head and Keg Hull; 1 card discarded." in news(table)
    assert table.state.phase == "build" and table.state.players[0].hand == ("", "")


@pytest.mark.parametrize(("ruling", "arms"), [("stop", 1), ("reshuffle", 2)])
def test_a_rebound_that_is_short_stops_or_draws_its_arms_again(ruling, arms):
    deck = ("mic-drop", "trainer-right-arm", "boom-pole", "bucket-helm")
    table, brought = rebounding(deck, rulings={"rebound-short": ruling})
    table = moved(table, brought, 0, "pass")
    table = named(table, brought, "bucket-helm", "mic-drop", "trainer-right-arm", "boom-pole")
    if ruling == "reshuffle":
        assert may_be(table) == ["boom-pole", "trainer-right-arm"]
        table = named(table, brought, "trainer-right-arm")
    mech = table.state.players[0].mech
    assert sum(position.endswith("arm") for position in mech) == arms and len(mech) == arms + 1
    assert table.state.table.rebuilding == "" and table.state.turn == 3


def test_an_arm_that_is_drawn_again_alone_needs_no_name():
    deck = ("mic-drop", "trainer-right-arm", "bucket-helm")
    table, brought = rebounding(deck, rulings={"rebound-short": "reshuffle"})
    table = named(moved(table, brought, 0, "pass"), brought, "mic-drop", "trainer-right-arm", "bucket-helm")
    assert table.state.players[0].mech["left_arm"] == "trainer-right-arm" and table.state.turn == 3


def test_a_rebound_asks_for_as_many_cards_as_there_are_and_for_no_more():
    table, brought = rebounding(("mic-drop", "keg-hull"))
    table = moved(table, brought, 0, "junk", card="keg-hull", source="draw")
    table = named(
        moved(table, brought, 0, "pass") if table.waiting()[0].wants == "move" else table, brought, "mic-drop"
    )
    assert table.state.players[0].mech == {"right_arm": "mic-drop"} and table.state.turn == 3


def test_an_overtime_gathers_all_cards_unknown_and_draws_five():
    cards = tuple(sorted(TRAINERS.values()))
    players = [Player(dict(TRAINERS), attack=20, victory=2)] * 2
    table, _ = at("combat", *players, loose=((), ()), queue=(1,))
    after = table.tracker.apply(
        table.state.model_copy(update={"players": (replace(players[0], mech={}), players[1])}),
        TableEvent(number=9, kind="correct", values={"field": "turn", "value": 9}),
    )
    assert after.overtime == (0, 1) and after.phase == "build"
    assert after.table.loose[1] == cards and after.players[1].hand == ("",) * 5


def test_what_is_asked_at_opening_is_who_holds_the_cards():
    assert GAME.tracker.options().model_dump() == {"cards": "held-by-the-app", "start": "the-trainers"}
    with pytest.raises(InvalidInput, match="cards"):
        set_up(GAME, bytes(32), {"options": {"cards": "in-a-box"}})


def test_a_state_with_cards_that_the_app_holds_is_stored_as_before():
    table, _ = opened(1)
    assert not {"table", "out"} & set(table.state.model_dump(mode="json"))
    assert "table" in on_table()[0].state.model_dump(mode="json")


# The same game twice: with cards that the app holds, and with cards on the table that are named as they lay there.


class Twins:
    """A random game with held cards, and one with cards on the table to which each of its events is told."""

    def __init__(self, number):
        self.game = RandomGame(number)
        setup = self.game.table.setup.model_copy(update={"options": {"cards": "on-your-table"}})
        self.tracker = maker(GAME, setup)(setup.rulings)
        self.state = self.tracker.start()
        self.drawn = defaultdict(list)
        self.named = 0

    def play(self, acts):
        for seat in range(self.game.seats):
            self.game.table = play.sit(self.game.table, self.game.brought, seat, f"Player {seat + 1}", "ab")
        for _ in range(acts):
            if not self.game.table.waiting():
                break
            seat = self.game.table.waiting()[0].seat
            move = self.game.pick(self.game.table.tracker.moves(self.game.table.view(seat), seat))
            before = len(self.game.table.events)
            self.game.table = play.move(self.game.table, self.game.brought, seat, move.name, move.values)
            for event in self.game.table.events[before:]:
                self.tell(event)
            self.name_what_is_owed()
            assert public(self.state) == public(self.game.table.state)

    def tell(self, event):
        if event.kind != "shuffle":
            self.state = self.tracker.apply(self.state, event)
            return
        before = next(one for one in self.game.table.positions() if one.event == event.number).before.state
        if before.shuffle.then in ("rebuild", "refill"):
            lying = shuffle_rest(zones(before)[before.shuffle.zone], event.secret["order"])
            self.drawn[before.shuffle.zone.partition(".")[2]] += lying

    def name_what_is_owed(self):
        while owed := [one for one in self.tracker.waiting(self.state) if one.wants == "card"]:
            view = self.tracker.view(self.state, owed[0].seat)
            may = [move.values["card"] for move in self.tracker.nameable(view, owed[0].seat)]
            card = self.next_card(owed[0].seat, may)
            assert card in may
            self.named += 1
            event = TableEvent(number=1, kind="card", seat=owed[0].seat, values={"card": card})
            self.state = self.tracker.apply(self.state, event)
        self.drawn.clear()

    def next_card(self, seat, may):
        if not self.state.table.rebuilding:
            rows = zip(self.state.foundry, self.game.table.state.foundry, strict=True)
            return next(held.face_up[row.face_up.index("")] for row, held in rows if "" in row.face_up)
        drawn = self.drawn[str(seat)]
        while self.state.table.rebuilding == "refill" and drawn[0] not in may:
            drawn.pop(0)  # no arm, or one that lay deeper than the Rebound went
        return drawn.pop(0) if drawn else may[0]


def public(state):
    """What lies open, how many cards lie hidden, and who is to do what."""
    players = [
        (one.mech, one.damaged, one.junked, one.attack, one.defense, one.victory)
        + (len(one.draw), len(one.hand), len(one.discard))
        for one in state.players
    ]
    rows = [(row.face_up, len(row.pile), row.out) for row in state.foundry]
    whose = (state.phase, state.turn, state.holder, state.queue, state.gains, state.junk, state.wrecked)
    return players, rows, whose, state.overtime, state.result


GAMES = [pytest.param(number, marks=pytest.mark.long if number >= 4 else ()) for number in range(24)]


@pytest.mark.parametrize("number", GAMES)
def test_named_cards_lead_to_the_same_game_as_held_ones(number):
    twins = Twins(number)
    twins.play(80 if number < 4 else 400)
    assert twins.named > 6
