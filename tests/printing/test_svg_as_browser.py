"""Drawings in SVG as a browser shows them: each feature that drawing programs write, or a note that names what differs."""

import io
from base64 import b64encode

import pytest
from PIL import Image
from playwright.sync_api import sync_playwright

from companion.base.findings import InvalidInput
from companion.printing.faces import pictures
from companion.printing.pdf import untrusted
from companion.printing.readers import RefusedFile, svg, svg_styles
from companion.printing.text import fonts
from tests.pairs import few_first
from tests.printing.svg_specimens import SPECIMENS, whole
from tests.web.conftest import CHROMIUM, FLAGS

W, H = 315, 440
CELL = 9
FAR = 24
"""How far the mean colours of squares of two millimetres may lie apart, of 255: edges are softened in another way."""
DIFFERENT = {
    "clip shapes of a style sheet": "not drawn as in a browser: clip-path shapes.",
    "strokes that do not grow": "not drawn as in a browser: strokes that keep their width.",
}
"""Drawings that differ, with the note that says so."""
STILL = {"animation at its beginning": "not drawn as in a browser: animation."}
"""Drawings that look the same, with a note all the same."""


@pytest.fixture(scope="module")
def browser_pictures():
    """Return a function that gives a drawing as Chromium shows it, on white."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": W, "height": H})

        def picture(text):
            link = f"data:image/svg+xml;base64,{b64encode(text.encode()).decode()}"
            page.set_content(f'<body style="margin:0"><img style="width:{W}px;height:{H}px" src="{link}">')
            page.wait_for_function("document.images[0].complete")
            return Image.open(io.BytesIO(page.screenshot())).convert("RGB")

        yield picture
        browser.close()


def drawn(text):
    """Return a drawing as we print it, on white, and its notes."""
    fonts_here = [str(fonts.files()[name]) for name in ("Barlow-regular", "Fira-regular")]
    known = {"fonts": fonts_here, "family": "Barlow Condensed", "known": ["barlow condensed", "fira sans condensed"]}
    options = {"side": 2 * H, "note": pictures.DRAWING_NOTE, "notes": [], **known}
    picture = Image.open(io.BytesIO(svg.draw(text.encode(), options, lambda: None)))
    ground = Image.new("RGBA", picture.size, "white")
    ground.alpha_composite(picture.convert("RGBA"))
    return ground.convert("RGB").resize((W, H), Image.Resampling.BOX), pictures.drawing_notes(picture)


def apart(one, other):
    """Return the largest difference of the mean colours of the same squares of two pictures."""
    first, second = (picture.resize((W // CELL, H // CELL), Image.Resampling.BOX).tobytes() for picture in (one, other))
    return max(abs(a - b) for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize("name", few_first(12, list(SPECIMENS)))
def test_a_drawing_is_printed_as_a_browser_shows_it_or_a_note_says_what_differs(browser_pictures, name):
    picture, notes = drawn(SPECIMENS[name])
    expected = DIFFERENT.get(name) or STILL.get(name)
    assert notes == ((expected,) if expected else ())
    assert (apart(picture, browser_pictures(SPECIMENS[name])) >= FAR) == (name in DIFFERENT)


def notes_of(inner, head='viewBox="0 0 630 880"'):
    return drawn(whole(inner, head))[1]


@pytest.mark.parametrize(
    ("inner", "told"),
    [
        ('<foreignObject width="99" height="99"><p xmlns="http://www.w3.org/1999/xhtml">A</p></foreignObject>', "HTML text (foreignObject)"),
        ("<script>document.title</script>", "scripts"),
        ('<flowRoot><flowRegion><rect width="9" height="9"/></flowRegion><flowPara>Rules</flowPara></flowRoot>', "flowed text (flowRoot)"),
        ('<style>@import url("a.css"); rect { fill: red }</style>', "imported style sheets"),
        ("<style>@font-face { font-family: A; src: url(data:font/ttf;base64,AA) }</style>", "typefaces in it (@font-face)"),
        ("<style>@media print { rect { fill: red } }</style>", "rules for some screens (@media, @supports)"),
        ("<style>rect:nth-child(2) { fill: red }</style>", "some selectors of a style sheet"),
        ("<style>rect ~ rect { fill: red }</style>", "some selectors of a style sheet"),
        ("<style>.a { x: 9px }</style>", "sizes in a style sheet"),
        ('<rect style="fill: oklch(60% 0.2 20)" width="9" height="9"/>', "some colours"),
        ('<rect fill="lab(50% 20 20)" width="9" height="9"/>', "some colours"),
        ('<g style="backdrop-filter: blur(4px)"/>', "blurred backgrounds"),
    ],
)  # fmt: skip
def test_what_is_not_drawn_is_named(inner, told):
    assert notes_of(inner) == (f"not drawn as in a browser: {told}.",)


@pytest.mark.parametrize(
    "inner",
    [
        "<title>Fox</title><desc>A fox</desc><metadata><a/></metadata>",
        "<style>/* rect ~ rect { x: 1 } */ .a > .b, g:first-child { fill: red; stroke-width: 2px }</style>",
        '<style>.a:hover { fill: red } .line-width { stroke: blue }</style><rect clip-path="none" style="clip-path:none"/>',
        '<rect width="9" height="9" fill="currentColor" style="stroke: hsl(10deg 20% 30%)"/>',
    ],
)
def test_what_is_drawn_or_cannot_be_seen_is_not_named(inner):
    assert notes_of(inner) == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('<text font-family="Barlow Condensed, serif">A</text>', ""),
        ("<text style=\"font-family:'Fira Sans Condensed'\">A</text>", ""),
        ("<text>A</text>", ""),
        ('<text font-family="Cinzel">A</text>', "Cinzel"),
        ("<style>.t{font-family:MyriadPro-Bold, 'Myriad Pro';}</style><text class='t'>A</text>", "MyriadPro-Bold"),
        ('<style>text { font: italic bold 12px/1.5 "Comic Sans MS", cursive }</style><text>A</text>', "Comic Sans MS"),
        ('<text font-family="A">a<tspan style="font-family:B;x:1">b</tspan></text><text font-family="A">c</text>', "A, B"),
        ("".join(f'<text font-family="F{n}">A</text>' for n in range(6)), "F0, F1, F2, F3 and 2 others"),
        ('<path style="font-family:Cinzel" d="M0 0 H9"/>', ""),
    ],
)  # fmt: skip
def test_letters_in_another_typeface_are_told(text, told):
    notes = notes_of(text)
    if not told:
        assert notes == ()
    else:
        (note,) = notes
        names = told.replace("A, B", "B, A")
        wanted = "its letters are set in Barlow Condensed instead of {}. Turn them into paths to keep their look."
        assert note in (wanted.format(told), wanted.format(names))


DECLARED = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"{}>'


def declaring(entities, inner=""):
    return whole(inner, before=DECLARED.format(f" [{entities}]")).encode()


BOMBS = {
    "a billion laughs": "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha" * 10}">' for n in range(10)),
    "one in another, four deep": '<!ENTITY a "1"><!ENTITY b "&a;"><!ENTITY c "&b;"><!ENTITY d "&c;">',
    "a long one": f'<!ENTITY a "{"x" * 20_001}">',
    "too many": "".join(f'<!ENTITY a{n} "1">' for n in range(101)),
}


@pytest.mark.parametrize("name", BOMBS)
def test_entities_that_grow_are_refused(name):
    with pytest.raises(RefusedFile, match="whose entities grow without end"):
        svg.parse(declaring(BOMBS[name]))


def test_an_entity_may_be_used_often_but_not_without_end():
    value = f'<!ENTITY a "{"x" * 20_000}">'
    text = "<desc>{}</desc>"
    assert len(svg.parse(declaring(value, text.format("&a;" * 50)))[1].text) == 1_000_000
    for inner in (text.format("&a;" * 52), f'<g id="{"&a;" * 52}"/>'):
        with pytest.raises(RefusedFile, match="whose entities grow without end"):
            svg.parse(declaring(value, inner))


@pytest.mark.parametrize("count", [100, 3])
def test_entities_at_their_limits_are_read(count):
    made = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" if n and count == 3 else "red"}">' for n in range(count))
    root = svg.parse(declaring(made, f'<rect fill="&a{count - 1};"/>'))
    assert root[1].get("fill") == "red"


@pytest.mark.parametrize(
    "entities",
    ['<!ENTITY a SYSTEM "file:///etc/passwd">', '<!ENTITY % a "<!ENTITY b \'c\'>"> %a;', '<!ENTITY % a SYSTEM "http://127.0.0.1/x"> %a;'],
)  # fmt: skip
def test_entities_that_lead_out_of_the_file_are_refused(entities):
    with pytest.raises(RefusedFile, match="asks for other files by entities"):
        svg.parse(declaring(entities, "<desc>&a;</desc>"))


def test_an_entity_that_nobody_declared_is_an_error():
    with pytest.raises(InvalidInput, match="an SVG that cannot be read .undefined entity"):
        untrusted.draw(whole("<desc>&nbsp;</desc>").encode(), "a.svg")


def test_variables_that_never_end_are_refused():
    grow = "".join(f"--a{n}: {f'var(--a{n + 1}) ' * 30};" for n in range(9))
    with pytest.raises(RefusedFile, match="variables that never end"):
        svg.prepare(svg.parse(whole(f"<style>:root {{ {grow} }} rect {{ fill: var(--a0) }}</style>").encode()), [], "")


def test_drawings_in_drawings_end_at_the_second():
    inner = whole("")
    for _ in range(3):
        assert svg.prepare(svg.parse(inner.encode()), [], "") == []
        link = f"data:image/svg+xml;base64,{b64encode(inner.encode()).decode()}"
        inner = whole(f'<image href="{link}" width="630" height="880"/>')
    with pytest.raises(RefusedFile, match="drawings in each other"):
        svg.prepare(svg.parse(inner.encode()), [], "")


def test_a_drawing_in_a_drawing_asks_for_no_file_either():
    link = b64encode(whole('<image href="file:///etc/passwd"/>').encode()).decode()
    with pytest.raises(RefusedFile, match="asks for 'file:///etc/passwd'"):
        svg.prepare(svg.parse(whole(f'<image href="data:image/svg+xml;base64,{link}"/>').encode()), [], "")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("rgb(255 0 0)", "#ff0000ff"),
        ("rgb(255, 0, 0)", "#ff0000ff"),
        ("rgba(0 0 0 / 50%)", "#00000080"),
        ("RGB(100% 0% 0% / .2)", "#ff000033"),
        ("hsl(120deg 100% 25%)", "#008000ff"),
        ("hsla(240,100%,50%,0)", "#0000ff00"),
        ("color(srgb 1 0.5 0)", "#ff8000ff"),
        ("color(display-p3 1 1 1)", "#ffffffff"),
        ("color(display-p3 0.9175 0.2003 0.1387)", "#ff0000ff"),
        ("color(rec2020 1 0 0)", "color(rec2020 1 0 0)"),
        ("rgb(1 2)", "rgb(1 2)"),
        ("url(#rebeccapurple) RebeccaPurple", "url(#rebeccapurple) #663399"),
        ("CURRENTCOLOR", "currentColor"),
    ],
)
def test_colours_are_spelled_as_they_are_read(text, plain):
    assert svg_styles.plain_colours(text) == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("rotate(90deg)", "rotate(90)"),
        ("rotate(.25turn)", "rotate(90)"),
        ("rotate(100grad)", "rotate(90)"),
        ("translate(2px, -3px)", "translate(2, -3)"),
        ("translateX(4px) scaleY(2)", "translate(4, 0) scale(1, 2)"),
    ],
)
def test_transforms_lose_their_units(text, plain):
    assert svg_styles.plain_transform(text) == plain
