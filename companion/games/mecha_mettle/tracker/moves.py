"""The legal moves of a seat, from its view: moves of a turn, moves with drawn or shown cards, uses of a component."""

from collections.abc import Iterator
from functools import lru_cache

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.games.mecha_mettle.model import LEVELS
from companion.games.mecha_mettle.rules.turn import DOORS, may_play_door
from companion.games.mecha_mettle.tracker import components, on_table, rolls
from companion.games.mecha_mettle.tracker.attacks import THEIR
from companion.games.mecha_mettle.tracker.deck import can_draw
from companion.games.mecha_mettle.tracker.move_values import MOVES
from companion.games.mecha_mettle.tracker.places import open_ports, upgradable
from companion.games.mecha_mettle.tracker.shots import AimedWeapon, TableShot, possible_weapons, shots_of
from companion.games.mecha_mettle.tracker.state import REACTOR, State, square_title
from companion.games.mecha_mettle.tracker.terms import Terms, cached_by_terms, space
from companion.games.mecha_mettle.tracker.uses import TURN, lays, looks, rearranges, uses
from companion.play.game_states import read_move
from companion.play.piles import Cards
from companion.play.tracker import Move

MOST_MOVES = 4096
"""The most moves with one value or none that are kept."""


def legal_moves(state: State, seat: int, terms: Terms) -> tuple[Move, ...]:
    """Return the legal moves of a seat."""
    if state.result or state.roll or state.shuffle or state.phase in ("start", "draft", "over"):
        return ()
    if on_table.is_naming(state, terms):
        return ()
    if state.phase == "setup":
        aside = "Put one Reactor aside, shuffle" if terms.on_table else "Shuffle"
        return (Move(name="begin", label=f"{aside} the module deck, and roll for who starts"),)
    if state.phase == "reactor":
        lays_reactor = lays(state, "reactor", terms.name(REACTOR), 1 - state.active)
        return tuple(lays_reactor) if seat != state.active else ()
    if seat != state.active:
        return ()
    return tuple(_in_turn(state, terms))


def _in_turn(state: State, terms: Terms) -> Iterator[Move]:
    if state.drawn:
        yield from _plays(state, state.drawn, terms)
    elif state.look:
        yield from looks(state, terms)
    elif state.flux:
        yield from rearranges(state, terms)
    elif state.firing:
        yield from _attacks(state, terms)
        yield Move(name="hold", label="Fire nothing more with this module")
    else:
        yield from _actions(state, terms)
        yield from _doors(state, terms)
        yield from uses(state, terms)
        yield from _openings(state)
        yield from _end(state, terms)


@rule("actions")
def _actions(state: State, terms: Terms) -> Iterator[Move]:
    """Yield the moves that take an action, while there are actions (fact 48)."""
    if state.actions and can_draw(state, terms):
        yield _move("draw", _draw_label(state))
        if (card := terms.usable(state.me)) and card.id == components.BAY:
            label = f"Draw {components.BAY_CARDS} modules and play 1, with {card.name}"
            yield Move(name="draw", values={"component": card.id}, label=label)
    yield from _attacks(state, terms)
    yield from _rotations(state, terms)
    if state.actions:
        yield from _scraps(state, terms)
        for at, standing in state.me.area.items():
            if standing.kind == "door":
                yield _move("remove-door", f"Remove the Blast Door in {square_title(at)}", "at", at)


def _draw_label(state: State) -> str:
    count = len(state.deck)
    return f"Draw a module: {plural(count, 'card')} left" if count else "Shuffle the discard pile, and draw a module"


def _attacks(state: State, terms: Terms) -> Iterator[Move]:
    """Yield each shot, plain and with the component in force."""
    card = rolls.declared_component(state, terms)
    for aimed in possible_weapons(state, terms):
        yield from _attacks_with(terms, aimed, bool(state.firing), card.id if card else "")


@cached_by_terms
def _attacks_with(terms: Terms, aimed: AimedWeapon, is_firing: bool, component: str) -> tuple[Move, ...]:
    """Return the shots of one weapon, plain and with a component, unless that is ""."""
    attacks = []
    for shot in shots_of(terms, aimed, is_firing):
        attacks.append(_attack(aimed, shot, terms))
        if component and not shot.shot.fails:
            for pool in shot.pools or ("",):
                component_values = {"component": component} | ({"pool": pool} if pool else {})
                pool_words = f" on its {pool.capitalize()} Attack dice" if pool else ""
                suffix = f", with {terms.components[component].name}{pool_words}"
                attacks.append(_attack(aimed, shot, terms, component_values, suffix))
    return tuple(attacks)


def _attack(
    aimed: AimedWeapon, shot: TableShot, terms: Terms, component_values: JsonMapping | None = None, suffix: str = ""
) -> Move:
    kind, cards, edges, _ = aimed.contents
    values: JsonObject = {"at": shot.at, "target": f"{THEIR}{shot.target}"}
    if len(space(terms, aimed.contents).weapons) > 1:
        values["weapon"] = shot.weapon + 1
    if shot.how != "weapon":
        values["how"] = shot.how
    verb = "Scrap" if shot.how == "scrap" else "Attack with"
    part_of = f"the {shot.module.name} of " if edges else ""
    attack_words = f"{verb} {part_of}{terms.title(kind, cards)} in {square_title(shot.at)}"
    past_words = ", past a module" if shot.how == "bypass" else ""
    return Move(
        name="attack",
        values={**values, **(component_values or {})},
        label=f"{attack_words}: {shot.name}, in {square_title(shot.target)}{past_words}{suffix}",
    )


