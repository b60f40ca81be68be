"""A build spec's findings, each with what it names, and fixes that remove what they fix."""

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.games.mechalyte import GAME


def verdict(spec="PMISAA", turns=()):
    return GAME.verdict(build(spec, turns))


def build(spec="PMISAA", turns=()):
    return GAME.read({"game": "mechalyte", "title": "", "spec": spec, "turn": [{"build": list(t)} for t in turns]})


def found(rule, spec="PMISAA", turns=()):
    (finding,) = [f for f in verdict(spec, turns).findings if f.rule == rule]
    return finding


@pytest.mark.parametrize("spec", ["PMISAA", "MIPASA", "PMAIAS"])
def test_the_printed_specs_are_legal(spec):
    assert verdict(spec).legal


@pytest.mark.parametrize(
    ("rule", "level", "spec", "turns", "says"),
    [
        ("spec-length", "error", "", (), "slots 1 to 6"),
        ("spec-length", "error", "PMISA", (), "slot 6 is"),
        ("spec-length", "error", "PMISAAP", (), "remove 1"),
        ("spec-armor-first-slot", "note", "APMISA", (), "slot 1"),
        ("spec-no-power-gain", "note", "MISAAM", (), "No P"),
        ("spec-no-power-gain", "note", "MISAAP", (), "slot 6"),
        ("spec-unprotected", "note", "PMIPMI", (), "every level"),
        ("spec-unprotected", "note", "PMIPAI", (), "level 4 or less"),
        ("spec-no-mobility", "note", "PISAAP", (), "one zone"),
        ("spec-no-initiative", "note", "PMSAAP", (), "countdown 0"),
        ("spec-armor-deep", "note", "PMAPSI", (), "drops level 6 to 2"),
        ("points-overspent", "error", "PMISAA", [[6] * 5, [6] * 5, [2]], "turn 3 goes over. Remove 2 levels"),
        ("factory-full", "error", "PMISAA", [[1], [1] * 8], "Turn 2 builds 8"),
    ],
)
def test_findings(rule, level, spec, turns, says):
    finding = found(rule, spec, turns)
    assert finding.level == level
    assert says in finding.message


@pytest.mark.parametrize(
    ("rule", "spec", "turns"),
    [
        ("spec-length", "PMISAA", ()),
        ("spec-armor-first-slot", "PAMISA", ()),
        ("spec-no-power-gain", "MPISAA", ()),
        ("spec-no-power-gain", "PMISAA", ()),
        ("spec-unprotected", "PMSIPA", ()),
        ("spec-unprotected", "PAMIPM", ()),
        ("spec-no-mobility", "PISAAM", ()),
        ("spec-no-initiative", "PMSAAI", ()),
        ("spec-armor-deep", "PMIPAS", ()),
        ("spec-armor-deep", "PMISPM", ()),
        ("points-overspent", "PMISAA", [[6] * 5, [6] * 5]),
        ("factory-full", "PMISAA", [[1] * 6, [1] * 6]),
    ],
)
def test_at_the_limit_nothing_is_found(rule, spec, turns):
    assert rule not in {finding.rule for finding in verdict(spec, turns).findings}


@pytest.mark.parametrize(
    ("rule", "spec", "turns", "message"),
    [
        (
            "spec-length",
            "PMIS",
            (),
            "A spec has 6 letters, and slots 5 to 6 are still empty: add 2 of P, S, M, I and A.",
        ),
        ("spec-length", "PMISA", (), "A spec has 6 letters, and slot 6 is still empty: add 1 of P, S, M, I and A."),
        ("spec-length", "PMISAAPP", (), "A spec has 6 letters and this one has 8: remove 2."),
        (
            "spec-no-power-gain",
            "MIPSAA",
            (),
            "The first P is in slot 3: a mech of level 2 or less rolls one attack die.",
        ),
        (
            "spec-no-power-gain",
            "MISAAM",
            (),
            "No P: every mech rolls one attack die, whatever its level and cost.",
        ),
        (
            "spec-unprotected",
            "PMISAA",
            (),
            "Neither S nor a working A: the first hit destroys a mech of level 3 or less.",
        ),
        (
            "spec-unprotected",
            "PMIPMA",
            (),
            "Neither S nor a working A: the first hit destroys a mech of level 5 or less.",
        ),
        ("spec-unprotected", "APMIPM", (), "Neither S nor a working A: the first hit destroys every level."),
        (
            "spec-no-mobility",
            "PISAAP",
            (),
            "No M: every mech moves one zone a turn, so reinforcements arrive late.",
        ),
        (
            "spec-no-initiative",
            "PMSAAP",
            (),
            "No I: every mech acts at countdown 0, after all enemies that have Initiative.",
        ),
        (
            "spec-armor-deep",
            "PAMAPS",
            (),
            "One armor effect drops level 6 to 3: the highest A, in slot 4, takes the modules after it too. An A in "
            "slot 6 would cost only one level.",
        ),
        (
            "points-overspent",
            "PMISAA",
            [[6] * 5, [6] * 4, [6, 1]],
            "The plan spends 61 build points and there are 60: turn 3 goes over. Remove 1 level.",
        ),
        (
            "factory-full",
            "PMISAA",
            [[1], [1] * 7],
            "Turn 2 builds 7 mechs, but two empty Factories hold only 6, three each: build 1 of them in a later turn.",
        ),
    ],
)
def test_one_past_the_limit_is_found_in_these_words(rule, spec, turns, message):
    assert found(rule, spec, turns).message == message


def turn(*levels):
    return {"build": list(levels)}


