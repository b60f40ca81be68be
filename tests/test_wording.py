"""Numbers and lists as people read them."""

import re
from fractions import Fraction

import pytest

from companion.base import paths
from companion.base.wording import (
    amount,
    closest,
    decimal,
    format_number,
    join_first,
    join_words,
    megabytes,
    nearest,
    one_line,
    percent,
    percentage_points,
    perhaps,
    plural,
)


@pytest.mark.parametrize(
    ("share", "digits", "said"),
    [
        (0, 0, "0 %"),
        (1, 0, "100 %"),
        (Fraction(1, 2), 0, "50 %"),
        ("5/12", 1, "41.7 %"),
        (Fraction(1, 201), 0, "< 1 %"),
        (Fraction(1, 200), 0, "< 1 %"),
        (Fraction(11, 2000), 0, "1 %"),
        (Fraction(199, 200), 0, "> 99 %"),
        (Fraction(198, 200), 0, "99 %"),
        (Fraction(1, 2001), 1, "< 0.1 %"),
        (Fraction(2000, 2001), 1, "> 99.9 %"),
        (1 - 1e-12, 0, "100 %"),
        (1e-12, 0, "0 %"),
        (0.9996, 0, "> 99 %"),
    ],
)
def test_a_share_in_percent(share, digits, said):
    assert percent(share, digits) == said


def test_a_table_of_percentages_leaves_the_sign_to_its_heading():
    assert percent(Fraction(1, 3), sign="") == "33"


@pytest.mark.parametrize(("count", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (1200, "1,200 cards")])
def test_a_counted_noun(count, said):
    assert plural(count, "card") == said


def test_a_noun_with_a_plural_of_its_own():
    assert plural(2, "entry", "entries") == "2 entries" and plural(1, "entry", "entries") == "1 entry"


@pytest.mark.parametrize(
    ("size", "digits", "said"),
    [(0, 0, "0 MB"), (499_999, 0, "0 MB"), (500_000, 0, "1 MB"), (60_000_000, 0, "60 MB"), (1_234_567_890, 1, "1,234.6 MB")],
)  # fmt: skip
def test_bytes_in_megabytes_of_a_million(size, digits, said):
    assert megabytes(size, digits) == said


def test_the_known_word_that_is_most_like_another():
    known = ("shield", "shields", "flag")
    assert (closest("sheild", known), perhaps("sheild", known)) == ("shield", "; perhaps shield")
    assert closest("zz", known) == closest("shield", ()) == perhaps("zz", iter(known)) == ""


