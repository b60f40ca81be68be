"""Entries of the library: a document's address and kind, and the portrait of a build."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import url_for

from companion.game_system.system import GameSystem
from companion.games import game as find_game
from companion.storage import tables
from companion.storage.library import DocumentHead
from companion.storage.store import Store
from companion.web.builds.routes import BUILD
from companion.web.house_rules.routes import HOUSE_RULES
from companion.web.packs.routes import PACK
from companion.web.shared.documents import DocumentKind
from companion.web.shared.matchup_sides import OPPONENT, OTHER
from companion.web.shared.owned import ListedBuild, list_builds
from companion.web.shared.settings_page import KINDS

DOCUMENT_KINDS: Mapping[str, DocumentKind] = {kind.name: kind for kind in (BUILD, PACK, HOUSE_RULES)}
"""The kinds that have a page for each document: these can be duplicated and renamed."""


@dataclass(frozen=True)
class LibraryEntry:
    """A document in the library. `build` is a build as lists show it; other kinds are shown by their heads alone."""

    head: DocumentHead
    game: GameSystem | None
    """None where this release does not know the game."""
    address: str = ""
    """Where it opens; empty where no page shows it."""
    build: ListedBuild | None = None

    @property
    def title(self) -> str:
        """Return what the library calls it; a table without a name as its own page does."""
        if self.head.kind == tables.KIND and self.game and not self.head.title:
            return f"{self.game.title} at the table"
        return self.head.title or "Untitled"

    @property
    def noun(self) -> str:
        """Return the name of its kind."""
        return KINDS.get(self.head.kind, self.head.kind)


def list_entries(store: Store, heads: Iterable[DocumentHead]) -> tuple[LibraryEntry, ...]:
    """Return documents as the library shows them; only builds are read, and checked."""
    heads = tuple(heads)
    documents = store.get_many([head.id for head in heads if head.kind == BUILD.name])
    builds = {build.document.id: build for build in list_builds(documents.values())}
    return tuple(_entry(head, builds.get(head.id)) for head in heads)


def _entry(head: DocumentHead, build: ListedBuild | None) -> LibraryEntry:
    game = find_game(head.game)
    return LibraryEntry(head, game, _address(game, head) if game else "", build)


def _address(game: GameSystem, head: DocumentHead) -> str:
    if kind := DOCUMENT_KINDS.get(head.kind):
        return url_for(kind.page, slug=game.slug, document_id=head.id)
    if head.kind == tables.KIND:
        return url_for("tables.show", reference=head.id)
    if head.kind == "collection":
        return url_for("gallery.show", slug=game.slug, tab="collection")
    if head.kind == OPPONENT and game.matchup:
        return f"{url_for('matchups.show', slug=game.slug)}?{OTHER}={head.id}"
    return ""
