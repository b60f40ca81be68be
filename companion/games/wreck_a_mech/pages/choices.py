"""The choices on the pages of Wreck-A-Mech's analyses; the answers are in `analysis`."""

from collections.abc import Mapping

from companion.data.cards import Catalogue
from companion.gamekit.contract import Context, PageData
from companion.games.wreck_a_mech.analysis.best_build import GOALS
from companion.games.wreck_a_mech.model import POSITIONS, Part, words
from companion.games.wreck_a_mech.summary import choices, wheel

SLOTS = 5
"""Fields for cards of the hand before the page adds another: the most cards that the rules give."""


def _best_build(context: Context) -> Mapping[str, object]:
    cards = group_by_position(context.catalogue)
    return {**_cross(context), "goals": GOALS, "slots": SLOTS, "cards": cards, "wheel": wheel(context)}


def _cross(context: Context) -> Mapping[str, object]:
    return {"positions": POSITIONS, "words": words, "choices": choices(context.catalogue)}


def group_by_position(catalogue: Catalogue) -> dict[str, list[Part]]:
    """Return all parts by position, best rank first, to choose a hand from."""
    cards = sorted(catalogue.all(Part), key=lambda card: (-card.rank, card.name))
    return {words(p).capitalize(): [card for card in cards if card.position == p] for p in POSITIONS}


PAGES: dict[str, PageData] = {"best-build": _best_build, "damage-options": _cross}
"""Choices by the analysis's name; deck odds have none, because their cards are typed."""
