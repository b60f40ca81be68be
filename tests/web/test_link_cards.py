"""Cards of links in chats: which links have one, what it says and shows, that a fetch changes nothing."""

import io
import re
from html import unescape

import lxml.html
import numpy as np
import pytest
from PIL import Image

from companion.printing.pdf import preview
from companion.storage import tables
from companion.web import create_app
from companion.web.shared import link_cards
from companion.web.shell import password
from tests.pairs import few_first
from tests.web.conftest import link_to, token_of
from tests.web.test_table_report import finish, report
from tests.web.test_tables import ROLES, SPECS, Evening, evening  # noqa: F401

HOST = "https://mechs.example.org"
HOSTILE = (
    "🤖" * 200,
    " ".join("🤖" * n for n in range(12, 20)),
    "‮אבגד שלום " * 200,
    "<b>{power}</b> & \\\\ " * 20,
    "W" * 10_000,
    "́" * 300,
    "",
)
OTHER_PAGES = ("/log", "/at/1", "/rulings", "/links")


@pytest.fixture
def app(app):
    app.config["COMPANION_URL"] = HOST
    return app


def metas(page):
    return {
        name: unescape(value) for name, value in re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)"', page)
    }


def picture(client, address):
    """Fetch a picture by the address that a card gives, and return it."""
    assert address.startswith(f"{HOST}/")
    answer = client.get(address.removeprefix(HOST))
    assert (answer.status_code, answer.mimetype) == (200, "image/png"), answer.text[:300]
    assert "Set-Cookie" not in answer.headers
    image = Image.open(io.BytesIO(answer.data))
    assert image.size == (1200, 630)
    return image.convert("RGB")


def differing_share(one, other):
    """Return the share of the pixels that differ."""
    return np.any(np.asarray(one) != np.asarray(other), axis=2).mean()


def test_a_table_has_a_card_at_its_links_to_join_and_to_watch_alone(evening):  # noqa: F811
    cards = {role: metas(evening.page(role)) for role in ROLES}
    assert {role for role, card in cards.items() if card} == {"join", "watch"}
    for role in ("join", "watch"):
        assert cards[role]["og:url"] == HOST + evening.path(role)
        assert picture(evening.app.test_client(), cards[role]["og:image"])
        assert (cards[role]["og:image:width"], cards[role]["og:image:height"]) == ("1200", "630")
    assert cards["join"]["og:title"] == "Join Friday" and cards["watch"]["og:title"] == "Friday"
    assert cards["watch"]["og:description"] == "Mechalyte. Ana and Ben sit here. Waits for Ana and Ben."
    for role in ("watch", "seat-0", "host"):
        for path in OTHER_PAGES:
            assert not metas(evening.client(role).get(evening.path(role) + path).text), (role, path)


def test_a_free_seats_own_link_and_an_offer_have_none(app):
    table = Evening(app)
    assert "Your name at the table" in table.page("seat-0") and not metas(table.page("seat-0"))
    assert not metas(table.page("offer")) and table.guest.get(f"{table.path('offer')}/picture.png").status_code == 404
    invitation = metas(table.page("join"))
    assert invitation["og:description"] == "Mechalyte. Nobody sits here yet, 2 seats free."


def test_a_fetch_takes_no_seat_and_writes_nothing(app):
    table = Evening(app)
    table.sit(0, "Ana")
    store, table_id = app.extensions["store"], table.home.rpartition("/")[2]
    before = tables.read(store, table_id), table.events()
    for role in ("join", "watch"):
        stranger = app.test_client()
        stranger.get(table.path(role), headers={"User-Agent": "facebookexternalhit/1.1"})
        picture(stranger, metas(table.page(role))["og:image"])
    assert (tables.read(store, table_id), table.events()) == before


def test_the_picture_changes_with_the_table_and_so_does_its_address(evening):  # noqa: F811
    first = metas(evening.page("watch"))["og:image"]
    before = picture(evening.guest, first)
    for seat, spec in enumerate(SPECS):
        evening.play(seat, "seal", **{"sealed.spec": spec})
    second = metas(evening.page("watch"))["og:image"]
    assert second != first and differing_share(before, picture(evening.guest, second)) > 0.02


def test_what_is_sealed_is_in_no_picture(app):
    pictures = []
    for spec in ("AAAAAA", "SPSPMA"):
        table = Evening(app)
        table.sit(0, "Ana")
        table.sit(1, "Ben")
        assert table.play(0, "seal", **{"sealed.spec": spec}).status_code == 303
        pictures.append([table.guest.get(f"{table.path(role)}/picture.png").data for role in ("join", "watch")])
    assert pictures[0] == pictures[1]


def test_a_report_has_a_card_where_a_spectator_reads_it(evening):  # noqa: F811
    finish(evening)
    found = {role: metas(report(evening, role).text) for role in ROLES}
    assert {role for role, card in found.items() if card} == {"watch"}
    card = found["watch"]
    assert card["og:title"] == "Ana won – Friday" and card["og:url"] == f"{HOST}{evening.path('watch')}/report"
    assert card["og:description"] == "Mechalyte: Ben gave up. Played by Ana and Ben."
    assert picture(evening.app.test_client(), card["og:image"])
    assert metas(evening.page("join"))["og:title"] == "Friday"


