"""A matchup that is reached from a table has the rolls that the board offers: both take them from the records."""

import random

import pytest

from companion.data.documents import read_as
from companion.gamekit.losses import write_losses
from companion.gamekit.matchup import MatchupSide
from companion.games.techniconica import GAME
from companion.play.records.lost import losses_of_seat
from tests.games.techniconica.at_table import Table
from tests.games.techniconica.squads import ALL, BISON, HERON

ROOM = GAME.matchup
MARKED = 3
"""The highest random number on a record."""


def link(tracker, records):
    """Return both sides of a matchup as the link on a table's page has them, with what they have lost by the records."""
    sides, lost = [], []
    for seat in (0, 1):
        squad = tracker.rules.mechs.squad(records, seat)
        side = MatchupSide(squad.build.title, squad.context, squad.build)
        sides.append(side)
        lost.append(write_losses(losses_of_seat(records, seat, ROOM.sheets(side, side, ROOM.circumstances()))))
    conditions = read_as(ROOM.circumstances, {"counter": False, "a_lost": lost[0], "b_lost": lost[1]})
    return *ROOM.apply_losses(*sides, conditions), conditions


def matched(tracker, records):
    """Return the inputs of each roll of a matchup by unit, Weapon, target and part, or why there is none."""
    mine, theirs, conditions = link(tracker, records)
    found = {}
    for attack in ROOM.attacks(mine):
        for target in ROOM.targets(theirs, mine):
            pairing = ROOM.pairing(attack, target, mine, theirs, conditions)
            found[*place(attack.key, 1), *place(target.key, 2)] = pairing.inputs or pairing.why_not
    return found


def place(key, seat):
    mech, _, part = key.partition(".")
    return f"{seat}.{int(mech[5:-1]) + 1}", part


def offered(tracker, records):
    """Return the same of the board."""
    view, found = records.state.model_dump(mode="json"), {}
    for unit in records.standing(0):
        for target in records.standing(1):
            for offer in tracker.offers(view, unit, target):
                weapons, _, part = offer.key.rpartition(">")
                found[unit, "volley" if "+" in weapons else weapons, target, part] = offer.inputs or offer.why_not
    return found


def tracked(table):
    return table.table.tracker, table.records


def marked(number):
    """Return a table's tracker with anything on its records."""
    chance = random.Random(number)
    tracker, records = tracked(Table(*chance.sample(ALL, 2)))
    for unit in records.state.units:
        for track in records.sheets[unit].tracks:
            if track.name not in ("actions", "held-now") and chance.random() < 0.25:
                records.set(unit, track.name, chance.randint(0, min(track.most, MARKED)))
    tracker.rules.settle(records)
    return tracker, records


@pytest.mark.parametrize("number", range(12))
def test_a_matchup_from_a_table_has_the_rolls_of_the_board(number):
    board, matchup = offered(*marked(number)), matched(*marked(number))
    assert board and {key for key, roll in board.items() if not isinstance(roll, str)} <= set(matchup)
    for key, roll in board.items():
        if key in matchup:
            assert isinstance(matchup[key], str) if isinstance(roll, str) else matchup[key] == roll, key


def test_what_a_table_has_written_down_is_in_the_link():
    table = Table(BISON, HERON).mark("1.1", "jam:part[1]", 1).mark("2.1", "evade", 1).mark("2.1", "weight-damage", 1)
    table.mark("1.1", "re-rolls", 0).mark("1.1", "aim", 1).mark("2.1", "slowed", 1)
    found = matched(*tracked(table))
    assert found["1.1", "part[1]", "2.1", "cockpit"] == "Auto Rifle jammed: unjam first."
    shot = found["1.1", "part[0]", "2.1", "cockpit"]
    assert (shot["aim"], shot["evade"], shot["speed"]) == (True, True, 2)  # 4 - 1 = 3, halved, up
    assert "attacker_rerolls" not in shot and shot["defender_rerolls"] == 1
