"""What if: differences of paired games and their interval, changes of a number, and the search for a fair one."""

from statistics import mean, stdev

import pytest

from companion.base.findings import InvalidInput
from companion.data import packs
from companion.games.mecha_mettle import GAME as METTLE
from companion.games.mecha_mettle.model import Module
from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import Part
from companion.lab.compare import FEWEST, changed_pack, changes, difference, judge, may_be_fair, numbers_of, students_t
from companion.lab.counts import RunCounts, count
from companion.lab.game import PlayedGame
from tests.lab.matchups import won


def test_a_difference_is_the_mean_of_the_pairs_with_the_interval_of_their_spread():
    pairs = [(0, 1), (1, 1), (0, 0), (0.5, 1), (1, 0)] * 12
    found, more = difference(pairs), [after - before for before, after in pairs]
    half = 2.0010 * stdev(more) / len(more) ** 0.5
    assert found.mean == pytest.approx(mean(more)) and found.games == 60
    assert (found.low, found.high) == (
        pytest.approx(mean(more) - half, abs=1e-4),
        pytest.approx(mean(more) + half, abs=1e-4),
    )


@pytest.mark.parametrize(("freedom", "table"), [(19, 2.093), (29, 2.045), (59, 2.001), (99, 1.984), (999, 1.962)])
def test_the_width_is_students_as_tables_have_it(freedom, table):
    assert students_t(freedom) == pytest.approx(table, abs=1e-3)


@pytest.mark.parametrize(
    ("pairs", "is_noise"),
    [
        ([(0, 1)] * FEWEST, False),
        ([(0, 1)] * (FEWEST - 1), True),
        ([(1, 1)] * 100, True),
        ([(0, 1), (1, 0)] * 50, True),
        ([(0, 1), (0, 0)] * 50, False),
        ([], True),
    ],
)
def test_what_may_be_chance_is_noise_and_so_are_few_games(pairs, is_noise):
    assert difference(pairs).is_noise is is_noise


def test_changes_are_tried_from_the_smallest_on_one_number_at_a_time():
    tried = list(changes(GAME.catalogue, "mic-drop"))
    assert [abs(one.after - one.before) for one in tried] == sorted(abs(one.after - one.before) for one in tried)
    assert {one.field for one in tried} == {name for name, _ in numbers_of(GAME.catalogue, "mic-drop")} - {"rank"}
    first, second = tried[:2]
    assert (first.after, second.after) == (first.before - 1, first.before + 1)
    attack = next(one for one in tried if one.field == "attack")
    assert attack.words == f"attack {attack.before} → {attack.before - 1}"


def test_a_changed_number_is_a_pack_that_leaves_the_rest_of_the_card():
    before = GAME.catalogue.get(Part, "mic-drop")
    pack = changed_pack("wreck-a-mech", GAME.catalogue, "mic-drop", "attack", before.attack + 2)
    after = packs.merge(GAME.catalogue, [pack]).get(Part, "mic-drop")
    assert after.attack == before.attack + 2
    assert (after.name, after.defense, after.structure, after.special) == (
        before.name,
        before.defense,
        before.structure,
        before.special,
    )


def test_a_number_inside_a_part_of_a_card_is_changed_and_the_rest_of_the_part_stays():
    before = METTLE.catalogue.get(Module, "scout")
    pack = changed_pack("mecha-mettle", METTLE.catalogue, "scout", "weapon.pools.1.dice", 6)
    after = packs.merge(METTLE.catalogue, [pack]).get(Module, "scout")
    (pool,) = after.weapon.pools
    assert pool.dice == 6 and pool.kind == before.weapon.pools[0].kind and after.weapon.link == before.weapon.link
    assert (after.body, after.bypass_attack, after.left) == (before.body, before.bypass_attack, before.left)


@pytest.mark.parametrize(
    ("card", "field", "value", "says"),
    [
        ("mick-drop", "attack", 3, "perhaps mic-drop"),
        ("mic-drop", "atack", 3, "attack"),
        ("mic-drop", "attack", -1, "at least 0"),
        ("mic-drop", "attack", "many", "attack"),
    ],
)
def test_a_change_that_is_no_card_says_what_is_wrong(card, field, value, says):
    with pytest.raises(InvalidInput, match=says):
        changed_pack("wreck-a-mech", GAME.catalogue, card, field, value)


def test_a_step_ends_once_it_is_clearly_unfair_and_a_fair_one_is_played_to_its_end():
    played = []

    def games(winner):
        for number in range(400):
            played.append(number)
            yield won(number, winner(number))

    assert judge(games(lambda number: 0), 2).games == FEWEST and len(played) == FEWEST
    assert judge(games(lambda number: number % 2), 2).games == 400


def test_games_that_did_not_end_show_that_nothing_is_fair():
    stopped = [PlayedGame(number=n, ended=False, why="The rules failed") for n in range(100)]
    assert not may_be_fair(RunCounts(2)) and not may_be_fair(count(stopped, 2))
    assert not may_be_fair(count([*stopped, won(100, 0), won(101, 1)], 2))


@pytest.mark.parametrize(("wins", "fair"), [(50, True), (59, True), (61, False), (39, False)])
def test_a_rate_is_fair_where_its_interval_holds_the_fair_one(wins, fair):
    assert may_be_fair(count([won(number, int(number >= wins)) for number in range(100)], 2)) is fair
