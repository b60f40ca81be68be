"""The line-of-sight analysis: each space of a module's line on a table that a player describes, and its defense.

A module faces where its weapon points; a Reactor has none and faces where its shield points. An upgraded module faces
where its lower card does, and each of its weapons where it points then.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Literal

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.cards import Catalogue
from companion.gamekit.contract import Analysis, CardNumber, Context
from companion.games.mecha_mettle.analysis.sight_inputs import (
    SQUARES,
    LineOfSightInputs,
    find_laid_module,
    modules_with_weapons,
    read_space,
    write_space,
)
from companion.games.mecha_mettle.analysis.two_shots import can_be_both, inputs_after_hit, two_weapon_inputs
from companion.games.mecha_mettle.model import Module
from companion.games.mecha_mettle.resolver.inputs import weapons as known_weapons
from companion.games.mecha_mettle.rules.line_of_sight import Facing, Shot, SightLine, Space, Square, line
from companion.games.mecha_mettle.rules.upgrades import (
    Fitted,
    Laid,
    Refused,
    all_laid_modules,
    key,
    link_fields,
    upgrade,
)

SURE = "Proved: every space of each line, by the rules and the rulings named."
"""How sure the answer is."""
TILES = {"port": "open-port", "door": "blast-door"}
"""The tile that defends a space without a module."""


def run(inputs: LineOfSightInputs, context: Context) -> JsonObject:
    """Return the spaces that a module can hit.

    `weapons` has an entry for each weapon in view (two on some upgraded modules): its card and facing; its `line` with
    kind, name and the defender's side that shots come from, None where it faces its owner and cannot attack; its
    `shots`, the spaces in the order that a shot passes them; its `attacks` that can be rolled (`how`: weapon, bypass or
    scrap) with the inputs of the roll. `line`, `shots` and `attacks` of the answer itself are those of the first
    weapon. `upgraded` describes how a pair lies, None for a single module. `both` is the roll of two weapons, each at
    its farthest target, past a module if necessary; None without. `their` has the contents of each named space. `rules`
    and `rulings` decide where the lines run.
    """
    attacker = _attacker(inputs, context.catalogue)
    area = _area(inputs, context.catalogue)
    aimed = _weapons_in_view(inputs, attacker, area, context)
    weapons = [_weapon_data(attacker, *weapon) for weapon in aimed]
    sights = [sight for _, _, sight in aimed if sight]
    sideways = any(sight.kind == "row" for sight in sights)
    rules = dict.fromkeys(rule for sight in sights for rule in sight.applied) or {"facing": None}
    return {
        "weapon": {"id": inputs.weapon or weapons[0]["module"], "name": attacker.name},
        "at": inputs.at,
        "facing": inputs.facing,
        "upgraded": _pair_data(attacker),
        **{name: weapons[0][name] for name in ("line", "shots", "attacks")},
        "weapons": weapons,
        "both": _two_weapon_inputs(inputs, attacker, weapons, context),
        "their": [{"space": square.key, **space_data(space)} for square, space in area.items()],
        "certainty": "proved",
        "sure": SURE,
        "rules": [
            *rules,
            *["upgrade", "visible-only"] * bool(attacker.upgraded),
            *["two-weapons"] * (len(weapons) > 1),
        ],
        "rulings": {name: context.rulings[name] for name in ("sideways-entry", "sideways-row") if sideways},
    }


def _attacker(inputs: LineOfSightInputs, catalogue: Catalogue) -> Space:
    """Return the attacking module; InvalidInput where no weapon is in view or the upgrade is not allowed."""
    lower = find_laid_module(inputs.weapon or modules_with_weapons(catalogue)[0].id, catalogue)
    assert lower is not None  # the inputs were read with these cards
    space = Space("module", lower.module, lower.version, inputs.facing)
    if inputs.upgrade:
        space = _lay_upgrade(space, inputs.upgrade, catalogue, "upgrade")
    if not space.weapons:
        names = ", ".join(module.id for module in modules_with_weapons(catalogue))
        expected = f"one of {names}, or an upgrade with a weapon in view"
        raise InvalidInput(InputError("weapon", quote(inputs.weapon), expected))
    return space


def _area(inputs: LineOfSightInputs, catalogue: Catalogue) -> dict[Square, Space]:
    return read_area(inputs.theirs, inputs.their_upgrades, catalogue)


def read_area(
    standing: Mapping[str, str],
    upgrades: Mapping[str, str],
    catalogue: Catalogue,
    owner: Literal["their", "my"] = "their",
) -> dict[Square, Space]:
    """Return the contents of a player's spaces; InvalidInput for an upgrade against the rules."""
    area = {SQUARES[name]: read_space(text, catalogue) for name, text in standing.items()}
    for name, upper in upgrades.items():
        space, where = area.get(SQUARES[name], Space()), f"{owner}_upgrades.{name}"
        if space.module is None:
            area_name = "mine" if owner == "my" else "theirs"
            raise InvalidInput(InputError(where, quote(upper), f"a module on that space: give {area_name}.{name} too"))
        area[SQUARES[name]] = _lay_upgrade(space, upper, catalogue, where)
    return area


