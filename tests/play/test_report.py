"""The dice of a finished game: which rolls stand, what they came to beside what was stored, and the luck of each seat."""

from dataclasses import replace

import pytest

from companion.base.findings import InvalidInput
from companion.games import game
from companion.play import acts as play
from companion.play import report
from companion.play.expectation import ExpectedFigure
from companion.play.log import TableEvent
from companion.play.new_events import Brought
from companion.play.report import MOST_DICE, ReportedRoll, ReportedThrow, RollFigure
from companion.play.table import Position, Table
from companion.verbs.tables import open_table, set_up

BROUGHT = Brought(bytes(range(32)))
D6, D10 = tuple(range(1, 7)), tuple(range(1, 11))


def at_table():
    """Return a table by hand where both seats throw their own dice."""
    stellar = game("mechastellar")
    table = open_table(stellar, set_up(stellar, BROUGHT.seed, {"seats": 2, "one_phone": True}))
    for seat, name in enumerate(("Ana", "Ben")):
        table = play.sit(table, BROUGHT, seat, name, "aa")
        table = play.choose_dice(table, BROUGHT, seat, "typed")
    return table


def rolled(table, seat, expression, *faces):
    table = play.move(table, BROUGHT, seat, "dice", {"expression": expression})
    return play.answer(table, BROUGHT, seat, faces)


def dice(number, faces, hits_on=(4, 5, 6), die=D6, seat=0, typed=False):
    return ReportedThrow(number, seat, "fire", faces, die, typed, hits_on)


def roll(*throws, figures=(), seat=None, title="Combat"):
    return ReportedRoll(title, "", seat, throws, figures)


def chance(p, value):
    return RollFigure("It hits", value, p, {0: 1 - p, 1: p}, is_chance=True)


def test_a_roll_stands_beside_what_was_stored_when_it_fell():
    (found,) = report.rolls_of_log(rolled(at_table(), 0, "2d6", 6, 5))
    assert (found.title, found.seat, found.typed) == ("2d6", 0, True)
    (throw,) = found.throws
    assert (throw.faces, throw.dice, throw.hits_on) == ((6, 5), "2d6", ())
    (total,) = found.figures
    assert (total.title, total.value) == ("Total", 11)
    assert total.mean == pytest.approx(7, abs=1e-4)
    assert total.at_least == pytest.approx(3 / 36, abs=1e-4) and total.at_most == pytest.approx(35 / 36, abs=1e-4)


def test_at_least_and_at_most_count_the_value_itself_and_what_is_the_same_within_a_millionth():
    chances = {0: 0.25, 1 / 3: 0.25, 2 / 3: 0.5}
    found = {v: RollFigure("x", v, 0, chances) for v in (0, 0.33333, 0.3333333, 2 / 3)}
    assert {value: (one.at_least, one.at_most) for value, one in found.items()} == {
        0: (1, 0.25),
        0.33333: (0.75, 0.25),
        0.3333333: (0.75, 0.5),
        2 / 3: (0.5, 1),
    }
    assert RollFigure("x", 1, 0).at_least is None is RollFigure("x", 1, 0).at_most


def test_a_millionth_less_is_the_same_still():
    """At the limit itself, both ways; what is further away is another value."""
    found = RollFigure("x", 1.0, 0, {1.0 - 1e-6: 0.25, 1.0: 0.5, 1.0 + 1e-6: 0.125, 2.0: 0.125})
    assert (found.at_least, found.at_most) == (1, 0.875)


def test_a_stored_chance_is_read_as_true_or_not():
    hit = report._figure(ExpectedFigure(title="It hits", value=True, p=0.25))
    assert (hit.value, hit.mean, dict(hit.chances), hit.is_chance) == (1, 0.25, {0: 0.75, 1: 0.25}, True)
    sure = report._figure(ExpectedFigure(title="It hits", value=False, p=0))
    assert (sure.value, sure.mean, dict(sure.chances), sure.is_chance) == (0, 0, {0: 1, 1: 0}, True)
    damage = report._figure(ExpectedFigure(title="Damage", value=3, odds=((0, 0.5), (3, 0.5))))
    assert (damage.value, damage.mean, damage.is_chance) == (3, 1.5, False)


def test_dice_are_named_by_their_faces_and_hits_counted():
    fours = ReportedThrow(1, 0, "", (4, 6, 1), (1, 2, 3, 4, 5, 6), False, (4, 5, 6))
    assert (fours.dice, fours.hits, fours.expected_hits) == ("3d6", 2, 1.5)
    assert ReportedThrow(1, 0, "", (0, 2), (0, 0, 2), False, ()).dice == "2 dice"


