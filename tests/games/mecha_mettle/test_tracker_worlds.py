"""Worlds that a seat of Mecha Mettle cannot tell apart: each is legal, and each is drawn as often as the view allows.

Small cases are counted in full: `worlds` makes every series of picks once, and each series is equally likely.
"""

from collections import Counter
from dataclasses import replace
from math import prod

from companion.games.mecha_mettle.model import LEVELS
from companion.games.mecha_mettle.tracker.state import DeckCard
from companion.play.table import Position
from tests.games.mecha_mettle.test_tracker import move, turn

ALL_LOST = {
    "front-left": "destroyed",
    "front-centre": "destroyed",
    "front-right": "destroyed",
    "back-left": "destroyed",
}
"""Four destroyed ports: all four components of the seat are open."""
CONTROL = ("comms-system", "long-range-scanner", "engineering-bay", "artificial-intelligence")
DECK = ("gemini-left", "drone", "drone", "reactor")


def worlds(table, seat):
    """Return the state that `resample` returns for each series of picks; the picks of all have the same bounds."""
    bounds = []

    def first(bound):
        bounds.append(bound)
        return 0

    table.tracker.resample(table.state, seat, first)
    found = []
    for number in range(prod(bounds)):
        rest = number

        def pick(bound):
            nonlocal rest
            rest, picked = divmod(rest, bound)
            return picked

        found.append(table.tracker.resample(table.state, seat, pick))
    return found


def marked(table, seat, at, card, known_to=()):
    """Return a table with a card face down on a destroyed port."""
    space = table.state.players[seat].area[at].model_copy(update={"marker": DeckCard(card=card, known_to=known_to)})
    return with_space(table, seat, at, space)


def with_space(table, seat, at, space):
    player = table.state.players[seat]
    changed = player.model_copy(update={"area": {**player.area, at: space}})
    players = tuple(changed if number == seat else one for number, one in enumerate(table.state.players))
    return with_state(table, players=players)


def with_state(table, **changed):
    return replace(table, position=Position(table.state.model_copy(update=changed)))


def dealt(state):
    """The deck, and the card on the destroyed port of the second seat."""
    return (*(one.card for one in state.deck), state.players[1].area["front-left"].marker.card)


def test_each_deal_of_deck_and_ports_is_equally_likely():
    table = marked(turn(ALL_LOST, ALL_LOST, deck=DECK), 1, "front-left", "hammer-left")
    found = Counter(map(dealt, worlds(table, 0)))
    assert set(found.values()) == {2} and len(found) == 60  # two drones among five cards: 5! / 2 deals
    assert all(sorted(deal) == sorted([*DECK, "hammer-left"]) for deal in found)


def test_a_card_that_the_seat_knows_stays_where_it_is():
    deck = (
        DeckCard(card="gemini-left", known_to=(0,)),
        DeckCard(card="drone", known_to=(1,)),
        DeckCard(card="reactor"),
    )
    table = with_state(turn(ALL_LOST, ALL_LOST), deck=deck)
    table = marked(table, 1, "front-left", "hammer-left", known_to=(0, 1))
    found = Counter(map(dealt, worlds(table, 0)))
    assert found == {("gemini-left", *two, "hammer-left"): 1 for two in (("drone", "reactor"), ("reactor", "drone"))}
    assert all([one.known_to for one in state.deck] == [(0,), (1,), ()] for state in worlds(table, 0))
    assert len(set(map(dealt, worlds(table, None)))) == 24


def test_whoever_searches_the_deck_knows_what_is_in_it_but_no_order():
    table = marked(turn(ALL_LOST, ALL_LOST, drafts=(CONTROL, CONTROL), deck=DECK), 1, "front-left", "hammer-left")
    deck = (table.state.deck[0].model_copy(update={"known_to": (1,)}), *table.state.deck[1:])
    table = move(with_state(table, deck=deck), "use", component="artificial-intelligence")
    found = Counter(map(dealt, worlds(table, 0)))
    assert len(found) == 12 and len(set(found.values())) == 1 and {deal[-1] for deal in found} == {"hammer-left"}
    # Its view says nothing of who knows which card, and so nothing follows from it.
    assert {one.known_to for state in worlds(table, 0) for one in state.deck} == {()}
    assert len(set(map(dealt, worlds(table, 1)))) == 12  # the other seat knows one card, and four may lie anywhere


def test_each_hidden_component_is_a_legal_one_and_as_likely_as_any():
    table = turn({}, {"front-left": "destroyed"}, deck=())
    found = Counter(state.players[1].draft for state in worlds(table, 0))
    assert len(found) == 64 and set(found.values()) == {1}
    levels = {name: card.level for name, card in table.tracker.terms.components.items()}
    assert all(tuple(levels[name] for name in draft) == LEVELS for draft in found)
    assert {draft[0] for draft in found} == {table.state.players[1].draft[0]}
    assert {state.players[0].draft for state in worlds(table, 0)} == {table.state.players[0].draft}
    assert len({state.players[0].draft for state in worlds(table, 1)}) == 256


def test_news_for_the_other_seat_are_in_no_world():
    table = turn({"front-left": "destroyed", "back-left": "destroyed"}, drafts=(CONTROL, CONTROL), deck=DECK)
    table = move(table, "use", component="long-range-scanner")
    assert any(one.to == 0 for one in table.state.news)
    assert all(one.to is None for state in worlds(table, 1)[:3] for one in state.news)
    assert [one.news for one in worlds(table, 0)[:1]] == [table.state.news]
