"""The options of decks made of pictures, declared once; the page and the command line are made from them."""

from typing import Annotated, Literal

from pydantic import Field

from companion.data.documents import Record
from companion.printing.custom.picture_names import LONGEST_PATTERN, NAME, check_pattern
from companion.printing.sheets.option_fields import ShownField
from companion.printing.sheets.options import validator_from

PictureEdge = Literal["auto", "mirror", "stretch", "has", "none"]
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


class PictureOptions(Record):
    """Options for the print past a picture's trim, the bleed in the pictures, and the names of backs."""

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
