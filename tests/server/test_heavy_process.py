"""What proves heavy is begun anew in a process of its own, and arrives as if it had been made where it was asked for."""

import asyncio
import contextlib
import hashlib
import signal
import socket
import threading
from multiprocessing import resource_tracker, spawn

import psutil
import pytest

from companion.limits.budget import AnswerElsewhere
from companion.server.bridge import WsgiBridge
from companion.server.heavy_process import HeavyClient, HeavyKeeper, HeavyServer
from companion.web.shell.bounds import IS_READ, MAY_MOVE, MOVED, MOVED_BEFORE
from tests.abuse.serving import Browser, Server
from tests.server.conftest import LONG

TOKEN = "a token of this start"
ODDS = "api/v1/odds?expression=200d120r60"
PRINT = "wreck-a-mech/print.pdf?what=cards&copies=99"


@pytest.fixture
def elsewhere():
    """Answer with a WSGI app as the process for heavy answers does, in a thread; return who asks it."""
    started = []

    def start(app):
        listening = socket.create_server(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        loop = asyncio.new_event_loop()
        heavy = HeavyServer(WsgiBridge(app), TOKEN)

        def run():
            with contextlib.suppress(asyncio.CancelledError):
                loop.run_until_complete(task)
            loop.close()

        task = loop.create_task(heavy.serve(listening))
        thread = threading.Thread(target=run)
        thread.start()
        started.append((loop, task, thread))
        return port

    yield start
    for loop, task, thread in started:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(LONG)
        assert not thread.is_alive()


def moves(environ, start_response):
    """Give up what may be answered elsewhere."""
    environ["wsgi.input"].read(10)
    if environ[MAY_MOVE]():
        start_response("200 OK", [("Content-Length", "10000")])(b"never sent")
        raise AnswerElsewhere
    return says(environ, start_response)


def says(environ, start_response):
    body = environ["wsgi.input"].read()
    told = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} {environ['HTTP_COLOUR']} {len(body)}"
    start_response("201 Created", [("Colour", "blue"), ("Colour", "red"), ("Moved", str(MOVED in environ))])
    return [told.encode("latin-1"), b" ", hashlib.sha256(body).hexdigest().encode()]


def test_a_request_arrives_elsewhere_with_its_body_and_the_answer_comes_back(served, connect, elsewhere):
    port = served(moves, elsewhere=HeavyClient(elsewhere(says), TOKEN))
    body = bytes(range(256)) * 4000
    client = connect(port).get("/caf%C3%A9", "Colour: green", f"Content-Length: {len(body)}", method="POST")
    came = client.send(body).until(b"0\r\n\r\n")
    head, _, rest = came.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 201")
    assert b"colour: blue\r\ncolour: red\r\nmoved: True" in head
    assert b"never sent" not in rest and hashlib.sha256(body).hexdigest().encode() in rest
    assert b" 1024000" in rest and "caf\u00e9".encode() in rest


def test_a_question_that_proved_heavy_is_known_when_it_comes_again(served, connect, elsewhere):
    known = []

    def remembers(environ, start_response):
        known.append((environ["PATH_INFO"], environ["QUERY_STRING"], environ[MOVED_BEFORE]))
        return moves(environ, start_response)

    port = served(remembers, elsewhere=HeavyClient(elsewhere(says), TOKEN))
    for address in ("/odds?dice=3", "/odds?dice=3", "/odds?dice=4"):
        connect(port).get(address, "Colour: green", "Connection: close").rest()
    assert known == [("/odds", "dice=3", False), ("/odds", "dice=3", True), ("/odds", "dice=4", False)]


def test_what_moved_only_because_another_answer_took_its_time_is_not_known_as_heavy(served, connect, elsewhere):
    known = []

    def gives_way(environ, start_response):
        known.append(environ[MOVED_BEFORE])
        raise AnswerElsewhere(is_proved=False)

    port = served(gives_way, elsewhere=HeavyClient(elsewhere(says), TOKEN))
    for _ in range(2):
        came = connect(port).get("/odds", "Colour: green", "Connection: close").rest()
        assert came.startswith(b"HTTP/1.1 201")
    assert known == [False, False]


def test_what_has_begun_to_be_sent_stays_where_it_is(served, connect, elsewhere):
    asked = []

    def begins(environ, start_response):
        start_response("200 OK", [])
        yield bytes(100_000)
        asked.append(environ[MAY_MOVE]())
        yield b"the end"

    port = served(begins, elsewhere=HeavyClient(elsewhere(says), TOKEN))
    assert connect(port).get("/", "Connection: close").rest().endswith(b"the end\r\n0\r\n\r\n")
    assert asked == [False]


def test_a_reader_that_has_gone_is_noticed_elsewhere(served, connect, elsewhere):
    begun, noticed = threading.Event(), threading.Event()

    def works(environ, start_response):
        begun.set()
        while environ[IS_READ]():
            pass
        noticed.set()
        return says(environ, start_response)

    client = connect(served(moves, elsewhere=HeavyClient(elsewhere(works), TOKEN))).get("/")
    assert begun.wait(LONG)
    client.close()
    assert noticed.wait(LONG)


