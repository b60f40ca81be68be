"""The component draft's form: a seat, and sixteen cards to tick."""

from companion.base.findings import quote
from companion.data.cards import Catalogue
from companion.gamekit.build_form import BuildField, choice_reader
from companion.games.mecha_mettle.model import Component


def _components(ids: list[str], catalogue: Catalogue) -> list[str]:
    """Read the ticked cards; ValueError names the first id that no card has."""
    unknown = [card_id for card_id in ids if not catalogue.find(Component, card_id)]
    if unknown:
        raise ValueError(f"No component is called {quote(unknown[0])}: choose from the cards shown.")
    return ids


FORM = (
    BuildField(
        "seat",
        "Seat",
        choice_reader({"1": None, "2": 2}, "There is no seat {}: choose seat one or two."),
        input="radio",
        choices=(("1", "Seat one"), ("2", "Seat two")),
        default="1",
    ),
    BuildField("components", "Components", _components, input="several"),
)
"""The fields of a build."""
