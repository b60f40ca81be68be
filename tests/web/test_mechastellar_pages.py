"""MechaStellar's pages through the shell: a list saved and fixed, the matchup, odds, packs of own units, print."""

import re

import pytest


def text(response):
    return response.get_data(as_text=True)


FLEET = {
    "title": "First fleet",
    "size": "500",
    "unit-0-profile": "green-viking",
    "unit-0-count": "3",
    "unit-0-swaps": "Machine Gun → Giant Bazooka",
    "unit-0-place": "2",
    "unit-1-profile": "voltlion",
    "unit-1-name": "Red <b>",
    "unit-1-place": "1",
}


def test_a_list_is_saved_in_its_order_with_its_points(client, post):
    made = post("/mechastellar/new", FLEET)
    assert made.status_code == 303
    page = text(client.get(made.location))
    assert page.index("VoltLion, 290") and "<strong>380</strong><abbr" in page and " of 500 points, 120 left" in page
    assert page.index("Red &lt;b&gt;</legend>") < page.index(">Green Viking</legend>")
    assert "pilot-required" in page and "Red <b>" not in page
    assert 'data-placed="unit-1"' in page and "<strong>Giant Bazooka</strong>" in page


def test_a_fix_is_a_button_that_works(client, post):
    answer = post("/mechastellar/new", {**FLEET, "fix": '{"unit": [{"profile": "green-viking", "pilot": 1}]}'})
    page = text(client.get(answer.location))
    assert "pilot-required" not in page and 'value="1" selected' in page


def named(line, text, before=""):
    """Return the fields of a unit's own name on its card, as a browser posts them."""
    return {f"typed add unit:name line-{line}": text, f"before add unit:name line-{line}": before}


def test_a_name_typed_on_the_card_is_saved_and_the_commander_follows(client, post):
    fields = {**FLEET, "commander": "Red <b>", **named(0, "Zeke  the Great", "Red <b>"), **named(1, "")}
    saved = client.get(f"{post('/mechastellar/new', fields).location}/export.json").get_json()
    assert saved["commander"] == "Zeke the Great"
    assert [(unit["profile"], unit.get("name")) for unit in saved["unit"]] == [
        ("voltlion", "Zeke the Great"),
        ("green-viking", None),
    ]


def test_a_card_on_which_nothing_was_typed_leaves_what_the_fields_say(client, post):
    fields = {**FLEET, "unit-1-name": "Blue", **named(0, "Red", "Red"), **named(1, " ")}
    saved = client.get(f"{post('/mechastellar/new', fields).location}/export.json").get_json()
    assert [unit.get("name") for unit in saved["unit"]] == ["Blue", None]


def test_a_name_that_cannot_be_given_is_not_saved_and_says_why(post):
    for fields, why in (
        (named(0, "Z" * 61, "Red <b>"), "A name has at most 60 characters; this one has 61. Shorten it."),
        ({"commander": "Green Viking", **named(0, "green viking", "Red <b>")}, "Another unit is called green viking"),
        (named(9, "Zeke"), "This is not in the list any more: reload the page."),
    ):
        answer = post("/mechastellar/new", {**FLEET, **fields})
        assert answer.status_code == 422 and why in text(answer)
    many = {f"typed add unit:name line-{number}": "Zeke" for number in range(201)}
    assert "more than 200 changes" in text(post("/mechastellar/new", {**FLEET, **many}))


def test_what_cannot_be_read_comes_back(post):
    answer = post("/mechastellar/new", {**FLEET, "unit-0-count": "lots", "size": "big"})
    assert answer.status_code == 422
    page = text(answer)
    assert "&#39;lots&#39; is not a count" in page and "is not a size" in page and 'value="lots"' in page


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/mechastellar/", "points list"),
        ("/mechastellar/new", "Add a unit"),
        ("/mechastellar/unit-matchup", "Choose your unit and theirs"),
        ("/mechastellar/unit-matchup?a=voltlion&b=white-asura&distance=8&cover=1&double=1", "Best split"),
        ("/mechastellar/unit-matchup?a=green-viking&b=musarl-cruiser&distance=60", "Out of range"),
        ("/mechastellar/unit-matchup?a=fire-cricket&b=dervish&distance=12&fast=1", "High Speed: PEN +2P"),
        (
            "/mechastellar/unit-matchup?a=green-viking&b=voltlion&distance=8&target_high=1",
            "Target on high ground: +2 Hits",
        ),
        ("/mechastellar/rules", "What does Overwatch III fire?"),
        ("/mechastellar/cards", "Green Viking"),
    ],
)
def test_pages(client, address, says):
    answer = client.get(address, follow_redirects=True)
    assert answer.status_code == 200
    assert says in text(answer)


