"""The page of a document's versions: what each changed, page by page; thinning them out, asked first."""

import html
import re

import pytest
from sqlalchemy import event
from sqlalchemy import text as sql

from companion.storage import public_pictures
from tests.web.conftest import link_to, token_of

GAME = "mecha-mettle"
FOUR = ["recombinator", "long-range-scanner", "emergency-shields", "flux-engine"]


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


def changes(client, address, page=""):
    """Return what a page of versions says of each, by number, in the order of the page."""
    shown = text(client.get(f"{address}/versions{page}"))
    rows = re.findall(r'<strong>Version (\d+)</strong>.*?<span class="version-change">(.*?)</span>', shown, re.S)
    return {int(number): said.replace("\N{NO-BREAK SPACE}", " ") for number, said in rows}


@pytest.fixture
def store(app):
    return app.extensions["store"]


@pytest.fixture
def build(post):
    return post(f"/{GAME}/new", {"title": "Turner", "seat": "1", "components": FOUR[:2]}).location


def ident(address):
    return address.rpartition("/")[2]


def save(store, address, count=1, **fields):
    """Save versions that differ in their titles, or one with other fields."""
    document = store.get(ident(address))
    for number in range(count):
        title = {} if fields else {"title": f"Title {document.version + 1 + number}"}
        store.save(ident(address), {**document.data, **title, **fields})


def test_each_version_says_what_it_changed(client, store, build):
    save(store, build, components=FOUR[1:3])
    save(store, build, title="Burner")
    assert changes(client, build) == {
        3: "Renamed to Burner",
        2: "Emergency Shields added; Recombinator removed",
        1: "First version",
    }
    links = f"one={ident(build)}&other={ident(build)}&one-version=2&other-version=3"
    assert links in text(client.get(f"{build}/versions"))


def test_what_a_version_says_is_text(client, store, build):
    save(store, build, title="<b>Bold</b>")
    assert "Renamed to &lt;b&gt;Bold&lt;/b&gt;" in client.get(f"{build}/versions").get_data(as_text=True)


def test_a_packs_versions_say_which_cards_changed(client, post, store):
    pack = post(f"/{GAME}/packs", {"title": "My box"}).location
    card = {"id": "tin-lid", "name": "Tin Lid", "category": "defense", "level": 1, "text": "-", "when": "any time"}
    save(store, pack, component=[card])
    save(store, pack, component=[{**card, "level": 2}])
    assert changes(client, pack) == {3: "Tin Lid: Level 1 → 2", 2: "Tin Lid added", 1: "First version"}


@pytest.mark.parametrize("stored", ["{broken", "[]", '{"game": "mecha-mettle", "components": 5}', "7"])
def test_a_version_that_cannot_be_read_says_so_and_the_others_stand(client, store, build, stored):
    save(store, build, 3)
    with store.writing() as session:
        session.execute(sql("UPDATE versions SET data = :data WHERE number = 2"), {"data": stored})
    found = changes(client, build)
    assert found[4] == "Renamed to Title 4" and found[1] == "First version"
    assert found[3] == "Version 2 cannot be read, so what changed is not known."
    assert found[2].startswith("This version cannot be read: ")


@pytest.mark.long
@pytest.mark.parametrize(
    ("page", "newest", "oldest", "links"),
    [
        ("", 60, 36, {"Older"}),
        ("?page=2", 35, 11, {"Newer", "Older"}),
        ("?page=3", 10, 1, {"Newer"}),
        ("?page=4", 10, 1, {"Newer"}),
        ("?page=0", 60, 36, {"Older"}),
        ("?page=x", 60, 36, {"Older"}),
    ],
)
def test_versions_come_a_page_at_a_time(client, store, build, page, newest, oldest, links):
    save(store, build, 59)
    found = changes(client, build, page)
    assert [*found] == list(range(newest, oldest - 1, -1))
    assert found[oldest] == (f"Renamed to Title {oldest}" if oldest > 1 else "First version")
    shown = text(client.get(f"{build}/versions{page}"))
    assert {link for link in ("Newer", "Older") if f">{link}</a>" in shown} == links


