"""A points list at each limit and one past it: nothing at the limit, one finding past it, in these words."""

import pytest

from companion.games.mechastellar import GAME
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.weapons import Weapon
from companion.games.mechastellar.rules.effects import attack_effects
from companion.games.mechastellar.rules.loadout import starting_influence, starting_momentum, units_of_force

VIKING = {"profile": "green-viking"}
CDR = {"profile": "green-viking-cdr"}
SHIP = {"profile": "musarl-cruiser"}
SPACE = {"theatre": "space", "size": 2000}
CLIMAX = {"modules": ["climactic-events"], "commander": "Green Viking"}
STRATEGY = {"modules": ["expanded-commands"], "commander": "Green Viking"}

PACK = """
[[profile]]
id = "test-frame"
name = "Test Frame"
type = "MS"
performance = {performance}
frame = {frame}
points = 30
eq_slots = 4
sensors = 6
move = 7
actions = 1
shooting = 8
melee = 5
evade = 3
arm_sv = 0
hp = 800
size = {size}
weapons = [{{ name = "Gun", slots = {slots}, range = 24, attacks = 4, dmg = 200 }}, {{ name = "Knife", slots = 1, range = 2, attacks = 1, dmg = 100 }}]
extras = [{{ name = "Long Gun", slots = 1, range = 24, attacks = 4, dmg = 500, points = 20, pilot = {pilot} }}]
"""


def pack(performance=2, frame=1, size=0, slots=3, pilot=0):
    text = PACK.format(performance=performance, frame=frame, size=size, slots=slots, pilot=pilot)
    return GAME.catalogue.merge_text(text, "pack.toml")


def found(rule, catalogue=None, **document):
    build = GAME.read({"game": "mechastellar", "title": "", **document}, catalogue)
    return [finding for finding in GAME.verdict(build, catalogue).findings if finding.rule == rule]


def vikings(count, **more):
    return [{**VIKING, "count": count, **more}]


@pytest.mark.parametrize(
    ("rule", "document"),
    [
        ("points-over", {"size": 480, "unit": vikings(16)}),
        ("too-many-units", {"modules": ["gritty"], "unit": vikings(5)}),
        ("too-many-units", {"modules": ["srw"], "unit": vikings(5)}),
        ("too-many-units", {"unit": vikings(6)}),
        ("frame-range", {"modules": ["gritty"], "unit": [{"profile": "white-asura"}, VIKING]}),
        ("frame-range", {"unit": [{"profile": "iron-castle"}]}),
        ("event-count", {**CLIMAX, "event": ["self-destruct"], "unit": [VIKING]}),
        ("command-count", {**STRATEGY, "commands": ["overwatch", "lightning-raid"], "unit": [VIKING]}),
        ("performance-spread", {"unit": [VIKING, {"profile": "voltlion"}]}),
        ("which-commander", {"commander": "Green Viking", "unit": [VIKING]}),
        ("pilot-required", {"unit": [{**VIKING, "pilot": 1, "swaps": {"Machine Gun": "Giant Bazooka"}}]}),
        ("pilot-required", {"unit": [{**VIKING, "extras": ["TL Missile Pods"]}]}),
        ("pilot-price", {"unit": [{"profile": "white-asura", "pilot": 1}]}),
        ("pilot-price", {"unit": [{"profile": "white-asura", "pilot": 0}]}),
        ("trait-swap", {"unit": [{**CDR, "traits": ["Headhunter", "Gunnery Expert"]}]}),
        ("trait-swap", {"unit": [{"profile": "kestrel-ace", "traits": ["Headhunter", "Giant Slayer"]}]}),
        ("wargame-limit", {"rulings": {"most-units": "ten"}, "unit": vikings(10)}),
        ("wargame-limit", {"rulings": {"least-units": "three"}, "unit": vikings(3)}),
        ("wargame-limit", {"rulings": {"named-pilots": "once"}, "unit": [{"profile": "iron-castle"}]}),
        ("wargame-limit", {"rulings": {"warship-limit": "one"}, **SPACE, "unit": [SHIP]}),
        ("wargame-limit", {"rulings": {"warship-limit": "half"}, **SPACE, "size": 600, "unit": [SHIP]}),
    ],
)
def test_at_the_limit_nothing_is_found(rule, document):
    assert found(rule, **document) == []


