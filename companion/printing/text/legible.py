"""Finds text that is too small to read easily: on which card, in which box, how small."""

from collections.abc import Iterable, Iterator

from companion.printing.text.fitting import LEGIBLE, Drawn, Turned, Words


def small(boxes: Iterable[Drawn], piece: str, scale: float = 1) -> Iterator[str]:
    """Return a sentence for each text that was meant to be larger and had to be set under seven points.

    Text that is small by design, as a card's foot, is not reported.
    """
    for box in boxes:
        if isinstance(box, Turned):
            yield from small(box.boxes, piece, scale * box.scale)
        elif isinstance(box, Words) and box.size * scale < LEGIBLE <= box.box.size * scale and box.box.text.strip():
            size = f"{box.size * scale:.2f}".rstrip("0").rstrip(".")
            yield f"{piece}: {box.box.what} had to be set in {size} pt, hard to read under {LEGIBLE:g}. Shorten it."
