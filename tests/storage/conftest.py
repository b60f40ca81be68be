"""What tests of storage share: an empty store on the engine that is being tested."""

import pytest

from companion.storage.store import Store
from tests.apps import empty_database


@pytest.fixture
def store(tmp_path):
    store = Store(empty_database(tmp_path / "test.sqlite3"))
    yield store
    store.close()