@pytest.mark.parametrize(
    ("rule", "document", "message"),
    [
        (
            "points-over",
            {"size": 479, "unit": vikings(16)},
            "The list costs 480 points and the game is 479: 1 too many. Remove units or extras.",
        ),
        (
            "too-many-units",
            {"modules": ["gritty"], "unit": vikings(6)},
            "Gritty Mecha Battles allows 5 units per side and this list has 6: remove 1, or play without the module.",
        ),
        (
            "frame-range",
            {"modules": ["gritty"], "unit": [VIKING, {"profile": "iron-castle"}]},
            "Iron Castle is Frame 4; Gritty Mecha Battles are meant for Frame 1 to 3. Agree on it with your opponent.",
        ),
        (
            "event-count",
            {**CLIMAX, "event": ["self-destruct", "last-shooting"], "unit": [VIKING]},
            "Each player chooses one climactic event, but this list has 2: keep one.",
        ),
        (
            "command-count",
            {**STRATEGY, "commands": ["overwatch", "lightning-raid", "the-valiant"], "unit": [VIKING]},
            "At most 2 expanded commands are chosen for a battle and this list has 3: remove some. The universal "
            "commands are always available.",
        ),
        (
            "performance-spread",
            {"unit": [VIKING, {"profile": "falconeye"}, {"profile": "lunar-ravager"}]},
            "Performance runs from 2 (Green Viking) to 6 (Lunar Ravager). Sides of different series should have a "
            "similar range, such as 2 to 5 or 6 to 9: talk to your opponent.",
        ),
        (
            "which-commander",
            {"commander": "Green Viking", "unit": vikings(2)},
            "2 models of this list are called Green Viking, and only one can command: put the commander "
            "on a separate line with a different name.",
        ),
        (
            "pilot-required",
            {"unit": [{**VIKING, "pilot": 0, "swaps": {"Machine Gun": "Giant Bazooka"}}]},
            "Green Viking: the Giant Bazooka needs a skilled or an ace pilot, but its pilot is level 0.",
        ),
        (
            "pilot-price",
            {"unit": [{"profile": "white-asura", "pilot": 2}]},
            "White Asura: its pilot is raised to level 2. The cost in 9.5 is not known, so no points are added. "
            "Agree on a price, or set the ruling.",
        ),
        (
            "trait-swap",
            {"unit": [{**CDR, "traits": ["Headhunter", "Gunnery Expert", "Giant Slayer"]}]},
            "Green Viking Cdr has 2 level I traits but the list gives it 3 level I traits: swap a level I for a level "
            "I, a level II for a level II or two level I.",
        ),
        (
            "trait-swap",
            {"unit": [{"profile": "kestrel-ace", "traits": ["Headhunter", "Merciless Melee"]}]},
            "Kestrel has 1 level II trait but the list gives it 1 level I trait and 1 level II trait: swap a level I "
            "for a level I, a level II for a level II or two level I.",
        ),
        (
            "trait-swap",
            {"unit": [{**VIKING, "traits": ["Headhunter"]}]},
            "Green Viking has no pilot traits but the list gives it 1 level I trait: swap a level I for a level I, a "
            "level II for a level II or two level I.",
        ),
        (
            "wargame-limit",
            {"rulings": {"most-units": "ten"}, "unit": vikings(12)},
            "Your ruling allows 10 units and this list has 12: remove 2.",
        ),
        (
            "wargame-limit",
            {"rulings": {"least-units": "three"}, "unit": vikings(2)},
            "Your ruling requires 3 units and this list has 2: add 1.",
        ),
        (
            "wargame-limit",
            {"rulings": {"named-pilots": "once"}, "unit": [{"profile": "iron-castle"}, {"profile": "iron-castle"}]},
            "Your ruling allows Koji once and this list has 2: keep one.",
        ),
        (
            "wargame-limit",
            {"rulings": {"warship-limit": "one"}, **SPACE, "unit": [{**SHIP, "count": 3}]},
            "Your ruling allows one warship and this list has 3: remove 2.",
        ),
        (
            "wargame-limit",
            {"rulings": {"warship-limit": "half"}, **SPACE, "size": 599, "unit": [SHIP]},
            "Your ruling allows half of the points for warships, and these cost 300 of 599 points: remove some.",
        ),
    ],
)
def test_one_past_the_limit_is_found_in_these_words(rule, document, message):
    (finding,) = found(rule, **document)
    assert finding.message == message


