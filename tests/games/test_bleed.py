"""Art that reaches the edge: it goes on past the trim, so that a card cut half a millimetre off shows no white."""

import io
from functools import cache

import pytest

from companion.gamekit.contract import PrintSource
from companion.games import game
from companion.printing.faces.boxes import Deck
from companion.printing.pdf import draw_singles, preview
from companion.printing.sheets.bleeding import reaches_trim
from companion.printing.sheets.fitted_faces import FittedFaces
from companion.printing.sheets.jobs import Printout, SingleFace
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions

DPI = 127
DOT = 25.4 / DPI
OFF = 0.5
"""How far off a card may be cut, in mm."""
FEW = 45
"""Of some two thousand points along the edges: where a gap between two blocks of a wall begins."""
SETS = (("mecha-mettle", "modules"), ("wreck-a-mech", "cards"), ("mechalyte", "zones"))


@cache
def decks(slug, name):
    known = game(slug)
    parts = known.print_set(name).make(PrintSource(known.context(), None, "house"))
    return tuple(part for part in parts if isinstance(part, Deck))


def pictures(singles, accent):
    target = io.BytesIO()
    draw_singles(singles, "Test", accent, target)
    sizes = [tuple(round((side + 2 * one.bleed) / DOT) for side in (one.w, one.h)) for one in singles]
    return list(preview.pages(target.getvalue(), sizes, DPI))


def edges(w, h, out):
    """Return points along the four edges of a card, so many mm outside it, its corners left out."""
    for n in range(40, 600):
        along = n / 10
        for point in ((along, -out), (along, h + out)) if along < w - 4 else ():
            yield point
        for point in ((-out, along), (w + out, along)) if along < h - 4 else ():
            yield point


def white(picture, form, out):
    """Return the points of the edges at which a card with 2 mm of bleed is white so far outside its trim."""
    found = zip(edges(form.w, form.h, 0), edges(form.w, form.h, out), strict=True)
    return {at for at, (x, y) in found if min(picture.getpixel((int((x + 2) / DOT), int((y + 2) / DOT)))) > 250}


@pytest.mark.parametrize(("slug", "name"), SETS)
def test_a_cut_half_a_millimetre_off_shows_what_a_true_one_shows(slug, name):
    """All along the edge, as much is white half a millimetre outside the trim as half a millimetre inside it."""
    for deck in decks(slug, name):
        pieces = [piece for piece in deck.pieces if reaches_trim(piece.face, deck.format)][::7]
        assert pieces
        faces = FittedFaces()
        w, h = deck.format.w, deck.format.h
        singles = [SingleFace(w, h, faces.boxes(p.face, p.name, deck.format, 2), 2) for p in pieces]
        for piece, picture in zip(pieces, pictures(singles, game(slug).accent), strict=True):
            inside, outside, end = (white(picture, deck.format, out) for out in (-0.3, OFF, 1.9))
            assert len(outside - inside) < FEW, piece.name
            assert len(end - outside) < FEW, piece.name


@pytest.mark.parametrize(("slug", "name"), SETS)
def test_bleed_says_which_faces_gained(slug, name):
    known = game(slug)
    job = print_job(Printout("Test", decks(slug, name), known.accent), PrintOptions(bleed=2))
    (note,) = [note for note in job.notes if note.startswith("Bleed shows on")]
    assert decks(slug, name)[0].title in note


def test_every_zone_and_every_part_reaches_the_trim():
    for slug, name in SETS[1:]:
        for deck in decks(slug, name):
            assert all(reaches_trim(piece.face, deck.format) for piece in deck.pieces), deck.title


def test_the_strips_of_a_module_reach_the_trim():
    """A module without strip or link is all body, and has nothing at its edges."""
    (deck,) = decks("mecha-mettle", "modules")
    bare = {piece.name for piece in deck.pieces if not reaches_trim(piece.face, deck.format)}
    assert bare == {"Drone"}
