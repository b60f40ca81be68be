"""Every request has a budget: what is too much is a sentence, and only a few heavy answers are made at once."""

from concurrent.futures import ThreadPoolExecutor
from time import thread_time

import pytest
from flask import Response

from companion.base.findings import InputError, InvalidInput
from companion.games import GAMES
from companion.limits.budget import OverBudget, check
from companion.limits.heavy_slots import Busy
from companion.web import create_app
from companion.web.shared import faces
from companion.web.shell import bounds, streams


def bounded(tmp_path, monkeypatch, **settings):
    for name, value in settings.items():
        monkeypatch.setenv(f"COMPANION_{name}", str(value))
    return create_app(f"sqlite:///{tmp_path / 'bounded.db'}", "key", TESTING=True, RATELIMIT_ENABLED=False)


def over():
    raise OverBudget(InputError("", "more than 20 seconds of computing", "less at once"))


def busy(*_, **__):
    raise Busy("Others are being answered at this moment: try again in 10 seconds.")


def test_a_page_past_its_budget_is_a_sentence(tmp_path, monkeypatch):
    app = bounded(tmp_path, monkeypatch)
    app.add_url_rule("/over", "over", over)
    answer = app.test_client().get("/over")
    assert answer.status_code == 422
    assert "more than 20 seconds of computing" in answer.text


def test_a_full_server_says_when_to_come_back(tmp_path, monkeypatch):
    app = bounded(tmp_path, monkeypatch)
    app.add_url_rule("/busy", "busy", busy)
    answer = app.test_client().get("/busy")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")


def test_the_interface_for_programs_says_both_in_json(tmp_path, monkeypatch):
    app = bounded(tmp_path, monkeypatch)
    app.view_functions["api.games"] = over
    app.view_functions["api.openapi"] = app.view_functions["api.resolvers"] = busy
    client = app.test_client()
    assert client.get("/api/v1/games").status_code == 422
    assert "more than 20 seconds" in client.get("/api/v1/games").json["error"]
    answer = client.get("/api/v1/resolvers/techniconica")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    assert "try again" in answer.json["error"]


@pytest.mark.parametrize(("size", "status"), [(1_000_000, 200), (1_000_001, 422)])
def test_a_page_may_be_as_large_as_the_setting_and_no_larger(tmp_path, monkeypatch, size, status):
    app = bounded(tmp_path, monkeypatch, ANSWER=1)
    app.add_url_rule("/page", "page", lambda: "x" * size)
    answer = app.test_client().get("/page")
    assert answer.status_code == status
    assert status == 200 or "an answer of 1,000,001 bytes, more than 1 MB" in answer.text


@pytest.mark.long
def test_a_file_that_is_sent_while_it_is_made_is_within_the_budget(tmp_path, monkeypatch):
    app = bounded(tmp_path, monkeypatch, SECONDS=1)

    def endless():
        while True:
            check()
            sum(range(100_000))
            yield b"piece"

    app.add_url_rule("/file", "file", lambda: Response(endless()))
    with pytest.raises(OverBudget):
        app.test_client().get("/file").get_data()


def test_a_budget_ends_with_its_request(tmp_path, monkeypatch):
    app = bounded(tmp_path, monkeypatch, SECONDS=1)
    assert app.test_client().get("/").status_code == 200
    for _ in range(20):
        sum(range(10**6))
        check()


@pytest.mark.parametrize("value", ["", "0", "-1", "two", "1.5", "10000000", "٣"])
def test_a_setting_that_is_no_number_is_refused_by_name(tmp_path, monkeypatch, value):
    if not value:
        assert bounded(tmp_path, monkeypatch, HEAVY=value)
        return
    with pytest.raises(InvalidInput, match="COMPANION_HEAVY"):
        bounded(tmp_path, monkeypatch, HEAVY=value)


@pytest.mark.parametrize("count", ["1", str(bounds.LARGEST)])
def test_a_setting_at_its_limits_is_taken(tmp_path, monkeypatch, count):
    assert bounded(tmp_path, monkeypatch, HEAVY=count)


