"""The library's page: what it shows, finds and does to many at once; the file with everything; deletion; signing out."""

import io
import re
import zipfile
from datetime import UTC, datetime
from types import SimpleNamespace
from urllib.parse import parse_qsl, quote

import lxml.html
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from sqlalchemy import text as sql
from werkzeug.datastructures import MultiDict

from companion.storage import pictures
from companion.storage.library import MOST_TAGS, PER_PAGE, DocumentHead, LibraryCounts, LibraryFilter
from companion.storage.owner_file import RestoredCounts
from companion.storage.quotas import Quota
from companion.web.library import entries, everything
from companion.web.library import page as library_page
from companion.web.library.acts import ACTS
from tests.web.conftest import link_to, token_of
from tests.web.test_keys import enter, make
from tests.web.test_ownership import Browser, ident, stored

GAME = "techniconica"
FILE = f"/library/{everything.FILE}"


@pytest.fixture
def me(app):
    return Browser(app)


@pytest.fixture
def other(app):
    return Browser(app)


def build(browser, title, game=GAME):
    return ident(browser.send(f"/{game}/new", {"title": title}).location)


def everything_of(browser):
    """Make one document of each kind; return their ids by kind."""
    made = {
        "build": build(browser, "Lone wolf"),
        "pack": ident(browser.send(f"/{GAME}/packs", {"title": "Lids"}).location),
    }
    browser.send(f"/{GAME}/collection", {"own.fuel-cell": "2"})
    browser.send("/mechalyte/matchup", {"list": "PAPAPA", "do": "bring", "text": "PAPAPA"})
    store = browser.client.application.extensions["store"]
    owner = store.get(made["build"]).owner
    made["collection"] = store.list(owner, kind="collection")[0].id
    made["opponent"] = store.list(owner, kind="opponent")[0].id
    return made


def shown(browser, address="/"):
    answer = browser.client.get(address)
    assert answer.status_code == 200, address
    return lxml.html.document_fromstring(answer.get_data(as_text=True))


def words(element):
    return re.sub(r"\s+", " ", element.text_content()).strip()


def titles(browser, address="/"):
    return [words(title) for title in shown(browser, address).xpath("//ul[@class='library-list']//strong")]


def act(browser, do, *ids, **form):
    return browser.send("/library", {"do": do, "id": list(ids), **form})


def refusals(answer, status=409):
    assert answer.status_code == status
    page = lxml.html.document_fromstring(answer.get_data(as_text=True))
    return [words(entry) for entry in page.xpath("//div[@class='input-errors']//li")]


def test_a_hundred_letters_of_a_search_are_looked_at(me):
    build(me, "x" * 100)
    assert titles(me, f"/?q={'x' * 100}y") == ["x" * 100]
    assert titles(me, f"/?q={'x' * 99}y") == []


def test_who_has_nothing_sees_what_to_do_first(me):
    page = shown(me)
    assert "Nothing yet" in words(page.xpath("//main")[0])
    assert f"/{GAME}/new" in page.xpath("//main//a/@href") and not page.xpath("//main//form[@role='search']")
    with me.client.session_transaction() as cookie:
        assert "owner" not in cookie, "looking makes nobody an owner"


def test_everything_of_a_player_stands_there_with_what_it_is_and_opens(me):
    everything_of(me)
    page = shown(me)
    entries = {
        words(entry.xpath(".//strong")[0]): entry for entry in page.xpath("//li[contains(@class, 'library-item')]")
    }
    assert set(entries) == {"Lone wolf", "Lids", "Collection", "PAPAPA"}
    assert "✕" in words(entries["Lone wolf"]) and "Card pack ·" in words(entries["Lids"])
    assert "Pasted opponent ·" in words(entries["PAPAPA"]) and "Collection ·" in words(entries["Collection"])
    assert entries["Lone wolf"].xpath(".//img/@src")[0].startswith(f"/{GAME}/builds/")
    for entry in entries.values():
        shown(me, entry.xpath("./a/@href")[0])


