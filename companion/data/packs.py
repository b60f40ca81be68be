"""Card packs as plain data: merged over a game's cards, recognised, compared; a build contains the packs it uses.

A pack is a document: `game`, `kind = "pack"`, `title`, `key`, and a list of tables for each kind of card. `unfinished`
holds rows that cannot be used yet, as they were typed. A build's copy of a pack is the same without `unfinished`.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.base import caches
from companion.base.findings import MOST_MESSAGES, InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_first, perhaps
from companion.data import card_files, columns
from companion.data.card_files import RowEntry, Rows
from companion.data.cards import Catalogue, Kinds, update_origin_words
from companion.data.cells import read_record, write_cells

Pack = JsonMapping
MOST_CARDS = 2000
"""The most cards of a pack."""
MOST_CACHED = 64 * 2**20
"""Bytes of merged catalogues that are cached: the same packs come with every request."""


def is_pack(document: object, kinds: Iterable[str], fields: Iterable[str]) -> bool:
    """Return whether a document is a pack: its `kind` says so, or it has only head fields and tables of cards.

    `kinds` are the game's tables of cards, `fields` those of its builds.
    """
    if not isinstance(document, Mapping):
        return False
    if "kind" in document:
        return bool(document["kind"] == "pack")
    own = set(document) - set(card_files.HEADS)
    return bool(own) and own <= set(kinds) and not own & set(fields)


def merge(catalogue: Catalogue, packs: object) -> Catalogue:
    """Return a catalogue with packs merged over it, in order; InvalidInput with every error of the first bad pack."""
    if not isinstance(packs, list | tuple) or not all(isinstance(pack, Mapping) for pack in packs):
        raise InvalidInput(InputError("pack", quote(packs), "a list of packs, [[pack]]"))
    if not packs:
        return catalogue
    try:
        text = json.dumps(packs, sort_keys=True)
    except (TypeError, ValueError, RecursionError):
        return _merge(catalogue, packs)
    return _merge_cached(catalogue, text).catalogue


class _MergedCatalogue(NamedTuple):
    catalogue: Catalogue
    size: int


@caches.keep(MOST_CACHED, lambda catalogue, text: (catalogue, caches.digest(text)), lambda merged: merged.size)
def _merge_cached(catalogue: Catalogue, text: str) -> _MergedCatalogue:
    """Return a catalogue with packs, given as JSON, and about how many bytes it takes besides the original.

    Measured over all games: 11 to 15 bytes for each character of the packs, and 200 for each card.
    """
    merged = _merge(catalogue, json.loads(text))
    return _MergedCatalogue(merged, 16 * len(text) + 200 * len(merged.cards))


def _merge(catalogue: Catalogue, packs: Sequence[Pack]) -> Catalogue:
    for number, pack in enumerate(packs):
        name = f"pack[{number}] {quote(pack['title'])}" if pack.get("title") else f"pack[{number}]"
        pack_rows = read_pack(pack, catalogue, name)
        catalogue = catalogue.merge_rows(pack_rows)
    return catalogue


def read_pack(pack: Pack, catalogue: Catalogue, name: str = "pack") -> Rows:
    """Return a pack's cards with the errors of its tables; InvalidInput where there are too many cards."""
    pack_rows = card_files.tables(pack, name, catalogue.kinds)
    count = len(pack_rows.entries)
    if count > MOST_CARDS:
        raise InvalidInput(InputError(name, f"{count:,} cards", f"at most {MOST_CARDS:,}; split it into two packs"))
    return pack_rows


def missing_references(entries: Iterable[RowEntry], catalogue: Catalogue) -> list[tuple[RowEntry, str]]:
    """Return the cards that refer to a card that does not exist, each with a sentence.

    A field with the name of a kind holds the id of such a card: a part's `corporation`.
    """
    missing = []
    for entry in entries:
        for kind in catalogue.kinds:
            value = entry.record.get(kind)
            card_ids = [card for card, (card_kind, _) in catalogue.raw.items() if card_kind == kind]
            if isinstance(value, str) and value not in card_ids:
                missing.append((entry, f"{kind} {quote(value)} does not exist{perhaps(value, card_ids)}."))
    return missing


def describe_no_effect(names: Sequence[str]) -> str:
    """Return the note about printed effects that the product does not apply; empty if there are none."""
    if not names:
        return ""
    return f"{join_first(names, MOST_MESSAGES)}: kept and printed, no effect on dice."


def card_tables(pack: Pack) -> dict[str, list[JsonObject]]:
    """Return a pack's cards alone, by kind."""
    return {kind: list(records) for kind, records in pack.items() if kind not in card_files.HEADS}


def count_cards(pack: Pack) -> int:
    """Return how many cards a pack has, without its unfinished rows."""
    return sum(map(len, card_tables(pack).values()))


def embed_pack(pack: Pack) -> JsonObject:
    """Return a pack as it is embedded in a build: without unfinished rows."""
    return {"title": str(pack.get("title", "")), "key": str(pack.get("key", "")), **card_tables(pack)}


def embedded_packs(document: JsonMapping | None) -> list[JsonObject]:
    """Return the packs in a document; entries that are not packs are left out."""
    packs = (document or {}).get("pack")
    return [dict(pack) for pack in packs if isinstance(pack, Mapping)] if isinstance(packs, list | tuple) else []


def _update_origin(record: JsonObject) -> JsonObject:
    """Return a card with its origins in present words; any other value unchanged."""
    has_origin = isinstance(record, dict) and "origin" in record
    return {**record, "origin": update_origin_words(record["origin"])} if has_origin else record


