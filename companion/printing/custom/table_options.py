"""The options of cards in rows, declared once: which sheet, in which encoding, what its columns are."""

from typing import Annotated

from pydantic import Field

from companion.data.documents import Record
from companion.printing.custom.card_columns import PARTS, read_choices
from companion.printing.sheets.options import validator_from

MOST_CHOSEN = 60
"""The most columns of which is said what they are."""


def _check_columns(words: tuple[str, ...]) -> tuple[str, ...]:
    read_choices(words)
    return words


class TableOptions(Record):
    """How a file of rows is read; whatever is not said is found out."""

    sheet: str = Field("", max_length=200, title="Sheet", description="Of a spreadsheet: the sheet with the cards.")
    encoding: str = Field(
        "",
        max_length=40,
        title="Encoding",
        description="Of a CSV: utf-8, cp1252, mac_roman, … (default: the likeliest).",
    )
    column: Annotated[tuple[str, ...], validator_from(_check_columns)] = Field(
        (),
        max_length=MOST_CHOSEN,
        title="Columns",
        description=f"What a column is, as Anzahl=copies: {', '.join(PARTS)}.",
    )
