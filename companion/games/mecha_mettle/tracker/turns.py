"""The effect of each event on the game: the actions of a turn, modules drawn and laid, Blast Doors, the end of a turn.

Everything that needs no decision follows at once, until the next dice or shuffle.
"""

from collections.abc import Callable, Mapping

from companion.base.json_types import JsonMapping
from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE
from companion.games.mecha_mettle.rules.turn import ACTIONS, actions_after_reactor, may_lay, turning_cost
from companion.games.mecha_mettle.tracker import attacks, components, corrections, deck, on_table, opening, rolls
from companion.games.mecha_mettle.tracker.places import can_be_laid, lay, lay_on
from companion.games.mecha_mettle.tracker.state import (
    NAMES,
    TOP,
    PendingRoll,
    Player,
    Standing,
    State,
    put,
    square_title,
    with_player,
)
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.game_states import add_faces, update
from companion.play.log import TableEvent
from companion.play.piles import PendingShuffle


def apply_event(state: State, event: TableEvent, terms: Terms) -> State:
    """Return the state after an event and everything that follows without dice, a decision or a shuffle."""
    state = update(state, news=(), seen=())
    if event.kind == "seal":
        assert event.seat is not None
        after = opening.write_draft(state, event.seat, event.secret["components"])
    elif event.kind == "void":
        assert event.seat is not None
        after = with_player(state, event.seat, f"{NAMES[event.seat]} chooses four components anew.", draft=())
    elif event.kind == "shuffle":
        after = _end_shuffle(state, deck.shuffle_hidden(state, event.secret["order"]), terms)
    elif event.kind == "card":
        after = _name_card(state, event.values["card"], terms)
    elif event.kind == "faces":
        after = update(state, roll=add_faces(state.roll, event))
    elif event.kind == "move":
        after = _MOVES[event.values["name"]](state, event.values, terms)
    else:
        after = corrections.correct(state, event.values, terms)
    after = _go_on(after, terms)
    return update(after, seen=tuple(title for title in after.seen if title != TOP)) if terms.on_table else after


def _go_on(state: State, terms: Terms) -> State:
    """End a complete roll, and discard a drawn module that fits nowhere."""
    if state.roll and not state.shuffle and (outcome := rolls.run(state, terms).outcome) is not None:
        end = opening.end_start_roll if state.roll.kind == "start" else attacks.end_shot
        state = end(state, outcome, terms)
    if state.shuffle and terms.on_table:
        state = _end_shuffle(state, on_table.turn_down_deck(state), terms)
    if state.drawn and not state.shuffle and not can_be_laid(state, terms):
        state = _discard_drawn(state, terms)
    return state


def _end_shuffle(owing: State, shuffled: State, terms: Terms) -> State:
    """Continue with the purpose of a pending shuffle that is done."""
    shuffle = owing.shuffle
    assert shuffle
    return _AFTER[shuffle.then](update(shuffled, shuffle.text), terms)


def hide(state: State, seen: tuple[str, ...]) -> State:
    """Return a state with a pending shuffle of the unknown cards of the deck, if its top was seen."""
    if TOP not in seen or state.phase == "setup" or len(deck.hidden_places(state)) < 2:
        return state
    return update(
        state,
        news=(),
        seen=(),
        shuffle=PendingShuffle(zone="deck", why="the module deck is shuffled anew", then="anew"),
    )


def spend_actions(state: State, actions: int = 1) -> State:
    """Return a state with fewer actions, never below 0: a move outside the rules may cost more than are left."""
    return update(state, actions=max(0, state.actions - actions))


@rule("play-anywhere", "actions")
def _draw(state: State, values: JsonMapping, terms: Terms) -> State:
    """Draw the top card, or with Engineering Bay three to choose from; an empty deck is shuffled first."""
    state = spend_actions(state)
    if values.get("component"):
        state = components.mark_used(state, terms)
        return components.look_for_bay(state, terms)
    return _draw_top(state, terms) if state.deck else deck.refill(state, "draw", terms)


def _draw_top(state: State, terms: Terms) -> State:
    """Draw the top card; where the deck lies on the players' own table, the player names it first."""
    if not terms.on_table:
        return _draw_named(state, terms)
    text = f"{NAMES[state.active]} takes the top card of the module deck."
    return on_table.take_in_hand(update(state, text), "draw", 1)


def _name_card(state: State, card: str, terms: Terms) -> State:
    """Continue with a named module that was drawn or taken on the players' own table."""
    look = state.look
    assert look
    state = on_table.name_top(state, card)
    if look.kind == "draw":
        return _draw_named(update(state, look=None), terms)
    bottom = " ".join(str(place) for place in range(2, look.count + 1))
    return components.take(state, {"card": card, "place": "1", "bottom": bottom}, terms)


def _draw_named(state: State, terms: Terms) -> State:
    card, state = deck.draw(state)
    return update(state, f"{NAMES[state.active]} draws {terms.name(card)}.", drawn=card)


@rule("play-anywhere")
def _play(state: State, values: JsonMapping, terms: Terms) -> State:
    """Lay the drawn module on a port, or upgrade with it (facts 52, 57)."""
    module = Standing(kind="module", cards=(state.drawn,))
    state = update(state, drawn="")
    if edge := values.get("edge"):
        return lay_on(state, module, values["to"], edge, terms)
    return lay(state, module, values["to"], values["facing"], terms)


