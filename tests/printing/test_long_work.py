"""Long work: sheets made one at a time, nothing of them kept; the PDF is written while it is drawn."""

import gc
import io
import weakref
from collections import Counter
from dataclasses import replace

import pikepdf
import pytest

from companion.base.findings import InvalidInput
from companion.printing import pdf
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.faces.boxes import POKER, SQUARE_63, Deck, Face, Piece, Rect, Text
from companion.printing.faces.lazy_pieces import LazyPieces, copies
from companion.printing.pdf import preview
from companion.printing.sheets import fitted_faces
from companion.printing.sheets.fitted_faces import CACHED_FACES
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import plan_job, print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fitting import fit

BACK = Face((Rect(3, 3, 57, 82, fill="blue"),))


def many(count, made):
    def make(number):
        face = Face((Text(5, 5, 53, 8, f"Card {number}", 13, 8),))
        made.add(face)
        return Piece(f"c{number}", f"Card {number}", face, 1, BACK)

    return Deck("Cards", POKER, LazyPieces(count, make))


@pytest.mark.long
def test_faces_are_let_go_and_pages_reach_the_file_as_they_are_drawn():
    made, target, sizes, alive = weakref.WeakSet(), io.BytesIO(), [], []
    job = plan_job(Printout("Long", [many(900, made)]), PrintOptions(share=False))
    assert len(job.sheets) == 200 and (job.papers, job.pieces) == (100, 900)
    for done in pdf.write_pdf(job, target):
        if done % 50 == 0:
            gc.collect()
            sizes.append(len(target.getvalue()))
            alive.append(len(made))
    assert sizes == sorted(set(sizes)), "grows all along"
    assert max(alive) <= 2 * fitted_faces.CACHED_FACES, "no more than are remembered, as pieces and as fitted faces"
    with pikepdf.open(io.BytesIO(target.getvalue())) as made_pdf:
        assert made_pdf.check_pdf_syntax() == []
        assert len(made_pdf.pages) == 200
        assert made_pdf.Root.PageLabels.Nums[7].P == "2 back"


def test_many_pieces_are_a_sequence():
    pieces = many(20, weakref.WeakSet()).pieces
    assert len(pieces) == 20 and pieces[-1].name == "Card 19" and [p.name for p in pieces[2:4]] == ["Card 2", "Card 3"]
    assert len(list(pieces)) == 20
    with pytest.raises(IndexError):
        pieces[20]


def test_one_sheet_of_many_is_drawn_by_itself():
    job = plan_job(Printout("Long", [many(900, weakref.WeakSet())]), PrintOptions(share=False))
    data = pdf.pdf_bytes(replace(job, sheets=(job.sheets[101],)))
    assert preview.page_png(data, 1, 40).startswith(b"\x89PNG")
    with pikepdf.open(io.BytesIO(data)) as made:
        assert len(made.pages) == 1


def test_long_work_is_the_same_as_short_work():
    """The same pieces, all at hand or made as they are asked for: the same bytes."""
    deck = many(40, weakref.WeakSet())
    whole = Deck(deck.title, deck.format, tuple(deck.pieces))
    assert pdf.pdf_bytes(plan_job(Printout("A", [deck]), PrintOptions(share=False))) == pdf.pdf_bytes(
        plan_job(Printout("A", [whole]), PrintOptions(share=False))
    )


def test_a_long_list_of_plain_cards_prints_as_a_short_one_does(monkeypatch):
    """Made as they are asked for or all at hand: the same bytes, copies and all; a picture is missed at once."""
    rows = "title,text,copies\n" + "".join(f"Card {n},Move {n} spaces.,{n % 2 + 1}\n" for n in range(30))
    stack = custom_cards.read_stack(rows, "mine.csv")

    def printed():
        decks = custom_faces.decks(stack, POKER)
        return decks[0].pieces, pdf.pdf_bytes(plan_job(Printout("Mine", decks), PrintOptions(share=False)))

    at_hand, short = printed()
    monkeypatch.setattr(custom_faces, "MOST_IN_MEMORY", 10)
    made, long = printed()
    assert isinstance(at_hand, tuple) and isinstance(made, LazyPieces)
    assert list(copies(made)) == [piece.copies for piece in at_hand]
    assert long == short
    with pytest.raises(InvalidInput, match="row 3"):
        custom_faces.decks(custom_cards.read_stack("title,picture\nA,\nB,b.png\n" + "C,\n" * 20, "mine.csv"), POKER)


def test_every_face_is_fitted_once_a_job_whatever_it_goes_through(deck, monkeypatch):
    """The check before it, with bleed and without; the ink that is told, a preview of one sheet, the whole PDF."""
    fits = Counter()

    def counted(boxes, piece, edge=None):
        if edge:
            fits[id(boxes)] += 1
        return fit(boxes, piece, edge)

    monkeypatch.setattr(fitted_faces, "fit", counted)
    tile = Piece("tile", "Tile", Face((Rect(0, 0, 63, 63, fill="blue"), Text(5, 5, 53, 8, "Tile"))), 40)
    many_faces = tuple(Piece(f"m{n}", f"M{n}", Face((Text(5, 5, 53, 8, f"M{n}"),))) for n in range(2 * CACHED_FACES))
    parts = [deck, Deck("Tiles", SQUARE_63, (tile,)), Deck("Many", POKER, many_faces)]
    job = print_job(Printout("All", parts), PrintOptions(bleed=2))
    assert set(fits.values()) == {1} and len(fits) == 4 + 1 + 1 + 2 * CACHED_FACES, (
        "four fronts and a back, the tile, the many"
    )
    preview.estimate_side_ink(job)
    pdf.pdf_bytes(replace(job, sheets=(job.sheets[0],)))
    pdf.pdf_bytes(job)
    assert set(fits.values()) == {1}


def test_a_face_made_as_it_is_asked_for_is_fitted_once_a_side(monkeypatch):
    """All copies and the back on the sheet behind it come from the same piece; the check before takes it once more."""
    fits = []
    monkeypatch.setattr(fitted_faces, "fit", lambda boxes, piece, edge: fits.append(piece) or fit(boxes, piece, edge))
    backs = 1
    print_job(Printout("Long", [many(900, weakref.WeakSet())]), PrintOptions())
    assert len(fits) == 900 + backs, "nothing is drawn before every text is known to fit"
    fits.clear()
    job = print_job(Printout("Long", [many(900, weakref.WeakSet())]), PrintOptions(), is_checked=True)
    assert fits == []
    pdf.pdf_bytes(job)
    assert len(fits) == 900 + backs
