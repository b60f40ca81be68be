"""Tables with record sheets: builds brought, the board, a unit’s sheet, attacks with their odds."""

import json
import re
import zlib
from dataclasses import replace
from fractions import Fraction
from html import unescape
from types import SimpleNamespace

import lxml.html
import pytest

from companion.data.documents import to_document, to_toml
from companion.gamekit.record_sheets import Track
from companion.games import GAMES
from companion.play.records.records import Records
from companion.play.records.state import RecordChange, UnitState
from companion.play.tracker import Move, Question
from companion.verbs.game_rolls import prepare
from companion.verbs.rolls import find_exact_odds
from companion.verbs.shared_texts import chat_text
from companion.verbs.tables import open_table, set_up
from companion.web.tables.attacks import _figure
from companion.web.tables.board import Board, ShownTrack
from tests.web.records_game import GAME, HP, KIND, SmallRules, squad
from tests.web.test_tables_by_hand import act  # noqa: F401

RED, BLUE = "1.1", "2.1"


@pytest.fixture(autouse=True)
def small_game(monkeypatch):
    """Let a small game stand in for Techniconica's own tracker."""
    monkeypatch.setitem(GAME.__dict__, "tracker", KIND)


@pytest.fixture
def table(post):
    """Open a table of one phone, and return its path."""

    def opened(**fields):
        answer = post(f"/{GAME.slug}/tables/new", {"phones": "one", "seats": "2", **fields})
        assert answer.status_code == 303, answer.text
        return answer.location

    return opened


@pytest.fixture
def battle(table, act):  # noqa: F811
    """Begin a battle of two squads, with the first seat's first Mech active; return the table's path."""

    def begun(mechs=2, **fields):
        path = table(**fields)
        for seat, name in enumerate(("Ana", "Ben")):
            act(path, "bring", seat, pasted=to_toml(squad(mechs, name)))
        move(act, path, 0, "begin")
        act(path, "activate", 0, unit=RED)
        return path

    return begun


def move(act, path, seat, name, **values):  # noqa: F811
    return act(path, "move", seat, move=json.dumps({"name": name, "values": values}))


def tree(text):
    return lxml.html.document_fromstring(text)


def row(page, unit):
    (found,) = tree(page).xpath(f'//li[@data-unit="{unit}"]')
    return found


def classes(element):
    return set(element.get("class").split())


def strip(page, unit):
    """Return the boxes of a unit's first track and how many are struck, as the page draws them, and its words."""
    (track,) = row(page, unit).xpath('.//span[@data-t="hp"]')
    drawn = dict(re.findall(r"\b([nv])(\d+)\b", track.find("i").get("class")))
    return int(drawn["n"]), int(drawn["v"]), " ".join(track.text_content().split())


# Builds.


@pytest.mark.parametrize("how", ["pasted document", "pasted list", "build code"])
def test_a_guest_brings_a_build_from_a_text(client, table, act, app, how):  # noqa: F811
    example = next(iter(GAME.examples.values()))
    text = to_toml(to_document(example)) if how == "pasted document" else chat_text(GAME, to_document(example))
    if how == "pasted list":
        text = re.sub(r"\n[^\n]*\bMC\d?[A-Za-z0-9-]{20,}[^\n]*", "", text)
    page = act(path := table(), "bring", 0, pasted=text)
    assert f"<strong>{example.title}</strong>" in page and f'data-unit="{RED}"' in page
    assert f"<strong>{example.title}</strong>" in client.get(path).text


def test_a_link_to_a_build_on_this_server_brings_it(client, post, table, act):  # noqa: F811
    saved = post("/import", {"text": to_toml(squad(3, "Linked"))}).location
    page = act(table(), "bring", 0, pasted=f"http://localhost{saved}")
    assert "<strong>Linked</strong>" in page and page.count('<li id="u1.') == 3


def test_a_text_that_is_no_build_and_one_of_another_game_are_refused_with_the_reason(client, post, table):
    other = next(game for game in GAMES if game is not GAME)
    path = table()
    for pasted, words in (
        ("hello", "a squad in TOML, JSON or as text for a chat"),
        (to_toml(to_document(next(iter(other.examples.values())))), GAME.slug),
        ("", "one of your saved builds"),
    ):
        answer = post(path, {"act": "bring", "seat": "0", "after": "0", "pasted": pasted})
        assert answer.status_code == 422 and words in unescape(answer.text), pasted


