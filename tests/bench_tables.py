"""Tables under load for `python -m tests.bench_tables`: a move from its POST until the last byte of what it changed.

The server is a whole one, with tables of Mechalyte that are being played, or of record sheets (`--game`), where numbers
on them are tapped. First one seat moves alone; then three hundred
spectators watch it; then a hundred tables are played at once, a move every three seconds at each, watched by the other
seat. A watcher is told of the move by its stream and asks for the table; it counts until the last byte of that.

`rows` is the small form for `make bench`: how a long table opens, beside reading its events.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from companion.games.mechalyte import GAME
from companion.play.table import Table, fold
from companion.storage import tables as storage
from companion.storage.store import Store
from companion.verbs import stored_tables
from companion.verbs.names import find_game
from companion.verbs.stored_tables import Tables
from companion.verbs.tables import maker
from tests.abuse.serving import Server
from tests.bench_records import UNIT_LISTS, tapped_track
from tests.bench_server import Player, memory_of
from tests.games.mechalyte.random_game import RandomGame

SPECTATORS, TABLES, EVERY = 300, 100, 3.0
MOVES = 30
"""Moves at the table with spectators."""
EVENTS = 2_000
"""Events of the table that `rows` opens."""


@dataclass
class OpenTable:
    """A table that is played: its seats' and its spectators' links, and the newest event that a seat was told of."""

    seats: tuple[str, str]
    watch: str
    token: str
    cookie: str
    forms: tuple[dict[str, str], dict[str, str]]
    """What a seat sends again and again: a move, and what takes it back."""
    newest: int = 0
    moved: dict[int, float] = field(default_factory=dict)
    """When the move was sent that led to this event."""


def open_tables(data: Path, count: int, slug: str) -> list[OpenTable]:
    """Store tables: of Mechalyte with open specs, of which side A is to build, or with an example's records a side."""
    os.environ["COMPANION_DATA"] = str(data)
    from companion.web import create_app

    app = create_app(RATELIMIT_ENABLED=False)
    client = app.test_client()

    def token() -> str:
        return re.search(r'name="csrf_token" value="([^"]+)"', client.get("/open").text)[1]  # type: ignore[index]

    def post(path: str, **sent: str) -> str:
        answer = client.post(path, data={"csrf_token": token(), **sent})
        assert answer.status_code == 303, answer.text
        return answer.location

    found = []
    for number in range(count):
        invite = post(f"/{slug}/tables/new", title=f"Table {number}")
        links = dict(re.findall(r'id="share-([\w-]+)"[^>]*value="[^"]*(/tables/[\w.-]+)"', client.get(invite).text))
        join, watch = links["join"], links["watch"]
        seats = [post(join, act="sit", seat=str(n), name=f"Player {n}", key=f"sit-{n}") for n in (0, 1)]
        cookie = "; ".join(f"{name.key}={name.value}" for name in client._cookies.values())  # type: ignore[attr-defined]
        if slug == GAME.slug:
            for link in seats:
                post(link, act="seal", after="9", **{"sealed.spec": "MIPASA"})
            post(seats[0], act="move", after="9", move='{"name": "begin", "values": {"who": "0"}}')
            forms = as_form("build", level=1, factory="L1"), {"act": "undo"}
        else:
            game = find_game(slug)
            builds = [build.model_dump(mode="json", exclude_defaults=True) for build in game.examples.values()]
            for link, build in zip(seats, builds, strict=False):
                post(link, act="move", after="9", move=json.dumps({"name": "build", "values": {"build": build}}))
            track = tapped_track(game, builds[0])
            tapped = track.start - track.step if track.start else track.step
            tap, back = (as_form("mark", unit="1.1", track=track.name, value=n) for n in (tapped, track.start))
            forms = tap, back
        found.append(OpenTable((seats[0], seats[1]), watch, token(), cookie, forms))
    return found


def as_form(name: str, **values: object) -> dict[str, str]:
    return {"act": "move", "move": json.dumps({"name": name, "values": values})}


async def make_move(player: Player, table: OpenTable, number: int) -> float:
    """Build a mech, or tap a number, or undo that, and return the seconds until the last byte of the seat's new page."""
    headers = f"Cookie: {table.cookie}\r\nX-Fragment: 1\r\n"
    values = {"csrf_token": table.token, "after": "9999", "key": f"k{number}"}
    values |= table.forms[number % 2]
    begun = time.monotonic()
    table.newest += 1
    table.moved[table.newest] = begun
    status = await player.ask(table.seats[0], urlencode(values), headers)
    assert status == 200, status
    return time.monotonic() - begun


