"""A request resolves packs, rulings and the collection once: every page says how often it did, counted by hand."""

import re
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from companion.data import packs
from companion.data.rulebook import Rulebook
from companion.game_system.system import GameSystem
from companion.storage.store import Store
from companion.verbs.names import find_game
from companion.web.shared import faces
from tests.pairs import pairs_first

GAME = "/techniconica"
GUN = {"name": "Rail Gun X", "we": "3", "pc": "1", "pe": "4", "do": "2", "ar": "5", "dt": "2"}


@dataclass
class Resolved:
    """What was resolved: the packs merged, by title, the rulings asked for, how often the collection was read."""

    packs: list[tuple[str, ...]] = field(default_factory=list)
    rulings: list[dict[str, str]] = field(default_factory=list)
    collections: int = 0


@pytest.fixture
def counted(monkeypatch):
    """Return a context in which everything that is resolved is counted."""
    merge, rulings, listed = packs.merge, Rulebook.rulings, Store.list

    @contextmanager
    def count():
        found = Resolved()

        def counting_merge(catalogue, of):
            if of:
                found.packs.append(tuple(pack["title"] for pack in of))
            return merge(catalogue, of)

        def counting_rulings(self, chosen=None):
            found.rulings.append(dict(chosen or {}))
            return rulings(self, chosen)

        def counting_list(self, *args, **named):
            found.collections += named.get("kind") == "collection"
            return listed(self, *args, **named)

        with monkeypatch.context() as patched:
            patched.setattr(packs, "merge", counting_merge)
            patched.setattr(Rulebook, "rulings", counting_rulings)
            patched.setattr(Store, "list", counting_list)
            yield found

    return count


@dataclass
class Made:
    """Addresses of two packs and a build, and what the build's form calls the pack `Box`."""

    box: str
    other: str
    build: str
    value: str


@pytest.fixture
def made(client, post):
    """A browser that uses the pack `Box` and counts its cards; a build with `Box` and a ruling of its own."""
    box = post(f"{GAME}/packs", {"title": "Box"}).location
    post(f"{box}/card?kind=weapon", GUN)
    post(f"{GAME}/collection", {"own.fuel-cell": "2"})
    post(f"{GAME}/rules", {"accurate-jam": "any"})
    (value,) = re.findall(r'name="pack" value="([^"]+)" checked', client.get(f"{GAME}/new").get_data(as_text=True))
    build = post(f"{GAME}/new", {"title": "Mine", "packs": "1", "pack": value}).location
    post(f"{GAME}/rules", {"accurate-jam": "kept"})
    other = post(f"{GAME}/packs", {"title": "Other"}).location
    post(f"{other}/card?kind=weapon", {**GUN, "name": "Slow Gun"})
    post(f"{other}/use", {"used": "0"})
    return Made(box, other, build, value)


MINE, BUILDS_OWN = {}, {"accurate-jam": "any"}
"""The rulings chosen in the browser, and those the build was saved with."""
BOX, OTHER = ("Box",), ("Other",)
TYPED = {"title": "Again", "packs": "1"}
SCRIPT = {"X-Fragment": "1"}


@pytest.mark.long
def test_a_new_build(client, post, made, counted):
    with counted() as found:
        assert "Rail Gun X" in client.get(f"{GAME}/new").get_data(as_text=True)
    assert found == Resolved([BOX], [MINE], 1)
    with counted() as found:
        assert post(f"{GAME}/new", {**TYPED, "pack": made.value}).status_code == 303
    assert found == Resolved([BOX], [MINE], 0)
    with counted() as found:
        assert post(f"{GAME}/new", {"title": "From a script"}).status_code == 303
    assert found == Resolved([BOX], [MINE], 0)
    with counted() as found:
        assert post(f"{GAME}/new", {**TYPED, "use-collection": "1"}).status_code == 303
    assert found == Resolved([], [MINE], 1)


