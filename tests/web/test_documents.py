"""What builds and packs share: renamed, duplicated, deleted, restored, their versions, their files."""

import html
import tomllib

import pytest
from werkzeug.http import parse_options_header

DRAFT = {"title": "Thick skin", "components": ["light-thrusters", "hydrostatic-bearings", "emergency-shields"]}
KINDS = ("builds", "packs")
SHELF = {"builds": "/", "packs": "/mecha-mettle/packs"}
"""Where each kind is listed, and where a deleted one can be restored."""


def text(answer):
    return html.unescape(answer.get_data(as_text=True))


@pytest.fixture
def made(post):
    """Return the address of a saved build and of a saved pack, both called `Thick skin`."""
    return {
        "builds": post("/mecha-mettle/new", DRAFT).location,
        "packs": post("/mecha-mettle/packs", {"title": "Thick skin"}).location,
    }


def title_of(client, address):
    return tomllib.loads(text(client.get(f"{address}/export.toml")))["title"]


def file_name(answer):
    disposition, options = parse_options_header(answer.headers.get("Content-Disposition", ""))
    return (disposition, options.get("filename"), answer.mimetype)


@pytest.mark.parametrize(
    ("kind", "ending", "expected"),
    [
        ("builds", "toml", ("attachment", "mecha-mettle.toml", "application/toml")),
        ("builds", "json", ("attachment", "mecha-mettle.json", "application/json")),
        ("builds", "txt", ("", None, "text/plain")),
        ("packs", "toml", ("attachment", "mecha-mettle-pack.toml", "application/toml")),
        ("packs", "json", ("attachment", "mecha-mettle-pack.json", "application/json")),
        ("packs", "csv", ("attachment", "mecha-mettle-pack.csv", "text/csv")),
    ],
)
def test_an_export_has_its_file_name(client, made, kind, ending, expected):
    answer = client.get(f"{made[kind]}/export.{ending}")
    assert (answer.status_code, file_name(answer)) == (200, expected)


def test_an_empty_sheet_and_a_collection_have_their_file_names(client):
    assert file_name(client.get("/mecha-mettle/packs/sheet/component.csv")) == (
        "attachment",
        "component.csv",
        "text/csv",
    )
    assert file_name(client.get("/mecha-mettle/collection.csv")) == (
        "attachment",
        "mecha-mettle-collection.csv",
        "text/csv",
    )
