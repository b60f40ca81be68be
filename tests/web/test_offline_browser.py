"""Offline, in a browser: installed, read with the server gone, emptied, and a new release's copies."""

import re
import socket
import threading
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from flask import request_started
from playwright.sync_api import expect

from companion.web.offline import routes
from tests.abuse.serving import Server

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.xdist_group("serving")]
EXAMPLE = "techniconica/examples/copper-bison"
MILLISECONDS = 120_000
"""How long a page may take: other tests may share this machine."""
PHONE = {"width": 360, "height": 740}
CACHES = """async () => {
    const found = {};
    for (const name of await caches.keys())
        found[name] = (await (await caches.open(name)).keys()).map(one => new URL(one.url).pathname);
    return found;
}"""
PICTURES = """async () => {
    const seen = [...document.images];
    seen.forEach(image => { image.loading = 'eager'; });
    await Promise.all(seen.map(image => image.decode().catch(() => null)));
    return [seen.length, seen.filter(image => !image.naturalWidth).map(image => image.src)];
}"""


@contextmanager
def _phone(browser):
    context = browser.new_context(viewport=PHONE)
    context.set_default_timeout(MILLISECONDS)
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if "Content Security" in line.text else None)
    yield page
    context.close()
    assert wrong == []


@pytest.fixture
def phone(browser):
    """Open a page of a browser of its own, in which a worker may be."""
    with _phone(browser) as page:
        yield page


