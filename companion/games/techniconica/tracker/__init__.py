"""Techniconica at the table: record sheets of every Mech, Actions, attacks, Triggers, events, and how a game ends."""

from companion.base.json_types import JsonMapping
from companion.data.documents import to_toml
from companion.gamekit.contract import Context
from companion.games.techniconica.matchup.next_steps import LONGEST
from companion.games.techniconica.tracker.options import Options
from companion.games.techniconica.tracker.rules import make_tracker
from companion.games.techniconica.tracker.state import MechsState
from companion.opponent.records import STRENGTH_WORDS
from companion.play.log import MOST_SEATS, Setup
from companion.play.records.tracker import RecordsTracker
from companion.play.tracker import Question, TrackerKind

RULINGS = (
    "accurate-jam",
    "accurate-again",
    "accurate-inaccurate",
    "rule-twice",
    "reliable-jam",
    "barrage-tie",
    "piercing-leftover",
    "piercing-bottle",
    "frightening-jam",
    "re-roll-order",
    "volley-evasion",
    "weight-bottle",
    "first-turn-tie",
    "diceless-tie",
    "halved-speed",
    "gravity-lasts",
    "counter-attack-when",
    "low-power-gained",
    "no-speed-gained",
    "gravity-weighed",
    "dice",
    "hold-used",
    "charged-twice",
    "trigger-until",
    "trigger-order",
    "all-out",
    "round-first",
    "team-order",
    "ecm-minefield",
    "event-re-roll",
)
"""The rulings that may change during play: all but the variant, and what is about prints alone."""


def make(setup: Setup, context: Context) -> RecordsTracker[MechsState]:
    """Return the tracker of a table."""
    return make_tracker(setup, context)


def questions(view: JsonMapping, seat: int) -> tuple[Question, ...]:
    """Return, until the battle begins, the best Mech against each squad that another seat has brought."""
    others = (build for other, build in enumerate(view["builds"]) if build and other != seat and not view["round"])
    texts = ((str(build["title"]), to_toml(build)) for build in others)
    return tuple(
        Question("best-mech", f"Best mech against {title}", {"wish": "damage", "against": text})
        for title, text in texts
        if len(text) <= LONGEST
    )


TRACKER = TrackerKind(
    number=2,
    least_seats=2,
    most_seats=MOST_SEATS,
    seat_names=tuple(f"Seat {number + 1}" for number in range(MOST_SEATS)),
    options=Options,
    make=make,
    rulings=RULINGS,
    questions=questions,
    has_opponent=True,
    has_positions=True,
    strength_words=STRENGTH_WORDS,
)
