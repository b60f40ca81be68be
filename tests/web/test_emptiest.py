"""Builds in which nothing is: they lie in a browser while every page and every seat of a table is asked for."""

import re

import pytest

from companion.games import GAMES
from tests.web.conftest import token_of
from tests.web.test_tables import Evening
from tests.web.test_wayfinding import pages_of, stored

__all__ = ["stored"]

ABOUT_A_BUILD = ("?build={0}", "?build={0}&other={0}", "?my={0}", "?a={0}")
"""How pages are asked about a saved build."""


def emptiest(app, client):
    """Store the two emptiest builds of each game in a browser: without a field, and as an empty form makes it."""
    token, found = token_of(client), {}
    for one in GAMES:
        made = client.post(f"/{one.slug}/new", data={"csrf_token": token, "title": ""})
        assert made.status_code in (303, 422)
        with client.session_transaction() as session:
            owner = session["owner"]
        nothing = app.extensions["store"].create(owner, one.slug, {"game": one.slug}, "build")
        saved = [made.location.rpartition("/")[2]] if made.location else []
        found[one.slug] = [nothing.id, *saved]
    return found


def answered(client, address):
    answer = client.get(address, buffered=True)
    assert answer.status_code < 500, address
    return answer


@pytest.mark.long
def test_every_page_is_shown_where_all_builds_are_empty(app, client, stored):
    empty = emptiest(app, client)
    for slug, ids in empty.items():
        for document in ids:
            answered(client, f"/{slug}/builds/{document}")
    for page in sorted(pages_of(app, stored)):
        answered(client, page)
        slug = page.split("/")[1]
        for document in empty.get(slug, ())[:1]:
            for query in ABOUT_A_BUILD:
                answered(client, page + query.format(document))


@pytest.mark.long
@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.slug)
def test_every_seat_of_a_table_is_shown_where_all_builds_are_empty(app, one):
    table = Evening(app, one.slug)
    empty = emptiest(app, table.guest)[one.slug]
    for seat, name in enumerate(("Ana", "Ben")):
        table.sit(seat, name)
    asked, seen = 0, set()
    for _ in range(6):
        for seat in (0, 1):
            answered(table.guest, table.link("join"))
            page = answered(table.guest, table.link(f"seat-{seat}")).text
            for document in empty if 'value="bring"' in page else ():
                assert table.play(seat, "bring", build=document).status_code in (303, 422)
            asked += 'name="act" value="seal"' in page or 'value="bring"' in page
            for path in set(re.findall(r'href="(/[^"#]*)', page)) - seen:
                answered(table.guest, path.replace("&amp;", "&"))
                seen.add(path)
            if 'name="act" value="answer"' in page:
                table.play(seat, "answer", faces="1")
            elif move := re.search(r'name="move" value="([^"]*)"', page):
                table.play(seat, "move", move=move[1].replace("&#34;", '"'))
    assert asked or one.slug == "wreck-a-mech"
