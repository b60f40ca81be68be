"""The analysis of a plan for a draft: which four components, one of each level, suit what a player means to do.

A level is in force for as long as its owner has lost that many ports, so the four levels count the same and a draft is
worth the sum of its cards. Drafts come out best first without a look at all of them: see `rank_drafts`.
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
"""Each plan with its title and what its drafts are ranked by."""
MOST_LOOKED_AT = 20_000
"""Drafts that one answer looks at before it stops."""
Worth = tuple[Fraction, ...]
"""What a card or a draft is worth to a plan: the first number decides, the next ones where those before are equal."""


class DraftPlanInputs(Record):
    """The plan, the cards that must be in, and which cards there are to choose from."""

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
    """A component and what it is worth to a plan, with its parts: `gain` of your shots, `saved` from theirs."""

    card: Component
    worth: Worth
    gain: Fraction
    saved: Fraction


@rule("draft-count", "draft-level")
def rank_drafts(levels: Sequence[Sequence[RatedCard]]) -> Iterator[tuple[RatedCard, ...]]:
    """Yield every draft with one card of each level, the best first, equal ones in the order of the cards.

    Each level is sorted, and a draft is followed by those that have the next card in one place: none of them is worth
    more. So the best draft not yet yielded is always among those that wait.
    """
    order = [sorted(level, key=lambda rated: rated.worth, reverse=True) for level in levels]
    if not all(order):
        return
    first = (0,) * len(order)
    waiting = [(_cost(order, first), first)]
    seen = {first}
    while waiting:
        check()
        _, places = heappop(waiting)
        yield tuple(level[place] for level, place in zip(order, places, strict=True))
        for index, place in enumerate(places):
            after = (*places[:index], place + 1, *places[index + 1 :])
            if place + 1 < len(order[index]) and after not in seen:
                seen.add(after)
                heappush(waiting, (_cost(order, after), after))


def _cost(order: Sequence[Sequence[RatedCard]], places: tuple[int, ...]) -> Worth:
    worths = [level[place].worth for level, place in zip(order, places, strict=True)]
    return tuple(-sum(parts) for parts in zip(*worths, strict=True))


def run(inputs: DraftPlanInputs, context: Context) -> JsonObject:
    """Return the drafts that suit a plan best, in order, each with `use`: what it changes in a build.

    A draft has its `place` (equal drafts share one), `components` by level, and in chances `gain` and `saved`: what its
    cards add to an average shot of yours and take from one of theirs, over the four levels. `count` is how many drafts
    the cards allow, `looked_at` how many were compared one by one; the others are worth no more than those. `proved`
    says whether the drafts listed are the best; it is False where the answer stopped before it found as many.
    """
    levels = _levels(inputs, context)
    found, looked_at, stopped = _best(levels, inputs)
    worths = [_sum(rated.worth for rated in draft) for draft in found]
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
        "sure": _sure(count, looked_at, len(found), stopped),
        "missing_levels": [level for level, cards in zip(LEVELS, levels, strict=True) if not cards],
        "drafts": [_pick_as_data(draft, worths.index(worth) + 1) for draft, worth in zip(found, worths, strict=True)],
        "rules": ["draft-count", "draft-level", "component-active"],
    }


def _sure(count: int, looked_at: int, found: int, stopped: bool) -> str:
    """Return how sure the answer is, in words."""
    drafts = plural(count, "possible draft")
    if not stopped:
        return f"Proved: these are the best of {drafts}, which come out in order, so no other one is worth more."
    return (
        f"Not all: the search stopped after {looked_at:,} of {drafts}. None that it has not looked at is worth more "
        f"than the last of those, but it found only {found} with as many categories."
    )


def _best(
    levels: Sequence[Sequence[RatedCard]], inputs: DraftPlanInputs
) -> tuple[list[tuple[RatedCard, ...]], int, bool]:
    """Return the best drafts, how many were looked at, and whether the search stopped before it was done."""
    found: list[tuple[RatedCard, ...]] = []
    looked_at = 0
    for draft in islice(rank_drafts(levels), MOST_LOOKED_AT):
        looked_at += 1
        if len({rated.card.category for rated in draft}) >= inputs.least_categories:
            found.append(draft)
            if len(found) == inputs.most:
                return found, looked_at, False
    return found, looked_at, looked_at < prod(len(level) for level in levels)


def _levels(inputs: DraftPlanInputs, context: Context) -> list[list[RatedCard]]:
    """Return the cards to choose from, by level; InvalidInput where they are not known or cannot all be in."""
    if inputs.owned and context.owned is None:
        raise InvalidInput(InputError("owned", "a collection that was not counted", "cards counted in My collection"))
    kept: dict[int, Component] = {}
    for index, name in enumerate(inputs.keep):
        card = context.catalogue.get(Component, name)
        if kept.setdefault(card.level, card) != card:
            wanted = f"one card of level {card.level}: {kept[card.level].name} must be in too"
            raise InvalidInput(InputError(f"keep[{index}]", card.name, wanted))
    cards = [card for card in context.catalogue.all(Component) if kept.get(card.level, card) == card]
    if inputs.owned and context.owned is not None:
        cards = [card for card in cards if context.owned.get(card.id) or card in kept.values()]
    shot = AverageShot(context)
    rated = [_rate_card(card, inputs.plan, shot) for card in cards]
    return [[one for one in rated if one.card.level == level] for level in LEVELS]


def _rate_card(card: Component, plan: Plan, shot: AverageShot) -> RatedCard:
    gain, saved = shot.gain(card), shot.hit_chance_prevented(card)
    of = {category: Fraction(card.category == category) for category in CATEGORIES}
    by: dict[Plan, Worth] = {
        "hit-hard": (gain, of["attack"], saved),
        "survive": (saved, of["defense"], gain),
        "trade-blows": (gain + saved, gain),
        "keep-moving": (of["reconfigure"], gain + saved),
        "choose-modules": (of["control"], gain + saved),
    }
    return RatedCard(card, by[plan], gain, saved)


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
                "gain": _chance(rated.gain),
                "saved": _chance(rated.saved),
            }
            for rated in draft
        ],
        "gain": _chance(gain),
        "saved": _chance(saved),
        "categories": [category for category in CATEGORIES if category in {card.category for card in cards}],
        "use": {"components": [card.id for card in cards]},
    }


def _chance(value: Fraction) -> JsonObject:
    return {"exact": str(value), "value": float(value)}


def _card_numbers(inputs: DraftPlanInputs, context: Context) -> Iterator[CardNumber]:
    """Yield what components do to a roll, and where their level or category decides."""
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
