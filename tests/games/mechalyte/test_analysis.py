"""What duels, ranking and battlefield answer, and how inputs that cannot be read are named."""

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from click.testing import CliRunner

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.games.mechalyte import GAME
from companion.games.mechalyte.analysis import ranking
from companion.verbs.analyses import analysis_answer


def answer(name, rulings=None, saved=(), most_steps=None, **inputs):
    context = replace(GAME.context(rulings), saved_builds=saved, most_steps=most_steps)
    found = analysis_answer(GAME, name, inputs, context)["answer"]
    assert json.loads(json.dumps(found)) == found
    return found


def test_duels_are_at_every_pair_of_levels_and_at_equal_points():
    found = answer("duels", a="mi pasa", b="PMISAA")
    assert (found["a"], len(found["duels"]), len(found["equal_points"])) == ("MIPASA", 36, 32)
    assert [(d["a_level"], d["b_level"]) for d in found["duels"][:7]] == [*((1, n) for n in range(1, 7)), (2, 1)]


def test_an_edge_is_exact_beside_a_float():
    """Level 1 of PPPPPP rolls two dice to the one of MMMMMM: it keeps 1/2, the other 1/4."""
    level_one = answer("duels", a="PPPPPP", b="MMMMMM")["duels"][0]
    assert level_one["edge"] == {"value": 0.25, "exact": "1/4", "hundredths": 25}
    assert level_one["a_wiped"] == {"p": 0.5, "exact": "1/2"}
    assert level_one["b_wiped"] == {"p": 0.75, "exact": "3/4"}


@pytest.mark.parametrize(
    ("name", "inputs", "says"),
    [
        ("duels", {"a": "MIXASA", "b": "PMISAA"}, ("a", "slot 3", "X")),
        ("duels", {"a": "MIPA", "b": "PMISAA"}, ("a", "6 letters")),
        ("duels", {"a": "MIPASA"}, ("b: found nothing, expected a value for b",)),
        ("ranking", {"spec": "MIPASA", "field": "banana"}, ("field", "named")),
        ("ranking", {"spec": "MIPASA", "field": "typed", "typed": "PMISAA Q"}, ("typed", "slot 1")),
        ("ranking", {"spec": "MIPASA", "field": "typed", "typed": "PMISAA " * 201}, ("typed", "at most 200")),
        ("ranking", {"spec": "MIPASA", "done": "-1"}, ("done", "at least 0")),
        ("ranking", {"spec": "MIPASA", "done": "many"}, ("done", "whole number")),
        ("battlefield", {"at": "Z9"}, ("at", "C1")),
        ("battlefield", {"full": "C1,Z9"}, ("full[1]", "C1")),
        ("battlefield", {"at": "RR3", "full": "C1,LL2"}, ("at: found RR3", "full[1]: found LL2", "layout")),
        ("battlefield", {"mobility": "8"}, ("mobility", "at most 7")),
        ("battlefield", {"mobility": "0"}, ("mobility", "at least 1")),
        ("battlefield", {"side": "c"}, ("side", "a or b")),
    ],
)
def test_what_cannot_be_read_is_named(name, inputs, says):
    with pytest.raises(InvalidInput) as error:
        answer(name, **inputs)
    assert all(part in str(error.value) for part in says), str(error.value)


def test_a_ranking_takes_a_step_at_a_time(monkeypatch):
    monkeypatch.setattr(ranking, "STEP", 4)
    stages = [answer("ranking", spec="PMISAA", field="named", done=str(done)) for done in (0, 4, 8, 99)]
    assert [stage["done"] for stage in stages] == [4, 8, 9, 9]
    assert [stage["finished"] for stage in stages] == [False, False, True, True]


@pytest.mark.long
def test_a_field_is_named_saved_typed_or_whole():
    build = GAME.read({"game": "mechalyte", "title": "Mine", "spec": "PPPPPP"})
    half = GAME.read({"game": "mechalyte", "title": "Half", "spec": "PPP"})
    saved = answer("ranking", spec="PMISAA", field="saved", saved=(build, half))["hardest"]
    assert [(standing["spec"], standing["name"]) for standing in saved] == [("PPPPPP", "Mine")]
    assert answer("ranking", spec="PMISAA", field="typed", typed="pppppp, AAAAAA")["total"] == 2
    part = answer("ranking", spec="PMISAA", field="all", most_steps=2)
    assert (part["done"], part["total"], part["finished"]) == (625, 15_625, False)
    whole = answer("ranking", spec="PMISAA", field="all")
    assert (whole["done"], whole["finished"]) == (15_625, True)


@pytest.mark.parametrize("field", ["saved", "typed"])
def test_an_empty_field_ranks_nothing(field):
    found = answer("ranking", spec="PMISAA", field=field)
    assert (found["total"], found["mean"], found["hardest"], found["finished"]) == (0, None, [], True)


