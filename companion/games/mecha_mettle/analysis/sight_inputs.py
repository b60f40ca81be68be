"""The inputs of line of sight: the attacker's space and facing, and the contents of the opponent's spaces.

The contents of a space are a text: `door`, `destroyed`, `port`, or a module with its version and facing, as in
`strongbox-left:owner`. The upper card of an upgraded module is an input of its own.
"""

from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo

from companion.base.findings import quote
from companion.data.card_ids import validation_catalogue
from companion.data.cards import Catalogue
from companion.data.documents import Record, renamed
from companion.games.mecha_mettle.analysis.upgrades import LaidName
from companion.games.mecha_mettle.model import Module
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE, COLUMNS, ROWS, Facing, Space, Square
from companion.games.mecha_mettle.rules.upgrades import Laid, all_laid_modules, key

SQUARES = {square.key: square for square in (Square(row, column) for row in ROWS for column in COLUMNS)}
"""The nine spaces of an area, by name: `front-left`."""


def modules_with_weapons(catalogue: Catalogue) -> tuple[Module, ...]:
    """Return the modules that have a weapon."""
    return tuple(module for module in catalogue.all(Module) if module.weapon)


def read_space(text: str, catalogue: Catalogue) -> Space:
    """Read the contents of a space from `door`, `reactor` or `strongbox-left:owner`; ValueError for other text.

    A module without a facing faces ahead.
    """
    if text == "port":
        return Space()
    if text == "door":
        return Space("door")
    if text == "destroyed":
        return Space("destroyed")
    card_id, _, towards = text.partition(":")
    laid = all_laid_modules(catalogue).get(card_id)
    if laid is None:
        raise ValueError("port, door, destroyed, or a module and its facing, for example reactor:left")
    facing = next((facing for facing in CLOCKWISE if facing == (towards or "ahead")), None)
    if facing is None:
        raise ValueError(f"a facing of {card_id} (one of {', '.join(CLOCKWISE)}) instead of {quote(towards)}")
    return Space("module", laid.module, laid.version, facing)


def write_space(space: Space) -> str:
    """Return the contents of a space in the form of the input field: `reactor:left`."""
    return f"{key(Laid(space.module, space.version))}:{space.facing}" if space.module else space.kind


def _square(text: str) -> str:
    if text not in SQUARES:
        raise ValueError(f"one of {', '.join(SQUARES)}")
    return text


def _weapon(text: str, info: ValidationInfo) -> str:
    catalogue = validation_catalogue(info)
    if catalogue is not None and find_laid_module(text, catalogue) is None:
        raise ValueError(f"one of {', '.join(module.id for module in modules_with_weapons(catalogue))}")
    return text


def find_laid_module(text: str, catalogue: Catalogue) -> Laid | None:
    """Return the module of a name: `hammer` is its first version, `hammer-left` the left one; None if unknown."""
    module = catalogue.find(Module, text)
    return all_laid_modules(catalogue).get(text) or (
        Laid(module, next(iter(module.versions), "plain")) if module else None
    )


def _check_space_name(text: str, info: ValidationInfo) -> str:
    catalogue = validation_catalogue(info)
    return write_space(read_space(text, catalogue)) if catalogue is not None else text


SquareName = Annotated[str, AfterValidator(_square), Field(json_schema_extra={"enum": list(SQUARES)})]
Standing = Annotated[str, Field(max_length=80), AfterValidator(_check_space_name)]


class LineOfSightInputs(Record):
    """The attacker's space, facing and module, and the contents of the opponent's spaces."""

    at: SquareName = Field(
        "middle-centre", title="Attacker's space", description="As its owner sees it: the front row is the nearest one."
    )
    facing: Facing = Field(
        "ahead",
        title="Its weapon faces",
        description="Towards the opponent, a side or its owner; of an upgraded module the top edge of the lower card.",
    )
    weapon: Annotated[str, AfterValidator(_weapon)] | None = Field(
        None,
        max_length=80,
        title="Attacking module",
        description="A module that has a weapon; the first one if left out. Of an upgraded one the lower card, in its "
        "version: strongbox-left.",
        json_schema_extra={"cards": "module", "with": "weapon"},
    )
    upgrade: LaidName | None = Field(
        None, title="Upgraded with", description="The module laid on the attacker, for example scout-left."
    )
    theirs: dict[SquareName, Standing] = Field(
        default_factory=dict,
        validation_alias=renamed("theirs", "their"),
        title="Opponent's spaces",
        description=(
            "What stands on each space, as the opponent sees it: door, destroyed, or a module and its facing, such as "
            "reactor:left. Spaces left out are Open Ports."
        ),
    )
    their_upgrades: dict[SquareName, LaidName] = Field(
        default_factory=dict,
        title="Opponent's upgrades",
        description="What is laid on the module of a space, for example hammer-right.",
    )
