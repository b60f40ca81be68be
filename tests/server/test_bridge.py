"""Requests become WSGI, answers go out as they are made, and nobody who is slow holds a thread."""

import json
import threading

import pytest

from companion.server import bridge
from companion.server.connections import Connection
from companion.web.shell.bounds import IS_READ
from tests.pairs import few_first
from tests.server.conftest import LONG

END = b"the end"


def says(environ, start_response):
    """Answer with what the app was told."""
    told = {name: value for name, value in environ.items() if isinstance(value, str)}
    body = json.dumps({**told, "body": environ["wsgi.input"].read().decode("latin-1")}).encode()
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
    return [body]


def told(client):
    head, _, body = client.until(b"}").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    return json.loads(body)


def test_a_request_comes_as_wsgi_says(served, connect):
    client = connect(served(says))
    client.get("/a%20b/%C3%A9?x=1&y=%20", "Cookie: a=1", "Cookie: b=2", "Accept: one", "Accept: two", method="POST")
    environ = told(client)
    assert environ["REQUEST_METHOD"] == "POST"
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/a b/é"
    assert environ["QUERY_STRING"] == "x=1&y=%20"
    assert (environ["HTTP_COOKIE"], environ["HTTP_ACCEPT"]) == ("a=1; b=2", "one,two")
    assert (environ["REMOTE_ADDR"], environ["wsgi.url_scheme"], environ["body"]) == ("127.0.0.1", "http", "")


def test_a_header_with_an_underscore_never_passes_for_a_proxys(served, connect):
    client = connect(served(says)).get("/", "X_Forwarded_For: 1.2.3.4", "X-Real-Ip: 5.6.7.8")
    environ = told(client)
    assert "HTTP_X_FORWARDED_FOR" not in environ and environ["HTTP_X_REAL_IP"] == "5.6.7.8"


def test_a_body_comes_whole_however_it_is_cut(served, connect):
    client = connect(served(says))
    client.get("/", "Content-Length: 10", method="POST").send("01234").send("56789")
    assert told(client)["body"] == "0123456789"
    client.get("/", "Transfer-Encoding: chunked", method="POST").send("3\r\nabc\r\n").send("2\r\nde\r\n0\r\n\r\n")
    environ = told(client)
    assert (environ["body"], environ["CONTENT_LENGTH"]) == ("abcde", "5")


def test_a_client_may_wait_until_its_body_is_wanted(served, connect):
    client = connect(served(says)).get("/", "Content-Length: 3", "Expect: 100-continue", method="POST")
    assert client.until(b"\r\n\r\n").startswith(b"HTTP/1.1 100")
    assert told(client.send("abc"))["body"] == "abc"


def test_of_a_body_that_is_too_large_the_app_sees_that_it_is(served, connect, monkeypatch):
    monkeypatch.setattr(bridge, "LARGEST_BODY", 10)
    client = connect(served(says)).get("/", "Content-Length: 30", method="POST").send("0" * 15).send("1" * 15)
    environ = told(client)
    assert environ["body"].startswith("0" * 11) and int(environ["CONTENT_LENGTH"]) > 10


def test_all_bodies_together_are_bounded_and_their_place_comes_back(served, connect, monkeypatch):
    monkeypatch.setattr(bridge, "MOST_BODIES", 100)
    port = served(says)
    first = connect(port).get("/", "Content-Length: 90", method="POST").send("0" * 60)
    second = connect(port)
    while True:  # until the first one's bytes have arrived
        second = connect(port).get("/", "Content-Length: 50", method="POST").send("1" * 50)
        if second.until(b"\r\n\r\n").startswith(b"HTTP/1.1 503"):
            break
    assert told(first.send("0" * 30))["body"] == "0" * 90
    assert told(connect(port).get("/", "Content-Length: 90", method="POST").send("2" * 90))["body"] == "2" * 90


def test_a_body_that_never_comes_is_told(served, connect, monkeypatch):
    monkeypatch.setattr(bridge, "BODY_SECONDS", 0.1)
    client = connect(served(says)).get("/", "Content-Length: 10", method="POST").send("half")
    assert client.rest().startswith(b"HTTP/1.1 408")


