"""Wreck-A-Mech's pages through the shell: build, fix, best build, damage options, deck odds, combat."""

import html
import json
import re
from urllib.parse import parse_qs, urlsplit

import pypdfium2 as pdfium
import pytest


def text(response):
    return response.get_data(as_text=True)


def links(page):
    """Return the addresses that a page links to, by their words."""
    found = re.findall(r'<a [^>]*href="([^"]*)"[^>]*>([^<]*)</a>', page)
    return {words: html.unescape(address) for address, words in found}


MECH = {"title": "Scrap", "head": "encore-crown", "left_arm": "laser-show", "deck": "2 Trainer Head\nMic Drop"}


def test_a_mech_is_saved_and_shows_its_sums(client, post):
    made = post(
        "/wreck-a-mech/new", {**MECH, "opponent_parts": "2 Freedom", "opponent_attack": "20", "opponent_defense": "3"}
    )
    assert made.status_code == 303
    page = text(client.get(made.location))
    assert "2 Trainer Head" in page and "wrong side, −3 Attack" in page
    assert "<dt>Attack</dt><dd>11<abbr" in page  # 2 + 2 · 2 + 8 − 3
    assert "Encore Crown: the defender&#39;s 2 Freedom parts" in page
    assert "You deal <strong>8</strong>" in page and "<strong>wrecked</strong>" in page
    carried = parse_qs(urlsplit(links(page)["Damage options"]).query)
    assert carried["head"] == ["encore-crown"] and carried["parts"] == ["2 Freedom"] and carried["attack"] == ["20"]
    assert carried["ruling.wheel"] == ["akio-freedom-zhao"] and carried["build"] == [made.location.split("/")[-1]]
    odds = parse_qs(urlsplit(links(page)["Odds of the next hand"]).query)
    assert odds["draw"] == ["2 Trainer Head, Mic Drop"]


def test_what_is_no_card_comes_back_with_its_line(post):
    answer = post("/wreck-a-mech/new", {"title": "x", "head": "banana", "deck": "Mic Drip"})
    assert answer.status_code == 422
    assert (
        "No part is called" in text(answer)
        and "is not a card" in text(answer)
        and "Mic Drip</textarea>" in text(answer)
    )


def test_a_misplaced_part_stays_in_its_place_with_fixes(client, post):
    page = text(client.get(post("/wreck-a-mech/new", {"title": "x", "head": "keg-hull"}).location))
    assert 'label="Misplaced"' in page and "Make it the body" in page


def test_a_fix_is_a_button_that_works(client, post):
    fix = '{"mech": {"right_arm": "laser-show"}}'
    answer = post("/wreck-a-mech/new", {**MECH, "fix": fix})
    page = text(client.get(answer.location))
    assert "⟲ wrong side" not in page


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/wreck-a-mech/", "Best build"),
        ("/wreck-a-mech/new", "Choose a part to see what it adds"),
        ("/wreck-a-mech/best-build", "Choose the cards in your hand"),
        ("/wreck-a-mech/best-build?hand=laser-show&goal=attack", "Most Attack: 8"),
        ("/wreck-a-mech/best-build?hand=laser-show&goal=opponent", "Enter the opponent’s marks"),
        ("/wreck-a-mech/damage-options", "Choose the parts on your mech"),
        ("/wreck-a-mech/damage-options?head=trainer-head&attack=9", "Wrecked"),
        ("/wreck-a-mech/damage-options?head=trainer-head&attack=1", "No damage"),
        ("/wreck-a-mech/damage-options?head=encore-crown&body=keg-hull&attack=6&defense=4", "2 ways to take it"),
        ("/wreck-a-mech/deck-odds", "Enter the cards of your draw pile"),
        ("/wreck-a-mech/deck-odds?draw=Mic+Drop&discard=Keg+Hull&count=9", "hold only 2"),
        ("/wreck-a-mech/deck-odds?draw=Mic+Drop&discard=Keg+Hull,Hard+Hat&count=2", "1 card is certain"),
        ("/wreck-a-mech/cards", "Encore Crown"),
        ("/wreck-a-mech/rules", "Which corporation is strong against which?"),
        ("/wreck-a-mech/roll/combat?attack=20&defense=5&structures=2,3,1,2,2", "wrecked"),
    ],
)
def test_pages(client, address, says):
    answer = client.get(address)
    assert answer.status_code == 200
    assert says in text(answer)


def test_a_page_keeps_the_wheel_it_was_asked_with(client):
    other = "ruling.wheel=akio-zhao-freedom"
    page = text(client.get(f"/wreck-a-mech/best-build?{other}&hand=encore-crown&parts=2+Zhao&goal=attack"))
    assert "Most Attack: 6" in page and 'name="ruling.wheel" value="akio-zhao-freedom"' in page