@rule("rotate")
def _rotations(state: State, terms: Terms) -> Iterator[Move]:
    """Yield quarter turns of each module, with an action or for free (fact 62)."""
    for at, standing in state.me.area.items():
        if standing.cards and (state.actions or standing.turns_free):
            yield from _turns(terms, at, standing.cards, standing.turns_free)


@cached_by_terms
def _turns(terms: Terms, at: str, cards: Cards, is_free: bool) -> tuple[Move, ...]:
    start, free = f"Turn {terms.names(cards)} in {square_title(at)}", ", for free" if is_free else ""
    return tuple(
        Move(name="rotate", values={"at": at, "way": way}, label=f"{start} {words}{free}")
        for way, words in TURN.items()
    )


@rule("reactor-scrap", "visible-only")
def _scraps(state: State, terms: Terms) -> Iterator[Move]:
    """Yield Reactors whose own body is in view (facts 60, 66)."""
    for at, standing in state.me.area.items():
        if standing.cards and terms.laid[standing.cards[-1]].module.id == REACTOR:
            label = f"Scrap {terms.describe(standing)} in {square_title(at)} for 2 actions"
            yield _move("scrap", label, "at", at)


@lru_cache(MOST_MOVES)
def _move(name: str, label: str, value_name: str = "", value: str = "") -> Move:
    """Return a move with one value or none, made once: the same few are offered again and again."""
    return Move(name=name, values={value_name: value} if value_name else {}, label=label)


@rule("component-active")
def _openings(state: State) -> Iterator[Move]:
    """Yield the opening of a component that comes into force by ports set by hand (fact 41)."""
    lost = state.me.destroyed
    if state.me.draft and lost in LEVELS and lost > state.me.revealed:
        label = f"Open your level {lost} component: you have lost {plural(lost, 'port')}"
        yield Move(name="open", label=label)


@rule("blast-door-play")
def _doors(state: State, terms: Terms) -> Iterator[Move]:
    """Yield each space for a Blast Door: one a turn, two in play, none that was destroyed (facts 70, 74, 75)."""
    me = state.me
    doors = me.doors
    if not may_play_door(doors, int(state.door_played)) or doors + me.doors_lost >= DOORS:
        return
    ports = open_ports(state, state.active)
    if terms.rulings["door-on-module"] == "discards":
        ports = [at for at, one in me.area.items() if one.kind in ("port", "module")]
    for at in ports:
        discards = f", discarding {terms.describe(me.area[at])}" if me.area[at].cards else ""
        yield _move("door", f"Lay a Blast Door in {square_title(at)}{discards}", "to", at)


@rule("actions")
def _end(state: State, terms: Terms) -> Iterator[Move]:
    """Yield the end of the turn; whether actions may be left unused is a ruling (fact 50)."""
    unused = f": {plural(state.actions, 'action')} unused" if state.actions else ""
    if not state.actions or terms.rulings["spare-actions"] == "yes" or not any(_actions(state, terms)):
        yield _move("end-turn", f"End the turn{unused}")


@rule("play-anywhere", "upgrade")
def _plays(state: State, card: str, terms: Terms) -> Iterator[Move]:
    """Yield each place for the drawn module (facts 52, 53, 57)."""
    yield from lays(state, "play", terms.name(card), state.active)
    for to, edge in upgradable(state, card, terms):
        label = f"Upgrade {terms.describe(state.me.area[to])} in {square_title(to)} with {terms.name(card)}"
        yield Move(name="play", values={"to": to, "edge": edge}, label=label)


def relaxed_moves(state: State, seat: int, terms: Terms) -> tuple[Move, ...]:
    """Return moves outside the rules: another action, and attacks with modules that have attacked."""
    if not state.is_free or seat != state.active:
        return ()
    usual = {(move.name, str(move.values)) for move in legal_moves(state, seat, terms)}
    area = {at: standing.model_copy(update={"attacked": False}) for at, standing in state.me.area.items()}
    player = state.me.model_copy(update={"area": area})
    players = (player, state.players[1]) if seat == 0 else (state.players[0], player)
    relaxed = state.model_copy(update={"actions": max(1, state.actions), "players": players})
    extra = (move for move in _actions(relaxed, terms) if (move.name, str(move.values)) not in usual)
    return tuple(move.model_copy(update={"warning": _warning(state, move)}) for move in extra)


def _warning(state: State, move: Move) -> str:
    if move.name == "attack" and state.me.area[move.values["at"]].attacked:
        return f"The module in {square_title(move.values['at'])} has attacked: a module attacks once a turn."
    return "There is no action left: a turn has three."


def requested_move(state: State, seat: int, name: str, values: JsonMapping, terms: Terms) -> Move:
    """Return the move that a seat requests; InvalidInput says why it is not possible, and what is."""
    if first := _required_first(state, terms):
        raise InvalidInput(InputError("move", quote(name), first))
    return read_move(legal_moves(state, seat, terms), MOVES, name, values)


def _required_first(state: State, terms: Terms) -> str:
    if state.roll or state.shuffle:
        return "the dice or the choice that the game waits for first"
    if on_table.is_naming(state, terms):
        return "the name of the module on your table first"
    if state.phase == "draft":
        return "both drafts first"
    return "nothing: the game is over" if state.phase == "over" else ""
