"""The inputs of the best-shot analysis: both areas, modules that have attacked, actions left, components."""

from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo

from companion.data.card_ids import validation_catalogue
from companion.data.documents import Record, renamed
from companion.games.mecha_mettle.analysis.sight_inputs import SQUARES, SquareName, Standing
from companion.games.mecha_mettle.analysis.upgrades import LaidName
from companion.games.mecha_mettle.model import Component

MOST_ACTIONS = 9
"""The most actions of a turn: three, and one more for each of six Reactors."""


def _changes(name: str, info: ValidationInfo) -> str:
    """Return the id of a component that changes the roll of the field it is given for."""
    catalogue = validation_catalogue(info)
    if catalogue is None:
        return name
    part = "attack" if info.field_name == "component" else "defend"
    names = [card.id for card in catalogue.all(Component) if card.field_values()[part]]
    if name not in names:
        raise ValueError(f"one of {', '.join(names)}")
    return name


ChangingComponent = Annotated[str, Field(max_length=60), AfterValidator(_changes)]


class BestShotInputs(Record):
    """Both areas, the modules that have attacked, the actions left, and the components in force."""

    mine: dict[SquareName, Standing] = Field(
        default_factory=dict,
        title="My spaces",
        description="My modules, each with where it faces, such as hammer-right:left; without a facing it faces ahead.",
    )
    my_upgrades: dict[SquareName, LaidName] = Field(
        default_factory=dict, title="My upgrades", description="What is laid on the module of a space."
    )
    theirs: dict[SquareName, Standing] = Field(
        default_factory=dict,
        validation_alias=renamed("theirs", "their"),
        title="Opponent's spaces",
        description="What stands on each space, as the opponent sees it. Spaces left out are Open Ports.",
    )
    their_upgrades: dict[SquareName, LaidName] = Field(
        default_factory=dict, title="Opponent's upgrades", description="What is laid on the module of a space."
    )
    attacked: tuple[SquareName, ...] = Field(
        (), max_length=len(SQUARES), title="Attacked this turn", description="My spaces whose module may not attack."
    )
    actions: int = Field(
        1,
        ge=1,
        le=MOST_ACTIONS,
        title="Actions left",
        description="An attack takes one; each quarter turn before it one more.",
    )
    component: ChangingComponent | None = Field(
        None,
        title="My component",
        description="An active attack component, not used this turn.",
        json_schema_extra={"cards": "component", "with": "attack"},
    )
    defender_component: ChangingComponent | None = Field(
        None,
        title="Their component",
        description="An active defense component, not used this turn.",
        json_schema_extra={"cards": "component", "with": "defend"},
    )
    most: int = Field(12, ge=1, le=100, title="Shots listed", description="How many of the best are listed.")
