"""What tests of storage share: an empty store on the engine that is being tested."""

import pytest

from companion.storage.store import Store
from tests import engines


@pytest.fixture
def store(tmp_path):
    store = Store(engines.address(tmp_path / "test.sqlite3"))
    yield store
    store.close()
