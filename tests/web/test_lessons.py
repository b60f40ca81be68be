"""Teach on its pages: a step is done by its own button or for the player, everything else is answered and taken back."""

import json
import re

import lxml.html
import pytest

from companion.games import GAMES
from companion.verbs.lessons import positions
from tests.web.conftest import page_of

TAUGHT = [game for game in GAMES if game.lesson]
EACH = pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.slug)


def at(game, number):
    return f"/tables/teach-{game.slug}-{number}"


def title(page):
    return page.xpath("string(//*[@id='ls-title'])")


@EACH
def test_every_step_is_done_for_whoever_does_not_find_it(client, post, game):
    listed = positions(game)
    for one in listed[:-1]:
        page = page_of(client, at(game, one.number))
        assert title(page) == one.step.title
        if one.step.is_act:
            answer = post(at(game, one.number), {"act": "step"})
            assert answer.status_code == 303
            assert answer.headers["Location"] == at(game, one.number + 1)
        else:
            assert at(game, one.number + 1) in page.xpath("//*[@data-lesson]//a/@href")
    end = page_of(client, at(game, len(listed)))
    assert title(end) == "You know the game"
    assert client.get(at(game, len(listed) + 1)).status_code == 404


@EACH
def test_each_button_of_a_step_is_the_step_or_is_answered(client, post, game):
    for one in positions(game)[:-1]:
        page = page_of(client, at(game, one.number))
        buttons = page.xpath("//form[@data-act]//button[@name='move']/@value")
        for value in dict.fromkeys(buttons[:: max(1, len(buttons) // 6)]):
            answer = post(at(game, one.number), {"act": "move", "move": value, "seat": str(one.seat)})
            move = json.loads(value)
            if (move["name"], move["values"]) == (one.step.move, one.step.values):
                assert answer.status_code == 303
            elif answer.status_code == 422:
                said = lxml.html.document_fromstring(answer.get_data(as_text=True)).xpath("string(//*[@role='alert'])")
                assert re.search(r"[.?!]$", said.strip()) and "found" not in said, said
            else:
                assert answer.status_code == 200 and one.step.move != move["name"], "asks to confirm"


@EACH
def test_a_lesson_stores_nothing(client, post, game):
    step = next(one for one in positions(game) if one.step.is_act)
    post(at(game, step.number), {"act": "step"})
    post(at(game, step.number), {"act": "note", "text": "hello"})
    assert game.title not in page_of(client, "/tables").xpath("string(//ul[@class='builds'])")
    for page in ("links", "report", "events"):
        assert client.get(f"{at(game, 1)}/{page}").status_code == 404
    assert client.get(f"{at(game, 1)}/log").status_code == 200


@EACH
def test_the_lesson_ends_in_a_real_table(client, post, game):
    answer = post(f"/{game.slug}/teach/table", {})
    assert answer.status_code == 303
    page = page_of(client, answer.headers["Location"])
    assert not page.xpath("//*[@data-lesson]") and page.xpath("//*[@data-table]")


@pytest.mark.parametrize("name", ["0", "999", "-1", "1e3", "x", "²"])
def test_an_address_of_no_step_is_not_found(client, name):
    assert client.get(f"/tables/teach-{TAUGHT[0].slug}-{name}").status_code == 404


def test_a_game_without_a_lesson_has_none(client, monkeypatch):
    monkeypatch.setitem(TAUGHT[0].__dict__, "lesson", None)
    positions.cache.clear()
    assert client.get(at(TAUGHT[0], 1)).status_code == 404
    assert client.post(f"/{TAUGHT[0].slug}/teach/table").status_code in (400, 404)
    positions.cache.clear()