@pytest.mark.parametrize(
    "query", ["a=nobody", "a=voltlion&b=white-asura&distance=far", "choice=luck", "distance=100", "reply=x"]
)
def test_what_a_matchup_cannot_read_answers_422(client, query):
    answer = client.get(f"/mechastellar/unit-matchup?{query}")
    assert answer.status_code == 422
    assert "expected" in text(answer)


@pytest.mark.parametrize("name", ["shoot", "melee", "overwatch", "bridge-attack", "initiative", "destroy-terrain"])
def test_odds_are_shown_for_the_usual_inputs(client, name):
    assert client.get(f"/mechastellar/roll/{name}").status_code == 200


def test_a_split_beyond_the_pool_is_told_beside_its_field(client):
    answer = client.get("/mechastellar/roll/melee?melee=4&attack=9")
    assert answer.status_code == 422
    assert "Found 9 dice, expected at most 4 for attack and defense together" in text(answer)


def test_the_verbs_answer_the_contract(client):
    inputs = {"accuracy": 9, "evade": 4, "shots": 7, "damage": 200}
    answer = client.post("/api/v1/roll/mechastellar/shoot", json={"inputs": inputs, "faces": "1 1 4 5 7 7 10"})
    assert answer.json["outcome"]["damage"] == 1000


OWN = {
    "name": "Copper Saint",
    "id": "copper-saint",
    "type": "MS",
    "performance": "3",
    "frame": "2",
    "points": "77",
    "eq_slots": "1",
    "sensors": "7",
    "move": "9",
    "actions": "1",
    "shooting": "9",
    "melee": "6",
    "evade": "4",
    "arm_sv": "1",
    "hp": "1700",
    "weapons.1.name": "Long Gun",
    "weapons.1.slots": "1",
    "weapons.1.range": "32",
    "weapons.1.attacks": "4",
    "weapons.1.close_range": "RF+1",
    "weapons.1.dmg": "300",
}


@pytest.fixture
def pack(post):
    return post("/mechastellar/packs", {"title": "Mine"}).location.split("?")[0]


def test_an_own_profile_is_entered_in_a_form_like_the_printed_block(client, post, pack):
    page = text(client.get(f"{pack}/card?kind=profile"))
    bands = ["What it is", "How it is built", "How it fights", "Weapons"]
    assert [page.index(f">{band}<") for band in bands] == sorted(page.index(f">{band}<") for band in bands)
    saved = post(f"{pack}/card?kind=profile", OWN)
    assert saved.status_code == 303
    assert "Copper Saint" in text(client.get(pack))


def test_what_an_own_profile_cannot_be_stands_beside_its_cell(post, pack):
    answer = post(f"{pack}/card?kind=profile", {**OWN, "weapons.1.range": "far", "hp": "lots"})
    assert answer.status_code == 422
    page = text(answer)
    assert "inches such as 24, Melee or -" in page and "a whole number" in page and 'value="far"' in page


@pytest.mark.long
def test_every_print_set_can_be_chosen_and_a_lists_own_too(client, post):
    made = post("/mechastellar/new", FLEET).location
    assert "Print: Roster" in text(client.get(made))
    assert "Profile sheets" in text(client.get("/mechastellar/print", follow_redirects=True))


def test_a_matchup_keeps_what_it_was_asked_with(client):
    page = text(client.get("/mechastellar/unit-matchup?a=Green+Viking&b=voltlion&cover=1&ruling.captain-bonus=both"))
    assert '<option value="green-viking" selected>' in page and 'name="cover" value="1" checked' in page
    assert 'name="behind" value="1"> ' in page and 'id="distance" name="distance" value="16"' in page
    assert "a=voltlion&amp;b=green-viking&amp;distance=16&amp;ruling.captain-bonus=both" in page
    waits = client.get("/mechastellar/unit-matchup?a=voltlion")
    assert waits.status_code == 200 and '<option value="voltlion" selected>' in text(waits)


