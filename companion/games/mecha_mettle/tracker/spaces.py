"""Spaces, modules and components as a view shows them; and both areas as the analysis of the best shot reads them."""

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
"""Cards of a module that the analysis of the best shot can read."""


def show_space(known: State, whose: int, at: str, terms: Terms) -> JsonObject:
    """Return a space; `marker` is the card on a destroyed port, empty where there is none."""
    standing = known.players[whose].area[at]
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
    """Return a module's cards from the lowest, each with its turns against the lowest one and its edge below."""
    found: list[JsonObject] = []
    for place, card in enumerate(standing.cards):
        up_to = Standing(kind="module", cards=standing.cards[: place + 1], edges=standing.edges[:place])
        built = terms.built(up_to)
        turned = built.quarter_turns if isinstance(built, Upgraded) else 0
        laid = terms.laid[card]
        found.append(
            {
                "id": card,
                "module": laid.module.id,
                "version": laid.version,
                "name": laid.name,
                "turned": turned,
                "edge": standing.edges[place - 1] if place else "",
            }
        )
    return found


def show_components(player: Player, terms: Terms) -> list[JsonObject]:
    """Return a player's components by level; one that is hidden has no name."""
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
                "effect": _marked_effect(card),
            }
            for card in cards
            if card.level == level
        ]
        for level in LEVELS
    ]


def _marked_effect(card: Component) -> str:
    """Return what a component does, with the sign of where that comes from: ⌂ for what no rulebook says."""
    return f"{effect(card)} {sign(effect_mark(card))}".rstrip()


def best_shot_inputs(state: State, terms: Terms) -> JsonObject | None:
    """Return what the analysis of the best shot is asked for the active player; None where nothing may be fired.

    It knows modules of two cards at most: of an opponent's larger one the lowest and the uppermost card defend as the
    whole does; an own larger one is left out, as `left_out` says.
    """
    if not (state.is_free and state.actions):
        return None
    mine, their = state.me, state.players[1 - state.active]
    own = {at: one for at, one in mine.area.items() if 0 < len(one.cards) <= MOST_CARDS}
    used, defends = terms.usable(mine), terms.usable(their)
    theirs = {at: one for at, one in their.area.items() if one.kind != "port"}
    found = {
        "mine": _standing(own, terms),
        "my_upgrades": _upgrades(own),
        "their": _standing(theirs, terms),
        "their_upgrades": _upgrades(theirs),
        "attacked": [at for at, one in own.items() if one.attacked],
        "actions": min(state.actions, MOST_ACTIONS),
        "component": used.id if used and used.attack else None,
        "defender_component": defends.id if defends and defends.defend else None,
    }
    return {name: value for name, value in found.items() if value} if own else None


def left_out(state: State) -> list[str]:
    """Return the active player's modules that the analysis of the best shot cannot read: they have too many cards."""
    return [at for at, one in state.me.area.items() if len(one.cards) > MOST_CARDS]


def _standing(area: dict[str, Standing], terms: Terms) -> JsonObject:
    return {at: write_space(terms.space(one)) for at, one in area.items()}


def _upgrades(area: dict[str, Standing]) -> JsonObject:
    return {at: one.cards[-1] for at, one in area.items() if len(one.cards) > 1}
