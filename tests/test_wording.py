"""Numbers and lists as people read them."""

from fractions import Fraction

import pytest

from companion.wording import amount, listed, one_line, percent, plural


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


@pytest.mark.parametrize(("words", "said"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), ("abc", "a, b and c")])
def test_a_list_in_words(words, said):
    assert listed(words) == said


def test_text_on_one_line_is_cut_at_its_longest():
    assert one_line("a\n b", 3) == "a b" and one_line("abcd", 4) == "abcd" and one_line("abcde", 4) == "abc…"


@pytest.mark.parametrize(
    ("value", "words"),
    [(13.0, "13"), (Fraction(5, 2), "2.5"), (0, "0"), (99.94, "99.9"), (100.4, "100"), (1234.5, "1,234"), (-2.0, "−2")],
)
def test_a_number_has_a_digit_after_the_point_where_it_is_not_whole(value, words):
    assert amount(value) == words
