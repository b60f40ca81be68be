"""Tools that shoot or spray, drawn from the wrist at (6, 0) to the right."""

from companion.printing.faces.boxes import Circle, Ink
from companion.printing.faces.placing import placed
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, curve, dark, dot, fine


def cannon() -> Drawing:
    """Return a gun."""
    return (
        block(6, -2, 8, 4, "paper", 0.4),
        dark((12.4, -2.8), (14.6, -3.2), (14.6, 3.2), (12.4, 2.8)),
        block(7, -2.6, 1.6, 5.2),
        block(4.4, -4.4, 4.6, 2.6, "tint", 0.8),
    )


def confetti() -> Drawing:
    """Return a cannon of confetti."""
    bits = tuple(placed((block(-0.45, -0.45, 0.9, 0.9, fill, 0),), x, y, 1, x * 40)[0] for x, y, fill in _BITS)
    return (
        *bits,
        plate((6, -1.6), (11.6, -3.6), (11.6, 3.6), (6, 1.6), fill="paper"),
        dark((11, -4), (12.4, -4), (12.4, 4), (11, 4)),
        fine(8, -2.4, 8, 2.4, width=0.4),
    )


_BITS: tuple[tuple[float, float, Ink], ...] = (
    (13.8, -2.6, "accent"),
    (14.6, 0.4, "paper"),
    (13.6, 2.8, "tint"),
    (16, -1.4, "accent"),
    (15.8, 2.2, "accent"),
    (16.8, -3.6, "paper"),
)


def rack() -> Drawing:
    """Return a rack of rockets."""
    noses = tuple(
        curve(
            ("M", 11.4, y - 0.9),
            ("C", 13.6, y - 1, 14.6, y - 0.4, 15, y),
            ("C", 14.6, y + 0.4, 13.6, y + 1, 11.4, y + 0.9),
            ("Z",),
            fill="accent",
            width=0.35,
        )
        for y in (-2.5, 0, 2.5)
    )
    return (
        *noses,
        block(5.4, -4, 6.6, 8, "tint", 0.6),
        fine(5.4, -1.25, 12, -1.25),
        fine(5.4, 1.25, 12, 1.25),
        dark((5, -1.4), (6, -1.4), (6, 1.4), (5, 1.4)),
    )


def howitzer() -> Drawing:
    """Return a short, wide barrel."""
    return (
        block(6, -2.8, 7, 5.6, "paper", 0.6),
        dark((12, -3.6), (14.4, -4), (14.4, 4), (12, 3.6)),
        block(7, -3.5, 2, 7),
        curve(("M", 4, -2.6), ("C", 3.4, -6, 8.6, -6, 8.4, -2.8), ("Z",), fill="accent"),
    )


def laser() -> Drawing:
    """Return a laser with its rays."""
    rays = tuple(fine(14.8, y * 0.5, 18, y, "accent", 0.5) for y in (-2.4, 0, 2.4))
    return (
        *rays,
        plate((6, -1.8), (12.4, -1), (12.4, 1), (6, 1.8), fill="paper"),
        *(block(7 + i * 1.9, -2.6, 1, 5.2) for i in range(3)),
        Circle(13.4, 0, 1.4, "accent", "blue", 0.4),
    )


def spray() -> Drawing:
    """Return a nozzle with its tank."""
    drops = tuple(
        dot(x, y, 0.5, "accent") for x, y in ((15, -1.4), (15.6, 0.4), (15, 2), (17, -2.4), (17.4, -0.4), (17, 1.6))
    )
    return (
        *drops,
        block(5, -1.4, 5, 2.8, "paper", 0.4),
        plate((10, -1), (13.8, -2.8), (13.8, 2.8), (10, 1)),
        block(4, 1.2, 6, 4.4, "accent", 2),
        fine(5.6, 1.2, 5.6, 5.6),
        fine(8.4, 1.2, 8.4, 5.6),
    )


def flame() -> Drawing:
    """Return a fist on fire."""
    fire = curve(
        ("M", 12.6, -1.4),
        ("C", 15, -4.6, 16, -2, 18.6, -3),
        ("C", 17, -1, 17.4, 0.6, 19, 1.8),
        ("C", 16.4, 1.4, 15, 4, 12.6, 1.4),
        ("Z",),
        fill="accent",
    )
    return (
        fire,
        block(6, -2.8, 6.8, 5.8, "tint", 1.8),
        *(fine(10.4, y, 12.8, y, width=0.4) for y in (-1.2, 0.4, 1.8)),
        dark((5.2, -2), (6.6, -2), (6.6, 2), (5.2, 2)),
    )
