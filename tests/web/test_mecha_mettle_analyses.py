"""Mecha Mettle's analyses over HTTP: the API's answers and the upgrade page. Line of sight's page: test_views."""

import html
import re

import pytest

API = "/api/v1/analyses/mecha-mettle"


def test_line_of_sight_answers_as_data(client):
    query = {"at": "middle-right", "facing": "left", "weapon": "hammer", "their.middle-left": "reactor:left"}
    found = client.get(f"{API}/line-of-sight", query_string=query).get_json()["answer"]
    assert found["line"]["name"] == "their middle row"
    assert [shot["defends_with"] for shot in found["shots"]] == ["shield", "", ""]
    turned = client.get(f"{API}/line-of-sight", query_string=query | {"ruling.sideways-entry": "at-the-side-faced"})
    assert [shot["defends_with"] for shot in turned.get_json()["answer"]["shots"]] == ["", "", "body"]


def test_upgrades_answer_as_data(client):
    found = client.get(f"{API}/upgrades?lower=hammer-right&upper=scout-right").get_json()["answer"]
    assert [weapon["of"] for weapon in found["weapons"]] == ["Hammer (right)", "Scout (right)"]


@pytest.mark.parametrize("query", ["line-of-sight?their.roof=door", "upgrades?lower=castle&upper=drone"])
def test_the_api_names_what_it_cannot_read(client, query):
    response = client.get(f"{API}/{query}")
    assert response.status_code in (400, 422)
    assert re.search("their.roof|castle", response.get_data(as_text=True))


@pytest.mark.parametrize(
    ("query", "said", "status"),
    [
        ("", "Choose the module in play and the one you drew.", 200),
        ("?lower=hammer-right", "Choose the module in play and the one you drew.", 200),
        ("?lower=reactor&upper=hammer-right", "Hammer (right) on Reactor", 200),
        ("?lower=hammer-right&upper=reactor", "Reactor has no Open Link", 200),
        ("?lower=castle&upper=reactor", "Fix the marked fields", 422),
    ],
)
def test_the_upgrade_page(client, query, said, status):
    response = client.get(f"/mecha-mettle/upgrades{query}")
    assert response.status_code == status
    assert said in html.unescape(response.get_data(as_text=True))


def test_the_upgrade_page_keeps_what_was_chosen(client):
    page = client.get("/mecha-mettle/upgrades?lower=hammer-right&upper=scout-left&edge=top").get_data(as_text=True)
    for value in ("hammer-right", "scout-left", "top"):
        assert f'value="{value}" selected' in page
