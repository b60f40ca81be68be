"""Wreck-A-Mech's matchup: inputs worked out by hand from the cards and the rules, what each side loses, typed numbers.

Laws compare random mechs with an oracle that adds parts up by the words of the rules.
"""

from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.matchup import next_steps
from companion.games.wreck_a_mech.matchup.fighters import Circumstances
from companion.games.wreck_a_mech.model import POSITIONS
from companion.games.wreck_a_mech.summary import summary
from companion.verbs.matchups import matchup_answer, read_side
from tests.games.wreck_a_mech.parts import mechs, summed

SITE, PARTY, FIRST = (to_document(GAME.examples[name]) for name in ("building-site", "tailgate-party", "first-mech"))
TRAINERS = FIRST["mech"]
OTHER_WHEEL = {"rulings": {"wheel": "akio-zhao-freedom"}}


def answer(mine, theirs, **conditions):
    sides = (read_side(GAME, one, "side") for one in (mine, theirs))
    return matchup_answer(GAME, *sides, conditions)


def mech(title="Mech", **parts):
    return {"game": "wreck-a-mech", "title": title, "mech": parts}


def cell(found, row="built"):
    (chosen,) = (r for r in found["rows"] if r["key"] == row)
    (only,) = chosen["cells"]
    return only


def inputs(found, row="built"):
    """Return a roll's inputs without those that say where they come from."""
    given_inputs = cell(found, row)["roll"]["inputs"]
    return {name: value for name, value in given_inputs.items() if not name.startswith("from.")}


def figures(found, row="built"):
    return {name: Fraction(figure["exact"]) for name, figure in cell(found, row)["figures"].items()}


def concluded(found):
    return {c["title"]: c["rows"] for c in found["conclusions"]}


def test_a_head_counts_their_parts_and_a_body_its_own():
    """Bucket Helm 2 + 5 Zhao parts, Keg Hull 3 + 3, Bottle Rocket Rack 5, Nail Bat 5, Shopping Cart 2 + 2: 27.

    Defense 1 + 4 + 1 + 1 + 4, with 1 of the Mixer Drum and 2 of the Bulldozer Tracks: 14. 13 of 15 Structure do not
    wreck, and whatever is spared has 2: four parts are lost.
    """
    found = answer(PARTY, SITE)
    assert inputs(found) == {
        "attack": 2 + 5 + 3 + 3 + 5 + 5 + 2 + 2, "defense": 1 + 4 + 1 + 1 + 4 + 1 + 2,
        "structures": "2,4,3,2,4", "ranks": "2,2,3,2,2", "attacks": "2,2,6,3,1", "defenses": "1,4,1,1,4",
    }  # fmt: skip
    assert figures(found) == {"wrecked": 0, "damage": 13, "parts_lost": 4}
    assert cell(found)["applied"] == [
        {"words": "Bucket Helm: the defender's 5 Zhao parts +5 Attack", "rule": "bonus-against"},
        {"words": "Keg Hull: 5 Freedom parts +3 Attack", "rule": "bonus-own"},
        {"words": "Shopping Cart: 5 Freedom parts +2 Attack", "rule": "bonus-own"},
        {"words": "Mixer Drum: 5 Zhao parts +1 Defense", "rule": "bonus-own"},
        {"words": "Bulldozer Tracks: 5 Zhao parts +2 Defense", "rule": "bonus-own"},
    ]


def test_the_wheel_of_the_attacker_decides_whom_a_head_beats():
    """With the other wheel Freedom beats Akio: nothing of Zhao's counts. The site keeps its own wheel."""
    found = answer({**PARTY, **OTHER_WHEEL}, SITE)
    assert inputs(found)["attack"] == 2 + 3 + 3 + 5 + 5 + 2 + 2
    assert figures(found) == {"wrecked": 0, "damage": 8, "parts_lost": 2}
    assert concluded(found)["What each side loses"][0][1] == "15 against 7: 8"
    assert [entry["option"] for entry in found["rests_on"] if entry.get("ruling") == "wheel"] == ["akio-zhao-freedom"]
    turned = answer(SITE, {**PARTY, **OTHER_WHEEL})
    assert concluded(turned)["What each side loses"][0][1] == "22 against 14: 8"


