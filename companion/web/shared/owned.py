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
class OwnedBuilds:
    """This browser's newest builds of a game, without those in the archive."""

    builds: tuple[ListedBuild, ...] = ()
    older: int = 0
    """How many builds there are beyond those."""


@dataclass(frozen=True)
class OtherDocuments:
    """This browser's packs, house rules and collections outside the archive, and the newest builds in the trash."""

    packs: tuple[Document, ...] = ()
    house_rules: tuple[Document, ...] = ()
    collections: tuple[Document, ...] = ()
    trash: tuple[Document, ...] = ()


def find_owned(game: GameSystem) -> OwnedBuilds:
    """Return this browser's newest builds of a game, each checked."""
    owner = session.known_owner()
    if owner is None:
        return OwnedBuilds()
    store = session.store()
    newest = list_builds(store.list(owner, game.slug, archived=False, most=MOST_JUDGED))
    older = library.count_matches(store, owner, LibraryFilter(game=game.slug, kind="build")) - len(newest)
    return OwnedBuilds(newest, older)


def find_others() -> OtherDocuments:
    """Return what Home lists besides the builds."""
    owner = session.known_owner()
    if owner is None:
        return OtherDocuments()
    store = session.store()
    packs, rules, collections = (store.list(owner, kind=kind, archived=False) for kind in ("pack", KIND, "collection"))
    return OtherDocuments(packs, rules, collections, store.list(owner, deleted=True, most=MOST_IN_TRASH))


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
