"""Wreck-A-Mech's pages through the shell: build, mend, best build, what to lose, deck odds, combat."""

import pytest


def text(response):
    return response.get_data(as_text=True)


MECH = {"title": "Scrap", "head": "encore-crown", "left_arm": "laser-show", "deck": "2 Trainer Head\nMic Drop"}


def test_a_mech_is_saved_and_shows_its_sums(client, post):
    made = post(
        "/wreck-a-mech/new", {**MECH, "opponent_parts": "2 Freedom", "opponent_attack": "20", "opponent_defense": "3"}
    )
    assert made.status_code == 303
    page = text(client.get(made.location))
    assert "2 Trainer Head" in page and "wrong side, −3 Attack" in page
    assert "<dt>Attack</dt><dd>11</dd>" in page  # 2 + 2 · 2 + 8 − 3
    assert "Encore Crown: the defender&#39;s 2 Freedom parts" in page
    assert "You deal <strong>8</strong>" in page and "<strong>wrecked</strong>" in page
    assert (
        "/wreck-a-mech/losses?ruling.wheel=akio-freedom-zhao&amp;head=encore-crown" in page
        and "/wreck-a-mech/deck-odds?draw=" in page
    )


def test_what_is_no_card_comes_back_with_its_line(post):
    answer = post("/wreck-a-mech/new", {"title": "x", "head": "banana", "deck": "Mic Drip"})
    assert answer.status_code == 422
    assert (
        "No part is called" in text(answer) and "is no card" in text(answer) and "Mic Drip</textarea>" in text(answer)
    )


def test_a_misplaced_part_stays_in_its_place_with_mends(client, post):
    page = text(client.get(post("/wreck-a-mech/new", {"title": "x", "head": "keg-hull"}).location))
    assert 'label="Misplaced"' in page and "Make it the body" in page


def test_a_mend_is_a_button_that_works(client, post):
    mend = '{"mech": {"right_arm": "laser-show"}}'
    answer = post("/wreck-a-mech/new", {**MECH, "mend": mend})
    page = text(client.get(answer.location))
    assert "wrong side" not in page


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/wreck-a-mech/", "Best build"),
        ("/wreck-a-mech/new", "Choose a part to see what it adds"),
        ("/wreck-a-mech/best-build", "Choose the cards in your hand"),
        ("/wreck-a-mech/best-build?hand=laser-show&goal=attack", "Most Attack: 8"),
        ("/wreck-a-mech/best-build?hand=laser-show&goal=opponent", "Give the opponent’s marks"),
        ("/wreck-a-mech/losses", "Choose the parts on your mech"),
        ("/wreck-a-mech/losses?head=trainer-head&attack=9", "Wrecked"),
        ("/wreck-a-mech/losses?head=trainer-head&attack=1", "No damage"),
        ("/wreck-a-mech/losses?head=encore-crown&body=keg-hull&attack=6&defense=4", "2 ways to take it"),
        ("/wreck-a-mech/deck-odds", "Type what is in your draw pile"),
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
    ["/wreck-a-mech/best-build?hand=x", "/wreck-a-mech/losses?attack=x", "/wreck-a-mech/deck-odds?count=x"],
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
    assert f"<dd>{losses}</dd>" in own and "What comes of it" in own and "Throw again" not in own
    dice = text(client.get("/techniconica/roll/bottle-test?fortitude=5"))
    assert '<details class="dice-all">' in dice


def test_a_part_that_cannot_lie_there_is_left_out_of_what_can_be_lost_and_named(client):
    page = text(client.get("/wreck-a-mech/losses?head=mic-drop&attack=9"))
    assert "Mic Drop is a right arm and cannot lie as head: it is left out here." in page
    assert "Choose the parts on your mech" in page
    both = text(client.get("/wreck-a-mech/losses?head=mic-drop&body=stage-chassis&attack=9"))
    assert "cannot lie as head" in both and "9 against Defense 3: 6 damage to 2 Structure" in both
