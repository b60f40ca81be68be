"""Guns and launchers, held by a grip at (0, 0) and pointing to the right, in mm."""

from companion.games.mechastellar.art.drawings import load_drawing
from companion.printing.faces.plates import Boxes, disc, plate, solid


def gun(form: str, shots: int) -> Boxes:
    """Return a gun for its number of shots."""
    if form == "pod":
        return _pod(shots)
    if form == "machine_gun":
        drum = (disc(2.6, 1.2, min(1.4 + shots * 0.16, 2.8), "tint"), disc(2.6, 1.2, 0.5, "accent", 0.2))
        return (*load_drawing("guns/machine_gun"), *drum)
    return load_drawing(f"guns/{form}")


def _pod(shots: int) -> Boxes:
    """Return a box of missiles, a tube for each shot, up to twelve."""
    tubes = max(2, min(shots or 4, 12))
    rows = 2 if tubes < 7 else 3
    columns = -(-tubes // rows)
    wide, high = columns * 2.3 + 1, rows * 2.3 + 1
    places = [(column, row) for column in range(columns) for row in range(rows)][:tubes]
    return (
        plate((-wide / 2, -high), (wide / 2, -high), (wide / 2, 0), (-wide / 2, 0), fill="tint"),
        *(disc(-wide / 2 + 1.65 + column * 2.3, -high + 1.65 + row * 2.3, 0.85, "blue", 0.2) for column, row in places),
        solid((-wide / 2, -high), (wide / 2, -high), (wide / 2, -high + 0.6), (-wide / 2, -high + 0.6)),
    )
