"""The models of the values of each move, as a page or a program sends them."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from companion.data.documents import Record
from companion.games.mecha_mettle.analysis.sight_inputs import SquareName
from companion.games.mecha_mettle.model import Edge
from companion.games.mecha_mettle.rules.line_of_sight import Facing
from companion.play.game_states import NoValues

Way = Literal["left", "right"]
Name = Annotated[str, Field(max_length=80)]
Places = Annotated[str, Field(max_length=20)]
WeaponNumber = Annotated[
    int | None, Field(ge=1, le=9), BeforeValidator(lambda text: int(text) if text in tuple("123456789") else text)
]


class DrawMove(Record):
    """The component with which a module is drawn, where one is used."""

    component: Name | None = None


class LayMove(Record):
    """A port and a facing, or a module and the edge at which it is upgraded."""

    to: SquareName
    facing: Facing | None = None
    edge: Edge | None = None


class AtMove(Record):
    """A space of the own area."""

    at: SquareName


class ToMove(Record):
    """A space of the own area."""

    to: SquareName


class RotateMove(AtMove):
    """A module, and the direction of its turn."""

    way: Way


class AttackMove(AtMove):
    """A module, the opponent's space that it fires at, the number of its weapon, the mode, and a component."""

    target: Name
    weapon: WeaponNumber = None
    how: Literal["bypass", "scrap"] | None = None
    component: Name | None = None
    pool: Literal["regular", "special"] | None = None


class UseMove(Record):
    """A component, and the module and place that it is used on."""

    component: Name
    at: SquareName | None = None
    way: Way | None = None
    to: SquareName | None = None
    facing: Facing | None = None
    edge: Edge | None = None


class LookMove(Record):
    """Cards put back: the places of those on top in their new order, and of those at the bottom."""

    order: Places | None = None
    bottom: Places | None = None


class TakeMove(Record):
    """The place of a drawn card, and the order of the others; or the name of a searched card."""

    place: Places | None = None
    bottom: Places | None = None
    card: Name | None = None


MOVES: Mapping[str, type[Record]] = {
    "begin": NoValues,
    "reactor": LayMove,
    "draw": DrawMove,
    "play": LayMove,
    "rotate": RotateMove,
    "attack": AttackMove,
    "hold": NoValues,
    "scrap": AtMove,
    "door": ToMove,
    "remove-door": AtMove,
    "use": UseMove,
    "look": LookMove,
    "take": TakeMove,
    "lift": AtMove,
    "lay": LayMove,
    "settle": NoValues,
    "open": NoValues,
    "end-turn": NoValues,
}