def test_a_card_of_a_pack_counts_with_its_special_rule_and_its_text_is_named():
    pack = {
        "title": "Odd jobs",
        "part": [
            {
                "id": "rust-eye", "name": "Rust Eye", "rank": 2, "position": "head", "corporation": "freedom",
                "attack": 4, "defense": 2, "structure": 3, "origin": "own", "text": "Look twice.",
                "special": [{"rule": "against", "corporation": "trainer", "attack": 2},
                            {"rule": "set", "least": 1, "defense": 3}],
            }
        ],
    }  # fmt: skip
    eye = {**mech("Eye", head="rust-eye", legs="moped-hips"), "pack": [pack]}
    found = answer(eye, FIRST)
    # Rust Eye 4 + 2 for each of 5 Trainer parts, Moped Hips 2, against the Trainers' 5.
    assert inputs(found)["attack"] == 4 + 2 * 5 + 2 and figures(found)["wrecked"] == 1
    assert cell(found)["not_counted"] == ["Rust Eye: Look twice."]
    assert ("card", "rust-eye", "custom") in {(e["kind"], e.get("card"), e.get("origin")) for e in found["rests_on"]}
    # Attacked, it has 2 + 3 and 3: Trainers deal 9 − 8, and either part takes it.
    back = answer(FIRST, eye)
    assert inputs(back) == {
        "attack": 9, "defense": 2 + 3 + 3, "structures": "3,0,0,0,3", "ranks": "2,0,0,0,2", "attacks": "4,0,0,0,2",
        "defenses": "2,0,0,0,3",
    }  # fmt: skip
    assert figures(back) == {"wrecked": 0, "damage": 1, "parts_lost": 1}


def test_an_arm_on_the_wrong_side_costs_attack_and_may_be_swapped():
    """Mic Drop 5 − 2 left and the Trainer's left arm 3 − 1 right; swapped 5 + 3."""
    wrong = mech(left_arm="mic-drop", right_arm="trainer-left-arm")
    found = answer(wrong, FIRST)
    assert inputs(found)["attack"] == 5 - 2 + 3 - 1
    assert {"words": "Mic Drop upside down as left arm −2 Attack", "rule": "arm-penalty"} in cell(found)["applied"]
    assert inputs(found, "swapped")["attack"] == 5 + 3
    assert "swapped" not in [row["key"] for row in answer(PARTY, FIRST)["rows"]]
    sources = cell(found)["roll"]["inputs"]["from.attack"]
    assert sources == "5:mic-drop.attack,trainer-left-arm.attack,mic-drop.penalty,trainer-left-arm.penalty"


def test_each_part_of_the_piles_is_tried_in_its_place():
    found = answer(PARTY, SITE)
    assert [(row["key"], row.get("of", "")) for row in found["rows"]] == [
        ("built", ""), ("played:bad-idea", "Draw pile"), ("played:bumper-hook", "Draw pile"),
        ("played:moped-hips", "Draw pile"), ("played:fire-extinguisher", "Discard pile"),
        ("played:scrapyard-ribs", "Discard pile"),
    ]  # fmt: skip
    # Bad Idea 1 + 2 × 5 for Bucket Helm's 2 + 5; Scrapyard Ribs 2 + 5 Freedom parts for Keg Hull's 3 + 3.
    assert inputs(found, "played:bad-idea")["attack"] == 27 - 7 + 11
    assert inputs(found, "played:scrapyard-ribs")["attack"] == 27 - 6 + 7
    assert cell(found, "played:scrapyard-ribs")["applied"][0] == {
        "words": "Scrapyard Ribs played as body in place of Keg Hull", "rule": "build-phase",
    }  # fmt: skip
    assert found["best"]["built"] == ["played:bad-idea"]


