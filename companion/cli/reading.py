"""Reads and writes the files that a command line names, and its `key=value` words; failures are InvalidInput."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from companion.base import paths
from companion.base.findings import Finding, Fix, InputError, InvalidInput, errors_at, quote, shown_name
from companion.base.json_types import JsonMapping, JsonObject
from companion.cli.pack_pictures import take_pictures
from companion.data.build_code import PREFIX
from companion.data.card_files import read_rows
from companion.data.column_names import has_rows
from companion.data.documents import LONGEST, parse
from companion.data.plain_text import decode_utf8

if TYPE_CHECKING:
    from pydantic import BaseModel

    from companion.data.cards import Catalogue
    from companion.game_system.system import GameSystem
    from companion.printing.custom.table_options import TableOptions
    from companion.printing.pdf.table_files import FileText
    from companion.storage.store import Document
    from companion.verbs.links import Server
    from companion.verbs.shared_builds import Take

NAME_ONE = "a file that can be written: name one with -o"
STDIN, PIPED_IN = "-", "what was piped in"
"""The file name that means standard input, and its name in messages."""
_BUILD = "a build in TOML, JSON or as text for a chat"
_LONGEST_PDF = 10_000_000
"""Bytes of a PDF that are read before it is refused as too large."""
_MOST_IN_TABLE = 20_000_000
"""Bytes of a file of rows: more than the most characters take in any encoding."""
_PDF = b"%PDF-"
_MOST_PIPED = 64_000_000
"""Bytes that are read of what is piped in: more than any kind of file may have."""


def read_text(name: str, wanted: str, longest: int = LONGEST) -> str:
    """Return the text of a file or of what is piped in (`-`), or the build in a printed PDF.

    InvalidInput where the file is missing or cannot be read.
    """
    with _opened(name, wanted) as file:
        return _read_stream(file, PIPED_IN if name == STDIN else name, wanted, longest)


def read_table(name: str, wanted: str, options: "TableOptions | None" = None, longest: int = LONGEST) -> "FileText":
    """Return a file that may have rows, or what is piped in: text in any encoding, or a spreadsheet's sheet as CSV.

    InvalidInput where the file is missing or cannot be read.
    """
    # Loaded only for files of rows.
    from companion.printing.custom.card_columns import TITLES
    from companion.printing.pdf import table_files

    shown = PIPED_IN if name == STDIN else name
    with _opened(name, wanted) as file:
        data = file.read(_MOST_IN_TABLE + 1)
    if data.startswith(_PDF):
        raise InvalidInput(InputError(shown, "a PDF", wanted))
    if len(data) > (_MOST_IN_TABLE if table_files.is_workbook(data) else 4 * longest):
        raise InvalidInput(InputError(shown, "a larger file", f"{wanted} of at most {longest:,} bytes"))
    encoding, sheet = (options.encoding, options.sheet) if options else ("", "")
    return table_files.read_file(data, shown, wanted, encoding, sheet, TITLES)


@contextmanager
def _opened(name: str, wanted: str) -> Iterator[BinaryIO]:
    if name == STDIN:
        yield _piped_in()
        return
    try:
        with Path(name).open("rb") as file:
            yield file
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        raise file_error(name, error, wanted) from None


def _piped_in() -> BinaryIO:
    """Return a stream of all that is typed or piped in; a verb may read it several times."""
    context = click.get_current_context(silent=True)
    known = context.find_root().meta if context else {}
    if STDIN not in known:
        known[STDIN] = sys.stdin.buffer.read(_MOST_PIPED)
    return BytesIO(known[STDIN])


def _read_stream(file: BinaryIO, name: str, wanted: str, longest: int) -> str:
    data = file.read(4 * longest + 1)
    if data.startswith(_PDF):
        from companion.printing.pdf import attachments

        return attachments.read_build(data + file.read(_LONGEST_PDF), name)
    if len(data) > longest:
        raise InvalidInput(InputError(name, "a larger file", f"{wanted} of at most {longest:,} bytes"))
    text = decode_utf8(data)
    if text is not None:
        return text
    # Loaded for a file that is no UTF-8.
    from companion.data import text_encodings

    read = text_encodings.decode(data, name, wanted)
    tell((read.note,) if read.note else ())
    return read.text


def tell(notes: Iterable[str]) -> None:
    """Print notes about what was read, away from the answer."""
    for note in notes:
        click.echo(f"companion: {note}", err=True)


def file_error(name: str, error: Exception, wanted: str) -> InvalidInput:
    """Return the operating system's message about a file, or an address, as an input error."""
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    return InvalidInput(InputError(shown_name(name), reason[:1].lower() + reason[1:], wanted))


@contextmanager
def writable(path: Path, wanted: str = "a file that can be written") -> Iterator[None]:
    """Raise InvalidInput, naming `path`, where writing fails in the block."""
    try:
        yield
    except OSError as error:
        raise file_error(str(path), error, wanted) from None


