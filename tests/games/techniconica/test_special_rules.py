"""Special rules as players type them: as printed or by id, in form, sheet and file; refused alike by reader and schema."""

import pytest
from jsonschema import Draft202012Validator

from companion.base.findings import InvalidInput
from companion.data import card_files
from companion.game_system import schema
from companion.games.techniconica import GAME
from companion.games.techniconica.model import Weapon
from companion.games.techniconica.model.special_rules import SPECIALS, read_rule, rule_token, write_rule

SCHEMA = Draft202012Validator(schema.game_schema(GAME))
READ = {
    "Frightening (2)": "frightening-2",
    "Frightening 2": "frightening-2",
    "frightening(2)": "frightening-2",
    "frightening-2": "frightening-2",
    " FRIGHTENING  ( 2 ) ": "frightening-2",
    "Gravity Field (1)": "gravity-field-1",
    "gravity-field-1": "gravity-field-1",
    "Gravity Field": "gravity-field",
    "Reliable": "reliable",
    "Armour Piercing": "armour-piercing",
    "armour piercing": "armour-piercing",
    "Anti-Mech Specialist": "anti-mech-specialist",
    "Turbo-Booster": "turbo-booster",
}
REFUSED = ["Reliable (2)", "Frightening (2", "Frightening (200)", "", "(2)", "Rending, Sharp", "Two\nlines"]
KEPT = {"Armoured": "Armoured", " Rending  (2) ": "Rending (2)", "Frightening two": "Frightening two", "Çelik": "Çelik"}


def pack(token):
    return {"game": "techniconica", "kind": "pack", "weapon": [{"id": "w", "name": "W", "rules": [token]}]}


def weapon(text, name):
    return GAME.catalogue.merge_text(text, name).get(Weapon, "w")


@pytest.mark.parametrize(("text", "token"), READ.items())
def test_a_rule_is_read_as_printed_or_by_id_and_kept_by_id(text, token):
    assert rule_token(text) == token
    assert GAME.catalogue_of({"pack": [{"weapon": pack(text)["weapon"]}]}).get(Weapon, "w").rules == (token,)
    assert SCHEMA.is_valid(pack(text))


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_rule_is_refused_by_reader_and_schema(text):
    with pytest.raises(InvalidInput, match="rules"):
        GAME.catalogue_of({"pack": [{"weapon": pack(text)["weapon"]}]})
    assert not SCHEMA.is_valid(pack(text))


@pytest.mark.parametrize(("text", "token"), KEPT.items())
def test_a_rule_that_nobody_knows_is_kept_in_its_own_words(text, token):
    assert GAME.catalogue_of({"pack": [{"weapon": pack(text)["weapon"]}]}).get(Weapon, "w").rules == (token,)
    assert SCHEMA.is_valid(pack(text))
    assert write_rule(token) == token


@pytest.mark.parametrize("special", SPECIALS.values(), ids=lambda special: special.id)
def test_every_rule_is_read_as_cards_print_it(special):
    token = f"{special.id}-3" if special.number else special.id
    assert read_rule(write_rule(token)) == (special, 3 if special.number else 0)
    assert rule_token(write_rule(token)) == token


def test_a_sheet_and_a_file_take_the_same_words():
    csv = weapon('id,name,rules\nw,W,"Frightening (2); Reliable"\n', "weapon.csv")
    toml = weapon('[[weapon]]\nid = "w"\nname = "W"\nrules = ["Frightening (2)", "reliable"]', "mine.toml")
    assert csv.rules == toml.rules == ("frightening-2", "reliable")


def test_a_refusal_shows_the_number_form():
    with pytest.raises(InvalidInput, match=r"a number up to 99 in brackets: .*Frightening \(2\), Gravity Field \(2\)"):
        rows_in = card_files.tables(pack("Frightening (two)"), "mine.toml", GAME.kinds).all()
        GAME.catalogue.merge(rows_in)


def test_the_form_says_how_to_write_them():
    assert "Frightening (2)" in str(Weapon.model_fields["rules"].description)