def test_lines_that_somebody_edited_above_a_code_are_asked_about(post, table):
    text = chat_text(GAME, to_document(next(iter(GAME.examples.values()))))
    head, line, *rest = text.splitlines()
    edited = "\n".join((head, line.replace(line.split()[-1], "Nothing"), *rest))
    assert edited != text
    path = table()
    sent = {"act": "bring", "seat": "0", "after": "0", "pasted": edited}
    answer = post(path, sent)
    assert answer.status_code == 422 and "whether its lines count" in unescape(answer.text)
    assert post(path, {**sent, "take": "code"}).status_code == 303


def test_no_build_is_brought_once_the_battle_has_begun(client, post, battle):
    path = battle()
    assert "Bring this build" not in client.get(path).text
    answer = post(path, {"act": "bring", "seat": "0", "after": "99", "pasted": to_toml(squad())})
    assert answer.status_code == 422 and "before the battle begins" in unescape(answer.text)


def test_a_build_is_asked_for_first_and_another_one_is_folded_behind_the_rest(client, table, act):  # noqa: F811
    path = table()
    panels = '//div[@class="bh-acts"]/details'
    first = tree(client.get(path).text).xpath(panels)[0]
    assert first.find("summary").text == "Your build" and first.get("open") is not None
    after = tree(act(path, "bring", 0, pasted=to_toml(squad())))
    titles = [one.find("summary").text for one in after.xpath(panels)]
    assert titles.index("Another build") > titles.index("Count something") and "Your build" not in titles
    assert after.xpath('//details[@id="bh-other-build"]')[0].get("open") is None


# The board.


def test_a_row_has_boxes_for_what_is_left_and_says_who_is_active(client, battle, act):  # noqa: F811
    path = battle()
    page = move(act, path, 0, "mark", unit=RED, track="hp", value=600)
    assert strip(page, RED) == (8, 2, "600 of 800") and strip(page, "1.2") == (8, 0, "800")
    assert "is-active" in classes(row(page, RED)) and "is-active" not in classes(row(page, "1.2"))
    assert "Round 1" in page


def test_statuses_counts_links_and_conditions_are_chips_of_the_row(client, battle, act):  # noqa: F811
    path = battle()
    for track, value in (("focus", 1), ("hold", 2), ("aim", 3), ("hp", 300), ("arm", 2)):
        move(act, path, 0, "mark", unit=RED, track=track, value=value)
    page = move(act, path, 0, "link", unit=RED, link="challenge", other=BLUE)
    chips = [one.text_content() for one in row(page, RED).xpath('.//p[@class="rc-chips"]/span')]
    assert chips == ["Focus", "Hold 2", "Aim 3", "Left Arm Armour 3 of 5", "Challenge: Blue 1", "Low Power"]


def test_ones_own_side_stands_first(client, battle):
    path = battle()
    seats = re.findall(r'<section class="rc-side side-(\d)', client.get(path).text)
    assert seats == ["0", "1"]
    seats = re.findall(r'<section class="rc-side side-(\d)', client.get(f"{path}/at/5").text)
    assert sorted(seats) == ["0", "1"]


def test_an_activation_out_of_turn_is_asked_once_more_and_the_log_says_so(client, post, battle, act):  # noqa: F811
    path = battle()
    move(act, path, 0, "done")
    number = re.search(r'data-number="(\d+)"', client.get(path).text)[1]
    asked = post(path, {"act": "activate", "seat": "0", "after": number, "unit": "1.2"})
    assert asked.status_code == 200 and "another player’s turn" in unescape(asked.text)
    (form,) = [one for one in tree(asked.text).forms if one.fields.get("sure") == "yes"]
    page = act(path, "beside", 0, move=form.fields["move"], sure="yes")
    assert "is-active" in classes(row(page, "1.2"))
    assert "Outside the rules: It is another player’s turn." in unescape(client.get(f"{path}/log").text)