@pytest.mark.parametrize(
    ("name", "ruled", "fine", "past", "message"),
    [
        ("most-units", "ten", 10, 11, "Your ruling allows 10 units and this list has 11: remove 1."),
        ("most-units", "twenty", 20, 21, "Your ruling allows 20 units and this list has 21: remove 1."),
        ("most-units", "thirty", 30, 31, "Your ruling allows 30 units and this list has 31: remove 1."),
        ("least-units", "two", 2, 1, "Your ruling requires 2 units and this list has 1: add 1."),
        ("least-units", "three", 3, 2, "Your ruling requires 3 units and this list has 2: add 1."),
        ("least-units", "five", 5, 4, "Your ruling requires 5 units and this list has 4: add 1."),
        ("most-units", "7", 7, 8, "Your ruling allows 7 units and this list has 8: remove 1."),
        ("least-units", "4", 4, 3, "Your ruling requires 4 units and this list has 3: add 1."),
    ],
)
def test_a_ruled_number_of_units_is_what_its_name_says(name, ruled, fine, past, message):
    assert found("wargame-limit", rulings={name: ruled}, unit=vikings(fine)) == []
    (finding,) = found("wargame-limit", rulings={name: ruled}, unit=vikings(past))
    assert finding.message == message


@pytest.mark.parametrize(("frame", "fine"), [(1, True), (3, True), (4, False)])
def test_gritty_battles_are_for_frames_one_to_three(frame, fine):
    made = found("frame-range", pack(frame=frame), modules=["gritty"], unit=[{"profile": "test-frame"}])
    assert (made == []) is fine


@pytest.mark.parametrize(("slots", "told"), [(2, "2 + 1 = 3"), (4, "4 + 1 = 5")])
def test_weapons_that_take_one_slot_less_or_more_than_there_are(slots, told):
    (finding,) = found("slots-mismatch", pack(slots=slots), unit=[{"profile": "test-frame"}])
    assert finding.message == (
        f"Test Frame: its weapons take {told} of the profile's 4 EQ Slots, and the two must be equal. Correct the profile."
    )
    assert finding.where == "unit[0].profile"
    assert found("slots-mismatch", pack(slots=3), unit=[{"profile": "test-frame"}]) == []


@pytest.mark.parametrize(
    ("pilot", "given", "wanted"), [(1, 0, "a skilled or an ace pilot"), (2, 1, "an ace pilot"), (2, 2, ""), (1, 2, "")]
)
def test_extra_equipment_asks_for_its_pilot(pilot, given, wanted):
    unit = {"profile": "test-frame", "pilot": given, "extras": ["Long Gun"]}
    made = [finding.message for finding in found("pilot-required", pack(pilot=pilot), unit=[unit])]
    told = f"Test Frame: the Long Gun needs {wanted}, but its pilot is level {given}."
    assert made == ([told] if wanted else [])


@pytest.mark.parametrize(("size", "fine"), [(4, True), (5, False), (6, False)])
def test_a_ship_of_size_five_carries_what_is_smaller(size, fine):
    units = [{**SHIP, "name": "Argo"}, {"profile": "test-frame", "carried_by": "Argo"}]
    assert (found("embark-size", pack(size=size), **SPACE, unit=units) == []) is fine


