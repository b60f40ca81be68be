"""Matchups of specs: what stands against what, and the rolls filled from specs, plans, packs and circumstances."""

from fractions import Fraction

import pytest

from companion.base.findings import InvalidInput
from companion.games.mechalyte import GAME
from companion.games.mechalyte.matchup.pairings import Circumstances
from companion.games.mechalyte.summary import summary
from companion.verbs.matchups import build_side, matchup_answer, read_side, typed_side

ROOM = GAME.matchup
POWER = {"id": "power", "name": "Power", "letter": "P", "rating": "power", "base": 1, "adds": 2, "text": "Two dice."}
STRONG = {"module": [POWER]}


def one(spec, *turns, **more):
    build, context = GAME.read_in_context(
        {"game": "mechalyte", "title": spec, "spec": spec, "turn": [{"build": turn} for turn in turns], **more}
    )
    return build_side(GAME, build, context)


def cell(mine, theirs, attack, target, **conditions):
    """Return one cell of a matchup's answer."""
    rows = matchup_answer(GAME, mine, theirs, conditions)["rows"]
    row = next(row for row in rows if row["key"] == attack)
    return next(found for found in row["cells"] if found["target"] == target)


def test_a_mech_against_a_mech_is_a_combat_of_their_specs_and_levels():
    """MIPASA of level 6 has P, S, and As in slots 4 and 6; PMISAA of level 5 has P, S and an A in slot 5.

    Both have one I (examples ML-E19 and ML-E24 of the rule facts), so nobody acts first.
    """
    found = cell(one("MIPASA"), one("PMISAA"), "6", "5")
    assert found["roll"] == {"resolver": "combat", "inputs": {"a": "MIPASA:6", "b": "PMISAA:5"}}
    assert found["known"] == ["MIPASA 6", "2 dice", "against PMISAA 5", "2 dice"]
    assert [(applied["words"], applied["rule"]) for applied in found["applied"]] == [
        ("Yours charge 1 shield layer", "charge-shields"),
        ("Yours of level 6: armor, falls to 5 then 3", "armor-effect"),
        ("Theirs charge 1 shield layer", "charge-shields"),
        ("Theirs of level 5: armor, falls to 4", "armor-effect"),
    ]


def test_the_groups_of_a_plan_fight_together_and_aim():
    """Three go on the left Factory and the fourth on the right; a lone 4 is there already as a single mech."""
    mine, theirs = one("PIMPSA", [3, 4, 4, 4], [4, 2]), one("PMISAA", [5, 3])
    assert [attack.title for attack in ROOM.attacks(mine)][6:] == ["Levels 4, 4, 3", "Levels 4, 2"]
    assert [attack.points for attack in ROOM.attacks(mine)] == [1, 2, 3, 4, 5, 6, 11, 6]
    found = cell(mine, theirs, "4-4-3", "5-3", their_aim="weakest")
    assert found["roll"]["inputs"] == {"a": "PIMPSA:4,4,3", "b": "PMISAA:5,3", "a_aim": "best", "b_aim": "weakest"}
    assert cell(mine, theirs, "4", "5-3", their_aim="weakest")["roll"]["inputs"] == {
        "a": "PIMPSA:4",
        "b": "PMISAA:5,3",
        "a_aim": "best",
    }
    assert cell(mine, theirs, "4-2", "5-3", my_aim="strongest", their_aim="strongest")["roll"]["inputs"] == {
        "a": "PIMPSA:4,2",
        "b": "PMISAA:5,3",
    }


def test_who_acts_first_is_said():
    """PIMPSA has its I from level 2 on, IIPPPP two of them."""
    applied = cell(one("PIMPSA"), one("IIPPPP"), "2", "2")["applied"]
    assert applied == [{"words": "Theirs act first: Initiative 2 before 1", "rule": "countdown"}]
    assert cell(one("PIMPSA"), one("IIPPPP"), "2", "1")["applied"] == []


def test_an_opportunity_shot_is_fired_at_one_mech_that_leaves():
    """PMISAA has Power 2 from level 1 on: two of its mechs roll four dice; MIPASA of level 4 falls to 3."""
    mine, theirs = one("PMISAA", [5, 3]), one("MIPASA", [4, 4])
    found = cell(mine, theirs, "5-3", "4", event="opportunity-shot", moved=1)
    assert found["roll"] == {
        "resolver": "opportunity-shot",
        "inputs": {"mech": "MIPASA:4", "enemies": "PMISAA:5,3", "moved": 1},
    }
    assert found["known"] == ["MIPASA 4", "2 dice", "shot at by PMISAA 5 + 3", "4 dice"]
    assert found["applied"][1:] == [{"words": "Theirs of level 4: armor, falls to 3", "rule": "armor-effect"}]
    assert set(found["figures"]) == {"wiped", "left", "moves_on"}
    together = cell(mine, theirs, "5-3", "4-4", event="opportunity-shot")
    assert together["why_not"] == "Mechs leave a zone one at a time: see the single levels."


def test_numbers_of_a_pack_are_used_marked_and_said_to_count_for_both():
    """With 2 more dice for each P, PPMISA of level 2 rolls 1 + 2 + 2."""
    mine, theirs = one("PPMISA", pack=[STRONG]), one("PMISAA")
    found = cell(mine, theirs, "2", "1")
    assert found["known"] == ["PPMISA 2", "5 dice", "against PMISAA 1", "3 dice"]
    assert found["roll"]["inputs"] == {
        "a": "PPMISA:2",
        "b": "PMISAA:1",
        "from.a": "PPMISA:2:power.base,power.adds",
        "from.b": "PMISAA:1:power.base,power.adds",
    }
    assert found["not_counted"] == ["Their pack gives modules other numbers; the combat counts both sides with yours."]
    numbers = [
        (entry["input"], entry["card"], entry["field"]) for entry in matchup_answer(GAME, mine, theirs)["rests_on"]
    ]
    assert ("a", "power", "adds") in numbers and ("b", "power", "adds") in numbers
    assert cell(mine, one("PMISAA", pack=[STRONG]), "2", "1")["not_counted"] == []