@pytest.mark.parametrize("in_use", ["box", "other"])
def test_a_saved_build(client, post, made, counted, in_use):
    """Whatever the browser uses, only the build's own packs and rulings are resolved."""
    _use(post, made, in_use)
    fields = {**TYPED, "pack": made.value, "version": "1"}
    with counted() as found:
        assert client.get(made.build).status_code == 200
    assert found == Resolved([BOX], [BUILDS_OWN], 1)
    of = made.build.rpartition("/")[2]
    with counted() as found:
        assert post(f"{GAME}/check?of={of}", fields, headers=SCRIPT).status_code == 200
    assert found == Resolved([BOX], [BUILDS_OWN], 1)
    with counted() as found:
        assert post(made.build, fields).status_code == 303
    assert found == Resolved([BOX], [BUILDS_OWN], 0)
    with counted() as found:
        assert post(made.build, {**fields, "title": "Older tab"}).status_code == 409
    assert found == Resolved([BOX], [BUILDS_OWN], 1)
    with counted() as found:
        assert post(made.build, {**fields, "title": "x" * 121}).status_code == 422
    assert found == Resolved([BOX], [{}], 1)
    with counted() as found:
        assert client.get(f"{made.build}/export.txt").status_code == 200
    assert found == Resolved([BOX], [BUILDS_OWN], 0)


def test_the_check_of_a_new_build(post, made, counted):
    with counted() as found:
        assert post(f"{GAME}/check", {**TYPED, "pack": made.value}, headers=SCRIPT).status_code == 200
    assert found == Resolved([BOX], [MINE], 1)


@pytest.mark.long
@pytest.mark.parametrize("in_use", ["box", "other"])
def test_dice(client, post, made, counted, in_use):
    _use(post, made, in_use)
    roll, of = f"{GAME}/roll/first-turn?speeds=4,3", made.build.rpartition("/")[2]
    with counted() as found:
        assert client.get(roll).status_code == 200
    assert found == Resolved([BOX if in_use == "box" else OTHER], [MINE], 1)
    with counted() as found:
        assert "Uses the cards of Box" in client.get(f"{roll}&build={of}").get_data(as_text=True)
    assert found == Resolved([BOX], [BUILDS_OWN], 1)
    with counted() as found:
        assert client.get(f"{roll}&build={of}&ruling.accurate-jam=kept").status_code == 200
    assert found == Resolved([BOX], [BUILDS_OWN, {"accurate-jam": "kept"}], 1)


@pytest.mark.long
@pytest.mark.parametrize("in_use", ["box", "other"])
def test_the_gallery(client, post, made, counted, in_use):
    _use(post, made, in_use)
    of = made.build.rpartition("/")[2]
    mine, own_gun = (BOX, "rail-gun-x") if in_use == "box" else (OTHER, "slow-gun")
    faces.shipped_faces(find_game("techniconica"))  # what packs change is told against these, once a process
    with counted() as found:
        page = client.get(f"{GAME}/cards").get_data(as_text=True)
    assert found == Resolved([mine], [{}], 1)
    shipped, own = (re.search(rf'src="([^"]+/{name}/[^"]+)"', page)[1] for name in ("long-rifle", own_gun))
    with counted() as found:
        assert client.get(shipped).mimetype == "image/svg+xml"
    assert found == Resolved([], [], 0)
    faces._ART.clear()  # as in another process
    with counted() as found:
        assert client.get(own).mimetype == "image/svg+xml"
    assert found == Resolved([mine], [{}], 0)
    with counted() as found:
        assert client.get(f"{own.rpartition('/')[0]}.png").mimetype == "image/png"
    assert found == Resolved([mine], [{}], 0)
    with counted() as found:
        assert client.get(f"{GAME}/cards?build={of}").status_code == 200
    assert (found.packs, found.collections) == ([BOX], 1)


