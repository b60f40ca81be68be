"""A matchup takes what both sides have lost so far, and a distance for each pair of units."""

import re

import pytest

from companion.base.findings import InvalidInput
from companion.gamekit.matchup import swap_sides
from companion.games.mechastellar import GAME
from companion.games.mechastellar.matchup.conditions import Conditions
from companion.verbs.matchups import matchup_answer, read_side, typed_side

VIKINGS = {"profile": "green-viking", "count": 3}
ZEKE = {"profile": "green-viking", "name": "Zeke", "pilot": 1}
SOL = {"profile": "blue-djinn", "name": "Captain Sol"}


def list_of(*units, **more):
    return read_side(GAME, {"game": "mechastellar", "title": "A list", "size": 1000, "unit": [*units], **more}, "list")


def targets(answer):
    return {target["title"]: target for target in answer["targets"]}


def roll(answer, weapon, of, at):
    row = next(row for row in answer["rows"] if row["title"] == weapon and row.get("of") == of)
    key = targets(answer)[at]["key"]
    return next(cell["roll"]["inputs"] for cell in row["cells"] if cell["target"] == key)


def wrong(mine, theirs, **conditions):
    with pytest.raises(InvalidInput) as caught:
        matchup_answer(GAME, mine, theirs, conditions)
    return [str(error) for error in caught.value.input_errors]


def test_a_target_that_has_taken_damage_has_what_is_left_and_stands_for_itself():
    answer = matchup_answer(GAME, list_of(SOL), list_of(VIKINGS), {"distance": 8, "b_lost": "Green Viking 300"})
    there = targets(answer)
    assert list(there) == ["Green Viking", "Green Viking, 300 lost"]
    assert there["Green Viking"]["about"].endswith("× 2")
    assert roll(answer, "Heat Sword", "Captain Sol", "Green Viking")["hp"] == 800
    assert roll(answer, "Heat Sword", "Captain Sol", "Green Viking, 300 lost")["hp"] == 500


def test_a_unit_that_has_taken_damage_charges_with_what_it_has_left():
    answer = matchup_answer(GAME, list_of(ZEKE, SOL), list_of(SOL), {"distance": 8, "a_lost": "Zeke 700"})
    clash = roll(answer, "Heat Hawk", "Zeke, 700 lost", "Captain Sol")
    assert (clash["hp"], clash["attacker_hp"]) == (2100, 100)
    suffered = next(
        row["cells"][0]["figures"]["suffered"]["value"]
        for row in answer["rows"]
        if row["of"] == "Zeke, 700 lost" and "suffered" in row["cells"][0].get("figures", {})
    )
    assert suffered <= 100


@pytest.mark.parametrize("gone", ["Green Viking 800, Green Viking 900", "Green Viking 800\nGreen Viking 800"])
def test_what_is_destroyed_leaves_the_table(gone):
    answer = matchup_answer(GAME, list_of(SOL), list_of(VIKINGS, SOL), {"b_lost": gone})
    assert [target["about"][-3:] for target in answer["targets"]][0] == "800"  # one is left, no × behind it
    none = matchup_answer(GAME, list_of(SOL), list_of(VIKINGS, SOL), {"b_lost": f"{gone}, Green Viking 800"})
    assert list(targets(none)) == ["Captain Sol"]


def test_a_module_that_doubles_hp_doubles_what_can_be_lost():
    gritty = list_of(VIKINGS, modules=["gritty"])
    answer = matchup_answer(GAME, list_of(SOL), gritty, {"b_lost": "Green Viking 900", "distance": 8})
    assert roll(answer, "Heat Sword", "Captain Sol", "Green Viking, 900 lost")["hp"] == 700


def test_a_share_of_full_hp_is_worth_that_share_of_points_also_when_little_is_left():
    # 100 of 800 HP are left of 30 points: no attack destroys more than an eighth of them.
    answer = matchup_answer(GAME, list_of(SOL), list_of(ZEKE), {"b_lost": "Zeke 700", "distance": 16})
    traded = [row["cells"][0]["derived"]["traded"]["value"] for row in answer["rows"] if "roll" in row["cells"][0]]
    assert traded and max(traded) <= 30 / 8


