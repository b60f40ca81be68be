"""Workers that die, that cannot start, that obey nobody: what answers goes on, what cannot start ends with a sentence."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.abuse.serving import Browser
from tests.server.conftest import LONG

pytestmark = pytest.mark.xdist_group("serving")
ROOT = Path(__file__).parents[2]


class Served:
    """A parent with two workers of some kind."""

    def __init__(self, kind, folder, **more):
        self.switch, self.port_file = folder / "switch", folder / "port"
        environment = {**os.environ, "SWITCH": str(self.switch), **more}
        command = [sys.executable, "-m", "tests.server.worker_apps", kind, str(self.port_file)]
        self.process = subprocess.Popen(
            command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def wait_until_it_answers(self):
        assert self.process.stdout.readline() == "answers\n"

    def who(self):
        """Return the number of the worker that answers."""
        return int(Browser().get(f"http://127.0.0.1:{self.port_file.read_text()}/").text)

    def workers(self):
        """Return its workers, those that do not answer yet included."""
        started = psutil.Process(self.process.pid).children()
        return [one for one in started if "resource_tracker" not in " ".join(one.cmdline())]

    def end(self, how=signal.SIGTERM):
        """End it and return its exit code; none of its processes is left."""
        children = psutil.Process(self.process.pid).children()
        self.process.send_signal(how)
        self.process.wait(LONG)
        _, left = psutil.wait_procs(children, 1)
        assert [one for one in left if one.status() != psutil.STATUS_ZOMBIE] == []
        return self.process.returncode


@pytest.fixture
def serve(tmp_path):
    started = []

    def begin(kind, **more):
        started.append(Served(kind, tmp_path, **more))
        return started[-1]

    yield begin
    for served in started:
        if served.process.poll() is None:
            served.process.kill()
        served.process.communicate(timeout=LONG)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("cannot run", "cannot be run. Let the user of this server run it."),
        pytest.param("fails", "No worker can start: the last one ended with code 1", marks=pytest.mark.long),
        pytest.param("refuses", "A worker cannot start: The database is away.", marks=pytest.mark.long),
    ],
)
def test_what_cannot_start_ends_with_a_sentence_and_never_says_that_it_serves(serve, tmp_path, kind, said):
    (tmp_path / "switch").touch()
    served = serve(kind)
    out, errors = served.process.communicate(timeout=LONG)
    assert served.process.returncode == 1
    assert out == "" and said in errors
    assert errors.strip().splitlines()[-1].startswith("No worker can start: ")
    assert ("Traceback" in errors) is (kind == "fails")


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV])
def test_a_worker_that_dies_is_started_again_while_the_other_answers(serve, how):
    served = serve("sound")
    served.wait_until_it_answers()
    first = served.workers()
    assert len(first) == 2
    dead = served.who()
    os.kill(dead, how)
    while served.who() in {one.pid for one in first}:
        pass
    assert served.end() == 0


@pytest.mark.long
def test_workers_that_cannot_start_for_a_while_answer_again_soon_after(serve):
    served = serve("refuses")
    served.wait_until_it_answers()
    served.switch.touch()
    before = served.workers()
    for one in before:
        one.kill()
    while "A worker cannot start: The database is away." not in served.process.stderr.readline():
        pass
    served.switch.unlink()
    assert served.who() not in {one.pid for one in before}
    assert served.end() == 0


@pytest.mark.long
def test_workers_that_cannot_start_again_are_given_up(serve):
    served = serve("refuses", GIVE_UP="1")
    served.wait_until_it_answers()
    served.switch.touch()
    for one in served.workers():
        one.kill()
    _, errors = served.process.communicate(timeout=LONG)
    assert served.process.returncode == 1
    assert errors.strip().splitlines()[-1].startswith("No worker can start: the last one ended with code 1")


@pytest.mark.long
def test_a_stop_is_obeyed_while_workers_cannot_start(serve):
    served = serve("refuses")
    served.wait_until_it_answers()
    served.switch.touch()
    for one in served.workers():
        one.kill()
    served.process.stderr.readline()
    begun = time.monotonic()
    assert served.end() == 0
    assert time.monotonic() - begun < LONG / 3


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_leaves_no_process_behind_even_where_a_worker_obeys_nobody(serve, how):
    served = serve("stuck")
    while not served.switch.exists():
        assert served.process.poll() is None
    assert served.end(how) == 0
    assert not served.process.stdout.read()