def digest(pack: Pack) -> str:
    """Return a fingerprint of a pack's cards; packs with equal cards have the same, whichever release wrote them."""
    cards = {kind: [_update_origin(record) for record in records] for kind, records in card_tables(pack).items()}
    text = json.dumps(cards, sort_keys=True, ensure_ascii=False, default=str)
    return caches.digest(text).hex()[:12]


def describe_changes(before: Pack, after: Pack) -> str:
    """Return what changed between two versions of a pack, as a short list in words; empty where nothing did."""
    changes = list_changes(before, after)
    first_changes = changes[:4]
    return "; ".join(first_changes) + (f"; and {len(changes) - 4} more" if len(changes) > 4 else "")


def list_changes(before: Pack, after: Pack, kinds: Kinds | None = None) -> list[str]:
    """Return the new, changed and removed cards of a pack, each in a few words; `kinds` give the titles of fields."""
    old, new = _records_by_id(before), _records_by_id(after)
    changed_ids = [i for i in new if i in old and old[i] != new[i]]
    return [
        *(f"{new[i].name} added" for i in new if i not in old),
        *(_describe_change(old[i].record, new[i], kinds or {}) for i in changed_ids),
        *(f"{old[i].name} removed" for i in old if i not in new),
    ]


class _PackCard(NamedTuple):
    kind: str
    name: str
    record: JsonMapping


def _records_by_id(pack: Pack) -> dict[str, _PackCard]:
    records_with_ids = (
        (kind, card_files.add_missing_id(dict(r))) for kind, records in card_tables(pack).items() for r in records
    )
    return {str(r.get("id")): _PackCard(kind, str(r.get("name") or r.get("id")), r) for kind, r in records_with_ids}


def _describe_change(before: JsonMapping, card: _PackCard, kinds: Kinds) -> str:
    keys = [key for key in dict.fromkeys((*before, *card.record)) if before.get(key) != card.record.get(key)]
    fields = columns.fields(kinds[card.kind]) if card.kind in kinds else ()
    titles = {field.path: field.label.partition(",")[0] for field in fields}
    texts = [_describe_field(titles.get(key, key), key, before.get(key), card.record.get(key)) for key in keys[:3]]
    return f"{card.name}: {', '.join(texts)}{', …' if len(keys) > 3 else ''}"


def _describe_field(title: str, key: str, before: object, now: object) -> str:
    """Return the change of a field in words; of a picture without its hash, which nobody can read."""
    if key == "picture":
        return "picture removed" if not now else "another picture" if before else "picture added"
    return f"{title} {_value_text(before)} → {_value_text(now)}"


def _value_text(value: object) -> str:
    return "–" if value is None else quote(value, 24)


def read_draft(row: JsonMapping, catalogue: Catalogue, place: str = "") -> RowEntry | None:
    """Return an unfinished row as an entry; None where its kind does not exist."""
    kind, cells = str(row.get("kind", "")), row.get("cells")
    if kind not in catalogue.kinds or not isinstance(cells, Mapping):
        return None
    typed = {str(column): str(text) for column, text in cells.items()}
    return RowEntry(kind, card_files.add_missing_id(read_record(typed, catalogue.kinds[kind])), place, typed)


def make_draft(entry: RowEntry, catalogue: Catalogue, wrong: Iterable[InputError] = ()) -> JsonObject:
    """Return an invalid entry as an unfinished row: its kind, its cells as text, its place in the file.

    `wrong` is stored if the row alone is valid: the row that it conflicts with is not known later.
    """
    own_errors = catalogue.partition([entry]).wrong
    reasons = {"said": [str(input_error) for input_error in wrong]} if not own_errors and wrong else {}
    cells = entry.cells if entry.cells is not None else write_cells(entry.record, catalogue.kinds[entry.kind])
    return {"kind": entry.kind, "cells": dict(cells), **({"place": entry.place} if entry.place else {}), **reasons}


def add_entries(pack: Pack, good: Iterable[RowEntry], drafts: Iterable[JsonMapping] = ()) -> JsonObject:
    """Return a pack with cards added, each replacing the one with its id, and unfinished rows appended."""
    changed_pack = {key: value for key, value in pack.items() if key in card_files.HEADS} | card_tables(pack)
    for entry in good:
        records = changed_pack.setdefault(entry.kind, [])
        place = next((i for i, record in enumerate(records) if record.get("id") == entry.id), len(records))
        changed_pack[entry.kind] = [*records[:place], entry.record, *records[place + 1 :]]
    unfinished = [*changed_pack.pop("unfinished", []), *drafts]
    return changed_pack | ({"unfinished": unfinished} if unfinished else {})


def remove_card(pack: Pack, card_id: str) -> JsonObject:
    """Return a pack without one card."""
    tables = {kind: [r for r in records if r.get("id") != card_id] for kind, records in card_tables(pack).items()}
    heads = {key: value for key, value in pack.items() if key in card_files.HEADS}
    return heads | {kind: records for kind, records in tables.items() if records}


def remove_draft(pack: Pack, number: int) -> JsonObject:
    """Return a pack without one of its unfinished rows, counted from 0."""
    unfinished = [row for i, row in enumerate(pack.get("unfinished", ())) if i != number]
    rest = {key: value for key, value in pack.items() if key != "unfinished"}
    return rest | ({"unfinished": unfinished} if unfinished else {})


def export_pack(pack: Pack, game: str) -> JsonObject:
    """Return a pack as a document of its own, its heads first."""
    heads = {"game": game, "kind": "pack", "title": str(pack.get("title", "")), "key": str(pack.get("key", ""))}
    unfinished = {"unfinished": list(pack["unfinished"])} if pack.get("unfinished") else {}
    return heads | unfinished | card_tables(pack)
