"""Backups: what goes out comes back, garbage is refused, nothing newer is written over."""

import json
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.findings import InvalidInput
from companion.storage.backup import backup, restore
from companion.storage.store import Store


def opened(path):
    return Store(f"sqlite:///{path}")


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(saves=st.lists(st.dictionaries(st.sampled_from(["title", "a", "b"]), values), min_size=1, max_size=4))
def test_what_goes_out_comes_back(tmp_path_factory, saves):
    folder = tmp_path_factory.mktemp("backup")
    here, there = opened(folder / "here.db"), opened(folder / "there.db")
    try:
        made = here.create("me", "mecha-mettle", saves[0])
        for data in saves[1:]:
            here.save(made.id, data)
        assert backup(here, folder / "all.zip") == 1
        assert restore(there, folder / "all.zip") == (1, 0)
        assert there.versions(made.id) == here.versions(made.id)
        for version in here.versions(made.id):
            assert there.get(made.id, version.number) == here.get(made.id, version.number)
    finally:
        here.close()
        there.close()


def test_what_was_saved_since_is_not_written_over(tmp_path):
    store = opened(tmp_path / "here.db")
    made = store.create("me", "mecha-mettle", {"title": "Old"})
    backup(store, tmp_path / "all.zip")
    store.save(made.id, {"title": "New"})
    assert restore(store, tmp_path / "all.zip") == (0, 1)
    assert store.get(made.id).title == "New"
    store.close()


@pytest.mark.parametrize(
    "line",
    [
        b"not json",
        b"[" * 100_000,
        b'{"id": "x"}',
        json.dumps(
            {
                "id": "a" * 32,
                "owner": "me",
                "game": "g",
                "title": "",
                "current": 2,
                "changed": "",
                "versions": [{"number": 1, "saved": "", "data": {}}],
            }
        ).encode(),
    ],
)
def test_garbage_inside_is_named_and_nothing_comes_in(tmp_path, line):
    path = tmp_path / "bad.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("documents.jsonl", line)
    store = opened(tmp_path / "here.db")
    with pytest.raises(InvalidInput, match="document 1"):
        restore(store, path)
    assert store.list("me") == ()
    store.close()


def test_what_is_no_backup_is_named(tmp_path):
    (tmp_path / "bad.zip").write_text("hello")
    store = opened(tmp_path / "here.db")
    with pytest.raises(InvalidInput, match="companion backup"):
        restore(store, tmp_path / "bad.zip")
    store.close()
