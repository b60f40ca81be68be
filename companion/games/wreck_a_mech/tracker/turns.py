"""What each event does to the game: the deal, draws, building, losses, gains, Rebounds, Overtime, the end.

Whatever needs nobody's decision follows at once, up to the next shuffle that the table owes. A shuffle names what goes
on after it.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.wreck_a_mech.model import ARMS, MOST_MARKED, POSITIONS
from companion.games.wreck_a_mech.rules.foundry import deal, gain, gains, is_game_over, junk, keep
from companion.games.wreck_a_mech.rules.losses import is_wrecked
from companion.games.wreck_a_mech.rules.play import (
    REBOUND_JUNK,
    Ending,
    Player,
    Rebounded,
    begin_overtime,
    build,
    clear,
    clear_overtime,
    decide_ending,
    draw,
    draw_count,
    holder,
    lose,
    mark,
    overtime,
    phases,
    rebound,
    rebound_plan,
    refill,
    stalemate,
    suffers,
    wreck,
)
from companion.games.wreck_a_mech.rules.totals import cards_by_position, structures
from companion.games.wreck_a_mech.tracker.state import (
    FOUNDRY_RANKS,
    NAMES,
    State,
    Terms,
    describe,
    on_cross,
    pile_title,
    place,
    put,
    tell,
    top_of,
    update,
    with_player,
    with_zones,
    zones,
)
from companion.json_types import JsonMapping
from companion.play.log import TableEvent
from companion.play.piles import OwedShuffle, can_be_shuffled, shuffle_rest
from companion.play.tracker import Result
from companion.rulebook import rule
from companion.wording import join_words, plural

PILE = {f"pile {rank}": rank for rank in FOUNDRY_RANKS}
"""The top card of a Foundry pile, as a gain names it, and its rank."""


def start(terms: Terms) -> State:
    """Return the state before the deal: everybody has the Trainers on the cross (facts 31, 32)."""
    mech = terms.trainers
    totals = terms.totals(mech, mech)
    player = mark(Player(dict(mech)), totals.attack, totals.defense)
    two, three = (deal_nothing(terms.all_of_rank(rank)) for rank in FOUNDRY_RANKS)
    return State(players=(player,) * terms.seats, foundry=(two, three), on_top=(0,) * terms.seats)


def deal_nothing(cards: tuple[str, ...]) -> Any:
    """Return a Foundry rank before setup: all cards in its pile."""
    return replace(deal(()), pile=cards)


def follow(state: State, event: TableEvent, terms: Terms) -> State:
    """Return the state after an event, with what follows from it without a decision or a shuffle."""
    state = update(state, news=(), seen=())
    if event.kind == "shuffle":
        after = _end_shuffle(state, event.secret["order"], terms)
    elif event.kind == "faces":
        after = _take_chip(state, event.values["faces"][0] - 1)
    elif event.kind == "move":
        assert event.seat is not None
        after = _MOVES[event.values["name"]](state, event.seat, event.values, terms)
    else:
        after = _correct(state, event.values["field"], event.values["value"])
    return _go_on(after, terms)


def _go_on(state: State, terms: Terms) -> State:
    """Do what needs nobody's decision, up to a shuffle that is owed."""
    while not (state.result or state.shuffle or state.chip_owed) and (step := _STEPS.get(state.phase)):
        after = step(state, terms)
        if after is None:
            break
        state = after
    return state


def _pop(state: State) -> State:
    """Return a state in which the first of the queue has acted."""
    return update(state, queue=state.queue[1:], gains=None, junk=None)


# Shuffles


def _owe(state: State, zone: str, why: str, then: str, terms: Terms) -> State:
    """Return a state that owes the shuffle of a whole pile; one of less than two cards is shuffled as it is."""
    what, _, of = zone.partition(".")
    if what == "draw":
        state = update(state, on_top=put(state.on_top, int(of), 0))
    if can_be_shuffled(replace(zones(state)[zone], mixed=True)):
        return update(state, shuffle=OwedShuffle(zone=zone, why=why, then=then))
    return _AFTER[then](state, int(of), terms)


