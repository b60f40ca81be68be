"""The shape of the basis of an answer: card numbers of another origin than printed, and rulings."""

from typing import Literal

from typing_extensions import TypedDict

from companion.base.json_types import answer


@answer
class NumberBasis(TypedDict):
    """A number of a card that the rulebook does not print; an empty `field` means the whole card."""

    kind: Literal["card"]
    input: str
    card: str
    name: str
    field: str
    origin: Literal["derived", "house", "custom"]
    note: str


@answer
class RulingBasis(TypedDict):
    """A ruling that an answer rests on, with the option in force."""

    kind: Literal["ruling"]
    ruling: str
    question: str
    option: str
    text: str


RestsOn = list[NumberBasis | RulingBasis]
"""The basis of an answer: card numbers first, then rulings, each once."""
