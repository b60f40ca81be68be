"""The command line where a stream or a disk gives out: a sentence on stderr, an exit code that is never 1."""

import errno
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.storage.printers import printers_file
from tests.commands import refused

COMPANION = (sys.executable, "-m", "companion")
FULL = Path("/dev/full")
BUILD = 'game = "mecha-mettle"\ncomponents = ["light-thrusters"]\n'
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


@pytest.fixture(params=["buffered", "unbuffered"])
def environment(request):
    """Return the environment of a process whose output Python buffers, or does not: it fails in another place then."""
    return {**os.environ, "PYTHONUNBUFFERED": "1" if request.param == "unbuffered" else ""}


def run(*words, env=None, **streams):
    """Return a finished process of its own; CliRunner has no real streams."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
    return subprocess.run([*COMPANION, *map(str, words)], env=env, check=False, text=True, **streams)


def told(sentence, words):
    """Return a message as it stands on stderr, with --json in JSON."""
    return f'{{"error": "{sentence}", "input_errors": []}}\n' if "--json" in words else f"companion: {sentence}\n"


@pytest.mark.parametrize("words", [("odds", "3d6"), ("odds", "3d6", "--json"), ("--version",)])
def test_a_reader_that_leaves_is_no_problem_of_a_build(words, environment):
    read, write = os.pipe()
    os.close(read)
    try:
        done = run(*words, env=environment, stdout=write)
    finally:
        os.close(write)
    assert done.returncode == 128 + signal.SIGPIPE
    assert done.stderr == told("The output was closed early: the rest of it is not printed.", words)


@needs_full
@pytest.mark.parametrize("words", [("odds", "3d6"), ("odds", "3d6", "--json"), ("--version",), ("schema", "mechalyte")])
def test_an_output_without_room_is_a_sentence(words, environment):
    with FULL.open("w") as full:
        done = run(*words, env=environment, stdout=full)
    expected = "The output cannot be written: no space left on device. Make room, or send it elsewhere."
    assert (done.returncode, done.stderr) == (2, told(expected, words))


@needs_full
@pytest.mark.parametrize("words", [("--frob",), ("odds", "3d")])
def test_messages_without_room_leave_the_exit_code(words, environment):
    with FULL.open("w") as full:
        assert run(*words, env=environment, stderr=full).returncode == 2


def test_the_findings_of_a_build_still_exit_1():
    assert run("check", "-", input=BUILD).returncode == 1


def close(number):
    """Return what closes a stream in a new process."""
    return lambda: os.close(number)


@pytest.mark.parametrize(
    ("number", "words", "code"),
    [(0, ("check", "-"), 2), (1, ("odds", "3d6"), 0), (2, ("odds", "3d"), 2)],
)
def test_a_stream_that_is_closed_from_the_start_is_an_empty_one(number, words, code):
    done = run(*words, preexec_fn=close(number))
    assert (done.returncode, "Traceback" in done.stderr) == (code, False)


def test_an_interrupt_is_no_problem_of_a_build(tmp_path):
    fifo = tmp_path / "build.toml"
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [*COMPANION, "check", str(fifo)],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    with fifo.open("w"):  # opens once the process has come to reading the build, which never ends
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (130, "\ncompanion: Stopped.\n")


@pytest.mark.long
def test_a_server_that_is_stopped_by_an_interrupt_is_fine(tmp_path):
    process = subprocess.Popen(
        [*COMPANION, "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COMPANION_DATA": str(tmp_path)},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout.readline().startswith("Serving on ")
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, "Traceback" in told) == (0, False)


def limit():
    """Let files grow to a block at most, as a disk without room does."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("print", "mecha-mettle", "--what", "tiles", "-o"), "set.pdf"),
        (("calibrate", "-o"), "page.pdf"),
        (("export", "mechalyte", "--to", "svg", "--what", "markers", "-o"), "cards.zip"),
        (("schema", "mechalyte", "-o"), "schema.json"),
        (("table", "open", "mechalyte", "--file"), "table.json"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else value,
)
def test_a_file_without_room_is_named_and_an_earlier_one_stays(words, name, tmp_path):
    path = tmp_path / name
    is_new = words[0] == "table"
    if not is_new:
        path.write_text("earlier", "utf-8")
    done = run(*words, path, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, preexec_fn=limit)
    assert done.returncode == 2
    assert done.stderr.startswith(f"companion: {path}: found file too large, expected ")
    assert [file.name for file in tmp_path.iterdir()] == ([] if is_new else [name])
    assert is_new or path.read_text("utf-8") == "earlier"


def fill_disk(monkeypatch, method):
    """Let a method of Path that writes find no room."""

    def write(self, *_, **__):
        self.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, method, write)


def test_a_cut_file_without_room_is_named_and_an_earlier_one_stays(tmp_path, monkeypatch):
    cut, pdf = tmp_path / "cut.svg", tmp_path / "a.pdf"
    cut.write_text("earlier", "utf-8")
    fill_disk(monkeypatch, "write_bytes")
    told = refused("print", "mecha-mettle", "--what", "tiles", "--only", "Blast Door", "--cut-file", cut, "-o", pdf)
    assert told == f"companion: {cut}: found no space left on device, expected a file that can be written.\n"
    assert (cut.read_text("utf-8"), sorted(tmp_path.iterdir())) == ("earlier", [pdf, cut])


def test_an_export_into_a_folder_without_room_leaves_no_part_of_a_file(tmp_path, monkeypatch):
    fill_disk(monkeypatch, "write_bytes")
    told = refused("export", "mechalyte", "--to", "svg", "--what", "markers", "-o", tmp_path / "cards")
    assert f"companion: {tmp_path / 'cards'}: found no space left on device" in told
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_printer_without_room_is_told_by_its_file(monkeypatch):
    file = printers_file()
    fill_disk(monkeypatch, "write_text")
    told = refused("calibrate", "Den", "--duplex", "no")
    assert told.startswith(f"companion: {file}: found no space left on device")
