"""The choices on the pages of MechaStellar's analyses; the answers are in `analysis`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from companion.base.findings import InvalidInput
from companion.data.marks import sign
from companion.gamekit.contract import Context
from companion.games.mechastellar.analysis.attacks import SOURCES
from companion.games.mechastellar.analysis.lists import (
    IN,
    NamedUnit,
    distinct_title,
    list_units,
    read_pasted_list,
    saved_lists,
)
from companion.games.mechastellar.analysis.two_unit_inputs import RARE
from companion.games.mechastellar.analysis.unit_matchup import MatchupInputs
from companion.games.mechastellar.analysis.whole_turn.inputs import MOST_MOMENTUM, MOST_POINTS, WholeTurnInputs
from companion.games.mechastellar.model import TYPES, Profile, pilot_title

_FIELDS = MatchupInputs.model_fields
_CHOICES = {name: get_args(_FIELDS[name].annotation) for name in ("choice", "reply", "counter")}
_TICKS = {name: field.title for name, field in _FIELDS.items() if field.annotation is bool}
_TURN = WholeTurnInputs.model_fields
_SLIDERS = {
    "momentum": (0, MOST_MOMENTUM, 1),
    "points": (0, MOST_POINTS, 1),
    "their_momentum": (0, MOST_MOMENTUM, 1),
    "wanted": (5, 100, 5),
    "round": (1, 10, 1),
}
"""The sliders of a whole turn: least, most, step."""
_TURN_TICKS = tuple(name for name, field in _TURN.items() if field.annotation is bool)
Groups = dict[str, list[tuple[str, str]]]
"""Choices of a unit by heading, each as value in the address and name on the screen."""


@dataclass(frozen=True)
class Slider:
    """A number that a page sets with a slider."""

    least: int
    most: int
    step: int
    about: str


def _unit_matchup_choices(context: Context) -> Mapping[str, object]:
    return {
        **_two_unit_choices(context),
        "titles": {name: field.title for name, field in _FIELDS.items()},
        "ticks": _TICKS,
        "pilot_title": pilot_title,
        "sources": SOURCES,
        "marks": {card.id: card.stats_mark for card in context.catalogue.all(Profile)},
    }


def _whole_turn_choices(context: Context) -> Mapping[str, object]:
    rare = [name for name in _TURN_TICKS if _TURN[name].json_schema_extra == RARE]
    return {
        **_two_unit_choices(context),
        "titles": {name: field.title for name, field in _TURN.items()},
        "sliders": {name: Slider(*bounds, _TURN[name].description or "") for name, bounds in _SLIDERS.items()},
        "usual": [name for name in _TURN_TICKS if name not in rare],
        "rare": rare,
    }


def _two_unit_choices(context: Context) -> Mapping[str, object]:
    """Return the choices of two units, and of Precision, Dodge, Counter and the like."""
    profiles = context.catalogue.all(Profile)
    shipped: Groups = {
        kind: [(card.id, card.name + sign(card.stats_mark)) for card in profiles if card.type == kind] for kind in TYPES
    }
    saved: Groups = {
        title: [(f"{unit.name}{IN}{title}", _name_with_origin(unit)) for unit in list_units(force, context)]
        for title, force in saved_lists(context).items()
    }

    def groups(text: str) -> Groups:
        """Return the choices of a unit: from its pasted list, else from saved lists and all profiles."""
        return _pasted_units(text, context) or {**saved, **shipped}

    return {"groups": groups, "choices": _CHOICES}


def _name_with_origin(named: NamedUnit) -> str:
    """Return a unit's name with the sign of its stats."""
    return named.name + sign(named.unit.profile.stats_mark)


def _pasted_units(text: str, context: Context) -> Groups:
    """Return the units of a pasted list; none if it cannot be read (the error is at its field)."""
    if not text.strip():
        return {}
    try:
        force = read_pasted_list(text, "", context)
    except InvalidInput:
        return {}
    return {distinct_title(force): [(unit.name, _name_with_origin(unit)) for unit in list_units(force, context)]}


PAGES = {"unit-matchup": _unit_matchup_choices, "whole-turn": _whole_turn_choices}
"""The functions that give the pages of analyses their choices, by the analysis's name."""
