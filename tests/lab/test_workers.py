"""Runs by several processes: the same bytes as by one, also after a worker was killed, or on a cluster."""

import os
import signal
from multiprocessing import active_children

import psutil
import pytest
from distributed import LocalCluster

from companion.lab import workers as lab_workers
from companion.lab.counts import RunCounts
from companion.lab.runs import RunFile, run
from tests.lab.matchups import matchup

pytestmark = pytest.mark.long
ASKED = matchup("wreck-a-mech")
GAMES = 32


def recorded(path, crew, act=lambda number: None):
    """Play a run into a file; `act` is called after each game. Return the file's bytes."""
    file = RunFile(path, ASKED)
    for game in file.record(run(ASKED, range(GAMES), crew)):
        act(game.number)
    return path.read_bytes()


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return recorded(tmp_path_factory.mktemp("whole") / "run.jsonl", None)


@pytest.mark.parametrize("count", [1, 2])
def test_any_number_of_workers_writes_the_same_bytes(whole, count, tmp_path):
    with lab_workers.processes(count) as crew:
        assert recorded(tmp_path / "run.jsonl", crew) == whole


def test_a_worker_that_is_killed_changes_no_byte(whole, tmp_path):
    others, killed = {child.pid for child in active_children()}, []

    def kill(number):
        if number in (2, 17):
            victim = next(child for child in active_children() if child.pid not in others)
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(victim.pid)

    with lab_workers.processes(2) as crew:
        assert recorded(tmp_path / "run.jsonl", crew, kill) == whole
    assert len(set(killed)) == 2


def test_an_error_in_the_middle_stops_the_workers_at_once(tmp_path):
    others = {child.pid for child in active_children()}

    def stop(number):
        if number == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), lab_workers.processes(2) as crew:
        recorded(tmp_path / "run.jsonl", crew, stop)
    for child in active_children():
        if child.pid not in others:
            child.join(timeout=10)
    assert {child.pid for child in active_children()} <= others
    assert (tmp_path / "run.jsonl").read_bytes().count(b"\n") == 5


@pytest.mark.filterwarnings("default")
def test_a_cluster_of_two_workers_writes_the_same_bytes(whole, tmp_path):
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        lab_workers.cluster(cluster.scheduler_address) as crew,
    ):
        assert crew.count == 2
        assert recorded(tmp_path / "run.jsonl", crew) == whole


def test_memory_stays_flat_over_ten_thousand_games(tmp_path):
    asked, counts = matchup("wreck-a-mech", most_decisions=1), RunCounts(2)
    settled, games, process = 4_000, 10_000, psutil.Process()
    used = {}
    for game in RunFile(tmp_path / "run.jsonl", asked).record(run(asked, range(games))):
        counts.add(game)
        if game.number in (settled, games - 1):
            used[game.number] = process.memory_info().rss
    assert counts.games == games and used[games - 1] - used[settled] < 4_000_000
    file = RunFile(tmp_path / "run.jsonl", asked)
    assert sum(1 for _ in file.games(games)) == games and process.memory_info().rss - used[games - 1] < 4_000_000