@pytest.mark.long
def test_only_the_versions_of_a_page_are_read_and_the_one_before(client, store, build):
    save(store, build, 59)
    asked = []
    event.listen(store.engine, "before_cursor_execute", lambda *given: asked.append(given[2:4]))
    client.get(f"{build}/versions")
    data = [values for said, values in asked if "versions.data" in said]
    page = data[1].values() if isinstance(data[1], dict) else data[1]
    assert len(data) == 2, "the document, then the versions of its page"
    assert {value for value in page if isinstance(value, int)} == set(range(35, 61))


def test_a_single_version_is_not_thinned_out(client, store, build):
    assert "Delete old versions" not in text(client.get(f"{build}/versions"))
    save(store, build)
    assert "Delete old versions" in text(client.get(f"{build}/versions"))


def going(answer):
    """Return the numbers that a page asks to confirm."""
    found = re.search(r'name="numbers" value="([\d ]*)"', text(answer))
    return [int(number) for number in found[1].split()] if found else []


@pytest.mark.long
def test_every_tenth_stays_and_what_is_shared_and_nothing_goes_before_it_is_confirmed(client, post, store, build):
    save(store, build, 24)
    public_pictures.make(store, store.get(ident(build), 7), {"what": ["cards"]})
    asked = post(f"{build}/thin", {"keep": "tenth"})
    assert asked.status_code == 200 and "21 versions would be deleted, 4 kept." in text(asked)
    assert going(asked) == [n for n in range(1, 25) if n not in (7, 10, 20)]
    assert "To be deleted: 1-6, 8-9, 11-19, 21-24." in text(asked)
    assert len(store.versions(ident(build))) == 25
    save(store, build)
    said = post(f"{build}/thin", {"numbers": " ".join(map(str, going(asked)))}, follow_redirects=True)
    assert "21 versions removed for good." in text(said)
    assert changes(client, build) == {
        26: "Renamed to Title 26",
        25: "Since version 20: Renamed to Title 25",
        20: "Since version 10: Renamed to Title 20",
        10: "Since version 7: Renamed to Title 10",
        7: "The versions before it were removed",
    }


def test_the_last_version_of_each_day_stays(post, store, build):
    save(store, build, 5)
    days = {1: "20T10", 2: "20T23", 3: "21T00", 4: "21T01", 5: "22T09", 6: "22T10"}
    with store.writing() as session:
        for number, day in days.items():
            values = {"saved": f"2026-11-{day}:00:00+00:00", "number": number}
            session.execute(sql("UPDATE versions SET saved = :saved WHERE number = :number"), values)
    assert going(post(f"{build}/thin", {"keep": "day"})) == [1, 3, 5]


def test_what_is_ticked_stays_and_other_pages_are_left_alone(client, post, store, build):
    save(store, build, 29)
    listed = re.search(r'name="listed" value="([\d ]+)"', text(client.get(f"{build}/versions?page=2")))[1]
    assert going(post(f"{build}/thin", {"keep": "ticked", "listed": listed, "stays": ["2", "4", "x"]})) == [1, 3, 5]
    assert "No version would be deleted" in text(post(f"{build}/thin", {"keep": "ticked"}))


@pytest.mark.parametrize("form", [{}, {"keep": "all"}, {"stays": "1"}])
def test_a_choice_that_the_page_does_not_offer_is_refused(post, store, build, form):
    save(store, build)
    assert post(f"{build}/thin", form).status_code == 400
    assert len(store.versions(ident(build))) == 2


@pytest.mark.parametrize("numbers", ["", "2", "0 99 x -1 ² 99999999999"])
def test_the_newest_and_what_is_no_version_are_not_removed(post, store, build, numbers):
    save(store, build)
    assert "0 versions removed" in text(post(f"{build}/thin", {"numbers": numbers}, follow_redirects=True))
    assert len(store.versions(ident(build))) == 2


def test_whoever_has_the_edit_link_sees_no_form_and_is_refused(app, client, store, build):
    save(store, build)
    other, link = app.test_client(), link_to(client, build, "edit")
    page = text(other.get(f"{link}/versions"))
    assert "Renamed to Title 2" in page and "Delete old versions" not in page
    for form in ({"keep": "day"}, {"numbers": "1"}):
        assert other.post(f"{link}/thin", data={"csrf_token": token_of(other), **form}).status_code == 403
    assert len(store.versions(ident(build))) == 2