@pytest.mark.parametrize(
    ("document", "fixes"),
    [
        ({"size": 479, "unit": vikings(16)}, [("Remove one Green Viking (30 points)", vikings(15))]),
        (
            {"size": 480, "unit": [*vikings(16), {**VIKING, "name": "Last"}]},
            [
                ("Remove Last (30 points)", vikings(16)),
                ("Remove one Green Viking (30 points)", [*vikings(15), {**VIKING, "name": "Last"}]),
            ],
        ),
        (
            {"size": 479, "unit": [*vikings(16), {**VIKING, "name": "Last"}]},
            [("Remove Last (30 points): 1 point still too many", vikings(16))],
        ),
    ],
)
def test_of_equal_units_the_last_is_offered_first_and_what_is_not_enough_says_what_is_left(document, fixes):
    (finding,) = found("points-over", **document)
    (*units, size) = finding.fixes
    assert [(fix.label, fix.set) for fix in units] == [(words, {"unit": unit}) for words, unit in fixes]
    assert size.set == {"size": 500 if document["unit"] == vikings(16) else 1000}


def test_a_commander_that_several_share_is_given_a_line_of_his_own():
    leader = {**VIKING, "name": "Green Viking Leader"}
    (finding,) = found("which-commander", commander="Green Viking", unit=[CDR, *vikings(2)])
    assert finding.fixes[0].set == {"unit": [CDR, leader, {**VIKING, "count": 1}], "commander": "Green Viking Leader"}
    (finding,) = found("which-commander", commander="Green Viking", unit=[*vikings(3), CDR])
    assert finding.fixes[0].set["unit"] == [leader, {**VIKING, "count": 2}, CDR]
    (finding,) = found("which-commander", commander="Green Viking", unit=[VIKING, VIKING])
    assert finding.fixes[0].set["unit"] == [leader, VIKING]


def test_a_commander_with_the_longest_name_gets_one_that_fits():
    name = "x" * 60
    (finding,) = found("which-commander", commander=name, unit=vikings(2, name=name))
    assert finding.fixes[0].set["commander"] == "x" * 53 + " Leader"


def test_the_best_pilot_and_then_the_dearest_unit_is_offered_as_commander():
    (finding,) = found("no-commander", unit=[VIKING, {"profile": "white-asura"}, {"profile": "voltlion"}])
    assert finding.fixes[0].set == {"commander": "VoltLion"}
    (finding,) = found("no-commander", unit=[{"profile": "kestrel-ace"}, {"profile": "voltlion"}])
    assert finding.fixes[0].set == {"commander": "Kestrel"}


@pytest.mark.parametrize(
    ("size", "listed", "between"),
    [
        (499, 3, 3), (500, 3, 3), (501, 5, 3), (999, 5, 3), (1000, 5, 5), (1001, 7, 5), (1499, 7, 5), (1500, 7, 7),
        (1501, 9, 9),
    ],
)  # fmt: skip
def test_momentum_steps_at_the_listed_sizes(size, listed, between):
    rulings = GAME.rulebook.rulings({})
    down = GAME.rulebook.rulings({"momentum-between": "down"})
    assert (starting_momentum(size, {**rulings, "momentum-between": "up"}), starting_momentum(size, down)) == (
        listed,
        between,
    )


@pytest.mark.parametrize(
    ("size", "up", "down"),
    [(999, 0, 0), (1000, 1, 1), (1001, 2, 1), (1999, 2, 1), (2000, 2, 2), (2001, 3, 3)],
)
def test_influence_steps_at_the_listed_sizes(size, up, down):
    rulings = dict(GAME.rulebook.rulings({}))
    found = [starting_influence(size, {**rulings, "influence-between": way}) for way in ("up", "down")]
    assert found == [up, down]
    small = {**rulings, "influence-small": "one", "influence-between": "up"}
    assert starting_influence(size, small) == max(up, 1)


