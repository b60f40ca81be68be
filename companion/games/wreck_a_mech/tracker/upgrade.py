"""The Upgrade Phase: cards gained and junked, and the end of a Foundry pile."""

from dataclasses import replace

from companion.base.json_types import JsonMapping
from companion.base.wording import join_words
from companion.data.rulebook import rule
from companion.games.wreck_a_mech.rules.foundry import gain, gains, is_game_over, junk, keep
from companion.games.wreck_a_mech.rules.play import clear, decide_ending
from companion.games.wreck_a_mech.tracker.on_table import find_card, gain_blind, may_lie
from companion.games.wreck_a_mech.tracker.overtime import start_overtime, win
from companion.games.wreck_a_mech.tracker.state import (
    FOUNDRY_RANKS,
    NAMES,
    State,
    Terms,
    owe,
    pop,
    tell,
    update,
    with_player,
)
from companion.games.wreck_a_mech.tracker.zones import top_of
from companion.play.game_states import replace_at
from companion.play.piles import UNKNOWN

PILE = {f"pile {rank}": rank for rank in FOUNDRY_RANKS}
"""The top card of a Foundry pile, as a gain names it, and its rank."""


@rule("upgrade-gains")
def step_upgrade(state: State, terms: Terms) -> State | None:
    """Let each seat gain for its defender's losses; then all damage areas are discarded (facts 49 to 51)."""
    if not state.queue:
        return _end_upgrade(state, terms)
    seat = state.queue[0]
    if state.gains is None:
        victim = terms.defender_of(state, seat)
        return update(state, gains=gains(() if victim is None else state.damaged_ranks[victim]))
    return None if gainable(state, terms) or junkable(state, state.gains.junk) else pop(state)


@rule("gain")
def gainable(state: State, terms: Terms) -> tuple[str, ...]:
    """Return the cards that the seat may gain: face-up cards and the tops of piles, of its ranks (fact 59)."""
    gains_left = state.gains
    if gains_left is None:
        return ()
    names: list[str] = []
    for rank, row, count in zip(FOUNDRY_RANKS, state.foundry, (gains_left.rank_2, gains_left.rank_3), strict=True):
        if count and (row.pile or terms.rulings["empty-pile"] == "gain"):
            names += (*dict.fromkeys(row.face_up), *([f"pile {rank}"] if row.pile else []))
    return tuple(names)


@rule("junk")
def junkable(state: State, count: int | None) -> tuple[tuple[str, str], ...]:
    """Return the cards that the seat may junk, with their piles; never its last: a mech needs one (facts 40, 62).

    Cards of the draw pile are in the order of their ids: its own order is hidden.
    """
    if not count or not state.queue:
        return ()
    player = state.players[state.queue[0]]
    if sum(map(len, (player.mech, player.draw, player.discard, player.hand, player.damaged))) < 2:
        return ()
    piles = (("discard", player.discard), ("draw", tuple(sorted(player.draw))))
    return tuple((card, source) for source, pile in piles for card in may_lie(state, state.queue[0], pile))


@rule("gain", "foundry-out")
def gain_card(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Gain a face-up card, which is replaced, or a pile's top card (facts 59 to 61)."""
    card, gains_left = values["card"], state.gains
    assert gains_left
    rank = PILE.get(card) or terms.card(card).rank
    at = FOUNDRY_RANKS.index(rank)
    row_before = state.foundry[at]
    gained_card, row = gain(row_before, None if card in PILE else card, terms.rulings)
    on_top = state.on_top
    if terms.rulings["gained-cards"] == "draw":
        on_top = replace_at(on_top, seat, on_top[seat] + 1)
    state = with_player(
        state,
        seat,
        keep(state.players[seat], gained_card, terms.rulings),
        _gain_sentence(seat, card, row_before.pile, terms),
        foundry=replace_at(state.foundry, at, row),
        on_top=on_top,
        gains=replace(gains_left, rank_2=gains_left.rank_2 - (rank == 2), rank_3=gains_left.rank_3 - (rank == 3)),
        seen=(top_of(f"pile.{rank}"),) if row_before.pile else (),
    )
    if card in PILE:
        state = tell(state, seat, f"It is {terms.name(gained_card)}.") if gained_card else gain_blind(state, seat, rank)
    return _end_foundry(state) if is_game_over(state.foundry, False, terms.rulings) else state


def _gain_sentence(seat: int, card: str, pile: tuple[str, ...], terms: Terms) -> str:
    if card in PILE:
        return f"{NAMES[seat]} gains the top card of the Rank {PILE[card]} pile."
    if pile[:1] == (UNKNOWN,):
        return f"{NAMES[seat]} gains {terms.name(card)}."
    instead = f"{terms.name(pile[0])} is turned up" if pile else "its pile is empty"
    return f"{NAMES[seat]} gains {terms.name(card)}; {instead}."


@rule("junk")
def junk_card(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Move a card to the Junk Yard; a draw pile that was looked through is shuffled (fact 62)."""
    card, source = values["card"], values["source"]
    text = f"{NAMES[seat]} junks {terms.name(card)} from the {source} pile."
    state = find_card(state, seat, source, card, terms)
    state = with_player(state, seat, junk(state.players[seat], card, source), text)
    if state.phase == "rebound":
        assert state.junk
        return update(state, junk=state.junk - 1)
    assert state.gains
    state = update(state, gains=replace(state.gains, junk=state.gains.junk - 1))
    if source == "discard":
        return state
    return owe(state, f"draw.{seat}", f"{NAMES[seat]}'s draw pile is shuffled", "")


def pass_on(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Gain or junk nothing more."""
    if state.phase == "rebound":
        return update(state, f"{NAMES[seat]} junks nothing more.", junk=0)
    return pop(update(state, f"{NAMES[seat]} leaves the rest."))


@rule("upgrade-gains", "foundry-out")
def _end_upgrade(state: State, terms: Terms) -> State:
    players = tuple(clear(player) if player.damaged else player for player in state.players)
    if is_game_over(state.foundry, True, terms.rulings):
        return _end_foundry(update(state, players=players))
    return update(state, players=players, phase="rebound", queue=state.wrecked)


@rule("foundry-out")
def _end_foundry(state: State) -> State:
    """End the game because a Foundry pile is used up (fact 66)."""
    ranks = [f"Rank {rank}" for rank, row in zip(FOUNDRY_RANKS, state.foundry, strict=True) if row.out]
    why = f"The last {join_words(ranks)} card of the Foundry is drawn"
    ending = decide_ending(state.victories, foundry_out=True)
    if ending.winner is not None:
        return win(state, ending.winner, f"{why}: {NAMES[ending.winner]} has the most Victories.")
    return start_overtime(update(state, f"{why}."), ending.overtime)