@pytest.mark.parametrize(
    ("rule", "spec", "turns", "fix"),
    [
        ("spec-length", "PMISAAPP", (), {"spec": "PMISAA"}),
        ("spec-armor-first-slot", "APMISA", (), {"spec": "PMISAA"}),
        ("points-overspent", "PMISAA", [[6] * 5, [6, 5], [6, 6, 6, 2]], {"turn": [turn(6, 6, 6, 6, 6), turn(6, 5), turn(6, 6, 6)]}),
        ("points-overspent", "PMISAA", [[6] * 5, [6] * 4, [4, 3, 2], [1]], {"turn": [turn(6, 6, 6, 6, 6), turn(6, 6, 6, 6), turn(4, 2)]}),
        ("points-overspent", "PMISAA", [[6] * 5, [6] * 6, [2]], {"turn": [turn(6, 6, 6, 6, 6), turn(6, 6, 6, 6, 6)]}),
        ("factory-full", "PMISAA", [[2], [1, 2, 3, 4, 5, 6, 2, 3]], {"turn": [turn(2), turn(1, 2, 3, 4, 5, 6), turn(2, 3)]}),
        ("factory-full", "PMISAA", [[1, 2, 3, 4, 5, 6, 2], [3]], {"turn": [turn(1, 2, 3, 4, 5, 6), turn(2), turn(3)]}),
    ],
)  # fmt: skip
def test_a_fix_changes_only_what_is_past_the_limit(rule, spec, turns, fix):
    (*_, offered) = found(rule, spec, turns).fixes
    assert offered.set == fix


@pytest.mark.parametrize(
    ("turns", "label", "fixed"),
    [
        # 62 of 60: the 2 in turn 3 goes, or any of the others loses two levels; of those the last.
        ([[6] * 5, [6] * 5, [2]], "Build level 4 instead of 6 in turn 2", [turn(6, 6, 6, 6, 6), turn(6, 6, 6, 6, 4), turn(2)]),
        # Also 62: a level 1 has no two levels to lose, so the last level 6 before it does.
        (
            [[6] * 5, [6, 6, 6, 6, 6, 1], [1]],
            "Build level 4 instead of 6 in turn 2",
            [turn(6, 6, 6, 6, 6), turn(6, 6, 6, 6, 4, 1), turn(1)],
        ),
        # 66: no mech has more than six levels, so one is not built.
        ([[6] * 5, [6] * 6], "Do not build a level 6 in turn 2", [turn(6, 6, 6, 6, 6), turn(6, 6, 6, 6, 6)]),
        # 68: eight too many, six of them at once.
        (
            [[6] * 5, [6] * 6, [2]],
            "Do not build a level 6 in turn 2: 2 levels still too many",
            [turn(6, 6, 6, 6, 6), turn(6, 6, 6, 6, 6), turn(2)],
        ),
    ],
)  # fmt: skip
def test_a_plan_over_its_points_loses_as_few_levels_as_it_must(turns, label, fixed):
    fix = found("points-overspent", "PMISAA", turns).fixes[0]
    assert (fix.label, fix.set) == (label, {"turn": fixed})


def test_a_spec_of_twelve_letters_is_still_read():
    assert build("P" * 12).spec == "P" * 12


def test_findings_stand_where_they_belong():
    assert found("points-overspent", turns=[[6] * 5, [6] * 5, [2]]).where == "turn[2].build"
    assert found("factory-full", turns=[[1], [1] * 8]).where == "turn[1].build"


@pytest.mark.parametrize(
    ("rule", "spec", "turns"),
    [
        ("spec-length", "PMISAAP", ()),
        ("spec-armor-first-slot", "APMISA", ()),
        ("points-overspent", "PMISAA", [[6] * 5, [6] * 6, [2]]),
        ("factory-full", "PMISAA", [[1], [1] * 8, [2]]),
    ],
)
def test_a_fix_removes_its_finding(rule, spec, turns):
    fixes = found(rule, spec, turns).fixes
    assert fixes
    for fix in (fix for fix in fixes if "still too many" not in fix.label):
        fixed = GAME.read({**to_document(build(spec, turns)), **fix.set})
        assert rule not in [f.rule for f in GAME.verdict(fixed).findings]


def test_an_a_before_nothing_but_as_has_no_fix():
    assert found("spec-armor-first-slot", "AAAAAA").fixes == ()


def test_totals():
    totals = verdict("MIPASA", [[6, 4], [2]]).totals
    assert (totals["spent"], totals["left"], totals["mechs"], totals["turns"]) == (12, 48, 3, 2)
    assert [row["cost"] for row in totals["levels"]] == [1, 2, 3, 4, 5, 6]
    assert [row["drops_to"] for row in totals["levels"]] == [0, 0, 0, 3, 3, 5]
    # Level 3 (MIP): 2 dice, two of them destroy it on average (one in two hits), for 3 points.
    assert totals["levels"][2]["value"] == 1.33


def test_a_spec_is_read_kindly():
    assert build(" mi pa\tsa ").spec == "MIPASA"


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"spec": "PMXSAA"}, ("spec", "slot 3", "'X'")),
        ({"spec": "P" * 13}, ("spec", "13")),
        ({"spec": 6}, ("spec", "text")),
        ({"turn": [{"build": [7]}]}, ("turn[0].build[0]", "at most 6")),
        ({"turn": [{"build": [0]}]}, ("turn[0].build[0]", "at least 1")),
        ({"turn": [{"built": [1]}]}, ("turn[0].built", "unknown key")),
        ({"turn": [{"build": [1]}] * 61}, ("turn", "at most 60")),
        ({"specs": "PMISAA"}, ("specs", "unknown key")),
        ({"title": "x" * 10_000}, ("title", "at most 120")),
    ],
)
def test_input_errors(document, says):
    with pytest.raises(InvalidInput) as error:
        GAME.read({"game": "mechalyte", "title": "", **document})
    assert all(part in str(error.value) for part in says), str(error.value)
