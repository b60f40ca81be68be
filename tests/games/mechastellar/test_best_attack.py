"""The best attack of a matchup: by points traded, or by the chance to destroy where the player says so."""

from fractions import Fraction

import pytest

from companion.gamekit.matchup import counterpart
from companion.games.mechastellar import GAME
from companion.verbs.matchups import matchup_answer, read_side, typed_side
from tests.commands import run

LANCER = {"profile": "jet-black-lancer"}
DRAKE = {"profile": "trident-drake"}


def list_of(*units, **more):
    return read_side(GAME, {"game": "mechastellar", "title": "A list", "size": 1000, "unit": [*units], **more}, "list")


def answered(mine, theirs, **conditions):
    return matchup_answer(GAME, mine, theirs, conditions)


def best_of(answer):
    titles = {row["key"]: row["title"] for row in answer["rows"]}
    return {target: [titles[key] for key in keys] for target, keys in answer["best"].items()}


def cell_of(answer, weapon):
    return next(row["cells"][0] for row in answer["rows"] if row["title"] == weapon)


def test_a_chance_of_one_in_two_billion_recommends_no_suicide_charge():
    # The Lancer's charge destroys the Drake once in 2.1 billion clashes and costs it most of its own HP on average; its
    # machine gun cannot destroy 9,600 HP at all, but does damage for nothing.
    answer = answered(list_of(LANCER), list_of(DRAKE), distance=8)
    charge, shot = cell_of(answer, "Heat Lancer"), cell_of(answer, "Machine Gun")
    assert 0 < charge["figures"]["kill"]["p"] < 1e-9 and shot["figures"]["kill"]["p"] == 0
    assert charge["derived"]["traded"]["value"] < 0 < shot["derived"]["traded"]["value"]
    assert best_of(answer) == {"unit-1": ["Machine Gun"]}
    assert answer["conclusions"][0]["rows"][0][1] == "Machine Gun"


def test_the_switch_ranks_by_the_chance_to_destroy_alone():
    answer = answered(list_of(LANCER), list_of(DRAKE), distance=8, rank="destroy")
    assert best_of(answer) == {"unit-1": ["Heat Lancer"]}
    assert answer["ranked_by"]["figures"] == ["kill"]
    # Alone: two attacks that never destroy are equal, whatever they trade.
    far = answered(
        list_of({"profile": "green-viking"}, {"profile": "white-asura"}), list_of(DRAKE), distance=16, rank="destroy"
    )
    there = [row["cells"][0]["figures"]["kill"]["p"] for row in far["rows"] if "figures" in row["cells"][0]]
    assert sorted(far["best"]["unit-1"]) == sorted(
        row["key"]
        for row in far["rows"]
        if "figures" in row["cells"][0] and row["cells"][0]["figures"]["kill"]["p"] == max(there)
    )


def test_points_traded_are_what_is_destroyed_less_what_is_lost():
    # Shares of full HP are shares of points, both sides' own.
    answer = answered(list_of(LANCER), list_of(DRAKE), distance=8)
    drake, lancer = (GAME.catalogue.cards[name] for name in ("trident-drake", "jet-black-lancer"))
    for row in answer["rows"]:
        figures = row["cells"][0]["figures"]
        gained = Fraction(figures["within_hp"]["exact"]) / drake.hp * drake.points
        lost = Fraction(figures.get("suffered", {"exact": "0"})["exact"]) / lancer.hp * lancer.points
        assert Fraction(row["cells"][0]["derived"]["traded"]["exact"]) == gained - lost


def test_ties_of_points_are_broken_by_the_chance_to_destroy():
    # At a target of 0 points every shot trades nothing.
    free = {"title": "Free", "key": "free", "profile": [{"id": "dune-runner", "points": 0}]}
    mine = list_of({"profile": "argonaut"})
    answer = answered(mine, list_of({"profile": "dune-runner"}, pack=[free]), distance=24)
    shots = {row["title"]: row["cells"][0] for row in answer["rows"] if "figures" in row["cells"][0]}
    assert {cell["derived"]["traded"]["value"] for cell in shots.values()} == {0}
    most = max(shots, key=lambda title: shots[title]["figures"]["kill"]["p"])
    assert len(shots) > 1 and best_of(answer)["unit-1"] == [most]


@pytest.mark.parametrize("distance", [4, 8, 12])
def test_suffers_and_loses_are_never_more_than_the_unit_has(distance):
    everyone = list_of({"profile": "green-viking"}, {"profile": "sentinel"}, LANCER)
    giants = list_of(DRAKE, {"profile": "voltlion"}, {"profile": "thunder-marshal"})
    answer = answered(everyone, giants, distance=distance)
    hp = {"Green Viking": 800, "Jet Black Lancer": 3700, "Sentinel": GAME.catalogue.cards["sentinel"].hp}
    suffered = [
        (cell["figures"]["suffered"]["value"], hp[row["of"]])
        for row in answer["rows"]
        for cell in row["cells"]
        if "suffered" in cell.get("figures", {})
    ]
    assert suffered and all(value <= most for value, most in suffered)
    assert any(value == pytest.approx(most, rel=0.1) for value, most in suffered)  # some are all but destroyed
    for unit, _, _, _, loses, *_ in answer["conclusions"][0]["rows"]:
        assert int(loses) <= int(unit.rpartition(", ")[2])


def test_the_answer_says_by_which_figure_it_ranks_how_sure_it_is_and_shows_the_figure():
    answer = answered(list_of(LANCER), list_of(DRAKE), distance=8)
    assert answer["ranked_by"] == {
        "figures": ["traded", "kill"],
        "words": "Ranked by “Points traded”, ties by “Destroys”.",
        "certainty": "proved",
        "sure": "Proved: exact odds of all.",
    }
    assert answer["figures"][0] == {"name": "traded", "title": "Points traded", "kind": "number"}
    assert all("traded" in row["cells"][0]["derived"] for row in answer["rows"])


def test_a_target_without_points_ranks_by_damage_less_what_is_suffered():
    target = typed_side(GAME, {"hp": 9600, "melee": 10, "damage": 900, "pen": 9}, GAME.context())
    answer = answered(list_of(LANCER), target, distance=8)
    assert answer["ranked_by"]["words"] == "Ranked by “Damage less suffered”, ties by “Destroys”."
    assert best_of(answer) == {"typed": ["Machine Gun"]}
    priced = typed_side(GAME, {"hp": 9600, "melee": 10, "damage": 900, "pen": 9, "points": 300}, GAME.context())
    assert answered(list_of(LANCER), priced, distance=8)["ranked_by"]["figures"] == ["traded", "kill"]


def test_the_command_line_says_and_shows_what_ranks():
    told = run("matchup", "example:raiders", "example:border-patrol", "--game", "mechastellar", "distance=8").output
    assert "Each cell, rounded: Points traded, Destroys," in told
    assert "Ranked by “Points traded”, ties by “Destroys”. Proved: exact odds of all." in told
    told = run("matchup", "example:raiders", "example:border-patrol", "--game", "mechastellar", "rank=destroy").output
    assert "Ranked by “Destroys”." in told


def test_what_is_said_of_each_side_swaps_with_it():
    names = ("rank", "a_lost", "b_lost", "distances", "distance")
    assert [counterpart(name) for name in names] == ["rank", "b_lost", "a_lost", "distances", "distance"]
