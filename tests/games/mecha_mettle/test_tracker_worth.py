"""How a seat of Mecha Mettle stands: the end, the sum of both, what is never worth less, and drafts that are sensible."""

from collections import Counter
from random import Random

import pytest

from companion.games.mecha_mettle.model import LEVELS
from companion.games.mecha_mettle.tracker.state import Standing
from companion.play.tracker import Result
from tests.games.mecha_mettle.random_game import RandomGame
from tests.games.mecha_mettle.test_tracker import turn
from tests.games.mecha_mettle.test_tracker_worlds import with_space, with_state

GAMES, ACTS = range(4), 120


def worth(table, seat=0):
    return table.tracker.worth(table.state, seat)


def positions(number):
    """Every tenth table of a random game that has not ended."""
    tables = []
    RandomGame(number, lambda before, after, name: tables.append(after)).play(ACTS)
    return [table for table in tables[::10] if table.state.phase == "play" and not table.state.result]


@pytest.mark.parametrize(
    ("winners", "worths"), [((0,), (1, 0)), ((1,), (0, 1)), ((), (0.5, 0.5)), ((0, 1), (0.5, 0.5))]
)
def test_the_end_of_a_game_is_worth_what_it_is(winners, worths):
    table = with_state(turn({"front-left": "drone"}), result=Result(winners=winners, why="because"))
    assert (worth(table, 0), worth(table, 1)) == worths


@pytest.mark.parametrize("number", GAMES)
def test_a_port_more_that_is_destroyed_and_a_module_less_are_never_worth_more(number):
    seen = Counter()
    for table in positions(number):
        usual = worth(table)
        assert 0 < usual < 1 and usual + worth(table, 1) == pytest.approx(1)
        for seat, sign in ((0, -1), (1, 1)):
            for at, space in table.state.players[seat].area.items():
                if space.kind == "destroyed":
                    continue
                lost = with_space(table, seat, at, Standing(kind="destroyed", was_door=space.kind == "door"))
                assert (worth(lost) - usual) * sign > 0
                if space.cards:
                    emptied = with_space(table, seat, at, Standing())
                    assert (worth(emptied) - usual) * sign > 0 and (worth(lost) - worth(emptied)) * sign > 0
                seen[space.kind] += 1
    assert seen["module"] and seen["port"]


def test_a_line_of_sight_a_weak_target_and_an_action_more_are_worth_more():
    ahead, away = (worth(turn({"front-left": f"hammer-left:{facing}"})) for facing in ("ahead", "owner"))
    assert ahead > away
    port, door = (worth(turn({"front-left": "hammer-left"}, dict.fromkeys(COLUMN, kind))) for kind in ("port", "door"))
    assert port > door
    assert worth(turn({"front-left": "drone"}, actions=2)) > worth(turn({"front-left": "drone"}, actions=1))
    assert worth(turn(drawn="drone")) > worth(turn(drawn="")) and worth(turn(drawn="drone"), 1) < worth(turn(), 1)


COLUMN = ("front-right", "middle-right", "back-right")
"""The spaces of the opponent that a module in front left passes, as their owner names them."""


def test_a_destroyed_door_counts_where_the_ruling_says_so():
    def opponent_after(ruling, was_door):
        table = turn({"front-left": "destroyed"}, rulings={"doors-count": ruling})
        return worth(with_space(table, 0, "front-left", Standing(kind="destroyed", was_door=was_door)), 1)

    assert opponent_after("counts", True) == opponent_after("counts", False) > 0.5
    assert opponent_after("counts-not", False) > opponent_after("counts-not", True) == pytest.approx(opponent_idle())


def opponent_idle():
    """What the seat that is not at move has where nothing lies on any port."""
    return worth(turn(), 1)


def test_the_end_of_a_turn_without_actions_changes_nothing():
    table = turn({"front-left": "drone"}, {"back-left": "reactor"}, actions=0)
    ended = with_state(table, active=1, actions=3)
    assert worth(table) == pytest.approx(worth(ended))


def test_what_is_hidden_is_worth_nothing():
    table = turn({"front-left": "drone"}, {"back-left": "destroyed"})
    for seat in (0, 1):
        other = table.tracker.resample(table.state, seat, Random(1).randrange)
        assert other != table.state and table.tracker.worth(other, seat) == worth(table, seat)


def test_a_sensible_draft_is_legal_and_prefers_what_changes_a_shot():
    table, chance = turn(), Random(1)
    drafts = [table.tracker.sensible_secret(table.view(0), 0, chance.randrange)["components"] for _ in range(400)]
    assert all(table.tracker.read_secret({}, 0, {"components": draft}) == {"components": draft} for draft in drafts)
    for level, names in zip(LEVELS, zip(*drafts, strict=True), strict=True):
        counted = Counter(names)
        assert set(counted) == {one.id for one in table.tracker.terms.components.values() if one.level == level}
    assert Counter(draft[3] for draft in drafts).most_common(1)[0][0] == "experimental-weaponry"
