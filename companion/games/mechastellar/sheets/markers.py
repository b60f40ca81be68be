"""Markers to put next to models: activated, focus, stunned, damage and the like."""

from companion.printing.faces.boxes import Box, Circle, Face, Format, Line, Piece, Rect, Text, polygon

MARKER = Format("marker 20 mm", 20, 20, safe=1.5)
KINDS: tuple[tuple[str, str, str, int], ...] = (
    ("activated", "Activated", "tick", 24),
    ("focus", "Focus", "aim", 8),
    ("full-throttle", "Throttle", "arrow", 8),
    ("target-lock", "Lock", "corners", 6),
    ("high-ground", "High", "peak", 6),
    ("challenge", "Challenge", "cross", 4),
    ("stunned", "-1 Action", "bolt", 8),
    ("shutdown", "Shutdown", "off", 4),
    ("camera", "Camera", "eye", 4),
    ("propulsion", "Propulsion", "no-arrow", 4),
    ("disabled", "Disabled", "barred", 6),
    ("used", "Used up", "empty", 8),
)
"""Id, words, drawing and number of copies; each has its own drawing, to be told apart across the table."""


def pieces() -> tuple[Piece, ...]:
    """Return all markers."""
    return tuple(
        Piece(id=key, name=words, face=Face(_face(words, sign)), copies=copies, about=f"A marker: {words}.")
        for key, words, sign, copies in KINDS
    )


def _face(words: str, sign: str) -> tuple[Box, ...]:
    return (
        Rect(1.5, 1.5, 17, 17, radius=1.5, stroke="accent", width=0.5),
        *_sign(sign),
        Text(2, 13, 16, 4.6, words, 8.5, 6.5, "bold", "centre", "middle", leading=1, what="marker"),
    )


_ARROW = ((5.0, 5.4), (10.0, 5.4), (10.0, 3.0), (15.0, 7.6), (10.0, 12.2), (10.0, 9.8), (5.0, 9.8))


def _corner(x: float, y: float, across: float, down: float) -> tuple[Box, ...]:
    """Return two lines that meet at a corner: one `across` mm long, one `down`; negative is left or up."""
    return (Line(x, y, x + across, y, 0.6, "accent"), Line(x, y, x, y + down, 0.6, "accent"))


def _sign(sign: str) -> tuple[Box, ...]:
    drawings: dict[str, tuple[Box, ...]] = {
        "tick": (Line(6.5, 8, 9, 10.8, 0.9, "accent"), Line(9, 10.8, 14, 4.5, 0.9, "accent")),
        "aim": (
            Circle(10, 7.6, 3.4, stroke="accent", width=0.5),
            Line(10, 3, 10, 12.2, 0.4, "accent"),
            Line(5.4, 7.6, 14.6, 7.6, 0.4, "accent"),
        ),
        "corners": (
            *_corner(5.8, 3.6, 2.6, 2.4),
            *_corner(14.2, 3.6, -2.6, 2.4),
            *_corner(5.8, 11.6, 2.6, -2.4),
            *_corner(14.2, 11.6, -2.6, -2.4),
            Circle(10, 7.6, 1.3, fill="accent", stroke=None),
        ),
        "arrow": (polygon(*_ARROW, stroke="accent", width=0.5),),
        "no-arrow": (polygon(*_ARROW, stroke="accent", width=0.5), Line(6, 12, 14, 3.2, 0.9, "accent")),
        "peak": (polygon((4, 12), (9, 4), (11, 7), (12.5, 5.5), (16, 12), stroke="accent", width=0.5),),
        "cross": (Line(6.5, 4, 13.5, 11.4, 0.9, "accent"), Line(13.5, 4, 6.5, 11.4, 0.9, "accent")),
        "barred": (Circle(10, 7.6, 4, stroke="accent", width=0.9), Line(7.2, 10.4, 12.8, 4.8, 0.9, "accent")),
        "bolt": (
            polygon(
                (11, 2.8), (6.5, 8.2), (9.6, 8.2), (8.4, 12.4), (13.4, 6.6), (10.2, 6.6), stroke="accent", width=0.5
            ),
        ),
        "off": (Circle(10, 7.8, 3.6, stroke="accent", width=0.6), Line(10, 3.2, 10, 7.8, 0.8, "accent")),
        "empty": (
            Rect(5, 5.2, 9, 5.2, 0.8, stroke="accent", width=0.6),
            Rect(14.4, 6.8, 1.2, 2, stroke="accent", width=0.4),
            Line(6.6, 7, 6.6, 8.6, 0.6, "accent"),
        ),
        "eye": (
            polygon((4, 7.6), (7, 4.8), (13, 4.8), (16, 7.6), (13, 10.4), (7, 10.4), stroke="accent", width=0.5),
            Circle(10, 7.6, 1.6, fill="accent", stroke=None),
        ),
    }
    return drawings[sign]