def test_a_side_shows_its_pools_in_a_line_and_its_fields_behind_it(client, battle, act, monkeypatch):  # noqa: F811
    pools = [Track("momentum", "Momentum", 10, "left", 3), Track("revenge", "Revenge declared", 1, "once")]
    monkeypatch.setattr(SmallRules, "pools", lambda self, seat, state: pools)
    path = battle()
    own, theirs = tree(client.get(path).text).xpath('//details[@class="rc-pools"]')
    assert [one.text_content() for one in own.xpath("summary/span")] == ["Momentum 3"]
    assert len(own.xpath('.//input[@value="mark"]')) == len(theirs.xpath('.//input[@value="correct"]')) == 2
    assert [one.get("value") for one in theirs.xpath('.//input[@name="field"]')] == ["2/momentum", "2/revenge"]
    page = tree(move(act, path, 0, "mark", track="revenge", value=1))
    assert page.xpath('//details[@class="rc-pools"]')[0].xpath("summary/span")[1].text_content() == "Revenge declared"
    page = tree(act(path, "correct", 0, field="2/momentum", value="7"))
    assert page.xpath('//details[@class="rc-pools"]')[1].xpath("string(summary/span)") == "Momentum 7"


def test_the_table_is_edited_on_the_board_and_not_in_a_list_of_fields(client, battle):
    page = tree(client.get(battle()).text)
    assert page.xpath('//form[contains(@class, "tb-correct")]/input[@name="field"]/@value') == ["round"]


def test_a_table_looked_back_at_shows_its_records_and_offers_nothing(client, battle, act):  # noqa: F811
    path = battle()
    number = re.search(r'data-number="(\d+)"', client.get(path).text)[1]
    move(act, path, 0, "mark", unit=RED, track="hp", value=100)
    page = client.get(f"{path}/at/{number}").text
    assert strip(page, RED)[2] == "800" and not tree(page).xpath('//*[@class="rc-do" and self::button]')


# A unit's sheet.


def test_a_sheet_has_every_track_with_its_field_and_sets_ones_own(client, battle, act):  # noqa: F811
    path = battle()
    sheet = tree(client.get(f"{path}/units/{RED}?seat=0").text)
    labels = [" ".join(one.text_content().split()) for one in sheet.xpath('//form[@data-free="move"]/label')]
    assert labels == ["HP", "Focus", "Hold", "Aim", "Ammo used Until it reloads.", "Armour", "Challenge"]
    form = next(one for one in sheet.forms if one.fields.get("value.track") == "arm")
    values = {name: value for name, value in form.fields.items() if name.startswith("value.")}
    assert values == {"value.unit": RED, "value.track": "arm", "value.value": "0"}
    act(path, "move", 0, name="mark", **{**values, "value.value": "4"})
    assert 'value="4"' in client.get(f"{path}/units/{RED}?seat=0").text


def test_a_unit_is_taken_out_and_brought_back_by_its_player(client, battle, act):  # noqa: F811
    path = battle()
    page = act(path, "move", 0, name="out", **{"value.unit": "1.2", "value.why": "out of play"})
    assert "is-out" in classes(row(page, "1.2"))
    page = act(path, "move", 0, name="out", **{"value.unit": "1.2"})
    assert "is-out" not in classes(row(page, "1.2"))


def test_units_and_pictures_that_are_not_there_are_not_found(client, battle):
    path = battle()
    for part in ("units/9.9", "figures/0/99.svg", "figures/7/0.svg", f"attacks?unit={RED}&target=9.9", "attacks"):
        assert client.get(f"{path}/{part}").status_code == 404, part
    picture = client.get(f"{path}/figures/0/0.svg")
    assert picture.status_code == 200 and picture.data.startswith(b"<svg")


# Attacks.


def attacks(client, path, **fields):
    query = "&".join(f"{name.replace('_', '.')}={value}" for name, value in fields.items())
    return client.get(f"{path}/attacks?unit={RED}&target={BLUE}&seat=0&{query}", headers={"X-Fragment": "1"})


def test_attacks_stand_with_the_best_first_and_the_odds_of_their_inputs(client, battle):
    page = tree(attacks(client, battle()).text)
    assert page.xpath('//button[@name="attack"]/@value') == ["long", "short"]
    inputs = {"accuracy": 6, "speed": 1, "armour": 2, "penetration": 4, "damage_output": 3}
    prepared = prepare(GAME, "shoot", inputs)
    hit = find_exact_odds(prepared).measure(next(one for one in prepared.measures if one.name == "hit"))
    shown = page.xpath('//button[@value="long"]')[0].text_content()
    assert f"{round(float(hit) * 100)} %" in shown
    assert "It is too far." in page.text_content() and "Its barrel is bent." in page.text_content()


