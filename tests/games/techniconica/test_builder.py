"""The builder: what each act does to a squad, by hand and under laws that hold for any acts."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.gamekit import workshop
from companion.gamekit.workshop import Act, CannotPlace, CardEffect
from companion.games.techniconica import GAME
from companion.games.techniconica import builder as room
from companion.games.techniconica.model import MOST_ATTACHED, MOST_CARDS, MOST_MECHS, PARTS, Part
from companion.games.techniconica.rules.assembly import count_used_cards
from companion.web.shared.build_form import BuildForm
from tests.games.techniconica.mechs import WOLF, read
from tests.games.techniconica.test_validator import mechs

EMPTY = {"game": "techniconica", "title": ""}
IDS = [card.id for card in GAME.catalogue.all(Part)]


def squad(*made, **fields):
    return {**EMPTY, "mech": list(made), **fields}


def done(document, *acts):
    """The document after some acts, each as a page posts it."""
    for text in acts:
        document = room.act(document, Act.read(text), GAME.context())
    return document


def refused(document, act):
    with pytest.raises(CannotPlace) as error:
        done(document, act)
    return error.value.sentence


def zones(document):
    build, context = GAME.read_in_context(document)
    return room.zones(build, context)


def places(document):
    return {place.at: place for zone in zones(document) for place in zone.places}


def lying(document):
    """The ids of the cards at each place where there are some, the lowest first."""
    return {at: [card.card for card in place.cards] for at, place in places(document).items() if place.cards}


# By hand


def test_cards_without_a_place_go_where_they_belong():
    made = done(
        EMPTY,
        "add hauler-tracks",
        "add long-rifle",
        "add gas-turbine",
        "add standard-cockpit",
        "add steel-plate",
        "add sharpshooter",
        "add rifled-barrel",
        "add tuned-drive",
    )
    assert lying(made) == {
        "mech-0-slot-1,1": ["long-rifle", "rifled-barrel"],
        "mech-0-slot-1,2": ["gas-turbine"],
        "mech-0-cockpit": ["standard-cockpit", "steel-plate", "sharpshooter"],
        "mech-0-locomotor": ["hauler-tracks", "tuned-drive"],
    }


def test_armour_without_a_place_protects_what_has_none_the_cockpit_first():
    made = done(squad(WOLF), "add steel-plate")  # the Cockpit has its plate already
    assert lying(made)["mech-0-locomotor"] == ["hauler-tracks", "steel-plate"]


def test_a_card_goes_to_the_mech_that_lacks_it_or_else_to_the_last_with_a_place():
    two = squad(WOLF, {"name": "New", "locomotor": "quad-legs"})
    assert lying(done(two, "add fuel-cell"))["mech-1-slot-1,1"] == ["fuel-cell"]
    armed = done(two, "add fuel-cell", "add long-rifle", "add long-rifle")
    assert [part["slot"] for part in armed["mech"][1]["part"]] == ["1,1", "1,2", "1,3"]
    assert len(armed["mech"][0]["part"]) == len(WOLF["part"])


def test_a_card_is_added_at_the_place_that_was_chosen():
    made = done(squad(WOLF), "add rail-lance mech-0-slot-3,3", "add spark-screen mech-0-slot-3,3")
    assert lying(made)["mech-0-slot-3,3"] == ["rail-lance", "spark-screen"]


def test_a_part_added_to_a_filled_place_takes_the_place_and_what_is_attached_stays():
    made = done(squad(WOLF), "add bubble-canopy mech-0-cockpit", "add cadet mech-0-cockpit")
    assert lying(made)["mech-0-cockpit"] == ["bubble-canopy", "heavy-plate", "cadet"]
    assert lying(done(made, "add auto-rifle mech-0-slot-1,1"))["mech-0-slot-1,1"] == ["auto-rifle"]


def test_another_mech_begins_with_any_of_its_parts():
    made = done(squad(WOLF), "add long-rifle mech-1", "move mech-0-slot-1,3 mech-2")
    assert made["mech"][1:] == [
        {"part": [{"card": "long-rifle", "slot": "1,1"}]},
        {"part": [{"card": "light-autocannon", "slot": "1,1"}]},
    ]
    assert zones(made)[-1].title == "Another Mech" and zones(made)[-1].places[0].at == "mech-3"
    assert [zone.title for zone in zones(EMPTY)] == ["Mech 1"]
    assert len(zones(squad(*[{"pilot": "cadet"}] * MOST_MECHS))) == MOST_MECHS


@pytest.mark.parametrize(
    ("document", "act", "sentence"),
    [
        (EMPTY, "add nobody", "No part has this name: reload the page and choose again."),
        (EMPTY, "add steel-plate", "Base Part first: this card is attached to one."),
        (EMPTY, "add rifled-barrel", "Weapon first: this card is attached to one."),
        (EMPTY, "add lightened-frame", "Weapon or Cockpit first: this card is attached to one."),
        (squad({"pilot": "cadet"}), "add steel-plate mech-0-cockpit", "Base Part first: this card is attached to one."),
        (squad(WOLF), "add quad-legs", "There is one already: choose its place to swap it."),
        (squad(WOLF), "add long-rifle mech-0-cockpit", "Long Rifle is a Weapon: it does not go where the Cockpit goes."),
        (squad(WOLF), "add cadet mech-0-slot-1,1", "Cadet is a Pilot: it has its own place."),
        (squad(WOLF), "add long-rifle mech-0-slot-4,1", "Slot 4,1 is not one for Weapons and Power Plants: choose another."),
        (squad(WOLF), "add rifled-barrel mech-0-cockpit", "Rifled Barrel does not fit a Cockpit."),
        (squad(WOLF), "add long-rifle mech-2", "There is no such place any more: reload the page."),
        (squad(WOLF), "add long-rifle nowhere", "There is no such place any more: reload the page."),
        (squad(WOLF), "remove mech-0-slot-3,1", "That card is not in the squad any more: reload the page."),
        (squad(WOLF), "remove mech-0-cockpit/2", "That card is not in the squad any more: reload the page."),
        (squad(WOLF), "move mech-3-pilot mech-0-cockpit", "That card is not in the squad any more: reload the page."),
        (squad(WOLF), "move mech-0-pilot mech-0-locomotor", "Sharpshooter is a Pilot: it does not go where the Locomotor goes."),
    ],
)  # fmt: skip
def test_a_card_without_a_place_says_why(document, act, sentence):
    assert refused(document, act) == sentence


def test_a_full_grid_says_so_and_loses_nothing():
    full = done(squad(WOLF), "add long-rifle", "add long-rifle")
    assert refused(full, "add long-rifle") == "No slot left: choose one to swap its part."


def test_a_part_takes_one_modification_and_twenty_cards():
    guns = squad({"part": [{"card": "long-rifle", "slot": "1,1", "attached": ["rifled-barrel"]}]})
    assert refused(guns, "add rifled-barrel") == "Every part that takes a Modification has one."
    laden = squad({"part": [{"card": "long-rifle", "slot": "1,1", "attached": ["steel-plate"] * MOST_ATTACHED}]})
    assert refused(laden, "add steel-plate mech-0-slot-1,1").startswith("Long Rifle has 20 attached cards")
    assert refused(laden, "add steel-plate") == "Every part that takes Armour has one."


def test_a_squad_takes_so_many_cards_and_no_more():
    laden = {"card": "long-rifle", "attached": ["steel-plate"] * MOST_ATTACHED}
    made = [{"part": [{**laden, "slot": f"{n},1"} for n in range(1, 9)]} for _ in range(12)]
    fits = squad(*made[:11], {"part": made[11]["part"][:7]}, {"part": [{"card": "long-rifle", "slot": "1,1"}] * 5})
    assert GAME.read(fits).size == MOST_CARDS
    assert refused(fits, "add cadet") == "A squad has at most 2000 cards: remove some first."


def test_a_removed_base_part_takes_its_attached_cards_and_leaves_the_pilot():
    made = done(squad(WOLF), "remove mech-0-cockpit")
    assert lying(made)["mech-0-cockpit"] == ["sharpshooter"]
    assert lying(done(squad(WOLF), "remove mech-0-cockpit/1"))["mech-0-cockpit"] == [
        "standard-cockpit",
        "sharpshooter",
    ]


def test_a_mech_without_name_cards_and_grid_is_not_kept():
    assert done(squad({"pilot": "cadet"}), "remove mech-0-pilot") == EMPTY
    for kept in ({"name": "Wolf"}, {"grid": [4, 4]}):
        assert done(squad({"pilot": "cadet", **kept}), "remove mech-0-pilot") == squad(kept)


def test_a_part_moves_with_what_is_attached_and_changes_places_with_what_lies_there():
    hung = done(squad(WOLF), "add spark-screen mech-0-slot-1,1")
    assert lying(done(hung, "move mech-0-slot-1,1 mech-0-slot-3,3"))["mech-0-slot-3,3"] == [
        "long-rifle",
        "spark-screen",
    ]
    swapped = lying(done(hung, "move mech-0-slot-1,1 mech-0-slot-1,3"))
    assert (swapped["mech-0-slot-1,1"], swapped["mech-0-slot-1,3"]) == (
        ["light-autocannon"],
        ["long-rifle", "spark-screen"],
    )


def test_parts_change_places_between_mechs_and_a_pilot_goes_with_the_cockpit():
    other = {"cockpit": "bubble-canopy", "pilot": "cadet", "part": [{"card": "fuel-cell", "slot": "2,1"}]}
    made = lying(done(squad(WOLF, other), "move mech-0-cockpit mech-1-cockpit", "move mech-0-slot-2,1 mech-1-slot-2,1"))
    assert made["mech-0-cockpit"] == ["bubble-canopy", "cadet"] and made["mech-0-slot-2,1"] == ["fuel-cell"]
    assert made["mech-1-cockpit"] == ["standard-cockpit", "heavy-plate", "sharpshooter"]
    assert made["mech-1-slot-2,1"] == ["gas-turbine"]
    alone = lying(done(squad(WOLF), "move mech-0-pilot mech-1-cockpit"))
    assert alone["mech-1-cockpit"] == ["sharpshooter"]


def test_mechs_move_up_and_down_with_all_that_they_have():
    one, two, three = ({"name": name, "locomotor": {"card": "quad-legs"}} for name in ("One", "Two", "Three"))
    document = squad(one, two, three)

    def names(document):
        return [mech["name"] for mech in document["mech"]]

    assert [zone.order and (zone.order.at, zone.order.before, zone.order.after) for zone in zones(document)] == [
        ("mech-0", "", "mech-1"),
        ("mech-1", "mech-0", "mech-2"),
        ("mech-2", "mech-1", ""),
        None,
    ]
    assert names(done(document, "move mech-2 up")) == ["One", "Three", "Two"]
    assert names(done(document, "move mech-0 down", "move mech-1 down")) == ["Two", "Three", "One"]
    assert done(document, "move mech-0 down", "move mech-1 up") == done(document, "move mech-1 up", "move mech-1 up")
    assert [zone.order for zone in zones(squad(one))] == [None, None]
    assert refused(document, "move mech-0 up") == "This Mech is the first already."
    assert refused(document, "move mech-2 down") == "This Mech is the last already."
    assert refused(document, "move mech-3 up") == "That Mech is not in the squad any more: reload the page."


def test_an_attached_card_moves_to_another_part_that_takes_it():
    made = lying(done(squad(WOLF), "move mech-0-cockpit/1 mech-0-slot-1,1"))
    assert made["mech-0-slot-1,1"] == ["long-rifle", "heavy-plate"]
    assert refused(squad(WOLF), "move mech-0-cockpit/1 mech-0-slot-3,1").startswith("Base Part first")


def test_cards_in_wrong_places_are_shown_and_can_be_moved_to_the_right_ones():
    wrong = squad(
        {
            "cockpit": {"card": "long-rifle", "attached": ["cadet"]},
            "part": [
                {"card": "fuel-cell", "slot": "5,1"},
                {"card": "auto-rifle", "slot": "1,1"},
                {"card": "chain-gun", "slot": "1,1"},
                {"card": "steel-plate", "slot": "1,2", "attached": ["spark-screen"]},
            ],
        }
    )
    assert lying(wrong) == {
        "mech-0-slot-1,1": ["auto-rifle"],
        "mech-0-slot-1,2": ["steel-plate", "spark-screen"],
        "mech-0-cockpit": ["long-rifle", "cadet"],
        "mech-0-slot-5,1": ["fuel-cell"],
        "mech-0-slot-1,1+2": ["chain-gun"],
    }
    assert all(not places(wrong)[at].takes for at in ("mech-0-slot-5,1", "mech-0-slot-1,1+2"))
    right = done(
        wrong,
        "move mech-0-slot-1,2 mech-0-slot-1,1",
        "move mech-0-slot-1,1+2 mech-0-slot-3,1",
        "move mech-0-slot-5,1 mech-0-slot-3,3",
        "move mech-0-cockpit mech-0-slot-1,3",
    )
    assert lying(right) == {
        "mech-0-slot-1,1": ["auto-rifle", "steel-plate", "spark-screen"],
        "mech-0-slot-1,3": ["long-rifle", "cadet"],
        "mech-0-slot-3,1": ["chain-gun"],
        "mech-0-slot-3,3": ["fuel-cell"],
    }
    assert refused(wrong, "move mech-0-cockpit mech-0-slot-1,1") == "That place is taken: choose a free one."
    assert lying(done(right, "move mech-0-slot-1,3/1 mech-0-cockpit"))["mech-0-cockpit"] == ["cadet"]


def test_places_take_what_may_lie_there():
    shown = places(squad(WOLF))
    hung = ("armour", "shield", "modification", "support")
    assert shown["mech-0-cockpit"].takes == ("cockpit", "pilot", *hung)
    assert shown["mech-0-slot-1,1"].takes == ("weapon", "power-plant", *hung)
    assert shown["mech-0-slot-3,1"].takes == ("weapon", "power-plant")
    assert places(squad({"pilot": "cadet"}))["mech-0-cockpit"].takes == ("cockpit", "pilot")
    assert [place.title for place in zones(squad({"grid": [4, 5], "pilot": "cadet"}))[0].places][7:13] == [
        "Cockpit", "Slot 2,4", "Slot 2,5", "Slot 3,1", "Slot 3,2", "Locomotor",
    ]  # fmt: skip


def test_numbers_that_attached_cards_change_stand_at_the_place():
    made = done(
        squad(WOLF), "add rifled-barrel mech-0-slot-1,1", "add tuned-drive", "add reinforced-axles mech-0-locomotor"
    )
    shown = {at: place.about.replace("\xa0", " ") for at, place in places(made).items() if place.about}
    # Long Rifle: Penetration 4 and 1 more. Hauler Tracks: Speed 1 and 1 more; a second Modification gives nothing.
    assert shown["mech-0-slot-1,1"] == "PE 5" and shown["mech-0-locomotor"] == "SP 2"


def test_choices_stand_in_the_rulebook_s_order_with_their_figures():
    build, context = GAME.read_in_context(squad(WOLF, owned={"long-rifle": 3, "auto-rifle": 1, "cadet": 1}))
    countable = frozenset(context.catalogue.cards)
    choices = workshop.count_choices(room.choices(context), build.owned, room.zones(build, context), countable)
    found = {choice.card: choice for choice in choices}
    assert list(found) == sorted(IDS, key=lambda card: list(PARTS).index(found[card].kind))
    rifle = found["long-rifle"]
    assert dict(rifle.figures) == {"weight": 3, "power": 2, "AR": 2, "DT": 2, "PE": 4, "DO": 2}
    assert (rifle.owned, rifle.left) == (3, 2)
    assert (found["auto-rifle"].left, found["cadet"].left, found["fuel-cell"].owned) == (0, 1, 0)
    assert "Accurate" in rifle.words and "Weapon" in rifle.words
    assert dict(found["foxen-shield"].figures) == {} and found["foxen-shield"].pack == "Printed"


# What a choice does


def effects(document, cards, to=""):
    build, context = GAME.read_in_context(document)

    def check(changed):
        return GAME.check(GAME.read(changed), context)

    return workshop.effects(room, to_document(build), cards, context, check, to)


def test_a_card_says_what_it_would_make_worse():
    found = effects(squad(WOLF), ["long-rifle", "fuel-cell", "rifled-barrel", "steel-plate"])
    # The Wolf weighs 17 of 18 and draws 7 of 7; the rifle weighs 3 and draws 2.
    assert found["long-rifle"] == CardEffect("2 too heavy, 2 power short", "weight 20 of 18, power 9 of 7, Speed 1")
    assert found["fuel-cell"] == CardEffect("", "weight 18 of 18, power 7 of 9, Speed 1")
    assert found["rifled-barrel"] == CardEffect("", "weight 18 of 18, power 7 of 7, Speed 1")
    assert found["steel-plate"].why == "1 too heavy"
    lighter = effects(squad(WOLF), ["courier-wheels", "quad-legs"], "mech-0-locomotor")
    assert lighter["courier-wheels"].why == "5 too heavy"


def test_an_excess_that_stays_is_no_reason_and_one_that_grows_is():
    heavy = done(squad(WOLF), "add long-rifle mech-0-slot-3,1")
    found = effects(heavy, ["load-clamps", "tuned-drive", "steel-plate"])
    assert found["load-clamps"].why == "3 power short"  # 2 too heavy before, 1 after
    assert found["steel-plate"].why == "4 too heavy"


def test_a_pilot_waits_for_a_cockpit_and_is_named_once():
    assert effects(EMPTY, ["cadet"])["cadet"] == CardEffect("Cockpit first", "weight 0, power 0")
    named = squad({**WOLF, "pilot": "odile-marrow"}, {"cockpit": "bubble-canopy"})
    found = effects(named, ["odile-marrow", "cadet"])
    assert found["odile-marrow"].why == "a Named Pilot is used once" and found["cadet"].why == ""


def test_a_collection_and_a_variant_set_limits():
    owned = squad({"locomotor": "hauler-tracks"}, owned={"hauler-tracks": 1, "cadet": 1})
    assert effects(owned, ["fuel-cell", "bubble-canopy"])["fuel-cell"].why == "none left"
    lone = squad(WOLF, rulings={"variant": "lone-wolves"})
    assert effects(lone, ["cadet"], "mech-1")["cadet"].why.startswith("one Mech only")
    duel = {**EMPTY, "rulings": {"variant": "quick-death"}}
    assert effects(duel, ["hauler-tracks"])["hauler-tracks"].why == ""
    twice = squad({"part": [{"card": "long-rifle", "slot": "1,1", "attached": ["rifled-barrel"]}]})
    assert effects(twice, ["overcharged-coils"], "mech-0-slot-1,1")["overcharged-coils"].why == "one Modification only"
    bared = squad({"part": [{"card": "long-rifle", "slot": "1,1", "attached": ["rifled-barrel"]}]})
    assert effects(bared, ["fuel-cell"], "mech-0-slot-1,1")["fuel-cell"].why == "what is attached does not fit"


def test_totals_name_the_mechs_where_there_are_several():
    verdict = GAME.verdict(read(mech=[WOLF, {"locomotor": "heavy-track-unit"}]))
    assert (
        room.totals(verdict)
        == "Sniper Wolf: weight 17 of 18, power 7 of 7, Speed 1; Mech 2: weight 0 of ?, power 2, Speed ?"
    )


# Laws


PLACES = ["", "mech-0-cockpit", "mech-0-locomotor", "mech-0-slot-1,1", "mech-0-slot-2,3", "mech-0-slot-9,9", "mech-1",
          "mech-1-cockpit", "mech-1-slot-3,3", "mech-2", "mech-40", "mech-0-slot-0,0", "mech-0-pilot", "nowhere"]  # fmt: skip
JUNK = ["mech-0-pilot", "mech-0-slot-1,1", "mech-9-cockpit", "mech-0-slot-1,1/1", "mech-0-slot-1,1+0", "mech-0", "x"]


@st.composite
def acts(draw, document):
    """An act that a page could post, or nearly: an odd place, a card that is gone."""
    lies = [card.at for place in places(document).values() for card in place.cards]
    kind = draw(st.sampled_from(["add", "add", "remove", "move"]))
    if kind == "add":
        return f"add {draw(st.sampled_from([*IDS, 'nobody']))} {draw(st.sampled_from(PLACES))}"
    card = draw(st.sampled_from([*lies, *lies, *JUNK]))
    return f"remove {card}" if kind == "remove" else f"move {card} {draw(st.sampled_from(PLACES[1:]))}"


def cards(document):
    return count_used_cards(GAME.read(document))


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.lists(mechs(), max_size=2))
def test_no_act_loses_a_card_or_makes_a_squad_that_cannot_be_read(data, made):
    document = to_document(read(mech=made))
    for _ in range(6):
        text = data.draw(acts(document))
        before, kept = deepcopy(document), cards(document)
        try:
            after = done(document, text)
        except CannotPlace as error:
            assert error.sentence.endswith(".") and document == before
            continue
        assert document == before
        document = to_document(GAME.read(after))
        added = Counter({text.split()[1]: 1}) if text.startswith("add") else Counter()
        if text.startswith("move"):
            assert cards(document) == kept
        assert not cards(document) - (kept + added)
        every = places(document)
        lies = [card for place in every.values() for card in place.cards]
        assert len({card.at for card in lies}) == len(lies) and not any(" " in card.at for card in lies)
        assert Counter(card.card for card in lies) == cards(document)
        assert not any(" " in at for at in every) and len(every) == sum(len(zone.places) for zone in zones(document))
        for card in lies:
            assert cards(done(document, f"remove {card.at}")) < cards(document)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(mechs(), max_size=2), st.sampled_from(IDS), st.sampled_from(PLACES))
def test_what_was_added_can_be_removed_and_the_squad_is_as_before(made, card, place):
    before = to_document(read(mech=made))
    try:
        after = to_document(GAME.read(done(before, f"add {card} {place}")))
    except CannotPlace:
        return
    new = {c.at for p in places(after).values() for c in p.cards} - {
        c.at for p in places(before).values() for c in p.cards
    }
    if cards(after).total() == cards(before).total():
        assert not new  # another card was replaced
        return
    assert to_document(GAME.read(done(after, f"remove {new.pop()}"))) == before and not new


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(mechs(), max_size=2), st.lists(st.sampled_from(IDS), min_size=1, max_size=4), st.sampled_from(PLACES))
def test_effects_are_those_of_the_check_with_its_fixes(made, chosen, place):
    document = to_document(read(mech=made))
    build, context = GAME.read_in_context(document)
    quick = workshop.effects(
        room,
        document,
        chosen,
        context,
        lambda changed: GAME.check(GAME.read(changed), replace(context, fixes=False)),
        place,
    )
    assert quick == effects(document, chosen, place)
    for card, effect in quick.items():
        try:
            after = done(document, f"add {card} {place}")
        except CannotPlace as error:
            assert effect == CardEffect(error.sentence)
        else:
            assert effect.totals == room.totals(GAME.verdict(GAME.read(after)))


def test_an_act_on_a_squad_that_cannot_be_read_says_where():
    with pytest.raises(InvalidInput) as error:
        done({**EMPTY, "mech": [{"part": 7}]}, "add cadet")
    assert "mech[0].part" in str(error.value)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(mechs(), st.just({})), max_size=3))
def test_a_card_has_the_same_name_in_the_squad_and_in_what_its_form_posts(made):
    """The form posts parts row by row and leaves out empty Mechs; the acts of the page that shows it still fit."""
    document = to_document(read(mech=made))
    posted = BuildForm.from_document(GAME, document, GAME.catalogue).document()
    named = [
        {card.at: card.card for place in places(squads).values() for card in place.cards}
        for squads in (document, posted)
    ]
    assert named[0] == named[1]
    for card in named[0]:
        assert cards(done(posted, f"remove {card}")) == cards(done(document, f"remove {card}"))


def test_a_card_shows_the_numbers_that_a_modification_changes():
    """A Chain Gun prints PE 1 and DO 1 and is changed by Overcharged Coils (DO +1); the coils keep their own numbers."""
    document = done(EMPTY, "add chain-gun", "add overcharged-coils mech-0-slot-1,1")
    (gun, coils) = places(document)["mech-0-slot-1,1"].cards
    printed = GAME.catalogue.get(Part, "chain-gun").do
    assert gun.current_numbers == (("DO", str(printed + 1)),)
    assert coils.current_numbers == ()
