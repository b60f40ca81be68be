"""Deck lists choose cards by name, with their copies: lines such as `4 Dragon`, tables, orders and decks in XML."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import join_words, perhaps, plural
from companion.limits import budget
from companion.printing.custom import card_orders, list_lines, list_tables
from companion.printing.custom.list_tables import ListRow
from companion.printing.custom.picture_names import NamedCard, NamedDeck, loose_key, name_key
from companion.printing.sheets.selection import MOST_PIECES

LONGEST = 200_000
"""The most characters of a deck list."""
_AFTER_NAME = re.compile(r"(.+?)[\s_-]*[(\[][^()\[\]]*[)\]]")
"""A picture's name with something in brackets after it, such as a number of a second picture, or an id."""
_ABOUT = ("about", "[metadata]")
"""Heads of lines about the deck itself: in Arena its name alone, in Forge all until the next head."""
_MOST_SUGGESTIONS = 20
"""The most unknown names with a suggestion: a list for another deck is wrong on every line."""

Place = tuple[int, int]
"""The index of a deck, and of a card in it."""


def choose_cards(
    text: str,
    decks: Sequence[NamedDeck],
    where: str = "list",
    skip_bad: bool = False,
    paths: Iterable[str] = (),
    back: str = "",
) -> tuple[tuple[NamedDeck, ...], tuple[str, ...]]:
    """Return the decks reduced to the cards of a deck list, in its counts, and notes about what it leaves open.

    `paths` are those of all pictures, backs included; an order of another tool may name any of them. `back` replaces
    the common back of such an order.

    Raises InvalidInput with every line that names no card; with `skip_bad` these are notes too.
    """
    if card_orders.is_order(text):
        return card_orders.choose_cards(text, decks, paths, back, where, skip_bad)
    if len(text) > LONGEST:
        raise InvalidInput(InputError(where, f"{len(text):,} characters", f"at most {LONGEST:,}"))
    reader = _ListReader(decks)
    if list_tables.is_xml(text):
        reader.read_rows(list_tables.xml_rows(list_tables.parse_xml(text, where), where))
    elif (rows := list_tables.rows(text, where)) is not None:
        reader.read_rows(rows)
    else:
        reader.read_lines(text.lstrip("\ufeff").splitlines(), where)
    if reader.errors and not skip_bad:
        raise InvalidInput(*reader.errors)
    notes = [*reader.notes, *(f"Left out: {error}" for error in reader.errors)]
    if not reader.counts:
        raise InvalidInput(*(reader.errors or [InputError(where, "no name", "a card per line, as 4 Dragon")]))
    if reader.counts.total() > MOST_PIECES:
        raise InvalidInput(InputError(where, plural(reader.counts.total(), "card"), f"at most {MOST_PIECES:,}"))
    return tuple(_decks_with_cards(decks, reader.counts, reader.backs)), tuple(dict.fromkeys(notes))


def places_by_name(decks: Sequence[NamedDeck]) -> dict[str, list[Place]]:
    """Return the places of each name: of a card, of its file, and both with the deck's folder or title before it."""
    places: dict[str, list[Place]] = {}
    for place, card in _cards(decks):
        deck = decks[place[0]]
        file = card.front.rpartition("/")[2]
        names = {card.name, file, file.rpartition(".")[0], card.front}
        for key in {
            name_key(path) for name in names for path in (name, f"{deck.folder}/{name}", f"{deck.title}/{name}")
        }:
            places.setdefault(key, []).append(place)
    return places


def _cards(decks: Sequence[NamedDeck]) -> Iterator[tuple[Place, NamedCard]]:
    for deck_number, deck in enumerate(decks):
        for number, card in enumerate(deck.cards):
            yield (deck_number, number), card


def _index(decks: Sequence[NamedDeck], key: Callable[[str], str]) -> dict[str, list[Place]]:
    places: dict[str, list[Place]] = {}
    for place, card in _cards(decks):
        for name in {key(card.name), key(card.front.rpartition("/")[2].rpartition(".")[0])}:
            if name:
                places.setdefault(name, []).append(place)
    return places


