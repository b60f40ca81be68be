"""Piles: who sees what, what a shuffle leaves, how even it is, and an undo past a card that was seen."""

import random
from collections import Counter
from itertools import permutations, product
from math import factorial

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import Record, read_as
from companion.play import acts as play
from companion.play.acts import nameable_cards
from companion.play.fair_dice import FairDice, commitment
from companion.play.log import Setup
from companion.play.new_events import Brought
from companion.play.piles import (
    UNKNOWN,
    PendingShuffle,
    PileZone,
    can_be_shuffled,
    deal_anew,
    name_unknown,
    pending_card,
    put_in_order,
    read_seen,
    shuffle_rest,
    turn_down,
    without,
)
from companion.play.table import begin, fold
from companion.play.tracker import Move, Pending, Tracker
from companion.play.verify import Exported, verify
from companion.verbs.tables import export

SEED = bytes(range(32))
BROUGHT = Brought(SEED)
FOUR = "abcd"


class State(Record):
    """A pile, two hands, and the shuffle that is owed."""

    pile: tuple[str, ...] = tuple(FOUR)
    hands: tuple[tuple[str, ...], ...] = ((), ())
    shuffle: PendingShuffle | None = PendingShuffle(zone="pile", why="the pile is shuffled")
    drawn: bool = False


class DrawingGame(Tracker):
    """Whoever likes draws the top card; an undo of that shuffles the pile anew."""

    def __init__(self, rulings=None):
        pass

    def start(self):
        return State(shuffle=None)

    def read_state(self, data):
        return read_as(State, data)

    def waiting(self, state):
        if state.shuffle:
            return (state.shuffle.owed(len(state.pile)),)
        return tuple(Pending(seat, "move", "draw") for seat in (0, 1))

    def moves(self, view, seat):
        return ()

    def read_move(self, view, seat, name, values):
        return Move(name=name)

    def apply(self, state, event):
        if event.kind == "shuffle":
            return state.model_copy(
                update={"pile": put_in_order(state.pile, event.secret["order"]), "shuffle": None, "drawn": False}
            )
        if event.values["name"] == "shuffle":
            return state.model_copy(update={"shuffle": PendingShuffle(zone="pile", why="shuffled"), "drawn": False})
        hands = [*state.hands]
        hands[event.seat] += state.pile[:1]
        return state.model_copy(update={"hands": tuple(hands), "pile": state.pile[1:], "drawn": True})

    def zones(self, state):
        hands = {f"hand.{n}": PileZone(hand, "owner", n, pool="all") for n, hand in enumerate(state.hands)}
        return {"pile": PileZone(state.pile, "nobody", mixed=True, pool="all"), **hands}

    def view(self, state, seat):
        return {name: zone.as_seen(seat) for name, zone in self.zones(state).items()}

    def newly_visible(self, before, after):
        return ("the top card",) if after.drawn else ()

    def hide(self, state, seen):
        return state.model_copy(update={"shuffle": PendingShuffle(zone="pile", why="shuffled anew")})

    def correctable(self, view, seat):
        return ()

    def result(self, state):
        return None


@pytest.fixture
def table():
    setup = Setup(game="small", tracker=1, seats=2, one_phone=True, commitment=commitment(SEED))
    table = begin(setup, DrawingGame)
    for seat, name in enumerate(("Ann", "Ben")):
        table = play.sit(table, BROUGHT, seat, name, f"{seat:02x}")
    return play.move(table, BROUGHT, 0, "shuffle", {})


def test_a_shuffle_follows_by_itself_and_its_order_is_nobody_s(table):
    event = table.events[-1]
    assert (event.kind, event.seat, event.cause, event.values["count"]) == ("shuffle", None, 3, 4)
    order = FairDice(SEED, ("00", "01")).shuffle(4, range(4))
    assert table.state.pile == tuple(FOUR[place] for place in order)
    for seat in (0, 1, None):
        assert "secret" not in export(table, seat)["event"][-1]
        assert table.view(seat)["pile"] == {"count": 4, "cards": None}


