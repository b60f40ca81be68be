"""The values of each move, read from what a page or a program sends."""

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
    """A module, and which way it turns."""

    way: Way


class AttackMove(AtMove):
    """A module, the opponent's space it fires at, which of its weapons, how, and the component it uses."""

    target: Name
    weapon: WeaponNumber = None
    how: Literal["bypass", "scrap"] | None = None
    component: Name | None = None
    pool: Literal["regular", "special"] | None = None


class UseMove(Record):
    """A component, and what it is used on."""

    component: Name
    at: SquareName | None = None
    way: Way | None = None
    to: SquareName | None = None
    facing: Facing | None = None
    edge: Edge | None = None


class LookMove(Record):
    """How cards go back: their places in the new order on top, or those that go to the bottom."""

    order: Places | None = None
    bottom: Places | None = None


class TakeMove(Record):
    """The place of a card that was drawn, and the order of the others; or the card that was searched for."""

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
