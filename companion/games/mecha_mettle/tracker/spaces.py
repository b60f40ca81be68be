"""Spaces, modules and components as a view has them, and both areas as inputs of the best-shot analysis."""

from companion.base.json_types import JsonObject
from companion.data.marks import sign
from companion.games.mecha_mettle.analysis.shot_inputs import MOST_ACTIONS
from companion.games.mecha_mettle.analysis.sight_inputs import write_space
from companion.games.mecha_mettle.model import LEVELS, SUCCEEDS_FROM, Component, Pool, Weapon
from companion.games.mecha_mettle.rules.components import effect, effect_mark
from companion.games.mecha_mettle.rules.upgrades import Fitted, Laid, Upgraded
from companion.games.mecha_mettle.tracker import components
from companion.games.mecha_mettle.tracker.state import Player, Standing, State, square_title
from companion.games.mecha_mettle.tracker.terms import Terms

MOST_CARDS = 2
"""The most cards of a module that the best-shot analysis can read."""


def show_space(visible: State, seat: int, at: str, terms: Terms) -> JsonObject:
    """Return a space as JSON; `marker` is the card on a destroyed port, "" where there is none."""
    standing = visible.players[seat].area[at]
    space = terms.space(standing)
    return {
        "at": at,
        "title": square_title(at),
        "kind": standing.kind,
        "name": terms.describe(standing),
        "facing": standing.facing if standing.cards else "",
        "attacked": standing.attacked,
        "turns_free": standing.turns_free,
        "cards": _cards(standing, terms),
        "weapons": [{**_part(one), "facing": facing} for one, facing in space.weapons],
        "shields": [{**_part(one), "facing": facing} for one, facing in space.shields],
        "body": _body(terms.built(standing)) if standing.cards else "",
        "marker": terms.name(standing.marker.card) if standing.marker else "",
        "marker_known": bool(standing.marker and standing.marker.card),
    }


def _part(fitted: Fitted) -> JsonObject:
    """Return a weapon or a shield in view with its dice in short, `3d 4+`: three dice, 4 or more succeeds."""
    part = fitted.part
    if isinstance(part, Weapon):
        dice = " or ".join(map(_dice, part.pools))
        return {"module": fitted.laid.module.id, "dice": f"{dice} breach" if part.breach else dice}
    pool = Pool(dice=part.dice, kind="shield")
    return {"module": fitted.laid.module.id, "dice": "impenetrable" if part.impenetrable else _dice(pool)}


def _body(built: Laid | Upgraded) -> str:
    return _dice(built.body if isinstance(built, Upgraded) else built.module.body)


def _dice(pool: Pool) -> str:
    return f"{pool.dice}d {SUCCEEDS_FROM[pool.kind]}+"


def _cards(standing: Standing, terms: Terms) -> list[JsonObject]:
    """Return a module's cards from the lowest, each with its quarter turns against that one and its link's edge."""
    cards: list[JsonObject] = []
    for index, card in enumerate(standing.cards):
        up_to = Standing(kind="module", cards=standing.cards[: index + 1], edges=standing.edges[:index])
        built = terms.built(up_to)
        turned = built.quarter_turns if isinstance(built, Upgraded) else 0
        laid = terms.laid[card]
        cards.append(
            {
                "id": card,
                "module": laid.module.id,
                "version": laid.version,
                "name": laid.name,
                "turned": turned,
                "edge": standing.edges[index - 1] if index else "",
            }
        )
    return cards


def show_components(player: Player, terms: Terms) -> list[JsonObject]:
    """Return a player's components by level; a hidden one has no name."""
    in_force = terms.in_force(player)
    return [
        {
            "level": level,
            "chosen": bool(player.draft),
            "open": level <= player.revealed,
            **_component(terms.components.get(card_id)),
            "in_force": bool(in_force) and level == player.destroyed,
            "used": bool(in_force) and level == player.destroyed and player.used,
        }
        for level, card_id in zip(LEVELS, player.draft or ("",) * len(LEVELS), strict=True)
    ]


def _component(card: Component | None) -> JsonObject:
    if card is None:
        return {"id": "", "name": "", "effect": "", "when": "", "origin": "", "sign": "", "applied": True}
    mark = effect_mark(card)
    values = {"id": card.id, "name": card.name, "effect": effect(card), "when": card.when}
    return {**values, "origin": mark.text, "sign": sign(mark), "applied": components.is_applied(card)}


def draft_choices(terms: Terms) -> list[list[JsonObject]]:
    """Return the components to choose from, level by level."""
    cards = terms.components.values()
    return [
        [
            {
                "id": card.id,
                "name": card.name,
                "category": card.category,
                "effect": f"{effect(card)} {sign(effect_mark(card))}".rstrip(),
            }
            for card in cards
            if card.level == level
        ]
        for level in LEVELS
    ]


def best_shot_inputs(state: State, terms: Terms) -> JsonObject | None:
    """Return the inputs of the best-shot analysis for the active player; None where no shot is possible.

    The analysis reads modules of at most two cards. An opponent's larger module is entered as its lowest and uppermost
    card, which defend like the whole; a larger module of the active player is left out, see `left_out`.
    """
    if not (state.is_free and state.actions):
        return None
    mine, their = state.me, state.players[1 - state.active]
    own = {at: standing for at, standing in mine.area.items() if 0 < len(standing.cards) <= MOST_CARDS}
    my_component, their_component = terms.usable(mine), terms.usable(their)
    theirs = {at: standing for at, standing in their.area.items() if standing.kind != "port"}
    inputs = {
        "mine": _standing(own, terms),
        "my_upgrades": _upgrades(own),
        "theirs": _standing(theirs, terms),
        "their_upgrades": _upgrades(theirs),
        "attacked": [at for at, standing in own.items() if standing.attacked],
        "actions": min(state.actions, MOST_ACTIONS),
        "component": my_component.id if my_component and my_component.attack else None,
        "defender_component": their_component.id if their_component and their_component.defend else None,
    }
    return {name: value for name, value in inputs.items() if value} if own else None


def left_out(state: State) -> list[str]:
    """Return the spaces of the active player's modules with too many cards for the best-shot analysis."""
    return [at for at, standing in state.me.area.items() if len(standing.cards) > MOST_CARDS]


def _standing(area: dict[str, Standing], terms: Terms) -> JsonObject:
    return {at: write_space(terms.space(standing)) for at, standing in area.items()}


def _upgrades(area: dict[str, Standing]) -> JsonObject:
    return {at: standing.cards[-1] for at, standing in area.items() if len(standing.cards) > 1}
