"""A server that is killed in mid-throw or mid-shuffle: nothing that was acknowledged is lost, done twice or by half."""

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
from tests.abuse.amount import SECONDS
from tests.abuse.players import PATIENCE
from tests.abuse.serving import UNREACHED, Browser

THROWS = 12
THROW_DICE = [{"act": "move", "name": "dice", "value.expression": f"{count}d6"} for count in range(1, THROWS + 1)]
DEALS = 5
DEAL_AGAIN = [*([{"act": "move", "name": "deal"}, {"act": "undo"}] * (DEALS - 1)), {"act": "move", "name": "deal"}]


class Phone(threading.Thread):
    """A phone that acts again and again, and sends an act until it is answered: always with the same key."""

    def __init__(self, server, game, seats, acts, kept="app"):
        super().__init__()
        self.server, self.browser, self.acts = server, Browser(), acts
        self.sending, self.up, self.answers = threading.Event(), threading.Event(), []
        fields = {"title": "Friday", "phones": "one", "seats": str(seats), "kept": kept}
        opened = self.browser.post(f"{server.url}{game}/tables/new", fields)
        self.path = urlsplit(opened.place).path
        self.id = self.path.rpartition("/")[2]
        self.up.set()

    def run(self):
        for number, act in enumerate(self.acts):
            while True:
                assert self.up.wait(PATIENCE)
                self.sending.set()
                with suppress(*UNREACHED):
                    sent = {**act, "seat": "0", "key": f"act {number}"}
                    self.answers.append(self.browser.post(self.url(), sent).status)
                    break

    def url(self):
        return self.server.url.rstrip("/") + self.path


@pytest.fixture
def server(serve):
    return serve()


@pytest.fixture
def store(server, tmp_path):
    opened = Store(f"sqlite:///{tmp_path}/data/companion.sqlite3")
    yield opened
    opened.close()


@pytest.mark.parametrize("moment", ["as it is sent", "as it is stored"])
def test_a_throw_under_way_when_the_server_is_killed_falls_once(server, store, tally, moment):
    phone = Phone(server, "mechastellar", 1, THROW_DICE, "hand")
    kill_twice(phone, moment, store, tally)
    _, table = Tables(store).read(phone.id)
    thrown = [(event.kind, event.cause) for event in table.events[1:]]
    numbers = range(2, 2 + 2 * THROWS, 2)
    assert thrown == [one for number in numbers for one in (("move", None), ("faces", number))]
    assert [len(event.values["faces"]) for event in table.events[2::2]] == list(range(1, THROWS + 1))
    shown = phone.browser.get(phone.url()).text
    assert re.search(rf'id="log-{2 * THROWS + 1}"', shown)
    assert_checked(phone, store, THROWS)


@pytest.mark.parametrize("moment", ["as it is sent", "as it is stored"] if SECONDS else ["as it is stored"])
def test_cards_that_are_shuffled_when_the_server_is_killed_are_shuffled_once(server, store, tally, moment):
    phone = Phone(server, "wreck-a-mech", 2, DEAL_AGAIN)
    kill_twice(phone, moment, store, tally)
    _, table = Tables(store).read(phone.id)
    deal = [("move", False), ("shuffle", True), ("shuffle", True), ("faces", True)]
    kinds = [(event.kind, event.cause is not None) for event in table.events[2:]]
    assert kinds == [*([*deal, ("undo", False)] * (DEALS - 1)), *deal]
    causes = [event.cause for event in table.events[2:] if event.cause]
    assert causes == [number for number in range(3, 3 + 5 * DEALS, 5) for _ in deal[1:]]
    orders = [event.secret["order"] for event in table.events if event.kind == "shuffle"]
    assert all(sorted(order) == list(range(len(order))) for order in orders)
    assert len({tuple(order) for order in orders}) == 2 * DEALS
    assert_checked(phone, store, 3 * DEALS)


def kill_twice(phone, moment, store, tally):
    """Kill the server twice while a phone acts, and let it end what it does."""
    phone.start()
    for _ in range(2):
        wait_for(moment, phone, store)
        phone.up.clear()
        assert phone.server.end(signal.SIGKILL) == -signal.SIGKILL
        phone.server.start()
        phone.up.set()
        tally()
    phone.join(PATIENCE)
    assert not phone.is_alive() and phone.answers == [303] * len(phone.acts)


def assert_checked(phone, store, count):
    """End the game, which opens its seed: all that was thrown and shuffled follows from it."""
    phone.browser.post(phone.url(), {"act": "concede", "seat": "0", "sure": "yes"})
    report = verify(Exported.model_validate(export(Tables(store).read(phone.id)[1], None)))
    assert set(report.events.values()) == {"checked"} and len(report.events) == count


def wait_for(moment, phone, store):
    """Wait until an act is on its way, or until it is stored, which its sender does not know yet."""
    phone.sending.clear()
    assert phone.sending.wait(PATIENCE)
    newest = tables.newest(store, phone.id)
    while moment == "as it is stored" and tables.newest(store, phone.id) == newest and phone.is_alive():
        pass
