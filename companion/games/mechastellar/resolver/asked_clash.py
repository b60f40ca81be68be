"""A melee clash at a table: both players are asked, after their dice, what their Momentum and skills change.

`Clash` is the same clash with all of that decided beforehand; the outcome is made by it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeVar, get_args

from companion.base.wording import plural
from companion.dice.resolver import Outcome, Thrown
from companion.dice.throw import Choice, Faces, Throw
from companion.games.mechastellar.resolver.asked import (
    RAISED,
    Means,
    guardian_choice,
    improvise_choice,
    negated_by,
    negation_choice,
    undoing_choice,
    will_choice,
)
from companion.games.mechastellar.resolver.clash import (
    END,
    NOTHING,
    Clash,
    ClashSide,
    Struck,
    blow_damage,
    defence_dice_label,
    pushes_before_strike,
)
from companion.games.mechastellar.resolver.dice import attack_throw, defense_throw
from companion.games.mechastellar.resolver.shooting import ATTACKER, DEFENDER, save_throw

Stage = Literal[
    "pyrrhic",
    "attack",
    "reroll",
    "improvise",
    "again",
    "will",
    "defense",
    "improvise-defense",
    "again-defense",
    "skill",
    "guardian",
    "saves",
    "undo",
    "end",
]
STAGES: tuple[Stage, ...] = get_args(Stage)
T = TypeVar("T", int, bool)


class Blows(NamedTuple):
    """The state of a clash: the blow (0 the attacker's, 1 the answer), its stage, hits, misses and blocks on the dice.

    `again` are dice to roll again, `more` hits of the answer by Pyrrhic Victory, `plain` hits on dice that are no
    criticals. `paid`, `improvised`, `escaped` and `willed` are of both sides, the attacker first.
    """

    blow: int
    stage: Stage
    hits: int = 0
    misses: int = 0
    blocks: int = 0
    again: int = 0
    negated: int = 0
    failed: int = 0
    struck: Struck = NOTHING
    back: Struck = NOTHING
    paid: tuple[int, int] = (0, 0)
    improvised: tuple[bool, bool] = (False, False)
    intercepted: int = 0
    escaped: tuple[bool, bool] = (False, False)
    more: int = 0
    plain: int = 0
    willed: tuple[bool, bool] = (False, False)


@dataclass(frozen=True)
class AskedClash:
    """A clash whose dice are split; `means` are what the attacker and the defender may spend after the dice."""

    clash: Clash
    means: tuple[Means, Means]

    def start(self) -> Blows:
        """Return the clash before any dice."""
        return self._at(Blows(0, "pyrrhic"))

    def _sides(self, state: Blows) -> tuple[ClashSide, ClashSide, int, int]:
        """Return who strikes and who is struck, and the numbers of these sides."""
        if state.blow:
            by = self.clash.defender
            return replace(by, hits=by.hits + state.more), self.clash.attacker, DEFENDER, ATTACKER
        return self.clash.attacker, self.clash.defender, ATTACKER, DEFENDER

    def _at(self, state: Blows) -> Blows:
        """Return the first state from here on that asks for something, or the end."""
        while state.stage != "end" and self.ask(state) is None:
            state = self._next(state)
        return state

    def _next(self, state: Blows) -> Blows:
        """Return the state at the next stage: after a blow the answer, where the unit that was struck can strike."""
        if state.stage != "undo":
            after = state._replace(stage=STAGES[STAGES.index(state.stage) + 1])
            return after._replace(misses=0) if after.stage == "defense" else after
        hits = state.hits + self._sides(state)[0].hits
        struck = (hits, hits - self._through(state) + state.intercepted * (not state.blow), state.failed)
        if state.blow:
            escaped = state.escaped[ATTACKER]
            first = (state.struck[0], state.struck[0], 0) if escaped else state.struck
            return state._replace(stage="end", struck=first, back=struck, intercepted=state.intercepted * (not escaped))
        by, to = self.clash.attacker, self.clash.defender
        dead = to.hp is not None and blow_damage(by, struck) >= to.hp
        if dead or to.is_harmless or state.escaped[DEFENDER] or pushes_before_strike(by, struck):
            return state._replace(stage="end", struck=struck)
        kept = Blows(1, "pyrrhic", struck=struck, paid=state.paid, improvised=state.improvised, willed=state.willed)
        return kept._replace(intercepted=state.intercepted)

    def _through(self, state: Blows) -> int:
        by, to, _, _ = self._sides(state)
        return max(0, state.hits + by.hits - state.blocks - to.blocks - state.negated)

    def _left(self, state: Blows, side: int) -> int:
        return self.means[side].pool - state.paid[side]

    def _may_improvise(self, state: Blows, side: int) -> bool:
        return self.means[side].improvise and not state.improvised[side]

    def _raised(self, state: Blows, side: int) -> int:
        will = self.means[side].will
        return 0 if will is None or state.willed[side] else min(RAISED, state.plain + will)

    def ask(self, state: Blows) -> Throw | None:
        """Return the next dice or question; None also for a stage without any."""
        by, to, striker, other = self._sides(state)
        whose = ("attacker's", "counter-attacker's")[state.blow]
        match state.stage:
            case "pyrrhic":
                more = (state.struck[0] - state.struck[1]) // 2 if self.means[striker].pyrrhic else 0
                why = f"Pyrrhic Victory: {plural(more, 'hit')} more on the counter-attack? Once a game."
                return Choice(why, by=striker) if state.blow and more else None
            case "attack":
                return (
                    attack_throw(f"{whose} attack dice", by.attack, by.hit_on, by.reroll, by=striker)
                    if by.attack
                    else None
                )
            case "reroll" | "again":
                why = f"{whose} dice {'rerolled' if state.stage == 'reroll' else 'improvised'}"
                return attack_throw(why, state.again, by.hit_on, by=striker) if state.again else None
            case "improvise":
                may = self._may_improvise(state, striker)
                return improvise_choice(state.misses, "attack dice that missed", striker) if may else None
            case "will":
                raised = self._raised(state, striker)
                return will_choice(raised, striker) if raised else None
            case "defense":
                label = defence_dice_label(("defender's", "attacker's")[state.blow])
                rolls = to.defense and (by.attack or by.hits)
                return defense_throw(label, to.defense, to.block_on, other) if rolls else None
            case "improvise-defense":
                may = self._may_improvise(state, other) and self._through(state) > 0
                return improvise_choice(state.misses, "defense dice that missed", other) if may else None
            case "again-defense":
                label = f"{defence_dice_label(('defender’s', 'attacker’s')[state.blow])} improvised"
                return defense_throw(label, state.again, to.block_on, other) if state.again else None
            case "skill":
                return negation_choice(self._through(state), self.means[other], self._left(state, other), other)
            case "guardian":
                may = self.means[other].guardian and not state.blow and self._through(state) > 0
                return guardian_choice(self._through(state), other) if may else None
            case "saves":
                hits = 0 if state.intercepted and not state.blow else self._through(state)
                return save_throw(min(to.most_saves, hits), by.pen, to.armor, other)
            case "undo":
                may = self.means[other].undo
                return undoing_choice(state.failed, self._left(state, other), other) if may else None
            case "end":
                return None

    def take(self, state: Blows, faces: Faces) -> Blows:
        """Return the state after dice or an answer, at the next stage that asks for something."""
        _, _, striker, other = self._sides(state)
        match state.stage:
            case "pyrrhic":
                state = state._replace(more=(state.struck[0] - state.struck[1]) // 2 * faces.index(1))
            case "attack":
                again = faces[0]
                hits = faces[2] + 2 * faces[3]
                state = state._replace(hits=hits, plain=faces[2], misses=faces[1], again=again)
            case "reroll" | "again":
                hits = state.hits + faces[2] + 2 * faces[3]
                misses, plain = state.misses + faces[0] + faces[1], state.plain + faces[2]
                state = state._replace(hits=hits, plain=plain, misses=misses, again=0)
            case "will":
                raised = self._raised(state, striker) * faces.index(1)
                willed = _set(state.willed, striker, state.willed[striker] or raised > 0)
                state = state._replace(hits=state.hits + raised, willed=willed)
            case "improvise" | "improvise-defense":
                again = faces.index(1)
                side = striker if state.stage == "improvise" else other
                improvised = _set(state.improvised, side, state.improvised[side] or bool(again))
                state = state._replace(again=again, misses=state.misses - again, improvised=improvised)
            case "defense":
                state = state._replace(misses=faces[0], blocks=faces[1])
            case "again-defense":
                state = state._replace(blocks=state.blocks + faces[1], again=0)
            case "skill":
                negated, cost, escaped = negated_by(self.ask(state), self.means[other], faces.index(1))
                state = state._replace(negated=negated, paid=_set(state.paid, other, state.paid[other] + cost))
                state = state._replace(escaped=_set(state.escaped, other, escaped))
            case "guardian":
                state = state._replace(intercepted=self._through(state) * faces.index(1))
            case "saves":
                state = state._replace(failed=faces[0])
            case "undo":
                undone = faces.index(1)
                paid = _set(state.paid, other, state.paid[other] + undone)
                state = state._replace(failed=state.failed - undone, paid=paid)
        return self._at(self._next(state))

    def outcome(self, state: Blows) -> Outcome:
        """Return the outcome of a `Clash`, and what both paid and improvised, and the hits that a guardian takes."""
        return {
            **self.clash.outcome((END, 0, 0, state.struck, state.back)),
            "attacker_momentum": state.paid[ATTACKER],
            "momentum": state.paid[DEFENDER],
            "attacker_improvised": state.improvised[ATTACKER],
            "improvised": state.improvised[DEFENDER],
            "attacker_willed": state.willed[ATTACKER],
            "willed": state.willed[DEFENDER],
            "attacker_escaped": state.escaped[ATTACKER],
            "escaped": state.escaped[DEFENDER],
            "pyrrhic": state.more > 0,
            "intercepted": state.intercepted,
        }

    def seen(self, thrown: Sequence[Thrown]) -> Outcome:
        """Return the blocks on each side's defense dice in a roll, as a `Clash` does."""
        return self.clash.seen(thrown)


def _set(values: tuple[T, T], side: int, value: T) -> tuple[T, T]:
    return (value, values[1]) if side == ATTACKER else (values[0], value)
