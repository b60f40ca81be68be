"""Wreck-A-Mech's words: part cards and their special rules, mechs on the cross, decks, and the opponent."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_serializer, model_validator

from companion.base.findings import quote
from companion.data.card_ids import CardId
from companion.data.cards import Card, Mark
from companion.data.documents import Build, Record, allow_short_form
from companion.data.input_errors import SLUG
from companion.data.marks import row_mark

POSITIONS = ("head", "body", "left_arm", "right_arm", "legs")
"""The five places of the cross, in the order in which a mech is written (fact 7)."""
ARMS = ("left_arm", "right_arm")
RANKS = {1: "bronze", 2: "silver", 3: "gold"}
TRAINER = 1
"""The rank of the Trainer cards (fact 3)."""
MOST_MARKED = 99
"""The highest mark: two rings mark two digits (fact 76)."""
MOST_CARDS = 200
"""The most entries that a pile may have."""
MOST_COPIES = 99
"""The most copies that one entry of a pile counts."""
MOST_HELD = 1000
"""The most cards in mech and piles together: four sets have 280."""

Position = Literal["head", "body", "left_arm", "right_arm", "legs"]
Slug = Annotated[str, Field(pattern=SLUG, max_length=40)]
Amount = Annotated[int, Field(ge=0, le=30)]


class Special(Record):
    """A special rule from a fixed vocabulary, so that custom cards can use it too.

    `set`: once, with at least `least` parts of a corporation on the mech. `each`: for each part of it on the mech.
    `against`: for each part of it on the defender's mech, Attack only. `corporation` is `own` (the card's), `prey`
    (the one it is strong against on the wheel) or a corporation's id.
    """

    rule: Literal["set", "each", "against"]
    corporation: Slug = "own"
    least: int = Field(default=0, ge=0, le=5)
    attack: Amount = 0
    defense: Amount = 0

    @model_validator(mode="after")
    def _check_combination(self) -> "Special":
        if not self.attack and not self.defense:
            raise ValueError("a special rule that gives attack or defense")
        if (self.rule == "set") != bool(self.least):
            raise ValueError("least, 1 to 5, with the rule set and with no other")
        if self.rule == "against" and self.defense:
            raise ValueError("no defense with the rule against: it only adds to attack")
        return self


class Part(Card):
    """A mech part: rank, position, corporation, values, and for arms the Attack lost on the wrong side (fact 9).

    `text` is for special effects that no `special` can say: it is kept and printed, and changes no total.
    """

    rank: Literal[1, 2, 3]
    position: Position
    corporation: Slug
    attack: Amount
    defense: Amount
    structure: int = Field(ge=1, le=30)
    penalty: Amount = 0
    special: tuple[Special, ...] = Field(default=(), max_length=3)
    text: str = Field(default="", max_length=300)
    copies: int = Field(default=1, ge=1, le=99)

    @property
    def numbers_mark(self) -> Mark:
        """Return the mark of its row of Attack, Defense and Structure."""
        return row_mark(self, "attack", "defense", "structure")

    @model_validator(mode="after")
    def _check_penalty(self) -> "Part":
        if self.penalty and self.position not in ARMS:
            raise ValueError("a penalty only on arms")
        return self


class Corporation(Card):
    """A corporation that makes parts; `letter` marks its parts in black and white."""

    letter: str = Field(min_length=1, max_length=1)
    text: str = ""


KINDS: dict[str, type[Card]] = {"part": Part, "corporation": Corporation}


def words(position: str) -> str:
    """Return a position as players say it: `left arm`."""
    return position.replace("_", " ")


PartId = Annotated[str, Field(max_length=60), CardId("a part", "part")]


WrittenCopies = str | dict[str, Any]
"""Copies of a card as a document writes them."""


class Copies(Record):
    """A card of a pile and its number of copies; written `2 mic-drop`, a single one as its id alone."""

    model_config = allow_short_form("card")

    card: PartId
    count: int = Field(default=1, ge=1, le=MOST_COPIES)

    @model_validator(mode="before")
    @classmethod
    def _read_short_form(cls, value: object) -> object:
        """Read `mic-drop`, `2 mic-drop`, `mic-drop x2`, or a table with card and count."""
        if isinstance(value, list | tuple) and len(value) == 2:
            return {"card": value[0], "count": value[1]}
        if not isinstance(value, str):
            return value
        tokens = value.split()[:3] or [""]
        if len(tokens) == 1:
            return {"card": tokens[0]}
        numbers = [word for word in tokens if _digits(word)]
        cards = [word for word in tokens if not _digits(word)]
        if len(numbers) != 1 or len(cards) != 1:
            raise ValueError(f"an id, or a number and an id such as 2 mic-drop, not {quote(value)}")
        return {"card": cards[0], "count": int(_digits(numbers[0]))}

    @model_serializer
    def _write(self) -> WrittenCopies:
        return _write_copies(self.card, self.count)


def _write_copies(card: str, count: int) -> WrittenCopies:
    if len(card.split()) > 1 or _digits(card):  # an unknown card's name, which the short form cannot hold
        return {"card": card, "count": count}
    return card if count == 1 else f"{count} {card}"


def _digits(word: str) -> str:
    """Return the number in `2`, `2x` or `x2`; empty if there is none."""
    digits = word.strip("x×*")
    return digits if digits.isdecimal() and digits.isascii() and len(digits) <= 4 else ""


def _read_pile_table(value: object) -> object:
    """Read a pile written as a table, `{ "mic-drop" = 2 }`, as its rows."""
    return [{"card": card, "count": count} for card, count in value.items()] if isinstance(value, dict) else value


Pile = Annotated[tuple[Copies, ...], Field(max_length=MOST_CARDS), BeforeValidator(_read_pile_table)]


class Mech(Record):
    """Up to five parts on the cross; a position may be empty, or hold a card that does not belong there."""

    head: PartId | None = None
    body: PartId | None = None
    left_arm: PartId | None = None
    right_arm: PartId | None = None
    legs: PartId | None = None

    @property
    def parts(self) -> dict[str, str]:
        """Return the ids of the parts by position, in the order of the cross; empty positions left out."""
        return {position: card for position, card in self.field_values().items() if card}


Marked = Annotated[int, Field(ge=0, le=MOST_MARKED)]


class Opponent(Record):
    """What is known about the opponent: its marks, and its parts by corporation."""

    attack: Marked | None = Field(None, title="Its Attack")
    defense: Marked | None = Field(None, title="Its Defense")
    parts: dict[Slug, Annotated[int, Field(ge=0, le=5)]] = Field(default_factory=dict, max_length=5, title="Its parts")

    @model_validator(mode="after")
    def _check_part_count(self) -> "Opponent":
        if sum(self.parts.values()) > len(POSITIONS):
            raise ValueError(f"at most {len(POSITIONS)} parts: a mech has only {len(POSITIONS)} places")
        return self


class Workshop(Build):
    """A mech on the cross and the rest of a player's deck: draw pile, discard pile, junked cards."""

    game: Literal["wreck-a-mech"]
    mech: Mech = Mech()
    deck: Pile = Field((), title="Draw pile")
    discard: Pile = Field((), title="Discard pile")
    junked: Pile = ()
    opponent: Opponent | None = None
    sets: int = Field(default=1, ge=1, le=4, title="Sets in play")

    @property
    def is_empty(self) -> bool:
        """Whether it has no part on its mech."""
        return not self.mech.parts

    @model_validator(mode="after")
    def _check_card_count(self) -> "Workshop":
        if (count := self.counts.total()) > MOST_HELD:
            raise ValueError(f"at most {MOST_HELD} cards in a mech and its piles, not {count}")
        return self

    @property
    def piles(self) -> dict[str, Pile]:
        """The three piles by name."""
        return {"deck": self.deck, "discard": self.discard, "junked": self.junked}

    @property
    def counts(self) -> Counter[str]:
        """Return how many of each card the build holds, mech and all piles together."""
        return Counter(self.mech.parts.values()) + sum(
            (count_copies(pile) for pile in self.piles.values()), Counter[str]()
        )


def count_copies(pile: Iterable[Copies]) -> Counter[str]:
    """Return how many of each card a pile holds."""
    counts: Counter[str] = Counter()
    for entry in pile:
        counts[entry.card] += entry.count
    return counts


def pile(counts: Mapping[str, int]) -> list[WrittenCopies]:
    """Return a pile as a document writes it; more copies than an entry counts take several entries."""
    return [_write_copies(card, count) for card, count in _entries(counts)]


def pile_lines(counts: Mapping[str, int]) -> list[str]:
    """Return a pile as a player types it, a line an entry; its cards may be names."""
    return [f"{count} {card}" if count > 1 else card for card, count in _entries(counts)]


def _entries(counts: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    for card, count in counts.items():
        full, remainder = divmod(max(0, count), MOST_COPIES)
        yield from [(card, MOST_COPIES)] * full
        if remainder:
            yield card, remainder


def plain_mech(parts: Mapping[str, Any]) -> dict[str, str]:
    """Return a mech as a document writes it: the positions that are filled."""
    return {position: str(parts[position]) for position in POSITIONS if parts.get(position)}


BUILD = Workshop
"""The model of the game's builds."""
