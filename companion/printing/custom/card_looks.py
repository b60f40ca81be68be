"""The look of custom cards as a Protocol, front and back, with a reader that reads each picture once."""

from collections.abc import Iterable
from threading import RLock
from typing import Protocol

from cachetools import LRUCache, cached

from companion.base.findings import InputError, InvalidInput, quote
from companion.printing.custom.card_drawing import Reader
from companion.printing.custom.custom_cards import GenericCard, Pictures
from companion.printing.faces import pictures
from companion.printing.faces.boxes import Face

MOST_PICTURED = 96_000_000
"""Most bytes of cropped pictures in the cache."""
BESIDE = "a picture beside the cards"
TYPEFACE_BESIDE = "a typeface beside the cards"
"""The places of pictures and typefaces, for messages: the folder of the cards."""


class CardLook(Protocol):
    """The look of cards: the face and the back of each, for its number in the file and the title of its deck."""

    def front(self, card: GenericCard, number: int, deck: str) -> Face:
        """Return a card's face; InvalidInput if a picture cannot be read."""

    def back(self, card: GenericCard, number: int, deck: str) -> Face:
        """Return a card's back, the same object for all cards that share it."""


def refuse_unknown_symbol(card: GenericCard, symbols: Iterable[str]) -> None:
    """Raise InvalidInput, with a list, for a card whose symbol is not in `symbols`."""
    names = tuple(symbols)
    if card.symbol and card.symbol not in names:
        raise InvalidInput(InputError("symbol", quote(card.symbol), f"one of {', '.join(names)}"))


def no_pictures(name: str) -> bytes:
    """Raise FileNotFoundError: the reader for cards without pictures."""
    raise FileNotFoundError(name)


def picture_reader(load: Pictures, part: str) -> Reader:
    """Return a reader that reads each picture once for each window; `part` is the card's field in messages."""

    @cached(LRUCache(MOST_PICTURED, getsizeof=len), lock=RLock())
    def read(name: str, w: float, h: float) -> bytes:
        try:
            return pictures.crop_to_window(load(name), name, w, h)
        except OSError as error:
            why = "a file that is not there" if isinstance(error, FileNotFoundError) else "a file that cannot be read"
            raise InvalidInput(InputError(part, f"{name}, {why}", BESIDE)) from None
        except InvalidInput as error:
            raise error.prefix_place(part) from None

    return read
