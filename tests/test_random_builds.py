"""Random builds: legal whatever the seed, of the shape that was asked for, and the same for the same seed."""

import json

import pytest
from click.testing import CliRunner

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.games import GAMES, game
from companion.verbs import random_builds
from companion.verbs.random_builds import random_build

DRAWING = [one for one in GAMES if one.random_room]
EACH = pytest.mark.parametrize("system", DRAWING, ids=lambda one: one.slug)
SEEDS = range(200)


def contents(document):
    return json.dumps({name: value for name, value in document.items() if name != "title"}, sort_keys=True)


@EACH
def test_two_hundred_seeds_give_legal_builds_that_are_not_alike(system):
    documents = [random_build(system, {"seed": seed}) for seed in SEEDS]
    for document in documents:
        build, context = system.read_in_context(document)
        assert system.check(build, context).legal, document
        assert not build.is_empty
    assert len({contents(document) for document in documents}) > 150


@EACH
def test_the_same_seed_gives_the_same_build(system):
    assert random_build(system, {"seed": 7}) == random_build(system, {"seed": "7"})
    assert random_build(system, {"seed": 7})["title"] == f"Random {system.build_noun} 7"


@EACH
def test_without_a_seed_each_is_another(system):
    assert len({random_build(system, {})["title"] for _ in range(5)}) > 1


@pytest.mark.parametrize("size", [30, 100, 500, 1500, 10_000])
@pytest.mark.parametrize("theatre", ["ground", "space"])
def test_a_list_uses_nearly_all_points_of_its_size(size, theatre):
    system = game("mechastellar")
    for seed in range(20):
        build, context = system.read_in_context(random_build(system, {"size": size, "theatre": theatre, "seed": seed}))
        points = system.check(build, context).totals["points"]
        assert size - 30 < points <= size and (build.size, build.theatre) == (size, theatre)


@pytest.mark.parametrize("mechs", [1, 3, 10])
def test_a_squad_has_as_many_mechs_as_were_asked_for(mechs):
    system = game("techniconica")
    for seed in range(20):
        build, context = system.read_in_context(random_build(system, {"mechs": str(mechs), "seed": seed}))
        assert len(build.mech) == mechs and system.check(build, context).legal


def test_a_build_is_legal_under_the_rulings_it_was_drawn_for():
    system = game("mechastellar")
    rulings = {"most-units": "3", "commander-needed": "yes", "named-pilots": "once"}
    build, context = system.read_in_context(random_build(system, {"size": 300, "seed": 2}, rulings))
    verdict = system.check(build, context)
    assert verdict.legal and verdict.totals["units"] <= 3 and build.rulings["most-units"] == "3"


def test_where_none_is_legal_a_sentence_says_so_and_the_tries_end(monkeypatch):
    drawn = []
    system = game("mechastellar")
    draw = system.random_room.random_build
    monkeypatch.setattr(system.random_room, "random_build", lambda *given: drawn.append(1) or draw(*given))
    with pytest.raises(InvalidInput, match="no legal points list in 50 tries from 1") as error:
        random_build(system, {"size": 1, "seed": 1})
    assert "another seed, more room, or other rulings" in str(error.value)
    assert len(drawn) == random_builds.TRIES


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (["mechastellar", "size=0"], "size"),
        (["mechastellar", "size=many"], "size"),
        (["mechastellar", "mechs=2"], "mechs"),
        (["techniconica", "seed=-1"], "seed"),
        (["mechastellar", "size=1", "seed=4"], "no legal points list"),
        (["chess"], "chess"),
    ],
)
def test_what_cannot_be_drawn_is_a_sentence(words, wrong):
    done = CliRunner().invoke(main, ["random", *words])
    assert done.exit_code == 2 and wrong in done.stderr and "Traceback" not in done.stderr


@EACH
def test_the_command_line_prints_a_file_that_checks(system, tmp_path):
    done = CliRunner().invoke(main, ["random", system.slug, "seed=7"])
    assert done.exit_code == 0
    path = tmp_path / "drawn.toml"
    path.write_text(done.stdout, "utf-8")
    assert CliRunner().invoke(main, ["check", str(path)]).exit_code == 0
    answer = CliRunner().invoke(main, ["random", system.slug, "seed=7", "--json"])
    assert json.loads(answer.stdout) == random_build(system, {"seed": 7})
