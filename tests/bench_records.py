"""Tables with record sheets for `make bench`: a tap on a record at 2 × 30 units, as it is served, beside the home page."""

import http.client
import json
import re
import tempfile
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlencode, urlsplit

from companion.gamekit.record_sheets import Track
from companion.play.records.tracker import RecordsTracker
from companion.verbs.names import find_game
from companion.verbs.tables import open_table, set_up
from tests.abuse.serving import Server

UNITS, TIMES = 30, 60
"""Units of each side; how often each is asked for, in turn."""
UNIT_LISTS = {"mechastellar": "unit", "techniconica": "mech"}
"""The field with the units of a build."""


def large_build(game: Any) -> dict[str, Any]:
    """Return an example's build with its units over and over, each under a name of its own."""
    data = next(iter(game.examples.values())).model_dump(mode="json", exclude_defaults=True)
    units = islice(cycle(data[UNIT_LISTS[game.slug]]), UNITS)
    return {**data, UNIT_LISTS[game.slug]: [{**one, "name": f"Unit {n}"} for n, one in enumerate(units, 1)]}


def tapped_track(game: Any, build: dict[str, Any]) -> Track:
    """Return the track in the row of the first unit that a tap is measured on."""
    tracker = open_table(game, set_up(game, bytes(32), {})).tracker
    assert isinstance(tracker, RecordsTracker)
    sheet = tracker.sheets((build, None))["1.1"]
    return next((track for track in sheet.tracks if track.is_main), sheet.tracks[0])


class Browser:
    """One connection to a server, with its cookies."""

    def __init__(self, url: str) -> None:
        """Connect, and read the token of its forms."""
        self.connection = http.client.HTTPConnection(urlsplit(url).netloc)
        self.cookies: dict[str, str] = {}
        self.posted = 0
        _, page, _ = self.ask("GET", "/import")
        self.token = re.search(rb'name="csrf_token" value="([^"]+)"', page)[1].decode()  # type: ignore[index]

    def ask(self, method: str, path: str, form: Any = None, packed: bool = False) -> tuple[Any, bytes, float]:
        """Return an answer, its body and the seconds until its last byte."""
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        headers |= {"Accept-Encoding": "gzip"} if packed else {}
        if form is not None:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "X-Fragment": "1"}
            form = urlencode({"csrf_token": self.token, **form})
        begun = perf_counter()
        self.connection.request(method, path, form, headers)
        answer = self.connection.getresponse()
        body = answer.read()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer, body, perf_counter() - begun

    def move(self, path: str, seat: int, name: str, **values: Any) -> float:
        """Make a move at a table and return its seconds."""
        self.posted += 1
        form = {"act": "move", "seat": seat, "after": 9999, "key": f"k{self.posted}"}
        answer, body, seconds = self.ask(
            "POST", path, {**form, "move": json.dumps({"name": name, "values": values})}, packed=True
        )
        assert answer.status == 200, body
        return seconds


def rows() -> list[tuple[str, float, float, float, str]]:
    """Return the time of a tap, of the changed part of the page that the other phone asks for, and its size packed."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), "--workers", "1")
        try:
            browser = Browser(server.url)
            for slug in UNIT_LISTS:
                found += _rows_of(browser, slug)
        finally:
            server.end()
    return found


def _rows_of(browser: Browser, slug: str) -> list[tuple[str, float, float, float, str]]:
    game = find_game(slug)
    build = large_build(game)
    path = browser.ask("POST", f"/{slug}/tables/new", {"phones": "one"})[0].headers["Location"]
    for seat in (0, 1):
        browser.move(path, seat, "build", build=build)
    track = tapped_track(game, build)
    values = cycle((track.start - track.step if track.start else track.step, track.start))
    taps, changed, home = [], [], []
    for value in islice(values, TIMES):
        home.append(browser.ask("GET", "/", packed=True)[2])
        taps.append(browser.move(path, 0, "mark", unit="1.1", track=track.name, value=value))
        changed.append(browser.ask("GET", f"{path}/fragment?seat=0", packed=True)[2])
    sizes = [len(browser.ask("GET", one, packed=True)[1]) / 1e6 for one in (f"{path}/fragment?seat=0", "/")]
    plain, words = median(home), f"{game.title} at 2 x {UNITS} units"
    tap, part = median(taps), median(changed)
    return [
        (f"a tap on a record, {words}, served / home page", tap, plain, tap / plain, "<= 5"),
        (f"the changed part of a table, {words}, served / home page", part, plain, part / plain, "<= 3"),
        (f"its size packed, {words} (a kB as a ms) / home page", sizes[0], sizes[1], sizes[0] / sizes[1], "<= 3"),
    ]