def test_a_shuffle_is_checked_once_the_seed_is_open(table):
    assert verify(read_as(Exported, export(table, None))).events == {4: "sealed"}
    document = export(play.concede(table, BROUGHT, 0), None)
    assert verify(read_as(Exported, document)).events == {4: "checked"}
    order = document["event"][3]["secret"]["order"]
    order[0], order[1] = order[1], order[0]
    assert verify(read_as(Exported, document)).wrong == (4,)
    del document["event"][3]["secret"]
    assert verify(read_as(Exported, document)).wrong == (4,)


def test_an_undo_past_a_card_that_was_seen_shuffles_anew(table):
    drawn = play.move(table, BROUGHT, 0, "draw", {})
    back = play.undo(drawn, BROUGHT, 0)
    assert [event.kind for event in back.events[-2:]] == ["undo", "shuffle"]
    assert back.events[-2].seen == ("the top card",)
    assert back.state.hands == ((), ()) and not back.undone
    order = FairDice(SEED, ("00", "01")).shuffle(back.events[-1].number, range(4))
    assert back.state.pile == put_in_order(table.state.pile, order) != table.state.pile
    assert fold(back.setup, back.make, back.events).state == back.state


def test_what_an_undo_shuffled_is_undone_with_the_move_before_it(table):
    twice = play.move(play.move(table, BROUGHT, 0, "draw", {}), BROUGHT, 1, "draw", {})
    back = play.undo(twice, BROUGHT, 1)
    assert back.state.hands == (twice.state.hands[0], ())
    again = play.undo(back, BROUGHT, 0)
    assert again.state.hands == ((), ()) and Counter(again.state.pile) == Counter(FOUR)
    assert again.last_move()[-1].values["name"] == "shuffle"
    first = play.undo(again, BROUGHT, 0)
    assert first.state.hands == ((), ()) and first.last_move() == ()


def test_no_undo_leads_back_to_an_order_that_was_seen(table):
    """What lay on top was seen once: the pile is shuffled anew again by an undo of an earlier move."""
    back = play.undo(play.move(table, BROUGHT, 0, "draw", {}), BROUGHT, 0)
    further = play.undo(back, BROUGHT, 0)
    assert further.events[-2].seen == ("the top card",) and further.events[-1].kind == "shuffle"
    assert play.undo(back, BROUGHT, 0, 4).events[-1].kind == play.undo(back, BROUGHT, 0, 0).events[-1].kind == "shuffle"


class TableGame(DrawingGame):
    """The pile lies on the players' own table: whoever draws says openly which card it was."""

    def start(self):
        return State(pile=turn_down(FOUR), shuffle=None)

    def waiting(self, state):
        return (pending_card(0, "the card that was drawn"),) if state.drawn else super().waiting(state)

    def nameable(self, view, seat):
        named = {card for hand in (0, 1) for card in view[f"hand.{hand}"]["cards"] or ()}
        return tuple(Move(name="card", values={"card": card}, label=card.upper()) for card in FOUR if card not in named)

    def apply(self, state, event):
        if event.kind == "card":
            hands = (name_unknown(state.hands[0], event.values["card"]), state.hands[1])
            return state.model_copy(update={"hands": hands, "drawn": False})
        return super().apply(state, event)

    def newly_visible(self, before, after):
        return ()


@pytest.fixture
def drawn():
    setup = Setup(game="small", tracker=1, seats=2, commitment=commitment(SEED))
    table = begin(setup, TableGame)
    for seat, name in enumerate(("Ann", "Ben")):
        table = play.sit(table, BROUGHT, seat, name, f"{seat:02x}")
    return play.move(table, BROUGHT, 0, "draw", {})


def test_a_card_of_the_real_table_is_named_and_the_check_says_so(drawn):
    table = play.name_card(drawn, BROUGHT, 0, "c")
    assert table.state.hands == (("c",), ()) and table.state.pile == ("", "", "")
    assert table.events[-1].values == {"why": "the card that was drawn", "card": "c", "how": "named"}
    assert verify(read_as(Exported, export(table, None))).events == {4: "on your table"}
    over = export(play.concede(table, BROUGHT, 0), None)
    assert verify(read_as(Exported, over)).events == {4: "on your table"}
    assert fold(table.setup, table.make, table.events).state == table.state


