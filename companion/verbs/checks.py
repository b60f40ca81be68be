"""The check of a build or a pack, as plain data."""

from collections.abc import Mapping, Sequence

from companion import packs
from companion.cards import Catalogue
from companion.documents import CarriedPack, read_as
from companion.findings import Finding, InputError, InvalidInput, quote
from companion.game import GameSystem
from companion.json_types import JsonMapping, JsonObject
from companion.marks import former_words
from companion.verbs.names import game_of


def check_answer(
    document: object,
    game: GameSystem | None = None,
    catalogue: Catalogue | None = None,
    findings: Sequence[Finding] = (),
) -> JsonObject:
    """Return the check of a document; without `game`, the document says which game it belongs to.

    `findings` are added after those of the game. `rulings` are those of a build that are not the defaults.
    """
    game = game or game_of(document)
    if isinstance(document, Mapping) and packs.is_pack(document, game.kinds, game.model.model_fields):
        return _pack_answer(document, game)
    build, context = game.read_with(document, catalogue or game.catalogue_of(document))
    verdict = game.check(build, context)
    return {
        "game": game.slug,
        "title": build.title,
        "legal": verdict.legal,
        "totals": dict(verdict.totals),
        "origins": dict(verdict.marks),
        "marks": former_words(verdict.marks),
        "findings": [finding.as_data() for finding in (*verdict.findings, *findings)],
        "rulings": context.rulebook.decisions(context.rulings),
    }


def _pack_answer(document: JsonMapping, game: GameSystem) -> JsonObject:
    """Return the check of a pack: its cards are readable or not; a pack breaks no rules of the game."""
    title = document.get("title")
    name = f"pack {quote(title)}" if title and isinstance(title, str) else "pack"
    found = packs.read_pack(document, game.catalogue, name)
    wrong: list[InputError] = []
    for part in (lambda: _heads(document), lambda: game.catalogue.merge_rows(found)):
        try:
            part()
        except InvalidInput as error:
            wrong += error.input_errors
    if wrong:
        raise InvalidInput(*wrong)
    heads, entries = _heads(document), found.entries
    merged = game.catalogue.merge_rows(found)
    strangers = packs.missing_references(entries, merged)
    notes = [Finding("no-such-card", "warning", f"{e.place}: {told}", e.kind).as_data() for e, told in strangers]
    for entry in entries:
        if told := packs.describe_no_effect(game.unknown_effects(merged.cards[entry.id], merged)):
            notes.append(Finding("no-effect", "note", f"{entry.place}: {told}", entry.kind).as_data())
    waiting = document.get("unfinished", ())
    unfinished = len(waiting) if isinstance(waiting, list) else 0
    changed = sum(entry.id in game.catalogue.raw for entry in entries)
    totals = {"cards": len(entries), "changed": changed, "new": len(entries) - changed, "unfinished": unfinished}
    return {
        "game": game.slug,
        "title": heads.title,
        "legal": True,
        "totals": totals,
        "origins": {},
        "marks": {},
        "findings": notes,
        "rulings": {},
    }


def _heads(document: JsonMapping) -> CarriedPack:
    return read_as(CarriedPack, {key: document[key] for key in ("title", "key") if key in document})
