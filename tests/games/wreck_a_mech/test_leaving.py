"""A seat of Wreck-A-Mech that was left for good: the others close up, and an undo does not bring it back."""

from dataclasses import replace

import pytest

from companion.base.findings import InvalidInput
from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.rules.foundry import Gains, gains
from companion.games.wreck_a_mech.rules.play import Player
from companion.games.wreck_a_mech.tracker.leaving import withdraw, withdrawal
from companion.games.wreck_a_mech.tracker.state import NAMES
from companion.play import acts as play
from companion.play.log import OF_GAME, state_hash
from companion.play.table import begin, extend
from companion.verbs.log_words import log_entries
from tests.games.wreck_a_mech.playthrough import opened
from tests.games.wreck_a_mech.random_game import RandomGame
from tests.games.wreck_a_mech.test_on_table import at as laid
from tests.games.wreck_a_mech.test_tracker import TRAINERS, at, moved, news, offered

WHOLE = Player(dict(TRAINERS))


def gone(table, brought, seat, by=None):
    """Return the table after a seat was left and all others have agreed to go on without it."""
    by = by if by is not None else next(n for n in range(len(table.seats)) if table.seats[n].name and n != seat)
    table = play.propose(play.leave(table, brought, seat), brought, by, "without", {"seat": seat})
    for other in range(len(table.seats)):
        if table.proposal and other != by and table.seats[other].name:
            table = play.agree(table, brought, other)
    return table


def test_the_others_close_up_and_the_log_says_so():
    table, brought = at("build", *[WHOLE] * 3, seats=3)
    table = gone(table, brought, 1)
    terms, state = table.tracker.terms, table.state
    assert (state.out, state.queue, state.seats) == ((1,), (0, 2), (0, 2))
    assert (terms.attacker_of(state, 0), terms.defender_of(state, 0), terms.attacker_of(state, 2)) == (2, 2, 0)
    assert [event.kind for event in table.events[-2:]] == ["out", "move"]
    assert log_entries(table, None)[0].text == "Player 2 is out of the game: the others close up."


@pytest.mark.parametrize(("holder", "left", "after"), [(0, 0, 1), (1, 1, 2), (2, 2, 0), (0, 2, 0)])
def test_the_chip_of_who_left_passes_to_the_next_seat(holder, left, after):
    state = at("build", *[WHOLE] * 3, seats=3, holder=holder)[0].state
    state = withdraw(state.model_copy(update={"news": ()}), left, {}, None)
    told = [f"{NAMES[after]} has the initiative chip."] * (holder == left)
    assert state.holder == after and [one.text for one in state.news[1:]] == told


def test_whoever_was_to_act_owes_nothing_and_the_next_one_does():
    table, brought = at("upgrade", *[WHOLE] * 3, seats=3, gains=Gains(0, 2, 0), damaged_ranks=((), (), (1,)))
    table = gone(table, brought, 0)
    assert (table.state.queue, table.state.gains) == ((1, 2), Gains(1, 0, 0))
    assert not offered(table, 0) and "gain" in offered(table, 1)


@pytest.mark.parametrize("phase", ["upgrade", "wrecks"])
def test_whoever_attacked_the_one_that_left_gains_for_its_losses_and_for_nobody_elses(phase):
    hit = replace(WHOLE, damaged=("trainer-head",))
    table, brought = at(phase, hit, WHOLE, WHOLE, seats=3, queue=(0, 1, 2), damaged_ranks=((), (2,), (1, 1)))
    table = gone(table, brought, 1)
    assert table.state.damaged_ranks == ((), (2,), (2,))
    assert table.events[-1].values["losses_to"] == 2
    undone = play.undo(table, brought, 0) if table.last_move() else table
    assert undone.state.damaged_ranks == ((), (2,), (2,))
    if phase == "upgrade":
        assert table.state.gains == gains((2,))


def test_a_seat_that_was_left_before_0_13_is_read_as_it_was_then():
    table, brought = at("upgrade", *[WHOLE] * 3, seats=3, damaged_ranks=((), (2,), (1,)))
    state = withdraw(table.state, 1, {}, table.tracker.terms)
    assert state.damaged_ranks == ((), (2,), (1,))


def test_the_initiative_chip_goes_to_the_left_and_passes_over_the_gap():
    for holder, left, then in ((1, 1, 2), (2, 2, 0)):
        table, brought = at("build", *[WHOLE] * 3, seats=3, holder=holder)
        assert gone(table, brought, left).state.holder == then
    table, brought = at("upgrade", *[WHOLE] * 3, seats=3, holder=0, queue=(2,), gains=Gains(1, 0, 0))
    table = gone(table, brought, 1)
    assert moved(table, brought, 2, "pass").state.holder == 2


def test_nothing_of_a_seat_that_was_left_is_set_by_hand_nor_is_it_given_the_chip():
    table, brought = at("build", *[WHOLE] * 3, seats=3)
    table = gone(table, brought, 1)
    fields = {one.field: one for one in table.tracker.correctable(table.view(0), 0)}
    assert fields["holder"].choices == ("Player 1", "Player 3")
    assert "attack.2" in fields and "attack.1" not in fields
    with pytest.raises(InvalidInput):
        play.correct(table, brought, 0, "holder", "Player 2")


