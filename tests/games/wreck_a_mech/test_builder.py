"""A mech and its deck put together from cards: acts by hand, and laws over any acts."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.gamekit.workshop import Act, CannotPlace, effects
from companion.games.wreck_a_mech import builder
from companion.games.wreck_a_mech.model import POSITIONS, Part
from companion.verbs.names import find_game
from tests.games.acts import played

GAME = find_game("wreck-a-mech")
CONTEXT = GAME.context()
PARTS = {card.id: card for card in CONTEXT.catalogue.all(Part)}
EMPTY = {"game": "wreck-a-mech", "title": "Mine", "opponent": {"attack": 9}}
PILES = ("deck", "discard", "junked")


def after(*acts, document=EMPTY):
    for text in acts:
        document = builder.act(document, Act.read(text), CONTEXT)
    return document


def places(document):
    return {place.at: place for zone in builder.zones(GAME.read(document), CONTEXT) for place in zone.places}


def placed(document):
    return [card for place in places(document).values() for card in place.cards]


def checked(document):
    return GAME.verdict(GAME.read(document))


def test_the_piles_lie_in_the_corners_of_the_cross():
    (zone,) = builder.zones(GAME.read(EMPTY), CONTEXT)
    assert zone.columns == 3
    assert [place.at for place in zone.places] == [
        "", "head", "junked",
        "left_arm", "body", "right_arm",
        "deck", "legs", "discard",
    ]  # fmt: skip


def test_a_part_goes_on_the_mech_where_its_position_is_free_and_else_to_the_draw_pile():
    document = after("add trainer-head", "add hard-hat")
    assert document["mech"] == {"head": "trainer-head"}
    assert document["deck"] == ["hard-hat"]
    assert document["opponent"] == {"attack": 9}


def test_a_part_added_on_a_filled_position_takes_the_place_of_the_one_there():
    document = after("add trainer-head", "add hard-hat head")
    assert document["mech"] == {"head": "hard-hat"}
    assert [document[pile] for pile in PILES] == [[], [], []]


def test_an_arm_on_the_other_side_lies_upside_down_and_says_what_it_costs():
    document = after("add laser-show left_arm")
    (arm,) = places(document)["left_arm"].cards
    assert (arm.is_turned, arm.note, arm.where) == (True, "Wrong side: −3 Attack", "mech.left_arm")
    (arm,) = places(after("move mech:left_arm right_arm", document=document))["right_arm"].cards
    assert (arm.is_turned, arm.note) == (False, "")


def test_arms_change_sides_with_each_other():
    document = after("add trainer-left-arm", "add laser-show", "move mech:left_arm right_arm")
    assert document["mech"] == {"left_arm": "laser-show", "right_arm": "trainer-left-arm"}


def test_a_part_moved_to_a_filled_position_sends_the_one_there_to_the_discard_pile():
    document = after("add trainer-head", "add hard-hat", "move deck:hard-hat head")
    assert document["mech"] == {"head": "hard-hat"}
    assert [document[pile] for pile in PILES] == [[], ["trainer-head"], []]


def test_equal_cards_of_a_pile_lie_there_once_and_are_moved_one_by_one():
    document = after("add mic-drop deck", "add mic-drop deck", "add mic-drop deck", "add hard-hat deck")
    deck = places(document)["deck"]
    assert [(card.at, card.note, card.where) for card in deck.cards] == [
        ("deck:mic-drop", "×3", "deck[0]"),
        ("deck:hard-hat", "", "deck[1]"),
    ]
    assert deck.about == "4"
    document = after("move deck:mic-drop junked", "remove deck:mic-drop", document=document)
    assert [document[pile] for pile in PILES] == [["mic-drop", "hard-hat"], [], ["mic-drop"]]


def test_a_pile_written_row_by_row_is_shown_and_changed_as_one():
    document = {
        **EMPTY,
        "deck": ["mic-drop", "hard-hat", {"card": "mic-drop", "count": 98}],
        "discard": {"hard-hat": 2},
    }
    assert [card.note for card in places(document)["deck"].cards] == ["×99", ""]
    changed = after("add mic-drop deck", "remove discard:hard-hat", document=document)
    assert changed["deck"] == ["99 mic-drop", "mic-drop", "hard-hat"]
    assert changed["discard"] == ["hard-hat"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("add nothing", "No part has this name: reload the page and choose again."),
        ("add hard-hat legs", "Hard Hat is a part for the head: it does not fit the legs."),
        ("add hard-hat slot-1", "There is no such place: reload the page and choose again."),
        ("move mech:head legs", "Trainer Head is a part for the head: it does not fit the legs."),
        ("move mech:head mech:head", "There is no such place: reload the page and choose again."),
        ("move mech:legs head", "This card is no longer there."),
        ("remove mech:legs", "This card is no longer there."),
        ("remove deck:mic-drop", "This card is no longer there."),
        ("remove head", "This card is no longer there."),
        ("remove opponent:attack", "This card is no longer there."),
    ],
)
def test_what_has_no_place_is_a_sentence_and_changes_nothing(text, sentence):
    with pytest.raises(CannotPlace) as told:
        after("add trainer-head", text)
    assert told.value.sentence == sentence


def test_a_build_that_is_full_takes_no_more():
    full = {**EMPTY, "deck": ["99 mic-drop"] * 10 + ["10 hard-hat"]}
    with pytest.raises(CannotPlace, match="as many cards as it can"):
        after("add hard-hat", document=full)
    assert after("remove deck:hard-hat", document=full)["deck"][-1] == "9 hard-hat"


def test_a_damaged_document_is_named_and_not_changed():
    with pytest.raises(InvalidInput, match="deck"):
        after("add hard-hat", document={**EMPTY, "deck": 5})


def test_a_card_says_why_it_does_not_fit_and_what_the_mech_would_amount_to():
    document = after("add trainer-head", "add laser-show")
    found = effects(builder, document, list(PARTS), CONTEXT, checked)
    assert found["trainer-head"].why == "already in the build: each player has one of each starter"
    assert found["laser-show"].why == "already in the build: no copy is left"
    assert found["trainer-body"].why == ""
    assert found["trainer-body"].totals == "Attack 10, Defense 4, Structure 6"  # 1 + 8 + 1, 1 + 1 + 2, 1 + 3 + 2


def test_an_arm_aimed_at_the_other_side_says_what_that_costs():
    found = effects(builder, EMPTY, list(PARTS), CONTEXT, checked, "left_arm")
    assert found["laser-show"].why == "wrong side: −3 Attack"
    assert found["trainer-left-arm"].why == ""
    assert found["hard-hat"].why == "Hard Hat is a part for the head: it does not fit the left arm."


def test_choices_are_every_part_by_position_with_words_to_search_by():
    choices = builder.choices(CONTEXT)
    assert {choice.card for choice in choices} == set(PARTS)
    kinds = [choice.kind for choice in choices]
    assert list(dict.fromkeys(kinds)) == list(builder.KINDS) == list(POSITIONS)
    crown = next(choice for choice in choices if choice.card == "encore-crown")
    assert dict(crown.figures) == {"Rank": 3, "Attack": 2, "Defense": 2, "Structure": 3}
    assert "Akio" in crown.words and "gold" in crown.words and "Freedom" in crown.words


SPOTS = [*POSITIONS, *PILES]
ats = st.one_of(
    st.sampled_from(POSITIONS).map("mech:{}".format),
    st.builds("{}:{}".format, st.sampled_from(PILES), st.sampled_from(sorted(PARTS))),
)
acts = st.lists(
    st.one_of(
        st.sampled_from(sorted(PARTS)).map("add {}".format),
        st.builds("add {} {}".format, st.sampled_from(sorted(PARTS)), st.sampled_from([*SPOTS, "nowhere"])),
        ats.map("remove {}".format),
        st.builds("move {} {}".format, ats, st.sampled_from([*SPOTS, "nowhere"])),
    ),
    max_size=16,
)


@given(acts)
def test_any_acts_leave_a_build_that_can_be_read_and_shows_each_card_once(texts):
    document = played(builder, CONTEXT, EMPTY, texts)
    build, shown = GAME.read(document), placed(document)
    counts = Counter()
    for card in shown:
        counts[card.card] += card.copies
        assert card.note.startswith("×") == (card.copies > 1)
    assert counts == build.counts
    assert len({card.at for card in shown}) == len(shown)
    for card in shown:
        left = GAME.read(builder.act(document, Act("remove", at=card.at), CONTEXT))
        assert build.counts - left.counts == Counter([card.card])


@given(acts, st.sampled_from(sorted(PARTS)))
def test_a_card_that_is_added_and_removed_leaves_the_build_as_it_was(texts, card):
    document = played(builder, CONTEXT, EMPTY, texts)
    position = PARTS[card].position
    free = position not in GAME.read(document).mech.parts
    added = builder.act(document, Act("add", card=card), CONTEXT)
    removed = builder.act(added, Act("remove", at=f"mech:{position}" if free else f"deck:{card}"), CONTEXT)
    before, now = GAME.read(document), GAME.read(removed)
    assert now.counts == before.counts
    assert now.mech == before.mech


@given(acts, ats, st.sampled_from(SPOTS))
def test_moving_loses_no_card(texts, at, to):
    document = played(builder, CONTEXT, EMPTY, texts)
    try:
        moved = builder.act(document, Act("move", at=at, to=to), CONTEXT)
    except CannotPlace:
        return
    assert GAME.read(moved).counts == GAME.read(document).counts
