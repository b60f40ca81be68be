"""Deck odds: the exact chance of each card and each kind of part in the next hand, from draws without dice."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from pydantic import Field

from companion.base.json_types import JsonObject
from companion.data.cards import Catalogue
from companion.data.documents import Record
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.wreck_a_mech.model import POSITIONS, Part, count_copies, words
from companion.games.wreck_a_mech.model.typed import TypedPile
from companion.games.wreck_a_mech.rules.play import BASE_DRAW
from companion.games.wreck_a_mech.rules.totals import corporation_name

SURE = "Proved: exact chances over every hand that can be drawn."
"""How sure the answer is."""


class DeckOddsInputs(Record):
    """Both piles, and the number of cards drawn."""

    draw: TypedPile = Field(
        default=(), title="Draw pile", description="Its cards by id or name, one per line: 2 Trainer Head"
    )
    discard: TypedPile = Field(
        default=(), title="Discard pile", description="Its cards, which are shuffled when the draw pile runs out"
    )
    count: int = Field(
        default=BASE_DRAW,
        ge=0,
        le=60,
        title="Cards drawn",
        description="2 plus the highest Victory score; 5 in Overtime",
    )


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of at least one in the next hand, and the average number."""

    chance: Fraction
    mean: Fraction

    def as_data(self) -> JsonObject:
        """Return both as floats and as exact fractions."""
        return {
            "at_least_one": {"p": float(self.chance), "exact": str(self.chance)},
            "mean": {"value": float(self.mean), "exact": str(self.mean)},
        }


@dataclass(frozen=True)
class NextHand:
    """The next hand: cards drawn, how many are certain, and chances by card, by position, by corporation."""

    drawn: int
    certain: int
    cards: Mapping[str, Chances]
    positions: Mapping[str, Chances]
    corporations: Mapping[str, Chances]


@rule("draw-reshuffle")
def chances(wanted: Callable[[str], bool], draw: Mapping[str, int], discard: Mapping[str, int], count: int) -> Chances:
    """Return the chance of at least one wanted card among `count` drawn, and the mean number of them (fact 36).

    The draw pile is drawn first, the rest comes from the shuffled discard pile. If both are too small, all are drawn.
    """
    size = sum(draw.values())
    first = sum(n for card, n in draw.items() if wanted(card))
    if count < size:
        return _hypergeometric(first, size, count)
    second = sum(n for card, n in discard.items() if wanted(card))
    rest = _hypergeometric(second, sum(discard.values()), count - size)
    return Chances(Fraction(1) if first else rest.chance, first + rest.mean)


def _hypergeometric(matching: int, size: int, count: int) -> Chances:
    count = min(count, size)
    if not count:
        return Chances(Fraction(0), Fraction(0))
    none = Fraction(comb(size - matching, count), comb(size, count))
    return Chances(1 - none, Fraction(matching * count, size))


def next_hand(draw: Mapping[str, int], discard: Mapping[str, int], count: int, catalogue: Catalogue) -> NextHand:
    """Return the chances of the next hand of `count` cards."""
    copies = Counter(draw) + Counter(discard)
    parts = {i: catalogue.get(Part, i) for i in copies}
    size = sum(draw.values())
    drawn = min(count, size + sum(discard.values()))

    def chances_where(wanted: Callable[[Part], bool]) -> Chances:
        return chances(lambda i: wanted(parts[i]), draw, discard, count)

    corporations = dict.fromkeys(card.corporation for card in parts.values())
    return NextHand(
        drawn=drawn,
        certain=min(size, drawn) if count >= size else 0,
        cards={i: chances(lambda card, i=i: card == i, draw, discard, count) for i in copies},  # type: ignore[misc]
        positions={position: chances_where(lambda card, p=position: card.position == p) for position in POSITIONS},  # type: ignore[misc]
        corporations={c: chances_where(lambda card, c=c: card.corporation == c) for c in corporations},  # type: ignore[misc]
    )


def run(inputs: DeckOddsInputs, context: Context) -> JsonObject:
    """Return the chances of the next hand: by position, by corporation, and by card, the likeliest card first."""
    draw, discard = count_copies(inputs.draw), count_copies(inputs.discard)
    hand = next_hand(draw, discard, inputs.count, context.catalogue)
    ranked = sorted(hand.cards.items(), key=lambda row: (-row[1].chance, row[0]))
    return {
        "count": inputs.count,
        "draw_size": draw.total(),
        "discard_size": discard.total(),
        "drawn": hand.drawn,
        "certain": hand.certain,
        "positions": [
            {"position": position, "name": words(position).capitalize(), **chances.as_data()}
            for position, chances in hand.positions.items()
        ],
        "corporations": [
            {"id": corporation, "name": corporation_name(corporation, context.catalogue), **chances.as_data()}
            for corporation, chances in hand.corporations.items()
        ],
        "cards": [
            {
                "id": card,
                "name": context.catalogue.get(Part, card).name,
                "copies": draw[card] + discard[card],
                **chances.as_data(),
            }
            for card, chances in ranked
        ],
        "certainty": "proved",
        "sure": SURE,
        "rules": ["draw-reshuffle"],
    }
