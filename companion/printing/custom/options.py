"""The options of custom cards, declared once; the page and the command line are made from them."""

from typing import Annotated

from pydantic import Field

from companion.data.documents import Record
from companion.printing.faces.boxes import Format
from companion.printing.sheets import papers
from companion.printing.sheets.option_fields import ShownField
from companion.printing.sheets.options import validator_from

_FORMATS = ShownField(values=tuple((f.name, f"{f.name.capitalize()}, {f.w:g} × {f.h:g} mm") for f in papers.FORMATS))
_BACKS = ShownField(values=(("yes", "With the deck’s title"), ("no", "None")))


class CustomCardOptions(Record):
    """Format, backs, title and language of cards; the cards' file may also set title and language."""

    format: Annotated[str, validator_from(papers.find_format), _FORMATS] = Field(
        "poker",
        max_length=40,
        title="Format",
        description=f"Of plain cards: {', '.join(form.name for form in papers.FORMATS)}, or 60x90.",
    )
    backs: Annotated[bool, _BACKS] = Field(True, title="Backs", description="Backs with the deck's title, or none.")
    title: str = Field("", max_length=120, title="Title of the deck", description="Title of the deck.")
    language: str = Field(
        "",
        max_length=12,
        title="Words are broken as in",
        description="Of plain cards, to break words by: en, de, fr, …",
    )

    @property
    def size(self) -> Format:
        """The format as a `Format`."""
        return papers.find_format(self.format)
