"""Wreck-A-Mech's game as it is stored: players, Foundry, phase, seats still to act, pending shuffle; and its terms."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from companion.base.compat import cached_property
from companion.data.cards import Catalogue
from companion.data.documents import Record
from companion.data.rulebook import Rulings, rule
from companion.games.wreck_a_mech.model import ARMS, POSITIONS, TRAINER, Part, words
from companion.games.wreck_a_mech.rules.foundry import FoundryRow, Gains
from companion.games.wreck_a_mech.rules.play import Player, attacker, damage_to, defender, order
from companion.games.wreck_a_mech.rules.totals import Totals, cards_by_position, quick, total
from companion.play.game_states import CardGameState, News, replace_at
from companion.play.game_states import update as update_card_game
from companion.play.piles import Cards, PendingShuffle

NAMES = ("Player 1", "Player 2", "Player 3", "Player 4")
Phase = Literal["deal", "draw", "build", "combat", "wrecks", "upgrade", "rebound", "overtime", "over"]
"""The phases of a turn and what goes on between them: wrecked cards shuffled at once, an Overtime that begins."""
FOUNDRY_RANKS = (2, 3)
OTHER_SIDE = dict(zip(ARMS, reversed(ARMS), strict=True))
"""Where an arm lies after the arms were swapped."""
MOST_REMEMBERED = 5_000
"""The most answers about mechs that are remembered, of each kind."""


class OnTable(Record):
    """Known cards on the players' own table, where hidden cards are UNKNOWN.

    `unnamed` are the cards of each Foundry rank that nobody has named. `loose` are each seat's named cards whose place
    is unknown: draw pile, hand, or face down in the discard pile. `blind` counts each seat's cards, by rank, that it
    gained face down. While `rebuilding`, the seat names the cards that it draws in its Rebound one by one.
    """

    unnamed: tuple[Cards, Cards]
    loose: tuple[Cards, ...]
    blind: tuple[tuple[int, int], ...]
    rebuilding: Literal["", "rebuild", "refill"] = ""


@lru_cache(maxsize=MOST_REMEMBERED)
def _seats_left(count: int, out: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in range(count) if seat not in out)


@lru_cache(maxsize=MOST_REMEMBERED)
def _in_order(holder: int, count: int, fighters: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in order(holder, count) if seat in fighters)


@lru_cache(maxsize=MOST_REMEMBERED)
def _find_neighbour(
    ring: tuple[int, ...], fighters: tuple[int, ...], seat: int, neighbour_of: Callable[[int, int], int]
) -> int | None:
    """Return the neighbour of a seat in a ring of seats; None where it does not fight."""
    neighbour = ring[neighbour_of(ring.index(seat), len(ring))]
    return neighbour if neighbour in fighters else None


class State(CardGameState):
    """State of the game.

    `queue` are the seats still to act in this phase, the first one now. `gains` is what that seat may still gain and
    junk, `junk` how many cards it may still junk in a Rebound; None before that is known. `damaged_ranks` are the ranks
    that each seat lost in this turn's Combat. `overtime` are the seats in Sudden Death Overtime, none before it.
    `on_top` counts the cards laid on top of each draw pile since it was shuffled. `seen` names the cards that the last
    event showed. `table` has the known cards where the app does not hold them, `out` the seats that have left for good.
    """

    LATER = ("table", "out")

    players: tuple[Player, ...]
    foundry: tuple[FoundryRow, FoundryRow]
    on_top: tuple[int, ...]
    phase: Phase = "deal"
    turn: int = 0
    holder: int = 0
    chip_owed: bool = False
    queue: tuple[int, ...] = ()
    gains: Gains | None = None
    junk: int | None = None
    damaged_ranks: tuple[tuple[int, ...], ...] = ()
    wrecked: tuple[int, ...] = ()
    overtime: tuple[int, ...] = ()
    anew: tuple[PendingShuffle, ...] = ()
    table: OnTable | None = None
    out: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the seats that play: all but those that have left for good."""
        return _seats_left(len(self.players), self.out)

    @property
    def fighters(self) -> tuple[int, ...]:
        """Return the seats that fight: all that play, or those in Overtime."""
        return self.overtime or self.seats

    @property
    def victories(self) -> tuple[int, ...]:
        """Return everybody's Victory score, below all others for seats that have left."""
        return tuple(-1 if seat in self.out else player.victory for seat, player in enumerate(self.players))

    def in_order(self, holder: int | None = None) -> tuple[int, ...]:
        """Return the seats that fight, from the initiative holder, or a `holder` to come, to the left."""
        return _in_order(self.holder if holder is None else holder, len(self.players), self.fighters)


