"""Every export as two renderers draw it, beside the face on the screen: what one reader forgives, another leaves blank."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from companion.extras import pictures
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.export import formats, print_shops
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.faces.boxes import POKER, Deck, Face, Format, Group, Piece, Rect
from companion.printing.faces.inks import lighten, palette
from companion.printing.pdf import face_pdf
from companion.printing.pdf.press import cmyk
from companion.printing.sheets.jobs import SingleFace
from companion.printing.svg.writer import svg
from companion.printing.text.fitting import fit
from tests.pairs import few_first, pairs_first
from tests.printing.drawn import apart, by_pdfium, by_poppler, by_resvg, on_screen, trim

FAR = 65
"""How far a square of a face may lie from the screen's, of 255: a number left open has a question mark there alone."""
FAR_IN_INK = 95
"""The same for the inks of a press, which are duller than a screen."""
PDF_SHOPS = ("", *(shop.name for shop in print_shops.SHOPS if shop.files == "pdf"))
PICTURE_SHOPS = [shop for shop in print_shops.SHOPS if shop.files == "png"]


def decks_of(game):
    """Return a game's decks, every side as a card of its own: fronts, then each back once."""
    sets = [one for one in game.print_sets if not one.needs_build and not one.extra]
    found = [part for one in sets for part in one.make(PrintSource(game.context())) if isinstance(part, Deck)]
    for deck in found:
        backs = {id(piece.back): replace(piece, face=piece.back) for piece in deck.pieces if piece.back}
        sides = [replace(piece, back=None, copies=1) for piece in (*deck.pieces, *backs.values())]
        yield replace(deck, pieces=tuple(sides))


def exported(game, deck, **options):
    job = ExportJob(game.title, game.accent, ExportOptions(**options))
    return {out.name: out.data for out in formats.files((deck,), job)}


def screens(game, deck):
    form = deck.format
    return [on_screen(fit(piece.face.boxes, piece.name, (form.w, form.h)), form, game.accent) for piece in deck.pieces]


@pytest.mark.long
@pytest.mark.parametrize(("game", "service"), pairs_first(GAMES, PDF_SHOPS), ids=lambda one: getattr(one, "slug", one))
def test_a_print_shops_pages_show_the_face_of_the_screen_in_two_renderers(game, service):
    """DriveThruCards' pages had `1.11e-16 k` in them: black bars in one reader, blank cards in another."""
    drawn = 0
    for deck in decks_of(game):
        if service and not print_shops.find_shop(service).size(deck.format):
            continue
        (pdf,) = (data for name, data in exported(game, deck, to="shop", service=service).items() if ".pdf" in name)
        far, pages = (FAR_IN_INK if service else FAR), (by_poppler(pdf), by_pdfium(pdf, len(deck.pieces)))
        for piece, screen, *drawings in zip(deck.pieces, screens(game, deck), *pages, strict=True):
            for page in drawings:
                assert apart(trim(page, deck.format), screen, deck.format) < far, (deck.title, piece.name)
            drawn += 1
    assert drawn


