"""Fixes of a list over its points or units: against every single change, written from the document alone."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.mechastellar import GAME
from companion.games.mechastellar.model import Profile

PODS = "TL Missile Pods"
QUIET = replace(GAME.context(), fixes=False)
PROFILES = [card.id for card in GAME.catalogue.all(Profile)]
LANCER, JOKER = {"profile": "jet-black-lancer"}, {"profile": "laughing-joker"}
ARMED = {"profile": "green-viking", "extras": [PODS]}


def checked(context=QUIET, **fields):
    return GAME.check(GAME.read({"game": "mechastellar", "title": "", **fields}), context)


def fixes(rule, context=None, **fields):
    findings = {f.rule: f for f in checked(context or GAME.context(), **fields).findings}
    return findings[rule].fixes


def test_forty_five_points_over_cost_a_viking_of_fifty_and_not_the_lancer_of_270():
    """270 + 30 + 20 for its pods + 225 = 545 of 500."""
    found = fixes("points-over", size=500, commander="Jet Black Lancer", unit=[ARMED, LANCER, JOKER])
    assert [fix.label for fix in found] == [
        "Remove Green Viking (50 points)",
        "Remove Laughing Joker (225 points)",
        "Remove Jet Black Lancer (270 points, the commander)",
        "Play a game of 1000 points",
    ]
    assert found[0].set == {"unit": [LANCER, JOKER]}


def test_an_extra_goes_before_a_unit_where_it_comes_nearer():
    """545 of 525: the pods cost exactly the 20 points too many."""
    found = fixes("points-over", size=525, unit=[ARMED, LANCER, JOKER])
    assert found[0].label == f"Remove Green Viking's {PODS} (20 points)"
    assert found[0].set == {"unit": [{"profile": "green-viking"}, LANCER, JOKER]}


def test_a_raised_pilot_goes_down_a_level_where_that_is_enough():
    """At 15 points a level by ruling, 30 + 2 * 15 = 60 of 45."""
    context = GAME.context({"raised-pilot": "15"})
    raised = {"profile": "green-viking", "pilot": 2}
    found = fixes("points-over", context, size=45, unit=[raised])
    assert [fix.label for fix in found[:2]] == [
        "Give Green Viking a level 1 pilot (15 points)",
        "Give Green Viking a level 0 pilot (30 points)",
    ]
    assert found[0].set == {"unit": [{"profile": "green-viking", "pilot": 1}]}


def test_losing_the_commander_is_said_and_comes_last_among_equals():
    """Two of 30 points in a game of 59: one of them commands."""
    lines = [{"profile": "green-viking", "name": "Plain"}, {"profile": "green-viking", "name": "Chief"}]
    found = fixes("points-over", size=59, commander="Chief", unit=lines)
    assert [fix.label for fix in found[:2]] == ["Remove Plain (30 points)", "Remove Chief (30 points, the commander)"]
    assert found[1].set == {"unit": [lines[0]], "commander": ""}
    needed = GAME.context({"commander-needed": "yes"})
    assert "Chief" not in str(
        [fix.label for fix in fixes("points-over", needed, size=59, unit=lines, commander="Chief")]
    )


def test_of_too_many_units_the_cheapest_goes_and_what_is_left_is_said():
    lines = [*({"profile": p} for p in ("green-viking-cdr", "brass-militia", "argonaut", "dervish", "longbow")), ARMED]
    found = fixes("too-many-units", modules=["gritty"], size=1000, unit=lines)
    assert found[0].label == "Remove Brass Militia (20 points)"
    more = fixes("too-many-units", modules=["gritty"], size=1000, unit=[*lines, {**ARMED, "count": 2}])
    assert more[0].label == "Remove Brass Militia (20 points): 2 units still too many"


@st.composite
def lists(draw):
    line = st.builds(
        lambda profile, count, pods: {
            "profile": profile,
            **({"count": count} if count > 1 else {}),
            **({"extras": [PODS]} if pods and profile.startswith("green-viking") else {}),
        },
        st.sampled_from([*PROFILES, *["green-viking", "green-viking-cdr"] * 6]),
        st.integers(1, 3),
        st.booleans(),
    )
    return draw(st.lists(line, min_size=2, max_size=6)), draw(st.integers(1, 400))


def single_changes(lines):
    """Every list with one unit or one line's extra less."""
    for n, line in enumerate(lines):
        count = line.get("count", 1)
        yield [*lines[:n], *([{**line, "count": count - 1}] if count > 1 else []), *lines[n + 1 :]]
        if "extras" in line:
            yield [*lines[:n], {k: v for k, v in line.items() if k != "extras"}, *lines[n + 1 :]]


def assert_nearest(lines, over):
    size = checked(unit=lines).totals["points"] - over
    if size < 0:
        return
    before = checked(unit=lines, size=size)
    offered = [fix for fix in fixes("points-over", unit=lines, size=size) if "unit" in fix.set]
    unused = []
    for after in single_changes(lines):
        verdict = checked(unit=after, size=size)
        errors = [f.rule for f in verdict.findings if f.level == "error"]
        if after and all(errors.count(rule) <= [f.rule for f in before.findings].count(rule) for rule in errors):
            unused.append(size - verdict.totals["points"])
    enough = [points for points in unused if points >= 0]
    first = size - checked(unit=offered[0].set["unit"], size=size).totals["points"]
    assert first == (min(enough) if enough else max(unused)), offered[0].label
    assert offered[0].label.endswith("still too many") is (not enough)


@settings(max_examples=15, deadline=None)
@given(lists())
def test_no_single_change_comes_nearer_to_the_limit(drawn):
    assert_nearest(*drawn)


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(lists())
def test_no_single_change_of_many_lists_comes_nearer_to_the_limit(drawn):
    assert_nearest(*drawn)
