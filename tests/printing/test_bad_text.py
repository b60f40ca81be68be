"""One text that cannot be printed stops its own card: all are told at once, and the rest can be printed without them."""

import io
from dataclasses import replace
from string import ascii_lowercase

import pikepdf
import pytest

from companion.base.findings import InvalidInput
from companion.data import packs
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing import pdf
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.export.picture_files import pictures
from companion.printing.faces.boxes import POKER, Deck, Pages, Text
from companion.printing.pdf import face_pdf
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.text import fonts
from companion.printing.text.fonts import CannotPrint
from tests.commands import answered, refused

ROWS = "title,text,type\nDragon,龍 and 漢 fly,Beast\nHammer,Hits.,Weapon\nSaga,{},龍\n".format("word " * 400)
DRAGON = "Dragon: text: '龍' (U+9F8D) and '漢' (U+6F22) are in none of our typefaces: replace them, or name a typeface that has them in a layout: typeface = \"NAME.ttf\"."
SAGA = "Saga: type line: '龍' (U+9F8D) is in none of our typefaces: replace it, or name a typeface that has it in a layout: typeface = \"NAME.ttf\"."
SYMBOLS = "★☆♥♡♦♣♠✓✔✗⚔■□●○◆▲▼→⚠☠⚙⚡☢⛨❤⭐🎲🤖"


def decks(rows=ROWS):
    return custom_faces.decks(custom_cards.read_stack(rows, "mine.csv"), POKER)


def test_all_troubles_of_a_file_are_told_at_once():
    with pytest.raises(CannotPrint) as caught:
        print_job(Printout("x", decks()), PrintOptions())
    dragon, saga, too_long = caught.value.sentences
    assert (dragon, saga) == (DRAGON, SAGA) and too_long.startswith("Saga: text is too long for its box at 6 pt by")
    assert str(caught.value) == "\n".join(caught.value.sentences)


def test_the_rest_is_printed_and_what_is_left_out_is_said():
    job = print_job(Printout("x", decks()), PrintOptions(skip_bad=True))
    assert [trim.piece.name for trim in job.sheets[0].trims] == ["Hammer"] and job.pieces == 1
    assert job.notes[:2] == (f"Left out: {DRAGON}", f"Left out: {SAGA}")
    with pikepdf.open(io.BytesIO(pdf.pdf_bytes(job))) as made:
        assert len(made.pages) == 2


def test_where_nothing_is_left_all_is_told():
    with pytest.raises(CannotPrint, match="Dragon: text"):
        print_job(Printout("x", decks("title,text\nDragon,龍\n")), PrintOptions(skip_bad=True))


def test_cards_that_are_made_on_demand_are_checked_before_any_is_drawn():
    rows = ["title,text", *(f"Card {n},{'龍' if n % 300 == 7 else 'Fine.'}" for n in range(900))]
    long = decks("\n".join(rows))
    with pytest.raises(CannotPrint) as caught:
        print_job(Printout("x", long), PrintOptions())
    assert [sentence.partition(":")[0] for sentence in caught.value.sentences] == ["Card 7", "Card 307", "Card 607"]
    job = print_job(Printout("x", long), PrintOptions(skip_bad=True, backs="no"))
    assert (job.pieces, job.papers) == (897, 100)


def late(area):
    """Return seventy pages, of which the last has a text that does not fit."""
    good = [(Text(0, 0, 90, 9, f"page {n}", what="page"),) for n in range(69)]
    return (*good, (Text(0, 0, 20, 3, "far too long for a box so small", 8, 8, what="verse"),))


def test_a_late_whole_page_that_does_not_fit_is_told_before_anything_is_sent():
    part = Pages("Songs", late)
    with pytest.raises(CannotPrint, match="^Songs: verse is too long .* Choose a larger paper or a narrower margin"):
        print_job(Printout("x", [part]), PrintOptions())
    job = print_job(Printout("x", [part]), PrintOptions(skip_bad=True))
    assert len(job.sheets) == 69 and job.notes[0].startswith("Left out: Songs: verse")


def test_whole_pages_are_made_once():
    made = []

    def make(area):
        made.append(area)
        return ((Text(0, 0, 90, 9, "page", what="page"),),)

    job = print_job(Printout("x", [Pages("Songs", make)]), PrintOptions())
    pdf.pdf_bytes(job)
    assert len(made) == 1


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_symbols_are_drawn_from_a_fallback_face_on_paper_and_screen(symbol):
    (deck,) = decks(f"title,text\n{symbol} Ace,Roll {symbol}.\n")
    (piece,) = deck.pieces
    with pikepdf.open(io.BytesIO(face_pdf(piece, piece.face, POKER, "#1f3f77"))) as made:
        names = {str(font.BaseFont) for font in made.pages[0].Resources.Font.values()}
    ((font, _, _),) = fonts.runs(symbol, "bold")
    family = {"Inter": "Inter", "NotoSymbols": "NotoSansSymbols", "NotoEmoji": "NotoEmoji", "Fira": "FiraSansCondensed"}
    family["Barlow"] = "BarlowCondensed"
    assert any(family[font.partition("-")[0]] in name for name in names)
    job = ExportJob("x", options=ExportOptions(to="svg"))
    drawing = next(out.data.decode() for out in pictures([deck], job) if out.name.endswith("ace.svg"))
    assert symbol in drawing, "read aloud"
    assert drawing.count("<use ") > len("AceRoll."), "every letter and the symbol twice"