def test_whoever_does_not_know_the_token_is_told_nothing(served, connect, elsewhere):
    asked = []
    port = elsewhere(lambda *_: asked.append(1))
    for sent in ("wrong, but of the same length", TOKEN[:-1] + "x{}\n", "x" * 3_000_000):
        with contextlib.suppress(ConnectionError):
            assert connect(port).send(sent).rest() == b""
    assert not asked
    refused = connect(served(moves, elsewhere=HeavyClient(port, "w" * len(TOKEN)))).get("/").rest()
    assert refused.startswith(b"HTTP/1.1 503") and b"try again in a minute" in refused


def test_nobody_waits_for_a_process_that_cannot_start(monkeypatch, connect, caplog):
    resource_tracker.ensure_running()
    monkeypatch.setattr(spawn, "_python_exe", b"/nowhere/python")
    keeper = HeavyKeeper()
    port = int(keeper.place.partition(":")[0])
    for _ in range(2):
        assert connect(port).send("anything").rest() == b""
    keeper.end()
    assert {record.getMessage() for record in caplog.records} == {
        "The process for heavy answers cannot start: it ended with code 255."
    }


@pytest.fixture
def server(tmp_path):
    started = Server(tmp_path / "data")
    yield started
    started.end(signal.SIGKILL)


def wait_until_it_works(process):
    """Return once the process has begun to compute: a whole answer takes it half a second and more."""
    before = process.cpu_times().user
    while process.cpu_times().user < before + 0.1:
        pass


@pytest.mark.long
@pytest.mark.xdist_group("serving")
def test_the_process_begins_with_the_first_heavy_answer_and_another_one_after_it_was_killed(server):
    browser = Browser()
    assert browser.get(server.url).status == 200
    assert server.heavy_process() is None
    first = browser.get(server.url + ODDS)
    assert first.status == 200
    process = server.heavy_process()
    assert process is not None

    ended = []
    asking = threading.Thread(target=lambda: ended.append(Browser().get(server.url + ODDS)))
    asking.start()
    wait_until_it_works(process)
    process.kill()
    asking.join(LONG)
    assert ended[0].status == 503 and "was ended before it was finished" in ended[0].text

    assert browser.get(server.url + "healthz").status == 200
    assert browser.get(server.url + ODDS).body == first.body
    another = server.heavy_process()
    assert another is not None and another != process
    assert server.end() == 0
    assert not another.is_running()


HOSTILE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><filter id="a"><feTurbulence numOctaves="999" '
    'baseFrequency=".9"/><feGaussianBlur stdDeviation="4000"/></filter><rect width="63" height="88" filter="url(#a)"/>'
    "<!-- {} --></svg>"
)
"""A drawing that takes as long as it may."""


def is_reading(process):
    """Return whether a process has a file of somebody read."""
    return process is not None and any("untrusted_process" in " ".join(one.cmdline()) for one in process.children())


@pytest.mark.long
@pytest.mark.xdist_group("serving")
def test_pages_are_answered_while_eight_send_what_takes_as_long_as_it_may(server):
    pages = [Browser().get(server.url + page).status for page in ("healthz", "", "mecha-mettle/new")]
    assert pages == [200] * 3
    statuses = []

    def send(number):
        file = (f"{number}.svg", HOSTILE.format(number).encode())
        form = {"text": f"title,picture\nA,{number}.svg", "do": "show"}
        statuses.append(Browser().post(f"{server.url}custom-cards?of=rows", form, file, "pictures").status)

    senders = [threading.Thread(target=send, args=(number,)) for number in range(8)]
    for sender in senders:
        sender.start()
    while not is_reading(server.heavy_process()):
        assert not statuses
    for page in ("healthz", "", "mecha-mettle/new") * 5:
        assert Browser().get(server.url + page).status == 200
    assert not statuses, "the senders wait, and the pages do not"
    for sender in senders:
        sender.join(LONG)
    assert len(statuses) == 8 and set(statuses) <= {422, 503} and 422 in statuses


@pytest.mark.long
@pytest.mark.xdist_group("serving")
def test_a_file_whose_process_is_killed_never_passes_for_whole(server, connect):
    client = connect(int(server.url.rstrip("/").rpartition(":")[2]))
    client.get(f"/{PRINT}", "Connection: close")
    came = client.until(b"%PDF")
    server.heavy_process().kill()
    came += client.rest()
    assert b"%%EOF" not in came and not came.endswith(b"0\r\n\r\n")


@pytest.mark.long
@pytest.mark.xdist_group("serving")
def test_it_ends_with_a_server_that_is_killed(server):
    assert Browser().get(server.url + ODDS).status == 200
    process = server.heavy_process()
    server.process.kill()
    assert psutil.wait_procs([process], LONG)[1] == []