@pytest.mark.long
@pytest.mark.parametrize(
    ("page", "in_use"),
    pairs_first(
        ["print?", "print.pdf?", "print/sheet-1.png?", "print?to=png&", "export/face-1.png?"], ["box", "other"]
    ),
)
def test_prints(client, post, made, counted, in_use, page):
    _use(post, made, in_use)
    of = made.build.rpartition("/")[2]
    with counted() as found:
        assert client.get(f"{GAME}/{page}what=events").status_code == 200
    assert found == Resolved([BOX if in_use == "box" else OTHER], [MINE], 1)
    with counted() as found:
        assert client.get(f"{GAME}/{page}what=events&build={of}").status_code == 200
    assert found == Resolved([BOX], [BUILDS_OWN], 0)


def test_the_check_over_http(client, made, counted):
    document = client.get(f"{made.build}/export.json").get_data()
    with counted() as found:
        assert client.post("/api/v1/check", data=document).get_json()["title"] == "Mine"
    assert found == Resolved([BOX], [BUILDS_OWN], 0)


def test_packs(client, post, made, counted):
    for address, merged in ((f"{GAME}/cards?tab=packs", [BOX]), (made.box, [BOX]), (made.other, [BOX, OTHER])):
        with counted() as found:
            assert client.get(address).status_code == 200
        assert found == Resolved(merged, [], 0)


def test_the_collection(client, post, made, counted):
    with counted() as found:
        assert client.get(f"{GAME}/cards?tab=collection").status_code == 200
    assert found == Resolved([BOX], [], 1)
    with counted() as found:
        assert post(f"{GAME}/collection", {"own.fuel-cell": "3"}).status_code == 303
    assert found == Resolved([BOX], [], 1)
    with counted() as found:
        assert post(f"{GAME}/collection", {"own.fuel-cell": "many"}).status_code == 422
    assert found == Resolved([BOX], [], 1)
    with counted() as found:
        assert client.get(f"{GAME}/collection.csv").status_code == 200
    assert found == Resolved([], [], 1)


def test_the_rules(client, made, counted):
    client.get(f"{GAME}/rules")  # the diagrams and the told game of the booklet are kept from here on
    with counted() as found:
        assert client.get(f"{GAME}/rules").status_code == 200
    assert found == Resolved([], [MINE], 0)


def test_packs_that_no_longer_merge_are_tried_once_each(app, client, post, made, counted):
    """All together first; then one over the other, and not all together again."""
    post(f"{made.other}/use", {"used": "1"})
    store, document_id = app.extensions["store"], made.other.rpartition("/")[2]
    store.save(document_id, {**store.get(document_id).data, "weapon": [{"id": "slow-gun", "name": 7}]})
    with counted() as found:
        page = client.get(f"{GAME}/cards?tab=packs").get_data(as_text=True)
    assert page.count("✓ in use") == 1
    assert found == Resolved([("Box", "Other"), BOX], [], 0)


def _use(post, made, in_use):
    if in_use == "other":
        post(f"{made.box}/use", {"used": "0"})
        post(f"{made.other}/use", {"used": "1"})


def test_a_save_asks_for_the_browsers_packs_only_where_it_takes_one(post, made, monkeypatch):
    asked, listed = [], Store.list
    monkeypatch.setattr(Store, "list", lambda *args, **named: asked.append(named.get("kind")) or listed(*args, **named))
    assert post(made.build, {**TYPED, "pack": made.value}).status_code == 303
    assert asked == []
    assert post(made.build, {**TYPED, "pack": made.value, "take-pack": made.value.partition("@")[0]}).status_code == 303
    assert asked == ["pack"]


def test_a_save_under_house_rules_reads_their_limits_once(post, monkeypatch):
    club = post("/mechastellar/house-rules", {"title": "Club", "limit-size": "300"}).location.rpartition("/")[2]
    build = post("/mechastellar/new", {"title": "Agreed on", "use-house-rules": club}).location
    asked, read = [], GameSystem._read_limits
    monkeypatch.setattr(GameSystem, "_read_limits", lambda *args: asked.append(args) or read(*args))
    assert post(build, {"title": "Once more"}).status_code == 303
    assert len(asked) == 1