def _lay_upgrade(space: Space, upper: str, catalogue: Catalogue, where: str) -> Space:
    """Return a module with another laid on it; InvalidInput where the rules do not allow it."""
    assert space.module is not None
    pair = upgrade(Laid(space.module, space.version), all_laid_modules(catalogue)[upper])
    if isinstance(pair, Refused):
        raise InvalidInput(InputError(where, quote(upper), f"a module that can be linked. {pair.reason}"))
    return replace(space, upgraded=pair)


def _sight(
    inputs: LineOfSightInputs,
    attacker: Space,
    weapon: Fitted,
    facing: Facing,
    area: dict[Square, Space],
    context: Context,
) -> SightLine | None:
    scout = _has_ability(attacker, weapon) and weapon.laid.module.bypass_attack is not None
    return line(SQUARES[inputs.at], facing, area, context.rulings, scout)


def _has_ability(attacker: Space, weapon: Fitted) -> bool:
    """Return whether the abilities of a weapon's card count: of a pair those of the covered lower body are lost."""
    return attacker.upgraded is None or weapon is not attacker.upgraded.remaining_attachment


def _weapon_data(attacker: Space, weapon: Fitted, facing: Facing, sight: SightLine | None) -> JsonObject:
    module = weapon.laid.module
    shots = sight.shots if sight else ()
    has_ability = _has_ability(attacker, weapon)
    return {
        "module": module.id,
        "name": module.name,
        "facing": facing,
        "line": sight and {"kind": sight.kind, "name": sight.name, "comes_from": sight.comes_from},
        "shots": [_shot_data(shot) for shot in shots],
        "attacks": [attack for shot in shots for attack in _possible_attacks(shot, module, has_ability)],
    }


def _pair_data(attacker: Space) -> JsonObject | None:
    """Return an upgraded module's cards, the edge of their link, and the quarter turns of the upper one."""
    pair = attacker.upgraded
    if pair is None:
        return None
    return {
        "lower": key(pair.lower),
        "upper": key(pair.upper),
        "edge": pair.remaining_attachment.edge,
        "turned": pair.quarter_turns,
    }


def _weapons_in_view(
    inputs: LineOfSightInputs, attacker: Space, area: dict[Square, Space], context: Context
) -> list[tuple[Fitted, Facing, SightLine | None]]:
    """Return each weapon in view, where it faces, and its line."""
    return [
        (weapon, facing, _sight(inputs, attacker, weapon, facing, area, context)) for weapon, facing in attacker.weapons
    ]


def _two_weapon_inputs(
    inputs: LineOfSightInputs, attacker: Space, weapons: list[JsonObject], context: Context
) -> JsonObject | None:
    """Return the inputs of a roll of both weapons, each at its farthest target; None where one cannot fire.

    Where a hit of the first removes the blocking module, the second keeps its target and ignores none.
    """
    if attacker.upgraded is None or len(weapons) < 2:
        return None
    targets = [[attack for attack in weapon["attacks"] if can_be_both(attack)] for weapon in weapons[:2]]
    if not all(targets):
        return None
    first, second = targets[0][-1], targets[1][-1]
    cards = {"lower": attacker.upgraded.lower.module.id, "upper": attacker.upgraded.upper.module.id}
    roll_inputs = two_weapon_inputs(cards, False, first, second)
    if first["space"] in (shot["space"] for shot in weapons[1]["shots"]):
        attacks = (
            attack for attack in attacks_after_hit(inputs, 0, first, context) if attack["space"] == second["space"]
        )
        roll_inputs |= inputs_after_hit(second, next(attacks, None))
    return roll_inputs


