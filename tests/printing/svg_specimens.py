"""Drawings as drawing programs write them, each of one feature, to compare what we draw of them with a browser."""

from base64 import b64encode
from io import BytesIO

from PIL import Image

HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
GROUND = '<rect width="630" height="880" fill="#eee8d5"/>'
_BOX = 'viewBox="0 0 630 880"'


def whole(inner, head=_BOX, before=""):
    """Return a drawing of the size of a poker card in tenths of a millimetre, on a ground of its own."""
    return f"{before}<svg {HEAD} {head}>{GROUND}{inner}</svg>"


def png_link(colour="#3355cc", size=(8, 8)):
    """Return a small PNG as the address of a picture."""
    target = BytesIO()
    picture = Image.new("RGB", size, colour)
    picture.paste("#ffcc00", (0, 0, size[0] // 2, size[1] // 2))
    picture.save(target, "PNG")
    return f"data:image/png;base64,{b64encode(target.getvalue()).decode()}"


_BANDS = '<rect width="630" height="440" fill="#c0392b"/><rect y="440" width="630" height="440" fill="#2980b9"/>'
_SHIELD = "M315 120 L520 200 V480 C520 640 400 740 315 790 C230 740 110 640 110 480 V200 Z"

SPECIMENS = {
    "clip path": whole(f'<clipPath id="c"><path d="{_SHIELD}"/></clipPath><g clip-path="url(#c)">{_BANDS}</g>'),
    "clip path in shares of the box": whole(
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5"/></clipPath>'
        f'<g clip-path="url(#c)">{_BANDS}</g>'
    ),
    "mask by light": whole(
        '<linearGradient id="g"><stop offset="0" stop-color="black"/><stop offset="1" stop-color="white"/></linearGradient>'
        f'<mask id="m" maskUnits="userSpaceOnUse" width="630" height="880"><rect width="630" height="880" fill="url(#g)"/></mask><g mask="url(#m)">{_BANDS}</g>'
    ),
    "mask by alpha": whole(
        f'<mask id="m" mask-type="alpha"><circle cx="315" cy="440" r="260" fill="black"/></mask><g mask="url(#m)">{_BANDS}</g>'
    ),
    "mask in the style": whole(
        f'<mask id="m" style="mask-type:luminance"><circle cx="315" cy="440" r="260" fill="white"/></mask><g style="mask:url(#m)">{_BANDS}</g>'
    ),
    "use and symbol": whole(
        '<symbol id="s" viewBox="0 0 10 10"><path d="M5 0 L10 10 H0 Z" fill="currentColor"/></symbol>'
        '<use href="#s" x="60" y="60" width="200" height="200" color="#27ae60"/>'
        '<use xlink:href="#s" transform="translate(360 420) rotate(30)" width="180" height="260" color="#8e44ad"/>'
    ),
    "use of a group moved": whole(
        '<defs><g id="a"><rect width="120" height="200" rx="24" fill="#16a085"/><circle cx="60" cy="60" r="30" fill="#fff"/></g></defs>'
        '<use href="#a" x="80" y="100"/><use href="#a" transform="matrix(1.5 .3 -.3 1.5 340 420)"/>'
    ),
    "nested svg": whole(
        '<svg x="65" y="80" width="500" height="300" viewBox="0 0 10 10" preserveAspectRatio="xMidYMid slice"><circle cx="5" cy="5" r="5" fill="#d35400"/></svg>'
        '<svg x="65" y="480" width="500" height="300" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#2c3e50"/></svg>'
    ),
    "percentages": whole(
        '<rect x="10%" y="10%" width="80%" height="30%" fill="#c0392b"/><circle cx="50%" cy="70%" r="20%" fill="#2980b9"/>'
        '<line x1="0%" y1="95%" x2="100%" y2="55%" stroke="#111" stroke-width="2%"/>'
    ),
    "markers": whole(
        '<marker id="m" viewBox="0 0 10 10" refX="5" refY="5" markerWidth="6" markerHeight="6" orient="auto-start-reverse"><path d="M0 0 L10 5 L0 10 Z" fill="#c0392b"/></marker>'
        '<path d="M100 150 L520 300 L120 520 L500 760" fill="none" stroke="#333" stroke-width="16" marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"/>'
    ),
    "patterns": whole(
        '<pattern id="p" width="60" height="60" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><rect width="30" height="30" fill="#e67e22"/><circle cx="45" cy="45" r="12" fill="#2c3e50"/></pattern>'
        f'<path d="{_SHIELD}" fill="url(#p)"/>'
    ),
    "linear gradient": whole(
        '<linearGradient id="b"><stop offset="0" stop-color="#f60"/><stop offset=".5" stop-color="#fff" stop-opacity=".4"/><stop offset="100%" stop-color="#06f"/></linearGradient>'
        '<linearGradient id="g" xlink:href="#b" x1="0" y1="0" x2="630" y2="880" gradientUnits="userSpaceOnUse" gradientTransform="rotate(10)"/>'
        '<rect x="40" y="40" width="550" height="800" fill="url(#g)"/>'
    ),
    "radial gradient": whole(
        '<radialGradient id="g" cx=".5" cy=".5" r=".5" fx=".3" fy=".3" spreadMethod="reflect"><stop offset="0" style="stop-color:#fff"/><stop offset="1" style="stop-color:#900;stop-opacity:.8"/></radialGradient>'
        f'<path d="{_SHIELD}" fill="url(#g)"/>'
    ),
    "blend modes": whole(
        '<g style="isolation:isolate"><rect x="60" y="60" width="350" height="500" fill="#27ae60"/><rect x="220" y="260" width="350" height="500" fill="#e74c3c" style="mix-blend-mode:multiply"/></g>'
        '<circle cx="315" cy="440" r="160" fill="#f1c40f" style="mix-blend-mode:screen"/>'
    ),
    "opacity of a group": whole(f'<g opacity=".5">{_BANDS}<circle cx="315" cy="440" r="200" fill="#fff"/></g>'),
    "blur and shadow": whole(
        '<filter id="b"><feGaussianBlur stdDeviation="18"/></filter><filter id="s"><feDropShadow dx="20" dy="24" stdDeviation="12" flood-color="#000" flood-opacity=".6"/></filter>'
        '<circle cx="315" cy="240" r="140" fill="#c0392b" filter="url(#b)"/><rect x="150" y="500" width="330" height="260" fill="#2980b9" filter="url(#s)"/>'
    ),
    "shadow of a design program": whole(
        '<g filter="url(#filter0_d)"><rect x="120" y="160" width="390" height="520" rx="40" fill="white"/></g><defs><filter id="filter0_d" x="90" y="140" width="450" height="600" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dy="24"/><feGaussianBlur stdDeviation="15"/><feComposite in2="hardAlpha" operator="out"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.5 0"/><feBlend mode="normal" in2="BackgroundImageFix" result="effect1"/><feBlend mode="normal" in="SourceGraphic" in2="effect1" result="shape"/></filter></defs>'
    ),
    "colours of a wide gamut with plain ones": whole(
        f'<path d="{_SHIELD}" fill="#D03030" style="fill:#D03030;fill:color(display-p3 0.8157 0.1882 0.1882);fill-opacity:1;"/>'
        '<rect x="215" y="340" width="200" height="200" fill="#204080" style="fill:color(display-p3 0.1255 0.2510 0.5020);fill-opacity:0.5"/>'
    ),
    "colours in every spelling": whole(
        '<rect x="30" y="40" width="570" height="120" fill="rgb(200 40 40 / 60%)"/><rect x="30" y="200" width="570" height="120" fill="hsl(210, 60%, 40%)"/>'
        '<rect x="30" y="360" width="570" height="120" fill="#2a9d8fcc"/><rect x="30" y="520" width="570" height="120" fill="RebeccaPurple"/><rect x="30" y="680" width="570" height="120" fill="rgba(10%,60%,20%,.5)"/>'
    ),
    "a style sheet": whole(
        "<defs><style>/* a comment */ .cls-1{fill:#c0392b;}.cls-1,.cls-2{stroke:#222;stroke-width:12px;stroke-miterlimit:10;} .cls-2{fill:#2980b9} #own{fill:#27ae60!important} g > rect{opacity:.8} rect[width='90']{fill:#111} .a.b{fill:#f39c12}</style></defs>"
        '<rect class="cls-1" x="60" y="60" width="510" height="200"/><g><rect class="cls-2" x="60" y="320" width="510" height="200"/></g><rect id="own" class="cls-1" x="60" y="580" width="240" height="200"/>'
        '<rect width="90" x="340" y="580" height="200"/><circle class="a b" cx="520" cy="680" r="60"/>'
    ),
    "a style sheet in CDATA": whole(
        '<style type="text/css"><![CDATA[ .st0{fill:#8e44ad;} .st1{fill:none;stroke:#2c3e50;stroke-width:30;stroke-linecap:round;stroke-dasharray:60,50} ]]></style>'
        '<circle class="st0" cx="315" cy="300" r="200"/><path class="st1" d="M80 640 H550 M80 740 H550"/>'
    ),
    "variables of a style sheet": whole(
        "<style>:root { --main: #c0392b; --none-here: 1 } .x { fill: var(--main); } .y { fill: var(--missing, #27ae60) }</style>"
        '<rect class="x" x="60" y="60" width="510" height="340"/><rect class="y" x="60" y="460" width="510" height="340"/>'
    ),
    "transforms in the style": whole(
        '<rect x="200" y="100" width="230" height="230" fill="#c0392b" style="transform: rotate(20deg) translate(20px, 10px)"/>'
        '<g style="transform-origin: 315px 640px; transform: rotate(45deg)"><rect x="215" y="540" width="200" height="200" fill="#2980b9"/></g>'
    ),
    "strokes": whole(
        '<path d="M80 120 H550" stroke="#c0392b" stroke-width="50" stroke-linecap="square"/><path d="M100 260 L315 180 L530 260" fill="none" stroke="#27ae60" stroke-width="40" stroke-linejoin="round"/>'
        '<rect x="120" y="340" width="390" height="180" fill="#fff" stroke="#2980b9" stroke-width="40" paint-order="stroke"/><circle cx="315" cy="700" r="110" fill="none" stroke="#333" stroke-width="24" stroke-dasharray="40 20 10" stroke-dashoffset="12"/>'
    ),
    "pictures in it": whole(
        f'<image x="65" y="80" width="500" height="300" preserveAspectRatio="xMidYMid slice" xlink:href="{png_link(size=(400, 400))}"/>'
        f'<pattern id="p" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#i" transform="scale(0.0025)"/></pattern><image id="i" width="400" height="400" href="{png_link("#27ae60", (400, 400))}" display="none"/>'
        f'<rect x="65" y="480" width="500" height="300" fill="#777"/><image x="65" y="480" width="500" height="300" href="{png_link("#c0392b", (200, 120))}" opacity=".7"/>'
    ),
    "a drawing in it": whole(
        '<image x="65" y="80" width="500" height="700" href="data:image/svg+xml;base64,'
        + b64encode(
            b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 14"><path d="M5 0 L10 14 H0 Z" fill="#c0392b"/></svg>'
        ).decode()
        + '"/>'
    ),
    "a switch with what Illustrator adds": whole(
        f'<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" x="0" y="0" width="1" height="1"><i:pgfRef xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/" xlink:href="#adobe_illustrator_pgf"/></foreignObject><g>{_BANDS}</g></switch>'
    ),
    "a switch by language": whole(
        '<switch><rect systemLanguage="xx" width="630" height="880" fill="#000"/><rect systemLanguage="en" x="100" y="100" width="430" height="680" fill="#27ae60"/><rect width="630" height="880" fill="#c00"/></switch>'
    ),
    "layers of Inkscape": whole(
        f'<g inkscape:groupmode="layer" inkscape:label="Guides" style="display:none" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">{_BANDS}</g>'
        f'<g inkscape:groupmode="layer" inkscape:label="Art" style="display:inline" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"><path style="fill:#27ae60;fill-rule:evenodd;stroke:#000;stroke-width:12px;-inkscape-stroke:none" d="{_SHIELD} M215 340 h200 v200 h-200 Z"/></g>'
    ),
    "hidden and shown": whole(
        f'<g visibility="hidden">{_BANDS}<circle visibility="visible" cx="315" cy="440" r="200" fill="#27ae60"/></g><g display="none"><rect width="630" height="880"/></g>'
    ),
    "animation at its beginning": whole(
        '<rect x="60" y="60" width="200" height="300" fill="#c0392b"><animate attributeName="x" from="60" to="400" dur="9999s" begin="5s"/></rect>'
    ),
    "a view box that does not begin at nought": whole(
        '<circle cx="0" cy="0" r="200" fill="#c0392b"/>', 'viewBox="-315 -440 630 880"'
    ),
    "sides and no view box": whole('<circle cx="375" cy="525" r="300" fill="#2980b9"/>', 'width="750" height="1050"'),
    "sides in millimetres": whole(f'<path d="{_SHIELD}" fill="#16a085"/>', f'{_BOX} width="63mm" height="88mm"'),
    "one side and a view box": whole(f'<path d="{_SHIELD}" fill="#16a085"/>', f'{_BOX} width="630"'),
    "stretched": whole(
        f'<path d="{_SHIELD}" fill="#16a085"/>',
        'viewBox="0 0 880 880" width="630" height="880" preserveAspectRatio="none"',
    ),
    "fitted into its sides": whole(
        f'<path d="{_SHIELD}" fill="#16a085"/>', 'viewBox="0 0 630 600" width="630" height="880"'
    ),
    "entities": whole(
        '<style>&css;</style><path class="a" d="M60 60 H570 V820 H60 Z"/>',
        before='<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY css ".a{fill:#8e44ad}">]>',
    ),
    "shapes of a style sheet": whole(
        '<rect style="x:100px;y:100px;width:430px;height:300px;rx:40px;fill:#c0392b"/><circle style="cx:315px;cy:640px;r:150px;fill:#2980b9"/>'
    ),
    "clip shapes of a style sheet": whole(f'<g style="clip-path:circle(200px at 315px 440px)">{_BANDS}</g>'),
    "filters of a style sheet": whole(
        f'<path style="filter:drop-shadow(20px 20px 10px rgb(0 0 0 / .6))" d="{_SHIELD}" fill="#27ae60"/>'
    ),
    "strokes that do not grow": whole(
        '<g transform="scale(10)"><path vector-effect="non-scaling-stroke" d="M10 10 H50 V70 H10 Z" fill="#27ae60" stroke="#111" stroke-width="20"/></g>'
    ),
    "colour matrix and flood": whole(
        '<filter id="f" color-interpolation-filters="sRGB"><feColorMatrix type="hueRotate" values="120"/></filter><filter id="l" x="0" y="0" width="1" height="1"><feFlood flood-color="#2980b9" flood-opacity=".6"/><feComposite in2="SourceGraphic" operator="in"/></filter>'
        f'<g filter="url(#f)">{_BANDS}</g><circle cx="315" cy="440" r="220" filter="url(#l)"/>'
    ),
    "turbulence and light": whole(
        '<filter id="f" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB"><feFlood flood-color="#999"/><feMorphology in="SourceGraphic" operator="dilate" radius="4"/></filter><path d="M315 120 L520 700 H110 Z" fill="#c0392b" filter="url(#f)"/>'
    ),
    "evenodd and arcs": whole(
        '<path fill-rule="evenodd" fill="#c0392b" d="M315 60 a255 255 0 1 0 .1 0 Z M315 180 a135 135 0 1 0 .1 0 Z"/><path fill="#2980b9" d="M60 840 q255 -240 510 0 t-100 -60 z"/><polygon points="60,640 200,600,180,760" fill="#27ae60"/>'
    ),
}
"""Drawings by the name of what is in them."""
