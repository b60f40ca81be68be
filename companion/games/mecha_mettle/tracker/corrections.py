"""Corrections by hand and their effects: spaces, facings, modules that have attacked, actions, the active player."""

from collections.abc import Iterator

from companion.base.json_types import JsonMapping
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE
from companion.games.mecha_mettle.tracker.attacks import judge, reveal
from companion.games.mecha_mettle.tracker.state import NAMES, Standing, State, put, square_title, with_player
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.game_states import correctable_turn, update
from companion.play.tracker import Correctable

MOST_ACTIONS = 9
YES_NO = ("no", "yes")
EMPTY = {"Open Port": "port", "Blast Door": "door", "destroyed": "destroyed"}
"""Spaces without a module: words, kind."""


def correctable(state: State, terms: Terms) -> tuple[Correctable, ...]:
    """Return the fields that may be set by hand between two moves of a turn."""
    if not state.is_free:
        return ()
    fields = [
        correctable_turn(state.turn),
        Correctable(field="active", label="Whose turn", value=NAMES[state.active], choices=NAMES),
        Correctable(
            field="actions",
            label="Actions left",
            value=state.actions,
            least=0,
            most=MOST_ACTIONS,
            owner=state.active,
        ),
        Correctable(
            field="door",
            label="Blast Door played this turn",
            value=YES_NO[state.door_played],
            choices=YES_NO,
            owner=state.active,
        ),
    ]
    for seat in (0, 1):
        fields += (field.model_copy(update={"owner": seat}) for field in _player_fields(state, seat, terms))
    return tuple(fields)


def _player_fields(state: State, seat: int, terms: Terms) -> Iterator[Correctable]:
    player, name = state.players[seat], NAMES[seat]
    used = YES_NO[player.used]
    yield Correctable(field=f"used.{seat}", label=f"Component used, {name}", value=used, choices=YES_NO)
    for at, standing in player.area.items():
        where = f"{square_title(at)} of {name}"
        value = _standing_words(standing)
        choices = tuple(dict.fromkeys((value, *EMPTY, *sorted(set(state.discard)))))
        yield Correctable(field=f"space.{seat}.{at}", label=where.capitalize(), value=value, choices=choices)
        if standing.cards:
            facing = f"Facing of {terms.describe(standing)}, {where}"
            yield Correctable(field=f"facing.{seat}.{at}", label=facing, value=standing.facing, choices=CLOCKWISE)
            if seat == state.active:
                attacked = f"{terms.describe(standing)}, {where}, has attacked"
                value = YES_NO[standing.attacked]
                yield Correctable(field=f"attacked.{seat}.{at}", label=attacked, value=value, choices=YES_NO)


def _standing_words(standing: Standing) -> str:
    """Return the contents of a space as a correction writes them: a module by its cards, the lowest first."""
    return " + ".join(standing.cards) or next(words for words, kind in EMPTY.items() if kind == standing.kind)


def correct(state: State, values: JsonMapping, terms: Terms) -> State:
    """Set a value by hand: the event's `field` and `value`."""
    name, _, target = values["field"].partition(".")
    value = values["value"]
    if name == "turn":
        return update(state, f"Set by hand: it is turn {value}.", turn=value)
    if name == "actions":
        return update(state, f"Set by hand: {value} actions are left.", actions=value)
    if name == "active":
        return update(state, f"Set by hand: it is the turn of {value}.", active=NAMES.index(value))
    if name == "door":
        words = "was played this turn" if value == "yes" else "may be played"
        return update(state, f"Set by hand: a Blast Door {words}.", door_played=value == "yes")
    seat, _, at = target.partition(".")
    after = _correct_player(state, name, int(seat), at, value, terms)
    is_kept = name != "space" or values.get("keeps_hidden") or after.result
    return after if is_kept else _reveal_as_before(state, after, int(seat), terms)


def _reveal_as_before(before: State, after: State, seat: int, terms: Terms) -> State:
    """Open a component where the number of destroyed ports changed, as corrections of 0.15.0 did."""
    ports_lost = [state.players[seat].destroyed for state in (before, after)]
    return after if ports_lost[0] == ports_lost[1] else reveal(after, seat, terms)


def _correct_player(state: State, name: str, seat: int, at: str, value: str, terms: Terms) -> State:
    where = f"{square_title(at)} of {NAMES[seat]}" if at else NAMES[seat]
    if name == "used":
        words = "has used the component in force" if value == "yes" else "may use the component in force"
        return with_player(state, seat, f"Set by hand: {NAMES[seat]} {words}.", used=value == "yes")
    standing = state.players[seat].area[at]
    if name == "facing":
        return put(
            state, seat, at, standing.model_copy(update={"facing": value}), f"Set by hand: {where} faces {value}."
        )
    if name == "attacked":
        words = "has attacked" if value == "yes" else "may attack"
        corrected = standing.model_copy(update={"attacked": value == "yes"})
        return put(state, seat, at, corrected, f"Set by hand: {where} {words}.")
    return _set_space(state, seat, at, value, where, terms)


def _set_space(state: State, seat: int, at: str, value: str, where: str, terms: Terms) -> State:
    """Set the contents of a space: an old module is discarded, a new one is taken from the discard pile.

    A port destroyed by hand has no marker; an old marker goes to the bottom of the deck. No component is opened: its
    owner opens it in the next turn.
    """
    before = state.players[seat].area[at]
    if value == _standing_words(before):
        return update(state, f"Set by hand: {where} is as it was.")
    text = f"Set by hand: in {where} is {terms.name(value) if value not in EMPTY else value}."
    discard = [*reversed(before.cards), *state.discard]
    deck, buried = state.deck, state.buried
    if before.marker:
        deck, buried = (*deck, before.marker), ()
    if value in EMPTY:
        after = Standing(kind=EMPTY[value])
    else:
        discard.remove(value)
        after = Standing(kind="module", cards=(value,))
    state = put(update(state, discard=tuple(discard), deck=deck, buried=buried), seat, at, after, text)
    return judge(state, terms) if "destroyed" in (before.kind, after.kind) else state
