"""What Mechalyte's resolvers take: sides as players write them, and what they refuse."""

import pytest

from companion.base.findings import InvalidInput
from companion.games.mechalyte import GAME
from companion.games.mechalyte.resolver import read_side
from companion.verbs.game_rolls import odds_answer, prepare


def test_a_side_is_read_kindly_and_highest_first():
    assert read_side("mi pasa: 2, 4 4", "a") == ("MIPASA", (4, 4, 2))


@pytest.mark.parametrize(
    ("name", "inputs", "says"),
    [
        ("combat", {"a": "MIPASA:4"}, ("b",)),
        ("combat", {"a": "MIXASA:4", "b": "PMISAA:5"}, ("a", "slot 3", "X")),
        ("combat", {"a": "MIPAS:4", "b": "PMISAA:5"}, ("a", "6 letters", "has 5")),
        ("combat", {"a": "MIPASA", "b": "PMISAA:5"}, ("a", "levels after the spec")),
        ("combat", {"a": "MIPASA:", "b": "PMISAA:5"}, ("a", "levels after the spec")),
        ("combat", {"a": "MIPASA:7", "b": "PMISAA:5"}, ("a", "'7'", "1 to 6")),
        ("combat", {"a": "MIPASA:-1", "b": "PMISAA:5"}, ("a", "1 to 6")),
        ("combat", {"a": "MIPASA:1,1,1,1", "b": "PMISAA:5"}, ("a", "4 mechs", "at most 3")),
        ("combat", {"a": "MIPASA:1", "b": "PMISAA:5", "a_aim": "banana"}, ("a_aim", "strongest")),
        ("combat", {"a": "MIPASA:1", "b": "PMISAA:5", "turn": "c"}, ("turn",)),
        ("combat", {"a": "M" * 10_000, "b": "PMISAA:5"}, ("a", "80 characters")),
        ("opportunity-shot", {"mech": "MIPASA:4"}, ("dice",)),
        ("opportunity-shot", {"mech": "MIPASA:4", "dice": "5", "enemies": "PMISAA:1"}, ("enemies", "dice")),
        ("opportunity-shot", {"mech": "MIPASA:4,3", "dice": "5"}, ("mech", "one mech")),
        ("opportunity-shot", {"mech": "MIPASA:4", "dice": "-1"}, ("dice", "at least 0")),
        ("opportunity-shot", {"mech": "MIPASA:4", "dice": "10000"}, ("dice", "at most 60")),
    ],
)
def test_what_cannot_be_read_is_named(name, inputs, says):
    with pytest.raises(InvalidInput) as error:
        prepare(GAME, name, inputs)
    assert all(part in str(error.value) for part in says), str(error.value)


def test_a_shot_of_no_dice_harms_nobody():
    assert odds_answer(GAME, "opportunity-shot", {"mech": "MIPASA:4", "dice": "0"})["outcomes"] == [
        {"outcome": {"level": 4, "mobility_left": 2}, "exact": "1", "p": 1.0}
    ]


@pytest.mark.parametrize(("moved", "chance"), [("0", "1/2"), ("1", "1/2"), ("2", "0")])
def test_a_mech_under_fire_moves_on_where_it_survives_with_zones_left(moved, chance):
    """One die destroys it on 4 to 6; a level 2 mech of this spec moves two zones."""
    answer = odds_answer(GAME, "opportunity-shot", {"mech": "PMISAA:2", "dice": "1", "moved": moved})
    assert answer["summary"]["moves_on"]["exact"] == chance


def test_the_summary_of_a_combat():
    """PPPPPP:1 against itself: two dice each at once, either falls with 3/4."""
    answer = odds_answer(GAME, "combat", {"a": "PPPPPP:1", "b": "PPPPPP:1"})
    assert list(answer["summary"]) == ["b_wiped", "a_wiped", "a_levels", "b_levels"]
    assert {name: entry["exact"] for name, entry in answer["summary"].items()} == {
        "a_wiped": "3/4",
        "b_wiped": "3/4",
        "a_levels": "1/4",
        "b_levels": "1/4",
    }
    assert {(tuple(row["outcome"]["a"]), tuple(row["outcome"]["b"])): row["exact"] for row in answer["outcomes"]} == {
        ((), ()): "9/16",
        ((1,), ()): "3/16",
        ((), (1,)): "3/16",
        ((1,), (1,)): "1/16",
    }
