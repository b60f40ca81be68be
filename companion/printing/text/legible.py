"""Finds text that was set too small to read easily, with the card, the box and the size."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.base.wording import join_first
from companion.printing.text.fitting import LEGIBLE, Drawn, Turned, Words

MOST_NAMED = 8
"""The most cards that one sentence names."""


@dataclass(frozen=True, slots=True)
class SmallText:
    """A text that had to be set under seven points; `size` as printed in the message."""

    piece: str
    what: str
    size: str


def small(boxes: Iterable[Drawn], piece: str, scale: float = 1) -> Iterator[SmallText]:
    """Yield each text that was meant to be larger and had to be set under seven points.

    Text that is small by design, such as a card's foot, is not reported.
    """
    for box in boxes:
        if isinstance(box, Turned):
            yield from small(box.boxes, piece, scale * box.scale)
        elif isinstance(box, Words) and box.size * scale < LEGIBLE <= box.box.size * scale and box.box.text.strip():
            yield SmallText(piece, box.box.what, f"{box.size * scale:.2f}".rstrip("0").rstrip("."))


def sentences(texts: Iterable[SmallText]) -> Iterator[str]:
    """Yield a sentence for each kind of text that is small, with its cards."""
    kinds: dict[str, dict[SmallText, None]] = {}
    for text in texts:
        kinds.setdefault(text.what, {})[text] = None
    for what, texts in kinds.items():
        if len(texts) == 1:
            ((piece, size),) = ((text.piece, text.size) for text in texts)
            yield f"{piece}: {what} had to be set in {size} pt, hard to read under {LEGIBLE:g}. Shorten it."
            continue
        names = [f"{text.piece} ({text.size})" for text in texts]
        cards = join_first(names, MOST_NAMED)
        yield f"{what} had to be set in less than {LEGIBLE:g} pt, hard to read, on {cards}. Shorten it."
