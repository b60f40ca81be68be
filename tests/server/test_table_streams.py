"""Streams of tables: they say numbers alone, take no thread, and end with their reader or with the server."""

import socket
import threading

import pytest
import uvicorn
from werkzeug.exceptions import NotFound

from companion.server import bridge, connections, process, table_streams
from companion.storage.tables import TableNews
from companion.web.tables.streams import MEDIA_TYPE, WATCHED, Watched, say_number
from tests.server.conftest import LONG

WATCHERS = 3 * bridge.THREADS
"""More streams than there are threads."""


class Tables:
    """An app whose addresses are tables; each has so many events."""

    def __init__(self):
        self.numbers = {"a": 1, "b": 1}
        self.listeners = []
        self.heard = threading.Semaphore(0)
        self.rendered = []
        self.gone = set()

    def happen(self, table, number):
        self.numbers[table] = number
        for name, heard in tuple(self.listeners):
            if name == table:
                heard(TableNews(number))

    def take_back(self, link):
        """Take a link back: all streams hear of it, and ask whether it was theirs."""
        self.gone.add(link)
        for _, heard in tuple(self.listeners):
            heard(TableNews(1, len(self.gone)))

    def listen(self, table):
        def begin(heard):
            self.listeners.append((table, heard))
            self.heard.release()
            return lambda: self.listeners.remove((table, heard))

        return begin

    def render(self, table, link):
        self.rendered.append(link)
        if link == "taken-back":
            raise NotFound
        return f"<p>{table}\n{self.numbers[table]}</p>"

    def __call__(self, environ, start_response):
        table = environ["PATH_INFO"].strip("/")
        if table not in self.numbers:
            start_response("404 Not Found", [("Content-Length", "2")])
            return [b"no"]
        link = environ["QUERY_STRING"]
        render = (lambda: self.render(table, link)) if link else None
        environ[WATCHED] = Watched(
            table, TableNews(self.numbers[table], 0), self.listen(table), lambda: link not in self.gone, link, render
        )
        start_response("200 OK", [("Content-Type", MEDIA_TYPE)])
        return [say_number(self.numbers[table])]


def stream(tables, client, table="a"):
    """Open a stream, and wait until it listens."""
    client.get(f"/{table}").until(b"data: 1\n\n")
    assert tables.heard.acquire(timeout=LONG)
    return client


def spectator(tables, client, link):
    client.get(f"/a?{link}").until(b"data: 1\n\n")
    assert tables.heard.acquire(timeout=LONG)
    return client


@pytest.fixture
def tables():
    return Tables()


def test_a_stream_says_each_newer_number_and_nothing_else(tables, served, connect):
    client = stream(tables, connect(served(tables)))
    tables.happen("b", 9)
    tables.happen("a", 2)
    assert b"data: 9" not in client.until(b"id: 2\ndata: 2\n\n")


def test_spectators_are_sent_the_table_which_is_made_once_for_a_link(tables, served, connect):
    port = served(tables)
    crowd = [spectator(tables, connect(port), "watch") for _ in range(WATCHERS)]
    tables.happen("a", 2)
    for client in crowd:
        client.until(b"event: table\nid: 2\ndata: <p>a\ndata: 2</p>\n\n")
    assert tables.rendered == ["watch"]


def test_a_link_that_was_taken_back_is_told_a_number_alone(tables, served, connect):
    port = served(tables)
    watching, out = spectator(tables, connect(port), "watch"), spectator(tables, connect(port), "taken-back")
    tables.happen("a", 2)
    watching.until(b"data: 2</p>\n\n")
    assert b"<p>" not in out.until(b"id: 2\ndata: 2\n\n")


@pytest.mark.parametrize("link", ["", "watch"], ids=["a seat", "a spectator"])
def test_a_link_that_is_taken_back_cuts_its_streams_at_once_and_no_other(tables, served, connect, link):
    port = served(tables)
    out, stays = spectator(tables, connect(port), link), spectator(tables, connect(port), "other")
    tables.take_back(link)
    assert out.until(b"0\r\n\r\n")
    tables.happen("a", 2)
    assert b"0\r\n\r\n" not in stays.until(b"data: 2</p>\n\n")


def test_what_was_said_already_is_not_said_again(tables, served, connect):
    client = stream(tables, connect(served(tables)))
    tables.happen("a", 1)
    tables.happen("a", 2)
    assert b"data: 1" not in client.until(b"data: 2\n\n")


def test_streams_hold_no_thread(tables, served, connect):
    port = served(tables)
    for _ in range(WATCHERS):
        stream(tables, connect(port))
    assert b"404" in connect(port).get("/nothing").until(b"no")


def test_an_idle_stream_is_kept_alive(tables, served, connect, monkeypatch):
    monkeypatch.setattr(table_streams, "HEARTBEAT_SECONDS", 0.05)
    client = stream(tables, connect(served(tables)))
    assert b"data:" not in client.until(table_streams.HEARTBEAT)


@pytest.mark.parametrize("bound", ["MOST", "MOST_OF_TABLE"])
def test_past_the_bound_a_stream_ends_after_its_first_number(tables, served, connect, monkeypatch, bound):
    monkeypatch.setattr(table_streams, bound, 1)
    port = served(tables)
    stream(tables, connect(port))
    refused = connect(port).get("/a", "Connection: close").rest()
    assert b"data: 1\n\n" in refused and refused.endswith(b"0\r\n\r\n")


def test_another_table_has_bounds_of_its_own(tables, served, connect, monkeypatch):
    monkeypatch.setattr(table_streams, "MOST_OF_TABLE", 1)
    port = served(tables)
    stream(tables, connect(port))
    other = stream(tables, connect(port), "b")
    tables.happen("b", 2)
    assert other.until(b"data: 2\n\n")


def test_a_reader_that_has_gone_leaves_its_place_and_listens_no_more(tables, served, connect, monkeypatch):
    monkeypatch.setattr(table_streams, "MOST", 1)
    monkeypatch.setattr(table_streams, "HEARTBEAT_SECONDS", 0.05)
    port = served(tables)
    stream(tables, connect(port)).close()
    assert any(stays_open(connect(port).get("/a")) for _ in range(1000))
    assert len(tables.listeners) == 1


def stays_open(client):
    """Whether a stream goes on after its first number; one that was refused ends with an empty chunk."""
    came = client.until(b"data: 1\n\n")
    while table_streams.HEARTBEAT not in came and b"\r\n0\r\n\r\n" not in came:
        came += client.socket.recv(65536)
    return table_streams.HEARTBEAT in came


def test_the_server_ends_without_waiting_for_streams(tables, served, connect):
    """The fixture `served` stops by force; here uvicorn's own end is asked for, as SIGTERM does."""
    listening = socket.create_server(("127.0.0.1", 0))
    config = process.config_of(bridge.WsgiBridge(tables), 1, connections.MOST, connections.MOST_FROM_ONE)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    client = stream(tables, connect(listening.getsockname()[1]))
    server.should_exit = True
    assert client.rest().endswith(b"0\r\n\r\n")
    thread.join(process.GRACE_SECONDS / 2)
    assert not thread.is_alive()
