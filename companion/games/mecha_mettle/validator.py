"""The checks of a component draft: one card of each level, and a note on a draft of one category."""

from companion.base.findings import Finding, Fix, Verdict
from companion.base.wording import join_words
from companion.data.cards import Mark
from companion.data.marks import combine_marks, marks_data
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.model import LEVELS, Component, Draft


def check(draft: Draft, context: Context) -> Verdict:
    """Return a draft's totals and all its findings (facts 33, 35, 43).

    Totals: `cards` chosen, `levels` (level → ids), `categories` (category → count), `missing_levels`.
    """
    cards = cards_in_draft(draft, context)
    findings = (*_count(cards), *_levels(draft, cards), *_theme(cards))
    return Verdict(_totals(cards), findings, marks_data(_marks(cards)))


def _marks(cards: tuple[Component, ...]) -> dict[str, Mark]:
    """Return the marks of the totals: those of the cards' levels and categories."""
    level = combine_marks(card.mark("level") for card in cards)
    category = combine_marks(card.mark("category") for card in cards)
    return {"levels": level, "missing_levels": level, "categories": category}


def cards_in_draft(draft: Draft, context: Context) -> tuple[Component, ...]:
    """Return the draft's cards in the order of the draft."""
    return tuple(context.catalogue.get(Component, i) for i in draft.components)


def missing_levels(cards: tuple[Component, ...]) -> tuple[int, ...]:
    """Return the levels no card was chosen for."""
    return tuple(level for level in LEVELS if all(card.level != level for card in cards))


def _totals(cards: tuple[Component, ...]) -> dict[str, object]:
    categories = [card.category for card in cards]
    return {
        "cards": len(cards),
        "levels": {str(level): [card.id for card in cards if card.level == level] for level in LEVELS},
        "categories": {category: categories.count(category) for category in sorted(set(categories))},
        "missing_levels": list(missing_levels(cards)),
    }


@rule("draft-count")
def _count(cards: tuple[Component, ...]) -> tuple[Finding, ...]:
    if len(cards) == len(LEVELS):
        return ()
    missing = missing_levels(cards)
    if len(cards) > len(LEVELS):
        message = f"{len(cards)} components are chosen and a draft has four: remove {len(cards) - len(LEVELS)}."
        if missing:
            message = (
                f"{len(cards)} components are chosen, but none of {_level_names(missing)}: keep one of each level."
            )
    elif len(missing) == 1:
        message = f"One component is missing: add one of {_level_names(missing)}."
    else:
        count_word = ("Two", "Three", "Four")[len(missing) - 2]
        message = f"{count_word} components are missing: add one each of {_level_names(missing)}."
    return (Finding("draft-count", "error", message, "components"),)


def _level_names(levels: tuple[int, ...]) -> str:
    return f"{'level' if len(levels) == 1 else 'levels'} {join_words(map(str, levels))}"


@rule("draft-level")
def _levels(draft: Draft, cards: tuple[Component, ...]) -> tuple[Finding, ...]:
    findings = []
    for level in LEVELS:
        sharing = [(i, card) for i, card in enumerate(cards) if card.level == level]
        if len(sharing) < 2:
            continue
        shared = _describe_shared_levels(level, [card.name for _, card in sharing])
        message = f"{shared}: keep one of them{_suggest_replacement(cards)}."
        fixes = [_keep(draft, [i for i, _ in sharing], index, card) for index, card in sharing]
        once = tuple({fix.label: fix for fix in fixes}.values())
        findings.append(Finding("draft-level", "error", message, f"components[{sharing[1][0]}]", once))
    return tuple(findings)


def _describe_shared_levels(level: int, names: list[str]) -> str:
    """Say which cards share a level; a card chosen more than once is named once."""
    once = list(dict.fromkeys(names))
    if len(once) == 1:
        times = "twice" if len(names) == 2 else f"{len(names)} times"
        return f"{once[0]} is chosen {times}, but a set has only one"
    return f"{join_words(once)} are {'both' if len(once) == 2 else 'all'} of level {level}"


def _suggest_replacement(cards: tuple[Component, ...]) -> str:
    """Name the missing levels of a draft of four cards; otherwise `draft-count` names them."""
    missing = missing_levels(cards)
    return f" and choose {_level_names(missing)} instead" if missing and len(cards) == len(LEVELS) else ""


def _keep(draft: Draft, places: list[int], index: int, card: Component) -> Fix:
    ids = [c for i, c in enumerate(draft.components) if i == index or i not in places]
    return Fix(f"Keep {card.name}", {"components": ids})


@rule("draft-theme")
def _theme(cards: tuple[Component, ...]) -> tuple[Finding, ...]:
    categories = {card.category for card in cards}
    if len(cards) != len(LEVELS) or len(categories) != 1 or missing_levels(cards):
        return ()
    message = f"All four are {cards[0].category} components: strong in one thing, with nothing for the others."
    return (Finding("draft-theme", "note", message, "components"),)
