"""The choices on the pages of analyses: spaces, modules in their versions, facings; the answers are in `analysis`."""

from collections.abc import Mapping

from companion.gamekit.contract import Context, PageData
from companion.games.mecha_mettle.analysis.draft_plan import PLANS
from companion.games.mecha_mettle.analysis.sight_inputs import modules_with_weapons
from companion.games.mecha_mettle.model import LEVELS, Component
from companion.games.mecha_mettle.rules.line_of_sight import CLOCKWISE, COLUMNS, ROWS, TOWARDS
from companion.games.mecha_mettle.rules.upgrades import EDGES, Laid, all_laid_modules, attachments


def line_of_sight(context: Context) -> Mapping[str, object]:
    """Return `rows` and `columns` in order, `facings` and `weapons` as (value, words), and the contents of a space.

    `spaces` are contents without a module, as (value, words); `modules` are (name, its facings as (value, words)).
    `lowers` are the modules that can be upgraded, `uppers` the modules that can be laid on them.
    """
    laid_modules = all_laid_modules(context.catalogue)
    facings_by_module = [
        (laid.name, [(f"{card_id}:{facing}", f"{laid.name} facing {TOWARDS[facing]}") for facing in CLOCKWISE])
        for card_id, laid in laid_modules.items()
    ]
    return {
        "rows": ROWS,
        "columns": COLUMNS,
        "facings": [(facing, TOWARDS[facing]) for facing in ("ahead", "left", "right", "owner")],
        "weapons": [(module.id, module.name) for module in modules_with_weapons(context.catalogue)],
        "spaces": [("door", "Blast Door"), ("destroyed", "Destroyed port")],
        "modules": facings_by_module,
        "uppers": [(card_id, laid.name) for card_id, laid in laid_modules.items() if laid.module.open_link],
        "lowers": [(card_id, laid.name) for card_id, laid in laid_modules.items() if _takes_link(laid)],
    }


def _takes_link(laid: Laid) -> bool:
    return any(fitted.part.link for fitted in attachments(laid))


def upgrades(context: Context) -> Mapping[str, object]:
    """Return `choices`, every module in each of its versions as (id, name), and the `edges` of a card."""
    return {
        "choices": [(card_id, laid.name) for card_id, laid in all_laid_modules(context.catalogue).items()],
        "edges": EDGES,
    }


def best_shot(context: Context) -> Mapping[str, object]:
    """Return the values of `line_of_sight`, and the components that change an attack or a defense."""
    cards = context.catalogue.all(Component)
    return {
        **line_of_sight(context),
        "attackers": [card for card in cards if card.attack],
        "defenders": [card for card in cards if card.defend],
    }


def draft_plan(context: Context) -> Mapping[str, object]:
    """Return the `plans` with their words, the cards of each of the `levels`, and whether cards were `counted`."""
    cards = context.catalogue.all(Component)
    levels = {level: [card for card in cards if card.level == level] for level in LEVELS}
    return {"plans": PLANS, "levels": levels, "counted": context.owned is not None}


PAGES: Mapping[str, PageData] = {
    "line-of-sight": line_of_sight,
    "upgrades": upgrades,
    "best-shot": best_shot,
    "draft-plan": draft_plan,
}
"""The data that each page gets in addition to its inputs and its answer."""
