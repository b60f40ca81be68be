"""Checks an installation: the files the product reads, and the places where it stores data."""

import os
import platform
import shutil
from collections.abc import Callable, Iterator

from sqlalchemy.exc import SQLAlchemyError

from companion import __version__
from companion.base import paths
from companion.base.findings import InvalidInput
from companion.base.json_types import JsonObject
from companion.base.wording import megabytes, plural
from companion.game_system.system import GameSystem
from companion.games import GAMES
from companion.printing.text import fonts
from companion.storage import health, migrate, printers
from companion.storage.config import StorageError, check_writing, data_folder, secret_key
from companion.storage.reading_copy import open_to_read
from companion.storage.store import Store
from companion.verbs.stored_documents import read_stored

LEAST_KEY = 16
"""Characters of a signing key that cannot be guessed."""
LEAST_FREE = 50_000_000
"""Bytes that the data folder's disk should have free."""
SHOWN = 20
"""The most documents that a report names."""


def check_installation(repair: bool = False) -> JsonObject:
    """Return every check with its result; `ok` says whether all of them passed. Repairs come first where asked for."""
    checks: list[tuple[str, Callable[[], str]]] = [
        ("companion", lambda: f"{__version__} on Python {platform.python_version()}"),
        ("templates", _templates),
        ("fonts", _fonts),
        *((f"cards of {game.title}", lambda game=game: _cards(game)) for game in GAMES),
        ("printed output", _output),
        ("data folder", _data_folder),
        ("signing key", _key),
        ("printers", lambda: plural(len(printers.load_printers()), "printer")),
    ]
    found = [_run_check(name, check) for name, check in checks] + list(_database(repair))
    return {"ok": all(entry["ok"] for entry in found), "checks": found}


def _run_check(name: str, check: Callable[[], str]) -> JsonObject:
    try:
        return {"name": name, "ok": True, "found": check()}
    except (InvalidInput, StorageError, OSError, SQLAlchemyError) as error:
        return {"name": name, "ok": False, "found": str(error)}


def _templates() -> str:
    if not (paths.TEMPLATES / "base.html").is_file():
        raise FileNotFoundError(f"{paths.TEMPLATES} has no base.html: install the companion again.")
    return str(paths.TEMPLATES)


def _fonts() -> str:
    files = fonts.files()
    missing = [str(path) for path in files.values() if not path.is_file()]
    if missing:
        raise FileNotFoundError(f"{missing[0]} is missing: install the companion again.")
    return f"{len(files)} files"


def _cards(game: GameSystem) -> str:
    count, rulings = len(game.catalogue.cards), len(game.rulebook.ruling)
    return f"{count} cards, {len(game.rulebook.section)} sections, {rulings} rulings"


def _output() -> str:
    folder = paths.output_folder()
    if not os.access(folder, os.W_OK):
        raise PermissionError(f"{folder} cannot be written: name a file with -o.")
    return str(folder)


def _data_folder() -> str:
    folder = data_folder()
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        raise StorageError(f"{folder} has {megabytes(free)} free: free at least {megabytes(LEAST_FREE)}.")
    check_writing(folder)
    return f"{folder}, {free / 1e9:.1f} GB free, written to"


def _key() -> str:
    key = secret_key()
    if len(key) < LEAST_KEY:
        wanted = f"at least {LEAST_KEY}: cookies signed with it can be forged"
        raise StorageError(f"The signing key has {plural(len(key), 'character')}, {wanted}.")
    place = "from SECRET_KEY" if os.environ.get("SECRET_KEY") else "in the data folder"
    return f"{plural(len(key), 'character')}, {place}"


def _database(repair: bool) -> Iterator[JsonObject]:
    """Yield the checks of the database; of one that cannot be opened, only that."""
    try:
        with open_to_read(writing=repair) as (store, place):
            yield from _check_database(store, place, repair)
    except StorageError as error:
        yield {"name": "database", "ok": False, "found": str(error)}


def _check_database(store: Store, place: str, repair: bool) -> Iterator[JsonObject]:
    """Yield the checks of a database that is open."""
    yield _run_check("database", lambda: f"{place}, schema {migrate.revision(store.engine)}")
    yield _run_check("database file", lambda: health.check_file(store))
    if repair:
        yield _run_check("repaired", lambda: plural(health.repair(store), "document"))
    yield _run_check("documents", lambda: _documents(store))
    yield _run_check("links", lambda: _counted_line("document", health.check_links(store)))
    yield _run_check("owners", lambda: _counted_line("owner", health.check_owners(store)))
    yield _run_check("pictures", lambda: _counted_line("public name", health.check_public_pictures(store)))
    yield _run_check("card pictures", lambda: _counted_line("picture", health.check_card_pictures(store)))


def _documents(store: Store) -> str:
    report = health.check_documents(store, read_stored)
    looked = f"{plural(report.documents, 'document')} with {plural(report.versions, 'version')} read"
    return _check_line(looked, report.problems)


def _counted_line(noun: str, found: tuple[int, tuple[str, ...]]) -> str:
    return _check_line(f"{plural(found[0], noun)} read", found[1])


def _check_line(looked: str, wrong: tuple[str, ...]) -> str:
    """Return what was checked; StorageError with the first problems if there are any."""
    if wrong:
        more = len(wrong) - SHOWN
        told = [*wrong[:SHOWN], *[f"and {more:,} more"] * (more > 0)]
        raise StorageError(f"{looked}, {plural(len(wrong), 'problem')}. " + "; ".join(told))
    return looked
