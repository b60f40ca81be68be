"""The options of an export, declared once; the pages, the command line and the schema are made from them."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, field_validator

from companion.printing.export import print_shops
from companion.printing.faces.inks import InkMode
from companion.printing.sheets.option_fields import ShownField
from companion.printing.sheets.options import PieceOptions, validator_from

To = Literal["png", "svg", "tts", "shop"]
EIGHTH = 3.175
"""An eighth of an inch in mm: the usual bleed of print shops."""
LEAST_DPI, MOST_DPI = 72, 1200

_TO = ShownField(
    values=(
        ("png", "Pictures (PNG)"),
        ("svg", "Drawings (SVG)"),
        ("tts", "Tabletop Simulator"),
        ("shop", "Print shop"),
    )
)
_SERVICES = ShownField(
    values=(
        ("", "Any: a PDF of each size, 1/8 inch of bleed"),
        *((shop.name, shop.title) for shop in print_shops.SHOPS),
    )
)
_BLEED = ShownField(values=(("no", "End at the cut"), ("yes", "With 1/8 inch of bleed")))


def _check_shop(name: str) -> None:
    if name:
        print_shops.find_shop(name)


class ExportOptions(PieceOptions):
    """All options of an export.

    `at` is the place of the deck sheets for a virtual table: an address, or a folder on the player's own machine.
    """

    to: Annotated[To, _TO] = Field("png", title="File format", description="The format of the export.")
    dpi: int = Field(
        300,
        ge=LEAST_DPI,
        le=MOST_DPI,
        title="Dots per inch of pictures",
        description="Dots per inch of pictures: 300 or 600.",
    )
    bleed: Annotated[bool, _BLEED] = Field(
        False, title="Edges of pictures and drawings", description="Extend pictures past the trim by 1/8 inch."
    )
    service: Annotated[str, validator_from(_check_shop), _SERVICES] = Field(
        "",
        max_length=40,
        title="Which print shop",
        description=f"With shop: an order for {', '.join(shop.name for shop in print_shops.SHOPS)}.",
    )
    at: str = Field(
        "",
        max_length=400,
        title="Tabletop Simulator looks for the sheets in",
        description="Where Tabletop Simulator finds the sheets: an address or a folder.",
    )

    @field_validator("at")
    @classmethod
    def _one_line(cls, value: str) -> str:
        if any(ord(letter) < 32 for letter in value):
            raise ValueError("a folder or an address on one line")
        return value.strip()

    @property
    def is_shop_order(self) -> bool:
        """Whether the export is an order for a particular print shop."""
        return self.to == "shop" and bool(self.service)

    @property
    def address(self) -> str:
        """The place of deck sheets as an address: a folder becomes `file:///…`; empty if none is given."""
        if not self.at or "://" in self.at:
            return self.at
        return f"file:///{self.at.replace(chr(92), '/').lstrip('/')}"


@dataclass(frozen=True, slots=True)
class ExportJob:
    """An export's title, look and options.

    `at` is the address of the deck sheets; `after` follows each picture's name in it, such as `?what=modules`.
    """

    title: str
    accent: str = "#1f3f77"
    options: ExportOptions = ExportOptions()
    at: str = ""
    after: str = ""

    @property
    def dpi(self) -> int:
        """Dots per inch of pictures."""
        return self.options.dpi

    @property
    def ink(self) -> InkMode:
        """The ink mode."""
        return self.options.ink

    @property
    def edge(self) -> float:
        """The bleed of pictures, in mm."""
        return EIGHTH if self.options.bleed else 0.0