@pytest.mark.parametrize(("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), ("abc", "a, b and c")])
def test_a_list_in_words(words, said):
    assert join_words(words) == said


def test_the_first_of_many_are_named_and_the_others_counted():
    assert join_first(["a", "b", "c"], 3) == "a, b and c"
    assert join_first("abcde", 3) == "a, b, c and 2 more"


def test_text_on_one_line_is_cut_at_its_longest():
    assert one_line("a\n b", 3) == "a b" and one_line("abcd", 4) == "abcd" and one_line("abcde", 4) == "abc…"


@pytest.mark.parametrize(
    ("value", "words"),
    [(13.0, "13"), (Fraction(5, 2), "2.5"), (0, "0"), (99.94, "99.9"), (100.4, "100"), (1234.5, "1,235"), (-2.0, "−2")],
)
def test_a_number_has_a_digit_after_the_point_where_it_is_not_whole(value, words):
    assert amount(value) == words


@pytest.mark.parametrize(
    ("value", "digits", "said"),
    [
        (Fraction(1, 8), 2, "0.13"),
        (0.125, 2, "0.13"),
        (2.675, 2, "2.68"),
        (Fraction(5, 2), 0, "3"),
        (Fraction(3, 2), 0, "2"),
        (Fraction(-5, 2), 0, "−3"),
        (Fraction(-1, 4), 0, "0"),
        (1234.5, 0, "1,235"),
        (Fraction(19999, 10000), 2, "2.00"),
        (0.05, 1, "0.1"),
        (7, 2, "7.00"),
    ],
)
def test_a_number_is_rounded_half_up(value, digits, said):
    """Bankers' rounding and binary fractions would show 0.12, 2.67, 2 and 1,234."""
    assert format_number(value, digits) == said


@pytest.mark.parametrize(
    ("share", "digits", "said"),
    [
        (Fraction(1, 8), 0, "13 %"),
        (Fraction(5, 1000), 0, "< 1 %"),
        (Fraction(125, 1000), 0, "13 %"),
        (0.145, 0, "15 %"),
        (Fraction(145, 1000), 0, "15 %"),
        (Fraction(625, 10000), 1, "6.3 %"),
    ],
)
def test_a_percentage_is_rounded_half_up(share, digits, said):
    assert percent(share, digits) == said


def test_an_amount_that_rounds_to_a_hundred_has_no_digit_after_the_point():
    assert [amount(value) for value in (99.94, 99.95, Fraction(1999, 20), -99.96)] == ["99.9", "100", "100", "−100"]


def test_an_amount_is_rounded_half_up():
    assert [amount(value) for value in (2.25, Fraction(9, 4), 0.05, 100.5)] == ["2.3", "2.3", "0.1", "101"]


def test_rounding_takes_the_nearest_number_and_the_greater_of_two_that_are_as_near():
    for numerator in range(-400, 401):
        value = Fraction(numerator, 40)
        near = nearest(value, 1)
        assert abs(near - value) <= Fraction(1, 20) and (near * 10).denominator == 1
        if abs(near - value) == Fraction(1, 20):
            assert abs(near) > abs(value)


@pytest.mark.parametrize(
    ("value", "digits", "said"), [(Fraction(5, 2), 2, "2.5"), (3.0, 2, "3"), (1200.0, 0, "1200"), (0.125, 2, "0.13")]
)
def test_a_number_without_a_tail_of_zeros(value, digits, said):
    assert decimal(value, digits) == said


@pytest.mark.parametrize(
    ("difference", "digits", "said"),
    [
        (Fraction(1, 20), 0, "5 percentage points"),
        ("1/100", 0, "1 percentage point"),
        (Fraction(1, 8), 0, "13 percentage points"),
        (0.125, 1, "12.5 percentage points"),
        (Fraction(1, 1000), 0, "< 1 percentage points"),
        (Fraction(1, 10000), 1, "< 0.1 percentage points"),
        (0, 0, "0 percentage points"),
    ],
)
def test_a_difference_of_chances_is_in_percentage_points(difference, digits, said):
    assert percentage_points(difference, digits) == said


ROUNDS = re.compile(r"""(?<![\w.])(?<!def )round\(|:,?\.\d+f\}|["']%\.\d+f|\|round\b|\{:,?\.\d+f\}""")
"""What rounds by itself: halves to even, and binary fractions as they are stored."""
MEASURES = {
    "cli/print_files.py": "shares of ink, as data",
    "cli/checkup.py": "megabytes of a disk",
    "cli/roll_answers.py": "bars made of #",
    "web/shared/faces.py": "widths of pictures",
    "web/shared/portraits.py": "widths of pictures",
    "web/games/gallery.py": "widths of pictures",
    "web/printing/size_limits.py": "megapixels",
    "web/shell/request_log.py": "milliseconds of a log",
    "web/custom/picture_decks.py": "megabytes",
    "games/mecha_mettle/sheets/reference.py": "mm",
    "games/mecha_mettle/sheets/strips.py": "mm",
    "games/wreck_a_mech/sheets/card_faces.py": "strokes of a drawing",
    "games/mechalyte/analysis/counter_spec.py": "an order, not shown",
    "games/techniconica/analysis/squad_program.py": "whole units of a solver",
    "games/techniconica/analysis/squad_solver.py": "whole units of a solver",
    "templates/printing/export.html": "widths of pictures",
    "templates/printing/print.html": "widths of pictures",
    "templates/dice/parts.html": "lengths of bars",
    "templates/lab/rates.html": "lengths of bars",
    "web/dice/comparing.py": "places in a picture",
    "templates/wreck_a_mech/deck-odds.html": "lengths of bars",
    "templates/mechastellar/figures.html": "lengths of bars",
    "templates/mechastellar/two_units.html": "lengths of bars",
}
"""Where something is rounded that is no figure of a game, each with what it is."""


def test_figures_are_rounded_in_one_place():
    """Every shown figure of a game goes through `companion.base.wording`."""
    root = paths.PACKAGE
    files = [file for room in ("cli", "web", "verbs", "games") for file in (root / room).rglob("*.py")]
    found = {}
    for folder, file in [
        *((root, f) for f in files),
        *((paths.TEMPLATES.parent, f) for f in paths.TEMPLATES.rglob("*.html")),
    ]:
        name = file.relative_to(folder).as_posix()
        if "/art/" in name or name in MEASURES:
            continue
        if lines := [line.strip() for line in file.read_text("utf-8").splitlines() if ROUNDS.search(line)]:
            found[name] = lines
    assert found == {}
