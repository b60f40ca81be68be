"""The smaller rolls as state machines: saves, terrain, battle damage, outmaneuvering, stun, initiative."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.data.rulebook import rule
from companion.dice.resolver import Outcome, Thrown
from companion.dice.throw import D10, FaceClass, Faces, Throw, numbered_throw, succeeding, values
from companion.games.mechastellar.resolver.dice import contest_throw
from companion.games.mechastellar.resolver.shooting import ATTACKER, DEFENDER, SAVE_DAMAGE, save_throw

ALONE = 0
"""Whoever makes a roll that has no second side."""


@dataclass(frozen=True)
class Saves:
    """Armor saves alone, against the unblocked hits of a weapon with PEN."""

    hits: int
    pen: int
    armor: int
    most: int
    negate: int = 0
    each: int = SAVE_DAMAGE

    def start(self) -> int | None:
        """Return None before the dice, or 0 failures if no save is rolled."""
        return None if self._throw() else 0

    def _throw(self) -> Throw | None:
        return save_throw(min(self.hits, self.most), self.pen, self.armor, ALONE)

    def ask(self, state: int | None) -> Throw | None:
        """Return the saves."""
        return self._throw() if state is None else None

    def take(self, state: int | None, faces: Faces) -> int:
        """Return how many failed."""
        return faces[0]

    @rule("armor-save", "save-negate")
    def outcome(self, state: int | None) -> Outcome:
        """Return `saves` rolled, `failed`, `negated`, `damage`."""
        failed, throw = state or 0, self._throw()
        negated = min(failed, self.negate)
        rolled = throw.count if throw else 0
        damage = (failed - negated) * self.each
        return {"saves": rolled, "failed": failed, "negated": negated, "damage": damage}


@dataclass(frozen=True)
class Wreckage:
    """Rolls on the battle damage table and the critical table; `explosion` is the damage of the example's ruling."""

    armor: int
    explosion: int | None = None

    def start(self) -> tuple[int, int]:
        """Return no roll yet."""
        return 0, 0

    def ask(self, state: tuple[int, int]) -> Throw | None:
        """Return the table's die, then that of a critical."""
        if not state[0]:
            return numbered_throw("battle damage, d10 + ARM Sv", D10, by=ALONE)
        if not state[1] and state[0] + self.armor <= 1:
            return numbered_throw("critical damage", D10, by=ALONE)
        return None

    def take(self, state: tuple[int, int], faces: Faces) -> tuple[int, int]:
        """Return the state after a die."""
        (face,) = values(numbered_throw("", D10), faces)
        return (face, 0) if not state[0] else (state[0], face)

    @rule("battle-damage")
    def outcome(self, state: tuple[int, int]) -> Outcome:
        """Return `result` (the die plus ARM Sv), `effect`, and any further `damage`."""
        result = state[0] + self.armor
        effect, damage = self._effect(result, state[1]), 0
        if effect == "ammunition explosion":
            damage = self.explosion or 0
        return {"result": result, "effect": effect, "damage": damage}

    def _effect(self, result: int, critical: int) -> str:
        if result >= 10:
            return "none"
        if result >= 4:
            return "disable"
        if result >= 2:
            return "main camera" if result == 2 else "propulsion"
        if critical == 10:
            return "cockpit"
        return "ammunition explosion" if self.explosion and critical == 4 else "attacker chooses"


