"""A printed profile block, pasted as text, fills the form: the two blocks of the rulebook, with and without tabs."""

import re

import pytest

from companion.data.cards import Catalogue
from companion.data.cells import read_record
from companion.games.mechastellar import GAME
from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.printed_block import read_block

VIKING = """\
Unit Image\t<b>Unit Name</b>\t\t<b>Type</b>\t<b>Role</b>\t<b>Special</b>\t<b>Performance</b>\t<b>Frame</b>\t<b>Points</b>
\tGreen Viking\t\tMS\tBattler\t\t2\t1\t30
\t<b>Basic Pilot</b>\t\t<b>Model</b>\t<b>EQ Slots</b>\t<b>Size 0</b>\t<b>Speed+</b>\t<b>Armor+</b>\t<b>Cost+</b>
\t\t\t\t3\tGiant\t-1\t1\t-3
\t<b>Sensors</b>\t<b>Move</b>\t<b>Actions</b>\t<b>Shooting</b>\t<b>Melee</b>\t<b>Evade d10</b>\t<b>ARM Sv</b>\t<b>HP</b>
\t6"\t7"\t1\t8\t5d10\t+3\t+\t800
\t<b>Weapons</b>\t\t<b>EQ Slots</b>\t<b>Range</b>\t<b>Attacks</b>\t<b>Close Range</b>\t<b>PEN</b>\t<b>DMG</b>
\tMachine Gun\t\t1\t24"\t6\tRF+2 Hits\t-\t200
\t\t\t<i>Overwatch IV</i>\t\t\t\t\t
\tMelee Shield\t\t1\t-\t+1 Block\t-\t-\t-
\t\t\t<i>Can only Block Melee or Overwatch Attacks</i>\t\t\t\t\t
\tHeat Hawk\t\t1\tMelee\t-\t-\t5\t500
\t\t<i>Reroll 1s on Attack</i>\t\t\t\t\t\t
Shoulder Tackle [CC]\t\t-\tMelee\t-\t-\t-\t500\t
\t\t<i>After Melee push target out of Engagement range</i>\t\t\t\t\t\t

Green Viking alternate weapons. Giant Bazooka requires a Skilled / Ace Pilot.\t\t\t\t\t\t\t
Weapons\tEQ Slots\tRange\tAttacks\tClose Range\tPEN\tDMG\t
Magella Cannon\t1\t48"\t4\tRF-2\t1\t500\t
<i>Indirect Fire (R:32" to 40"+Sensors)</i>\t\t\t\t\t\t\t
Giant Bazooka\t1\t32"\t3\tRF+1\t2\t800\t
<i>+1 PEN vs Warships</i>\t\t\t\t\t\t\t
"""
COMMANDER = """\
Unit Name\tType\tRole\tSpecial\tPerformance\tFrame\tPoints\tUnit Image\t
Green Viking Cdr\tMS\tBattler\t\t2\t1\t40\t\t
<b>Basic Pilot</b>\tModel\tEQ Slots\tSize 0\tSpeed+\tArmor+\tCost+\t\t
\t\t3\tGiant\t\t1\t-2\t\t
<b>Sensors</b>\t<b>Move</b>\t<b>Actions</b>\t<b>Shooting</b>\t<b>Melee</b>\t<b>Evade d10</b>\t<b>ARM Sv</b>\t\t<b>HP</b>
6"\t9"\t1\t8\t5d10\t+3\t+\t\t800
<b>Weapons</b>\t<b>EQ Slots</b>\t<b>Range</b>\t<b>Attacks</b>\t<b>Close Range</b>\t<b>PEN</b>\t<b>DMG</b>\t\t
Heat Hawk\t1\tMelee\t-\t-\t5\t500\t\t
\t\t\tReroll 1s on Attack\t\t\t\t\t
<b>Mecha &amp; Pilot Traits</b>\t\t\t\t\t\t\t\t
Gain [M+1] when this unit activates.\t\t\t\t\t\tPilot Trait I\tRenowned Pilot\t
When you attack Level 1-2 Pilots, Captains & Kaiju gain: +1 Hit (+2 with DMG<300 Weapons)\tPilot Trait I\tHeadhunter\t

For +20pts the Green Viking units may equip TL Missile Pods\t\t\t\t\t\t
Weapons\tEQ Slots\tRange\tAttacks\tClose Range\tPEN\tDMG
TL Missile Pods\t2\t32"\t6\tRF+3 Hits\t2\t300
Single Use\t\t\t\t\t\t
"""