def attacks_after_hit(inputs: LineOfSightInputs, number: int, first: JsonMapping, context: Context) -> list[JsonObject]:
    """Return the attacks of the other weapon of a pair once the attack `first` of weapon `number` (0 or 1) has hit."""
    gone = first["space"]
    takes_port = first["target"] in TILES.values() or known_weapons(context.catalogue)[first["weapon"]].breach
    later = inputs.model_copy(
        update={
            "theirs": {**inputs.theirs, gone: "destroyed" if takes_port else "port"},
            "their_upgrades": {space: laid for space, laid in inputs.their_upgrades.items() if space != gone},
        }
    )
    attacker = _attacker(inputs, context.catalogue)
    weapon = _weapons_in_view(later, attacker, _area(later, context.catalogue), context)[1 - number]
    return [attack for attack in _weapon_data(attacker, *weapon)["attacks"] if can_be_both(attack)]


def space_data(space: Space) -> dict[str, str]:
    """Return the contents of a space as JSON: `standing` in the form of the input field, name, facing, upgrade."""
    if space.module is None:
        names = {"port": "Open Port", "door": "Blast Door", "destroyed": "Destroyed port"}
        return {"standing": space.kind, "name": names[space.kind], "facing": "", "upgrade": ""}
    name = Laid(space.module, space.version).name
    upper = space.upgraded.upper if space.upgraded else None
    return {
        "standing": write_space(space),
        "name": f"{upper.name} on {name}" if upper else name,
        "facing": space.facing,
        "upgrade": key(upper) if upper else "",
    }


def _shot_data(shot: Shot) -> JsonObject:
    return {
        "order": shot.order,
        "space": shot.square.key,
        **space_data(shot.space),
        "can_hit": shot.legal,
        "can_bypass": shot.bypass,
        "blocks": shot.blocks,
        "defends_with": shot.side,
        "fails": shot.fails,
        "why": shot.why,
        "rules": list(shot.applied),
    }


def _possible_attacks(shot: Shot, module: Module, has_ability: bool) -> list[dict[str, str]]:
    """Return the attacks that can be rolled at a space, each with the inputs of its roll.

    `able` says whether the abilities of the weapon's card count.
    """
    if not shot.legal and not shot.bypass:
        return []
    modes = [("weapon", module.id)] if shot.legal else [("bypass", f"{module.id}-bypass")]
    if shot.legal and has_ability and module.scrap_attack:
        modes.append(("scrap", f"{module.id}-scrap"))
    target = {"target": shot.space.module.id if shot.space.module else TILES[shot.space.kind]}
    if shot.space.upgraded:
        target["target_upgrade"] = shot.space.upgraded.upper.module.id
    return [
        {"space": shot.square.key, "how": how, "weapon": weapon, **target, "side": shot.side} for how, weapon in modes
    ]


def _card_numbers(inputs: LineOfSightInputs, context: Context) -> Iterable[CardNumber]:
    """Yield the card fields that decide facings: the side of each shield, and the links of upgrades."""
    attacker = _attacker(inputs, context.catalogue)
    area = {f"theirs.{square.key}": space for square, space in _area(inputs, context.catalogue).items()}
    for name, space in {"weapon": attacker, **area}.items():
        if name != "weapon":
            yield from (CardNumber(name, fitted.laid.module.id, "shield.side") for fitted, _ in space.shields)
        if space.upgraded:
            pair = link_fields(space.upgraded.lower.module, space.upgraded.upper.module)
            yield from (CardNumber(name, card, field) for card, field in pair)


LINE_OF_SIGHT = Analysis(
    name="line-of-sight",
    title="Line of sight",
    about="What a module can hit, what blocks the shot, and what defends.",
    inputs=LineOfSightInputs,
    run=run,
    card_numbers=_card_numbers,
)
