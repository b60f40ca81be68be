"""What is asked when a table of MechaStellar is opened."""

from pydantic import Field

from companion.data.documents import Record
from companion.games.mechastellar.model import Module


class Options(Record):
    """Options of a new table. How the battle ends is a ruling: `battle-end`."""

    size: int | None = Field(
        None,
        ge=0,
        le=100_000,
        title="Size of the game in points",
        description="For Momentum and Influence; empty: that of the larger list.",
    )
    modules: tuple[Module, ...] = Field(
        (), title="Modules", description="For both sides; empty: those that the lists name."
    )
    confirm: bool = Field(
        False, title="Outcomes are confirmed", description="The player of the target agrees before a roll is applied."
    )
