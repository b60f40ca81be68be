"""A points list put together from cards: acts by hand, what a choice makes worse, and laws over any acts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.data.documents import to_document
from companion.gamekit.workshop import Act, CannotPlace, effects
from companion.games.mechastellar import builder
from companion.games.mechastellar.model import MODULES, Command, Event, Profile
from companion.games.mechastellar.rules.holds import carriers, ships_of
from companion.games.mechastellar.rules.loadout import find_unit, units_of_force
from companion.verbs.names import find_game
from tests.games.acts import played

GAME = find_game("mechastellar")
CONTEXT = GAME.context()
EMPTY = {"game": "mechastellar", "title": "Mine", "size": 1000}
VIKING, DERVISH, CRUISER = "green-viking", "dervish", "saronic-cruiser"


def after(*acts, document=EMPTY):
    for text in acts:
        document = builder.act(document, Act.read(text), CONTEXT)
    return document


def table(document):
    """Return the cards of each place by its name, for each zone."""
    zones = builder.zones(GAME.read(document), CONTEXT)
    return {zone.title: {place.at: [card.at for card in place.cards] for place in zone.places} for zone in zones}


def placed(document):
    zones = builder.zones(GAME.read(document), CONTEXT)
    return [card for zone in zones for place in zone.places for card in place.cards]


def lines(document, index=0, listed=builder.weapon_lines):
    unit = units_of_force(GAME.read(document), CONTEXT.catalogue, CONTEXT.rulings)[index]
    return {line.name: line for line in listed(unit)}


# Units


def test_each_choice_of_a_profile_is_another_unit():
    document = after(f"add {VIKING}", f"add {DERVISH} field", f"add {VIKING}")
    assert document["unit"] == [{"profile": VIKING}, {"profile": DERVISH}, {"profile": VIKING}]
    assert document["size"] == 1000
    assert table(document)["Units"] == {
        "line-0": ["unit-0"],
        "line-1": ["unit-1"],
        "line-2": ["unit-2"],
        "field": [],
    }


def test_the_same_profile_on_a_unit_is_one_more_of_it_and_another_takes_its_place():
    document = after(f"add {VIKING}", f"add {VIKING} line-0", "add pilot:1 line-0", "add swap:0 line-0")
    assert document["unit"] == [{"profile": VIKING, "count": 2, "pilot": 1, "swaps": {"Machine Gun": "Magella Cannon"}}]
    assert after(f"add {DERVISH} line-0", document=document)["unit"] == [{"profile": DERVISH, "count": 2, "pilot": 1}]


def test_a_count_goes_up_and_down_and_a_copy_is_a_line_of_its_own():
    document = after(f"add {VIKING}", "add extra:0 line-0", "add unit:more line-0", "add unit:copy line-0")
    viking = {"profile": VIKING, "extras": ["TL Missile Pods"]}
    assert document["unit"] == [{**viking, "count": 2}, {**viking, "count": 2}]
    assert after("remove unit-1/unit:more", document=document)["unit"] == [{**viking, "count": 2}, viking]


def test_units_change_places():
    document = after(f"add {VIKING}", f"add {DERVISH}", f"add {CRUISER}")

    def order(*acts):
        return [entry["profile"] for entry in after(*acts, document=document)["unit"]]

    assert order("move unit-2 line-0") == [CRUISER, VIKING, DERVISH]
    assert order("move unit-0 field") == [DERVISH, CRUISER, VIKING]
    assert order("move unit-1 line-1") == [VIKING, DERVISH, CRUISER]


def shown_order(document):
    """Return the acts of the buttons up and down of each unit, empty where there is none, zone by zone."""
    return [(card.at, card.order and (card.order.before, card.order.after)) for card in placed(document)]


def test_units_move_up_and_down_among_those_beside_them():
    document = after(f"add {VIKING}", f"add {DERVISH}", f"add {CRUISER}")

    def order(*acts):
        return [entry["profile"] for entry in after(*acts, document=document)["unit"]]

    assert shown_order(document) == [
        ("unit-0", ("", "unit-1")),
        ("unit-1", ("unit-0", "unit-2")),
        ("unit-2", ("unit-1", "")),
    ]
    assert order("move unit-2 up") == [VIKING, CRUISER, DERVISH]
    assert order("move unit-0 down") == [DERVISH, VIKING, CRUISER]
    assert order("move unit-2 up", "move unit-1 up") == [CRUISER, VIKING, DERVISH]
    assert shown_order(after(f"add {VIKING}")) == [("unit-0", None)]
    with pytest.raises(CannotPlace, match="the first already"):
        order("move unit-0 up")
    with pytest.raises(CannotPlace, match="the last already"):
        order("move unit-2 down")


def test_a_unit_in_a_hold_moves_among_those_in_the_hold_and_one_on_the_table_past_it():
    aboard = {"carried_by": "Saronic Cruiser"}
    ship, first, second = {"profile": CRUISER}, {"profile": VIKING, **aboard}, {"profile": DERVISH, **aboard}
    lost = {"profile": VIKING, "carried_by": "Ghost"}
    document = {**EMPTY, "unit": [ship, first, lost, second]}
    assert shown_order(document) == [
        ("unit-0", ("", "unit-2")),
        ("unit-2", ("unit-0", "")),
        ("unit-1", ("", "unit-3")),
        ("unit-3", ("unit-1", "")),
    ]
    assert after("move unit-3 up", document=document)["unit"] == [ship, second, lost, first]
    assert after("move unit-2 up", document=document)["unit"] == [lost, first, ship, second]


def test_a_unit_boards_a_ship_lies_in_its_hold_and_leaves_it():
    document = after(f"add {CRUISER}", f"add {VIKING}", "move unit-1 aboard-0", f"add {DERVISH} aboard-0")
    assert [entry.get("carried_by") for entry in document["unit"]] == [None, "Saronic Cruiser", "Saronic Cruiser"]
    assert table(document)["Units"] == {"line-0": ["unit-0"], "field": []}
    hold = {"line-1": ["unit-1"], "line-2": ["unit-2"], "aboard-0": []}
    assert table(document)["Aboard Saronic Cruiser"] == hold
    assert "carried_by" not in after("move unit-1 field", document=document)["unit"][2]
    assert "carried_by" not in after("move unit-1 line-0", document=document)["unit"][0]


def test_two_ships_of_one_name_have_one_hold():
    document = after(f"add {CRUISER}", f"add {CRUISER}")
    assert [title for title in table(document) if title.startswith("Aboard")] == ["Aboard Saronic Cruiser"]
    with pytest.raises(CannotPlace, match="name of its own"):
        after(f"add {VIKING} aboard-1", document=document)


def test_a_list_is_full_at_two_hundred_lines_and_a_line_at_ninety_nine_units():
    full = {**EMPTY, "unit": [{"profile": VIKING}] * 199}
    assert len(after(f"add {VIKING}", document=full)["unit"]) == 200
    for text in (f"add {VIKING}", "add unit:copy line-0"):
        with pytest.raises(CannotPlace, match="at most 200 lines"):
            after(f"add {VIKING}", text, document=full)
    many = {**EMPTY, "unit": [{"profile": VIKING, "count": 98}]}
    assert after("add unit:more line-0", document=many)["unit"][0]["count"] == 99
    with pytest.raises(CannotPlace, match="at most 99 units"):
        after("add unit:more line-0", f"add {VIKING} line-0", document=many)


# What a unit carries


def test_a_swap_is_tapped_on_and_off_and_another_takes_its_place():
    document = after(f"add {VIKING}")
    gun, cannon, bazooka = (lines(document)[name] for name in ("Machine Gun", "Magella Cannon", "Giant Bazooka"))
    assert (gun.taken, gun.act) == (True, "")
    assert [(line.taken, line.act) for line in (cannon, bazooka)] == [
        (False, "add swap:0 line-0"),
        (False, "add swap:1 line-0"),
    ]
    document = after(cannon.act, bazooka.act, document=document)
    assert document["unit"][0]["swaps"] == {"Machine Gun": "Giant Bazooka"}
    assert [line.taken for line in lines(document).values()] == [False, False, True, True, True, True, False]
    for name in ("Machine Gun", "Giant Bazooka"):
        assert after(lines(document)[name].act, document=document)["unit"] == [{"profile": VIKING}]


def test_a_swap_written_in_another_spelling_is_the_same_swap():
    document = {**EMPTY, "unit": [{"profile": VIKING, "swaps": {"machine gun": "MAGELLA CANNON"}}]}
    assert lines(document)["Magella Cannon"].taken
    assert after("add swap:1 line-0", document=document)["unit"][0]["swaps"] == {"Machine Gun": "Giant Bazooka"}
    assert after("remove unit-0/swap:0", document=document)["unit"] == [{"profile": VIKING}]


def test_an_extra_costs_its_points_and_goes_again():
    document = after(f"add {VIKING}")
    taken = after(lines(document)["TL Missile Pods"].act, document=document)
    assert GAME.verdict(GAME.read(taken)).totals["points"] == 30 + 20
    assert after(lines(taken)["TL Missile Pods"].act, document=taken) == document


def test_a_pilot_is_chosen_and_the_printed_one_comes_back():
    document = after(f"add {VIKING}")
    levels = lines(document, listed=builder.pilots)
    assert [(line.taken, line.act) for line in levels.values()] == [
        (True, ""),
        (False, "add pilot:1 line-0"),
        (False, "add pilot:2 line-0"),
    ]
    ace = after(levels["Ace Pilot"].act, document=document)
    assert ace["unit"][0]["pilot"] == 2
    assert after(lines(ace, listed=builder.pilots)["Basic Pilot"].act, document=ace) == document


def test_a_unit_takes_command_and_gives_it_back():
    document = after(f"add {VIKING}", f"add {DERVISH}", "add unit:commander line-1")
    assert document["commander"] == "Dervish"
    assert placed(document)[1].note == "85 points, commander"
    assert "commander" not in after("remove unit-1/unit:commander", document=document)


def named(document, line, text):
    return builder.act(document, Act("add", card="unit:name", to=line, text=text), CONTEXT)


def test_a_unit_gets_a_name_another_one_and_none():
    document = named(after(f"add {VIKING}", f"add {DERVISH}"), "line-1", "Zeke the Great")
    assert document["unit"] == [{"profile": VIKING}, {"profile": DERVISH, "name": "Zeke the Great"}]
    assert named(document, "line-1", "Z" * 60)["unit"][1]["name"] == "Z" * 60
    assert named(document, "line-1", "")["unit"] == [{"profile": VIKING}, {"profile": DERVISH}]
    with pytest.raises(CannotPlace, match="A name has at most 60 characters; this one has 61. Shorten it."):
        named(document, "line-1", "Z" * 61)


def test_commander_and_passengers_follow_a_ship_to_its_new_name_and_back():
    passenger, other = {"profile": VIKING, "carried_by": "saronic cruiser"}, {"profile": DERVISH, "carried_by": "Ghost"}
    document = {**EMPTY, "commander": "saronic-cruiser", "unit": [{"profile": CRUISER}, passenger, other]}
    renamed = named(document, "line-0", "Argo")
    assert renamed == {
        **EMPTY,
        "commander": "Argo",
        "unit": [{"profile": CRUISER, "name": "Argo"}, {"profile": VIKING, "carried_by": "Argo"}, other],
    }
    assert named(renamed, "line-0", "") == {
        **EMPTY,
        "commander": "Saronic Cruiser",
        "unit": [{"profile": CRUISER}, {"profile": VIKING, "carried_by": "Saronic Cruiser"}, other],
    }


def test_the_commander_stays_who_it_is_when_a_namesake_is_renamed():
    document = {**EMPTY, "commander": "Green Viking", "unit": [{"profile": VIKING}, {"profile": VIKING}]}
    assert named(document, "line-1", "Zeke")["commander"] == "Green Viking"
    zeke = named(document, "line-0", "Zeke")
    assert zeke["commander"] == "Zeke"
    assert named(zeke, "line-1", "zeke")["commander"] == "Zeke"  # The first Zeke is still the same unit.
    assert named(zeke, "line-0", "")["commander"] == "Green Viking"
    last = {**EMPTY, "commander": "Zeke", "unit": [{"profile": VIKING}, {"profile": VIKING, "name": "Zeke"}]}
    for line, text in (("line-0", "ZEKE"), ("line-1", "")):
        with pytest.raises(CannotPlace, match="Another unit is called"):
            named(last, line, text)


def trait_lines(document, index=0):
    unit = units_of_force(GAME.read(document), CONTEXT.catalogue, CONTEXT.rulings)[index]
    return [(line.name, line.taken, line.act) for line in builder.traits(unit, CONTEXT)]


def test_a_pilot_takes_the_traits_that_its_levels_allow_and_the_printed_ones_come_back():
    """Green Viking Cdr has two printed traits of level I; an ace of level II may have one II or two I."""
    document = after("add green-viking-cdr")
    shown = trait_lines(document)
    assert shown[:3] == [
        ("Renowned Pilot", True, ""),
        ("Headhunter", True, ""),
        ("Renowned Pilot", False, "add trait:renowned-pilot line-0"),
    ]
    assert "add trait:untouchable line-0" not in [act for _, _, act in shown]
    one = after("add trait:giant-slayer line-0", document=document)
    assert one["unit"] == [{"profile": "green-viking-cdr", "traits": ["giant-slayer"]}]
    two = after("add trait:headhunter line-0", document=one)
    assert two["unit"][0]["traits"] == ["giant-slayer", "headhunter"]
    assert trait_lines(two) == [
        ("Giant Slayer", True, "remove unit-0/trait:0"),
        ("Headhunter", True, "remove unit-0/trait:1"),
    ]
    assert after("remove unit-0/trait:0", document=two)["unit"][0]["traits"] == ["headhunter"]
    assert after("remove unit-0/trait:0", "remove unit-0/trait:0", document=two) == document
    ace = [act for _, taken, act in trait_lines(after("add kestrel-ace")) if not taken]
    assert "add trait:untouchable line-0" in ace and "add trait:headhunter line-0" in ace
    assert trait_lines(after(f"add {VIKING}")) == []


def test_a_trait_in_other_words_is_taken_out_by_its_place():
    document = {**EMPTY, "unit": [{"profile": "blue-djinn", "traits": ["Lucky", "HEADHUNTER"]}]}
    assert trait_lines(document) == [
        ("Lucky", True, "remove unit-0/trait:0"),
        ("Headhunter", True, "remove unit-0/trait:1"),
    ]
    assert after("remove unit-0/trait:0", document=document)["unit"][0]["traits"] == ["HEADHUNTER"]


def ship_lines(document, index):
    units = units_of_force(GAME.read(document), CONTEXT.catalogue, CONTEXT.rulings)
    unit = units[index]
    return [
        (line.name, line.taken, line.act)
        for line in builder.ships(unit, ships_of(units), carriers(units).get(unit.index))
    ]


def test_a_unit_chooses_among_the_ships_that_may_carry_it_or_none():
    document = named(after(f"add {CRUISER}", f"add {VIKING}", "add polar-star", f"add {DERVISH}"), "line-0", "Argo")
    assert ship_lines(document, 1) == [
        ("No ship", True, ""),
        ("Argo", False, "move unit-1 aboard-0"),
        ("Polar Star", False, "move unit-1 aboard-2"),
    ]
    assert ship_lines(document, 2) == []  # The largest ship fits into none.
    aboard = after("move unit-1 aboard-0", document=document)
    assert aboard["unit"][1] == {"profile": VIKING, "carried_by": "Argo"}
    assert ship_lines(aboard, 1)[:2] == [
        ("No ship", False, "remove unit-1/unit:ship"),
        ("Argo", True, "remove unit-1/unit:ship"),
    ]
    assert after("remove unit-1/unit:ship", document=aboard) == document
    ghost = {**EMPTY, "unit": [{"profile": VIKING, "carried_by": "Ghost"}]}
    assert ship_lines(ghost, 0) == [("No ship", False, "remove unit-0/unit:ship")]


def test_notes_tell_count_name_points_and_all_that_is_not_printed():
    entry = {
        "profile": VIKING,
        "name": "Zeke",
        "count": 2,
        "swaps": {"Machine Gun": "Giant Bazooka"},
        "extras": ["TL Missile Pods"],
        "pilot": 1,
        "traits": ["headhunter", "Lucky"],
        "carried_by": "Saronic Cruiser",
    }
    card = placed({**EMPTY, "unit": [entry]})[0]
    assert (card.name, card.card, card.face.piece) == ("Zeke", VIKING, VIKING)
    assert card.note == (
        "Green Viking, 2 × 50 = 100 points, Giant Bazooka for Machine Gun, TL Missile Pods, Skilled Pilot, "
        "Headhunter, Lucky, aboard Saronic Cruiser"
    )


# What is chosen for the battle


def test_event_commands_and_modules_have_places_of_their_own():
    document = after(
        "add self-destruct",
        "add overwatch commands",
        "add lightning-raid",
        "add module:gritty modules",
        "add module:srw",
    )
    assert table(document)["For the battle"] == {
        "event": ["event-0"],
        "commands": ["commands-0", "commands-1"],
        "modules": ["modules-0", "modules-1"],
    }
    assert after("add last-shooting", document=document)["event"] == ["last-shooting"]
    assert after("remove commands-0", document=document)["commands"] == ["lightning-raid"]
    assert after("remove event-0", "remove modules-1", document=document) == {
        **EMPTY,
        "commands": ["overwatch", "lightning-raid"],
        "modules": ["gritty"],
    }


def test_the_size_of_the_game_and_its_theatre_are_chosen():
    def taken(document):
        return [choice.name for choice in builder.games(GAME.read(document)) if choice.taken]

    acts = [choice.act for choice in builder.games(GAME.read(EMPTY))]
    assert taken(EMPTY) == ["1000", "Ground"]
    assert taken(after(acts[3], acts[5])) == ["2000", "Space"]
    assert taken({**EMPTY, "size": 750}) == ["Ground"]
    with pytest.raises(CannotPlace):
        after("add size:999999999")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("add nothing", "No unit, event or command has this name: reload the page and choose again."),
        ("add warning", "No unit, event or command has this name: reload the page and choose again."),
        ("add module:none", "No module has this name: reload the page and choose again."),
        ("add dervish event", "Dervish is a unit: choose it for a place of units."),
        ("add self-destruct field", "Self-Destruct is a climactic event: choose it for its own place."),
        ("add overwatch event", "Overwatch is a command: choose it for the place of commands."),
        ("add module:srw line-0", "Strategic Robot Warfare is a module: choose it for the place of modules."),
        ("add module:gritty", "Gritty Mecha Battles is in play already."),
        ("add dervish aboard-0", "Green Viking is not a Stellar Warship and carries nobody."),
        ("move unit-1 aboard-1", "A ship cannot carry itself."),
        ("move unit-0 event", "A unit goes among the units or aboard a ship."),
        ("move modules-0 field", "Only units can be moved: remove this and choose another."),
        ("add extra:0 line-0", "This unit has the TL Missile Pods already."),
        ("add trait:none line-0", "No pilot trait has this name: reload the page and choose again."),
        ("add trait:headhunter line-0", "This unit's pilot has Headhunter already."),
        ("remove unit-0/unit:more", "There is only one such unit: remove it instead."),
        *(
            (text, "This is not in the list any more: reload the page.")
            for text in (
                *("remove unit-7", "remove event-0", "remove line-0", "remove unit-0/own:1", "add swap:9 line-0"),
                *("remove unit-0/trait:7", "add unit:name line-7"),
                *("add pilot:3 line-0", "add extra:0 line-9", "add pilot:1", "move unit-²  line-0"),
            )
        ),
    ],
)
def test_what_has_no_place_is_a_sentence_and_changes_nothing(text, sentence):
    document = after(
        f"add {VIKING}", f"add {CRUISER}", "add extra:0 line-0", "add module:gritty", "add trait:headhunter line-0"
    )
    with pytest.raises(CannotPlace) as told:
        after(text, document=document)
    assert told.value.sentence == sentence


@pytest.mark.parametrize(
    "document",
    [
        {"unit": 5},
        {"unit": [5]},
        {"unit": [{}]},
        {"unit": [{"profile": "lost"}]},
        {"unit": [{"profile": VIKING, "count": "x"}]},
    ],
)
@pytest.mark.parametrize("text", [f"add {VIKING} line-0", "add unit:more line-0", "move unit-0 aboard-0"])
def test_what_is_no_list_of_units_is_a_sentence(document, text):
    with pytest.raises(CannotPlace):
        after(text, document={**EMPTY, **document})


# What a choice would do


def found(document, to="", **rulings):
    context = GAME.context(rulings)
    cards = [choice.card for choice in builder.choices(context)]
    return effects(builder, document, cards, context, lambda data: GAME.check(GAME.read(data), context), to)


def test_a_card_says_what_it_would_break_and_what_the_list_would_be():
    document = {**EMPTY, "size": 120, "unit": [{"profile": VIKING}]}
    told = found(document)
    assert (told[VIKING].why, told[VIKING].totals) == ("", "60 of 120 points, 2 units")
    assert (told["longbow"].why, told["longbow"].totals) == ("", "120 of 120 points, 2 units")
    assert told["frost-lance"].why == "5 points over"
    assert told[CRUISER].why == "290 points over and fights in space only"
    assert told["the-will-to-power"].why == "no commander"
    assert told["self-destruct"].why == ""


def test_what_is_too_many_is_told_in_few_words():
    five = {**EMPTY, "modules": ["gritty"], "unit": [{"profile": VIKING, "count": 5}]}
    assert found(five)[VIKING].why == "only 5 units"
    assert found({**EMPTY, "commands": ["overwatch", "lightning-raid"]})["reinforcements"].why == "only two commands"
    assert found({**EMPTY, "commands": ["overwatch"]})["overwatch"].why == "Overwatch is chosen already."
    ship = {**EMPTY, "theatre": "space", "unit": [{"profile": CRUISER}]}
    assert found(ship, "aboard-0")["polar-star"].why.endswith("too large to board")
    assert found(ship, "aboard-0")[VIKING].why == ""


def test_limits_of_rulings_are_told_and_one_that_asks_for_more_is_not():
    one = {**EMPTY, "unit": [{"profile": VIKING}]}
    assert found(one, **{"most-units": "1"})[VIKING].why == "Your ruling allows 1 unit"
    assert found(one, **{"least-units": "9"})[VIKING].why == ""
    assert found(EMPTY, **{"commander-needed": "yes"})[VIKING].why == ""


def test_choices_are_every_profile_by_type_then_what_a_battle_has():
    choices = builder.choices(CONTEXT)
    kinds = [choice.kind for choice in choices]
    assert [*dict.fromkeys(kinds)] == [*builder.KINDS]
    known = CONTEXT.catalogue
    assert kinds.count("event") == len(known.all(Event))
    assert kinds.count("command") == len([card for card in known.all(Command) if card.expanded])
    assert kinds.count("module") == len(MODULES)
    viking = next(choice for choice in choices if choice.card == VIKING)
    assert dict(viking.figures)["points"] == 30
    assert "Battler" in viking.words and "Giant Bazooka" in viking.words


def test_custom_cards_and_rulings_count_in_every_number():
    profile = {
        **CONTEXT.catalogue.get(Profile, VIKING).model_dump(mode="json"),
        "id": "odd-viking",
        "name": "<b>奇</b>",
        "points": 61,
        "extras": [],
        "alternates": [{"name": name, "replaces": "Machine Gun", "slots": 1} for name in ("剣", "銃")],
        "origin": "own",
    }
    pack = {"game": "mechastellar", "kind": "pack", "title": "Odd", "profile": [profile]}
    document = {**EMPTY, "size": 100, "rulings": {"raised-pilot": "7"}, "pack": [pack]}
    build, context = GAME.read_in_context(document)
    choice = next(choice for choice in builder.choices(context) if choice.card == "odd-viking")
    assert (choice.name, choice.pack, dict(choice.figures)["points"]) == ("<b>奇</b>", "Custom", 61)
    for text in ("add odd-viking", "add swap:1 line-0", "add pilot:2 line-0"):
        document = builder.act(document, Act.read(text), context)
    build, context = GAME.read_in_context(document)
    verdict = GAME.check(build, context)
    assert builder.totals(verdict) == "75 of 100 points, 1 unit"
    card = builder.zones(build, context)[0].places[0].cards[0]
    assert card.note == "75 points, 銃 for Machine Gun, Ace Pilot"
    unit = units_of_force(build, context.catalogue, context.rulings)[0]
    assert [weapon.name for weapon in unit.weapons][0] == "銃"
    assert [line.name for line in builder.weapon_lines(unit) if line.taken][0] == "銃"


# Laws over any acts

PROFILES = sorted(card.id for card in CONTEXT.catalogue.all(Profile))
ORDERS = ["self-destruct", "overwatch", "lightning-raid", "reinforcements", "module:gritty", "module:srw", "nothing"]
OPTIONS = ["swap:0", "swap:1", "extra:0", "pilot:0", "pilot:2", "unit:more", "unit:copy", "unit:commander", "odd:1"]
OPTIONS += ["trait:0", "trait:headhunter", "trait:merciless-melee", "unit:ship", "unit:name"]
UNITS_OFTEN = [VIKING, "green-viking-cdr", CRUISER, *PROFILES]
number = st.integers(0, 5)
place = st.one_of(
    number.map("line-{}".format), number.map("aboard-{}".format), st.sampled_from(["field", "event", "modules", "x"])
)
card = st.sampled_from([*UNITS_OFTEN, *ORDERS])
at = st.one_of(
    number.map("unit-{}".format),
    st.builds("unit-{}/{}".format, number, st.sampled_from([*OPTIONS, "pilot"])),
    st.builds("{}-{}".format, st.sampled_from(["event", "commands", "modules"]), st.integers(0, 2)),
)
acts = st.lists(
    st.one_of(
        card.map("add {}".format),
        st.builds("add {} {}".format, card, place),
        st.builds("add {} {}".format, st.sampled_from(OPTIONS), place),
        at.map("remove {}".format),
        st.builds("move {} {}".format, at, st.one_of(place, st.sampled_from(["up", "down"]))),
    ),
    max_size=16,
)


@given(acts)
def test_any_acts_leave_a_list_that_can_be_read_and_shows_each_card_once(texts):
    document = played(builder, CONTEXT, EMPTY, texts)
    force = GAME.read(document)
    shown = placed(document)
    assert len({card.at for card in shown}) == len(shown)
    cards = [entry.profile for entry in force.unit] + [*force.event, *force.commands]
    cards += [f"module:{module}" for module in force.modules]
    assert sorted(card.card for card in shown) == sorted(cards)
    for card in shown:
        left = placed(builder.act(document, Act("remove", at=card.at), CONTEXT))
        assert sorted([*(other.card for other in left), card.card]) == sorted(cards)


@given(acts, card, st.one_of(st.just(""), place))
def test_removing_what_was_added_gives_the_list_of_before(texts, chosen, to):
    document = to_document(GAME.read(played(builder, CONTEXT, EMPTY, texts)))
    before = {card.at for card in placed(document)}
    try:
        more = builder.act(document, Act("add", card=chosen, to=to), CONTEXT)
    except CannotPlace:
        return
    new = [card.at for card in placed(more) if card.at not in before]
    for name in new:
        assert to_document(GAME.read(builder.act(more, Act("remove", at=name), CONTEXT))) == document


@given(acts)
def test_every_line_of_a_unit_is_an_act_that_turns_it_over(texts):
    document = played(builder, CONTEXT, EMPTY, texts)
    for index in range(len(document.get("unit", ()))):
        for listed in (builder.weapon_lines, builder.pilots):
            for name, line in lines(document, index, listed).items():
                if line.act:
                    turned = builder.act(document, Act.read(line.act), CONTEXT)
                    GAME.read(turned)
                    assert turned["unit"] != document["unit"], name


@given(acts, number, st.sampled_from(["", "Argo", "Green Viking", "saronic cruiser", "奇"]))
def test_a_new_name_leaves_commander_and_ships_as_they_were(texts, index, text):
    document = played(builder, CONTEXT, EMPTY, texts)

    def references(document):
        force = GAME.read(document)
        units = units_of_force(force, CONTEXT.catalogue, CONTEXT.rulings)
        found = [find_unit(units, name) for name in (force.commander, *(unit.entry.carried_by for unit in units))]
        return [unit and unit.index for unit in found]

    try:
        renamed = named(document, f"line-{index}", text)
    except CannotPlace:
        return
    before, now = references(document), references(renamed)
    assert [one for one, other in zip(now, before, strict=True) if other is not None] == [
        other for other in before if other is not None
    ]
    assert renamed["unit"][index].get("name", "") == text
