"""Expressions beside each other on the dice page; the expected chances are worked out by hand."""

import html
import re
from fractions import Fraction

import pytest
from lxml import etree
from lxml.html import fromstring

from companion.verbs.rolls import find_exact_odds, prepare_expression
from companion.web import create_app
from companion.web.dice.comparing import SHOWS, OddsComparison, compare


@pytest.fixture(scope="module")
def client():
    """A browser for an application that asks for no token; these pages keep nothing on the server."""
    return create_app(WTF_CSRF_ENABLED=False).test_client()


def get(client, *expressions, status=200, **more):
    query = [*(("expression", text) for text in expressions), *more.items()]
    response = client.get("/roll", query_string=query)
    assert response.status_code == status
    return html.unescape(response.get_data(as_text=True))


def table_of(page):
    """Return the head and the rows of the table of all totals: the total, then percent and fraction of each."""
    table = re.search(r'aria-label="All totals">\s*(<table>.*?</table>)', page, re.S)[1]
    rows = [
        [" ".join(cell.text_content().split()) for cell in row]
        for row in fromstring(table.replace(">=", "&gt;=")).iter("tr")
    ]
    return rows[0], {row[0]: row[1:] for row in rows[1:]}


def error_at(page, field):
    return re.search(rf'id="{field}-wrong">(.*?)</p>', page, re.S)[1]


def fields_of(page):
    return re.findall(r'<input[^>]* id="(expression[^"]*)" name="(\w+)"[^>]* value="([^"]*)"', page)


@pytest.mark.parametrize(
    ("show", "total", "chances"),
    [
        # Of three d6 as many throws come to 11 and more as to 10 and less; of two d10, 1 + 2 + … + 10 = 55 of 100.
        ("at-least", "11", ["50.0 % 1/2", "55.0 % 11/20"]),
        ("at-most", "10", ["50.0 % 1/2", "45.0 % 9/20"]),
        ("exactly", "11", ["12.5 % 1/8", "10.0 % 1/10"]),
        ("at-least", "3", ["100 % 1", "99.0 % 99/100"]),
        ("at-least", "19", ["0 % 0", "3.0 % 3/100"]),
        ("at-most", "2", ["0 % 0", "1.0 % 1/100"]),
        ("exactly", "20", ["0 % 0", "1.0 % 1/100"]),
    ],
)
def test_two_expressions_have_the_chances_of_the_arithmetic(client, show, total, chances):
    head, rows = table_of(get(client, "3d6", "2d10", show=show))
    assert head == [show.replace("-", " ").capitalize(), "3d6", "2d10"]
    assert rows[total] == chances
    assert list(rows) == [str(total) for total in range(2, 21)]


def test_each_expression_says_what_it_comes_to_its_mean_its_readings_and_what_lies_beyond(client):
    page = get(client, "3d6", "6d6>=5", "6x(4d6kh3)", "2d6!")
    legend = [" ".join(one.split()) for one in re.findall(r'<li class="dice-line-.*?</li>', page, re.S)]
    words = [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in legend]
    assert words[0] == "3d6 Total 10.5 on average"
    assert words[1].startswith("6d6>=5 Successes 2 on average Note: >=5 counts dice;")
    # The well-known 15869/1296 of character sheets: one of the six results is compared.
    assert words[2].startswith("6x(4d6kh3) Total 12.24 on average Note: 6 results;")
    # A die that explodes is worth 3.5 · 6/5 on average.
    assert words[3].startswith("2d6! Total 8.4 on average. Beyond 10 explosions: 2.8·10 −8")
    assert "What lies beyond the explosions is left out" in page
    assert "left out" not in get(client, "3d6", "2d10")
    # 1 − (2/3)⁶ − 6 · (1/3) · (2/3)⁵ = 473/729.
    assert table_of(page)[1]["2"][1] == "64.9 % 473/729"
    assert "Total or successes: chance of at least this many" in page


def test_fractions_are_points_between_whole_totals(client):
    _, rows = table_of(get(client, "d6/3", "d4", show="exactly"))
    assert list(rows) == ["1/3", "2/3", "1", "4/3", "5/3", "2", "3", "4"]
    assert rows["4/3"] == ["16.7 % 1/6", "0 % 0"]
    assert rows["2"] == ["16.7 % 1/6", "25.0 % 1/4"]


