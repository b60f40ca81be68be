"""The picture of card backs."""

from companion.printing.faces.boxes import Group
from companion.printing.faces.strokes import Drawing, block, fine, ring


def emblem() -> Drawing:
    """Return two arms crossed behind a head, all of the Trainers."""
    return (
        Group((block(-19, -2, 30, 4, "tint", 1), ring(-17, 0, 3.4, "accent")), angle=35),
        Group((block(-11, -2, 30, 4, "tint", 1), ring(17, 0, 3.4, "accent")), angle=-35),
        ring(0, 0, 8.5, "tint"),
        block(-6, -2.6, 12, 3.6, "accent", 1.8),
        *(fine(x, 3.5, x, 6) for x in (-3, -1, 1, 3)),
    )
