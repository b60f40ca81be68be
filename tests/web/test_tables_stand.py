"""Builds on a table as their records stand: their matchup takes what is lost, and so do their printed sheets."""

import json
from html import unescape
from urllib.parse import parse_qs, urlsplit

import lxml.html
import pytest

from companion.data.documents import to_document, to_toml
from companion.games import GAMES
from tests.web.test_tables_by_hand import act  # noqa: F401

BY_SLUG = {game.slug: game for game in GAMES}
CASES = [
    (
        "techniconica",
        ("copper-bison", "iron-heron"),
        "cockpit",
        1,
        "1/cockpit=1",
        "What my Mechs have lost: Standard Cockpit 1 of 3",
    ),
    ("mechastellar", ("raiders", "border-patrol"), "hp", 500, "1/hp=500", "HP 500 of "),
]


@pytest.fixture(params=CASES, ids=[case[0] for case in CASES])
def table(request, post, act):  # noqa: F811
    """Two builds on a table of one phone: its path, the act that marks a loss, the loss as a matchup has it, its words."""
    slug, examples, track, value, lost, words = request.param
    path = post(f"/{slug}/tables/new", {"phones": "one", "seats": "2"}).location
    for seat, name in enumerate(examples):
        act(path, "bring", seat, pasted=to_toml(to_document(BY_SLUG[slug].examples[name])))
    move = json.dumps({"name": "mark", "values": {"unit": "1.1", "track": track, "value": value}})
    return path, lambda: act(path, "move", 0, move=move), lost, words


def links(client, path, where):
    page = lxml.html.document_fromstring(client.get(f"{path}?seat=0").text)
    return page.xpath(where)


def test_the_matchup_from_a_table_takes_what_its_records_say_is_lost(client, table):
    path, mark, lost, words = table
    (link,) = links(client, path, "//a[contains(@href, '/roll?')]/@href")
    assert client.get(link).status_code == 200
    mark()
    found = client.get(link)
    asked = parse_qs(urlsplit(found.location).query)
    assert (found.status_code, asked["a_lost"]) == (302, [lost]) and "b_lost" not in asked
    assert words in unescape(client.get(found.location).text)
    as_at_the_start = client.get(f"{link}&a_lost=")
    assert as_at_the_start.status_code == 200 and words not in unescape(as_at_the_start.text)


def test_the_sheets_printed_from_a_table_are_struck(client, table):
    path, mark, _, _ = table
    printed = links(client, path, '//details[@id="more-print"]//a/@href')
    assert len(printed) == 2

    def pictures():
        first = [client.get(link.replace("/print?", "/print/sheet-1.png?") + "&what=" + what(link)) for link in printed]
        assert {one.status_code for one in first} == {200}
        return [one.data for one in first]

    before = pictures()
    mark()
    after = pictures()
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True]


def what(link):
    return "mech-sheets" if "techniconica" in link else "roster"
