"""Exports that a page refuses before they are made, because their pictures would take longer than a budget allows."""

from collections.abc import Sequence

from companion.base.findings import InputError, InvalidInput
from companion.printing.export import print_shops
from companion.printing.export.options import ExportOptions
from companion.printing.faces.boxes import Deck

MOST_MEGAPIXELS = 1000
"""Pictures drawn for one export; about a minute of processor time."""
INCH = 25.4


def refuse_large(decks: Sequence[Deck], options: ExportOptions) -> None:
    """Refuse an export of too many dots; InvalidInput says how many dots per inch would still do.

    SVG and single pages have no dots.
    """
    pictured = options.to in ("png", "tts") or (
        options.is_shop_order and print_shops.find_shop(options.service).files == "png"
    )
    if not pictured:
        return
    sides = sum(_sides(deck) * deck.format.w * deck.format.h for deck in decks) / INCH**2
    dpi = print_shops.find_shop(options.service).dpi if options.is_shop_order else options.dpi
    megapixels = sides * dpi**2 / 1e6
    if megapixels <= MOST_MEGAPIXELS:
        return
    fits = int((MOST_MEGAPIXELS * 1e6 / sides) ** 0.5)
    if options.is_shop_order:
        raise InvalidInput(InputError("service", f"{megapixels:,.0f} megapixels", "fewer cards, or `companion export`"))
    wanted = f"at most {fits} for so many cards, or fewer cards; `companion --no-limits export` takes more"
    raise InvalidInput(InputError("dpi", str(options.dpi), wanted))


def _sides(deck: Deck) -> int:
    return sum(1 if piece.back is None else 2 for piece in deck.pieces)
