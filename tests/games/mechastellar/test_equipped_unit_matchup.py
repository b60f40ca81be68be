"""Matchups of units as equipped: from saved and pasted lists, with only what they carry."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.documents import to_document, to_toml
from companion.games.mechastellar import GAME
from companion.games.mechastellar.analysis import from_text, lists
from companion.verbs.analyses import analysis_answer

OWN_TRAIT = '[[trait]]\nid = "hunter"\nname = "Hunter"\nkind = "pilot"\nlevel = 1\ntext = "Ours."\nhits = {hits}\n'


def own_pack(hits):
    card = {"id": "hunter", "name": "Hunter", "kind": "pilot", "level": 1, "text": "Ours.", "hits": hits}
    return {"game": "mechastellar", "kind": "pack", "title": "Ours", "key": f"pack-{hits}", "trait": [card]}


def army(title="First fleet", **more):
    units = [
        {"profile": "green-viking", "name": "Zeke", "swaps": {"Machine Gun": "Giant Bazooka"}, "pilot": 1},
        {"profile": "green-viking-cdr", "name": "Red", "extras": ["TL Missile Pods"], "traits": ["giant-slayer"]},
        {"profile": "green-viking"},
        {"profile": "green-viking", "swaps": {"Machine Gun": "Magella Cannon"}},
    ]
    document = {"game": "mechastellar", "title": title, "size": 500, "unit": units, **more}
    return GAME.read(document)


def answer(saved=(), rulings=None, **inputs):
    context = replace(GAME.context(rulings), saved_builds=tuple(saved))
    return analysis_answer(GAME, "unit-matchup", {"distance": 12, **inputs}, context)["answer"]


def weapons(found):
    return {weapon["name"]: weapon for weapon in found["weapons"]}


def test_a_unit_of_a_saved_list_fights_with_only_what_it_carries():
    found = answer([army()], a="Zeke @ First fleet", b="Red @ First fleet")
    assert set(weapons(found)) == {"Giant Bazooka", "Heat Hawk", "Shoulder Tackle"}
    bazooka = weapons(found)["Giant Bazooka"]
    assert bazooka["about"] == "32″, DMG 800, PEN 2" and bazooka["roll"]["inputs"]["attacker"] == 1
    assert not any("requires" in said["words"] for said in bazooka["applied"])
    assert (found["a"]["name"], found["a"]["id"], found["a"]["list"]) == ("Zeke", "green-viking", "First fleet")
    assert (found["a"]["points"], found["a"]["pilot_level"]) == (30, 1)
    assert found["b"]["traits"] == ["Giant Slayer"] and found["b"]["points"] == 60


def test_extras_are_carried_and_own_traits_count_in_place_of_the_printed():
    found = weapons(answer([army()], a="Red @ First fleet", b="voltlion", distance=8))
    assert found["TL Missile Pods"]["about"] == "32″, DMG 300, PEN 2"
    said = [line["words"] for line in found["TL Missile Pods"]["applied"]]
    assert "Giant Slayer: +2 PEN" in said and not any("Headhunter" in words for words in said)
    assert found["TL Missile Pods"]["roll"]["inputs"]["pen"] == 4


def test_a_weapon_carried_without_its_pilot_is_calculated_with_its_own_and_said_not_to_be_legal():
    basic = army(unit=[{"profile": "green-viking", "swaps": {"Machine Gun": "Giant Bazooka"}}])
    bazooka = weapons(answer([basic], a="green-viking @ First fleet", b="dervish"))["Giant Bazooka"]
    assert "attacker" not in bazooka["roll"]["inputs"]
    said = bazooka["applied"][0]
    assert said["rule"] == "pilot-required" and said["words"].endswith("Green Viking has not: the list is not legal")


def test_lines_of_the_same_name_are_told_apart():
    names = [unit.name for unit in lists.list_units(army(), GAME.context())]
    assert names == ["Zeke", "Red", "Green Viking", "Green Viking (line 4)"]
    third = answer([army()], a="Green Viking @ First fleet", b="dervish")
    fourth = answer([army()], a="Green Viking (line 4) @ First fleet", b="dervish")
    assert "Machine Gun" in weapons(third) and "Magella Cannon" in weapons(fourth)


def test_lists_of_the_same_title_are_numbered():
    other = army(unit=[{"profile": "voltlion"}])
    found = answer([army(), other], a="VoltLion @ First fleet (2)", b="Zeke @ First fleet")
    assert (found["a"]["name"], found["b"]["name"]) == ("VoltLion", "Zeke")
    nameless = army("", unit=[{"profile": "voltlion"}])
    assert answer([nameless], a="VoltLion @ untitled", b="dervish")["a"]["list"] == "untitled"


@pytest.mark.parametrize("written", ["toml", "json", "chat"])
def test_the_opponent_may_be_pasted_as_a_document_or_as_the_text_of_a_chat(written):
    force = army()
    context = GAME.context_of(force)
    text = {
        "toml": to_toml(to_document(force)),
        "json": force.model_dump_json(),
        "chat": GAME.summary(force, context) + "\nLegal.",
    }[written]
    found = answer(a="voltlion", b="Zeke", theirs=text, distance=8)
    assert (found["b"]["name"], found["b"]["list"], found["b"]["pilot_level"]) == ("Zeke", "First fleet", 1)
    assert found["b"]["weapons"] == ["Giant Bazooka", "Melee Shield", "Heat Hawk", "Shoulder Tackle"]
    assert answer(a="voltlion", b="Red", theirs=text)["b"]["traits"] == ["Giant Slayer"]


def test_the_text_of_a_chat_carries_every_choice_of_a_list():
    force = army(
        modules=["srw", "stellar-warfare"],
        commander="Red",
        theatre="space",
        unit=[
            {"profile": "saronic-cruiser", "name": "Argo: the (old) ship"},
            {"profile": "green-viking", "name": "Zeke", "count": 3, "swaps": {"Machine Gun": "Giant Bazooka"}, "pilot": 1},
            {"profile": "green-viking-cdr", "name": "Red", "traits": ["giant-slayer", "Marksman"], "extras": ["TL Missile Pods"], "carried_by": "Argo: the (old) ship"},
        ],
    )  # fmt: skip
    read = from_text.from_chat(GAME.summary(force, GAME.context()), "theirs", GAME.catalogue)
    same = {"traits": ("Giant Slayer", "Marksman")}
    red = force.unit[2].model_copy(update=same)
    assert read == force.model_copy(update={"unit": (*force.unit[:2], red)})


@pytest.mark.parametrize("name", ["A=B", "Red, the Comet", "Red: 30 (old)"])
@pytest.mark.parametrize("title", ["First fleet", "x = y"])
def test_names_with_marks_of_other_formats_come_back_from_the_text_of_a_chat(title, name):
    force = army(
        title=title,
        commander=name,
        unit=[
            {"profile": "saronic-cruiser", "name": name},
            {"profile": "green-viking", "name": "Zeke", "carried_by": name},
        ],
    )
    assert lists.read_pasted_list(GAME.summary(force, GAME.context()), "theirs", GAME.context()) == force


def test_plain_lines_are_a_list_too():
    found = answer(a="voltlion", b="Green Viking", theirs="2 x Green Viking\n\n Tankcrawler \n")
    assert (found["b"]["name"], found["b"]["list"]) == ("Green Viking", "untitled")


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"a": "Zeke @ Nowhere", "b": "voltlion"}, "a: found 'Nowhere', expected the title of a saved list after @: First"),
        ({"a": "Kim @ First fleet", "b": "voltlion"}, "a: found 'Kim', expected a unit of First fleet: Zeke, Red, Green"),
        ({"a": "voltlion", "b": "Kim", "theirs": "Zeke (Green Viking)"}, "b: found 'Kim', expected a unit of untitled: Zeke"),
        ({"a": "voltlion", "b": "x", "theirs": "2 × Nobody"}, "theirs, line 1: found '2 × Nobody', expected a unit profile"),
        (
            {"a": "voltlion", "b": "x", "theirs": "Green Viking: 30; Death Ray"},
            "theirs, line 1: found 'Green Viking: 30; Death Ray', expected weapons that Green Viking may take",
        ),
        ({"a": "voltlion", "b": "x", "theirs": "{"}, "theirs, the list"),
        ({"a": "voltlion", "b": "x", "theirs": 'game = "mechalyte"'}, "theirs, game: found 'mechalyte'"),
        ({"a": "voltlion", "b": "x", "theirs": "x" * 20_001}, "theirs: found"),
    ],
)  # fmt: skip
def test_a_unit_or_a_list_that_is_not_there_is_named(inputs, says):
    with pytest.raises(InvalidInput) as error:
        answer([army()], **inputs)
    assert says in str(error.value)


def test_each_side_is_judged_by_the_cards_of_its_own_list():
    """Both packs have a trait of the same id: one gives a hit, the other three."""
    traits = {"unit": [{"profile": "green-viking-cdr", "traits": ["hunter"]}]}
    ours, theirs = army("Ours", **traits, pack=[own_pack(1)]), army("Theirs", **traits, pack=[own_pack(3)])
    one = answer([ours, theirs], a="Green Viking Cdr @ Ours", b="Green Viking Cdr @ Theirs", distance=4)
    inputs = weapons(one)["Heat Hawk"]["roll"]["inputs"]
    assert (inputs["bonus_hits"], inputs["counter_hits"]) == (1, 3)


@pytest.mark.parametrize("module", ["gritty", "srw"])
def test_a_lists_module_doubles_the_hp_of_both_sides(module):
    doubled = answer([army(modules=[module])], a="Zeke @ First fleet", b="voltlion")
    assert weapons(doubled)["Giant Bazooka"]["roll"]["inputs"]["hp"] == 2 * 7800
    usual = answer([army()], a="Zeke @ First fleet", b="voltlion")
    assert weapons(usual)["Giant Bazooka"]["roll"]["inputs"]["hp"] == 7800


def test_the_ruling_about_the_printed_commander_reaches_the_matchup():
    for options, level in ((None, None), ({"cdr-pilot": "skilled"}, 1)):
        gun = weapons(answer(rulings=options, a="green-viking-cdr", b="dervish"))["Machine Gun"]
        assert gun["roll"]["inputs"].get("attacker") == level


def test_whether_a_basic_kaiju_has_a_level_is_a_ruling():
    """Tide Horror is basic: ruled level 1, it improves its own bonus and is worth a headhunter's hits."""
    for options, level, hits in ((None, None, None), ({"kaiju-level": "one"}, 1, 2)):
        own = weapons(answer(rulings=options, a="tide-horror", b="dervish", distance=16))["Brine Breath"]
        assert own["roll"]["inputs"].get("attacker") == level
        gun = weapons(answer(rulings=options, a="green-viking-cdr", b="tide-horror"))["Machine Gun"]
        assert gun["roll"]["inputs"].get("bonus_hits") == hits
        listed = army(unit=[{"profile": "tide-horror", "name": "Deep One"}])
        same = weapons(answer([listed], options, a="Deep One @ First fleet", b="dervish", distance=16))["Brine Breath"]
        assert same["roll"] == own["roll"]


