"""Quotas on pages: what is full, how much, what to do; nothing typed is lost, and the trash is emptied in the library."""

import html
import io

import pytest
from limits import RateLimitItemPerDay
from PIL import Image

from companion.storage import owners, pictures
from companion.storage.quotas import Quota
from companion.web import create_app
from companion.web.keys.joining import merge_owner
from companion.web.shell import browser
from companion.web.shell.security import limiter
from tests.web.conftest import token_of

DRAFT = {"title": "Thick skin"}
GAME = "/mecha-mettle"


def said(answer):
    return html.unescape(answer.get_data(as_text=True))


@pytest.fixture
def full(app, post):
    """Return the address of the only document that its owner may have."""
    app.extensions["store"].quota = Quota(documents=1)
    return post(f"{GAME}/new", DRAFT).location


def test_a_build_past_the_quota_is_refused_with_what_was_typed(post, full):
    answer = post(f"{GAME}/new", {"title": "One more"})
    assert answer.status_code == 409
    assert "you have 1 document (builds, packs and others, the trash included)" in said(
        answer
    ) and "empty the trash" in said(answer)
    assert 'value="One more"' in said(answer)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        (f"{GAME}/packs", {"title": "Box"}),
        (f"{GAME}/packs", {"text": 'title = "Box"\n# pasted'}),
        ("/import", {"text": 'game = "mecha-mettle"\ntitle = "Imported"'}),
        (f"{GAME}/house-rules", {"title": "Club rules"}),
        (f"{GAME}/collection", {"own.hammer": "1"}),
        (None, {}),
    ],
    ids=["pack", "pasted pack", "import", "house rules", "collection", "duplicate"],
)
def test_every_way_to_save_a_document_is_refused_with_what_was_typed(post, full, app, path, form):
    answer = post(path or f"{full}/duplicate", form)
    assert answer.status_code == 409 and "Nothing was saved" in said(answer)
    assert all(typed in said(answer) for typed in form.values())
    owners = app.extensions["store"].counts(app.extensions["store"].get(full.rpartition("/")[2]).owner)
    assert owners == {"build": 1}


def test_a_version_past_the_bytes_is_too_large(post, full, app):
    app.extensions["store"].quota = Quota(bytes=1)
    answer = post(full, {"title": "Thicker"})
    assert answer.status_code == 413 and "MB with all their versions" in said(answer)


def test_the_trash_is_emptied_in_the_library(client, post, full, app):
    post(f"{full}/delete")
    assert post(f"{GAME}/new", {"title": "One more"}).status_code == 409
    assert "Trash (1)" in said(client.get("/"))
    assert "This removes 1 document for good" in said(client.get("/?in=trash"))
    assert "1 document removed for good" in said(post("/trash/empty", follow_redirects=True))
    assert client.get(full).status_code == 404 and "Trash (" not in said(client.get("/"))
    assert post(f"{GAME}/new", {"title": "One more"}).status_code == 303


def test_a_pack_in_the_trash_is_counted_on_the_front_page(client, post):
    pack = post(f"{GAME}/packs", {"title": "Box"}).location
    post(f"{pack}/delete")
    page = said(client.get("/"))
    assert "Trash (1)" in page and "Open the trash: 1 document" in page and "Restore" not in page
    assert "Box" in said(client.get("/?in=trash"))


def test_who_has_nothing_empties_nothing(client, post):
    assert "0 documents removed" in said(post("/trash/empty", follow_redirects=True))


def picture(colour):
    data = io.BytesIO()
    Image.new("RGB", (8, 8), colour).save(data, "PNG")
    return io.BytesIO(data.getvalue()), f"{colour}.png"


def test_pictures_of_one_visitor_do_not_push_out_those_of_another(app, monkeypatch):
    monkeypatch.setattr(pictures, "MOST_OF_ONE", 2)
    for address, colours in (("10.0.0.1", ("red",)), ("10.0.0.2", ("red", "green", "blue"))):
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = address
        for colour in colours:
            page = said(client.get("/custom-cards?of=rows"))
            token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
            form = {"csrf_token": token, "text": "title\nOne", "pictures": picture(colour), "do": "show"}
            assert client.post("/custom-cards", data=form).status_code == 200
    kept = pictures.list_kept()
    owners = [picture.owner for picture in kept]
    assert sorted(owners.count(owner) for owner in set(owners)) == [1, 2]


def test_a_key_is_entered_past_the_quota_and_nothing_is_lost(app, client, post):
    post(f"{GAME}/collection", {"own.hammer": "1"})
    store = app.extensions["store"]
    (mine,) = store.list(owner_of(client), kind="collection")
    other = store.create("the other", "mecha-mettle", {**mine.data, "owned": {"hammer": 2}}, "collection")
    owners.change(store, mine.owner, lambda kept: kept)
    store.quota = Quota(versions=0)
    with app.test_request_context():
        merge_owner("the other", owners.find(store, mine.owner)[0])
    assert {document.id for document in store.list(mine.owner, kind="collection")} == {mine.id, other.id}


def owner_of(client):
    with client.session_transaction() as cookie:
        return cookie["owner"]


@pytest.mark.long
def test_a_network_may_have_so_many_new_owners_a_day(tmp_path, monkeypatch):
    monkeypatch.setattr(browser, "NEW_OWNERS", RateLimitItemPerDay(2))
    app = create_app(f"sqlite:///{tmp_path}/owners.sqlite3", "test key", TESTING=True)
    limiter.reset()
    try:
        made = [saved(app, "10.0.0.1") for _ in range(3)]
        assert [answer.status_code for answer in made] == [303, 303, 429]
        assert "2 browsers in your network" in said(made[2]) and 'value="Thick skin"' in said(made[2])
        assert saved(app, "10.0.0.2").status_code == 303
    finally:
        limiter.enabled = False
        app.extensions["store"].close()


def saved(app, address):
    """Save a build twice from a new browser, the second time as the owner it became; return the last answer."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    form = {"csrf_token": token_of(client), **DRAFT}
    client.post(f"{GAME}/new", data=form)
    return client.post(f"{GAME}/new", data=form)
