"""What the browser behind a request plays with: its rulings, packs, house rules and collection, once a request.

A `Visitor` combines them for one game and makes the `Context` of a request, which is passed on from there. Who the
browser is, `companion.web.shell.browser` knows.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import g

from companion.base.compat import cached_property
from companion.base.findings import InputError, InvalidInput, quote
from companion.data import packs as core
from companion.data.cards import Catalogue
from companion.data.documents import MOST_PACKS as MOST_CARRIED
from companion.data.documents import CarriedPack, read_as
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.gamekit.house_rules import KIND, HouseRules, merge_packs
from companion.storage.document_links import split_reference
from companion.storage.owners import Belongings
from companion.storage.store import Document
from companion.web.shell import access
from companion.web.shell.access import is_mine, may_change
from companion.web.shell.browser import (
    belongings,
    change_belongings,
    choose_theme,
    known_owner,
    owner,
    say,
    store,
    theme,
)

__all__ = ["choose_theme", "is_mine", "known_owner", "may_change", "owner", "say", "store", "theme"]

MOST_PACKS = 12
"""The most packs of one game that a browser uses at once."""
PIN = "@"
"""Between what names a pack that somebody else shares and the version that is used of it; without it, the newest is."""


@dataclass(frozen=True)
class PackInUse:
    """What a browser uses: a pack of its own by its id, or one that somebody shares by its link, perhaps pinned."""

    name: str

    @property
    def reference(self) -> str:
        """What names the pack in addresses."""
        return self.name.partition(PIN)[0]

    @property
    def version(self) -> int | None:
        """The version that is used; None for the newest."""
        number = self.name.partition(PIN)[2]
        return int(number) if number.isdecimal() else None

    @property
    def document_id(self) -> str:
        """The id of the pack, which its links have too."""
        return split_reference(self.reference).document_id


@dataclass(frozen=True)
class Visitor:
    """One browser's rulings, packs, house rules and collection for one game.

    Each is read at most once a request; get the value with `visitor`. This is not the `Context` of a saved build, which
    is checked with its own packs and rulings.
    """

    game: GameSystem

    @cached_property
    def rulings(self) -> dict[str, str]:
        """The rulings of the house rules in use, or those chosen in this browser that still exist."""
        if self.house_rules:
            return dict(self.house_rules.rulings)
        known = {ruling.id: ruling for ruling in self.game.rulebook.ruling}
        chosen = belongings().rulings.get(self.game.slug, {})
        return {name: option for name, option in chosen.items() if name in known and known[name].find_option(option)}

    @cached_property
    def own_house_rules(self) -> tuple[Document, ...]:
        """This browser's sets of house rules, newest first, with those that cannot be read."""
        name = known_owner()
        return store().list(name, self.game.slug, kind=KIND) if name else ()

    @cached_property
    def house_rules(self) -> HouseRules | None:
        """The house rules in use; None where there are none, or they can no longer be read."""
        return self.find_house_rules(self.house_rules_id) if self.house_rules_id else None

    @property
    def house_rules_id(self) -> str:
        """The id of the house rules that this browser chose; empty where it chose none."""
        return belongings().house_rules.get(self.game.slug, "")

    def find_house_rules(self, document_id: str) -> HouseRules | None:
        """Return a set of this browser's house rules; None where it has no such set that can be read."""
        found = next((one for one in self.own_house_rules if one.id == document_id and not one.damage), None)
        with suppress(InvalidInput):
            return self.game.read_house_rules(found.data) if found else None
        return None

    @cached_property
    def own_packs(self) -> tuple[Document, ...]:
        """This browser's packs that can be read, newest first."""
        return tuple(document for document in self.stored_packs if not document.damage)

    @cached_property
    def stored_packs(self) -> tuple[Document, ...]:
        """This browser's packs, newest first, with those that cannot be read."""
        name = known_owner()
        return store().list(name, self.game.slug, kind="pack") if name else ()

    @cached_property
    def chosen_packs(self) -> dict[PackInUse, Document | None]:
        """The packs that were chosen, in the order they are merged; None for one that is not there any more."""
        chosen = [PackInUse(name) for name in belongings().packs.get(self.game.slug, ())]
        own = {document.id: document for document in self.stored_packs} if chosen else {}
        return {pack: own.get(pack.name) or self._find_shared(pack) or own.get(pack.document_id) for pack in chosen}

    def _find_shared(self, pack: PackInUse) -> Document | None:
        """Return a pack that somebody shares; one of this browser's own that is not listed is in the trash."""
        found = find_document(self.game, "pack", pack.reference, pack.version)
        return found if found and not found.deleted else None

    @property
    def known_packs(self) -> tuple[Document, ...]:
        """This browser's packs, and those that others share and it uses."""
        own = {document.id for document in self.stored_packs}
        shared = (document for document in self.chosen_packs.values() if document and document.id not in own)
        return self.own_packs + tuple(document for document in shared if not document.damage)

    @property
    def packs(self) -> tuple[Document, ...]:
        """The packs in use, in the order they are merged; one that can no longer be merged is left out."""
        return self._packs_and_catalogue[0]

    @property
    def embedded_packs(self) -> list[dict[str, Any]]:
        """The packs in use, as a build carries them."""
        return self._embed(self.packs)

    def _embed(self, documents: tuple[Document, ...]) -> list[dict[str, Any]]:
        """Return packs as a build carries them, those of the house rules in use last."""
        carried = [core.embed_pack(document.data) for document in documents]
        return merge_packs(carried, self.house_rules)[-MOST_CARRIED:] if self.house_rules else carried

    @property
    def catalogue(self) -> Catalogue:
        """The game's cards with the packs in use merged in."""
        return self._packs_and_catalogue[1]

    @cached_property
    def _packs_and_catalogue(self) -> tuple[tuple[Document, ...], Catalogue]:
        alone = self.house_rules is not None and self.house_rules.only_these_packs
        chosen = () if alone else self.chosen_packs.values()
        documents = tuple(document for document in chosen if document and not document.damage)
        try:
            return documents, self._merge(documents)
        except InvalidInput:
            return self._mergeable(documents)

    def _merge(self, documents: tuple[Document, ...]) -> Catalogue:
        carried = self._embed(documents)
        for pack in carried:
            read_as(CarriedPack, pack)
        return core.merge(self.game.catalogue, carried)

    def _mergeable(self, documents: tuple[Document, ...]) -> tuple[tuple[Document, ...], Catalogue]:
        """Return the packs that can be merged one after the other, and the merged catalogue."""
        fitting: tuple[Document, ...] = ()
        catalogue = self._merge(fitting)
        for document in documents:
            tried = (*fitting, document)
            if tried == documents:
                break  # All of them together have failed before.
            try:
                catalogue = self._merge(tried)
            except InvalidInput:
                continue
            fitting = tried
        return fitting, catalogue

    @cached_property
    def collection(self) -> Document | None:
        """The document with this browser's collection."""
        name = known_owner()
        return next(iter(store().list(name, self.game.slug, kind="collection")), None) if name else None

    @property
    def owned(self) -> dict[str, int] | None:
        """How many of each card the player owns, by id; None without a collection."""
        return dict(self.collection.data.get("owned", {})) if self.collection and not self.collection.damage else None

    @cached_property
    def context(self) -> Context:
        """The context of this browser's own rulings, packs and collection."""
        return self.context_with({})

    def context_with(self, chosen: Mapping[str, str]) -> Context:
        """Return this browser's context with the chosen rulings first; InvalidInput where one does not exist."""
        own = self.game.context(self.rulings | dict(chosen), self.catalogue)
        rules = self.house_rules.carry() if self.house_rules else None
        return self.add_collection(replace(own, house_rules=rules))

    def add_collection(self, context: Context) -> Context:
        """Return a context that knows which cards the player owns."""
        return replace(context, owned=self.owned)


