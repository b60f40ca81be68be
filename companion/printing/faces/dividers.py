"""Dividers: cards with a tab that names the deck behind it; neighbouring tabs are side by side."""

from functools import partial

from companion.printing.faces.boxes import Box, Deck, Face, Format, Line, Piece, Rect, Text
from companion.printing.faces.tuckboxes import Drawing

TAB = 8.0
"""Height of a tab above the cards, in mm."""
_PLACES = 2
"""Places for a tab along the edge, taken in turn."""
_FRAME = 4.0
_words = partial(Text, weight="bold", align="centre", across="middle", leading=1)


def dividers(
    game: str, titles: tuple[str, ...], decks: tuple[Deck, ...], drawings: tuple[Drawing, ...]
) -> tuple[Deck, ...]:
    """Return a divider for each deck, as wide as its cards and taller by the tab: a deck of dividers for each format.

    `titles` are those of the decks, short enough for a tab.
    """
    by_format: dict[Format, list[Piece]] = {}
    for n, (title, deck, drawing) in enumerate(zip(titles, decks, drawings, strict=True)):
        across, along = sorted((deck.format.w, deck.format.h))
        form = Format(f"divider {across:g} × {along + TAB:g} mm", across, along + TAB, 2)
        about = f"A card to put in front of {title}; cut its upper edge along the line around the tab."
        face = Face(_face(form, n % _PLACES, game, title, drawing))
        by_format.setdefault(form, []).append(Piece(f"divider-{n + 1}", f"Divider: {title}", face, about=about))
    return tuple(Deck(f"Dividers, {form.w:g} mm wide", form, tuple(pieces)) for form, pieces in by_format.items())


def _face(form: Format, place: int, game: str, title: str, drawing: Drawing) -> tuple[Box, ...]:
    wide = form.w / _PLACES
    left, right = place * wide, (place + 1) * wide
    top = TAB + _FRAME
    low = form.h - _FRAME
    cuts = [Line(0, TAB, left, TAB, 0.3), Line(right, TAB, form.w, TAB, 0.3)]
    uprights = [Line(x, 0, x, TAB, 0.3) for x in (left, right) if 0 < x < form.w]
    return (
        *(cut for cut in cuts if cut.x2 - cut.x1 > 0.01),
        *uprights,
        _words(left + 2.2, 2.2, wide - 4.4, TAB - 2.2, title, 9, what="tab"),
        Rect(_FRAME, top, form.w - 2 * _FRAME, low - top, 2, "tint", "accent", 0.5),
        _words(_FRAME + 2, top + 2, form.w - 2 * _FRAME - 4, 11, title, 14, what="title"),
        drawing.within(_FRAME + 3, top + 15, form.w - 2 * _FRAME - 6, low - top - 25),
        _words(_FRAME + 2, low - 8, form.w - 2 * _FRAME - 4, 6, game, 10, what="game"),
    )
