"""Portraits of Mechs: every card in play shows, weapons point outwards, nothing leaves the field."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.games.techniconica import GAME
from companion.games.techniconica.art import mech as mech_art
from companion.games.techniconica.art.drawings import _EVENTS, event
from companion.games.techniconica.art.mech import cabs, engines, extras, guns, movers, parts
from companion.games.techniconica.model import (
    Armour,
    Cockpit,
    Event,
    Locomotor,
    Mech,
    Modification,
    Part,
    Pilot,
    PowerPlant,
    Shield,
    Support,
    Weapon,
)
from tests.games.figures import edges, inks, leaves_its_field
from tests.games.techniconica.mechs import WOLF, read

CONTEXT = GAME.context()
CARDS = GAME.catalogue
IDS = {kind: [card.id for card in CARDS.all(kind)] for kind in (Locomotor, Cockpit, Pilot, Weapon, PowerPlant)}
ATTACHED = [card.id for kind in (Armour, Shield, Modification, Support) for card in CARDS.all(kind)]
SLOTS = ["1,1", "1,2", "1,3", "2,1", "2,3", "3,1", "3,3"]
attached = st.lists(st.sampled_from(ATTACHED), max_size=3)


@st.composite
def mechs(draw):
    """Return a Mech on the usual grid, perhaps unfinished, with cards attached."""
    made = {"name": "Made", "part": []}
    for place, kind in (("locomotor", Locomotor), ("cockpit", Cockpit), ("pilot", Pilot)):
        if draw(st.booleans()):
            made[place] = {"card": draw(st.sampled_from(IDS[kind])), "attached": draw(attached)}
    for slot in draw(st.lists(st.sampled_from(SLOTS), unique=True)):
        card = draw(st.sampled_from(IDS[Weapon] + IDS[PowerPlant]))
        made["part"].append({"card": card, "slot": slot, "attached": draw(attached)})
    return made


def figure(mech, context=CONTEXT):
    (only,) = GAME.figures(read(mech=[mech]), context)
    return only


def seats(mech):
    """Return what holds cards in a Mech: its seats and its parts."""
    return [mech[place] for place in ("locomotor", "cockpit", "pilot") if place in mech] + mech["part"]


@pytest.mark.parametrize("shield", [card.id for card in CARDS.all(Shield)])
def test_a_locomotor_under_three_shields_and_nothing_else_stands_on_the_ground(shield):
    for card in IDS[Locomotor]:
        assert leaves_its_field(figure({"locomotor": {"card": card, "attached": [shield] * 3}, "part": []})) is None


@settings(deadline=None, max_examples=12)
@given(mechs())
def test_a_mech_stays_in_its_field_in_one_hand(mech):
    drawn = figure(mech)
    assert leaves_its_field(drawn) is None
    assert inks(drawn.boxes) <= {"blue", "tint", "accent", "paper"}
    assert drawn == figure(mech)


@settings(deadline=None, max_examples=12)
@given(mechs(), st.data())
def test_taking_a_card_away_changes_the_figure(mech, data):
    before = figure(mech).boxes
    assume(seats(mech))
    seat = data.draw(st.sampled_from(seats(mech)))
    if seat["attached"]:
        seat["attached"] = seat["attached"][1:]
    else:
        for place in ("locomotor", "cockpit", "pilot"):
            if mech.get(place) is seat:
                del mech[place]
        mech["part"] = [part for part in mech["part"] if part is not seat]
    assert figure(mech).boxes != before


@settings(deadline=None, max_examples=12)
@given(mechs(), st.data())
def test_swapping_a_card_for_another_of_its_kind_changes_the_figure(mech, data):
    before = figure(mech).boxes
    assume(seats(mech))
    seat = data.draw(st.sampled_from(seats(mech)))
    kind = type(CARDS.get(Part, seat["card"]))
    seat["card"] = data.draw(st.sampled_from([card for card in IDS[kind] if card != seat["card"]]))
    assert figure(mech).boxes != before


@settings(deadline=None, max_examples=12)
@given(mechs(), st.data())
def test_swapping_an_attached_card_changes_the_figure(mech, data):
    holding = [seat for seat in seats(mech) if seat["attached"]]
    assume(holding)
    before = figure(mech).boxes
    seat = data.draw(st.sampled_from(holding))
    seat["attached"][0] = data.draw(st.sampled_from([card for card in ATTACHED if card != seat["attached"][0]]))
    assert figure(mech).boxes != before


def test_each_locomotor_has_its_own_shape():
    assert len({movers.mover(card) for card in CARDS.all(Locomotor)}) == len(IDS[Locomotor])
    kinds = ("strider-legs", "reverse-joint-legs", "quad-legs", "spider-frame", "hauler-tracks", "half-track")
    widths = {round(edges(movers.mover(CARDS.get(Locomotor, card)))[2], 1) for card in kinds}
    assert len(widths) == len(kinds)


@pytest.mark.parametrize("weapon", IDS[Weapon])
def test_a_weapon_points_outwards_from_the_hull(weapon):
    """Its end is much farther from the hull than its breech reaches behind the mount."""
    left, top, right, low = edges(guns.weapon(CARDS.get(Weapon, weapon)))
    assert right > 9 and left > -4 and top > -9 and low < 7


def drawn_about_the_hull(slot, card="rail-lance"):
    """Return the edges of a part on a Mech, in mm from the middle of its hull."""
    part = {"card": card, "slot": slot}
    bare, armed = (mech_art.mech(mech, CARDS) for mech in read(mech=[{}, {"part": [part]}]).mech)
    return edges(set(armed) - set(bare))


@pytest.mark.parametrize("row", [1, 2, 3])
def test_left_slots_are_left_of_the_hull_and_right_ones_mirror_them(row):
    left, right = drawn_about_the_hull(f"{row},1"), drawn_about_the_hull(f"{row},3")
    assert left[0] < -18 and left[2] < -4
    assert (right[2], right[0]) == pytest.approx((-left[0], -left[2]))


def test_upper_slots_are_higher_than_lower_ones():
    tops = [drawn_about_the_hull(f"{row},3")[1] for row in (1, 2, 3)]
    assert tops == sorted(tops) and tops[2] - tops[0] > 15
    assert drawn_about_the_hull("1,2")[3] < 0 > drawn_about_the_hull("1,2")[1] + 18


def test_more_power_has_more_lights():
    plant = CARDS.get(PowerPlant, "diesel-block")
    weak, strong = (engines.engine(plant.model_copy(update={"po": po})) for po in (2, 5))
    assert len(strong) - len(weak) == 3


def test_a_named_pilot_has_a_mark_on_the_hull():
    pilot = CARDS.get(Pilot, "odile-marrow")
    cards = {**CARDS.cards, pilot.id: pilot.model_copy(update={"named": False})}
    plain = replace(CONTEXT, catalogue=replace(CARDS, cards=cards))
    mech = {**WOLF, "pilot": pilot.id}
    assert figure(mech).boxes != figure(mech, plain).boxes


def test_a_squad_gives_one_figure_a_mech():
    figures = GAME.figures(read(mech=[WOLF, {}, {**WOLF, "name": ""}]), CONTEXT)
    assert [(one.id, one.name) for one in figures] == [("1", "Sniper Wolf"), ("2", "Mech 2"), ("3", "Mech 3")]
    assert figures[0].boxes == figures[2].boxes != figures[1].boxes


def test_a_mech_without_cards_is_drawn_in_outlines():
    drawn = figure({})
    assert leaves_its_field(drawn) is None
    assert drawn.about == "Mech 1: no Locomotor, no Cockpit and no Pilot."


def test_a_figure_is_told_in_a_sentence():
    assert figure(WOLF).about == (
        "Sniper Wolf: on Hauler Tracks, with Standard Cockpit (Heavy Plate), piloted by Sharpshooter, Long Rifle on the "
        "upper left, Light Autocannon on the upper right, Auto Rifle on top, Gas Turbine on the left and Fuel Cell on "
        "the right."
    )


def test_a_part_far_from_the_cockpit_is_told_by_its_slot():
    mech = {"grid": (5, 5), "part": [{"card": "auto-rifle", "slot": "1,5"}]}
    assert figure(mech).about.endswith("and Auto Rifle in slot 1,5.")


def test_cards_that_are_not_known_are_crates():
    empty = replace(CONTEXT, catalogue=replace(CARDS, cards={}))
    mech = {**WOLF, "part": [{**WOLF["part"][0], "attached": ["rifled-barrel"]}]}
    drawn = figure(mech, empty)
    assert leaves_its_field(drawn) is None
    assert drawn.about.startswith("Sniper Wolf: on an unknown card, with an unknown card")


@pytest.mark.parametrize("stats", [{}, {"pe": None, "do": None, "dt": None, "we": None}])
def test_a_card_without_numbers_is_drawn_all_the_same(stats):
    card = CARDS.get(Weapon, "vulcan-cannon").model_copy(update=stats)
    assert edges(guns.weapon(card))[2] > 9


def test_cards_in_places_where_they_do_not_belong_are_drawn():
    wrong = {
        "locomotor": "rail-lance",
        "cockpit": {"card": "cadet", "attached": ["auto-rifle"]},
        "pilot": "heavy-plate",
        "part": [{"card": "megan-barker", "slot": "1,1"}, {"card": "quad-legs", "slot": "2,2"}],
    }
    assert leaves_its_field(figure(wrong)) is None


def test_two_parts_in_one_slot_are_both_seen():
    one = {"part": [{"card": "auto-rifle", "slot": "2,1"}]}
    two = {"part": [{"card": "auto-rifle", "slot": "2,1"}] * 2}
    assert len(figure(two).boxes[0].boxes) > len(figure(one).boxes[0].boxes)


@pytest.mark.parametrize("grid", [(3, 3), (4, 4), (3, 9), (9, 3), (9, 9)])
def test_a_full_grid_of_any_size_stays_in_its_field(grid):
    shape = Mech(grid=grid)
    parts = [{"card": "rail-lance", "slot": f"{row},{column}"} for row, column in shape.auxiliary]
    assert leaves_its_field(figure({"grid": grid, "locomotor": "quad-legs", "part": parts})) is None


@pytest.mark.parametrize("slot", ["9,9", "0,0", "99,1"])
def test_a_part_outside_the_grid_is_drawn_at_its_edge(slot):
    drawn = figure({"locomotor": "quad-legs", "part": [{"card": "rail-lance", "slot": slot}]})
    assert leaves_its_field(drawn) is None


@pytest.mark.parametrize(
    ("card_id", "table"),
    [("gas-turbine", engines._FUELS), ("standard-cockpit", cabs._CABS), ("targeting-computer", extras._SIGNS)],
)
def test_every_word_that_shapes_a_part_has_a_drawing(card_id, table):
    card = CARDS.get(Part, card_id).model_copy(update={"id": "x", "name": "X", "subtype": ""})
    plain = parts.drawing(card, 40, 30)
    for word, *_ in table:
        assert parts.drawing(card.model_copy(update={"name": word}), 40, 30) != plain, word


def test_every_word_of_an_event_has_a_drawing():
    card = CARDS.all(Event)[0]
    rains = {event(card.model_copy(update={"id": "x", "name": "x" * n})) for n in range(8)}
    assert len(rains) == 4
    for word, _ in _EVENTS:
        assert event(card.model_copy(update={"id": word})) not in rains, word


def test_custom_cards_take_their_shape_from_their_words():
    pack = {
        "title": "Mine",
        "weapon": [{"id": "big-saw", "name": "Big Saw", "ar": 1, "dt": 1, "we": 1, "pc": 1, "pe": 2, "do": 2}],
        "locomotor": [{"id": "tank-treads", "name": "Tank Treads", "mw": 14, "sp": 2}],
    }
    build, context = GAME.read_in_context(
        {
            "game": "techniconica",
            "title": "",
            "pack": [pack],
            "mech": [{"locomotor": "tank-treads", "part": [{"card": "big-saw", "slot": "2,3"}]}],
        }
    )
    assert leaves_its_field(GAME.figures(build, context)[0]) is None
    saw, treads = context.catalogue.get(Weapon, "big-saw"), context.catalogue.get(Locomotor, "tank-treads")
    for card, draw in ((saw, guns.weapon), (treads, movers.mover)):
        assert len(draw(card)) != len(draw(card.model_copy(update={"id": "thing", "name": "Thing"})))