def visitor(game: GameSystem) -> Visitor:
    """Return this browser's rulings, packs and collection for a game: the same value throughout a request."""
    visitors: dict[str, Visitor] = g.setdefault("visitors", {})
    return visitors.setdefault(game.slug, Visitor(game))


def rulings(game: GameSystem) -> dict[str, str]:
    """Return the rulings this browser chose for a game."""
    return visitor(game).rulings


def packs(game: GameSystem) -> tuple[Document, ...]:
    """Return the packs this browser uses, in the order they are merged."""
    return visitor(game).packs


def context(game: GameSystem) -> Context:
    """Return the game's context under this browser's rulings, packs and collection."""
    return visitor(game).context


def choose_rulings(game: GameSystem, chosen: dict[str, str]) -> bool:
    """Save the rulings that differ from their defaults; InvalidInput where one does not exist.

    Where they are not those of the house rules in use, these are no longer used; return whether that is so.
    """
    force = game.rulebook.rulings(chosen)
    defaults = {ruling.id: ruling.default for ruling in game.rulebook.ruling}
    changed = {ruling: option for ruling, option in chosen.items() if option != defaults[ruling]}
    rules = visitor(game).house_rules
    ends = rules is not None and bool(game.rulebook.differences(force, rules.rulings))
    if rules is None or ends:
        change_belongings(lambda kept: kept.model_copy(update={"rulings": {**kept.rulings, game.slug: changed}}))
    if ends:
        use_house_rules(game, "")
    return ends


