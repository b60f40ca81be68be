"""The choices on the pages of Techniconica's analyses; the answers are in `analysis`."""

from collections.abc import Mapping
from functools import partial

from companion.gamekit.contract import Context, PageData
from companion.games.techniconica.analysis.best_mech_question import EXAMPLE, MOST_WANTED, NOTHING, sources, squads
from companion.games.techniconica.analysis.goals import MEASURES
from companion.games.techniconica.analysis.opponent import AIMS
from companion.games.techniconica.model import LEAST_SIDE, MOST_SIDE, Part
from companion.games.techniconica.model.special_rules import specials
from companion.games.techniconica.summary import describe_rules, figures


def _best_mech_choices(context: Context) -> Mapping[str, object]:
    return {
        "sources": sources(context),
        "measures": MEASURES,
        "numbers_of_mechs": [("1", "One"), *((str(n), f"{n}, a squad") for n in range(2, MOST_WANTED + 1))],
        "sides": [(str(n), str(n)) for n in range(LEAST_SIDE, MOST_SIDE + 1)],
        "opponents": _opponents(context),
        "keeps": _keeps(context),
        "aims_in_words": AIMS,
        "aims": [(aim, words[0].upper() + words[1:]) for aim, words in AIMS.items()],
        "cards": {card.id: card for card in context.catalogue.all(Part)},
        "figures": figures,
        "rules_of": partial(describe_rules, known=specials(context.catalogue)),
    }


def _opponents(context: Context) -> list[tuple[str, str]]:
    """Return the squads to aim at, as value and title: saved ones, then examples."""
    return [
        (name, f"Example: {squad.title}" if name.startswith(EXAMPLE) else name)
        for name, squad in squads(context).items()
    ]


def _keeps(context: Context) -> list[tuple[str, str]]:
    """Return the squads whose Mechs may be kept: the build that the page was opened from, none, or another one."""
    if context.build is None:
        return [("", "Nothing"), *_opponents(context)]
    title = context.build.title or "untitled"
    return [("", f"The Mechs of {title}, and add to them"), (NOTHING, "Nothing: replace them"), *_opponents(context)]


PAGES: dict[str, PageData] = {"best-mech": _best_mech_choices}
"""The functions that give the pages of analyses their choices, by the analysis's name."""
