"""Few doors: how many kinds of pages a visitor meets, how many links a game's page has, what old addresses lead to."""

from collections import Counter, deque
from urllib.parse import urljoin, urlsplit

import lxml.html
import pytest

from companion.games import GAMES
from tests.web.conftest import token_of

DEEP = 5
MOST_KINDS_FRESH, MOST_KINDS_SAVED = 24, 34
"""Kinds of pages within five clicks of Home, at a first visit and with things saved."""
ALIKE = ("versions", "share")
"""Pages that are one kind, whichever document they are of."""
SAME_PAGE = {"tables.hint": "tables.show"}
"""Addresses of a page that is shown with something more on it: the table with a hint."""
MOST_OF_KIND = 3
"""Pages of one kind and game whose links are followed: more of them lead nowhere else."""
MOST_LINKS = 30
"""Links on a game's page."""
MOVED = {
    "/import": "/open",
    "/statement": "/open",
    "/library/restore": "/open",
    "/tables/verify": "/open",
    "/library": "/",
    "/library?in=trash&q=wolf": "/?q=wolf&in=trash",
    "/key": "/settings",
    "/away-from-the-net": "/settings#offline",
    "/library/delete": "/settings#delete",
    "/mechalyte/export": "/mechalyte/print?to=png",
    "/mechalyte/export?what=zones&to=tts&dpi=100": "/mechalyte/print?to=tts&what=zones&dpi=100",
}
"""Addresses of pages that are parts of others now."""


def links_of(client, address):
    """Return whether an address is a page, and where it leads: the links of the page, or where it redirects to."""
    answer = client.get(address)
    if answer.status_code in (301, 302, 303, 308):
        return False, [urljoin(address, answer.location)]
    if answer.status_code != 200 or answer.mimetype != "text/html":
        return False, []
    page = lxml.html.document_fromstring(answer.get_data(as_text=True))
    return True, list(dict.fromkeys(urljoin(address, link) for link in page.xpath("//a/@href")))


def kinds_of_pages(client):
    """Return the kinds of the pages within five clicks of Home: their endpoints, with those ALIKE as one."""
    routes, seen = client.application.url_map.bind("localhost"), Counter()
    known, queue = {"/"}, deque([("/", 0)])
    while queue:
        address, depth = queue.popleft()
        endpoint, values = routes.match(urlsplit(address).path)
        if seen[endpoint, values.get("slug")] == MOST_OF_KIND:
            continue
        is_page, links = links_of(client, address)
        moved = not is_page
        seen[endpoint, values.get("slug")] += is_page
        for link in links if moved or depth < DEEP else ():
            parts = urlsplit(link)
            is_here = parts.netloc in ("", "localhost") and routes.test(parts.path)
            if not is_here or parts.path in known or parts.path.startswith("/static/"):
                continue
            known.add(parts.path)
            queue.append((f"{parts.path}?{parts.query}" if parts.query else parts.path, depth + (not moved)))
    found = {SAME_PAGE.get(endpoint, endpoint) for (endpoint, _), count in seen.items() if count}
    return {name if name in ALIKE else endpoint for endpoint in found for name in [endpoint.rpartition(".")[2]]}


@pytest.mark.long
def test_a_first_visit_meets_few_kinds_of_pages(client):
    kinds = kinds_of_pages(client)
    assert {"home.home", "games.game", "tonight.show", "builds.new", "printing.choose", "tables.new"} <= kinds
    assert len(kinds) <= MOST_KINDS_FRESH, sorted(kinds)


@pytest.mark.long
def test_with_things_saved_there_are_few_kinds_more(client, post):
    post("/mechalyte/new", {"title": "Onion", "spec": "PAPAPA"})
    post("/techniconica/new", {"title": "Wolves", "mech-0-name": "Wolf", "mech-0-locomotor": "courier-wheels"})
    rows = "id,name,ar,dt,we,pc\nzinc-lid,Zinc Lid,2,1,2,0\n"
    post("/techniconica/packs", {"text": rows, "card-kind": "armour", "title": "Lids"})
    post("/mechalyte/house-rules", {"title": "Our club"})
    post("/mechalyte/tables/new", {"phones": "one"})
    kinds = kinds_of_pages(client)
    assert {"builds.edit", "packs.show", "house_rules.show", "tables.show"} <= kinds
    assert len(kinds) <= MOST_KINDS_SAVED, sorted(kinds)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_games_page_has_few_links_and_learning_comes_first(client, game):
    page = lxml.html.document_fromstring(client.get(f"/{game.slug}/").get_data(as_text=True))
    assert len(set(page.xpath("//a/@href"))) <= MOST_LINKS
    first = page.xpath("//main//p[contains(@class, 'game-first')]/a/@href")
    wanted = [*(["play-tonight"] if game.tonight else []), "new", "tables/new"]
    assert first[: len(wanted)] == [f"/{game.slug}/{path}" for path in wanted]


@pytest.mark.parametrize(("address", "now"), MOVED.items())
def test_an_address_of_before_leads_to_the_page_that_has_its_part(client, address, now):
    answer = client.get(address)
    assert (answer.status_code, answer.location) == (301, now)
    assert client.get(now).status_code == 200


def test_the_menus_have_five_words_and_more(client):
    for address in ("/", *(f"/{game.slug}/" for game in GAMES)):
        page = lxml.html.document_fromstring(client.get(address).get_data(as_text=True))
        words = [word.text_content().strip() for word in page.xpath("//ul[@class='menu']/li/a")]
        assert len(words) <= 5, address
        assert address == "/" or {"Learn", "Table"} <= set(words), address


def test_after_builds_are_saved_each_game_is_one_tap_from_home(client, post):
    post("/mechalyte/new", {"title": "Onion", "spec": "PAPAPA"})
    page = lxml.html.document_fromstring(client.get("/").get_data(as_text=True))
    links = page.xpath("//nav[@aria-label='Games']//a/@href")
    for game in GAMES:
        assert {f"/{game.slug}/", f"/{game.slug}/new", f"/{game.slug}/play-tonight", f"/{game.slug}/print"} <= set(
            links
        )


def test_the_token_of_a_form_that_was_open_before_still_fits(client):
    """A form that was loaded before the pages were put together sends to the address it had."""
    sent = {"csrf_token": token_of(client), "text": "Mechalyte: PAPAPA"}
    assert client.post("/import", data=sent).status_code == client.post("/open", data=sent).status_code
