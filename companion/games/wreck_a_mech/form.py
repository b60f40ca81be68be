"""The form of a mech and its deck: the five places of the cross, three piles, and what is known about the opponent."""

from collections.abc import Mapping

from companion.data.cards import Catalogue
from companion.gamekit.build_form import BuildField
from companion.games.wreck_a_mech.model import POSITIONS, Part, Workshop
from companion.games.wreck_a_mech.model.typed import lines, opponent_parts, read_entry
from companion.games.wreck_a_mech.rules.totals import corporation_name


def _read_pile(text: str, catalogue: Catalogue) -> list[object] | None:
    """Read one card per line, by name or id, with the number of copies before it if there are several."""
    return [read_entry(line, catalogue).model_dump() for line in lines([text])] or None


def _pile_texts(entries: object, catalogue: Catalogue) -> list[str]:
    if isinstance(entries, Mapping):
        entries = [f"{count} {card}" for card, count in entries.items()]
    if not isinstance(entries, list | tuple):
        return []
    return ["\n".join(_write_entry(entry, catalogue) for entry in entries)]


def _write_entry(value: object, catalogue: Catalogue) -> str:
    """Return a pile's entry, a table or a text such as `2 mic-drop`, with the card's name for its id."""
    if isinstance(value, Mapping):
        value = f"{value.get('count', 1)} {value.get('card', '')}"
    number, _, rest = str(value).partition(" ")
    card = catalogue.find(Part, rest or number)
    name = card.name if card else rest or number
    return f"{number} {name}" if rest else name


def _read_opponent_parts(text: str, catalogue: Catalogue) -> dict[str, int] | None:
    return opponent_parts(text, catalogue) or None


def _parts_texts(parts: object, catalogue: Catalogue) -> list[str]:
    counts = parts.items() if isinstance(parts, Mapping) else ()
    return [", ".join(f"{count} {corporation_name(name, catalogue)}" for name, count in counts)]


SETS = {1: "one", 2: "two, for 3 or 4 players", 3: "three", 4: "four"}
FORM = (
    *(
        BuildField(Workshop, f"mech.{position}", wrong="No part is called {found}: choose one from the list.")
        for position in POSITIONS
    ),
    *(
        BuildField(Workshop, name, input="lines", read=_read_pile, write=_pile_texts)
        for name in ("deck", "discard", "junked")
    ),
    BuildField(
        Workshop,
        "sets",
        input="choice",
        labels=SETS,
        wrong="{found} is not a number of sets: choose {values}.",
        limit="same",
    ),
    *(
        BuildField(
            Workshop,
            f"opponent.{name}",
            f"opponent_{name}",
            wrong="{found} is not a mark: write a number from {least} to {most}.",
        )
        for name in ("attack", "defense")
    ),
    BuildField(Workshop, "opponent.parts", "opponent_parts", "text", _read_opponent_parts, _parts_texts),
)
"""The fields of a build."""
