"""What the tests of earlier releases share: a release's data, taken out to be worked with."""

import shutil
from pathlib import Path

import pytest

from companion.storage.restore import restore
from companion.storage.store import Store
from companion.verbs.stored_documents import read_stored
from tests import engines


def pytest_make_parametrize_id(config, val, argname):
    """Name a release by its folder."""
    return val.name if isinstance(val, Path) else None


def database_of(release, folder):
    """Return the address of what a release saved: its own file in `folder`, or its backup restored into PostgreSQL."""
    address = engines.address(folder / "companion.sqlite3")
    if engines.POSTGRES:
        store = Store(address)
        restore(store, release / "backup.zip", read_stored)
        store.close()
    return address


@pytest.fixture
def taken(tmp_path, monkeypatch):
    """Copy a release's folder, make it the current one, and its data the player's own; return the copy."""

    def take(release):
        folder = tmp_path / release.name
        shutil.copytree(release, folder, ignore=shutil.ignore_patterns("answers.jsonl"))
        monkeypatch.setenv("COMPANION_DATA", str(folder / "data"))
        if engines.POSTGRES:
            monkeypatch.setenv("DATABASE_URL", database_of(release, folder / "data"))
        monkeypatch.chdir(folder)
        return folder

    return take