def test_an_arm_of_the_piles_goes_where_it_gives_the_most_attack():
    """Laser Show is a right arm: there 8 + 3 stay; left 8 − 3 and the right arm's 5 would be 10."""
    arms = mech(left_arm="trainer-left-arm", right_arm="mic-drop")
    found = answer({**arms, "deck": ["laser-show"]}, FIRST)
    assert inputs(found, "played:laser-show")["attack"] == 8 + 3
    # Beside a Final Take, 7, it is better upside down in place of the Trainer's arm: 8 − 3 + 7 instead of 8 + 3.
    better = mech(left_arm="trainer-left-arm", right_arm="final-take")
    assert inputs(answer({**better, "deck": ["laser-show"]}, FIRST), "played:laser-show")["attack"] == 8 - 3 + 7
    # Beside a Jackhammer alone, 8 right and 8 − 3 + 3 left are the same: it goes to its own side.
    as_good = answer({**mech(right_arm="jackhammer"), "deck": ["laser-show"]}, FIRST)
    played = cell(as_good, "played:laser-show")["applied"]
    assert played[0]["words"] == "Laser Show played as right arm in place of Jackhammer"


def test_in_the_next_combat_both_have_lost_the_fewest_parts():
    """The site's 15 against 7 take 8: Keg Hull, Bottle Rocket Rack and Shopping Cart, 3 + 2 + 3.

    Left are Bucket Helm 2 and Nail Bat 5 with Defense 2. Of the site the Jackhammer is left: its 3 beat 2.
    """
    found = answer(PARTY, SITE, combat="next")
    assert inputs(found) == {
        "attack": 2 + 1 + 5, "defense": 1, "structures": "0,0,0,2,0", "ranks": "0,0,0,2,0", "attacks": "0,0,0,3,0",
        "defenses": "0,0,0,1,0",
    }  # fmt: skip
    assert cell(found)["applied"][:2] == [
        {"words": "You have lost Keg Hull, Bottle Rocket Rack and Shopping Cart", "rule": "absorb"},
        {"words": "They have lost Foreman Cab, Mixer Drum, Wrecking Ball and Bulldozer Tracks", "rule": "absorb"},
    ]
    # Scrapyard Ribs 2 and 3 Freedom parts go where the Keg Hull was.
    assert inputs(found, "played:scrapyard-ribs")["attack"] == 2 + 1 + 5 + 2 + 3
    assert cell(found, "played:scrapyard-ribs")["applied"][2]["words"] == "Scrapyard Ribs played as body"
    assert concluded(found)["What each side loses"] == [
        ["Tailgate party", "15 against 7: 8", "Keg Hull, Bottle Rocket Rack and Shopping Cart",
         "Attack 12, Defense 2", "3 of Rank 3"],
        ["Building site", "27 against 14: 13", "Foreman Cab, Mixer Drum, Wrecking Ball and Bulldozer Tracks",
         "Attack 3, Defense 1", "4 of Rank 3 and 1 to junk"],
    ]  # fmt: skip
    assert concluded(found)["How Tailgate party can take it"][0] == [
        "Keg Hull, Bottle Rocket Rack and Shopping Cart", "Attack 12, Defense 2", "3 of Rank 3",
        "deals 7 (wrecks), takes 1",
    ]  # fmt: skip


def test_losses_may_be_chosen_for_what_is_left():
    """The Trainers take 4 of 9 against 5: body and legs leave 7 Attack; both arms and a body or legs leave Defense."""
    usual, attack, defense = (
        concluded(answer(FIRST, FIRST, spare=spare))["What each side loses"][0][2:4]
        for spare in ("fewest-parts", "most-attack-left", "most-defense-left")
    )
    assert usual == attack == ["Trainer Body and Trainer Legs", "Attack 7, Defense 1"]
    assert defense == ["Trainer Body, Trainer Left Arm and Trainer Right Arm", "Attack 2, Defense 3"]
    # 3 damage: the Pyro Fist is one part of 8 Attack; the Trainer's body and legs are two of less.
    strong_arm = mech(body="trainer-body", left_arm="pyro-fist", legs="trainer-legs")
    marks = {"their_attack": 3, "my_defense": 0}
    fewest_parts, most_attack = (
        concluded(answer(strong_arm, FIRST, spare=spare, **marks))["What each side loses"][0][2]
        for spare in ("fewest-parts", "most-attack-left")
    )
    assert (fewest_parts, most_attack) == ("Pyro Fist", "Trainer Body and Trainer Legs")


