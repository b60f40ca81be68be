"""What an earlier release saved, exported, backed up, kept in a cookie or showed at an address works with this one.

Expected values were recorded with the release itself; README.md says how.
"""

import json
import re
import shutil
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from itsdangerous.encoding import base64_decode, bytes_to_int
from itsdangerous.timed import TimestampSigner

from companion.cli import main
from companion.data.documents import read_as
from companion.games import GAMES, game
from companion.play import acts as play
from companion.play.log import state_hash
from companion.play.new_events import Brought
from companion.storage.config import database_url, secret_key
from companion.storage.store import Store
from companion.verbs.stored_tables import Tables
from companion.verbs.table_checks import verify_answer
from companion.verbs.table_files import TableFile
from companion.verbs.tables import export
from tests import engines
from tests.apps import lent
from tests.pairs import few_first, one_each
from tests.releases.conftest import database_of
from tests.releases.sameness import DECIDED_ANEW, as_then, differences
from tests.releases.shelf import NEWEST_AND_OLDEST, RELEASES, kind_of, one_of_each

A_DAY = 86_400
EXPECTED = {folder: json.loads((folder / "expected.json").read_text("utf-8")) for folder in RELEASES}


def each_file(table):
    """Give every file with what is expected of it, once where releases wrote the same file and expected the same."""
    cases = {}
    for folder in reversed(RELEASES):
        for name, entry in EXPECTED[folder][table].items():
            alike = ((folder / name).read_bytes(), json.dumps(entry, sort_keys=True))
            cases.setdefault(alike, pytest.param(folder, name, entry, id=f"{folder.name} {name}"))
    return list(cases.values())


def files_of_each(table):
    """Give the same files by release: one case is all that a release wrote and no later one did."""
    files = {}
    for release, *case in (one.values for one in each_file(table)):
        files.setdefault(release, []).append(case)
    return [pytest.param(release, cases, id=release.name) for release, cases in files.items()]


CUT = {"/api/v1/analyses/mechastellar/matchup?a=dervish&b=argonaut&distance=8&cover=true"}
"""What a later release did away with: the name of before 0.15 of an analysis."""
ADDRESSES = {
    folder: [line for line in (folder / "addresses.txt").read_text("utf-8").splitlines() if line not in CUT]
    for folder in RELEASES
}


def come_back(app, release, monkeypatch):
    """Return a browser that comes back a day after it got the release's cookie."""
    cookie = (release / "cookie.txt").read_text("ascii").strip()
    made = bytes_to_int(base64_decode(cookie.split(".")[-2]))
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda signer: made + A_DAY)
    client = app.test_client()
    client.set_cookie("session", cookie)
    return client


@pytest.fixture
def browser(taken, monkeypatch):
    """Return a function that opens a browser on a release's data, which is its own to change."""
    with ExitStack() as borrowed:

        def open_(release):
            taken(release)
            app = borrowed.enter_context(lent(database_url(), secret_key(), TESTING=True, RATELIMIT_ENABLED=False))
            return come_back(app, release, monkeypatch)

        yield open_


@pytest.fixture(scope="module")
def read_only(tmp_path_factory):
    """Return a function that gives the address of a release's database for all who only read, and its key."""

    @cache
    def copy_once(release):
        folder = tmp_path_factory.mktemp("read") / "data"
        shutil.copytree(release / "data", folder)
        return database_of(release, folder), (folder / "secret-key").read_text("ascii")

    return copy_once


@pytest.fixture
def reading_room(read_only):
    """Return a function that gives a server on a release's data for all who only read."""
    with ExitStack() as borrowed:
        yield lambda release: borrowed.enter_context(lent(*read_only(release), TESTING=True, RATELIMIT_ENABLED=False))


@pytest.fixture(scope="module")
def store(read_only):
    """Return a function that gives a release's database."""
    stores = {}

    def open_(release):
        if release not in stores:
            stores[release] = Store(read_only(release)[0])
        return stores[release]

    yield open_
    for opened in stores.values():
        opened.close()


