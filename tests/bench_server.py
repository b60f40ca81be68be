"""A club's evening for `python -m tests.bench_server`: two hundred players beside everything that keeps a server busy.

The server is a whole one, `companion serve` in processes of its own, with 20,000 builds. First one client asks each page
in turn; then 200 do, each from an address of its own, a page every few seconds, beside 500 connections that ask nothing,
200 bodies that come a byte at a time, 200 readers that take a little now and then, and eight clients that ask for what
is heavy without end.
"""

import argparse
import asyncio
import contextlib
import random
import re
import socket
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from sqlalchemy import insert

from companion.storage.schema import DocumentRow, LinkRow, VersionRow
from companion.storage.store import Store
from companion.verbs.names import find_game
from tests.abuse.serving import Server
from tests.bench_hostile import HEAVY

BUILDS = 20_000
CLIENTS, IDLE, BODIES, READERS, GREEDY = 200, 500, 200, 200, 8
THINKING = (2.0, 6.0)
"""Seconds that a player looks at a page."""
WARMING = 4
"""Times that each page is asked for before."""
QUIET = 60
"""Requests of the one client before."""


@dataclass
class Figures:
    """Seconds and errors of the players' requests."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    of_path: dict[str, list[float]] = field(default_factory=dict)
    """The seconds of each page."""

    def add(self, path: str, seconds: float, status: int) -> None:
        """Count an answer."""
        self.seconds.append(seconds)
        self.of_path.setdefault(path, []).append(seconds)
        if status != 200:
            self.errors.append(str(status))

    def at(self, share: float) -> float:
        """Return the seconds that this share of the requests did not exceed."""
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]


def fill(folder: Path) -> list[str]:
    """Store the builds and return the paths of a few, which everybody may see."""
    store = Store(f"sqlite:///{folder / 'companion.sqlite3'}")
    game = find_game("mecha-mettle")
    made = [
        store.create(f"owner-{number}", game.slug, {"game": game.slug, "title": f"Build {number}", "seat": 2})
        for number in range(20)
    ]
    with store.writing() as session:
        document = session.get(DocumentRow, made[0].id)
        version = session.get(VersionRow, (made[0].id, 1))
        assert document and version
        session.execute(insert(LinkRow), [{"document_id": one.id, "view": 0, "edit": 0, "open": 1} for one in made])
        ids = [f"{number:032d}" for number in range(BUILDS - len(made))]
        shared = {"game": game.slug, "kind": "build", "title": "Build", "current": 1, "changed": document.changed}
        session.execute(insert(DocumentRow), [{"id": name, "owner": f"owner-{name}", **shared} for name in ids])
        session.execute(
            insert(VersionRow),
            [{"document_id": name, "number": 1, "saved": version.saved, "data": version.data} for name in ids],
        )
    store.close()
    return [f"/{game.slug}/builds/{document.id}" for document in made]


class Player:
    """One keep-alive connection that asks page after page."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.reader: asyncio.StreamReader | None = None

    async def ask(self, path: str, sent: str | None = None, headers: str = "") -> int:
        """Ask for a page, or send a form to it, read the answer whole and return its status."""
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0), limit=2**22
            )
        if sent is not None:
            headers += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(sent)}\r\n"
        head = f"{'GET' if sent is None else 'POST'} {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n"
        self.writer.write(f"{head}{headers}\r\n{sent or ''}".encode())
        head_read = await self.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head_read)
        if length:
            await self.reader.readexactly(int(length[1]))
        elif b"transfer-encoding: chunked" in head_read:
            await self.reader.readuntil(b"\r\n0\r\n\r\n")
        if b"connection: close" in head_read:
            self.close()
        return int(head_read.split(b" ", 2)[1])

    def close(self) -> None:
        """Close the connection; the next question opens another one."""
        if self.reader is not None:
            self.writer.close()
            self.reader = None


async def play(player: Player, paths: list[str], until: float, figures: Figures) -> None:
    """Ask for pages until the end, looking at each for a while."""
    chance = random.Random(player.address)
    while time.monotonic() < until:
        await asyncio.sleep(chance.uniform(*THINKING))
        begun, path = time.monotonic(), chance.choice(paths)
        try:
            status = await asyncio.wait_for(player.ask(path), 60)
        except (OSError, EOFError, TimeoutError) as error:
            figures.errors.append(type(error).__name__)
            player.close()
            continue
        figures.add(path, time.monotonic() - begun, status)
    player.close()


