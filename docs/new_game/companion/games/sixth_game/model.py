"""The words of Sixth Game: units with their power, and squads of them."""

from typing import Annotated, Literal

from pydantic import Field

from companion.data.card_ids import CardId
from companion.data.cards import Card
from companion.data.documents import Build

LIMIT = 10
"""The most power of a squad."""
MOST_UNITS = 40


class Unit(Card):
    """A unit and its power."""

    power: int = Field(ge=0, le=99, title="Power")
    text: str = Field("", title="Effect", max_length=200)


KINDS: dict[str, type[Card]] = {"unit": Unit}

UnitId = Annotated[str, Field(max_length=60), CardId("a unit", "unit")]


class Squad(Build):
    """A squad, perhaps unfinished."""

    game: Literal["sixth-game"]
    units: tuple[UnitId, ...] = Field(default=(), max_length=MOST_UNITS)


BUILD = Squad
"""What a build of the game is."""