def test_it_is_linked_from_every_page_and_the_menus(me):
    for address in ("/", f"/{GAME}/"):
        links = shown(me, address).xpath("//a/@href")
        assert "/" in links
    assert f"/?game={GAME}#mine" in shown(me, f"/{GAME}/").xpath("//details[@data-menu]//a/@href")


def test_tags_stand_on_the_builds_of_home_and_of_the_games_page(me):
    act(me, "tag", build(me, "Wolf"), tags="league,friday")
    for address in ("/", f"/{GAME}/"):
        (tile,) = shown(me, address).xpath(
            "//li[contains(@class, 'library-item')] | //ul[contains(@class, 'things')]/li"
        )
        assert "league" in words(tile) and "friday" in words(tile)


def test_a_search_and_filters_find_and_the_page_says_how_much(me):
    for title in ("Red wolf", "Blue wolf", "Fox"):
        build(me, title)
    build(me, "Wolf spec", "mechalyte")
    assert titles(me, "/?q=wolf&sort=title") == ["Blue wolf", "Red wolf", "Wolf spec"]
    assert titles(me, f"/?q=wolf&game={GAME}&sort=title") == ["Blue wolf", "Red wolf"]
    assert titles(me, "/?kind=pack") == []
    page = shown(me, "/?q=wolf")
    assert "3 documents found" in words(page) and page.xpath("//input[@type='search']/@value") == ["wolf"]
    assert "Techniconica (3)" in words(page.xpath("//select[@name='game']")[0])
    assert "Nothing matches" in words(shown(me, "/?q=bear"))


@pytest.mark.parametrize(
    "query",
    ["game=chess", "kind=spell", "sort=colour", "in=cellar", "page=0", "page=-1", "page=x", "page=99999999999999999999"]
    + ["page=²", "q=%00", "tag=%00"],
)
def test_what_no_filter_can_be_is_left_out(me, query):
    build(me, "Fox")
    assert titles(me, f"/?{query}") == ["Fox"]


@pytest.mark.parametrize("do", sorted(ACTS))
def test_each_act_changes_all_that_is_chosen_and_the_filter_stays(app, me, do):
    names = [build(me, "One"), build(me, "Two")]
    if do == "take-out":
        act(me, "archive", *names)
    if do == "restore":
        act(me, "delete", *names)
    if do == "untag":
        act(me, "tag", *names, tags="league")
    chosen = names[:1] if do == "rename" else names
    before = [app.extensions["store"].get(name) for name in names]
    answer = act(me, do, *chosen, tags="league", title="Renamed", q="o", game=GAME, sort="title", page="2")
    assert answer.status_code == 303 and answer.location == f"/?q=o&game={GAME}&sort=title&page=2"
    documents = [app.extensions["store"].get(name) for name in names]
    assert {
        "tag": lambda: [document.tags for document in documents] == [("league",)] * 2,
        "untag": lambda: [document.tags for document in documents] == [()] * 2,
        "archive": lambda: all(document.archived for document in documents),
        "take-out": lambda: not any(document.archived for document in documents),
        "delete": lambda: all(document.deleted for document in documents),
        "restore": lambda: not any(document.deleted for document in documents),
        "duplicate": lambda: sorted(titles(me)) == ["Copy of One", "Copy of Two", "One", "Two"],
        "rename": lambda: [document.title for document in documents] == ["Renamed", "Two"],
    }[do]()
    if do != "rename":
        assert [(d.version, d.saved) for d in documents] == [(d.version, d.saved) for d in before]


@pytest.mark.parametrize(("form", "expected"), [({"tags": "league", "title": "T"}, "tag"), ({"title": "T"}, "rename")])
def test_enter_in_a_field_does_what_the_field_is_for(app, me, form, expected):
    name = build(me, "One")
    act(me, "typed", name, **form)
    document = app.extensions["store"].get(name)
    assert (document.tags, document.title) == {"tag": (("league",), "One"), "rename": ((), "T")}[expected]


