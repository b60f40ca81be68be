"""The deal: the Foundry is shuffled and turned up, a die gives the initiative chip, the first turn begins."""

from dataclasses import replace

from companion.base.json_types import JsonMapping
from companion.base.wording import join_words
from companion.data.rulebook import rule
from companion.games.wreck_a_mech.rules.foundry import deal
from companion.games.wreck_a_mech.rules.play import Player, mark, phases
from companion.games.wreck_a_mech.tracker.build import mark_all
from companion.games.wreck_a_mech.tracker.on_table import begin
from companion.games.wreck_a_mech.tracker.state import FOUNDRY_RANKS, NAMES, State, Terms, owe, update
from companion.games.wreck_a_mech.tracker.zones import top_of
from companion.play.piles import turn_down


@rule("empty-piles")
def start(terms: Terms) -> State:
    """Return the state before the deal: everybody has the Trainers on the cross (facts 31, 32)."""
    mech = terms.trainers
    totals = terms.totals(mech, mech)
    player = mark(Player(dict(mech)), totals.attack, totals.defense)
    decks = [terms.all_of_rank(rank) for rank in FOUNDRY_RANKS]
    two, three = (replace(deal(()), pile=turn_down(cards) if terms.on_table else cards) for cards in decks)
    table = begin(terms) if terms.on_table else None
    return State(players=(player,) * terms.seats, foundry=(two, three), on_top=(0,) * terms.seats, table=table)


@rule("foundry-setup", "starting-marks")
def begin_deal(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Shuffle draw piles and the Foundry; if anybody starts with a saved mech, totals are marked first."""
    if any(player.mech != terms.trainers for player in state.players):
        state = mark_all(state, terms)
    return shuffle_decks(state, 0, terms)


def shuffle_decks(state: State, first: int, terms: Terms) -> State:
    """Shuffle the draw pile of the next seat that has one, from seat `first` on, else the Rank 2 cards."""
    seat = next((seat for seat in range(first, terms.seats) if state.players[seat].draw), None)
    if seat is not None:
        return owe(state, f"draw.{seat}", f"{NAMES[seat]}'s draw pile is shuffled", "deal-draw")
    return owe(state, "pile.2", "the Rank 2 cards are shuffled", "deal-2")


def turn_up(state: State, _: int, terms: Terms) -> State:
    """Turn up three cards of each rank; then a die decides who takes the chip."""
    two, three = (deal(row.pile) for row in state.foundry)
    if state.table:
        return update(state, "Three cards of each rank are turned up.", foundry=(two, three), chip_owed=True)
    up = [join_words([terms.name(card) for card in row.face_up]) for row in (two, three)]
    state = update(state, seen=tuple(top_of(f"pile.{rank}") for rank in FOUNDRY_RANKS))
    return update(state, f"The Foundry shows {up[0]}; and {up[1]}.", foundry=(two, three), chip_owed=True)


@rule("first-turn", "random-chip")
def take_chip(state: State, seat: int) -> State:
    """Begin the first turn with Combat (fact 33)."""
    first = phases(1)[0].lower()
    state = update(state, f"{NAMES[seat]} takes the initiative chip.", holder=seat, chip_owed=False)
    return update(state, phase=first, turn=1, queue=state.in_order())
