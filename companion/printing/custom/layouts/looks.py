"""The look of a file's cards with a layout: their faces, the layout's back or the plain one, their pictures."""

import io
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from companion.base.compat import cached_property
from companion.base.findings import InputError, InvalidInput
from companion.printing.custom import type_marks
from companion.printing.custom.card_looks import TYPEFACE_BESIDE, CardLook, picture_reader, refuse_unknown_symbol
from companion.printing.custom.custom_cards import GenericCard, Pictures, Stack
from companion.printing.custom.layouts import card_values
from companion.printing.custom.layouts.card_values import CardPlace
from companion.printing.custom.layouts.drawing import LayoutDrawing
from companion.printing.custom.layouts.zones import CardLayout
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.faces import pictures
from companion.printing.faces.boxes import Face, Format
from companion.printing.pdf import untrusted
from companion.printing.text import fonts

MOST_KNOWN = 2000
"""The most pictures whose proportions are in the cache."""


class LayoutLook:
    """The look of a file's cards with a layout; a card's own back stays, unless the layout places it."""

    def __init__(self, stack: Stack, form: Format, plain: CardLook, layout: CardLayout, load: Pictures) -> None:
        """Take the cards, and the look of their backs if the layout has none."""
        self._stack, self._plain, self._layout = stack, plain, layout
        heads = (column.head for column in stack.columns)
        columns = card_values.all_columns((card for _, card in stack.cards), heads)
        reader = picture_reader(load, "picture")
        sides, families = _proportions(load, reader), _families(layout, load)
        marks = type_marks.type_marks(card for _, card in stack.cards)
        self.drawing = LayoutDrawing(
            layout, form, stack.language, columns, reader, sides, families, marks, self._every
        )  # fmt: skip

    def _every(self) -> Iterator[tuple[GenericCard, CardPlace]]:
        for number, (_, card) in enumerate(self._stack.cards, 1):
            yield card, self.place(number, self._stack.deck_of(card))

    def front(self, card: GenericCard, number: int, deck: str) -> Face:
        """Return a card's face; InvalidInput for a picture that cannot be read, or an unknown symbol."""
        refuse_unknown_symbol(card, (*SYMBOLS, *self._layout.glyphs))
        return self.drawing.front(card, self.place(number, deck))

    def back(self, card: GenericCard, number: int, deck: str) -> Face:
        """Return a card's back, the same object for all cards that share it."""
        if self._layout.back is None or (card.back and not self._places_backs):
            return self._plain.back(card, number, deck)
        return self.drawing.back(card, self.place(number, deck))

    def place(self, number: int, deck: str) -> CardPlace:
        """Return the place of a card in its file."""
        return CardPlace(number, len(self._stack.cards), deck)

    @cached_property
    def _places_backs(self) -> bool:
        return "back" in card_values.columns_shown(self._layout.back or ())


def _families(layout: CardLayout, load: Pictures) -> Mapping[tuple[str, ...], str]:
    """Return the families for texts by the typefaces of a layout's zones; InvalidInput for unusable files."""
    families: dict[str, str] = {name: name for name in fonts.SHIPPED}
    errors: list[InputError] = []
    for name, files in layout.own_typefaces.items():
        clean: dict[str, bytes] = {}
        for style, file in files.items():
            try:
                clean[style] = untrusted.clean_typeface(load(file), file)
            except OSError:
                errors.append(InputError("typeface", f"{file}, a file that is not there", TYPEFACE_BESIDE))
            except InvalidInput as error:
                errors += error.prefix_place("typeface").input_errors
        families[name] = fonts.OwnFamily.of(clean)
    if errors:
        raise InvalidInput(*errors).prefix_place(layout.title)
    return {row: _in_a_row([families[name] for name in row]) for row in layout.typeface_rows if row}


def _in_a_row(families: list[str]) -> str:
    """Return the family that sets each letter in the first of some families that has it."""
    first, *others = families
    if not others:
        return first
    if isinstance(first, fonts.OwnFamily):
        return fonts.OwnFamily.of(first.files, tuple(others))
    return fonts.OwnFamily.of({}, tuple(families))


def _proportions(load: Pictures, reader: Callable[[str, float, float], bytes]) -> Callable[[str], tuple[float, float]]:
    """Return a function that gives the width and height of a picture, upright, by its name."""

    @lru_cache(MOST_KNOWN)
    def measure(name: str) -> tuple[float, float]:
        reader(name, 1, 1)  # Raises for a picture that cannot be read.
        return _upright_size(load(name))

    return measure


def _upright_size(data: bytes) -> tuple[float, float]:
    from PIL import Image

    with Image.open(io.BytesIO(data), formats=pictures.FORMATS) as picture:
        is_rotated = picture.getexif().get(0x0112, 1) >= 5
        wide, high = picture.size
    return (high, wide) if is_rotated else (wide, high)