def sampled(game):
    """Return a few sides of each deck."""
    return [replace(deck, pieces=deck.pieces[:: max(len(deck.pieces) // 3, 1)]) for deck in decks_of(game)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "shop"), pairs_first(GAMES, PICTURE_SHOPS), ids=lambda one: getattr(one, "slug", None)
)
def test_a_print_shops_pictures_show_the_face_of_the_screen(game, shop):
    for deck in sampled(game):
        if shop.size(deck.format):
            made = exported(game, deck, to="shop", service=shop.name)
            _compare(game, deck, [_opened(data) for name, data in made.items() if name.endswith(".png")], shop.dpi)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_exported_pictures_drawings_and_deck_sheets_show_the_face_of_the_screen(game):
    for deck in sampled(game):
        made = exported(game, deck, to="png", dpi=72)
        _compare(game, deck, [_opened(data) for name, data in made.items() if name.endswith(".png")], 72)
        made = exported(game, deck, to="svg", bleed=True)
        _compare(game, deck, [by_resvg(data.decode()) for name, data in made.items() if name.endswith(".svg")], 96)
        made = exported(game, deck, to="tts", dpi=72)
        (sheet,) = (_opened(data) for name, data in made.items() if name.endswith("facespng.png"))
        _compare(game, deck, list(_cells(sheet, deck)), 72)


def _opened(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def _cells(sheet, deck):
    """Return the cards of a deck sheet, which has as many columns and rows as its size says."""
    w, h = (round(side / 25.4 * 72) for side in (deck.format.w, deck.format.h))
    columns = round(sheet.width / w)
    for n in range(len(deck.pieces)):
        yield sheet.crop((n % columns * w, n // columns * h, (n % columns + 1) * w, (n // columns + 1) * h))


def _compare(game, deck, pictures, dpi):
    for piece, picture, screen in zip(deck.pieces, pictures, screens(game, deck), strict=True):
        assert apart(trim(picture, deck.format, dpi), screen, deck.format) < FAR, (deck.title, piece.name)


COLOURS = ("#2e7d32", "#00707a", "#a87400", "#b03a1e", "#1c5fa6", "#7a4b1e", "#5b1a8c", "#1f3f77", "#c96a00")
"""Colours of kinds of cards, whose grounds are pale."""


@pytest.mark.parametrize("colour", few_first(3, COLOURS))
def test_a_pale_ground_keeps_its_hue_in_the_inks_of_a_press(colour):
    """Which of the three lights is strongest and which is weakest tells the hue."""
    face = Face((Rect(0, 0, 63, 88, fill="tint", stroke=None),))
    deck = Deck("Grounds", POKER, (Piece("g", "Ground", face),))
    job = ExportJob("Grounds", colour, ExportOptions(to="shop", service="drivethrucards"))
    (pdf,) = (out.data for out in formats.files((deck,), job) if out.name.endswith(".pdf"))
    wanted = [int(lighten(colour)[at : at + 2], 16) for at in (1, 3, 5)]
    for (page,) in (by_poppler(pdf), by_pdfium(pdf, 1)):
        found = page.getpixel((page.width // 2, page.height // 2))
        assert max(found) - min(found) >= 0.35 * (max(wanted) - min(wanted)), (found, wanted)
        order = sorted(range(3), key=lambda light: wanted[light])
        assert found[order[0]] < found[order[2]]


def test_greys_and_words_stay_black_ink_alone():
    inks = palette("#8b1e1e", "full")
    assert all(cmyk(inks[ink])[:3] == (0, 0, 0) for ink in ("ink", "soft", "faint", "paper"))


AROUND = 9.0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_card_pictured_in_a_booklet_or_on_a_box_ends_where_it_is_cut(game):
    """Wreck-A-Mech's dots go on 7 mm past the cut, for the bleed, and lay around the cards of its booklet."""
    for deck in sampled(game):
        form = deck.format
        around = Format("around", form.w + 2 * AROUND, form.h + 2 * AROUND, 0)
        for piece in deck.pieces:
            pictured = Face((Group(pictures.face(piece, form).boxes, AROUND, AROUND),))
            single = SingleFace(around.w, around.h, fit(pictured.boxes, piece.name, (around.w, around.h)))
            pdf = face_pdf(piece, pictured, around, game.accent)
            drawings = (*by_poppler(pdf), *by_pdfium(pdf, 1), by_resvg(svg(single, piece, ExportJob("x")).decode()))
            for picture in drawings:
                edge = int((AROUND - 0.6) * picture.width / around.w)
                inside = picture.copy()
                inside.paste("white", (edge, edge, picture.width - edge, picture.height - edge))
                assert min(low for low, _ in inside.getextrema()) > 250, (deck.title, piece.name)