def test_a_mech_that_is_wrecked_has_no_next_combat_and_one_that_loses_nothing_stays_as_built():
    found = answer(FIRST, SITE, combat="next")
    wrecked = "wrecked in this combat: the next mech comes from the draw pile."
    assert cell(found)["why_not"] == f"You are {wrecked}"
    assert cell(answer(SITE, FIRST, combat="next"))["why_not"] == f"They are {wrecked}"
    idle = mech(body="keystone-block", legs="crane-base")
    assert inputs(answer(idle, idle, combat="next")) == inputs(answer(idle, idle))
    assert concluded(found)["What each side loses"] == [
        ["First mech", "15 against 5: 10",
         "Wrecked: Trainer Head, Trainer Body, Trainer Left Arm, Trainer Right Arm and Trainer Legs",
         "a Rebound from the draw pile", "a Victory, 5 of Rank 2"],
        ["Building site", "9 against 14: 0", "nothing", "Attack 15, Defense 14", "nothing"],
    ]  # fmt: skip
    assert list(concluded(found)) == ["What each side loses"]


def test_two_mechs_of_the_same_name_are_told_apart():
    found = concluded(answer(FIRST, FIRST))
    assert [row[0] for row in found["What each side loses"]] == ["You", "They"]
    assert list(found)[1:] == ["How you can take it", "How they can take it"]


def test_marks_that_differ_count_in_this_combat_alone():
    """Marked 30 against 20: 10 damage. The next combat is marked anew."""
    found = answer(PARTY, SITE, my_attack=30, their_defense=20, their_attack=9, my_defense=6)
    assert (inputs(found)["attack"], inputs(found)["defense"]) == (30, 20)
    assert "from.attack" not in cell(found)["roll"]["inputs"]
    assert concluded(found)["What each side loses"][0][1] == "9 against 6: 3"
    # 3 damage: Keg Hull or Shopping Cart alone holds it; the cheapest keeps the most Attack and Defense.
    assert concluded(found)["What each side loses"][0][2] == "Shopping Cart"
    after = answer(PARTY, SITE, my_attack=10, their_attack=9, my_defense=6, combat="next")
    assert inputs(after)["attack"] == 2 + 5 + 3 + 3 + 5 + 5


def test_an_unknown_opponent_is_a_few_typed_numbers():
    numbers = {"attack": 20, "defense": 11, "structures": "2 3 1 2 2", "parts": "2 Zhao"}
    found = answer(PARTY, {"typed": numbers})
    assert inputs(found) == {"attack": 22 + 2, "defense": 11, "structures": "2,3,1,2,2"}
    assert figures(found) == {"wrecked": 1, "damage": 13, "parts_lost": 5}
    assert concluded(found)["What each side loses"][1] == [
        "Typed numbers", "24 against 11: 13", "Wrecked: head, body, left arm, right arm and legs",
        "a Rebound from the draw pile", "a Victory, a card for each of 5 parts",
    ]  # fmt: skip
    weak = answer(PARTY, {"typed": {**numbers, "attack": 9, "defense": 20}}, combat="next")
    assert cell(weak)["why_not"] == "The losses of typed numbers are not known."
    untouched = answer(PARTY, {"typed": {**numbers, "attack": 9, "defense": 24}}, combat="next")
    # 9 against 7: any part holds 2. The Bucket Helm's 2 + 2 Attack and 1 Defense are the least that can go.
    assert concluded(untouched)["What each side loses"][0][2] == "Bucket Helm"
    assert inputs(untouched) == {"attack": 24 - 4, "defense": 24, "structures": "2,3,1,2,2"}


