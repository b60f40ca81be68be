"""Mechalyte's words: modules by letter, build specs, and the turns an army is built in."""

from typing import Annotated, ClassVar, Literal, get_args

from pydantic import Field, ValidationInfo, field_validator

from companion.base.findings import quote
from companion.data.cards import Card
from companion.data.documents import Build, Record

LETTERS = "PSMIA"
SLOTS = 6
LEVELS = (1, 2, 3, 4, 5, 6)
POINTS = 60
"""Build points a player starts with (fact 29)."""
ROOM = 3
"""Mechs of one player that a zone holds (fact 13)."""
FACTORIES = 2
MOST_BASE = 6
MOST_ADDED = 3
"""The most that one module may add, so that the dice of three mechs can be rolled with exact odds."""
MOST_RATING = MOST_BASE + SLOTS * MOST_ADDED
LONGEST_SPEC = 12
"""The most letters that an unfinished spec may have."""
MOST_TURNS = 60

Rating = Literal["power", "shield", "mobility", "initiative", "armor"]
RATINGS: tuple[Rating, ...] = get_args(Rating)


class Module(Card):
    """One of the five module types: its letter, the rating it raises, and the base of that rating."""

    unique: ClassVar[tuple[str, ...]] = ("letter",)

    letter: Literal["P", "S", "M", "I", "A"]
    rating: Rating
    base: int = Field(ge=0, le=MOST_BASE, description="The rating before any module; 0 for Armor.")
    adds: int = Field(ge=0, le=MOST_ADDED, description="What one module adds; 1 for Armor.")
    text: str

    @field_validator("rating")
    @classmethod
    def _refuse_other_rating(cls, rating: str, info: ValidationInfo) -> str:
        """Refuse a letter that stands for another rating: a letter in a spec must always mean the same."""
        letter = info.data.get("letter")
        if letter and rating[0].upper() != letter:
            expected = next(name for name in RATINGS if name[0].upper() == letter)
            raise ValueError(f"{expected}, the rating of the letter {letter}")
        return rating

    @field_validator("base", "adds")
    @classmethod
    def _armor_by_slot(cls, number: int, info: ValidationInfo) -> int:
        """Refuse numbers for Armor: each A works once, by its slot, so it has no amount (fact 65)."""
        only = 1 if info.field_name == "adds" else 0
        if info.data.get("letter") == "A" and number != only:
            raise ValueError(f"{only} for Armor: each A saves its mech once, by its slot")
        return number


KINDS: dict[str, type[Card]] = {"module": Module}


def plain_letters(text: str) -> str:
    """Return a spec's letters as typed, in capitals and without spaces."""
    return "".join(text.split()).upper()


def read_letters(text: str) -> str:
    """Return a spec's letters in capitals and without spaces; ValueError names the letter and the slot (fact 15)."""
    letters = plain_letters(text)
    for slot, letter in enumerate(letters, 1):
        if letter not in LETTERS:
            raise ValueError(f"P, S, M, I or A in slot {slot}, not {quote(letter)}")
    if len(letters) > LONGEST_SPEC:
        raise ValueError(f"{SLOTS} letters, not {len(letters)}")
    return letters


def read_spec(text: str) -> str:
    """Return a complete spec; ValueError also where it does not have six letters (fact 22)."""
    letters = read_letters(text)
    if len(letters) != SLOTS:
        raise ValueError(f"{SLOTS} letters of P, S, M, I and A; {quote(letters)} has {len(letters)}")
    return letters


class Turn(Record):
    """The levels built in one turn, in the order in which they are placed; at most six fit (fact 39)."""

    build: tuple[Annotated[int, Field(ge=1, le=6)], ...] = Field(default=(), max_length=60)


class Spec(Build):
    """A build spec, perhaps unfinished, and a plan of what to build in each turn."""

    game: Literal["mechalyte"]
    spec: str = Field(default="", title="Build spec")
    turn: tuple[Turn, ...] = Field(default=(), max_length=MOST_TURNS, title="Turns")

    @property
    def is_empty(self) -> bool:
        """Whether it has no module."""
        return not self.spec

    @field_validator("spec")
    @classmethod
    def _letters(cls, text: str) -> str:
        return read_letters(text)


BUILD = Spec
"""The model of a build."""
