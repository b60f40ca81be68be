"""Which packs a build is made with: chosen on its page, kept in the build, compared with what they became since."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion import packs
from companion.cards import Catalogue
from companion.documents import Build
from companion.findings import InvalidInput
from companion.system import FormData, GameSystem
from companion.web import session

MARK, FIELD, TAKE, COLLECTION = "packs", "pack", "take-pack", "use-collection"
"""A form that offers packs posts MARK; FIELD names each chosen pack by key and digest, TAKE one to be renewed.

COLLECTION asks to count against the cards this browser's player owns.
"""


@dataclass(frozen=True)
class Offer:
    """A pack on a build's page: how the form names it, whether the build uses it, what changed since."""

    title: str
    key: str
    value: str
    cards: int
    used: bool
    mine: bool = True
    changed: str = ""


def named(pack: packs.Pack) -> str:
    """Return what a form calls a pack: its key and what it says."""
    return f"{pack.get('key', '')}@{packs.digest(pack)}"


def _mine(game: GameSystem) -> list[dict[str, Any]]:
    return [packs.carried(document.data) for document in session.own_packs(game)]


def of_form(game: GameSystem, fields: FormData, kept: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Return the packs that a posted form chose; without a choice in it those of the build, or those in use.

    A pack that changed meanwhile is the build's own copy, unless the form asks to take it as it is now.
    """
    before = packs.carried_in(kept)
    if MARK not in fields:
        return in_use(game) if kept is None else before
    mine = _mine(game)
    renewed = set(fields.get(TAKE, ()))
    found: list[dict[str, Any]] = []
    for value in dict.fromkeys(fields.get(FIELD, ())):
        key = value.partition("@")[0]
        exact = [pack for pack in (*before, *mine) if named(pack) == value]
        now = [pack for pack in mine if pack["key"] == key]
        either = (*now, *exact) if key in renewed else (*exact, *now)
        found += either[:1]
    return found


def owned_of_form(game: GameSystem, fields: FormData, catalogue: Catalogue) -> dict[str, Any]:
    """Return what a build says of the cards owned, where the form asks to count against the collection.

    Only for games whose builds have `owned`; what is no card of a build (an event) is left out.
    """
    owned = session.owned(game) if COLLECTION in fields and counts(game) else None
    if owned is None:
        return {}
    known = {card: count for card, count in owned.items() if card in catalogue.cards}
    try:
        game.read({"game": game.slug, "owned": known}, catalogue)
    except InvalidInput as error:
        wrong = {input_error.where.removeprefix("owned.").partition(".")[0] for input_error in error.input_errors}
        known = {card: count for card, count in known.items() if card not in wrong}
    return {"owned": known}


def counts(game: GameSystem) -> bool:
    """Return whether the game's builds say how many of each card are owned."""
    return "owned" in game.model.model_fields


def in_use(game: GameSystem) -> list[dict[str, Any]]:
    """Return the packs this browser plays with, as a build carries them."""
    return [packs.carried(document.data) for document in session.packs(game)]


def offers(game: GameSystem, build: Build | None, used: Sequence[packs.Pack] = ()) -> list[Offer]:
    """Return the packs a build's page offers: those it uses, then this browser's others."""
    carried = [pack.model_dump() for pack in build.pack] if build else list(used)
    mine = {pack["key"]: pack for pack in _mine(game)}
    found = [_offer(pack, True, pack.get("key") in mine, _changed(pack, mine)) for pack in carried]
    taken = {pack.get("key") for pack in carried}
    return found + [_offer(pack, False) for key, pack in mine.items() if key not in taken]


def _changed(pack: packs.Pack, mine: Mapping[str, packs.Pack]) -> str:
    now = mine.get(str(pack.get("key", "")))
    return packs.changes(pack, now) if now else ""


def _offer(pack: packs.Pack, used: bool, mine: bool = True, changed: str = "") -> Offer:
    count = sum(map(len, packs.tables(pack).values()))
    title = str(pack.get("title", "")) or "Untitled pack"
    return Offer(title, str(pack.get("key", "")), named(pack), count, used, mine, changed)
