"""The choices on the pages of MechaStellar's analyses; the answers are in `analysis`."""

from collections.abc import Mapping
from typing import Any, get_args

from companion.games.mechastellar.analysis.matchup import MatchupInputs
from companion.games.mechastellar.model import TYPES, Profile, pilot_title
from companion.system import Context, PageData

_FIELDS = MatchupInputs.model_fields
_CHOICES = {name: get_args(_FIELDS[name].annotation) for name in ("choice", "reply", "counter")}
_TICKS = {name: field.title for name, field in _FIELDS.items() if field.annotation is bool}


def _matchup(context: Context) -> Mapping[str, Any]:
    profiles = context.catalogue.all(Profile)
    return {
        "groups": {kind: [card for card in profiles if card.type == kind] for kind in TYPES},
        "cards": {card.id: card for card in profiles},
        "titles": {name: field.title for name, field in _FIELDS.items()},
        "choices": _CHOICES,
        "ticks": _TICKS,
        "pilot_title": pilot_title,
    }


PAGES: dict[str, PageData] = {"matchup": _matchup}
"""By the analysis's name."""
