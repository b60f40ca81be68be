"""Bringing along what a browser has when it becomes another owner: nothing of either is lost."""

from companion.storage import owners
from companion.storage.owners import Belongings, Owner
from companion.storage.store import Document, Store
from companion.web.browser import store


def bring_along(name: str, into: Owner) -> None:
    """Make the owner of this browser the one whose key was entered, with all it has."""
    owners.join(store(), name, into.name, merged)
    _merge_collections(store(), into.name)


def merged(has: Belongings, brings: Belongings) -> Belongings:
    """Return what an owner has after another one came along: where both chose differently, its own choice counts."""
    games = {*has.packs, *brings.packs}
    packs = {game: tuple(dict.fromkeys((*has.packs.get(game, ()), *brings.packs.get(game, ())))) for game in games}
    printers = dict(has.printers)
    for printer, readings in brings.printers.items():
        if printers.get(printer, readings) != readings:
            printer = f"{printer} of the other browser"
        printers[printer] = readings
    return Belongings(
        rulings={**brings.rulings, **has.rulings},
        packs=packs,
        printers=printers,
        opponents={**brings.opponents, **has.opponents},
        key_declined=has.key_declined,
    )


def _merge_collections(stored: Store, name: str) -> None:
    """Make one collection of two of a game: of each card the larger count, for both may count the same box."""
    first: dict[str, Document] = {}
    for document in reversed(stored.list(name, kind="collection")):
        if document.damage:
            continue
        kept = first.setdefault(document.game, document)
        if kept is document:
            continue
        both = [dict(kept.data.get("owned", {})), dict(document.data.get("owned", {}))]
        owned = {card: max(counts.get(card, 0) for counts in both) for card in {**both[0], **both[1]}}
        first[document.game] = stored.save(kept.id, {**kept.data, "owned": owned})
        stored.delete(document.id)
