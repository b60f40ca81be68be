"""The workshop: how a build lies on the table, which cards may be chosen for it, and what a choice does.

Each game's `builder` says it in these words; pages, keyboard and drag all do the same acts. A build is changed as its
plain document, as it is saved, so that what is not on the table (a title, rulings, packs) stays as it is.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from companion.base.findings import Finding, InputError, InvalidInput, Verdict, quote
from companion.base.json_types import JsonObject

Document = JsonObject


@dataclass(frozen=True, slots=True)
class FaceOf:
    """Which printed face shows a card: the print set that contains it, and the piece's id there."""

    print_set: str
    piece: str


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card that lies in a build.

    `at` names this copy of it, different for each, without spaces. `where` is its place in the document as findings
    name it, `mech[0].part[2]`, so that a problem stands beside its card. One that `is_turned` lies upside down.
    `current_numbers` has those that the build changes, by what the face calls them: `("PE", "5")`.
    Equal cards of a pile lie as one, with their number of `copies`; an act takes one of them.
    """

    at: str
    card: str
    name: str
    kind: str
    face: FaceOf | None = None
    where: str = ""
    note: str = ""
    is_turned: bool = False
    current_numbers: tuple[tuple[str, str], ...] = ()
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Place:
    """A place where cards lie, the lowest first; `takes` are the kinds of cards that may be put there.

    A card put on a place without `room` takes the place of the one that lies there.
    """

    at: str
    title: str
    takes: tuple[str, ...]
    cards: tuple[PlacedCard, ...] = ()
    room: bool = True
    about: str = ""


GAP = Place("", "", ())
"""An empty cell in a zone of columns, where nothing can lie: the corners of a cross."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Places laid out together: a grid of so many columns, a row that wraps, or piles side by side."""

    title: str
    places: tuple[Place, ...]
    columns: int = 0
    about: str = ""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card that may be chosen: its kind for the filters, its figures to sort by, what is found by a search.

    `owned` is how many the player has, None where that is not counted; `left` how many of these are not in the build.
    """

    card: str
    name: str
    kind: str
    face: FaceOf | None = None
    figures: tuple[tuple[str, int], ...] = ()
    words: str = ""
    pack: str = ""
    owned: int | None = None
    left: int | None = None


@dataclass(frozen=True, slots=True)
class CardEffect:
    """What choosing a card would do: `why` says in a few words why it does not fit, empty where it does.

    `totals` is what the build would then amount to, in one line.
    """

    why: str = ""
    totals: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """One change: add a card (at a place, or where it goes first), remove a placed card, or move it to a place."""

    kind: Literal["add", "remove", "move"]
    card: str = ""
    at: str = ""
    to: str = ""

    @classmethod
    def read(cls, text: str) -> "Act":
        """Return `add rail-gun`, `add rail-gun slot-1,2`, `remove slot-1,2` or `move slot-1,2 slot-3,1` as an act."""
        match text.split():
            case ["add", card]:
                return cls("add", card=card)
            case ["add", card, to]:
                return cls("add", card=card, to=to)
            case ["remove", at]:
                return cls("remove", at=at)
            case ["move", at, to]:
                return cls("move", at=at, to=to)
        raise InvalidInput(InputError("act", quote(text), "one of the page's own buttons: reload and try again"))


class CannotPlace(InvalidInput):
    """A card that cannot be put somewhere; the text says why in a sentence. The build stays as it was."""

    def __init__(self, sentence: str) -> None:
        """Keep the sentence as it is shown."""
        super().__init__(InputError("act", "", sentence))
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of a group; `place` is where it lies in the game's words, empty where that follows from the card."""

    card: str
    name: str
    place: str = ""
    copies: int = 1


@dataclass(frozen=True, slots=True)
class CardGroup:
    """What belongs together in a build and is followed through its versions: a Mech, a unit; without a name the build.

    `own_name` is the player's, empty where the `name` is made up, "Mech 2". A group that is a card says which, `kind`
    is that card's name. `choices` has what was chosen by what it takes the place of, `extras` what came on top of it.
    `inside` is the number of the group that carries it. `totals` are None where they are not known.
    """

    name: str = ""
    own_name: str = ""
    card: str = ""
    kind: str = ""
    count: int = 1
    cards: tuple[HeldCard, ...] = ()
    choices: Mapping[str, str] = field(default_factory=dict)
    extras: tuple[str, ...] = ()
    inside: int | None = None
    totals: Mapping[str, int | None] = field(default_factory=dict)