def _end_shuffle(state: State, order: list[int], terms: Terms) -> State:
    """Lay a pile in its new order, and go on with what the shuffle was for."""
    owed = state.shuffle
    assert owed
    state = update(with_zones(state, {owed.zone: shuffle_rest(zones(state)[owed.zone], order)}), shuffle=None)
    text = f"{owed.why[:1].upper()}{owed.why[1:]}."
    return _AFTER[owed.then](update(state, text), int(owed.zone.partition(".")[2]), terms)


def hide(state: State, seen: tuple[str, ...]) -> State:
    """Return a state that shuffles anew each pile whose top was seen, but for cards that were laid on top of it."""
    if state.phase == "deal":
        return state
    found = [name for name, zone in zones(state).items() if top_of(name) in seen and can_be_shuffled(zone)]
    owed = [OwedShuffle(zone=name, why=f"{pile_title(name)} is shuffled anew", then="anew") for name in found]
    return update(state, news=(), seen=(), shuffle=owed[0], anew=tuple(owed[1:])) if owed else state


def _shuffle_next_anew(state: State, _: int, terms: Terms) -> State:
    return update(state, shuffle=state.anew[0], anew=state.anew[1:]) if state.anew else state


# The deal


@rule("foundry-setup", "starting-marks")
def _deal(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    return _owe(state, "pile.2", "the Rank 2 cards are shuffled", "deal-2", terms)


def _deal_rank_3(state: State, _: int, terms: Terms) -> State:
    return _owe(state, "pile.3", "the Rank 3 cards are shuffled", "deal-3", terms)


def _turn_up(state: State, _: int, terms: Terms) -> State:
    """Turn up three cards of each rank; whoever takes the chip is decided by a die."""
    two, three = (deal(row.pile) for row in state.foundry)
    up = [join_words([terms.name(card) for card in row.face_up]) for row in (two, three)]
    state = update(state, seen=tuple(top_of(f"pile.{rank}") for rank in FOUNDRY_RANKS))
    return update(state, f"The Foundry shows {up[0]}; and {up[1]}.", foundry=(two, three), chip_owed=True)


@rule("first-turn")
def _take_chip(state: State, seat: int) -> State:
    """Begin the first turn with Combat (fact 33)."""
    first = phases(1)[0].lower()
    state = update(state, f"{NAMES[seat]} takes the initiative chip.", holder=seat, chip_owed=False)
    return update(state, phase=first, turn=1, queue=state.in_order())


# Draw


@rule("draw-count", "draw-reshuffle")
def _step_draw(state: State, terms: Terms) -> State:
    """Let the next seat draw; where its pile is too small, the discard pile is shuffled first (facts 35, 36)."""
    if not state.queue:
        return update(state, phase="build", queue=state.in_order())
    seat = state.queue[0]
    player = state.players[seat]
    if len(player.draw) < _to_draw(state) and player.discard:
        why = f"{NAMES[seat]}'s discard pile is shuffled into the draw pile"
        return _owe(state, f"discard.{seat}", why, "draw", terms)
    return _draw(state, seat, terms)


def _to_draw(state: State) -> int:
    return draw_count([player.victory for player in state.players])


def _draw(state: State, seat: int, terms: Terms) -> State:
    before = state.players[seat]
    player = draw(before, _to_draw(state), before.discard)
    on_top = put(state.on_top, seat, max(0, state.on_top[seat] - _to_draw(state)))
    return _show_hand(_pop(with_player(state, seat, player, on_top=on_top)), seat, terms)


def _show_hand(state: State, seat: int, terms: Terms) -> State:
    """Tell everybody how many cards a seat drew, and the seat itself which ones."""
    hand = state.players[seat].hand
    state = update(
        state, f"{NAMES[seat]} draws {plural(len(hand), 'card')}.", seen=(*state.seen, top_of(f"draw.{seat}"))
    )
    return tell(state, seat, f"Drawn: {join_words([terms.name(card) for card in hand])}.") if hand else state


# Build


@rule("build-phase", "wrong-side")
def _play(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Play a card from the hand; the part that it replaces is discarded (fact 38)."""
    player, card, position = state.players[seat], values["card"], values["to"]
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
def _swap(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Swap the arms; one that has no other changes its side (fact 39)."""
    player = state.players[seat]
    other = dict(zip(ARMS, reversed(ARMS), strict=True))
    mech = on_cross({other.get(position, position): card for position, card in player.mech.items()})
    return with_player(state, seat, replace(player, mech=mech), f"{NAMES[seat]} swaps the arms.")


@rule("build-phase")
def _throw_off(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Discard a part without replacing it (fact 40)."""
    player, position = state.players[seat], values["part"]
    mech = {at: card for at, card in player.mech.items() if at != position}
    card = player.mech[position]
    thrown = replace(player, mech=mech, discard=(card, *player.discard))
    return with_player(state, seat, thrown, f"{NAMES[seat]} throws off {terms.name(card)}.")


@rule("build-phase", "empty-mech")
def _end_build(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Discard what is left in the hand (fact 41); whether the others see it is a ruling."""
    player = state.players[seat]
    names = join_words([terms.name(card) for card in player.hand])
    count = f"; {plural(len(player.hand), 'card')} left in hand" if player.hand else ""
    is_seen = terms.rulings["discards-seen"] == "seen"
    told = f": {names}" if names and is_seen else ""
    state = with_player(
        state,
        seat,
        build(player, player.mech, terms.positions),
        f"{NAMES[seat]} has built: {join_words(describe(player.mech, terms, player.mech))}{count}{told}.",
    )
    return _pop(tell(state, seat, f"Discarded: {names}.") if names and not is_seen else state)


@rule("marks-stay", "totals", "bonus-against")
def _step_build(state: State, terms: Terms) -> State | None:
    """Set everybody's marks once all have built (fact 42)."""
    if state.queue:
        return None
    marked = state
    for seat in state.fighters:
        player, defender = state.players[seat], terms.defender_of(state, seat)
        totals = terms.totals(player.mech, {} if defender is None else state.players[defender].mech)
        attack, defense = min(totals.attack, MOST_MARKED), min(totals.defense, MOST_MARKED)
        text = f"{NAMES[seat]} marks Attack {attack}, Defense {defense}."
        marked = with_player(marked, seat, mark(player, attack, defense), text)
    return update(marked, phase="combat", queue=state.in_order())


# Combat


@rule("damage")
def taken(state: State, seat: int, terms: Terms) -> int:
    """Return the damage that a seat takes by the marks."""
    attacker = terms.attacker_of(state, seat)
    return 0 if attacker is None else suffers(state.players[seat], state.players[attacker])


@rule("damage", "absorb", "wrecked")
def _step_combat(state: State, terms: Terms) -> State | None:
    """Take damage that leaves no choice: none at all, or every part (facts 45, 47)."""
    if not state.queue:
        return _settle(state, terms)
    seat = state.queue[0]
    player, damage = state.players[seat], taken(state, seat, terms)
    if not damage:
        return _pop(update(state, f"{NAMES[seat]} takes no damage."))
    if is_wrecked(damage, structures(cards_by_position(player.mech, terms.catalogue))):
        return _take(state, seat, tuple(player.mech), terms)
    return None


def _lose(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    return _take(state, seat, tuple(part for part in POSITIONS if part in values.values()), terms)


@rule("absorb", "wrecked")
def _take(state: State, seat: int, parts: tuple[str, ...], terms: Terms) -> State:
    """Move parts to the damage area."""
    player, damage = state.players[seat], taken(state, seat, terms)
    hit = lose(player, parts)
    wrecked = "" if hit.mech else " and is wrecked"
    text = f"{NAMES[seat]} takes {damage} damage, loses {join_words(describe(player.mech, terms, parts))}{wrecked}."
    return _pop(with_player(state, seat, hit, text))


@rule("wrecked", "victory")
def _settle(state: State, terms: Terms) -> State:
    """Score a Victory for each wreck, after all damage of the phase (facts 47, 63 to 65)."""
    wrecked = tuple(seat for seat in state.in_order() if not state.players[seat].mech)
    ranks = tuple(tuple(terms.card(card).rank for card in player.damaged) for player in state.players)
    state = update(state, wrecked=wrecked, damaged_ranks=ranks)
    scorers = [seat for lost in wrecked if (seat := terms.attacker_of(state, lost)) is not None]
    if state.overtime:
        return _settle_overtime(state, scorers, terms)
    for seat in scorers:
        player = replace(state.players[seat], victory=state.players[seat].victory + 1)
        state = with_player(state, seat, player, f"{NAMES[seat]} scores a Victory: {player.victory}.")
    ending = decide_ending([player.victory for player in state.players])
    if ending.winner is not None:
        return _win(state, ending.winner, f"{NAMES[ending.winner]} has three Victories.")
    if ending.overtime:
        return _begin_overtime(state, ending.overtime)
    if wrecked and terms.rulings["wrecked-cards"] == "at-once":
        return update(state, phase="wrecks", queue=wrecked)
    return update(state, phase="upgrade", queue=state.in_order())


def _win(state: State, seat: int, why: str) -> State:
    return update(state, why, phase="over", queue=(), result=Result(winners=(seat,), why=why))


def _step_wrecks(state: State, terms: Terms) -> State:
    """Shuffle the cards of each wrecked mech into the draw pile at once, as the ruling says (fact 79)."""
    if not state.queue:
        return update(state, phase="upgrade", queue=state.in_order())
    seat = state.queue[0]
    player = state.players[seat]
    gathered = replace(player, draw=player.draw + player.discard + player.damaged, discard=(), damaged=())
    why = f"{NAMES[seat]}'s wrecked parts are shuffled into the draw pile"
    return _owe(with_player(state, seat, gathered), f"draw.{seat}", why, "wreck", terms)


def _end_wreck(state: State, seat: int, terms: Terms) -> State:
    player = state.players[seat]
    return _pop(with_player(state, seat, wreck(player, player.draw, terms.rulings)))


# Upgrade


@rule("upgrade-gains")
def _step_upgrade(state: State, terms: Terms) -> State | None:
    """Let each seat gain for what its defender has lost; then all damage areas are discarded (facts 49 to 51)."""
    if not state.queue:
        return _end_upgrade(state, terms)
    seat = state.queue[0]
    if state.gains is None:
        victim = terms.defender_of(state, seat)
        return update(state, gains=gains(() if victim is None else state.damaged_ranks[victim]))
    return None if gainable(state, terms) or junkable(state, state.gains.junk) else _pop(state)


@rule("gain")
def gainable(state: State, terms: Terms) -> tuple[str, ...]:
    """Return what the seat may gain: face-up cards and the top of piles, of the ranks that it may (fact 59)."""
    left = state.gains
    if left is None:
        return ()
    found: list[str] = []
    for rank, row, count in zip(FOUNDRY_RANKS, state.foundry, (left.rank_2, left.rank_3), strict=True):
        if count and (row.pile or terms.rulings["empty-pile"] == "gain"):
            found += (*dict.fromkeys(row.face_up), *([f"pile {rank}"] if row.pile else []))
    return tuple(found)


@rule("junk")
def junkable(state: State, count: int | None) -> tuple[tuple[str, str], ...]:
    """Return what the seat may junk, as cards and their piles; not its last card: a mech needs one (facts 40, 62)."""
    if not count or not state.queue:
        return ()
    player = state.players[state.queue[0]]
    if sum(map(len, (player.mech, player.draw, player.discard, player.hand, player.damaged))) < 2:
        return ()
    piles = (("discard", player.discard), ("draw", player.draw))
    return tuple((card, source) for source, pile in piles for card in filter(None, dict.fromkeys(pile)))


@rule("gain", "foundry-out")
def _gain(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Gain a face-up card, which is replaced, or a pile's top card (facts 59 to 61)."""
    card, left = values["card"], state.gains
    assert left
    rank = PILE.get(card) or terms.card(card).rank
    at = FOUNDRY_RANKS.index(rank)
    before = state.foundry[at]
    got, row = gain(before, None if card in PILE else card, terms.rulings)
    on_top = state.on_top
    if terms.rulings["gained-cards"] == "draw":
        on_top = put(on_top, seat, on_top[seat] + 1)
    state = with_player(
        state,
        seat,
        keep(state.players[seat], got, terms.rulings),
        _gained(seat, card, before.pile, terms),
        foundry=put(state.foundry, at, row),
        on_top=on_top,
        gains=replace(left, rank_2=left.rank_2 - (rank == 2), rank_3=left.rank_3 - (rank == 3)),
        seen=(top_of(f"pile.{rank}"),) if before.pile else (),
    )
    if card in PILE:
        state = tell(state, seat, f"It is {terms.name(got)}.")
    return _end_foundry(state) if is_game_over(state.foundry, False, terms.rulings) else state


def _gained(seat: int, card: str, pile: tuple[str, ...], terms: Terms) -> str:
    if card in PILE:
        return f"{NAMES[seat]} gains the top card of the Rank {PILE[card]} pile."
    instead = f"{terms.name(pile[0])} is turned up" if pile else "its pile is empty"
    return f"{NAMES[seat]} gains {terms.name(card)}; {instead}."


@rule("junk")
def _junk(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Move a card to the Junk Yard; a draw pile that was looked through is shuffled (fact 62)."""
    card, source = values["card"], values["source"]
    text = f"{NAMES[seat]} junks {terms.name(card)} from the {source} pile."
    state = with_player(state, seat, junk(state.players[seat], card, source), text)
    if state.phase == "rebound":
        return update(state, junk=(state.junk or 0) - 1)
    assert state.gains
    state = update(state, gains=replace(state.gains, junk=state.gains.junk - 1))
    if source == "discard":
        return state
    return _owe(state, f"draw.{seat}", f"{NAMES[seat]}'s draw pile is shuffled", "", terms)


def _pass(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Gain or junk nothing more."""
    if state.phase == "rebound":
        return update(state, f"{NAMES[seat]} junks nothing more.", junk=0)
    return _pop(update(state, f"{NAMES[seat]} leaves the rest."))


@rule("upgrade-gains", "foundry-out")
def _end_upgrade(state: State, terms: Terms) -> State:
    state = update(state, players=tuple(clear(player) for player in state.players))
    if is_game_over(state.foundry, True, terms.rulings):
        return _end_foundry(state)
    return update(state, phase="rebound", queue=state.wrecked)


@rule("foundry-out")
def _end_foundry(state: State) -> State:
    """End the game because a Foundry pile is used up (fact 66)."""
    ranks = [f"Rank {rank}" for rank, row in zip(FOUNDRY_RANKS, state.foundry, strict=True) if row.out]
    why = f"The last {join_words(ranks)} card of the Foundry is drawn"
    ending = decide_ending([player.victory for player in state.players], foundry_out=True)
    if ending.winner is not None:
        return _win(state, ending.winner, f"{why}: {NAMES[ending.winner]} has the most Victories.")
    return _begin_overtime(update(state, f"{why}."), ending.overtime)


# Rebound


@rule("rebound")
def _step_rebound(state: State, terms: Terms) -> State | None:
    """Let each wrecked seat junk, shuffle, and be rebuilt (facts 52 to 56)."""
    if not state.queue:
        return _begin_turn(state, terms)
    seat = state.queue[0]
    if state.junk is None:
        return update(state, junk=REBOUND_JUNK)
    if junkable(state, state.junk):
        return None
    player = state.players[seat]
    gathered = replace(player, draw=player.draw + player.discard, discard=())
    why = f"{NAMES[seat]}'s discard pile is shuffled into the draw pile"
    return _owe(with_player(state, seat, gathered), f"draw.{seat}", why, "rebuild", terms)


@rule("rebound")
def _rebuild(state: State, seat: int, terms: Terms) -> State:
    """Draw and play card by card, unless everybody was wrecked (facts 54 to 56)."""
    if len(state.wrecked) == len(state.players):
        return _pop(update(state, "Everybody was wrecked: nobody draws."))
    player = state.players[seat]
    found = rebound(player.draw, terms.positions, _parts(state, seat))
    state = update(state, seen=(*state.seen, top_of(f"draw.{seat}")))
    if not found.short or terms.rulings["rebound-short"] != "reshuffle" or not found.discarded:
        return _install(state, seat, found, terms)
    drawn = replace(player, mech=dict(found.installed), draw=(), discard=found.discarded)
    why = f"{NAMES[seat]}'s discards are shuffled in once more"
    return _owe(with_player(state, seat, drawn), f"discard.{seat}", why, "refill", terms)


def _parts(state: State, seat: int) -> int:
    """Return how many parts a rebuilt mech reaches: those of the opponent with the most."""
    return rebound_plan([len(player.mech) for at, player in enumerate(state.players) if at != seat]).parts


@rule("rebound")
def _refill(state: State, seat: int, terms: Terms) -> State:
    """Go on with the discards of this Rebound, as the ruling says (fact 58)."""
    player = state.players[seat]
    before = Rebounded(tuple(player.mech.items()), player.discard, (), True)
    found = refill(before, player.discard, terms.positions, _parts(state, seat), terms.rulings)
    return _install(state, seat, found, terms)


def _install(state: State, seat: int, found: Rebounded, terms: Terms) -> State:
    mech = on_cross(dict(found.installed))
    player = replace(state.players[seat], mech=mech, draw=found.not_drawn, discard=found.discarded)
    built = join_words(describe(mech, terms, mech)) or "nothing"
    discarded = f"; {plural(len(found.discarded), 'card')} discarded" if found.discarded else ""
    return _pop(with_player(state, seat, player, f"{NAMES[seat]} is back with {built}{discarded}."))


@rule("initiative")
def _begin_turn(state: State, terms: Terms) -> State:
    """Pass the chip to the left, and begin the next turn (fact 57)."""
    next_holder = holder(state.holder, len(state.players), len(state.wrecked), terms.rulings)
    state = update(state, holder=next_holder, turn=state.turn + 1, phase="draw", wrecked=())
    return update(state, f"Turn {state.turn}: {NAMES[next_holder]} has the initiative chip.", queue=state.in_order())


# Overtime


@rule("overtime")
def _begin_overtime(state: State, seats: tuple[int, ...]) -> State:
    """Begin Sudden Death Overtime for these seats (facts 65, 66)."""
    text = f"Sudden Death Overtime: {join_words([NAMES[seat] for seat in seats])}."
    state = update(state, text, phase="overtime", overtime=seats, gains=None, junk=None, wrecked=())
    return update(state, queue=state.in_order())


@rule("overtime", "draw-count")
def _step_overtime(state: State, terms: Terms) -> State:
    """Shuffle all cards of each seat together; it draws five (fact 69)."""
    if not state.queue:
        return update(state, phase="build", queue=state.in_order())
    seat = state.queue[0]
    player = state.players[seat]
    cards = player.draw + player.discard + player.hand + player.damaged + tuple(player.mech.values())
    gathered = replace(player, mech={}, draw=cards, discard=(), hand=(), damaged=())
    why = f"{NAMES[seat]}'s cards are shuffled together"
    return _owe(with_player(state, seat, gathered), f"draw.{seat}", why, "overtime", terms)


def _draw_for_overtime(state: State, seat: int, terms: Terms) -> State:
    player = state.players[seat]
    return _show_hand(_pop(with_player(state, seat, begin_overtime(player, player.draw))), seat, terms)


@rule("overtime", "overtime-stalemate")
def _settle_overtime(state: State, scorers: list[int], terms: Terms) -> State:
    """End an Overtime with its only scorer, or play it again, or go on with another Build Phase (facts 70 to 73)."""
    ending = overtime(scorers)
    if not scorers and not any(taken(state, seat, terms) for seat in state.fighters):
        ending = _judge_stalemate(state, terms)
    if ending.winner is not None:
        why = "has scored alone in Overtime" if scorers else "has come closest in Overtime"
        return _win(state, ending.winner, f"{NAMES[ending.winner]} {why}.")
    if ending.overtime:
        return _begin_overtime(state, tuple(sorted(ending.overtime)))
    players = [
        clear_overtime(one, terms.rulings) if at in state.fighters else one for at, one in enumerate(state.players)
    ]
    return update(state, players=tuple(players), phase="build", queue=state.in_order())


def _judge_stalemate(state: State, terms: Terms) -> Ending:
    """Return what follows from a combat without any damage; with seats left out as they sit, another Overtime."""
    ring = state.fighters
    if any(terms.attacker_of(state, seat) is None for seat in ring):
        return Ending(overtime=ring)
    marks = [(state.players[seat].attack, state.players[seat].defense) for seat in ring]
    ending = stalemate([attack for attack, _ in marks], [defense for _, defense in marks], terms.rulings)
    winner = None if ending.winner is None else ring[ending.winner]
    return Ending(winner, tuple(ring[place] for place in ending.overtime))


# Corrections


def _correct(state: State, field: str, value: Any) -> State:
    """Set a value by hand."""
    name, _, of = field.partition(".")
    if name == "turn":
        return update(state, f"Set by hand: it is turn {value}.", turn=value)
    if name == "holder":
        return update(state, f"Set by hand: {value} has the initiative chip.", holder=NAMES.index(value))
    seat = int(of)
    text = f"Set by hand: {NAMES[seat]} has {name.capitalize()} {value}."
    return with_player(state, seat, replace(state.players[seat], **{name: value}), text)


_MOVES: Mapping[str, Callable[[State, int, JsonMapping, Terms], State]] = {
    "deal": _deal,
    "play": _play,
    "swap": _swap,
    "throw-off": _throw_off,
    "end-build": _end_build,
    "lose": _lose,
    "gain": _gain,
    "junk": _junk,
    "pass": _pass,
}
_STEPS: Mapping[str, Callable[[State, Terms], State | None]] = {
    "draw": _step_draw,
    "build": _step_build,
    "combat": _step_combat,
    "wrecks": _step_wrecks,
    "upgrade": _step_upgrade,
    "rebound": _step_rebound,
    "overtime": _step_overtime,
}
_AFTER: Mapping[str, Callable[[State, int, Terms], State]] = {
    "deal-2": _deal_rank_3,
    "deal-3": _turn_up,
    "draw": _draw,
    "wreck": _end_wreck,
    "rebuild": _rebuild,
    "refill": _refill,
    "overtime": _draw_for_overtime,
    "anew": _shuffle_next_anew,
    "": lambda state, _seat, _terms: state,
}
"""What goes on after a shuffle, by its name; the number is that of the zone: a seat, or a rank of the Foundry."""