def test_who_named_a_card_changes_it_alone_until_something_else_happens(drawn):
    table = play.undo(play.name_card(drawn, BROUGHT, 0, "c"), BROUGHT, 0)
    table = play.name_card(table, BROUGHT, 0, "a")
    assert table.state.hands == (("a",), ()) and not table.proposal
    table = play.name_card(play.move(table, BROUGHT, 0, "draw", {}), BROUGHT, 0, "b")
    assert play.undo(table, BROUGHT, 1).proposal


@pytest.mark.parametrize(
    ("seat", "card", "said"),
    [(0, "e", "one of: A; B; C; D."), (0, "", "one of: A; B; C; D."), (1, "a", "the table waits for no card")],
)
def test_only_a_card_that_can_lie_there_is_named_by_the_seat_that_owes_it(drawn, seat, card, said):
    with pytest.raises(InvalidInput, match=said):
        play.name_card(drawn, BROUGHT, seat, card)
    with pytest.raises(InvalidInput, match="waits for no card"):
        play.name_card(play.name_card(drawn, BROUGHT, 0, "a"), BROUGHT, 0, "b")


def test_the_cards_that_can_lie_there_are_offered_to_the_seat_that_owes_a_name(drawn):
    offered = [[move.values["card"] for move in nameable_cards(drawn, seat)] for seat in (0, 1)]
    assert offered == [["a", "b", "c", "d"], []]
    named = play.name_card(drawn, BROUGHT, 0, "a")
    assert nameable_cards(named, 0) == nameable_cards(named, 1) == ()
    again = play.move(named, BROUGHT, 0, "draw", {})
    assert [move.values["card"] for move in nameable_cards(again, 0)] == ["b", "c", "d"]


def test_unknown_cards_are_named_one_by_one_and_cards_are_turned_down():
    assert turn_down(("a", "b")) == ("", "")
    assert name_unknown(("a", "", ""), "b") == ("a", "b", "")
    assert without(("a", "b", "a"), "a") == ("b", "a")
    with pytest.raises(ValueError, match="not in tuple"):
        name_unknown(("a",), "b")


def test_a_small_pile_is_shuffled_alike_into_every_order():
    """4! orders, 24,000 shuffles: chi-square of 23 degrees exceeds 49.7 once in a thousand."""
    count, orders = 24_000, factorial(4)
    dice = FairDice(SEED, ("aa", "bb"))
    found = Counter(put_in_order(FOUR, dice.shuffle(event, range(4))) for event in range(1, count + 1))
    expected = count / orders
    assert len(found) == orders
    assert sum((n - expected) ** 2 for n in found.values()) / expected < 49.7


def test_a_zone_is_seen_by_who_knows_it_and_without_an_order_where_it_is_mixed():
    pile = PileZone(("c", "a", "b"), "owner", 1, mixed=True)
    assert pile.as_seen(1) == {"count": 3, "cards": ["a", "b", "c"]}
    assert pile.as_seen(0) == pile.as_seen(None) == {"count": 3, "cards": None}
    assert read_seen(pile.as_seen(0)) == (UNKNOWN,) * 3
    assert PileZone(("c", "a")).as_seen(None) == {"count": 2, "cards": ["c", "a"]}


def test_fixed_cards_stay_on_top():
    pile = PileZone(("x", "y", "a", "b"), "owner", 0, mixed=True, fixed=2)
    assert shuffle_rest(pile, (1, 0)) == ("x", "y", "b", "a")
    assert can_be_shuffled(pile) and not can_be_shuffled(PileZone(("x", "a"), "owner", 0, mixed=True, fixed=1))
    with pytest.raises(ValueError, match="each once"):
        shuffle_rest(pile, (0, 0))


