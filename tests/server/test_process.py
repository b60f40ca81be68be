"""`companion serve` as it is started: one process or several, how it ends, and what it does where one is killed."""

import signal
import subprocess
import sys
import threading
import time

import psutil
import pytest

from companion.server.connections import READER_SECONDS
from tests.abuse.serving import Browser, Server, environment
from tests.server.conftest import LONG

pytestmark = pytest.mark.xdist_group("serving")
PRINT = "/wreck-a-mech/print.pdf?what=cards&copies=99"
"""A file that is sent while it is made."""


@pytest.fixture
def serve(tmp_path):
    servers = []

    def started(*words, **more):
        servers.append(Server(tmp_path / "data", *words, **more))
        return servers[-1]

    yield started
    for server in servers:
        server.end(signal.SIGKILL)


def port_of(server):
    return int(server.url.rstrip("/").rpartition(":")[2])


def answers(server):
    return Browser().get(server.url + "healthz").status == 200


def test_three_hundred_connections_that_ask_nothing_keep_nobody_out(serve, connect):
    server = serve()
    for _ in range(300):
        connect(port_of(server))
    for _ in range(80):
        connect(port_of(server)).get("/open", "Content-Length: 9", method="POST")
    assert answers(server)


@pytest.mark.long
def test_a_download_under_way_comes_to_its_end_and_then_the_server_does(serve, connect):
    server = serve()
    few = PRINT.replace("99", "8")  # a second alone, and on a busy machine still less than the server waits
    client = connect(port_of(server)).get(few, "Connection: close")
    head = client.until(b"%PDF")
    server.process.send_signal(signal.SIGTERM)
    assert b"%%EOF" in (head + client.rest())[-40:]
    assert server.process.wait(LONG) == 0


@pytest.mark.long
def test_a_reader_who_takes_nothing_holds_up_no_end(serve, connect):
    server = serve()
    client = connect(port_of(server)).get(PRINT)
    client.until(b"%PDF")
    begun = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(2 * LONG) == 0
    assert time.monotonic() - begun < READER_SECONDS


@pytest.mark.long
def test_workers_answer_and_one_that_is_killed_is_replaced(serve):
    server = serve("--workers", "2")
    assert all(answers(server) for _ in range(10))
    first = server.workers()
    assert len(first) == 2
    first[0].kill()
    while set(server.workers()) >= set(first) or len(server.workers()) < 2:
        pass
    assert all(answers(server) for _ in range(10))
    assert server.end() == 0
    assert not any(one.is_running() for one in first)


@pytest.mark.long
def test_workers_end_with_a_server_that_is_killed(serve):
    server = serve("--workers", "2")
    assert answers(server)
    started = server.workers()
    server.end(signal.SIGKILL)
    gone, alive = psutil.wait_procs(started, LONG)
    assert len(gone) == 2 and not alive


@pytest.mark.long
def test_only_one_of_several_processes_keeps_backups(serve):
    server = serve("--workers", "2", "--backups", "3")
    browser = Browser()
    assert browser.post(f"{server.url}mecha-mettle/new", {"title": "First", "seat": "2"}).status == 303
    assert server.end() == 0
    made = list(server.data.glob("backups/*.zip"))
    assert len(made) == 1


@pytest.mark.long
def test_a_setting_that_cannot_be_read_is_a_sentence(tmp_path):
    known = environment(tmp_path, COMPANION_PROXIES="many")
    for words in ([], ["--workers", "2"]):
        command = [sys.executable, "-m", "companion", "serve", "--port", "0", *words]
        ended = subprocess.run(command, env=known, capture_output=True, text=True, timeout=2 * LONG)
        assert ended.returncode == 2
        assert "COMPANION_PROXIES" in ended.stderr and "Traceback" not in ended.stderr


@pytest.mark.long
def test_saves_through_several_workers_at_once_are_all_there(serve):
    server, titles = serve("--workers", "2"), [f"Build {number}" for number in range(12)]
    browser = Browser()
    assert browser.post(f"{server.url}mecha-mettle/new", {"title": "Before", "seat": "2"}).status == 303
    statuses = []

    def save(title):
        statuses.append(browser.post(f"{server.url}mecha-mettle/new", {"title": title, "seat": "2"}).status)

    threads = [threading.Thread(target=save, args=(title,)) for title in titles]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [303] * 12
    page = browser.get(f"{server.url}mecha-mettle/").text
    assert all(title in page for title in titles)
