"""The request log: lines of JSON that say which page, how long and for whom, and nothing of what was asked or typed."""

import json
import logging
import re

import pytest

from companion.base.findings import InvalidInput
from companion.web import create_app
from companion.web.keys import words
from companion.web.shell import request_log
from tests.web.conftest import token_of

TITLE = "Ostrich in velvet"
GAME = "/mecha-mettle"
KEY = ("zebra", "walnut", "salmon", "pelican", "mushroom", "lobster", "giraffe", "cactus")
"""Words of a key that no line has of itself; of words drawn at random, `time` and `error` would be among them."""


@pytest.fixture
def logged(tmp_path, monkeypatch, capsys):
    """Return an application that logs, and what it has logged."""
    monkeypatch.setenv("COMPANION_LOG", "json")
    logger = logging.getLogger("companion")
    before = logger.handlers[:], logger.level, logger.propagate
    app = create_app(f"sqlite:///{tmp_path}/log.sqlite3", "test key", RATELIMIT_ENABLED=False)
    yield app, lambda: capsys.readouterr().err
    logger.handlers[:], logger.level, logger.propagate = before
    app.extensions["store"].close()


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.long
def test_a_line_says_which_page_and_how_it_went(logged):
    app, said = logged
    answer = app.test_client().get(f"{GAME}/?from=Ostrich", buffered=True)
    (line,) = lines(said())
    assert set(line) == {"time", "method", "endpoint", "status", "ms", "bytes", "visitor"}
    assert (line["method"], line["endpoint"], line["status"]) == ("GET", "games.game", 200)
    assert line["bytes"] == len(answer.data) > 1000 and line["ms"] > 0
    assert re.fullmatch(r"[0-9a-f]{12}", line["visitor"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])


@pytest.mark.long
def test_nothing_that_was_asked_or_typed_is_in_the_log(logged, monkeypatch):
    app, said = logged
    client = app.test_client()

    def post(path, form=None):
        form = {"csrf_token": token_of(client), **(form or {})}
        return client.post(path, data=form, buffered=True)

    build = post(f"{GAME}/new", {"title": TITLE}).location
    pack = post(f"{GAME}/packs", {"title": f"{TITLE} box"}).location
    monkeypatch.setattr(words, "make_words", lambda: KEY)
    made = re.findall(r"<li>(\w+)</li>", post("/key").get_data(as_text=True).partition('class="key-words"')[2])
    assert made == list(KEY)
    post("/key/enter", {"key": " ".join(made)})
    for address in (build, f"{build}?version=1", f"{build}/versions", pack, f"{GAME}/print?build={build[-32:]}"):
        client.get(address, buffered=True)
    client.get("/settings?typed=" + "+".join(made), buffered=True)
    client.get("/nowhere/Ostrich/velvet", buffered=True)
    app.extensions["store"].quota = None  # a save fails with an exception
    assert post(build, {"title": f"{TITLE} again"}).status_code == 500
    with client.session_transaction() as cookie:
        owner = cookie["owner"]
    text = said()
    assert len(lines(text)) > 12
    everything = {build[-32:], pack[-32:], owner, "Ostrich", "velvet", "version=1", "mecha-mettle/", "127.0.0.1"}
    assert [word for word in everything if word in text] == []
    assert [word for word in made if re.search(rf"\b{word}\b", re.sub(r'"traceback": \[.*?\]', "", text))] == []


def test_an_exception_is_a_line_with_its_way_and_without_its_text(logged):
    app, said = logged

    def broken(word):
        try:
            raise KeyError(f"{word} was typed")
        except KeyError as error:
            raise ValueError(f"no {word}") from error

    app.add_url_rule("/broken/<word>", "broken", broken)
    assert app.test_client().get("/broken/Ostrich?typed=velvet", buffered=True).status_code == 500
    text = said()
    error, answer = lines(text)
    assert error["error"] == "builtins.ValueError" and error["cause"]["error"] == "builtins.KeyError"
    assert error["traceback"][-1].endswith(" broken") and "test_request_log.py:" in error["traceback"][-1]
    assert error["level"] == "error" and "Ostrich" not in text and "velvet" not in text
    assert (answer["endpoint"], answer["status"]) == ("broken", 500)


def test_a_visitor_is_one_for_a_day(logged, monkeypatch):
    app, said = logged
    for address in ("10.0.0.1", "10.0.0.1", "10.0.0.2"):
        app.test_client().get("/credits", environ_base={"REMOTE_ADDR": address}, buffered=True)
    first, again, other = (line["visitor"] for line in lines(said()))
    assert first == again != other

    class Tomorrow(request_log.datetime):
        @classmethod
        def now(cls, zone):
            return super().now(zone) + request_log.datetime.resolution * 86_400 * 10**6

    monkeypatch.setattr(request_log, "datetime", Tomorrow)
    app.test_client().get("/credits", environ_base={"REMOTE_ADDR": "10.0.0.1"}, buffered=True)
    (line,) = lines(said())
    assert line["visitor"] not in (first, other)


def test_an_answer_that_its_reader_gives_up_is_a_line_too(logged):
    app, said = logged
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/static/app.css", "SERVER_NAME": "here", "SERVER_PORT": "80"}
    environ |= {"wsgi.url_scheme": "http", "wsgi.input": None, "wsgi.errors": None, "wsgi.version": (1, 0)}
    answer = app.wsgi_app(environ, lambda *_: None)
    answer.close()
    answer.close()
    (line,) = lines(said())
    assert (line["endpoint"], line["status"], line["bytes"]) == ("static", 200, 0)


@pytest.mark.long
def test_what_else_the_product_logs_is_a_line_too(logged):
    _, said = logged
    logging.getLogger("companion.storage.snapshots").error("No backup was written: %s", "the disk is full")
    (line,) = lines(said())
    assert line["message"] == "No backup was written: the disk is full" and line["level"] == "error"


def test_static_files_are_cached_as_before(logged):
    app, _ = logged
    assert "Cookie" not in app.test_client().get("/static/app.css", buffered=True).headers.get("Vary", "")


def test_without_the_setting_nothing_is_logged(tmp_path, capsys):
    app = create_app(f"sqlite:///{tmp_path}/quiet.sqlite3", "test key", RATELIMIT_ENABLED=False)
    app.test_client().get("/credits", buffered=True)
    assert capsys.readouterr().err == ""
    app.extensions["store"].close()


def test_another_setting_is_refused_at_the_start(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_LOG", "yaml")
    with pytest.raises(InvalidInput, match="COMPANION_LOG: found .yaml., expected json"):
        create_app(f"sqlite:///{tmp_path}/odd.sqlite3", "test key")
