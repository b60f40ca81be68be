"""Checks an installation: the files the product reads, and the places where it stores data."""

import os
import platform
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from companion import __version__
from companion.base import paths
from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.base.wording import megabytes, plural
from companion.game_system.system import GameSystem
from companion.games import GAMES
from companion.printing.text import fonts, typeface_files
from companion.storage import health, migrate, printers
from companion.storage.config import StorageError, check_writing, data_folder, secret_key
from companion.storage.reading_copy import open_to_read
from companion.storage.store import Store
from companion.verbs.stored_documents import read_stored

LEAST_KEY = 16
"""The fewest characters of a signing key: a shorter one can be guessed."""
LEAST_FREE = 50_000_000
"""Bytes that the data folder's disk should have free."""
MOST_LISTED = 20
"""The most problems that one check names."""


def check_installation(repair: bool = False) -> JsonObject:
    """Return every check with its result, and in `ok` whether all passed; `repair` repairs the database first."""
    checks: list[tuple[str, Callable[[], str]]] = [
        ("companion", lambda: f"{__version__} on Python {platform.python_version()}"),
        ("templates", _check_templates),
        ("fonts", _check_fonts),
        *((f"cards of {game.title}", lambda game=game: _count_cards(game)) for game in GAMES),
        ("printed output", _check_output),
        ("data folder", _check_data_folder),
        ("signing key", _check_key),
        ("printers", lambda: plural(len(printers.load_printers()), "printer")),
    ]
    results = [_run_check(name, check) for name, check in checks] + list(_check_database(repair))
    return {"ok": all(entry["ok"] for entry in results), "checks": results}


def _run_check(name: str, check: Callable[[], str]) -> JsonObject:
    try:
        return {"name": name, "ok": True, "found": check()}
    except (InvalidInput, StorageError, OSError, SQLAlchemyError) as error:
        return {"name": name, "ok": False, "found": str(error)}


def _check_templates() -> str:
    if not (paths.TEMPLATES / "base.html").is_file():
        raise FileNotFoundError(f"{paths.TEMPLATES} has no base.html: install the companion again.")
    return str(paths.TEMPLATES)


def _check_fonts() -> str:
    files = fonts.files()
    missing = [str(path) for path in files.values() if not path.is_file()]
    if missing:
        raise FileNotFoundError(f"{missing[0]} is missing: install the companion again.")
    own = typeface_files.read_folder()
    if errors := [family for _, family in own if isinstance(family, InputError)]:
        raise InvalidInput(*errors)
    return plural(len(files), "file") + (f", {len(own)} more of this machine" if own else "")


def _count_cards(game: GameSystem) -> str:
    cards, sections, rulings = len(game.catalogue.cards), len(game.rulebook.section), len(game.rulebook.ruling)
    return ", ".join((plural(cards, "card"), plural(sections, "section"), plural(rulings, "ruling")))


def _check_output() -> str:
    folder = Path.cwd()
    if not os.access(folder, os.W_OK):
        raise PermissionError(f"{folder} cannot be written: name a file with -o.")
    return str(folder)


def _check_data_folder() -> str:
    folder = data_folder()
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE:
        raise StorageError(f"{folder} has {megabytes(free)} free: free at least {megabytes(LEAST_FREE)}.")
    check_writing(folder)
    return f"{folder}, {free / 1e9:.1f} GB free, written to"


def _check_key() -> str:
    key = secret_key()
    if len(key) < LEAST_KEY:
        wanted = f"at least {LEAST_KEY}: cookies signed with it can be forged"
        raise StorageError(f"The signing key has {plural(len(key), 'character')}, {wanted}.")
    place = "from SECRET_KEY" if os.environ.get("SECRET_KEY") else "in the data folder"
    return f"{plural(len(key), 'character')}, {place}"


def _check_database(repair: bool) -> Iterator[JsonObject]:
    try:
        with open_to_read(writing=repair) as (store, place):
            yield from _check_open_database(store, place, repair)
    except StorageError as error:
        yield {"name": "database", "ok": False, "found": str(error)}


def _check_open_database(store: Store, place: str, repair: bool) -> Iterator[JsonObject]:
    yield _run_check("database", lambda: f"{place}, schema {migrate.revision(store.engine)}")
    yield _run_check("database file", lambda: health.check_file(store))
    if repair:
        yield _run_check("repaired", lambda: plural(health.repair(store), "document"))
    yield _run_check("documents", lambda: _check_documents(store))
    yield _run_check("links", lambda: _count_line("document", health.check_links(store)))
    yield _run_check("owners", lambda: _count_line("owner", health.check_owners(store)))
    yield _run_check("pictures", lambda: _count_line("public name", health.check_public_pictures(store)))
    yield _run_check("card pictures", lambda: _count_line("picture", health.check_card_pictures(store)))


def _check_documents(store: Store) -> str:
    report = health.check_documents(store, read_stored)
    summary = f"{plural(report.documents, 'document')} with {plural(report.versions, 'version')} read"
    return _summary_line(summary, report.problems)


def _count_line(noun: str, result: tuple[int, tuple[str, ...]]) -> str:
    count, problems = result
    return _summary_line(f"{plural(count, noun)} read", problems)


def _summary_line(summary: str, problems: tuple[str, ...]) -> str:
    """Return the summary; StorageError with it and the first problems if there are any."""
    if problems:
        more = len(problems) - MOST_LISTED
        sentences = [*problems[:MOST_LISTED], *[f"and {more:,} more"] * (more > 0)]
        raise StorageError(f"{summary}, {plural(len(problems), 'problem')}. " + "; ".join(sentences))
    return summary
