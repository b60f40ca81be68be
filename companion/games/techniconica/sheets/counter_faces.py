"""Round counters of 20 mm that lie on parts and Mechs during a game."""

from collections.abc import Callable

from companion.printing.faces.boxes import Box, Circle, Deck, Face, Format, Ink, Line, Path, Piece, Text, polygon

MARKER = Format("marker 20 mm", 20, 20, 1.5)
_M = MARKER.w / 2


def _figure_text(words: str, y: float = _M - 4.5, size: float = 24, ink: Ink = "ink") -> Text:
    return Text(3, y, 14, 9, words, size, 10, "bold", "centre", "middle", ink, 1, what="figure")


def _label_text(words: str) -> Text:
    return Text(3.4, 14.0, 13.2, 3, words, 7, 6.5, "semibold", "centre", leading=1, what="label")


def _burst() -> tuple[Box, ...]:
    points = tuple((_M + x, _M - 0.6 + y) for x, y in _STAR)
    return (polygon(*points, fill="tint", stroke="accent", width=0.4),)


_STAR = (
    (0, -7.6), (1.9, -4.6), (5.4, -5.6), (4.8, -2.0), (7.8, 0), (4.8, 2.0), (5.4, 5.6), (1.9, 4.6),
    (0, 7.6), (-1.9, 4.6), (-5.4, 5.6), (-4.8, 2.0), (-7.8, 0), (-4.8, -2.0), (-5.4, -5.6), (-1.9, -4.6),
)  # fmt: skip


def _jam() -> tuple[Box, ...]:
    return (
        Circle(_M, 8, 4.6, stroke="accent", width=0.9),
        Line(_M - 3.2, 4.8, _M + 3.2, 11.2, width=0.9, ink="accent"),
    )


def _aim() -> tuple[Box, ...]:
    cross = (Line(_M - 6, 8, _M + 6, 8, 0.4, "blue"), Line(_M, 2, _M, 14, 0.4, "blue"))
    return (Circle(_M, 8, 4.2, stroke="blue", width=0.5), *cross, Circle(_M, 8, 0.9, fill="accent", stroke=None))


def _evade() -> tuple[Box, ...]:
    moves = (("M", 4.0, 11.0), ("C", 7.0, 3.0, 12.0, 14.0, 15.0, 5.4))
    return (
        Path(moves, stroke="blue", width=0.8),
        polygon((15.8, 3.4), (16.2, 7.4), (12.6, 5.8), fill="blue", stroke="blue"),
    )


def _hold() -> tuple[Box, ...]:
    return tuple(Line(x, 4, x, 12, width=1.8, ink="blue") for x in (_M - 2, _M + 2))


def _low_power() -> tuple[Box, ...]:
    return (
        polygon((11.4, 2.6), (6.2, 9), (9.4, 9), (8.2, 13.6), (13.6, 7.2), (10.4, 7.2), fill="accent", stroke="accent"),
    )


def _acted_tick() -> tuple[Box, ...]:
    return (Path((("M", 5.2, 8.0), ("L", 8.6, 11.6), ("L", 14.8, 4.0)), stroke="accent", width=1.2),)


_DRAWN: tuple[tuple[str, str, int, str, Callable[[], tuple[Box, ...]]], ...] = (
    ("jam", "Jam", 12, "The Weapon is jammed; an Unjam Action removes one counter.", _jam),
    ("aim", "Aim", 6, "The Mech has aimed: 4 more Accuracy if it shoots next.", _aim),
    ("evade", "Evade", 6, "The Mech evades: 4 more Speed until the next Round.", _evade),
    ("hold", "Hold", 12, "One Hold: 1 more Accuracy for its next shot, 1 more Speed when next shot at.", _hold),
    ("low-power", "Low Power", 6, "Power Consumption is above Power Output.", _low_power),
    ("acted", "Acted", 8, "The Mech has acted this Round.", _acted_tick),
)
_NUMBERED = (("damage", "Damage", ((1, 30), (2, 18), (3, 12), (5, 12))), ("weight", "Weight +", ((1, 6), (2, 6))))
_RE_ROLLS = 12


def deck() -> Deck:
    """Return all counters: damage, weight, Re-Rolls and Actions."""
    pieces = [
        _piece(f"{name}-{value}", f"{title.rstrip(' +')} {value}", copies, f"A counter of {value} for {what}.", boxes)
        for name, title, values in _NUMBERED
        for value, copies in values
        for what, boxes in (_number_face(name, title, value),)
    ]
    pieces.append(
        _piece(
            "re-roll",
            "Re-Roll",
            _RE_ROLLS,
            "A Re-Roll a Pilot still has.",
            (_figure_text("RR", 3.6, 18), _label_text("Re-Roll")),
        )
    )
    pieces += [
        _piece(name, title, copies, about, (*draw(), _label_text(title))) for name, title, copies, about, draw in _DRAWN
    ]
    return Deck("Counters", MARKER, tuple(pieces))


def _number_face(name: str, title: str, value: int) -> tuple[str, tuple[Box, ...]]:
    if name == "damage":
        return "Damage Points on a part", (*_burst(), _figure_text(str(value), _M - 5.1))
    return "weight that a Gravity Field adds", (_figure_text(f"+{value}", 3.6), _label_text("Weight"))


def _piece(name: str, title: str, copies: int, about: str, boxes: tuple[Box, ...]) -> Piece:
    edge = Circle(_M, _M, _M - 0.8, fill="paper", stroke="faint", width=0.2)
    return Piece(name, title, Face((edge, *boxes)), copies, about=about)
