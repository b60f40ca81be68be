"""The choices on the pages of Techniconica's analyses; the answers are in `analysis`."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from companion.games.techniconica.analysis.asked import sources, squads
from companion.games.techniconica.analysis.best_mech import MEASURES
from companion.games.techniconica.model import Part
from companion.games.techniconica.model.special_rules import specials
from companion.games.techniconica.summary import figures, rules_of
from companion.system import Context, PageData


def _best_mech(context: Context) -> Mapping[str, Any]:
    return {
        "sources": sources(context),
        "measures": MEASURES,
        "cards": {card.id: card for card in context.catalogue.all(Part)},
        "figures": figures,
        "rules_of": partial(rules_of, known=specials(context.catalogue)),
    }


PAGES: dict[str, PageData] = {"best-mech": _best_mech}
"""By the analysis's name."""
