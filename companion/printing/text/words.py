"""The words of a text before they are put in lines: letters and symbols with their widths, and their order.

A line may be broken before a word. Most words have a space before them; the parts of a Chinese or Japanese sentence
have none.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple
from unicodedata import normalize

from companion.printing.faces import die_faces
from companion.printing.faces.boxes import Symbol, Text, Weight
from companion.printing.text import direction, fonts, hyphens, line_breaks, markup, shaping
from companion.printing.text.fonts import FontLetters

_TOKEN = re.compile(r"\{([a-z0-9_-]+)\}")
SYMBOL = 1.05
"""Width and height of an inline symbol, in ems."""
_IN_PLACE_OF_SYMBOL = "\ufffc"


class Style(NamedTuple):
    """How a word is set."""

    weight: Weight
    family: str = ""
    italic: bool = False
    small_caps: bool = False


class SetWord(NamedTuple):
    """A word's parts with its width in ems; `text` is empty where it may not be broken.

    `places` are those of its parts in their paragraph, counted from the left, where that is not the order of reading;
    `gap_place` is that of the space before it.
    """

    parts: tuple[FontLetters | Symbol, ...]
    width: float
    text: str
    style: Style
    has_gap: bool = True
    places: tuple[int, ...] = ()
    gap_place: int = 0


class Paragraph(NamedTuple):
    """The words of a paragraph; `from_right` means that its lines begin at the right."""

    words: list[SetWord]
    from_right: bool = False


_Piece = tuple[str | Symbol, Style]
"""Letters in one style, or a symbol."""


def paragraphs(box: Text) -> list[Paragraph]:
    """Return a text's paragraphs; fonts.Unprintable names a character that no typeface has."""
    if box.markup:
        return _marked_paragraphs(box)
    style = Style(box.weight, str(box.family))
    return [
        _mixed_paragraph([_pieces(word, box, style) for word in paragraph.split()])
        if _is_mixed(paragraph)
        else Paragraph([_word(word, box, style) for word in paragraph.split()])
        for paragraph in box.text.split("\n")
    ]


@lru_cache(maxsize=4096)
def plain_word(word: str, style: Style) -> SetWord:
    """Return a word without symbols, in its usual direction; the style has its family's name alone."""
    parts = tuple(_letters(word.replace(hyphens.SOFT, ""), style))
    return SetWord(parts, sum(part.width for part in parts), word, style)


def _is_mixed(paragraph: str) -> bool:
    """Return whether a paragraph needs more than words between spaces, from left to right."""
    return direction.has_right_to_left(paragraph) or line_breaks.may_break(paragraph)


def _word(word: str, box: Text, style: Style) -> SetWord:
    if "{" not in word and not die_faces.FACES.search(word):
        return plain_word(word, style)
    return _join([_piece_word(*piece) for piece in _pieces(word, box, style)])


def _pieces(word: str, box: Text, style: Style) -> list[_Piece]:
    """Return the letters and the symbols of a word."""
    pieces: list[_Piece] = []
    for number, text in enumerate(_TOKEN.split(word)):
        if number % 2 and text in box.symbols:
            pieces.append((box.symbols[text], style))
            continue
        for at, letters in enumerate(die_faces.FACES.split("{" + text + "}" if number % 2 else text)):
            if letters:
                pieces.append((die_faces.SYMBOLS[letters] if at % 2 else letters, style))
    return pieces


def _piece_word(piece: str | Symbol, style: Style) -> SetWord:
    if isinstance(piece, Symbol):
        return SetWord((piece,), SYMBOL * piece.wide, "", style)
    return plain_word(piece, style)


def _marked_paragraphs(box: Text) -> list[Paragraph]:
    """Return the paragraphs of a text with tags: only white space parts words, not a change of style."""
    marked_paragraphs, marked = [], markup.PLAIN
    for paragraph in markup.break_lines(box.text).split("\n"):
        words: list[list[_Piece]] = []
        goes_on = False
        for text, how in markup.stretches(paragraph, marked):
            style = Style("bold" if how.bold else box.weight, str(box.family), how.italic, how.small_caps)
            marked = how
            for place, letters in enumerate(text.split()):
                pieces = _pieces(letters, box, style)
                if place == 0 and goes_on and not text[0].isspace():
                    words[-1] += pieces
                else:
                    words.append(pieces)
            goes_on = bool(words) and not text[-1].isspace() if text else goes_on
        if _is_mixed(paragraph):
            marked_paragraphs.append(_mixed_paragraph(words))
        else:
            joined = [_join([_piece_word(*piece) for piece in pieces]) for pieces in words]
            marked_paragraphs.append(Paragraph(joined))
    return marked_paragraphs