def why(found, name):
    return weapons(found)[name].get("why_not", "")


@pytest.mark.parametrize(
    ("distance", "reached"), [(31, False), (32, True), (40, True), (46, True), (47, False), (12, False)]
)
def test_indirect_fire_keeps_its_band(distance, reached):
    """The Magella Cannon prints R:32" to 40"+Sensors; the Viking's Sensors are 6"."""
    unseen = answer(a="green-viking", b="dervish", distance=distance, unseen="1")
    assert why(unseen, "Magella Cannon") == (
        "" if reached else 'Out of sight, and its indirect fire reaches 32" to 46" only.'
    )
    assert why(answer(a="green-viking", b="dervish", distance=distance), "Magella Cannon") == ""


def test_sensors_may_carry_indirect_fire_past_the_range_of_the_weapon():
    card = GAME.catalogue.get(lists.Profile, "green-viking")
    assert [card.alternates[0].indirect_band(sensors) for sensors in (0, 6, 12)] == [(32, 40), (32, 46), (32, 52)]


@pytest.mark.parametrize(
    ("line", "band"),
    [
        ('Indirect Fire (R:32" to 40"+Sensors)', (32, 47)),
        ('Indirect fire from 32" to 40" plus Sensors', (32, 47)),
        ('Overwatch II; Indirect Fire (R:24" to 48")', (24, 48)),
        ('Indirect fire beyond 24"', (24, 60)),
        ("Indirect fire", (0, 60)),
        ("", (0, 60)),
    ],
)
def test_a_band_is_read_from_the_special_line(line, band):
    from companion.games.mechastellar.model.weapons import Weapon

    gun = Weapon(name="Gun", range="60", attacks="4", special=line, qualities=("IDF",))
    assert gun.indirect_band(7) == band
    assert Weapon(name="Gun", range="60", attacks="4", special=line).indirect_band(7) == (band if line else None)


