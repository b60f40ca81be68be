"""The balance lab's page: what may be asked, what came of it, where it was stopped, a game of it as a table."""

import re
from functools import partial
from threading import Barrier, Thread

import pytest

from companion.games import GAMES
from companion.lab import runs
from companion.lab.counts import count
from companion.limits.heavy import Stop
from companion.web.lab import routes
from tests.lab.matchups import matchup, won
from tests.web.conftest import link_to, token_of

LAB = "/wreck-a-mech/lab"
ASKED = {"a": "", "b": "", "a_strength": "easy", "b_strength": "easy", "games": "3", "seed": "lab test"}


def asked(client, path=LAB, **changed):
    return client.get(path, query_string={**ASKED, **changed})


def text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True)).split())


@pytest.fixture
def patient(app):
    """The app waits for an answer as long as its games take."""
    app.config["PATIENCE"] = 60.0
    return app.test_client()


def test_the_form_stands_alone_until_something_is_asked(client):
    page = client.get(LAB)
    assert page.status_code == 200
    assert "Side A" in text(page) and "95% interval" not in text(page)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_games_that_the_computer_plays_have_a_lab(client, game):
    assert (client.get(f"/{game.slug}/lab").status_code == 200) is game.tracker.has_opponent


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"games": "0"}, "a whole number from 1 to 2000"),
        ({"games": "2001"}, "a whole number from 1 to 2000"),
        ({"games": "many"}, "a whole number from 1 to 2000"),
        ({"a_strength": "clever"}, "one of easy"),
        ({"b": "build:nobody"}, "one of your saved builds"),
        ({"b": "example:nothing"}, "an example"),
        ({"b": "something"}, "an example"),
    ],
)
def test_what_cannot_be_read_says_so_and_plays_nothing(client, changed, words):
    answer = asked(client, **changed)
    assert answer.status_code == 422
    assert words in text(answer) and "Nothing was played" in text(answer)


def test_games_are_played_and_counted(patient):
    page = asked(patient)
    assert page.status_code == 200
    assert "3 games. A game takes" in text(page)
    assert "3 of 3 games" not in text(page)
    html = page.get_data(as_text=True)
    assert html.count('class="lab-bar"') == 3
    assert " style=" not in html[html.index('id="result"') :].partition("</main>")[0]


def test_the_same_address_has_the_same_answer(patient):
    results = [asked(patient).get_data(as_text=True).partition('id="result"')[2] for _ in range(2)]
    assert len({re.sub(r'name="csrf_token" value="[^"]+"', "", one) for one in results}) == 1


def test_a_run_that_is_stopped_keeps_what_it_has_and_goes_on_from_there(patient, monkeypatch):
    played = []

    def counted(matchup, numbers, *rest):
        for game in runs.run(matchup, numbers, *rest):
            played.append(game.number)
            yield game

    monkeypatch.setattr(routes, "run", counted)
    patient.application.config["PATIENCE"] = 0.01
    first = asked(patient, seed="stopped", games="6", stop="1")
    assert (
        "stopped" in text(first) and "Continue" in text(first) and "data-continue" not in first.get_data(as_text=True)
    )
    patient.application.config["PATIENCE"] = 60.0
    assert "6 games. A game takes" in text(asked(patient, seed="stopped", games="6"))
    assert played == list(range(6))


def test_runs_of_one_matchup_with_other_numbers_of_games_count_apart(monkeypatch):
    asked_for, reported = matchup("mechalyte"), {}
    both_play = Barrier(2)

    def playing(_, numbers):
        for number in numbers:
            if number < 30:
                both_play.wait(5)
            yield won(number, 0)

    monkeypatch.setattr(routes, "run", playing)
    monkeypatch.setitem(routes._counts, asked_for.model_dump_json(), count(map(won, range(20)), 2))
    works = [
        Thread(target=routes._work(asked_for, games), args=(partial(reported.__setitem__, games), Stop()))
        for games in (30, 50)
    ]
    for work in works:
        work.start()
    for work in works:
        work.join(10)
    assert [(games, reported[games]["games"]) for games in (30, 50)] == [(30, 30), (50, 50)]
    assert routes._counts[asked_for.model_dump_json()].games == 50


def test_a_side_with_the_usual_start_has_a_title_beside_a_build(patient):
    page = asked(patient, b="example:first-mech", games="1")
    assert "A easy" in text(page) and "First mech easy" in text(page)


def test_a_game_of_a_run_opens_as_a_table_that_checks(patient):
    asked(patient)
    opened = patient.post(f"{LAB}/game", query_string=ASKED, data={"csrf_token": token_of(patient), "number": "2"})
    assert opened.status_code == 303
    assert "Nothing is wrong" in patient.get(opened.location.replace("/log", "/verify")).get_data(as_text=True)


@pytest.mark.parametrize("number", ["3", "-1", "x", ""])
def test_a_game_that_was_not_played_leads_back_to_the_lab(patient, number):
    form = {"csrf_token": token_of(patient), "number": number}
    opened = patient.post(f"{LAB}/game", query_string=ASKED, data=form)
    assert opened.status_code == 303
    assert opened.location.startswith(LAB)


def test_the_build_of_another_browser_is_not_played(app, client, post):
    build = link_to(client, post("/mechalyte/new", {"title": "Theirs"}).location)
    name = build.rpartition("/")[2]
    for named in (name, name.partition(".")[0]):
        answer = asked(app.test_client(), "/mechalyte/lab", a=f"build:{named}")
        assert answer.status_code == 422
