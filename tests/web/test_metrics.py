"""Figures for Prometheus: for whoever sends the operator's secret, by page and never by address, of all workers."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.limits.heavy_slots import HeavySlots
from companion.web import create_app, metrics
from companion.web.shell.security import limiter
from tests.web.conftest import token_of

SECRET = "correct horse battery staple once"
BEARER = {"Authorization": f"Bearer {SECRET}"}


@pytest.fixture
def app(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_ADMIN", SECRET)
    app = create_app(f"sqlite:///{tmp_path}/figures.sqlite3", "test key", TESTING=True, RATELIMIT_ENABLED=False)
    yield app
    app.extensions["store"].close()


def figures(client):
    """Return the figures by name, and those with labels by name and the labels' values in the order of their names."""
    found = {}
    for line in client.get("/metrics", headers=BEARER).get_data(as_text=True).splitlines():
        if not line.startswith("#"):
            name, labels, value = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line).groups()
            values = tuple(text for _, text in sorted(re.findall(r'(\w+)="([^"]*)"', labels or "")))
            found[(name, *values)] = float(value)
    return found


def test_without_a_secret_of_the_server_there_is_nothing(tmp_path):
    app = create_app(f"sqlite:///{tmp_path}/none.sqlite3", "test key", TESTING=True, RATELIMIT_ENABLED=False)
    for headers in ({}, BEARER, {"Authorization": "Bearer "}):
        assert app.test_client().get("/metrics", headers=headers, follow_redirects=True).status_code == 404
    app.extensions["store"].close()


@pytest.mark.parametrize("given", [None, "Bearer", "Bearer wrong", f"Basic {SECRET}", SECRET, "Bearer \xe9"])
def test_a_wrong_secret_is_refused(client, given):
    answer = client.get("/metrics", headers={"Authorization": given} if given else {})
    assert answer.status_code == 401 and answer.headers["WWW-Authenticate"] == "Bearer"
    assert "companion_" not in answer.get_data(as_text=True)


def test_the_cookie_of_the_page_opens_no_figures(client, post):
    post("/admin", {"secret": SECRET})
    assert client.get("/metrics").status_code == 401


def test_wrong_tries_are_limited_together_with_those_of_the_page(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_ADMIN", SECRET)
    app = create_app(f"sqlite:///{tmp_path}/limited.sqlite3", "test key", TESTING=True)
    limiter.reset()
    try:
        client = app.test_client()
        form = {"csrf_token": token_of(client), "secret": "wrong"}
        wrong = [client.post("/admin", data=form).status_code for _ in range(5)]
        wrong += [client.get("/metrics").status_code for _ in range(6)]
        assert wrong == [403] * 5 + [401] * 5 + [429]
        assert client.get("/metrics", headers=BEARER).status_code == 429
    finally:
        limiter.enabled = False
        app.extensions["store"].close()


def test_requests_are_counted_by_page(client):
    for path in ("/mecha-mettle/", "/techniconica/", "/nothing/here/at/all"):
        client.get(path, buffered=True)
    client.open("/credits", method="BREW", buffered=True)
    found = figures(client)
    assert found["companion_requests_total", "games.game", "GET", "200"] == 2
    assert found["companion_requests_total", "other", "GET", "404"] == 1
    assert found["companion_requests_total", "other", "other", "405"] == 1
    assert found["companion_request_seconds_count", "games.game"] == 2
    assert found["companion_request_seconds_bucket", "games.game", "+Inf"] == 2
    assert not any("techniconica" in part for name in found for part in name)


def test_what_went_wrong_has_a_count_of_its_own_from_the_start(app, client):
    assert {name: value for name, value in figures(client).items() if name[0] == "companion_refused_total"} == {
        ("companion_refused_total", status): 0 for status in ("429", "500", "503")
    }
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.extensions["store"].quota = None  # nobody can ask it
    token = token_of(client)
    form = {"csrf_token": token, "title": "Mine"}
    assert client.post("/mecha-mettle/new", data=form, buffered=True).status_code == 500
    assert figures(client)["companion_refused_total", "500"] == 1


@pytest.mark.long
def test_saves_are_counted_and_what_makes_no_version_is_not(client, post):
    build = post("/mecha-mettle/new", {"title": "Mine"}).location
    for title in ("Changed", "Changed"):
        post(build, {"title": title})
    assert figures(client)["companion_saves_total",] == 2


def test_heavy_answers_are_shown_as_they_are_now(app, client, monkeypatch):
    monkeypatch.setattr(HeavySlots, "state", lambda self: (2, 5))
    found = figures(client)
    assert found["companion_heavy_answers", "under_way"] == 2 and found["companion_heavy_answers", "waiting"] == 5


WORKERS = """
import os, subprocess, sys
from companion.web import create_app, metrics
ONE = '''
import sys
from companion.web import create_app
app = create_app("sqlite://", "test key", RATELIMIT_ENABLED=False)
client = app.test_client()
for path in sys.argv[1:]:
    client.get(path, headers={"Authorization": "Bearer " + "s" * 32}, buffered=True)
print(client.get("/metrics", headers={"Authorization": "Bearer " + "s" * 32}).get_data(as_text=True))
'''
with metrics.prepare():
    folder = os.environ["PROMETHEUS_MULTIPROC_DIR"]
    for paths in (["/credits", "/credits"], ["/credits"]):
        done = subprocess.run([sys.executable, "-c", ONE, *paths], capture_output=True, text=True, check=True)
    print(done.stdout)
print("gone", not os.path.exists(folder), "PROMETHEUS_MULTIPROC_DIR" not in os.environ)
"""


@pytest.mark.long
def test_several_workers_answer_with_the_sum(monkeypatch):
    environment = {**os.environ, "COMPANION_ADMIN": "s" * 32}
    environment.pop("DATABASE_URL", None)
    done = subprocess.run([sys.executable, "-c", WORKERS], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert 'companion_requests_total{endpoint="home.credits_page",method="GET",status="200"} 3.0' in done.stdout
    assert 'companion_heavy_answers{state="under_way"} 0.0' in done.stdout
    assert "gone True True" in done.stdout


def test_a_folder_of_figures_is_there_while_it_serves_and_only_with_a_secret(monkeypatch):
    monkeypatch.setenv("COMPANION_ADMIN", SECRET)
    with metrics.prepare():
        folder = Path(os.environ[metrics.FOLDER])
        assert folder.is_dir()
    assert metrics.FOLDER not in os.environ and not folder.exists()
    monkeypatch.delenv("COMPANION_ADMIN")
    with metrics.prepare():
        assert metrics.FOLDER not in os.environ
