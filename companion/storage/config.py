"""Places of data: the user's data folder, the database in it or elsewhere, and the signing key."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from companion.base import paths
from companion.base.findings import UserError


class StorageError(UserError):
    """The database or its folder cannot be used; the message says what is wrong, where, and what to do.

    `status` is the HTTP status of the answer.
    """

    status = 503

    @property
    def public(self) -> str:
        """The message as anyone may read it: without a path of this machine."""
        return str(self)


class FolderError(StorageError):
    """The data folder cannot be used."""

    def __init__(self, folder: Path, why: str) -> None:
        """Take the reason and the remedy."""
        super().__init__(f"{folder} {why}")
        self._why = why

    @property
    def public(self) -> str:
        """The message without the folder's path."""
        return f"The data folder {self._why}"


_DRIVERS = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg"}


def data_folder(writing: bool = True) -> Path:
    """Return the folder for a user's data, created if it is missing; `COMPANION_DATA` names another.

    FolderError where it cannot be written; without `writing` it only has to exist.
    """
    folder_name = os.environ.get("COMPANION_DATA")
    folder = Path(folder_name) if folder_name else user_data_path("mech-companion")
    if not writing and folder.is_dir():
        return folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FolderError(folder, _creation_error(error)) from None
    if not os.access(folder, os.W_OK):
        raise FolderError(folder, "cannot be written: allow it, or name another folder in COMPANION_DATA.")
    return folder


def check_writing(folder: Path | None = None) -> None:
    """Write a temporary file in the data folder; StorageError where that fails, for example on a full disk."""
    folder = folder or data_folder()
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise FolderError(folder, f"cannot be written ({error.strerror}): free some space there.") from None


def database_url(folder: Path | None = None) -> str:
    """Return the database's address: `DATABASE_URL`, else SQLite in the data folder.

    `postgres://` and `postgresql://`, as hosting services write them, become the driver of the extra `postgres`.
    """
    address = os.environ.get("DATABASE_URL")
    if not address:
        return f"sqlite:///{(folder or data_folder()) / 'companion.sqlite3'}"
    scheme, separator, rest = address.partition("://")
    return f"{_DRIVERS.get(scheme, scheme)}{separator}{rest}"


def is_elsewhere() -> bool:
    """Return whether the database is not in the data folder."""
    return bool(os.environ.get("DATABASE_URL"))


def secret_key(folder: Path | None = None) -> str:
    """Return the key that signs cookies: `SECRET_KEY`, else the one in the data folder, made on first use."""
    key = os.environ.get("SECRET_KEY")
    if key:
        return key
    path = (folder or data_folder(writing=False)) / "secret-key"
    try:
        if not path.exists() or not path.stat().st_size:
            _make_key(path)
        return path.read_text("ascii").strip()
    except UnicodeDecodeError:
        raise StorageError(f"{path} is not a signing key: delete it, and a new one is made.") from None
    except OSError as error:
        raise StorageError(f"{path} {_creation_error(error)}") from None


def write_new_file(path: Path, data: bytes) -> None:
    """Write a new file that only its owner may read, completely or not at all; FileExistsError where it exists."""
    part = path.with_name(f".{path.name}.{secrets.token_hex()}.part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.link(part, path)
    finally:
        part.unlink(missing_ok=True)


def _make_key(path: Path) -> None:
    """Write a new key completely or not at all; of two processes that start at once, the first one's key counts.

    An empty file, which a full disk may have left behind, is replaced.
    """
    part = paths.temporary_path(path)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        if path.exists() and not path.stat().st_size:
            part.replace(path)
            return
        with suppress(FileExistsError):
            os.link(part, path)
    finally:
        part.unlink(missing_ok=True)


def _creation_error(error: OSError) -> str:
    return f"cannot be created ({error.strerror}): allow it, or name another folder in COMPANION_DATA."
