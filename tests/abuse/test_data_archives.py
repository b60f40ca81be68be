"""Hostile archives given to `restore`, to uploads of packs and of pictures: a sentence, and every page goes on."""

import copy
import io
import json
import random
import struct
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete

from companion.base.findings import UserError
from companion.cli import main
from companion.storage import health
from companion.storage.restore import restore
from companion.storage.schema import DocumentRow, VersionRow
from companion.verbs.stored_documents import read_stored
from companion.web import create_app
from tests import engines
from tests.abuse.amount import cases, rounds
from tests.abuse.serving import companion
from tests.archives import new_backup

GOOD = Path(__file__).parents[1] / "releases" / "0.15.1" / "backup.zip"
with zipfile.ZipFile(GOOD) as archive:
    DOCUMENTS = [json.loads(line) for line in archive.read("documents.jsonl").splitlines()]
MEMORY = 1_500_000_000
"""Bytes a process may use that restores an archive of a few megabytes."""


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """Serve an empty database in this process, as the browser whose documents the archives have."""
    app = create_app(
        engines.address(tmp_path_factory.mktemp("club") / "web.sqlite3"),
        "k" * 32,
        TESTING=True,
        RATELIMIT_ENABLED=False,
    )
    yield app
    app.extensions["store"].close()


def empty(store):
    with store.writing() as session:
        session.execute(delete(VersionRow))
        session.execute(delete(DocumentRow))


def pages(row):
    """Yield the addresses where a document is shown."""
    if row.kind in ("build", "pack"):
        place = f"/{row.game}/{row.kind}s/{row.id}"
        yield from (place, f"{place}/versions", f"{place}/raw", f"{place}/export.toml", f"{place}/export.json")
        yield f"{place}?version=1"
    yield from ("/", f"/{row.game}/", f"/{row.game}/cards?tab=collection", f"/{row.game}/cards?tab=packs")


def browse(app):
    """Ask for every page that shows what is stored; nothing may break, and the doctor finds nothing."""
    store = app.extensions["store"]
    client = app.test_client()
    with store.snapshot() as session:
        rows = session.query(DocumentRow).all()
    with client.session_transaction() as cookie:
        cookie["owner"] = rows[0].owner if rows else "me"
    asked = {page for row in rows for page in pages(row)}
    for page in sorted(asked):
        answer = client.get(page, follow_redirects=True)
        assert answer.status_code in (200, 404, 422), (page, answer.status_code)
    assert sound(store)
    return len(asked)


