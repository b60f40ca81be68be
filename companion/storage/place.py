"""Where data is kept: the user's data folder, the database in it or elsewhere, and the signing key."""

import os
import secrets
from pathlib import Path

from platformdirs import user_data_path

from companion.findings import Trouble


class StorageTrouble(Trouble):
    """The database or its folder cannot be used; the message says what is wrong, where, and what to do."""


def data_folder() -> Path:
    """Return the folder for a user's data, made if it was not there; `COMPANION_DATA` names another."""
    named = os.environ.get("COMPANION_DATA")
    folder = Path(named) if named else user_data_path("mech-companion")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageTrouble(_refused(folder, error)) from None
    if not os.access(folder, os.W_OK):
        raise StorageTrouble(f"{folder} cannot be written: allow it, or name another folder in COMPANION_DATA.")
    return folder


def database_url(folder: Path | None = None) -> str:
    """Return the database's address: `DATABASE_URL`, else SQLite in the data folder."""
    return os.environ.get("DATABASE_URL") or f"sqlite:///{(folder or data_folder()) / 'companion.sqlite3'}"


def secret_key(folder: Path | None = None) -> str:
    """Return the key that signs cookies: `SECRET_KEY`, else one made once and kept in the data folder."""
    named = os.environ.get("SECRET_KEY")
    if named:
        return named
    path = (folder or data_folder()) / "secret-key"
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text("ascii").strip()
    except OSError as error:
        raise StorageTrouble(_refused(path, error)) from None
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key := secrets.token_hex(32))
    return key


def _refused(path: Path, error: OSError) -> str:
    return f"{path} cannot be created ({error.strerror}): allow it, or name another folder in COMPANION_DATA."
