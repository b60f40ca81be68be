"""What a battle left of a build begins the next one: taken over by a table's link, marked custom, agreed to by all."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.games import game as find_game
from companion.play import acts as play
from companion.play.fair_dice import commitment
from companion.play.log import Setup
from companion.play.new_events import Brought
from companion.storage import tables
from companion.verbs.table_checks import verify_answer
from companion.verbs.table_files import TableFile
from companion.verbs.tables import export, open_table, set_up
from tests.consent import agreed_by_all
from tests.web.test_tables_by_hand import act  # noqa: F401

SEED = bytes(range(32))
BROUGHT = Brought(SEED, "2026-11-29T20:00:00Z")


def document(slug, name):
    return find_game(slug).examples[name].model_dump(mode="json", exclude_defaults=True)


@pytest.fixture
def two_players():
    """A table of MechaStellar at which two players have sat down."""
    game = find_game("mechastellar")
    table = open_table(game, set_up(game, SEED, {}))
    for seat, name in enumerate(("Ana", "Ben")):
        table = play.sit(table, BROUGHT, seat, name, f"{seat:02x}")
    return table


def bring(table, lost, seat=0):
    values = {"build": document("mechastellar", "border-patrol"), **({"lost": lost} if lost else {})}
    return play.move(table, BROUGHT, seat, "build", values)


def test_losses_of_an_earlier_battle_count_once_the_others_agree(two_players):
    """Border Patrol: Longbow, its second unit, has 1,500 HP."""
    asked = bring(two_players, "2/hp=600")
    assert asked.state.builds == (None, None)
    assert asked.proposal.values["move"]["label"] == (
        "Custom: it begins as an earlier battle left it, Longbow: HP 600 of 1,500 left"
    )
    table = agreed_by_all(asked, BROUGHT)
    records = table.tracker.records(table.state)
    assert [records.value(unit, "hp") for unit in ("1.1", "1.2")] == [1500, 600]
    assert table.state.custom == (0,)
    assert table.state.news[-1] == "Custom: it begins as an earlier battle left it, Longbow: HP 600 of 1,500 left."
    again = bring(table, "")
    assert (again.state.custom, again.tracker.records(again.state).value("1.2", "hp")) == ((), 1500)


def test_a_unit_that_was_destroyed_does_not_come_back(two_players):
    table = agreed_by_all(bring(two_players, "2/hp=lost"), BROUGHT)
    assert table.state.units["1.2"].out
    assert not table.state.units["1.1"].out


@pytest.mark.parametrize(
    "lost", ["2/hp=1600", "2/hp=650", "9/hp=100", "2/engine=1", "2/hp", "=", "x" * 7000, "2/hp=-100"]
)
def test_losses_that_a_record_cannot_have_are_refused(two_players, lost):
    with pytest.raises(InvalidInput):
        bring(two_players, lost)


def test_the_log_of_a_battle_that_began_so_is_checked_whole(two_players):
    table = bring(agreed_by_all(bring(two_players, "2/hp=600"), BROUGHT), "", 1)
    ended = play.concede(table, BROUGHT, 1)
    answer = verify_answer(read_as(TableFile, export(ended, None)))
    assert answer["wrong"] == []


@pytest.mark.parametrize(
    ("slug", "name", "unit", "track", "value", "left"),
    [
        ("mechastellar", "border-patrol", "2.2", "hp", 600, "Longbow: HP 600 of 1,500 left"),
        ("techniconica", "copper-bison", "2.1", "cockpit", 1, "Standard Cockpit damage 1 of 3"),
    ],
)
def test_the_link_of_a_report_brings_what_is_left_there(client, post, act, slug, name, unit, track, value, left):  # noqa: F811
    def opened():
        return post(f"/{slug}/tables/new", {"phones": "one"}).location

    def move(path, seat, kind, **values):
        return act(path, "move", seat, move=json.dumps({"name": kind, "values": values}))

    first = opened()
    for seat in (0, 1):
        move(first, seat, "build", build=document(slug, name))
    move(first, 1, "mark", unit=unit, track=track, value=value)
    act(first, "result", 0, winner="0")
    act(first, "finish", 0)
    report = client.get(f"{first}/report").text
    link = re.search(r'id="left-1" type="text" readonly value="([^"]+)"', report)[1]
    second = opened()
    page = act(second, "bring", 0, pasted=f"> Ben: {link}")
    assert "Custom: it begins as an earlier battle left it" in page
    assert left in page
    assert ">custom</span>" in page


@pytest.mark.parametrize(("slug", "name"), [("mechastellar", "border-patrol"), ("techniconica", "copper-bison")])
def test_a_unit_that_is_out_of_play_is_handed_on(post, act, slug, name):  # noqa: F811
    first, second = (post(f"/{slug}/tables/new", {"phones": "one"}).location for _ in range(2))
    act(first, "move", 0, move=json.dumps({"name": "build", "values": {"build": document(slug, name)}}))
    act(first, "move", 0, move=json.dumps({"name": "out", "values": {"unit": "1.1", "why": "crushed"}}))
    page = act(second, "bring", 0, pasted=f"http://localhost{first}?left=1")
    assert "Custom: it begins as an earlier battle left it" in page


@pytest.mark.parametrize(
    ("slug", "name", "lasting", "passing"),
    [
        (
            "mechastellar",
            "border-patrol",
            ("lost-0", 1, "Reyes: Machine Cannon lost"),
            [("stun", 1), ("high", 1), ("ammo-1", 0)],
        ),
        (
            "techniconica",
            "copper-bison",
            ("part[0]", 1, "Flame Thrower"),
            [("re-rolls", 0), ("jam:part[1]", 1), ("aim", 1)],
        ),
    ],
)
def test_damage_lasts_and_what_a_battle_alone_knows_does_not(post, act, slug, name, lasting, passing):  # noqa: F811
    first, second = (post(f"/{slug}/tables/new", {"phones": "one"}).location for _ in range(2))
    act(first, "move", 0, move=json.dumps({"name": "build", "values": {"build": document(slug, name)}}))
    for track, value in (*passing, lasting[:2]):
        mark = {"unit": "1.1", "track": track, "value": value}
        act(first, "move", 0, move=json.dumps({"name": "mark", "values": mark}))
    page = act(second, "bring", 0, pasted=f"http://localhost{first}?left=1")
    (words,) = set(re.findall(r"as an earlier battle left it, ([^<]*?)\.?\s*<", page))
    assert lasting[2] in words and words.count(",") == 0, words


def test_a_card_of_the_tables_pack_goes_along(client, post, act, app):  # noqa: F811
    game, store = find_game("mechastellar"), app.extensions["store"]
    pack = tomllib.loads(Path("tests/releases/0.17.0/packs/mechastellar-pack.toml").read_text("utf-8"))
    second = post("/mechastellar/tables/new", {"phones": "one"}).location
    stored = tables.read(store, second.rpartition("/")[2])
    setup = read_as(Setup, {**stored.setup.model_dump(mode="json"), "pack": [pack], "commitment": commitment(SEED)})
    first = f"/tables/{tables.create(store, stored.owner, setup, SEED).id}"
    brought = {"game": game.slug, "title": "Veterans", "unit": [{"profile": "grey-viking"}]}
    act(first, "move", 0, move=json.dumps({"name": "build", "values": {"build": brought}}))
    page = act(second, "bring", 0, pasted=f"http://localhost{first}?left=1")
    assert "Veterans" in page and "Grey Viking" in page
    assert "Grey Viking" in client.get(f"/mechastellar/roll?other=table:{first.rpartition('/')[2]}:0").text


def test_a_link_to_join_shows_no_build_before_one_has_sat_down(client, post):
    path = post("/mechastellar/tables/new", {"seats": "2"}).location
    links = dict(re.findall(r'id="share-([\w-]+)"[^>]*value="[^"]*(/tables/[\w.-]+)"', client.get(path).text))
    seat = post(links["join"], {"act": "sit", "seat": "0", "name": "Ana", "key": "a"}).location
    assert (
        post(seat, {"act": "bring", "pasted": json.dumps(document("mechastellar", "border-patrol"))}).status_code == 303
    )
    codes = {}
    for kind in ("join", "watch"):
        codes[kind] = client.get(f"/mechastellar/roll?other=table:{links[kind].rpartition('/')[2]}:0").status_code
    assert codes == {"join": 422, "watch": 200}


def test_a_link_that_leads_to_no_such_table_is_said(client, post, act):  # noqa: F811
    path = post("/mechastellar/tables/new", {"phones": "one"}).location
    other = post("/techniconica/tables/new", {"phones": "one"}).location
    for link, words in ((other, "a table of MechaStellar with"), ("/tables/nowhere?left=2", "a table on this server")):
        sent = {"act": "bring", "seat": "0", "after": "0", "pasted": f"http://localhost{link}"}
        answer = post(path, sent)
        assert (answer.status_code, words in answer.text) == (422, True), answer.text
