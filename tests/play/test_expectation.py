"""What is stored as expected with a throw: by hand for a few rolls, at the limits of what is worked out and stored."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from companion.dice.resolver import Mean
from companion.dice.throw import D6, Choice, numbered_throw, succeeding, values
from companion.games import game
from companion.games.mechalyte import GAME
from companion.play import acts as play
from companion.play.expectation import MOST_VALUES, _number, _short, _sum_up_draw, expectation
from companion.play.log import TableEvent, public
from companion.play.new_events import Brought
from companion.play.tracker import Drawn, Rolling
from companion.verbs.tables import open_table, set_up
from tests.games.mechalyte.bench import Bench
from tests.play.small_game import at_table

SEED = bytes(range(32))
BROUGHT = Brought(SEED)
THIRD = 0.166667


@dataclass
class OneThrow:
    """A tracker that is always at one throw, summed up by what its dice show together."""

    throw: object
    counts_hits: bool = False

    def start(self):
        return None

    def ask(self, state):
        return self.throw if state is None else None

    def take(self, state, faces):
        return faces

    def outcome(self, state):
        return {"sum": sum(values(self.throw, state))}

    def rolling(self, state):
        figure = Mean("sum", "The sum, on average", lambda outcome: outcome["sum"])
        return Rolling("A throw", self, (), (figure,), 1, self.counts_hits, "of a test")


def faces(*shown):
    return TableEvent(number=1, kind="faces", values={"faces": list(shown)})


def by_hand(*acts):
    """Return the last event of a table by hand at which seat 0 throws its own dice."""
    table = open_table(game("mechastellar"), set_up(game("mechastellar"), SEED, {"seats": 2}))
    table = play.choose_dice(play.sit(table, BROUGHT, 0, "Ana", "aa"), BROUGHT, 0, "typed")
    for name, *given in acts:
        table = getattr(play, name)(table, BROUGHT, 0, *given)
    return table.events[-1]


def test_a_roll_by_hand_is_stored_with_all_that_it_could_have_come_to():
    rolled = by_hand(("move", "dice", {"expression": "1d6+1"}), ("answer", [6]))
    odds = [[float(total), THIRD] for total in range(2, 8)]
    total = {"title": "Total", "value": 7.0, "odds": odds}
    assert rolled.expected == {"roll": {"title": "1d6+1", "seat": 0, "figures": [total]}}


def test_a_chance_is_stored_as_one_number():
    """Three dice, each recovers on 5 or more of ten, at most two actions: all three fail in 64 of 1000."""
    kind = next(kind for kind in game("mechastellar").resolvers if kind.name == "stun-recovery")
    rolled = by_hand(("move", "roll", {"resolver": kind.name}), ("answer", [1, 5, 10]))
    first, second = rolled.expected["roll"]["figures"]
    assert (first["title"], first["value"]) == ("No longer shut down", True)
    assert first["p"] == pytest.approx(0.936)
    assert second == {
        "title": "Actions back",
        "value": 2.0,
        "odds": [[0.0, 0.064], [1.0, 0.288], [2.0, 0.648]],
    }


def test_what_is_no_throw_or_has_no_odds_is_stored_with_nothing():
    assert by_hand(("move", "dice", {"expression": "1d6"})).expected == {}
    table = at_table()
    for seat in (0, 1):
        table = play.seal_choice(table, BROUGHT, seat, {"number": 2})
    thrown = play.move(table, BROUGHT, 0, "throw", {}).events[-1]
    assert (thrown.kind, thrown.expected) == ("faces", {})


def test_dice_of_mechalyte_hit_on_four_and_more_and_a_shot_is_hoped_for_by_who_fires():
    bench = Bench("A1:1@C3 B1:1@C3", specs="AAAAAA PAAAAA", active=0)
    bench.walk("A1", "C4")
    (owed,) = bench.tracker.waiting(bench.state)
    stored = expectation(bench.tracker, bench.state, faces(*[4] * owed.throw.count))
    assert stored["hits_on"] == [4, 5, 6]
    roll = stored["roll"]
    assert (roll["title"], roll["about"], roll["seat"]) == ("Opportunity shot", "at A1 in C3", 1)
    destroyed = roll["figures"][0]
    assert destroyed["value"] is True and destroyed["p"] == 1 - 0.5**owed.throw.count


def test_a_die_for_who_begins_is_nobodys_luck():
    table = open_table(GAME, set_up(GAME, SEED, {"one_phone": True}))
    for seat in (0, 1):
        table = play.sit(table, BROUGHT, seat, "AB"[seat], "aa")
        table = play.seal_choice(table, BROUGHT, seat, {"spec": "PMISAA"})
    thrown = play.move(table, BROUGHT, 0, "begin", {"who": "die"}).events[-1]
    assert thrown.kind == "faces" and "hits_on" not in thrown.expected
    assert "seat" not in thrown.expected["roll"] and thrown.expected["roll"]["figures"][0]["p"] == 0.5


def test_hits_are_counted_where_the_tracker_says_so():
    throw = succeeding("hits", 2, 5)
    assert expectation(OneThrow(numbered_throw("sum", D6)), None, faces(3)).get("hits_on") is None
    tracker = OneThrow(throw, counts_hits=True)
    tracker.outcome = lambda state: {"sum": state[1]}
    assert expectation(tracker, None, faces(5, 6))["hits_on"] == [5, 6]


@pytest.mark.parametrize(("sides", "is_stored"), [(MOST_VALUES, True), (MOST_VALUES + 1, False)])
def test_a_figure_with_too_many_values_is_not_stored(sides, is_stored):
    rolled = by_hand(("move", "dice", {"expression": f"1d{sides}"}), ("answer", [1]))
    assert bool(rolled.expected["roll"].get("figures")) is is_stored


@pytest.mark.parametrize(("dice", "has_odds"), [(10, True), (11, False)])
def test_a_roll_whose_odds_take_too_long_has_a_title_and_no_figures(dice, has_odds):
    """Ten dice fall in 3,003 ways, eleven in 4,368: more than the steps that a throw may cost besides."""
    stored = expectation(OneThrow(numbered_throw("sum", D6, dice)), None, faces(*[1] * dice))["roll"]
    assert (stored["title"], stored["about"], stored["seat"]) == ("A throw", "of a test", 1)
    assert bool(stored.get("figures")) is has_odds


def test_what_was_expected_stays_on_the_server_until_the_end():
    event = faces(1).model_copy(update={"expected": {"hits_on": [6]}, "state": "ab"})
    assert "expected" not in public(event, 0) and "expected" not in public(event, None)
    assert public(event, None, ended=True)["expected"] == {"hits_on": [6]}


def test_drawn_cards_stand_beside_all_that_could_have_been_drawn():
    """Two of the cards 1, 2, 4 besides a sure 5: 8, 10 and 11, each in one of three cases."""
    drawn = _sum_up_draw(Drawn("Hand", "Ranks", 1, (1, 4), (1, 2, 4), (5,)))
    (figure,) = drawn.figures
    assert (drawn.seat, figure.value) == (1, 10)
    assert figure.odds == ((8, 0.333333), (10, 0.333333), (11, 0.333333))


def test_cards_of_which_some_are_alike_and_one_is_left():
    """Two of the cards 0, 1, 1, 3 and 8: of ten pairs two come to 1, one to 2, one to 3, two to 4, and so on."""
    (figure,) = _sum_up_draw(Drawn("Hand", "Ranks", 0, (1, 8), (0, 1, 1, 3, 8))).figures
    assert (figure.value, figure.p) == (9, None)
    assert figure.odds == ((1, 0.2), (2, 0.1), (3, 0.1), (4, 0.2), (8, 0.1), (9, 0.2), (11, 0.1))


def test_what_is_sure_to_be_drawn_comes_to_that():
    (figure,) = _sum_up_draw(Drawn("Hand", "Ranks", 0, (), (1, 2), (3, 4))).figures
    assert (figure.value, figure.odds) == (7, ((7, 1),))


@pytest.mark.parametrize(("cards", "is_stored"), [(MOST_VALUES, True), (MOST_VALUES + 1, False)])
def test_drawn_cards_with_too_many_values_are_not_stored(cards, is_stored):
    drawn = _sum_up_draw(Drawn("Hand", "Ranks", 1, (3,), tuple(range(cards))))
    assert bool(drawn.figures) is is_stored and (drawn.title, drawn.seat) == ("Hand", 1)


def test_values_are_stored_with_four_digits_and_chances_with_six():
    assert [_number(one) for one in (Fraction(2, 3), Fraction(1, 3), 7, Fraction(1, 20_001))] == [0.6667, 0.3333, 7, 0]
    assert [_short(Fraction(*one)) for one in ((2, 3), (1, 3), (1, 1), (1, 3_000_000))] == [
        0.666667, 0.333333, 1, 3.33333e-7,
    ]  # fmt: skip


def test_an_answer_hits_nothing_and_a_roll_that_goes_on_has_come_to_nothing_yet():
    tracker = OneThrow(Choice("Throw again?"), counts_hits=True)
    tracker.outcome = lambda state: {"sum": 1}
    assert "hits_on" not in expectation(tracker, None, faces(1))
    again = by_hand(("move", "dice", {"expression": "2d6!"}), ("answer", [6, 1]))
    assert (again.kind, again.expected) == ("faces", {})


def test_a_long_title_is_cut():
    tracker = OneThrow(numbered_throw("sum", D6))
    tracker.rolling = lambda state: Rolling("x" * 401, tracker, (), (), 1)
    assert expectation(tracker, None, faces(2))["roll"] == {"title": "x" * 400, "seat": 1}
