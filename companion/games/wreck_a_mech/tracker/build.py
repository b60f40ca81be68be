"""The Draw and the Build Phase: hands, cards played, arms swapped, parts thrown off, and the marks at its end."""

from dataclasses import replace

from companion.base.json_types import JsonMapping
from companion.base.wording import join_words, plural
from companion.data.rulebook import rule
from companion.games.wreck_a_mech.model import MOST_MARKED
from companion.games.wreck_a_mech.rules.play import build, draw, draw_count, mark
from companion.games.wreck_a_mech.tracker.on_table import find_card
from companion.games.wreck_a_mech.tracker.state import (
    NAMES,
    OTHER_SIDE,
    State,
    Terms,
    describe,
    on_cross,
    owe,
    place,
    pop,
    popped,
    tell,
    update,
    with_player,
)
from companion.games.wreck_a_mech.tracker.zones import top_of
from companion.play.game_states import replace_at


@rule("draw-count", "draw-reshuffle")
def step_draw(state: State, terms: Terms) -> State:
    """Let the next seat draw; if its draw pile is too small, the discard pile is shuffled first (facts 35, 36)."""
    if not state.queue:
        return update(state, phase="build", queue=state.in_order())
    seat = state.queue[0]
    player = state.players[seat]
    if len(player.draw) < _to_draw(state) and player.discard:
        why = f"{NAMES[seat]}'s discard pile is shuffled into the draw pile"
        return owe(state, f"discard.{seat}", why, "draw")
    return draw_hand(state, seat, terms)


def _to_draw(state: State) -> int:
    return draw_count(state.victories)


def draw_hand(state: State, seat: int, terms: Terms) -> State:
    """Draw a hand; a discard pile that is needed has been shuffled before."""
    before = state.players[seat]
    player = draw(before, _to_draw(state), before.discard)
    on_top = replace_at(state.on_top, seat, max(0, state.on_top[seat] - _to_draw(state)))
    return show_hand(with_player(state, seat, player, on_top=on_top, **popped(state)), seat, terms)


def show_hand(state: State, seat: int, terms: Terms) -> State:
    """Tell everybody how many cards a seat drew, and the seat itself which ones."""
    hand = state.players[seat].hand
    state = update(
        state, f"{NAMES[seat]} draws {plural(len(hand), 'card')}.", seen=(*state.seen, top_of(f"draw.{seat}"))
    )
    names = [terms.name(card) for card in hand if card]
    return tell(state, seat, f"Drawn: {join_words(names)}.") if names else state


@rule("build-phase", "wrong-side")
def play_card(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Play a card from the hand; the part that it replaces is discarded (fact 38)."""
    card, position = values["card"], values["to"]
    state = find_card(state, seat, "hand", card, terms)
    player = state.players[seat]
    at = player.hand.index(card)
    replaced = (player.mech[position],) if position in player.mech else ()
    played = replace(
        player,
        hand=player.hand[:at] + player.hand[at + 1 :],
        mech=on_cross({**player.mech, position: card}),
        discard=replaced + player.discard,
    )
    instead = f" in place of {terms.name(replaced[0])}" if replaced else ""
    text = f"{NAMES[seat]} plays {terms.name(card)} as {place(terms.card(card), position)}{instead}."
    return with_player(state, seat, played, text)


@rule("build-phase")
def swap_arms(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Swap the arms; a single arm changes its side (fact 39)."""
    player = state.players[seat]
    mech = on_cross({OTHER_SIDE.get(position, position): card for position, card in player.mech.items()})
    return with_player(state, seat, replace(player, mech=mech), f"{NAMES[seat]} swaps the arms.")


@rule("build-phase")
def throw_off(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Discard a part without replacing it (fact 40)."""
    player, position = state.players[seat], values["part"]
    mech = {at: card for at, card in player.mech.items() if at != position}
    card = player.mech[position]
    changed = replace(player, mech=mech, discard=(card, *player.discard))
    return with_player(state, seat, changed, f"{NAMES[seat]} throws off {terms.name(card)}.")


@rule("build-phase", "empty-mech")
def end_build(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Discard the rest of the hand (fact 41); whether the others see it is a ruling."""
    player = state.players[seat]
    names = join_words([terms.name(card) for card in player.hand if card])
    count = f"; {plural(len(player.hand), 'card')} left in hand" if player.hand else ""
    is_seen = terms.rulings["discards-seen"] == "seen"
    names_words = f": {names}" if names and is_seen else ""
    state = with_player(
        state,
        seat,
        build(player, player.mech, terms.positions),
        f"{NAMES[seat]} has built: {join_words(describe(player.mech, terms, player.mech))}{count}{names_words}.",
    )
    return pop(tell(state, seat, f"Discarded: {names}.") if names and not is_seen else state)


def step_build(state: State, terms: Terms) -> State | None:
    """Set everybody's marks once all have built (fact 42)."""
    if state.queue:
        return None
    return update(mark_all(state, terms), phase="combat", queue=state.in_order())


@rule("marks-stay", "totals", "bonus-against")
def mark_all(state: State, terms: Terms) -> State:
    """Return a state in which each fighting seat has marked its totals."""
    players, texts = list(state.players), []
    for seat in state.fighters:
        player = state.players[seat]
        attack, defense = (min(total, MOST_MARKED) for total in terms.strengths(state, seat)[:2])
        text = f"{NAMES[seat]} marks Attack {attack}, Defense {defense}."
        players[seat] = mark(player, attack, defense)
        texts.append(text)
    return update(state, *texts, players=tuple(players))