@pytest.mark.parametrize("show", SHOWS)
def test_ranges_of_totals_keep_exact_chances_at_their_ends(client, show):
    head, rows = table_of(get(client, "d1000", "d2000*2", show=show))
    assert 100 < len(rows) <= 400
    for label, (chance, _) in rows.items():
        first, last = (int(end) for end in (label.split(" to ") * 2)[:2])
        below = {"at-least": first - 1, "at-most": 0, "exactly": first - 1}[show]
        up_to = {"at-least": 1000, "at-most": last, "exactly": last}[show]
        expected = Fraction(max(0, min(1000, up_to) - min(1000, below)), 1000)
        assert Fraction(chance.split(" % ")[1]) == expected, label
    assert "the chances in these rows are exact" in get(client, "d1000", "d2000*2")


def compared(*texts, show="at-least"):
    prepared = [prepare_expression(text) for text in texts]
    return OddsComparison(tuple(compare(one, find_exact_odds(one)) for one in prepared), show)


def test_lines_go_through_the_chances_of_their_totals():
    """From 1 to 4 the picture is 1000 units wide; certain is at the top."""
    coin, four = compared("d2", "d4").lines
    assert coin.path == "M0.0 0.0 333.3 500.0 666.7 1000.0 1000.0 1000.0"
    assert four.path == "M0.0 0.0 333.3 250.0 666.7 500.0 1000.0 750.0"
    assert coin.marks == (("0.00%", "0.00%"), ("33.33%", "50.00%"))
    coin, four = compared("d2", "d4", show="at-most").lines
    assert coin.path == "M0.0 500.0 333.3 0.0 1000.0 0.0"
    assert four.path == "M0.0 750.0 333.3 500.0 666.7 250.0 1000.0 0.0"
    coin, four = compared("d2", "d4", show="exactly").lines
    assert coin.path == "M0.0 0.0 333.3 0.0"
    assert four.path == "M0.0 500.0 333.3 500.0 666.7 500.0 1000.0 500.0"


def test_a_line_does_not_fall_where_an_expression_has_no_total():
    twice, _ = compared("2*d2", "d4", show="exactly").lines
    assert twice.path == "M333.3 0.0 1000.0 0.0"


def test_the_picture_ends_where_hardly_anything_comes_and_the_table_does_not():
    shown = compared("10d6", "5d6")
    # 6 of 10 dice: 6⁻¹⁰; 5d6 shows 5 once in 7,776.
    low, high = int(shown.across[0].label), int(shown.across[-1].label)
    assert 5 < low < high < 60 and shown.is_cut
    assert [row.label for row in shown.rows] == [str(total) for total in range(5, 61)]
    assert not compared("d6", "d8").is_cut


@pytest.mark.parametrize("show", SHOWS)
@pytest.mark.parametrize(
    "texts",
    [
        ("5", "5"),
        ("5", "1000d20"),
        ("9000", "1000d20", "12000"),
        ("d10000", "2d6!", "4dF", "d4/7"),
        ("10d10-100", "1000000*1000", "d6"),
        ("100d6!", "100d6", "1-d6", "3d{-5, 0, 5}"),
    ],
)
def test_every_pair_has_a_picture_within_its_frame(texts, show):
    shown = compared(*texts, show=show)
    for line in shown.lines:
        assert line.marks
        numbers = [float(number) for number in line.path.removeprefix("M").split()]
        assert all(0 <= number <= 1000 for number in numbers)
        across, down = numbers[::2], numbers[1::2]
        assert across == sorted(across)
        if show != "exactly":
            assert down == sorted(down, reverse=show == "at-most")
    assert 1 <= len(shown.across) <= 7 and 2 <= len(shown.up) <= 6


def test_what_cannot_stand_on_one_axis_is_refused_at_its_field(client):
    page = get(client, "3d6", "(2d6)>=8", "3d{hit, miss}", status=422)
    assert "Found '(2d6)>=8', expected dice that come to a number; yes or no cannot" in error_at(page, "expression-2")
    assert "'3d{hit, miss}', expected dice that come to a number; words on faces" in error_at(page, "expression-3")
    assert 'id="expression-wrong"' not in page
    assert fields_of(page) == [
        ("expression", "expression", "3d6"),
        ("expression-2", "expression", "(2d6)>=8"),
        ("expression-3", "expression", "3d{hit, miss}"),
    ]


def test_an_error_is_said_at_its_field_with_its_place(client):
    page = get(client, "3d6", "2d6+3z4", status=422)
    assert "Column 6" in error_at(page, "expression-2")
    assert "2d6+3<mark>z</mark>4" in error_at(page, "expression-2")
    assert 'id="expression-wrong"' not in page