def test_no_chance_is_more_than_one():
    """The six stored chances of a die are rounded up and come to 1.000002."""
    (found,) = report.rolls_of_log(rolled(at_table(), 0, "1d6", 1))
    assert found.figures[0].at_least == 1


def test_what_was_undone_is_no_roll_of_the_game():
    table = rolled(at_table(), 0, "2d6", 1, 1)
    table = play.undo(table, BROUGHT, 0)
    assert report.rolls_of_log(table) == ()
    table = play.answer(table, BROUGHT, 0, (6, 6))
    assert [found.throws[0].faces for found in report.rolls_of_log(table)] == [(6, 6)]
    again = play.redo(play.undo(table, BROUGHT, 0), BROUGHT, 0)
    assert [found.throws[0].faces for found in report.rolls_of_log(again)] == [(6, 6)]


def test_a_throw_without_odds_stands_by_itself_and_so_does_the_next_roll():
    table = rolled(rolled(at_table(), 0, "1d6", 2), 1, "1d6", 3)
    known = {event.number for event in table.events if event.expected}
    table = without_expected(table, min(known))
    first, second = report.rolls_of_log(table)
    assert (first.title, first.figures, first.throws[0].faces) == (first.throws[0].why, (), (2,))
    assert (second.title, len(second.figures), second.throws[0].faces) == ("1d6", 1, (3,))


def without_expected(table, number):
    """Return a table as an earlier release stored one of its events."""
    events = (e.model_copy(update={"expected": {}}) if e.number == number else e for e in table.events)
    return Table(**{**vars(table), "events": tuple(events)})


@pytest.mark.parametrize(
    "expected",
    [
        {"hits_on": "all"},
        {"roll": {"title": "x", "figures": [{"title": "x", "value": 1, "p": 1.5}]}},
        {"roll": {"title": "x", "figures": [{"title": "x", "value": float("nan")}]}},
        {"luck": 1},
    ],
)
def test_what_was_stored_and_cannot_be_read_is_named(expected):
    table = rolled(at_table(), 0, "1d6", 2)
    last = table.events[-1].model_copy(update={"expected": expected})
    with pytest.raises(InvalidInput, match=f"event {last.number}"):
        report.rolls_of_log(Table(**{**vars(table), "events": (*table.events[:-1], last)}))


def test_hits_of_a_seat_are_counted_over_all_its_dice():
    """Eight or more of ten dice hit on half of their faces: 45 + 10 + 1 of 1,024."""
    first = roll(dice(1, (4, 5, 6, 6, 6, 1)), dice(2, (1, 2), seat=1))
    second = roll(dice(3, (6, 6, 6, 2), typed=True))
    ana, ben = report.luck((first, second))
    assert (ana.seat, ana.kind, ana.count, ana.typed) == (0, "", 10, 4)
    assert (ana.figure.value, ana.figure.mean) == (8, 5)
    assert ana.figure.at_least == pytest.approx(56 / 1024)
    assert (ben.seat, ben.figure.value, ben.figure.at_most) == (1, 0, pytest.approx(1 / 4))


def test_dice_that_hit_on_other_faces_are_added_as_what_they_are():
    """One die that hits on half of its faces, one on a tenth: both in a twentieth, neither in nine twentieths."""
    (luck,) = report.luck((roll(dice(1, (6,)), dice(2, (10,), hits_on=(10,), die=D10)),))
    assert luck.figure.mean == pytest.approx(0.6)
    assert luck.figure.at_least == pytest.approx(1 / 20)
    assert luck.figure.chances[0] == pytest.approx(9 / 20)


def test_rolls_of_a_kind_are_added_for_the_seat_that_hopes_for_them():
    """Two of three, with chances of 1/2, 1/2 and 1/4: at least two in 1/16 + 3/16 + 1/16 + 1/16 of cases."""
    rolls = [roll(dice(n, (1,), ()), figures=(chance(p, v),), seat=1, title="Shoot") for n, p, v in THREE]
    others = [roll(dice(9, (1,), ()), figures=(chance(0.5, 1),)), roll(dice(10, (1,), ()), seat=1)]
    (luck,) = report.luck((*rolls, *others))
    assert (luck.seat, luck.kind, luck.count, luck.figure.title) == (1, "Shoot", 3, "It hits")
    assert (luck.figure.value, luck.figure.mean) == (2, 1.25)
    assert luck.figure.at_least == pytest.approx(6 / 16)