def test_each_pair_is_as_far_apart_as_said():
    mine, theirs = list_of(ZEKE, {"profile": "argonaut"}), list_of(SOL, {"profile": "dervish"})
    answer = matchup_answer(
        GAME, mine, theirs, {"distance": 40, "distances": "Zeke > Captain Sol 10, Argonaut > Dervish 22"}
    )
    assert roll(answer, "Machine Gun", "Zeke", "Captain Sol")["rapid_fire_hits"] == 2  # half of 24"
    assert "rapid_fire" not in roll(answer, "Machine Gun", "Argonaut", "Dervish")  # within 24", beyond 12"
    far = next(row for row in answer["rows"] if row["title"] == "Machine Gun" and row["of"] == "Argonaut")["cells"][0]
    assert far["why_not"] == 'Out of range: 24" is less than 40".'


def test_a_unit_that_stands_for_itself_by_its_damage_may_have_a_distance_and_one_that_is_gone_too():
    mine = list_of(ZEKE, {"profile": "argonaut"}, {"profile": "argonaut"})
    said = {"a_lost": "Argonaut (line 3) 300, Zeke 800", "distance": 40}
    pairs = "Argonaut (line 3) > Captain Sol 10, Zeke > Captain Sol 8"
    answer = matchup_answer(GAME, mine, list_of(SOL), {**said, "distances": pairs})
    assert roll(answer, "Machine Gun", "Argonaut (line 3), 300 lost", "Captain Sol")["rapid_fire"]
    assert {row["of"] for row in answer["rows"]} == {"Argonaut", "Argonaut (line 3), 300 lost"}


def test_a_distance_holds_for_the_other_side_too():
    said = Conditions(distances="Zeke > Captain Sol 10", a_lost="Zeke 300", distance=40)
    other = swap_sides(said)
    assert (other.a_lost, other.b_lost, other.distance_between("Captain Sol", "Zeke")) == ("", "Zeke 300", 10)


@pytest.mark.parametrize(
    ("conditions", "sentence"),
    [
        ({"a_lost": "Zake 300"}, "a unit of A list: Zeke"),
        ({"b_lost": "Green Viking 1, Green Viking 2, Green Viking 3, Green Viking 4"}, "at most 3 of it"),
        ({"a_lost": "Zeke"}, "a unit and a number, such as Green Viking 300"),
        ({"a_lost": "Zeke 0"}, "damage from 1 to 399,996"),
        ({"distances": "Zeke Green Viking 8"}, "two units and inches, such as Zeke > Red 8"),
        ({"distances": "Zeke > Red 8"}, "one of Zeke > one of Green Viking"),
        ({"distances": "Zeke > Green Viking 100"}, "at most 99 inches"),
    ],
)
def test_what_names_no_unit_is_said_beside_its_field(conditions, sentence):
    (told,) = wrong(list_of(ZEKE), list_of(VIKINGS), **conditions)
    assert told.startswith(next(iter(conditions))) and sentence in told


def test_a_typed_target_has_the_hp_that_was_typed():
    target = typed_side(GAME, {"hp": 500}, GAME.context())
    (told,) = wrong(list_of(ZEKE), target, b_lost="The target 300")
    assert "a typed target has the HP that you type" in told
    near = matchup_answer(GAME, list_of(ZEKE), target, {"distance": 40, "distances": "Zeke > The target 8"})
    assert any("roll" in row["cells"][0] for row in near["rows"])


def test_numbers_may_be_written_with_a_comma_and_names_on_lines():
    said = Conditions(a_lost="Crown Lion: 1,500\nGreen Viking 300, Zeke 100")
    assert said.a_lost == "Crown Lion 1500, Green Viking 300, Zeke 100"


def test_page_and_api_take_losses_and_say_what_is_wrong_beside_the_field():
    from companion.web import create_app

    app = create_app("sqlite://", "key", TESTING=True, RATELIMIT_ENABLED=False)
    with app.test_client() as client:
        here = "/mechastellar/roll?build=example:raiders&other=example:border-patrol"
        page = client.get(f"{here}&b_lost=Longbow+500&distances=Captain+Sol+>+Zodiac+8")
        assert page.status_code == 200 and "Longbow, 500 lost" in page.text
        assert {"b_lost", "distances"} <= {*re.findall(r'<textarea[^>]* name="(\w+)"', page.text)}  # lines
        assert 'name="a_lost.1/hp"' in page.text
        refused = client.get(f"{here}&b_lost=Nobody+500")
        assert refused.status_code == 422 and "a unit of Border Patrol" in refused.text
    app.extensions["store"].close()
