"""Worlds that a seat cannot tell apart: every legal deal comes up, each as often as the others, and no secret stays."""

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

from companion.games.wreck_a_mech.rules.foundry import FoundryRow
from companion.games.wreck_a_mech.rules.play import Player
from companion.play.game_states import News
from tests.games.wreck_a_mech.playthrough import opened
from tests.games.wreck_a_mech.test_tracker import TRAINERS, at

WORLDS = 6_000
LARGEST_CHI_SQUARE = 50
"""One test in a thousand is beyond it by chance, for 24 worlds that are equally likely."""
TOLERANCE = 0.06
"""How far the share of one world of two may be off a half: more than four standard deviations."""
ROWS = (FoundryRow((), ("mic-drop",)), FoundryRow((), ("pile-driver",)))


def worlds(table, seat=0):
    chance = random.Random(1)
    return [table.tracker.resample(table.state, seat, chance.randrange) for _ in range(WORLDS)]


def hidden(state):
    return [(player.draw, player.hand) for player in state.players[1:]] + [row.pile for row in state.foundry]


def test_each_legal_world_is_as_likely():
    """The other seat holds a Rank 1, a Rank 2 and a Rank 3 card; one card of Rank 2 and one of Rank 3 lie face down."""
    other = Player({}, draw=("trainer-head", "keg-hull"), hand=("bad-idea",))
    table, _ = at("build", Player(dict(TRAINERS)), other, foundry=ROWS)
    counts = Counter(tuple(map(tuple, hidden(world))) for world in worlds(table))
    expected = set()
    for two, pile_2 in permutations(("keg-hull", "mic-drop")):
        for three, pile_3 in permutations(("bad-idea", "pile-driver")):
            for deck in permutations(("trainer-head", two, three)):
                expected.add(((deck[:2], deck[2:]), (pile_2,), (pile_3,)))
    assert set(counts) == expected and len(expected) == 24
    mean = WORLDS / len(expected)
    assert sum((count - mean) ** 2 / mean for count in counts.values()) < LARGEST_CHI_SQUARE


def test_gained_cards_lie_with_any_opponent_and_rank_1_cards_with_their_owner():
    players = (Player({}), Player({}, draw=("trainer-head", "keg-hull")), Player({}, hand=("hard-hat", "trainer-legs")))
    table, _ = at("build", *players, seats=3, foundry=(FoundryRow((), ()), FoundryRow((), ())))
    counts = Counter(tuple(tuple(sorted(sum(pair, ()))) for pair in hidden(world)[:2]) for world in worlds(table))
    one, two = ("keg-hull", "trainer-head"), ("hard-hat", "trainer-legs")
    swapped = (("hard-hat", "trainer-head"), ("keg-hull", "trainer-legs"))
    assert set(counts) == {(one, two), swapped}
    assert abs(counts[swapped] / WORLDS - 0.5) < TOLERANCE / 2


def test_a_seat_s_own_cards_stay_but_for_the_order_of_its_draw_pile():
    own = Player(dict(TRAINERS), draw=("rivet-gun", "keg-hull"), discard=("hard-hat", "mic-drop"), hand=("bad-idea",))
    table, _ = at("build", own, Player(dict(TRAINERS)))
    orders = set()
    for world in worlds(table)[:50]:
        player = world.players[0]
        orders.add(player.draw)
        assert replace(player, draw=own.draw) == own
    assert orders == set(permutations(own.draw))


def test_what_others_were_told_is_left_out():
    table, _ = at("build", news=(News(text="a"), News(text="b", to=0), News(text="c", to=1)))
    assert [news.text for news in worlds(table)[0].news] == ["a", "b"]


def test_a_world_does_not_depend_on_what_is_hidden():
    """The same view, other hidden cards: the same worlds."""
    table, _ = opened(3)
    one = at("build", Player({}), Player({}, draw=("keg-hull",), hand=("pile-driver",)), foundry=ROWS)[0]
    rows = (FoundryRow((), ("keg-hull",)), FoundryRow((), ("bad-idea",)))
    one_state = one.state.model_copy(update={"foundry": (ROWS[0], rows[1])})
    two = at("build", Player({}), Player({}, draw=("pile-driver",), hand=("mic-drop",)), foundry=rows)[0]
    assert table.tracker.view(one_state, 0) == table.tracker.view(two.state, 0)
    first, second = (table.tracker.resample(state, 0, random.Random(5).randrange) for state in (one_state, two.state))
    assert first == second
