"""The moves of a seat, from its view: the moves that are offered, and losses in any order that the rules allow."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.base.wording import join_words, plural
from companion.data.documents import Record, read_as
from companion.data.rulebook import rule
from companion.games.wreck_a_mech.model import ARMS, POSITIONS, Position, words
from companion.games.wreck_a_mech.rules.losses import Loss, absorb, losses, needless_losses
from companion.games.wreck_a_mech.rules.totals import cards_by_position, structures
from companion.games.wreck_a_mech.tracker import saved_mechs
from companion.games.wreck_a_mech.tracker.on_table import may_lie, pending_names
from companion.games.wreck_a_mech.tracker.state import (
    MOST_REMEMBERED,
    OTHER_SIDE,
    State,
    Terms,
    damage_taken,
    describe,
    numbers,
)
from companion.games.wreck_a_mech.tracker.upgrade import PILE, gainable, junkable
from companion.play.game_states import NoValues, read_move
from companion.play.tracker import Move


class PlayMove(Record):
    """A card of the hand, and the position that it takes."""

    card: str
    to: Position


class PartMove(Record):
    """A part of the seat's own mech."""

    part: Position


class LoseMove(Record):
    """The parts that are damaged, in the order in which they are chosen."""

    first: Position
    second: Position | None = None
    third: Position | None = None
    fourth: Position | None = None
    fifth: Position | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts in order."""
        return tuple(part for part in self.field_values().values() if part)


class GainMove(Record):
    """A face-up card of the Foundry, or the top of a pile: `pile 2`."""

    card: str


class JunkMove(GainMove):
    """A card, and the pile that it lies in."""

    source: Literal["draw", "discard"]


MOVES: Mapping[str, type[Record]] = {
    "deal": NoValues,
    "play": PlayMove,
    "swap": NoValues,
    "throw-off": PartMove,
    "end-build": NoValues,
    "lose": LoseMove,
    "gain": GainMove,
    "junk": JunkMove,
    "pass": NoValues,
}


def legal_moves(state: State, seat: int, terms: Terms) -> tuple[Move, ...]:
    """Return the moves of a seat; none while a shuffle, a die or the name of a card is pending."""
    if state.result or state.shuffle or state.chip_owed or pending_names(state):
        return ()
    if state.phase == "deal":
        label = "Shuffle and deal the Foundry, and let a die give the initiative chip"
        return (_offer("deal", {}, label if terms.is_worded else ""),)
    if not state.queue or state.queue[0] != seat:
        return ()
    return tuple(_OFFERS[state.phase](state, seat, terms))


@lru_cache(maxsize=MOST_REMEMBERED)
def _plain_move(name: str, values: tuple[tuple[str, str], ...]) -> Move:
    return Move(name=name, values=dict(values))


def _offer(name: str, values: Mapping[str, str], label: str) -> Move:
    """Return a move; without a label, which only whoever plays many games out wants, one that is made once."""
    return Move(name=name, values=dict(values), label=label) if label else _plain_move(name, tuple(values.items()))


@rule("build-phase", "wrong-side", "wrong-position", "empty-mech")
def _build_moves(state: State, seat: int, terms: Terms) -> Iterator[Move]:
    """Yield each card of the hand in each position that it may take, swaps, parts to throw off, and the end."""
    player, is_worded = state.players[seat], terms.is_worded
    mech = player.mech
    for card in may_lie(state, seat, player.hand):
        own = terms.positions[card]
        for position in (own, OTHER_SIDE[own]) if own in OTHER_SIDE else (own,):
            label = _play_label(state, seat, card, position, terms) if is_worded else ""
            yield _offer("play", {"card": card, "to": position}, label)
    if any(arm in mech for arm in ARMS):
        yield _offer("swap", {}, _swap_label(state, seat, terms) if is_worded else "")
    if len(mech) > 1:
        for position in mech:
            yield _offer(
                "throw-off", {"part": position}, _throw_label(state, seat, position, terms) if is_worded else ""
            )
    if mech:
        count = f"; discard {plural(len(player.hand), 'card')}" if player.hand else ""
        yield _offer("end-build", {}, f"End building{count}" if is_worded else "")


def _play_label(state: State, seat: int, card: str, position: str, terms: Terms) -> str:
    mech = state.players[seat].mech
    instead = f" in place of {terms.name(mech[position])}" if position in mech else ""
    turned = "" if position == terms.positions[card] else f" as {words(position)}, upside down"
    return f"Play {terms.name(card)}{turned}{instead}{_totals_words(state, seat, {**mech, position: card}, terms)}"


def _swap_label(state: State, seat: int, terms: Terms) -> str:
    mech = state.players[seat].mech
    swapped = {OTHER_SIDE.get(position, position): card for position, card in mech.items()}
    label = "Swap the arms" if all(arm in mech for arm in ARMS) else "Move the arm to the other side"
    return label + _totals_words(state, seat, swapped, terms)


def _throw_label(state: State, seat: int, position: str, terms: Terms) -> str:
    mech = state.players[seat].mech
    remaining = {at: card for at, card in mech.items() if at != position}
    return f"Throw off {terms.name(mech[position])}{_totals_words(state, seat, remaining, terms)}"


def _totals_words(state: State, seat: int, mech: Mapping[str, str], terms: Terms) -> str:
    """Return the totals of a mech in words, against the defender's present mech."""
    attack, defense, _ = terms.strengths(state, seat, mech)
    return f": Attack {attack}, Defense {defense}"