def test_what_is_not_possible_is_named_and_the_rest_is_done(app, me):
    made = everything_of(me)
    damaged, gone = build(me, "Broken"), build(me, "Gone")
    with app.extensions["store"].engine.begin() as connection:
        connection.execute(sql("UPDATE versions SET data = '{' WHERE document_id = :id"), {"id": damaged})
    act(me, "delete", gone)
    answer = act(me, "duplicate", *made.values(), damaged, gone, "x" * 32)
    found = refusals(answer)
    assert len(found) == 5 and "Duplicated: 2 documents." in answer.get_data(as_text=True)
    for entry, start in zip(
        found, ("“Collection", "“PAPAPA”", "“Broken”: it cannot be read", "“Gone”: it is in", "1 doc"), strict=True
    ):
        assert entry.startswith(start)
    assert {"Copy of Lone wolf", "Copy of Lids"} <= set(titles(me))


def test_duplicates_stop_at_the_quota_and_those_before_it_stay(app, me):
    names = [build(me, title) for title in ("One", "Two", "Three")]
    app.extensions["store"].quota = Quota(documents=4)
    found = refusals(act(me, "duplicate", *names))
    assert [entry.partition(":")[0] for entry in found] == ["“Two”", "“Three”"] and "one owner may have 4" in found[0]
    assert len(titles(me)) == 4


def test_a_document_that_would_have_too_many_tags_is_named(me):
    full, other = build(me, "Full"), build(me, "Other")
    act(me, "tag", full, tags=",".join(map(str, range(MOST_TAGS))))
    (found,) = refusals(act(me, "tag", full, other, tags="league"))
    assert found.startswith("“Full” would have more than 12 tags")
    assert titles(me, "/?tag=league") == ["Other"]


@pytest.mark.parametrize(
    ("do", "form", "wanted"),
    [
        ("tag", {"tags": ""}, "tags: found nothing"),
        ("tag", {"tags": "x" * 31}, "at most 30 characters"),
        ("untag", {"tags": " , "}, "tags: found nothing"),
        ("rename", {"title": "x" * 121}, ""),
        ("rename", {}, "one document to rename"),
        ("archive", {"id": []}, "nothing chosen"),
        ("archive", {"id": ["x"] + [str(number) for number in range(500)]}, "at most 500"),
    ],
)
def test_what_cannot_be_done_at_all_is_a_sentence_and_what_was_ticked_and_typed_is_still_there(me, do, form, wanted):
    names = [build(me, "One"), build(me, "Two")]
    given = {"id": names[:1] if "title" in form else names, **form}
    answer = me.send("/library", {"do": do, **given})
    if "title" in form:
        assert answer.status_code == 409 and titles(me) == ["Two", "One"]
        return
    (found,) = refusals(answer, 422)
    assert wanted in found
    page = lxml.html.document_fromstring(answer.get_data(as_text=True))
    ticked = page.xpath("//input[@name='id'][@checked]/@value")
    assert sorted(ticked) == sorted(set(given["id"]) & set(names))
    assert page.xpath("//input[@name='tags']/@value") == [form.get("tags", "")]


def test_an_unknown_button_is_refused(me):
    assert act(me, "burn", build(me, "One")).status_code == 400


@pytest.mark.parametrize("do", [*sorted(ACTS), "remove"])
def test_a_document_of_another_browser_is_as_one_that_is_not_there(app, me, other, do):
    theirs, mine = build(me, "Theirs"), build(other, "Mine")
    act(me, "delete", theirs)
    act(other, "delete", mine)
    before = stored(app)
    answers = [act(other, do, name, tags="league", title="Renamed", sure="1") for name in (theirs, "x" * 32)]
    assert refusals(answers[0]) == refusals(answers[1])
    assert refusals(answers[0]) == ["1 document of those chosen: not yours, or removed for good in the meantime."]
    assert "Theirs" not in answers[0].get_data(as_text=True) and stored(app) == before
    act(other, do, mine, theirs, tags="league", title="Renamed", sure="1")
    first = [document for document in stored(app)[0] if document["id"] == theirs]
    assert first == [document for document in before[0] if document["id"] == theirs]


