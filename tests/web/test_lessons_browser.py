"""Lessons in a browser: on a phone, what is to be tapped on the board is in view, above what may be done."""

import pytest

from companion.games import GAMES
from companion.verbs.lessons import positions
from companion.web.shared.table_places import lesson_reference

pytestmark = pytest.mark.browser
TAUGHT = [one for one in GAMES if one.lesson]
HIDDEN = """() => {
  const lit = document.querySelector("#tb-board :is(.is-looked-at, .is-taught)");
  if (!lit) return null;
  const box = lit.getBoundingClientRect(), free = document.querySelector(".tb-side").getBoundingClientRect().top;
  const shown = Math.min(box.bottom, free) - Math.max(box.top, 0);
  return shown >= Math.min(box.height, 40) ? null : lit.outerHTML.slice(0, 120);
}"""


@pytest.mark.parametrize(
    "game",
    [pytest.param(one, id=one.slug, marks=() if one is TAUGHT[0] else pytest.mark.long) for one in TAUGHT],
)
def test_on_a_phone_what_is_to_be_tapped_is_in_view(page, live_url, game):
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(reduced_motion="reduce")  # it scrolls at once
    hidden = {}
    for one in positions(game)[:-1]:
        page.goto(f"{live_url}/tables/{lesson_reference(game, one.number)}")
        page.wait_for_function("() => document.activeElement.id === 'ls-title'")
        if words := page.evaluate(HIDDEN):
            hidden[one.number] = words
    assert not hidden