@pytest.mark.parametrize("unseen", ["false", "true"])
def test_a_remote_weapon_may_be_fired_for_momentum_in_and_out_of_sight(unseen):
    """Blindside, then indirect fire: no shield, no cover, a critical more that counts as a hit."""
    paid = weapons(answer(a="oracle-mind", b="sentinel", distance=20, cover="1", unseen=unseen, remote="1"))[
        "Halo Bits"
    ]
    given = paid["roll"]["inputs"]
    assert given["indirect"] == "true" and given["bonus_crits"] == 1
    assert "blocks" not in given and "cover" not in given
    assert "remote" in {line["rule"] for line in paid["applied"]}
    beam = weapons(answer(a="oracle-mind", b="sentinel", distance=20, remote="1"))["Mind Blaster"]["roll"]["inputs"]
    assert "indirect" not in beam and beam["blocks"] == 2


def test_a_remote_weapon_fired_for_an_action_needs_sight():
    unseen = answer(a="oracle-mind", b="sentinel", distance=20, unseen="1")
    assert why(unseen, "Halo Bits") == "Out of sight: only indirect fire reaches it, or remote fire for Momentum."
    seen = weapons(answer(a="oracle-mind", b="sentinel", distance=20))["Halo Bits"]["roll"]["inputs"]
    assert seen["blocks"] == 2 and "indirect" not in seen
    assert "Out of range" in why(answer(a="oracle-mind", b="sentinel", distance=41, remote="1"), "Halo Bits")


