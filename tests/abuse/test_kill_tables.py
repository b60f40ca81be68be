"""A server that is killed in mid-throw: no throw that was acknowledged is lost, none falls twice, none falls by half."""

import re
import signal
import threading
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from companion.play.verify import Exported, verify
from companion.storage import tables
from companion.storage.store import Store
from companion.verbs.stored_tables import Tables
from companion.verbs.tables import export
from tests.abuse.players import PATIENCE
from tests.abuse.serving import UNREACHED, Browser

THROWS = 12


class Thrower(threading.Thread):
    """A phone that throws again and again, and sends a throw until it is answered: always with the same key."""

    def __init__(self, server):
        super().__init__()
        self.server, self.browser, self.number = server, Browser(), 0
        self.sending, self.up, self.answers = threading.Event(), threading.Event(), []
        opened = self.browser.post(
            f"{server.url}mechastellar/tables/new", {"title": "Friday", "phones": "one", "seats": "1"}
        )
        self.path = urlsplit(opened.place).path
        self.id = self.path.rpartition("/")[2]
        self.up.set()

    def run(self):
        while self.number < THROWS:
            self.number += 1
            dice = {"act": "move", "name": "dice", "value.expression": f"{self.number}d6", "seat": "0"}
            while True:
                assert self.up.wait(PATIENCE)
                self.sending.set()
                with suppress(*UNREACHED):
                    self.answers.append(self.browser.post(self._url(), {**dice, "key": f"throw {self.number}"}).status)
                    break

    def _url(self):
        return self.server.url.rstrip("/") + self.path


@pytest.mark.parametrize("moment", ["as it is sent", "as it is stored"])
def test_a_throw_under_way_when_the_server_is_killed_falls_once(serve, tmp_path, tally, moment):
    server = serve()
    thrower = Thrower(server)
    store = Store(f"sqlite:///{tmp_path}/data/companion.sqlite3")
    thrower.start()
    for _ in range(2):
        wait_for(moment, thrower, store)
        thrower.up.clear()
        assert server.end(signal.SIGKILL) == -signal.SIGKILL
        server.start()
        thrower.up.set()
        tally()
    thrower.join(PATIENCE)
    assert not thrower.is_alive() and thrower.answers == [303] * THROWS
    _, table = Tables(store).read(thrower.id)
    thrown = [(event.kind, event.cause) for event in table.events[1:]]
    numbers = range(2, 2 + 2 * THROWS, 2)
    assert thrown == [one for number in numbers for one in (("move", None), ("faces", number))]
    assert [len(event.values["faces"]) for event in table.events[2::2]] == list(range(1, THROWS + 1))
    shown = thrower.browser.get(thrower._url()).text
    assert re.search(rf'id="log-{2 * THROWS + 1}"', shown)
    thrower.browser.post(thrower._url(), {"act": "concede", "seat": "0"})
    report = verify(Exported.model_validate(export(Tables(store).read(thrower.id)[1], None)))
    assert set(report.events.values()) == {"checked"} and len(report.events) == THROWS
    store.close()


def wait_for(moment, thrower, store):
    """Wait until a throw is on its way, or until it is stored, which its sender does not know yet."""
    thrower.sending.clear()
    assert thrower.sending.wait(PATIENCE)
    newest = tables.newest(store, thrower.id)
    while moment == "as it is stored" and tables.newest(store, thrower.id) == newest and thrower.is_alive():
        pass
