"""A seat's view of the game as plain data; the game is read back from it, with unknown cards where they are hidden."""

import re

from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, plural
from companion.dice.throw import Die, FaceClass, Throw
from companion.games.wreck_a_mech.model import MOST_MARKED
from companion.games.wreck_a_mech.rules.play import VICTORIES
from companion.games.wreck_a_mech.rules.totals import corporation_name, sentences
from companion.games.wreck_a_mech.tracker import on_table
from companion.games.wreck_a_mech.tracker.state import FOUNDRY_RANKS, NAMES, OnTable, State, Terms, damage_taken
from companion.games.wreck_a_mech.tracker.zones import with_zones, zone_of, zones
from companion.play.game_states import correctable_turn
from companion.play.piles import UNKNOWN, read_seen
from companion.play.tracker import Correctable, Pending

NOT_IN_VIEW = {"news", "seen", "anew"}
"""Fields of a state that its view has in another form or not at all."""
_TAKES = re.compile(rf"({'|'.join(NAMES)}) takes (no|\d+) damage")
TITLES = {"deal": "Setup", "wrecks": "Combat", "overtime": "Sudden Death Overtime", "over": "The game is over"}
WHY = {
    "deal": "shuffle the Foundry and begin",
    "build": "play cards on your mech, then end building",
    "rebound": "junk up to two cards, then rebuild",
}


def waiting(state: State, terms: Terms) -> tuple[Pending, ...]:
    """Return what the game waits for: the end (nothing), a shuffle, a die, the name of a card, or a seat's move."""
    if state.result:
        return ()
    if state.shuffle:
        zone = zone_of(state, state.shuffle.zone)
        return (state.shuffle.owed(len(zone.cards) - zone.fixed),)
    if state.chip_owed:
        return (Pending(None, "faces", "who takes the initiative chip", _chip_die(state.seats)),)
    if names := on_table.pending_names(state):
        return names
    seats = state.seats if state.phase == "deal" else state.queue[:1]
    return tuple(Pending(seat, "move", _describe_task(state, seat, terms)) for seat in seats)


def _chip_die(seats: tuple[int, ...]) -> Throw:
    classes = tuple(FaceClass(NAMES[seat], frozenset({face})) for face, seat in enumerate(seats, 1))
    return Throw("who takes the initiative chip", 1, Die.of(len(seats)), classes)


def _describe_task(state: State, seat: int, terms: Terms) -> str:
    if state.phase == "combat":
        return f"take {_damage_sum(state, seat, terms)}: choose the parts that you lose"
    if state.phase == "upgrade" and state.gains:
        gains = state.gains
        card_phrases = [
            plural(count, f"Rank {rank} card") for rank, count in ((2, gains.rank_2), (3, gains.rank_3)) if count
        ]
        return " and ".join(
            [f"gain {join_words(card_phrases)}"] * bool(card_phrases) + [f"junk {gains.junk}"] * bool(gains.junk)
        )
    return WHY.get(state.phase, "")


def _damage_sum(state: State, seat: int, terms: Terms) -> str:
    """Return the damage of a seat as a sum with its attacker: `9 − 5 = 4 damage from Player 2`."""
    attacker = terms.attacker_of(state, seat)
    assert attacker is not None
    attack, defense = state.players[attacker].attack, state.players[seat].defense
    damage = damage_taken(state, seat, terms)
    if not damage:
        return f"no damage from {NAMES[attacker]} ({attack} − {defense})"
    return f"{attack} − {defense} = {damage} damage from {NAMES[attacker]}"


def _with_sum(sentence: str, state: State, terms: Terms) -> str:
    """Return a sentence about damage with the sum that led to it; any other sentence unchanged.

    The sentences of a state are stored and never change; marks stay as they are until the next Combat Phase.
    """
    match = _TAKES.match(sentence)
    seat = NAMES.index(match[1]) if match else 0
    if not match or seat not in state.fighters or terms.attacker_of(state, seat) is None:
        return sentence
    if damage_taken(state, seat, terms) != (0 if match[2] == "no" else int(match[2])):
        return sentence
    return f"{match[1]} takes {_damage_sum(state, seat, terms)}{sentence[match.end() :]}"