def test_a_matchup_answers_over_http(client):
    found = client.get("/api/v1/analyses/mechastellar/unit-matchup?a=green-viking&b=musarl-cruiser&distance=60").json
    assert found["inputs"]["distance"] == 60 and "Out of range" in found["answer"]["weapons"][0]["why_not"]
    refused = client.get("/api/v1/analyses/mechastellar/unit-matchup?a=voltlion&b=voltlion&distance=100")
    assert refused.status_code == 422 and "at most 99" in text(refused)


@pytest.mark.long
def test_limits_of_a_game_are_numbers_typed_among_the_rulings(client, post):
    page = text(client.get("/mechastellar/house-rules"))
    assert 'name="most-units.number" value=""' in page and "or a number, 1 to 200" in page
    assert 'name="most-units" value="ten"' not in page
    assert post("/mechastellar/rules", {"most-units": "off", "most-units.number": "2"}).status_code == 303
    page = text(client.get("/mechastellar/house-rules"))
    assert 'name="most-units.number" value="2"' in page and "At most 2." in page
    made = text(client.get(post("/mechastellar/new", {**FLEET, "size": "2000"}).location))
    assert "Your ruling allows 2 units and this list has 4: remove 2." in made
    # The field is left as it was and an option is chosen: the option counts.
    assert post("/mechastellar/rules", {"most-units": "off", "most-units.number": "2"}).status_code == 303
    assert 'name="most-units.number" value=""' in text(client.get("/mechastellar/house-rules"))


@pytest.mark.parametrize("typed", ["0", "201", "many"])
def test_a_number_that_a_ruling_cannot_be_is_refused_with_its_bounds(post, typed):
    answer = post("/mechastellar/rules", {"most-units": "off", "most-units.number": typed})
    assert answer.status_code == 422 and "a number from 1 to 200" in text(answer)


def test_a_saved_lists_units_and_a_pasted_opponent_meet_in_a_matchup(client, post):
    made = post("/mechastellar/new", {**FLEET, "unit-0-pilot": "1"})
    page = text(client.get(made.location))
    link = re.search(r'href="(/mechastellar/unit-matchup[^"]+)"', page)[1].replace("&amp;", "&")
    mine = text(client.get(link))
    assert "<strong>Red &lt;b&gt;</strong> of First fleet" in mine
    assert "<strong>Green Viking</strong> of First fleet" in mine and "Skilled Pilot" in mine
    assert '<optgroup label="First fleet"><option value="Red &lt;b&gt; @ First fleet" selected>' in mine
    query = {
        "a": "Green Viking @ First fleet",
        "b": "Zeke",
        "theirs": "Zeke (Green Viking): 30; Machine Gun → Magella Cannon",
    }
    page = text(client.get("/mechastellar/unit-matchup", query_string=query))
    assert "Zeke</strong> of untitled" in page and "Carries Magella Cannon" in page
    assert "Machine Gun <span" not in page and "Giant Bazooka <span" in page
    wrong = client.get("/mechastellar/unit-matchup", query_string={**query, "theirs": "Nobody"})
    assert wrong.status_code == 422 and "theirs, line 1" in text(wrong)


def test_two_lists_of_one_title_are_told_apart_by_the_build_in_the_address(client, post):
    first = post(
        "/mechastellar/new", {"title": "", "size": "500", "unit-0-profile": "green-viking", "unit-0-name": "One"}
    )
    post("/mechastellar/new", {"title": "", "size": "500", "unit-0-profile": "green-viking", "unit-0-name": "Two"})
    page = text(client.get(first.location))
    link = re.search(r'href="(/mechastellar/unit-matchup[^"]+)"', page)[1].replace("&amp;", "&")
    assert "One against One" in text(client.get(link))


