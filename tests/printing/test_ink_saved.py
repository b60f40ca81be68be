"""The ink saver over whole print sets: no solid area, less ink than in full colour, and how much less is said."""

from dataclasses import replace

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.base import wording
from companion.cli.print_jobs import EVERYTHING
from companion.gamekit.contract import PrintSource
from companion.games import GAMES, game
from companion.printing import pdf
from companion.printing.faces.boxes import (
    POKER,
    Circle,
    Deck,
    Face,
    Format,
    Line,
    Piece,
    PlacedSymbol,
    Rect,
    Symbol,
    Text,
)
from companion.printing.pdf import preview
from companion.printing.sheets import layout
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fitting import Turned, Words
from tests.pairs import paired

DPI = 104
WINDOW = 11
"""Dots to each side of the largest solid area, 2.7 mm: small marks, with the outlines around them, may be so large."""
TEXT_ALONE = 1.03
"""Pages of nothing but text take the same ink in both modes; pure black counts a little more than near black."""


def wordless(boxes):
    """Return boxes without words, which may be as solid as they are."""
    made = []
    for box in boxes:
        if isinstance(box, Turned):
            box = replace(box, boxes=wordless(box.boxes))
        elif isinstance(box, PlacedSymbol):
            box = replace(box, symbol=lettered(box.symbol))
        if not isinstance(box, Words):
            made.append(box)
    return tuple(made)


def lettered(symbol):
    return Symbol(symbol.name, symbol.label, tuple(box for box in symbol.boxes if not isinstance(box, Text)))


def solid(job):
    """Return the titles of the sides that have a solid area somewhere."""
    sheets = [
        replace(
            sheet,
            boxes=wordless(sheet.boxes),
            trims=tuple(replace(trim, face=Face(()), boxes=wordless(trim.boxes)) for trim in sheet.trims),
        )
        for sheet in job.sheets
    ]
    document = pypdfium2.PdfDocument(pdf.pdf_bytes(replace(job, sheets=sheets)))
    found = []
    for page, sheet in zip(document, sheets, strict=True):
        picture = page.render(scale=DPI / 72).to_pil().convert("L")
        if cv2.dilate(np.asarray(picture), np.ones((WINDOW, WINDOW))).min() < 110:  # ten times as quick as PIL
            found.append(sheet.title)
    document.close()
    return found


def each_once(parts):
    """Return decks without further copies of a piece, whole pages as they are."""
    return tuple(
        replace(part, pieces=tuple(replace(piece, copies=1) for piece in part.pieces))
        if isinstance(part, Deck)
        else part
        for part in parts
    )


def saves(known, print_set, paper, pages=""):
    """Check a print set; return its job and the share of ink that it saves."""
    parts = print_set.make(PrintSource(known.context(), None, "house"))
    options = PrintOptions(ink="saver", paper=paper, bleed=2, pages=pages)
    job = layout.print_job(Printout("Test", parts, known.accent), options)
    assert solid(layout.print_job(Printout("Test", each_once(parts), known.accent), options)) == [], print_set.name
    used = preview.ink_used(job)
    full = used.share / (1 - used.saved) if used.saved else None
    assert full is None or used.share < full * TEXT_ALONE
    return job, used.saved


@pytest.mark.parametrize("slug", ["mecha-mettle", pytest.param("wreck-a-mech", marks=pytest.mark.long)])
def test_line_art_has_no_solid_area_and_saves_ink(slug):
    known = game(slug)
    _, saved = saves(known, known.print_set("everything"), "a4", pages="3")
    assert saved > 0.3


@pytest.mark.long
@pytest.mark.parametrize(("known", "paper"), paired(GAMES, ("a4", "letter")), ids=lambda one: getattr(one, "slug", one))
def test_no_print_set_has_a_solid_area_and_cards_take_a_tenth_less_ink_at_least(known, paper):
    for print_set in known.print_sets:
        if print_set.needs_build or print_set.name == EVERYTHING:
            continue
        job, saved = saves(known, print_set, paper)
        if job.pieces and any(word in print_set.name for word in ("cards", "modules", "tiles", "parts", "zones")):
            assert saved > 0.1, print_set.name


