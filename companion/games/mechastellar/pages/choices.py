"""The choices on the pages of MechaStellar's analyses; the answers are in `analysis`."""

from collections.abc import Mapping
from typing import Any, get_args

from companion.findings import InvalidInput
from companion.games.mechastellar.analysis.attacks import SOURCES
from companion.games.mechastellar.analysis.lists import IN, NamedUnit, pasted, saved_lists, title_of, units_of
from companion.games.mechastellar.analysis.unit_matchup import MatchupInputs
from companion.games.mechastellar.model import TYPES, Profile, pilot_title
from companion.marks import sign
from companion.system import Context

_FIELDS = MatchupInputs.model_fields
_CHOICES = {name: get_args(_FIELDS[name].annotation) for name in ("choice", "reply", "counter")}
_TICKS = {name: field.title for name, field in _FIELDS.items() if field.annotation is bool}
Groups = dict[str, list[tuple[str, str]]]
"""Choices of a unit: by heading, each what the address says and the name on the screen."""


def _unit_matchup(context: Context) -> Mapping[str, Any]:
    profiles = context.catalogue.all(Profile)
    shipped: Groups = {
        kind: [(card.id, card.name + sign(card.stats_mark)) for card in profiles if card.type == kind] for kind in TYPES
    }
    saved: Groups = {
        title: [(f"{unit.name}{IN}{title}", _signed(unit)) for unit in units_of(force, context)]
        for title, force in saved_lists(context).items()
    }

    def groups(text: str) -> Groups:
        """Return the choices of a unit: those of the list pasted beside it, else of saved lists and all profiles."""
        return _pasted(text, context) or {**saved, **shipped}

    return {
        "groups": groups,
        "titles": {name: field.title for name, field in _FIELDS.items()},
        "choices": _CHOICES,
        "ticks": _TICKS,
        "pilot_title": pilot_title,
        "sources": SOURCES,
        "marks": {card.id: card.stats_mark for card in profiles},
    }


def _signed(named: NamedUnit) -> str:
    """Return a unit's name with the sign of its stats."""
    return named.name + sign(named.unit.profile.stats_mark)


def _pasted(text: str, context: Context) -> Groups:
    """Return the units of a pasted list; none where it cannot be read, which its own field says."""
    if not text.strip():
        return {}
    try:
        force = pasted(text, "", context)
    except InvalidInput:
        return {}
    return {title_of(force): [(unit.name, _signed(unit)) for unit in units_of(force, context)]}


PAGES = {"unit-matchup": _unit_matchup}
"""By the analysis's name."""
