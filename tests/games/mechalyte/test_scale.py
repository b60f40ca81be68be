"""A pack's numbers: what a module's base and what it adds change in levels, dice, findings, sheets; what is refused."""

from fractions import Fraction

import pytest

from companion.base.findings import InvalidInput
from companion.gamekit.contract import PrintSource
from companion.games.mechalyte import GAME
from companion.games.mechalyte.analysis import duels
from companion.games.mechalyte.rules.levels import PRINTED, Scale, module_scale, ratings, table
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.verbs.analyses import analysis_answer
from companion.verbs.game_rolls import odds_answer
from tests.printing.listing import list_job


def pack(*modules):
    return {"title": "House night", "module": list(modules)}


def under(*modules):
    """The context with modules laid over those that ship."""
    return GAME.context(None, GAME.catalogue_of({"pack": [pack(*modules)]}))


def build(spec, *modules):
    return GAME.read({"game": "mechalyte", "title": "", "spec": spec, "pack": [pack(*modules)]})


def refused(*modules):
    with pytest.raises(InvalidInput) as caught:
        under(*modules)
    return [str(m) for m in caught.value.input_errors]


def test_the_cards_that_ship_give_the_rulebooks_numbers():
    """Facts 21 to 26: Power and Mobility begin at 1, the others at 0; a module adds one."""
    assert module_scale(GAME.catalogue) == PRINTED == Scale(1, 1, 0, 1, 1, 1, 0, 1)


def test_a_level_is_its_base_and_what_its_modules_add():
    scale = Scale(2, 3, 1, 2, 0, 2, 4, 0)
    found = ratings("PSMIPA", 6, scale)
    assert (found.power, found.shield, found.mobility, found.initiative) == (2 + 2 * 3, 1 + 2, 0 + 2, 4)
    assert (found.armor, found.drops_to) == (1, 5)


def test_a_pack_reaches_the_level_table_and_the_chat_text():
    found = build("PPPPPP", {"id": "power", "adds": 2})
    rows = GAME.verdict(found).totals["levels"]
    assert [row["power"] for row in rows] == [3, 5, 7, 9, 11, 13]
    assert "Level 6 (PPPPPP): P13" in GAME.summary(found, GAME.context_of(found))
    assert [row.power for row in GAME.page_values(found, GAME.context_of(found))["rows"]] == [3, 5, 7, 9, 11, 13]


def chances(a, b, *modules):
    """The chances that A and B are wiped out in a combat under a pack."""
    answer = odds_answer(GAME, "combat", {"a": a, "b": b}, under(*modules))
    return tuple(Fraction(answer["summary"][name]["exact"]) for name in ("a_wiped", "b_wiped"))


def test_a_pack_reaches_combat():
    """Three dice miss an unprotected mech once in eight; its own die hits every other time."""
    assert chances("PMMMMM:1", "MMMMMM:1", {"id": "power", "adds": 2}) == (Fraction(1, 2), Fraction(7, 8))
    # One layer for nothing: of one die only the 6 destroys.
    assert chances("MMMMMM:1", "MMMMMM:1", {"id": "shield", "base": 1}) == (Fraction(1, 6), Fraction(1, 6))


def test_a_mech_without_power_acts_and_the_combat_goes_on():
    """A acts first and rolls nothing; B still fires, one die at a mech that any hit destroys."""
    assert chances("IMMMMM:1", "PMMMMM:1", {"id": "power", "base": 0}) == (Fraction(1, 2), Fraction(0))


def test_a_pack_reaches_the_opportunity_shot():
    asked = {"mech": "MMMMMM:1", "enemies": "PMMMMM:1"}
    answer = odds_answer(GAME, "opportunity-shot", asked, under({"id": "power", "adds": 2}))
    assert answer["summary"]["destroyed"]["exact"] == "7/8"
    slow = odds_answer(GAME, "opportunity-shot", asked | {"moved": 2}, under({"id": "mobility", "adds": 3}))
    assert (
        slow["summary"]["mean_mobility_left"]["exact"] == "1/2"
    )  # (1 + 3 - 2) zones, in the quarter where two dice miss