def judged(data):
    """Return what the current code says of a build: its title, its rulings, what it amounts to, its findings."""
    found = game(data["game"])
    build = found.read(data)
    verdict = found.verdict(build)
    return {
        "title": build.title,
        "rulings": dict(build.rulings),
        "packs": [pack.key for pack in build.pack],
        "findings": [[finding.rule, finding.level] for finding in verdict.findings],
        "totals": json.loads(json.dumps(verdict.totals)),
    }


def kept(document):
    """Return what a document is, besides its data."""
    return {
        "kind": document.kind,
        "game": document.game,
        "title": document.title,
        "deleted": document.deleted,
        "versions": document.current,
    }


@pytest.mark.parametrize("release", RELEASES)
def test_every_document_is_there_with_all_its_versions(store, release):
    opened = store(release)
    for name, expected in EXPECTED[release]["documents"].items():
        assert kept(opened.get(name)) == expected, name
        numbers = [version.number for version in opened.versions(name)]
        assert numbers == list(range(expected["versions"], 0, -1)), name


@pytest.mark.parametrize("release", RELEASES)
def test_every_version_of_a_build_opens_as_it_was(store, release):
    opened = store(release)
    for name, expected in EXPECTED[release]["builds"].items():
        for number, then in enumerate(expected, 1):
            assert_judged(opened.get(name, number).data, then)


def assert_judged(data, then):
    now = judged(data)
    assert list(differences(then["totals"], now.pop("totals"))) == [], then["title"]
    recorded = {key: value for key, value in then.items() if key != "totals"}
    now["rulings"] = {name: option for name, option in now["rulings"].items() if name not in DECIDED_ANEW}
    assert as_then(now) == as_then(recorded)


@pytest.mark.parametrize("release", RELEASES)
def test_an_owner_finds_what_is_theirs(store, release):
    opened = store(release)
    expected = EXPECTED[release]
    mine = {
        document.id
        for kind in ("build", "pack", "collection", "opponent", "table")
        for document in opened.list(expected["owner"], kind=kind)
    }
    gone = {
        document.id
        for kind in ("build", "pack", "collection", "opponent", "table")
        for document in opened.list(expected["owner"], deleted=True, kind=kind)
    }
    assert mine | gone | set(expected["of_others"]) == set(expected["documents"])
    assert gone == {name for name, document in expected["documents"].items() if document["deleted"]}


@pytest.mark.parametrize("release", NEWEST_AND_OLDEST)
def test_the_backup_brings_every_document_back(taken, monkeypatch, tmp_path, release):
    before = Store(f"sqlite:///{taken(release) / 'data' / 'companion.sqlite3'}")
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "empty"))
    if engines.POSTGRES:
        monkeypatch.setenv("DATABASE_URL", engines.address(tmp_path / "empty"))
    done = CliRunner().invoke(main, ["restore", "backup.zip", "--json"])
    assert done.exit_code == 0, done.output
    documents = EXPECTED[release]["documents"]
    said = json.loads(done.stdout)
    assert (said["file"], said["restored"], said["left"], said["bad"]) == ("backup.zip", len(documents), 0, [])
    after = Store(database_url())
    try:
        for name in documents:
            assert after.versions(name) == before.versions(name)
            for version in after.versions(name):
                assert after.get(name, version.number) == before.get(name, version.number)
    finally:
        before.close()
        after.close()


@pytest.mark.parametrize(("release", "files"), files_of_each("build_files"))
def test_check_answers_for_every_build_file(monkeypatch, release, files):
    monkeypatch.chdir(release)
    for name, expected in files:
        done = CliRunner().invoke(main, ["check", name, "--json"])
        told = json.loads(done.stdout)
        assert done.exit_code == (0 if told["legal"] else 1), done.output
        answer = as_then(told)
        findings = [[finding["rule"], finding["level"]] for finding in answer["findings"]]
        assert findings == as_then(expected)["findings"], name
        assert (answer["title"], answer["legal"]) == (expected["title"], expected["exit"] == 0)


