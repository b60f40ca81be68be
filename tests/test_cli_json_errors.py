"""Errors of verbs with --json: one line of JSON on stderr, shaped as the same error over HTTP, and nothing on stdout."""

import json

import click
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from companion.base.findings import InputError
from companion.cli import game_verbs, main
from companion.cli.group import VERBS
from companion.limits.budget import OverBudget
from companion.verbs.errors import Error
from tests.apps import empty_database, lent

SHAPE = Draft202012Validator(TypeAdapter(Error).json_schema())
BUILD = 'game = "techniconica"\nmech = 3\n'


def commands(group, words=()):
    """Give the words of each command that takes --json."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))
        if any("--json" in option.opts for option in command.params):
            yield (*words, name)


ALL = [*commands(main)]


def error_of(*words, **given):
    """Return the one error that a command line ends with."""
    ran = CliRunner().invoke(main, [*words], **given)
    assert (ran.exit_code, ran.stdout) == (2, ""), ran.output
    [line] = ran.stderr.splitlines()
    answer = json.loads(line)
    SHAPE.validate(answer)
    assert not answer["error"].startswith("companion:")
    return answer


def test_all_verbs_take_json():
    assert {words[0] for words in ALL} >= {name for names in VERBS.values() for name in names} - {"share"}
    assert ("table", "move") in ALL


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_what_a_verb_cannot_read_of_its_command_line(words):
    said = error_of(*words, "--json", "--no-such-option")["error"]
    assert "--no-such-option" in said or "Missing argument" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("cards", "chess", "--json"), "mecha-mettle"),
        (("cards", "--json"), "GAME"),
        (("--json", "games"), "--json"),
        (("--no-such-option", "games", "--json"), "--no-such-option"),
        (("dance", "--json"), "dance"),
        (("check", "no-such-file.toml", "--json"), "no-such-file.toml"),
        (("check", f"{'x' * 5000}.toml", "--json"), "too long"),
        (("check", "a\0b", "--json"), "NUL"),
        (("roll", "3d6", "--faces", "1", "--seed", "1", "--json"), "not both"),
        (("odds", "techniconica", "shoot", "accuracy=x", "--json"), "accuracy"),
        (("print", "no-such-file.toml", "--json"), "no-such-file.toml"),
        (("print", "techniconica", "--paper", "napkin", "--json"), "napkin"),
        (("table", "show", "no-such-file.json", "--json"), "no-such-file.json"),
    ],
    ids=lambda words: " ".join(words)[:40] if isinstance(words, tuple) else None,
)
def test_what_is_wrong_is_in_the_error(words, said):
    assert said in error_of(*words)["error"]


def test_it_is_the_error_of_the_same_question_over_http(tmp_path):
    (tmp_path / "build.toml").write_text(BUILD, "utf-8")
    with lent(empty_database(tmp_path / "web.sqlite3"), WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False) as app:
        client = app.test_client()
        for words, asked in (
            (("odds", "3d"), client.get("/api/v1/odds?expression=3d")),
            (("cards", "chess"), client.get("/api/v1/cards/chess")),
            (
                ("odds", "mecha-mettle", "attack", "attack=-1", "frob=1"),
                client.get("/api/v1/odds/mecha-mettle/attack?attack=-1&frob=1"),
            ),
            (("check", "-"), client.post("/api/v1/check", data=BUILD)),
        ):
            over_http = asked.get_json()
            here = error_of(*words, "--json", input=BUILD)
            places = [error["where"].removeprefix("-: ") for error in here["input_errors"]]
            assert places == [error["where"] for error in over_http["input_errors"]] and places
            assert here["error"].replace("-: ", "") == over_http["error"]


def test_a_way_out_is_part_of_the_error(monkeypatch):
    def refuse():
        raise OverBudget(InputError("", "more than 10 processor seconds", "less"))

    monkeypatch.setattr(game_verbs, "games_answer", refuse)
    answer = error_of("games", "--json")
    assert answer["error"] == f"This takes more than 10 processor seconds: ask for less at once. {OverBudget.hint}"


def test_several_files_have_an_error_each_and_the_answers_of_all(tmp_path):
    for name, text in (("bad.toml", BUILD), ("good.toml", 'game = "techniconica"\n'), ("worse.toml", "x")):
        (tmp_path / name).write_text(text, "utf-8")
    names = [str(tmp_path / name) for name in ("bad.toml", "good.toml", "worse.toml")]
    ran = CliRunner().invoke(main, ["check", *names, "--json"])
    errors = [json.loads(line) for line in ran.stderr.splitlines()]
    assert ["bad.toml" in errors[0]["error"], "worse.toml" in errors[1]["error"], len(errors)] == [True, True, 2]
    assert ["input_errors" in entry for entry in json.loads(ran.stdout)] == [True, False, True]
    assert ran.exit_code == 2


def test_without_json_an_error_is_a_sentence_and_json_behind_two_dashes_is_a_word():
    for words in (("cards", "chess"), ("check", "--", "--json")):
        ran = CliRunner().invoke(main, [*words])
        assert (ran.exit_code, ran.stderr.startswith("companion: ")) == (2, True)
