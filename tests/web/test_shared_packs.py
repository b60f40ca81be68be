"""Packs between players: a view link, following it or staying with a version, the shelf."""

import re

import pytest

from companion.web.packs import shared
from tests.web.conftest import link_to
from tests.web.test_keys import make as make_key
from tests.web.test_ownership import GAME, LID, Browser, ident

CARDS, INDEX = f"/{GAME}/cards", f"/{GAME}/packs"
PACKS, SHELF = f"{CARDS}?tab=packs", f"{CARDS}?tab=shelf"


class Maker(Browser):
    """A browser with a pack of one card."""

    def __init__(self, app, title="Lids"):
        super().__init__(app)
        self.pack = self.send(INDEX, {"title": title, "text": ""}).location
        self.add("Tin Lid")

    def add(self, name):
        assert self.send(f"{self.pack}/card?kind=armour", {**LID, "name": name}).status_code == 303

    @property
    def link(self):
        return link_to(self.client, self.pack)


@pytest.fixture
def maker(app):
    return Maker(app)


@pytest.fixture
def friend(app):
    return Browser(app)


def use(browser, link, **form):
    answer = browser.send(f"{link}/use", {"used": "1", **form})
    assert answer.status_code == 303
    return browser.read(answer.location)


@pytest.mark.long
def test_a_pack_that_is_used_by_its_link_follows_later_versions(maker, friend):
    assert "Tin Lid" not in friend.read(CARDS)
    assert "New builds, dice, prints and pages use this pack now." in use(friend, maker.link)
    assert "Tin Lid" in friend.read(CARDS) and "Zinc Lid" not in friend.read(CARDS)
    assert "Tin Lid" in friend.read(f"/{GAME}/new")
    maker.add("Zinc Lid")
    assert "Zinc Lid" in friend.read(CARDS)
    assert "follows later versions, now version 3" in friend.read(PACKS)


@pytest.mark.long
def test_a_pinned_pack_stays_as_it_was_until_it_is_followed_again(maker, friend):
    link = maker.link
    assert "In use, at version 2" in use(friend, link, version="pinned")
    maker.add("Zinc Lid")
    assert "Tin Lid" in friend.read(CARDS) and "Zinc Lid" not in friend.read(CARDS)
    page = friend.read(link)
    assert "Follow later versions" in page and "Use version 3" in page
    assert "In use, at version 3" in use(friend, link, version="pinned")
    assert "Zinc Lid" in friend.read(CARDS)
    maker.add("Brass Lid")
    assert "Brass Lid" not in friend.read(CARDS)
    use(friend, link, version="newest")
    assert "Brass Lid" in friend.read(CARDS)
    assert friend.read(PACKS).count("in use") == 1


def test_a_version_that_somebody_stays_with_is_shared(app, maker, friend):
    store = app.extensions["store"]
    link = maker.link
    maker.add("Zinc Lid")
    assert not store.get(ident(maker.pack), 3).shared
    use(friend, link, version="pinned")
    assert store.get(ident(maker.pack), 3).shared


def test_a_link_that_is_taken_back_ends_its_use_and_builds_keep_their_copy(maker, friend):
    link = maker.link
    use(friend, link)
    form = {"title": "Wolf", "mech-0-name": "Wolf", "mech-0-locomotor": "courier-wheels"}
    build = friend.send(f"/{GAME}/new", {**form, "mech-0-locomotor-attached": "tin-lid"}).location
    maker.send(f"{maker.pack}/links", {"kind": "view", "act": "renew"})
    assert "Tin Lid" not in friend.read(CARDS)
    assert "Tin Lid" in friend.read(build)
    assert "A pack that is not shared any more" in friend.read(PACKS)
    assert friend.client.get(link).status_code == 404
    assert "not shared any more" not in friend.read(friend.send(f"{link}/use", {"used": "0"}).location)
    assert "not shared any more" not in friend.read(PACKS)


def test_a_build_with_a_followed_pack_is_told_what_changed_in_it(maker, friend):
    link = maker.link
    use(friend, link)
    form = {"title": "Wolf", "mech-0-name": "Wolf", "mech-0-locomotor": "courier-wheels"}
    build = friend.send(f"/{GAME}/new", {**form, "mech-0-locomotor-attached": "tin-lid"}).location
    assert 'name="take-pack"' not in friend.read(build)
    maker.add("Zinc Lid")
    assert 'name="take-pack"' in friend.read(build)