class Builder(Protocol):
    """What a game's module `builder` offers."""

    @property
    def GROUPED(self) -> Collection[str]:
        """The fields of a document that `groups` shows; changes of the others are told by the form's fields."""

    @property
    def KINDS(self) -> Mapping[str, str]:
        """The kinds of cards to choose from, in order, with their titles for the filters."""

    @property
    def KEY_FIGURES(self) -> Collection[str]:
        """The figures shown next to the name of a card in a build, most important first."""

    def zones(self, build: Any, context: Any) -> Sequence[Zone]:
        """Return how the build lies on the table; its places too where nothing lies on them yet."""

    def choices(self, context: Any) -> Sequence[CardChoice]:
        """Return the cards that may be chosen, in the order of their kinds, whatever the build has; not counted."""

    def groups(self, build: Any, verdict: Verdict, context: Any) -> Sequence[CardGroup]:
        """Return what the build is made of, with what it amounts to, as its history names it."""

    def act(self, document: Document, act: Act, context: Any) -> Document:
        """Return the document after an act; CannotPlace where the card has no place there."""

    def why(self, before: Verdict, after: Verdict) -> str:
        """Return in a few words the rules that a choice would break, from both verdicts; empty where there are none."""

    def totals(self, verdict: Verdict) -> str:
        """Return a build's totals in one line."""


def new_problems(before: Verdict, after: Verdict) -> tuple[Finding, ...]:
    """Return the problems of the later verdict that the earlier one does not have: of a rule, or in other words."""
    earlier = {(f.rule, f.message) for f in before.findings}
    return tuple(f for f in after.findings if f.level == "error" and (f.rule, f.message) not in earlier)


def effects(
    builder: Builder,
    document: Document,
    cards: Sequence[str],
    context: Any,
    check: Callable[[Document], Verdict],
    to: str = "",
) -> dict[str, CardEffect]:
    """Return what choosing each card would do, at a place or where it goes first; a card without a place says why."""
    before = check(document)
    effect_by_card: dict[str, CardEffect] = {}
    for card in cards:
        try:
            after = check(builder.act(document, Act("add", card=card, to=to), context))
        except CannotPlace as error:
            effect_by_card[card] = CardEffect(error.sentence)
            continue
        effect_by_card[card] = CardEffect(builder.why(before, after), builder.totals(after))
    return effect_by_card


def count_choices(
    choices: Sequence[CardChoice], owned: Mapping[str, int], zones: Sequence[Zone]
) -> tuple[CardChoice, ...]:
    """Return the cards with how many of each the player has, and how many of these do not lie in the build."""
    used = _count_cards(_placed_cards(zones))
    has = [owned.get(choice.card, 0) for choice in choices]
    return tuple(
        replace(choice, owned=count, left=max(0, count - used[choice.card]))
        for choice, count in zip(choices, has, strict=True)
    )


@dataclass(frozen=True, slots=True)
class ComparedCard:
    """A card of two builds, and how many of it each has: not where it lies."""

    card: str
    name: str
    kind: str
    face: FaceOf | None
    one: int
    other: int


def compare_cards(one: Sequence[Zone], other: Sequence[Zone]) -> tuple[ComparedCard, ...]:
    """Return the cards of two builds, those of the first in its order, then those that only the other one has."""
    mine, theirs = _placed_cards(one), _placed_cards(other)
    counts = _count_cards(mine), _count_cards(theirs)
    first = {card.card: card for card in reversed((*mine, *theirs))}
    order = dict.fromkeys(card.card for card in (*mine, *theirs))
    return tuple(
        ComparedCard(i, first[i].name, first[i].kind, first[i].face, counts[0][i], counts[1][i]) for i in order
    )


def _count_cards(cards: Sequence[PlacedCard]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for card in cards:
        counts[card.card] += card.copies
    return counts


def held_cards(zones: Sequence[Zone]) -> tuple[HeldCard, ...]:
    """Return the cards on the table, each at the place where it lies."""
    places = (place for zone in zones for place in zone.places)
    return tuple(HeldCard(card.card, card.name, place.title, card.copies) for place in places for card in place.cards)


def _placed_cards(zones: Sequence[Zone]) -> list[PlacedCard]:
    return [card for zone in zones for place in zone.places for card in place.cards]
