"""Mechalyte at the table: sealed specs, turns, moves under fire, combats with aim, and the end by the rulings.

The two seats are side A and side B; side A's home row is row 1.
"""

from collections.abc import Iterable
from dataclasses import replace

from pydantic import Field

from companion.base.compat import cached_property
from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record, read_as
from companion.gamekit.contract import Context
from companion.games.mechalyte.model import Module, read_spec
from companion.games.mechalyte.resolver import MOST_SPARE
from companion.games.mechalyte.rules.battlefield import field
from companion.games.mechalyte.rules.levels import module_scale
from companion.games.mechalyte.tracker import moves, rolls, rulings, specs, turns, views, worth
from companion.games.mechalyte.tracker.card_uses import card_uses
from companion.games.mechalyte.tracker.state import NAMES, State, Terms
from companion.play.log import Setup, TableEvent
from companion.play.tracker import Correctable, Move, Pick, Result, Rolling, TrackerKind
from companion.play.tracker_parts import PartedTracker, TrackerParts


class Options(Record):
    """Options of a new table."""

    dice: int | None = Field(
        None,
        ge=1,
        le=MOST_SPARE,
        title="Dice of each player",
        description="A mech on the field is a die. Leave it out where you have enough.",
    )


PARTS = TrackerParts(State, views, moves, turns, rulings)


class MechalyteTracker(PartedTracker[State, Terms]):
    """The tracker of one table under its terms."""

    @property
    def is_searchable(self) -> bool:
        """Whether the computer can play: always, for nothing lies on the players' own table."""
        return True

    def start(self) -> State:
        """Return the state before anything happened."""
        return State()

    @cached_property
    def wordless_terms(self) -> Terms:
        """The terms under which moves have no labels, and throws name no mech."""
        return replace(self.terms, is_worded=False)

    def relaxed_moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return moves outside the rules: a mech that moves again, a second combat in a zone."""
        return moves.relaxed_moves(views.read_view(view), seat, self.terms)

    def read_secret(self, view: JsonMapping, seat: int, values: JsonMapping) -> JsonObject:
        """Return the spec that a seat has written; InvalidInput where it is not six letters of PSMIA."""
        try:
            return {"spec": read_spec(str(values.get("spec", "")))}
        except ValueError as error:
            raise InvalidInput(InputError("spec", "", str(error))) from None

    def sensible_secret(self, view: JsonMapping, seat: int, pick: Pick) -> JsonObject:
        """Return a spec that does well against others; it takes about a tenth of a second."""
        return {"spec": specs.sensible_spec(self.terms.scale, pick)}

    def rolling(self, state: State) -> Rolling | None:
        """Return the roll under way with its figures."""
        return rolls.rolling(state, self.terms)

    def card_uses(self, before: State, event: TableEvent, after: State) -> Iterable[tuple[int, str, bool]]:
        """Return the cards drawn and used in an event."""
        return card_uses(before, event, after, self.terms)

    def newly_visible(self, before: State, after: State) -> tuple[str, ...]:
        """Return the specs that an event reveals, in words."""
        if before.revealed or not after.revealed:
            return ()
        return tuple(f"the spec of {name}" for name in NAMES)

    def resample(self, state: State, seat: int | None, pick: Pick) -> State:
        """Return a state with a random spec in place of each that this seat may not see.

        Any six letters are a legal spec, and nothing that happens before both are open tells more about one: each of
        them is equally likely. What stands in a hidden spec is not read, only whether it is written.
        """
        if state.revealed:
            return state
        first, second = (
            specs.random_spec(pick) if spec and side != seat else spec for side, spec in enumerate(state.specs)
        )
        return state.model_copy(update={"specs": (first, second)})

    def worth(self, state: State, seat: int) -> float:
        """Return how a seat stands; what is counted is in `worth`."""
        return worth.worth(state, seat, self.terms)

    def correctable(self, view: JsonMapping, seat: int) -> tuple[Correctable, ...]:
        """Return the fields that a seat may set by hand."""
        return views.correctable(views.read_view(view), self.terms)

    def result(self, state: State) -> Result | None:
        """Return the result, None while the game goes on."""
        return state.result


def make(setup: Setup, context: Context) -> MechalyteTracker:
    """Return the tracker of a table; the zones keep the layout of its opening, even if that ruling changes later.

    InvalidInput where the rulings need a number of dice and the options have none.
    """
    options = read_as(Options, setup.options)
    if context.rulings["spare-dice"] == "fewer" and options.dice is None:
        expected = "how many dice each player has: by the ruling, only the spare ones are rolled"
        raise InvalidInput(InputError("options.dice", "nothing", expected))
    laid_out = {**context.rulings, "layout": setup.rulings.get("layout", context.rulings["layout"])}
    modules: dict[str, str] = {module.letter: module.id for module in context.catalogue.all(Module)}
    scale = module_scale(context.catalogue)
    return MechalyteTracker(PARTS, Terms(field(laid_out), laid_out, scale, options.dice, modules=modules))


TRACKER = TrackerKind(
    number=1,
    least_seats=2,
    most_seats=2,
    seat_names=NAMES,
    options=Options,
    make=make,
    odds=views.odds_inputs,
    rulings=rulings.CHANGEABLE,
    builds=views.builds,
    has_opponent=True,
)