def first_unit(catalogue=None, rulings=None, modules=(), **line):
    build = GAME.read({"game": "mechastellar", "title": "", "modules": list(modules), "unit": [line]}, catalogue)
    (unit,) = units_of_force(build, catalogue or GAME.catalogue, GAME.rulebook.rulings(rulings or {}))
    return unit


@pytest.mark.parametrize(
    ("modules", "hp"), [((), 800), (("gritty",), 1600), (("srw",), 1600), (("gritty", "srw"), 1600)]
)
def test_five_unit_modules_double_hp_once(modules, hp):
    assert first_unit(modules=modules, profile="green-viking").hp == hp


@pytest.mark.parametrize(
    ("line", "ruled", "level"),
    [
        ({"profile": "green-viking-cdr"}, "basic", 0),
        ({"profile": "green-viking-cdr"}, "skilled", 1),
        ({"profile": "green-viking-cdr", "pilot": 0}, "skilled", 0),
        ({"profile": "green-viking"}, "skilled", 0),
        ({"profile": "kestrel-ace"}, "skilled", 2),
        ({"profile": "kestrel-ace", "pilot": 1}, "skilled", 1),
    ],
)
def test_a_pilots_level_is_the_lists_or_the_profiles(line, ruled, level):
    assert first_unit(rulings={"cdr-pilot": ruled}, **line).pilot == level


@pytest.mark.parametrize(
    ("line", "ruled", "each"),
    [
        ({"profile": "green-viking"}, "ninety", 30),
        ({"profile": "green-viking", "pilot": 0}, "ninety", 30),
        ({"profile": "green-viking", "pilot": 1}, "twenty", 50),
        ({"profile": "green-viking", "pilot": 1}, "ninety", 120),
        ({"profile": "green-viking", "pilot": 2}, "ninety", 210),
        ({"profile": "green-viking", "pilot": 2}, "off", 30),
        ({"profile": "white-asura", "pilot": 1}, "ninety", 230),
        ({"profile": "white-asura", "pilot": 0}, "ninety", 230),
        ({"profile": "white-asura", "pilot": 2}, "ninety", 320),
    ],
)
def test_a_raised_pilot_costs_what_is_ruled_a_level(line, ruled, each):
    assert first_unit(rulings={"raised-pilot": ruled}, **line).each == each


def test_a_list_gives_its_own_pilot_traits_in_place_of_the_pilots():
    assert [trait.name for trait in first_unit(**CDR).traits] == ["Renowned Pilot", "Headhunter"]
    assert [trait.name for trait in first_unit(**CDR, traits=["Giant Slayer"]).traits] == []


TRAITS = """
[[trait]]
id = "renowned-pilot"
name = "Renowned Pilot"
kind = "pilot"
level = 1
text = "Ours."
against = "{against}"
hits = {hits}
light_hits = {light}
pen = {pen}

[[trait]]
id = "headhunter"
name = "Headhunter"
kind = "pilot"
level = 1
text = "Ours, and gives nothing."
hits = 0
light_hits = 0
"""


def added(enemy, damage=200, against="all", hits=1, light=0, pen=0, **weapon):
    """What the Green Viking Commander's first trait, changed by a pack, and a weapon add against an enemy."""
    text = TRAITS.format(against=against, hits=hits, light=light, pen=pen)
    catalogue = GAME.catalogue.merge_text(text, "pack.toml")
    commander, target = (catalogue.get(Profile, i) for i in ("green-viking-cdr", enemy))
    made = attack_effects(commander, target, Weapon(name="Gun", dmg=damage, **weapon), catalogue)
    return [(bonus.source, bonus.hits, bonus.pen, bonus.words) for bonus in made]


