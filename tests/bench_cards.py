"""Cards that `make bench` measures print with, apart from it so that a process can hold them and nothing else."""

from companion.printing.faces.boxes import POKER, Circle, Deck, Face, Line, Piece, Rect, Text
from companion.printing.sheets.layout import Job, lay_out
from companion.printing.sheets.options import PrintOptions


def seventy_two() -> Job:
    """Lay out 72 poker cards, each its own, with one back: eight sheets and their backs."""
    return lay_out("Cards", [Deck("Cards", POKER, tuple(a_card(n) for n in range(72)))], PrintOptions(share=False))


_BACK = Face((Rect(3, 3, 57, 82, radius=2, fill="blue"),))


def a_card(number: int) -> Piece:
    """Return a card like those of the games: a title, a picture of strokes, a band of numbers, rules text."""
    words = f"Roll {number % 5 + 1} dice. Each 5 and 6 hits a part of your choice; a hit on the core counts twice."
    boxes = (
        Rect(3, 3, 57, 82, radius=2, fill="tint", stroke="accent"),
        Text(5, 5, 53, 8, f"Card number {number}", 13, 8, "bold"),
        *(Line(6 + n * 2.4, 16, 6 + n * 2.4, 44, 0.1, "faint") for n in range(22)),
        *(Circle(31.5, 30, 2 + n, width=0.3) for n in range(6)),
        *(Text(6 + n * 18, 47, 14, 8, str(number % 7 + n), 16, 10, "bold", "centre") for n in range(3)),
        Text(5, 58, 53, 24, words, 8, 6),
    )
    return Piece(f"card-{number}", f"Card {number}", Face(boxes), 1, _BACK)
