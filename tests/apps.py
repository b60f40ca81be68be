"""The application as tests borrow it: built once a process, for its routes and templates are the same for every test.

Each test has it with a database of its own and its settings as they were. A test that adds routes, sets the
environment that the application reads when it is made, or opens two applications at once, makes its own.
"""

import shutil
import tempfile
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from companion.printing.faces import card_pictures
from companion.storage.store import Store
from companion.storage.stored_pictures import StoredPictures
from companion.web import create_app
from companion.web.shell.security import limiter
from tests import engines


@contextmanager
def lent(database, key="test key", **config):
    """Give the application that has these settings, on a database and with a key that signs its cookies."""
    app = _built(tuple(sorted(config.items())))
    before = dict(app.config)
    app.config["SECRET_KEY"] = key
    app.extensions["store"] = Store(database)
    card_pictures.set_source("store", StoredPictures(app.extensions["store"]))
    limiter.enabled = app.config["RATELIMIT_ENABLED"]
    if limiter.enabled:
        limiter.reset()
    try:
        yield app
    finally:
        app.extensions["store"].close()
        app.config.clear()
        app.config.update(before)


@cache
def _built(config):
    app = create_app(_new_database(), "nobody's key", **dict(config))
    app.extensions["store"].close()
    return app


def empty_database(path):
    """Return the address of a new database at a path; on SQLite a copy of one that has the newest schema."""
    if not engines.POSTGRES:
        shutil.copy(_migrated(), path)
    return engines.address(path)


@cache
def _migrated():
    address = _new_database()
    Store(address).close()
    return Path(address.removeprefix("sqlite:///"))


def _new_database():
    return engines.address(Path(tempfile.mkdtemp()) / "new.sqlite3")