def write_output(text: str, output: str | None) -> None:
    """Write a text to the file `output`, or to the terminal where that is None."""
    if output is None:
        click.echo(text, nl=False)
        return
    write_file(Path(output), text.encode())


def write_file(path: Path, data: bytes, wanted: str = "a file that can be written") -> None:
    """Write a file completely or not at all; InvalidInput, naming it, where that fails."""
    with writable(path, wanted), paths.replacement(paths.resolve_target(path)) as part:
        part.write_bytes(data)


def refuse_overwriting(read: Iterable[str | None], written: Mapping[str, str | None]) -> None:
    """Raise InvalidInput where an output file is an input too (or a picture in an input folder), or is written twice.

    `written` maps an option to the file it names; the error names the option.
    """
    inputs = [Path(name) for name in read if name]
    for option, name in written.items():
        if not name:
            continue
        if any(_is_overwritten(Path(name), path) for path in inputs):
            raise InvalidInput(InputError(option, quote(name), "another file: this one is read, and would be lost"))
        others = [other for other, file in written.items() if other != option and file]
        if any(Path(str(written[other])).absolute() == Path(name).absolute() for other in others):
            wanted = f"another file than that of {' and '.join(others)}: one of both would be lost"
            raise InvalidInput(InputError(option, quote(name), wanted))


def _is_overwritten(target: Path, read: Path) -> bool:
    try:
        if not target.is_file():
            return False
        if read.is_dir():
            return target.suffix.lower() not in ("", ".pdf", ".zip") and read.resolve() in target.resolve().parents
        return read.exists() and target.samefile(read)
    except OSError:
        return False  # A name that is too long, or a closed folder: reported where the file is read or written.


def this_server() -> "Server":
    """Return this machine as a server that links lead to; its store is opened when a link is looked up.

    Every document may be read, since whoever runs a command can read the database; a withdrawn link leads nowhere.
    """
    from companion.verbs.links import Server, configured_hosts

    return Server(_find_stored, configured_hosts())


def _find_stored(reference: str, version: int | None) -> "Document | None":
    from companion.storage import document_links
    from companion.storage.config import secret_key
    from companion.storage.store import Store

    return document_links.find(Store(), secret_key().encode(), reference, version, lambda document: True)


def server_for_builds(model: "type[BaseModel]", inputs: Mapping[str, str]) -> "Server | None":
    """Return this machine for links where a typed input is a build, else None: only links need the store."""
    from companion.data.documents import takes_build

    builds = (name for name, info in model.model_fields.items() if takes_build(info))
    return this_server() if any(inputs.get(name) for name in builds) else None


def read_document(name: str, rulings: Mapping[str, str] | None = None, take: "Take | None" = None) -> JsonObject:
    """Return the document of a build code, in a file or typed in (`-`), also of a list for a chat.

    `rulings` replace those in the document; `take` says what counts where somebody edited a list above its code.
    """
    return add_rulings(read_document_text(name, read_build_text(name), take), rulings or {})


def is_there(name: str) -> bool:
    """Return whether a word of the command line names a file or folder; a build code is too long for a name."""
    try:
        return Path(name).exists()
    except OSError:
        return False


def is_build_text(name: str) -> bool:
    """Return whether a word of the command line is itself a build, or where one is: a code, a link, `-`."""
    if name == STDIN or (name.lower().startswith(PREFIX) and not is_there(name)):
        return True
    if "/" not in name or is_there(name):
        return False
    from companion.verbs.links import find_links

    return bool(find_links(name))


def read_build_text(name: str) -> str:
    """Return the text of a build: what is typed in (`-`), a code or a link itself, else what is in the file."""
    if name != STDIN and is_build_text(name):
        return name
    return read_text(name, _BUILD)


def add_rulings(document: JsonMapping, rulings: Mapping[str, str]) -> JsonObject:
    """Return a document with `rulings` in place of its own of these names."""
    own = document.get("rulings", {})
    return {**document, "rulings": {**own, **rulings}} if rulings and isinstance(own, dict) else dict(document)


def read_document_text(name: str, text: str, take: "Take | None") -> JsonObject:
    """Return the document of a text from `read_build_text(name)`; `take` is that of `read_document`."""
    document, notes = read_with_notes(name, text, take)
    tell(notes)
    return document


def read_with_notes(name: str, text: str, take: "Take | None" = None) -> tuple[JsonObject, tuple[str, ...]]:
    """Return a document as `read_document_text` does, with notes where a list says something else than was read."""
    # Loaded for a list: a document needs no server that links lead to.
    from companion.verbs.shared_builds import is_document, read_shared

    if Path(name).suffix.lower() in (".toml", ".json") or is_document(text):
        return parse(text, name), ()
    with errors_at("" if is_build_text(name) else name):
        linked = read_shared(text, this_server(), take=take)
    return dict(linked.data), linked.notes