@rule("play-anywhere")
def _discard_drawn(state: State, terms: Terms) -> State:
    """Discard a drawn module that can be neither laid nor used as an upgrade (fact 54)."""
    text = f"{terms.name(state.drawn)} fits nowhere and is discarded."
    return update(state, text, drawn="", discard=(state.drawn, *state.discard))


@rule("rotate")
def _rotate(state: State, values: JsonMapping, terms: Terms) -> State:
    """Turn a module a quarter; free with Hydrostatic Bearings (fact 62)."""
    standing = state.me.area[values["at"]]
    return turn_module(spend_actions(state, turning_cost(1, standing.turns_free)), values["at"], values["way"], terms)


def turn_module(state: State, at: str, way: str, terms: Terms) -> State:
    """Turn a module a quarter `right` (clockwise, as its owner sees it) or `left`."""
    standing = state.me.area[at]
    quarter = 1 if way == "right" else -1
    facing = CLOCKWISE[(CLOCKWISE.index(standing.facing) + quarter) % len(CLOCKWISE)]
    text = f"{terms.describe(standing)} in {square_title(at)} turns to the {way}."
    return put(state, state.active, at, standing.model_copy(update={"facing": facing}), text)


@rule("reactor-scrap")
def _scrap(state: State, values: JsonMapping, terms: Terms) -> State:
    """Discard a Reactor: two actions for the one it costs (fact 66); outside the rules also with no action left."""
    at = values["at"]
    standing = state.me.area[at]
    actions = actions_after_reactor(max(1, state.actions))
    state = update(state, discard=(*reversed(standing.cards), *state.discard), actions=actions)
    text = f"{NAMES[state.active]} scraps {terms.describe(standing)}: {plural(actions, 'action')} left."
    return put(state, state.active, at, Standing(), text)


@rule("blast-door-play")
def _play_door(state: State, values: JsonMapping, terms: Terms) -> State:
    """Lay a Blast Door for free; a module under it, where the ruling allows it, is discarded (facts 70, 74)."""
    at = values["to"]
    standing = state.me.area[at]
    discarded = "" if may_lay(standing.kind) else f"; {terms.describe(standing)} is discarded"
    state = update(state, door_played=True, discard=(*reversed(standing.cards), *state.discard))
    text = f"{NAMES[state.active]} lays a Blast Door in {square_title(at)}{discarded}."
    return put(state, state.active, at, Standing(kind="door"), text)


@rule("blast-door-remove")
def _remove_door(state: State, values: JsonMapping, terms: Terms) -> State:
    """Take a Blast Door back; it can be used again (fact 72)."""
    text = f"{NAMES[state.active]} removes the Blast Door in {square_title(values['at'])}."
    return put(spend_actions(state), state.active, values["at"], Standing(), text)


@rule("actions")
def _end_turn(state: State, values: JsonMapping, terms: Terms) -> State:
    """End the turn: the other player has three actions, and both components may be used again (facts 46, 47)."""
    return begin_turn(state, 1 - state.active, state.turn + 1)


def begin_turn(state: State, seat: int, turn: int) -> State:
    """Begin a turn."""
    players = tuple(_rested(player) for player in state.players)
    text = f"Turn {turn}: {NAMES[seat]}, {ACTIONS} actions."
    return update(state, text, players=players, turn=turn, active=seat, actions=ACTIONS, door_played=False)


def _rested(player: Player) -> Player:
    """Return a player whose modules may attack again and no longer turn for free; others stay the same objects."""
    rested = {
        at: standing.model_copy(update={"attacked": False, "turns_free": False})
        for at, standing in player.area.items()
        if standing.attacked or standing.turns_free
    }
    if not rested and not player.used:
        return player
    return player.model_copy(update={"area": {**player.area, **rested}, "used": False})


_MOVES: Mapping[str, Callable[[State, JsonMapping, Terms], State]] = {
    "begin": opening.begin,
    "reactor": opening.lay_reactor,
    "draw": _draw,
    "play": _play,
    "rotate": _rotate,
    "attack": lambda state, values, terms: attacks.attack(
        state if state.firing else spend_actions(state), values, terms
    ),
    "hold": lambda state, values, terms: update(state, "The other weapon holds its fire.", firing="", fired=()),
    "scrap": _scrap,
    "door": _play_door,
    "remove-door": _remove_door,
    "use": lambda state, values, terms: components.use(state, values, terms, turn_module),
    "look": components.look,
    "take": components.take,
    "lift": components.lift,
    "lay": components.lay_lifted,
    "settle": lambda state, values, terms: update(state, "Nothing more is rearranged.", flux=None),
    "open": lambda state, values, terms: attacks.reveal(state, state.active, terms),
    "end-turn": _end_turn,
}
_AFTER: Mapping[str, Callable[[State, Terms], State]] = {
    "start": lambda state, terms: update(state, phase="start", roll=PendingRoll(kind="start")),
    "draw": _draw_top,
    "bay": lambda state, terms: components.look_for_bay(state, terms),
    "mark": attacks.mark_after_shuffle,
    "search": lambda state, terms: state,
    "anew": lambda state, terms: state,
}
"""The continuation after a shuffle, by the shuffle's `then`."""
