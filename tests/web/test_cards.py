"""The Cards page of a game: gallery, card packs, shelf and collection as tabs, and where their former addresses lead."""

import lxml.html
import pytest

from companion.games import GAMES
from tests.apps import empty_database, lent
from tests.web.conftest import link_to, page_of

GAME = "/techniconica"
TABS = {"": "All cards", "packs": "Card packs", "shelf": "Shelf", "collection": "My collection"}
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@EACH_GAME
def test_every_tab_is_a_link_away_from_every_other(client, game):
    home = f"/{game.slug}/cards"
    addresses = {title: f"{home}?tab={tab}" if tab else home for tab, title in TABS.items()}
    for title, address in addresses.items():
        page = page_of(client, address)
        links = page.xpath("//nav[@class='tabs']//a")
        assert {link.text: link.get("href") for link in links} == addresses
        assert [link.text for link in links if link.get("aria-current") == "page"] == [title]
        assert [head.text for head in page.xpath("//h1")] == ["Cards"]


@pytest.mark.parametrize(
    ("former", "today"),
    [
        ("packs", "cards?tab=packs"),
        ("packs/shelf?search=lid&page=2", "cards?search=lid&page=2&tab=shelf"),
        ("packs/shelf?tab=packs", "cards?tab=shelf"),
        ("collection", "cards?tab=collection"),
    ],
)
def test_a_former_address_leads_to_its_tab_with_its_query(client, former, today):
    answer = client.get(f"{GAME}/{former}")
    assert (answer.status_code, answer.location) == (301, f"{GAME}/{today}")
    page_of(client, answer.location)


@pytest.mark.parametrize("tab", ["nothing", "Packs", "packs/shelf", "%00"])
def test_a_tab_that_is_none_is_not_found(client, tab):
    assert client.get(f"{GAME}/cards?tab={tab}").status_code == 404


@pytest.mark.parametrize(
    ("path", "form", "title"),
    [
        ("packs", {"title": "", "text": "{"}, "Card packs"),
        ("collection", {"own.fuel-cell": "many"}, "My collection"),
    ],
)
def test_what_cannot_be_read_is_shown_in_its_tab(post, path, form, title):
    answer = post(f"{GAME}/{path}", form)
    assert answer.status_code == 422
    page = lxml.html.document_fromstring(answer.get_data(as_text=True))
    assert page.xpath("//nav[@class='tabs']//a[@aria-current]/text()") == [title]


def test_only_the_gallery_is_kept_for_reading_without_a_connection(client):
    assert client.get(f"{GAME}/cards").headers["X-Offline"].startswith("own ")
    for tab in list(TABS)[1:]:
        assert client.get(f"{GAME}/cards?tab={tab}").headers["X-Offline"].startswith("pass ")


def test_a_view_link_opens_no_other_tab_without_the_password(tmp_path):
    settings = {"TESTING": True, "RATELIMIT_ENABLED": False, "COMPANION_PASSWORD": "eight mechs"}
    with lent(empty_database(tmp_path / "web.sqlite3"), **settings) as app:
        owner, friend = app.test_client(), app.test_client()
        form = {"csrf_token": _token(owner), "password": "eight mechs", "back": "/"}
        assert owner.post("/password", data=form).status_code == 303
        draft = {"title": "Wolf", "mech-0-name": "Wolf", "mech-0-locomotor": "courier-wheels"}
        build = owner.post(f"{GAME}/new", data={"csrf_token": form["csrf_token"], **draft}).location
        named = link_to(owner, build).rpartition("/")[2]
        assert friend.get(f"{GAME}/cards?build={named}").status_code == 200
        for tab in list(TABS)[1:]:
            answer = friend.get(f"{GAME}/cards?build={named}&tab={tab}", follow_redirects=True)
            assert answer.request.path == "/password"


def _token(client):
    page = page_of(client, "/password")
    return page.xpath("//input[@name='csrf_token']/@value")[0]