def read_build_inputs(model: "type[BaseModel]", inputs: Mapping[str, str], take: "Take | None") -> dict[str, str]:
    """Return typed inputs; where a build is one, the file that is named there, or `-`, is read."""
    from companion.base.json_types import to_json
    from companion.data.documents import takes_build

    builds = {name for name, info in model.model_fields.items() if takes_build(info)}
    return {
        name: to_json(read_document(value, take=take))
        if name in builds and (value == STDIN or is_there(value))
        else value
        for name, value in inputs.items()
    }


def apply_house_rules(
    game: "GameSystem", name: str | None, document: JsonMapping, rulings: Mapping[str, str]
) -> JsonObject:
    """Return a document with the house rules of a file applied, if one is named; `rulings` replace theirs."""
    if name is None:
        return dict(document)
    from companion.gamekit import house_rules

    data = parse(read_text(name, "house rules in TOML or JSON"), name)
    with errors_at(name):
        applied = house_rules.apply(document, game.read_house_rules(data))
    return {**applied, "rulings": {**applied["rulings"], **rulings}}


def read_catalogue(game: "GameSystem", packs: Iterable[str], document: JsonMapping | None = None) -> "Catalogue":
    """Return a game's cards with packs merged in: first those in the document, then those in files.

    A file replaces the document's pack that has the same key.
    """
    files = [_read_pack(name) for name in packs]
    if not files:
        return game.catalogue_of(document)
    heads = [_read_pack_head(game, name, text) for name, text in files]
    catalogue = game.catalogue_of(_drop_packs(document or {}, {head["key"] for head in heads if head.get("key")}))
    for name, text in files:
        rows = read_rows(text, name, catalogue.kinds)
        take_pictures((entry.record for entry in rows.entries), name)
        catalogue = catalogue.merge_rows(rows)
    return catalogue


def find_changed_packs(game: "GameSystem", packs: Iterable[str], document: JsonMapping) -> tuple[Finding, ...]:
    """Return a note for each pack in the document that differs from the file of the same key: what has changed."""
    document_packs = document.get("pack", ())
    findings: list[Finding] = []
    for name in packs:
        file = _read_pack_head(game, *_read_pack(name))
        for number, pack in enumerate(document_packs if isinstance(document_packs, list) else ()):
            if isinstance(pack, Mapping) and file.get("key") and pack.get("key") == file["key"]:
                findings += _changed_pack_note(name, number, document_packs, file)
    return tuple(findings)


def _changed_pack_note(name: str, number: int, document_packs: list[Any], file: JsonMapping) -> list[Finding]:
    from companion.data import packs

    changes = packs.describe_changes(document_packs[number], file)
    if not changes:
        return []
    title = str(file.get("title") or document_packs[number].get("title") or "untitled")
    message = f"The pack “{title}” has changed since this build took it. {changes}. Checked with {name}."
    updated_packs = [*document_packs[:number], packs.embed_pack(file), *document_packs[number + 1 :]]
    fix = Fix("Take the pack as it is now", {"pack": updated_packs})
    return [Finding("pack-changed", "note", message, f"pack[{number}]", (fix,))]


def _read_pack(name: str) -> tuple[str, str]:
    """Return a pack's name and text; what is piped in gets a name that says by its ending whether it is rows."""
    file = read_table(name, "a pack of cards in TOML, JSON or CSV")
    tell(file.notes)
    text = file.text
    if name != STDIN:
        return name, text
    from companion.printing.custom.custom_cards import has_tables

    return ("stdin.toml" if has_tables(text) else "stdin.csv"), text


def _read_pack_head(game: "GameSystem", name: str, text: str) -> JsonObject:
    """Return a pack file's document if it has a key, else an empty one; InvalidInput where it is another game's."""
    if has_rows(name):
        return {}
    data = parse(text, name)
    if data.get("game", game.slug) != game.slug:
        raise InvalidInput(InputError(f"{name}: game", quote(data["game"]), f"a pack for {game.slug}"))
    take_document_pictures(game, data, name)
    return data if isinstance(data.get("key"), str) else {}


def take_document_pictures(game: "GameSystem", document: JsonMapping, name: str) -> None:
    """Replace the pictures that a pack's document names by their hashes, as `take_pictures` does."""
    tables = (records for kind, records in document.items() if kind in game.kinds and isinstance(records, list))
    take_pictures((record for records in tables for record in records if isinstance(record, dict)), name)


def _drop_packs(document: JsonMapping, keys: set[str]) -> JsonMapping:
    packs = document.get("pack", ())
    if not keys or not isinstance(packs, list):
        return document
    others = [pack for pack in packs if not isinstance(pack, Mapping) or pack.get("key") not in keys]
    return {**document, "pack": others}


def read_pairs(words: Iterable[str], where: str) -> dict[str, str]:
    """Return `key=value` words as a mapping; InvalidInput for one without `=`, or a key given twice."""
    pairs: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise InvalidInput(InputError(where, quote(word), "key=value"))
        if key in pairs:
            raise InvalidInput(InputError(key, "it twice", "each key once"))
        pairs[key] = value
    return pairs
