"""What a browser keeps in its signed cookie: who it is, its theme, the rulings and packs its table plays by."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from flask import current_app, session

from companion.cards import Catalogue
from companion.findings import InputError, InvalidInput, shown
from companion.packs import carried, carried_in, merge
from companion.storage import Document, Store, Unknown
from companion.system import Context, GameSystem

LIFETIME = timedelta(days=3650)
MOST_PACKS = 12
"""Packs of one game that a browser plays with at once."""
THEMES = ("auto", "light", "dark")


def store() -> Store:
    """Return the application's store."""
    found: Store = current_app.extensions["store"]
    return found


def owner() -> str:
    """Return this browser's name for its documents, made when it first saves something."""
    if "owner" not in session:
        session.permanent = True
        session["owner"] = secrets.token_urlsafe(24)
    return str(session["owner"])


def known_owner() -> str | None:
    """Return this browser's name if it has one; asking does not make one."""
    return session.get("owner")


def theme() -> str:
    """Return the chosen theme; `auto` follows the system."""
    chosen = session.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def choose_theme(name: str) -> None:
    """Keep a theme; an unknown one is `auto`."""
    session.permanent = True
    session["theme"] = name if name in THEMES else "auto"


def rulings(game: GameSystem) -> dict[str, str]:
    """Return the rulings this browser chose for a game; those that no longer exist are left out."""
    chosen = session.get("rulings", {}).get(game.slug, {})
    try:
        game.rulebook.rulings(chosen)
    except InvalidInput as error:
        gone = {input_error.where.removeprefix("rulings.") for input_error in error.input_errors}
        known = {ruling.id for ruling in game.rulebook.ruling}
        return {key: option for key, option in chosen.items() if key in known and key not in gone}
    return dict(chosen)


def choose_rulings(game: GameSystem, chosen: dict[str, str]) -> None:
    """Keep rulings that differ from their defaults; InvalidInput where one does not exist."""
    game.rulebook.rulings(chosen)
    defaults = {ruling.id: ruling.default for ruling in game.rulebook.ruling}
    session.permanent = True
    kept = {key: option for key, option in chosen.items() if option != defaults[key]}
    session["rulings"] = {**session.get("rulings", {}), game.slug: kept}


def own_packs(game: GameSystem) -> tuple[Document, ...]:
    """Return the packs this browser keeps of a game, newest first."""
    name = known_owner()
    return store().list(name, game.slug, kind="pack") if name else ()


def packs(game: GameSystem) -> tuple[Document, ...]:
    """Return the packs this browser plays with, in the order they lie; one that lies no longer is left out."""
    chosen = session.get("packs", {}).get(game.slug, [])
    if not chosen:
        return ()
    mine = {document.id: document for document in own_packs(game)}
    found: list[Document] = []
    for document in (mine[name] for name in chosen if name in mine):
        try:
            merge(game.catalogue, [*(d.data for d in found), document.data])
        except InvalidInput:
            continue
        found.append(document)
    return tuple(found)


def use_pack(game: GameSystem, pack: str, used: bool = True) -> None:
    """Play with a pack from now on, above the others, or no longer."""
    before = [name for name in session.get("packs", {}).get(game.slug, []) if name != pack]
    session.permanent = True
    chosen = [*before, pack][-MOST_PACKS:] if used else before
    session["packs"] = {**session.get("packs", {}), game.slug: chosen}


def catalogue(game: GameSystem) -> Catalogue:
    """Return the game's cards with the packs this browser plays with laid over them."""
    return merge(game.catalogue, [carried(document.data) for document in packs(game)])


def collection(game: GameSystem) -> Document | None:
    """Return the document in which this browser counts the cards it owns."""
    name = known_owner()
    return next(iter(store().list(name, game.slug, kind="collection")), None) if name else None


def owned(game: GameSystem) -> dict[str, int] | None:
    """Return how many of each card this browser's player owns; None where nobody counted."""
    found = collection(game)
    return dict(found.data.get("owned", {})) if found else None


def context(game: GameSystem, chosen: Mapping[str, str] | None = None) -> Context:
    """Return the game's context under this browser's rulings (those `chosen` come first), packs and collection."""
    return replace(game.context(rulings(game) | dict(chosen or {}), catalogue(game)), owned=owned(game))


def titles(game: GameSystem, build: str = "") -> tuple[str, ...]:
    """Return what the packs are called that a page reckons with: a saved build's, or those this browser plays with."""
    found = saved_build(game, build) if build else None
    used = carried_in(found.data) if found else [document.data for document in packs(game)]
    return tuple(str(pack.get("title") or "an untitled pack") for pack in used)


def find(game: GameSystem, kind: str, document_id: str, version: int | None = None) -> Document | None:
    """Return a stored document of a game and a kind; None where there is none under that address."""
    try:
        found = store().get(document_id, version)
    except Unknown:
        return None
    return found if found.game == game.slug and found.kind == kind else None


def saved_build(game: GameSystem, document_id: str) -> Document | None:
    """Return a saved build of the game; None where there is none under that address."""
    return find(game, "build", document_id)


def context_for(
    game: GameSystem, build: str = "", chosen: Mapping[str, str] | None = None, strict: bool = False
) -> Context:
    """Return the context of a saved build (its cards, its rulings), or this browser's own where none is named.

    `chosen` rulings come first. InvalidInput where one does not exist or, `strict`, the build cannot be found or read.
    """
    if not build:
        return context(game, chosen if strict else None)
    found = saved_build(game, build)
    try:
        if found is None:
            raise InvalidInput(InputError("build", shown(build), "a saved build of this game"))
        read = game.read(found.data)
        return replace(game.context(read.rulings | dict(chosen or {}), game.catalogue_of(read)), owned=owned(game))
    except InvalidInput:
        if strict:
            raise
        return context(game)
