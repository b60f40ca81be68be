"""Builders for `make bench`: processor time of the page with all faces, of an act's answer, of typing in a long list."""

import itertools
import re
import zlib
from functools import partial
from time import thread_time

import lxml.html
from werkzeug.datastructures import MultiDict

from companion.games import GAMES
from companion.storage import config
from companion.storage.store import Store
from companion.verbs.names import find_game
from companion.web import create_app
from tests.web.conftest import token_of

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
    return found + list(long_list(client))


def long_list(client):
    """Yield rows of a MechaStellar list of thirty units: its page, and the answer to a name that is typed in it.

    Both are compared with the home page of its owner, which shows it.
    """
    game = find_game("mechastellar")
    profiles = [card for card, (kind, _) in game.catalogue.raw.items() if kind == "profile"]
    unit = '[[unit]]\nprofile = "{}"\nname = "Unit {}"\n'
    units = "".join(unit.format(profiles[number % len(profiles)], number) for number in range(30))
    token = {"csrf_token": token_of(client)}
    imported = {**token, "text": f'game = "{game.slug}"\ntitle = "Thirty"\nsize = 2000\n{units}'}
    address = client.post("/import", data=imported).location
    text = client.get(address).get_data(as_text=True)
    form = next(form for form in lxml.html.document_fromstring(text).forms if form.get("id") == "build")
    kept = " ".join(re.findall(r'data-part="(\w+)"', text))
    headers, names = {"X-Fragment": "typed", "X-Kept": kept}, itertools.count()

    def type_name():
        typed = MultiDict(form.form_values())
        typed["unit-4-name"] = f"Name {next(names)}"
        return client.post(form.get("data-check"), data=typed, headers=headers)

    size = len(type_name().data) / 1000
    page, typing, home = least(partial(client.get, address)), least(type_name), least(partial(client.get, "/"))
    yield "builder of MechaStellar with thirty units / home page that shows it", page, home, page / home, "<= 5"
    yield (
        f"a name typed in thirty units ({size:.0f} kB, <= 40) / home page that shows them",
        typing,
        home,
        typing / home,
        "<= 4",
    )