@pytest.mark.parametrize(
    ("numbers", "says"),
    [
        ({"attack": 20}, "defense"),
        ({"attack": 20, "defense": 100, "structures": "1,1,1,1,1"}, "at most 99"),
        ({"attack": 20, "defense": 5, "structures": "1,1"}, "5: head, body, left arm, right arm, legs"),
        ({"attack": 20, "defense": 5, "structures": "0,0,0,0,0"}, "at least one part"),
        ({"attack": 20, "defense": 5, "structures": "1,1,1,1,1", "parts": "2 Nobody"}, "3 Akio, 1 Zhao"),
    ],
)
def test_typed_numbers_that_cannot_be_read_are_named(numbers, says):
    with pytest.raises(InvalidInput) as error:
        answer(PARTY, {"typed": numbers})
    assert says in str(error.value)


def test_a_part_in_a_wrong_position_counts_for_nothing_and_an_empty_mech_attacks_nobody():
    misplaced = mech(head="mic-drop", body="keg-hull")
    assert inputs(answer(misplaced, FIRST))["attack"] == 3
    assert inputs(answer(FIRST, misplaced))["structures"] == "0,3,0,0,0"
    assert answer(mech(head="mic-drop"), FIRST)["rows"] == []
    assert answer(FIRST, mech())["targets"] == [] and answer(FIRST, mech())["conclusions"] == []


def test_the_text_for_a_chat_is_a_side():
    build = {**PARTY, "deck": ["2 mic-drop", "keg-hull"]}
    text = summary(GAME.read(build), GAME.context())
    read = to_document(read_side(GAME, text, "theirs").build)
    assert read == {**build, "deck": ["2 mic-drop", "keg-hull"]}
    untitled = summary(GAME.read(mech("", head="hard-hat")), GAME.context())
    assert to_document(read_side(GAME, untitled, "theirs").build)["mech"] == {"head": "hard-hat"}


def test_what_names_no_part_stays_under_its_name():
    text = summary(GAME.read(PARTY), GAME.context()).replace("Keg Hull", "Kegg Hul").replace("Bad Idea", "Good Idea")
    read = to_document(read_side(GAME, text, "theirs").build)
    assert read["mech"]["body"] == "Kegg Hul" and {"card": "Good Idea", "count": 1} in read["deck"]


def by_hand(found_mech, enemy_mech):
    """Attack, Defense and Structure of a mech against another one, without the product's own sums."""
    enemy = {}
    for card in enemy_mech.values():
        enemy[card.corporation] = enemy.get(card.corporation, 0) + 1
    return (*summed(found_mech, enemy), [found_mech[p].structure if p in found_mech else 0 for p in POSITIONS])


def fewest(damage, structures):
    """How many parts are lost at least, by trying every set of parts."""
    held = [value for value in structures if value]
    sets = chain.from_iterable(combinations(held, count) for count in range(len(held) + 1))
    return min((len(chosen) for chosen in sets if sum(chosen) >= damage), default=len(held))


@settings(max_examples=40, deadline=None)
@given(mechs(least=1), mechs(least=1))
def test_both_directions_add_up_by_the_words_of_the_rules(one, other):
    built = [mech("", **{place: card.id for place, card in parts.items()}) for parts in (one, other)]
    there, back = answer(*built), answer(*reversed(built))
    for found, attacker, defender in ((there, one, other), (back, other, one)):
        attack, defense = by_hand(attacker, defender)[0], by_hand(defender, attacker)[1]
        structures = by_hand(defender, attacker)[2]
        roll = inputs(found)
        assert (roll["attack"], roll["defense"]) == (attack, defense)
        assert roll["structures"] == ",".join(map(str, structures))
        damage = max(0, attack - defense)
        wrecked = damage > 0 and sum(structures) - min(s for s in structures if s) < damage
        assert figures(found) == {
            "wrecked": int(wrecked), "damage": damage, "parts_lost": fewest(damage, structures) if damage else 0,
        }  # fmt: skip
        assert concluded(found)["What each side loses"][1][1] == f"{attack} against {defense}: {damage}"
    mine, theirs = concluded(there)["What each side loses"]
    assert [mine[1:], theirs[1:]] == [row[1:] for row in reversed(concluded(back)["What each side loses"])]