def _join(words: list[SetWord]) -> SetWord:
    """Return the pieces of a word as one word; one of several pieces is not broken."""
    if len(words) == 1:
        return words[0]
    return SetWord(tuple(p for one in words for p in one.parts), sum(one.width for one in words), "", words[0].style)


def _letters(text: str, style: Style) -> Iterator[FontLetters]:
    if not style.small_caps:
        yield from fonts.parts(text, *style[:3])
        return
    for small, group in groupby(text, lambda char: char.upper() != char and char.islower()):
        scale = fonts.SMALL_CAPS if small else 1
        letters = "".join(group)
        for part in fonts.parts(letters.upper() if small else letters, *style[:3]):
            yield part._replace(width=part.width * scale, scale=scale)


def _mixed_paragraph(words: list[list[_Piece]]) -> Paragraph:
    """Return a paragraph with letters that run from right to left, or with places to break that are no spaces."""
    clean = [[(_clean(piece), style) for piece, style in word] for word in words]
    chunks = [(chunk, at == 0) for word in clean for at, chunk in enumerate(_breakable_parts(word))]
    text = "".join(" " * (has_gap and number > 0) + _plain(chunk) for number, (chunk, has_gap) in enumerate(chunks))
    if not direction.has_right_to_left(text):
        return Paragraph([_join([_piece_word(*p) for p in chunk])._replace(has_gap=gap) for chunk, gap in chunks])
    order = direction.order(text)
    placed, at = [], 0
    for number, (chunk, has_gap) in enumerate(chunks):
        gap_place = order.places[at] if has_gap and number else 0
        at += has_gap and number > 0
        placed.append(_placed_word(chunk, text, at, order)._replace(has_gap=has_gap, gap_place=gap_place))
        at += len(_plain(chunk))
    return Paragraph(placed, order.from_right)


def _clean(piece: str | Symbol) -> str | Symbol:
    return piece if isinstance(piece, Symbol) else normalize("NFC", piece.replace(hyphens.SOFT, ""))


def _plain(pieces: Sequence[_Piece]) -> str:
    return "".join(_IN_PLACE_OF_SYMBOL if isinstance(piece, Symbol) else piece for piece, _ in pieces)


def _breakable_parts(word: list[_Piece]) -> Iterator[list[_Piece]]:
    """Yield the parts of a word between which a line may be broken."""
    places = line_breaks.places(_plain(word))
    if not places:
        yield word
        return
    part: list[_Piece] = []
    at = 0
    for piece, style in word:
        if isinstance(piece, Symbol):
            if at in places and part:
                yield part
                part = []
            part.append((piece, style))
            at += 1
            continue
        cuts = [place - at for place in places if at <= place < at + len(piece)]
        for start, end in zip([0, *cuts], [*cuts, len(piece)], strict=True):
            if start + at in places and part:
                yield part
                part = []
            if piece[start:end]:
                part.append((piece[start:end], style))
        at += len(piece)
    yield part


def _placed_word(pieces: Sequence[_Piece], text: str, at: int, order: direction.LetterOrder) -> SetWord:
    """Return a word that begins at a place in its paragraph's text, its parts in the order of that text's letters."""
    parts: list[FontLetters | Symbol] = []
    places: list[int] = []
    first, last = at, at + len(_plain(pieces))
    for piece, style in pieces:
        if isinstance(piece, Symbol):
            parts.append(piece)
            places.append(order.places[at])
            at += 1
            continue
        for start, end in _stretches(order, at, at + len(piece)):
            parts += _stretch(text[first:last], start - first, end - first, order.backwards[start], style)
            places += _places_of(len(parts) - len(places), order, start, end)
        at += len(piece)
    width = sum(SYMBOL * part.wide if isinstance(part, Symbol) else part.width for part in parts)
    is_latin = len(parts) == 1 and isinstance(parts[0], FontLetters) and not order.backwards[first]
    return SetWord(tuple(parts), width, _plain(pieces) if is_latin else "", pieces[0][1], places=tuple(places))


def _stretches(order: direction.LetterOrder, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text that run in one direction, without other letters in them."""
    first = start
    for at in range(start + 1, end + 1):
        step = -1 if order.backwards[first] else 1
        goes_on = (
            at < end
            and order.backwards[at] == order.backwards[first]
            and order.places[at] == order.places[at - 1] + step
        )
        if not goes_on:
            yield first, at
            first = at


def _stretch(word: str, start: int, end: int, backwards: bool, style: Style) -> Iterable[FontLetters]:
    if not backwards and not shaping.COMPLEX.search(word[start:end]):
        return _letters(word[start:end], style)
    return fonts.shaped_parts(word, start, end, backwards, *style[:3])


def _places_of(count: int, order: direction.LetterOrder, start: int, end: int) -> list[int]:
    """Return rising or falling places for the parts of a stretch, all within it."""
    places = [order.places[start]] * count
    return [place - number for number, place in enumerate(places)] if order.backwards[start] else places
