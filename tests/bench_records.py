"""Tables with record sheets for `make bench`: a tap on a record at 2 × 30 units, beside the home page."""

import json
import re
import zlib
from functools import partial
from itertools import count, cycle, islice
from typing import Any

from companion.gamekit.record_sheets import Track
from companion.games import GAMES
from companion.play.records.tracker import RecordsTracker
from companion.verbs.tables import open_table, set_up
from companion.web import create_app
from tests.bench_builders import least

UNITS = 30
"""Units of each side."""
UNIT_LISTS = {"mechastellar": "unit", "techniconica": "mech"}
"""The field with the units of a build."""
TAP = {"X-Fragment": "1"}


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


def rows() -> list[tuple[str, float, float, float, str]]:
    """Return the time of a tap, posted and answered, and of the part of the page that the other phone asks for."""
    client = create_app(RATELIMIT_ENABLED=False).test_client()
    home = least(partial(client.get, "/"))
    packed_home = len(zlib.compress(client.get("/").data))
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/import").text)[1]  # type: ignore[index]
    found = []
    for game in (game for game in GAMES if game.slug in UNIT_LISTS):
        build = large_build(game)
        opened = client.post(f"/{game.slug}/tables/new", data={"csrf_token": token, "phones": "one"}).location
        number = count()

        def move(seat: int, name: str, path: str = opened, counted: Any = number, **values: Any) -> Any:
            sent = {"csrf_token": token, "act": "move", "seat": seat, "after": 9999, "key": f"k{next(counted)}"}
            return client.post(path, data={**sent, "move": json.dumps({"name": name, "values": values})}, headers=TAP)

        for seat in (0, 1):
            move(seat, "build", build=build)
        track = tapped_track(game, build)
        values = cycle((track.start - track.step if track.start else track.step, track.start))

        def tap(turns: Any = values, name: str = track.name, make: Any = move) -> None:
            assert make(0, "mark", unit="1.1", track=name, value=next(turns)).status_code == 200

        posted, fragment = least(tap), least(partial(client.get, f"{opened}/fragment?seat=0"))
        packed = len(zlib.compress(client.get(f"{opened}/fragment?seat=0").data))
        words = f"{game.title} at 2 x {UNITS} units"
        found += [
            (f"a tap on a record, {words} / home page", posted, home, posted / home, "<= 5"),
            (f"the changed part of a table, {words} / home page", fragment, home, fragment / home, "<= 3"),
            (
                f"the same packed, in ms a kB, {words} / home page",
                packed / 1e6,
                packed_home / 1e6,
                packed / packed_home,
                "<= 3",
            ),
        ]
    return found