def test_a_job_in_full_colour_saves_nothing_and_says_nothing():
    face = Face((Rect(5, 5, 50, 70, fill="blue", stroke=None),))
    parts = (Deck("Cards", POKER, (Piece("a", "A", face, 9),)),)
    for ink in ("full", "grey"):
        job = layout.print_job(Printout("Test", parts, "#8a4b08"), PrintOptions(ink=ink))
        assert job.full_colour_sheets is None and preview.ink_used(job).saved is None
    job = layout.print_job(Printout("Test", parts, "#8a4b08"), PrintOptions(ink="saver"))
    used = preview.ink_used(job)
    assert 0.6 < used.saved < 0.95
    said = f"Ink: about {used.share * 100:.0f} % of a page, {used.saved * 100:.0f} % less than in full colour."
    assert used.sentence == said


def test_what_takes_more_ink_than_in_full_colour_saves_none():
    face = Face((Circle(30, 40, 10, stroke="faint", width=0.1),))
    job = layout.print_job(
        Printout("Test", (Deck("C", POKER, (Piece("a", "A", face),)),), "#8a4b08"), PrintOptions(ink="saver")
    )
    assert preview.ink_used(job).saved == pytest.approx(0, abs=0.1)
    assert wording.describe_ink(0.002, 0.001) == "Ink: about 1 % of a page, no less than in full colour."
    assert wording.describe_ink(0.042) == "Ink: about 4 % of a page."


def test_thin_strokes_count_as_thin_as_they_are():
    """Ten lines of 0.3 mm and 50 mm across a face of 60 by 80 mm are 3.1 % of it."""
    face = Face(tuple(Line(5, 5 + 7 * n, 55, 5 + 7 * n, 0.3) for n in range(10)))
    data = pdf.face_pdf(Piece("a", "A", face), face, Format("card", 60, 80), "#8a4b08", "grey")
    assert preview.estimate_ink(data) == pytest.approx(0.031, rel=0.2)


def test_the_same_faces_in_both_inks_are_fitted_once():
    face = Face((Rect(5, 5, 50, 70, fill="blue", stroke=None), Text(8, 8, 40, 10, "Words")))
    parts = (Deck("Cards", POKER, (Piece("a", "A", face, 9),)),)
    job = layout.print_job(Printout("Test", parts, "#8a4b08"), PrintOptions(ink="saver"))
    saver, full = job.sheets[0].trims[0], job.full_colour_sheets[0].trims[0]
    assert saver.boxes != full.boxes and saver.boxes is job.sheets[0].trims[0].boxes
    assert next(box for box in saver.boxes if isinstance(box, Words)) is next(
        box for box in full.boxes if isinstance(box, Words)
    )


@pytest.mark.parametrize("ink", ["full", "saver"])
def test_a_file_that_is_written_has_the_ink_that_was_estimated(tmp_path, ink):
    """Eleven sides with ever more ink, of which some are sampled: the same ones in the file."""
    fills = [Rect(5, 5, 50, 6 * number, fill="blue", stroke=None) for number in range(1, 12)]
    pieces = tuple(Piece(f"{n}", f"Card {n}", Face((fill,)), 9) for n, fill in enumerate(fills))
    job = layout.print_job(Printout("Test", (Deck("C", POKER, pieces),), "#8a4b08"), PrintOptions(ink=ink))
    written = tmp_path / "cards.pdf"
    written.write_bytes(pdf.pdf_bytes(job))
    measured, drawn = preview.ink_used(job, written), preview.ink_used(job)
    assert measured.share == pytest.approx(drawn.share, abs=1e-6) and measured.share > 0
    assert measured.saved == pytest.approx(drawn.saved, abs=1e-6)
