"""Sudden Death Overtime: its seats, its draw, the end of each of its combats; and the end of a game."""

from dataclasses import replace

from companion.base.wording import join_words
from companion.data.rulebook import rule
from companion.games.wreck_a_mech.rules.play import Ending, begin_overtime, clear_overtime, overtime, stalemate
from companion.games.wreck_a_mech.tracker.build import show_hand
from companion.games.wreck_a_mech.tracker.state import (
    NAMES,
    State,
    Terms,
    damage_taken,
    owe,
    popped,
    update,
    with_player,
)
from companion.play.tracker import Result


@rule("overtime")
def start_overtime(state: State, seats: tuple[int, ...]) -> State:
    """Begin Sudden Death Overtime for these seats (facts 65, 66)."""
    text = f"Sudden Death Overtime: {join_words([NAMES[seat] for seat in seats])}."
    state = update(state, text, phase="overtime", overtime=seats, gains=None, junk=None, wrecked=())
    return update(state, queue=state.in_order())


@rule("overtime", "draw-count")
def step_overtime(state: State, terms: Terms) -> State:
    """Shuffle all cards of each seat together; it draws five (fact 69)."""
    if not state.queue:
        return update(state, phase="build", queue=state.in_order())
    seat = state.queue[0]
    player = state.players[seat]
    cards = player.draw + player.discard + player.hand + player.damaged + tuple(player.mech.values())
    gathered = replace(player, mech={}, draw=cards, discard=(), hand=(), damaged=())
    why = f"{NAMES[seat]}'s cards are shuffled together"
    return owe(with_player(state, seat, gathered), f"draw.{seat}", why, "overtime")


def draw_for_overtime(state: State, seat: int, terms: Terms) -> State:
    """Draw five cards."""
    player = state.players[seat]
    return show_hand(with_player(state, seat, begin_overtime(player, player.draw), **popped(state)), seat, terms)


@rule("overtime", "overtime-stalemate")
def settle_overtime(state: State, scorers: list[int], terms: Terms) -> State:
    """End an Overtime with its only scorer, or play it again, or go on with another Build Phase (facts 70 to 73)."""
    ending = overtime(scorers)
    if not scorers and not any(damage_taken(state, seat, terms) for seat in state.fighters):
        ending = _judge_stalemate(state, terms)
    if ending.winner is not None:
        why = "has scored alone in Overtime" if scorers else "has come closest in Overtime"
        return win(state, ending.winner, f"{NAMES[ending.winner]} {why}.")
    if ending.overtime:
        return start_overtime(state, tuple(sorted(ending.overtime)))
    players = [
        clear_overtime(player, terms.rulings) if at in state.fighters else player
        for at, player in enumerate(state.players)
    ]
    return update(state, players=tuple(players), phase="build", queue=state.in_order())


def _judge_stalemate(state: State, terms: Terms) -> Ending:
    """Return the ending of a combat without damage; another Overtime where somebody has no neighbour to fight."""
    ring = state.fighters
    if any(terms.attacker_of(state, seat) is None for seat in ring):
        return Ending(overtime=ring)
    marks = [(state.players[seat].attack, state.players[seat].defense) for seat in ring]
    ending = stalemate([attack for attack, _ in marks], [defense for _, defense in marks], terms.rulings)
    winner = None if ending.winner is None else ring[ending.winner]
    return Ending(winner, tuple(ring[place] for place in ending.overtime))


def win(state: State, seat: int, why: str) -> State:
    """End the game with a winner."""
    return update(state, why, phase="over", queue=(), result=Result(winners=(seat,), why=why))
