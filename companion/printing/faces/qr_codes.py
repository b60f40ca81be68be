"""QR codes as boxes: rows of dark squares, in mm."""

from companion.printing.faces.boxes import Path

SIDE = 18.0
"""The side of a printed code without its white margin: a phone reads it at arm's length."""


def qr_code(text: str, x: float, y: float, side: float = SIDE) -> Path:
    """Return the QR code of a text as a square of `side` mm; the caller leaves a white margin around it."""
    import segno  # late: it imports http and ssl, which no other print needs

    rows = segno.make_qr(text, error="l").matrix
    size = side / len(rows)
    moves: list[tuple[str | float, ...]] = []
    for down, row in enumerate(rows):
        top, bottom = y + down * size, y + (down + 1) * size
        for begin, end in _dark_runs(row):
            left, right = x + begin * size, x + end * size
            moves += [("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",)]
    return Path(tuple(moves), fill="ink", stroke=None)


def _dark_runs(row: bytearray) -> list[tuple[int, int]]:
    """Return the start and the end of each run of dark squares."""
    edges = [at for at, (before, now) in enumerate(zip(b"\0" + row, row + b"\0", strict=True)) if before != now]
    return list(zip(edges[::2], edges[1::2], strict=True))
