"""Print shops that make single decks: their card sizes, and the files that they take.

The figures are those published by the shops in November 2026. A size is a card's trim; the picture or page for a shop
is larger by its bleed, which may differ between the sides and the top and bottom.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from companion.base.findings import InputError, InvalidInput, quote
from companion.printing.faces.boxes import Format

INCH = 25.4
SMALLER, LARGER = 0.3, 1.3
"""How much smaller or larger than a piece a shop's card may be, in width and in height, in mm."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """A shop's card: its trim, and the page or picture with its bleed, in mm."""

    name: str
    w: float
    h: float
    page_w: float
    page_h: float

    @property
    def bleed(self) -> tuple[float, float]:
        """The bleed in mm: at the sides, and above and below."""
        return (self.page_w - self.w) / 2, (self.page_h - self.h) / 2


@dataclass(frozen=True, slots=True)
class PrintShop:
    """A shop: its name in addresses, its title and website, its kind of files, its card sizes, advice for the order.

    It takes a picture for each face (png), or a PDF for each deck; with `back_first` each card's back comes first.
    """

    name: str
    title: str
    site: str
    files: Literal["png", "pdf"]
    sizes: tuple[CardSize, ...]
    advice: str
    dpi: int = 300
    back_first: bool = False
    brackets: tuple[int, ...] = ()
    """The numbers of cards that a deck is sold up to; for a shop with them each card and copy has a picture."""

    @property
    def has_slots(self) -> bool:
        """Whether each card and each copy of it is a place in the shop's form, which takes a picture of its own."""
        return bool(self.brackets)

    def size(self, form: Format) -> CardSize | None:
        """Return the size closest to a piece's; None if the piece fits none."""
        if form.shape != "rect":
            return None
        fitting = [
            size
            for size in self.sizes
            if all(-SMALLER - 1e-6 <= more <= LARGER + 1e-6 for more in (size.w - form.w, size.h - form.h))
        ]
        return min(fitting, key=lambda size: abs(size.w - form.w) + abs(size.h - form.h), default=None)


def _cards(bleed: float, *sizes: tuple[str, float, float]) -> tuple[CardSize, ...]:
    """Return sizes that are given in inches, with the same bleed in inches on all sides."""
    return tuple(_inches(name, w, h, w + 2 * bleed, h + 2 * bleed) for name, w, h in sizes)


def _inches(name: str, w: float, h: float, page_w: float, page_h: float) -> CardSize:
    return CardSize(name, *(round(side * INCH, 4) for side in (w, h, page_w, page_h)))


SHOPS = (
    PrintShop(
        "drivethrucards",
        "DriveThruCards",
        "drivethrucards.com",
        "pdf",
        _cards(0.125, ("US Poker", 2.5, 3.5), ("Euro Poker", 2.48, 3.46), ("Tarot", 2.75, 4.75)),
        "Upload each PDF as a deck of its size. Each page is a side of a card; a card’s back comes before its front.",
        back_first=True,
    ),
    PrintShop(
        "makeplayingcards",
        "MakePlayingCards",
        "makeplayingcards.com",
        "png",
        (
            *_cards(
                0.12,
                ("Poker", 2.5, 3.5),
                ("Bridge", 2.25, 3.5),
                ("Mini", 1.75, 2.5),
                ("Tarot", 2.75, 4.75),
                ("Square 2.5 inch", 2.5, 2.5),
                ("Square 2.75 inch", 2.75, 2.75),
                ("Square 3.5 inch", 3.5, 3.5),
            ),
            _inches("63 x 88 mm", 63 / INCH, 88 / INCH, 2.72, 3.7),
        ),
        "Each card and each copy has a picture of its own, numbered in the order of the deck.",
        brackets=(18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612),
    ),
    PrintShop(
        "thegamecrafter",
        "The Game Crafter",
        "thegamecrafter.com",
        "png",
        (
            *_cards(
                0.125,
                ("Poker Deck", 2.5, 3.5),
                ("Bridge Deck", 2.25, 3.5),
                ("Mini Deck", 1.75, 2.5),
                ("Tarot Deck", 2.75, 4.75),
                ("Square Deck", 3.5, 3.5),
                ("Jumbo Deck", 3.5, 5.5),
            ),
            _inches("Euro Poker Deck", 2.48, 3.46, 2.75, 3.75),
            _inches("US Game Deck", 2.2, 3.43, 2.5, 3.75),
            _inches("Euro Square Deck", 2.76, 2.76, 3, 3),
        ),
        "Make a deck of the component named below, upload its back once and then the fronts, and set the quantity of a"
        " picture whose name ends in x2 to 2.",
    ),
)
"""The known shops, by name."""


def find_shop(name: str) -> PrintShop:
    """Return a shop by its name; InvalidInput lists the names."""
    shop_found = next((shop for shop in SHOPS if shop.name == name.strip().lower()), None)
    if shop_found is None:
        raise InvalidInput(InputError("service", quote(name), f"one of {', '.join(shop.name for shop in SHOPS)}"))
    return shop_found


def sizes_in_words(sizes: Iterable[CardSize]) -> str:
    """Return sizes as a list for a message: `Poker (64 × 89 mm), Tarot (70 × 121 mm)`."""
    return ", ".join(f"{size.name} ({size.w:.0f} × {size.h:.0f} mm)" for size in sizes)