@pytest.mark.parametrize(
    "address",
    ["/wreck-a-mech/best-build?hand=x", "/wreck-a-mech/damage-options?attack=x", "/wreck-a-mech/deck-odds?count=x"],
)
def test_what_cannot_be_read_answers_422(client, address):
    assert client.get(address).status_code == 422


def test_what_is_certain_shows_without_a_tap(client):
    page = text(client.get("/wreck-a-mech/roll/combat?attack=12&defense=5&structures=2,3,1,2,2"))
    assert '<details class="dice-all" open>' in page
    # 7 damage on 2, 3, 1, 2, 2: three parts of 7, or the four but the body.
    losses = "head, body, right arm; head, body, legs; body, right arm, legs; head, left arm, right arm, legs"
    assert f"<td>{losses}</td>" in page
    own = text(client.get("/wreck-a-mech/roll/combat?attack=12&defense=5&structures=2,3,1,2,2&own=1"))
    assert f"<dd>{losses}</dd>" in own and "The result" in own and "Throw again" not in own
    dice = text(client.get("/techniconica/roll/bottle-test?fortitude=5"))
    assert '<details class="dice-all">' in dice


def test_a_part_that_cannot_lie_there_is_left_out_of_what_can_be_lost_and_named(client):
    page = text(client.get("/wreck-a-mech/damage-options?head=mic-drop&attack=9"))
    assert "Mic Drop cannot be the head; it belongs in the right arm position. It is not counted here." in page
    assert "Choose the parts on your mech" in page
    both = text(client.get("/wreck-a-mech/damage-options?head=mic-drop&body=stage-chassis&attack=9"))
    assert "cannot be the head" in both and "9 against Defense 3: 6 damage to 2 Structure" in both


def test_wrecked_is_said_where_no_part_can_be_spared(client, post):
    """Five parts of 3 each: any four hold 12, so 13 take them all, though the Structure is 15."""
    mech = ("prime-time-dome", "season-finale", "laser-show", "pyro-fist", "red-carpet-treads")
    parts = dict(zip(("head", "body", "left_arm", "right_arm", "legs"), mech, strict=True))
    page = text(client.get(post("/wreck-a-mech/new", {"title": "x", **parts, "opponent_attack": "30"}).location))
    assert "You take <strong>13</strong> of Structure 15: <strong>wrecked</strong>" in page
    page = text(client.get(post("/wreck-a-mech/new", {"title": "x", **parts, "opponent_attack": "29"}).location))
    assert "You take <strong>12</strong> of Structure 15." in page


OWN = """game = "wreck-a-mech"
title = "Carried"
mech = { left_arm = "own-arm" }
deck = ["own-arm"]
[[pack]]
game = "wreck-a-mech"
title = "Mine"
[[pack.part]]
id = "own-arm"
name = "Own Arm"
rank = 2
position = "left_arm"
corporation = "akio"
attack = 4
defense = 1
structure = 2
"""


def test_a_build_takes_its_own_cards_to_the_pages_it_links_to(client, post):
    made = post("/import", {"text": OWN})
    assert made.status_code == 303
    found = links(text(client.get(made.location)))
    for words in ("Damage options", "Best build from a hand", "Odds of the next hand"):
        page = client.get(found[words])
        assert page.status_code == 200 and "Own Arm" in text(page), words
        assert f'name="build" value="{made.location.split("/")[-1]}"' in text(page)


def test_a_build_that_is_not_there_is_said(client):
    answer = client.get("/wreck-a-mech/damage-options?build=gone&attack=9")
    assert answer.status_code == 422 and "a saved build of this game" in text(answer)


def test_what_cannot_be_read_comes_back_as_typed_with_all_that_is_wrong(client):
    answer = client.get("/wreck-a-mech/damage-options?attack=999&defense=4&parts=9+Nobody&head=xx&body=keg-hull")
    page = html.unescape(text(answer))
    assert answer.status_code == 422
    assert 'name="attack" inputmode="numeric" autocomplete="off" value="999"' in page and 'value="9 Nobody"' in page
    assert 'name="defense" inputmode="numeric" autocomplete="off" value="4"' in page
    assert '<option value="keg-hull" selected>' in page
    beside = dict(re.findall(r'<div id="errors-(\w+)"[^>]*>(.*?)</div>', page))
    assert "999" in beside["attack"] and "xx" in beside["head"] and "Nobody" in beside["parts"]
    assert not beside["defense"] and not beside["general"]
    assert "Fix the marked fields" in page