def test_dice_that_are_too_many_are_named_at_their_field_and_the_others_are_kept(client):
    page = get(client, "3d6", "1000d10000", status=422)
    assert re.search(r"An exact answer takes [\d,]+ steps, more than 2,000,000", error_at(page, "expression-2"))
    assert fields_of(page)[0][2] == "3d6"


def test_a_link_that_lost_its_plus_signs_says_so(client):
    response = client.get("/roll?expression=2d6+1d4&expression=d20")
    page = html.unescape(response.get_data(as_text=True))
    assert table_of(page)[0] == ["At least", "2d6+1d4", "d20"]
    assert "A link loses its plus signs; this was read as 2d6+1d4." in page


def test_at_most_four_are_compared_and_an_unknown_chance_is_named(client):
    assert "expected at most 4 to compare" in get(client, "d4", "d6", "d8", "d10", "d12", status=422)
    page = get(client, "d4", "d6", show="about", status=422)
    assert "found 'about', expected at-least, at-most or exactly" in page
    assert "unknown" not in get(client, "d4", show="about")
    assert get(client, "d4", "d6", frob="1", status=422).count("frob") >= 1


def test_one_tap_puts_a_second_field_beside_the_odds_of_one(client):
    page = get(client, "3d6")
    button = re.search(r'<button[^>]*form="dice-form"[^>]*name="expression"[^>]*>(.*?)</button>', page)
    assert button[1] == "Compare with other dice" and 'value=""' in button[0] and 'formmethod="get"' in button[0]
    page = get(client, "3d6", "")
    assert [value for _, _, value in fields_of(page)] == ["3d6", ""]
    assert "10.5" in page and 'name="expression" value=""' not in re.sub(r"<input[^>]*>", "", page)
    assert re.search(r'<input[^>]*autofocus[^>]*id="expression-2"', page)
    assert "Add more dice" in get(client, "3d6", "d6")
    assert "Add more dice" not in get(client, "3d6", "d6", "d8", "d10")
    for text in ("(2d6)>=8", "3d{hit, miss}"):
        assert "Compare with other dice" not in get(client, text)


def test_an_empty_field_is_left_out(client):
    assert table_of(get(client, "3d6", "", "2d10"))[0] == ["At least", "3d6", "2d10"]
    assert "exactly 11" in get(client, "", "2d10")


def test_the_chance_is_chosen_by_a_link_and_kept_by_the_form(client):
    page = get(client, "3d6+1", "2d10", show="at-most")
    nav = re.search(r'<nav class="tabs".*?</nav>', page, re.S)[0]
    links = re.findall(r'<a href="([^"]*)"( aria-current="true")?>([^<]*)', nav)
    assert links[0] == ("/roll?expression=3d6%2B1&expression=2d10&show=at-least#result", "", "At least")
    assert [bool(current) for _, current, _ in links] == [False, True, False]
    form = re.search(r'<form class="dice-form.*?</form>', page, re.S)[0]
    assert '<input type="hidden" name="show" value="at-most">' in form


def test_several_expressions_are_not_rolled(client):
    page = get(client, "3d6", "2d10", own="1", status=422)
    assert "one expression to roll; clear this field" in error_at(page, "expression-2")
    response = client.post("/roll", data={"expression": ["3d6", "2d10"]})
    assert response.status_code == 422
    assert "The roll" in client.post("/roll", data={"expression": ["3d6", ""]}).get_data(as_text=True)
    buttons = re.search(r'<div class="dice-buttons">.*?</div>', get(client, "3d6", "2d10"), re.S)[0]
    assert re.findall(r"<button[^>]*>([^<]*)", buttons) == ["Compare"]


def test_the_picture_is_an_image_with_a_name_and_no_style_of_its_own(client):
    page = get(client, "3d6", "2d10")
    svg = etree.fromstring(re.search(r'<svg class="dice-lines".*?</figure>', page, re.S)[0].rpartition("<figcap")[0])
    assert svg.get("role") == "img" and "at least" in svg.get("aria-label")
    assert "style=" not in page
    # Lines differ in colour, dashes and the shape of their marks.
    shapes = {mark.get("d") for mark in svg.iter("path") if mark.get("class") is None}
    assert len(shapes) == 2


def test_what_lies_beyond_explosions_is_missing_to_a_certainty():
    """Ten explosions are followed: eleven sixes in a row, 1 in 6¹¹, are beyond them."""
    lowest = next(compared("d6!", "d6").rows)
    assert lowest.cells == (("> 99.9 %", f"{6**11 - 1}/{6**11}"), ("100 %", "1"))
