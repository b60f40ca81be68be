"""A saved object for Tabletop Simulator never says where its build is: its pictures have public names of their own."""

import io
import json
import re
from zipfile import ZipFile

import pytest

from companion.games import GAMES
from companion.printing.export import formats
from companion.storage import public_pictures
from tests.pairs import paired
from tests.web.conftest import link_to
from tests.web.test_ownership import Browser, ident

BUILD = {"title": "Lone wolf", "mech-0-name": "Wolf", "mech-0-locomotor": "courier-wheels"}


def sets_of(page):
    """Return the print sets that an export page offers."""
    return re.findall(r'name="what" value="([^"]+)"', page)


def unpacked(answer):
    with ZipFile(io.BytesIO(answer.data)) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def faces_of(files):
    """Return the path of the first sheet of faces that a saved object names."""
    saved = json.loads(next(data for name, data in files.items() if name.endswith(".json")))
    url = next(iter(saved["ObjectStates"][0]["CustomDeck"].values()))["FaceURL"]
    return url.removeprefix("http://localhost")


@pytest.fixture
def me(app):
    return Browser(app)


@pytest.fixture
def build(me):
    return me.send("/techniconica/new", BUILD).location


@pytest.fixture
def what(me, build):
    """Return the query of a print set that holds cards of the build."""
    return f"what={sets_of(me.read(f'/techniconica/print?build={ident(build)}&to=png'))[0]}&build={ident(build)}&dpi=72"


@pytest.fixture
def exported(me, what):
    return unpacked(me.client.get(f"/techniconica/export/cards?{what}&to=tts"))


@pytest.mark.parametrize(("game", "to"), paired(GAMES, list(formats.KINDS)), ids=lambda one: getattr(one, "slug", one))
def test_no_export_of_any_kind_says_where_the_build_is(app, game, to):
    me = Browser(app)
    build = ident(me.send(f"/{game.slug}/new", {"title": "Mine"}).location)
    offered = sets_of(me.read(f"/{game.slug}/print?build={build}&to=png"))
    answer = me.client.get(f"/{game.slug}/export/cards?what={offered[0]}&build={build}&to={to}&dpi=72")
    assert answer.status_code == 200, (to, answer.get_data(as_text=True))
    assert build not in answer.headers["Content-Disposition"]
    files = unpacked(answer) if answer.mimetype == "application/zip" else {"file": answer.data}
    assert [name for name, data in files.items() if build.encode() in data or build in name] == []


def test_anyone_fetches_the_pictures_by_their_public_name(app, exported):
    path = faces_of(exported)
    assert re.fullmatch(r"/techniconica/export/pictures/[\w-]{32}/[\w-]+-faces\.png", path)
    served = app.test_client().get(path)
    assert served.mimetype == "image/png"
    assert served.data in exported.values()


@pytest.mark.long
def test_a_name_goes_on_serving_the_version_it_was_made_for(app, me, build, what, exported):
    path = faces_of(exported)
    before = app.test_client().get(path).data
    me.send(build, {**BUILD, "title": "Another", "mech-0-name": "Bear", "mech-0-locomotor": "hauler-tracks"})
    assert app.test_client().get(path).data == before
    later = faces_of(unpacked(me.client.get(f"/techniconica/export/cards?{what}&to=tts")))
    assert later != path
    assert app.test_client().get(later).data != before


def test_the_same_export_has_the_same_name(me, what, exported):
    again = unpacked(me.client.get(f"/techniconica/export/cards?{what}&to=tts"))
    assert faces_of(again) == faces_of(exported)
    other = unpacked(me.client.get(f"/techniconica/export/cards?{what}&to=tts&dpi=100".replace("dpi=72&", "")))
    assert faces_of(other) != faces_of(exported)


def test_looking_at_the_page_makes_no_name(app, me, build, what):
    assert me.client.get(f"/techniconica/print?{what}&to=tts").status_code == 200
    assert public_pictures.count(app.extensions["store"], ident(build)) == 0


def test_the_owner_withdraws_the_names_and_nobody_else(app, me, build, what, exported):
    path, page = faces_of(exported), f"/techniconica/print?{what}&to=tts"
    assert "1 public address" in me.read(page)
    other = Browser(app)
    assert "public address" not in other.read(page)
    assert other.send("/techniconica/export/withdraw", {"build": ident(build)}).status_code == 404
    assert other.send("/techniconica/export/withdraw", {"build": ident(link_to(me.client, build))}).status_code == 403
    assert app.test_client().get(path).status_code == 200
    assert me.send("/techniconica/export/withdraw", {"build": ident(build)}).status_code == 303
    assert app.test_client().get(path).status_code == 404
    assert "public address" not in me.read(page)


@pytest.mark.parametrize("name", ["nobody-made-this-name", "%00", "a" * 32])
def test_a_name_that_was_never_made_is_404(client, name):
    assert client.get(f"/techniconica/export/pictures/{name}/mechs-1-faces.png").status_code == 404


def test_a_name_is_of_one_game_and_of_its_own_sheets(app, exported):
    path = faces_of(exported)
    assert app.test_client().get(path.replace("/techniconica/", "/mechalyte/")).status_code == 404
    assert app.test_client().get(re.sub(r"/[\w-]+\.png", "/no-such-sheet.png", path)).status_code == 404


def test_addresses_of_saved_objects_of_the_release_before_still_serve(me, what, exported):
    """0.3.0 wrote the build's own address into saved objects."""
    sheet = faces_of(exported).rpartition("/")[2]
    served = me.client.get(f"/techniconica/export/sheets/{sheet}?{what}")
    assert served.mimetype == "image/png" and served.data in exported.values()


def test_a_build_has_only_so_many_names(app, me, build, what, monkeypatch):
    monkeypatch.setattr(public_pictures, "MOST", 1)
    assert me.client.get(f"/techniconica/export/cards?{what}&to=tts").status_code == 200
    answer = me.client.get(f"/techniconica/export/cards?{what}&to=tts&ink=grey")
    assert answer.status_code == 422
    assert "one more address for its pictures" in answer.get_data(as_text=True)


def test_the_token_is_asked_for(app, me, build):
    assert me.client.post("/techniconica/export/withdraw", data={"build": ident(build)}).status_code == 400