def test_of_a_roll_with_several_figures_the_first_counts_and_its_last_throw_is_its_number():
    damage = RollFigure("Damage", 3, 1.5, {0: 0.5, 3: 0.5})
    one = roll(dice(4, (1,), ()), dice(9, (2, 2), ()), figures=(chance(0.5, 1), damage), seat=1, title="Shoot")
    (luck,) = report.luck((one,))
    assert (luck.figure.title, luck.figure.value, luck.figure.mean) == ("It hits", 1, 0.5)
    assert one.number == 9


THREE = ((1, 0.5, 1), (2, 0.5, 1), (3, 0.25, 0))


@pytest.mark.parametrize(("count", "is_known"), [(MOST_DICE, True), (MOST_DICE + 1, False)])
def test_of_very_many_dice_only_the_mean_is_worked_out(count, is_known):
    (luck,) = report.luck((roll(dice(1, (6,) * count)),))
    assert luck.figure.mean == count / 2
    assert (luck.figure.at_least is not None) is is_known


@pytest.mark.parametrize(("rolls", "is_known"), [(41, True), (42, False)])
def test_of_a_very_long_sum_only_the_mean_is_worked_out(rolls, is_known):
    """Each roll has 25 values, a sum of n of them 24 n + 1: the 42nd takes the products past the half million."""
    even = {float(value): 1 / 25 for value in range(25)}
    figure = RollFigure("Damage", 12.0, 12.0, even)
    many = [roll(dice(n, (1,), ()), figures=(figure,), seat=0) for n in range(rolls)]
    (luck,) = report.luck(many)
    assert luck.figure.mean == pytest.approx(12 * rolls)
    assert (luck.figure.at_least is not None) is is_known


def test_the_chances_of_a_sum_are_exact():
    half, third = {0.0: 0.5, 0.5: 0.5}, {0.3333: 0.25, 2.0: 0.75}
    assert report._add([]) == {0: 1}
    assert report._add([third]) == third
    assert report._add([half, third]) == {0.3333: 0.125, 2: 0.375, 0.8333: 0.125, 2.5: 0.375}
    assert report._add([half, half]) == {0: 0.25, 0.5: 0.5, 1: 0.25}


@pytest.mark.parametrize(("before", "is_known"), [(0, True), (1, False)])
def test_a_sum_takes_half_a_million_products_and_no_more(before, is_known):
    """500 values for the first, 500 by 999 for the second; one more where a sum of one value comes first."""
    first, second = ({float(value): 1 / count for value in range(count)} for count in (500, 999))
    assert (report._add([{0.0: 1.0}] * before + [first, second]) is not None) is is_known


@pytest.mark.parametrize(
    ("dice", "hitting", "faces", "chances"),
    [
        (2, 3, 6, {0: 1 / 4, 1: 1 / 2, 2: 1 / 4}),
        (1, 1, 4, {0: 3 / 4, 1: 1 / 4}),
        (2, 6, 6, {0: 0, 1: 0, 2: 1}),
        (0, 3, 6, {0: 1}),
    ],
)
def test_each_number_of_hits_has_its_chance(dice, hitting, faces, chances):
    assert report._binomial(dice, hitting, faces) == chances


def test_dice_of_nobody_and_dice_that_count_no_hits_are_nobodys_luck():
    thrown = roll(dice(1, (6, 6), seat=None), dice(2, (5, 5), hits_on=()), dice(3, (4,)))
    (luck,) = report.luck((thrown,))
    assert (luck.seat, luck.count, luck.figure.value, luck.figure.title) == (0, 1, 1, "Dice that hit")


def test_luck_stands_in_the_order_of_the_seats_and_first_what_hit():
    shot = {"figures": (chance(0.5, 1),), "title": "Shoot"}
    rolls = [roll(dice(n, (6,), seat=seat), seat=seat, **shot) for n, seat in ((1, 1), (2, 0))]
    move = roll(dice(3, (1,), (), typed=True), figures=(RollFigure("Hexes", 1, 3.5, {1: 1}),), seat=0, title="Move")
    found = report.luck((*rolls, move))
    assert [(one.seat, one.kind, one.typed) for one in found] == [
        (0, "", 0), (0, "Move", 1), (0, "Shoot", 0), (1, "", 0), (1, "Shoot", 0),
    ]  # fmt: skip
    assert [one.figure.is_chance for one in found] == [False, False, True, False, True]
    assert {one.noun for one in found} == {"roll"}


