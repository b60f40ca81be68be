"""Special rules that a player defines in a pack, and those that nobody does: kept, printed, counted or noted."""

from fractions import Fraction

import pytest

from companion.base.findings import InvalidInput
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.games.techniconica import GAME
from companion.games.techniconica.model import Weapon
from companion.games.techniconica.model.special_rules import (
    SPECIALS,
    Effects,
    combine_rules,
    read_rule,
    specials,
    write_rule,
)
from companion.games.techniconica.rules.assembly import assemble_squad
from companion.games.techniconica.sheets.card_faces import part_face
from companion.printing.faces.boxes import Text
from companion.verbs.analyses import analysis_answer
from companion.verbs.game_rolls import odds_answer
from tests.games.techniconica.mechs import RENDING, RIPPER, WOLF

AIMED = {"id": "gun-sight", "name": "Gun-Sight", "text": "Two dice, and no jam.", "dice": "higher", "reliable": True}
PACK = {"title": "Mine", "special-rule": [RENDING, AIMED], "weapon": [RIPPER]}
SHOT = {"accuracy": 3, "penetration": 2, "damage_output": 3, "speed": 3, "armour": 2}


def context(**pack):
    return GAME.context(None, GAME.catalogue_of({"pack": [pack or PACK]}))


def mean(rules, where=None):
    return Fraction(odds_answer(GAME, "shoot", {**SHOT, "rules": rules}, where)["summary"]["mean_damage"]["exact"])


def test_rolls_count_a_rule_that_a_pack_defines():
    """54 of a hundred rolls hit, each for 2 more."""
    plain = mean("")
    assert mean("Rending (2)", context()) == mean("rending-2", context()) == plain + 2 * Fraction(54, 100)
    assert mean("gun-sight", context()) == mean("accurate, reliable")


def test_a_rule_that_no_pack_defines_is_an_error_in_a_roll_and_names_those_there_are():
    with pytest.raises(InvalidInput, match=r"Rending \(2\), Gun-Sight\); 'Sticky' is not one"):
        mean("Sticky", context())
    with pytest.raises(InvalidInput, match="'Rending' is not one"):
        mean("Rending")


@pytest.mark.parametrize(
    ("fields", "known"),
    [
        ({"dice": "lower"}, "inaccurate"),
        ({"reliable": True}, "reliable"),
        ({"barrage": True}, "barrage"),
        ({"piercing": True}, "armour-piercing"),
        ({"damage": 1}, "anti-mech-specialist"),
        ({"frightening": 2}, "frightening-2"),
        ({"weight": 2}, "gravity-field-2"),
    ],
)
def test_a_rule_is_defined_in_the_terms_of_the_known_ones(fields, known):
    where = context(**{"special-rule": [{"id": "own", "name": "Own", "text": "As printed.", **fields}]})
    found = combine_rules(["Own"], specials(where.catalogue), {})
    assert found == combine_rules([known], SPECIALS, {}) != Effects()


@pytest.mark.parametrize(
    ("number", "effects"),
    [
        ("damage", Effects(damage=3)),
        ("frightening", Effects(frightening=3)),
        ("weight", Effects(weight=3)),
    ],
)
def test_the_number_in_brackets_means_what_the_player_says(number, effects):
    where = context(**{"special-rule": [{**RENDING, "number": number}]})
    assert combine_rules(["Rending (3)"], specials(where.catalogue), {}) == effects


@pytest.mark.parametrize(("ruling", "penalty", "weight"), [("add", 5, 3), ("highest", 3, 2)])
def test_rules_of_the_same_effect_add_up_or_the_higher_counts_as_ruled(ruling, penalty, weight):
    own = {"id": "own", "name": "Own", "text": "As printed.", "frightening": 3, "weight": 1}
    known = specials(context(**{"special-rule": [own]}).catalogue)
    found = combine_rules(["Own", "frightening-2", "gravity-field-2"], known, {"rule-twice": ruling})
    assert (found.frightening, found.weight) == (penalty, weight)


def test_a_pack_can_say_what_a_known_rule_without_a_known_effect_does():
    own = {"id": "turbo-booster", "name": "Turbo-Booster", "text": "It rams.", "damage": 2}
    known = specials(context(**{"special-rule": [own]}).catalogue)
    assert combine_rules(["turbo-booster"], known, {}) == Effects(damage=2)
    assert combine_rules(["turbo-booster"], SPECIALS, {}) == Effects()


