"""SVG as Affinity Designer, Figma, Canva and Boxy SVG write it."""

import io
from base64 import b64encode

import pytest
from PIL import Image

from companion.printing.custom import picture_decks, picture_sources
from companion.printing.custom.picture_sources import NamedFile
from companion.printing.faces.boxes import POKER


def png(colour, size=(60, 84)):
    target = io.BytesIO()
    Image.new("RGB", size, colour).save(target, "PNG")
    return b64encode(target.getvalue()).decode()


AFFINITY = f"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg width="100%" height="100%" viewBox="0 0 744 1039" version="1.1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xml:space="preserve" xmlns:serif="http://www.serif.com/" style="fill-rule:evenodd;clip-rule:evenodd;stroke-linejoin:round;stroke-miterlimit:2;">
    <g transform="matrix(1,0,0,1,-1500,0)"><g id="Artboard1" serif:id="Artboard 1" transform="matrix(1,0,0,1,1500,0)">
        <rect x="0" y="0" width="744" height="1039" style="fill:none;"/><clipPath id="_clip1"><rect x="0" y="0" width="744" height="1039"/></clipPath>
        <g clip-path="url(#_clip1)"><use xlink:href="#_Image2" x="0" y="0" width="744px" height="1039px" transform="matrix(1,0,0,1,0,0)"/>
        <circle cx="372" cy="700" r="120" style="fill:rgb(0,0,255);"/></g></g></g>
    <defs><image id="_Image2" width="744px" height="1039px" preserveAspectRatio="none" xlink:href="data:image/png;base64,{png("#ff0000")}"/></defs>
</svg>"""
FIGMA = f"""<svg width="744" height="1039" viewBox="0 0 744 1039" fill="none" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<g clip-path="url(#clip0_1_2)"><rect width="744" height="1039" fill="white"/>
<rect width="744" height="1039" fill="url(#pattern0_1_2)"/>
<g filter="url(#filter0_d_1_2)"><circle cx="372" cy="700" r="120" fill="#0000FF" style="fill:#0000FF;fill:color(display-p3 0.0000 0.0000 1.0000);fill-opacity:1;"/></g></g>
<defs><filter id="filter0_d_1_2" x="200" y="560" width="344" height="344" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hardAlpha" operator="out"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/><feBlend mode="normal" in2="BackgroundImageFix" result="effect1_dropShadow_1_2"/><feBlend mode="normal" in="SourceGraphic" in2="effect1_dropShadow_1_2" result="shape"/></filter>
<pattern id="pattern0_1_2" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#image0_1_2" transform="matrix(0.0166667 0 0 0.0119048 0 0)"/></pattern>
<clipPath id="clip0_1_2"><rect width="744" height="1039" fill="white"/></clipPath>
<image id="image0_1_2" width="60" height="84" preserveAspectRatio="none" xlink:href="data:image/png;base64,{png("#ff0000")}"/></defs>
</svg>"""
BLURRED = """<foreignObject x="0" y="0" width="99" height="99"><div xmlns="http://www.w3.org/1999/xhtml" style="backdrop-filter:blur(2px);height:100%;width:100%"></div></foreignObject>"""
CANVA = f"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="252" zoomAndPan="magnify" viewBox="0 0 189 264" height="352" preserveAspectRatio="xMidYMid meet" version="1.0">
<defs><clipPath id="c"><path d="M 0 0 L 189 0 L 189 264 L 0 264 Z" clip-rule="nonzero"/></clipPath></defs>
<rect x="-18.9" width="226.8" fill="#ffffff" y="-26.4" height="316.8" fill-opacity="1"/>
<g clip-path="url(#c)"><g transform="matrix(3.15, 0, 0, 3.142857, 0, 0)"><image x="0" y="0" width="60" xlink:href="data:image/png;base64,{png("#ff0000")}" height="84" preserveAspectRatio="xMidYMid meet"/></g></g>
<path fill="#0000ff" d="M 60 150 L 130 150 L 130 210 L 60 210 Z" fill-opacity="1" fill-rule="nonzero"/></svg>"""
BOXY = """<?xml version="1.0" encoding="utf-8"?>
<svg viewBox="0 0 63 88" xmlns="http://www.w3.org/2000/svg" xmlns:bx="https://boxy-svg.com"><defs><bx:export><bx:file format="svg"/></bx:export></defs>
<rect width="63" height="88" style="fill: rgb(255, 0, 0);" bx:origin="0.5 0.5"/><ellipse style="fill: hsl(240deg 100% 50%); transform-origin: 31.5px 59px;" cx="31.5" cy="59" rx="10" ry="10" transform="matrix(1, 0, 0, 1, 0, 0)"/></svg>"""


def deck_of(text):
    data = text.encode()
    source = picture_sources.sort_pictures("d", [NamedFile("Fox.svg", len(data), lambda: io.BytesIO(data))])
    return picture_decks.decks(source, POKER)


@pytest.mark.parametrize("text", [AFFINITY, FIGMA, CANVA, BOXY], ids=["Affinity", "Figma", "Canva", "Boxy SVG"])
def test_a_drawing_is_drawn_whole(text):
    decks = deck_of(text)
    picture = Image.open(io.BytesIO(decks.decks[0].pieces[0].face.boxes[0].file.read())).convert("RGB")
    at = [
        picture.getpixel((round(x * picture.width), round(y * picture.height)))
        for x, y in ((0.1, 0.1), (0.9, 0.95), (0.5, 0.67))
    ]
    assert at == [(255, 0, 0), (255, 0, 0), (0, 0, 255)]
    assert [note for note in decks.notes if "half of the dots" not in note] == []


def test_a_blurred_background_is_told():
    note = deck_of(FIGMA.replace("<defs>", f"{BLURRED}<defs>", 1)).notes[0]
    assert note == "Fox.svg: not drawn as in a browser: HTML text (foreignObject)."