def test_a_browser_that_asks_for_six_pictures_at_once_gets_them_all(tmp_path, monkeypatch):
    app = bounded(tmp_path, monkeypatch, HEAVY=1)

    def picture():
        end = thread_time() + 0.05
        while thread_time() < end:
            check()
        return "drawn"

    app.add_url_rule("/picture", "picture", picture)
    with ThreadPoolExecutor(6) as browser:
        answers = list(browser.map(lambda _: app.test_client().get("/picture").status_code, range(12)))
    assert answers == [200] * 12


def sending(app):
    pieces = [b"one", b"two"]
    app.add_url_rule("/sent", "sent", lambda: streams.attachment(iter(pieces), "a.zip", "application/zip"))


def test_files_past_the_seats_are_refused_before_they_begin(tmp_path, monkeypatch):
    app = bounded(tmp_path, monkeypatch)
    sending(app)
    begun = [app.test_client().get("/sent") for _ in range(4)]
    assert [answer.status_code for answer in begun] == [200] * 4
    assert app.test_client().get("/sent").status_code == 503
    assert begun[0].get_data() == b"onetwo"  # sent whole
    begun[1].close()  # given up
    assert [app.test_client().get("/sent").status_code for _ in range(3)] == [200, 200, 503]


def test_a_file_that_cannot_be_begun_is_a_page_that_says_so_and_takes_no_seat(tmp_path, monkeypatch):
    app = bounded(tmp_path, monkeypatch)

    def none():
        over()
        yield b""

    app.add_url_rule("/none", "none", lambda: streams.attachment(none(), "a.zip", "application/zip"))
    sending(app)
    for _ in range(6):
        with app.test_client().get("/none") as answer:
            assert answer.status_code == 422
    assert app.test_client().get("/sent").get_data() == b"onetwo"


def test_only_a_refusal_says_when_to_come_back(tmp_path, monkeypatch):
    app = create_app(f"sqlite:///{tmp_path / 'limited.db'}", "key", TESTING=True)
    app.add_url_rule("/busy", "busy", busy)
    client = app.test_client()
    assert client.get("/busy").headers["Retry-After"] == "10"
    assert "Retry-After" not in client.get("/healthz").headers
    answers = [client.get("/no-game/export/cards") for _ in range(31)]
    assert [answer.status_code for answer in answers] == [404] * 30 + [429]
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 60
    assert "Retry-After" not in answers[0].headers


@pytest.mark.parametrize(
    "path",
    [
        "/techniconica/print.pdf?what=parts",
        "/techniconica/print/sheet-1.png?what=parts",
        "/techniconica/export/face-1.png?what=parts",
        "/techniconica/export/cards?what=parts",
    ],
)
def test_what_costs_too_much_is_told_and_not_called_an_unknown_address(tmp_path, monkeypatch, path):
    app = bounded(tmp_path, monkeypatch)
    monkeypatch.setattr("companion.web.printing.exporting._prepare_export", lambda *_: over())
    monkeypatch.setattr("companion.web.printing.routes._prepare_print", lambda *_: over())
    answer = app.test_client().get(path)
    assert answer.status_code == 422
    assert "more than 20 seconds of computing" in answer.text


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.slug, marks=() if game is GAMES[0] else pytest.mark.long) for game in GAMES],
)
def test_pages_of_shipped_cards_wait_for_no_heavy_answer(tmp_path, monkeypatch, game):
    app = bounded(tmp_path, monkeypatch)
    for cache in ("_faces", "_draw_face"):
        getattr(faces, cache).cache.clear()
    faces.shipped_faces.cache_clear()
    monkeypatch.setattr("companion.limits.budget.FREE", 0)
    monkeypatch.setattr("companion.limits.heavy_slots.HeavySlots.take", busy)
    for page in ("new", "cards"):
        assert app.test_client().get(f"/{game.slug}/{page}").status_code == 200, page
