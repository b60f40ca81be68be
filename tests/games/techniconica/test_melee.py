"""Melee has one meaning: Sub-Type or special rule, however it is written, makes a Weapon of Charges that never shoots."""

import pytest

from companion.games.techniconica import GAME
from companion.games.techniconica.model import Weapon
from companion.games.techniconica.rules.assembly import assemble
from companion.games.techniconica.rules.weapons import blades, guns, is_melee
from companion.verbs.analyses import analysis_answer
from companion.verbs.matchups import build_side, matchup_answer

CLAW = {"id": "claw", "name": "Claw", "ar": 1, "dt": 1, "we": 1, "pc": 1, "pe": 20, "do": 20}
WRITTEN = (
    {"subtype": "Melee"},
    {"subtype": "melee"},
    {"subtype": " MELEE "},
    {"rules": ["Melee"]},
    {"rules": ["melee", "reliable"]},
    {"subtype": "Claws", "rules": ["MELEE"]},
)
"""Each makes the Claw a Melee Weapon."""


def squad(**claw):
    """Return a squad of one Mech with the Claw of a pack in its only Weapon slot, and its context."""
    mech = {
        "locomotor": "strider-legs",
        "cockpit": "standard-cockpit",
        "pilot": "veteran",
        "part": [{"card": "claw", "slot": "1,1"}, {"card": "gas-turbine", "slot": "2,1"}],
    }
    pack = {"title": "Mine", "weapon": [CLAW | claw]}
    return GAME.read_in_context({"game": "techniconica", "title": "", "mech": [mech], "pack": [pack]})


def best_shot(context):
    """Return the Mech of the best shot that can be built with the Claw as the only Weapon, if any can."""
    cards = "1 strider-legs, 1 standard-cockpit, 1 veteran, 1 gas-turbine, 1 claw"
    inputs = {"wish": "damage", "from": "typed", "owned": cards}
    return analysis_answer(GAME, "best-mech", inputs, context)["answer"]["mech"]


@pytest.mark.parametrize("claw", WRITTEN, ids=str)
def test_melee_means_the_same_to_the_mech_the_matchup_and_the_search_of_the_best_shot(claw):
    build, context = squad(**claw)
    made = assemble(build.mech[0], context.catalogue)
    assert [mount.card.name for mount in blades(made)] == ["Claw"] and guns(made) == ()
    answer = matchup_answer(
        GAME, build_side(GAME, build, context), build_side(GAME, GAME.examples["iron-heron"], GAME.context({}))
    )
    rolls = {cell["roll"]["resolver"] for row in answer["rows"] for cell in row["cells"]}
    assert rolls == {"charge"}
    assert best_shot(context) is None


@pytest.mark.parametrize("claw", [{}, {"subtype": "Cannon"}, {"subtype": "Anti-Melee", "rules": ["Reliable"]}], ids=str)
def test_any_other_sub_type_shoots(claw):
    build, context = squad(**claw)
    made = assemble(build.mech[0], context.catalogue)
    assert [mount.card.name for mount in guns(made)] == ["Claw"] and blades(made) == ()
    assert "claw" in str(best_shot(context))


@pytest.mark.parametrize(("kind", "written", "read"), [
    ("weapon", "melee", "Melee"), ("weapon", " MELEE ", "Melee"), ("locomotor", "hover", "Hover"),
    ("weapon", "Autocannon", "Autocannon"), ("weapon", "", ""),
])  # fmt: skip
def test_a_known_sub_type_is_kept_as_the_rulebook_spells_it_and_any_other_as_typed(kind, written, read):
    card = GAME.context({}).catalogue.kinds[kind](id="x", name="X", subtype=written, origin="own")
    assert card.subtype == read


def test_shipped_weapons_of_the_sub_type_carry_the_rule_and_no_other_does():
    for card in GAME.context({}).catalogue.all(Weapon):
        assert (card.subtype == "Melee") is ("melee" in card.rules) is is_melee(card)
