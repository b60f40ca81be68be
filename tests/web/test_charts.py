"""Odds as a page shows them: figures, bars, the table of cases."""

from fractions import Fraction

import pytest

from companion.base import wording
from companion.dice.odds import ExactOdds
from companion.dice.resolver import Chance, Mean
from companion.web.dice import charts

TWO_COINS = ExactOdds(
    (({"heads": 0, "won": False}, 1), ({"heads": 1, "won": False}, 2), ({"heads": 2, "won": True}, 1)), 4
)
WON = Chance("won", "Won", lambda outcome: outcome["won"])
HEADS = Mean("heads", "Heads", lambda outcome: outcome["heads"])


def test_the_headline_stands_apart_from_the_other_figures():
    shown = charts.show(TWO_COINS, (HEADS, WON), "won")
    assert (shown.headline.large, shown.headline.exact, shown.headline.words) == ("25.0 %", "1/4", "1 in 4")
    assert [(f.title, f.large) for f in shown.figures] == [("Heads", "1")]


def test_a_roll_says_yes_or_no_to_a_chance_and_a_number_to_a_mean():
    mean = Mean("mean_heads", "Heads, on average", lambda outcome: outcome["heads"])
    assert [
        (f.title, f.large) for f in (charts.roll_figure(WON, {"won": True}), charts.roll_figure(WON, {"won": False}))
    ] == [
        ("Won", "Yes"),
        ("Won", "No"),
    ]
    assert (charts.roll_figure(mean, {"heads": 3}).title, charts.roll_figure(mean, {"heads": 3}).large) == (
        "Heads",
        "3",
    )


def test_an_outcome_is_one_line_that_ends_in_time():
    outcome = {"attack": 2, "hit": True, "destroyed": ["shield 1", "base"], "none": []}
    assert charts.result_line(outcome) == "Attack 2, Hit yes, Destroyed shield 1, base, None none"
    figures = [charts.roll_figure(WON, {"won": True}), charts.roll_figure(HEADS, {"heads": 3})]
    assert charts.result_line(outcome, figures) == "Won yes, Heads 3"
    assert charts.result_line({"a": "x" * 500}) == "A " + "x" * 157 + "…"


def test_a_value_that_varies_has_a_chart_and_yes_or_no_has_none():
    (chart,) = charts.show(TWO_COINS, (WON,), "won").charts
    assert chart.title == "Heads"
    assert [(bar.label, bar.exact, bar.length) for bar in chart.bars] == [
        ("0", Fraction(1, 4), 50),
        ("1", Fraction(1, 2), 100),
        ("2", Fraction(1, 4), 50),
    ]


def test_the_table_lists_the_likeliest_first():
    shown = charts.show(TWO_COINS, (WON,), "won")
    assert shown.columns == ("Heads", "Won")
    assert shown.rows[0] == (("1", "no"), "50.0 %", "1/2")
    assert shown.hidden == 0


def test_many_numbers_share_bars_and_lose_nothing():
    odds = ExactOdds(tuple(({"total": n}, 1) for n in range(1, 101)), 100)
    (chart,) = charts.show(odds, (Mean("total", "Total", lambda o: o["total"]),), "total").charts
    assert len(chart.bars) == 20
    assert chart.bars[0].label == "1 to 5"
    assert sum(bar.exact for bar in chart.bars) == 1


def bars_of(amounts):
    odds = ExactOdds(tuple(({"damage": n}, 1) for n in amounts), len(amounts))
    (chart,) = charts.show(odds, (Mean("damage", "Damage", lambda o: o["damage"]),), "damage").charts
    assert sum(bar.exact for bar in chart.bars) == 1 and len(chart.bars) <= charts.MOST_BINS
    return [bar.label for bar in chart.bars]


def test_bars_fall_on_multiples_of_the_damage_that_can_occur():
    """Hits of 300 DMG share bars in whole hits, and no damage has a bar of its own."""
    assert bars_of(range(0, 3300, 300)) == [str(n) for n in range(0, 3300, 300)]
    many = bars_of(range(0, 9001, 300))
    assert many[:3] == ["0", "300 to 600", "900 to 1200"] and many[-1] == "8700 to 9000"


def test_bars_name_amounts_that_occur_and_leave_out_those_that_cannot():
    """Hits of 300 and saves of 1000 leave gaps; a bar's words are its least and its largest amount."""
    amounts = sorted({300 * hits + 1000 * saves for hits in range(11) for saves in range(4) if saves <= hits})
    labels = bars_of(amounts)
    ends = {int(end) for label in labels for end in label.split(" to ")}
    assert labels[0] == "0" and ends <= set(amounts)
    assert bars_of([0, 2000]) == ["0", "2000"]


