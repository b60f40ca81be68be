"""The picture of card backs."""

from companion.printing.faces.strokes import Drawing, block, ring


def emblem() -> Drawing:
    """Return a Mech of nine plates with the Cockpit in the middle."""
    cells = tuple(
        block(-13.4 + c * 9.2, -13.4 + r * 9.2, 8.4, 8.4, "tint" if (r, c) != (1, 1) else "blue", 1)
        for r in range(3)
        for c in range(3)
    )
    return (*cells, ring(0, 0, 2.4))