def test_a_pack_reaches_duels_and_rankings_and_leaves_the_printed_ones_alone():
    before = duels.edge("PPPPPP", "MMMMMM")
    double = under({"id": "power", "adds": 2})
    shown = analysis_answer(GAME, "duels", {"a": "PPPPPP", "b": "MMMMMM"}, double)["answer"]
    level_one = shown["duels"][0]
    assert (level_one["a_wiped"]["exact"], level_one["b_wiped"]["exact"]) == ("1/2", "7/8")
    assert Fraction(shown["edge"]["exact"]) > before == duels.edge("PPPPPP", "MMMMMM")
    inputs = {"spec": "PPPPPP", "field": "typed", "typed": "MMMMMM"}
    assert analysis_answer(GAME, "ranking", inputs, double)["answer"]["mean"] == shown["edge"]
    assert analysis_answer(GAME, "ranking", inputs)["answer"]["mean"]["exact"] == str(before)


def test_a_pack_reaches_the_sheets():
    modules = ({"id": "power", "adds": 2, "base": 3}, {"id": "initiative", "base": 2})
    found = build("PPPPPP", *modules)
    source = PrintSource(GAME.context_of(found), found)
    sheet = list_job(lay_out("x", GAME.print_set("my-spec").make(source), PrintOptions(share=False), GAME.accent))
    cells = {line.rpartition(": ")[2] for line in sheet.splitlines() if line.startswith("  cell")}
    assert {"15", "13", "11"} <= cells  # 3 + 2 a module
    reference = list_job(lay_out("x", GAME.print_set("reference").make(source), PrintOptions(share=False), GAME.accent))
    assert "base 3, each adds 2" in reference
    assert "base 2)" in reference


@pytest.mark.parametrize(
    ("rule", "spec", "module", "says"),
    [
        ("spec-no-power-gain", "PPPPPP", {"id": "power", "adds": 0}, "P adds nothing: every mech rolls one attack die"),
        ("spec-no-power-gain", "MMMMPA", {"id": "power", "base": 3}, "level 4 or less rolls 3 attack dice"),
        ("spec-no-power-gain", "MMMMMA", {"id": "power", "base": 0}, "No P: every mech rolls no attack die"),
        ("spec-no-mobility", "PPPPPP", {"id": "mobility", "base": 0}, "stays in the zone it is built in"),
        (
            "spec-no-initiative",
            "PPPPPP",
            {"id": "initiative", "base": 2},
            "countdown 2, after all enemies that have more",
        ),
    ],
)
def test_notes_speak_of_the_numbers_in_force(rule, spec, module, says):
    (note,) = [f for f in GAME.verdict(build(spec, module)).findings if f.rule == rule]
    assert says in note.message


@pytest.mark.parametrize(
    ("rule", "spec", "module"),
    [
        ("spec-no-mobility", "PPPPPP", {"id": "mobility", "base": 2}),
        ("spec-unprotected", "PPPPPP", {"id": "shield", "base": 1}),
    ],
)
def test_a_base_that_fixes_a_weakness_takes_its_note_away(rule, spec, module):
    assert rule in {f.rule for f in GAME.verdict(build(spec)).findings}
    assert rule not in {f.rule for f in GAME.verdict(build(spec, module)).findings}


def test_the_largest_numbers_of_a_pack_still_have_exact_odds():
    most = Scale(6, 3, 6, 3, 6, 3, 6, 3)
    assert table("PPPPPP", most)[-1].power == 24
    assert duels.duel("PSPSPS", (6, 6, 6), "SISIPA", (6, 6, 6), most).a_levels > 0


NEW = {"id": "engine", "name": "Engine", "letter": "P", "rating": "power", "base": 1, "adds": 2, "text": "More."}


def test_a_second_module_of_a_letter_is_refused():
    (said,) = refused(NEW)
    assert "module engine: letter: found 'P'" in said
    assert "power has it: to change that one, give its id" in said


def test_a_letter_keeps_its_rating():
    (said,) = refused({"id": "shield", "rating": "power"})
    assert "module shield: rating: found 'power', expected shield, the rating of the letter S" in said


def test_a_card_that_ships_may_not_take_the_letter_of_another():
    (said,) = refused({"id": "power", "letter": "S", "rating": "shield"})
    assert "shield has it" in said


def test_armor_works_by_slot_and_its_numbers_cannot_change():
    said = refused({"id": "armor", "base": 1, "adds": 2})
    assert "base: found 1, expected 0 for Armor: each A saves its mech once, by its slot." in said[0]
    assert "adds: found 2, expected 1 for Armor" in said[1]