def test_a_slow_sender_holds_no_thread(served, connect):
    port = served(says, threads=1)
    slow = [connect(port).get("/", "Content-Length: 10", method="POST").send("half") for _ in range(3)]
    assert told(connect(port).get("/"))["PATH_INFO"] == "/"
    assert all(told(client.send("-other"))["body"] == "half-other" for client in slow)


LARGE = 16_000_000
"""More than two systems keep between a server and a reader who takes nothing."""


def large(environ, start_response):
    start_response("200 OK", [("Content-Length", str(LARGE))] if environ["PATH_INFO"] == "/whole" else [])
    yield from (b"%07d\n" % number * 10_000 for number in range(LARGE // 80_000))


@pytest.mark.parametrize("path", few_first(1, ["/streamed", "/whole"]))
def test_a_slow_reader_holds_no_thread_and_gets_every_byte(served, connect, path):
    port = served(large, threads=1)
    slow = [connect(port).get(path, "Connection: close") for _ in range(3)]
    assert connect(port).get("/whole", "Connection: close").rest().endswith(b"0000199\n")
    for client in slow:
        body = client.rest().partition(b"\r\n\r\n")[2]
        assert all(body.count(b"%07d\n" % number) == 10_000 for number in (0, 57, 199))


def test_pieces_arrive_while_the_next_ones_are_made(served, connect):
    go_on = threading.Event()

    def pieces(environ, start_response):
        start_response("200 OK", [])
        yield b"the first"
        assert go_on.wait(LONG)
        yield END

    client = connect(served(pieces)).get()
    assert b"the first" in client.until(b"the first")
    go_on.set()
    client.until(END)


def test_work_whose_reader_has_gone_is_told(served, connect):
    begun, over = threading.Event(), threading.Event()

    def works(environ, start_response):
        begun.set()
        while environ[IS_READ]():
            pass
        over.set()
        return says(environ, start_response)

    client = connect(served(works)).get()
    assert begun.wait(LONG)
    client.close()
    assert over.wait(LONG)


def test_what_nobody_reads_any_more_is_not_begun(served, connect):
    asked, go_on = [], threading.Event()

    def works(environ, start_response):
        asked.append(environ["PATH_INFO"])
        assert go_on.wait(LONG)
        return says(environ, start_response)

    port = served(works, threads=1)
    first = connect(port).get("/first")
    while not asked:
        pass
    for _ in range(2):  # the server has turned to the second one when it knows that the first is gone
        gone = connect(port).get("/gone")
        while len(Connection.open_now) < 2:
            pass
        gone.close()
        while len(Connection.open_now) > 1:
            pass
    last = connect(port).get("/last")
    go_on.set()
    assert told(first)["PATH_INFO"] == "/first" and told(last)["PATH_INFO"] == "/last"
    assert asked == ["/first", "/last"]


def test_what_breaks_before_it_begins_is_an_answer_and_what_breaks_later_is_cut_short(served, connect):
    def breaks(environ, start_response):
        if environ["PATH_INFO"] == "/early":
            raise ValueError("broken")
        start_response("200 OK", [])
        yield b"x" * 100_000
        raise ValueError("broken")

    def early(environ, start_response):
        raise ValueError("broken")

    assert connect(served(early)).get().rest().startswith(b"HTTP/1.1 500")
    cut = connect(served(breaks)).get("/late").rest()
    assert cut.startswith(b"HTTP/1.1 200") and not cut.endswith(b"0\r\n\r\n")  # the last chunk never came


def test_an_answer_without_a_body_keeps_the_connection(served, connect):
    def empty(environ, start_response):
        start_response("204 No Content", [])
        return []

    client = connect(served(empty))
    for _ in range(2):
        assert client.get().until(b"\r\n\r\n").startswith(b"HTTP/1.1 204")


def test_the_head_of_an_answer_alone(served, connect):
    client = connect(served(says))
    answer = client.get(method="HEAD", path="/").until(b"\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200") and answer.endswith(b"\r\n\r\n")
    assert told(client.get("/next"))["PATH_INFO"] == "/next"
