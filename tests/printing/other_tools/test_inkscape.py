"""SVG as Inkscape writes it: millimetres, layers, its own names, flowed text, and the plain form."""

import io

import pytest
from PIL import Image

from companion.base.findings import InvalidInput
from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.faces.boxes import POKER

HEAD = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="63mm" height="88mm" viewBox="0 0 63 88" version="1.1" id="svg5" inkscape:version="1.3 (0e150ed6c4, 2023-07-21)"
 sodipodi:docname="Fox.svg" xml:space="preserve" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
 xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:xlink="http://www.w3.org/1999/xlink"
 xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<sodipodi:namedview id="namedview7" pagecolor="#ffffff" bordercolor="#000000" inkscape:document-units="mm" showgrid="false">
<inkscape:page x="0" y="0" width="63" height="88" id="page1"/></sodipodi:namedview>
<defs id="defs2"><inkscape:path-effect effect="spiro" id="path-effect1" is_visible="true"/>
<linearGradient inkscape:collect="always" id="linearGradient1"><stop style="stop-color:#ff0000;stop-opacity:1" offset="0"/><stop style="stop-color:#ff0000;stop-opacity:1" offset="1"/></linearGradient>
<linearGradient inkscape:collect="always" xlink:href="#linearGradient1" id="linearGradient2" x1="0" y1="0" x2="63" y2="0" gradientUnits="userSpaceOnUse"/></defs>
<metadata id="metadata5"><rdf:RDF><rdf:Description/></rdf:RDF></metadata>"""
LAYERS = """<g inkscape:label="Guides" inkscape:groupmode="layer" id="layer1" style="display:none"><rect width="63" height="88" style="fill:#000000"/></g>
<g inkscape:label="Art" inkscape:groupmode="layer" id="layer2" style="display:inline" sodipodi:insensitive="true">
<rect style="fill:url(#linearGradient2);stroke:none;-inkscape-stroke:none;paint-order:markers stroke fill" width="63" height="88"/>
<path style="fill:#0000ff;-inkscape-font-specification:'sans-serif, Normal'" d="m 20,44 h 23 v 20 h -23 z" sodipodi:nodetypes="ccccc" inkscape:connector-curvature="0" inkscape:path-effect="#path-effect1"/></g>"""
FLOWED = """<flowRoot xml:space="preserve" id="flowRoot1" style="font-family:sans-serif"><flowRegion id="r"><rect width="40" height="20"/></flowRegion><flowPara>Rules</flowPara></flowRoot>"""
WRAPPED = """<text xml:space="preserve" style="font-size:4px;font-family:'Fira Sans Condensed';shape-inside:url(#rect1);white-space:pre;display:inline" id="text1"><tspan x="5" y="80">Wrapped</tspan></text>"""


def deck_of(text, name="Fox.svg"):
    data = text.encode()
    source = picture_sources.sort_pictures("d", [NamedFile(name, len(data), lambda: io.BytesIO(data))])
    return picture_decks.decks(source, POKER)


def picture_of(decks):
    return Image.open(io.BytesIO(decks.decks[0].pieces[0].face.boxes[0].file.read())).convert("RGB")


def test_layers_are_drawn_as_they_are_shown():
    decks = deck_of(f"{HEAD}{LAYERS}</svg>")
    picture = picture_of(decks)
    assert picture.size == (1289, 1800) and decks.notes == ()
    assert picture.getpixel((644, 300)) == (255, 0, 0)
    assert picture.getpixel((644, 1100)) == (0, 0, 255)


def test_flowed_text_is_told_for_no_browser_draws_it_either():
    (note,) = deck_of(f"{HEAD}{LAYERS}{FLOWED}</svg>").notes
    assert note == "Fox.svg: not drawn as in a browser: flowed text (flowRoot)."


def test_text_in_a_shape_is_drawn_where_its_lines_stand_and_told():
    decks = deck_of(f"{HEAD}{LAYERS}{WRAPPED}</svg>")
    assert decks.notes == ("Fox.svg: not drawn as in a browser: wrapped text.",)
    band = picture_of(decks).crop((90, 1550, 500, 1660))
    assert band.getextrema()[0][0] < 60, "black letters stand on the red ground"


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ('width="210mm" height="297mm" viewBox="0 0 210 297"', (1273, 1800)),
        ('width="744.09448" height="1052.3622"', (1273, 1800)),
    ],
)
def test_a_document_without_a_page_of_a_card_keeps_its_proportions(size, shape):
    text = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect width="100%" height="100%" fill="#00ff00"/></svg>'
    picture = picture_of(deck_of(text))
    assert picture.size == shape and picture.getpixel((1200, 1700)) == (0, 255, 0)


def test_a_linked_picture_is_refused_by_name():
    linked = f'{HEAD}<image width="63" height="88" xlink:href="fox.png" sodipodi:absref="/home/sam/fox.png"/></svg>'
    with pytest.raises(
        InvalidInput, match=r"Fox\.svg: found an SVG that asks for 'fox\.png', expected one with its pictures embedded"
    ):
        deck_of(linked)
