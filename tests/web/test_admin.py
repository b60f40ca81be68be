"""The operator's page: there only with a secret, whose wrong tries are counted; what it shows and removes."""

import html
import re

import pytest
from sqlalchemy import text

from companion.base.findings import InvalidInput
from companion.storage import public_pictures
from companion.storage.store import DocumentNotFound
from companion.web import create_app
from companion.web.admin import operator
from companion.web.shell.security import limiter
from tests.web.conftest import token_of

SECRET = "correct horse battery staple once"
GAME = "mecha-mettle"


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_ADMIN", SECRET)
    app = create_app(f"sqlite:///{tmp_path}/admin.sqlite3", "test key", TESTING=True, RATELIMIT_ENABLED=False)
    yield app
    app.extensions["store"].close()


@pytest.fixture
def store(app):
    return app.extensions["store"]


@pytest.fixture
def signed_in(client, post):
    assert post("/admin", {"secret": SECRET}).location == "/admin"
    return client


def said(answer):
    return html.unescape(answer.get_data(as_text=True))


def test_without_a_secret_nothing_is_there(tmp_path):
    app = create_app(f"sqlite:///{tmp_path}/none.sqlite3", "test key", TESTING=True, RATELIMIT_ENABLED=False)
    client = app.test_client()
    client.set_cookie("companion-admin", "InsgIg.abc.def", path="/admin")
    form = {"csrf_token": token_of(client), "secret": "", "id": "x", "link": "x"}
    for path in ("/admin", "/admin/find", "/admin/remove", "/admin/leave"):
        assert client.get(path, follow_redirects=True).status_code == 404
        nowhere = client.post(path.replace("admin", "nowhere"), data=form).status_code
        assert client.post(path, data=form).status_code == nowhere
    app.extensions["store"].close()


@pytest.mark.parametrize("length", [1, 31])
def test_a_short_secret_is_refused_at_the_start(tmp_path, monkeypatch, length):
    monkeypatch.setenv("COMPANION_ADMIN", "s" * length)
    with pytest.raises(InvalidInput, match=f"COMPANION_ADMIN: found {length} characters, .* 32 characters or more"):
        create_app(f"sqlite:///{tmp_path}/short.sqlite3", "test key")


def test_a_secret_of_32_characters_is_long_enough(monkeypatch):
    monkeypatch.setenv("COMPANION_ADMIN", "s" * 32)
    assert operator.read_secret() == "s" * 32


@pytest.mark.parametrize("secret", ["", "wrong", SECRET[:-1], SECRET + "x", "é\ud800"])
def test_a_wrong_secret_is_refused(client, post, secret):
    answer = post("/admin", {"secret": secret.encode("utf-8", "surrogatepass")})
    assert answer.status_code == 403 and "This is not the secret" in said(answer)
    assert "What is stored" not in said(client.get("/admin"))


def test_every_page_asks_for_the_secret(client, post, store):
    document = store.create("me", GAME, {"title": "Mine"})
    assert 'type="password"' in said(client.get("/admin"))
    for path in ("find", "remove", "leave"):
        assert post(f"/admin/{path}", {"id": document.id, "link": document.id}).location == "/admin"
    assert store.get(document.id).title == "Mine"


def test_every_form_needs_a_token(signed_in, store):
    document = store.create("me", GAME, {"title": "Mine"})
    for path in ("", "/find", "/remove", "/leave"):
        assert signed_in.post(f"/admin{path}", data={"id": document.id, "secret": SECRET}).status_code == 400
    assert store.get(document.id).title == "Mine"


def test_the_cookie_is_its_own_and_ends_with_the_browser(client, post):
    (cookie,) = [line for line in post("/admin", {"secret": SECRET}).headers.getlist("Set-Cookie") if "admin" in line]
    assert cookie.startswith("companion-admin=") and SECRET not in cookie
    assert {part.strip() for part in cookie.split(";")[1:]} == {"HttpOnly", "Path=/admin", "SameSite=Strict"}


def test_a_cookie_of_another_key_or_another_secret_is_not_believed(app, signed_in):
    assert "What is stored" in said(signed_in.get("/admin"))
    app.config["COMPANION_ADMIN"] = "another secret, as long as it has to be"
    assert "What is stored" not in said(signed_in.get("/admin"))
    app.config.update(COMPANION_ADMIN=SECRET, SECRET_KEY="another key")
    assert "What is stored" not in said(signed_in.get("/admin"))


def test_signing_out_ends_it(signed_in, post):
    post("/admin/leave")
    assert "What is stored" not in said(signed_in.get("/admin"))