@pytest.mark.parametrize(
    ("against", "enemy", "helps"),
    [
        ("all", "green-viking", True),
        ("skilled", "green-viking", False),
        ("skilled", "white-asura", True),
        ("skilled", "musarl-cruiser", True),
        ("basic", "green-viking", True),
        ("basic", "white-asura", False),
        ("larger", "green-viking", False),
        ("larger", "dangerbear", True),
    ],
)
def test_whom_a_trait_helps_against(against, enemy, helps):
    assert added(enemy, against=against) == ([("Renowned Pilot", 1, 0, "Renowned Pilot: +1 Hit")] if helps else [])


@pytest.mark.parametrize(
    ("damage", "light", "bonus"),
    [
        (299, 3, ("Renowned Pilot", 3, 0, "Renowned Pilot: +3 Hits")),
        (300, 3, ("Renowned Pilot", 1, 0, "Renowned Pilot: +1 Hit")),
        (299, 0, ("Renowned Pilot", 1, 0, "Renowned Pilot: +1 Hit")),
    ],
)
def test_a_weapon_of_less_than_three_hundred_is_light(damage, light, bonus):
    assert added("green-viking", damage=damage, light=light) == [bonus]


def test_a_bonus_of_hits_or_of_pen_or_of_both_is_told():
    assert added("green-viking", hits=0, pen=2) == [("Renowned Pilot", 0, 2, "Renowned Pilot: +2 PEN")]
    assert added("green-viking", hits=2, pen=1) == [("Renowned Pilot", 2, 1, "Renowned Pilot: +2 Hits, +1 PEN")]
    assert added("green-viking", hits=0, pen=0) == []


def test_the_first_of_several_is_what_a_fix_keeps():
    (finding,) = found("event-count", **CLIMAX, event=["self-destruct", "last-shooting"], unit=[VIKING])
    assert finding.fixes[0].set == {"event": ["self-destruct"]}
    (finding,) = found(
        "command-count", **STRATEGY, commands=["overwatch", "lightning-raid", "the-valiant"], unit=[VIKING]
    )
    assert finding.fixes[0].set == {"commands": ["overwatch", "lightning-raid"]}


def test_swapped_weapons_that_take_too_many_slots_are_swapped_back():
    alternate = 'alternates = [{ name = "Big Gun", slots = 4, range = 24, attacks = 4, dmg = 500, replaces = "Gun" }]\n'
    catalogue = GAME.catalogue.merge_text(
        PACK.format(performance=2, frame=1, size=0, slots=3, pilot=0) + alternate, "pack.toml"
    )
    unit = {"profile": "test-frame", "swaps": {"Gun": "Big Gun"}}
    (finding,) = found("slots-mismatch", catalogue, unit=[unit])
    assert finding.where == "unit[0].swaps" and finding.message.endswith("the two must be equal. Undo the swap.")
    assert [fix.set for fix in finding.fixes] == [{"unit": [{"profile": "test-frame"}]}]


def test_a_game_of_just_the_points_is_offered():
    (finding,) = found("points-over", size=999, unit=[{**CDR, "count": 25}])
    assert [fix.set for fix in finding.fixes if "size" in fix.set] == [{"size": 1000}]
    (finding,) = found("points-over", size=999, unit=[{**CDR, "count": 26}])
    assert [fix.set for fix in finding.fixes if "size" in fix.set] == [{"size": 1500}]


def test_an_extra_that_is_none_is_named_by_thirty_letters():
    name = "x" * 31
    (finding,) = found("unknown-swap", unit=[{**VIKING, "extras": [name]}])
    assert [fix.label for fix in finding.fixes] == [f"Remove {'x' * 30}"]


def test_the_first_of_several_commanders_events_is_named():
    events = ["The Will to Power!", "Moment of Clarity"]
    (finding,) = found("no-commander", modules=["climactic-events"], event=events, unit=[VIKING])
    assert finding.message.startswith("The Will to Power! is a commander's event")


def test_a_weapon_against_warships_adds_pen_and_no_hits():
    assert added("musarl-cruiser", hits=0, warship_pen=3) == [("Gun", 0, 3, "Gun: +3 PEN")]
    assert added("green-viking", hits=0, warship_pen=3) == []