@lru_cache(maxsize=MOST_REMEMBERED)
def _news(text: str, to: int | None = None) -> News:
    return News(text=text, to=to)


def update(state: State, *texts: str, **changed: Any) -> State:
    """Return a state with some fields changed and sentences for everybody added to its news.

    Sentences come again and again, where many games are played out: each is made once.
    """
    if texts:
        changed["news"] = (*changed.get("news", state.news), *map(_news, texts))
    return update_card_game(state, **changed)


def tell(state: State, seat: int, text: str) -> State:
    """Return a state with a sentence for one seat alone added to its news."""
    return update_card_game(state, news=(*state.news, _news(text, seat)))


def with_player(state: State, seat: int, player: Player, *texts: str, **changed: Any) -> State:
    """Return a state in which a player has changed."""
    return update(state, *texts, players=replace_at(state.players, seat, player), **changed)


def pop(state: State) -> State:
    """Return a state in which the first seat of the queue has acted."""
    return update(state, **popped(state))


def popped(state: State) -> dict[str, Any]:
    """Return the fields of a state that change when the first seat of its queue has acted."""
    return {"queue": state.queue[1:], "gains": None, "junk": None}


def owe(state: State, zone: str, why: str, then: str) -> State:
    """Return a state with a pending shuffle of a whole pile; `then` names the step after it."""
    kind, _, number = zone.partition(".")
    on_top = replace_at(state.on_top, int(number), 0) if kind == "draw" else state.on_top
    return update(state, on_top=on_top, shuffle=PendingShuffle(zone=zone, why=why, then=then))


