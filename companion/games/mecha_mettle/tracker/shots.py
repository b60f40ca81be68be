"""The shots that a module has: each weapon in view along its line, with the inputs of its roll."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.base.json_types import JsonObject
from companion.data.rulebook import rule
from companion.games.mecha_mettle.analysis.line_of_sight import TILES
from companion.games.mecha_mettle.analysis.sight_inputs import SQUARES
from companion.games.mecha_mettle.model import Module
from companion.games.mecha_mettle.resolver.inputs import MODES
from companion.games.mecha_mettle.rules.line_of_sight import Facing, Shot, Space, line
from companion.games.mecha_mettle.rules.upgrades import Fitted
from companion.games.mecha_mettle.tracker.state import How, Standing, State
from companion.games.mecha_mettle.tracker.terms import Terms

ENDING = {field: mode for mode, field in MODES.items()}
"""How a weapon's name ends for each of a module's attacks."""
WAYS: dict[How, str] = {"weapon": "", "bypass": ENDING["bypass_attack"], "scrap": ENDING["scrap_attack"]}


@dataclass(frozen=True)
class TableShot:
    """A weapon at a space: where it stands, its place among the weapons in view, how it fires, and at what."""

    at: str
    weapon: int
    how: How
    module: Module
    facing: Facing
    shot: Shot
    name: str
    """What is shot at, in words: `Strongbox (left), its shield`."""

    @property
    def target(self) -> str:
        """Return the space that is shot at, as its owner names it."""
        return self.shot.square.key

    @property
    def is_sideways(self) -> bool:
        """Return whether it flies along a row."""
        return self.facing != "ahead"

    @property
    def inputs(self) -> JsonObject:
        """Return the inputs of its roll, without components: of an upgraded target the card that defends."""
        return {"weapon": f"{self.module.id}{WAYS[self.how]}", **_defence(self.shot)}

    @property
    def pools(self) -> tuple[str, ...]:
        """Return the kinds of dice of which a component changes one, where the weapon rolls twice."""
        weapon = self.module.field_values()[str(MODES[WAYS[self.how]])]
        kinds = tuple(pool.kind for pool in weapon.pools)
        return kinds if len(kinds) > 1 else ()


def _defence(shot: Shot) -> JsonObject:
    """Return what defends as a roll names it: a tile, the body in view, or the card whose shield faces the shot."""
    if shot.space.body_of is None:
        return {"target": TILES[shot.space.kind]}
    if shot.shield:
        return {"target": shot.shield.laid.module.id, "side": "shield"}
    return {"target": shot.space.body_of.id, "side": "body"}


def weapons(space: Space) -> tuple[tuple[Fitted, Facing], ...]:
    """Return the weapons in view with where they point; of an upgraded module the lowest card's first."""
    return space.weapons


def shots_from(state: State, at: str, terms: Terms, scrapped: Standing | None = None) -> Iterator[TableShot]:
    """Yield every shot of the active player's module at a space, whether or not it has attacked."""
    space = terms.space(scrapped or state.me.area[at])
    for number in range(len(weapons(space))):
        yield from _shots_of_weapon(state, at, space, number, terms)


def _shots_of_weapon(state: State, at: str, space: Space, number: int, terms: Terms) -> Iterator[TableShot]:
    fitted, facing = weapons(space)[number]
    module = fitted.laid.module
    own = space.upgraded.own_attachments if space.upgraded else (fitted,)
    able = any(one is fitted for one in own)  # a card below may be the same module, with its weapon at the same edge
    enemies = state.players[1 - state.active]
    sight = line(SQUARES[at], facing, terms.area(enemies), terms.rulings, able and module.bypass_attack is not None)
    for shot in sight.shots if sight else ():
        name = _title(shot, enemies.area[shot.square.key], terms)
        for how in _ways(shot, module, able):
            yield TableShot(at, number, how, module, facing, shot, name)


def _ways(shot: Shot, module: Module, able: bool) -> Iterator[How]:
    """Yield how a weapon may fire at a space; abilities of a covered card do not count (fact 60)."""
    if shot.legal:
        yield "weapon"
        if able and module.scrap_attack:
            yield "scrap"
    elif shot.bypass:
        yield "bypass"


def _title(shot: Shot, standing: Standing, terms: Terms) -> str:
    if not shot.side:
        return terms.describe(standing)
    whose = "its body"
    if shot.shield:
        whose = "its Impenetrable shield" if shot.fails else "its shield"
    return f"{terms.describe(standing)}, {whose}"


@rule("attack-once", "drone-scrap", "two-weapons", "destroyed-port")
def possible(state: State, terms: Terms) -> Iterator[TableShot]:
    """Yield every shot that the active player may take now (facts 63 to 65, 68)."""
    if state.firing:
        yield from remaining(state, terms)
        return
    if not state.actions:
        return
    for at, standing in state.me.area.items():
        if standing.cards and not standing.attacked:
            yield from shots_from(state, at, terms)


def remaining(state: State, terms: Terms) -> Iterator[TableShot]:
    """Yield the shots of the weapons that may still fire for the same action (fact 64)."""
    for shot in shots_from(state, state.firing, terms):
        if shot.weapon not in state.fired and shot.how != "scrap":
            yield shot