@pytest.mark.parametrize("names", [None, "hidden"])
def test_a_report_is_downloaded_or_shared_as_a_picture(evening, names):  # noqa: F811
    """The button sends what the page shows: with names, or without."""
    page = lxml.html.document_fromstring(report(finish(evening), "seat-0", names=names).text)
    (button,) = page.xpath("//button[@data-share-file]")
    address = button.get("data-share-file")
    assert (button.get("data-kind"), button.get("data-name")) == ("image/png", "mechalyte.png")
    assert page.xpath("//a[@download]/@href") == page.xpath("//figure//img/@src") == [address]
    assert address == f"{evening.path('seat-0')}/report.png{'?names=hidden' if names else ''}"
    assert picture(evening.guest, HOST + address)


def test_hidden_names_are_in_no_card_and_no_picture(app):
    pictures = []
    for name in ("Ana", "Zoe"):
        table = Evening(app)
        table.sit(0, name)
        table.sit(1, "Ben")
        finish(table)
        card = metas(report(table, "watch", names="hidden").text)
        assert card["og:title"] == "Side A won – Friday" and not any(name in text for text in card.values())
        pictures.append([report(table, "watch", ".png", names=names).data for names in ("hidden", None)])
    (hidden, shown), (other_hidden, other_shown) = pictures
    assert hidden == other_hidden and shown != other_shown


@pytest.mark.parametrize("words", few_first(2, HOSTILE), ids=range(len(HOSTILE)))
def test_hostile_words_give_a_picture(app, words):
    table = Evening(app, title=words)
    for seat in (0, 1):
        table.sit(seat, words[:30] or "x")
    for role in ("join", "watch"):
        card = metas(table.page(role))
        assert len(card["og:title"]) <= 120 and picture(table.guest, card["og:image"])
    finish(table)
    assert picture(table.guest, metas(report(table).text)["og:image"])
    address = table.host.post(
        "/techniconica/new", data={"csrf_token": token_of(table.host), "title": words[:120]}
    ).location
    assert picture(table.host, f"{HOST}{address}/portrait.png")


def test_names_without_letters_of_ours_are_sides_in_the_picture(app):
    data = []
    for name in ("龍城", "竜"):
        table = Evening(app)
        table.sit(0, name)
        table.sit(1, "Ben")
        data.append(table.guest.get(f"{table.path('watch')}/picture.png").data)
    assert data[0] == data[1]


def test_only_the_view_link_of_a_build_has_a_card(app, client, post):
    address = post("/techniconica/new", {"title": "Wolf", "mech-0-locomotor": "courier-wheels"}).location
    assert not metas(client.get(address).text)
    edit, view = link_to(client, address, "edit"), link_to(client, address)
    other = app.test_client()
    assert not metas(other.get(edit).text)
    card = metas(other.get(view).text)
    assert card["og:title"] == "Wolf" and card["og:url"] == HOST + view
    assert re.fullmatch(
        r"Squad for Techniconica: not legal, \d problems?\. Weight .*Speed \d\.", card["og:description"]
    )
    assert picture(other, card["og:image"])


def test_a_picture_is_drawn_once(evening, monkeypatch):  # noqa: F811
    address = f"{evening.path('watch')}/picture.png"
    link_cards._png.cache.clear()
    first = evening.guest.get(address).data
    monkeypatch.setattr(preview, "pages", None)
    assert evening.guest.get(address).data == first
    assert link_cards._png.cache.maxsize == link_cards.MOST_PICTURES


def test_a_server_with_a_password_tells_a_stranger_nothing_of_a_table(tmp_path, monkeypatch):
    monkeypatch.setenv(password.SETTING, "eight mechs")
    app = create_app(f"sqlite:///{tmp_path}/club.sqlite3", "k" * 32, TESTING=True, RATELIMIT_ENABLED=False)
    member = app.test_client()
    token = token_of(member, "/password")
    member.post("/password", data={"csrf_token": token, "password": "eight mechs"})
    monkeypatch.setattr(app, "test_client", lambda: member)
    table = Evening(app)
    monkeypatch.undo()
    for path in (table.link("join"), f"{table.link('join')}/picture.png", f"{table.link('watch')}/picture.png"):
        answer = app.test_client().get(path)
        assert (answer.status_code, answer.location.partition("?")[0]) == (303, "/password")
        assert not metas(app.test_client().get(answer.location).text)
    app.extensions["store"].close()


def test_pictures_count_in_the_limits(tmp_path):
    app = create_app(f"sqlite:///{tmp_path}/limits.sqlite3", "k" * 32, TESTING=True)
    table = Evening(app)
    left = [
        int(app.test_client().get(f"{table.path('watch')}{path}").headers["X-RateLimit-Remaining"])
        for path in ("/picture.png", "/picture.png", "", "")
    ]
    assert left[0] - left[1] == left[2] - left[3] == 1
    app.extensions["store"].close()
