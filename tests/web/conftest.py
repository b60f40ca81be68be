"""What the web tests share: the application on a database of its own, a form poster, and a real browser."""

import os
import re
import shutil
import threading
from contextlib import contextmanager
from functools import wraps
from weakref import WeakKeyDictionary

import lxml.html
import pytest
from werkzeug.serving import make_server

from tests.apps import empty_database, lent

CHROMIUM = shutil.which("chromium")
TABS = ("?tab=packs", "?tab=shelf", "?tab=collection")
"""The tabs of a game's cards after the first."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture
def app(tmp_path):
    with lent(empty_database(tmp_path / "web.sqlite3"), TESTING=True, RATELIMIT_ENABLED=False, PATIENCE=60) as app:
        yield app


@pytest.fixture
def client(app):
    return app.test_client()


_tokens = WeakKeyDictionary()


def token_of(client, page="/open"):
    """Return the token of a page's form, as the page carries it; asked for once a session."""
    known = _tokens.setdefault(client, {})
    if (page, _session(client)) not in known:
        shown = client.get(page).get_data(as_text=True)
        known[page, _session(client)] = re.search(r'name="csrf_token" value="([^"]+)"', shown)[1]
    return known[page, _session(client)]


def _session(client):
    cookie = client.get_cookie("session")
    return cookie and cookie.value


def page_of(client, address):
    """Return a page as a tree; there must be one at the address."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return lxml.html.document_fromstring(answer.get_data(as_text=True))


def link_to(client, address, kind="view"):
    """Hand out a link to a document of this client, as its share page does, and return the link's path."""
    client.post(f"{address}/links", data={"csrf_token": token_of(client), "kind": kind, "act": "hand-out"})
    page = client.get(f"{address}/share").get_data(as_text=True)
    shown = re.search(rf'value="https?://[^/"]+(/[^"]+)" aria-label="{kind.capitalize()} link"', page)
    return shown[1]


@pytest.fixture
def post(client):
    """Post a form as a page does: with the token that a page carries."""

    def send(path, data=None, **more):
        return client.post(path, data={"csrf_token": token_of(client), **(data or {})}, **more)

    return send


@pytest.fixture
def live_url(tmp_path):
    """Serve the product on a free port."""
    with lent(empty_database(tmp_path / "live.sqlite3"), "live key", RATELIMIT_ENABLED=False) as app:
        server = make_server("127.0.0.1", 0, app, threaded=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.port}"
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="session")
def browser():
    """Start one browser for all tests of a process."""
    if CHROMIUM is None and os.environ.get("COMPANION_BROWSER") != "required":
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def profile(browser):
    """Return the profile of all pages: each test's server has a port of its own, so only cookies are left in it.

    No worker stands between its pages and the server, which tests watch and cut off; `test_offline_browser` has one. A profile of its own would cost each test the start of a process, half a second.
    """
    return _new_profile(browser, service_workers="block")


@pytest.fixture(scope="session")
def profile_without_scripts(browser):
    return _new_profile(browser, java_script_enabled=False)


def _new_profile(browser, **settings):
    context = browser.new_context(viewport={"width": 360, "height": 740}, accept_downloads=True, **settings)
    context.new_page()
    return context


@pytest.fixture
def page(profile):
    """Open a phone-sized page that remembers what went wrong in it."""
    yield from _opened(profile)


@pytest.fixture
def page_without_scripts(profile_without_scripts):
    """Open the same page in a browser that runs no scripts."""
    yield from _opened(profile_without_scripts)


def _opened(profile):
    before, (blank, *_) = profile.browser.contexts, profile.pages
    profile.clear_cookies()
    profile.set_offline(False)
    with _clicks_settle():
        opened = profile.new_page()
        wrong = []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        opened.on("console", lambda message: wrong.append(message.text) if "Content Security" in message.text else None)
        yield opened
        for context in profile.browser.contexts:
            if context not in before:
                context.close()
        for page in profile.pages:
            if page is not blank:
                page.close()
    assert wrong == []


@contextmanager
def _clicks_settle():
    """Let a click that leads to another page be over only once that page's scripts have run.

    Otherwise a test on a busy machine reads half a page, or types where no script listens yet.
    """
    from playwright.sync_api import Locator, Page

    def settled(click, page_of):
        @wraps(click)
        def clicked(target, *args, **kwargs):
            click(target, *args, **kwargs)
            page_of(target).wait_for_load_state()

        return clicked

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Page, "click", settled(Page.click, lambda page: page))
        patch.setattr(Locator, "click", settled(Locator.click, lambda locator: locator.page))
        yield
