"""The attack as a state machine: first the attacker's rolls, of which the better counts, then the defender's.

A step is one throw, not one die and not one roll: Twin Strike rolls twice, and a roll of two kinds of dice is two
throws.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.dice.throw import Faces, Throw, succeeding
from companion.games.mecha_mettle.model import SUCCEEDS_FROM, DieKind
from companion.games.mecha_mettle.rules.turn import Damage, damage

ATTACKER, DEFENDER = 0, 1
"""The sides of an attack, as a throw names them."""
Standing = Literal["module", "port", "door"]
"""The kind of a target, which decides the damage of a hit."""
State = tuple[int, int, int, int]
"""Step, best attack so far (later: the attack itself), successes of the current roll, misses to reroll."""


@dataclass(frozen=True, slots=True)
class Step:
    """One throw of an attack: its dice (None: the misses of the throw before), and whether it ends its roll."""

    throw: Throw | None
    ends: bool
    kind: DieKind = "regular"
    again: bool = False
    """Whether the next step rerolls the misses of this throw."""


@dataclass(frozen=True)
class Attack:
    """An attack as a list of steps; the first `split` steps are the attacker's.

    `standing` is the kind of the target, None where dice were typed instead.
    """

    steps: tuple[Step, ...]
    split: int
    breach: bool
    impenetrable: bool = False
    standing: Standing | None = None

    def start(self) -> State:
        """Return the state before any dice; an impenetrable shield needs none (fact 90)."""
        return (len(self.steps) if self.impenetrable else 0, 0, 0, 0)

    def ask(self, state: State) -> Throw | None:
        """Return the next throw."""
        if state[0] == len(self.steps):
            return None
        step = self.steps[state[0]]
        return step.throw or attack_throw(f"attack: reroll the {state[3]} that missed", state[3], step.kind, ATTACKER)

    @rule("successes", "twin-strike")
    def take(self, state: State, faces: Faces) -> State:
        """Add the successes; at the end of an attacker's roll keep the better one (facts 9, 10, 91)."""
        index, best, current, _ = state
        misses, hits = faces
        step = self.steps[index]
        current += hits
        if step.again:
            if misses:
                return (index + 1, best, current, misses)
            index += 1
        index += 1
        if index > self.split or not self.steps[index - 1].ends:
            return (index, best, current, 0)
        return (index, current if current > best else best, 0, 0)

    @rule("strictly-more", "impenetrable", "breach")
    def outcome(self, state: State) -> Outcome:
        """Return `attack` and `defence` successes, `hit`, and `breach` (facts 12, 19, 90).

        With a target also `destroyed`: nothing, module, port, or module and port (facts 92 to 95; a door counts as a
        port).
        """
        _, attack, defence, _ = state
        hit = attack > defence and not self.impenetrable
        result = {"attack": attack, "defence": defence, "hit": hit, "breach": hit and self.breach}
        if self.standing is None:
            return result
        effect = damage(self.standing, self.breach) if hit else Damage(self.standing, False, False)
        destroyed = [
            name for name, gone in (("module", effect.module_discarded), ("port", effect.port_destroyed)) if gone
        ]
        return {**result, "destroyed": " and ".join(destroyed) or "nothing"}


@lru_cache(maxsize=1024)
def attack_throw(why: str, dice: int, kind: DieKind, by: int) -> Throw:
    """Return a side's dice of one kind, sorted into misses and successes."""
    return succeeding(why, dice, SUCCEEDS_FROM[kind], by=by)