def test_what_is_said_of_two_units_changes_their_attacks_and_is_remembered(client, battle, act):  # noqa: F811
    path = battle()
    assert "blade" not in tree(attacks(client, path).text).xpath('//button[@name="attack"]/@value')
    asked = tree(attacks(client, path, said_behind="true", said_cover="2").text)
    assert "blade" in asked.xpath('//button[@name="attack"]/@value')
    said = {"said.behind": "true", "said.cover": "2"}
    assert {name: asked.xpath(f'//form[@data-act]/input[@name="{name}"]/@value') for name in said} == {
        name: [value] for name, value in said.items()
    }
    act(path, "attack", 0, unit=RED, target=BLUE, attack="blade", **said)
    page = tree(attacks(client, path).text)
    assert page.xpath('//input[@name="said.behind" and @type="checkbox"]/@checked')
    back = tree(client.get(f"{path}/attacks?unit={BLUE}&target={RED}&seat=0").text)
    assert back.xpath('//input[@id="rc-cover"]/@value') == ["2"]
    assert not back.xpath('//input[@name="said.behind" and @type="checkbox"]/@checked')


def test_the_best_attack_on_each_target_stands_with_its_figure(client, battle):
    path = battle()
    page = tree(client.get(f"{path}/attacks?unit={RED}&seat=0").text)
    assert page.xpath("//li[@data-best-of]/@data-best-of") == [BLUE, "2.2"]
    alone = tree(attacks(client, path).text).xpath('//button[@value="long"]//strong/text()')[0]
    assert page.xpath(f'//li[@data-best-of="{BLUE}"]//strong/text()') == [alone]


def test_what_cannot_be_read_of_two_units_is_said_beside_them(client, battle):
    answer = attacks(client, battle(), said_cover="many")
    assert answer.status_code == 422 and "cover" in answer.text.casefold() and "many" in answer.text


def test_an_attack_asks_the_other_player_rolls_and_changes_both_records(client, battle, act):  # noqa: F811
    path = battle()
    act(path, "attack", 0, unit=RED, target=BLUE, attack="long")
    page = client.get(path).text
    assert "is-concerned" in classes(row(page, BLUE)) and 'name="seat" value="1"' in page
    page = act(path, "answer", 1, faces="2")
    applied = tree(page).xpath('//details[@class="rc-applied"]')[0]
    damage = int(re.search(r"(\d+) damage", applied.text_content())[1])
    left = HP - damage
    assert strip(page, BLUE)[2] == (f"{left} of {HP}" if damage else str(HP))
    if damage:
        words = " ".join(applied.text_content().split())
        assert f"Blue 1 HP {HP} → {left}" in words and "Momentum 3 → 4" in words
    assert applied.get("open") is not None and applied.xpath('.//button[text()="Undo"]')


def test_an_attack_outside_the_rules_is_asked_once_more(client, post, battle, act):  # noqa: F811
    path = battle()
    number = re.search(r'data-number="(\d+)"', client.get(path).text)[1]
    sent = {"seat": "0", "after": number, "unit": RED, "target": BLUE, "attack": "short"}
    asked = post(path, {"act": "attack", **sent})
    assert asked.status_code == 200 and "Its barrel is bent." in asked.text
    (form,) = [one for one in tree(asked.text).forms if one.fields.get("sure") == "yes"]
    act(path, "beside", 0, move=form.fields["move"], sure="yes")
    assert "Pistol at Blue 1" in client.get(f"{path}/log").text


def test_an_attack_of_a_unit_that_is_not_active_is_refused_and_the_page_says_so_before(client, post, battle):
    path = battle()
    page = client.get(f"{path}/attacks?unit=1.2&target={BLUE}&seat=0").text
    assert "Activate Red 2 first." in page and "disabled" in page
    answer = post(path, {"act": "attack", "seat": "0", "after": "99", "unit": "1.2", "target": BLUE, "attack": "long"})
    assert answer.status_code == 422 and "an attack of Red 1" in unescape(answer.text)