def test_deleting_for_good_asks_first_and_takes_only_what_is_in_the_trash(app, me):
    kept, gone = build(me, "Kept"), build(me, "Gone")
    act(me, "delete", gone)
    before = stored(app)
    page = act(me, "remove", kept, gone, **{"in": "trash"}).get_data(as_text=True)
    assert "Gone" in page and "Kept" not in page and "1 document of those chosen is not in the trash" in page
    assert stored(app) == before
    form = lxml.html.document_fromstring(page).xpath("//main//form[.//button]")[0]
    fields = dict(form.form_values()) | {"do": form.xpath(".//button/@value")[0]}
    answer = me.client.post(form.action, data=fields)
    assert answer.location == "/?in=trash" and titles(me, answer.location) == [] and titles(me) == ["Kept"]
    assert refusals(act(me, "remove", kept, sure="1")) == ["“Kept” is not in the trash: move it there first."]


def test_every_kind_that_is_deleted_is_restored_in_the_library(me):
    made = everything_of(me)
    act(me, "delete", *made.values())
    assert titles(me) == [] and len(titles(me, "/?in=trash")) == len(made)
    act(me, "restore", *made.values())
    assert len(titles(me)) == len(made)
    assert me.send("/trash/empty").location == "/?in=trash"


@pytest.mark.long
def test_a_page_has_48_and_the_others_are_one_tap_away(app, me):
    first = app.extensions["store"].get(build(me, "000"))
    for number in range(1, PER_PAGE + 1):
        app.extensions["store"].create(first.owner, GAME, {**first.data, "title": f"{number:03}"})
    assert len(titles(me, "/?sort=title")) == PER_PAGE
    (link,) = shown(me, "/?sort=title").xpath("//a[@rel='next']/@href")
    assert titles(me, link) == [f"{PER_PAGE:03}"]
    assert titles(me, "/?sort=title&page=7") == [f"{PER_PAGE:03}"]


def test_a_document_has_its_tags_on_its_own_page(app, me, other):
    name = build(me, "One")
    answer = me.send("/library/tags", {"id": name, "tags": "league, Red box"})
    assert (answer.status_code, answer.location) == (303, f"/{GAME}/builds/{name}")
    assert shown(me, answer.location).xpath("//input[@id='document-tags']/@value") == ["league, Red box"]
    me.send("/library/tags", {"id": name, "tags": 'a"b'})
    assert "The tags stay as they were" in me.read("/") and app.extensions["store"].get(name).tags == (
        "league",
        "Red box",
    )
    me.send("/library/tags", {"id": name, "tags": ""})
    assert app.extensions["store"].get(name).tags == () and app.extensions["store"].get(name).version == 1
    link = link_to(me.client, answer.location)
    assert not shown(other, link).xpath("//input[@id='document-tags']")
    assert shown(me, me.send(f"/{GAME}/packs", {"title": "Lids"}).location).xpath("//input[@id='document-tags']")
    assert other.send("/library/tags", {"id": name, "tags": "x"}).status_code == 404
    assert other.send("/library/tags", {"id": "x" * 32, "tags": "x"}).status_code == 404


