"""Pages only one game has: Mecha Mettle's line of sight, and how the shell answers for any of them."""

import html
import re

import pytest

from tests.apps import empty_database, lent

PAGE = "/mecha-mettle/line-of-sight"


@pytest.fixture
def client(tmp_path):
    """A browser without cookies, for an application that asks for no token."""
    with lent(empty_database(tmp_path / "web.sqlite3"), WTF_CSRF_ENABLED=False) as app:
        yield app.test_client()


def get(client, **query):
    response = client.get(PAGE, query_string={name.replace("__", "."): value for name, value in query.items()})
    return response, html.unescape(response.get_data(as_text=True))


def line_of(page):
    """Return the answer's heading and the names of its spaces, in order."""
    section = re.search(r'<section[^>]*id="line".*?</section>', page, re.S)[0]
    return re.search(r"<h2[^>]*>(.*?)</h2>", section)[1], re.findall(r"<strong>Their (.*?)</strong>", section), section


def test_ahead_meets_the_column_straight_across(client):
    # Facts 77, 80: your left column is their right one; the row nearest you comes first.
    response, page = get(client, at="middle-left", facing="ahead", weapon="hammer")
    assert response.status_code == 200
    heading, spaces, _ = line_of(page)
    assert "right column" in heading
    assert spaces == ["front right", "middle right", "back right"]


def test_a_middle_row_meets_the_middle_row(client):
    _, page = get(client, at="middle-left", facing="right", weapon="hammer")
    heading, spaces, _ = line_of(page)
    assert "middle row" in heading
    assert {space.split()[0] for space in spaces} == {"middle"}


def test_facing_its_owner_there_is_no_line(client):
    _, page = get(client, at="middle-left", facing="owner", weapon="hammer")
    assert line_of(page)[:2] == ("No line", [])


def test_a_module_blocks_and_a_scout_may_bypass_it(client):
    # Facts 82 to 84.
    standing = {
        "theirs.front-centre": "reactor:ahead",
        "theirs.middle-centre": "door",
        "theirs.back-centre": "destroyed",
    }
    for weapon, links in (("hammer", 1), ("scout", 2)):
        query = {"at": "front-centre", "facing": "ahead", "weapon": weapon, **standing}
        page = html.unescape(client.get(PAGE, query_string=query).get_data(as_text=True))
        _, _, section = line_of(page)
        assert section.count("Odds of this shot") == links
        assert ("weapon=scout-bypass&target=blast-door" in section) is (weapon == "scout")


def test_each_shot_links_to_its_odds(client):
    # The Reactor's shield faces the shot: it defends with 3 Shield dice against 3 Regular Attack dice: 43/216.
    _, page = get(client, at="front-centre", facing="ahead", weapon="hammer", theirs__front_centre="")
    query = {"at": "front-centre", "weapon": "hammer", "theirs.front-centre": "reactor:ahead"}
    page = html.unescape(client.get(PAGE, query_string=query).get_data(as_text=True))
    link = re.search(r'href="(/mecha-mettle/roll/attack\?[^"]*)"', line_of(page)[2])[1]
    assert "side=shield" in link
    assert "43/216" in client.get(link).get_data(as_text=True)


def test_every_square_can_be_set_without_scripts(client):
    _, page = get(client)
    squares = {f"{row}-{column}" for row in ("front", "middle", "back") for column in ("left", "centre", "right")}
    assert set(re.findall(r'<select name="theirs\.([a-z-]+)"', page)) == squares
    assert set(re.findall(r'name="at" value="([a-z-]+)"', page)) == squares
    assert not re.search(r"\sstyle=|<style|\son\w+=", page)


def test_what_was_chosen_stays_chosen(client):
    _, page = get(
        client, at="back-right", facing="left", weapon="gemini", **{"theirs__back-left": "strongbox-left:owner"}
    )
    for value in ("back-right", "left", "gemini", "strongbox-left:owner"):
        assert re.search(rf'value="{value}" (checked|selected)', page)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("at", "attic", "middle-centre"),
        ("facing", "up", "ahead"),
        ("weapon", "reactor", "hammer"),
        ("weapon", "<script>", "hammer"),
        ("theirs.front-left", "banana", "destroyed"),
        ("theirs.attic", "door", "front-left"),
        ("theirs.front-left", "reactor:up", "owner"),
        ("at", "x" * 5000, "middle-centre"),
        ("ruling.none-such", "x", "none-such"),
        ("ruling.sideways-entry", "banana", "sideways-entry"),
    ],
)
def test_what_cannot_be_read_is_named(client, field, value, said):
    response = client.get(PAGE, query_string={field: value})
    raw = response.get_data(as_text=True)
    alert = re.search(r'role="alert">(.*?)</div>', html.unescape(raw), re.S)[1]
    assert response.status_code == 422
    assert said in alert
    assert len(alert) < 600
    assert "<script>" not in raw.split('role="alert"')[1].split("</div>")[0]


def test_a_ruling_can_be_switched_on_the_page(client):
    query = {"at": "middle-left", "facing": "right", "weapon": "hammer"}
    page = client.get(PAGE, query_string=query).get_data(as_text=True)
    ours = line_of(page)[1]
    other = re.findall(r'<select id="ruling-sideways-entry".*?</select>', page, re.S)[0]
    option = re.findall(r'value="([^"]*)"(?! selected)', other)[0]
    turned = client.get(PAGE, query_string=query | {"ruling.sideways-entry": option}).get_data(as_text=True)
    assert line_of(turned)[1] == ours[::-1]


@pytest.mark.parametrize("path", ["/mecha-mettle/none-such", "/chess/line-of-sight"])
def test_pages_that_nothing_has(client, path):
    assert client.get(path).status_code == 404
