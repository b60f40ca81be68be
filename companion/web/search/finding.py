"""What a search finds: words of the glossaries, cards, rules, rulings, one's own documents; so many of each at most.

All words must be in a text, as `fold_for_search` compares it. A term or a name that begins with the words comes first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from flask import url_for

from companion.base.wording import fold_for_search, one_line
from companion.data.cards import Card
from companion.game_system.system import GameSystem
from companion.games import GAMES
from companion.storage import library
from companion.storage.library import LibraryFilter
from companion.web.library.entries import list_entries
from companion.web.shell import session

LONGEST_SEARCH = library.LONGEST_SEARCH
MOST_OF_KIND = 6
"""Entries of one kind that the current game shows."""
MOST_OF_OTHERS = 3
"""Entries of one kind that each other game shows."""
MOST_OWN = 8
LONGEST_TEXT = 160
"""Characters of a card's or a rule's text."""
SHORT = 3
"""Letters of a word that is found only where a word begins with it."""
_AROUND = ".,;:!?()\"'"
"""Signs around a word that are no part of it."""
_NO_LETTERS = re.compile(r"[^\w+]+")
KINDS = ("Word", "Card", "Rule", "Ruling")


@dataclass(frozen=True)
class FoundEntry:
    """Something that can be found; `about` is what is shown of it, `folded` what is searched."""

    kind: str
    title: str
    about: str
    anchor: str
    """The part of the page that shows it: of the rules page, or of the cards page where it is a card."""
    names: tuple[str, ...]
    """Its names, folded: what begins with the searched words comes first."""
    folded: str
    starts: str
    """The same with a space before each word: a short search must begin a word, or RF would be in every “surface”."""


@dataclass(frozen=True)
class Found:
    """An entry that was found, with its address."""

    kind: str
    title: str
    about: str
    address: str


@dataclass(frozen=True)
class FoundInGame:
    """What was found in one game, and how much of it is not shown."""

    game: GameSystem
    entries: tuple[Found, ...]
    more: int = 0


@dataclass(frozen=True)
class Answer:
    """What was found: in each game, the current one first, and among one's own documents."""

    games: tuple[FoundInGame, ...] = ()
    own: tuple[Found, ...] = ()
    more_own: int = 0

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was found."""
        return not self.games and not self.own


def find_all(text: str, current: GameSystem | None) -> Answer:
    """Return what is found for a text; nothing for one without words."""
    words = [word for part in fold_for_search(text).split() if (word := part.strip(_AROUND))]
    if not words:
        return Answer()
    order = (current, *(game for game in GAMES if game is not current)) if current else GAMES
    found = (_find_in_game(game, words, current in (None, game)) for game in order)
    own, more_own = _find_own(text)
    return Answer(tuple(one for one in found if one.entries), own, more_own)


def _find_in_game(game: GameSystem, words: list[str], is_current: bool) -> FoundInGame:
    matching = [entry for entry in _entries(game) if all(_has(entry, word) for word in words)]
    asked = " ".join(words)
    matching.sort(key=lambda entry: (KINDS.index(entry.kind), _rank(entry, asked)))
    most, shown = MOST_OF_KIND if is_current else MOST_OF_OTHERS, list[Found]()
    for kind in KINDS:
        of_kind = [entry for entry in matching if entry.kind == kind][:most]
        shown += (Found(one.kind, one.title, one.about, _address(game, one)) for one in of_kind)
    return FoundInGame(game, tuple(shown), len(matching) - len(shown))


def _has(entry: FoundEntry, word: str) -> bool:
    return word in entry.folded if len(word) > SHORT else f" {word}" in entry.starts


def _rank(entry: FoundEntry, asked: str) -> int:
    """Return 0 for the name itself, 1 for what begins with the words, 2 for a name with them, 3 for a text."""
    if asked in entry.names:
        return 0
    if any(name.startswith(asked) for name in entry.names):
        return 1
    return 2 if any(asked in name for name in entry.names) else 3


def _address(game: GameSystem, entry: FoundEntry) -> str:
    page = "gallery.show" if entry.kind == "Card" else "rules.show"
    return url_for(page, slug=game.slug, _anchor=entry.anchor)


def _entries(game: GameSystem) -> Iterator[FoundEntry]:
    """Yield all of a game that can be found by this browser: its packs in use have cards of their own."""
    yield from _shipped_entries(game)
    cards, shipped = session.visitor(game).catalogue.cards, game.catalogue.cards
    yield from _card_entries({name: card for name, card in cards.items() if shipped.get(name) is not card})


@cache
def _shipped_entries(game: GameSystem) -> tuple[FoundEntry, ...]:
    return (*_word_entries(game), *_card_entries(game.catalogue.cards), *_rule_entries(game))


def _word_entries(game: GameSystem) -> Iterator[FoundEntry]:
    for word in game.glossary:
        yield _entry("Word", word.term, word.meaning, f"rule-{word.rule}", word.spellings)


def _card_entries(cards: Mapping[str, Card]) -> Iterator[FoundEntry]:
    for card in cards.values():
        yield _entry("Card", card.name, str(getattr(card, "text", "")), f"card-{card.id}", (card.name,))


def _rule_entries(game: GameSystem) -> Iterator[FoundEntry]:
    book = game.rulebook
    for section in book.section:
        yield _entry("Rule", section.title, book.fill_in(section.summary), section.id, (section.title,))
        for rule in section.rule:
            yield _entry("Rule", section.title, rule.text, f"rule-{rule.id}", ())
    for ruling in book.ruling:
        answers = " ".join(option.text for option in ruling.choosable_options)
        yield _entry("Ruling", ruling.question, answers, f"ruling-{ruling.id}", ())


def _entry(kind: str, title: str, about: str, anchor: str, names: Iterable[str]) -> FoundEntry:
    named = tuple(map(fold_for_search, names))
    folded = "\n".join((fold_for_search(title), fold_for_search(about), *named))
    starts = f" {_NO_LETTERS.sub(' ', folded)}"
    return FoundEntry(kind, title, one_line(about, LONGEST_TEXT), anchor, named, folded, starts)


def _find_own(text: str) -> tuple[tuple[Found, ...], int]:
    """Return this browser's newest documents whose titles or tags have the words, and how many more there are."""
    owner = session.known_owner()
    if owner is None:
        return (), 0
    page = library.find(session.store(), owner, LibraryFilter(words=" ".join(text.split())[:LONGEST_SEARCH]))
    entries = list_entries(session.store(), page.heads[:MOST_OWN])
    shown = tuple(
        Found(one.noun.capitalize(), one.title, one.game.title if one.game else one.head.game, one.address)
        for one in entries
    )
    return shown, page.total - len(shown)
