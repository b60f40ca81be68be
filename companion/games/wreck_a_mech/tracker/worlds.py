"""Other worlds that look the same to a seat: which cards lie hidden in the decks of others and in the Foundry."""

from companion.games.wreck_a_mech.model import TRAINER
from companion.games.wreck_a_mech.tracker.state import FOUNDRY_RANKS, State, Terms, update
from companion.games.wreck_a_mech.tracker.zones import with_zones, zones
from companion.play.piles import Cards, PileZone, deal_anew
from companion.play.tracker import Pick

DECK = ("draw", "discard", "hand")
"""The zones that a seat's hidden deck lies in."""


def resample(state: State, seat: int | None, terms: Terms, pick: Pick) -> State:
    """Return a state in which all cards that a seat does not see are dealt anew; each such deal is as likely.

    A view does not say which cards others have gained, for some were gained face down: any card of the Foundry that is
    out of sight may lie in their decks. Rank 1 cards never change hands, so each deck keeps its own. Cards on the
    players' own table are hidden from the app as well: nothing is dealt.
    """
    if state.table:
        return state
    others = tuple(at for at in range(terms.seats) if at != seat)
    hidden = {at: _deck(state, at) for at in others}
    dealt = _deal_ranks(state, hidden, terms, pick)
    decks = _deal_decks(hidden, dealt, terms, pick)
    cards: dict[str, Cards] = {f"pile.{rank}": dealt[f"pile.{rank}"] for rank in FOUNDRY_RANKS}
    for at in others:
        remaining = decks[at]
        for kind in DECK:
            count = len(getattr(state.players[at], kind))
            cards[f"{kind}.{at}"], remaining = remaining[:count], remaining[count:]
    whole = with_zones(state, cards)
    known_news = tuple(news for news in state.news if news.to in (None, seat))
    return update(with_zones(whole, deal_anew(zones(whole), seat, pick)), news=known_news, seen=())


def _deck(state: State, seat: int) -> Cards:
    player = state.players[seat]
    return player.draw + player.discard + player.hand


def _deal_ranks(state: State, hidden: dict[int, Cards], terms: Terms, pick: Pick) -> dict[str, Cards]:
    """Return hidden cards by rank: those of the Foundry's piles as `pile.2`, those of decks as `held.2`."""
    hidden_zones = {}
    for rank, row in zip(FOUNDRY_RANKS, state.foundry, strict=True):
        held = tuple(card for deck in hidden.values() for card in deck if terms.card(card).rank == rank)
        hidden_zones[f"pile.{rank}"] = PileZone(row.pile, "nobody", pool=str(rank))
        hidden_zones[f"held.{rank}"] = PileZone(held, "nobody", pool=str(rank))
    return deal_anew(hidden_zones, None, pick)


def _deal_decks(hidden: dict[int, Cards], dealt: dict[str, Cards], terms: Terms, pick: Pick) -> dict[int, Cards]:
    """Return a deck for each seat, in no order that matters: its Rank 1 cards and some of the `held` ones."""
    trainers = {at: tuple(card for card in deck if terms.card(card).rank == TRAINER) for at, deck in hidden.items()}
    held = tuple(card for rank in FOUNDRY_RANKS for card in dealt[f"held.{rank}"])
    (mixed,) = deal_anew({"held": PileZone(held, "nobody")}, None, pick).values()
    decks = {}
    for at, deck in hidden.items():
        count = len(deck) - len(trainers[at])
        decks[at], mixed = trainers[at] + mixed[:count], mixed[count:]
    return decks