@pytest.mark.parametrize(("release", "files"), files_of_each("pack_files"))
def test_every_pack_file_lies_over_the_cards(monkeypatch, release, files):
    monkeypatch.chdir(release)
    for name, expected in files:
        done = CliRunner().invoke(main, ["cards", expected["game"], "--pack", name, "--json"])
        assert done.exit_code == 0, done.output
        cards = {card["id"]: card for card in json.loads(done.stdout)["cards"]}
        assert {card: cards[card]["name"] for card in expected["cards"]} == expected["cards"], name


@pytest.mark.parametrize(("release", "name", "expected"), one_each(each_file("pack_files")))
def test_every_pack_file_comes_in_through_the_browser(browser, release, name, expected):
    client = browser(release)
    with Path(name).open("rb") as file:
        form = {"csrf_token": token(client), "title": "Come in", "file": (file, name)}
        answer = client.post(f"/{expected['game']}/packs", data=form)
    assert answer.status_code == 303, answer.get_data(as_text=True)
    came = client.get(f"{answer.location}/export.json").get_json()
    cards = [card["id"] for kind in game(expected["game"]).kinds for card in came.get(kind, ())]
    assert sorted(cards) == sorted(expected["cards"])


def token(client):
    """Return the token that every form of a browser carries."""
    return re.search(r'name="csrf_token" value="([^"]+)"', client.get("/open").get_data(as_text=True))[1]


@pytest.mark.parametrize("release", NEWEST_AND_OLDEST)
def test_the_cookie_is_in_force_and_taken_over_at_the_first_visit(browser, release):
    """What it carried is stored with its owner, and the cookie is slim: printers, rulings and packs in use are there without it.

    A new build of the browser takes its rulings and its packs; it sees its builds, and the cards it owns.
    """
    client, then = browser(release), EXPECTED[release]
    assert 'data-theme="dark"' in client.get("/").get_data(as_text=True)
    assert len(client.get_cookie("session").value) < 600
    with client.session_transaction() as kept:
        assert kept["owner"] == then["owner"] and kept["theme"] == "dark"
        assert not {"rulings", "packs", "printers"} & set(kept)
    page = client.get("/printers").get_data(as_text=True)
    assert all(name in page for name in then["printers"])
    made = token(client)
    for slug, expected in then["session"].items():
        answer = client.post(f"/{slug}/new", data={"csrf_token": made, "title": f"Made later, {slug}"})
        assert answer.status_code == 303, answer.get_data(as_text=True)
        build = client.get(f"{answer.location}/export.json").get_json()
        assert build["rulings"] == expected["rulings"]
        assert [pack["key"] for pack in build["pack"]] == expected["packs"]
        owned = client.get(f"/{slug}/collection.csv").get_data(as_text=True).split()[1:]
        assert owned == expected["owned"]
        home = client.get("/").get_data(as_text=True)
        assert f"Made later, {slug}" in home
        assert all(title in home for title in expected["titles"])


@pytest.mark.parametrize("release", NEWEST_AND_OLDEST)
def test_what_an_earlier_release_made_is_still_changed_by_its_browser_alone(browser, release):
    client = browser(release)
    other = client.application.test_client()
    client.get("/")  # takes the cookie over, before a page gives a token
    mine, another = token(client), token(other)
    of_others = EXPECTED[release]["of_others"]
    for name, document in first_of_each(EXPECTED[release]["documents"], of_others):
        address = f"/{document['game']}/{document['kind']}s/{name}/delete"
        assert other.post(address, data={"csrf_token": another}).status_code == refusal(client, name)
        assert client.post(address, data={"csrf_token": mine, "undo": "1"}).status_code == 303
    for name in of_others:
        document = EXPECTED[release]["documents"][name]
        address = f"/{document['game']}/{document['kind']}s/{name}/delete"
        assert client.post(address, data={"csrf_token": mine}).status_code == refusal(client, name)


