"""SVG and PDF as Adobe Illustrator writes them: entities for its names, a switch around its own data, classes, trim boxes."""

import io

import pikepdf
import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.faces.boxes import POKER

ENTITIES = """<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
	<!ENTITY ns_graphs "http://ns.adobe.com/Graphs/1.0/">
	<!ENTITY ns_vars "http://ns.adobe.com/Variables/1.0/">
	<!ENTITY ns_imrep "http://ns.adobe.com/ImageReplacement/1.0/">
	<!ENTITY ns_sfw "http://ns.adobe.com/SaveForWeb/1.0/">
	<!ENTITY ns_custom "http://ns.adobe.com/GenericCustomNamespace/1.0/">
	<!ENTITY ns_adobe_xpath "http://ns.adobe.com/XPath/1.0/">
	<!ENTITY ns_svg "http://www.w3.org/2000/svg">
	<!ENTITY ns_xlink "http://www.w3.org/1999/xlink">
]>"""
NAMES = (
    'xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" xmlns:graph="&ns_graphs;" xmlns="&ns_svg;" xmlns:xlink="&ns_xlink;"'
    ' xml:space="preserve" i:viewOrigin="0 252" i:rulerOrigin="0 0" i:pageBounds="0 252 180 0"'
)
PT = 72 / 25.4


def saved_for_editing(art, private="x" * 200_000):
    """Return what *Save as SVG* writes with its editing data kept: everything within a switch, the data behind it."""
    return f"""<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.5.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
{ENTITIES}
<svg version="1.1" id="Layer_1" {NAMES} x="0px" y="0px" viewBox="0 0 180 252" style="enable-background:new 0 0 180 252;">
<metadata><sfw xmlns="&ns_sfw;"><slices></slices><sliceSourceBounds bottomLeftOrigin="true" height="252" width="180" x="0" y="0"/></sfw></metadata>
<style type="text/css">
	.st0{{fill:#ED1C24;}}
	.st1{{fill:#0071BC;stroke:#000000;stroke-miterlimit:10;}}
	.st2{{font-family:'MyriadPro-Regular';}}
</style>
<switch>
	<foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1"><i:aipgfRef xlink:href="#adobe_illustrator_pgf"></i:aipgfRef></foreignObject>
	<g i:extraneous="self">{art}</g>
</switch>
<i:aipgf id="adobe_illustrator_pgf" i:pgfEncoding="zstd/base64" i:pgfVersion="24"><![CDATA[{private}]]></i:aipgf>
</svg>""".encode()


ART = '<rect class="st0" width="180" height="126"/><rect class="st1" y="126" width="180" height="126"/>'
LETTERS = '<text transform="matrix(1 0 0 1 20 200)" class="st2">Fox</text>'


def deck_of(*files):
    named = [NamedFile(name, len(data), lambda data=data: io.BytesIO(data)) for name, data in files]
    return picture_decks.decks(picture_sources.sort_pictures("d", named), POKER)


def colour_at(piece, x, y):
    picture = Image.open(io.BytesIO(piece.face.boxes[0].file.read())).convert("RGB")
    return picture.getpixel((round(picture.width * x), round(picture.height * y)))


def test_an_svg_with_editing_data_is_drawn():
    decks = deck_of(("Fox.svg", saved_for_editing(ART)))
    (piece,) = decks.decks[0].pieces
    assert colour_at(piece, 0.5, 0.25) == (237, 28, 36)
    assert colour_at(piece, 0.5, 0.75) == (0, 113, 188)
    assert decks.notes == ()


def test_letters_in_a_typeface_that_is_not_here_are_told_by_file():
    decks = deck_of(("Fox.svg", saved_for_editing(ART + LETTERS)), ("Owl.svg", saved_for_editing(LETTERS + ART)))
    (note,) = decks.notes
    wanted = (
        "its letters are set in Barlow Condensed instead of MyriadPro-Regular. Turn them into paths to keep their look."
    )
    assert note == f"Fox.svg and Owl.svg: {wanted}"


@pytest.mark.parametrize("kind", ["plain", "embedded"])
def test_an_svg_for_the_web_is_drawn(kind):
    """*Export, SVG*: classes named cls-1, no entities; pictures embedded, or linked, which is refused by name."""
    picture = io.BytesIO()
    Image.new("RGB", (40, 40), "#39B54A").save(picture, "JPEG", quality=95)
    from base64 import b64encode

    link = f"data:image/jpeg;base64,{b64encode(picture.getvalue()).decode()}"
    image = f'<image width="40" height="40" transform="translate(20 20) scale(3.5)" xlink:href="{link}"/>'
    art = image if kind == "embedded" else '<rect class="cls-1" x="20" y="20" width="140" height="140"/>'
    text = (
        '<svg id="Layer_1" data-name="Layer 1" xmlns="http://www.w3.org/2000/svg"'
        ' xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 180 252">'
        f"<defs><style>.cls-1{{fill:#39b54a;}}</style></defs><title>Fox</title>{art}</svg>"
    )
    (piece,) = deck_of(("Fox.svg", text.encode())).decks[0].pieces
    assert colour_at(piece, 0.5, 0.4) == pytest.approx((57, 181, 74), abs=3)


def artboard(marks=8.5, bleed=3.0):
    """Return a PDF with printer's marks and bleed, as *Save as PDF* writes it: all boxes given, private data in the page."""
    target = io.BytesIO()
    out = marks + bleed
    canvas = Canvas(target, pagesize=((63 + 2 * out) * PT, (88 + 2 * out) * PT))
    canvas.setFillColor("#0071BC")
    canvas.rect(marks * PT, marks * PT, (63 + 2 * bleed) * PT, (88 + 2 * bleed) * PT, fill=1, stroke=0)
    canvas.setFillColor("#ED1C24")
    canvas.rect(out * PT, out * PT, 63 * PT, 88 * PT, fill=1, stroke=0)
    canvas.setStrokeColor("black")
    canvas.line(0, out * PT, (marks - 2) * PT, out * PT)
    canvas.save()
    with pikepdf.open(io.BytesIO(target.getvalue())) as document:
        (page,) = document.pages
        page.TrimBox = page.ArtBox = [out * PT, out * PT, (63 + out) * PT, (88 + out) * PT]
        page.BleedBox = [marks * PT, marks * PT, (63 + out + bleed) * PT, (88 + out + bleed) * PT]
        page.CropBox = page.MediaBox
        page.PieceInfo = pikepdf.Dictionary(
            Illustrator=pikepdf.Dictionary(LastModified="D:20260101", Private=pikepdf.Dictionary())
        )
        target = io.BytesIO()
        document.save(target)
    return target.getvalue()


def test_a_pdf_with_marks_is_cut_at_its_trim_and_bleeds():
    decks = deck_of(("Fox.pdf", artboard()))
    (piece,) = decks.decks[0].pieces
    box = piece.face.boxes[0]
    assert (box.x, box.y) == pytest.approx((-3, -3), abs=0.1)
    assert colour_at(piece, 0.5, 0.5) == (237, 28, 36) and colour_at(piece, 0.01, 0.5) == (0, 113, 188)
    assert decks.with_bleed == 1
