"""The workshop: the layout of a build on the table, the cards to choose from, and the effect of each choice.

Each game's `builder` uses these types; pages, keyboard and drag all make the same acts. An act changes the build's
plain document, as it is saved, so that everything that is not on the table (title, rulings, packs) stays as it is.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

from companion.base.findings import Finding, Fix, InputError, InvalidInput, Verdict, quote
from companion.base.json_types import JsonObject

Document = JsonObject


@dataclass(frozen=True, slots=True)
class FaceOf:
    """The printed face of a card: the print set that contains it, and the piece's id there."""

    print_set: str
    piece: str


@dataclass(frozen=True, slots=True)
class Order:
    """The neighbours of a card or a zone in an order that the player chooses, by their names; empty at an end.

    `move unit-2 up` makes it and the one before it change places and names, `down` it and the one after it.
    """

    at: str
    before: str = ""
    after: str = ""


def orders(names: Sequence[str]) -> tuple[Order | None, ...]:
    """Return the order of each name in a row; None where there is only one."""
    if len(names) < 2:
        return (None,) * len(names)
    return tuple(map(Order, names, ("", *names[:-1]), (*names[1:], "")))


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card that lies in a build.

    `at` is a unique name of this copy, without spaces. `where` is its place in the document as findings name it,
    `mech[0].part[2]`, so that a problem is shown with its card. One that `is_turned` lies upside down.
    `current_numbers` has the numbers that the build changes, by their names on the face: `("PE", "5")`. Equal cards of
    a pile are one entry, with their number of `copies`; an act takes one of them. A card with an `order` has buttons
    that move it up and down.
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
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A place where cards lie, the lowest first; `takes` are the kinds of cards that may be put there.

    A card put on a place without `room` replaces the one there.
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
    """Places laid out together: a grid of `columns`, or with 0 a row that wraps, or piles side by side.

    `note` is the player's. A zone with an `order` has buttons that move it up and down.
    """

    title: str
    places: tuple[Place, ...]
    columns: int = 0
    about: str = ""
    note: str = ""
    order: Order | None = None


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A card to choose: its kind for the filters, its figures to sort by, its words for the search.

    `owned` is how many the player has, None if they are not counted; `left` how many of these are not in the build.
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
    """The effect of choosing a card: `why` says in a few words why it does not fit, empty if it does.

    `totals` are the build's totals after the choice, in one line.
    """

    why: str = ""
    totals: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """One change: add a card (to a place, or to its default place), remove a placed card, or move it to a place.

    `text` is what the player typed for it, where that is part of it.
    """

    kind: Literal["add", "remove", "move"]
    card: str = ""
    at: str = ""
    to: str = ""
    text: str = ""

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


UP, DOWN = "up", "down"
"""Where an act moves what has an order: to the place of its neighbour."""


class CannotPlace(InvalidInput):
    """A card cannot be put in a place; the sentence says why. The build stays as it was."""

    def __init__(self, sentence: str) -> None:
        """Keep the sentence as it is shown."""
        super().__init__(InputError("act", "", sentence))
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card of a group; `place` is its place in the game's words, empty if that follows from the card."""

    card: str
    name: str
    place: str = ""
    copies: int = 1


@dataclass(frozen=True, slots=True)
class CardGroup:
    """A part of a build that is compared between versions: a Mech, a unit; without a name the whole build.

    `own_name` is the player's, empty if the `name` is a default, "Mech 2". A group that is itself a card has its id in
    `card` and its name in `kind`. `choices` maps a default to what was chosen instead, `extras` are additions. `inside`
    is the number of the group that carries it. A total is None if it is not known.
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
    """The interface of a game's module `builder`."""

    @property
    def GROUPED(self) -> Collection[str]:
        """The fields of a document that `groups` shows; changes of others are described by the form's fields."""

    @property
    def KINDS(self) -> Mapping[str, str]:
        """The kinds of cards to choose from, in order, with their titles for the filters."""

    @property
    def KEY_FIGURES(self) -> Collection[str]:
        """The figures shown next to the name of a card in a build, most important first."""

    def zones(self, build: Any, context: Any) -> Sequence[Zone]:
        """Return the layout of a build on the table, empty places included."""

    def choices(self, context: Any) -> Sequence[CardChoice]:
        """Return the cards to choose from, by kind; independent of any build, and not counted."""

    def groups(self, build: Any, verdict: Verdict, context: Any) -> Sequence[CardGroup]:
        """Return the groups of a build with their totals, for its history."""

    def act(self, document: Document, act: Act, context: Any) -> Document:
        """Return the document after an act; CannotPlace where the card has no place there."""

    @property
    def NOT_OWNED(self) -> Collection[str]:
        """The kinds of cards, as packs name them, of which nobody owns copies: events, commands, traits."""

    def why(self, before: Verdict, after: Verdict) -> str:
        """Return in a few words the rules that a choice would break, from both verdicts; empty if it breaks none."""

    def totals(self, verdict: Verdict) -> str:
        """Return a build's totals in one line."""


