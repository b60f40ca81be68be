"""Eight hostile clients for `make bench`: how quick `/healthz` and a builder stay while everybody else asks for too much.

The server is a whole one: `companion serve` in a process of its own. Each row compares a page under attack with the
same page before.
"""

import http.client
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from companion.game_system.system import GameSystem
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.faces.boxes import Deck

CLIENTS = 8
SECONDS = 10
"""How long the attack goes on."""
QUIET = 40
"""Requests of each page before it."""
PAGES = ("/healthz", f"/{GAMES[0].slug}/new")


def _cards_of(game: GameSystem) -> str:
    """Return the first print set of a game that has cards to export."""
    source = PrintSource(game.context())
    ready = (one for one in game.print_sets if not one.needs_build)
    return next(one.name for one in ready if any(isinstance(part, Deck) for part in one.make(source)))


SETS = tuple((game.slug, _cards_of(game)) for game in GAMES)
HEAVY = (
    "/api/v1/odds?expression=60d60%3E%3D30!",
    "/api/v1/odds?expression=200d120r60",
    "/roll?expression=1000d10000%3E%3D5000",
    *(f"/{slug}/export/cards?what={name}&to=png&dpi=300" for slug, name in SETS),
    *(f"/{slug}/print.pdf?what={name}&copies=99" for slug, name in SETS),
)
Row = tuple[str, float, float, float, str]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _asked(address: str) -> tuple[float, int]:
    """Return the seconds until the answer was read whole, and its status; 0 where the connection was cut."""
    start = time.perf_counter()
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            answer.read()
            status = answer.status
    except urllib.error.HTTPError as error:
        error.read()
        status = error.code
    except (OSError, http.client.HTTPException):
        status = 0
    return time.perf_counter() - start, status


def _worst(times: list[float]) -> float:
    """Return the time that one in twenty exceeds."""
    return sorted(times)[len(times) * 95 // 100]


def _attack(base: str, number: int, stop: threading.Event, statuses: list[int]) -> None:
    turn = number
    while not stop.is_set():
        statuses.append(_asked(base + HEAVY[turn % len(HEAVY)])[1])
        turn += 1


def _measured(base: str, stop: threading.Event) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {page: [] for page in PAGES}
    until = time.monotonic() + SECONDS
    while time.monotonic() < until and not stop.is_set():
        for page in PAGES:
            times[page].append(_asked(base + page)[0])
    return times


def _compared(base: str) -> list[Row]:
    for page in PAGES:
        _asked(base + page)
    quiet = {page: [_asked(base + page)[0] for _ in range(QUIET)] for page in PAGES}
    stop, statuses = threading.Event(), list[int]()
    clients = [threading.Thread(target=_attack, args=(base, n, stop, statuses)) for n in range(CLIENTS)]
    for client in clients:
        client.start()
    under = _measured(base, stop)
    stop.set()
    for client in clients:
        client.join()
    rows: list[Row] = []
    for name, of in (("median", lambda times: sorted(times)[len(times) // 2]), ("worst of twenty", _worst)):
        for page in PAGES:
            first, second = of(under[page]), of(quiet[page])
            what = f"{page} beside {CLIENTS} hostile clients / alone, {name}, {len(under[page])} requests"
            rows.append((what, first, second, first / second, "<= 10"))
    told = ", ".join(f"{statuses.count(status)} x {status or 'cut'}" for status in sorted(set(statuses)))
    print(f"hostile clients were answered: {told}")
    return rows


def rows() -> list[Row]:
    """Return a row for each page and figure."""
    port = _free_port()
    with tempfile.TemporaryDirectory() as folder:
        known = {**os.environ, "COMPANION_DATA": folder}
        command = [sys.executable, "-m", "companion", "serve", "--port", str(port)]
        server = subprocess.Popen(command, env=known, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        base = f"http://127.0.0.1:{port}"
        try:
            until = time.monotonic() + 60
            while _asked(f"{base}/healthz")[1] != 200 and time.monotonic() < until:
                time.sleep(0.1)
            return _compared(base)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


if __name__ == "__main__":
    for what, first, second, ratio, aim in rows():
        print(f"{what:90} {first * 1e3:9.1f} ms {second * 1e3:9.1f} ms {ratio:6.2f}  {aim}")