@pytest.mark.long
def test_a_profile_is_typed_as_its_card_prints_it(app, client, post):
    address = post("/mechastellar/packs", {"title": "Box"}).location
    form = client.get(f"{address}/card?kind=profile").get_data(as_text=True)
    assert '<datalist id="role-offered"><option value="Battler">' in form and 'list="special-offered"' in form
    typed = {
        "name": "Sky Lancer",
        "type": "MS",
        "role": "Scout",
        "special": "Supersonic (3)",
        "performance": "5",
        "frame": "2",
        "points": "1,250",
        "eq_slots": "1",
        "sensors": '6"',
        "move": "8″",
        "actions": "2",
        "shooting": "9",
        "melee": "7d10",
        "evade": "+3",
        "arm_sv": "−1",
        "hp": "3,700",
        "size": "-",
        "weapons.1.name": "Gun",
        "weapons.1.slots": "1",
        "weapons.1.range": '32"',
        "weapons.1.dmg": "1,100",
        "weapons.1.attacks": "6",
        "weapons.1.qualities": "K; Plasma",
        "traits.1.name": "Ghost Step",
    }
    assert post(f"{address}/card?kind=profile", typed).status_code == 303
    page = client.get(address).get_data(as_text=True)
    assert "Supersonic (3), Plasma and Ghost Step: kept and printed, no effect on dice." in page
    (card,) = app.extensions["store"].get(address.rsplit("/", 1)[1]).data["profile"]
    assert (card["hp"], card["melee"], card["arm_sv"], card["weapons"][0]["dmg"]) == (3700, 7, -1, 1100)
    assert client.get(f"{address}/card?card=sky-lancer").status_code == 200
    gone = client.get("/mechastellar/cards").get_data(as_text=True)
    assert "Sky Lancer" in gone


@pytest.mark.long
def test_a_whole_turn_of_a_lists_unit_is_one_tap_from_the_list(client, post):
    made = post("/mechastellar/new", {**FLEET, "unit-0-pilot": "1"})
    link = re.search(r'href="(/mechastellar/whole-turn[^"]+)"', text(client.get(made.location)))[1].replace(
        "&amp;", "&"
    )
    page = text(client.get(link))
    assert "Red &lt;b&gt; against Lieutenant Reyes at 16″" in page and 'class="ms-ways"' in page  # of an example
    roll = re.search(r'href="(/mechastellar/roll/[^"]+)" aria-label="Roll', page)[1].replace("&amp;", "&")
    assert "build=" in roll and client.get(roll).status_code == 200
    far = client.get("/mechastellar/whole-turn?a=green-viking&b=voltlion&distance=90")
    assert "cannot attack from here" in text(far) and "Out of range" in text(far)
    assert client.get("/mechastellar/whole-turn?a=voltlion&b=voltlion&momentum=11").status_code == 422


@pytest.mark.long
def test_a_whole_turn_from_a_list_opens_with_the_enemy_as_target(client, post):
    made = post("/mechastellar/new", {**FLEET, "unit-0-pilot": "1"})
    name = re.search(r"/mechastellar/builds/([^/?]+)", made.location)[1]
    enemy = 'game = "mechastellar"\ntitle = "Theirs"\n[[unit]]\nprofile = "voltlion"\nname = "Old Foe"\n'
    brought = post("/mechastellar/matchup", {"build": name, "other": "typed", "text": enemy})
    assert brought.status_code == 303
    (link,) = re.findall(r'href="(/mechastellar/whole-turn[^"]+)"', text(client.get(made.location)))
    for here in (link, f"/mechastellar/unit-matchup?build={name}"):
        page = text(client.get(here.replace("&amp;", "&")))
        assert "Red &lt;b&gt; against Old Foe at 16″" in page and "Their list is Theirs" in page
    # What an address names stays: its own target, and no list that it would be looked for in.
    typed = text(client.get(f"/mechastellar/whole-turn?build={name}&b=dervish&distance=12"))
    assert "Red &lt;b&gt; against Dervish at 12″" in typed and "Old Foe" not in typed
    # From the matchup of both lists, too.
    page = text(client.get(brought.location))
    onward = re.search(r'href="(/mechastellar/whole-turn[^"]+)"', page)[1].replace("&amp;", "&")
    assert "Red &lt;b&gt; against Old Foe" in text(client.get(onward))


@pytest.mark.parametrize("page", ["whole-turn", "unit-matchup"])
def test_the_units_of_a_linked_list_can_be_chosen(client, post, page):
    link = f"http://localhost{post('/mechastellar/new', FLEET).location}"
    for pasted in (link, f"> Ann: see {link}", "1 VoltLion\n3 Green Viking"):
        shown = text(client.get(f"/mechastellar/{page}", query_string={"theirs": pasted}))
        field = re.search(r'<select id="b".*?</select>', shown, re.S)[0]
        names = re.findall(r'<option value="([^"]+)"', field)
        assert names == (["Red &lt;b&gt;", "Green Viking"] if "http" in pasted else ["VoltLion", "Green Viking"])
