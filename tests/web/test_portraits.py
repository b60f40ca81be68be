"""Portraits: on a build's page, in lists, as the picture of its link; drawn from figures, whatever game draws them."""

import io
import re

import pytest
from lxml import etree
from PIL import Image

from companion import __version__
from companion.game_system.system import GameSystem
from companion.printing.faces.boxes import Circle, Group, PlacedSymbol, Rect, Symbol, Text
from companion.printing.faces.portraits import GROUND, HEIGHT, MOST, SIDE, WIDTH, Figure, portrait
from companion.printing.text.fitting import fit
from companion.web import create_app
from companion.web.shared import link_cards, portraits
from tests.web.conftest import link_to

DRAFT = {"title": "Iron Heron", "components": ["flux-engine", "light-thrusters"]}
WHEEL = Symbol("wheel", "<wheel>", (Circle(0.5, 0.5, 0.4, fill="blue"),))


def figure(number, name="A <b>mech</b>"):
    boxes = (
        Rect(10, 5, 28, 39, fill="tint", stroke="blue"),
        PlacedSymbol(WHEEL, 20, 30, 8),
        Text(12, 8, 24, 6, "Hull 1", 9),
    )
    return Figure(str(number), name, boxes, f"{name} with a wheel.")


@pytest.fixture
def drawn(monkeypatch):
    """Let every game draw two figures for a build, one for each of its components; return the builds it drew."""
    asked = []

    def figures(self, build, context):
        asked.append(build.title)
        return tuple(figure(number) for number, component in enumerate(build.components, 1) if component)

    monkeypatch.setattr(GameSystem, "figures", figures)
    monkeypatch.setattr(GameSystem, "draws_builds", property(lambda self: True))
    portraits._svg.cache.clear()
    link_cards._png.cache.clear()
    yield asked
    portraits._svg.cache.clear()
    link_cards._png.cache.clear()


@pytest.fixture
def build(drawn, post):
    return post("/mecha-mettle/new", DRAFT).location


def inline_svg(page):
    return etree.fromstring(re.search(r'<div class="portrait">(<svg.*?</svg>)</div>', page, re.DOTALL)[1])


def test_a_builds_page_has_its_portrait_with_words_for_those_who_do_not_see_it(client, build):
    svg = inline_svg(client.get(build).get_data(as_text=True))
    assert svg.get("role") == "img" and svg.get("viewBox") == "0 0 64 48"
    assert svg.findtext("title") == "Portrait: A <b>mech</b> and A <b>mech</b>"
    assert svg.findtext("desc") == "A <b>mech</b> with a wheel. A <b>mech</b> with a wheel."
    assert [text.text for text in svg.iter("text")] == ["Hull 1", "Hull 1"]


def test_the_portrait_follows_what_is_typed(client, post, build):
    fragment = {"headers": {"X-Fragment": "1"}}
    two = post("/mecha-mettle/check", DRAFT, **fragment).get_data(as_text=True)
    one = post("/mecha-mettle/check", {"components": ["flux-engine"]}, **fragment).get_data(as_text=True)
    assert (two.count("Hull 1"), one.count("Hull 1")) == (2, 1)
    assert "portrait" not in post("/mecha-mettle/check", {"title": "Empty"}, **fragment).get_data(as_text=True)


def test_a_portrait_is_drawn_once_for_what_it_shows(client, drawn, build):
    client.get(build)
    before = len(drawn)
    client.get(build)
    assert len(drawn) == before


def test_lists_show_a_picture_that_is_kept_for_good(client, post, build):
    for page in ("/", "/mecha-mettle/"):
        (address,) = re.findall(rf'<img src="({build}/portrait[^"]+)"', client.get(page).get_data(as_text=True))
    address = address.replace("&amp;", "&")
    assert address == f"{build}/portrait.svg?version=1&drawn={__version__}"
    answer = client.get(address)
    assert answer.mimetype == "image/svg+xml" and etree.fromstring(answer.data).tag.endswith("svg")
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert client.get(f"{build}/portrait.svg").headers["Cache-Control"] == "private, max-age=300"
    post(build, {**DRAFT, "components": ["flux-engine"], "version": "1"})
    assert client.get(address).data == answer.data != client.get(f"{build}/portrait.svg").data
    assert "version=2&amp;" in client.get("/").get_data(as_text=True)


def test_the_picture_of_a_link(client, post, build):
    answer = client.get(f"{build}/portrait.png")
    picture = Image.open(io.BytesIO(answer.data))
    assert answer.mimetype == "image/png" and picture.size == (1200, 630)
    right = picture.convert("RGB").crop((620, 100, 1180, 600)).getcolors(1 << 20)
    assert any(colour == (31, 63, 119) for _, colour in right)  # the wheels
    long = post("/mecha-mettle/new", {**DRAFT, "title": "W" * 60 + " 龍 " + "x" * 50}).location
    assert client.get(f"{long}/portrait.png").status_code == 200
    assert client.get(f"{post('/mecha-mettle/new', {}).location}/portrait.png").status_code == 200


@pytest.mark.long
def test_a_link_says_what_it_leads_to_and_shows_it_where_the_apps_address_is_known(
    client, build, monkeypatch, tmp_path
):
    build = link_to(client, build)
    page = client.get(build).get_data(as_text=True)
    assert '<meta property="og:title" content="Iron Heron">' in page
    said = re.search(r'og:description" content="([^"]+)"', page)[1]
    assert re.fullmatch(r"Component draft for Mecha Mettle: not legal, \d problems?\. \d of \d cards: .*\.", said)
    assert "og:image" not in page and "og:url" not in page
    monkeypatch.setenv("COMPANION_URL", "https://mechs.example.org")
    app = create_app(str(client.application.extensions["store"].engine.url), "test key", RATELIMIT_ENABLED=False)
    other = app.test_client().get(build, base_url="https://mechs.example.org").get_data(as_text=True)
    app.extensions["store"].close()
    assert f'<meta property="og:image" content="https://mechs.example.org{build}/portrait.png?version=1">' in other
    assert f'<meta property="og:url" content="https://mechs.example.org{build}">' in other


def test_what_cannot_be_drawn_is_not_there(client, build, monkeypatch):
    assert client.get("/mecha-mettle/builds/nothing/portrait.png").status_code == 404
    assert client.get(f"{build}/portrait.svg?version=9").status_code == 404
    monkeypatch.setattr(GameSystem, "draws_builds", property(lambda self: False))
    assert client.get(f"{build}/portrait.svg").status_code == 404
    assert f'src="{build}' not in client.get("/").get_data(as_text=True)


@pytest.mark.parametrize("count", range(1, MOST + 3))
def test_figures_stand_side_by_side_inside_the_field(count):
    boxes = portrait([figure(number) for number in range(count)])
    groups = [box for box in boxes if isinstance(box, Group)]
    grounds = [box for box in boxes if not isinstance(box, Group)]
    assert len(groups) == min(count, MOST) and len(grounds) == (1 if count < 4 else 2)
    assert fit(groups, "portrait", (WIDTH, HEIGHT))
    for group in groups:
        assert group.x >= -1e-9 and group.x + SIDE * group.scale <= WIDTH + 1e-9
        assert group.y >= -1e-9 and SIDE * group.scale >= 20
        feet = group.y + GROUND * group.scale
        assert min(abs(line.y1 - 1 - feet) for line in grounds) < 1e-9
    middles = [group.x + SIDE * group.scale / 2 for group in groups]
    assert sum(middles) / len(middles) == pytest.approx(WIDTH / 2)