def test_a_push_by_the_special_line_stands_beside_pen_from_a_trait():
    """Shoulder Tackle has no PEN; with Giant Slayer's two it forces saves and still pushes by a hit."""
    force = army(unit=[{"profile": "green-viking-cdr", "traits": ["giant-slayer"]}])
    tackle = weapons(answer([force], a="Green Viking Cdr @ First fleet", b="voltlion", distance=4))["Shoulder Tackle"]
    given = tackle["roll"]["inputs"]
    assert (given["pen"], given["push_by_hits"]) == (2, "true")
    assert (
        "push_by_hits"
        not in weapons(answer(a="green-viking", b="voltlion", distance=4))["Shoulder Tackle"]["roll"]["inputs"]
    )


def test_mean_damage_is_told_with_and_without_overkill():
    gun = weapons(answer(a="green-viking", b="green-viking", distance=12))["TL Missile Pods"]
    assert 0 < gun["mean_within_hp"] < gun["mean_damage"] and gun["mean_within_hp"] <= 800
    ship = weapons(answer(a="green-viking", b="saronic-cruiser", distance=20))["Machine Gun"]
    assert ship["mean_within_hp"] == ship["mean_damage"]


def test_whether_blindside_ignores_shields_is_a_ruling():
    for options, blocks in ((None, None), ({"shield-blindside": "printed"}, 3)):
        found = answer(rulings=options, a="green-viking", b="kara-cimarrone", distance=4, behind="1", cover="1")
        hawk = weapons(found)["Heat Hawk"]["roll"]["inputs"]
        assert hawk.get("blocks") == blocks
        far = weapons(answer(rulings=options, a="green-viking", b="kara-cimarrone", behind="1", cover="1"))[
            "Machine Gun"
        ]
        assert far["roll"]["inputs"].get("blocks") == blocks and "cover" not in far["roll"]["inputs"]


@settings(max_examples=25, deadline=None)
@given(st.one_of(st.text(max_size=80), st.text(alphabet='0123456789× x:;,→()[]{}="\nGreen Viking@', max_size=60)))
def test_any_text_is_a_list_or_is_refused_in_a_sentence_about_its_field(text):
    try:
        force = lists.read_pasted_list(text, "theirs", GAME.context())
    except InvalidInput as error:
        assert all(e.where.startswith("theirs") for e in error.input_errors)
    else:
        assert lists.list_units(force, GAME.context()) is not None


@pytest.mark.parametrize("line", ["0 × Green Viking", "2 × Green Viking: 60; Ace Pilot, , commander"])
def test_odd_lines_are_read_or_named(line):
    if line.startswith("0"):
        with pytest.raises(InvalidInput) as error:
            lists.read_pasted_list(line, "theirs", GAME.context())
        assert "theirs, unit[0].count: found 0, expected at least 1" in str(error.value)
    else:
        (entry,) = lists.read_pasted_list(line, "theirs", GAME.context()).unit
        assert (entry.count, entry.pilot) == (2, 2)
