"""The rulings that an event uses, where the rulebook is silent; a table names each when it first matters."""

from collections.abc import Iterator

from companion.base.json_types import JsonMapping
from companion.data.rulebook import rule
from companion.games.mecha_mettle.tracker import rolls
from companion.games.mecha_mettle.tracker.shots import TableShot, shots_from
from companion.games.mecha_mettle.tracker.state import PendingRoll, State
from companion.games.mecha_mettle.tracker.terms import Terms
from companion.play.log import TableEvent


@rule("component-one-pool", "added-dice", "sight-row")
def rulings_used(before: State, event: TableEvent, after: State, terms: Terms) -> Iterator[str]:
    """Yield the rulings that decide an event; none depends on hidden information."""
    values: JsonMapping = event.values if event.kind == "move" else {}
    name = values.get("name", "")
    if name == "attack" and after.roll:
        yield from _attack_rulings(after, after.roll, terms)
    if name == "play" and "edge" in values and len(after.me.area[values["to"]].cards) > 2:
        yield "upgrade-again"
    if name == "end-turn" and before.actions:
        yield "spare-actions"
    if name == "door" and before.me.area[values["to"]].cards:
        yield "door-on-module"
    if name == "use" and values.get("facing") and "to" in values:
        yield "moved-facing"
    if event.kind != "correct" and not before.deck and (after.deck or _marks_newly(before, after)):
        yield "empty-deck"
        if any(one.kind == "destroyed" for player in after.players for one in player.area.values()):
            yield "ports-reshuffled"
    if _ports_lost(after) > _ports_lost(before):
        yield from _lost_port_rulings(before, after)
    if after.roll and after.roll.kind == "shot" and _defender_decides(after, terms):
        yield "defence-components"


def _attack_rulings(state: State, roll: PendingRoll, terms: Terms) -> Iterator[str]:
    """Yield the rulings about the line of a shot and about its component."""
    shot = rolls.shot_of(state, roll, terms)
    if shot.is_sideways:
        yield from ("sideways-entry", "sideways-row")
    card = terms.components.get(roll.component)
    if card is None or card.attack is None:
        return
    if card.attack.replace:
        yield "replaced-dice"
    added = card.attack.add or card.attack.replace
    if added and any(pool != added.kind for pool in _kinds(shot, roll)):
        yield "added-dice"


def _kinds(shot: TableShot, roll: PendingRoll) -> tuple[str, ...]:
    if roll.pool:
        return (roll.pool,)
    weapon = shot.module.bypass_attack if roll.how == "bypass" else shot.module.weapon
    weapon = shot.module.scrap_attack if roll.how == "scrap" else weapon
    return tuple(pool.kind for pool in weapon.pools) if weapon else ()


def _ports_lost(state: State) -> int:
    return sum(player.destroyed for player in state.players)


def _marks_newly(before: State, after: State) -> bool:
    """Return whether a port was destroyed and marked at once."""
    pairs = zip(before.players, after.players, strict=True)
    return any(
        standing.marker and player_before.area[at].kind != "destroyed"
        for player_before, player_after in pairs
        for at, standing in player_after.area.items()
    )


def _lost_port_rulings(before: State, after: State) -> Iterator[str]:
    if sum(player.doors_lost for player in after.players) > sum(player.doors_lost for player in before.players):
        yield "doors-count"
    if not before.deck:
        yield "empty-deck"
    yield "look-under-ports"


@rule("component-active")
def _defender_decides(state: State, terms: Terms) -> bool:
    """Return whether the defender has a component that may matter in this shot."""
    card = terms.usable(state.players[1 - state.active])
    if card is None or state.roll is None:
        return False
    targets = {shot.target for shot in shots_from(state, state.roll.at, terms, state.roll.scrapped)}
    return bool(card.defend) or (card.id == rolls.FLARE and len(targets) > 1)