async def crawl(port: int, address: str, sent: str, until: float, body: bool) -> None:
    """Send a request slowly, or read an answer slowly, again and again."""
    while time.monotonic() < until:
        with contextlib.suppress(OSError, EOFError):
            one = socket.socket()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            one.setblocking(False)
            one.bind((address, 0))
            await asyncio.get_running_loop().sock_connect(one, ("127.0.0.1", port))
            reader, writer = await asyncio.open_connection(sock=one, limit=4096)
            writer.write(sent.encode())
            while time.monotonic() < until:
                await asyncio.sleep(1)
                if body:
                    writer.write(b"x")
                    await writer.drain()
                elif not await reader.read(512):
                    break
            writer.close()


async def ask_for_too_much(port: int, number: int, until: float, statuses: Counter[int]) -> None:
    """Ask for what is heavy without end."""
    player, turn = Player(port, f"127.7.0.{number + 1}"), number
    while time.monotonic() < until:
        with contextlib.suppress(OSError, EOFError, TimeoutError, asyncio.LimitOverrunError):
            statuses[await asyncio.wait_for(player.ask(HEAVY[turn % len(HEAVY)]), 30)] += 1
        player.close()
        turn += 1


async def memory_after(server: Server, seconds: float) -> float:
    """Return the MB of a server after so many seconds."""
    await asyncio.sleep(seconds)
    return memory_of(server)


async def evening(server: Server, port: int, paths: list[str], seconds: float) -> tuple[Figures, Figures, float]:
    """Return the figures of one client alone and of two hundred beside everything else, and the MB after a minute."""
    quiet, busy, greedy = Figures(), Figures(), Counter[int]()
    for path in paths * WARMING:  # of several workers each has to have made each page
        fresh = Player(port, "127.0.0.1")
        await fresh.ask(path)
        fresh.close()
    alone = Player(port, "127.0.0.1")
    for number in range(QUIET + len(paths)):
        begun = time.monotonic()
        status = await alone.ask(paths[number % len(paths)])
        if number >= len(paths):  # the first of each page fills caches
            quiet.add(paths[number % len(paths)], time.monotonic() - begun, status)
    until = time.monotonic() + seconds
    idle = [
        await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.3.{n // 250}.{n % 250 + 1}", 0))
        for n in range(IDLE)
    ]
    post = "POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"
    page = "GET /mecha-mettle/new HTTP/1.1\r\nHost: localhost\r\n\r\n"
    early, *_ = await asyncio.gather(
        memory_after(server, min(60, seconds)),
        *(play(Player(port, f"127.1.0.{n + 1}"), paths, until, busy) for n in range(CLIENTS)),
        *(crawl(port, f"127.4.0.{n + 1}", post, until, body=True) for n in range(BODIES)),
        *(crawl(port, f"127.5.0.{n + 1}", page, until, body=False) for n in range(READERS)),
        *(ask_for_too_much(port, n, until, greedy) for n in range(GREEDY)),
    )
    for _, writer in idle:
        writer.close()
    print(f"heavy clients were answered {dict(greedy)}")
    return quiet, busy, early


def memory_of(server: Server) -> float:
    """Return the MB of a server and its workers."""
    assert server.process
    parent = psutil.Process(server.process.pid)
    return sum(one.memory_info().rss for one in (parent, *parent.children())) / 1e6


def measured(workers: int, seconds: float) -> None:
    """Print the figures of one server."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        paths = ["/", "/healthz", "/mecha-mettle/", "/mecha-mettle/new", "/techniconica/new", *fill(data)]
        server = Server(data, "--workers", str(workers))
        port = int(server.url.rstrip("/").rpartition(":")[2])
        try:
            quiet, busy, early = asyncio.run(evening(server, port, paths, seconds))
            ratio = busy.at(0.99) / quiet.at(0.5)
            print(
                f"{workers} worker(s), {len(busy.seconds)} answers in {seconds:.0f} s, errors: {dict(Counter(busy.errors)) or 'none'}; "
                f"quiet median {quiet.at(0.5) * 1e3:.0f} ms; busy median {busy.at(0.5) * 1e3:.0f} ms, "
                f"99 of 100 within {busy.at(0.99) * 1e3:.0f} ms, {ratio:.1f} x the quiet median (aim: 10); "
                f"memory {early:.0f} MB after a minute, {memory_of(server):.0f} MB at the end"
            )
            for path in paths[:6]:
                alone, beside = sorted(quiet.of_path[path]), sorted(busy.of_path[path])
                print(
                    f"  {path[:40]}: quiet median {alone[len(alone) // 2] * 1e3:.0f} ms; busy median "
                    f"{beside[len(beside) // 2] * 1e3:.0f} ms, most {beside[-1] * 1e3:.0f} ms"
                )
        finally:
            server.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    asked = parser.parse_args()
    for count in asked.workers:
        measured(count, asked.seconds)