def test_the_newest_roll_stands_until_the_next_one_with_an_undo_while_it_is_the_last_move(battle, act):  # noqa: F811
    path = battle()
    act(path, "attack", 0, unit=RED, target=BLUE, attack="long")
    act(path, "answer", 1, faces="1")
    page = tree(move(act, path, 0, "mark", unit=RED, track="aim", value=1))
    (applied,) = page.xpath('//details[@class="rc-applied"]')
    assert "Long Rifle at Blue 1" in applied.text_content() and not applied.xpath(".//button")
    assert applied.get("open") is None
    news = page.xpath('//section[@class="tb-news"]//li[contains(@class, "tb-entry")]')
    assert ["Red 1: Aim 1." in one.text_content() for one in news] == [True]


@pytest.mark.parametrize(
    ("track", "value", "chip"),
    [
        (Track("actions", "Actions", 4, "left", 1, ends="activation", group="This turn"), 0, "Actions 0 of 1"),
        (Track("actions", "Actions", 4, "left", 1, ends="activation", group="This turn"), 2, "Actions 2"),
        (Track("rack", "Missile Rack", 2, "left", 2, group="Ammo"), 1, "Ammo Missile Rack 1 of 2"),
        (Track("arm", "Armour", 5, "damage", group="Left Arm"), 2, "Left Arm Armour 3 of 5"),
    ],
)
def test_a_chip_says_what_is_left_of_what_there_was_at_the_start(track, value, chip):
    assert ShownTrack(track, value).chip == chip


def test_what_a_roll_changed_is_said_once_for_each_record():
    tracker = open_table(GAME, set_up(GAME, bytes(32), {})).tracker
    units = {RED: UnitState(seat=0), BLUE: UnitState(seat=1)}
    state = tracker.start().model_copy(update={"builds": (squad(1), squad(1)), "units": units})
    changes = [
        RecordChange(seat=1, unit=BLUE, title="In melee with", before="Red 1", after="nobody"),
        RecordChange(seat=0, unit="", title="Momentum", before="3", after="4"),
        RecordChange(seat=1, unit=BLUE, title="Left Arm Armour", before="0", after="5"),
        RecordChange(seat=1, unit=BLUE, title="Focus", before="1", after="0"),
        RecordChange(seat=1, unit=BLUE, title="HP", before="1200", after="0"),
        RecordChange(seat=1, unit=BLUE, title="", before="in play", after="destroyed"),
        RecordChange(seat=1, unit=BLUE, title="Hold", before="2", after="0"),
    ]
    board = Board(SimpleNamespace(tracker=tracker, state=state), 0)
    assert [" ".join(one.split()) for one in board.change_words(changes)] == [
        "Blue 1 In melee with Red 1 ends · Left Arm Armour 0 → 5 of 5 · Focus ends · HP 1,200 → 0 · destroyed",
        "Seat 1 Momentum 3 → 4",
    ]


def test_a_choice_of_weapons_is_sent_as_the_key_that_names_them(post, battle, monkeypatch):
    path, asked = battle(), []
    monkeypatch.setattr(SmallRules, "find_offer", lambda self, records, unit, target, said, key: asked.append(key))
    sent = {"act": "attack", "seat": "0", "after": "99", "unit": RED, "target": BLUE}
    answer = post(path, {**sent, "weapon": ["long", "short"], "part": "head"})
    assert answer.status_code == 422 and set(asked) == {"long+short>head"}


def test_a_game_may_let_another_unit_attack_and_its_sheet_and_page_offer_it(client, battle, act, monkeypatch):  # noqa: F811
    path = battle()
    sheet = f"{path}/units/1.2?seat=0"
    assert not tree(client.get(sheet).text).xpath("//a[@data-target]")
    monkeypatch.setattr(SmallRules, "may_attack", lambda self, records, unit: True)
    assert tree(client.get(sheet).text).xpath("//a[@data-target]/@data-target") == [BLUE, "2.2"]
    assert not tree(client.get(f"{path}/units/2.2?seat=0").text).xpath("//a[@data-target]")
    page = tree(client.get(f"{path}/attacks?unit=1.2&target={BLUE}&seat=0").text)
    assert page.xpath('//button[@name="attack" and not(@disabled)]')
    act(path, "attack", 0, unit="1.2", target=BLUE, attack="long")
    assert "Red 2" in client.get(f"{path}/log").text


