"""What parts of a robot share: the words on a card, lights for its rank, torn sockets, hazard stripes."""

from companion.games.wreck_a_mech.model import Part
from companion.printing.faces.boxes import Circle, Path, Rect, polygon
from companion.printing.faces.plates import FINE, plate
from companion.printing.faces.strokes import Drawing, dark, dot, star, ticks


def words(card: Part) -> str:
    """Return the words that decide a part's shape, in small letters."""
    return f"{card.id} {card.name}".casefold().replace("-", " ")


def serial(card: Part, x: float, y: float, w: float, h: float = 1.3) -> Drawing:
    """Return a card's stencilled number: no two cards have the same, so that any change of cards shows."""
    return ticks(card.id, x, y, w, h)


def rank_pips(card: Part, x: float, y: float, pitch: float = 1.7) -> Drawing:
    """Return a light for each rank, in a row about a point."""
    return tuple(
        Circle(x + (i - (card.rank - 1) / 2) * pitch, y, 0.55, "accent", "blue", FINE) for i in range(card.rank)
    )


def torn(half: float) -> Drawing:
    """Return a socket whose part was torn off, to the right of (0, 0): broken metal, hanging wires, sparks."""
    rim = plate(
        (-1.6, -half),
        (0.8, -half),
        (1.5, -half * 0.62),
        (0.5, -half * 0.4),
        (2.3, -half * 0.1),
        (0.8, half * 0.2),
        (1.8, half * 0.55),
        (0.6, half),
        (-1.6, half),
        fill="paper",
    )
    wires = (
        Path((("M", 0.6, -half * 0.3), ("C", 3, -half * 0.6, 3.4, -1.6, 4.4, -half * 0.55)), None, "blue", 0.4),
        Path((("M", 0.9, 0.1), ("C", 3, 0.4, 3.4, 1.8, 5, 1.2)), None, "accent", 0.5),
        Path((("M", 0.6, half * 0.5), ("C", 2.2, half * 0.5, 2, half * 1.1, 3.6, half * 1.25)), None, "blue", 0.4),
    )
    sparks = (star(6.8, 0.4, 4, 2.3, 0.75), star(5.4, -half * 0.95, 4, 1.5, 0.5), star(4.8, half * 1.5, 4, 1.2, 0.45))
    return (
        *wires,
        dark((-1, -half * 0.6), (0.8, -half * 0.5), (0.3, half * 0.5), (-1, half * 0.6)),
        rim,
        dot(0, -half * 0.7, 0.35),
        dot(0, half * 0.75, 0.35),
        *sparks,
    )


def hazard(x: float, y: float, w: float, h: float) -> Drawing:
    """Return a band of hazard stripes."""
    count = max(2, int(w / 2.4))
    pitch = w / count
    lean = min(h, pitch * 0.5)
    stripes = tuple(
        polygon(
            (x + i * pitch + lean, y),
            (x + (i + 0.5) * pitch + lean * 0.9, y),
            (x + (i + 0.5) * pitch, y + h),
            (x + i * pitch, y + h),
            fill="accent",
            stroke=None,
        )
        for i in range(count)
    )
    return (Rect(x, y, w, h, 0, "paper", "blue", 0.35), *stripes)