def test_everything_comes_as_one_file_and_back_into_another_browser(app, me, other):
    everything_of(me)
    me.send("/mechalyte/rules", {"layout": "five-by-five"})
    build(me, "Gone")
    answer = me.client.get(FILE)
    assert answer.mimetype == "application/zip" and everything.FILE in answer.headers["Content-Disposition"]
    assert zipfile.ZipFile(io.BytesIO(answer.data)).testzip() is None
    assert bring(other, answer.data).location == "/"
    assert "5 documents came back" in other.read("/")
    assert sorted(titles(other)) == sorted(titles(me))
    assert re.search(r'value="five-by-five"[^>]* checked', other.read("/mechalyte/house-rules"))
    assert "fuel-cell,2" in other.read(f"/{GAME}/collection.csv")


def bring(browser, data, **form):
    token = token_of(browser.client)
    sent = {"csrf_token": token, "file": (io.BytesIO(data), "mine.zip"), **form}
    return browser.client.post("/library/restore", data=sent, content_type="multipart/form-data")


def test_of_a_collection_here_and_one_in_the_file_one_is_left(me, other):
    me.send(f"/{GAME}/collection", {"own.fuel-cell": "2"})
    other.send(f"/{GAME}/collection", {"own.fuel-cell": "1", "own.oil-slick": "3"})
    bring(other, me.client.get(FILE).data)
    assert titles(other) == ["Collection"]
    assert sorted(other.read(f"/{GAME}/collection.csv").split()[1:]) == ["fuel-cell,2", "oil-slick,3"]


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x05\x06" + bytes(18)])
def test_a_file_that_is_none_is_a_sentence_and_makes_nobody_an_owner(app, me, data):
    answer = bring(me, data)
    assert answer.status_code == 422 and "Nothing was saved" in answer.get_data(as_text=True)
    assert refusals(answer, 422)[0].startswith("mine.zip: found ")
    with me.client.session_transaction() as cookie:
        assert "owner" not in cookie
    assert stored(app) == ([], [], [])


def test_a_form_without_a_file_says_so_and_a_files_name_is_told_up_to_120_letters(app, me):
    token = token_of(me.client)
    for sent in ({}, {"file": (io.BytesIO(b""), "")}):
        data = {"csrf_token": token, **sent}
        answer = me.client.post("/library/restore", data=data, content_type="multipart/form-data")
        assert refusals(answer, 422)[0].startswith("file: found none")
    named = {"csrf_token": token, "file": (io.BytesIO(b"x"), "x" * 121)}
    answer = me.client.post("/library/restore", data=named, content_type="multipart/form-data")
    assert refusals(answer, 422)[0].startswith("x" * 120 + ": found ")
    with app.test_request_context():
        page, status = everything._too_large(None)
    assert status == 413 and "more than 60 MB" in page


def test_a_file_of_more_than_60_mb_is_refused(me, monkeypatch):
    monkeypatch.setattr(everything, "LARGEST_POST", 10_000)
    answer = bring(me, bytes(20_000))
    assert answer.status_code == 413 and "Nothing was saved" in answer.get_data(as_text=True)


def test_a_document_that_no_page_can_read_keeps_the_file_out_until_it_is_left_out(app, me, other):
    name = build(me, "Broken")
    build(me, "Good")
    app.extensions["store"].save(name, {"title": "Broken", "mech": 7})
    data = me.client.get(FILE).data
    answer = bring(other, data)
    assert answer.status_code == 422 and "Leave out what cannot be read" in answer.get_data(as_text=True)
    assert titles(other) == []
    assert bring(other, data, **{"skip-bad": "1"}).status_code == 303 and titles(other) == ["Good"]


def test_who_has_nothing_gets_no_file_and_has_nothing_to_delete(me):
    assert me.client.get(FILE).location == "/"
    assert "This browser has nothing here" in me.read("/settings")
    assert me.send("/library/delete", {"sure": "1"}).location == "/"


def test_everything_is_deleted_only_with_a_tick_and_says_before_what_goes(app, me):
    everything_of(me)
    page = me.read("/settings")
    assert "1 build, 1 card pack, 1 collection and 1 pasted opponent, with 4 versions" in page and FILE in page
    before = stored(app)
    assert me.send("/library/delete").status_code == 422 and stored(app) == before


