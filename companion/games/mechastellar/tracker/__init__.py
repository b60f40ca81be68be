"""MechaStellar at the table: record sheets of both lists, initiative and turns, and every roll applied to both sides.

Where the rules leave something to the table, a ruling says what the app does.
"""

from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.games.mechastellar.resolver import RESOLVERS
from companion.games.mechastellar.tracker.battle import Terms
from companion.games.mechastellar.tracker.forces import Forces
from companion.games.mechastellar.tracker.options import Options
from companion.games.mechastellar.tracker.rules import MechaRules
from companion.games.mechastellar.tracker.state import SEATS, MechaState
from companion.opponent.records import STRENGTH_WORDS
from companion.play.log import Setup
from companion.play.records.rolls import Rolls
from companion.play.records.tracker import RecordsTracker
from companion.play.tracker import TrackerKind


def make(setup: Setup, context: Context) -> RecordsTracker[MechaState]:
    """Return the tracker of a table under its rulings and options."""
    options, rolls = read_as(Options, setup.options), Rolls(RESOLVERS, context, setup.release)
    assert isinstance(options, Options)
    terms = Terms(context, options, setup.pack, Forces(context, options.modules), rolls)
    return RecordsTracker(setup, MechaRules(terms), rolls, confirms=options.confirm)


TRACKER = TrackerKind(
    number=3,
    least_seats=2,
    most_seats=2,
    seat_names=SEATS,
    options=Options,
    make=make,
    has_opponent=True,
    has_positions=True,
    strength_words=STRENGTH_WORDS,
)