def test_few_numbers_keep_a_bar_for_each_and_for_the_gaps():
    assert bars_of([0, 1, 3]) == ["0", "1", "2", "3"]


def test_many_names_end_in_all_others_and_a_long_table_says_what_it_leaves_out():
    odds = ExactOdds(tuple(({"who": f"n{n}"}, 1) for n in range(500)), 500)
    shown = charts.show(odds, (Mean("one", "One", lambda o: 1),), "one")
    assert shown.charts[0].bars[-1].label == "all others"
    assert sum(bar.exact for bar in shown.charts[0].bars) == 1
    assert (len(shown.rows), shown.hidden) == (400, 100)


@pytest.mark.parametrize(
    ("chance", "written"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(1, 10_000), "< 0.1 %"),
        (Fraction(1, 2_000), "< 0.1 %"),
        (Fraction(1_999, 2_000), "> 99.9 %"),
        (Fraction(9_999, 10_000), "> 99.9 %"),
    ],
)
def test_percent_never_rounds_to_a_certainty(chance, written):
    assert wording.percent(chance, 1) == written


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "never"),
        (Fraction(1), "always"),
        (Fraction(1, 4), "1 in 4"),
        (Fraction(43, 216), "about 1 in 5"),
        (Fraction(3, 4), "3 in 4"),
        (Fraction(1, 50), "1 in 50"),
        (Fraction(49, 50), "fails about 1 in 50"),
    ],
)
def test_chances_in_words(chance, words):
    assert charts.chance_in_words(chance) == words


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (True, "yes"),
        (False, "no"),
        (None, "–"),
        (3, "3"),
        ([1, 2], "1, 2"),
        ([], "none"),
        ({"a": 1}, "A 1"),
        ([["head", "right_arm"], ["legs"]], "head, right arm; legs"),
        (["2 parts, ranks 3", "2 parts"], "2 parts, ranks 3; 2 parts"),
        ([{"a": 1, "b": 2}, {"a": 3}], "A 1, B 2; A 3"),
    ],
)
def test_values_are_written_for_people(value, written):
    assert charts.text(value) == written


def test_a_fraction_too_long_to_read_is_left_to_the_data():
    assert charts.fraction(Fraction(43, 216)) == "43/216"
    assert charts.fraction(Fraction(1, 6**40)) == ""


def total_odds(weights):
    return ExactOdds(tuple(({"total": total}, weight) for total, weight in weights.items()), sum(weights.values()))


TOTAL = Mean("total", "Total", lambda outcome: Fraction(outcome["total"]))


def test_fractions_stand_among_whole_numbers_in_order():
    shown = charts.show(total_odds({"4/3": 2, 1: 5, "-1/3": 1, 2: 3}), (TOTAL,), "total")
    assert [row[0] for row in shown.rows] == [("-1/3",), ("1",), ("4/3",), ("2",)]
    bars = [(bar.label, bar.exact) for bar in shown.charts[0].bars if bar.exact]
    assert bars == [
        ("-1/3", Fraction(1, 11)),
        ("1", Fraction(5, 11)),
        ("4/3", Fraction(2, 11)),
        ("2", Fraction(3, 11)),
    ]


def test_many_fractions_share_bars_in_order():
    sevenths = {n // 7 if n % 7 == 0 else f"{n}/7": 1 for n in range(1, 101)}
    shown = charts.show(total_odds(sevenths), (TOTAL,), "total")
    labels = [bar.label for bar in shown.charts[0].bars]
    assert labels[:2] == ["1/7 to 5/7", "6/7 to 10/7"] and len(labels) == 20
    assert sum(bar.exact for bar in shown.charts[0].bars) == 1


def test_totals_of_one_value_are_in_order_and_the_rarest_are_left_out():
    shown = charts.show(total_odds({n: 1 + (n % 5) for n in range(1000, 0, -1)}), (TOTAL,), "total")
    numbers = [int(values[0]) for values, _, _ in shown.rows]
    assert numbers == sorted(numbers) and len(numbers) == 400 and shown.hidden == 600
    # The likeliest 400 are those with a remainder of 4 or 3.
    assert {number % 5 for number in numbers} == {3, 4}


def test_what_lies_beyond_explosions_is_a_line_of_its_own():
    beyond = ExactOdds((({"total": 2}, 10**10 - 279),), 10**10, explosions=10)
    assert charts.show(beyond, (TOTAL,), "total").beyond == "Beyond 10 explosions: 2.8·10<sup>−8</sup>"
    assert charts.show(TWO_COINS, (WON,), "won").beyond == ""
