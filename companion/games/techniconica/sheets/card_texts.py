"""The texts of a card's face: its own text, its special rules, and the card in a sentence."""

import re

from companion.data.cards import Card, Kind
from companion.games.techniconica.model import STATS, Extra, Part
from companion.games.techniconica.model.special_rules import SPECIALS, Specials, read_rule, write_rule
from companion.printing.faces.origins import INLINE
from companion.printing.text import page_columns

MOST_CELLS = 6
"""The most cells in a card's column of numbers."""
_TEXT_SIZES = (9.5, 9.0, 8.5, 8.0, 7.5, 7.25, 7.0, 6.75, 6.5)
_WITH_N = ", with n added to the roll"
"""Words of a rule's text about its number, left out if the card prints none."""


def field_origin(card: Card, name: str) -> Kind:
    """Return the origin of a field."""
    return card.mark(name).kind


def rules_line(card: Part, room: int = 56, known: Specials = SPECIALS) -> str:
    """Return the names of special rules in at most `room` characters, then the number of further ones."""
    names = [write_rule(token, known) for token in card.rules]
    listed = names
    while len(listed) > 1 and len(", ".join(listed)) > room:
        listed = listed[:-1]
    rest = len(names) - len(listed)
    return ", ".join(listed) + (f" and {rest} more" if rest else "")


def largest_text(card: Part, wide: float, high: float, known: Specials) -> tuple[str, float]:
    """Return the text that fits, and its size in points: the card's own text, then as many special rules as fit."""
    card_texts, rule_texts = _card_texts(card), _rule_texts(card, known)
    for count in range(len(rule_texts), -1, -1):
        words = "\n".join([*card_texts, *rule_texts[:count]])
        for size in _TEXT_SIZES:
            if not words or page_columns.height(words, wide, size, INLINE) <= high - 0.3:
                return words, size
    return "\n".join(card_texts), _TEXT_SIZES[-1]


def _card_texts(card: Part) -> list[str]:
    texts = []
    if isinstance(card, Extra):
        if card.fits:
            texts.append(f"Attach to: {' or '.join(place.replace('-', ' ').title() for place in card.fits)}.")
        if len(card.gives) + len(card.stats) > MOST_CELLS:
            texts.append(", ".join(f"{name.upper()} {change:+d}" for name, change in card.gives.items()) + ".")
    if card.text:
        mark = field_origin(card, "text")
        if is_our_note(card):
            texts.append(f"Our note: {card.text}")
        else:
            texts.append(card.text if mark == "printed" else f"{{{mark}}} {card.text}")
    return texts


def is_our_note(card: Card) -> bool:
    """Return whether the text is our note on a publisher's card; it is no part of the card and has no mark."""
    return field_origin(card, "text") == "house" and field_origin(card, "default") == "printed"


def _rule_texts(card: Part, known: Specials) -> list[str]:
    """Return the text of each known special rule, with the card's number in it."""
    texts = []
    for token in dict.fromkeys(card.rules):
        special, number = read_rule(token, known)
        if special.id not in known:
            continue
        text = (
            re.sub(r"\bn\b", str(number), special.printed_text) if number else special.printed_text.replace(_WITH_N, "")
        )
        texts.append(f"{write_rule(token, known)}: {text}")
    return texts


def about_part(card: Part, known: Specials = SPECIALS) -> str:
    """Return a part's card in a sentence."""
    figures = ", ".join(
        f"{STATS[name]} {'not known' if (value := card.number(name)) is None else value}" for name in card.stats
    )
    rules = "".join(f", {write_rule(token, known)}" for token in card.rules)
    return f"{card.name}, {card.type}: {figures}{rules}."
