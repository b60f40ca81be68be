"""Inputs that analyses share: the parts installed on a mech, one field per position."""

from pydantic import Field

from companion.cards import Catalogue
from companion.documents import Record
from companion.games.wreck_a_mech.model import POSITIONS, Part
from companion.games.wreck_a_mech.model.typed import NamedPart


class MechInputs(Record):
    """A mech part by part, each by id or name; a part may be named in a wrong position."""

    head: NamedPart | None = Field(default=None, title="Head", description="The part installed as head")
    body: NamedPart | None = Field(default=None, title="Body", description="The part installed as body")
    left_arm: NamedPart | None = Field(default=None, title="Left arm", description="The part installed as left arm")
    right_arm: NamedPart | None = Field(default=None, title="Right arm", description="The part installed as right arm")
    legs: NamedPart | None = Field(default=None, title="Legs", description="The part installed as legs")

    def mech(self, catalogue: Catalogue) -> dict[str, Part]:
        """Return the cards by position, in the order of the cross; empty positions left out."""
        return {position: catalogue.get(Part, found) for position in POSITIONS if (found := getattr(self, position))}
