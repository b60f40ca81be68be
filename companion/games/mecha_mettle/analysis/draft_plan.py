"""The draft-plan analysis: the four components, one of each level, that suit a player's plan best.

A level is in force while its owner has lost that number of ports, so all four levels count the same, and a draft is
worth the sum of its cards. `rank_drafts` yields the best drafts first without comparing all of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import islice
from math import prod
from typing import Literal

from pydantic import Field

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.base.wording import plural
from companion.data.documents import Record
from companion.data.rulebook import rule
from companion.gamekit.contract import Analysis, CardNumber, Context
from companion.games.mecha_mettle.analysis.average_shot import AverageShot
from companion.games.mecha_mettle.model import CATEGORIES, LEVELS, Component, ComponentId
from companion.limits.budget import check

Plan = Literal["hit-hard", "survive", "trade-blows", "keep-moving", "choose-modules"]
PLANS: dict[Plan, tuple[str, str]] = {
    "hit-hard": ("Hit hard", "what the cards add to the chance of your average shot"),
    "survive": ("Survive", "what the cards take from the chance of an average shot at you"),
    "trade-blows": ("Trade blows", "both together: more hits of yours, fewer of theirs"),
    "keep-moving": ("Keep moving", "how many cards move your modules, then by their dice"),
    "choose-modules": ("Choose your modules", "how many cards handle the module deck, then by their dice"),
}
"""Each plan with its title and the measure that ranks its drafts."""
MOST_LOOKED_AT = 20_000
"""Drafts that one answer compares before it stops."""
Worth = tuple[Fraction, ...]
"""The worth of a card or a draft to a plan: later numbers decide between equal first ones."""


class DraftPlanInputs(Record):
    """The plan, the required cards, and the cards to choose from."""

    plan: Plan = Field("hit-hard", title="Plan", description="What the four components are to do for you.")
    keep: tuple[ComponentId, ...] = Field(
        (), max_length=len(LEVELS), title="Must be in", description="Components that you want in any case."
    )
    least_categories: int = Field(
        1,
        ge=1,
        le=len(CATEGORIES),
        title="Categories at least",
        description="More than one: a draft with some variety.",
    )
    owned: bool = Field(False, title="My collection only", description="Leave out cards of which you own no copy.")
    most: int = Field(5, ge=1, le=50, title="Drafts listed", description="How many of the best are listed.")


@dataclass(frozen=True)
class RatedCard:
    """A component with its worth to a plan; in chances, its `gain` of your shots and the share `saved` of theirs."""

    card: Component
    worth: Worth
    gain: Fraction
    saved: Fraction


@rule("draft-count", "draft-level")
def rank_drafts(levels: Sequence[Sequence[RatedCard]]) -> Iterator[tuple[RatedCard, ...]]:
    """Yield every draft with one card of each level, the best first, equal ones in the order of the cards.

    Each level is sorted. A yielded draft adds to the queue the drafts that replace one of its cards with the next of
    that level: none of them is worth more, so the queue always contains the best draft not yet yielded.
    """
    order = [sorted(level, key=lambda rated: rated.worth, reverse=True) for level in levels]
    if not all(order):
        return
    first = (0,) * len(order)
    queue = [(_cost(order, first), first)]
    queued = {first}
    while queue:
        check()
        _, places = heappop(queue)
        yield tuple(level[place] for level, place in zip(order, places, strict=True))
        for index, place in enumerate(places):
            following = (*places[:index], place + 1, *places[index + 1 :])
            if place + 1 < len(order[index]) and following not in queued:
                queued.add(following)
                heappush(queue, (_cost(order, following), following))


def _cost(order: Sequence[Sequence[RatedCard]], places: tuple[int, ...]) -> Worth:
    worths = [level[place].worth for level, place in zip(order, places, strict=True)]
    return tuple(-sum(parts) for parts in zip(*worths, strict=True))


def run(inputs: DraftPlanInputs, context: Context) -> JsonObject:
    """Return the drafts that suit a plan best, in order, each with `use`: the fields to change in a build.

    A draft has its `place` (equal drafts share one), `components` by level, and two chances, averaged over the four
    levels: `gain` is added to an average shot of yours, `saved` is taken from one of theirs. `count` is the number of
    possible drafts, `looked_at` the number that were compared; the others are worth no more than those. `proved` is
    True where the listed drafts are the best, False where the search stopped before it found enough.
    """
    levels = _levels(inputs, context)
    drafts, looked_at, stopped = _best_drafts(levels, inputs)
    worths = [_sum(rated.worth for rated in draft) for draft in drafts]
    title, by = PLANS[inputs.plan]
    count = prod(len(level) for level in levels)
    return {
        "plan": inputs.plan,
        "title": title,
        "ranked_by": by,
        "count": count,
        "looked_at": looked_at,
        "proved": not stopped,
        "certainty": "sample" if stopped else "proved",
        "sure": _sure(count, looked_at, len(drafts), stopped),
        "missing_levels": [level for level, cards in zip(LEVELS, levels, strict=True) if not cards],
        "drafts": [_pick_as_data(draft, worths.index(worth) + 1) for draft, worth in zip(drafts, worths, strict=True)],
        "rules": ["draft-count", "draft-level", "component-active"],
    }


def _sure(count: int, looked_at: int, listed: int, stopped: bool) -> str:
    """Return how sure the answer is, in words."""
    drafts = plural(count, "possible draft")
    if not stopped:
        return f"Proved: these are the best of {drafts}: the search finds them in order, so no other is worth more."
    return (
        f"Not all: the search stopped after {looked_at:,} of {drafts}. No other draft is worth more than the last of "
        f"those, but only {listed} of them had enough categories."
    )


def _best_drafts(
    levels: Sequence[Sequence[RatedCard]], inputs: DraftPlanInputs
) -> tuple[list[tuple[RatedCard, ...]], int, bool]:
    """Return the best drafts, the number of drafts compared, and whether the search stopped early."""
    drafts: list[tuple[RatedCard, ...]] = []
    looked_at = 0
    for draft in islice(rank_drafts(levels), MOST_LOOKED_AT):
        looked_at += 1
        if len({rated.card.category for rated in draft}) >= inputs.least_categories:
            drafts.append(draft)
            if len(drafts) == inputs.most:
                return drafts, looked_at, False
    return drafts, looked_at, looked_at < prod(len(level) for level in levels)


def _levels(inputs: DraftPlanInputs, context: Context) -> list[list[RatedCard]]:
    """Return the cards to choose from, by level; InvalidInput where required cards are unknown or share a level."""
    if inputs.owned and context.owned is None:
        raise InvalidInput(InputError("owned", "a collection that was not counted", "cards counted in My collection"))
    required: dict[int, Component] = {}
    for index, name in enumerate(inputs.keep):
        card = context.catalogue.get(Component, name)
        if required.setdefault(card.level, card) != card:
            expected = f"one card of level {card.level}: {required[card.level].name} must be in too"
            raise InvalidInput(InputError(f"keep[{index}]", card.name, expected))
    cards = [card for card in context.catalogue.all(Component) if required.get(card.level, card) == card]
    if inputs.owned and context.owned is not None:
        cards = [card for card in cards if context.owned.get(card.id) or card in required.values()]
    shot = AverageShot(context)
    rated = [_rate_card(card, inputs.plan, shot) for card in cards]
    return [[rated_card for rated_card in rated if rated_card.card.level == level] for level in LEVELS]


def _rate_card(card: Component, plan: Plan, shot: AverageShot) -> RatedCard:
    gain, saved = shot.gain(card), shot.hit_chance_prevented(card)
    in_category = {category: Fraction(card.category == category) for category in CATEGORIES}
    worths: dict[Plan, Worth] = {
        "hit-hard": (gain, in_category["attack"], saved),
        "survive": (saved, in_category["defense"], gain),
        "trade-blows": (gain + saved, gain),
        "keep-moving": (in_category["reconfigure"], gain + saved),
        "choose-modules": (in_category["control"], gain + saved),
    }
    return RatedCard(card, worths[plan], gain, saved)


def _sum(worths: Iterator[Worth]) -> Worth:
    return tuple(sum(parts, Fraction(0)) for parts in zip(*worths, strict=True))


def _pick_as_data(draft: tuple[RatedCard, ...], place: int) -> JsonObject:
    cards = [rated.card for rated in draft]
    gain = sum((rated.gain for rated in draft), Fraction(0)) / len(LEVELS)
    saved = sum((rated.saved for rated in draft), Fraction(0)) / len(LEVELS)
    return {
        "place": place,
        "components": [
            {
                "id": rated.card.id,
                "name": rated.card.name,
                "level": rated.card.level,
                "category": rated.card.category,
                "gain": _chance_data(rated.gain),
                "saved": _chance_data(rated.saved),
            }
            for rated in draft
        ],
        "gain": _chance_data(gain),
        "saved": _chance_data(saved),
        "categories": [category for category in CATEGORIES if category in {card.category for card in cards}],
        "use": {"components": [card.id for card in cards]},
    }


def _chance_data(value: Fraction) -> JsonObject:
    return {"exact": str(value), "value": float(value)}


def _card_numbers(inputs: DraftPlanInputs, context: Context) -> Iterator[CardNumber]:
    """Yield the components' effects on a roll, and their level and category where those decide."""
    for card in context.catalogue.all(Component):
        yield CardNumber("plan", card.id, "level")
        if card.attack or card.defend:
            yield CardNumber("plan", card.id, "attack" if card.attack else "defend")
        if inputs.plan in ("keep-moving", "choose-modules") or inputs.least_categories > 1:
            yield CardNumber("plan", card.id, "category")


DRAFT_PLAN = Analysis(
    name="draft-plan",
    title="Draft ideas",
    about="Which four components suit what you mean to do, the best drafts first.",
    inputs=DraftPlanInputs,
    run=run,
    card_numbers=_card_numbers,
)