def test_numbers_of_ones_own_are_set_on_an_older_page_too_and_attacks_are_not(post, app, client):
    evening = post(f"/{GAME.slug}/tables/new", {"seats": "2"}).location
    links = dict(re.findall(r'id="share-([\w-]+)"[^>]*value="[^"]*(/tables/[\w.-]+)"', client.get(evening).text))
    seats = [
        post(links["join"], {"act": "sit", "seat": str(n), "name": f"P{n}", "key": f"s{n}"}).location for n in (0, 1)
    ]
    for seat, name in zip(seats, ("Ana", "Ben"), strict=True):
        assert post(seat, {"act": "bring", "pasted": to_toml(squad(2, name))}).status_code == 303
    for name, values in (("begin", {}), ("activate", {"unit": RED})):
        given = {"act": "move", "after": "99", "move": json.dumps({"name": name, "values": values})}
        assert post(seats[0], given).status_code == 303
    mark = {"name": "mark", "values": {"unit": BLUE, "track": "aim", "value": 1}}
    assert post(seats[1], {"act": "move", "after": "1", "move": json.dumps(mark)}).status_code == 303
    old = {"act": "attack", "after": "1", "unit": RED, "target": BLUE, "attack": "long"}
    assert post(seats[0], old).status_code == 409
    foreign = {"name": "mark", "values": {"unit": BLUE, "track": "hp", "value": 100}}
    refused = post(seats[0], {"act": "move", "after": "99", "move": json.dumps(foreign)})
    assert refused.status_code == 422 and "another player’s" in unescape(refused.text)
    assert post(seats[0], {"act": "correct", "after": "99", "field": f"{BLUE}/hp", "value": "100"}).status_code == 303
    asked = unescape(client.get(seats[1]).text)
    assert "asks for a correction by hand: Blue 1: HP to 100" in asked and strip(asked, BLUE)[2] == "800"


def test_until_the_battle_begins_a_seat_is_offered_analyses_against_what_others_have_brought(
    monkeypatch,
    client,
    table,
    act,  # noqa: F811
):
    kind = replace(
        KIND, questions=lambda view, seat: (Question("best-mech", "Best mech against Ben", {"wish": "damage"}),)
    )
    monkeypatch.setitem(GAME.__dict__, "tracker", kind)
    path = table()
    act(path, "bring", 0, pasted=to_toml(squad(1, "Ana")))
    (link,) = tree(client.get(path).text).xpath('//a[text()="Best mech against Ben"]/@href')
    assert "wish=damage" in link and client.get(link).status_code == 200


def test_the_sheets_of_a_build_on_a_table_are_printed_from_there(client, battle):
    (link, _) = tree(client.get(battle()).text).xpath('//details[@id="more-print"]//a/@href')
    page = client.get(link)
    assert page.status_code == 200 and "Ana" in page.text
    assert client.get(link.replace("%3A0", "%3A7").replace(":0", ":7")).status_code == 404


# Opening, and the size of what is sent.


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_is_offered_kept_by_the_app_if_it_has_a_tracker_or_by_hand(client, post, game):
    page = tree(client.get(f"/{game.slug}/tables/new").text)
    by_app = game.load_answers().tracker is not None
    assert page.xpath('//input[@name="kept"]/@value') == (["app", "hand"] if by_app else [])
    for kept, number in (*([("app", game.tracker.number)] if by_app else []), ("hand", 100)):
        path = post(f"/{game.slug}/tables/new", {"phones": "one", "seats": "2", "kept": kept}).location
        assert client.get(f"{path}/table.json").get_json()["setup"]["tracker"] == number
    refused = post(f"/{game.slug}/tables/new", {"kept": "by nobody"})
    assert refused.status_code == 422 and "by nobody" in refused.text


@pytest.mark.parametrize("seats", [1, 4])
def test_by_hand_any_number_of_seats_up_to_four_may_be_chosen(client, post, seats):
    game = next(game for game in GAMES if game.tracker.most_seats == 2)
    given = {"phones": "one", "seats": str(seats)}
    assert post(f"/{game.slug}/tables/new", {**given, "kept": "hand"}).status_code == 303
    refused = post(f"/{game.slug}/tables/new", given)
    assert refused.status_code == 422 and f"{seats}" in refused.text