def test_after_deletion_all_browsers_of_the_owner_are_strangers_and_nobody_else_lost_anything(app, me, other):
    everything_of(me)
    build(other, "Another's")
    second, late = Browser(app), Browser(app)
    key = make(me)
    enter(second, key)
    late.client.set_cookie("session", me.client.get_cookie("session").value)
    gone = me.send("/library/delete", {"sure": "1"})
    assert (gone.status_code, gone.location) == (303, "/")
    for browser in (me, second, late):
        assert titles(browser) == []
        with browser.client.session_transaction() as cookie:
            assert "owner" not in cookie
    assert enter(Browser(app), key).status_code == 422
    documents, kept, _ = stored(app)
    assert [document["title"] for document in documents] == ["Another's"]
    assert [(row["key"], row["belongings"]) for row in kept if row["renewals"]] == [(None, {})]
    me.token = token_of(me.client)
    assert build(me, "New") and titles(me) == ["New"] and titles(second) == []


def test_pictures_uploaded_from_here_go_too(app, me, other):
    sent = []
    for browser in (me, other):
        build(browser, "One")
        with browser.client as client:
            client.get("/")
            from companion.web.shell.visitors import visitor

            sent.append(pictures.keep(b"picture", visitor()))
    assert "1 picture uploaded with custom cards" in me.read("/settings")
    me.send("/library/delete", {"sure": "1"})
    assert [picture.path.name for picture in pictures.list_kept()] == sent[1:]


@pytest.mark.parametrize("with_key", [False, True])
def test_all_other_browsers_are_signed_out_and_this_one_stays(app, me, with_key):
    build(me, "Lone wolf")
    key = make(me) if with_key else None
    second = Browser(app)
    second.client.set_cookie("session", me.client.get_cookie("session").value)
    assert titles(second) == ["Lone wolf"]
    assert ("Without a key no other browser can sign in again" in me.read("/settings")) is not with_key
    me.send("/key/others")
    assert titles(me) == ["Lone wolf"] and titles(second) == []
    second.token = token_of(second.client)
    if key:
        enter(second, key)
        assert titles(second) == ["Lone wolf"] and titles(me) == ["Lone wolf"]


def test_of_two_browsers_that_sign_out_all_others_one_stays(app, me):
    build(me, "Lone wolf")
    second = Browser(app)
    second.client.set_cookie("session", me.client.get_cookie("session").value)
    second.token = token_of(second.client)
    me.send("/key/others")
    second.send("/key/others")
    assert (titles(me), titles(second)) == (["Lone wolf"], [])


def test_archived_builds_are_offered_in_no_list_and_still_open(me):
    name = build(me, "Old one")
    act(me, "archive", name)
    assert "Old one" not in me.read(f"/{GAME}/") and "Old one" not in me.read("/mechalyte/")
    assert me.client.get(f"/{GAME}/builds/{name}").status_code == 200


# What is worked out without a page.


def head(kind="build", title="Fox", game=GAME, **changed):
    return DocumentHead("x1", game, kind, title, datetime(2026, 11, 1, tzinfo=UTC), 1, **changed)


@pytest.mark.parametrize(
    ("kind", "game", "address"),
    [
        ("build", GAME, f"/{GAME}/builds/x1"),
        ("pack", GAME, f"/{GAME}/packs/x1"),
        ("house-rules", GAME, f"/{GAME}/house-rules/x1"),
        ("table", GAME, "/tables/x1"),
        ("collection", GAME, f"/{GAME}/cards?tab=collection"),
        ("opponent", "mechalyte", "/mechalyte/roll?other=x1"),
        ("spell", GAME, ""),
        ("build", "chess", ""),
    ],
)
def test_each_kind_opens_where_its_page_is(app, kind, game, address):
    with app.test_request_context():
        entry = entries._entry(head(kind, game=game), None)
    assert (entry.address, entry.game is None) == (address, game == "chess")
    assert entries.LibraryEntry(head("spell", ""), None).title == "Untitled"