def test_a_ranking_counts_what_it_shows():
    """Over PMAIAS the edge of MIPASA is -0.16 of a hundredth: shown as 0, it is even and not behind."""
    found = answer("ranking", spec="MIPASA", field="typed", typed="PMAIAS MIPASA PMISAA")
    assert {one["spec"]: one["edge"]["hundredths"] for one in found["hardest"]} == {
        "PMISAA": -3,
        "PMAIAS": 0,
        "MIPASA": 0,
    }
    assert (found["ahead"], found["even"], found["behind"]) == (0, 2, 1)


def test_a_ranking_is_the_mean_of_its_edges():
    found = answer("ranking", spec="MIPASA", field="named")
    edges = [Fraction(standing["edge"]["exact"]) for standing in found["hardest"]]
    assert (len(edges), edges) == (9, sorted(edges))
    assert Fraction(found["mean"]["exact"]) == sum(edges) / 9
    assert (found["ahead"], found["even"], found["behind"]) == (2, 2, 5)


def test_every_named_idea_is_a_spec():
    assert all(len(spec) == 6 and set(spec) <= set("PSMIA") for _, spec in ranking.ARCHETYPES)


def test_the_battlefield_follows_its_rulings():
    usual = answer("battlefield")
    assert (usual["rows"], usual["columns"], usual["at"]) == (5, 3, "C1")
    wide = answer("battlefield", {"layout": "five-by-five"}, at="RR3")
    assert (wide["columns"], wide["at"]) == (5, "RR3")
    entered = answer("battlefield", {"capture": "entered"})
    assert entered["rulings"]["capture"] == "entered" and "enters" in entered["winning"][0]["text"]


def steps(*rulings, **inputs):
    zones = answer("battlefield", *rulings, **inputs)["zones"]
    return {zone["zone"]: zone["steps"] for zone in zones if zone["steps"] is not None}


def test_reach_by_mobility():
    """From its Headquarters with Mobility 2: steps to each zone, counted on the 3 × 5 map by hand."""
    assert steps(mobility="2") == {"C1": 0, "L1": 1, "R1": 1, "C2": 1, "L2": 2, "R2": 2, "C3": 2}
    corners = steps({"neighbours": "corners"}, mobility="1")
    assert set(corners) == {"L1", "C1", "R1", "L2", "C2", "R2"}
    first = steps({"centre-row": "stop-before"}, mobility="7", first="1")
    assert {zone[-1] for zone in first} == {"1", "2"}
    assert {zone[-1] for zone in steps(mobility="7", side="b", first="1")} == {"3", "4", "5"}


def test_a_full_zone_is_in_the_way():
    assert steps(mobility="2", full="C2,L1") == {"C1": 0, "R1": 1, "R2": 2}
    assert answer("battlefield", full="C1,C2")["full"] == ["C1", "C2"]


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("duels", {"a": "MIPASA", "b": "PMISAA"}),
        ("ranking", {"spec": "MIPASA"}),
        ("battlefield", {"at": "C2", "mobility": "3", "full": "C3,R2"}),
    ],
)
def test_the_command_line_gives_the_same_answer(name, inputs):
    words = [f"{key}={value}" for key, value in inputs.items()]
    result = CliRunner().invoke(main, ["analyze", "mechalyte", name, *words, "--json"])
    assert result.exit_code == 0
    assert json.loads(result.output)["answer"] == answer(name, **inputs)


def test_the_command_line_names_what_it_cannot_read():
    result = CliRunner().invoke(main, ["analyze", "mechalyte", "duels", "a=MIXASA", "b=PMISAA"])
    assert result.exit_code == 2
    assert "slot 3" in result.output


def test_a_ranking_that_is_not_finished_says_between_what_the_mean_must_be(monkeypatch):
    """Of nine named ideas the first three are measured; each of the others is from -100 to +100."""
    monkeypatch.setattr(ranking, "STEP", 3)
    context = replace(GAME.context(), most_steps=1)
    part = analysis_answer(GAME, "ranking", {"spec": "MIPASA", "field": "named", "done": 0}, context)["answer"]
    assert (part["certainty"], part["done"], part["total"]) == ("within", 3, 9)
    low, high = (float(part["mean"]["value"] * 3 + sign * 6) / 9 * 100 for sign in (-1, 1))
    told = [int(word.replace("−", "-")) for word in re.findall(r"[+−][0-9]+", part["sure"])]
    assert told == [round(low), round(high)]
    whole = analysis_answer(GAME, "ranking", {"spec": "MIPASA", "field": "named"})["answer"]
    assert low <= 100 * whole["mean"]["value"] <= high and whole["certainty"] == "proved"
