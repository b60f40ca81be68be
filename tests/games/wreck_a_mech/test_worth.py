"""How a seat stands: shares of 1, never less for a better mech, deck or score; and play by it gets on and wins."""

import random
from dataclasses import replace

import pytest

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import Part
from companion.games.wreck_a_mech.rules.foundry import FoundryRow
from companion.games.wreck_a_mech.rules.play import Player
from companion.games.wreck_a_mech.tracker.worth import Judge
from companion.play.log import TableEvent
from companion.play.tracker import Result
from tests.games.wreck_a_mech.playthrough import opened
from tests.games.wreck_a_mech.test_tracker import TRAINERS, at

MOST_MOVES = 400
WORLDS = 2
ROUNDING = 1e-12


def settled(tracker, state, chance):
    """Return a state after all shuffles and dice that are owed, and the seat that has to move; None at the end."""
    while owed := tracker.waiting(state):
        if owed[0].wants == "move":
            return state, owed[0].seat
        if owed[0].wants == "shuffle":
            order = chance.sample(range(owed[0].count), owed[0].count)
            event = TableEvent(number=1, kind="shuffle", secret={"order": order})
        else:
            event = TableEvent(number=1, kind="faces", values={"faces": [chance.choice(owed[0].throw.die.faces)]})
        state = tracker.apply(state, event)
    return state, None


def after(tracker, state, seat, move, chance):
    values = {"name": move.name, **move.values}
    return settled(tracker, tracker.apply(state, TableEvent(number=1, kind="move", seat=seat, values=values)), chance)


def by_chance(tracker, state, seat, chance):
    return chance.choice(tracker.moves_in(state, seat))


def by_worth(tracker, state, seat, chance):
    """Return the move after which the seat stands best, over a few worlds; of equal ones the last, which ends a turn."""
    worlds = [tracker.resample(state, seat, chance.randrange) for _ in range(WORLDS)]

    def mean(move):
        return sum(tracker.worth(after(tracker, world, seat, move, random.Random(1))[0], seat) for world in worlds)

    return max(reversed(tracker.moves_in(state, seat)), key=mean)


def states_of_game(number, players):
    """Yield every state in which a seat has to move, and the last one."""
    chance = random.Random(number)
    tracker = opened(number, len(players))[0].tracker
    state, seat = settled(tracker, tracker.start(), chance)
    for _ in range(MOST_MOVES):
        yield tracker, state
        if seat is None:
            return
        state, seat = after(tracker, state, seat, players[seat](tracker, state, seat, chance), chance)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_worths_of_a_table_sum_to_1(seats):
    for tracker, state in states_of_game(seats, [by_chance] * seats):
        worths = [tracker.worth(state, seat) for seat in range(seats)]
        assert all(0 <= worth <= 1 for worth in worths) and sum(worths) == pytest.approx(1)


def test_whoever_has_won_stands_at_1_and_a_draw_is_half_of_it():
    table, _ = at("over", queue=())
    for winners, worths in (((0,), [1, 0]), ((1,), [0, 1]), ((0, 1), [0.5, 0.5]), ((), [0.5, 0.5])):
        state = table.state.model_copy(update={"result": Result(winners=winners, why="")})
        assert [table.tracker.worth(state, seat) for seat in (0, 1)] == worths


def stronger(terms, card, **added):
    """Return terms under which a card has higher numbers."""
    part = terms.card(card)
    changed = part.model_copy(update={name: getattr(part, name) + more for name, more in added.items()})
    return replace(terms, catalogue=replace(terms.catalogue, cards={**terms.catalogue.cards, card: changed}))


@pytest.mark.parametrize("added", [{"attack": 2}, {"defense": 2}, {"structure": 2}])
def test_a_better_card_is_never_worth_less(added):
    """Of cards that one seat alone has, on the mech and in its piles."""
    grown = 0
    for number, (tracker, state) in enumerate(states_of_game(5, [by_worth, by_worth])):
        seat = number % 2
        player = state.players[seat]
        own = {*player.mech.values(), *player.draw, *player.hand, *player.discard}
        for card in sorted(card for card in own if tracker.terms.card(card).rank > 1):
            before = tracker.worth(state, seat)
            better = Judge(stronger(tracker.terms, card, **added)).worth(state, seat)
            assert better >= before - ROUNDING
            grown += better > before
    assert grown > 50


