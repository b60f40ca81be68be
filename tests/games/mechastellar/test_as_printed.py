"""Cards as they are printed: cells with their signs, and names the companion does not know, kept and without effect."""

from dataclasses import replace

import pytest

from companion.data.card_files import read_rows
from companion.gamekit.contract import PrintSource
from companion.games import game
from companion.games.mechastellar.model import Profile, Trait
from companion.games.mechastellar.sheets.blocks import profile_block, special_text
from companion.printing.faces.boxes import Text
from companion.verbs.analyses import analysis_answer
from companion.verbs.checks import check_answer

GAME = game("mechastellar")
SHEET = (
    "name,type,role,special,performance,frame,points,pilot_level,eq_slots,size,cost_plus,sensors,move,actions,shooting,"
    "melee,evade,arm_sv,hp,weapons.1.name,weapons.1.slots,weapons.1.range,weapons.1.attacks,weapons.1.pen,"
    "weapons.1.dmg,weapons.1.qualities,weapons.1.overwatch,weapons.2.name,weapons.2.slots,weapons.2.range,"
    "weapons.2.attacks,weapons.2.dmg,traits.1.name,traits.1.kind,traits.1.level\n"
    'Sky Lancer,ms,Scout,Supersonic (3),5,2,"1,250",Ace Pilot,3,-,−2,6",8″,2,9,7d10,+3,−1,"3,700",Lance Gun,3,32",6,2,'
    '"1,100",[K]; Plasma; cc,IV,Fists,-,melee,+1 Hit,500,Ghost Step,pilot,II\n'
)


def sky_lancer(more=""):
    catalogue = GAME.catalogue.merge_text(SHEET, "profile.csv")
    catalogue = catalogue.merge_text(more, "more.toml") if more else catalogue
    return catalogue.get(Profile, "sky-lancer"), catalogue


def group_by_kind(entries):
    return {kind: [one.record for one in entries if one.kind == kind] for kind in {one.kind for one in entries}}


def pack_of(text, name):
    entries = read_rows(text, name, GAME.kinds).all()
    return {"game": "mechastellar", "kind": "pack", **group_by_kind(entries)}


def test_a_profile_is_read_cell_by_cell_as_it_is_printed():
    card, _ = sky_lancer()
    assert (card.type, card.role, card.special) == ("MS", "Scout", "Supersonic (3)")
    assert (card.points, card.pilot_level, card.size, card.cost_plus) == (1250, 2, 0, -2)
    assert (card.sensors, card.move, card.melee, card.evade, card.arm_sv, card.hp) == (6, 8, 7, 3, -1, 3700)
    gun, fists = card.weapons
    assert (gun.inches, gun.dmg, gun.overwatch, gun.qualities) == (32, 1100, 4, ("K", "Plasma", "CC"))
    assert (fists.fights, fists.slots, fists.hits) == (True, 0, 1)
    assert card.traits[0].level == 2


@pytest.mark.parametrize("sign", ['32"', "32″", "32 in", " 32 ", 32])
def test_a_range_is_read_with_its_sign_from_any_kind_of_pack(sign):
    weapon = {"name": "Gun", "slots": 1, "range": sign, "attacks": 6, "close_range": "RF−2", "dmg": 200}
    profile = {**GAME.catalogue.raw["green-viking"][1], "id": "mine", "name": "Mine", "weapons": [weapon]}
    catalogue = GAME.catalogue_of({"pack": [{"profile": [profile]}]})
    (gun,) = catalogue.get(Profile, "mine").weapons
    assert (gun.inches, gun.rapid) == (32, (-2, 0))


@pytest.mark.parametrize("cell", ["4+", "4 or more", "4"])
def test_what_an_attack_hits_on_is_read_as_it_is_printed(cell):
    catalogue = GAME.catalogue.merge_text(f"name,kind,text,hit_on\nRage,mecha,Rages.,{cell}\n", "trait.csv")
    assert catalogue.get(Trait, "rage").hit_on == 4