@dataclass(frozen=True)
class Terms:
    """The terms of a game: its cards, rulings and seats, which decide the number of sets."""

    catalogue: Catalogue
    rulings: Rulings
    seats: int
    on_table: bool = False
    """Whether the cards lie on the players' own table."""
    from_saved: bool = False
    """Whether a seat may start with a saved mech and its deck, by a house rule."""
    is_worded: bool = True
    """Whether moves have labels; whoever plays many games out does without."""

    @property
    def sets(self) -> int:
        """Return how many sets are in play: two of them for more than two players (facts 3, 5)."""
        return 1 if self.seats <= 2 else 2

    @cached_property
    def positions(self) -> Mapping[str, str]:
        """The position of each card."""
        return {card.id: card.position for card in self.catalogue.all(Part)}

    @cached_property
    def trainers(self) -> Mapping[str, str]:
        """The Trainer mech: one Rank 1 card in each position (fact 31)."""
        by_position = {card.position: card.id for card in reversed(self.catalogue.all(Part)) if card.rank == TRAINER}
        return {position: by_position[position] for position in POSITIONS if position in by_position}

    def all_of_rank(self, rank: int) -> Cards:
        """Return every card of a rank that is in play."""
        counts = Counter({card.id: card.copies * self.sets for card in self.catalogue.all(Part) if card.rank == rank})
        return tuple(counts.elements())

    @cached_property
    def _cards(self) -> dict[str, Part]:
        """The cards that were asked for so far, by id: a catalogue takes longer."""
        return {}

    def card(self, card: str) -> Part:
        """Return a card."""
        part = self._cards.get(card)
        if part is None:
            part = self._cards[card] = self.catalogue.get(Part, card)
        return part

    def name(self, card: str) -> str:
        """Return a card's name."""
        return self.card(card).name

    def worth(self, card: str) -> int:
        """Return a card's Attack and Defense together."""
        part = self.card(card)
        return part.attack + part.defense

    def is_arm(self, card: str) -> bool:
        """Return whether a card is an arm."""
        return self.positions.get(card) in ARMS

    def totals(self, mech: Mapping[str, str], enemy: Mapping[str, str]) -> Totals:
        """Return the totals of a mech against its defender's mech."""
        cards = cards_by_position(mech, self.catalogue)
        corporations = Counter(self.card(card).corporation for card in enemy.values())
        return total(cards, self.rulings, self.catalogue, corporations)

    def strengths(self, state: "State", seat: int, mech: Mapping[str, str] | None = None) -> tuple[int, int, int]:
        """Return Attack, Defense and Structure of a seat's mech against its defender's present mech.

        `mech` is another one than the seat has.
        """
        defender = self.defender_of(state, seat) if seat in state.fighters else None
        enemy = () if defender is None else tuple(state.players[defender].mech.values())
        return self._strengths(tuple((state.players[seat].mech if mech is None else mech).items()), enemy)

    @cached_property
    def _strengths(self) -> Callable[[tuple[tuple[str, str], ...], Cards], tuple[int, int, int]]:
        """The same for a mech and its defender's cards, of which the latest are remembered."""

        @lru_cache(maxsize=MOST_REMEMBERED)
        def strengths(mech: tuple[tuple[str, str], ...], enemy: Cards) -> tuple[int, int, int]:
            corporations: dict[str, int] = {}
            for corporation in (self.card(card).corporation for card in enemy):
                corporations[corporation] = corporations.get(corporation, 0) + 1
            return quick({position: self.card(card) for position, card in mech}, self.rulings, corporations)

        return strengths

    @rule("seats", "overtime")
    def attacker_of(self, state: State, seat: int) -> int | None:
        """Return the attacker of a seat; None where, by the ruling, an Overtime leaves the neighbour's place empty."""
        return self._next_fighter(state, seat, attacker)

    @rule("seats", "overtime")
    def defender_of(self, state: State, seat: int) -> int | None:
        """Return the defender of a seat; None as for `attacker_of`."""
        return self._next_fighter(state, seat, defender)

    def _next_fighter(self, state: State, seat: int, neighbour_of: Callable[[int, int], int]) -> int | None:
        fighters = state.fighters
        ring = fighters if self.rulings["overtime-neighbours"] == "close-up" else state.seats
        return _find_neighbour(ring, fighters, seat, neighbour_of)


@rule("damage")
def damage_taken(state: State, seat: int, terms: Terms) -> int:
    """Return the damage that a seat takes by the marks."""
    attacker = terms.attacker_of(state, seat)
    return 0 if attacker is None else damage_to(state.players[seat], state.players[attacker])


def numbers(card: str, terms: Terms) -> str:
    """Return a card's position and values in words: ` (head, A1 D2 S3)`."""
    part = terms.card(card)
    return f" ({words(part.position)}, A{part.attack} D{part.defense} S{part.structure})"


def describe(mech: Mapping[str, str], terms: Terms, positions: Collection[str]) -> list[str]:
    """Return installed parts by name, in the order of the cross: `Trainer Head`."""
    return [terms.name(mech[position]) for position in POSITIONS if position in positions and position in mech]


def on_cross(mech: Mapping[str, str]) -> dict[str, str]:
    """Return a mech with its positions in the order of the cross."""
    return {position: mech[position] for position in POSITIONS if position in mech}


def place(card: Part, position: str) -> str:
    """Return the place of a card in words: `the head`, `the left arm, upside down`."""
    return f"the {words(position)}{'' if card.position == position else ', upside down'}"
