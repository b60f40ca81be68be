"""Exports that would take too long are refused before they start, and say what would do."""

import pytest

from companion.base.findings import InvalidInput
from companion.printing.export.options import ExportOptions
from companion.printing.faces.boxes import Deck, Face, Format, Piece
from companion.web.printing.size_limits import refuse_large

INCH_SQUARE = Format("an inch", 25.4, 25.4)


def deck(count, back=False):
    pieces = [Piece(str(n), str(n), Face(()), back=Face(()) if back else None) for n in range(count)]
    return Deck("squares", INCH_SQUARE, pieces)


def test_a_thousand_megapixels_are_made_and_one_dot_more_is_not():
    """A thousand square inches at 1,000 dots per inch are a thousand megapixels."""
    refuse_large([deck(1000)], ExportOptions(to="png", dpi=1000))
    with pytest.raises(InvalidInput, match="dpi: found 1001, expected at most 1000 for so many cards"):
        refuse_large([deck(1000)], ExportOptions(to="png", dpi=1001))


def test_backs_count():
    with pytest.raises(InvalidInput, match="at most 707"):
        refuse_large([deck(1000, back=True)], ExportOptions(to="png", dpi=1000))


@pytest.mark.parametrize("shape", ["svg", "shop"])
def test_what_has_no_dots_is_made(shape):
    refuse_large([deck(1000)], ExportOptions(to=shape, dpi=1200))


@pytest.mark.long
def test_the_page_says_it_beside_its_form(client):
    page = client.get("/techniconica/print?what=parts&to=png&dpi=1200")
    assert page.status_code == 422
    assert "expected at most" in page.text and "--no-limits export" in page.text
    assert client.get("/techniconica/print?what=parts&to=png&dpi=600").status_code == 200
