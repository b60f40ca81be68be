"""The dice pages: odds by address, rolls, and dice typed in from the table one throw at a time."""

import html
import re

import pytest

from companion.dice.odds import TooLarge
from companion.verbs import game_rolls, rolls
from companion.web import create_app
from tests.apps import empty_database, lent
from tests.pairs import few_first

ATTACK = "/mecha-mettle/roll/attack"
POOLS = {"attack": "3", "attack_die": "regular", "defend": "3", "defend_die": "shield"}


@pytest.fixture
def client(tmp_path):
    """A browser without cookies, for an application that asks for no token."""
    with lent(empty_database(tmp_path / "web.sqlite3"), WTF_CSRF_ENABLED=False) as app:
        yield app.test_client()


def get(client, path=ATTACK, **query):
    response = client.get(path, query_string=query)
    return response, html.unescape(response.get_data(as_text=True))


def text_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_empty_form_says_what_to_do_first(client):
    response, page = get(client)
    assert response.status_code == 200
    assert "Nothing rolled yet" in page
    assert 'name="attack_die"' in page


def test_odds_by_address(client):
    response, page = get(client, **POOLS)
    assert response.status_code == 200
    assert "19.9 %" in text_of(page)
    assert "exactly 43/216" in text_of(page)
    assert 'value="3"' in page
    # No success at all for three shield dice: 1 in 8.
    assert "12.5 %" in text_of(page)


def test_no_inline_style_or_script(client):
    for _, page in (get(client), get(client, **POOLS), get(client, **POOLS, own="1"), get(client, "/roll")):
        assert not re.search(r"\sstyle=|<style|\son\w+=|javascript:", page)
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)


def test_a_roll_shows_its_dice_and_the_odds_beside_it(client):
    response = client.post(ATTACK, data=POOLS)
    page = text_of(response.get_data(as_text=True))
    assert response.status_code == 200
    assert "The roll" in page
    assert "43/216" in page


def faces_asked(page):
    """Return what the page asks to be typed in next, or nothing at the end."""
    asked = re.search(r'<label for="next-faces">\s*(.*?)\s*</label>', page, re.S)
    return asked and asked[1]


def next_query(page):
    """Return the fields the page's form for typed-in dice carries on, as a browser would send them."""
    form = re.search(r'<form class="dice-next".*?</form>', page, re.S)[0]
    return re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form)


def typed(client, page, faces):
    response = client.get(ATTACK, query_string=[*next_query(page), ("faces", faces)])
    return response, html.unescape(response.get_data(as_text=True))


def test_dice_from_the_table_one_throw_at_a_time(client):
    _, page = get(client, **POOLS, own="1")
    assert faces_asked(page).startswith("Throw 1: 3d6")
    response, page = typed(client, page, "5 6 1")
    assert response.status_code == 200
    assert faces_asked(page).startswith("Throw 2: 3d6")
    assert "Undo the last throw" in page
    response, page = typed(client, page, "432")
    assert response.status_code == 200
    assert faces_asked(page) is None
    outcome = text_of(re.search(r'<dl class="dice-outcome">.*?</dl>', page, re.S)[0])
    assert "Attack 2" in outcome
    assert "Defence 1" in outcome
    assert "Hit yes" in outcome


@pytest.mark.parametrize(
    ("typed", "read"),
    [("5 0 1", "5 10 1"), ("5 10 1", "5 10 1"), ("501", "5 10 1"), ("0 5 1", "10 5 1"), ("051", "10 5 1")],
)
def test_a_zero_on_a_d10_is_a_ten(client, typed, read):
    _, page = get(client, "/roll", expression="3d10", own="1")
    assert "10 or 0" in text_of(re.search(r'<div class="dice-pad".*?</div>', page, re.S)[0])
    assert "1 to 10 (or 0 for 10)" in text_of(re.search(r'id="next-about".*?</p>', page, re.S)[0])
    response, page = get(client, "/roll", expression="3d10", own="1", faces=typed)
    thrown = re.search(r'<p class="dice-faces">.*?</p>', page, re.S)[0]
    assert response.status_code == 200
    assert re.findall(r'<span class="hidden">(\d+)</span>', thrown) == read.split()


@pytest.mark.parametrize(
    ("faces", "said"),
    few_first(
        5,
        [
            ("5 6", "expected 3d6"),
            ("5 6 1 2", "expected 3d6"),
            ("5 6 7", "a face of d6, 1 to 6"),
            ("0 1 2", "a face of d6, 1 to 6"),
            ("<script>alert(1)</script>", "whole numbers"),
            ("-1 1 2", "a face of d6, 1 to 6"),
            ("five", "whole numbers"),
            ("--5 1 1", "whole numbers"),
            ("5" * 9000, "at most 4,000"),
        ],
    ),
)
def test_dice_that_do_not_fit_come_back_with_a_message_beside_them(client, faces, said):
    _, page = get(client, **POOLS, own="1")
    _, page = typed(client, page, "5 6 1")
    response, again = typed(client, page, faces)
    raw = response.get_data(as_text=True)
    assert response.status_code == 422
    assert said in re.search(r'id="next-wrong"[^>]*>(.*?)</p>', again, re.S)[1]
    assert faces_asked(again).startswith("Throw 2")
    assert "<script>alert" not in raw
    assert ("faces", "5 6 1") in next_query(again)
    if len(faces) < 4000:
        assert f'value="{faces}"' in again