def test_a_symbol_looks_the_same_whatever_look_is_asked_for():
    assert fonts.runs("❤️", "regular") == fonts.runs("❤", "regular")


def test_a_print_from_the_command_line_leaves_out_bad_cards(tmp_path):
    file, out = tmp_path / "mine.csv", tmp_path / "mine.pdf"
    file.write_text(ROWS, "utf-8")
    told = refused("print", file, "-o", out)
    assert DRAGON in told and SAGA in told and "--skip-bad" in told and not out.exists()
    answer = answered("print", file, "--skip-bad", "-o", out)
    assert answer["pieces"] == 1 and f"Left out: {DRAGON}" in answer["notes"]
    answer = answered("export", file, "--to", "png", "--skip-bad", "-o", tmp_path / "mine.zip")
    assert answer["cards"] == 1 and f"Left out: {SAGA}" in answer["notes"]


def spoiled(game, kind, model, value):
    """Return copies of the first card of a kind by id, each with another text spoiled, those that are refused left out."""
    card = next(iter(game.catalogue.all(model)), None)
    texts = [name for name, info in model.model_fields.items() if info.annotation is str and name != "id"]
    found = {}
    for letter, field in zip(ascii_lowercase, texts if card else (), strict=False):
        known = card.model_dump(mode="json", exclude_defaults=True)
        data = {**known, "id": f"spoiled-{letter}", "origin": "own", field: value}
        try:
            with_cards(game, kind, [data])
        except InvalidInput:
            continue
        found[data["id"]] = data
    return found


def with_cards(game, kind, cards):
    return packs.merge(game.catalogue, [{"kind": "pack", "key": "p", "title": "P", kind: list(cards)}])


BESIDE = 2
"""Good pieces that are printed with the spoiled ones; the faces of all cards are drawn by other tests."""


def with_it(deck, card):
    """Return a deck with the pieces of a spoiled card and a few others; None where it has none."""
    bad = tuple(piece for piece in deck.pieces if card in piece.id)
    good = tuple(piece for piece in deck.pieces if "spoiled" not in piece.id)
    return replace(deck, pieces=(*good[:1], *bad, *good[1:BESIDE])) if bad else None


def stops_only_itself(game, parts, value):
    """Check that what is spoiled is told and the rest is printed without it; return whether anything was told."""
    try:
        print_job(Printout("x", parts, game.accent), PrintOptions())
        return False
    except CannotPrint as error:
        assert all(sentence.endswith(".") for sentence in error.sentences)
    decks = [part for part in parts if isinstance(part, Deck)]
    whole = sum(piece.copies for deck in decks for piece in deck.pieces)
    spoiled_ones = sum(piece.copies for deck in decks for piece in deck.pieces if "spoiled" in piece.id)
    try:
        job = print_job(Printout("x", parts, game.accent), PrintOptions(skip_bad=True))
    except CannotPrint:
        assert whole == spoiled_ones and (decks or "W" in value), "nothing good may be lost"
        return False
    assert job.pieces == whole - spoiled_ones and job.notes
    return True


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
@pytest.mark.parametrize("value", ["龍 x", "W" * 60], ids=["no-such-letter", "too-long"])
def test_one_spoiled_card_of_any_game_stops_only_itself(game, value):
    """Every text field of every kind: the print set is made, the card is told, and the rest is printed without it.

    A set is made once for all fields of a kind; whole pages, which may have several of them, are printed once too.
    """
    seen = 0
    sets = [print_set for print_set in game.print_sets if not print_set.needs_build and print_set.name not in WHOLE]
    for kind, model in game.kinds.items():
        cards = spoiled(game, kind, model, value)
        source = PrintSource(game.context(catalogue=with_cards(game, kind, cards.values())))
        for print_set in sets if cards else ():
            parts = print_set.make(source)
            decks = [part for part in parts if isinstance(part, Deck)]
            pages = [part for part in parts if not isinstance(part, Deck)]
            for card in cards:
                found = [deck for deck in (with_it(deck, card) for deck in decks) if deck]
                seen += bool(found) and stops_only_itself(game, found, value)
            seen += bool(pages) and stops_only_itself(game, pages, value)
    assert seen or game.slug == "mechalyte", "its modules are the letters of a spec: they have no text that is printed"


WHOLE = ("everything", "two-sets", "boxes")
"""Print sets that only put others together, or whose pieces are no cards."""
