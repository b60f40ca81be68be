"""The two profiles that the rulebook prints in full, cell by cell, as its tables have them and as sheets print them."""

import pytest

from companion.games.mechastellar import GAME
from companion.games.mechastellar.model import Profile, pilot_title
from companion.games.mechastellar.sheets import blocks, profile_sheet
from companion.printing.faces.boxes import Area, Group, Text

BUILD = ("Type", "Role", "Special", "Performance", "Frame", "Points")
SECOND = ("Model", "EQ Slots", "Size 0", "Speed+", "Armor+", "Cost+")
COMBAT = ("Sensors", "Move", "Actions", "Shooting", "Melee", "Evade d10", "ARM Sv", "HP")
GUN = ("Machine Gun", "1", '24"', "6", "RF+2 Hits", "-", "200", "Overwatch IV")
SHIELD = ("Melee Shield", "1", "-", "+1 Block", "-", "-", "-", "Blocks melee and Overwatch attacks only")
HAWK = ("Heat Hawk", "1", "Melee", "-", "-", "5", "500", "Reroll 1s on attack")
TACKLE = (
    "Shoulder Tackle",
    "-",
    "Melee",
    "-",
    "-",
    "-",
    "500",
    "After melee, pushes the target out of engagement range",
)
MAGELLA = ("Magella Cannon", "1", '48"', "4", "RF-2", "1", "500", 'Indirect Fire (R:32" to 40"+Sensors)')
BAZOOKA = ("Giant Bazooka", "1", '32"', "3", "RF+1", "2", "800", "+1 PEN against warships")
PODS = ("TL Missile Pods", "2", '32"', "6", "RF+3 Hits", "2", "300", "Single use")
PRINTED = {
    "Green Viking": (
        ("MS", "Battler", "", "2", "1", "30"),
        ("", "3", "Giant", "-1", "1", "-3"),
        ('6"', '7"', "1", "8", "5d10", "+3", "+0", "800"),
        (),
    ),
    "Green Viking Cdr": (
        ("MS", "Battler", "", "2", "1", "40"),
        ("", "3", "Giant", "", "1", "-2"),
        ('6"', '9"', "1", "8", "5d10", "+3", "+0", "800"),
        (("Renowned Pilot", "pilot", 1), ("Headhunter", "pilot", 1)),
    ),
}
"""The bands and the traits of each. ARM Sv is a bare + in the table and +0 in the text; [CC] stands beside the tackle."""
CARDS = [next(card for card in GAME.catalogue.all(Profile) if card.name == name) for name in PRINTED]


def drawn(boxes):
    for box in boxes:
        yield from drawn(box.boxes) if isinstance(box, Group) else ()
        if isinstance(box, Text):
            yield box


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_printed_cell_stands_on_the_sheet_below_its_heading(card):
    build, second, combat, _ = PRINTED[card.name]
    (page,) = profile_sheet.pages([blocks.profile_block(card)])(Area(190, 277))
    texts = list(drawn(page))
    heads = {box.text: box for box in texts if box.what == "label"}
    for names, cells in ((BUILD, build), (SECOND, second), (COMBAT, combat)):
        for name, cell in zip(names, cells, strict=True):
            head = heads[name]
            below = [b.text for b in texts if b.what != "label" and abs(b.x - head.x) < 0.5 and 0 < b.y - head.y < 5]
            assert below == [cell], name
    assert [box.text for box in texts if box.what == "pilot_level"] == ["Basic Pilot"]


def row(weapon):
    reach = f'{weapon.range}"' if weapon.inches else weapon.range
    cells = (weapon.attacks, weapon.close_range, weapon.pen)
    return (weapon.name, str(weapon.slots or "-"), reach, *cells, str(weapon.dmg or "-"), weapon.special)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_line_of_the_weapon_tables_is_as_printed(card):
    assert [row(weapon) for weapon in card.weapons] == [GUN, SHIELD, HAWK, TACKLE]
    assert [row(weapon) for weapon in card.alternates] == [MAGELLA, BAZOOKA]
    assert [row(weapon) for weapon in card.extras] == [PODS]
    assert [(w.replaces, w.pilot) for w in card.alternates] == [("Machine Gun", 0), ("Machine Gun", 1)]
    assert [w.points for w in card.extras] == [20]
    gun, shield, hawk, tackle = card.weapons
    assert (gun.overwatch, shield.melee_only, hawk.reroll) == (4, True, 1)
    assert "CC" in tackle.qualities and "Push" in tackle.qualities
    assert card.alternates[0].indirect_band(card.sensors) == (32, 46) and card.alternates[1].warship_pen == 1
    assert card.extras[0].single_use


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_other_field_is_as_printed_and_nothing_is_invented(card):
    assert [(line.name, line.kind, line.level) for line in card.traits] == list(PRINTED[card.name][3])
    assert pilot_title(card.type, card.pilot_level) == "Basic Pilot"
    assert (card.model, card.size, card.size_label) == ("", 0, "Giant")
    left = ("special", "pilot_name", "power", "havoc", "theatre", "catapult", "repair", "about")
    assert {name: getattr(card, name) for name in left} == {name: Profile.model_fields[name].default for name in left}
    assert card.mark("size_label").kind == card.mark("hp").kind == card.mark("model").kind == "printed"
    assert card.mark("arm_sv").kind == "derived"


def test_what_the_rulebook_prints_for_the_green_viking_alone_is_marked_on_its_commander():
    """The text lets the Green Viking units take the alternates; the commander's own block does not repeat them."""
    viking, commander = CARDS
    assert viking.mark("alternates").kind == "printed" and commander.mark("alternates").kind == "derived"
    assert viking.mark("extras").kind == commander.mark("extras").kind == "printed"