def build(pack=None):
    parts = [{**part, "card": "ripper"} if part["card"] == "long-rifle" else part for part in WOLF["part"]]
    return {"game": "techniconica", "mech": [{**WOLF, "part": parts}], "pack": [pack or PACK]}


def test_a_rule_that_nobody_defines_stays_on_the_card_with_a_note():
    squad_, where = GAME.read_in_context(build())
    (note,) = [f for f in GAME.check(squad_, where).findings if f.rule == "unknown-rule"]
    assert note.level == "note" and note.message == (
        "Sticky on Ripper has no effect on dice, because its effect is not known here: "
        "define it in a card pack, as a special rule of that name."
    )
    assert GAME.page_values(squad_, where)["rules_of"](where.catalogue.get(Weapon, "ripper")) == (
        "Rending (2), Sticky (no effect on dice)"
    )
    assert squad_.model_dump(mode="json")["pack"][0]["weapon"][0]["rules"] == ["Rending (2)", "Sticky"]


def test_a_mech_s_shots_carry_the_rules_that_count_and_no_others():
    squad_, where = GAME.read_in_context(build())
    (made,) = assemble_squad(squad_, where.catalogue)
    gun = next(mount for mount in made.weapons if mount.card.id == "ripper")
    rules = made.shot_rules(gun)
    assert rules == ("rending-2",)
    assert mean(",".join(rules), where) > mean("")


def test_both_rules_are_printed_and_the_defined_one_is_told():
    where = context()
    face = part_face(where.catalogue.get(Weapon, "ripper"), "1", known=specials(where.catalogue))
    texts = [box.text for box in face.boxes if isinstance(box, Text)]
    assert "Rending (2), Sticky" in texts
    assert any("Rending (2): {custom} Damage is 2 more." in text for text in texts)


def test_a_rule_is_found_by_its_name_whatever_its_id():
    known = specials(context(**{"special-rule": [{**RENDING, "id": "from-the-box"}]}).catalogue)
    assert (
        combine_rules(["Rending (2)"], known, {}) == combine_rules(["from-the-box-2"], known, {}) == Effects(damage=2)
    )
    assert [write_rule(token, known) for token in ("rending (2)", "from-the-box-2")] == ["Rending (2)"] * 2


def test_a_rule_written_by_its_id_is_printed_by_its_name():
    known = specials(context().catalogue)
    assert [write_rule(token, known) for token in ("rending-2", "gun-sight", "sticky")] == [
        "Rending (2)",
        "Gun-Sight",
        "sticky",
    ]
    assert read_rule("gun sight", known)[0].id == "gun-sight"


def test_the_best_mech_counts_a_defined_rule():
    """The same gun with a rule that no pack defines does less."""
    ids = [WOLF["locomotor"], WOLF["cockpit"], WOLF["pilot"], "ripper", "gas-turbine"]
    owned = "\n".join(f"9 {one if isinstance(one, str) else one['card']}" for one in ids)
    asked = {"wish": "damage", "from": "typed", "owned": owned}
    with_rule = analysis_answer(GAME, "best-mech", asked, context())["answer"]
    without = analysis_answer(GAME, "best-mech", asked, context(weapon=[RIPPER]))["answer"]
    assert with_rule["main"]["id"] == without["main"]["id"] == "ripper"
    assert with_rule["first"]["value"] > without["first"]["value"]


def test_a_rule_needs_a_text():
    with pytest.raises(InvalidInput, match="text"):
        context(**{"special-rule": [{"id": "own", "name": "Own"}]})


def test_a_defined_rule_reaches_a_volley_and_a_charge():
    kind = GAME.resolver("volley")
    asked = {"accuracy": 5, "speed": 3, "armour": 2, "weapons": "2/4 Rending (2); 2/4"}
    volley = kind.make(read_as(kind.inputs, asked), context())
    assert [clash.effects.damage for clash in volley.clashes] == [2, 0]
    charge = GAME.resolver("charge")
    asked = {"speed": 4, "penetration": 2, "damage_output": 3, "target_speed": 2, "armour": 2, "rules": "Rending (2)"}
    assert exact(charge.make(read_as(charge.inputs, asked), context())) is not None