@pytest.fixture
def server(tmp_path):
    """Start a server that has the same address when it is started again."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (tmp_path / "data").mkdir()
    started = Server(tmp_path / "data", "--port", str(port))
    yield started
    started.end()


BELONGS = """async () => (await caches.keys()).some(name => name.includes(" own "))"""
"""Whether the worker knows whose page this is. A page from before somebody's first save that tells it later, as on a
busy machine, takes away what was kept after that save."""


def save_example(page, url):
    """Save an example as a build, once the worker is there; return its address."""
    page.goto(url + EXAMPLE)
    page.wait_for_function(BELONGS)
    page.locator(".save-bar button.primary").click()
    page.wait_for_url("**/builds/*")
    return page.url


IS_KEPT = """async path => {
    for (const name of await caches.keys()) if (await (await caches.open(name)).match(path)) return true;
    return false;
}"""
IS_GONE = IS_KEPT.replace("return true", "return 0").replace("return false", "return true")


def keep_all(page, url):
    page.goto(f"{url}settings")
    page.get_by_role("button", name="Keep all my builds now").click()
    expect(page.locator("[data-progress]")).to_have_text(re.compile(r"^All \d+ pages are kept\.$"))


def keep(page, build):
    """Open a build and wait until its copy is there."""
    page.goto(build)
    page.wait_for_function(IS_KEPT, arg=urlsplit(build).path)


def own_paths(page):
    """Return the paths of the copies that belong to somebody."""
    return {path for name, paths in page.evaluate(CACHES).items() if " own " in name for path in paths}


def make_key(page, url):
    page.goto(f"{url}key")
    page.get_by_role("button", name="Make a key").click()
    return " ".join(page.locator(".key-words li").all_inner_texts())


def expect_no_copy(page, address):
    assert page.goto(address).status == 503
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()


def test_the_app_installs_and_its_worker_is_there(phone, server):
    phone.goto(server.url)
    assert phone.evaluate("navigator.serviceWorker.ready.then(found => found.active.scriptURL)").endswith(
        "/service-worker.js"
    )
    asked = phone.context.new_cdp_session(phone)
    assert asked.send("Page.getAppManifest")["errors"] == []
    wrong = [error["errorId"] for error in asked.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(wrong) <= {"in-incognito"}, "a test's profile is as a private window"
    phone.wait_for_function("async () => (await caches.keys()).some(name => name.includes(' own '))")
    assert own_paths(phone) == {"/"}, "the page that came before the worker"


def test_a_build_is_read_without_a_connection_and_nothing_of_others(phone, browser, server):
    build = save_example(phone, server.url)
    with _phone(browser) as other:
        own_page = save_example(other, server.url)
        other.goto(f"{own_page}/share")
        other.get_by_role("button", name="Make a view link").click()
        others = other.get_by_role("textbox", name="View link").input_value()
    phone.goto(others)
    expect(phone.get_by_role("button", name="Make my own copy")).to_be_visible()
    phone.goto(f"{server.url}roll")
    phone.goto(f"{server.url}key")
    keep_all(phone, server.url)
    assert server.end() == 0

    assert phone.goto(build).status == 200
    expect(phone.locator(".copy-bar")).to_have_text(
        re.compile(
            r"^No connection: this is the copy of \d\d:\d\d on \d\d? \w{3,4}\. Buttons need the server\. Try again$"
        )
    )
    expect(phone.get_by_role("heading", name="Copper Bison", level=1)).to_be_visible()
    expect(phone.locator(".said:visible"), "what was said then is not said again").to_have_count(0)
    count, broken = phone.evaluate(PICTURES)
    assert count > 50 and broken == []
    for button in ("Save", "Delete"):
        expect(phone.get_by_role("button", name=button, exact=True).last).to_be_disabled()
    expect(phone.locator("input[name=title]")).to_be_disabled()
    expect(phone.locator("input[name=title]")).to_have_attribute("title", "Needs a connection.")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    for path in ("", "roll", "techniconica/roll/shoot", "techniconica/rules", "techniconica/cards", "techniconica/"):
        phone.goto(server.url + path)
        expect(phone.locator(".copy-bar")).to_be_visible()
        assert phone.evaluate(PICTURES)[1] == []
    expect_no_copy(phone, others)
    expect_no_copy(phone, f"{server.url}mechalyte/rules")
    expect(phone.locator("[data-kept-list] a", has_text="Copper Bison")).to_have_attribute("href", build)
    assert "/key" not in own_paths(phone)


def test_away_from_the_net_every_other_page_says_so_too(phone, server):
    save_example(phone, server.url)
    phone.goto(server.url)
    phone.evaluate("navigator.serviceWorker.ready")
    phone.context.set_offline(True)
    expect_no_copy(phone, f"{server.url}techniconica/print")
    phone.context.set_offline(False)
    assert phone.goto(f"{server.url}techniconica/print").status == 200


def test_a_copy_gives_way_to_the_page_when_the_server_is_back(phone, server):
    build = save_example(phone, server.url)
    keep(phone, build)
    server.end()
    phone.goto(build)
    expect(phone.locator(".copy-bar")).to_be_visible()
    server.start()
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.locator(".copy-bar")).to_have_count(0, timeout=MILLISECONDS)
    expect(phone.get_by_role("button", name="Save", exact=True).last).to_be_enabled()

    server.end()
    phone.goto(build)
    phone.evaluate("dispatchEvent(new Event('input'))")
    server.start()
    phone.evaluate("dispatchEvent(new Event('online'))")
    expect(phone.locator(".copy-bar")).to_have_text("The server answers again. Load this page anew")
    phone.get_by_role("link", name="Load this page anew").click()
    expect(phone.locator(".copy-bar")).to_have_count(0, timeout=MILLISECONDS)


def test_signing_out_leaves_nothing(phone, server):
    build = save_example(phone, server.url)
    make_key(phone, server.url)
    keep(phone, build)
    assert build.removeprefix(server.url[:-1]) in own_paths(phone)
    phone.goto(f"{server.url}key")
    phone.get_by_role("button", name="Sign out this browser").click()
    phone.wait_for_url(server.url)
    expect(phone.get_by_text("Signed out.")).to_be_visible()
    phone.wait_for_function("async () => (await caches.keys()).some(name => name.endsWith(' own none'))")
    assert not [path for path in own_paths(phone) if "/builds/" in path]
    server.end()
    expect_no_copy(phone, build)


def test_a_key_that_was_renewed_elsewhere_empties_this_browser(phone, browser, server):
    build = save_example(phone, server.url)
    words = make_key(phone, server.url)
    keep(phone, build)
    with _phone(browser) as other:
        other.goto(f"{server.url}key")
        other.locator("#key").fill(words)
        other.get_by_role("button", name="Use this key").click()
        other.wait_for_url(server.url)
        other.goto(f"{server.url}key")
        other.get_by_role("button", name="Renew the key").click()
        expect(other.locator(".key-words li")).to_have_count(8)
    phone.goto(f"{server.url}key")  # a page that no worker sees
    expect(phone.get_by_text("this one too")).to_be_visible()
    phone.wait_for_function(
        "async () => (await caches.keys()).every(name => !name.includes(' own ') || name.endsWith(' none'))"
    )
    assert not [path for path in own_paths(phone) if "/builds/" in path]


def test_empty_empties_and_what_is_opened_is_kept_again(phone, server):
    build = save_example(phone, server.url)
    keep(phone, build)
    phone.goto(f"{server.url}settings")
    phone.get_by_role("button", name="Empty").click()
    expect(phone.get_by_text("Nothing yet.")).to_be_visible()
    assert own_paths(phone) == set()
    phone.goto(build)
    phone.wait_for_function("async () => (await caches.keys()).some(name => name.includes(' own '))")


def test_a_deleted_build_goes(phone, server):
    build = save_example(phone, server.url)
    keep(phone, build)
    phone.get_by_role("button", name="Delete", exact=True).click()
    phone.wait_for_url(server.url)
    phone.goto(build)
    path = build.removeprefix(server.url[:-1])
    phone.wait_for_function(
        IS_GONE,
        arg=path,
    )


def test_a_new_release_fetches_the_pages_anew(phone, live_url, monkeypatch):
    url = f"{live_url}/"
    build = save_example(phone, url).removeprefix(live_url)
    phone.goto(live_url + build)
    phone.wait_for_function(
        IS_KEPT,
        arg=build,
    )
    monkeypatch.setattr(routes, "__version__", "99.0.0")
    phone.goto(f"{url}credits")
    phone.wait_for_function(
        """async path => {
            const names = await caches.keys();
            if (names.some(name => !name.includes(' 99.0.0 '))) return false;
            for (const name of names) if (await (await caches.open(name)).match(path)) return true;
        }""",
        arg=build,
    )


def test_the_oldest_pages_go_first(phone, live_url, monkeypatch):
    monkeypatch.setattr(routes, "MOST_PAGES", 3)
    phone.goto(f"{live_url}/credits")
    phone.evaluate("navigator.serviceWorker.ready")
    visited = ["/mechalyte/rules", "/mechalyte/roll", "/roll", "/mechalyte/"]
    for path in visited:
        phone.goto(live_url + path)
        phone.wait_for_function(
            IS_KEPT,
            arg=path,
        )
    phone.wait_for_function(
        IS_GONE,
        arg=visited[0],
    )
    assert set(visited[1:]) <= own_paths(phone)


def test_a_server_that_does_not_answer_is_not_waited_for(phone, live_url, monkeypatch):
    monkeypatch.setattr(routes, "PATIENCE", 2)  # and more than an answer takes on a busy machine
    build = save_example(phone, f"{live_url}/")
    keep(phone, build)
    go = threading.Event()
    with request_started.connected_to(lambda _: go.wait(60)):
        phone.goto(build)
        expect(phone.locator(".copy-bar")).to_contain_text("The server does not answer: this is the copy of")
        go.set()
    phone.get_by_role("link", name="Try again").click()
    expect(phone.locator(".copy-bar")).to_have_count(0, timeout=MILLISECONDS)