@pytest.mark.parametrize(("spec", "letters"), [("PMI", "3 letters"), ("", "0 letters"), ("PMISAAP", "7 letters")])
def test_an_unfinished_spec_does_not_fight(spec, letters):
    why = cell(one("PMISAA"), one(spec), "1", "6")["why_not"]
    assert why == f"Their spec has {letters}, not 6: a combat needs a whole spec."
    assert cell(one(spec), one("PMISAA"), "6", "1")["why_not"].startswith(f"Your spec has {letters}")


def test_what_sixty_points_no_longer_pay_for_does_not_fight():
    """Two turns of 30 spend all points; the third is not built."""
    plan = [[6, 5, 4, 6, 5, 4], [6, 6, 3, 6, 6, 3], [2, 1]]
    assert [target.key for target in ROOM.targets(one("PMISAA", *plan), one("PMISAA"))][6:] == ["6-5-4", "6-6-3"]


def test_fewer_losses_make_the_better_of_two_attacks():
    """One die each. MAMMMM of level 1 or 2 loses a level half the time, as they do; of level 2 it is never wiped out."""
    best = matchup_answer(GAME, one("MAMMMM"), one("MMMMMM"))["best"]
    assert best["1"] == ["2"]


def test_the_best_target_is_the_one_that_trades_best():
    """One die each, nothing saves a mech: level 6 loses 3 points on average whoever fires, so the dearest is aimed at.

    It is wiped out no likelier than any other, and the easiest one to wipe out would trade a point.
    """
    rows = matchup_answer(GAME, one("MMMMMM"), one("MMMMMM"))["rows"]
    for row in rows:
        assert [cell["target"] for cell in row["cells"] if cell["best"]] == ["6"]
        own = int(row["key"])
        traded = {cell["target"]: Fraction(cell["derived"]["traded"]["exact"]) for cell in row["cells"]}
        assert traded == {str(level): Fraction(level - own, 2) for level in range(1, 7)}
    shot = matchup_answer(GAME, one("MMMMMM"), one("MMMMMM"), {"event": "opportunity-shot"})["rows"][0]
    assert [Fraction(cell["derived"]["traded"]["exact"]) for cell in shot["cells"]] == [
        Fraction(level, 2) for level in range(1, 7)
    ]


def test_points_are_traded():
    """One die each and nothing saves a mech: both are destroyed with a chance of one half, and lose half their points."""
    (traded,) = matchup_answer(GAME, one("MMMMMM"), one("MMMMMM"))["conclusions"]
    assert traded["title"] == "Points traded"
    assert traded["rows"][0] == ["Level 1", "Level 1", "0.50", "0.50", "0.00"]
    assert traded["rows"][5] == ["Level 6", "Level 1", "3.00", "0.50", "+2.50"]
    assert matchup_answer(GAME, one("MMMMMM"), one("MMM"))["conclusions"] == []
    assert matchup_answer(GAME, one("MMMMMM"), one("MMMMMM"), {"event": "opportunity-shot"})["conclusions"] == []


def test_a_revealed_spec_can_be_typed_with_what_stands_in_the_zone():
    typed = typed_side(GAME, {"spec": "pm isaa", "levels": "3 5"}, GAME.context())
    assert [target.key for target in ROOM.targets(typed, one("MIPASA"))][5:] == ["6", "5-3"]
    assert cell(one("MIPASA"), typed, "4", "5-3")["roll"]["inputs"]["b"] == "PMISAA:5,3"


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ({"spec": "PMI"}, "6 letters"),
        ({"spec": "PMISAA", "levels": "7"}, "a level from 1 to 6"),
        ({"spec": "PMISAA", "levels": "1 2 3 4"}, "at most 3"),
    ],
)
def test_what_is_typed_wrongly_is_named(numbers, says):
    with pytest.raises(InvalidInput) as error:
        typed_side(GAME, numbers, GAME.context())
    assert says in str(error.value)


def test_a_spec_is_read_from_the_text_for_a_chat_and_from_bare_letters():
    for build in GAME.examples.values():
        assert ROOM.from_text(summary(build, GAME.context()), GAME.context()) == build
    empty = GAME.read({"game": "mechalyte", "title": ""})
    assert ROOM.from_text(summary(empty, GAME.context()), GAME.context()) == empty
    pasted = read_side(GAME, "mi pasa: 4, 4", "theirs").build
    assert (pasted.spec, [turn.build for turn in pasted.turn]) == ("MIPASA", [(4, 4)])
    assert ROOM.from_text("anything else", GAME.context()) is None


def test_a_matchup_leads_to_the_specs_that_beat_theirs_once_theirs_is_finished():
    def steps(mine, theirs):
        return [(step.title, step.analysis, step.inputs) for step in ROOM.next_steps(mine, theirs, Circumstances())]

    wanted = [("Which specs beat PMISAA?", "counter-spec", {"against": "PMISAA"})]
    assert steps(one("MIPASA"), one("PMISAA")) == wanted
    assert steps(one("MIP"), one("PMISAA")) == wanted, "mine need not be"
    assert steps(one("MIPASA"), one("PMISA")) == steps(one("MIPASA"), one("")) == []