def view(state: State, seat: int | None, terms: Terms) -> JsonObject:
    """Return the view of a seat; with None, the view of spectators."""
    visible = with_zones(state, {name: read_seen(zone.as_seen(seat)) for name, zone in zones(state).items()})
    return {
        **visible.model_dump(mode="json", exclude=NOT_IN_VIEW),
        **({"table": _table(state.table, seat)} if state.table else {}),
        "names": list(NAMES[: terms.seats]),
        "heading": _heading(state),
        "may_bring": terms.from_saved and state.phase == "deal",
        "ranks": list(FOUNDRY_RANKS),
        "damage": [_damage(state, at, terms) for at in range(terms.seats)],
        "totals": [_totals(state, at, terms) for at in range(terms.seats)],
        "neighbours": [_neighbours(state, at, terms) for at in range(terms.seats)],
        "cards": {card: _card(card, terms) for card in sorted(_visible(visible, seat))},
        "rulings": dict(terms.rulings),
        "news": [_with_sum(sentence, state, terms) for sentence in state.news_for(seat)],
        "waiting": [
            {"seat": pending.seat, "wants": pending.wants, "why": pending.why} for pending in waiting(state, terms)
        ],
    }


def _table(table: OnTable, seat: int | None) -> JsonObject:
    """Return the known cards on the players' own table; of hidden places only those of the seat itself."""
    own = tuple(cards if at == seat else () for at, cards in enumerate(table.loose))
    return table.model_copy(update={"loose": own}).model_dump(mode="json")


def _heading(state: State) -> str:
    """Return the turn and the phase in words."""
    name = TITLES.get(state.phase, state.phase.capitalize())
    if state.phase in ("deal", "over", "overtime"):
        return name
    return f"{'Overtime' if state.overtime else f'Turn {state.turn}'}, {name}"


def _damage(state: State, seat: int, terms: Terms) -> int | None:
    """Return the damage that a seat still has to take; None outside its combat."""
    return damage_taken(state, seat, terms) if state.phase == "combat" and seat in state.queue else None


def _neighbours(state: State, seat: int, terms: Terms) -> list[int | None]:
    """Return who attacks a seat and whom it attacks; None where that is nobody."""
    if seat not in state.fighters:
        return [None, None]
    return [terms.attacker_of(state, seat), terms.defender_of(state, seat)]


def _totals(state: State, seat: int, terms: Terms) -> JsonObject:
    """Return the present totals of a mech, which may differ from its marks."""
    attack, defense, structure = terms.strengths(state, seat)
    return {"attack": attack, "defense": defense, "structure": structure}


def _visible(visible_state: State, seat: int | None) -> set[str]:
    ids = {card for row in visible_state.foundry for card in (*row.face_up, *row.pile)}
    for player in visible_state.players:
        ids |= {*player.mech.values(), *player.draw, *player.discard, *player.hand, *player.damaged, *player.junked}
    if visible_state.table:
        ids |= {card for unnamed in visible_state.table.unnamed for card in unnamed}
        ids |= set() if seat is None else {*visible_state.table.loose[seat]}
    return ids - {UNKNOWN}


def _card(card: str, terms: Terms) -> JsonObject:
    part = terms.card(card)
    values = part.model_dump(include={"name", "rank", "position", "attack", "defense", "structure", "penalty"})
    rules = " ".join(sentences(part, terms.rulings, terms.catalogue))
    return {**values, "corporation": corporation_name(part.corporation, terms.catalogue), "rules": rules}


def read_view(view: JsonMapping) -> State:
    """Return the game as a view shows it."""
    fields = (name for name in State.model_fields if name in view and name not in NOT_IN_VIEW)
    return State.model_validate({name: view[name] for name in fields})


def correctable(state: State, terms: Terms) -> tuple[Correctable, ...]:
    """Return the fields that may be set by hand between two moves."""
    if state.phase in ("deal", "over") or state.shuffle or state.chip_owed or on_table.pending_names(state):
        return ()
    names = tuple(NAMES[seat] for seat in state.seats)
    fields = [
        correctable_turn(state.turn),
        Correctable(field="holder", label="Initiative chip", value=NAMES[state.holder], choices=names),
    ]
    for seat, name in zip(state.seats, names, strict=True):
        player = state.players[seat]
        for field, most in (("attack", MOST_MARKED), ("defense", MOST_MARKED), ("victory", VICTORIES - 1)):
            label = f"{field.capitalize()} of {name}"
            value = min(most, getattr(player, field))
            fields.append(
                Correctable(field=f"{field}.{seat}", label=label, value=value, least=0, most=most, owner=seat)
            )
    return tuple(fields)
