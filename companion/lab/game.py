"""One simulated game, from its seed: who won, how long it took, and every event, so that it can be replayed.

Dice and shuffles are those of a table with the same seed: the log of a simulated game is checked as any table's is.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.base.json_types import JsonObject
from companion.data.documents import Record
from companion.lab.matchup import NUMBERS, Matchup, Opened
from companion.opponent.player import choose, opponent_seed
from companion.opponent.steps import event, is_chance, owed, shuffled, thrown
from companion.opponent.strengths import STRENGTHS
from companion.play.fair_dice import FairDice
from companion.play.log import TableEvent
from companion.play.tracker import Pending, Tracker


class PlayedGame(Record):
    """How a game went. Sides are numbered as in the matchup; `first` is the side that made the first move of a turn.

    `winners` are the sides that won, none for a draw; `ended` is False where the bound of decisions was reached.
    `drawn` and `used` are the cards that each side drew, and those of them that it used, by id.
    """

    number: int
    winners: tuple[int, ...] = ()
    ended: bool = True
    why: str = ""
    first: int | None = None
    turns: int = 0
    decisions: int = 0
    drawn: tuple[dict[str, int], ...] = ()
    used: tuple[dict[str, int], ...] = ()


def play(opened: Opened, number: int, log: Callable[[TableEvent], None] = lambda _: None) -> PlayedGame:
    """Play a game to its end or its bound; `log` gets each event as it happens."""
    matchup, tracker = opened.matchup, opened.tracker
    seated, seed = matchup.seated(number), matchup.seed_of(number)
    dice = FairDice(seed, (NUMBERS,) * len(seated))
    state, decisions, first = tracker.start(), 0, None
    drawn: list[dict[str, int]] = [{} for _ in seated]
    used: list[dict[str, int]] = [{} for _ in seated]
    happened = len(seated)  # Everybody has sat down.
    unbrought = [seat for seat, side in enumerate(seated) if matchup.sides[side].build]
    while (pending := owed(tracker, state)) and decisions < matchup.most_decisions:
        happened += 1
        if is_chance(pending):
            next_event = _chance(pending, dice, happened)
        else:
            decisions += 1
            next_event = _brought(tracker, state, pending, unbrought, matchup, seated) or _chosen(
                tracker, state, pending, matchup, seated, opponent_seed(seed, happened)
            )
            if first is None and tracker.turn(state):
                first = next_event.seat
        log(next_event)
        after = tracker.apply(state, next_event)
        for seat, card, is_use in tracker.card_uses(state, next_event, after):
            counts = (used if is_use else drawn)[seated[seat]]
            counts[card] = counts.get(card, 0) + 1
        state = after
    result = tracker.result(state)
    titles = {name.lower(): matchup.sides[side].title for name, side in zip(opened.names, seated, strict=False)}
    return PlayedGame(
        number=number,
        winners=tuple(sorted(seated[seat] for seat in result.winners)) if result else (),
        ended=result is not None,
        why=_with_titles(result.why, titles) if result else "",
        first=None if first is None else seated[first],
        turns=tracker.turn(state),
        decisions=decisions,
        drawn=tuple(drawn),
        used=tuple(used),
    )


def _with_titles(why: str, titles: Mapping[str, str]) -> str:
    """Return a sentence with the sides' titles in place of what the game calls their seats."""
    return re.sub("|".join(map(re.escape, titles)), lambda name: titles[name[0].lower()], why, flags=re.IGNORECASE)


def _chance(pending: Pending, dice: FairDice, number: int) -> TableEvent:
    if pending.wants == "shuffle":
        return shuffled(pending, dice.shuffle(number, range(pending.count)))
    if pending.wants == "open":
        return event("open", None, {})
    assert pending.throw
    return thrown(pending, dice.throw(number, pending.throw.die.faces, pending.throw.count))


def _brought(
    tracker: Tracker[Any], state: Any, pending: Pending, unbrought: list[int], matchup: Matchup, seated: Sequence[int]
) -> TableEvent | None:
    """Return the event with which a side brings its build, before anything else that it decides."""
    seats = unbrought if pending.wants == "move" else [seat for seat in unbrought if seat == pending.seat]
    if not seats:
        return None
    seat = seats[0]
    unbrought.remove(seat)
    build: JsonObject = matchup.sides[seated[seat]].build or {}
    view = tracker.view(state, seat)
    if pending.wants == "seal":
        return event("seal", seat, {"sealed": ""}, tracker.read_secret(view, seat, build))
    move = tracker.read_move(view, seat, "build", {"build": build})
    return event("move", seat, {"name": move.name, **move.values})


def _chosen(
    tracker: Tracker[Any], state: Any, pending: Pending, matchup: Matchup, seated: Sequence[int], seed: int
) -> TableEvent:
    assert pending.seat is not None
    strength = STRENGTHS[matchup.sides[seated[pending.seat]].strength]
    return choose(tracker, state, pending, len(seated), strength, seed).action.event


def fallen_apart(number: int, error: Exception) -> PlayedGame:
    """Return the record of a game that a card of somebody's own brought to a halt, with what went wrong."""
    return PlayedGame(number=number, ended=False, why=f"It stopped: {type(error).__name__}: {error}")
