"""Verdicts are kept by what a build says: the page after a save asks no second check, a restored build its own."""

import json
import re

import pytest
from sqlalchemy import event, text

from companion.base import caches
from companion.game_system.system import GameSystem
from companion.games import game

DRAFT = {"title": "Thick skin", "components": ["light-thrusters"]}


@pytest.fixture
def checks(monkeypatch):
    """Count the checks that are made."""
    caches.clear()
    made = []
    check = GameSystem.check

    def counted(self, build, context):
        made.append(build.title)
        return check(self, build, context)

    monkeypatch.setattr(GameSystem, "check", counted)
    return made


def test_the_page_after_a_save_shows_the_check_that_the_save_made(client, post, checks):
    address = post("/mecha-mettle/new", DRAFT).location
    assert checks == ["Thick skin"]
    client.get(address)
    assert checks.count("Thick skin") == 1
    again = post(address, {**DRAFT, "title": "Thicker", "version": "1"}).location
    assert "Thicker" in client.get(again).get_data(as_text=True)
    assert checks.count("Thicker") == 1


def test_a_save_reads_a_document_once_and_writes_it_once(app, client, post):
    address = post("/mecha-mettle/new", DRAFT).location
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(address).get_data(as_text=True))[1]
    reads, writes = [], []

    def note(connection, cursor, statement, *_):
        reads.append(statement) if statement.startswith("SELECT") and "versions.data" in statement else None
        writes.append(statement) if statement.startswith("INSERT INTO versions") else None

    event.listen(app.extensions["store"].engine, "before_cursor_execute", note)
    answer = client.post(address, data={**DRAFT, "title": "Thicker", "version": "1", "csrf_token": token})
    assert answer.status_code == 303
    assert (len(reads), len(writes)) == (1, 1)


def test_what_another_process_restored_under_the_same_id_and_version_is_judged_anew(app, client, post):
    address = post("/wreck-a-mech/new", {"title": "Mine"}).location
    (example,) = list(game("wreck-a-mech").examples.values())[:1]
    before = client.get("/").get_data(as_text=True)
    data = json.dumps(example.model_dump(mode="json", exclude_defaults=True) | {"title": "Mine"})
    with app.extensions["store"].engine.begin() as connection:
        of_build = {"name": address.split("/")[-1], "data": data}
        connection.execute(text("UPDATE versions SET data = :data WHERE document_id = :name"), of_build)
    after = client.get("/").get_data(as_text=True)
    assert "problem" in before.split("<strong>Mine")[1][:600] and "problem" not in after.split("<strong>Mine")[1][:600]