def new_problems(before: Verdict, after: Verdict) -> tuple[Finding, ...]:
    """Return the problems of the later verdict that are not in the earlier one, by rule and message."""
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
    """Return the effect of choosing each card for the place `to`, or for its default place."""
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
    choices: Sequence[CardChoice], owned: Mapping[str, int], zones: Sequence[Zone], counted: Collection[str]
) -> tuple[CardChoice, ...]:
    """Return the cards with the number that the player owns, and how many of these are not in the build.

    `counted` are the ids of the cards that can be owned; the others stay without a number.
    """
    used = _count_cards(_placed_cards(zones))
    return tuple(
        replace(choice, owned=owned.get(choice.card, 0), left=max(0, owned.get(choice.card, 0) - used[choice.card]))
        if choice.card in counted
        else choice
        for choice in choices
    )


NOT_OWNED = "not-owned"
"""The rule of a finding about cards that a build uses and the player does not have."""


def owned_findings(
    builder: Builder,
    document: Document,
    check: Callable[[Document], tuple[Any, Verdict]],
    context: Any,
    counted: Collection[str],
) -> tuple[Finding, ...]:
    """Return a finding for each card of which a build uses more copies than the player owns.

    `check` reads a document and checks it. `counted` are the ids of the cards that can be owned. Where single copies
    can be taken out, a fix takes out the missing ones.
    """
    build, verdict = check(document)
    placed = _placed_cards(builder.zones(build, context))
    names = {card.card: card.name for card in reversed(placed)}
    wheres = {card.card: card.where for card in placed}
    findings = []
    for card, count in _count_grouped(builder.groups(build, verdict, context)).items():
        copies = context.owned.get(card, 0)
        if card not in counted or count <= copies:
            continue
        name, missing = context.catalogue.cards[card].name, count - copies
        message = (
            f"{count} of {name} {'is' if count == 1 else 'are'} used and you own {copies or 'none'}: {missing} "
            f"{'is' if missing == 1 else 'are'} missing. Use other cards, or fix the number in My collection."
        )
        change = _without(builder, document, check, card, missing, context)
        label = f"Remove {missing} of {names.get(card, name)}"
        findings.append(
            Finding(NOT_OWNED, "error", message, wheres.get(card, ""), (Fix(label, change),) * bool(change))
        )
    return tuple(findings)


def _count_grouped(groups: Sequence[CardGroup]) -> Counter[str]:
    """Return how many of each card some groups take, each group as often as it is there."""
    counts: Counter[str] = Counter()
    for group in groups:
        if group.card:
            counts[group.card] += group.count
        for held in group.cards:
            counts[held.card] += group.count * held.copies
    return counts


def _without(
    builder: Builder,
    document: Document,
    check: Callable[[Document], tuple[Any, Verdict]],
    card: str,
    copies: int,
    context: Any,
) -> JsonObject:
    """Return the fields that change where the last copies of a card are taken out one by one; {} where they cannot."""
    changed = document
    for _ in range(copies):
        build, verdict = check(changed)
        before = _count_grouped(builder.groups(build, verdict, context))[card]
        last = next((one for one in reversed(_placed_cards(builder.zones(build, context))) if one.card == card), None)
        if last is None:
            return {}
        try:
            changed = builder.act(changed, Act("remove", at=last.at), context)
        except CannotPlace:
            return {}
        build, verdict = check(changed)
        if _count_grouped(builder.groups(build, verdict, context))[card] != before - 1:
            return {}
    return {name: changed.get(name) for name in {**document, **changed} if document.get(name) != changed.get(name)}


@dataclass(frozen=True, slots=True)
class ComparedCard:
    """A card of two builds, with its number in each; places do not matter."""

    card: str
    name: str
    kind: str
    face: FaceOf | None
    one: int
    other: int


def compare_cards(one: Sequence[Zone], other: Sequence[Zone]) -> tuple[ComparedCard, ...]:
    """Return the cards of two builds: those of the first in order, then those that only the other one has."""
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
    """Return the cards on the table, each with the title of its place."""
    places = (place for zone in zones for place in zone.places)
    return tuple(HeldCard(card.card, card.name, place.title, card.copies) for place in places for card in place.cards)


def _placed_cards(zones: Sequence[Zone]) -> list[PlacedCard]:
    return [card for zone in zones for place in zone.places for card in place.cards]
