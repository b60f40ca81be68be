"""Hostile and broken databases given to serve, doctor, backup: a sentence, never a traceback; what is whole is shown."""

import json
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.base.findings import UserError
from companion.cli import main
from companion.web import create_app
from tests.abuse.amount import at_length, cases, rounds
from tests.abuse.serving import companion

GOOD = Path(__file__).parents[1] / "releases" / "0.15.1" / "data"
pytestmark = pytest.mark.sqlite
COLUMNS = {
    "documents": ("id", "owner", "game", "kind", "title", "current", "changed", "deleted"),
    "versions": ("document_id", "number", "saved", "data"),
}
VALUES = (
    "x'ff00'", "NULL", "''", "'chess'", "'build'", "'pack'", "'collection'", "0", "-1", "9223372036854775807", "1.5",
    "'{}'", "'[]'", "'{'", "'{\"title\": 5}'", "'{\"title\": [\"x\"], \"pack\": 5}'", "CAST(x'7b22ff227d' AS TEXT)",
    "'\"\\ud800\"'", "char(0)", "'2026'", "printf('%.*c', 3000, '[')",
)  # fmt: skip
BROKEN = (
    "DROP TABLE versions",
    "DROP TABLE documents",
    "DROP TABLE alembic_version",
    "DELETE FROM alembic_version",
    "UPDATE alembic_version SET version_num = 'none'",
    "INSERT INTO alembic_version VALUES ('0001')",
    "DELETE FROM versions",
    "DELETE FROM documents",
    "ALTER TABLE versions RENAME COLUMN data TO text",
    "ALTER TABLE documents DROP COLUMN title",
    "ALTER TABLE documents ADD COLUMN more TEXT",
    "DROP TABLE versions; CREATE VIEW versions AS SELECT 1 AS document_id, 1 AS number, '' AS saved, '' AS data",
    "CREATE TRIGGER never BEFORE INSERT ON versions BEGIN SELECT RAISE(ABORT, 'never'); END",
)


@pytest.fixture
def data(tmp_path, monkeypatch):
    """Return a function that lays out the data of a club anew: its database can then be broken."""

    def lay():
        shutil.rmtree(tmp_path / "data", ignore_errors=True)
        shutil.copytree(GOOD, tmp_path / "data")
        return tmp_path / "data" / "companion.sqlite3"

    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    return lay


def look(path):
    """Ask the doctor and make a backup: each answers or says in a sentence why it cannot."""
    for words in (["doctor", "--json"], ["doctor", "--repair"], ["backup", str(path.with_name("all.zip"))]):
        done = CliRunner().invoke(main, words)
        assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
        assert done.exit_code in (0, 1, 2) and len(done.stderr) < 5000, done.output
        if "--json" in words and done.exit_code < 2:
            assert isinstance(json.loads(done.stdout)["ok"], bool)


def browse(path, names):
    """Ask for pages as their owner does, or have the reason why nothing is served; return how many."""
    try:
        app = create_app(RATELIMIT_ENABLED=False, PROPAGATE_EXCEPTIONS=True)
    except UserError as error:
        assert len(str(error)) < 2000
        return 0
    client = app.test_client()
    asked = ["/", "/healthz", "/open"]
    with client.session_transaction() as cookie:
        cookie["owner"] = names[0]
    for game, kind, name in names[1]:
        place = f"/{game}/{kind}s/{name}"
        asked += [
            place,
            f"{place}/versions",
            f"{place}/raw",
            f"{place}?version=1",
            f"/{game}/",
            f"/{game}/cards?tab=packs",
        ]
    for page in asked:
        status = client.get(page).status_code
        assert status in (200, 303, 404, 422, 503), (page, status)
    app.extensions["store"].close()
    return len(asked)


def hashes_in(path, count=3):
    """Return an owner, and some of their builds and packs: game, kind, id."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT owner, game, kind, id FROM documents WHERE kind != 'collection' ORDER BY id")
        found = rows.fetchall()
    return found[0][0], [row[1:] for row in found[:: len(found) // count]]


def does(path, statements):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(statements)


@pytest.mark.parametrize("statement", BROKEN)
def test_a_database_with_something_gone_is_told(data, tally, statement):
    path = data()
    names = hashes_in(path)
    does(path, statement)
    look(path)
    tally(3 + browse(path, names))


STATEMENTS = st.one_of(
    *(
        st.builds(
            "UPDATE OR REPLACE {0} SET {1} = {2} WHERE rowid % {3} = 0".format,
            st.just(table),
            st.sampled_from(columns),
            st.sampled_from(VALUES),
            st.integers(1, 4),
        )
        for table, columns in COLUMNS.items()
    ),
    st.builds("DELETE FROM versions WHERE rowid % {0} = 0".format, st.integers(1, 4)),
)


def test_rows_of_wrong_types_take_nothing_down(data, tally):
    @cases(at_length(8, 20))
    @given(st.lists(STATEMENTS, min_size=1, max_size=3))
    def check(statements):
        path = data()
        names = hashes_in(path, 2)
        for statement in statements:
            try:
                does(path, f"PRAGMA foreign_keys = OFF; {statement};")
            except sqlite3.IntegrityError:
                continue  # a column that may not be empty
        look(path)
        tally(3 + browse(path, names))

    for _ in rounds():
        check()


def test_damaged_bytes_of_a_database_take_nothing_down(data, tally):
    @cases(20)
    @given(st.randoms(use_true_random=False), st.sampled_from(["cut", "page", "flip", "random", "head", "empty"]))
    def check(chance: random.Random, how):
        path = data()
        names = hashes_in(path, 2)
        broken = bytearray(path.read_bytes())
        if how == "cut":
            del broken[chance.randrange(len(broken)) :]
        elif how == "page":
            at = chance.randrange(len(broken) // 4096) * 4096
            broken[at : at + 4096] = chance.randbytes(4096)
        elif how == "flip":
            for _ in range(chance.randint(1, 200)):
                broken[chance.randrange(100, len(broken))] = chance.randrange(256)
        elif how == "head":
            broken[:100] = chance.randbytes(100)
        else:
            broken = bytearray(chance.randbytes(chance.randint(1, 9000)) if how == "random" else b"")
        path.write_bytes(broken)
        look(path)
        tally(3 + browse(path, names))

    for _ in rounds():
        check()


@pytest.mark.parametrize("how", ["random", "cut", "folder", "too old"])
def test_serve_says_in_a_sentence_what_it_cannot_open(data, tally, how):
    path = data()
    if how == "random":
        path.write_bytes(random.Random(1).randbytes(8192))
    elif how == "cut":
        path.write_bytes(path.read_bytes()[:5000])
    elif how == "folder":
        path.unlink()
        path.mkdir()
    else:
        does(path, "UPDATE alembic_version SET version_num = '0008'")
    done = companion(path.parent, "doctor")
    assert done.returncode == 1 and "Traceback" not in done.stderr
    done = companion(path.parent, "serve", "--port", "0")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert ("open it with 0.15.1 first" if how == "too old" else "cannot be opened") in done.stderr
    tally(2)
