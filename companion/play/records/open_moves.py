"""Moves whose values a player fills in: a mark, an attack, dice; and refusals of values that name what is not there."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StringConstraints

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.base.wording import join_words
from companion.data.documents import Record, on_one_line
from companion.gamekit.losses import LONGEST
from companion.gamekit.record_sheets import Track
from companion.play.log import MOST_SEATS
from companion.play.records.records import Records
from companion.play.records.rolls import DICE
from companion.play.records.state import MOST_COUNT, MOST_COUNTERS, RecordsState
from companion.play.records.wishes import PLACED, WISH, PlacedMove, WishMove

LONGEST_NAME = 120
"""Characters that say who attacks with what, or what is attacked."""
OUT = "out"
"""The move, and the correctable field, that say whether a unit is out of play."""

Line = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(on_one_line)]
"""Words of a player on one line, without spaces around them."""


class BringBuild(Record):
    """A build that a seat brings, or takes away again; `lost` is what an earlier battle cost it: `2/hp=300`."""

    build: JsonObject | None
    lost: str | None = Field(None, min_length=1, max_length=LONGEST)


class MarkMove(Record):
    """A number on one of one's own tracks, or in a pool where `unit` is empty."""

    unit: str = Field("", max_length=12)
    track: str = Field(max_length=80)
    value: int


class OutMove(Record):
    """Whether one of one's own units is out of play; `why` is in the players' words, empty where it comes back."""

    unit: str = Field(max_length=12)
    why: Line = Field("", max_length=60)


class LinkMove(Record):
    """A unit that a status of one's own unit names; empty for none."""

    unit: str = Field(max_length=12)
    link: str = Field(max_length=40)
    other: str = Field("", max_length=12)


class MakeAttack(Record):
    """An attack by its key among those of two units, and what is said of the two."""

    unit: str = Field(max_length=12)
    target: str = Field(max_length=12)
    attack: str = Field(max_length=200)
    said: JsonObject = {}


class SaidMove(Record):
    """What is said of two units, to be remembered."""

    unit: str = Field(max_length=12)
    target: str = Field(max_length=12)
    said: JsonObject = {}


class RollMove(Record):
    """A roll of the game by hand: nothing follows from it.

    `target` is the seat that it is aimed at; `attacker` and `aimed_at` say who shoots whom with what, in the players'
    words.
    """

    resolver: str = Field(max_length=60)
    inputs: JsonObject = {}
    target: int | None = Field(None, ge=0, lt=MOST_SEATS)
    attacker: Line | None = Field(None, max_length=LONGEST_NAME)
    aimed_at: Line | None = Field(None, max_length=LONGEST_NAME)


class DiceMove(Record):
    """Dice of no resolver."""

    expression: Line = Field(max_length=200)


class CountMove(Record):
    """A counter by hand: its value, or `by` how much it changes; with neither it is taken away."""

    what: Line = Field(min_length=1, max_length=40)
    value: int | None = Field(None, ge=-MOST_COUNT, le=MOST_COUNT)
    by: int = Field(0, ge=-MOST_COUNT, le=MOST_COUNT)
    shared: bool = False


class WonMove(Record):
    """Who has won by the players' own word."""

    winners: tuple[int, ...] = Field(max_length=MOST_SEATS)


OPEN: Mapping[str, type[Record]] = {
    "build": BringBuild,
    "mark": MarkMove,
    OUT: OutMove,
    "link": LinkMove,
    "attack": MakeAttack,
    "said": SaidMove,
    "roll": RollMove,
    DICE: DiceMove,
    "counter": CountMove,
    "result": WonMove,
    WISH: WishMove,
    PLACED: PlacedMove,
}
"""Moves whose values a player fills in; they are not listed among the moves, whose values are complete."""


def check_own(records: Records[Any], seat: int, unit: str) -> None:
    """Refuse a unit that is not there, or is another seat's."""
    if unit not in records.sheets:
        wanted = f"one of {join_words([*records.sheets][:12], 'or') or 'none'}"
        raise InvalidInput(InputError("unit", quote(unit), wanted))
    if records.unit(unit).seat != seat:
        raise InvalidInput(InputError("unit", f"{records.name(unit)}, another player’s", "one of your own"))


def check_in_play(records: Records[Any], unit: str) -> None:
    """Refuse a unit that is not there, or is out of play."""
    standing = records.standing()
    if unit not in standing:
        named = f"{records.name(unit)}, which is {records.unit(unit).out}" if unit in records.sheets else quote(unit)
        raise InvalidInput(InputError("unit", named, f"one in play: {join_words(standing[:12], 'or') or 'none'}"))


def check_value(tracks: Iterable[Track], name: str, value: int) -> None:
    """Refuse a track that is not there or is hidden, and a value that it cannot have."""
    there = {track.name: track for track in tracks if not track.hidden}
    if name not in there:
        raise InvalidInput(
            InputError("track", quote(name), f"one of {join_words([*there][:12], 'or')}" if there else "none")
        )
    track = there[name]
    if not track.least <= value <= track.most or (value - track.start) % track.step:
        wanted = f"from {track.least} to {track.most}" + (f" in steps of {track.step}" if track.step > 1 else "")
        raise InvalidInput(InputError("value", str(value), wanted))


def winners_in_words(winners: Sequence[int]) -> str:
    """Return who won by the players' own word, seats from 0."""
    names = join_words([f"seat {one + 1}" for one in winners])
    return f"{names[:1].upper()}{names[1:]} won." if winners else "Nobody won."


def counted(state: RecordsState, read: CountMove, owner: int | None) -> int | None:
    """Return what a counter is set to, None where it is taken away; InvalidInput for one counter too many."""
    before = next((one.value for one in state.counters if (one.name, one.seat) == (read.what, owner)), None)
    if before is None and (read.value is not None or read.by) and len(state.counters) >= MOST_COUNTERS:
        raise InvalidInput(InputError("counter", quote(read.what), f"at most {MOST_COUNTERS}: remove one first"))
    if not read.by:
        return read.value
    return max(-MOST_COUNT, min(MOST_COUNT, (before or 0) + read.by))
