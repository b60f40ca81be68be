"""Where everything on a sheet stands: goldens of guides, strips, bleeds and line art, one for each way to print."""

from pathlib import Path

import pytest

from companion.printing.faces.boxes import (
    POKER,
    Circle,
    Deck,
    Face,
    Group,
    Line,
    Pages,
    Piece,
    PlacedSymbol,
    Rect,
    Symbol,
    Text,
    polygon,
)
from companion.printing.faces.boxes import Path as Strokes
from companion.printing.sheets import booklet, cutlines, registration
from companion.printing.sheets.jobs import PrintedBuild, Printout, Trim
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.papers import find_format
from tests.printing.listing import places

GOLDEN = Path(__file__).parent / "golden"
HEX = find_format("hex 38 mm")
MARK = Symbol("mark", "mark", (Circle(0.5, 0.5, 0.45, "ink", None), Line(0, 0.5, 1, 0.5, 0.1, "paper")))
BACK = Face((Rect(0, 0, 63, 88, fill="accent", stroke=None), Text(10, 40, 43, 8, "BACK", 14, 8, ink="paper")))
FRONT = Face(
    (
        Rect(0, 0, 63, 30, fill="blue", stroke=None),
        Rect(0, 40, 20, 10, radius=2, fill="tint"),
        Line(50, 0, 50, 20, 1.5, "ink"),
        Line(40, 60, 63, 60, 0.3),
        Line(0, 88, 30, 88, 0.3),
        Line(10, 10, 20, 14, 0.4, "paper"),
        Text(10, 15, 30, 8, "Name", 12, 8, ink="paper"),
        Circle(50, 70, 6, "ink", None),
        Circle(50, 52, 1, "ink", "paper", 0.3),
        polygon((0, 70), (20, 70), (0, 88), fill="accent"),
        Strokes((("M", 30, 62), ("C", 34, 62, 38, 66, 38, 70)), width=1.4),
        PlacedSymbol(MARK, 24, 44, 8),
        PlacedSymbol(MARK, 34, 44, 1),
        Group((Rect(0, 0, 16, 8, fill="soft", stroke=None),), 63, 64, 90, 0.5),
        Group(
            (Rect(0, 0, 20, 8, fill="ink", stroke=None), Text(1, 1, 18, 6, "ab", 12, 6, ink="paper")), 56, 74, 90, 0.5
        ),
    )
)
DECK = Deck("Cards", POKER, (Piece("a", "Card", FRONT, 3, BACK), Piece("b", "Bare", FRONT)))
SQUARE = Deck("Tiles", find_format("20x20"), (Piece("c", "Tile", Face((Rect(0, 0, 20, 20, fill="#123456"),)), 3),))
HEXES = Deck("Hexes", HEX, (Piece("h", "Hex", Face((polygon(*HEX.outline, fill="wash"),)), 3),))
REFERENCE = Pages("Reference", lambda area: ((Rect(0, 0, area.w, area.h), Text(0, 0, 40, 8, "Turn", what="turn")),))
LEAVES = [(Text(0, 0, 40, 8, f"{n}", what="n"),) for n in range(1, 7)]
LEAFLET = Pages("Leaflet", lambda area: booklet.impose_booklet(LEAVES, area), True)
BUILD = PrintedBuild("", "House rules", "", "https://example.org/view/abc")

JOBS = {
    "marks": ((DECK, SQUARE), {"bleed": 2}),
    "short": ((DECK,), {"backs": "short", "paper": "letter", "lines": "crosses", "gap": 8, "corners": 3}),
    "fold": ((DECK,), {"backs": "fold", "lines": "hairlines", "bleed": 1, "guides": "fronts"}),
    "dots": ((HEXES, SQUARE), {"lines": "dots", "line_width": 0.3, "share": False}),
    "crosses": ((SQUARE,), {"lines": "crosses", "backs": "no", "paper": "130x100"}),
    "hexes": ((HEXES,), {"bleed": 1, "backs": "no", "paper": "120x100"}),
    "cutter": ((DECK, SQUARE), {"register_marks": True, "gap": 4, "backs": "no", "corners": 2}),
    "back-guides": ((DECK, REFERENCE), {"guides": "backs", "lines": "crosses", "gap": 1, "margin": 10}),
    "saver": ((DECK, HEXES), {"ink": "saver", "bleed": 3, "backs": "no", "qr": True}),
    "pages": ((REFERENCE, LEAFLET), {"paper": "letter"}),
}


def listed(job):
    for sheet in job.sheets:
        yield f"{sheet.display_name}, {sheet.w:g} × {sheet.h:g} mm, {sheet.cut_count} cuts"
        drawn = set()
        for trim in sheet.trims:
            yield f"  {trim.piece.name} at {trim.x:.2f}, {trim.y:.2f}{', upside down' * trim.upside_down}"
            if id(trim.face) not in drawn:
                drawn.add(id(trim.face))
                yield from places(trim.boxes, "    ")
        yield from places(sheet.boxes, "  ")
    yield from job.notes


@pytest.mark.golden
@pytest.mark.parametrize("name", JOBS)
def test_a_job(name, golden):
    parts, given = JOBS[name]
    job = print_job(Printout("Game", parts, build=BUILD), PrintOptions(**given))
    golden(GOLDEN / f"sheets-{name}.txt", "\n".join(listed(job)) + "\n")


@pytest.mark.golden
def test_what_machines_read(golden):
    """The registration marks, and the path of a blade."""
    pieces = [Trim(DECK.pieces[0], POKER, x, y, BACK, ()) for x in (10, 73) for y in (10, 110)]
    pieces.append(Trim(SQUARE.pieces[0], SQUARE.format, 160, 10, BACK, ()))
    pieces += [Trim(HEXES.pieces[0], HEX, 140, y, BACK, ()) for y in (110, 148)]
    lines = ["registration marks", *places(registration.draw_registration_marks(210, 297, 10))]
    for corners in (0, 3):
        lines += [f"blade, corners of {corners} mm", *places(cutlines.strokes(pieces, corners))]
    golden(GOLDEN / "sheets-machines.txt", "\n".join(lines) + "\n")
