"""The fingerprint of a finished log on every phone, and the pages that check a log: a table's own, and one for files."""

import io
import json
import re

import pytest

from tests.commands import answered
from tests.web.test_table_report import ended  # noqa: F401
from tests.web.test_tables import ROLES, evening  # noqa: F401

FINGERPRINT = re.compile(r'class="tb-fingerprint">([0-9a-f]{4}(?: [0-9a-f]{4}){3})<')


def page_of(table, role, ending=""):
    return table.client(role).get(f"{table.path(role)}{ending}").get_data(as_text=True)


@pytest.fixture
def file(ended):  # noqa: F811
    """The file of a finished table, as a spectator downloads it."""
    return json.loads(page_of(ended, "watch", "/table.json"))


@pytest.fixture
def send(post):
    def send_file(text, name="table.json"):
        return post("/tables/verify", {"file": (io.BytesIO(text.encode()), name)})

    return send_file


def test_every_phone_shows_the_fingerprint_that_the_checks_name(ended, file, send, tmp_path):  # noqa: F811
    pages = [page_of(ended, role, ending) for role in ("host", "seat-0", "seat-1", "watch") for ending in ("", "/log")]
    pages += [page_of(ended, "seat-0", "/fragment"), page_of(ended, "watch", "/verify"), send(json.dumps(file)).text]
    path = tmp_path / "table.json"
    path.write_text(json.dumps(file))
    shown = [FINGERPRINT.search(page)[1] for page in pages]
    assert set(shown) == {answered("table", "verify", path)["fingerprint"]}


def test_before_the_end_there_is_no_fingerprint(evening):  # noqa: F811
    assert not FINGERPRINT.search(page_of(evening, "seat-0"))
    assert evening.client("seat-0").get(f"{evening.path('seat-0')}/verify").status_code == 404


def test_whoever_sees_a_finished_table_may_have_it_checked(ended):  # noqa: F811
    found = [ended.client(role).get(f"{ended.path(role)}/verify").status_code for role in ROLES]
    assert found == [200, 200, 200, 404, 200, 404, 404]
    page = page_of(ended, "seat-0", "/verify")
    assert "Nothing is wrong" in page and "What was checked" in page


def test_a_file_that_was_changed_is_wrong_and_says_where(file, send):
    assert "Nothing is wrong" in send(json.dumps(file)).text
    file["event"][0]["values"]["name"] = "Mallory"
    answer = send(json.dumps(file))
    assert answer.status_code == 200 and "The log is wrong" in answer.text
    assert "something in it was changed afterwards" in answer.text


@pytest.mark.parametrize("text", ["", "{}", "no table", "[" * 5000, '{"setup": 1, "event": []}'])
def test_what_is_no_table_is_a_sentence(send, text):
    answer = send(text)
    assert answer.status_code == 422 and "expected" in answer.text


def test_the_page_of_tables_leads_to_the_check(client):
    assert 'href="/open"' in client.get("/tables").text
    assert client.get("/open").status_code == 200