@rule("absorb", "damage")
def _loss_moves(state: State, seat: int, terms: Terms) -> Iterator[Move]:
    """Yield every choice of parts that the rules allow: first those that lose none needlessly, the cheapest first."""
    player = state.players[seat]
    for loss, is_needless in _losses(damage_taken(state, seat, terms), _parts(player.mech, terms)):
        label = ""
        if terms.is_worded:
            names = join_words(describe(player.mech, terms, loss.positions))
            label = f"Lose {names}: {loss.cost.in_words(True)}{NEEDLESS if is_needless else ''}"
        yield _lose_move(loss.positions, label)


NEEDLESS = ", more than it has to be"
"""End of the label of a choice with a part that could have been kept."""
Numbers = tuple[int, int, int, int]
"""Structure, rank, Attack and Defense of a part."""


def _parts(mech: Mapping[str, str], terms: Terms) -> tuple[tuple[str, Numbers], ...]:
    """Return the parts of a mech by position."""
    parts = ((at, terms.card(card)) for at, card in mech.items())
    return tuple((at, (part.structure, part.rank, part.attack, part.defense)) for at, part in parts)


@lru_cache(maxsize=MOST_REMEMBERED)
def _losses(taken: int, parts: tuple[tuple[str, Numbers], ...]) -> tuple[tuple[Loss, bool], ...]:
    """Return every choice of parts that absorbs the damage, and whether it loses one needlessly."""
    part_structures, *values = ({at: numbers[which] for at, numbers in parts} for which in range(4))
    return (
        *((loss, False) for loss in losses(taken, part_structures, *values)),
        *((loss, True) for loss in needless_losses(taken, part_structures, *values)),
    )


def _lose_move(parts: tuple[str, ...], label: str) -> Move:
    return _offer("lose", dict(zip(LoseMove.model_fields, parts, strict=False)), label)


@rule("gain", "junk")
def _gain_moves(state: State, seat: int, terms: Terms) -> Iterator[Move]:
    """Yield the cards to gain and to junk, and the move that leaves the rest."""
    for card in gainable(state, terms):
        yield _offer("gain", {"card": card}, _gain_label(card, terms) if terms.is_worded else "")
    yield from _junk_moves(state, state.gains.junk if state.gains else 0, terms)
    label = "Gain nothing more" if state.gains and not state.gains.junk else "Leave the rest"
    yield _offer("pass", {}, label if terms.is_worded else "")


def _gain_label(card: str, terms: Terms) -> str:
    if card in PILE:
        return f"Gain the top card of the Rank {PILE[card]} pile"
    return f"Gain {terms.name(card)}{numbers(card, terms)}"


def _rebound_moves(state: State, seat: int, terms: Terms) -> Iterator[Move]:
    yield from _junk_moves(state, state.junk or 0, terms)
    yield _offer("pass", {}, "Junk nothing more: shuffle, and rebuild" if terms.is_worded else "")


def _junk_moves(state: State, count: int, terms: Terms) -> Iterator[Move]:
    for card, source in junkable(state, count):
        label = f"Junk {terms.name(card)} from the {source} pile" if terms.is_worded else ""
        yield _offer("junk", {"card": card, "source": source}, label)


_OFFERS = {"build": _build_moves, "combat": _loss_moves, "upgrade": _gain_moves, "rebound": _rebound_moves}


def requested_move(state: State, seat: int, name: str, values: JsonMapping, terms: Terms) -> Move:
    """Return the move that a seat asks for; InvalidInput says why it cannot be made and what can."""
    if name == "build" and state.phase == "deal" and terms.from_saved:
        return Move(name=name, values=saved_mechs.read_build(values, terms), label="Start with a saved mech")
    moves = legal_moves(state, seat, terms)
    if name == "deal" and moves:
        saved_mechs.check_foundry(state)
    if name == "lose" and moves and state.phase == "combat":
        return _read_losses(state, seat, read_as(LoseMove, dict(values)).parts, terms)
    return read_move(moves, MOVES, name, values)


@rule("absorb")
def _read_losses(state: State, seat: int, parts: tuple[str, ...], terms: Terms) -> Move:
    """Return losses in any order; InvalidInput where a part is missing, one too few or one too many is chosen."""
    part_structures = structures(cards_by_position(state.players[seat].mech, terms.catalogue))
    for at, part in enumerate(parts):
        if part not in part_structures or part in parts[:at]:
            installed = [words(position) for position in POSITIONS if position in part_structures]
            raise InvalidInput(InputError("lose", quote(words(part)), f"parts of your mech: {join_words(installed)}"))
    damage = damage_taken(state, seat, terms)
    for count in range(len(parts) + 1):
        chosen = tuple(part_structures[part] for part in parts[:count])
        absorbed = absorb(damage, chosen, len(part_structures))
        if absorbed.stop and count < len(parts):
            raise InvalidInput(
                InputError("lose", plural(len(parts), "part"), f"{count}: they absorb the damage of {damage}")
            )
    if not absorbed.stop:
        expected = f"more parts: {absorbed.remaining} of {damage} damage is left"
        raise InvalidInput(InputError("lose", plural(len(parts), "part"), expected))
    names = join_words(describe(state.players[seat].mech, terms, parts))
    return _lose_move(parts, f"Lose {names}")
