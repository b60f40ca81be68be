"""Faces on pages: their weight, their pictures kept for good and drawn again anywhere, what packs change, hostile text."""

import gzip
import html
import io
import json
import re
import zipfile

import pytest
from lxml import etree

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.verbs.names import find_game
from companion.web import create_app
from companion.web.shared import faces
from tests.pairs import few_first
from tests.web.conftest import link_to

LARGEST = 400_000
"""Bytes of a page with a hundred faces, compressed, its pictures too."""
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
MARKUP = '</text></svg><script>alert("x")</script><img src=x onerror=alert(1)> ]]> <![CDATA[ &lt; &#60;'
WEAPON = {"we": 3, "pc": 1, "pe": 4, "do": 2, "ar": 5, "dt": 2}


def art_of(page):
    return [html.unescape(address) for address in re.findall(r'<img class="face-art" src="([^"]+)"', page)]


def pack(client, post, text, game="techniconica"):
    answer = post(f"/{game}/packs", {"text": text})
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return answer.location


def own(game, kind, **fields):
    return json.dumps({"game": game, "kind": "pack", "title": "Box", kind: [{"origin": {"default": "own"}, **fields}]})


def test_a_page_with_a_hundred_faces_is_light(client):
    packed = client.get("/techniconica/cards", headers={"Accept-Encoding": "gzip"}).data
    page = gzip.decompress(packed).decode()
    art = art_of(page)
    assert len(art) > 100
    pictures = sum(len(client.get(address, headers={"Accept-Encoding": "gzip"}).data) for address in art[:100])
    assert len(packed) + pictures < LARGEST and len(page) < LARGEST


@pytest.mark.long
def test_a_page_of_very_many_cards_shows_the_last_ones_as_pictures(client, post):
    cards = [{"id": f"gun-{n}", "name": f"Gun {n}", "origin": {"default": "own"}, **WEAPON} for n in range(700)]
    text = json.dumps({"game": "techniconica", "kind": "pack", "title": "Many", "weapon": cards})
    pack(client, post, text)
    page = client.get("/techniconica/cards").get_data(as_text=True)
    assert page.count('role="group"') == 600 and page.count('class="face"') > 800
    (last,) = re.findall(r'src="([^"]+/events/[^"]+)"', page)[-1:]
    assert last.partition("?")[0].endswith(".png") and client.get(html.unescape(last)).mimetype == "image/png"


@EACH_GAME
def test_the_gallery_has_every_card_as_text(game, client):
    page = client.get(f"/{game.slug}/cards").get_data(as_text=True)
    for print_set in game.print_sets:
        for deck in () if print_set.needs_build or print_set.extra else print_set.make(PrintSource(game.context())):
            for piece in getattr(deck, "pieces", ()):
                assert html.escape(piece.about or piece.name) in page, piece.id


def test_a_picture_is_kept_for_good_and_drawn_again_by_any_process(client):
    (address, *_) = art_of(client.get("/techniconica/cards").get_data(as_text=True))
    before = client.get(address)
    assert before.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    faces.shipped_faces.cache_clear()
    faces._faces.cache.clear()
    faces._draw_face.cache.clear()
    faces._ART.clear()
    assert client.get(address).data == before.data
    other = client.get(f"{address.rpartition('/')[0]}/0123456789abcdef.svg")
    assert other.data == before.data and other.headers["Cache-Control"] == "no-store"
    assert client.get("/techniconica/cards/parts/nothing/0123456789abcdef.svg").status_code == 404


@pytest.mark.long
def test_a_changed_art_has_another_address(client, post):
    page = client.get("/techniconica/cards").get_data(as_text=True)
    pack(client, post, own("techniconica", "locomotor", id="courier-wheels", subtype="Hover"))
    changed = client.get("/techniconica/cards").get_data(as_text=True)
    new = set(art_of(changed)) - set(art_of(page))
    assert {address.split("/")[-2] for address in new} == {"courier-wheels"}
    assert client.get(new.pop()).headers["Cache-Control"] == "private, max-age=31536000, immutable"


@pytest.mark.long
def test_a_saved_builds_cards_are_drawn_for_anyone_with_a_link(app, client, post):
    pack(client, post, own("techniconica", "weapon", id="pea-gun", name="Pea Gun", **WEAPON))
    (value,) = re.findall(
        r'name="pack" value="([^"]+)" checked', client.get("/techniconica/new").get_data(as_text=True)
    )
    build = post("/techniconica/new", {"title": "B", "packs": "1", "pack": html.unescape(value)}).location
    name = link_to(client, build).rpartition("/")[2]
    stranger = app.test_client()
    page = stranger.get(f"/techniconica/cards?build={name}").get_data(as_text=True)
    (address,) = [one for one in art_of(page) if "/pea-gun/" in one]
    assert address.endswith(f".svg?build={name}")
    here = stranger.get(address.partition("?")[0])  # drawn for the page
    faces._ART.clear()
    assert stranger.get(address).data == here.data != b""
    faces._ART.clear()
    assert stranger.get(address.partition("?")[0]).status_code == 404


