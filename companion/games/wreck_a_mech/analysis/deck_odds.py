"""Deck odds, a room of its own: the exact chance of each card and each kind of part in the next hand."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from companion.cards import Catalogue
from companion.games.wreck_a_mech.model import POSITIONS, Part
from companion.rulebook import rule


@dataclass(frozen=True, slots=True)
class Chances:
    """At least one of something in the next hand, and how many on average."""

    chance: Fraction
    mean: Fraction


@dataclass(frozen=True)
class NextHand:
    """The next hand: cards drawn, the share that is certain, and chances by card, by position, by corporation."""

    drawn: int
    certain: int
    cards: Mapping[str, Chances]
    positions: Mapping[str, Chances]
    corporations: Mapping[str, Chances]


@rule("draw-reshuffle")
def chances(wanted: Callable[[str], bool], draw: Mapping[str, int], discard: Mapping[str, int], count: int) -> Chances:
    """Return the chance of at least one wanted card among `count` drawn, and the mean number of them (fact 36).

    The whole draw pile comes first; what it lacks is drawn from the discard pile, shuffled. Both too small: all of it.
    """
    size = sum(draw.values())
    first = sum(n for card, n in draw.items() if wanted(card))
    if count < size:
        return _hypergeometric(first, size, count)
    second = sum(n for card, n in discard.items() if wanted(card))
    rest = _hypergeometric(second, sum(discard.values()), count - size)
    return Chances(Fraction(1) if first else rest.chance, first + rest.mean)


def _hypergeometric(wanted: int, size: int, count: int) -> Chances:
    count = min(count, size)
    if not count:
        return Chances(Fraction(0), Fraction(0))
    none = Fraction(comb(size - wanted, count), comb(size, count))
    return Chances(1 - none, Fraction(wanted * count, size))


def next_hand(draw: Mapping[str, int], discard: Mapping[str, int], count: int, catalogue: Catalogue) -> NextHand:
    """Return the chances of the next hand of `count` cards."""
    held = Counter(draw) + Counter(discard)
    parts = {i: catalogue.get(Part, i) for i in held}
    size = sum(draw.values())
    drawn = min(count, size + sum(discard.values()))

    def of(wanted: Callable[[Part], bool]) -> Chances:
        return chances(lambda i: wanted(parts[i]), draw, discard, count)

    corporations = dict.fromkeys(card.corporation for card in parts.values())
    return NextHand(
        drawn=drawn,
        certain=min(size, drawn) if count >= size else 0,
        cards={i: chances(lambda other, i=i: other == i, draw, discard, count) for i in held},  # type: ignore[misc]
        positions={position: of(lambda card, p=position: card.position == p) for position in POSITIONS},  # type: ignore[misc]
        corporations={c: of(lambda card, c=c: card.corporation == c) for c in corporations},  # type: ignore[misc]
    )
