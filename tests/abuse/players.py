"""Players who save without end on servers that are killed under them, and what was acknowledged to them."""

import itertools
import re
import threading

from companion.storage.store import Store
from tests.abuse.serving import UNREACHED, Browser, companion

CLIENTS = 4
PATIENCE = 120
"""Seconds after which a test gives up that waits for something to happen."""


class Club:
    """Players who save without end on a server that is killed under them."""

    def __init__(self, server):
        self.server, self.up, self.over, self.more = server, threading.Event(), threading.Event(), threading.Condition()
        self.acknowledged = []
        self.trouble = []
        self.up.set()
        self.players = [threading.Thread(target=self._play, args=(number,)) for number in range(CLIENTS)]

    def start(self):
        for player in self.players:
            player.start()

    def end(self):
        self.over.set()
        self.up.set()
        for player in self.players:
            player.join()

    def wait_for(self, count):
        """Wait until so many saves more are acknowledged."""
        with self.more:
            wanted = len(self.acknowledged) + count
            assert self.more.wait_for(lambda: len(self.acknowledged) >= wanted or self.trouble, PATIENCE)

    def _play(self, number):
        browser, place, count = Browser(), "", 0
        while not self.over.is_set():
            count += 1
            try:
                place = self._save(browser, "" if count % 5 == 0 else place, f"{number}-{count}") or place
            except UNREACHED:
                self.up.wait(PATIENCE)

    def _save(self, browser, place, title):
        """Save a new build, or one more version of the one at `place`; return where it is."""
        fields = {"title": title, "seat": "2"}
        if place:
            page = browser.get(self.server.url + place).text
            shown = re.search(r'name="version" value="(\d+)"', page)
            if shown is None:  # a server that is being killed may answer with its refusal in place of the page
                return place
            fields["version"] = shown[1]
        answer = browser.post(self.server.url + (place or "mecha-mettle/new"), fields)
        if answer.status not in (303, 429):
            self.trouble.append((answer.status, answer.text))
        if answer.status != 303:
            return ""
        saved = answer.place.rstrip("/").split("?")[0].lstrip("/")
        with self.more:
            self.acknowledged.append((saved.rsplit("/", 1)[1], title))
            self.more.notify_all()
        return saved


class EitherServer:
    """Servers as one: each request goes to the next of them, as a balancer sends it."""

    def __init__(self, servers):
        self._turns = itertools.cycle(servers)

    @property
    def url(self):
        return next(self._turns).url


def assert_nothing_is_lost(club, url):
    """Look up every save that was acknowledged in the database itself."""
    assert club.trouble == []
    store = Store(url)
    found = {
        (name, store.get(name, version.number).data["title"])
        for name in {name for name, _ in club.acknowledged}
        for version in store.versions(name)
    }
    store.close()
    assert club.acknowledged
    assert [save for save in club.acknowledged if save not in found] == []


def assert_all_is_sound(folder, **settings):
    """Let the doctor look at everything that is stored, and restore a backup of it."""
    looked = companion(folder, "doctor", "--json", **settings)
    assert looked.returncode == 0, looked.stdout
    backup = companion(folder, "backup", folder.parent / "all.zip", "--verify", **settings)
    assert backup.returncode == 0, backup.stderr
