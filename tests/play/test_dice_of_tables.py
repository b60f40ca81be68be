"""Dice of no resolver at a table: how they end in words, their limits, and what tables of earlier releases meant."""

import pytest

from companion.base.findings import InvalidInput
from companion.dice.resolver import replay
from companion.games import GAMES
from companion.play.records.rolls import DICE, Rolls

EARLIER = ["", "0.17.0", "0.18.0", "0.19.0"]


def rolls(release):
    return Rolls(GAMES[0].resolvers, GAMES[0].context(), release)


def outcome(release, text, *groups):
    inputs = {"expression": text}
    return rolls(release).describe_dice(inputs, replay(rolls(release).make(DICE, inputs), groups).outcome)


@pytest.mark.parametrize("release", EARLIER)
def test_a_table_opened_before_0_20_keeps_the_meaning_of_its_dice(release):
    assert outcome(release, "d66", [40]) == "40"
    assert outcome(release, "D 66+1", [40]) == "41"
    assert outcome(release, "2d6!>=5", [6, 5], [4]) == "2"
    assert outcome(release, "2 d 6 ! > 4 r 1", [6, 4], [5]) == "2"
    assert outcome(release, "1d6!", [6], [6], [2]) == "14"


def test_a_table_of_today_reads_them_as_the_dice_page_does():
    assert outcome("0.20.0", "d66", [46]) == "46"
    with pytest.raises(InvalidInput, match="found 40, expected a face of d66"):
        outcome("0.20.0", "d66", [40])
    assert outcome("0.20.0", "2d6!>=5", [6, 4], [5], [1]) == "16"
    assert outcome("0.20.0", "2d6>=5", [6, 4]) == "1 success"


@pytest.mark.parametrize("release", [*EARLIER, "0.20.0"])
def test_new_notation_works_at_every_table(release):
    assert outcome(release, "max(2d6, 1d12)", [3, 4], [9]) == "9"
    assert outcome(release, "(2d6)>=8", [3, 4]) == "no"
    assert outcome(release, "3d{hit, miss}", [1, 2, 1]) == "2 hit, 1 miss"
    assert outcome(release, "2x(1d6)", [3], [5]) == "3, 5"
    assert outcome(release, "3d6/2", [3, 4, 2]) == "9/2"


def test_how_dice_were_read_is_said_where_they_are_read_as_on_the_dice_page():
    assert rolls("0.20.0").readings({"expression": "2x(d66)"}) == (
        "d66 is a tens die and a units die, 36 results; 1d66 is a die with 66 sides.",
    )
    assert [rolls(release).readings({"expression": "d66"}) for release in EARLIER] == [()] * 4


def test_figures_are_those_of_the_dice():
    def names(text):
        return [one.title for one in rolls("0.20.0").figures(DICE, {"expression": text})]

    assert (names("3d6"), names("3d6>=5"), names("(3d6)>=5")) == (["Total"], ["Successes"], ["Yes"])
    assert (names("d{hit, miss}"), names("6x(3d6)")) == (["hit", "miss"], [])


@pytest.mark.parametrize(("fine", "past"), [("100d100", "101d6"), ("100d100", "d101"), ("2x(100d6)", "2x(101d6)")])
def test_a_table_throws_a_hundred_dice_of_a_hundred_faces(fine, past):
    assert rolls("0.20.0").make(DICE, {"expression": fine})
    with pytest.raises(InvalidInput, match="at most 100 dice of at most 100 faces at a table"):
        rolls("0.20.0").make(DICE, {"expression": past})
