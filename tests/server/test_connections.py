"""Connections that wait for nothing make room, and each has its seconds for the next step."""

import pytest

from companion.server import connections
from companion.server.connections import Connection

OK = b"HTTP/1.1 200"


def plain(environ, start_response):
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


def large(environ, start_response):
    start_response("200 OK", [])
    return [bytes(32_000_000)]


@pytest.mark.parametrize("sent", ["", "GET / HTTP/1.1\r\nHost: localh", "GET / HTTP/1.1\r\nHost: localhost\r\n"])
def test_a_request_that_never_comes_whole_is_not_waited_for(served, connect, monkeypatch, sent):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    assert connect(served(plain)).send(sent).rest() == b""


def test_neither_is_the_second_request_of_a_connection(served, connect, monkeypatch):
    client = connect(served(plain)).get()
    client.until(b"ok")
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.1)
    assert client.send("GET / HT").rest() == b""


def test_a_head_that_comes_in_time_is_answered(served, connect):
    client = connect(served(plain))
    for byte in "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n":
        client.send(byte)
    assert client.until(b"ok").startswith(OK)


def test_a_connection_may_be_idle_only_so_long(served, connect, monkeypatch):
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.1)
    client = connect(served(plain)).get()
    assert client.until(b"ok").startswith(OK)
    assert client.rest() == b""


@pytest.mark.parametrize("bound", ["most", "most_from_one"])
def test_past_the_bound_the_oldest_idle_connection_makes_room(served, connect, bound):
    port = served(plain, **{bound: 3})
    clients = [connect(port).get() for _ in range(3)]
    for client in clients:
        client.until(b"ok")
    fourth = connect(port).get()
    assert fourth.until(b"ok").startswith(OK)
    assert clients[0].rest() == b""
    assert all(client.get().until(b"ok") for client in clients[1:])


def test_where_all_are_busy_one_more_is_told_to_come_back(served, connect):
    port = served(plain, most_from_one=2)
    busy = [connect(port).get("/", "Content-Length: 1", method="POST") for _ in range(2)]
    while sum(not one.is_idle for one in list(Connection.open_now)) < 2:
        pass
    refused = connect(port).rest()
    assert refused.startswith(b"HTTP/1.1 503") and b"retry-after: 10" in refused
    for client in busy:
        assert client.send("x").until(b"ok").startswith(OK)
    assert connect(port).get().until(b"ok").startswith(OK)


def test_behind_a_proxy_one_address_is_everybody(served, connect):
    port = served(plain, most_from_one=None)
    clients = [connect(port).get() for _ in range(20)]
    for client in clients:
        assert client.until(b"ok").startswith(OK)
    assert clients[0].get().until(b"ok").startswith(OK)


def test_a_reader_that_takes_nothing_is_not_waited_for(served, connect, monkeypatch):
    monkeypatch.setattr(connections, "READER_SECONDS", 0.2)
    client = connect(served(large)).get()
    came = client.until(OK)  # and no more: a connection that is closed before anybody looks was open, too
    while Connection.open_now:
        pass
    assert len(came + client.rest()) < 32_000_000


def test_closed_connections_are_forgotten(served, connect):
    port = served(plain)
    clients = [connect(port).get() for _ in range(5)]
    for client in clients:
        client.until(b"ok")
        client.close()
    while Connection.open_now:
        pass
    assert Connection.from_address == {}


@pytest.mark.parametrize(
    "lengths",
    [("Content-Length: 4", "Transfer-Encoding: chunked"), ("Transfer-Encoding: chunked", "Content-Length: 40")],
)
def test_a_request_whose_length_is_said_in_two_ways_is_the_last_of_its_connection(served, connect, lengths):
    """What a proxy takes for its body may be a request of somebody else to us."""
    asked = []

    def notes(environ, start_response):
        asked.append(environ["PATH_INFO"])
        return plain(environ, start_response)

    client = connect(served(notes)).get("/first", *lengths, method="POST")
    came = client.send("0\r\n\r\nGET /second HTTP/1.1\r\nHost: localhost\r\n\r\n").rest()
    assert asked == ["/first"] and came.count(b"HTTP/1.1") == 1
    assert not came.startswith(OK) or b"connection: close" in came


def test_one_that_says_it_in_one_way_leaves_its_connection_open(served, connect):
    client = connect(served(plain)).get("/first", "Transfer-Encoding: chunked", method="POST")
    client.send("0\r\n\r\n").until(b"ok")
    assert client.get("/second").until(b"ok").startswith(OK)
