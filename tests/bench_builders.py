"""Builders for `make bench`: processor time of the page with all faces, of an act's answer, of what every card would do."""

import re
import zlib
from functools import partial
from time import thread_time

import lxml.html
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.storage import config
from companion.storage.store import Store
from companion.web import create_app

TIMES = 9


def least(work):
    work()
    spent = []
    for _ in range(TIMES):
        since = thread_time()
        work()
        spent.append(thread_time() - since)
    return min(spent)


def rows():
    """Return rows of name, ours, theirs, ratio, aim; the page of health is measured without its writing."""
    client = create_app(RATELIMIT_ENABLED=False).test_client()
    writes = Store.check_writing, config.check_writing
    Store.check_writing, config.check_writing = lambda self: None, lambda: None
    try:
        home, health = least(partial(client.get, "/")), least(partial(client.get, "/healthz"))
    finally:
        Store.check_writing, config.check_writing = writes
    found = []
    for game in GAMES:
        example = f"/{game.slug}/examples/{next(iter(game.examples))}"
        text = client.get(example).get_data(as_text=True)
        form = next(form for form in lxml.html.document_fromstring(text).forms if form.get("id") == "build")
        typed = MultiDict(form.form_values())
        page = least(partial(client.get, example))
        act = least(
            partial(client.post, f"/{game.slug}/check", data=typed, headers={"X-Fragment": "workshop"}),
        )
        packed = len(zlib.compress(text.encode())) / 1000
        faces = len(re.findall('class="face"', text))
        name = f"builder of {game.title}, {faces} faces in {packed:.0f} kB packed (<= 400) / home page"
        found.append((name, page, home, page / home, "<= 6"))
        found.append(
            (f"act in the builder of {game.title} / healthz without writing", act, health, act / health, "<= 5")
        )
    return found
