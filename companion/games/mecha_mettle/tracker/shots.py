"""The shots of a module: each weapon in view along its line, with the inputs of its roll."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from companion.base.json_types import JsonObject
from companion.data.rulebook import rule
from companion.games.mecha_mettle.analysis.line_of_sight import TILES
from companion.games.mecha_mettle.analysis.sight_inputs import SQUARES
from companion.games.mecha_mettle.model import Module
from companion.games.mecha_mettle.resolver.inputs import MODES
from companion.games.mecha_mettle.rules.line_of_sight import Facing, Shot, line, squares
from companion.games.mecha_mettle.tracker.state import Contents, How, Standing, State
from companion.games.mecha_mettle.tracker.terms import Terms, cached_by_terms, space

ENDING = {field: mode for mode, field in MODES.items()}
"""Suffix of a weapon's name for each of a module's attacks."""
WAYS: dict[How, str] = {"weapon": "", "bypass": ENDING["bypass_attack"], "scrap": ENDING["scrap_attack"]}


@dataclass(frozen=True)
class TableShot:
    """A weapon aimed at a space: its own space, its index among the weapons in view, its mode and its target."""

    at: str
    weapon: int
    how: How
    module: Module
    facing: Facing
    shot: Shot
    name: str
    """The target in words: `Strongbox (left), its shield`."""

    @property
    def target(self) -> str:
        """Return the target's space, as its owner names it."""
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
        """Return the kinds of dice that a component may change, where the weapon rolls twice; else ()."""
        weapon = self.module.field_values()[str(MODES[WAYS[self.how]])]
        kinds = tuple(pool.kind for pool in weapon.pools)
        return kinds if len(kinds) > 1 else ()


def _defence(shot: Shot) -> JsonObject:
    """Return the inputs of the defense: a tile, the body in view, or the card whose shield faces the shot."""
    if shot.space.visible_body is None:
        return {"target": TILES[shot.space.kind]}
    if shot.shield:
        return {"target": shot.shield.laid.module.id, "side": "shield"}
    return {"target": shot.space.visible_body.id, "side": "body"}


class WeaponLine(NamedTuple):
    """The line along which a weapon in view fires: its number, and the opponent's spaces in order (facts 76 to 81)."""

    number: int
    targets: tuple[str, ...]


@cached_by_terms
def weapon_lines(terms: Terms, at: str, contents: Contents) -> tuple[WeaponLine, ...]:
    """Return the lines of the weapons of a module at a space; a weapon that points to its owner has none."""
    lines = []
    for number, (_, facing) in enumerate(space(terms, contents).weapons):
        passed = squares(SQUARES[at], facing, terms.rulings)
        if passed:
            lines.append(WeaponLine(number, tuple(square.key for square in passed[0])))
    return tuple(lines)


class AimedWeapon(NamedTuple):
    """A weapon with all that its shots depend on: its module, its line, and what lies along it."""

    at: str
    contents: Contents
    weapon_line: WeaponLine
    passed: tuple[Contents, ...]


def aimed_weapons(state: State, at: str, terms: Terms, scrapped: Standing | None = None) -> Iterator[AimedWeapon]:
    """Yield each weapon of the active player's module at a space, whether or not it has attacked."""
    contents = (scrapped or state.me.area[at]).contents
    enemies = state.players[1 - state.active].area
    for weapon_line in weapon_lines(terms, at, contents):
        passed = tuple([enemies[target].contents for target in weapon_line.targets])
        yield AimedWeapon(at, contents, weapon_line, passed)


def shots_from(state: State, at: str, terms: Terms, scrapped: Standing | None = None) -> Iterator[TableShot]:
    """Yield every shot of the active player's module at a space, whether or not it has attacked."""
    for aimed in aimed_weapons(state, at, terms, scrapped):
        yield from shots_along(terms, *aimed)


@cached_by_terms
def shots_along(
    terms: Terms, at: str, contents: Contents, weapon_line: WeaponLine, passed: tuple[Contents, ...]
) -> tuple[TableShot, ...]:
    """Return the shots of one weapon of a module along its line, given what lies there."""
    own_space = space(terms, contents)
    fitted, facing = own_space.weapons[weapon_line.number]
    module = fitted.laid.module
    own = own_space.upgraded.own_attachments if own_space.upgraded else (fitted,)
    # A card below may be the same module, with its weapon at the same edge: only the very attachment tells.
    has_ability = any(attachment is fitted for attachment in own)
    area = {SQUARES[target]: space(terms, one) for target, one in zip(weapon_line.targets, passed, strict=True)}
    sight = line(SQUARES[at], facing, area, terms.rulings, has_ability and module.bypass_attack is not None)
    assert sight
    return tuple(
        TableShot(at, weapon_line.number, how, module, facing, shot, _title(shot, target, terms))
        for shot, target in zip(sight.shots, passed, strict=True)
        for how in _ways_to_fire(shot, module, has_ability)
    )


def _ways_to_fire(shot: Shot, module: Module, has_ability: bool) -> Iterator[How]:
    """Yield the modes in which a weapon may fire at a space; a covered card has no abilities (fact 60)."""
    if shot.legal:
        yield "weapon"
        if has_ability and module.scrap_attack:
            yield "scrap"
    elif shot.bypass:
        yield "bypass"


def _title(shot: Shot, contents: Contents, terms: Terms) -> str:
    kind, cards, _, _ = contents
    if not shot.side:
        return terms.title(kind, cards)
    part = "its body"
    if shot.shield:
        part = "its Impenetrable shield" if shot.fails else "its shield"
    return f"{terms.title(kind, cards)}, {part}"


@rule("attack-once", "two-weapons", "destroyed-port")
def possible_weapons(state: State, terms: Terms) -> Iterator[AimedWeapon]:
    """Yield every weapon that the active player may fire now (facts 63 to 65); it may have no target in its line."""
    if state.firing:
        yield from remaining(state, terms)
        return
    if not state.actions:
        return
    for at, standing in state.me.area.items():
        if standing.cards and not standing.attacked:
            yield from aimed_weapons(state, at, terms)


def remaining(state: State, terms: Terms) -> Iterator[AimedWeapon]:
    """Yield the weapons that may still fire for the same action (fact 64)."""
    for aimed in aimed_weapons(state, state.firing, terms):
        if aimed.weapon_line.number not in state.fired:
            yield aimed


def possible(state: State, terms: Terms) -> Iterator[TableShot]:
    """Yield every shot that the active player may take now."""
    for aimed in possible_weapons(state, terms):
        yield from shots_of(terms, aimed, bool(state.firing))


@rule("drone-scrap")
def shots_of(terms: Terms, aimed: AimedWeapon, is_firing: bool) -> Iterator[TableShot]:
    """Yield the shots of a weapon; a module that is firing already cannot be scrapped any more (fact 68)."""
    for shot in shots_along(terms, *aimed):
        if not is_firing or shot.how != "scrap":
            yield shot
