"""Every kind of PDF that is written here, as PDFium, Poppler and Ghostscript draw it: a printer may be any of them."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageDraw

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing import calibration, pdf
from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_options import PictureOptions
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.export import formats
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.faces.boxes import POKER, Deck
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.papers import find_paper
from tests.pairs import few_first
from tests.printing.drawn import by_ghostscript, by_pdfium, by_poppler

FAR = 30
"""How far the mean colours of squares of 5 mm may lie apart, of 255: edges and letters are softened in other ways."""
FAR_IN_INK = 110
"""The same for inks of a press, which each renderer mixes in its own way."""
FAR_IN_LINES = 50
"""The same for hatching and dots, whose finest lines each renderer draws as thick as it likes."""
CELL = 28
DPI = 144


def apart(one, other):
    """Return the largest difference of the mean colours of the same squares of two pages."""
    assert abs(one.width - other.width) <= 1 and abs(one.height - other.height) <= 1
    cells = one.width // CELL, one.height // CELL
    first, second = (page.resize(cells, Image.Resampling.BOX).tobytes() for page in (one, other))
    return max(abs(a - b) for a, b in zip(first, second, strict=True))


def compare(data, far=FAR):
    poppler, ghostscript = by_poppler(data, DPI), by_ghostscript(data, DPI)
    pdfium = by_pdfium(data, len(poppler), DPI)
    assert len(ghostscript) == len(poppler)
    for number, pages in enumerate(zip(pdfium, poppler, ghostscript, strict=True), 1):
        distances = apart(pages[0], pages[1]), apart(pages[0], pages[2])
        assert max(distances) < far, (number, distances)


def saved(picture, kind="PNG", **more):
    target = io.BytesIO()
    picture.save(target, kind, **more)
    return target.getvalue()


def art(mode="RGB", size=(372, 520)):
    """Return a picture whose quarters differ, and which is not the same turned or mirrored."""
    picture = Image.new("RGB", size, "#c0392b")
    pen = ImageDraw.Draw(picture)
    pen.rectangle((size[0] // 2, 0, size[0], size[1] // 2), fill="#2980b9")
    pen.rectangle((0, size[1] // 2, size[0] // 2, size[1]), fill="#f1c40f")
    pen.polygon([(size[0] // 2, size[1] // 2), size, (size[0] // 2, size[1])], fill="#27ae60")
    if mode in ("RGBA", "LA"):
        picture = picture.convert(mode)
        picture.putalpha(Image.linear_gradient("L").resize(size))
    return picture.convert(mode)


def turned(value):
    exif = Image.Exif()
    exif[0x0112] = value
    return saved(art(), "JPEG", exif=exif)


PICTURES = {
    "JPEG": {"a.jpg": saved(art(), "JPEG")},
    "grey JPEG": {"a.jpg": saved(art("L"), "JPEG")},
    "progressive JPEG": {"a.jpg": saved(art(), "JPEG", progressive=True)},
    "JPEG in inks": {"a.jpg": saved(art("CMYK"), "JPEG")},
    "TIFF in inks": {"a.tif": saved(art("CMYK"), "TIFF")},
    "PNG": {"a.png": saved(art())},
    "palette": {"a.png": saved(art().quantize(16))},
    "one bit": {"a.png": saved(art("1"))},
    "clear parts": {"a.png": saved(art("RGBA"))},
    "grey with clear parts": {"a.png": saved(art("LA"))},
    "16 bits": {"a.png": saved(art("L").convert("I;16"))},
    "turned by cameras": {f"{value}.jpg": turned(value) for value in range(1, 9)},
    "flat dots": {"a.png": saved(art(), dpi=(300, 150))},
}
EDGES = (("mirror", 2), ("stretch", 3), ("none", 0))


@pytest.mark.parametrize("name", few_first(3, list(PICTURES)))
def test_pictures_are_drawn_alike(name):
    far = FAR_IN_LINES if name == "one bit" else FAR
    for edge, bleed in EDGES:
        files = [
            NamedFile(path, len(data), lambda data=data: io.BytesIO(data)) for path, data in PICTURES[name].items()
        ]
        source = picture_sources.sort_pictures("Pictures", files)
        decks = picture_decks.decks(source, POKER, PictureOptions(edge=edge)).decks
        compare(pdf.pdf_bytes(print_job(Printout("Pictures", decks), PrintOptions(bleed=bleed, gap=2 * bleed))), far)


@pytest.mark.parametrize("ink", few_first(1, ["full", "saver", "grey"]))
@pytest.mark.parametrize("game", few_first(1, [game.slug for game in GAMES]))
def test_cards_with_texts_symbols_and_marks_are_drawn_alike(game, ink):
    (chosen,) = (one for one in GAMES if one.slug == game)
    sets = [one for one in chosen.print_sets if not one.needs_build and not one.extra]
    parts = [part for one in sets for part in one.make(PrintSource(chosen.context()))]
    job = print_job(
        Printout(chosen.title, parts, chosen.accent), PrintOptions(ink=ink, gap=4, lines="crosses", corners=3)
    )
    few = list(job.sheets)[:2]
    compare(pdf.pdf_bytes(replace(job, sheets=few)), FAR_IN_LINES)


@pytest.mark.long
@pytest.mark.parametrize("service", ["", "drivethrucards"])
def test_pages_for_print_shops_are_drawn_alike(service):
    game = GAMES[0]
    sets = [one for one in game.print_sets if not one.needs_build and not one.extra]
    decks = [part for one in sets for part in one.make(PrintSource(game.context())) if isinstance(part, Deck)]
    made = formats.files(tuple(decks), ExportJob(game.title, game.accent, ExportOptions(to="shop", service=service)))
    drawn = [out.data for out in made if out.name.endswith(".pdf")]
    assert drawn
    for data in drawn[:2]:
        compare(data, FAR_IN_INK if service else FAR)


def test_the_page_that_measures_a_printer_is_drawn_alike():
    compare(pdf.pdf_bytes(calibration.test_page(find_paper("a4"))))
