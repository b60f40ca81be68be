"""What is this browser's own, as lists show it: builds and verdicts, packs, house rules, collections, the trash."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.game_system.system import GameSystem
from companion.gamekit.house_rules import KIND
from companion.games import game as find_game
from companion.storage import library
from companion.storage.library import LibraryFilter
from companion.storage.store import Document
from companion.web.shared.verdicts import contents, count_problems
from companion.web.shell import session

MOST_JUDGED = 24
"""How many of the newest builds a list shows, each checked; the library has the others."""
MOST_OFFERED = 200
"""How many of the newest builds a choice offers; others are named by their links."""
MOST_IN_TRASH = 12
"""How many builds in the trash Home shows."""


@dataclass(frozen=True)
class ListedBuild:
    """A saved build in a list. `problems` is None where nobody knows: it was not checked, or cannot be read.

    One with nothing in it is not legal, though it may break no rule.
    """

    document: Document
    game: GameSystem | None
    """None where this release does not know the game."""
    problems: int | None
    is_empty: bool = False


@dataclass(frozen=True)
class OwnedDocuments:
    """A browser's own things, newest first, without those in the archive."""

    builds: tuple[ListedBuild, ...] = ()
    older: int = 0
    """How many builds there are beyond those."""
    packs: tuple[Document, ...] = ()
    house_rules: tuple[Document, ...] = ()
    collections: tuple[Document, ...] = ()
    trash: tuple[Document, ...] = ()
    in_archive: int = 0
    in_trash: int = 0
    """Documents of every kind in the trash; `trash` has only the newest builds."""

    @property
    def has_any(self) -> bool:
        """Return whether there is anything outside the trash."""
        return bool(self.builds or self.packs or self.house_rules or self.collections or self.in_archive)


def find_owned(game: GameSystem | None = None) -> OwnedDocuments:
    """Return this browser's things, of one game or of all; the trash and what belongs to no build only of all."""
    owner = session.known_owner()
    if owner is None:
        return OwnedDocuments()
    store, slug = session.store(), game.slug if game else None
    newest = list_builds(store.list(owner, slug, archived=False, most=MOST_JUDGED))
    older = library.count_matches(store, owner, LibraryFilter(game=slug or "", kind="build")) - len(newest)
    if game:
        return OwnedDocuments(newest, older)
    packs, rules, collections = (store.list(owner, kind=kind, archived=False) for kind in ("pack", KIND, "collection"))
    trash = store.list(owner, deleted=True, most=MOST_IN_TRASH)
    in_archive = library.count_matches(store, owner, LibraryFilter(place="archive"))
    return OwnedDocuments(newest, older, packs, rules, collections, trash, in_archive, store.trash_size(owner))


def find_newest_build(game: GameSystem) -> Document | None:
    """Return this browser's newest legal build of a game, its newest that can be read where none is; None without."""
    return next(builds_legal_first(game), None)


def builds_legal_first(game: GameSystem) -> Iterator[Document]:
    """Yield this browser's newest builds of a game that can be read: the legal ones, then the others and empty ones."""
    owner = session.known_owner()
    listed = session.store().list(owner, game.slug, archived=False, most=MOST_JUDGED) if owner else ()
    others = []
    for document in listed:
        problems = count_problems(document)
        if problems == 0 and contents(document) == "filled":
            yield document
        elif problems is not None:
            others.append(document)
    yield from others


def list_builds(documents: Iterable[Document]) -> tuple[ListedBuild, ...]:
    """Return builds as lists show them, each checked."""
    return tuple(
        ListedBuild(document, find_game(document.game), count_problems(document), contents(document) == "empty")
        for document in documents
    )
