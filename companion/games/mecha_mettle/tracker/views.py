"""The view of a seat as JSON, and the game read back from a view; hidden cards have no name in it."""

from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import plural
from companion.games.mecha_mettle.model import LEVELS
from companion.games.mecha_mettle.rules.turn import DOORS
from companion.games.mecha_mettle.tracker import deck, on_table, rolls
from companion.games.mecha_mettle.tracker.attacks import THEIR
from companion.games.mecha_mettle.tracker.shots import TableShot, possible
from companion.games.mecha_mettle.tracker.spaces import (
    best_shot_inputs,
    draft_choices,
    left_out,
    show_components,
    show_space,
)
from companion.games.mecha_mettle.tracker.state import NAMES, State, with_player
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.game_states import owe_throw, show_owed, update
from companion.play.tracker import Move, Pending, Pick

OWN = {"news", "seen"}
"""Fields of a state that its view shows in another form or not at all."""
TITLES = {
    "setup": "Setup",
    "start": "Who starts",
    "reactor": "The second player's Reactor",
    "draft": "Component draft",
    "over": "The game is over",
}
WHY = {
    "setup": "shuffle the module deck, and roll for who starts",
    "reactor": "lay the Reactor on one of your ports",
    "drawn": "lay the module that you have drawn",
    "comms": "leave the top card, or put it at the bottom",
    "scanner": "put the cards back in any order",
    "bay": "choose the module that you play",
    "search": "take a module from the deck",
    "flux": "rearrange your modules",
    "firing": "fire the other weapon, or end the attack",
}


def waiting(state: State, terms: Terms) -> tuple[Pending, ...]:
    """Return the decisions, throws and shuffles that the game waits for."""
    if state.result:
        return ()
    if state.shuffle:
        return (state.shuffle.owed(len(deck.hidden_places(state))),)
    if state.roll:
        return (owe_throw(rolls.run(state, terms), lambda by: rolls.seat_of(state, by)),)
    if on_table.is_naming(state, terms):
        return (on_table.pending_name(state),)
    if state.phase == "draft":
        why = "choose four components, one of each level"
        return tuple(Pending(seat, "seal", why) for seat in (0, 1) if not state.players[seat].draft)
    seats = {"setup": (0, 1), "reactor": (1 - state.active,)}.get(state.phase, (state.active,))
    return tuple(Pending(seat, "move", _why(state)) for seat in seats)


def _why(state: State) -> str:
    if state.phase != "play":
        return WHY[state.phase]
    half_done = ("drawn" * bool(state.drawn)) or (state.look.kind if state.look else "") or ("flux" * bool(state.flux))
    if half_done or state.firing:
        return WHY[half_done or "firing"]
    return f"{plural(state.actions, 'action')} left" if state.actions else "free moves, or end the turn"


def visible_state(state: State, seat: int | None) -> State:
    """Return the state that a seat may see: hidden cards and components have no name."""
    state = deck.visible_state(state, seat)
    for owner, player in enumerate(state.players):
        if owner != seat and player.draft:
            draft = tuple(
                card if level <= player.revealed else "" for level, card in zip(LEVELS, player.draft, strict=True)
            )
            state = with_player(state, owner, draft=draft)
    return state


def view(state: State, seat: int | None, terms: Terms) -> JsonObject:
    """Return the view of a seat, or with None the view that everybody may see.

    `areas` has each player's nine spaces from front left to back right, as their owner sees them: a module with its
    cards from the lowest, each with its quarter turns. `shots` are the shots possible now, each with the inputs of its
    roll; `roll` is the shot under way; `best_shot` has the inputs of that analysis.
    """
    visible = visible_state(state, seat)
    return {
        **visible.model_dump(mode="json", exclude=OWN),
        "names": list(NAMES),
        "heading": TITLES.get(state.phase) or f"Turn {state.turn}, {NAMES[state.active]}",
        "areas": [[show_space(visible, owner, at, terms) for at in visible.players[owner].area] for owner in (0, 1)],
        "components": [show_components(player, terms) for player in visible.players],
        "draft_choices": draft_choices(terms) if state.phase == "draft" else [],
        "doors_left": [DOORS - player.doors - player.doors_lost for player in state.players],
        "destroyed": [player.destroyed for player in state.players],
        "deck_count": len(state.deck),
        "known_deck": [terms.name(deck_card.card) if deck_card.card else "" for deck_card in visible.deck]
        if any(card.card for card in visible.deck)
        else [],
        "discarded": [terms.name(card) for card in state.discard],
        "drawn_name": terms.name(state.drawn) if state.drawn else "",
        "shots": [_shot(state, shot, terms) for shot in possible(state, terms)] if _may_shoot(state) else [],
        "under_fire": _under_fire(state, terms),
        "best_shot": best_shot_inputs(state, terms),
        "left_out": left_out(state),
        "rulings": dict(terms.rulings),
        "news": state.news_for(seat),
        "waiting": [show_owed(pending) for pending in waiting(state, terms)],
    }


