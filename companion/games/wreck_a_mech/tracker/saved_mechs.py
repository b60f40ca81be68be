"""A start with a saved mech and its deck, an option of the table: a house rule, since the rulebook has the Trainers.

The cards of these decks are removed from the Foundry where it has them.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from companion.base.findings import InputError, InvalidInput, errors_at, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, one_line, plural
from companion.data.documents import read_as
from companion.games.wreck_a_mech.model import Workshop, count_copies, words
from companion.games.wreck_a_mech.rules.foundry import FACE_UP
from companion.games.wreck_a_mech.rules.play import Player
from companion.games.wreck_a_mech.rules.totals import fits
from companion.games.wreck_a_mech.tracker.state import (
    FOUNDRY_RANKS,
    NAMES,
    State,
    Terms,
    describe,
    on_cross,
    update,
    with_player,
)
from companion.play.game_states import replace_at
from companion.play.piles import Cards, turn_down


def read_build(values: JsonMapping, terms: Terms) -> JsonObject:
    """Return the values of the move that brings a saved build; InvalidInput where nobody can start with it."""
    document = values.get("build")
    with errors_at("build"):
        _check_mech(_read_workshop(document, terms).mech.parts, terms)
    return {"build": document}


def _check_mech(mech: Mapping[str, str], terms: Terms) -> None:
    if not mech:
        raise InvalidInput(InputError("mech", "no part", "at least one part on the cross"))
    for position, card in mech.items():
        if not fits(terms.card(card), position):
            expected = f"a part that is one: {terms.name(card)} is the {words(terms.positions[card])}"
            raise InvalidInput(InputError(f"mech.{position}", quote(terms.name(card)), expected))


def _read_workshop(document: object, terms: Terms) -> Workshop:
    return read_as(Workshop, document, {"catalogue": terms.catalogue})


def bring_build(state: State, seat: int, values: JsonMapping, terms: Terms) -> State:
    """Replace the mech and the piles that a seat starts with by those of its saved build."""
    build = _read_workshop(values["build"], terms)
    piles = (build.deck, build.discard, build.junked)
    draw, discard, junked = (tuple(count_copies(pile).elements()) for pile in piles)
    hidden = turn_down(draw) if state.table else draw
    player = Player(on_cross(build.mech.parts), hidden, discard, junked=junked)
    if state.table:
        loose = replace_at(state.table.loose, seat, tuple(sorted(draw)))
        state = update(state, table=state.table.model_copy(update={"loose": loose}))
    title = f" {quote(one_line(build.title))}" if build.title else ""
    parts = join_words(describe(player.mech, terms, player.mech))
    text = f"House rule: {NAMES[seat]} starts with the saved mech{title}: {parts}; {plural(len(draw), 'card')} to draw."
    return _remove_held_cards(with_player(state, seat, player, text), terms)


def _remove_held_cards(state: State, terms: Terms) -> State:
    """Return a state whose Foundry has none of the cards that players hold."""
    held: Counter[str] = Counter(card for cards in (state.table.loose if state.table else ()) for card in cards)
    for player in state.players:
        held.update((*player.mech.values(), *player.draw, *player.discard, *player.junked))
    remaining: list[Cards] = [tuple((Counter(terms.all_of_rank(rank)) - held).elements()) for rank in FOUNDRY_RANKS]
    rows = zip(state.foundry, remaining, strict=True)
    two, three = (replace(row, pile=turn_down(cards) if state.table else cards) for row, cards in rows)
    if state.table:
        state = update(state, table=state.table.model_copy(update={"unnamed": tuple(remaining)}))
    return update(state, foundry=(two, three))


def check_foundry(state: State) -> None:
    """Raise InvalidInput where the saved decks leave too few cards for a Foundry."""
    for rank, row in zip(FOUNDRY_RANKS, state.foundry, strict=True):
        if len(row.pile) <= FACE_UP:
            expected = f"at least {FACE_UP + 1}: the saved decks hold the others; bring a smaller one"
            raise InvalidInput(InputError("deal", plural(len(row.pile), f"Rank {rank} card"), expected))
