"""A small deck of its own, so that the engine is tested without any game."""

import pytest

from companion.printing.faces.boxes import (
    POKER,
    Circle,
    Deck,
    Face,
    Group,
    Line,
    Piece,
    PlacedSymbol,
    Rect,
    Symbol,
    Text,
)

STAR = Symbol("star", "star", (Circle(0.5, 0.5, 0.4),))


def face(name, text="Rolls {star} twice."):
    return Face(
        (
            Rect(3, 3, 57, 82, radius=2, fill="tint", stroke="accent"),
            Text(5, 5, 53, 8, name, 13, 8, "bold", what="title"),
            Text(5, 60, 53, 20, text, 8, 6, symbols={"star": STAR}, what="rules"),
            PlacedSymbol(STAR, 40, 30, 12),
            Group((Line(0, 0, 10, 0),), 30, 40, 90),
        )
    )


BACK = Face((Rect(3, 3, 57, 82, fill="blue"), Text(10, 40, 43, 8, "BACK", 14, 8, align="centre", ink="paper")))


@pytest.fixture
def deck():
    """Return ten cards: seven alike, three of their own, with a shared back."""
    pieces = [Piece("common", "Common", face("Common"), 7, BACK)]
    pieces += [Piece(f"card-{n}", f"Card {n}", face(f"Card {n}"), 1, BACK) for n in range(3)]
    return Deck("Cards", POKER, tuple(pieces))
