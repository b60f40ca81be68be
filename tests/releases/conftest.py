"""What the tests of earlier releases share: a release's data, taken out to be worked with."""

import shutil
from pathlib import Path

import pytest


def pytest_make_parametrize_id(config, val, argname):
    """Name a release by its folder."""
    return val.name if isinstance(val, Path) else None


@pytest.fixture
def taken(tmp_path, monkeypatch):
    """Copy a release's folder, make it the current one, and its data the player's own; return the copy."""

    def take(release):
        folder = tmp_path / release.name
        shutil.copytree(release, folder)
        monkeypatch.setenv("COMPANION_DATA", str(folder / "data"))
        monkeypatch.chdir(folder)
        return folder

    return take
