"""What a game says about its records: which there are, what may be done, and what a roll does to them."""

from abc import ABC
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record
from companion.dice.resolver import Outcome
from companion.gamekit.matchup import CellFigure
from companion.gamekit.record_sheets import Track, UnitSheet
from companion.play.log import TableEvent
from companion.play.records.records import Records, StateT
from companion.play.records.state import RecordsState, TableStep
from companion.play.records.wishes import Wish
from companion.play.tracker import Move, Result

T = TypeVar("T")
ANSWER = "answer"
"""The key of the number of the answer, from 0, in what `finish` gets for a question."""


class OfBuilds(Generic[T]):
    """What is worked out of the builds on a table, kept for the newest ones: a page asks for it many times."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._newest: tuple[tuple[JsonObject | None, ...], T] | None = None

    def get(self, builds: tuple[JsonObject | None, ...], make: Callable[[], T]) -> T:
        """Return what belongs to these builds, made anew where it is not that of the newest ones."""
        newest = self._newest
        if newest is None or (newest[0] is not builds and newest[0] != builds):
            newest = self._newest = builds, make()
        return newest[1]


class NoCircumstances(Record):
    """Nothing is asked about two units."""


@dataclass(frozen=True)
class AttackOffer:
    """An attack of one unit on another: its `key` among those of the pair, the roll with all its inputs, or `why_not`.

    `title` is the weapon, `aim` the part that is aimed at, if the game has parts. `known` and `applied` say in a few
    words what the inputs come from. `warning` says which rule it breaks, as where the unit has no action left.
    """

    key: str
    title: str
    resolver: str = ""
    inputs: JsonMapping | None = None
    aim: str = ""
    known: tuple[str, ...] = ()
    applied: tuple[str, ...] = ()
    not_counted: tuple[str, ...] = ()
    why_not: str = ""
    warning: str = ""


class RecordRules(ABC, Generic[StateT]):
    """The rules of a game with record sheets, for one table. Methods that change records get them to change.

    By default nothing is declared: that is a table by hand.
    """

    state: type[StateT]
    circumstances: type[Record] = NoCircumstances
    """What is asked about two units before an attack; every field has a default. Only what differs is kept."""
    on_sheets: tuple[str, ...] = ()
    """Names of moves that a page offers on the sheet of their unit alone: what is rare, and what no turn needs."""
    unconfirmed: tuple[str, ...] = ()
    """Names of rolls that are applied at once, even where a table confirms outcomes first: who goes first."""
    has_opponent = False
    """Whether the computer can play: the game says below what it wants and what that is worth."""
    figures: tuple[CellFigure, ...] = ()
    """The figures of attacks that the computer names, by the measures of the game's rolls."""
    opening_moves: tuple[str, ...] = ()
    """Names of moves that the computer makes as soon as it may, before it activates a unit: it launches others."""
    preparing_moves: tuple[str, ...] = ()
    """Names of moves that make the next attack of the unit under way better."""
    leftover_moves: tuple[str, ...] = ()
    """Names of moves with which a unit that cannot attack any more uses what is left, most useful first."""
    players_know: tuple[str, ...] = ()
    """Names of questions that only people at the table can answer: which card they turned up."""

    def start(self, seats: int) -> StateT:
        """Return the state before anything happened."""
        return self.state(builds=(None,) * seats, pools=({},) * seats)

    def read_build(self, document: JsonMapping) -> object:
        """Return a build of the game; InvalidInput where it cannot be read, or has cards that are not known here."""
        return document

    def sheets(self, seat: int, document: JsonObject) -> Sequence[UnitSheet]:
        """Return the sheets of a build's units, in its order."""
        return ()

    def pools(self, seat: int, state: RecordsState) -> Sequence[Track]:
        """Return the pools of a seat; they depend on nothing that changes after the battle has begun."""
        return ()

    def why_not_begin(self, records: Records[StateT]) -> str:
        """Return what is missing before the battle can begin; empty if nothing is."""
        return ""

    def begin_battle(self, records: Records[StateT]) -> None:
        """Do what begins a battle, once `round` is 1: who goes first is rolled, an event is drawn."""

    def begin_round(self, records: Records[StateT]) -> None:
        """Do what begins each later Round, once its number is set: by default the seat after the last one activates."""
        records.update(turn=self.next_seat(records, None))

    def end_round(self, records: Records[StateT]) -> None:
        """Make the checks at the end of a Round; afterwards what ends with it goes back to its start."""

    def ends_battle(self, records: Records[StateT]) -> bool:
        """Return whether the battle is over once the Round under way ends."""
        return False

    def next_seat(self, records: Records[StateT], seat: int | None) -> int | None:
        """Return the seat that activates after another, None where nobody has a unit left to activate."""
        seats = len(records.state.builds)
        after = range(seats) if seat is None else [(seat + step) % seats for step in range(1, seats + 1)]
        return next((one for one in after if records.waiting_to_act(one)), None)

    def why_not_activate(self, records: Records[StateT], unit: str) -> str:
        """Return which rule the activation of a unit would break, besides turn and Round; empty for none."""
        return ""

    def activated(self, records: Records[StateT], unit: str) -> None:
        """Do what happens when a unit is activated."""

    def activation_ends(self, records: Records[StateT], unit: str) -> None:
        """Do what happens at the end of a unit's activation, before its statuses end."""

    def turn_ends(self, records: Records[StateT], seat: int) -> None:
        """Do what happens at the end of a seat's turn: after an activation, or where units were skipped."""

    def moves(self, records: Records[StateT], seat: int) -> Iterable[Move]:
        """Return the game's own moves of a seat, complete; those outside the rules have their `warning`."""
        return ()

    def make_move(self, records: Records[StateT], seat: int, name: str, values: JsonMapping) -> None:
        """Make one of the game's own moves."""

    def may_attack(self, records: Records[StateT], unit: str) -> bool:
        """Return whether a unit in play may attack now: by default only the one under way."""
        return records.state.active == unit

    def offers(self, records: Records[StateT], unit: str, target: str, said: Record) -> Iterable[AttackOffer]:
        """Return the attacks of a unit on another under the circumstances that were said of the two."""
        return ()

    def find_offer(
        self, records: Records[StateT], unit: str, target: str, said: Record, key: str
    ) -> AttackOffer | None:
        """Return an attack by its key, also one that is not listed: a choice of several weapons."""
        return next((offer for offer in self.offers(records, unit, target, said) if offer.key == key), None)

    def attack(self, records: Records[StateT], offer: AttackOffer, unit: str, target: str, said: Record) -> None:
        """Begin the steps of an attack: what is paid, what is asked, the roll."""

    def finish(self, records: Records[StateT], step: TableStep, outcome: Outcome) -> None:
        """Apply the end of a step; it is no longer among the state's. A question's outcome has its number as ANSWER."""

    def settle(self, records: Records[StateT]) -> None:
        """Do what follows by rule from the records as they stand, after every event; twice is the same as once."""

    def conditions(self, records: Records[StateT], unit: str) -> Sequence[str]:
        """Return what holds of a unit by its records, in a word or two each: `Low Power`, `2 actions`."""
        return ()

    # What the computer goes by.

    def worth(self, records: Records[StateT], seat: int) -> float:
        """Return what a seat still has, in the game's points; 0 where it has nothing left to fight with."""
        raise NotImplementedError

    def gain(
        self, records: Records[StateT], unit: str, target: str, offer: AttackOffer, figures: Mapping[str, Fraction]
    ) -> float:
        """Return what an attack is worth in those points, less what it costs, by the measures of its roll."""
        raise NotImplementedError

    def replies(self, offer: AttackOffer) -> Iterable[JsonMapping]:
        """Yield the inputs of an attack's roll under each reply that its target may choose before the dice."""
        yield offer.inputs or {}

    def gain_before(self, records: Records[StateT], step: TableStep, figures: Mapping[str, Fraction]) -> float:
        """Return what a roll with which a target answers an attack beforehand is worth to it, by its measures."""
        return 0.0

    def is_ally(self, seat: int, other: int) -> bool:
        """Return whether two seats win together; each seat is its own ally."""
        return seat == other

    def enemies(self, records: Records[StateT], unit: str) -> Sequence[str]:
        """Return whom a unit may attack, the nearest first as far as that is known."""
        seat = records.unit(unit).seat
        return [one for one in records.standing() if records.unit(one).seat != seat]

    def wishes(self, records: Records[StateT], unit: str, target: str, said: Record) -> Iterable[Wish]:
        """Yield where a unit may stand to a target after its move, nearest first; `said` is how they stand before it.

        By default it stays where it is.
        """
        yield Wish(said)

    def describe_pair(self, said: Record, back: JsonMapping) -> str:
        """Return how two units stand in a few words: `12″ apart, in cover`; empty where nothing is to be said."""
        return ""

    def may_repeat(self, records: Records[StateT], unit: str, key: str) -> bool:
        """Return whether a unit may make the same attack on the same target again in one activation."""
        return True

    def reaches(self, records: Records[StateT], unit: str, target: str, said: Record, offer: AttackOffer) -> bool:
        """Return whether an attack can be made from where a unit stands; False where it would have to move first."""
        return True

    def weapons_of(self, records: Records[StateT], unit: str, key: str) -> Sequence[str]:
        """Return the weapons of an attack by its key, as counts over many battles name them."""
        return ()

    def result(self, records: Records[StateT]) -> Result | None:
        """Return how the game ended; None while it goes on."""
        return records.state.result

    def rulings_used(self, before: Records[StateT], event: TableEvent, after: Records[StateT]) -> Iterable[str]:
        """Return the rulings that decided an event."""
        return ()


Sheets = Mapping[str, UnitSheet]
