"""The words of a card: its own text, what its special rules do, whose note it is, a card in a sentence."""

import re

from companion.data.cards import Card, Kind
from companion.games.techniconica.model import STATS, Extra, Part
from companion.games.techniconica.model.special_rules import SPECIALS, Specials, read_rule, write_rule
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns

MOST_CELLS = 6
"""Numbers that have room in a card's column."""
_TEXT_SIZES = (9.5, 9.0, 8.5, 8.0, 7.5, 7.25, 7.0, 6.75, 6.5)
_WITH_N = ", with n added to the roll"
"""The words about the number, left out for a rule that is printed without one."""


def field_origin(card: Card, name: str) -> Kind:
    """Return the origin of a field."""
    return card.mark(name).kind


def rules_line(card: Part, room: int = 56, known: Specials = SPECIALS) -> str:
    """Return as many names of special rules as fit, then how many more there are."""
    names = [write_rule(token, known) for token in card.rules]
    shown = names
    while len(shown) > 1 and len(", ".join(shown)) > room:
        shown = shown[:-1]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def largest_text(card: Part, wide: float, high: float, known: Specials) -> tuple[str, float]:
    """Return the largest text that fits, and its size: always the card's own text, then what its special rules do."""
    own, told = _derived_words(card), _rule_texts(card, known)
    for count in range(len(told), -1, -1):
        words = "\n".join([*own, *told[:count]])
        for size in _TEXT_SIZES:
            if not words or page_columns.height(words, wide, size, INLINE) <= high - 0.3:
                return words, size
    return "\n".join(own), _TEXT_SIZES[-1]


def _derived_words(card: Part) -> list[str]:
    found = []
    if isinstance(card, Extra):
        if card.fits:
            found.append(f"Attach to: {' or '.join(place.replace('-', ' ').title() for place in card.fits)}.")
        if len(card.gives) + len(card.stats) > MOST_CELLS:
            found.append(", ".join(f"{name.upper()} {change:+d}" for name, change in card.gives.items()) + ".")
    if card.text:
        mark = field_origin(card, "text")
        if is_our_note(card):
            found.append(f"Our note: {card.text}")
        else:
            found.append(card.text if mark == "printed" else f"{{{mark}}} {card.text}")
    return found


def is_our_note(card: Card) -> bool:
    """Return whether the text is our note on a publisher's card: it is not part of the card and needs no mark."""
    return field_origin(card, "text") == "house" and field_origin(card, "default") == "printed"


def _rule_texts(card: Part, known: Specials) -> list[str]:
    """Return what each known special rule does, with the card's own number."""
    found = []
    for token in dict.fromkeys(card.rules):
        special, number = read_rule(token, known)
        if special.id not in known:
            continue
        text = (
            re.sub(r"\bn\b", str(number), special.printed_text) if number else special.printed_text.replace(_WITH_N, "")
        )
        found.append(f"{write_rule(token, known)}: {text}")
    return found


def about_part(card: Part, known: Specials = SPECIALS) -> str:
    """Return a part's card in a sentence."""
    figures = ", ".join(
        f"{STATS[name]} {'not known' if (value := card.number(name)) is None else value}" for name in card.stats
    )
    rules = "".join(f", {write_rule(token, known)}" for token in card.rules)
    return f"{card.name}, {card.type}: {figures}{rules}."
