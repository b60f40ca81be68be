"""The form of a custom profile: a pasted block fills it, its table of weapons grows by a button."""

import re

import pytest

from companion.games.mechastellar.model import Profile
from companion.games.mechastellar.model.printed_block import read_block


def text(answer):
    return answer.get_data(as_text=True)


@pytest.fixture
def pack(post):
    return post("/mechastellar/packs", {"title": "Mine"}).location.split("?")[0]


BLOCK = """\
Unit Name Type Role Special Performance Frame Points
Dust Fox MS Raid Ghost 3 2 75
Skilled Pilot Model EQ Slots Size 0 Speed+ Armor+ Cost+
DF-2 3 Giant 1 0 -1
Sensors Move Actions Shooting Melee Evade d10 ARM Sv HP
7" 14" 1 8 5d10 +4 + 1,400
Weapons EQ Slots Range Attacks Close Range PEN DMG
Long Gun 1 24" 6 RF+1 - 200
Overwatch III
Claw [CC] - Melee - - 5P 400
Finisher+1
Mecha & Pilot Traits
Headhunter
a line that means nothing to anybody, longer than any name of a trait could ever be
"""


def test_a_pasted_profile_block_fills_the_form_and_saves_nothing_yet(client, post, pack, app):
    def store():
        return app.extensions["store"].get(pack.rsplit("/", 1)[1]).data.get("profile", [])

    page = text(
        post(f"{pack}/card?kind=profile", {"name": "Typed before", "about": "Kept", "pasted": BLOCK, "fill": "1"})
    )
    for said in (
        'value="Dust Fox"',
        'value="DF-2"',
        'value="1,400"',
        'value="Claw [CC]"',
        'value="Headhunter"',
        "Kept</textarea>",
    ):
        assert said in page, said
    assert "Overwatch III" in page and "Typed before" not in page
    assert "Not read: " in page and "a line that means nothing" in page and store() == []
    cells = read_block(BLOCK).cells
    assert post(f"{pack}/card?kind=profile", cells).status_code == 303
    (card,) = store()
    assert (card["name"], card["hp"], card["traits"][0]["name"]) == ("Dust Fox", 1400, "Headhunter")
    # Read as a profile, its lines act: III in Overwatch, a Finisher, [CC].
    gun, claw = Profile.model_validate(card | {"origin": "own"}).weapons
    assert (gun.overwatch, claw.finisher, claw.qualities, claw.name) == (3, 1, ("CC",), "Claw")


def test_a_second_block_leaves_no_weapon_of_the_first(post, pack):
    typed = {f"weapons.{n}.name": f"Gun {n}" for n in (1, 2, 3)} | {"weapons.1.pilot": "2", "alternates.1.name": "Axe"}
    page = text(post(f"{pack}/card?kind=profile", {**typed, "pasted": BLOCK, "fill": "1"}))
    assert "Gun 3" not in page and 'value="Long Gun"' in page and 'value="Claw [CC]"' in page
    assert 'value="Axe"' in page  # the block has no alternate weapons


def test_what_is_no_block_says_so_and_another_kind_takes_none(client, post, pack):
    page = text(post(f"{pack}/card?kind=profile", {"pasted": "hello there", "fill": "1"}))
    assert "Nothing in the pasted text looks like a printed block" in page
    assert 'name="pasted"' not in text(client.get(f"{pack}/card?kind=trait"))
    assert post(f"{pack}/card?kind=trait", {"pasted": BLOCK, "fill": "1"}).status_code == 404


@pytest.mark.long
def test_the_table_of_weapons_grows_by_a_button_without_scripts(client, post, pack):
    def rows(page):
        return page.count(' name="weapons.') // len(set(re.findall(r' name="weapons\.1\.(\w+)"', page)))

    first = text(client.get(f"{pack}/card?kind=profile"))
    assert rows(first) == 1 and "Add a weapon" in first
    fields = {"name": "Fox", "weapons.1.name": "", "more-entries": "weapons"}
    grown = text(post(f"{pack}/card?kind=profile", fields))
    assert rows(grown) == 2 and 'value="Fox"' in grown  # also where the row before is still empty
    more = text(post(f"{pack}/card?kind=profile", {**fields, "weapons.2.name": "Gun"}))
    assert rows(more) == 3 and 'value="Gun"' in more
    full = {f"weapons.{n}.name": f"Gun {n}" for n in range(1, 13)}
    assert rows(text(post(f"{pack}/card?kind=profile", {**fields, **full}))) == 12  # a profile has no more
