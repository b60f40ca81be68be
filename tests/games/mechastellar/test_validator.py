"""A points list's findings: each in its place, all at once, with fixes that fix."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.games.mechastellar import GAME
from companion.games.mechastellar.model import Profile, Trait
from companion.games.mechastellar.model.named_traits import is_named
from companion.verbs.analyses import analysis_answer

VIKING = {"profile": "green-viking"}
BAZOOKA = {"Machine Gun": "Giant Bazooka"}


def read(catalogue=None, **document):
    return GAME.read({"game": "mechastellar", "title": "", **document}, catalogue)


def verdict(**document):
    return GAME.verdict(read(**document))


def found(rule, **document):
    return [finding for finding in verdict(**document).findings if finding.rule == rule]


def own(text):
    return GAME.catalogue.merge_text(text, "pack.toml")


ONE_OFF = """
[[profile]]
id = "misprint"
name = "Misprint"
type = "MS"
performance = 2
frame = 1
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
weapons = [{ name = "Gun", slots = 1, range = 24, attacks = 4, dmg = 200 }]
alternates = [{ name = "Big Gun", slots = 4, range = 24, attacks = 4, dmg = 500, replaces = "Gun" }]
traits = [{ name = "Two", kind = "pilot", level = 2 }]
"""

BROKEN = {
    "points-over": {"size": 500, "unit": [{**VIKING, "count": 17}]},
    "pilot-required": {"unit": [{**VIKING, "swaps": BAZOOKA}]},
    "unknown-swap": {"unit": [{**VIKING, "swaps": {"Machine Gun": "Feather"}}]},
    "trait-swap": {"unit": [{**VIKING, "traits": ["headhunter"]}]},
    "too-many-units": {"modules": ["gritty"], "unit": [{**VIKING, "count": 6}]},
    "ground-only": {"theatre": "space", "unit": [{"profile": "tankcrawler"}]},
    "space-only": {"size": 1000, "unit": [{"profile": "saronic-cruiser"}]},
    "event-count": {"modules": ["climactic-events"], "event": ["self-destruct", "last-shooting"], "unit": [VIKING]},
    "command-count": {
        "modules": ["expanded-commands"],
        "commands": ["overwatch", "lightning-raid", "the-valiant"],
        "unit": [VIKING],
    },
    "embark-size": {"unit": [{**VIKING, "carried_by": "Green Viking"}]},
    "no-commander": {"commander": "Nobody", "unit": [VIKING]},
}


@pytest.mark.parametrize("rule", BROKEN)
def test_a_broken_rule_is_an_error_and_its_fixes_remove_it(rule):
    document = BROKEN[rule]
    (finding,) = found(rule, **document)
    assert finding.level == "error" and not verdict(**document).legal
    assert finding.message.endswith(".") and finding.where
    assert finding.fixes
    for fix in finding.fixes:
        assert not [f for f in found(rule, **{**document, **fix.set}) if f.level == "error"], fix.label


@pytest.mark.parametrize(
    ("rule", "line", "field", "document"),
    [
        ("pilot-required", {**VIKING, "swaps": BAZOOKA}, "swaps", {}),
        ("unknown-swap", {**VIKING, "swaps": {"Machine Gun": "Feather"}}, "swaps", {}),
        ("unknown-swap", {**VIKING, "extras": ["Jetpack"]}, "extras", {}),
        ("unknown-swap", {**VIKING, "extras": ["TL Missile Pods", "tl missile pods"]}, "extras", {}),
        ("trait-swap", {**VIKING, "traits": ["headhunter"]}, "traits", {}),
        ("trait-twice", {"profile": "kestrel-ace", "traits": ["headhunter", "Headhunter"]}, "traits", {}),
        ("embark-size", {**VIKING, "carried_by": "Nobody"}, "carried_by", {}),
        ("pilot-price", {**VIKING, "pilot": 1}, "pilot", {}),
        ("frame-range", {"profile": "iron-castle"}, "profile", {"modules": ["gritty"]}),
        ("ground-only", {"profile": "tankcrawler"}, "profile", {"theatre": "space"}),
        ("space-only", {"profile": "saronic-cruiser"}, "profile", {}),
    ],
)
def test_a_finding_names_its_line_and_its_fixes_change_no_other(rule, line, field, document):
    first = {**VIKING, "name": "First"}
    (finding,) = found(rule, unit=[first, line], **document)
    assert finding.where == f"unit[1].{field}"
    changed = [fix.set["unit"] for fix in finding.fixes if "unit" in fix.set]
    assert [lines[0] for lines in changed] == [first] * len(changed)
    for lines in changed:
        assert not found(rule, unit=lines, **document)


def test_an_empty_list_has_totals_and_one_finding():
    assert [finding.rule for finding in verdict().findings] == ["empty-list"]
    assert verdict().totals == {"points": 0, "size": 500, "units": 0, "momentum": 3, "influence": 0, "hp": 0}


def test_totals_count_extras_counts_and_double_hp():
    line = {**VIKING, "count": 3, "extras": ["TL Missile Pods"]}
    totals = verdict(size=1000, modules=["srw"], unit=[line, {"profile": "green-viking-cdr"}]).totals
    assert totals == {
        "points": 3 * 50 + 40,
        "size": 1000,
        "units": 4,
        "momentum": 5,
        "influence": 1,
        "hp": 2 * 4 * 800,
    }


def test_several_findings_come_at_once():
    lines = [{**VIKING, "count": 20, "swaps": BAZOOKA}, {"profile": "tankcrawler"}]
    rules = {f.rule for f in verdict(size=500, theatre="space", modules=["gritty"], unit=lines).findings}
    assert {"points-over", "pilot-required", "too-many-units", "ground-only", "no-commander"} <= rules


def test_a_skilled_pilot_takes_the_bazooka_and_its_price_is_a_note():
    findings = verdict(commander="Green Viking", unit=[{**VIKING, "swaps": BAZOOKA, "pilot": 1}]).findings
    assert [(f.rule, f.level) for f in findings] == [("pilot-price", "note")]
    priced = verdict(rulings={"raised-pilot": "ninety"}, unit=[{**VIKING, "pilot": 1}])
    assert priced.totals["points"] == 120


def test_a_swap_beyond_the_pilot_is_undone_or_the_pilot_raised():
    (finding,) = found("pilot-required", unit=[{**VIKING, "swaps": BAZOOKA}])
    assert [(fix.label, fix.set["unit"]) for fix in finding.fixes] == [
        ("Undo Green Viking's swap for the Giant Bazooka", [VIKING]),
        ("Give Green Viking a level 1 pilot", [{**VIKING, "swaps": BAZOOKA, "pilot": 1}]),
    ]


def test_slots_that_do_not_add_up_are_named_with_their_sum():
    catalogue = own(ONE_OFF)
    listed = GAME.verdict(read(catalogue, unit=[{"profile": "misprint"}]), catalogue).findings
    (finding,) = [f for f in listed if f.rule == "slots-mismatch"]
    assert "take 1 of the profile's 4 EQ Slots" in finding.message
    swapped = read(catalogue, unit=[{"profile": "misprint", "swaps": {"Gun": "Big Gun"}}])
    assert "slots-mismatch" not in {f.rule for f in GAME.verdict(swapped, catalogue).findings}


@pytest.mark.parametrize(
    ("profile", "traits", "fine"),
    [
        ("green-viking-cdr", ["Headhunter", "Gunnery Expert"], True),
        ("green-viking-cdr", ["Headhunter"], True),
        ("green-viking-cdr", ["Headhunter", "Gunnery Expert", "Giant Slayer"], False),
        ("green-viking-cdr", ["Merciless Melee"], False),
        ("kestrel-ace", ["Merciless Melee"], True),
        ("kestrel-ace", ["Headhunter", "Giant Slayer"], True),
        ("kestrel-ace", ["Headhunter", "Giant Slayer", "Gunnery Expert"], False),
        ("kestrel-ace", ["Merciless Melee", "Headhunter"], False),
        ("green-viking-cdr", ["Fly"], False),
        ("green-viking-cdr", ["Never Heard Of"], True),
    ],
)
def test_traits_swap_one_for_one_or_a_second_level_for_two(profile, traits, fine):
    assert (not found("trait-swap", unit=[{"profile": profile, "traits": traits}])) is fine


@pytest.mark.parametrize(
    ("swaps", "says"),
    [
        ({"Sling": "Giant Bazooka"}, "no weapon called"),
        ({"Machine Gun": "Feather"}, "offers Magella Cannon, Giant Bazooka"),
        ({"Heat Hawk": "Magella Cannon"}, "replaces the Machine Gun"),
    ],
)
def test_a_swap_that_is_not_printed_says_what_is(swaps, says):
    (finding,) = found("unknown-swap", unit=[{**VIKING, "swaps": swaps}])
    assert says in finding.message


def test_an_unknown_extra_says_what_there_is():
    (finding,) = found("unknown-swap", unit=[{**VIKING, "extras": ["Jetpack"]}])
    assert "TL Missile Pods" in finding.message and finding.where == "unit[0].extras"


@pytest.mark.parametrize(
    ("ship", "passenger", "says"),
    [
        ("Argo", "green-viking", ""),
        ("Argo", "polar-star", "only units smaller"),
        ("Voyager", "green-viking", "not a unit of this list"),
        ("Hound", "green-viking", "not a Stellar Warship"),
    ],
)
def test_only_a_larger_ship_carries(ship, passenger, says):
    units = [
        {"profile": "saronic-cruiser", "name": "Argo"},
        {"profile": "vacuum-hound", "name": "Hound"},
        {"profile": passenger, "name": "Guest", "carried_by": ship},
    ]
    messages = [f.message for f in found("embark-size", size=2000, theatre="space", unit=units)]
    assert (says in messages[0]) if says else messages == []


def test_gritty_frames_are_warned_of():
    findings = found("frame-range", modules=["gritty"], unit=[{"profile": "iron-castle"}, VIKING])
    assert [(f.level, f.where) for f in findings] == [("warning", "unit[0].profile")]


def test_a_wide_range_of_performance_is_a_note():
    assert not found("performance-spread", unit=[VIKING, {"profile": "voltlion"}])  # 2 and 5
    (finding,) = found("performance-spread", unit=[VIKING, {"profile": "falconeye"}, {"profile": "sentinel"}])
    assert finding.level == "note" and "from 2 (Green Viking) to 8 (Sentinel)" in finding.message


def test_single_use_weapons_are_noted():
    (finding,) = found("single-use-note", unit=[{**VIKING, "extras": ["TL Missile Pods"]}])
    assert finding.level == "note" and "TL Missile Pods" in finding.message


@pytest.mark.parametrize("special", ["Single Use", "Overwatch II; single use", "Single-use pods"])
def test_a_special_line_that_says_single_use_is_as_good_as_the_quality(special):
    gun = f'{{ name = "Gun", slots = 4, range = 24, attacks = 4, dmg = 200, special = "{special}" }}'
    catalogue = own(ONE_OFF.replace('{ name = "Gun", slots = 1, range = 24, attacks = 4, dmg = 200 }', gun))
    listed = GAME.verdict(read(catalogue, unit=[{"profile": "misprint"}]), catalogue).findings
    (finding,) = [f for f in listed if f.rule == "single-use-note"]
    assert "Misprint: Gun can be used once per battle" in finding.message


@pytest.mark.parametrize(
    ("commander", "units", "called"),
    [
        ("Green Viking", [{**VIKING, "count": 3}], "are called Green Viking"),
        ("Zeke", [{**VIKING, "name": "Zeke"}, {**VIKING, "name": "Zeke"}], "are called Zeke"),
        ("green-viking", [{**VIKING, "name": "A"}, {**VIKING, "name": "B"}], "may be meant, A and B"),
    ],
)
def test_a_commander_whose_name_several_models_bear_is_asked_for(commander, units, called):
    document = {"commander": commander, "unit": units}
    (finding,) = found("which-commander", **document)
    assert finding.level == "warning" and finding.where == "commander"
    total = sum(unit.get("count", 1) for unit in units)
    assert finding.message.startswith(f"{total} models of this list {called}, and only one can command")
    (fix,) = finding.fixes
    assert fix.set["commander"].endswith(" Leader")
    fixed = verdict(**{**document, **fix.set})
    assert not {"which-commander", "no-commander"} & {f.rule for f in fixed.findings}
    assert fixed.totals == verdict(**document).totals
    assert not found("which-commander", commander="Red", unit=[{**VIKING, "name": "Red"}, {**VIKING, "count": 3}])


def test_a_trait_known_by_name_alone_is_a_warning_that_says_what_to_do():
    unit = {"profile": "green-viking-cdr", "traits": ["Marksman", "lone wolf"]}
    first, second = found("trait-swap", unit=[unit])
    assert first.level == second.level == "warning" and verdict(unit=[unit]).legal
    assert first.message == (
        "Green Viking Cdr: the effect of 'Marksman' in 9.5 is not known, so it counts for nothing here. Add a "
        "custom trait card to a pack, with its level and its effect."
    )
    card = '[[trait]]\nid = "marksman"\nname = "Marksman"\nkind = "pilot"\nlevel = 1\ntext = "Ours."\n'
    catalogue = own(card)
    listed = GAME.verdict(read(catalogue, unit=[{**unit, "traits": ["Marksman"]}]), catalogue).findings
    assert "trait-swap" not in {f.rule for f in listed}


def test_no_trait_is_both_known_and_known_by_name_alone():
    assert not [card.name for card in GAME.catalogue.all(Trait) if is_named(card.name)]


def test_without_a_commander_a_list_is_warned_and_with_one_it_is_not():
    (finding,) = found("no-commander", unit=[VIKING])
    assert finding.level == "warning"
    assert not found("no-commander", commander="green viking", unit=[VIKING])
    events = {"modules": ["climactic-events"], "event": "The Will to Power!"}
    (finding,) = found("no-commander", unit=[VIKING], **events)
    assert finding.level == "error" and "commander's event" in finding.message


@pytest.mark.parametrize(
    ("more", "rule"),
    [({"event": ["self-destruct"]}, "event-count"), ({"commands": ["overwatch"]}, "command-count")],
)
def test_what_needs_a_module_is_warned_of_with_a_fix(more, rule):
    (finding,) = found(rule, unit=[VIKING], **more)
    assert finding.level == "warning"
    assert not found(rule, unit=[VIKING], **{**more, **finding.fixes[0].set})


@pytest.mark.parametrize(
    ("rulings", "document", "says"),
    [
        ({"most-units": "ten"}, {"unit": [{**VIKING, "count": 11}]}, "remove 1"),
        ({"least-units": "three"}, {"unit": [VIKING]}, "add 2"),
        ({"named-pilots": "once"}, {"size": 1000, "unit": [{"profile": "iron-castle", "count": 2}]}, "Koji"),
        (
            {"warship-limit": "one"},
            {"size": 1000, "theatre": "space", "unit": [{"profile": "musarl-cruiser", "count": 2}]},
            "one warship",
        ),
        (
            {"warship-limit": "half"},
            {"size": 500, "theatre": "space", "unit": [{"profile": "musarl-cruiser"}]},
            "300 of 500",
        ),
    ],
)
def test_limits_of_the_players_own_are_off_until_ruled(rulings, document, says):
    assert not found("wargame-limit", **document)
    (finding,) = found("wargame-limit", rulings=rulings, **document)
    assert says in finding.message


def test_a_commander_can_be_asked_for_by_ruling():
    (finding,) = found("no-commander", rulings={"commander-needed": "yes"}, unit=[VIKING])
    assert finding.level == "error"


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ({"unit": [{"profile": "no-such-unit"}]}, "unit[0].profile"),
        ({"event": ["picnic"]}, "event[0]"),
        ({"commands": ["picnic"]}, "commands[0]"),
        ({"size": -1}, "size"),
        ({"theatre": "sea"}, "theatre"),
        ({"modules": ["tea"]}, "modules[0]"),
        ({"unit": [{**VIKING, "count": 0}]}, "unit[0].count"),
        ({"unit": [{**VIKING, "pilot": 3}]}, "unit[0].pilot"),
        ({"unit": [{**VIKING, "wings": 2}]}, "unit[0].wings"),
        ({"unit": [{**VIKING, "name": "two\nlines"}]}, "unit[0].name"),
        ({"commander": "x" * 61}, "commander"),
    ],
)
def test_what_cannot_be_read_names_its_place(document, where):
    with pytest.raises(InvalidInput) as caught:
        GAME.read_known({"game": "mechastellar", "title": "", **document})
    assert where in {m.where for m in caught.value.input_errors}


PROFILES = sorted(card.id for card in GAME.catalogue.all(Profile))
TRAITS = sorted(card.id for card in GAME.catalogue.all(Trait))
LINES = st.fixed_dictionaries(
    {"profile": st.sampled_from(PROFILES), "count": st.integers(1, 9)},
    optional={
        "swaps": st.dictionaries(st.sampled_from(["Machine Gun", "Gun", "x"]), st.sampled_from(["Giant Bazooka", "y"])),
        "extras": st.lists(st.sampled_from(["TL Missile Pods", "z"]), max_size=2),
        "pilot": st.integers(0, 2),
        "traits": st.lists(st.sampled_from([*TRAITS, "?"]), max_size=3),
        "carried_by": st.sampled_from(["", "Saronic Cruiser", "nobody"]),
    },
)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, max_size=4), st.sampled_from(["ground", "space"]), st.integers(0, 3000))
def test_no_list_makes_the_check_stumble_and_points_are_the_sum_of_lines(lines, theatre, size):
    whole = verdict(unit=lines, theatre=theatre, size=size)
    assert whole.totals["points"] == sum(verdict(unit=[line]).totals["points"] for line in lines)
    assert ("points-over" in {f.rule for f in whole.findings}) is (whole.totals["points"] > size)


def test_an_extra_is_taken_once():
    (finding,) = found("unknown-swap", unit=[{**VIKING, "extras": ["TL Missile Pods", "tl missile pods"]}])
    assert "more than once" in finding.message and finding.where == "unit[0].extras"
    (fix,) = finding.fixes
    assert not found("unknown-swap", **fix.set)


def test_a_weapon_is_swapped_once_however_it_is_spelled():
    twice = {"Machine Gun": "Magella Cannon", "machine gun": "Giant Bazooka"}
    first, second = found("unknown-swap", unit=[{**VIKING, "pilot": 1, "swaps": twice}])
    assert "more than once" in first.message and "more than once" in second.message
    assert not found("unknown-swap", **first.fixes[0].set)


@pytest.mark.parametrize(("ruled", "points"), [("off", 30), ("15", 60), ("200", 430), ("twenty", 70), ("0", 30)])
def test_the_price_of_a_pilots_level_is_a_number_a_player_types(ruled, points):
    made = verdict(rulings={"raised-pilot": ruled}, unit=[{**VIKING, "pilot": 2}])
    assert made.totals["points"] == points
    assert [f.rule for f in made.findings if f.rule == "pilot-price"] == ["pilot-price"] * (ruled == "off")


@pytest.mark.parametrize(("ruled", "momentum"), [("off", 3), ("0", 0), ("6", 6), ("10", 10)])
def test_starting_momentum_is_a_number_a_player_types(ruled, momentum):
    assert verdict(rulings={"starting-momentum": ruled}, unit=[VIKING]).totals["momentum"] == momentum


def test_a_build_may_write_the_number_of_a_ruling_as_a_number():
    assert verdict(rulings={"starting-momentum": 6}, unit=[VIKING]).totals["momentum"] == 6
    assert GAME.read({"game": "mechastellar", "rulings": {"most-units": 12}}).rulings == {"most-units": "12"}
    for wrong in (True, 1.5, [12]):
        with pytest.raises(InvalidInput, match="rulings"):
            verdict(rulings={"most-units": wrong})


@pytest.mark.parametrize(
    ("ruling", "typed"),
    [("starting-momentum", "11"), ("most-units", "0"), ("most-units", "201"), ("raised-pilot", "-1")],
)
def test_a_number_past_its_bounds_is_refused(ruling, typed):
    with pytest.raises(InvalidInput) as error:
        verdict(rulings={ruling: typed})
    assert f"rulings.{ruling}: found '{typed}', expected off, or a number from" in str(error.value)


@pytest.mark.parametrize(
    "traits", [["headhunter", "headhunter"], ["Headhunter", "headhunter"], ["Marksman", "marksman", "headhunter"]]
)
def test_the_same_trait_twice_is_a_finding_that_a_fix_repairs(traits):
    unit = {"profile": "green-viking-cdr", "traits": traits}
    (finding,) = found("trait-twice", unit=[unit])
    assert finding.level == "error" and "more than once" in finding.message
    assert not found("trait-twice", **finding.fixes[0].set)
    assert not found("trait-twice", unit=[{**unit, "traits": ["headhunter", "giant-slayer"]}])


def test_the_same_command_twice_is_a_finding_that_a_fix_repairs():
    document = {"modules": ["expanded-commands"], "commands": ["overwatch", "Overwatch"], "unit": [VIKING]}
    (finding,) = found("command-twice", **document)
    assert finding.message == "Overwatch is chosen more than once: choose two different commands."
    assert not found("command-twice", **{**document, **finding.fixes[0].set})
    assert not found("command-twice", **{**document, "commands": ["overwatch", "reinforcements"]})


@pytest.mark.parametrize(
    ("units", "why"),
    [
        ([VIKING], "the only unit"),
        ([VIKING, {"profile": "white-asura"}, {"profile": "dervish"}], "its pilot is the best, level 1"),
        ([VIKING, {"profile": "dervish"}], "no pilot is above level 0, and it costs most, 85 points"),
        ([{"profile": "dervish", "name": "Ann"}, {"profile": "dervish", "name": "Ben"}],
         "no pilot is above level 0, and none costs more, 85 points; it is the first"),
    ],
)  # fmt: skip
def test_a_unit_that_is_proposed_as_commander_says_why(units, why):
    (finding,) = found("no-commander", unit=units)
    assert finding.fixes[0].label.endswith(f"the commander: {why}")


def test_findings_call_a_unit_by_its_own_name():
    """Random lists whose units all have names of their own: no finding falls back on the name of a profile."""
    source = random.Random(5)
    profiles = GAME.catalogue.all(Profile)
    seen = set()
    for _ in range(300):
        units, chosen = [], source.sample(list(profiles), source.randint(1, 6))
        for number, profile in enumerate(chosen):
            unit = {"profile": profile.id, "name": f"Qx{number}", "count": source.choice([1, 1, 2, 3])}
            if profile.extras and source.random() < 0.5:
                unit["extras"] = [source.choice(profile.extras).name] * source.choice([1, 2])
            if profile.alternates and source.random() < 0.7:
                unit["swaps"] = {profile.weapons[0].name: source.choice(profile.alternates).name}
            if source.random() < 0.3:
                unit |= {"pilot": source.randint(0, 2), "traits": ["Headhunter", "Headhunter"]}
            if source.random() < 0.3:
                unit["carried_by"] = f"Qx{source.randint(0, 5)}"
            units.append(unit)
        document = {"size": source.choice([100, 500]), "unit": units, "theatre": source.choice(["space", "ground"])}
        document["commander"] = source.choice(["", "Qx0", chosen[0].name])
        for finding in verdict(**document).findings:
            words = (finding.message, *(fix.label for fix in finding.fixes))
            seen.add(finding.rule)
            assert not [p.name for p in chosen for line in words if p.name in line], finding
    assert len(seen) > 12 and "which-commander" in seen


@pytest.mark.parametrize(("modules", "once", "twice"), [(["gritty"], 1600, 1600), (["gritty", "srw"], 1600, 3200)])
def test_both_modules_double_hp_once_or_by_ruling_twice(modules, once, twice):
    both = {"modules": modules, "unit": [VIKING]}
    assert verdict(**both).totals["hp"] == once
    assert verdict(**both, rulings={"both-modules": "twice"}).totals["hp"] == twice
    text = json.dumps({"game": "mechastellar", "title": "Ours", **both, "rulings": {"both-modules": "twice"}})
    context = GAME.context({"both-modules": "twice"})
    asked = {"mine": text, "a": "Green Viking", "b": "dervish", "distance": 8}
    found = analysis_answer(GAME, "whole-turn", asked, context)["answer"]
    assert found["hp"] == 1500 * twice // 800


def second_card(kind, card, name):
    """Return a pack with a second card of a name, under another id."""
    raw = dict(GAME.catalogue.raw[card][1])
    return [{"title": "Box", kind: [{**raw, "id": f"{card}-b", "name": name}]}]


def test_two_cards_of_one_command_are_one_command():
    pack = second_card("command", "overwatch", "OVER-wátch")
    document = {"modules": ["expanded-commands"], "unit": [VIKING], "pack": pack}
    (finding,) = found("command-twice", commands=["overwatch", "overwatch-b"], **document)
    assert finding.fixes[0].set == {"commands": ["overwatch"]}
    assert found("command-twice", commands=["lightning-raid", "overwatch-b"], **document) == []


def test_two_cards_of_one_trait_are_one_trait():
    pack = second_card("trait", "headhunter", "Head Húnter")
    unit = {"profile": "green-viking-cdr", "traits": ["headhunter", "headhunter-b"]}
    (finding,) = found("trait-twice", unit=[unit], pack=pack)
    assert finding.fixes[0].set["unit"][0]["traits"] == ["headhunter"]


def test_a_pilot_of_one_name_on_two_profiles_is_one_pilot():
    pilot = GAME.catalogue.raw["iron-castle"][1]
    pack = [
        {
            "title": "Box",
            "profile": [{**pilot, "id": "copy", "name": "Copy", "pilot_name": pilot["pilot_name"].upper()}],
        }
    ]
    units = [{"profile": "iron-castle"}, {"profile": "copy"}]
    document = {"size": 2000, "unit": units, "pack": pack}
    (finding,) = found("wargame-limit", rulings={"named-pilots": "once"}, **document)
    assert pilot["pilot_name"] in finding.message and "this list has 2" in finding.message
    assert found("wargame-limit", rulings={"named-pilots": "once"}, **{**document, "unit": units[:1]}) == []


@pytest.mark.parametrize("theatre", ["ground", "space"])
def test_an_empty_list_is_a_warning_with_a_next_step(theatre):
    (finding,) = found("empty-list", theatre=theatre, size=60)
    assert finding.level == "warning" and not verdict(theatre=theatre).legal and finding.fixes
    for fix in finding.fixes:
        after = verdict(**{"theatre": theatre, "size": 60, **fix.set})
        assert after.legal and after.totals["units"] == 1, fix.label


def test_an_empty_list_is_called_neither_legal_nor_wrong():
    empty, one = verdict(title="Nothing"), verdict(unit=[VIKING], commander="Green Viking")
    assert (empty.headline, one.headline) == ("Nothing in it yet", "Legal")