async def watch(port: int, address: str, table: OpenTable, link: str, seconds: list[float]) -> None:
    """Listen to a table's stream, ask for the table whenever it says so, and count each move until the last byte."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    writer.write(f"GET {link}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    player, first, number, pushed = Player(port, address), 0, 0, False
    while line := await reader.readline():
        if line.startswith(b"id: "):
            number = int(line[4:])
        elif line.startswith(b"event: "):
            pushed = True
        elif line.strip() or not number:
            continue
        elif not first:
            first, table.newest = number, max(table.newest, number)
        else:
            if not pushed:
                await player.ask(f"{link}/fragment?after={number - 1}")
            if number in table.moved:
                seconds.append(time.monotonic() - table.moved[number])
            number, pushed = 0, False


def say(what: str, seconds: list[float], aim: str) -> None:
    """Print the median and the 99th percentile."""
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    print(
        f"  {what}: {len(ordered)} times, median {ordered[len(ordered) // 2]:.3f} s, 99 of 100 within {late:.3f} s ({aim})"
    )


async def one_table(server: Server, port: int, table: OpenTable) -> None:
    """Print how long a move takes alone, and until three hundred spectators have it."""
    player, watched = Player(port, "127.1.0.1"), list[float]()
    alone = [await make_move(player, table, number) for number in range(MOVES)]
    say("a seat alone", alone, "aim: 0.1 s")
    before = memory_of(server)
    crowd = [
        asyncio.create_task(watch(port, f"127.2.{n // 250}.{n % 250 + 1}", table, table.watch, watched))
        for n in range(SPECTATORS)
    ]
    await asyncio.sleep(5)
    print(f"  a spectator takes {(memory_of(server) - before) / SPECTATORS * 1000:.0f} kB")
    beside = []
    for number in range(MOVES, 2 * MOVES):
        beside.append(await make_move(player, table, number))
        await asyncio.sleep(EVERY)
    say("a seat beside 300 spectators", beside, "aim: 0.1 s")
    say("spectators", watched, "aim: median 0.3 s, 1 s")
    for task in crowd:
        task.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)


async def many_tables(port: int, tables: list[OpenTable], seconds: float) -> None:
    """Print how long a move takes where a hundred tables are played at once."""
    moving, watched = list[float](), list[float]()
    until = time.monotonic() + seconds

    async def play(number: int, table: OpenTable) -> None:
        player = Player(port, f"127.3.0.{number + 1}")
        await asyncio.sleep(random.Random(number).uniform(1, 1 + EVERY))
        for turn in itertools.count():
            if time.monotonic() > until:
                return
            moving.append(await make_move(player, table, turn))
            await asyncio.sleep(EVERY)

    others = [
        asyncio.create_task(watch(port, f"127.4.0.{n + 1}", table, table.seats[1], watched))
        for n, table in enumerate(tables)
    ]
    await asyncio.gather(*(play(number, table) for number, table in enumerate(tables)))
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    say(f"seats at {len(tables)} tables", moving, "aim: 0.1 s")
    say(f"the other seats at {len(tables)} tables", watched, "aim: 0.1 s")


class LongGame(RandomGame):
    """A random game whose end is undone, so that it goes on."""

    def _act(self, name: str, seat: int, *given: object) -> None:
        super()._act("undo" if name == "finish" else name, seat, *given)

    def play(self, most: int) -> Table:
        """Return the table once it has so many events."""
        super().play(0)
        while len(self.table.events) < most:
            self._step()
        return self.table


_AT_ONCE = 200


def store_long_table(store: Store, events: int) -> str:
    """Store a game of Mechalyte with so many events and a state after each `_AT_ONCE`, and return its id."""
    game = LongGame(3)
    table = game.play(events)
    stored = storage.create(store, "owner", table.setup, game.brought.seed)
    for start in range(0, len(table.events), _AT_ONCE):
        chunk = table.events[start : start + _AT_ONCE]
        position = next(one for one in table.positions() if one.event <= chunk[-1].number)
        state = (position.event, position.state.model_dump(mode="json")) if position.event else None
        storage.append(store, stored.id, chunk, state=state)
    return stored.id


def rows() -> list[tuple[str, float, float, float, str]]:
    """Return how long a table takes to open and to be replayed as a whole, beside reading its events."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/tables.sqlite3")
        table_id = store_long_table(store, EVENTS)
        events, setup = storage.events(store, table_id), Tables(store).read(table_id)[0].setup

        def open_anew() -> None:
            stored_tables.caches.clear()
            assert Tables(store).read(table_id)[1].state

        works = [
            lambda: storage.events(store, table_id),
            open_anew,
            lambda: fold(setup, maker(GAME, setup), events).state,
        ]
        best = [float("inf")] * len(works)
        for _ in range(7):
            for number, work in enumerate(works):
                begun = time.process_time()
                work()
                best[number] = min(best[number], time.process_time() - begun)
        store.close()
    reading, opening, folding = best
    return [
        (f"open a table of Mechalyte with {EVENTS:,} events / read them", opening, reading, opening / reading, "<= 3"),
        (f"replay all {EVENTS:,} events / read them", folding, reading, folding / reading, "<= 12"),
    ]


def measured(workers: int, seconds: float, slug: str) -> None:
    """Print the figures of one server."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        tables = open_tables(data, TABLES + 1, slug)
        server = Server(data, "--workers", str(workers))
        port = int(server.url.rstrip("/").rpartition(":")[2])
        try:
            print(f"{workers} worker(s)")
            asyncio.run(one_table(server, port, tables[0]))
            asyncio.run(many_tables(port, tables[1:], seconds))
        finally:
            server.end()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--game", default=GAME.slug, choices=(GAME.slug, *UNIT_LISTS))
    asked = parser.parse_args()
    for count in asked.workers:
        measured(count, asked.seconds, asked.game)
