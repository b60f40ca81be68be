"""Random builds on their page: offered beside the examples, legal, the same for the same address, saved like others."""

import re
from html import unescape

import pytest

from companion.games import GAMES
from companion.verbs.random_builds import random_build

DRAWING = [one for one in GAMES if one.random_room]
EACH = pytest.mark.parametrize("game", DRAWING, ids=lambda game: game.slug)


@EACH
def test_the_page_of_a_new_build_offers_one(client, game):
    page = client.get(f"/{game.slug}/new").get_data(as_text=True)
    assert f'action="/{game.slug}/random"' in page and f">Random {game.build_noun}</button>" in page


@EACH
def test_it_is_legal_and_its_link_shows_the_same_again(client, game):
    page = client.get(f"/{game.slug}/random").get_data(as_text=True)
    assert "✓ Legal" in page and "Drawn at random, legal, not saved yet." in page
    link = unescape(re.search(r'href="([^"]+)">Link to the same again<', page)[1])
    seed = re.search(r"seed=(\d+)", link)[1]
    title = f"Random {game.build_noun} {seed}"
    assert f"<h1>{title}</h1>" in page
    again = client.get(link).get_data(as_text=True)
    assert f"<h1>{title}</h1>" in again and "✓ Legal" in again


def test_it_is_drawn_as_the_command_line_draws_it_and_saved_like_any_other(app, client, post):
    drawn = random_build(next(one for one in GAMES if one.slug == "mechalyte"), {"seed": "7"})
    page = client.get("/mechalyte/random?seed=7&slug=x&other=1").get_data(as_text=True)
    assert f'value="{drawn["spec"]}"' in page
    address = post("/mechalyte/new", {"title": drawn["title"], "spec": drawn["spec"]}).location
    assert app.extensions["store"].get(address.rpartition("/")[2]).data == drawn


def test_what_was_asked_for_is_drawn_and_stays_in_its_fields(client):
    page = client.get("/mechastellar/random?size=300&theatre=space&seed=3").get_data(as_text=True)
    assert re.search(r'<input name="size" value="300"', page)
    assert '<option value="space" selected>' in page.partition('class="random-offer"')[2].partition("</form>")[0]
    assert re.search(r"(2[789]\d|300) of 300 points", page)


@pytest.mark.parametrize("query", ["size=0", "size=many", "size=1", "seed=x"])
def test_what_cannot_be_drawn_is_told_above_an_empty_build(client, query):
    answer = client.get(f"/mechastellar/random?{query}")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert f'role="alert">{query.partition("=")[0] if query != "size=1" else "seed"}: found' in page


def test_a_ruling_of_this_browser_counts(client, post):
    post("/mechastellar/rules", {"most-units.number": "3"})
    page = client.get("/mechastellar/random?size=300&seed=5").get_data(as_text=True)
    assert "✓ Legal" in page and re.search(r"of 300 points, [123] units?", page)
