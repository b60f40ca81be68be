"""Runs: the same games by a seed, a file that goes on where it was cut, and files that are not of this run."""

import json
import signal
import sys

import pytest

from companion import __version__
from companion.base.findings import InvalidInput
from companion.cli import simulate_answers
from companion.lab import workers as lab_workers
from companion.lab.counts import count
from companion.lab.game import play
from companion.lab.matchup import opened
from companion.lab.runs import TRIES, LabWorkers, RunFile, play_chunk, run
from tests.commands import answered, refused
from tests.commands import run as command
from tests.lab.matchups import matchup

SHORT = matchup("wreck-a-mech", most_decisions=6)
"""A matchup whose games are stopped by their bound after the first turn, most of them."""
GAMES = 6
WORDS = ("simulate", "wreck-a-mech", "--strength", "easy", "--games", GAMES, "--workers", 1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a run that nothing disturbed."""
    path = tmp_path_factory.mktemp("whole") / "run.jsonl"
    answered(*WORDS, "--out", path)
    return path.read_bytes()


def test_the_games_of_a_seed_are_the_same_and_those_of_another_are_not():
    first, again = (list(run(SHORT, range(8))) for _ in range(2))
    other = list(run(SHORT.model_copy(update={"seed": "2"}), range(8)))
    assert first == again and first != other
    assert list(run(SHORT, range(5, 8))) == first[5:]


def test_the_file_has_the_matchup_and_a_line_for_each_game(whole):
    head, *games = map(json.loads, whole.splitlines())
    assert head["release"] == __version__ and head["matchup"]["game"] == "wreck-a-mech"
    assert [game["number"] for game in games] == list(range(GAMES))
    played = play(opened(json.dumps(head["matchup"])), 3).model_dump(mode="json", exclude_defaults=True)
    assert games[3] == played


@pytest.mark.parametrize("cut", [0, 1, 0.4, 0.8, -1, 1.0])
def test_a_run_goes_on_from_a_file_that_was_cut_anywhere(whole, cut, tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_bytes(whole[: int(len(whole) * cut) if isinstance(cut, float) else cut])
    answered(*WORDS, "--out", path)
    assert path.read_bytes() == whole


def test_more_games_are_added_and_fewer_are_the_first_of_the_file(whole, tmp_path):
    path = tmp_path / "run.jsonl"
    few = answered(*WORDS, "--games", 3, "--out", path)
    assert whole.startswith(path.read_bytes()) and few["games"] == 3
    more = answered(*WORDS, "--out", path)
    assert path.read_bytes() == whole and more == answered(*WORDS)
    assert answered(*WORDS, "--games", 3, "--out", path) == few and path.read_bytes() == whole


@pytest.mark.parametrize("text", ['{"my":"build"}', "x" * 10_000])
def test_a_file_of_one_line_without_an_end_is_not_overwritten(text, tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(InvalidInput, match="no head of a run"):
        RunFile(path, SHORT)
    assert path.read_text() == text


def broken(whole, place, line):
    lines = whole.splitlines(keepends=True)
    lines[place] = line + b"\n"
    return b"".join(lines)


@pytest.mark.parametrize(
    ("place", "line", "says"),
    [
        (0, b"game = 1", "line 1: found no JSON"),
        (0, b"[]", "line 1: found no head of a run"),
        (0, b'{"format":2}', "line 1: found no head of a run"),
        (0, b'{"format":1,"release":"0.1.0"}', "line 1: found a run of release 0.1.0"),
        (3, b"\xff\xfe", "line 4: found no JSON"),
        (3, b"[" * 100_000, "line 4: found no JSON"),
        (3, b"7", "line 4"),
        (3, b'{"number":7,"drawn":[{},{}],"used":[{},{}]}', "line 4: found game 7, expected game 2"),
        (3, b'{"number":2,"winners":[5],"drawn":[{},{}],"used":[{},{}]}', "line 4: found game 2"),
        (3, b'{"number":2,"first":5,"drawn":[{},{}],"used":[{},{}]}', "line 4: found game 2"),
        (3, b'{"number":2}', "line 4: found game 2, expected game 2 of 2 sides"),
        (3, b'{"number":2,"colour":"red"}', "line 4: colour"),
    ],
)
def test_a_file_that_is_not_of_a_run_is_refused_with_the_line_and_left_as_it_is(whole, place, line, says, tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_bytes(broken(whole, place, line))
    assert f"run.jsonl, {says}" in refused(*WORDS, "--out", path)
    assert path.read_bytes() == broken(whole, place, line)


@pytest.mark.parametrize(
    "other", [("--seed", "2"), ("--strength", "fair"), ("--seats", "3"), ("--ruling", "empty-pile=sold-out")]
)
def test_a_file_of_another_matchup_is_refused(whole, other, tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_bytes(whole)
    words = (
        "simulate",
        "wreck-a-mech",
        "--games",
        12,
        *(other if "--strength" in other else ("--strength", "easy", *other)),
    )
    assert "line 1: found a run of another matchup" in refused(*words, "--out", path)
    assert path.read_bytes() == whole


def test_a_file_that_cannot_be_written_is_a_sentence(tmp_path):
    assert "expected a file that can be written" in refused(*WORDS, "--out", tmp_path)
    assert "expected a file that can be written" in refused(*WORDS, "--out", tmp_path / "no" / "run.jsonl")


def test_ctrl_c_leaves_a_file_that_goes_on(whole, tmp_path, monkeypatch):
    path = tmp_path / "run.jsonl"
    # A process that a script starts in the background ignores Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    class Interrupted:
        def __enter__(self):
            return lambda game: game.number == 3 and signal.raise_signal(signal.SIGINT)

        def __exit__(self, *_):
            return None

    with monkeypatch.context() as patch:
        patch.setattr(simulate_answers, "progress", lambda games, sides: Interrupted())
        stopped = command(*WORDS, "--out", path)
    signal.signal(signal.SIGINT, before)
    assert stopped.exit_code == 130 and "Traceback" not in stopped.output
    assert whole.startswith(path.read_bytes()) and path.read_bytes().count(b"\n") == 5
    answered(*WORDS, "--out", path)
    assert path.read_bytes() == whole


def test_a_bound_of_decisions_counts_games_apart():
    counts = count(run(SHORT, range(20)), 2)
    assert counts.unended > 0 and counts.ended + counts.unended == 20 and not counts.stopped
    assert all(game.decisions == 6 for game in run(SHORT, range(20)) if not game.ended)


def test_a_card_that_makes_the_rules_raise_is_named_and_its_games_are_counted_apart(monkeypatch):
    pack = {"game": "wreck-a-mech", "kind": "pack", "title": "House", "part": [{"id": "mic-drop", "name": "Boom Mic"}]}
    asked = matchup("wreck-a-mech", pack=(pack,))
    kind = type(opened(asked.model_dump_json()).tracker)
    apply = kind.apply

    def failing(tracker, state, event):
        if event.values.get("card") == "mic-drop" and event.values["name"] == "play":
            raise ZeroDivisionError("a house rule")
        return apply(tracker, state, event)

    monkeypatch.setattr(kind, "apply", failing)
    games = list(run(asked, range(8)))
    counts = count(games, 2)
    assert counts.games == 8 and 0 < sum(counts.stopped.values()) < 8
    assert list(counts.stopped) == ["The rules failed, with 'Boom Mic' in play: ZeroDivisionError: a house rule"]
    assert [game.ended for game in games] == [not game.why.startswith("The rules") for game in games]


def test_a_worker_of_another_release_is_refused():
    with pytest.raises(InvalidInput, match="release 0.1"):
        play_chunk(SHORT.model_dump_json(), (0,), "0.1")


def test_without_the_cluster_or_its_package_there_is_a_sentence(monkeypatch):
    monkeypatch.setattr(lab_workers, "CLUSTER_SECONDS", 0.2)
    assert "the address of a running scheduler" in refused(*WORDS, "--cluster", "tcp://127.0.0.1:9")
    assert "the address of a running scheduler" in refused(*WORDS, "--cluster", "nowhere at all")
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'mech-companion[cluster]'" in refused(*WORDS, "--cluster", "tcp://127.0.0.1:9")


def test_a_file_of_a_run_with_a_card_name_in_another_script_is_read_back(tmp_path):
    pack = {"game": "wreck-a-mech", "kind": "pack", "title": "Κάρτα", "part": [{"id": "mic-drop", "name": "Μικρό"}]}
    asked = SHORT.model_copy(update={"pack": (pack,)})
    file = RunFile(tmp_path / "run.jsonl", asked)
    written = list(file.record(run(asked, range(3))))
    again = RunFile(tmp_path / "run.jsonl", asked)
    assert again.count == 3 and list(again.games(9)) == written and list(again.games(2)) == written[:2]


def test_workers_that_die_again_and_again_are_given_up_with_a_sentence():
    from concurrent.futures import Future
    from concurrent.futures.process import BrokenProcessPool

    class Dying:
        made = 0

        def __init__(self):
            Dying.made += 1

        def submit(self, *_):
            future = Future()
            future.set_exception(BrokenProcessPool("killed"))
            return future

        def shutdown(self, wait):
            """Nobody is left who could be waited for."""

    with LabWorkers(Dying, 2) as crew, pytest.raises(InvalidInput, match="died 3 times"):
        list(run(SHORT, range(10), crew))
    assert Dying.made == TRIES
