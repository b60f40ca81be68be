"""A pack's files: rows and tables read into a pack, a pack written out as TOML, JSON or CSV.

Rows of a file that cannot be read are kept in the pack as unfinished. `data.card_files` reads the files themselves.
"""

import io
from collections.abc import Mapping
from itertools import starmap

from werkzeug.wrappers import Response

from companion.base import json_types
from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, one_line, plural
from companion.data import card_files, columns, documents, packs
from companion.data.card_files import RowEntry
from companion.data.column_names import has_rows
from companion.data.documents import CREDIT, CarriedPack, read_as
from companion.game_system.system import GameSystem
from companion.printing.export import archive
from companion.printing.faces import card_pictures
from companion.printing.pdf import own_pictures
from companion.storage import stored_pictures
from companion.storage.store import Document, Store
from companion.web.packs.sent_packs import SentPack
from companion.web.shared.downloads import text_file
from companion.web.shell import session


def add_file_rows(game: GameSystem, pack: JsonObject, sent: SentPack, kind: str) -> tuple[JsonObject, str]:
    """Return the pack with a file's rows, the readable ones as cards, the others unfinished; and a message about it.

    InvalidInput where the file cannot be read at all, or the pack would have too many cards.
    """
    name = sent.name
    listed, heads = _entries(game, sent.text, name, kind)
    lines = [*listed.entries, *(entry for entry, _ in listed.overlong)]
    sent.pictures.take(
        [record for entry in lines for record in (entry.record, entry.cells) if isinstance(record, dict)]
    )
    waiting = _waiting_rows(heads, game)
    sent.pictures.take([row["cells"] for row in waiting])
    came = len(listed.entries) + len(listed.overlong)
    if came + packs.count_cards(pack) + len(pack.get("unfinished", ())) > packs.MOST_CARDS:
        raise InvalidInput(InputError(name, f"{came:,} cards", f"a pack of at most {packs.MOST_CARDS:,}"))
    result = game.catalogue.partition(listed.entries)
    odd = [(entry, (input_error,)) for entry, input_error in listed.overlong]
    drafts = [packs.make_draft(entry, game.catalogue, wrong) for entry, wrong in (*result.wrong, *odd)]
    drafts += waiting
    if not pack["title"] and heads.get("title"):
        pack = {**pack, "title": str(heads["title"])[:120]}
    if heads.get("key") and not packs.count_cards(pack) and _key(heads["key"]):
        pack = {**pack, "key": heads["key"]}
    message = f"{plural(len(result.good), 'card')} imported."
    named = {str(entry.record["picture"]) for entry in result.good if entry.record.get("picture")}
    if lacking := named - sent.pictures.coming.keys() - card_pictures.find_names(named):
        those = "is" if len(lacking) == 1 else "are"
        message += f" {plural(len(lacking), 'picture')} {those} not here: send a zip of the list with them."
    if unused := sent.beside.unused:
        message += f" No card names {join_words(unused[:5])}{' and others' * (len(unused) > 5)}."
    if drafts:
        message += f" {plural(len(drafts), 'row')} could not be read: fix them under Unfinished."
    return packs.add_entries(pack, result.good, drafts), message


def _key(text: object) -> bool:
    try:
        read_as(CarriedPack, {"key": text})
    except InvalidInput:
        return False
    return True


def _waiting_rows(heads: JsonMapping, game: GameSystem) -> list[JsonObject]:
    """Return the unfinished rows of a whole pack's file that can be shown, as text: other things are not stored."""
    listed = heads.get("unfinished", [])
    if not isinstance(listed, list):
        raise InvalidInput(InputError("unfinished", quote(listed), "a list of rows"))
    drafts = ((row, packs.read_draft(row, game.catalogue)) for row in listed if isinstance(row, Mapping))
    return [_draft_row(row, draft) for row, draft in drafts if draft is not None]


def _draft_row(row: JsonMapping, draft: RowEntry) -> JsonObject:
    data: JsonObject = {"kind": draft.kind, "cells": dict(draft.cells or {})}
    if place := one_line(str(row.get("place", ""))):
        data["place"] = place
    messages = row.get("said")
    return data | ({"said": [one_line(str(line), 300) for line in messages]} if isinstance(messages, list) else {})