@dataclass(frozen=True)
class Crumbling:
    """A piece of terrain that may be destroyed: it survives if each die reaches the damage in hundreds."""

    damage: int
    rolls: int

    @property
    def target(self) -> int:
        """Return the face that each die must show."""
        return -(-self.damage // 100)

    def start(self) -> int | None:
        """Return None before the dice."""
        return None

    @rule("destroy-terrain")
    def ask(self, state: int | None) -> Throw | None:
        """Return one die, or three."""
        why = f"the terrain survives on {self.target} or more"
        return succeeding(why, self.rolls, self.target, D10, ("broken", "holds"), ALONE) if state is None else None

    def take(self, state: int | None, faces: Faces) -> int:
        """Return how many dice failed."""
        return faces[0]

    def outcome(self, state: int | None) -> Outcome:
        """Return `target`, `rolls` and whether it `survives`."""
        return {"target": self.target, "rolls": self.rolls, "survives": not state}


ContestState = tuple[int, int, int]
"""The stage, the attacker's successes, the defender's."""


@dataclass(frozen=True)
class Contest:
    """An outmaneuver roll or a bridge attack: the dice of both sides, and the successes they buy."""

    attacker: int
    defender: int
    bought: tuple[int, int] = (0, 0)
    bridge: bool = False

    def start(self) -> ContestState:
        """Return the contest before any dice."""
        return self._skip_diceless((0, *self.bought))

    def _skip_diceless(self, state: ContestState) -> ContestState:
        while state[0] < 2 and self.ask(state) is None:
            state = (state[0] + 1, state[1], state[2])
        return state

    def ask(self, state: ContestState) -> Throw | None:
        """Return the attacker's dice, then the defender's."""
        if state[0] == 0:
            return contest_throw("attacker outmaneuvers", self.attacker, ATTACKER) if self.attacker else None
        if state[0] == 1:
            return contest_throw("defender outmaneuvers", self.defender, DEFENDER) if self.defender else None
        return None

    def take(self, state: ContestState, faces: Faces) -> ContestState:
        """Return the state with a side's successes counted."""
        won = faces[1] + 2 * faces[2]
        stage, a, b = state
        return self._skip_diceless((1, a + won, b) if stage == 0 else (2, a, b + won))

    @rule("outmaneuver", "bridge-attack")
    def outcome(self, state: ContestState) -> Outcome:
        """Return both sides' successes, the `winner`, and what it gains (`result`)."""
        _, a, b = state
        winner = "attacker" if a > b else "defender" if b > a else "nobody"
        return {"attacker": a, "defender": b, "winner": winner, "result": self._result(a - b)}

    def _result(self, lead: int) -> str:
        if lead == 0:
            return "the sequence ends"
        if lead < 0:
            return "overwatch with +3 hits" if self.bridge else "overwatch with +3 shots"
        if self.bridge:
            return "blindside and PEN+3"
        return "blindside" if lead >= 3 else "tactical advantage"


@dataclass(frozen=True)
class Recovery:
    """A stunned unit's three dice."""

    actions: int
    usual: int

    def start(self) -> int | None:
        """Return None before the dice."""
        return None

    @rule("stun-recovery", "shutdown")
    def ask(self, state: int | None) -> Throw | None:
        """Return the three dice."""
        return succeeding("stun recovery", 3, 5, D10, ("miss", "recovered"), ALONE) if state is None else None

    def take(self, state: int | None, faces: Faces) -> int:
        """Return the number of actions recovered, at most those that were lost."""
        return min(faces[1], max(0, self.usual - self.actions))

    def outcome(self, state: int | None) -> Outcome:
        """Return `recovered`, `actions` now, and whether it is still in `shutdown`."""
        back = state or 0
        return {"recovered": back, "actions": self.actions + back, "shutdown": self.actions + back < 0}


_CLASSES = tuple(FaceClass(str(face), frozenset({face})) for face in D10.faces)


MOST_REPEATS = 6
"""How often a tie is rolled again; a tie after the last repeat is left to the players."""
RollOffState = tuple[int, int, int]
"""Roll-offs repeated so far, your die, their die."""


@dataclass(frozen=True)
class RollOff:
    """Both sides' dice for initiative; a tie is rolled again, at most six times."""

    def start(self) -> RollOffState:
        """Return no dice yet."""
        return 0, 0, 0

    @rule("initiative")
    def ask(self, state: RollOffState) -> Throw | None:
        """Return your die, then theirs."""
        again, a, b = state
        if b:
            return None
        words = "their initiative" if a else "your initiative"
        return Throw(f"{words}, again after a tie" if again else words, 1, D10, _CLASSES, by=int(bool(a)))

    def take(self, state: RollOffState, faces: Faces) -> RollOffState:
        """Return the state after a die; equal dice begin anew."""
        again, a, _ = state
        face = faces.index(1) + 1
        if not a:
            return again, face, 0
        return (again + 1, 0, 0) if face == a and again < MOST_REPEATS else (again, a, face)

    def outcome(self, state: RollOffState) -> Outcome:
        """Return the `winner`, who chooses; a tie after six repeats stays one."""
        _, a, b = state
        return {"winner": "you" if a > b else "them" if b > a else "tie: roll again"}

    def seen(self, thrown: Sequence[Thrown]) -> Outcome:
        """Return the last dice of a roll, `you` and `them`."""
        return {"you": thrown[-2].faces[0], "them": thrown[-1].faces[0]}
