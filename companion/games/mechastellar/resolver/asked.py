"""A shooting attack at a table: its players are asked, after the dice, what their Momentum and skills change.

`Shot` is the same attack with all of that decided beforehand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from companion.base.wording import plural
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome, Thrown
from companion.dice.throw import Choice, Faces, Throw
from companion.games.mechastellar.resolver.shooting import ATTACKER, DEFENDER, EVERY_HIT, Shot, evade_throw, save_throw

ESCAPE = "Narrow Escape: negate all hits"
AGAIN = "the worst evade dice again"
RAISED = 3
"""Hits that The Will to Power makes critical at most."""
IMPROVISED = 2
"""Dice that Improvise rolls again at most."""
Stage = Literal["evade", "reroll", "improvise", "again", "will", "defense", "guardian", "saves", "undo", "end"]


@dataclass(frozen=True)
class Means:
    """What the player of a unit may spend after the dice: `pool` Momentum, `price` of it for each hit.

    Where `whole`, the price negates all hits at once. `undo` says whether failed saves may be undone, `improvise`
    whether dice may be rolled again, `guardian` whether another unit may take the hits, `escape` whether the event
    Narrow Escape may negate all of them, `pyrrhic` whether Pyrrhic Victory may help a counter-attack. `will` are the
    hits besides dice that The Will to Power may make critical in melee, None without that event.
    """

    pool: int
    price: int = 1
    whole: bool = False
    undo: bool = False
    improvise: bool = False
    guardian: bool = False
    escape: bool = False
    pyrrhic: bool = False
    will: int | None = None


class Answered(NamedTuple):
    """The state of an attack: criticals and hits on the dice, what was decided, and the Momentum `paid` so far."""

    stage: Stage
    crits: int = 0
    hits: int = 0
    again: int = 0
    negated: int = 0
    paid: int = 0
    failed: int = 0
    improvised: bool = False
    intercepted: int = 0
    escaped: bool = False
    willed: bool = False


@lru_cache(maxsize=1024)
@rule("skill-defense", "climactic-event")
def negation_choice(through: int, means: Means, left: int, by: int) -> Choice | None:
    """Return how many of the hits that get through are negated: as many as Momentum pays for, or all by an event."""
    most = min(through, left // means.price)
    if not through or not (most or means.escape):
        return None
    answers = [f"negate {count} for {count * means.price} Momentum" for count in range(1, most + 1)]
    if means.whole:
        answers = [f"negate all for {means.price} Momentum"] * bool(most)
    why = f"{plural(through, 'hit')} get{'s' * (through == 1)} through: Skill Defense?"
    return Choice(why, ("none", *answers, *[ESCAPE] * means.escape), by=by)


@rule("skill-defense")
def negated_by(choice: Throw | None, means: Means, answer: int) -> tuple[int, int, bool]:
    """Return the hits that an answer to `negation_choice` negates, the Momentum that it costs, whether by the event."""
    if isinstance(choice, Choice) and choice.answers[answer] == ESCAPE:
        return EVERY_HIT, 0, True
    return (EVERY_HIT if means.whole and answer else answer), answer * means.price, False


@lru_cache(maxsize=1024)
@rule("save-negate")
def undoing_choice(failed: int, left: int, by: int) -> Choice | None:
    """Return how many failed saves are undone, for 1 Momentum each."""
    most = min(failed, left)
    if not most:
        return None
    answers = [f"undo {count} for {count} Momentum" for count in range(1, most + 1)]
    return Choice(f"{plural(failed, 'save')} failed: undo any?", ("none", *answers), by=by)


@lru_cache(maxsize=256)
@rule("improvise")
def improvise_choice(dice: int, what: str, by: int) -> Choice | None:
    """Return how many dice that failed are rolled again, once a Round."""
    most = min(IMPROVISED, dice)
    if not most:
        return None
    answers = [f"roll {count} again" for count in range(1, most + 1)]
    return Choice(f"Improvise: {what} again? Once a Round.", ("none", *answers), by=by)


@lru_cache(maxsize=64)
@rule("climactic-event")
def will_choice(hits: int, by: int) -> Choice:
    """Return whether a commander makes hits critical."""
    return Choice(f"The Will to Power: make {plural(hits, 'hit')} critical? Once a game.", by=by)


@lru_cache(maxsize=64)
@rule("guardian")
def guardian_choice(through: int, by: int) -> Choice:
    """Return whether another unit takes the hits that get through."""
    return Choice(f"Guardian: does another unit take the {plural(through, 'hit')}? 1 Influence.", by=by)


@dataclass(frozen=True)
class AskedShot:
    """A shooting attack whose target's player decides after the dice; `shot` has the choices made before them.

    `will` is whether the attacker's commander may make three hits critical by an event.
    """

    shot: Shot
    means: Means
    will: bool = False

    def start(self) -> Answered:
        """Return the attack before any dice."""
        return self._at(Answered("evade" if self.shot.shots else "defense"))

    def _at(self, state: Answered) -> Answered:
        """Return the first state from here on that asks for something, or the end."""
        while state.stage != "end" and self.ask(state) is None:
            state = state._replace(stage=_AFTER[state.stage])
        return state

    def _through(self, state: Answered) -> int:
        return self.shot.through(self.shot.count(state.crits, state.hits)[1], state.negated)

    def _raise_hits(self, state: Answered) -> tuple[Answered, int]:
        """Return an attack after hits were made critical, and how many they are; 0 where no more get through."""
        raised = min(RAISED, state.hits + self.shot.bonus_hits)
        after = state._replace(crits=state.crits + raised, hits=state.hits - raised, willed=True)
        return after, raised if self._through(after) > self._through(state) else 0

    def ask(self, state: Answered) -> Throw | None:
        """Return the next dice or question."""
        shot, means, failed_dice = self.shot, self.means, state.crits + state.hits
        match state.stage:
            case "evade":
                return shot.ask((0, 0, 0, 0, 0))
            case "reroll" | "again":
                why = AGAIN if state.stage == "reroll" else "improvised evade dice"
                return evade_throw(why, state.again, shot.target, shot.lock) if state.again else None
            case "improvise":
                return improvise_choice(failed_dice, "the worst evade dice", DEFENDER) if means.improvise else None
            case "will":
                raised = self._raise_hits(state)[1] if self.will else 0
                return will_choice(raised, ATTACKER) if raised else None
            case "defense":
                return negation_choice(self._through(state), means, means.pool - state.paid, DEFENDER)
            case "guardian":
                through = self._through(state)
                return guardian_choice(through, DEFENDER) if means.guardian and through else None
            case "saves":
                count = 0 if state.intercepted else min(shot.most_saves, self._through(state))
                return save_throw(count, shot.pen, shot.armor, DEFENDER)
            case "undo":
                return undoing_choice(state.failed, means.pool - state.paid, DEFENDER) if means.undo else None
            case "end":
                return None

    def take(self, state: Answered, faces: Faces) -> Answered:
        """Return the state after dice or an answer, at the next stage that asks for something."""
        match state.stage:
            case "evade":
                state = state._replace(crits=faces[0], hits=faces[1], again=min(self.shot.rerolls, sum(faces[:2])))
            case "reroll" | "again":
                state = _roll_again(state, faces)
            case "improvise":
                again = faces.index(1)
                state = state._replace(again=again, improvised=bool(again))
            case "will":
                state = self._raise_hits(state)[0] if faces.index(1) else state
            case "defense":
                negated, cost, escaped = negated_by(self.ask(state), self.means, faces.index(1))
                state = state._replace(negated=negated, paid=state.paid + cost, escaped=escaped)
            case "guardian":
                state = state._replace(intercepted=self._through(state) * faces.index(1))
            case "saves":
                state = state._replace(failed=faces[0])
            case "undo":
                undone = faces.index(1)
                state = state._replace(failed=state.failed - undone, paid=state.paid + undone)
        return self._at(state._replace(stage=_AFTER[state.stage]))

    def outcome(self, state: Answered) -> Outcome:
        """Return the outcome of a `Shot`, `momentum` paid, hits `intercepted`, whether it `improvised` or `escaped`.

        Hits that a guardian takes do no damage here.
        """
        shot = self.shot
        found = dict(shot.outcome((3, *shot.count(state.crits, state.hits), state.failed, state.negated)))
        if state.intercepted:
            found |= {"damage": 0, "unblocked": 0}
            found |= {"within_hp": 0, "destroyed": False} if shot.hp is not None else {}
        spent = {"momentum": state.paid, "improvised": state.improvised, "escaped": state.escaped}
        return {**found, **spent, "attacker_willed": state.willed, "intercepted": state.intercepted}

    def seen(self, thrown: Sequence[Thrown]) -> Outcome:
        """Return the `tens` among a roll's evade dice, and how many were `rerolled` without Improvise.

        An ace's 10s shoot remote weapons down.
        """
        dice = [one for one in thrown if "evade" in one.throw.why and not isinstance(one.throw, Choice)]
        again = sum(len(one.faces) for one in dice if one.throw.why == AGAIN)
        return {"tens": sum(face == 10 for one in dice for face in one.faces), "rerolled": again}


_AFTER: dict[Stage, Stage] = {
    "evade": "reroll",
    "reroll": "improvise",
    "improvise": "again",
    "again": "will",
    "will": "defense",
    "defense": "guardian",
    "guardian": "saves",
    "saves": "undo",
    "undo": "end",
    "end": "end",
}


def _roll_again(state: Answered, faces: Faces) -> Answered:
    """Return the state after dice rolled again, which take the place of criticals first."""
    gone = min(state.again, state.crits)
    crits = state.crits - gone + faces[0]
    return state._replace(crits=crits, hits=state.hits - (state.again - gone) + faces[1], again=0)