def test_a_victory_is_never_worth_less():
    for tracker, state in states_of_game(6, [by_worth, by_worth]):
        for seat in (0, 1):
            player = state.players[seat]
            if player.victory < 2 and not state.overtime:
                more = replace(player, victory=player.victory + 1)
                players = (more, state.players[1]) if seat == 0 else (state.players[0], more)
                better = tracker.worth(state.model_copy(update={"players": players}), seat)
                assert better >= tracker.worth(state, seat) - ROUNDING


def test_the_worth_does_not_jump_when_the_build_phase_ends():
    ends = 0
    for tracker, state in states_of_game(9, [by_worth, by_worth]):
        if state.phase != "build" or len(state.queue) > 1 or not state.players[state.queue[0]].mech:
            continue
        event = TableEvent(number=1, kind="move", seat=state.queue[0], values={"name": "end-build"})
        fought = tracker.apply(state, event)
        if fought.phase == "combat" and 0 < (before := tracker.worth(state, 0)) < 1:
            assert tracker.worth(fought, 0) == pytest.approx(before, abs=1e-5)
            ends += 1
    assert ends > 5


def test_a_better_deck_and_a_weaker_one_less_are_worth_more():
    def worth(*discard):
        table, _ = at("rebound", Player(dict(TRAINERS), discard=discard), Player(dict(TRAINERS)), queue=(0,))
        return table.tracker.worth(table.state, 0)

    assert worth("keg-hull", "trainer-head") < worth("keg-hull") < worth("keg-hull", "laser-show")


def test_an_attack_that_wrecks_for_the_third_victory_nearly_wins():
    lone = Player({"head": "trainer-head"}, victory=2)
    table, _ = at("build", Player(dict(TRAINERS), victory=2), lone, queue=(0, 1))
    assert table.tracker.worth(table.state, 0) > 0.95
    table, _ = at("build", Player(dict(TRAINERS), victory=2), lone, queue=(1,))
    assert table.tracker.worth(table.state, 1) == 0


def test_the_leader_at_the_end_of_the_foundry_nearly_wins():
    rows = (FoundryRow((), (), True), FoundryRow((), ()))
    table, _ = at("upgrade", Player(dict(TRAINERS), victory=1), Player(dict(TRAINERS)), foundry=rows)
    assert table.tracker.worth(table.state, 0) > 0.95
    table, _ = at("upgrade", foundry=rows)
    assert table.tracker.worth(table.state, 0) == 0.5


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_whoever_plays_by_worth_beats_chance(number):
    players = [by_worth, by_chance] if number % 2 else [by_chance, by_worth]
    *_, (tracker, state) = states_of_game(number, players)
    assert state.result.winners == ((number + 1) % 2,)


@pytest.mark.parametrize("seats", [2, 3])
def test_games_by_worth_end(seats):
    *_, (tracker, state) = states_of_game(7, [by_worth] * seats)
    assert state.result and state.turn < 20


def test_moves_without_labels_are_the_same_and_so_are_states():
    worded = opened(8)[0].tracker
    wordless = replace(worded, terms=worded.wordless_terms)
    for tracker, state in states_of_game(8, [by_chance, by_chance]):
        seat = state.queue[0] if state.queue else 0
        moves = tracker.moves(tracker.view(state, seat), seat)
        assert [(move.name, move.values) for move in tracker.moves_in(state, seat)] == [
            (move.name, move.values) for move in moves
        ]
        assert all(move.label for move in moves) and not any(move.label for move in tracker.moves_in(state, seat))
        for move in moves:
            event = TableEvent(number=1, kind="move", seat=seat, values={"name": move.name, **move.values})
            one, other = (by.apply(state, event).model_copy(update={"news": ()}) for by in (tracker, wordless))
            assert one == other


def test_every_card_has_a_worth():
    table, _ = opened(1)
    for card in GAME.catalogue.all(Part):
        state = table.state.model_copy(update={"players": (Player({card.position: card.id}), Player({}))})
        assert table.tracker.worth(state, 0) > 0.5