def test_names_the_companion_does_not_know_are_told_to_have_no_effect_on_dice():
    answer = check_answer(pack_of(SHEET, "profile.csv"))
    (note,) = answer["findings"]
    assert (answer["legal"], note["level"]) == (True, "note")
    assert note["message"] == (
        "pack: profile sky-lancer: Supersonic (3), Plasma and Ghost Step: kept and printed, no effect on dice."
    )


def test_a_list_with_such_a_profile_or_trait_is_legal_and_says_so():
    pack = {"title": "Mine", **group_by_kind(read_rows(SHEET, "profile.csv", GAME.kinds).all())}
    units = [{"profile": "sky-lancer"}, {"profile": "green-viking-cdr", "traits": ["Ghost Step", "Headhunter"]}]
    force = {"game": "mechastellar", "size": 2000, "commander": "Sky Lancer", "unit": units, "pack": [pack]}
    answer = check_answer(force)
    told = [f["message"] for f in answer["findings"] if f["rule"] == "trait-bonus"]
    assert answer["legal"]
    assert told == [
        "Sky Lancer: Supersonic (3), Plasma and Ghost Step: kept and printed, no effect on dice. "
        "A trait card of that name in a pack, with numbers, makes it count.",
        "Green Viking Cdr: Ghost Step: kept and printed, no effect on dice. "
        "A trait card of that name in a pack, with numbers, makes it count.",
    ]


def test_they_are_printed():
    card, catalogue = sky_lancer()
    assert special_text(card.weapons[0]) == "[K] [Plasma] [CC]"
    block = profile_block(card)
    assert [line.name for line in block.traits] == ["Ghost Step"]
    source = PrintSource(GAME.context(None, catalogue))
    for name in ("profiles", "cards"):
        words = " ".join(_words(GAME.print_set(name).make(source)))
        assert "Supersonic (3)" in words and "Plasma" in words and "Ghost Step" in words, name


def _words(parts):
    from companion.printing.faces.boxes import Area

    for part in parts:
        if hasattr(part, "pieces"):
            boxes = [box for piece in part.pieces for box in piece.face.boxes]
        else:
            boxes = [box for page in part.make(Area(190, 277)) for box in page]
        yield from (box.text for box in boxes if isinstance(box, Text))


CARDS = """
[[trait]]
name = "Supersonic"
kind = "special"
text = "+1 PEN."
pen = 1

[[trait]]
name = "Ghost Step"
kind = "pilot"
level = 2
text = "It is hard to see."

[[trait]]
name = "Plasma"
kind = "special"
text = "+1 Hit."
hits = 1
"""


def test_a_player_defines_them_as_trait_cards_of_the_games_own_kind():
    _, catalogue = sky_lancer(CARDS)
    supersonic = catalogue.get(Trait, "supersonic")
    assert (supersonic.counts, catalogue.get(Trait, "ghost-step").counts) == (True, False)
    assert GAME.unknown_effects(catalogue.get(Profile, "sky-lancer"), catalogue) == ()
    assert GAME.unknown_effects(supersonic, catalogue) == ()
    assert GAME.unknown_effects(catalogue.get(Trait, "ghost-step"), catalogue) == ("Ghost Step",)


def matchup(catalogue, **inputs):
    asked = {"a": "sky-lancer", "b": "green-viking", "distance": 16, **inputs}
    return analysis_answer(GAME, "unit-matchup", asked, GAME.context(None, catalogue))["answer"]


def weapon(answer, name):
    return next(line for line in answer["weapons"] if line["name"] == name)