def test_a_stranger_uses_no_pack_by_its_id(maker, friend):
    assert friend.send(f"{maker.pack}/use", {"used": "1"}).status_code == 404
    assert friend.send(f"{maker.pack}.{'a' * 22}/use", {"used": "1"}).status_code == 404
    assert "in use" not in friend.read(PACKS)


def test_the_shelf_shows_what_its_owner_puts_there(app, maker, friend):
    assert "Lids" not in friend.read(SHELF)
    answer = maker.send(f"{maker.pack}/shelf", {"shown": "1"})
    assert "On the shelf" in maker.read(answer.location)
    page = friend.read(SHELF)
    link = re.search(rf'href="({INDEX}/[^"]+)"><strong>Lids</strong>', page)[1]
    assert "1 card, version 2" in page
    assert "Tin Lid" in friend.read(link)
    assert "Lids" in friend.read(f"{SHELF}&search=lid") and "Lids" not in friend.read(f"{SHELF}&search=hat")
    assert "Lids" not in friend.read("/mechalyte/cards?tab=shelf")
    maker.send(f"{maker.pack}/links", {"kind": "view", "act": "renew"})
    assert friend.client.get(link).status_code == 404
    renewed = re.search(rf'href="({INDEX}/[^"]+)"><strong>Lids</strong>', friend.read(SHELF))[1]
    assert renewed != link and "Tin Lid" in friend.read(renewed)
    maker.send(f"{maker.pack}/shelf", {"shown": "0"})
    assert "Lids" not in friend.read(SHELF)


def test_a_pack_in_the_trash_is_on_no_shelf(maker, friend):
    maker.send(f"{maker.pack}/shelf", {"shown": "1"})
    assert maker.send(f"{maker.pack}/delete").status_code == 303
    assert "Lids" not in friend.read(SHELF)


@pytest.mark.parametrize("query", ["&page=0", "&page=-1", "&page=9999999999", "&page=x", "&search=%00", "&search=%25"])
def test_any_query_of_the_shelf_is_answered(friend, query):
    assert friend.client.get(f"{SHELF}{query}").status_code == 200


@pytest.mark.long
def test_the_shelf_is_shown_a_page_at_a_time(app, friend):
    for number in range(61):
        maker = Maker.__new__(Maker)
        Browser.__init__(maker, app)
        pack = maker.send(INDEX, {"title": f"Box {number}", "text": ""}).location
        maker.send(f"{pack}/shelf", {"shown": "1"})
    first, second = friend.read(SHELF), friend.read(f"{SHELF}&page=2")
    assert first.count("<strong>Box") == 60 and second.count("<strong>Box") == 1
    assert "Older" in first and "Older" not in second and "Newer" in second


@pytest.mark.parametrize(
    ("page", "title", "newer", "older"),
    [
        ("", "Box", False, True),
        ("&page=0", "Box", False, True),
        ("&page=2", "Lids", True, False),
        ("&page=3", "", True, False),
    ],
)
def test_a_page_of_the_shelf_leads_to_the_next_and_the_one_before(
    maker, friend, monkeypatch, page, title, newer, older
):
    monkeypatch.setattr(shared, "MOST_SHOWN", 1)
    box = maker.send(INDEX, {"title": "Box", "text": ""}).location
    for pack in (box, maker.pack):
        maker.send(f"{pack}/shelf", {"shown": "1"})
    shown = friend.read(f"{SHELF}{page}")
    assert re.findall(r"<strong>(Lids|Box)<", shown) == [title] * bool(title)
    assert ("Newer" in shown, "Older" in shown) == (newer, older)


@pytest.mark.parametrize("is_in_use_there", [True, False])
def test_a_pack_in_use_by_its_link_stays_in_use_where_its_owners_key_is_entered(maker, friend, is_in_use_there):
    """What was somebody else's is one's own then: it is merged once, and no renewed link takes it away."""
    use(friend, maker.link, version="pinned")
    if not is_in_use_there:
        maker.send(f"{maker.pack}/use", {"used": "0"})
    key = make_key(maker)
    assert friend.send("/key/enter", {"key": " ".join(key)}).status_code == 303
    assert "Tin Lid" in friend.read(CARDS) and friend.read(PACKS).count("✓ in use") == (1 if is_in_use_there else 2)
    maker.send(f"{maker.pack}/links", {"kind": "view", "act": "renew"})
    assert "Tin Lid" in friend.read(CARDS) and "not shared any more" not in friend.read(PACKS)
