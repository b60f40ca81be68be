"""The analysis of line of sight: from a table as a player describes it to each space of the line and what defends it.

An input says what stands on a space: `door`, `destroyed`, `port`, or a module with its version and facing, as in
`strongbox-left:owner`. A module faces where its weapon points; a Reactor has none and faces where its shield points.
"""

from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationInfo

from companion.cards import Catalogue
from companion.documents import Record
from companion.findings import shown
from companion.games.mecha_mettle.model import Module
from companion.games.mecha_mettle.rules.line_of_sight import (
    CLOCKWISE,
    COLUMNS,
    ROWS,
    Facing,
    Shot,
    Space,
    Square,
    line,
)
from companion.games.mecha_mettle.rules.upgrades import Laid, key, laid_cards
from companion.system import Analysis, Context

SQUARES = {square.key: square for square in (Square(row, column) for row in ROWS for column in COLUMNS)}
"""The nine spaces of an area, by name: `front-left`."""
TILES = {"port": "open-port", "door": "blast-door"}
"""The tile that defends a space without a module."""


def armed(catalogue: Catalogue) -> tuple[Module, ...]:
    """Return the modules that have a weapon."""
    return tuple(module for module in catalogue.all(Module) if module.weapon)


def space_of(text: str, catalogue: Catalogue) -> Space:
    """Return what stands on a space, read from `door`, `reactor` or `strongbox-left:owner`; ValueError for other text.

    A module without a facing faces ahead.
    """
    if text == "port":
        return Space()
    if text == "door":
        return Space("door")
    if text == "destroyed":
        return Space("destroyed")
    card_id, _, towards = text.partition(":")
    laid = laid_cards(catalogue).get(card_id)
    if laid is None:
        raise ValueError("port, door, destroyed, or a module and its facing, for example reactor:left")
    facing = next((facing for facing in CLOCKWISE if facing == (towards or "ahead")), None)
    if facing is None:
        raise ValueError(f"a facing of {card_id} (one of {', '.join(CLOCKWISE)}) instead of {shown(towards)}")
    return Space("module", laid.module, laid.version, facing)


def written(space: Space) -> str:
    """Return what stands on a space as an input writes it: `reactor:left`."""
    return f"{key(Laid(space.module, space.version))}:{space.facing}" if space.module else space.kind


def _square(text: str) -> str:
    if text not in SQUARES:
        raise ValueError(f"one of {', '.join(SQUARES)}")
    return text


def _weapon(text: str, info: ValidationInfo) -> str:
    catalogue = (info.context or {}).get("catalogue")
    if catalogue is not None and text not in (known := [module.id for module in armed(catalogue)]):
        raise ValueError(f"one of {', '.join(known)}")
    return text


def _standing(text: str, info: ValidationInfo) -> str:
    catalogue = (info.context or {}).get("catalogue")
    return written(space_of(text, catalogue)) if catalogue is not None else text


SquareName = Annotated[str, AfterValidator(_square), Field(json_schema_extra={"enum": list(SQUARES)})]
Standing = Annotated[str, Field(max_length=80), AfterValidator(_standing)]


class LineOfSightInputs(Record):
    """Where the attacker stands and faces, and what stands on the opponent's spaces."""

    at: SquareName = Field(
        "middle-centre", title="Attacker's space", description="As its owner sees it: the front row is the nearest one."
    )
    facing: Facing = Field("ahead", title="Its weapon faces", description="Towards the opponent, a side or its owner.")
    weapon: Annotated[str, AfterValidator(_weapon)] | None = Field(
        None,
        title="Attacking module",
        description="A module that has a weapon; the first one if left out.",
        json_schema_extra={"cards": "module", "with": "weapon"},
    )
    their: dict[SquareName, Standing] = Field(
        default_factory=dict,
        title="Opponent's spaces",
        description=(
            "What stands on each space, as the opponent sees it: door, destroyed, or a module and its facing, such as "
            "reactor:left. Spaces left out are Open Ports."
        ),
    )


def run(inputs: LineOfSightInputs, context: Context) -> dict[str, Any]:
    """Return what the module can hit.

    `line` is its kind, its name and the defender's side that shots come from; None for a module that faces its owner,
    which cannot attack. `shots` are the spaces in the order a shot passes them; `attacks` are those that can be rolled
    (`how`: weapon, bypass or scrap), each with the inputs of its roll. `their` is what stands on each space that was
    named. `rules` and `rulings` decide where the line runs.
    """
    module = _attacker(inputs, context.catalogue)
    area = {SQUARES[name]: space_of(text, context.catalogue) for name, text in inputs.their.items()}
    found = line(SQUARES[inputs.at], inputs.facing, area, context.rulings, module.bypass_attack is not None)
    shots = found.shots if found else ()
    sideways = found is not None and found.kind == "row"
    return {
        "weapon": {"id": module.id, "name": module.name},
        "at": inputs.at,
        "facing": inputs.facing,
        "line": found and {"kind": found.kind, "name": found.name, "comes_from": found.comes_from},
        "shots": [_shot(shot) for shot in shots],
        "attacks": [attack for shot in shots for attack in _attacks(shot, module)],
        "their": [{"space": square.key, **_space(space)} for square, space in area.items()],
        "rules": list(found.applied if found else ("facing",)),
        "rulings": {name: context.rulings[name] for name in ("sideways-entry", "sideways-row") if sideways},
    }


def _attacker(inputs: LineOfSightInputs, catalogue: Catalogue) -> Module:
    return catalogue.get(Module, inputs.weapon) if inputs.weapon else armed(catalogue)[0]


def _space(space: Space) -> dict[str, str]:
    """Return what stands on a space: `standing` as an input writes it, its name, and its facing."""
    if space.module is None:
        names = {"port": "Open Port", "door": "Blast Door", "destroyed": "Destroyed port"}
        return {"standing": space.kind, "name": names[space.kind], "facing": ""}
    return {"standing": written(space), "name": Laid(space.module, space.version).name, "facing": space.facing}


def _shot(shot: Shot) -> dict[str, Any]:
    return {
        "order": shot.order,
        "space": shot.square.key,
        **_space(shot.space),
        "can_hit": shot.legal,
        "can_bypass": shot.bypass,
        "blocks": shot.blocks,
        "defends_with": shot.side,
        "why": shot.why,
        "rules": list(shot.applied),
    }


def _attacks(shot: Shot, module: Module) -> list[dict[str, str]]:
    """Return the attacks that can be rolled at a space, each with the inputs of its roll."""
    if not shot.legal and not shot.bypass:
        return []
    target = shot.space.module.id if shot.space.module else TILES[shot.space.kind]
    ways = [("weapon", module.id)] if shot.legal else [("bypass", f"{module.id}-bypass")]
    if shot.legal and module.scrap_attack:
        ways.append(("scrap", f"{module.id}-scrap"))
    return [
        {"space": shot.square.key, "how": how, "weapon": weapon, "target": target, "side": shot.side}
        for how, weapon in ways
    ]


LINE_OF_SIGHT = Analysis(
    name="line-of-sight",
    title="Line of sight",
    about="What a module can hit, what blocks the shot, and what defends.",
    inputs=LineOfSightInputs,
    run=run,
)