def test_a_pasted_opponent_of_a_game_without_matchups_opens_nowhere(app):
    with app.test_request_context():
        assert entries._address(SimpleNamespace(slug=GAME, matchup=None), head("opponent")) == ""


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", LibraryFilter()),
        (
            "q=+red++fox+&tag=a+b&in=archive&sort=title",
            LibraryFilter("red fox", tag="a b", place="archive", sort="title"),
        ),
        (f"game={GAME}&kind=pack&in=trash&page=7", LibraryFilter(game=GAME, kind="pack", place="trash", page=7)),
        ("page=1000000", LibraryFilter(page=1_000_000)),
        ("page=1000001", LibraryFilter(page=1_000_000)),
        ("page=0", LibraryFilter(page=0)),
        ("page=1234567890123", LibraryFilter(page=1_000_000)),
        ("page=00000000234", LibraryFilter(page=2)),
        (f"q={'x' * 101}&tag={'y' * 31}", LibraryFilter("x" * 100, tag="y" * 30)),
    ],
)
def test_a_filter_is_read_from_an_address_and_written_as_one(query, expected):
    read = library_page.read_filter(MultiDict(parse_qsl(query)))
    assert read == expected
    assert library_page.read_filter(MultiDict(library_page.filter_fields(read))) == read
    assert set(library_page.filter_fields(LibraryFilter(words="fox", page=2))) == {"q", "page"}


def test_the_filter_offers_what_there_is_with_how_many():
    offered = library_page._choices(
        LibraryCounts(games={GAME: 1_000}, kinds={"pack": 2, "build": 0}, tags={"league": 3})
    )
    assert offered == {
        "games": [("", "All games"), (GAME, "Techniconica (1,000)")],
        "kinds": [("", "All kinds"), ("pack", "Card pack (2)")],
        "tags": [("", "Any tag"), ("league", "league (3)")],
    }


@pytest.mark.parametrize(
    ("new", "completed", "stored", "said"),
    [
        (0, 0, 0, "The file has no document. Settings are merged."),
        (1, 0, 0, "1 document came back. Settings are merged."),
        (2, 1, 0, "2 documents came back and 1 document got missing or later versions. Settings are merged."),
        (0, 0, 3, "3 documents stayed as here. Settings are merged."),
    ],
)
def test_what_came_back_is_counted(new, completed, stored, said):
    assert everything._describe_restore(RestoredCounts(new, completed, stored)) == said


def test_every_act_says_what_it_did_and_to_how_many(me):
    names = [build(me, "One"), build(me, "Two")]

    def said(do, *chosen, **form):
        answer = act(me, do, *chosen, **form)
        return words(shown(me, answer.location).xpath("//*[@class='said']")[0])

    assert said("tag", *names, tags="League") == "Tagged: 2 documents."
    assert said("untag", *names, tags="LEAGUE, other") == "Tags removed from 2 documents."
    assert titles(me, "/?tag=League") == []
    assert said("archive", names[0]) == "In the archive: 1 document. Lists leave them out; here they stay."
    assert said("take-out", names[0]) == "Out of the archive: 1 document."
    assert said("duplicate", names[0]) == "Duplicated: 1 document."
    assert said("delete", *names) == "In the trash: 2 documents. You can restore them there."
    assert said("restore", names[0]) == "Restored: 1 document."
    assert said("rename", names[0], title=" New ") == "Renamed: 1 document." and "New" in titles(me)
    assert said("remove", names[1], sure="1") == "Removed for good: 1 document."