def sound(store):
    """Return whether the doctor finds nothing that was not so in the archive: versions it had lost, or called newest."""
    wrong = health.check_documents(store, read_stored).problems
    return all(text.endswith(("some are gone, restore a backup", "doctor --repair")) for text in wrong)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["", "\0", "\ud800", "9" * 400, "../../x", "<script>", "1", "2026-11-22T19:30:00+00:00"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def places(value, where=()):
    """Return every place in plain data."""
    found = [where] if where else []
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        found += places(part, (*where, key))
    return found


@st.composite
def spoiled(draw):
    """Return a document of a real backup with something else in some of its places."""
    document = copy.deepcopy(draw(st.sampled_from(DOCUMENTS)))
    for _ in range(draw(st.integers(1, 3))):
        known = places(document)
        *path, last = draw(st.sampled_from(known))
        inside = document
        for key in path:
            inside = inside[key]
        act = draw(st.sampled_from(["set", "set", "set", "delete", "twice"]))
        if act == "set":
            inside[last] = draw(ANYTHING)
        elif act == "delete":
            del inside[last]
        elif isinstance(inside, list):
            inside.append(copy.deepcopy(inside[last]))
        else:
            inside[draw(st.text(max_size=8))] = draw(ANYTHING)
    return document


def written(path, documents, **members):
    with new_backup(path) as archive:
        archive.writestr("documents.jsonl", "\n".join(map(json.dumps, documents)))
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def test_whatever_stands_in_the_fields_what_comes_in_can_be_shown(club, tally, tmp_path):
    store, path = club.extensions["store"], tmp_path / "bad.zip"
    shown = []

    @cases(20)
    @given(st.lists(spoiled(), min_size=1, max_size=2, unique_by=repr))
    def check(documents):
        empty(store)
        try:
            done = restore(store, written(path, documents), read_stored, skip_bad=True)
        except UserError as error:
            assert len(str(error)) < 5000
            return
        assert done.restored + len(done.errors) > 0
        assert all(len(str(error)) < 1000 for error in done.errors)
        shown.append(browse(club))

    for _ in rounds():
        check()
        tally(20)
    assert sum(shown) > 0


def test_damaged_bytes_of_an_archive_are_a_sentence_or_come_in_whole(club, tally, tmp_path):
    store, path, good = club.extensions["store"], tmp_path / "bad.zip", GOOD.read_bytes()

    @cases(80)
    @given(st.randoms(use_true_random=False), st.sampled_from(["cut", "flip", "insert", "remove", "random"]))
    def check(chance: random.Random, how):
        data = bytearray(good)
        at = chance.randrange(len(data))
        if how == "cut":
            del data[at:]
        elif how == "flip":
            for _ in range(chance.randint(1, 20)):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        elif how == "insert":
            data[at:at] = chance.randbytes(chance.randint(1, 300))
        elif how == "remove":
            del data[at : at + chance.randint(1, 300)]
        else:
            data = bytearray(chance.randbytes(chance.randint(0, 5000)))
        path.write_bytes(data)
        empty(store)
        try:
            restore(store, path, read_stored, skip_bad=True)
        except (UserError, OSError, ValueError) as error:  # the verb names the file and says the rest
            assert len(str(error)) < 5000
        else:
            assert sound(store)

    for _ in rounds():
        check()
        tally(80)


def bomb(line=b" ", name="documents.jsonl", size=600_000_000):
    """Return an archive whose one file is many megabytes of the same."""
    data = io.BytesIO()
    with new_backup(data, zipfile.ZIP_DEFLATED) as archive, archive.open(name, "w", force_zip64=True) as file:
        part = line * (2**20 // len(line))
        for _ in range(size // len(part)):
            file.write(part)
    return data.getvalue()


def packed(*members):
    data = io.BytesIO()
    with new_backup(data, zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text)
    return data.getvalue()


def lying(size):
    """Return an archive that says of its file that it has another size."""
    data = bytearray(packed(("documents.jsonl", json.dumps(DOCUMENTS[0]))))
    at = data.rindex(b"PK\1\2")
    data[at + 24 : at + 28] = struct.pack("<I", size)
    return bytes(data)


FINE = json.dumps(DOCUMENTS[0])
ARCHIVES = {
    "nothing": lambda: b"",
    "an empty archive": lambda: packed(),
    "600 megabytes of spaces": lambda: bomb(size=600_000_000),
    "megabytes of empty lines": lambda: bomb(b"\n", size=50_000_000),
    "megabytes of brackets": lambda: bomb(b"[", size=50_000_000),
    "a key of 64 megabytes": lambda: _with_key_bomb(),
    "an archive in an archive": lambda: packed(("documents.jsonl", packed(("documents.jsonl", FINE)))),
    "another name": lambda: packed(("document.jsonl", FINE)),
    "a name that leads out": lambda: packed(("../../documents.jsonl", FINE), ("../secret-key", "k" * 64)),
    "an absolute name": lambda: packed(("/documents.jsonl", FINE), ("/etc/passwd", "x")),
    "a key elsewhere beside fine documents": lambda: packed(
        ("documents.jsonl", FINE), ("/tmp/../secret-key", "k" * 64)
    ),
    "ten thousand files": lambda: packed(*((f"documents-{n}.jsonl", "") for n in range(10_000))),
    "a thousand documents": lambda: packed(
        ("documents.jsonl", "\n".join(json.dumps({**DOCUMENTS[0], "id": f"{n:032x}"}) for n in range(1000)))
    ),
    "the same document a thousand times": lambda: packed(("documents.jsonl", "\n".join([FINE] * 1000))),
    "a size of none": lambda: lying(0),
    "a size of four gigabytes": lambda: lying(2**32 - 2),
    "a version 200,000 times": lambda: packed(
        (
            "documents.jsonl",
            json.dumps({**DOCUMENTS[0], "versions": [{"number": 1, "saved": "2026-11-22", "data": {}}] * 200_000}),
        )
    ),
    "numbers without end": lambda: packed(
        ("documents.jsonl", FINE.replace('"current": 1', '"current": ' + "9" * 5000))
    ),
}


def _with_key_bomb():
    data = io.BytesIO(packed(("documents.jsonl", FINE)))
    with zipfile.ZipFile(data, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("secret-key", "w") as file:
        for _ in range(64):
            file.write(b"k" * 2**20)
    return data.getvalue()


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_made_to_do_harm_is_a_sentence_in_bounded_memory(tmp_path, tally, name):
    path, data = tmp_path / "in" / "bad.zip", tmp_path / "in" / "data"
    data.mkdir(parents=True)
    path.write_bytes(ARCHIVES[name]())
    done = companion(data, "restore", path, "--skip-bad", memory=MEMORY)
    assert done.returncode in (0, 2) and "Traceback" not in done.stderr, done.stderr[-3000:]
    assert len(done.stderr) < 5000
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in"]
    assert {path.name for path in (tmp_path / "in").iterdir()} == {"bad.zip", "data"}
    tally()


UPLOADED = {name: ARCHIVES[name] for name in ("nothing", "an empty archive", "an archive in an archive")}
UPLOADED |= {"a backup": GOOD.read_bytes, "a megabyte of zeros": lambda: packed(("a.png", bytes(2**20)))}


@pytest.mark.parametrize("name", UPLOADED)
def test_an_archive_among_uploads_is_a_sentence(club, tally, name):
    client, data = club.test_client(), UPLOADED[name]()
    page = client.get("/open").get_data(as_text=True)
    token = {"csrf_token": page.partition('name="csrf_token" value="')[2].partition('"')[0]}
    cards = {"text": "title,picture\nDrone,a.png\n", "do": "show"}
    posts = [
        ("/custom-cards", "pictures", cards, end) for end in ("a.png", "a.zip", "../../a.png", "a\0.png", "é" * 300)
    ]
    posts += [("/custom-cards", "file", {"do": "show"}, end) for end in ("cards.csv", "cards.zip", "cards.toml")]
    posts += [("/import", "file", {}, end) for end in ("build.toml", "build.json", "a.zip")]
    for game in ("mecha-mettle", "mechalyte", "techniconica", "mechastellar", "wreck-a-mech"):
        posts += [(f"/{game}/packs", "file", {"title": "Box"}, end) for end in ("a.csv", "a.json", "a.toml", "a.zip")]
    for address, field, fields, called in posts:
        answer = client.post(address, data={**token, **fields, field: (io.BytesIO(data), called)})
        assert answer.status_code in (200, 303, 413, 422), (address, called, answer.status_code)
        tally()


def test_the_verb_names_what_it_left_out(tally, tmp_path):
    worse = copy.deepcopy(DOCUMENTS[:3])
    worse[1]["kind"] = "shopping list"
    done = CliRunner().invoke(main, ["restore", str(written(tmp_path / "bad.zip", worse)), "--skip-bad"])
    assert done.exit_code == 0 and "left out: bad.zip, document 2: kind" in done.output, done.output
    tally()