@pytest.mark.parametrize(
    ("zone", "seats"),
    [
        (PileZone(("a",)), [0, 1, None]),
        (PileZone(("a",), "all", 0), [0, 1, None]),
        (PileZone(("a",), "owner", 0), [0]),
        (PileZone(("a",), "owner", 1), [1]),
        (PileZone(("a",), "owner"), []),
        (PileZone(("a",), "nobody", 0), []),
    ],
)
def test_who_knows_the_cards_of_a_zone(zone, seats):
    assert [seat for seat in (0, 1, None) if zone.is_known(seat)] == seats
    assert [seat for seat in (0, 1, None) if zone.as_seen(seat)["cards"] == ["a"]] == seats


@pytest.mark.parametrize(
    ("cards", "mixed", "fixed", "can_be"),
    [("", True, 0, False), ("a", True, 0, False), ("ab", True, 0, True), ("ab", False, 0, False),
     ("abc", True, 1, True), ("abc", True, 2, False)],
)  # fmt: skip
def test_two_cards_without_a_fixed_order_can_be_shuffled(cards, mixed, fixed, can_be):
    assert can_be_shuffled(PileZone(tuple(cards), mixed=mixed, fixed=fixed)) is can_be
    assert fixed or can_be_shuffled(PileZone(tuple(cards), mixed=mixed)) is can_be


def test_cards_are_dealt_anew_into_every_order_once():
    """Each of the picks, from 0 to below 4, 3 and 2, leads to an order of its own: all of them are as likely."""
    asked, orders = [], []
    for picks in product(range(4), range(3), range(2)):
        left = iter(picks)
        dealt = deal_anew(
            {"pile": PileZone(tuple(FOUR), "nobody")}, 0, lambda n, left=left: asked.append(n) or next(left)
        )
        orders.append(dealt["pile"])
    assert asked == [4, 3, 2] * 24
    assert set(orders) == set(permutations(FOUR)) and len(orders) == 24
    assert deal_anew({"pile": PileZone(tuple(FOUR), "nobody")}, 0, lambda n: n - 1)["pile"] == tuple(FOUR)


def test_cards_of_zones_without_a_pool_stay_in_their_zone():
    zones = {name: PileZone(tuple(cards), "owner", 1) for name, cards in (("left", "abc"), ("right", "def"))}
    zones["deck"] = PileZone(("g",), "nobody", pool="right")
    found = [deal_anew(zones, 0, random.Random(number).randrange) for number in range(40)]
    assert {tuple(sorted(dealt["left"])) for dealt in found} == {("a", "b", "c")}
    assert {dealt["left"] for dealt in found} == set(permutations("abc"))
    assert {dealt["deck"] for dealt in found} == {("d",), ("e",), ("f",), ("g",)}
    assert deal_anew(zones, 1, random.Random(1).randrange) == {
        "left": tuple("abc"),
        "right": tuple("def"),
        "deck": ("g",),
    }


def test_an_undo_of_what_showed_nothing_shuffles_nothing(table):
    before = play.undo(play.move(table, BROUGHT, 0, "shuffle", {}), BROUGHT, 0)
    assert before.state == table.state and before.events[-1].kind == "undo" and before.undone


def test_what_a_seat_does_not_know_is_dealt_anew_within_its_pool():
    zones = {
        "mine": PileZone(("a", "b"), "owner", 0, pool="deck"),
        "theirs": PileZone(("c", "d"), "owner", 1, pool="deck"),
        "pile": PileZone(("e", "f", "g"), "nobody", mixed=True, pool="deck"),
        "known": PileZone(("h", "i", "j"), "owner", 0, mixed=True),
        "open": PileZone(("k", "l")),
    }
    seen = Counter()
    for number in range(60):
        dealt = deal_anew(zones, 0, random.Random(number).randrange)
        assert dealt["mine"] == ("a", "b") and dealt["open"] == ("k", "l")
        assert sorted(dealt["theirs"] + dealt["pile"]) == ["c", "d", "e", "f", "g"] and len(dealt["pile"]) == 3
        seen.update({dealt["theirs"], dealt["known"]})
    assert {("h", "i", "j"), ("j", "i", "h")} <= set(seen) and len(seen) > 15


def test_a_shuffle_is_told_as_a_sentence():
    assert PendingShuffle(zone="draw", why="the pile is shuffled").text == "The pile is shuffled."
