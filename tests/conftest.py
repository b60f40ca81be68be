"""What all tests share: goldens that can be renewed, and a data folder of their own."""

import difflib
import gc
import os
import shutil
from collections import defaultdict
from importlib import import_module
from itertools import count
from pathlib import Path
from zlib import crc32

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import BytecodeCache
from sqlalchemy import create_engine, event
from werkzeug.routing import Rule

from companion.games import GAMES
from companion.storage import store
from tests import engines

settings.register_profile("without deadlines", settings.default, deadline=None, max_examples=50)
settings.load_profile("without deadlines")

pytest.register_assert_rewrite("tests.casebook")

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def data_folders(tmp_path_factory):
    """Count up the data folders of all tests; pytest would look through all that are there to number the next."""
    place = tmp_path_factory.mktemp("data")
    return (place / str(number) for number in count())


@pytest.fixture(scope="session", autouse=True)
def quick_databases(tmp_path_factory):
    """Share what SQLAlchemy compiles among all SQLite databases, which wait for no disk: a third of their tests' time.

    A database that is not there yet begins as a copy of the first one, but for tests that take that one away; on
    PostgreSQL too, where each is a schema.
    """
    new_engine, compiled = store._engine, {}
    templates = {"newest": tmp_path_factory.mktemp("newest") / "newest.sqlite3"}
    store.Store(f"sqlite:///{templates['newest']}").close()
    any_sqlite = create_engine("sqlite://")
    any_sqlite.connect().close()

    def sharing_engine(url):
        engine = new_engine(url)
        if engine.dialect.name == "sqlite":
            engine.dialect = any_sqlite.dialect
            engine.update_execution_options(compiled_cache=compiled)
            event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous=OFF"))
            path = Path(engine.url.database or ":memory:")
            if "newest" in templates and path.is_file() and not path.stat().st_size:
                shutil.copyfile(templates["newest"], path)
        elif "newest" in templates:
            engines.fill(engine.url)
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "_engine", sharing_engine)
        yield templates
    any_sqlite.dispose()


class CompiledTemplates(BytecodeCache):
    """Templates as Jinja has compiled them, for each application that a test makes besides the one that all borrow."""

    def __init__(self):
        self.compiled = {}

    def load_bytecode(self, bucket):
        if bucket.key in self.compiled:
            bucket.bytecode_from_string(self.compiled[bucket.key])

    def dump_bytecode(self, bucket):
        self.compiled[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(scope="session", autouse=True)
def compiled_templates():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": CompiledTemplates()})
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_addresses():
    """Compile what builds an address once for all applications: it was four fifths of making one."""
    compiled, builder = {}, Rule._compile_builder

    def once(rule, append_unknown=True):
        key = (*rule._trace, "defaults", *sorted((rule.defaults or {}).items()), append_unknown)
        if key not in compiled:
            compiled[key] = builder(rule, append_unknown)
        return compiled[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield


@pytest.fixture(autouse=True)
def data_folder(data_folders, monkeypatch):
    """Keep every test out of the player's own data."""
    folder = next(data_folders)
    folder.mkdir()
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    if engines.POSTGRES:
        monkeypatch.setenv("DATABASE_URL", engines.address(folder / "companion.sqlite3"))


@pytest.fixture
def golden():
    """Compare text with a golden file; RENEW=1 writes it instead."""

    def compare(path: Path, text: str) -> None:
        if os.environ.get("RENEW"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"{path.name} is missing: run `make renew` and read what it wrote"
        expected = path.read_text("utf-8")
        if text != expected:
            diff = difflib.unified_diff(expected.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=1)
            pytest.fail("\n".join(list(diff)[:60]), pytrace=False)

    return compare


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Leave each test of pages, commands and printing one game in `make test`; its cases of the other games are `long`.

    What a game knows and prints is tried for every game (`tests/games`), but for what is marked `one_game`; who asks
    for one game gets all of it.
    """
    if not config.option.keyword:
        _leave_one_game(items)
    _leave_out_other_parts(config, items)


def _leave_one_game(items):
    cases = defaultdict(lambda: defaultdict(list))
    for item in items:
        shared = item.path.parent in (HERE, HERE / "web", HERE / "printing") or item.get_closest_marker("one_game")
        game = shared and hasattr(item, "callspec") and _game_of(item.callspec.id)
        if game:
            cases[item.nodeid.partition("[")[0]][game].append(item)
    for test, games in cases.items():
        stays = sorted(games)[crc32(test.encode()) % len(games)]
        for item in (item for game in games if game != stays for item in games[game]):
            item.add_marker(pytest.mark.long)


def _leave_out_other_parts(config, items):
    """Leave out the tests, long ones or abuse, that are not in the part that `make test-long PART=2/14` asks for."""
    part, _, parts = os.environ.get("COMPANION_PART", "").partition("/")
    if not parts:
        return
    here, elsewhere = [], []
    for item in items:
        always = not (item.get_closest_marker("long") or item.get_closest_marker("abuse"))
        is_here = always or crc32(item.nodeid.encode()) % int(parts) + 1 == int(part)
        (here if is_here else elsewhere).append(item)
    config.hook.pytest_deselected(items=elsewhere)
    items[:] = here


def _game_of(case):
    words = case.replace("_", "-")
    return next((game.slug for game in GAMES if game.slug in words), "")


def pytest_collection(session):
    """Read the files from the last one in the second process: what the first has compiled by then serves both."""
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw1" and session.config.args_source.name == "TESTPATHS":
        for path in sorted(HERE.rglob("test_*.py"), reverse=True):
            if not path.is_relative_to(HERE / "abuse"):
                import_module(".".join(path.relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_finish():
    """Collect garbage seldom, and without the ten thousand tests: it was an eighth of the time."""
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Give each process whole files, in their order: what a file's tests share is made once, not once a process.

    A group of tests stays together besides. One test at a time costs minutes where there are ten thousand.
    """
    from xdist.scheduler import LoadGroupScheduling

    class ByFile(LoadGroupScheduling):
        def _split_scope(self, nodeid):
            return super()._split_scope(nodeid).partition("::")[0]

    return ByFile(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_sessionfinish():
    """Stop the database server that tests used."""
    engines.stop()
