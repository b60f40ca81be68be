"""Faces in a real browser: words where print has them, found and read, under the page's policy, without errors."""

import ctypes
import json

import pypdfium2
import pypdfium2.raw
import pytest
from axe_playwright_python.sync_playwright import Axe

from companion.games import GAMES
from companion.printing.pdf import face_pdf
from companion.web.shared import faces
from tests.pairs import paired
from tests.web.test_faces import MARKUP, WEAPON, own

pytestmark = pytest.mark.browser
CLOSE = 0.3
"""Millimetres by which a letter on the screen may be away from where it is printed."""
LETTERS = """() => {
  const svg = document.querySelector("#probe svg"), found = [];
  const frame = svg.getScreenCTM().inverse();
  for (const text of svg.querySelectorAll("text")) {
    const to = frame.multiply(text.getScreenCTM()), letters = [];
    const walk = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    let place = 0;
    while (walk.nextNode()) {
      const node = walk.currentNode.parentNode;
      if (node.closest("title")) continue;
      for (const letter of walk.currentNode.data) {
        const at = text.getStartPositionOfChar(place++).matrixTransform(to);
        if (letter.trim() && !node.closest(".unseen")) found.push([letter, at.x / 10, at.y / 10]);
      }
    }
  }
  return found;
}"""


def printed_letters(pdf, height):
    """Return each letter of a page with its origin, in mm from the top left."""
    document = pypdfium2.PdfDocument(pdf)
    text = document[0].get_textpage()
    found = []
    for number in range(text.count_chars()):
        letter = chr(pypdfium2.raw.FPDFText_GetUnicode(text, number))
        x, y = ctypes.c_double(), ctypes.c_double()
        pypdfium2.raw.FPDFText_GetCharOrigin(text, number, x, y)
        if letter.strip():
            found.append((letter, x.value * 25.4 / 72, height - y.value * 25.4 / 72))
    text.close()
    document.close()
    return found


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_letters_stand_where_they_are_printed(live_url, page, game):
    first = faces.shipped_faces(game).decks[0]
    form, piece = first.deck.format, first.deck.pieces[0]
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_url}/{game.slug}/cards")
    page.evaluate("document.querySelector('.faces .face').id = 'probe'")
    page.evaluate("document.fonts.ready")
    page.wait_for_function("document.fonts.check('700 16px \"Barlow Condensed\"')")
    seen = page.evaluate(LETTERS)
    wanted = printed_letters(face_pdf(piece, piece.face, form, game.accent), form.h)
    assert len(seen) == len(wanted) >= 20
    for letter, x, y in wanted:
        nearest = min((abs(x - at) + abs(y - down) for one, at, down in seen if one == letter), default=99)
        assert nearest < CLOSE, (piece.name, letter, x, y, nearest)


@pytest.mark.long
def test_the_gallery_is_found_and_read_and_loads_what_is_in_view(live_url, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{live_url}/techniconica/cards")
    page.wait_for_load_state("networkidle")
    pictures = [address for address in asked if "/cards/parts/" in address]
    assert 0 < len(pictures) < 60
    assert page.evaluate("window.find('Target does not fall prone')") or page.evaluate(
        "window.find('Penetration is 1')"
    )
    assert page.evaluate("getSelection().anchorNode.parentElement.closest('text') !== null")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "theme"),
    [
        pytest.param(game, theme, marks=[] if game.slug == "mechalyte" else pytest.mark.long, id=f"{game.slug}-{theme}")
        for game, theme in paired(GAMES, ("light", "dark"))
    ],
)
def test_axe_finds_nothing_in_the_gallery(live_url, page, game, theme):
    page.emulate_media(color_scheme=theme)
    page.goto(f"{live_url}/{game.slug}/cards")
    page.wait_for_load_state("networkidle")
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_a_screen_reader_hears_the_card_then_its_texts(live_url, page):
    page.goto(f"{live_url}/techniconica/cards")
    tree = page.locator(".faces > li").first.aria_snapshot()
    assert tree.index('group "Courier Wheels, Locomotor:') < tree.index("AR") < tree.index("DT")


@pytest.mark.long
def test_a_hostile_pack_runs_nothing(live_url, page):
    ran = []
    page.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    page.goto(f"{live_url}/techniconica/packs")
    card = own("techniconica", "weapon", id="evil", name="</title><script>alert(1)</script>", text=MARKUP, **WEAPON)
    page.evaluate(
        """async text => {
          const data = new FormData();
          data.set("csrf_token", document.querySelector("[name=csrf_token]").value);
          data.set("text", text);
          await fetch("/techniconica/packs", {method: "POST", body: data});
        }""",
        json.dumps(json.loads(card)),
    )
    page.goto(f"{live_url}/techniconica/cards")
    face = page.locator("svg[aria-label*='alert(1)']")
    face.scroll_into_view_if_needed()
    assert "<script>alert(1)</script>" in face.text_content() and "onerror=alert(1)" in face.text_content()
    assert (
        page.evaluate(
            "document.querySelectorAll('main script, main img[onerror], .face text *:not(tspan,title)').length"
        )
        == 0
    )
    assert ran == []
