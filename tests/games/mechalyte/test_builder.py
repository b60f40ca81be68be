"""A spec put together from letters and an army from mechs: acts by hand, and laws over any acts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.gamekit.workshop import Act, CannotPlace, effects
from companion.games.mechalyte import builder
from companion.games.mechalyte.rules import army
from companion.verbs.names import find_game
from tests.games.acts import played

GAME = find_game("mechalyte")
CONTEXT = GAME.context()
MODULES = {"power": "P", "shield": "S", "mobility": "M", "initiative": "I", "armor": "A"}
EMPTY = {"game": "mechalyte", "title": "Mine"}
FULL = {**EMPTY, "spec": "PIMPSA"}


def after(*acts, document=EMPTY):
    for text in acts:
        document = builder.act(document, Act.read(text), CONTEXT)
    return document


def zones(document):
    return builder.zones(GAME.read(document), CONTEXT)


def placed(document):
    return [card for zone in zones(document) for place in zone.places for card in place.cards]


def levels(document):
    return [turn["build"] for turn in document["turn"]]


def found(document, to=""):
    cards = [choice.card for choice in builder.choices(CONTEXT)]
    return effects(builder, document, cards, CONTEXT, lambda changed: GAME.verdict(GAME.read(changed)), to)


def test_an_empty_spec_has_six_slots_and_a_first_turn():
    spec, turns = zones(EMPTY)
    assert spec.columns == 6
    assert [place.at for place in spec.places] == [f"slot-{slot}" for slot in (1, 2, 3, 4, 5, 6)]
    assert [place.at for place in turns.places] == ["turn-1"]


def test_letters_go_to_the_first_free_slot_also_where_a_later_one_is_chosen():
    document = after("add power", "add initiative", "add armor slot-6")
    assert document["spec"] == "PIA"
    assert [card.name for card in placed(document)] == ["Power", "Initiative", "Armor"]


def test_a_letter_takes_the_place_of_the_one_in_the_slot_it_is_put_on():
    assert after("add shield slot-2", document=FULL)["spec"] == "PSMPSA"


def test_letters_change_places_and_one_moved_past_the_last_becomes_the_last():
    assert after("move letter-2 slot-5", document=FULL)["spec"] == "PSMPIA"
    assert after("move letter-1 slot-6", document={**EMPTY, "spec": "PIM"})["spec"] == "IMP"
    assert after("move letter-2 slot-2", document=FULL)["spec"] == "PIMPSA"


def test_a_letter_that_is_removed_leaves_no_gap():
    assert after("remove letter-2", document=FULL)["spec"] == "PMPSA"


def test_letters_past_the_sixth_have_slots_too_and_can_be_removed():
    long = {**EMPTY, "spec": "PIMPSAPS"}
    assert [place.at for place in zones(long)[0].places][-1] == "slot-8"
    assert after("remove letter-8", "remove letter-1", document=long)["spec"] == "IMPSAP"


def test_mechs_are_built_in_the_last_planned_turn_that_has_room():
    document = after(*["add mech:4"] * 7, "add mech:1")
    assert levels(document) == [[4] * 6, [4, 1]]
    (_, turns) = zones(document)
    assert [place.about for place in turns.places] == ["24 points, 36 left", "5 points, 31 left", ""]


def test_mechs_move_from_turn_to_turn_and_empty_turns_at_the_end_are_dropped():
    document = after("add mech:6", "add mech:3 turn-2", "add mech:2 turn-2", "move mech-2,1 turn-1")
    assert levels(document) == [[6, 3], [2]]
    assert levels(after("remove mech-2,1", document=document)) == [[6, 3]]
    assert levels(after("move mech-1,1 turn-3", document=document)) == [[3], [2], [6]]
    assert levels(after("remove mech-1,1", "remove mech-1,1", document=document)) == [[], [2]]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("add power", "No free slot: choose the letter that it replaces."),
        ("add nothing", "There is no such card: reload the page and choose again."),
        ("add mech:7", "There is no such card: reload the page and choose again."),
        ("add mech:²", "There is no such card: reload the page and choose again."),
        ("add power turn-1", "Letters go in the slots of the spec; a turn builds mechs."),
        ("add mech:4 slot-1", "Mechs are built in turns; the slots of the spec take letters."),
        ("add power slot-7", "There is no such place: reload the page and choose again."),
        ("add mech:4 turn-3", "There is no such place: reload the page and choose again."),
        ("move mech-1,1 slot-1", "Mechs are built in turns; the slots of the spec take letters."),
        ("move mech-1,2 turn-1", "This card is not there any more."),
        ("move letter-7 slot-1", "This card is not there any more."),
        ("move letter-1 letter-2", "There is no such place: reload the page and choose again."),
        ("remove letter-0", "This card is not there any more."),
        ("remove mech-2,1", "This card is not there any more."),
        ("remove mech-1", "This card is not there any more."),
        ("remove slot-1", "This card is not there any more."),
    ],
)
def test_what_has_no_place_is_a_sentence(text, sentence):
    with pytest.raises(CannotPlace) as told:
        after("add mech:4", text, document=FULL)
    assert told.value.sentence == sentence


def test_what_is_wrong_with_a_turn_stands_beside_its_last_mech():
    document = {**FULL, "turn": [{"build": [6] * 6}, {"build": [6, 6, 6, 6, 1]}]}
    (finding,) = [finding for finding in GAME.verdict(GAME.read(document)).findings if finding.level == "error"]
    assert [card.at for card in placed(document) if card.where == finding.where] == ["mech-2,5"]


def test_a_plan_has_at_most_sixty_turns_and_a_turn_no_more_than_the_form_takes():
    many = {**EMPTY, "turn": [{"build": [1] * 6}] * 60}
    assert [place.at for place in zones(many)[1].places][-1] == "turn-60"
    with pytest.raises(CannotPlace, match="at most 60 turns"):
        after("add mech:1", document=many)
    with pytest.raises(CannotPlace, match="no room for more"):
        after("add mech:1 turn-1", document={**EMPTY, "turn": [{"build": [1] * 60}]})


def test_a_damaged_document_is_named_and_not_changed():
    with pytest.raises(InvalidInput, match="turn"):
        after("add power", document={**EMPTY, "turn": "all"})


def test_cards_say_what_they_would_amount_to_while_the_spec_grows():
    document = after("add power", "add mech:4", "add mech:6 turn-2")
    assert {effect.why for effect in found(document).values()} == {""}
    assert found(document)["shield"].totals == "PS, 10 of 60 points"
    assert found(document)["mech:4"].totals == "P, 14 of 60 points"
    assert found(EMPTY)["mech:1"].totals == "No letters, 1 of 60 points"


def test_cards_say_which_points_and_which_room_are_missing():
    rich = {**FULL, "turn": [{"build": [6] * 6}, {"build": [6, 6, 6, 3]}]}
    assert {card: effect.why for card, effect in found(rich).items() if card.startswith("mech:")} == {
        "mech:1": "", "mech:2": "", "mech:3": "", "mech:4": "1 point short", "mech:5": "2 points short", "mech:6": "3 points short",
    }  # fmt: skip
    assert found(rich)["power"].why == "No free slot: choose the letter that it replaces."
    assert found(rich, "slot-2")["power"].why == ""
    assert found(rich, "slot-2")["power"].totals == "PPMPSA, 57 of 60 points"
    assert found({**FULL, "turn": [{"build": [1] * 6}]}, "turn-1")["mech:1"].why == "no room: a turn builds 6"


def test_each_of_sixty_boxes_names_the_turn_that_spends_it():
    spec = GAME.read({**FULL, "turn": [{"build": [4, 4]}, {"build": []}, {"build": [6]}]})
    assert army.boxes(spec) == (*[1] * 8, *[3] * 6, *[0] * 46)
    over = GAME.read({**FULL, "turn": [{"build": [6] * 6}, {"build": [6] * 6}]})
    assert army.boxes(over) == (*[1] * 36, *[2] * 24)


acts = st.lists(
    st.one_of(
        st.sampled_from([*MODULES, *(f"mech:{level}" for level in range(8))]).map("add {}".format),
        st.builds("add {} slot-{}".format, st.sampled_from(list(MODULES)), st.integers(0, 8)),
        st.builds("add mech:{} turn-{}".format, st.integers(1, 6), st.integers(0, 4)),
        st.integers(0, 8).map("remove letter-{}".format),
        st.builds("remove mech-{},{}".format, st.integers(0, 3), st.integers(0, 7)),
        st.builds("move letter-{} slot-{}".format, st.integers(0, 8), st.integers(0, 8)),
        st.builds("move mech-{},{} turn-{}".format, st.integers(0, 3), st.integers(0, 7), st.integers(0, 4)),
    ),
    max_size=16,
)


@given(acts)
def test_any_acts_leave_a_spec_that_can_be_read_and_shows_each_card_once(texts):
    document = played(builder, CONTEXT, EMPTY, texts)
    spec, shown = GAME.read(document), placed(document)
    assert "".join(MODULES[card.card] for card in shown if card.kind == "module") == spec.spec
    assert [card.card for card in shown if card.kind == "mech"] == [
        f"mech:{n}" for turn in spec.turn for n in turn.build
    ]
    assert len({card.at for card in shown}) == len(shown)
    for card in shown:
        assert len(placed(builder.act(document, Act("remove", at=card.at), CONTEXT))) == len(shown) - 1


@given(acts, st.sampled_from([*MODULES, "mech:3"]))
def test_a_card_that_is_added_and_removed_leaves_the_spec_as_it_was(texts, card):
    document = played(builder, CONTEXT, EMPTY, texts)
    try:
        added = builder.act(document, Act("add", card=card), CONTEXT)
    except CannotPlace:
        return
    known = [each.at for each in placed(document)]
    (new,) = [each.at for each in placed(added) if each.at not in known]
    assert GAME.read(builder.act(added, Act("remove", at=new), CONTEXT)) == GAME.read(document)