def test_wrong_tries_are_counted_by_network_whatever_the_cookies(limited_app):
    statuses = [tried(limited_app, "10.0.0.1", "wrong") for _ in range(11)]
    assert statuses == [403] * 10 + [429]
    assert tried(limited_app, "10.0.0.1", SECRET) == 429
    right = [tried(limited_app, "10.0.0.2", SECRET) for _ in range(12)]
    assert right == [303] * 12, "the right one is not counted"


@pytest.fixture
def limited_app(tmp_path, monkeypatch):
    """The application as it is served, with its limits."""
    monkeypatch.setenv("COMPANION_ADMIN", SECRET)
    app = create_app(f"sqlite:///{tmp_path}/limited.sqlite3", "test key", TESTING=True)
    limiter.reset()
    yield app
    limiter.enabled = False
    app.extensions["store"].close()


def tried(app, address, secret):
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    return client.post("/admin", data={"csrf_token": token_of(client), "secret": secret}).status_code


def test_the_page_says_what_is_stored(signed_in, store):
    made = store.create("me", GAME, {"title": "Mine"})
    store.save(made, {"title": "Changed"})
    store.create("you", "techniconica", {"title": "Box"}, "pack")
    store.delete(made.id)
    page = re.sub(r"\s+", " ", said(signed_in.get("/admin")))
    assert "2 documents (1 in the trash) with 3 versions" in page and "of 2 owners" in page
    assert '<th scope="row">pack</th><td>techniconica</td><td>1</td><td>1</td>' in page
    assert "The database (sqlite) takes" in page


def test_a_build_is_shown_and_then_removed_for_good(signed_in, post, store):
    made, other = (store.create("me", GAME, {"title": title}) for title in ("Mine", "Other"))
    store.save(made, {"title": "Changed"})
    public_pictures.make(store, made, {})
    shown = said(post("/admin/find", {"link": f"https://club.example/{GAME}/builds/{made.id}?version=1"}))
    assert "Changed" in shown and "2 versions" in shown and "1 public address of its pictures" in shown
    assert store.get(made.id).title == "Changed"
    after = said(post("/admin/remove", {"id": made.id}, follow_redirects=True))
    assert "Removed for good: build “Changed”" in after
    with pytest.raises(DocumentNotFound):
        store.get(made.id)
    assert store.get(other.id).title == "Other"
    assert said(post("/admin/remove", {"id": made.id})).count("expected something that is stored here") == 1


def test_one_public_picture_is_removed_and_its_build_stays(signed_in, post, store):
    made = store.create("me", GAME, {"title": "Mine"})
    name, other = (public_pictures.make(store, made, {"what": what}) for what in ("cards", "boxes"))
    shown = said(post("/admin/find", {"link": f"/{GAME}/export/pictures/{name}/front-1.png"}))
    assert "one public address of the pictures of its version 1" in shown
    post("/admin/remove", {"id": name})
    assert public_pictures.count(store, made.id) == 1 and public_pictures.find(store, other).version == 1
    assert store.get(made.id).title == "Mine"


@pytest.mark.parametrize("link", ["", "nothing", f"/{GAME}/builds/{'a' * 32}", "/mecha-mettle/", "\0", "a" * 3000])
def test_a_link_to_nothing_is_a_sentence(signed_in, post, link):
    answer = post("/admin/find", {"link": link})
    assert answer.status_code == 422 and "a link to a build, a card pack or a public picture" in said(answer)


def test_what_is_unused_is_announced_to_its_owner_and_on_the_page(app, client, post, store):
    app.config["RETENTION"] = 100
    build = post(f"/{GAME}/new", {"title": "Old"}).location
    pack = post(f"/{GAME}/packs", {"title": "Old box"}).location
    post(f"/{GAME}/collection", {"own.hammer": "1"})
    pages = (build, pack, f"/{GAME}/collection")
    assert not any("Keep my things" in said(client.get(page)) for page in pages)
    age(store, 80)
    assert all("Keep my things" in said(client.get(page)) for page in pages)
    assert "Keep my things" not in said(app.test_client().get(build)), "only its owner is told"
    post("/admin", {"secret": SECRET})
    assert said(client.get("/admin")).count("may go from") == 3
    assert post("/keep", {"back": build}).location == build
    assert not any("Keep my things" in said(client.get(page)) for page in pages)
    assert "Nothing goes within 30 days" in said(client.get("/admin"))


def age(store, days):
    """Make everything as if it had been saved so many days before."""
    with store.writing() as session:
        session.execute(
            text(f"UPDATE documents SET changed = strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now', '-{days} days')")
        )


@pytest.mark.parametrize("days", ["59", "36501", "many", "-70"])
def test_days_that_cannot_be_read_are_refused_at_the_start(tmp_path, monkeypatch, days):
    monkeypatch.setenv("COMPANION_RETENTION", days)
    with pytest.raises(InvalidInput, match="COMPANION_RETENTION"):
        create_app(f"sqlite:///{tmp_path}/days.sqlite3", "test key")