def test_a_large_table_is_a_small_answer(client, battle):
    """Thirty units a side: packed no more than three times the home page."""
    path = battle(mechs=30)
    home, table = (zlib.compress(client.get(one).data) for one in ("/", f"{path}/fragment?after=1"))
    assert len(table) <= 3 * len(home)


def test_an_answer_keeps_its_capitals(client, battle, act):  # noqa: F811
    path = battle()
    act(path, "attack", 0, unit=RED, target=BLUE, attack="long")
    answers = tree(client.get(f"{path}?seat=1").text).xpath('//ul[@class="tb-answers"]//button/text()')
    assert answers == ["Duck", "Stand on Hill 7"]


def test_the_rolls_of_one_act_stand_together(battle, act):  # noqa: F811
    path = battle()
    act(path, "attack", 0, unit=RED, target=BLUE, attack="long", **{"said.cover": "2"})
    page = tree(act(path, "answer", 1, faces="2"))
    (applied,) = page.xpath('//details[@class="rc-applied"]')
    words = applied.text_content()
    assert re.search(r"Long Rifle at Blue 1: \d+ damage\. The cover of Blue 1 is gone\.", words)
    assert len(applied.xpath('.//span[@class="rc-dice"]')) >= 2
    page = tree(move(act, path, 0, "focus", unit=RED))
    assert "damage. The cover" in page.xpath('//details[@class="rc-applied"]')[0].text_content()


def test_a_roll_under_way_and_its_dice_so_far_are_shown_to_everybody(client, battle, act):  # noqa: F811
    path = battle()
    for seat in (0, 1):
        act(path, "dice", seat, dice="typed")
    act(path, "attack", 0, unit=RED, target=BLUE, attack="long")
    act(path, "answer", 1, faces="2")
    news = tree(client.get(path).text).xpath('//section[@class="tb-news"]')[0].text_content()
    assert news.count("Long Rifle at Blue 1") == 1, "the title of the roll is not repeated by the log"
    act(path, "answer", 0, faces="7")
    for address in (f"{path}?seat=0", f"{path}?seat=1"):
        rolling = tree(client.get(address).text).xpath('//div[@class="rc-rolling"]')[0]
        assert "Red 1: Long Rifle at Blue 1" in rolling.text_content()
        assert "Attack Roll 7" in " ".join(rolling.text_content().split())


def test_an_attack_outside_the_rules_is_never_the_one_to_press(client, battle, monkeypatch):
    path, offers = battle(), SmallRules.offers
    primary = '//button[contains(@class, "rc-attack") and contains(@class, "primary")]/@value'
    assert tree(attacks(client, path).text).xpath(primary) == ["long"]
    warned = lambda *asked: [replace(one, warning="It is spent.") for one in offers(*asked)]  # noqa: E731
    monkeypatch.setattr(SmallRules, "offers", warned)
    page = tree(attacks(client, path).text)
    assert page.xpath('//button[@name="attack"]/@value') and not page.xpath(primary)


def test_many_moves_of_one_name_are_folded_and_the_end_of_an_activation_never_is(client, battle, monkeypatch):
    path = battle()
    names = ["challenge"] * 5 + [f"skill-{number}" for number in range(9)]
    moves = [Move(name=name, values={"n": n}, label=f"Do {n}: Red 1") for n, name in enumerate(names)]
    moves.append(Move(name="twice", label="Do it twice", warning="Once is enough."))
    monkeypatch.setattr(SmallRules, "moves", lambda self, records, seat: moves)
    page = tree(client.get(f"{path}?seat=0").text)
    folds = {one.find("summary").text.strip(): one for one in page.xpath('//details[@class="tb-group"]')}
    assert {title: len(fold.xpath(".//button")) for title, fold in folds.items()} == {"Moves": 9, "Challenge": 5}
    (end,) = page.xpath('//section[@id="tb-act"]//button[text()="End the activation"]')
    assert not end.xpath("ancestor::details") and folds["Challenge"].xpath(".//button")[0].text == "Do 0"
    (outside,) = page.xpath('//button[contains(., "Do it twice")]')
    assert outside.xpath("ancestor::details/@id") == ["more-beside"]