def test_only_what_is_in_the_trash_is_removed_and_the_rest_is_named(app, me):
    stays, goes = build(me, "Stays"), build(me, "Goes")
    act(me, "delete", goes)
    answer = act(me, "remove", stays, goes, sure="1")
    assert refusals(answer) == ["“Stays” is not in the trash: move it there first."]
    assert "Removed for good: 1 document." in answer.get_data(as_text=True)
    assert "Removed for good" not in act(me, "remove", stays, sure="1").get_data(as_text=True)
    act(me, "delete", stays)
    assert "In the trash: 0 documents" in shown(me, act(me, "delete", stays).location).text_content()


def test_tags_that_all_are_too_many_for_are_no_done(me):
    full = build(me, "Full")
    act(me, "tag", full, tags=",".join(map(str, range(MOST_TAGS))))
    shown(me)
    answer = act(me, "tag", full, tags="league")
    assert len(refusals(answer)) == 1 and "Tagged" not in answer.get_data(as_text=True)


@pytest.mark.long
@pytest.mark.browser
def test_a_script_chooses_all_counts_and_filters_at_once(page, live_url):
    for title in ("One", "Two"):
        page.goto(f"{live_url}/mechalyte/new")
        page.locator("[name=title]").fill(title)
        with page.expect_navigation():
            page.get_by_role("button", name="Save").first.click()
    page.goto(f"{live_url}/")
    page.get_by_role("button", name="Select all on this page").click()
    expect(page.locator("[data-chosen]")).to_have_text("2 chosen")
    page.get_by_label("Choose One").uncheck()
    expect(page.locator("[data-chosen]")).to_have_text("1 chosen")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator(".library-list strong")).to_have_text(["One"])
    page.get_by_text("Search and sort").click()
    page.locator("#filter-sort").select_option("title")
    page.wait_for_url("**sort=title**")


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_full_library_is_accessible_and_no_wider_than_a_small_phone(page, live_url, theme):
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{live_url}/mechalyte/new")
    page.locator("[name=title]").fill("Incomprehensibilities " * 5)
    with page.expect_navigation():
        page.get_by_role("button", name="Save").first.click()
    page.goto(f"{live_url}/")
    page.get_by_label("Choose Incomprehensibilities").check()
    page.locator("summary", has_text="Tags, rename").click()
    page.locator("#tags").fill("league, x" + "x" * 29)
    page.get_by_role("button", name="Add tags").click()
    page.locator(".library-tags a").first.wait_for()
    page.locator("summary", has_text="Tags, rename").click()
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert [rule["id"] for rule in Axe().run(page).response["violations"]] == []


@pytest.mark.browser
@pytest.mark.long
def test_it_works_without_scripts(page_without_scripts, live_url):
    page = page_without_scripts
    page.goto(f"{live_url}/mechalyte/new")
    page.locator("[name=title]").fill("One")
    with page.expect_navigation():
        page.locator(".save-bar button").first.click()
    page.goto(f"{live_url}/")
    page.get_by_label("Choose One").check()
    page.locator("summary", has_text="Tags, rename").click()
    page.locator("#tags").fill("league")
    page.locator("#tags").press("Enter")
    page.wait_for_load_state()
    assert page.locator(".library-tags a").all_text_contents() == ["league"]


def test_a_table_without_a_name_is_called_the_same_wherever_it_is_listed(me):
    opened = me.send("/mechalyte/tables/new", {"title": "", "phones": "one", "seats": "2"}).location
    for address in (opened, "/tables", "/?kind=table"):
        assert "Mechalyte at the table" in shown(me, address).text_content(), address


@pytest.mark.parametrize("typed", ["zurich", "strasse", "ZÜRICH", "Zu\u0308rich strasse", "ｚｕｒｉｃｈ", "straße zür"])
def test_search_folds_accents_and_sharp_s(me, typed):
    build(me, "Zürich Straße")
    build(me, "Kara’s Wolves")
    assert titles(me, f"/?q={quote(typed)}") == ["Zürich Straße"]
    assert titles(me, "/?q=kara's") == titles(me, "/?q=kara’s") == ["Kara’s Wolves"]
