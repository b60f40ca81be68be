"""The options of decks made of pictures, declared once; the page and the command line are made from them."""

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.documents import Record
from companion.printing.custom.picture_names import LONGEST_PATTERN, NAME, check_pattern
from companion.printing.sheets.option_fields import ShownField, as_validator
from companion.printing.sheets.options import validator_from

PictureEdge = Literal["auto", "mirror", "stretch", "has", "none"]
PdfPages = Literal["", "fronts", "alternating", "halves"]
"""How the pages of a PDF make cards; empty: two pages are a card, more are fronts."""
LONGEST_BACKS = 100_000
"""The most characters of chosen backs, given as text."""
USUAL = 3.0
"""The usual bleed of card makers in mm, about an eighth of an inch."""
_EDGES = ShownField(
    values=(
        ("auto", "By their proportions"),
        ("mirror", "Pictures end at the cut: mirror them past it"),
        ("stretch", "Pictures end at the cut: stretch their edge past it"),
        ("has", "Pictures include bleed"),
        ("none", "Nothing is printed past the cut"),
    )
)
_PDF_PAGES = ShownField(
    values=(
        ("", "Two pages are a card; of more, each is a front"),
        ("fronts", "Each page is a front"),
        ("alternating", "A front, its back, the next front, …"),
        ("halves", "First all fronts, then their backs"),
    )
)


def _read_backs(value: object) -> object:
    """Return the entries of a text, one per line; a list is returned unchanged."""
    if not isinstance(value, str):
        return value
    if len(value) > LONGEST_BACKS:
        raise InvalidInput(InputError("back", f"{len(value):,} characters", f"at most {LONGEST_BACKS:,} characters"))
    return tuple(entry for line in value.splitlines() if (entry := line.strip()))


_CUT = re.compile(r"([1-9]|1[0-9]|20)x([1-9]|1[0-9]|20)")
LONGEST_CUT = 20


def read_cut(cut: str) -> tuple[int, int] | None:
    """Return the columns and rows of `3x3`, at most 20 each; None for `auto` and for nothing.

    Raises InvalidInput for anything else.
    """
    written = "".join(cut.lower().replace("×", "x").split())
    counts = _CUT.fullmatch(written)
    if not counts and written not in ("", "auto"):
        raise InvalidInput(InputError("cut", quote(cut), "cards across and down, as 3x3, or auto"))
    return (int(counts[1]), int(counts[2])) if counts else None


class PictureOptions(Record):
    """Options for the print past a picture's trim, the bleed in the pictures, and which pictures are backs."""

    edge: Annotated[PictureEdge, _EDGES] = Field(
        "auto",
        title="Past the cut",
        description="Of pictures, with --bleed: whether they include it, or how it is made.",
    )
    included: Annotated[float, ShownField(unit="mm")] = Field(
        USUAL,
        ge=0.5,
        le=10,
        title="Bleed in the pictures",
        description="Bleed that pictures include on each side, in mm.",
    )
    back_names: Annotated[str, validator_from(check_pattern)] = Field(
        "",
        max_length=LONGEST_PATTERN + len(NAME),
        title=f"Backs are named, as {NAME}_rear",
        description=f'How backs are named besides the usual, as "{NAME}_rear".',
    )
    back: Annotated[tuple[str, ...], BeforeValidator(as_validator(_read_backs))] = Field(
        (),
        title="Back of all cards, a picture’s name; Fox=other.png for one card, Fox= for none",
        description="The picture behind all cards; Fox=other.png behind one, Fox= for none.",
    )
    pdf_pages: Annotated[PdfPages, _PDF_PAGES] = Field(
        "", title="Pages of a PDF", description="How pages of a PDF make cards: each a front, in turn, or by halves."
    )
    cut: Annotated[str, validator_from(read_cut)] = Field(
        "",
        max_length=LONGEST_CUT,
        title="Cards on a sheet, across x down",
        description="Cut PDFs of sheets into cards: 3x3 is three across and three down, auto finds how many.",
    )
    cut_gap: Annotated[float | None, ShownField(unit="mm", step=0.1)] = Field(
        None,
        ge=0,
        le=20,
        title="Gap between the cards of a sheet",
        description="Gap between the cards of such a sheet; found without it.",
    )
