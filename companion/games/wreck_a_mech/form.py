"""The form of a mech and its deck: the five places of the cross, three piles, and what is known about the opponent."""

from collections.abc import Mapping

from companion.base.findings import quote
from companion.data.cards import Catalogue
from companion.gamekit.build_form import BuildField, Fields, choice_reader
from companion.games.wreck_a_mech.model import MOST_MARKED, POSITIONS, Part, words
from companion.games.wreck_a_mech.model.typed import entry, lines, opponent_parts
from companion.games.wreck_a_mech.rules.totals import corporation_name

PILES = {"deck": "Draw pile", "discard": "Discard pile", "junked": "Junked"}


def _part(text: str, catalogue: Catalogue) -> str | None:
    if text and not catalogue.find(Part, text):
        raise ValueError(f"No part is called {quote(text)}: choose one from the list.")
    return text or None


def _pile(text: str, catalogue: Catalogue) -> list[object] | None:
    """Read one card per line, by name or id, with the number of copies first if there is more than one."""
    return [entry(line, catalogue).model_dump() for line in lines([text])] or None


def _pile_inputs(entries: object, catalogue: Catalogue) -> list[str]:
    if isinstance(entries, Mapping):
        entries = [f"{count} {card}" for card, count in entries.items()]
    return ["\n".join(_line(written, catalogue) for written in entries)] if isinstance(entries, list | tuple) else []


def _line(written: object, catalogue: Catalogue) -> str:
    """Return a pile's entry with the card's name for its id."""
    if isinstance(written, Mapping):
        written = f"{written.get('count', 1)} {written.get('card', '')}"
    number, _, rest = str(written).partition(" ")
    card = catalogue.find(Part, rest or number)
    name = card.name if card else rest or number
    return f"{number} {name}" if rest else name


def _mark(text: str, _: Catalogue) -> int | None:
    """Read a number that two rings can mark."""
    typed = text.strip()
    if typed and not (typed.isdecimal() and len(typed) <= 2):
        raise ValueError(f"{quote(typed)} is not a mark: write a number from 0 to {MOST_MARKED}.")
    return int(typed) if typed else None


def _opponent_parts(text: str, catalogue: Catalogue) -> dict[str, int] | None:
    return opponent_parts(text, catalogue) or None


def _parts_inputs(parts: object, catalogue: Catalogue) -> list[str]:
    counts = parts.items() if isinstance(parts, Mapping) else ()
    return [", ".join(f"{count} {corporation_name(name, catalogue)}" for name, count in counts)]


FORM: Fields = (
    *(BuildField(position, words(position).capitalize(), _part, at=f"mech.{position}") for position in POSITIONS),
    *(BuildField(name, title, _pile, _pile_inputs, input="lines") for name, title in PILES.items()),
    BuildField(
        "sets",
        "Sets in play",
        choice_reader({"1": None, "2": 2, "3": 3, "4": 4}, "There are one to four sets, not {}: choose one or two."),
        input="choice",
        choices=(("1", "one"), ("2", "two, for 3 or 4 players")),
        default="1",
        limit="same",
    ),
    BuildField("opponent_attack", "Its Attack", _mark, at="opponent.attack"),
    BuildField("opponent_defense", "Its Defense", _mark, at="opponent.defense"),
    BuildField("opponent_parts", "Its parts", _opponent_parts, _parts_inputs, at="opponent.parts"),
)
"""The fields of a build."""