def test_its_victories_and_its_mech_count_no_more():
    players = (replace(WHOLE, victory=2), WHOLE, WHOLE)
    table, brought = at("upgrade", *players, seats=3, queue=(2,), gains=Gains(1, 0, 0))
    table = gone(table, brought, 0)
    assert table.state.victories == (-1, 0, 0)
    deck = tuple(TRAINERS.values())
    full = tuple(replace(player, draw=deck) for player in table.state.players)
    stood = table.state.model_copy(update={"players": full})
    table = moved(replace(table, position=replace(table.position, state=stood)), brought, 2, "pass")
    assert [len(player.hand) for player in table.state.players] == [0, 2, 2]


def test_a_rebound_reaches_the_fullest_mech_that_still_plays():
    wrecked = Player({}, draw=tuple(TRAINERS.values()))
    smaller = Player({"head": "trainer-head"})
    table, brought = at("rebound", wrecked, WHOLE, smaller, seats=3, queue=(0,), wrecked=(0,), junk=1)
    table = moved(gone(table, brought, 1), brought, 0, "pass")
    assert len(table.state.players[0].mech) == 1


def test_the_last_one_that_plays_has_won_and_of_two_the_other_one():
    table, brought = at("build", *[WHOLE] * 3, seats=3)
    table = gone(gone(table, brought, 1), brought, 2)
    assert table.tracker.result(table.state).winners == (0,) and not table.waiting()
    assert play.finish(table, brought, 0).result.why == "Player 1 is the last one that plays."
    two, brought = at("build", *[WHOLE] * 2)
    assert gone(two, brought, 1).result.why == "Ben has left."


def test_in_an_overtime_the_only_other_one_wins():
    table, brought = at("build", *[WHOLE] * 3, seats=3, overtime=(0, 2), queue=(0, 2))
    assert gone(table, brought, 0).tracker.result(gone(table, brought, 0).state).winners == (2,)
    assert gone(table, brought, 1).state.overtime == (0, 2)


@pytest.mark.parametrize("ruling", ["close-up", "as-seated"])
def test_neighbours_of_an_overtime_are_those_that_still_play(ruling):
    table, brought = at(
        "build", *[WHOLE] * 4, seats=4, overtime=(0, 2), queue=(0, 2), rulings={"overtime-neighbours": ruling}
    )
    table = gone(table, brought, 1)
    assert table.tracker.terms.defender_of(table.state, 0) == 2
    assert table.tracker.terms.defender_of(table.state, 2) == (0 if ruling == "close-up" else None)


def test_a_seat_that_is_out_before_the_deal_is_not_given_the_chip():
    for seed in range(1, 6):
        table, brought = opened(seed, 3)
        table = moved(gone(table, brought, 0), brought, 1, "deal")
        assert table.state.holder in (1, 2) and 0 not in table.state.queue
        assert len(table.events[-1].values["die"]) == 2


def test_an_undo_takes_back_the_move_before_and_the_seat_stays_out():
    table, brought = at("build", *[WHOLE] * 3, seats=3, queue=(0, 1, 2))
    table = moved(table, brought, 0, "swap")
    table = gone(table, brought, 1)
    back = play.undo(table, brought, 0)
    back = play.agree(back, brought, 2) if back.proposal else back
    assert back.state.out == (1,) and back.state.players[0].mech == TRAINERS
    assert [event.kind for event in back.events[-2:]] == ["undo", "move"] and not back.undone


def test_cards_on_the_table_are_named_by_the_others():
    table, brought = laid("rebound", Player({}, draw=("",)), WHOLE, WHOLE, loose=(("mic-drop",), (), ()),
                          blind=((0, 0),) * 3, queue=(0,), wrecked=(0,), junk=1)  # fmt: skip
    table = moved(table, brought, 0, "pass")
    assert table.waiting()[0].wants == "card"
    table = gone(table, brought, 0)
    assert table.state.table.rebuilding == "" and table.waiting() and table.waiting()[0].wants == "move"
    table, brought = opened(1, 3, (), {"cards": "on-your-table"})
    table = gone(moved(table, brought, 0, "deal"), brought, 0)
    assert {(one.seat, one.wants) for one in table.waiting()} == {(1, "card"), (2, "card")}


def test_it_is_taken_out_once():
    table, brought = at("build", *[WHOLE] * 3, seats=3)
    assert withdrawal(table.state, 1, table.tracker.terms).name == "withdraw"
    assert withdrawal(gone(table, brought, 1).state, 1, table.tracker.terms) is None
    assert news(gone(table, brought, 1))[0].startswith("Player 2")


@pytest.mark.parametrize("number", [pytest.param(n, marks=pytest.mark.long if n else ()) for n in range(12)])
@pytest.mark.parametrize("on_table", [False, True])
def test_a_random_game_goes_on_without_a_seat(number, on_table):
    game = RandomGame(1000 + number, on_table=on_table, seats=3 + number % 2)
    table = game.play(30)
    left = number % game.seats
    if table.result or table.proposal:
        table = play.refuse(table, game.brought, table.proposal.seat) if table.proposal else table
    assert not table.result
    game.table = gone(table, game.brought, left)
    table = game.play_on(60)
    assert left in table.out and (left in table.state.out or table.result)
    assert all(owed.seat != left for owed in table.waiting())
    again = begin(table.setup, table.make)
    for event in table.events:
        again = extend(again, (event,))
        assert event.kind not in OF_GAME or state_hash(again.state) == event.state
    assert GAME.tracker.number == 2