def _entries(game: GameSystem, text: str, name: str, kind: str) -> tuple[card_files.Rows, JsonMapping]:
    """Return a file's entries and, of a whole pack, its head fields.

    Raises InvalidInput for tables of an unknown kind, and for unknown columns where no row is readable.
    """
    csv = has_rows(name) or (not name and not _looks_like_tables(text))
    if csv:
        found = card_files.read_csv(text, name or "the text", game.kinds, kind)
        heads: JsonMapping = {}
    else:
        heads = documents.parse(text, name or "the text")
        if "game" in heads and heads["game"] != game.slug:
            raise InvalidInput(InputError(f"{name}: game" if name else "game", quote(heads["game"]), game.slug))
        found = card_files.tables(heads, name or "the text", game.kinds)
    hopeless = found.unknown_columns and not game.catalogue.partition(found.entries).good
    if found.wrong or hopeless:
        raise InvalidInput(*found.file_errors, *game.catalogue.find_card_errors(found))
    return found, heads


def _looks_like_tables(text: str) -> bool:
    return text.lstrip()[:1] == "{" or any(
        line.lstrip().startswith("[[") or line.split("=")[0].strip().isidentifier() and "=" in line
        for line in text.splitlines()
    )


def to_toml(game: GameSystem, document: Document) -> Response:
    """Return the whole pack as TOML."""
    text = documents.to_toml(_with_credit(game, document))
    return text_file(text, f"{game.slug}-pack.toml", "application/toml")


def to_json(game: GameSystem, document: Document) -> Response:
    """Return the whole pack as JSON."""
    text = json_types.to_json(_with_credit(game, document))
    return text_file(text, f"{game.slug}-pack.json", "application/json")


def to_zip(game: GameSystem, document: Document) -> Response:
    """Return the whole pack with its pictures as a zip: the list names the files in a folder next to it."""
    pack, pictures = _with_credit(game, document), dict[str, bytes]()
    for kind in packs.card_tables(pack):
        pack[kind] = [_name_file(session.store(), record, str(record.get("id")), pictures) for record in pack[kind]]
    if waiting := pack.get("unfinished"):
        pack["unfinished"] = [
            {**row, "cells": _name_file(session.store(), row.get("cells", {}), f"unfinished-{number}", pictures)}
            for number, row in enumerate(waiting, 1)
        ]
    outs = [
        archive.ExportFile("pack.toml", documents.to_toml(pack).encode()),
        *starmap(archive.ExportFile, pictures.items()),
    ]
    target = io.BytesIO()
    archive.write_zip(outs, target)
    answer = Response(target.getvalue(), mimetype="application/zip")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{game.slug}-pack.zip")
    return answer


def _name_file(store: Store, record: JsonObject, called: str, pictures: dict[str, bytes]) -> JsonObject:
    """Return a card that names its picture as a file, which is added to the others; one that is not here as it is."""
    try:
        data = stored_pictures.read(store, str(record["picture"]))
    except (KeyError, InvalidInput):
        return record
    name = f"pictures/{called}{own_pictures.ending(data)}"
    pictures[name] = data
    return {**record, "picture": name}


def _with_credit(game: GameSystem, document: Document) -> JsonObject:
    return {**packs.export_pack(document.data, game.slug), CREDIT: game.credit.line}


def to_csv(game: GameSystem, document: Document) -> Response:
    """Return a pack's cards as CSV for a spreadsheet; its title and its unfinished rows are not in it."""
    tables = packs.card_tables(document.data).items()
    cards = [(kind, dict(record)) for kind, records in tables if kind in game.kinds for record in records]
    return text_file(card_files.to_csv(cards, game.kinds), f"{game.slug}-pack.csv", "text/csv")


def empty_sheet(game: GameSystem, kind: str) -> Response:
    """Return an empty CSV sheet for one kind of card: its columns alone."""
    heads = [column.path for column in columns.columns(game.kinds[kind], without=("origin", "picture"))]
    return text_file(",".join(heads) + "\r\n", f"{kind}.csv", "text/csv")
