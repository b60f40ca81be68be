"""The best Mech with cards that must be in, at a least Speed, on larger grids, against an opponent: by trying everything."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.cards import Catalogue
from companion.games.techniconica import GAME
from companion.games.techniconica.analysis import opponent
from companion.games.techniconica.analysis.goals import MEASURES
from companion.games.techniconica.analysis.questions import Constraints
from companion.games.techniconica.model import KINDS, Mech, Part
from companion.games.techniconica.rules.assembly import assemble
from companion.games.techniconica.rules.damage import Layers
from companion.verbs.analyses import analysis_answer
from tests.games.techniconica.solving import best
from tests.games.techniconica.test_best_mech import MARK, catalogue_of, metal_of, packs, small
from tests.games.techniconica.trying import destroys, legal_mechs, mean, salvo, tried

ALL = GAME.catalogue
LAYERS = {"shields": (1,), "armours": (3,), "base": 2}
THEM = opponent.typed_opponent(2, 2, Layers.of(**LAYERS))


stirring = st.builds(
    lambda pack, gives, fits: {**pack, "support": [{**pack["support"][0], "gives": gives, "fits": fits}]},
    packs,
    st.dictionaries(st.sampled_from(["pe", "do"]), st.sampled_from([1, 2]), min_size=1),
    st.sampled_from([(), ("weapon",), ("weapon", "cockpit")]),
)
"""Packs with Support that changes a shot: it counts where it must be in."""


def value(mech, wish):
    """What a Mech is worth, from its assembly: None where it has no shot."""
    if wish in ("fast", "sturdy"):
        return mech.speed if wish == "fast" else mech.sturdy
    if wish == "charge":
        blows = mech.blows if mech.speed else ()
        return max((mean(reach - 4, output, rules) for reach, output, rules in blows), default=None)
    if not mech.shots:
        return None
    if wish == "volley":
        return salvo(mech.shots, 4)
    if wish == "long-range":
        return max(reach for reach, _, _ in mech.shots)
    if wish == "damage":
        return max(mean(reach - 4, output, rules) for reach, output, rules in mech.shots)
    return max(destroys(reach - 4, output, rules, **LAYERS) for reach, output, rules in mech.shots)


def best_of(mechs, wish):
    return max((v for mech in mechs if (v := value(mech, wish)) is not None), default=None)


def holds(mech, must):
    have = Counter(mech.cards)
    return all(have[card] >= count for card, count in must.items())


@pytest.mark.parametrize(
    "wish",
    ["fast", *(pytest.param(wish, marks=pytest.mark.long) for wish in MEASURES if wish != "fast")],
)
@settings(max_examples=3, deadline=None)
@given(st.one_of(packs, stirring), st.data())
def test_trying_everything_finds_none_better_that_has_what_must_be_in(wish, pack, data):
    catalogue = catalogue_of(pack)
    mechs = legal_mechs(pack, catalogue)
    ids = [row["id"] for rows in pack.values() for row in rows]
    must = dict.fromkeys(data.draw(st.lists(st.sampled_from(ids), unique=True, max_size=3)), 1)
    must |= {row["id"]: 1 for row in pack["support"] if {"pe", "do"} & set(row["gives"])}
    least = data.draw(st.integers(0, 5))
    found = best(catalogue, dict.fromkeys(ids, 1), wish, {}, constraints=Constraints(least, must=must, opponent=THEM))
    wanted = best_of([mech for mech in mechs if holds(mech, must) and mech.speed >= least], wish)
    assert (found and float(found.first)) == (wanted if wanted is None else pytest.approx(wanted))
    if found:
        made = tried(assemble(Mech.model_validate(found.mech), catalogue))
        assert made in mechs and holds(made, must) and made.speed >= least
        assert value(made, wish) == pytest.approx(float(found.first))


def answer(context=None, **inputs):
    return analysis_answer(GAME, "best-mech", inputs, context or GAME.context())["answer"]


def ids_of(found):
    return [card["id"] for part in found["parts"] for card in (part, *part["attached"])]


def test_cards_that_must_be_in_are_in_and_those_left_out_are_not():
    free = answer(wish="sturdy")
    assert "bubble-canopy" in ids_of(free) and "hauler-tracks" not in ids_of(free)
    found = answer(wish="sturdy", must="Hauler Tracks\n1 lucky-charm", must_not="bubble-canopy")
    assert {"hauler-tracks", "lucky-charm"} <= set(ids_of(found)) and "bubble-canopy" not in ids_of(found)
    assert found["first"]["value"] < free["first"]["value"]
    assert found["proof"]["proved"]


@pytest.mark.parametrize(
    ("inputs", "says"),
    [
        ({"must": "2 fuel-cell"}, "must: found 2 Fuel Cell, expected at most 1"),
        ({"must": "scout-cab\nnonsense"}, "must, line 2: found 'nonsense', expected a card, for example scout-cab"),
        ({"must": "scout-cab, bubble-canopy"}, "expected at most one Cockpit a Mech"),
        ({"must": "scout-cab", "must_not": "scout-cab"}, "must: found 1 Scout Cab, expected at most 0"),
        ({"must": "heavy-track-unit"}, "its MW, SP is not"),
        ({"must": "13 fuel-cell", "from": "typed", "owned": "20 fuel-cell"}, "found 13 cards, expected at most 12"),
        ({"rows": "10"}, "rows"),
        ({"columns": "2"}, "columns"),
        ({"wish": "destroy", "against": "Nobody"}, "against: found 'Nobody', expected one of example:"),
        ({"wish": "destroy", "their_shields": "2,x"}, "their_shields: found '2,x', expected numbers up to 60"),
        ({"aim_at": "leg"}, "aim_at"),
        ({"mechs": "7"}, "mechs"),
    ],
)
def test_what_cannot_be_asked_is_named(inputs, says):
    with pytest.raises(InvalidInput) as error:
        answer(**{"wish": "sturdy", **inputs})
    assert says in str(error.value)


@pytest.mark.parametrize("wish", ["long-range", pytest.param("damage", marks=pytest.mark.long)])
def test_a_least_speed_holds_for_every_goal(wish):
    quick = answer(wish=wish, least_speed="7")
    assert quick["speed"] >= 7 and quick["first"]["value"] <= answer(wish=wish)["first"]["value"]
    assert answer(wish=wish, least_speed="9") | {"mech": None, "fastest": 8} == answer(wish=wish, least_speed="9")


def test_the_fastest_mech_may_be_too_slow():
    assert answer(wish="fast", least_speed="8")["speed"] == 8
    none = answer(wish="fast", least_speed="9")
    assert (none["mech"], none["fastest"]) == (None, 8)


def test_the_most_speed_is_that_of_a_mech_with_the_cards_that_must_be_in():
    """Mechs with other legs have Speed 8."""
    most = answer(wish="fast", must="hauler-tracks")["speed"]
    for least in (most + 1, 9):
        none = answer(wish="sturdy", must="hauler-tracks", least_speed=least)
        assert (none["mech"], none["fastest"]) == (None, most)
        assert f"no legal Mech of Speed {least} or more" in none["sure"]
    assert answer(wish="sturdy", must="hauler-tracks", least_speed=most)["speed"] == most


def test_the_most_speed_is_that_of_a_mech_with_a_shot():
    """The gun is too heavy for the quick legs, the sword is not."""
    quick, strong = (
        {"id": legs, "name": legs.title(), "origin": MARK, **metal_of(we=0, mw=mw, sp=sp)}
        for legs, mw, sp in (("quick", 4, 9), ("strong", 9, 2))
    )
    sword = {"id": "sword", "name": "Sword", "origin": MARK, **metal_of(we=0, pe=1, do=1), "rules": ["melee"]}
    gun = {"id": "gun", "name": "Gun", "origin": MARK, **metal_of(we=5, pe=1, do=1)}
    bare = small(po=9)
    cards = {card: bare.cards[card] for card in bare.cards if card not in ("locomotor", "weapon")}
    more = catalogue_of({"locomotor": [quick, strong], "weapon": [sword, gun]})
    context = GAME.context(catalogue=Catalogue(KINDS, {**cards, **more.cards}, {}))
    assert answer(context, wish="damage", least_speed=3)["fastest"] == 2
    assert answer(context, wish="charge", least_speed=3)["speed"] == 9


def test_the_most_speed_of_a_squad_is_that_of_its_slowest_mech():
    owned = "1 courier-wheels, 1 hauler-tracks, 2 scout-cab, 2 cadet, 2 auto-rifle, 2 gas-turbine"
    asked = {"wish": "sturdy", "mechs": 2, "from": "typed", "owned": owned}
    assert answer(**asked, least_speed=5)["fastest"] == 1  # Hauler Tracks
    assert answer(**asked, least_speed=1)["mech"]


# Larger grids.


def crowd(**more):
    """A pack whose Locomotor carries anything: only the slots are scarce."""
    bare = small(mw=60, po=30)
    plants = [
        {"id": f"plant-{i}", "name": "Plant", "origin": {"default": "house: made for a test"}, **plant}
        for i, plant in enumerate([{"ar": 1, "dt": 3, "we": 1, "pc": 0, "po": 1}] * 14)
    ]
    return Catalogue(KINDS, {**bare.cards, **catalogue_of({"power-plant": plants}).cards}, {})


@pytest.mark.parametrize(("rows", "columns", "plants"), [(3, 3, 6), (3, 4, 9), (4, 3, 9), (4, 4, 13)])
def test_a_larger_grid_holds_more_parts(rows, columns, plants):
    """One Weapon, and Power Plants of 3 Damage Points in all other slots but where the first of 2 is needed."""
    catalogue = crowd()
    found = answer(GAME.context(catalogue=catalogue), wish="sturdy", rows=rows, columns=columns)
    assert found["first"]["value"] == 2 + 2 + 2 + 3 * plants
    assert found["mech"].get("grid", [3, 3]) == [rows, columns]
    build = {"game": "techniconica", "mech": [found["mech"]]}
    verdict = GAME.verdict(GAME.read(build, catalogue), catalogue)
    assert verdict.legal, [finding.message for finding in verdict.findings]


def test_every_grid_of_the_rulebook_s_facts_is_searched():
    """House cards weigh too much for more than a usual grid, and the answer says the same on all of them."""
    usual = answer(wish="sturdy")["first"]
    assert answer(wish="sturdy", rows=9, columns=9)["first"] == usual
    assert answer(wish="sturdy", rows=3, columns=5)["first"] == usual


# Whom it shoots at.


def test_a_shot_at_a_saved_squad_is_worth_what_it_is_against_each_of_its_parts():
    """Iron Heron: Speed 4; Strider Legs AR 2, Scout Cab, Chain Gun, Shock Fist, Gas Turbine, Battery Bank."""
    heron = GAME.examples["iron-heron"]
    made = assemble(heron.mech[0], ALL)
    armour = [mount.stat("ar") for mount in made.base]
    found = answer(wish="damage", against="example:iron-heron", must="auto-rifle, cadet")
    mech = tried(assemble(Mech.model_validate(found["mech"]), ALL))
    over_all = [sum(mean(r - made.speed - ar, do, rules) for ar in armour) / len(armour) for r, do, rules in mech.shots]
    assert found["first"]["value"] == pytest.approx(max(over_all))
    assert found["against"] == "Iron Heron"
    easiest = answer(wish="damage", against="example:iron-heron", aim_at="easiest", must="auto-rifle, cadet")
    assert easiest["first"]["value"] > found["first"]["value"]
    saved = replace(GAME.context(), saved_builds=(heron,))
    assert answer(saved, wish="damage", against="Iron Heron", must="auto-rifle, cadet")["first"] == found["first"]


def test_a_squad_can_be_pasted():
    text = 'game = "techniconica"\ntitle = "Wall"\n[[mech]]\nlocomotor = "hauler-tracks"\ncockpit = "scout-cab"\n'
    found = answer(wish="damage", against=text, aim_at="cockpit", must="auto-rifle")
    assert found["against"] == "Wall"
    # Hauler Tracks: Speed 1; Scout Cab: the Armour Rating of its card.
    same = answer(wish="damage", their_speed=1, their_armour=ALL.get(Part, "scout-cab").ar, must="auto-rifle")
    assert found["first"] == same["first"]
    with pytest.raises(InvalidInput, match="a squad with a Cockpit whose numbers are known"):
        answer(wish="damage", against=text.replace('cockpit = "scout-cab"\n', ""), aim_at="cockpit")


def test_what_protects_a_part_decides_what_destroys_it():
    """Armour Piercing is worth more than Damage Output once there is Armour."""
    bare = answer(wish="destroy", their_base=2)["first"]["value"]
    plated = answer(wish="destroy", their_base=2, their_armours="6,6")["first"]["value"]
    assert bare > plated > 0
    found = answer(wish="destroy", their_base=2, their_armours="6,6")
    mech = tried(assemble(Mech.model_validate(found["mech"]), ALL))
    assert plated == pytest.approx(max(destroys(r - 6, do, rules, (), (6, 6), 2) for r, do, rules in mech.shots))


def test_the_typical_target_is_the_one_of_before():
    assert answer(wish="damage") == answer(wish="damage", their_speed=3, their_armour=3)
    assert answer(wish="damage")["first"]["value"] == 11.25


# What a build takes over.


def test_a_proposal_can_be_used_as_it_is():
    owned = "1 courier-wheels, 1 scout-cab, 1 cadet, 1 auto-rifle, 1 gas-turbine, 2 steel-plate"
    found = answer(wish="sturdy", owned=owned, **{"from": "typed"})
    build = GAME.read({"game": "techniconica", **found["use"]})
    assert GAME.verdict(build).legal and build.mech[0].name == "Sturdy" and build.owned["steel-plate"] == 2
    assert set(answer(wish="sturdy")["use"]) == {"mech"}
