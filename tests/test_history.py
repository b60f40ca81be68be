"""History: what changed between two versions, in each game's words, by hand and under laws over random builds."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from companion.game_system.history import (
    LONGEST_LINE,
    NOTHING_NEW,
    BuildVersion,
    PackVersion,
    build_changes,
    collection_changes,
    pack_changes,
    sum_up,
)
from companion.gamekit.card_history import LONGEST, HistoryEntry, Spot, follow_card
from companion.gamekit.workshop import Act, CannotPlace
from companion.games import GAMES
from companion.games.techniconica.rules.assembly import count_used_cards
from tests.games.acts import played
from tests.games.mecha_mettle import test_builder as mettle
from tests.games.mechalyte import test_builder as mechalyte
from tests.games.mechastellar import test_builder as mechastellar
from tests.games.techniconica.mechs import WOLF
from tests.games.techniconica.test_validator import mechs
from tests.games.wreck_a_mech import test_builder as wreck

BY_SLUG = {game.slug: game for game in GAMES}
SLOW = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def changes(slug, before, after):
    game = BY_SLUG[slug]
    documents = ({"game": slug, **document} for document in (before, after))
    return build_changes(*(BuildVersion.read(game, document) for document in documents))


def told(slug, before, after):
    return [change.text for change in changes(slug, before, after)]


# By hand


def mech(**more):
    return {"mech": [{**WOLF, **more}]}


PARTS = {part["slot"]: part for part in WOLF["part"]}


def test_a_part_that_moved_another_that_is_new_and_the_totals():
    at, *others = PARTS.values()
    free = next(slot for slot in ("1,1", "1,2", "1,3", "2,1", "2,3", "3,1", "3,3") if slot not in PARTS)
    name = BY_SLUG["techniconica"].catalogue.cards[at["card"]].name
    after = [{**at, "slot": free}, *others]
    assert told("techniconica", mech(), mech(part=after)) == [f"{name} moved from Slot {at['slot']} to Slot {free}"]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"title": "A"}, {"title": "B"}, ["renamed to B"]),
        ({"title": "A"}, {}, ["title removed"]),
        ({}, {"seat": 2}, ["Seat one → Seat two"]),
        ({"components": ["flux-engine"]}, {}, ["Flux Engine removed", "cards 1 → 0"]),
        (
            {"components": ["flux-engine", "recombinator"]},
            {"components": ["recombinator", "flux-engine"]},
            [NOTHING_NEW.text],
        ),
    ],
)
def test_a_draft(before, after, expected):
    assert told("mecha-mettle", before, after) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"spec": "PMISA"}, {"spec": "PMISAA"}, ["Build spec PMISA → PMISAA"]),
        ({}, {"spec": "P"}, ["Build spec none → P"]),
        (
            {"turn": [{"build": [4]}, {"build": [5]}]},
            {"turn": [{"build": []}, {"build": [5, 4]}]},
            ["Level 4 moved from Turn 1 to Turn 2"],
        ),
        (
            {"turn": [{"build": [4]}]},
            {"turn": [{"build": [4, 4]}]},
            ["Level 4: 1 → 2 (Turn 1)", "points spent 4 → 8", "mechs 1 → 2"],
        ),
    ],
)
def test_a_spec(before, after, expected):
    assert told("mechalyte", before, after) == expected


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (
            {"deck": ["3 trainer-head"]},
            {"deck": ["trainer-head"], "discard": ["2 trainer-head"]},
            ["2 × Trainer Head moved from Draw pile to Discard pile"],
        ),
        ({"deck": ["2 trainer-head"]}, {"deck": ["3 trainer-head"]}, ["Trainer Head 2 → 3 (Draw pile)"]),
        ({"junked": ["trainer-head"]}, {}, ["Trainer Head removed from Junked"]),
        ({}, {"sets": 2}, ["Sets in play one → two, for 3 or 4 players"]),
        ({"opponent": {"attack": 3}}, {"opponent": {"attack": 5}}, ["Its Attack 3 → 5"]),
        ({"opponent": {"parts": {"zhao": 1}}}, {"opponent": {"parts": {"zhao": 3}}}, ["Its parts: Zhao 1 → 3"]),
    ],
)
def test_a_mech_and_its_deck(before, after, expected):
    assert told("wreck-a-mech", before, after) == expected


def unit(profile="green-viking", **more):
    return {"profile": profile, **more}


def army(*units, **more):
    return {"unit": list(units), **more}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (army(unit()), army(unit(count=3)), ["Green Viking 1 → 3"]),
        (army(unit()), army(unit(name="Ann")), ["Green Viking renamed to Ann"]),
        (
            army(unit(name="Ann")),
            army(unit("dervish", name="Ann")),
            ["Ann (Dervish) added", "Ann (Green Viking) removed"],
        ),
        (army(unit(), unit("dervish")), army(unit("dervish")), ["Green Viking removed"]),
        (army(unit(name="Ann")), army(unit(name="Ann", pilot=2)), ["Basic Pilot → Ace Pilot"]),
        (
            army(unit(name="Ann"), unit("dervish")),
            army(unit(name="Ann", traits=["x"]), unit("dervish")),
            ["Ann: x added"],
        ),
        (
            army(unit("argonaut"), unit()),
            army(unit("argonaut"), unit(carried_by="Argonaut")),
            ["Green Viking moved to Argonaut"],
        ),
        (
            army(unit("argonaut", name="Argo"), unit(carried_by="Argo")),
            army(unit("argonaut", name="Ship"), unit(carried_by="Ship")),
            ["Argo renamed to Ship"],
        ),
        (army(size=500), army(size=1000), ["Size in points 500 → 1000"]),
        (army(), army(theatre="space"), ["Theatre Ground → Space"]),
        (army(), army(modules=["srw"], commander="Ann"), ["Strategic Robot Warfare added", "Commander none → Ann"]),
    ],
)
def test_a_list(before, after, expected):
    assert [change.text for change in changes("mechastellar", before, after) if not change.is_total] == expected


COURIER, KNIGHT = {"name": "Courier", "locomotor": "courier-wheels"}, {"name": "Knight", "cockpit": "standard-cockpit"}
GUN = {"card": "rail-lance", "slot": "1,1"}


def squad(*made):
    return {"mech": list(made)}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (squad(COURIER), squad(COURIER, KNIGHT), ["Knight added with Standard Cockpit"]),
        (squad(COURIER, KNIGHT), squad(KNIGHT), ["Courier removed with Courier Wheels"]),
        (
            squad({**COURIER, "part": [GUN]}, KNIGHT),
            squad(COURIER, {**KNIGHT, "part": [GUN]}),
            ["Rail Lance moved from Slot 1,1 of Courier to Slot 1,1 of Knight"],
        ),
        (squad({**COURIER, "name": ""}, KNIGHT), squad(COURIER, KNIGHT), ["Mech 1 renamed to Courier"]),
        (
            squad({"locomotor": "courier-wheels"}, {"cockpit": "standard-cockpit"}, {"locomotor": "quad-legs"}),
            squad({"cockpit": "standard-cockpit"}, {"locomotor": "quad-legs"}),
            ["Mech 1 removed with Courier Wheels"],
        ),
        (
            squad(COURIER, KNIGHT),
            squad({**COURIER, "grid": [3, 4]}, KNIGHT),
            ["Courier: grid of 3 × 3 → grid of 3 × 4"],
        ),
        (
            squad({**COURIER, "part": [GUN]}),
            squad({**COURIER, "part": [{**GUN, "attached": ["composite-plate"]}]}),
            ["Composite Plate added to Rail Lance"],
        ),
        (
            squad({**COURIER, "part": [{**GUN, "attached": ["composite-plate"]}]}),
            squad({**COURIER, "part": [{**GUN, "slot": "1,2", "attached": ["composite-plate"]}]}),
            ["Rail Lance moved from Slot 1,1 to Slot 1,2"],
        ),
        ({}, {"owned": {}}, ["My cards: none"]),
        ({"owned": {"rail-lance": 1}}, {"owned": {"rail-lance": 3}}, ["My cards: Rail Lance 1 → 3"]),
    ],
)
def test_a_squad(before, after, expected):
    assert [change.text for change in changes("techniconica", before, after) if not change.is_total] == expected


def test_the_totals_of_each_mech_are_told_with_its_name():
    before, after = squad(COURIER, KNIGHT), squad({**COURIER, "locomotor": "quad-legs"}, KNIGHT)
    totals = [change.text for change in changes("techniconica", before, after) if change.is_total]
    assert totals and all(text.startswith("Courier: ") for text in totals)


def test_a_new_mech_names_three_of_its_cards():
    added = changes("techniconica", squad(COURIER), squad(COURIER, WOLF))[0]
    assert added.text.startswith("Sniper Wolf added with ") and " more" in added.text
    assert len(added.cards) == sum(
        count_used_cards(BY_SLUG["techniconica"].read({"game": "techniconica", **squad(WOLF)})).values()
    )


PACK = {
    "title": "My box",
    "key": "k",
    "armour": [{"id": "tin-lid", "name": "Tin Lid", "ar": 1, "dt": 1, "we": 1, "pc": 0}],
}
HEAVIER = {**PACK, "armour": [{**PACK["armour"][0], "we": 2}]}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([], [PACK], ["pack My box added"]),
        ([PACK], [HEAVIER], ["pack My box updated"]),
        ([PACK], [{**PACK, "title": "Yours"}], ["pack My box renamed to Yours"]),
        ([PACK], [], ["pack My box removed"]),
    ],
)
def test_packs_that_a_build_carries(before, after, expected):
    assert told("techniconica", {"pack": before}, {"pack": after}) == expected


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_rulings_that_are_decided_in_another_way(game):
    ruling = next(ruling for ruling in game.rulebook.ruling if len(ruling.choosable_options) > 1)
    default, other = ruling.default, next(o.id for o in ruling.choosable_options if o.id != ruling.default)
    texts = told(game.slug, {}, {"rulings": {ruling.id: other}})
    assert texts[0].startswith("ruling ") and texts[0].endswith(f": {default} → {other}")
    assert told(game.slug, {}, {"rulings": {ruling.id: default}}) == [NOTHING_NEW.text]


def test_a_pack():
    def changed(*packs):
        return pack_changes(*(PackVersion(BY_SLUG["techniconica"], pack) for pack in packs))

    lid, zinc = PACK["armour"][0], {"id": "zinc-lid", "name": "Zinc Lid"}
    before = {"title": "My box", "armour": [{**lid, "dt": 2}, zinc]}
    after = {"title": "Box", "armour": [{**lid, "dt": 3}], "weapon": [{"id": "rail-gun"}], "unfinished": [{}]}
    assert [change.text for change in changed(before, after)] == [
        "renamed to Box",
        "rail-gun added",
        "Tin Lid: DT 2 → 3",
        "Zinc Lid removed",
        "unfinished rows 0 → 1",
    ]
    assert changed(before, before) == ()
    assert changed({**before, "key": "a"}, {**before, "key": "b"}) == (NOTHING_NEW,)


def test_a_collection():
    catalogue = BY_SLUG["techniconica"].catalogue
    before, after = {"owned": {"fuel-cell": 2, "rail-lance": 1}}, {"owned": {"fuel-cell": 4, "lost-card": 1}}
    assert [change.text for change in collection_changes(catalogue, before, after)] == [
        "Fuel Cell 2 → 4",
        "Rail Lance 1 → 0",
        "lost-card 0 → 1",
    ]
    assert collection_changes(catalogue, before, before) == ()


def test_a_long_list_is_cut_and_what_is_left_out_is_counted():
    cards = [HistoryEntry(f"card {number} added") for number in range(9)]
    total = HistoryEntry("weight 18 → 21", is_total=True)
    shown = "; ".join(f"card {number} added" for number in range(1, 5))
    assert sum_up([*cards, total]) == f"Card 0 added; {shown}; weight 18 → 21; and 4 more"
    assert sum_up(cards[:5]) == f"Card 0 added; {shown}"
    assert sum_up([]) == ""


# Laws

cards_by_place = st.dictionaries(
    st.builds(Spot, st.integers(0, 2), st.sampled_from(["", "a", "b"])), st.integers(1, 4), max_size=5
).map(Counter)


@given(cards_by_place, cards_by_place)
def test_followed_cards_lead_from_one_version_to_the_next(before, after):
    now = Counter(before)
    steps = list(follow_card(before, after))
    for step in steps:
        assert step.copies > 0 and step.before != step.after
        now.subtract({spot: step.copies * sign for spot, sign in ((step.before, 1), (step.after, -1)) if spot})
    assert +now == after
    come, gone = ([step for step in steps if step[side] is None] for side in (0, 1))
    assert not (come and gone)


BUILDERS = {"mecha-mettle": mettle, "mechalyte": mechalyte, "mechastellar": mechastellar, "wreck-a-mech": wreck}


def documents(slug):
    if slug == "techniconica":
        return st.lists(mechs(), max_size=3).map(lambda made: {"game": slug, "title": "", "mech": made})
    tests = BUILDERS[slug]
    return tests.acts.map(lambda texts: played(tests.builder, tests.CONTEXT, tests.EMPTY, texts))


def card_counts(build):
    """Return how many of each card a build has, counted from its fields alone."""
    match build.game:
        case "mecha-mettle":
            return Counter(build.components)
        case "mechalyte":
            return Counter(f"mech:{level}" for turn in build.turn for level in turn.build)
        case "techniconica":
            return count_used_cards(build)
        case "mechastellar":
            units = Counter()
            for entry in build.unit:
                units[entry.profile] += 1
            return units + Counter([*build.event, *build.commands, *build.modules])
    return build.counts


ALL = pytest.mark.parametrize("slug", [*BUILDERS, "techniconica"])


@ALL
@SLOW
@given(st.data())
def test_every_card_that_only_one_version_has_is_named(slug, data):
    before, after = data.draw(documents(slug)), data.draw(documents(slug))
    game = BY_SLUG[slug]
    found = changes(slug, before, after)
    counts = [card_counts(game.read(document)) for document in (before, after)]
    named = {card for change in found for card in change.cards}
    assert set(counts[0]) ^ set(counts[1]) <= {card.removeprefix("module:") for card in named}
    assert bool(found) == (game.read(before) != game.read(after))
    assert all(change.text and len(change.text) <= LONGEST and "\n" not in change.text for change in found)
    assert changes(slug, before, before) == ()
    line = sum_up(found)
    assert len(line) <= LONGEST_LINE and (" more" in line) >= (len(found) > 8)


def lies(game, document):
    """Return which card lies where on the table, without what is attached to another card."""
    zones = game.builder.zones(*game.read_in_context(document))
    places = [place for zone in zones for place in zone.places]
    cards = [(place.at, card) for place in places for card in place.cards if "/" not in card.at]
    return cards, Counter({(at, card.card): card.copies for at, card in cards}), [place.at for place in places]


@pytest.mark.parametrize("slug", ["mechalyte", "techniconica", "wreck-a-mech"])
@SLOW
@given(st.data())
def test_moving_one_card_is_one_move(slug, data):
    """A Base Part takes along what is attached to it; a move that another card makes room for is none of one card."""
    game, document = BY_SLUG[slug], data.draw(documents(slug))
    if slug == "techniconica":
        document = {**document, "mech": document["mech"][:1]}
    cards, was, places = lies(game, document)
    assume(cards)
    at, card = data.draw(st.sampled_from(cards))
    to = data.draw(st.sampled_from([place for place in places if place and place != "mech-1"]))
    try:
        after = game.builder.act(document, Act("move", at=card.at, to=to), game.context())
    except CannotPlace:
        return
    now = lies(game, after)[1]
    if (was - now).total() != 1 or (now - was).total() != 1:
        return
    found = [change.text for change in changes(slug, document, after) if not change.is_total]
    assert len(found) == 1 and found[0].startswith("Build spec " if card.kind == "module" else f"{card.name} moved")


@given(st.lists(st.sampled_from(["green-viking", "dervish"]), min_size=1, max_size=4), st.data())
def test_a_unit_that_goes_aboard_is_one_move(profiles, data):
    fleet = [unit("argonaut", name="Argo"), *(unit(profile, name=f"U{n}") for n, profile in enumerate(profiles))]
    number = data.draw(st.integers(1, len(profiles)))
    game, document = BY_SLUG["mechastellar"], {"game": "mechastellar", **army(*fleet)}
    try:
        aboard = game.builder.act(document, Act("move", at=f"unit-{number}", to="aboard-0"), game.context())
    except CannotPlace:
        return
    assert told("mechastellar", document, aboard) == [f"U{number - 1} moved to Argo"]
    assert told("mechastellar", aboard, document) == [f"U{number - 1} moved from Argo"]