def _may_shoot(state: State) -> bool:
    return state.is_free or bool(state.firing and not state.roll and not state.shuffle and not state.result)


def _shot(state: State, shot: TableShot, terms: Terms) -> JsonObject:
    """Return a shot with the inputs of its roll, including the components that both sides may use."""
    defends = terms.usable(state.players[1 - state.active])
    inputs = dict(shot.inputs)
    if defends and defends.defend and not shot.shot.fails:
        inputs["defender_component"] = defends.id
    again = terms.usable(state.me)
    if again and again.attack and again.attack.reroll and not shot.shot.fails:
        inputs |= {"component": again.id} | ({"component_on": shot.pools[0]} if shot.pools else {})
    return {
        "at": shot.at,
        "weapon": shot.weapon + 1,
        "module": shot.module.id,
        "how": shot.how,
        "target": f"{THEIR}{shot.target}",
        "name": shot.name,
        "fails": shot.shot.fails,
        "inputs": inputs,
    }


def _under_fire(state: State, terms: Terms) -> JsonObject | None:
    """Return the shot under way: its player, space, target and module."""
    if state.roll is None or state.roll.kind != "shot":
        return None
    shot = rolls.shot_of(state, state.roll, terms)
    return {"by": state.active, "at": shot.at, "target": shot.target, "module": shot.module.id, "name": shot.name}


def read_view(view: JsonMapping) -> State:
    """Return the state that a view shows."""
    return State.model_validate({name: view[name] for name in State.model_fields if name in view and name not in OWN})


def builds(view: JsonMapping) -> list[JsonObject | None]:
    """Return the drafts that a view shows completely, as builds; None for the others."""
    drafts: list[JsonObject | None] = []
    for seat, player in enumerate(view["players"]):
        cards = player["draft"]
        is_visible = cards and all(cards)
        draft = {"game": "mecha-mettle", "title": f"Draft of {NAMES[seat]}", "components": cards, "seat": seat + 1}
        drafts.append(draft if is_visible else None)
    return drafts


def resample(state: State, seat: int | None, terms: Terms, pick: Pick) -> State:
    """Return a state with random cards in place of those that a seat does not know, in the deck and in drafts.

    Every deal of the hidden cards is equally likely, and so is every component of a hidden one's level. News for other
    seats are left out: they name cards that only those seats have looked at.
    """
    state = deck.resample(state, seat, pick)
    state = update(state, news=tuple(one for one in state.news if one.to in (None, seat)))
    for owner, player in enumerate(state.players):
        if owner != seat and player.draft:
            draft = tuple(
                card if level <= player.revealed else _random_component(level, terms, pick)
                for level, card in zip(LEVELS, player.draft, strict=True)
            )
            state = with_player(state, owner, draft=draft)
    return state


def _random_component(level: int, terms: Terms, pick: Pick) -> str:
    cards = sorted(card.id for card in terms.components.values() if card.level == level)
    return cards[pick(len(cards))]


def odds_inputs(view: JsonMapping, seat: int, move: Move) -> tuple[str, JsonObject] | None:
    """Return the roll of an attack and its inputs; None for moves without dice.

    It is assumed that the defender adds the dice of its component, and that misses are rerolled where that is possible.
    """
    if move.name != "attack":
        return None
    values = {"weapon": 1, "how": "weapon", **move.values}
    key = ("at", "weapon", "how", "target")
    shot = next(
        (candidate for candidate in view["shots"] if all(candidate[name] == values[name] for name in key)), None
    )
    if shot is None or shot["fails"]:
        return None
    component_values = {"component": values.get("component"), "component_on": values.get("pool")}
    return "attack", {**shot["inputs"], **{name: value for name, value in component_values.items() if value}}