@settings(max_examples=30, deadline=None)
@given(mechs(least=1), mechs(least=1), st.sampled_from(["fewest-parts", "most-attack-left", "most-defense-left"]))
def test_what_is_left_after_losses_fights_with_its_own_sums(one, other, spare):
    assume(all(len({card.id for card in parts.values()}) == len(parts) for parts in (one, other)))
    built = [mech("", **{place: card.id for place, card in parts.items()}) for parts in (one, other)]
    found = answer(*built, spare=spare, combat="next")
    after = cell(found)
    if "why_not" in after:
        return
    mine, theirs = concluded(found)["What each side loses"]
    kept, left = (
        {place: card for place, card in parts.items() if card.name not in lost}
        for parts, lost in ((one, mine[2]), (other, theirs[2]))
    )
    assert after["roll"]["inputs"]["attack"] == by_hand(kept, left)[0]
    assert after["roll"]["inputs"]["defense"] == by_hand(left, kept)[1]


def test_what_follows_goes_on_with_the_marks_that_this_combat_counts():
    """Rebel Beacon and Overclocked Still of Freedom beat Akio by their wheel, Zhao by mine.

    Their attack follows their wheel, as this combat does: 3 + 3 + 8 + 5 + 2, 5 for Freedom parts, 1 for the Laser Show.
    """
    site = mech(
        head="site-marshal", body="keystone-block", left_arm="laser-show", right_arm="jackhammer", legs="crane-base"
    )
    rebels = mech(
        head="rebel-beacon",
        body="overclocked-still",
        left_arm="chainsaw-choir",
        right_arm="nail-bat",
        legs="moped-hips",
    )
    best, options = leads(site, {**rebels, **OTHER_WHEEL})
    assert (best["attack"], best["defense"], options["attack"]) == ("27", "12", "27")
    found = answer(site, {**rebels, **OTHER_WHEEL})
    assert concluded(found)["What each side loses"][0][1] == "27 against 19: 8"
    marked = leads(site, rebels, my_defense=25, their_attack=40, their_defense=9)
    assert (marked[0]["attack"], marked[0]["defense"]) == ("40", "9")
    assert (marked[1]["attack"], marked[1]["defense"]) == ("40", "25")


def test_what_follows_can_be_asked_whatever_the_other_sides_pack_says():
    """Marks end at 99, and a corporation that I do not know gives no bonus."""
    places = ("body", "left_arm", "right_arm", "legs")
    numbers = {"rank": 3, "corporation": "nobody-else", "attack": 30, "defense": 30, "structure": 9, "origin": "own"}
    parts = [{"id": f"giant-{n}", "name": f"Giant {n}", "position": p, **numbers} for n, p in enumerate(places)]
    nobody = {"id": "nobody-else", "name": "Nobody Else", "letter": "N", "origin": "own"}
    giants = {place: f"giant-{number}" for number, place in enumerate(places)}
    theirs = {**mech(**giants), "pack": [{"title": "Giants", "part": parts, "corporation": [nobody]}]}
    best, options = leads(SITE, theirs)
    assert (best["attack"], best["defense"], options["attack"]) == ("99", "99", "99")
    assert "parts" not in best


def leads(mine, theirs, **conditions):
    """Return the inputs of the best build and the damage options that a matchup leads to."""
    sides = [read_side(GAME, one, "side") for one in (mine, theirs)]
    return [entry.inputs for entry in next_steps(*sides, Circumstances(**conditions))]


def test_the_roll_of_a_matchup_says_whose_numbers_they_are_for_both_directions():
    """A matchup leads to it with their mech as the defender: "your Defense" would be the wrong one."""
    (kind,) = GAME.resolvers
    labels = [str(field.title) + str(field.description) for field in kind.inputs.model_fields.values()]
    words = " ".join([kind.about, *labels, *(measure.title for measure in kind.measures)]).casefold()
    assert not {"you", "your"} & set(words.replace(",", " ").split())