def test_a_number_that_a_pack_overrides_shows_what_it_was(client, post):
    assert 'class="changed"' not in client.get("/techniconica/cards").get_data(as_text=True)
    pack(client, post, own("techniconica", "weapon", id="long-rifle", pe=9))
    page = client.get("/techniconica/cards").get_data(as_text=True)
    assert re.findall(r'class="changed"[^>]*>([^<]+)<', page) == ["9"]
    was = find_game("techniconica").catalogue.cards["long-rifle"].pe
    assert f"<title>Changed: it was {was}.</title>" in page and f'class="was">{was}<' in page


def test_a_number_that_nobody_knows_is_a_question_mark(client):
    page = client.get("/techniconica/cards").get_data(as_text=True)
    unknown = [card for card in find_game("techniconica").catalogue.cards.values() if hasattr(card, "stats")]
    count = sum(getattr(card, name) is None for card in unknown for name in card.stats)
    assert count > 0 and page.count(">?<title>Not known</title>") == count


def test_one_face_from_a_template(app):
    game = find_game("wreck-a-mech")
    with app.test_request_context():
        shown = app.jinja_env.from_string('{{ face(game, "cards", "trainer-head") }}{{ face(game, "cards", "none") }}')
        made = shown.render(game=game)
    assert made.startswith('<span class="face"><img class="face-art" src="/wreck-a-mech/cards/cards/trainer-head/')
    drawn = etree.fromstring(re.search("<svg.*</svg>", made)[0])
    assert drawn.get("viewBox") == "0 0 630 880" and made.count("<svg") == 1
    assert ' width="630" height="880" alt=""' in made, "the picture is as large as the words above it"
    assert drawn.get("aria-label") == faces.shipped_faces(game).screens["cards", "trainer-head"].about


def test_a_number_that_a_build_changes_shows_what_the_card_says(app):
    game = find_game("techniconica")
    with app.test_request_context():
        plain = faces.face(game, "parts", "long-rifle", game.context())
        made = faces.face(game, "parts", "long-rifle", game.context(), now={"PE": "11"})
    assert art_of(plain) == art_of(made) and "changed" not in plain
    assert re.findall(r'class="changed"[^>]*>([^<]+)<', made) == ["11"]
    assert f'class="was">{game.catalogue.cards["long-rifle"].pe}<' in made


def test_faces_below_a_folder_of_a_server_keep_it(tmp_path):
    app = create_app(f"sqlite:///{tmp_path / 'f.sqlite3'}", "k", RATELIMIT_ENABLED=False)
    page = app.test_client().get("/techniconica/cards", environ_overrides={"SCRIPT_NAME": "/mechs"})
    assert all(address.startswith("/mechs/techniconica/cards/") for address in art_of(page.get_data(as_text=True)))
    app.extensions["store"].close()


@pytest.fixture
def hostile(client, post):
    """Use a pack whose card is called and says markup; return the page's bytes."""
    pack(client, post, own("techniconica", "weapon", id="evil", name="<script>x</script>", text=MARKUP, **WEAPON))
    return client


@pytest.mark.long
def test_markup_in_a_pack_is_text_on_faces_in_pictures_and_exports(hostile):
    page = hostile.get("/techniconica/cards").get_data(as_text=True)
    assert "<script>x" not in page and "&lt;script&gt;x&lt;/script&gt;" in page and "onerror=alert(1)&gt;" in page
    (address,) = [one for one in art_of(page) if "/evil/" in one]
    picture = etree.fromstring(hostile.get(address).data)
    assert not [element for element in picture.iter() if str(element.tag).endswith(("script", "img", "text"))]
    export = hostile.get("/techniconica/export/cards?what=parts&to=svg")
    with zipfile.ZipFile(io.BytesIO(export.data)) as files:
        (drawn,) = [files.read(name) for name in files.namelist() if "evil" in name and name.endswith(".svg")]
    root = etree.fromstring(drawn)
    assert "<script>x</script>" in [element.text for element in root.iter()]
    assert not [element for element in root.iter() if str(element.tag).endswith(("script", "img"))]


@pytest.mark.parametrize("control", few_first(2, ["\u202e", "\u0007", "\u2066", "\u200f"]))
def test_characters_that_turn_or_break_a_text_do_not_reach_a_page(client, post, control):
    text = own("techniconica", "weapon", id="evil", name=f"Evil{control}Gun", **WEAPON)
    post("/techniconica/packs", {"text": text})
    page = client.get("/techniconica/cards").get_data(as_text=True)
    assert f'aria-label="Evil{control}' not in page
    for words in re.findall(r"<svg viewBox.*?</svg>", page):
        assert control not in words
