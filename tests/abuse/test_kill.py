"""Ended at any moment: no save that was acknowledged is lost, the database stays sound, nothing is left lying about."""

import json
import random
import signal
import time

import pytest

from companion.storage.store import Store
from tests import engines
from tests.abuse.amount import at_length, rounds
from tests.abuse.players import PATIENCE, Club, assert_all_is_sound, assert_nothing_is_lost
from tests.abuse.serving import companion

SAVES = at_length(8, 15)
"""The most saves between two kills, of all clients together."""
WORKERS = 2


def kill_worker(server, club):
    """Kill one of several workers; while another one starts, those that are left go on saving."""
    killed = random.choice(server.workers())
    killed.kill()
    end = time.monotonic() + PATIENCE
    while killed in server.workers() or len(server.workers()) < WORKERS:
        club.wait_for(1)
        assert time.monotonic() < end


def kill_server(server, club):
    """Kill the server, and start it again."""
    club.up.clear()
    assert server.end(signal.SIGKILL) == -signal.SIGKILL
    server.start()
    club.up.set()


@pytest.mark.parametrize(
    ("engine", "workers", "kills"),
    [
        ("sqlite", 1, (kill_server,)),
        ("sqlite", 2, (kill_worker, kill_server)),
        ("postgres", 2, (kill_worker, kill_server)),
    ],
)
def test_no_acknowledged_save_is_lost_whatever_is_killed(engine, workers, kills, serve, tally, tmp_path):
    url = engines.postgres_address(tmp_path) if engine == "postgres" else f"sqlite:///{tmp_path}/data/companion.sqlite3"
    server = serve("--backups", "3", "--workers", str(workers), DATABASE_URL=url)
    club = Club(server)
    club.start()
    try:
        for _ in rounds():
            for kill in kills:
                club.wait_for(random.randint(1, SAVES))
                kill(server, club)
                tally()
        club.wait_for(SAVES)
    finally:
        club.end()
    server.end(signal.SIGKILL)
    assert_nothing_is_lost(club, url)
    assert_all_is_sound(tmp_path / "data", DATABASE_URL=url)
    tally(len(club.acknowledged))


def test_a_server_that_is_told_to_end_leaves_no_part_of_a_backup(serve, tally, tmp_path):
    """It was ended in the middle of a backup, and its part stayed for a day."""
    (tmp_path / "data").mkdir()
    store = Store(f"sqlite:///{tmp_path / 'data' / 'companion.sqlite3'}")
    for number in range(40):
        store.create(
            "me",
            "mecha-mettle",
            {"game": "mecha-mettle", "title": str(number), "text": random.randbytes(150_000).hex()},
        )
    store.close()
    folder = tmp_path / "data" / "backups"
    for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0)):
        server = serve("--backups", "3")
        assert server.end(how) == code
        tally()
    assert list(folder.glob(".*")) == []


def test_a_backup_that_is_told_to_end_leaves_no_part(tally, tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    assert companion(folder, "doctor").returncode in (0, 1)
    (tmp_path / ".companion-0123456789abcdef.part").write_bytes(b"left by one that was killed")
    assert companion(folder, "backup", tmp_path / "all.zip").returncode == 0
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["all.zip"]
    assert json.loads(companion(folder, "restore", tmp_path / "all.zip", "--json").stdout)["restored"] == 0
    tally()