def first_of_each(documents, others):
    """Return an owner's first build, pack and house rules of each game, and the first of each that is in the trash."""
    found = {}
    for name, document in documents.items():
        if document["kind"] not in ("collection", "opponent", "table") and name not in others:
            found.setdefault((document["kind"], document["game"], document["deleted"]), (name, document))
    return found.values()


BEFORE_FINGERPRINTS = {"0.15.1", "0.16.0", "0.16.1"}
"""Releases at which a game's end did not keep the fingerprint of its log."""
TABLES = [
    pytest.param(folder, name, id=f"{folder.name} {document['title']}")
    for folder in RELEASES
    for name, document in EXPECTED[folder]["documents"].items()
    if document["kind"] == "table"
]


@pytest.mark.parametrize(("release", "name"), TABLES)
def test_the_log_of_a_table_leads_to_the_states_of_then(store, release, name):
    stored, table = Tables(store(release)).read(name)
    assert stored.newest == len(table.events) > 2
    told = {event.number: event.state for event in table.events}
    for position in table.positions():
        assert not position.event or state_hash(position.state) == told[position.event]


@pytest.mark.parametrize(("release", "name"), TABLES)
def test_the_log_of_a_table_is_checked_and_nothing_in_it_is_wrong(store, release, name):
    """As the server holds it, as everybody may download it, and once its game is given up today."""
    stored, table = Tables(store(release)).read(name)
    given_up = table if table.result else play.concede(table, Brought(stored.seed, "", stored.seeds[:-1]), 0)
    seeds = tuple(seed.hex() for seed in stored.seeds)
    own = TableFile(setup=table.setup, seeds=seeds, event=table.events)
    answers = [verify_answer(one) for one in (own, *(read_as(TableFile, export(t, None)) for t in (table, given_up)))]
    assert [answer["wrong"] for answer in answers] == [[], [], []]
    parts = {part["part"]: part["found"] for part in answers[-1]["parts"]}
    keeps_fingerprint = not table.result or release.name not in BEFORE_FINGERPRINTS
    assert (parts["events"], parts["states"], parts["whole log"]) == (
        "checked", "checked", "checked" if keeps_fingerprint else "not checked",
    )  # fmt: skip


def refusal(client, name):
    """Return how a change of a document is refused to others: those of releases before 0.10 are still shown to them."""
    stored = client.application.extensions["store"].get(name)
    return 403 if stored.links.is_open and not stored.deleted else 404


@pytest.mark.parametrize("release", few_first(1, list(reversed(RELEASES))))
def test_the_words_of_a_key_open_everything_in_another_browser(browser, release):
    other = browser(release).application.test_client()
    words = (release / "key.txt").read_text("ascii").strip()
    answer = other.post("/key/enter", data={"csrf_token": token(other), "key": words})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    with other.session_transaction() as kept:
        assert kept["owner"] == EXPECTED[release]["owner"]
    home = other.get("/").get_data(as_text=True)
    assert all(title in home for expected in EXPECTED[release]["session"].values() for title in expected["titles"])
    printers = other.get("/printers").get_data(as_text=True)
    assert all(name in printers for name in EXPECTED[release]["printers"])


@pytest.mark.parametrize("release", NEWEST_AND_OLDEST)
def test_another_key_does_not_take_the_cookie(browser, release):
    client = browser(release)
    client.application.config["SECRET_KEY"] = "another key"
    assert 'data-theme="auto"' in client.get("/").get_data(as_text=True)


def one_of_each_place():
    """Give one address of each kind as a case; all but the first of each path are `long`."""
    slugs = [found.slug for found in GAMES]
    places = {}
    for release, address in one_of_each(ADDRESSES, slugs):
        places.setdefault(kind_of(address, slugs)[0], []).append((release, address))
    return [case for alike in places.values() for case in few_first(1, alike)]


@pytest.mark.parametrize(("release", "address"), one_of_each_place())
def test_an_address_of_every_kind_still_leads_somewhere(reading_room, monkeypatch, release, address):
    with come_back(reading_room(release), release, monkeypatch).get(address, follow_redirects=True) as answer:
        assert answer.status_code == 200, answer.get_data(as_text=True)
