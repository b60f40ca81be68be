"""Bringing along what a browser has when it becomes another owner: nothing of either is lost."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from companion.printing.sheets.printers import LONGEST_NAME
from companion.storage import owners
from companion.storage.owners import Belongings, Owner
from companion.storage.quotas import QuotaExceeded
from companion.storage.store import Document, Store
from companion.web.shell.browser import store
from companion.web.shell.session import PackInUse


def merge_owner(name: str, into: Owner) -> None:
    """Make the owner of this browser the one whose key was entered, with all it has."""
    owners.join(store(), name, into.name, merge_belongings)
    with suppress(QuotaExceeded):  # Both collections stay then; the newer one counts.
        merge_collections(store(), into.name)


def merge_belongings(has: Belongings, brings: Belongings) -> Belongings:
    """Return the merged belongings of two owners; where both chose differently, `has` counts.

    Rulings are merged one by one: those of one game that only one of them decided are kept from both.
    """
    games = {*has.packs, *brings.packs}
    packs = {game: _merge_packs((*has.packs.get(game, ()), *brings.packs.get(game, ()))) for game in games}
    decided = {*has.rulings, *brings.rulings}
    return Belongings(
        rulings={game: {**brings.rulings.get(game, {}), **has.rulings.get(game, {})} for game in decided},
        packs=packs,
        house_rules={**brings.house_rules, **has.house_rules},
        printers=_merge_printers(has.printers, brings.printers),
        opponents={**brings.opponents, **has.opponents},
        key_declined=has.key_declined,
    )


def _merge_packs(names: Iterable[str]) -> tuple[str, ...]:
    """Return the packs in use of both, each once: one may use by its link what is the other's own."""
    first: dict[str, str] = {}
    for name in names:
        first.setdefault(PackInUse(name).document_id, name)
    return tuple(first.values())


def _merge_printers(has: Mapping[str, Any], brings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the printers of both: one that is called like another, and is not the same, gets a name of its own."""
    printers = dict(has)
    for name, readings in brings.items():
        called = next(one for one in _names(name) if one not in printers or printers[one] == readings)
        printers[called] = readings
    return printers


def _names(name: str) -> Iterator[str]:
    """Yield what a printer may be called where its name is taken: "Den of the other browser", then "Den 3"."""
    yield name
    for more in (" of the other browser", *(f" {number}" for number in range(3, 1000))):
        yield f"{name[: LONGEST_NAME - len(more)]}{more}"


def merge_collections(stored: Store, name: str) -> None:
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
        first[document.game] = stored.save(kept, {**kept.data, "owned": owned})
        stored.delete(document.id)