def test_the_matchup_counts_what_a_players_card_says_of_a_special_and_a_mark():
    bare, known = (weapon(matchup(sky_lancer(more)[1]), "Lance Gun") for more in ("", CARDS))
    words = [line["words"] for line in known["applied"]]
    assert {"Supersonic: +1 PEN", "Plasma: +1 Hit"} <= set(words)
    assert known["roll"]["inputs"]["pen"] == bare["roll"]["inputs"]["pen"] + 1
    assert known["roll"]["inputs"]["bonus_hits"] == bare["roll"]["inputs"].get("bonus_hits", 0) + 1
    assert known["mean_damage"] > bare["mean_damage"]


def test_the_matchup_names_what_nobody_explains():
    told = weapon(matchup(sky_lancer()[1]), "Lance Gun")["not_counted"]
    assert "Sky Lancer, Supersonic (3): no effect is known" in told and "Lance Gun: Plasma" in told
    known = weapon(matchup(sky_lancer(CARDS)[1]), "Lance Gun")["not_counted"]
    assert not [words for words in known if "Supersonic" in words or "Plasma" in words]


def test_a_mark_counts_for_its_own_weapon_only():
    _, catalogue = sky_lancer(CARDS)
    fists = weapon(matchup(catalogue, distance=4), "Fists")
    words = [line["words"] for line in fists["applied"]]
    assert "Supersonic: +1 PEN" in words and not [w for w in words if "Plasma" in w]


def test_a_special_that_protects_helps_against_every_attack():
    evasive = CARDS.replace("pen = 1", "evade = 2")
    bare = weapon(matchup(sky_lancer()[1], a="green-viking", b="sky-lancer"), "Machine Gun")
    known = weapon(matchup(sky_lancer(evasive)[1], a="green-viking", b="sky-lancer"), "Machine Gun")
    assert known["mean_damage"] < bare["mean_damage"]
    assert "Target's Supersonic: +2 Evade" in [line["words"] for line in known["applied"]]


def test_a_part_of_a_special_line_counts_as_a_mark_does():
    text = SHEET.replace("weapons.1.qualities", "weapons.1.special").replace("[K]; Plasma; cc", "Overwatch IV; Plasma")
    catalogue = GAME.catalogue.merge_text(text, "profile.csv")
    assert GAME.unknown_effects(catalogue.get(Profile, "sky-lancer"), catalogue) == (
        *("Supersonic (3)", "Plasma", "Ghost Step"),
    )
    known = catalogue.merge_text(CARDS, "more.toml")
    words = [line["words"] for line in weapon(matchup(known), "Lance Gun")["applied"]]
    assert "Plasma: +1 Hit" in words


def test_a_saved_list_brings_the_cards_that_explain_its_own_units():
    text = CARDS.replace("pen = 1", "pen = 3")
    kinds = GAME.kinds
    own = {
        **group_by_kind(read_rows(SHEET, "profile.csv", kinds).all()),
        **group_by_kind(read_rows(text, "m.toml", kinds).all()),
    }
    unit = {"profile": "sky-lancer", "name": "Blue One"}
    saved = GAME.read({"game": "mechastellar", "title": "Blue", "size": 2000, "unit": [unit], "pack": [own]})
    context = replace(GAME.context(), saved_builds=(saved,))
    asked = {"a": "Blue One @ Blue", "b": "green-viking", "distance": 16}
    found = weapon(analysis_answer(GAME, "unit-matchup", asked, context)["answer"], "Lance Gun")
    words = [line["words"] for line in found["applied"]]
    assert {"Supersonic: +3 PEN", "Plasma: +1 Hit"} <= set(words)


def test_rapid_fire_is_said_in_words_with_its_range():
    """A reader who has not learned what RF-1 is reads what the weapon does."""
    asked = {"a": "argonaut", "b": "dervish", "distance": 8}
    answer = analysis_answer(GAME, "unit-matchup", asked, GAME.context())["answer"]
    words = {one["name"]: [line["words"] for line in one["applied"]] for one in answer["weapons"]}
    assert 'Rapid Fire within 20": 1 shot fewer' in words["Cannon"]
    assert 'Rapid Fire within 12": 2 shots more' in words["Machine Gun"]
