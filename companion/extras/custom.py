"""The print set of custom cards: the cards, and boxes and dividers for them."""

from collections.abc import Sequence

from companion.base.findings import InputError, InvalidInput, quote
from companion.extras import boxes
from companion.printing.faces.boxes import Deck, Part
from companion.printing.faces.packing import Packing

CARDS, BOXES = "cards", "boxes"


def parts(names: Sequence[str], title: str, decks: Sequence[Deck], packing: Packing) -> tuple[Part, ...]:
    """Return the named parts of custom cards, by default the cards; InvalidInput for an unknown name."""
    unknown = [name for name in names if name not in (CARDS, BOXES)]
    if unknown:
        raise InvalidInput(*(InputError("what", quote(name), f"{CARDS} or {BOXES}") for name in unknown))
    cards = tuple(decks) if CARDS in names or not names else ()
    return (*cards, *boxes.custom_card_boxes(title, decks, packing)) if BOXES in names else cards
