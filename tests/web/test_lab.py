"""The balance lab's page: what may be asked, what came of it, where it was stopped, a game of it as a table."""

import re
from threading import Barrier, Thread

import pytest

from companion.games import GAMES
from companion.lab import runs
from companion.limits.heavy import Stop
from companion.web.lab import kept
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
    assert html.count("; 50 % is fair") == 3
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

    monkeypatch.setattr(kept, "run", counted)
    patient.application.config["PATIENCE"] = 0.01
    first = asked(patient, seed="stopped", games="6", stop="1")
    assert (
        "stopped" in text(first) and "Continue" in text(first) and "data-continue" not in first.get_data(as_text=True)
    )
    patient.application.config["PATIENCE"] = 60.0
    assert "6 games. A game takes" in text(asked(patient, seed="stopped", games="6"))
    assert played == list(range(6))


def test_runs_of_one_matchup_with_other_numbers_of_games_count_apart(monkeypatch):
    asked_for, found = matchup("mechalyte"), {}
    both_play = Barrier(2)

    def playing(_, numbers):
        for number in numbers:
            if number < 30:
                both_play.wait(5)
            yield won(number, 0)

    def play(games):
        found[games] = list(kept.played(asked_for, games, Stop()))

    monkeypatch.setattr(kept, "run", playing)
    monkeypatch.setattr(
        kept,
        "_kept",
        {asked_for.model_dump_json(): tuple(won(number, 0).model_dump_json().encode() for number in range(20))},
    )
    works = [Thread(target=play, args=(games,)) for games in (30, 50)]
    for work in works:
        work.start()
    for work in works:
        work.join(10)
    assert {games: [one.number for one in played] for games, played in found.items()} == {
        games: list(range(games)) for games in (30, 50)
    }
    assert len(kept._kept[asked_for.model_dump_json()]) == 50


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


def question(client, **changed):
    page = asked(client, a="example:first-mech", b="example:building-site", **changed)
    return page, text(page)


def test_a_cards_numbers_are_shown_and_played_with_and_without_a_change(patient):
    page, words = question(patient, ask="card", card="trainer-head")
    assert page.status_code == 200 and 'name="n.attack" value="1"' in page.get_data(as_text=True)
    assert "95% interval" not in words and " of 3 games" not in words, "to look at a card plays no game"
    assert "A card that both sides may use helps both alike" in words
    page, words = question(patient, ask="if", card="trainer-head", games="21", **{"n.attack": "9", "n.defense": "1"})
    assert page.status_code == 200
    assert "With Trainer Head: Attack 9" in words or "that Trainer Head: Attack 9" in words
    assert "Defense 1 " not in words and "21 pairs of games" in words


def test_another_ruling_is_played_with_and_without(patient):
    page, words = question(patient, ask="if", ruling="empty-pile=sold-out")
    assert page.status_code == 200 and "3 pairs of games" in words and "empty-pile=sold-out" in words


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"ask": "if"}, "another number of a card, or another ruling"),
        ({"ask": "if", "card": "trainer-head", "n.attack": "1"}, "another number of a card"),
        ({"ask": "if", "card": "trainer-head", "n.attack": "99"}, "at most 30"),
        ({"ask": "if", "card": "trainer-head", "n.attack": "many"}, "whole number"),
        ({"ask": "if", "card": "trainer-hed", "n.attack": "9"}, "perhaps trainer-head"),
        ({"ask": "if", "ruling": "empty-pile=no"}, "empty-pile"),
        ({"ask": "fair", "card": ""}, "the id of a card"),
    ],
)
def test_a_question_that_cannot_be_asked_says_so(client, changed, words):
    answer = asked(client, **changed)
    assert answer.status_code == 422 and words in text(answer)
    assert "--if" not in text(answer) and "pack[" not in text(answer)


def test_the_fair_number_is_looked_for_and_all_that_was_tried_is_listed(patient):
    _, words = question(patient, ask="fair", card="trainer-head")
    assert "Looking for" not in words
    assert "No single number does it" in words or "is fair" in words


def test_the_rulings_of_this_browser_are_in_force(app):
    client = app.test_client()
    chosen = {"csrf_token": token_of(client), "empty-pile": "sold-out"}
    assert client.post("/wreck-a-mech/rules", data=chosen).status_code == 303
    page = client.get(LAB).get_data(as_text=True)
    assert 'value="empty-pile=sold-out"' not in page and 'value="empty-pile=' in page
    asked(client, games="1")
    assert any('"empty-pile":"sold-out"' in key for key in kept._kept)
