"""Ended at any moment: no save that was acknowledged is lost, the database stays sound, nothing is left lying about."""

import json
import random
import re
import signal
import threading

from companion.storage.store import Store
from tests.abuse.amount import rounds
from tests.abuse.serving import UNREACHED, Browser, companion

CLIENTS = 4
KILLS = 3
SAVES = 15
"""Saves between two kills, of all clients together."""
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
            fields["version"] = re.search(r'name="version" value="(\d+)"', page)[1]
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


def test_no_acknowledged_save_is_lost_when_the_server_is_killed(serve, tally, tmp_path):
    server = serve("--backups", "3")
    club = Club(server)
    club.start()
    try:
        for _ in rounds():
            for _ in range(KILLS):
                club.wait_for(SAVES)
                club.up.clear()
                assert server.end(signal.SIGKILL) == -signal.SIGKILL
                server.start()
                club.up.set()
                tally()
        club.wait_for(SAVES)
    finally:
        club.end()
    server.end(signal.SIGKILL)
    assert club.trouble == []
    store = Store(f"sqlite:///{tmp_path / 'data' / 'companion.sqlite3'}")
    found = {
        (name, store.get(name, version.number).data["title"])
        for name in {name for name, _ in club.acknowledged}
        for version in store.versions(name)
    }
    store.close()
    assert [save for save in club.acknowledged if save not in found] == []
    looked = companion(tmp_path / "data", "doctor", "--json")
    assert looked.returncode == 0, looked.stdout
    backup = companion(tmp_path / "data", "backup", tmp_path / "all.zip", "--verify")
    assert backup.returncode == 0, backup.stderr
    tally(len(club.acknowledged))


def test_a_server_that_is_told_to_end_leaves_no_part_of_a_backup(serve, tally, tmp_path):
    """It was ended in the middle of a backup, and its part stayed for a day."""
    (tmp_path / "data").mkdir()
    store = Store(f"sqlite:///{tmp_path / 'data' / 'companion.sqlite3'}")
    for number in range(40):
        store.create(
            "me",
            "mecha-mettle",
            {"game": "mecha-mettle", "title": str(number), "text": random.randbytes(150_000).hex()},
        )
    store.close()
    folder = tmp_path / "data" / "backups"
    for how, code in ((signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0)):
        server = serve("--backups", "3")
        assert server.end(how) == code
        tally()
    assert list(folder.glob(".*")) == []


def test_a_backup_that_is_told_to_end_leaves_no_part(tally, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    assert companion(folder, "doctor").returncode in (0, 1)
    (tmp_path / ".companion-0123456789abcdef.part").write_bytes(b"left by one that was killed")
    assert companion(folder, "backup", tmp_path / "all.zip").returncode == 0
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["all.zip"]
    assert json.loads(companion(folder, "restore", tmp_path / "all.zip", "--json").stdout)["restored"] == 0
    tally()