def spaced(text):
    """The block as a PDF viewer copies it: one space between cells."""
    return "\n".join(" ".join(re.sub(r"</?[a-z]+>", "", line).split()) for line in text.splitlines())


def profile(cells, **more):
    catalogue = GAME.catalogue
    record = read_record({**cells, **more}, Profile)
    return Profile.model_validate({"id": "pasted", "origin": "own", **record}, context={"catalogue": catalogue})


@pytest.mark.parametrize("written", [str, spaced], ids=["tabs", "spaces"])
def test_the_printed_block_of_the_green_viking_fills_its_profile(written):
    found = read_block(written(VIKING))
    assert found.unread == []
    replaced = {"alternates.1.replaces": "Machine Gun", "alternates.2.replaces": "Machine Gun"}  # not in the text
    made, shipped = profile(found.cells, **replaced), GAME.catalogue.get(Profile, "green-viking")
    same = [name for name in Profile.model_fields if name not in ("id", "origin", "weapons", "alternates", "extras")]
    assert {name: getattr(made, name) for name in same} == {name: getattr(shipped, name) for name in same}
    ours = ("special", "qualities")  # the shipped weapons have families of ours and our own words
    for name in ("weapons", "alternates"):
        pairs = zip(getattr(made, name), getattr(shipped, name), strict=True)
        for one, other in pairs:
            assert one.model_dump(exclude=set(ours)) == other.model_dump(exclude=set(ours))
            assert set(one.qualities) <= set(other.qualities)
    assert made.weapons[3].qualities == ("CC", "Push") and made.alternates[0].indirect_band(6) == (32, 46)


@pytest.mark.parametrize("written", [str, spaced], ids=["tabs", "spaces"])
def test_traits_and_extra_equipment_are_read_too(written):
    made = profile(read_block(written(COMMANDER)).cells)
    assert [(trait.name, trait.kind, trait.level) for trait in made.traits] == [
        ("Renowned Pilot", "pilot", 1),
        ("Headhunter", "pilot", 1),
    ]
    (pods,) = made.extras
    assert (pods.name, pods.points, pods.rapid, pods.single_use) == ("TL Missile Pods", 20, (0, 3), True)
    assert (made.armor_plus, made.cost_plus, made.move) == (1, -2, 9)


def test_other_types_pilots_and_sizes_are_read():
    cells = read_block(
        "Unit Name Type Role Special Performance Frame Points\n"
        "Great Mammoth Super Robot Melee Assault 5 4 290\n"
        "Koji, Ace Pilot Power EQ Slots Size 2 Speed+ Armor+ Cost+\n"
        "3 5 Huge 1 2 0\n"
        "Sensors Move Actions Shooting Melee Evade d10 ARM Sv HP\n"
        "9” 10” 2 8 9d10 -1 +3 7,800\n"
    ).cells
    assert cells == {
        "name": "Great Mammoth",
        "type": "Super Robot",
        "role": "Melee",
        "special": "Assault",
        "performance": "5",
        "frame": "4",
        "points": "290",
        "pilot_level": "2",
        "pilot_name": "Koji",
        "power": "3",
        "eq_slots": "5",
        "size": "2",
        "size_label": "Huge",
        "speed_plus": "1",
        "armor_plus": "2",
        "cost_plus": "0",
        "sensors": "9",
        "move": "10",
        "actions": "2",
        "shooting": "8",
        "melee": "9d10",
        "evade": "-1",
        "arm_sv": "+3",
        "hp": "7,800",
    }


def test_what_cannot_be_read_is_named_and_never_left_out():
    found = read_block(f"{VIKING}\n# Section 1\n- prose of the page below\n")
    assert found.unread == ["# Section 1", "- prose of the page below"]
    assert read_block("hello\nworld").unread == ["hello", "world"] and read_block("hello").cells == {}


def test_pasting_any_text_is_no_error():
    for text in ("", "\t" * 50, "Weapons Range Attacks\n" * 3, "Type Performance\nEQ Slots Cost+\n", "[" * 500):
        read_block(text)
    assert isinstance(GAME.catalogue, Catalogue)