@dataclass
class _ListReader:
    """Reads a list line by line; has the counts, the backs of cards in two names, notes and errors so far."""

    decks: Sequence[NamedDeck]
    counts: Counter[Place] = field(default_factory=Counter)
    backs: dict[Place, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    errors: list[InputError] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.exact = places_by_name(self.decks)
        loose = _index(self.decks, loose_key)
        after = _index(self.decks, lambda name: loose_key(match[1]) if (match := _AFTER_NAME.fullmatch(name)) else "")
        # The nearest spelling first: as it is, then by its letters, then of the one picture with more in brackets.
        self.spellings: tuple[Callable[[str], list[Place]], ...] = (
            lambda name: self.exact.get(name_key(name), []),
            lambda name: loose.get(loose_key(name), []),
            lambda name: places if len(places := after.get(loose_key(name), [])) == 1 else [],
        )
        backs = Counter(card.back for _, card in _cards(self.decks) if card.back)
        self._shared_backs = {back for back, count in backs.items() if count > 1}
        self.names = {name_key(card.name): card.name for _, card in _cards(self.decks)}

    def read_lines(self, lines: Sequence[str], where: str) -> None:
        """Count the cards of lines; comments and the heads of sections are passed over."""
        head = ""
        for number, line in enumerate(budget.watched(lines), 1):
            words = line.strip().removeprefix("SB:").removeprefix("sb:").strip()
            is_title = head == "[metadata]" or (head == "about" and words.casefold().startswith("name "))
            head = words.casefold() if words.casefold() in _ABOUT or list_lines.is_head(words) else head
            if not words or list_lines.is_comment(words) or (is_title and head in _ABOUT):
                continue
            place = f"{where}, line {number}"
            if len(words) > list_lines.LONGEST_LINE:
                wanted = f"at most {list_lines.LONGEST_LINE} characters in a line"
                self.errors.append(InputError(place, quote(words[:60]), wanted))
            elif name_key(words) in self.exact or not self._is_head(words, lines, number):
                self._read_line(words, place)

    def _is_head(self, words: str, lines: Sequence[str], number: int) -> bool:
        following = next((line for line in lines[number : number + 3] if line.strip()), "")
        return list_lines.is_head(words, following) or self._heads_what_follows(words, lines, number)

    def _heads_what_follows(self, words: str, lines: Sequence[str], number: int) -> bool:
        """Return whether a line such as `Ramp (9)` is followed by as many cards, and is the name of none."""
        head = list_lines.counted_head(words)
        if head is None or self._places(head[0], self.spellings[:2]):
            return False
        total = 0
        for line in lines[number:]:
            words = line.strip()
            if not words or total >= head[1] or list_lines.is_head(words) or list_lines.counted_head(words):
                break
            total += 0 if list_lines.is_comment(words) else list_lines.count_of(words)
        return total == head[1]

    def read_rows(self, rows: Iterable[ListRow]) -> None:
        """Count the cards of a table's rows."""
        considered = 0
        for row in budget.watched(rows):
            if row.is_left_out:
                considered += 1
            elif row.error:
                self.errors.append(row.error)
            elif not self._find(((name, row.count) for name in (row.name, *list_lines.names(row.name))), row.name):
                self._refuse(row.name, row.place)
        if considered:
            self.notes.append(f"{plural(considered, 'row')} of the maybeboard left out.")

    def _read_line(self, words: str, where: str) -> None:
        if self._find(list_lines.readings(words), words):
            return
        for name, count in list_lines.numbered_readings(words):
            if (places := self._places(name, self.spellings[:2])) and count <= MOST_PIECES:
                card = self._card(places[0])
                self.notes.append(f"{where}: no picture has the number, {card.front} is printed for {quote(words)}.")
                self._count(places, count, name)
                return
        self._refuse(list_lines.drop_count(words), where)

    def _find(self, readings: Iterable[tuple[str, int]], words: str) -> bool:
        """Count the card of the first reading that names one; return whether there is any."""
        several = list(readings)
        for spelling in self.spellings:
            for name, count in several:
                if count <= MOST_PIECES and (places := spelling(name)):
                    self._count(places, count, name)
                    self._note_other_reading(name, count, several, words)
                    self._pair_faces(places[0], words)
                    return True
        return False

    def _places(self, name: str, spellings: Iterable[Callable[[str], list[Place]]]) -> list[Place]:
        return next((places for spelling in spellings if (places := spelling(name))), [])

    def _card(self, place: Place) -> NamedCard:
        return self.decks[place[0]].cards[place[1]]

    def _count(self, places: list[Place], times: int, name: str) -> None:
        self.counts[places[0]] += times
        if len(places) > 1:
            paths = [self._card(place).front for place in places]
            self.notes.append(f"{name} is the name of {join_words(paths)}: {paths[0]} is printed.")

    def _note_other_reading(self, name: str, count: int, readings: Iterable[tuple[str, int]], words: str) -> None:
        """Tell where a whole line is a name and would also be a count and another name, such as `2 Faces`."""
        if count != 1 or name != words:
            return
        for other, times in readings:
            if times != 1 and name_key(other) in self.exact:
                self.notes.append(f"{words} is itself the name of a picture: it is printed once, not {times} {other}.")
                return

    def _pair_faces(self, place: Place, words: str) -> None:
        """Put the second name of `Depose // Deploy` behind the first, if each has a picture and the first no back."""
        sides, card = list_lines.faces(words), self._card(place)
        if sides is None or loose_key(sides[1]) in loose_key(card.name) or card.back not in ("", *self._shared_backs):
            return
        behind = next((at for name in list_lines.names(sides[1]) if (at := self._places(name, self.spellings[:1]))), [])
        if behind and behind[0] != place:
            back = self._card(behind[0]).front
            self.backs[place] = back
            self.notes.append(f"{back} is printed behind {card.front}, as the list says: {words}.")

    def _refuse(self, name: str, where: str) -> None:
        self.errors.append(InputError(where, quote(name), f"the name of a picture{self._suggest(name)}"))

    def _suggest(self, name: str) -> str:
        if len(self.errors) >= _MOST_SUGGESTIONS:
            return ""
        return perhaps(name_key(name), self.names, ", ", self.names) or (
            f", such as {next(iter(self.names.values()))}" if self.names else ""
        )


def _decks_with_cards(
    decks: Iterable[NamedDeck], counts: Counter[Place], backs: dict[Place, str]
) -> Iterator[NamedDeck]:
    for number, deck in enumerate(decks):
        cards = tuple(
            replace(card, copies=counts[number, place], back=backs.get((number, place), card.back))
            for place, card in enumerate(deck.cards)
            if counts[number, place]
        )
        if cards:
            yield replace(deck, cards=cards)
