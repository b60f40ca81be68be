"""Findings of a mech and its deck: which, where, and fixes that fix."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.gamekit.contract import PrintSource
from companion.games.wreck_a_mech import GAME
from companion.printing.faces.boxes import Group, Text
from companion.verbs.checks import check_answer
from tests.games.wreck_a_mech.parts import PARTS, TRAINERS, mechs


def build(**document):
    return GAME.read({"game": "wreck-a-mech", **document})


def check(**document):
    return GAME.verdict(build(**document))


def only(rule, **document):
    return [finding for finding in check(**document).findings if finding.rule == rule]


def fixed(finding, number=0, **document):
    """The findings after a fix, by rule."""
    return [f.rule for f in check(**{**document, **finding.fixes[number].set}).findings]


def test_the_starting_mech_is_legal_with_nothing_to_say():
    found = check(mech=TRAINERS)
    assert found.legal and found.findings == ()
    assert {name: found.totals[name] for name in ("attack", "defense", "parts")} == {
        "attack": 9,
        "defense": 5,
        "parts": 5,
    }
    assert len(found.totals["lines"]) == 5


def test_an_empty_mech_says_what_to_do():
    (finding,) = check().findings
    assert (finding.rule, finding.level, finding.where) == ("empty-mech", "error", "mech")
    assert "choose one" in finding.message
    assert finding.fixes[0].set == {"mech": TRAINERS}


def test_a_part_in_the_wrong_position_is_moved_or_taken_off():
    document = {"mech": {"head": "trainer-body", "legs": "trainer-legs"}}
    (finding,) = only("wrong-position", **document)
    assert (finding.level, finding.where) == ("error", "mech.head")
    assert (
        "Trainer Body is in the head position, where it adds nothing; its position is body: move it." in finding.message
    )
    assert fixed(finding, 0, **document) == [] and finding.fixes[0].set["mech"]["body"] == "trainer-body"
    assert fixed(finding, 1, **document) == []
    taken = {"mech": {"head": "trainer-body", "body": "stage-chassis"}}
    (finding,) = only("wrong-position", **taken)
    assert len(finding.fixes) == 1 and finding.fixes[0].set == {"mech": {"body": "stage-chassis"}}


def test_a_misplaced_arm_may_go_to_the_side_that_is_free():
    document = {"mech": {"body": "laser-show", "right_arm": "pyro-fist"}}
    (finding,) = only("wrong-position", **document)
    assert [fix.label for fix in finding.fixes] == ["Make it the left arm", "Remove Laser Show"]
    assert set(fixed(finding, **document)) == {"wrong-side"}


def test_only_parts_that_lie_where_they_may_count():
    made = check(mech={"head": "trainer-body"})
    assert made.totals["parts"] == made.totals["structure"] == 0
    assert {"empty-mech", "wrong-position"} <= {finding.rule for finding in made.findings}


@pytest.mark.parametrize(("attack", "taken", "wrecked"), [(29, 12, False), (30, 13, True)])
def test_wrecked_is_when_no_part_can_be_spared(attack, taken, wrecked):
    """Structure 3 each: four parts hold 12 (fact 47)."""
    mech = ("prime-time-dome", "season-finale", "laser-show", "pyro-fist", "red-carpet-treads")
    places = ("head", "body", "left_arm", "right_arm", "legs")
    made = check(mech=dict(zip(places, mech, strict=True)), opponent={"attack": attack})
    assert (made.totals["taken"], made.totals["wrecked"]) == (taken, wrecked)


def test_an_arm_on_the_wrong_side_is_a_note_with_its_penalty():
    document = {"mech": {"left_arm": "laser-show", "right_arm": "pyro-fist"}}
    left, right = only("wrong-side", **document)
    assert (left.level, left.where, right.where) == ("note", "mech.left_arm", "mech.right_arm")
    assert "costs 3 Attack" in left.message
    assert left.fixes[0].label == "Swap the arms" and fixed(left, **document) == []
    assert check(**document).legal


def test_arms_are_not_swapped_where_that_only_turns_the_other():
    (finding,) = only("wrong-side", mech={"left_arm": "laser-show", "right_arm": "mic-drop"})
    assert finding.fixes == ()
    (alone,) = only("wrong-side", mech={"left_arm": "laser-show"})
    assert alone.fixes[0].set == {"mech": {"right_arm": "laser-show"}}


def test_more_copies_than_the_sets_have():
    document = {"mech": {"head": "encore-crown"}, "deck": ["encore-crown"], "junked": ["encore-crown"]}
    (finding,) = only("not-in-set", **document)
    assert finding.level == "error" and "3 times and the set has 1: remove 2" in finding.message
    assert finding.where == "deck[0]"
    assert "not-in-set" not in fixed(finding, **document)
    (two,) = only("not-in-set", **document, sets=2)
    assert "2 sets have 2: remove 1" in two.message
    assert only("not-in-set", **document, sets=3) == []
    (on_mech,) = only("not-in-set", mech={"left_arm": "mic-drop", "right_arm": "mic-drop"})
    assert on_mech.where == "mech.left_arm"
    assert len(on_mech.fixes[0].set["mech"]) == 1 and on_mech.fixes[0].label == "Keep 1"


def test_a_player_has_one_starter_set():
    """Fact 31: each player lays out one set; fact 49: no damage gains a Rank 1 card, so a second part comes from nowhere."""
    document = {"mech": TRAINERS, "deck": ["trainer-head"], "discard": ["trainer-legs"], "junked": ["trainer-head"]}
    head, legs = only("one-starter-set", **document)
    assert "Trainer Head is in mech, deck, discard pile and junk 3 times" in head.message and "remove 2" in head.message
    assert head.fixes[0].set == {"junked": [], "deck": []} and legs.fixes[0].set == {"discard": []}
    assert "one-starter-set" not in fixed(legs, **{**document, "deck": [], "junked": []})
    arms = {"left_arm": "trainer-left-arm", "right_arm": "trainer-left-arm"}
    (twice,) = only("one-starter-set", mech=arms)
    assert twice.fixes[0].set == {"mech": {"left_arm": "trainer-left-arm"}}, "the one on its own side stays"
    assert only("one-starter-set", mech=TRAINERS, sets=4) == []
    assert only("not-in-set", **document) == [], "told once"


TEXT = {
    "kind": "pack",
    "key": "wild",
    "title": "Wild",
    "part": [
        {
            "id": "chaos-core",
            "name": "Chaos Core",
            "origin": "own",
            "rank": 2,
            "position": "body",
            "corporation": "akio",
            "attack": 2,
            "defense": 2,
            "structure": 3,
            "text": "When wrecked, junk a card of your attacker.",
        }
    ],
}


def test_a_free_text_is_kept_and_noted_and_changes_no_total():
    build = GAME.read({"game": GAME.slug, "mech": {"body": "chaos-core"}, "pack": [TEXT]})
    verdict = GAME.verdict(build)
    note = next(finding for finding in verdict.findings if finding.rule == "free-text")
    assert (note.level, note.where) == (
        "note",
        "mech.body",
    ) and "Chaos Core is printed, but has no effect on dice" in note.message
    assert (verdict.totals["attack"], verdict.totals["defense"], verdict.totals["structure"]) == (2, 2, 3)
    assert to_document(build)["pack"][0]["part"][0]["text"] == TEXT["part"][0]["text"], "carried along"
    (deck,) = GAME.print_set("my-deck").make(PrintSource(GAME.context_of(build), build))
    (piece,) = deck.pieces
    (text,) = (
        box
        for group in piece.face.boxes
        if isinstance(group, Group)
        for box in group.boxes
        if isinstance(box, Text) and box.what == "rules text"
    )
    assert text.text == "{custom} When wrecked, junk a card of your attacker." and "junk a card" in piece.about


def test_trainers_still_in_are_junked_from_the_piles():
    document = {
        "mech": {**TRAINERS, "head": "encore-crown"},
        "deck": ["trainer-head", "mic-drop"],
        "discard": ["trainer-legs"],
    }
    (finding,) = only("trainer-still-in", **document)
    assert finding.level == "note" and finding.message.startswith("6 Trainer cards are still in")
    assert finding.fixes[0].set == {"deck": ["mic-drop"], "discard": [], "junked": ["trainer-head", "trainer-legs"]}
    assert only("trainer-still-in", mech={"head": "encore-crown"}, junked=["trainer-head"]) == []
    (one,) = only("trainer-still-in", mech={"head": "encore-crown"}, deck=["trainer-head"])
    assert one.message.startswith("1 Trainer card is still in the deck (Trainer Head)")


def test_damage_each_way_needs_the_opponents_marks():
    found = check(mech=TRAINERS, opponent={"attack": 9, "defense": 5}).totals
    assert (found["dealt"], found["taken"]) == (4, 4)
    assert "dealt" not in check(mech=TRAINERS).totals


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({"mech": {"head": "trainer-hed"}}, ("mech.head", "perhaps trainer-head")),
        ({"mech": {"tail": "trainer-head"}}, ("mech.tail", "unknown key")),
        ({"mech": {"head": 7}}, ("mech.head", "text")),
        ({"deck": ["0 trainer-head"]}, ("deck[0]", "at least 1")),
        ({"deck": ["100 trainer-head"]}, ("deck[0]", "at most 99")),
        ({"deck": ["2 trainer head"]}, ("deck[0]", "a number and an id")),
        ({"deck": [""]}, ("deck[0]", "part's id")),
        ({"deck": ["trainer-head"] * 201}, ("deck", "at most 200")),
        ({"deck": ["99 mic-drop"] * 11}, ("at most 1000 cards", "not 1089")),
        ({"deck": "trainer-head"}, ("deck", "a list")),
        ({"opponent": {"attack": 100}}, ("opponent.attack", "at most 99")),
        ({"opponent": {"parts": {"akio": 3, "zhao": 3}}}, ("opponent", "at most 5 parts")),
        ({"sets": 5}, ("sets", "at most 4")),
        ({"rulings": {"wheel": "banana"}}, ("rulings.wheel", "akio-freedom-zhao")),
    ],
)
def test_what_cannot_be_read_is_named(document, says):
    with pytest.raises(InvalidInput) as error:
        GAME.read_known({"game": "wreck-a-mech", **document})
    assert all(part in str(error.value) for part in says), str(error.value)


def test_piles_are_read_in_any_writing_and_written_short():
    made = build(deck=["2 trainer-head", "3x mic-drop", {"card": "keg-hull", "count": 2}, "hard-hat"])
    assert to_document(made)["deck"] == ["2 trainer-head", "3 mic-drop", "2 keg-hull", "hard-hat"]
    others = ["trainer-head x2", ["mic-drop", 3], "2× keg-hull", ["hard-hat", 1]]
    assert build(deck=others).deck == made.deck
    assert build(deck={"trainer-head": 2, "mic-drop": 3, "keg-hull": 2, "hard-hat": 1}).deck == made.deck
    assert GAME.read(to_document(made)) == made


def test_the_verdict_as_data():
    answer = check_answer({"game": "wreck-a-mech", "mech": {"left_arm": "trainer-right-arm"}})
    assert answer["legal"] and [f["rule"] for f in answer["findings"]] == ["wrong-side"]
    assert answer["totals"]["attack"] == 2
    assert answer["totals"]["lines"][1] == {
        "position": "left_arm",
        "card": "trainer-right-arm",
        "why": "Trainer Right Arm upside down as left arm",
        "attack": -1,
        "defense": 0,
    }


ids = st.sampled_from([card.id for card in PARTS])


@given(mechs(), st.lists(ids, max_size=6), st.lists(ids, max_size=6))
def test_every_fix_leaves_fewer_findings_or_none_of_its_kind(mech, deck, junked):
    document = {"mech": {p: c.id for p, c in mech.items()}, "deck": deck, "junked": junked}
    for finding in check(**document).findings:
        for number in range(len(finding.fixes)):
            if finding.rule == "not-in-set":
                left = only("not-in-set", **{**document, **finding.fixes[number].set})
                assert len(left) < len(only("not-in-set", **document))
            if finding.rule == "wrong-side":
                assert "wrong-side" not in fixed(finding, number, **document)


def test_two_cards_of_one_starter_part_are_one_part():
    """A pack's Trainer Head under another id is the Trainer Head that each player begins with once."""
    head = {**GAME.catalogue.raw["trainer-head"][1], "id": "head-b", "name": "TRAINER  Héad"}
    pack = [{"title": "Box", "part": [head]}]
    document = {"mech": TRAINERS, "deck": ["head-b"], "junked": ["trainer-head"], "pack": pack}
    (found,) = only("one-starter-set", **document)
    assert found.message.startswith("Trainer Head is in") and "3 times" in found.message and "remove 2" in found.message
    assert found.fixes[0].set == {"junked": [], "deck": []}
    assert "one-starter-set" not in fixed(found, **document)
    (other,) = only("one-starter-set", mech={**TRAINERS, "head": "head-b"}, deck=["trainer-head"], pack=pack)
    assert other.where in ("deck[0]", "mech.head") and "2 times" in other.message
    assert only("one-starter-set", mech={**TRAINERS, "head": "head-b"}, pack=pack) == []
