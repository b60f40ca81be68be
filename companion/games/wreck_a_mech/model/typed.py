"""Cards and parts as people type them, a room of its own because the build's form and the pages read the same words."""

from collections.abc import Iterable

from companion.cards import Catalogue
from companion.findings import shown
from companion.games.wreck_a_mech.model import MOST_CARDS, POSITIONS, Copies, Corporation, Part


class Unread(ValueError):
    """Words that could not be read: a sentence for a form, and for a page what was found and what was expected."""

    def __init__(self, sentence: str, found: str, expected: str) -> None:
        """Keep all three."""
        super().__init__(sentence)
        self.found, self.expected = found, expected


def by_name(name: str, catalogue: Catalogue) -> Part | None:
    """Return a card by its id or its name, in any case."""
    wanted = " ".join(name.split()).casefold()
    return catalogue.find(Part, wanted) or next((c for c in catalogue.all(Part) if c.name.casefold() == wanted), None)


def entry(line: str, catalogue: Catalogue) -> Copies:
    """Return a card and how many, from `2 Trainer Head`; Unread where it is no card or no number."""
    first, _, rest = line.strip().partition(" ")
    number = first.rstrip("x×")
    counted = number.isdecimal() and number.isascii() and bool(rest.strip())
    count, name = (number, rest) if counted else ("1", line)
    if len(count) > 2 or not int(count):
        sentence = f"{shown(line)}: a number from 1 to 99 comes before a card."
        raise Unread(sentence, shown(line), "a number from 1 to 99 before a card")
    found = by_name(name, catalogue)
    if found is None:
        expected = "its name, or a number and its name, as 2 Trainer Head"
        raise Unread(f"{shown(line)} is no card: write {expected}.", shown(line), f"a card: {expected}")
    return Copies(card=found.id, count=int(count))


def lines(texts: Iterable[str]) -> list[str]:
    """Return the lines of what was typed, commas as good as new lines; Unread where there are too many."""
    found = [line.strip() for text in texts for line in text.replace(",", "\n").splitlines() if line.strip()]
    if len(found) > MOST_CARDS:
        sentence = f"A pile has at most {MOST_CARDS} lines; this one has {len(found)}."
        raise Unread(sentence, f"{len(found)} lines", f"at most {MOST_CARDS}")
    return found


def opponent_parts(text: str, catalogue: Catalogue) -> dict[str, int]:
    """Return an opponent's parts by corporation from `3 Akio, 1 Zhao`; Unread names the words."""
    found: dict[str, int] = {}
    known = {name.casefold(): c.id for c in catalogue.all(Corporation) for name in (c.id, c.name)}
    for line in lines([text]):
        number, _, name = line.partition(" ")
        corporation = known.get(name.strip().casefold())
        if corporation is None or number not in ("0", "1", "2", "3", "4", "5"):
            sentence = f"{shown(line)} is no number of parts: write 3 Akio, 1 Zhao."
            raise Unread(sentence, shown(line), "parts by corporation, as 3 Akio, 1 Zhao")
        if int(number):
            found[corporation] = found.get(corporation, 0) + int(number)
    if sum(found.values()) > len(POSITIONS):
        count = sum(found.values())
        raise Unread(f"A mech has at most {len(POSITIONS)} parts; these are {count}.", f"{count} parts", "at most 5")
    return found