def test_once_only_one_side_has_units_left_the_end_of_the_game_is_offered(client, battle, act):  # noqa: F811
    path = battle(mechs=1)
    assert "units left" not in client.get(path).text
    page = tree(act(path, "correct", 0, field=f"{BLUE}/hp", value="0"))
    (end,) = page.xpath('//section[@id="tb-act"]//button[text()="End the game: Seat 1 won"]')
    act(path, "result", 0, winner=end.xpath('string(ancestor::form//input[@name="winner"]/@value)'))
    assert "Seat 1 won" in client.get(path).text


def test_a_rare_move_stands_on_the_sheet_of_its_unit_alone(client, battle, monkeypatch):
    path = battle()
    monkeypatch.setattr(SmallRules, "on_sheets", ("focus",))
    assert "Red 1 focuses" not in client.get(f"{path}?seat=0").text
    assert "Red 1 focuses" in client.get(f"{path}/units/{RED}?seat=0").text
    assert "Red 1 focuses" not in client.get(f"{path}/units/1.2?seat=0").text


def test_whoever_waits_reads_which_unit_acts(client, battle):
    assert "Red 1 acts." in client.get(f"{battle()}?seat=1").text


def trouble(post, path, **sent):
    answer = post(path, {"seat": "0", "after": "99", **sent})
    assert answer.status_code == 422, answer.status_code
    return tree(answer.text).xpath('string(//p[@class="tb-trouble"])')


def test_a_refusal_is_one_sentence_with_the_names_of_the_board(post, battle):
    path = battle()
    said = trouble(post, path, act="attack", unit=BLUE, target=RED, attack="long")
    assert said.startswith("Unit: found Blue 1") and said.endswith("expected one of your own.")


def test_the_best_attack_of_a_target_is_within_the_rules(client, battle, monkeypatch):
    path, offers = battle(), SmallRules.offers
    page = client.get(f"{path}/attacks?unit={RED}").text
    assert len(tree(page).xpath("//li[@data-best-of]")) == 2
    warned = lambda self, *asked: [replace(one, warning="It has fired.") for one in offers(self, *asked)]  # noqa: E731
    monkeypatch.setattr(SmallRules, "offers", warned)
    page = client.get(f"{path}/attacks?unit={RED}").text
    assert not tree(page).xpath("//li[@data-best-of]") and "No attack is possible." in page


@pytest.mark.parametrize(("value", "words"), [("99.94", "99.9"), ("100.4", "100"), ("1041.3", "1,041")])
def test_a_figure_of_hundreds_is_a_whole_number(value, words):
    assert _figure(Fraction(value), "number") == words


def test_an_attack_that_asks_first_says_who_attacks_whom(client, battle, act, monkeypatch):  # noqa: F811
    path, begin = battle(), Records.begin
    monkeypatch.setattr(Records, "begin", lambda self, *steps: begin(self, *steps[:1]))
    act(path, "attack", 0, unit=RED, target=BLUE, attack="long")
    log = tree(client.get(path).text).xpath('//section[@class="tb-news"]//li')
    assert "Red 1 attacks Blue 1." in log[-1].text_content()


def test_a_refusal_names_a_few_of_many_fields(post, battle):
    path = battle(mechs=12)
    assert len(trouble(post, path, act="correct", field="9.9/hp", value="1")) < 300
    wrong = json.dumps({"name": "mark", "values": {"unit": RED, "track": "x", "value": 1}})
    said = trouble(post, path, act="move", move=wrong)
    assert said == "Track: found 'x', expected one of hp, focus, hold, aim, ammo or arm."


def test_a_unit_is_not_linked_to_itself(post, battle):
    linked = json.dumps({"name": "link", "values": {"unit": RED, "link": "challenge", "other": RED}})
    assert trouble(post, battle(), act="move", move=linked) == "Other: found Red 1, expected another unit."


@pytest.mark.parametrize("page", ["roll?other=", "print?build="])
@pytest.mark.parametrize("seat", ["2", "0009", "٣", "-1", "x", ""])
def test_a_seat_of_a_table_that_is_none_is_refused(client, battle, page, seat):
    answer = client.get(f"/{GAME.slug}/{page}table:{battle().rpartition('/')[2]}:{seat}")
    assert answer.status_code in (404, 422)
