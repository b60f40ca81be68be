"""A draft put together from cards: acts by hand, and laws over any acts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.gamekit.workshop import Act, CannotPlace, effects
from companion.games.mecha_mettle import builder
from companion.games.mecha_mettle.model import Component
from companion.verbs.names import find_game
from tests.games.acts import played

GAME = find_game("mecha-mettle")
CONTEXT = GAME.context()
CARDS = {card.id: card.level for card in CONTEXT.catalogue.all(Component)}
EMPTY = {"game": "mecha-mettle", "title": "Mine", "seat": 2}


def after(*acts, document=EMPTY):
    for text in acts:
        document = builder.act(document, Act.read(text), CONTEXT)
    return document


def placed(document):
    draft = GAME.read(document)
    return {card.at: card for zone in builder.zones(draft, CONTEXT) for place in zone.places for card in place.cards}


def test_a_card_goes_to_the_slot_of_its_level():
    document = after("add recombinator", "add flux-engine slot-4")
    assert document["components"] == ["recombinator", "flux-engine"]
    assert document["seat"] == 2
    zone = builder.zones(GAME.read(document), CONTEXT)[0]
    assert [[card.name for card in place.cards] for place in zone.places] == [["Recombinator"], [], [], ["Flux Engine"]]


def test_a_second_card_of_a_level_takes_the_place_of_the_first():
    assert after("add light-thrusters", "add extended-magazines")["components"] == ["extended-magazines"]


def test_a_card_that_is_removed_leaves_its_slot_empty():
    document = after("add recombinator", "add flux-engine")
    assert after("remove card-0", document=document)["components"] == ["flux-engine"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("add flux-engine slot-1", "Flux Engine is of level 4 and goes in that slot."),
        ("add nothing", "No component has this name: reload the page and choose again."),
        ("remove card-3", "This card is not in the draft any more."),
        ("remove slot-1", "This card is not in the draft any more."),
        ("move card-0 slot-2", "A component has one slot, that of its level: choose another card for it instead."),
    ],
)
def test_what_has_no_place_is_a_sentence_and_changes_nothing(text, sentence):
    with pytest.raises(CannotPlace) as told:
        after(text)
    assert told.value.sentence == sentence


def test_choosing_a_card_breaks_nothing_and_says_what_the_draft_amounts_to():
    found = effects(
        builder, after("add recombinator"), list(CARDS), CONTEXT, lambda document: GAME.verdict(GAME.read(document))
    )
    assert set(found) == set(CARDS)
    assert {effect.why for effect in found.values()} == {""}
    assert found["flux-engine"].totals == "2 of 4 cards: 2 reconfigure"
    assert found["light-thrusters"].totals == "1 of 4 cards: 1 defense"


acts = st.lists(
    st.one_of(
        st.sampled_from(sorted(CARDS)).map("add {}".format),
        st.integers(0, 5).map("remove card-{}".format),
        st.builds("add {} slot-{}".format, st.sampled_from(sorted(CARDS)), st.integers(1, 4)),
    ),
    max_size=12,
)


@given(acts)
def test_any_acts_leave_a_draft_that_can_be_read_and_shows_each_card_once(texts):
    document = played(builder, CONTEXT, EMPTY, texts)
    draft = GAME.read(document)
    shown = placed(document)
    assert sorted(card.card for card in shown.values()) == sorted(draft.components)
    assert len({CARDS[card] for card in draft.components}) == len(draft.components)
    for at, card in shown.items():
        left = builder.act(document, Act("remove", at=at), CONTEXT)
        assert sorted([*left["components"], card.card]) == sorted(draft.components)