def use_house_rules(game: GameSystem, document_id: str) -> None:
    """Start using a set of house rules in place of another; none with an empty id."""

    def changed(kept: Belongings) -> Belongings:
        others = {slug: one for slug, one in kept.house_rules.items() if slug != game.slug}
        chosen = {game.slug: document_id} if document_id else {}
        return kept.model_copy(update={"house_rules": others | chosen})

    change_belongings(changed)


def use_pack(game: GameSystem, pack: PackInUse, used: bool = True) -> None:
    """Start using a pack, merged last, or stop using it; another version of it is used no longer."""

    def changed(kept: Belongings) -> Belongings:
        names = kept.packs.get(game.slug, ())
        before = tuple(name for name in names if PackInUse(name).document_id != pack.document_id)
        chosen = (*before, pack.name)[-MOST_PACKS:] if used else before
        return kept.model_copy(update={"packs": {**kept.packs, game.slug: chosen}})

    change_belongings(changed)


def find_document(game: GameSystem, kind: str, reference: str, version: int | None = None) -> Document | None:
    """Return a document of a game and a kind by its id or a link to it, None where this visitor may see none."""
    found = access.find(reference, version)
    return found if found and found.game == game.slug and found.kind == kind else None


def saved_build(game: GameSystem, document_id: str) -> Document | None:
    """Return a saved build of the game by its id, or None."""
    return find_document(game, "build", document_id)


def find_asked_build(game: GameSystem, document_id: str) -> Document | None:
    """Return the saved build that an address names, None where it names none; InvalidInput where it does not exist."""
    found = saved_build(game, document_id) if document_id else None
    if document_id and found is None:
        raise InvalidInput(InputError("build", quote(document_id), "a saved build of this game"))
    if found and found.damage:
        raise InvalidInput(
            InputError("build", "a damaged one", "one that can be read: open it for its earlier versions")
        )
    return found


def build_context(game: GameSystem, build: Document | None, chosen: Mapping[str, str] | None = None) -> Context:
    """Return the context of a saved build (its cards, its rulings), or this browser's own where there is none.

    `chosen` rulings come first. InvalidInput where one does not exist, or the build cannot be read.
    """
    if build is None:
        return visitor(game).context_with(chosen or {})
    return visitor(game).add_collection(game.read_in_context(build.data, chosen)[1])