def test_a_mistyped_card_leaves_both_piles(client):
    page = text(client.get("/wreck-a-mech/deck-odds?draw=Mic+Drip&discard=Keg+Hull"))
    assert "Mic Drip</textarea>" in page and "Keg Hull</textarea>" in page
    assert "expected a card: its name" in page


def test_every_tie_can_be_seen(client):
    address = "/wreck-a-mech/best-build?hand=pyro-fist&hand=laser-show&head=spotlight-visor&body=season-finale"
    address += "&left_arm=camera-crane&right_arm=mic-drop&legs=crane-base&goal=opponent&attack=3&defense=60"
    seen, pages = 0, 0
    while address:
        page = text(client.get(address))
        seen, pages = seen + page.count('<li class="wm-build">'), pages + 1
        address = links(page).get("Next builds")
    count = int(re.search(r"(\d+) builds tie", page)[1])
    assert seen == count > 12 and pages == -(-count // 12)


def test_what_is_left_counts_the_heads_bonus(client):
    """Prime Time Dome gives Attack for each Freedom part; keeping it with three of them is worth that."""
    address = "/wreck-a-mech/damage-options?head=encore-crown&legs=trainer-legs&attack=6&defense=5"
    plain, with_them = (text(client.get(address + more)) for more in ("", "&parts=3+Freedom"))
    # Losing the legs leaves the Crown: Attack 2, and 2 more for each of the three.
    assert "Leaves Attack 2," in plain and "Leaves Attack 8," in with_them


def test_sums_wait_until_everything_can_be_read(client, post):
    answer = post("/wreck-a-mech/check", {**MECH, "deck": "Nonsense"}, headers={"X-Fragment": "1"})
    assert answer.status_code == 422
    assert "once everything can be read" in text(answer) and "<dt>Attack</dt>" not in text(answer)


def test_a_combat_offers_no_dice(client):
    page = text(client.get("/wreck-a-mech/roll/combat"))
    assert "Show the result" in page and "Enter my dice" not in page and ">Roll</button>" not in page
    assert "Enter my dice" in text(client.get("/techniconica/roll/shoot"))


def test_a_hand_typed_by_name_stands_in_its_fields(client):
    page = text(client.get("/wreck-a-mech/best-build?hand=Laser+Show,mic-drop&parts=2+Freedom"))
    hand = page[page.index('aria-label="Card 1"') : page.index("Installed")]
    assert re.findall(r'value="([^"]+)" selected', hand) == ["laser-show", "mic-drop"]
    assert 'name="parts" autocomplete="off" value="2 Freedom"' in page


def test_analyses_answer_over_http(client):
    found = client.get("/api/v1/analyses/wreck-a-mech/best-build?hand=laser-show,mic-drop").json
    assert found["answer"]["best"] == 11
    lost = client.get("/api/v1/analyses/wreck-a-mech/damage-options?head=trainer-head&attack=9").json
    assert lost["answer"]["wrecked"] is True
    body = {"inputs": {"draw": ["mic-drop"], "discard": ["keg-hull", "hard-hat"], "count": 2}}
    odds = client.post("/api/v1/analyses/wreck-a-mech/deck-odds", json=body).json
    assert [card["at_least_one"]["exact"] for card in odds["answer"]["cards"]] == ["1", "1/2", "1/2"]
    refused = client.get("/api/v1/analyses/wreck-a-mech/deck-odds?count=61")
    assert refused.status_code == 422 and "at most 60" in text(refused)


OPPONENT = {"game": "wreck-a-mech", "title": "Rival", "mech": {"head": "hard-hat", "legs": "crane-base"}}


def brought(post, **bring):
    """Bring the other side of a matchup, as the matchup's page does."""
    assert post("/wreck-a-mech/matchup", {"build": "example:first-mech", **bring}).status_code == 303


def field(page, name):
    """Return the value that a page shows in a field of a form."""
    found = re.search(rf'<input [^>]*name="{name}"[^>]*value="([^"]*)"', page)
    chosen = re.search(rf'<select id="{name}".*?<option value="([^"]*)" selected>', page, re.DOTALL)
    return html.unescape((found or chosen)[1])


def saved(post, **fields):
    """Save a mech and return its id."""
    return post("/wreck-a-mech/new", {**MECH, **fields}).location.split("/")[-1]


def test_an_analysis_opens_filled_from_the_build_and_the_other_side_of_the_last_matchup(client, post):
    """Rival has Hard Hat 1 + 1 and Crane Base 2 + 6: against Akio's parts its head's 2 count for each of Zhao's prey."""
    mine = saved(post)
    brought(post, text=json.dumps(OPPONENT))
    page = text(client.get(f"/wreck-a-mech/damage-options?build={mine}"))
    # Zhao beats Akio: Hard Hat adds 2 for each of the two Akio parts, 1 + 4 + 2.
    assert (field(page, "attack"), field(page, "parts"), field(page, "head")) == ("7", "2 Zhao", "encore-crown")
    assert "The opponent is Rival" in page and "Wrecked</h2>" in page
    best = text(client.get(f"/wreck-a-mech/best-build?build={mine}"))
    assert (field(best, "defense"), field(best, "attack")) == ("7", "7")
    assert 'value="opponent" checked' in best
    odds = text(client.get(f"/wreck-a-mech/deck-odds?build={mine}"))
    assert "2 Trainer Head\nMic Drop</textarea>" in odds


def test_what_the_build_says_of_its_opponent_counts_before_the_last_matchup_and_what_the_address_says_before_both(
    client, post
):
    mine = saved(post, opponent_attack="20")
    brought(post, text=json.dumps(OPPONENT))
    page = text(client.get(f"/wreck-a-mech/damage-options?build={mine}"))
    assert field(page, "attack") == "20" and field(page, "parts") == "" and "The opponent is" not in page
    named = text(client.get(f"/wreck-a-mech/damage-options?build={mine}&other=example:first-mech&head="))
    assert field(named, "attack") == "9" and "The opponent is First mech" in named
    assert 'name="other" value="example:first-mech"' in named
    assert not re.search(r'<select id="head".*?selected>[^–]', named.split('for="body"')[0], re.DOTALL)
    typed = text(client.get(f"/wreck-a-mech/damage-options?build={mine}&attack=3"))
    assert field(typed, "attack") == "3"


@pytest.mark.parametrize("address", ["build=nothing", "other=nothing"])
def test_a_side_that_is_not_there_is_said_on_the_page_of_an_analysis(client, post, address):
    answer = client.get(f"/wreck-a-mech/damage-options?build={saved(post)}&{address}")
    assert answer.status_code == 422 and "nothing" in text(answer)


def change(page, words):
    """Return the first change of the builder that a page offers with a button of these words."""
    found = re.search(rf"name=\"change\" value='([^']*)'><button[^>]*>{words}<", page)
    return json.loads(html.unescape(found[1]))


def test_a_best_build_can_be_used_and_a_loss_taken(client, post):
    """Mic Drop is drawn and played, and the Laser Show goes to its own side: 8 + 5 − 2. The other card is discarded.

    6 against Defense 2 + 1 take either part.
    """
    mine = saved(post)
    best = text(client.get(f"/wreck-a-mech/best-build?build={mine}&hand=mic-drop&hand=trainer-head"))
    assert change(best, "Use this mech") == {
        "mech": {"head": "encore-crown", "left_arm": "mic-drop", "right_arm": "laser-show"},
        "deck": ["trainer-head"], "discard": ["trainer-head"],
    }  # fmt: skip
    shown = text(post("/wreck-a-mech/use", {"build": mine, "change": json.dumps(change(best, "Use this mech"))}))
    assert "nothing is saved yet" in shown
    options = text(client.get(f"/wreck-a-mech/damage-options?build={mine}&attack=6"))
    assert change(options, "Take this loss") == {
        "mech": {"left_arm": "laser-show"}, "deck": ["2 trainer-head", "mic-drop"], "discard": ["encore-crown"],
    }  # fmt: skip
    wrecked = text(client.get(f"/wreck-a-mech/damage-options?build={mine}&attack=60"))
    assert change(wrecked, "Take this loss")["mech"] == {} and "The mech is empty then" in wrecked
    for page in (best, options, text(client.get(f"/wreck-a-mech/deck-odds?build={mine}"))):
        assert links(page)["Back to the mech"] == f"/wreck-a-mech/builds/{mine}"
    assert links(text(client.get("/wreck-a-mech/deck-odds?draw=Mic+Drop")))["Build a mech"] == "/wreck-a-mech/new"


def test_the_cards_of_the_deck_come_first_among_those_of_a_hand(client, post):
    page = text(client.get(f"/wreck-a-mech/best-build?build={saved(post)}"))
    own = re.search(r'<optgroup label="Your deck">(.*?)</optgroup>', page, re.DOTALL)[1]
    assert re.findall(r'value="([^"]*)"', own) == ["trainer-head", "mic-drop"]


@pytest.mark.long
def test_a_sheet_says_once_what_both_directions_conclude(client):
    sides = "build=example:tailgate-party&other=example:building-site"
    answer = client.get(f"/wreck-a-mech/matchup.pdf?{sides}")
    page = pdfium.PdfDocument(answer.data)[0].get_textpage().get_text_range()
    assert page.count("What each side loses") == 1
    assert page.count("How Tailgate party can take it") == page.count("How Building site can take it") == 1