def test_dice_left_over_at_the_end(client):
    query = [*POOLS.items(), ("own", "1"), ("faces", "5 6 1"), ("faces", "4 3 2"), ("faces", "1")]
    response = client.get(ATTACK, query_string=query)
    assert response.status_code == 422
    assert "it ended there" in response.get_data(as_text=True)


def test_earlier_dice_that_were_tampered_with(client):
    query = [*POOLS.items(), ("own", "1"), ("faces", "9 9 9"), ("faces", "4 3 2")]
    response = client.get(ATTACK, query_string=query)
    page = html.unescape(response.get_data(as_text=True))
    assert response.status_code == 422
    assert faces_asked(page).startswith("Throw 1")


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"attack": "-1"}, "attack", "at least"),
        ({"attack": "10000"}, "attack", "at most"),
        ({"attack": "banana"}, "attack", "a whole number"),
        ({"attack": "9" * 5000}, "attack", "expected"),
        ({"defend_die": "banana"}, "defend_die", "evasion"),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_unreadable_inputs_come_back_with_a_message_beside_the_field(client, method, change, field, said):
    data = POOLS | change
    response = client.get(ATTACK, query_string=data) if method == "get" else client.post(ATTACK, data=data)
    page = html.unescape(response.get_data(as_text=True))
    assert response.status_code == 422
    assert said in re.search(rf'id="{field}-wrong">(.*?)</p>', page, re.S)[1]
    assert change[field] in page
    assert 'value="3"' in page


def test_unknown_inputs_and_rulings_are_named(client):
    for extra in ({"frob": "1"}, {"ruling.none-such": "x"}):
        response, page = get(client, **POOLS, **extra)
        assert response.status_code == 422
        assert next(iter(extra)).removeprefix("ruling.") in re.search(r'role="alert">(.*?)</div>', page, re.S)[1]


@pytest.mark.parametrize("path", ["/chess/roll/attack", "/mecha-mettle/roll/sing", "/chess/roll"])
def test_pages_that_nothing_has(client, path):
    assert client.get(path).status_code == 404


def test_what_a_game_can_roll(client):
    page = client.get("/mecha-mettle/roll").get_data(as_text=True)
    assert f'href="{ATTACK}"' in page
    assert 'href="/roll"' in page


def test_the_plain_roller(client):
    response, page = get(client, "/roll")
    assert response.status_code == 200
    assert "What can I type?" in page
    response, page = get(client, "/roll", expression="2d6")
    assert response.status_code == 200
    assert "16.7 %" in page
    response = client.post("/roll", data={"expression": "2d6"})
    assert "The roll" in response.get_data(as_text=True)
    response, page = get(client, "/roll", expression="2d6+1", own="1", faces="3 4")
    assert "Total 8" in text_of(page)


def test_one_die_shows_and_several_show(client):
    assert (
        "Throw 1d10 and type what it shows, 1 to 10 (or 0 for 10)."
        in get(client, "/roll", expression="d10", own="1")[1]
    )
    assert "Throw 2d6 and type what they show, 1 to 6, with" in get(client, "/roll", expression="2d6", own="1")[1]


@pytest.mark.parametrize("expression", ["banana", "3d", "d" * 500, "<b>3d6</b>"])
def test_a_bad_expression_is_kept_with_its_message(client, expression):
    response, page = get(client, "/roll", expression=expression)
    assert response.status_code == 422
    assert 'id="expression-wrong"' in page
    assert f'value="{expression}"' in page
    assert "<b>3d6" not in response.get_data(as_text=True)


def test_a_post_without_a_token_is_refused_and_the_page_carries_one():
    guarded = create_app().test_client()
    assert guarded.post(ATTACK, data=POOLS).status_code in (400, 403)
    token = re.search(r'name="csrf_token" value="([^"]+)">Roll', guarded.get(ATTACK).get_data(as_text=True))[1]
    rolled = guarded.post(ATTACK, data={**POOLS, "csrf_token": token})
    assert rolled.status_code == 200
    assert token not in text_of(rolled.get_data(as_text=True))


@pytest.fixture
def too_large(monkeypatch):
    """Make every exact answer outgrow its bound."""

    def refuse(resolver):
        raise TooLarge("an exact answer takes more than 2,000,000 steps")

    monkeypatch.setattr(rolls, "exact", refuse)
    monkeypatch.setattr(game_rolls, "exact", refuse)


def test_odds_that_would_take_too_long_are_a_sentence_and_the_roll_still_works(client, too_large):
    response, page = get(client, **POOLS)
    assert response.status_code == 200
    assert "more than 2,000,000 steps" in page
    assert "Simulated instead" in page and "19 times out of 20" in page
    rolled = client.post(ATTACK, data=POOLS)
    assert rolled.status_code == 200
    assert "The roll" in rolled.get_data(as_text=True)
    _, page = get(client, **POOLS, own="1", faces="5 6 1")
    assert faces_asked(page).startswith("Throw 2")


def test_odds_that_would_take_too_long_over_http(client, too_large):
    response = client.get(f"/api/v1/odds{ATTACK.replace('/roll', '')}", query_string=POOLS)
    assert response.status_code == 200
    answer = response.get_json()
    assert answer["outcomes"] == [] and "more than 2,000,000 steps" in answer["simulated"]["why"]
    success = answer["simulated"]["summary"]["success"]
    assert success["low"] < success["p"] < success["high"]
