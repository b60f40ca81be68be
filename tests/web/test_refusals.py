"""What the printing pages refuse names its field as the page does, never as the command line and JSON do."""

import html
import re

import pytest

from companion.printing.custom.options import CustomCardOptions
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.export.options import ExportOptions
from companion.printing.sheets.option_fields import fields
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printer_settings import Habits
from companion.web.custom import custom_request

UNREADABLE = {"yes-no": "perhaps", "choice": "nonsense", "whole": "x", "number": "x", "pairs": "-3 Open Port"}
LABEL = re.compile(r"<(label|legend|strong)\b[^>]*>(.*?)</\1>", re.DOTALL)
SAID = re.compile(r"“([^”]+)”(?:, line \d+)?: found .+, expected .+\.")


def plain(markup):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", markup)).split())


def refused(answer):
    """Return the sentences of a page that refuses, after checking that each begins with a label on that page."""
    page = answer.get_data(as_text=True)
    assert answer.status_code in (413, 422)
    alert = re.search(r'<div class="input-errors"[^>]* role="alert">(.*?)</div>', page, re.DOTALL)[1]
    labels = [plain(label) for _, label in LABEL.findall(page)]
    sentences = [plain(sentence) for sentence in re.findall(r"<p>(.*?)</p>", alert)]
    for sentence in sentences:
        said = SAID.match(sentence)
        assert said, sentence
        assert any(label.startswith(said[1]) for label in labels), sentence
    return sentences


def wrong(name, field):
    """Return a value that the field cannot have."""
    texts = {"at": "a\nb", "title": "x" * 121, "language": "x" * 13}
    return texts.get(name) or UNREADABLE.get(field.column.shape, "nobody")


@pytest.fixture
def calibrated(post):
    assert post("/printers", {"name": "Home", "across": "150.2"}).status_code == 303


def test_every_option_of_a_print_is_refused_by_its_label(client, calibrated):
    for name, field in fields(PrintOptions).items():
        answer = client.get("/mecha-mettle/print", query_string={"what": "tiles", name: wrong(name, field)})
        assert refused(answer), name


def test_every_option_of_an_export_is_refused_by_its_label(client):
    for name, field in fields(ExportOptions).items():
        answer = client.get(
            "/mecha-mettle/print", query_string={"what": "tiles", "to": "png", name: wrong(name, field)}
        )
        assert refused(answer), name


@pytest.mark.long
def test_every_option_of_custom_cards_is_refused_by_its_label(post, calibrated):
    known = fields(PrintOptions) | fields(ExportOptions) | fields(CustomCardOptions) | fields(PictureOptions)
    others = ("what", "own_format", "own_paper", "cut_bleed", "flip")
    names = [name for name in custom_request.NAMES if name not in others]
    for name in names:
        data = {"text": "title\nDrone", "do": "show", name: wrong(name, known[name])}
        page = "/custom-cards?of=pictures" if name in fields(PictureOptions) else "/custom-cards"
        assert refused(post(page, data)), name
    for name in others:
        assert refused(post("/custom-cards", {"text": "title\nDrone", "do": "show", name: "nonsense"})), name


def test_every_field_of_a_printer_is_refused_by_its_label(post):
    readings = ("left", "top", "across", "along", "back_right_mm", "back_right", "back_down_mm", "back_down", "flip")
    for name in readings:
        assert refused(post("/printers", {"name": "Home", name: "nonsense"})), name
    assert refused(post("/printers", {"name": "x" * 41}))
    for name in fields(Habits):
        assert refused(post("/printers", {"name": "Home", "habits": "yes", name: "nonsense"})), name


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("start=7", "“Resume after a jam, from sheet”: found 7, expected one of the sheets of this print: 1-2."),
        ("pages=90", "“Only these sheets, with their backs”: found '90', expected sheets from 1 to 2."),
        ("have=99999+Hammer", "“Printed already, one per line”, line 1: found"),
        ("own_paper=10x10", "“Paper of another size”: found '10x10', expected sides from"),
        ("what=nothing", "“Print sets”: found 'nothing', expected one of"),
        ("odd=1", "The address: found odd, expected only options of this page: choose them in the form."),
    ],
)
def test_a_refused_print_says_which_field_and_what_to_do(client, query, sentence):
    answer = client.get(f"/mecha-mettle/print?what=tiles&{query}")
    assert answer.status_code == 422
    assert sentence in plain(answer.get_data(as_text=True))


def test_cards_and_their_layout_are_refused_by_the_label_of_their_text(post):
    said = plain(post("/custom-cards", {"text": "title,copies\nDrone,many", "do": "show"}).get_data(as_text=True))
    assert "“Cards in CSV or TOML”: row 2 (Drone): copies: found 'many', expected a whole number" in said
    layout = {"text": "title\nDrone", "do": "show", "look": "own", "layout": "[[zone]]\nsise = 3"}
    assert "“Layout in TOML”: zone" in plain(post("/custom-cards", layout).get_data(as_text=True))