def test_a_roll_and_a_draw_of_one_name_are_not_added_up():
    hit = {"figures": (chance(0.5, 1),), "seat": 0, "title": "Shoot"}
    damage = {**hit, "figures": (RollFigure("It hits", 3, 2, {2: 1}),)}
    shots = [roll(dice(1, (1,), ()), **hit), roll(dice(2, (1,), ()), **damage), replace(roll(**hit), noun="draw")]
    found = report.luck([*shots, *shots])
    assert [(one.noun, one.count, one.figure.value, one.figure.is_chance) for one in found] == [
        ("draw", 2, 2, True), ("roll", 2, 6, False), ("roll", 2, 2, True),
    ]  # fmt: skip


class Log:
    """A table of which only the events of the game are asked for, all of which stand."""

    def __init__(self, *events):
        self.events = tuple(TableEvent(number=n, **event) for n, event in enumerate(events, 1))

    def positions(self):
        return [Position(None, number) for number in range(len(self.events), -1, -1)]


def thrown(*shown, seat=0, how="thrown", expected=None, die=D6):
    values = {"why": "fire", "faces": list(shown), "how": how, **({"die": list(die)} if die else {})}
    return {"kind": "faces", "seat": seat, "values": values, "expected": expected or {}}


MOVED = {"kind": "move", "seat": 0, "values": {"name": "fire"}}
ENDED = {"roll": {"title": "Combat", "seat": 1}}


@pytest.mark.parametrize(
    ("events", "rolls"),
    [
        ([MOVED, thrown(1), thrown(2, expected=ENDED)], [("Combat", 1, [2, 3])]),
        ([MOVED, thrown(1), thrown(2, how="chosen", die=()), thrown(3, expected=ENDED)], [("Combat", 1, [2, 4])]),
        ([MOVED, thrown(1), thrown(), thrown(3, expected=ENDED)], [("Combat", 1, [2, 4])]),
        ([MOVED, thrown(1), thrown(2, how="chosen", die=(), expected=ENDED)], [("Combat", 1, [2])]),
        ([MOVED, thrown(2, how="chosen", die=(), expected=ENDED), MOVED, thrown(1)], [("fire", 0, [4])]),
        ([MOVED, thrown(1), MOVED, thrown(2, expected=ENDED)], [("fire", 0, [2]), ("Combat", 1, [4])]),
        ([MOVED, thrown(1), thrown(2)], [("fire", 0, [2]), ("fire", 0, [3])]),
        ([MOVED], []),
    ],
    ids=["a roll", "with an answer", "with no dice", "that ends with an answer", "of answers alone", "unknown", "left", "none"],
)  # fmt: skip
def test_a_roll_has_the_throws_since_the_move_or_the_roll_before(events, rolls):
    found = report.rolls_of_log(Log(*events))
    assert [(one.title, one.seat, [throw.number for throw in one.throws]) for one in found] == rolls
    assert [one.number for one in found] == [numbers[-1] for _, _, numbers in rolls]


def test_a_throw_is_read_with_what_it_hits_on_where_its_die_is_known():
    hits = {"hits_on": [5, 6]}
    known, old = report.rolls_of_log(Log(thrown(5, 1, expected=hits), thrown(6, how="typed", expected=hits, die=())))
    assert known.throws == (ReportedThrow(1, 0, "fire", (5, 1), D6, False, (5, 6)),)
    assert old.throws == (ReportedThrow(2, 0, "fire", (6,), (), True, ()),)
    assert (known.typed, old.typed, known.about) == (False, True, "")


def test_what_was_drawn_is_read_in_order_as_rolls_without_throws():
    figure = {"title": "Ranks", "value": 3, "odds": [[3, 0.5], [5, 0.5]]}
    draws = {"draws": [{"title": "Hand", "seat": 1, "figures": [figure]}, {"title": "Deck", "about": "two", "seat": 0}]}
    found = report.read_draws(Log({**MOVED, "expected": draws}, MOVED, thrown(1, expected=ENDED)))
    assert [(one.title, one.about, one.seat, one.noun, one.throws) for one in found] == [
        ("Hand", "", 1, "draw", ()),
        ("Deck", "two", 0, "draw", ()),
    ]
    assert [(one.value, one.mean) for one in found[0].figures] == [(3, 4)]
    (luck,) = report.luck(found)
    assert (luck.seat, luck.kind, luck.count, luck.noun) == (1, "Hand", 1, "draw")
