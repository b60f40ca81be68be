"""What breaks while a page is made: said with a reference that the log has too; at a table the other parts stay."""

import html
import json
import logging
import re

import pytest

from companion.web.builds import page as build_pages
from companion.web.shell import request_log
from companion.web.tables import routes
from companion.web.tables.shown import TablePage
from tests.apps import empty_database, lent
from tests.web.test_tables import Evening

BROKEN = {
    "moves": "your moves",
    "log": "this page",
    "correctable": "the rest of the page",
    "turn": "whose turn it is",
    "heading": "the head of the table",
    "pending": "this page",
    "lost_words": "this page",
}
"""What a table's page asks for, by name, and the part that breaks with it."""


def begun(app):
    table = Evening(app)
    table.sit(0, "Ana")
    table.sit(1, "Ben")
    for seat, spec in enumerate(("MIPASA", "PMISAA")):
        table.play(seat, "seal", **{"sealed.spec": spec})
    return table


def break_down(*_):
    raise ZeroDivisionError("MIPASA is nobody's business")


def reference(page):
    return re.search(r"<code>([0-9a-f]{8})</code>", page)[1]


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("path", ["", "/fragment"])
def test_a_fault_in_a_part_of_a_seat_s_page_leaves_the_other_parts(app, monkeypatch, caplog, name, path):
    table = begun(app)
    whole = table.guest.get(table.link("seat-0") + path).text
    monkeypatch.setattr(TablePage, name, property(break_down))
    answer = table.guest.get(table.link("seat-0") + path)
    page = html.unescape(answer.text)
    assert answer.status_code == 200 and f"Something broke here: {BROKEN[name]} cannot be shown" in re.sub(
        "<[^>]+>", "", page
    )
    assert "nothing that was played is lost" in page and "ZeroDivision" not in page
    assert f'href="{table.link("seat-0")}/log"' in page and f'href="{table.link("seat-0")}"' in page
    assert f"reference {reference(page)}" in caplog.text and "ZeroDivisionError" in caplog.text
    parts = {
        "the board": 'id="tb-board"',
        "what just happened": 'id="tb-news"',
        "your moves": 'id="tb-act"',
        "the rest of the page": 'id="tb-more"',
    }
    for part, mark in parts.items():
        if part not in page:
            assert mark in whole and mark in page, part


def test_a_fault_in_this_browser_s_builds_leaves_the_board_and_the_log(app, monkeypatch):
    table = Evening(app)
    table.sit(0, "Ana")
    table.sit(1, "Ben")
    monkeypatch.setattr(routes, "_own_builds", break_down)
    page = table.page("seat-0")
    assert "your moves cannot be shown" in page and 'id="tb-board"' in page and 'id="tb-more"' in page


def test_a_seat_plays_on_after_a_fault(app, monkeypatch):
    table = begun(app)
    with monkeypatch.context() as patch:
        patch.setattr(TablePage, "moves", property(break_down))
        assert "data-fault" in table.page("seat-0")
        assert table.play(0, "note", text="Is it broken?").status_code == 303
        assert table.guest.get(table.link("seat-0") + "/log").status_code == 200
    assert "data-fault" not in table.page("seat-0")
    assert "Is it broken?" in table.page("seat-0")


@pytest.fixture
def serving(tmp_path):
    """Return the application as it is served: an error is a page, not the test's."""
    with lent(empty_database(tmp_path / "web.sqlite3"), RATELIMIT_ENABLED=False) as app:
        yield app


@pytest.mark.parametrize("what", ["a table", "a build"])
def test_an_error_page_says_the_reference_that_the_log_has(serving, monkeypatch, caplog, what):
    if what == "a table":
        table = begun(serving)
        monkeypatch.setattr(routes, "hides_something", break_down)
        monkeypatch.setattr(routes, "_shown_seat", break_down)
        client, address = table.guest, table.link("seat-0")
    else:
        monkeypatch.setattr(build_pages, "new_build_page", break_down)
        client, address = serving.test_client(), "/mechalyte/new"
    answer = client.get(address)
    assert answer.status_code == 500
    assert f"reference {reference(answer.text)}" in caplog.text and "nobody's business" not in answer.text
    if what == "a table":
        assert f'href="{address}/log"' in answer.text and client.get(f"{address}/log").status_code == 200
    again = client.get(address)
    assert reference(again.text) != reference(answer.text)


def test_the_log_of_a_server_has_the_reference_and_no_value():
    try:
        break_down()
    except ZeroDivisionError as error:
        record = logging.LogRecord(
            "companion", logging.ERROR, "", 0, "x", (), (type(error), error, error.__traceback__)
        )
    record.reference = "0a1b2c3d"
    line = json.loads(request_log.JsonLines().format(record))
    assert line["reference"] == "0a1b2c3d" and "MIPASA" not in json.dumps(line)


def test_a_page_that_was_not_found_has_no_reference(client):
    assert not re.search(r"<code>[0-9a-f]{8}</code>", client.get("/nothing/here").text)
