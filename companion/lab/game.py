"""One simulated game, from its seed: who won, how long it took, and every event, so that it can be replayed.

Dice and shuffles are those of a table with the same seed: the log of a simulated game is checked as any table's is.
"""

import re
from collections.abc import Callable
from typing import Any

from companion.base.findings import InvalidInput, errors_at, quote
from companion.base.wording import join_words
from companion.data.documents import Record
from companion.lab.battles import LabBattle
from companion.lab.matchup import NUMBERS, Opened
from companion.limits.budget import OverBudget, ReaderGone
from companion.limits.heavy_slots import Busy
from companion.opponent.player import choose, opponent_seed
from companion.opponent.steps import event, is_chance, owed, shuffled, thrown
from companion.opponent.strengths import STRENGTHS
from companion.play.fair_dice import FairDice
from companion.play.log import TableEvent
from companion.play.records.tracker import RecordsTracker
from companion.play.tracker import Pending


class PlayedGame(Record):
    """How a game went. Sides are numbered as in the matchup; `first` is the side that made the first move of a turn.

    `winners` are the sides that won, none for a draw; `ended` is False where the bound of decisions was reached, or
    where the rules raised an error, which `why` then says.
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
    """Play a game to its end or its bound; `log` gets each event once it has happened.

    Rules trust their cards, which may be somebody's own: a game in which they raise an error has not ended, and says
    why. InvalidInput where a side cannot start with its build; an answer that costs too much ends in `log`.
    """
    course = _Course(opened, number, log)
    try:
        course.run()
    except (Busy, OverBudget, ReaderGone):
        raise
    except Exception as error:  # what a card of somebody's own leads to is not known beforehand
        if isinstance(error, InvalidInput) and course.is_bringing:
            raise
        return course.record(stopped=error)
    return course.record()


class _Course:
    """A game under way, with what is counted of it."""

    def __init__(self, opened: Opened, number: int, log: Callable[[TableEvent], None]) -> None:
        """Begin a game."""
        self.opened, self.matchup, self.tracker = opened, opened.matchup, opened.tracker
        self.number, self.log = number, log
        self.seated, self.seed = self.matchup.seated(number), self.matchup.seed_of(number)
        self.dice = FairDice(self.seed, (NUMBERS,) * len(self.seated))
        self.state: Any = self.tracker.start()
        self.happened = len(self.seated) + (self.matchup.situation is not None)  # All sit, the situation is noted.
        self.decisions = 0
        self.first: int | None = None
        self.drawn: list[dict[str, int]] = [{} for _ in self.seated]
        self.used: list[dict[str, int]] = [{} for _ in self.seated]
        self.is_bringing = False
        self.unbrought = [seat for seat, side in enumerate(self.seated) if self.matchup.sides[side].build]
        self.battle: LabBattle | None = None
        if situation := self.matchup.situation:
            assert isinstance(self.tracker, RecordsTracker)
            strengths = [STRENGTHS[self.matchup.sides[side].strength] for side in self.seated]
            self.battle = LabBattle(self.tracker, situation, self.seated, strengths)

    def run(self) -> None:
        """Play to the end, or to the bound of decisions."""
        while (pending := owed(self.tracker, self.state)) and self.decisions < self.matchup.most_decisions:
            self.happened += 1
            if is_chance(pending):
                self._happen(_chance(pending, self.dice, self.happened))
            else:
                stated = self.battle and self.battle.state_next(self.state)
                self._happen(stated or self._decided(pending))

    def _happen(self, happened: TableEvent) -> None:
        before, self.state = self.state, self.tracker.apply(self.state, happened)
        self.log(happened)
        for seat, card, is_use in self.tracker.card_uses(before, happened, self.state):
            counts = (self.used if is_use else self.drawn)[self.seated[seat]]
            counts[card] = counts.get(card, 0) + 1

    def _decided(self, pending: Pending) -> TableEvent:
        """Return what a side decides; with its build it begins, before anything else that it decides."""
        self.decisions += 1
        decided = self._brought(pending) or self._chosen(pending)
        if self.first is None and self.tracker.turn(self.state):
            self.first = decided.seat
        return decided

    def _brought(self, pending: Pending) -> TableEvent | None:
        """Return the event with which a side brings its build; None where none does now."""
        is_sealed = pending.wants == "seal"
        seats = [seat for seat in self.unbrought if not is_sealed or seat == pending.seat]
        if not seats or is_sealed != self.opened.are_builds_sealed:
            return None
        seat = seats[0]
        self.unbrought.remove(seat)
        side = self.matchup.sides[self.seated[seat]]
        view = self.tracker.view(self.state, seat)
        self.is_bringing = True
        with errors_at(side.title):
            if is_sealed:
                brought = event("seal", seat, {"sealed": ""}, self.tracker.read_secret(view, seat, side.build or {}))
            else:
                move = self.tracker.read_move(view, seat, "build", {"build": side.build})
                brought = event("move", seat, {"name": move.name, **move.values})
        self.is_bringing = False
        return brought

    def _chosen(self, pending: Pending) -> TableEvent:
        assert pending.seat is not None
        strength = STRENGTHS[self.matchup.sides[self.seated[pending.seat]].strength]
        seed = opponent_seed(self.seed, self.happened)
        if self.battle:
            return self.battle.choose(self.state, pending, seed)
        return choose(self.tracker, self.state, pending, strength, seed).action.event

    def record(self, stopped: Exception | None = None) -> PlayedGame:
        """Return how the game went; `stopped` is the error that ended it early."""
        result = None if stopped else self.tracker.result(self.state)
        return PlayedGame(
            number=self.number,
            winners=tuple(sorted(self.seated[seat] for seat in result.winners)) if result else (),
            ended=result is not None,
            why=self._why_stopped(stopped) if stopped else self._with_titles(result.why) if result else "",
            first=None if self.first is None else self.seated[self.first],
            turns=self.tracker.turn(self.state),
            decisions=self.decisions,
            drawn=tuple(self.drawn),
            used=tuple(self.used),
        )

    def _why_stopped(self, error: Exception) -> str:
        """Return the error, with the cards of packs that were drawn or used in this game."""
        cards = sorted(set(self.opened.pack_cards) & set().union(*self.drawn, *self.used))
        named = f", with {join_words([quote(self.opened.pack_cards[card]) for card in cards])} in play" if cards else ""
        return f"The rules failed{named}: {type(error).__name__}: {error}"

    def _with_titles(self, why: str) -> str:
        """Return a sentence with the sides' titles in place of what the game calls their seats."""
        names = zip(self.opened.names, self.seated, strict=False)
        titles = {name.lower(): self.matchup.sides[side].title for name, side in names}
        return re.sub("|".join(map(re.escape, titles)), lambda name: titles[name[0].lower()], why, flags=re.IGNORECASE)


def _chance(pending: Pending, dice: FairDice, number: int) -> TableEvent:
    if pending.wants == "shuffle":
        return shuffled(pending, dice.shuffle(number, range(pending.count)))
    if pending.wants == "open":
        return event("open", None, {})
    assert pending.throw
    return thrown(pending, dice.throw(number, pending.throw.die.faces, pending.throw.count))
