"""Checks an installation: the files the product reads, and the places where it stores data."""

import os
import platform
from collections.abc import Callable
from typing import Any

from companion import __version__, paths
from companion.findings import InvalidInput
from companion.games import GAMES
from companion.printing.text import fonts
from companion.storage import migrate
from companion.storage.place import StorageTrouble, data_folder, secret_key
from companion.storage.store import Store
from companion.system import GameSystem


def look() -> dict[str, Any]:
    """Return every check with its result; `ok` says whether all of them passed."""
    checks: list[tuple[str, Callable[[], str]]] = [
        ("companion", lambda: f"{__version__} on Python {platform.python_version()}"),
        ("templates", _templates),
        ("fonts", _fonts),
        *((f"cards of {game.title}", lambda game=game: _cards(game)) for game in GAMES),
        ("printed output", _output),
        ("data folder", lambda: str(data_folder())),
        ("signing key", _key),
        ("database", _database),
    ]
    found = [_looked(name, check) for name, check in checks]
    return {"ok": all(entry["ok"] for entry in found), "checks": found}


def _looked(name: str, check: Callable[[], str]) -> dict[str, Any]:
    try:
        return {"name": name, "ok": True, "found": check()}
    except (InvalidInput, StorageTrouble, OSError) as error:
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
    folder = paths.output()
    if not os.access(folder, os.W_OK):
        raise PermissionError(f"{folder} cannot be written: name a file with -o.")
    return str(folder)


def _key() -> str:
    secret_key()
    return "from SECRET_KEY" if os.environ.get("SECRET_KEY") else "kept in the data folder"


def _database() -> str:
    store = Store()
    try:
        return f"{store.engine.url.render_as_string(hide_password=True)}, schema {migrate.revision(store.engine)}"
    finally:
        store.close()
