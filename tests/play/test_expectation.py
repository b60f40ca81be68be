"""What is stored as expected with a throw: by hand for a few rolls, at the limits of what is worked out and stored."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from pydantic import ValidationError

from companion.dice.resolver import Mean
from companion.dice.throw import D6, Choice, numbered_throw, succeeding, values
from companion.games import game
from companion.games.mechalyte import GAME
from companion.play import acts as play
from companion.play.expectation import MOST_VALUES, ExpectedFigure, _sum_up_draw, expectation
from companion.play.log import TableEvent, public
from companion.play.new_events import Brought
from companion.play.tracker import Drawn, Rolling
from companion.verbs.tables import open_table, set_up
from tests.games.mechalyte.bench import Bench
from tests.play.small_game import at_table

SEED = bytes(range(32))
BROUGHT = Brought(SEED)
THIRD = Fraction(1, 3)


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
    odds = [[total, "1/6"] for total in range(2, 8)]
    total = {"title": "Total", "value": 7, "odds": odds}
    assert rolled.expected == {"roll": {"title": "1d6+1", "seat": 0, "figures": [total]}}


def test_a_chance_is_stored_as_one_number():
    """Three dice, each recovers on 5 or more of ten, at most two actions: all three fail in 64 of 1000."""
    kind = next(kind for kind in game("mechastellar").resolvers if kind.name == "stun-recovery")
    rolled = by_hand(("move", "roll", {"resolver": kind.name}), ("answer", [1, 5, 10]))
    first, second = rolled.expected["roll"]["figures"]
    assert (first["title"], first["value"]) == ("No longer shut down", True)
    assert first["p"] == "117/125"
    assert second == {
        "title": "Actions back",
        "value": 2,
        "odds": [[0, "8/125"], [1, "36/125"], [2, "81/125"]],
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
    assert destroyed["value"] is True and Fraction(destroyed["p"]) == 1 - Fraction(1, 2**owed.throw.count)


def test_a_die_for_who_begins_is_nobodys_luck():
    table = open_table(GAME, set_up(GAME, SEED, {"one_phone": True}))
    for seat in (0, 1):
        table = play.sit(table, BROUGHT, seat, "AB"[seat], "aa")
        table = play.seal_choice(table, BROUGHT, seat, {"spec": "PMISAA"})
    thrown = play.move(table, BROUGHT, 0, "begin", {"who": "die"}).events[-1]
    assert thrown.kind == "faces" and "hits_on" not in thrown.expected
    assert "seat" not in thrown.expected["roll"] and thrown.expected["roll"]["figures"][0]["p"] == "1/2"


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
    assert figure.odds == ((8, THIRD), (10, THIRD), (11, THIRD))


def test_cards_of_which_some_are_alike_and_one_is_left():
    """Two of the cards 0, 1, 1, 3 and 8: of ten pairs two come to 1, one to 2, one to 3, two to 4, and so on."""
    (figure,) = _sum_up_draw(Drawn("Hand", "Ranks", 0, (1, 8), (0, 1, 1, 3, 8))).figures
    assert (figure.value, figure.p) == (9, None)
    assert [(value, 10 * chance) for value, chance in figure.odds] == [
        (1, 2), (2, 1), (3, 1), (4, 2), (8, 1), (9, 2), (11, 1)
    ]  # fmt: skip


def test_what_is_sure_to_be_drawn_comes_to_that():
    (figure,) = _sum_up_draw(Drawn("Hand", "Ranks", 0, (), (1, 2), (3, 4))).figures
    assert (figure.value, figure.odds) == (7, ((7, 1),))


@pytest.mark.parametrize(("cards", "is_stored"), [(MOST_VALUES, True), (MOST_VALUES + 1, False)])
def test_drawn_cards_with_too_many_values_are_not_stored(cards, is_stored):
    drawn = _sum_up_draw(Drawn("Hand", "Ranks", 1, (3,), tuple(range(cards))))
    assert bool(drawn.figures) is is_stored and (drawn.title, drawn.seat) == ("Hand", 1)


LONG = Fraction(10**58 + 1, 3 * 10**59)
"""A fraction of 120 characters."""


@pytest.mark.parametrize(
    ("chance", "stored"),
    [
        (Fraction(2, 3), "2/3"),
        (Fraction(1), 1),
        (Fraction(0), 0),
        (LONG, str(LONG)),
        (Fraction(10**58 + 1, 3 * 10**60), 0.00333333),
        (Fraction(1, 3**400), 1.41742e-191),
    ],
)
def test_chances_are_stored_exactly_and_a_fraction_of_very_many_digits_rounded(chance, stored):
    figure = ExpectedFigure(title="It hits", value=True, p=chance)
    written = figure.model_dump(mode="json", exclude_defaults=True)
    assert written == {"title": "It hits", "value": True, "p": stored}
    assert len(str(LONG)) == 120
    assert ExpectedFigure(**written).p == (chance if isinstance(stored, int | str) else Fraction(str(stored)))


def test_what_an_earlier_release_rounded_is_read_as_it_was():
    figure = ExpectedFigure(title="Total", value=2.3333, odds=[[2.3333, 0.166667], [3, 0.833333]])
    assert (figure.value, figure.odds[0][1]) == (Fraction(23333, 10000), Fraction(166667, 10**6))


@pytest.mark.parametrize("p", ["7/6", "-1/6", "1/0", "a", "0.5", "1" * 121 + "/3", 1.5, -1, True, None, [1]])
def test_what_is_no_chance_is_refused(p):
    with pytest.raises(ValidationError):
        ExpectedFigure(title="It hits", value=True, odds=[[1, p]])


@pytest.mark.parametrize("value", ["x", 2e9, float("nan"), float("inf"), str(10**10) + "/3", None])
def test_what_is_no_value_is_refused(value):
    with pytest.raises(ValidationError):
        ExpectedFigure(title="Total", value=value)


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
