"""The verb `matchup`: files, examples and typed numbers against each other."""

import json
from contextlib import closing

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.data.documents import to_document, to_toml
from companion.games.mechastellar import GAME
from companion.storage.store import Store

FIRST, SECOND = list(GAME.examples)[:2]


def run(*words):
    return CliRunner().invoke(main, ["matchup", *map(str, words)])


def written(folder, name=FIRST):
    path = folder / f"{name}.toml"
    path.write_text(to_toml(to_document(GAME.examples[name])), "utf-8")
    return path


def test_a_file_against_an_example(tmp_path):
    done = run(written(tmp_path), f"example:{SECOND}", "distance=8", "--json")
    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    assert (answer["mine"], answer["theirs"]) == (GAME.examples[FIRST].title, GAME.examples[SECOND].title)
    assert answer["conditions"]["distance"] == 8
    assert answer["rows"] and answer["targets"]


def test_two_examples_need_the_game():
    assert run(f"example:{FIRST}", f"example:{SECOND}", "--game", GAME.slug, "--json").exit_code == 0
    refused = run(f"example:{FIRST}", f"example:{SECOND}")
    assert refused.exit_code == 2 and "--game" in refused.stderr


def test_circumstances_have_the_names_of_the_last_release_too():
    sides = ("example:iron-heron", "example:copper-bison", "--game", "techniconica", "--json")
    former, today = (run(*sides, f"{name}=2") for name in ("hold_mine", "my_hold"))
    assert former.exit_code == 0, former.output
    assert former.stdout == today.stdout
    assert json.loads(former.stdout)["conditions"]["my_hold"] == 2
    both = run(*sides, "hold_mine=2", "my_hold=1")
    assert both.exit_code == 2 and "hold_mine" in both.stderr


def test_a_table_for_people_names_both_sides_and_marks_the_best(tmp_path):
    shown = run(written(tmp_path), f"example:{SECOND}").stdout
    assert f"{GAME.examples[FIRST].title} against {GAME.examples[SECOND].title}" in shown
    assert " *" in shown and "%" in shown


def test_numbers_stand_for_an_unknown_side(tmp_path):
    done = run(written(tmp_path), "their.hp=300", "their.evade=2", "--json")
    assert done.exit_code == 0, done.output
    assert len(json.loads(done.stdout)["targets"]) == 1


def test_what_cannot_be_read_is_a_sentence(tmp_path):
    mine = written(tmp_path)
    for words, told in (
        ((mine,), "the other side"),
        ((mine, "example:nobody"), "an example"),
        ((mine, f"example:{SECOND}", "distance=far"), "distance"),
        ((mine, tmp_path / "none.toml"), "none.toml"),
        ((mine, f"example:{SECOND}", "--game", "chess"), "game"),
    ):
        done = run(*words)
        assert done.exit_code == 2 and told in done.stderr, (words, done.output)
        assert "Traceback" not in done.output


def test_nothing_is_the_best_target_where_there_is_only_one(tmp_path):
    shown = run(written(tmp_path), "their.hp=300", "their.evade=2").stdout
    assert "*" not in shown and "%" in shown


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Return a build of this machine's own store, as the pages keep it."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with closing(Store()) as store:
        return store.create("somebody", GAME.slug, {**to_document(GAME.examples[SECOND]), "title": "Kept here"})


def test_a_link_to_this_server_is_a_side(tmp_path, kept):
    link = f"http://localhost:8000/{GAME.slug}/builds/{kept.id}"
    for words in ((written(tmp_path), link), (written(tmp_path), f"theirs: {link}?version=1 see you")):
        done = run(*words, "distance=8", "--json")
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)["theirs"] == "Kept here"
    alone = run(link, f"example:{FIRST}", "--json")
    assert json.loads(alone.stdout)["mine"] == "Kept here"


def test_a_link_to_another_host_is_never_fetched(tmp_path, kept, monkeypatch):
    refused = run(written(tmp_path), f"https://mechs.example.org/{GAME.slug}/builds/{kept.id}")
    assert refused.exit_code == 2
    assert "paste the list itself" in refused.stderr and "Traceback" not in refused.output
    monkeypatch.setenv("COMPANION_URL", "https://mechs.example.org")
    assert run(written(tmp_path), f"https://mechs.example.org/{GAME.slug}/builds/{kept.id}", "--json").exit_code == 0


def test_a_list_as_a_chat_shows_it_is_a_side(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("> MechaStellar list: Raid: 100 of 300 points, ground\n> 3 Green Viking\n", "utf-8")
    done = run(path, f"example:{SECOND}", "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["mine"] == "Raid"


def test_what_both_sides_have_lost_are_words_of_the_line():
    sides = ("example:copper-bison", "example:iron-heron", "--game", "techniconica", "--json")
    whole, less = (
        json.loads(run(*sides).stdout),
        json.loads(run(*sides, "a_lost=Drill Lance", "b_lost=Shock Fist").stdout),
    )
    gone = {row["title"] for row in whole["rows"]} - {row["title"] for row in less["rows"]}
    assert "Drill Lance" in gone
    assert "Shock Fist" not in {target["title"] for target in less["targets"]}
    refused = run(*sides, "b_lost=Frying Pan")
    assert refused.exit_code == 2 and "b_lost, entry 1: found 'Frying Pan'" in refused.stderr
