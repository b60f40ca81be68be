"""The melee clash as a state machine: attack, defense, counter-attack, finishing blow."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.data.rulebook import rule
from companion.dice.resolver import Outcome, Thrown
from companion.dice.throw import Faces, Throw
from companion.games.mechastellar.resolver.dice import attack_throw, defense_throw
from companion.games.mechastellar.resolver.shooting import ATTACKER, DEFENDER, LEAST_PEN, SAVE_DAMAGE, save_throw

FINISHING = 1000
POOL = 10
"""Most dice of an attack or a defense pool."""


@dataclass(frozen=True)
class ClashSide:
    """What one side brings to a clash: dice, weapon, and protection.

    `hits` are the bonus hits of its attack, `blocks` shield and Guard together, `momentum` the hits it pays to negate.
    `by_hits` means that its weapon pushes by a hit whatever its PEN, `late` that it pushes only when the clash is over.
    """

    attack: int = 0
    defense: int = 0
    level: int = 0
    damage: int = 0
    pen: int = 0
    hits: int = 0
    reroll: int = 0
    hit_on: int = 5
    block_on: int = 5
    finisher: int = 0
    push: bool = False
    by_hits: bool = False
    late: bool = False
    blocks: int = 0
    momentum: int = 0
    armor: int = 0
    save_damage: int = SAVE_DAMAGE
    most_saves: int = 3
    negate: int = 0
    hp: int | None = None

    @property
    def is_harmless(self) -> bool:
        """Return whether its hits change nothing: a unit without a melee weapon strikes back in vain."""
        return not self.damage and self.pen < LEAST_PEN


Struck = tuple[int, int, int]
"""Hits, hits blocked, failed saves that were not undone."""
NOTHING: Struck = (0, 0, 0)
State = tuple[int, int, int, Struck, Struck]
"""The stage, hits on the dice so far, dice to reroll, the blow to the defender, the blow to the attacker."""
END = 8


def blow_damage(by: ClashSide, struck: Struck) -> int:
    """Return the damage of a blow, without any finishing blow."""
    return (struck[0] - struck[1]) * by.damage + struck[2] * by.save_damage


def pushes_before_strike(by: ClashSide, struck: Struck) -> bool:
    """Return whether a pushing weapon pushes the enemy out of melee before it strikes back."""
    return moves_enemy(by, struck) and not by.late


def moves_enemy(by: ClashSide, struck: Struck) -> bool:
    """Return whether a pushing weapon moves the enemy at all: by a failed save, or by a hit if so or without PEN."""
    if not by.push:
        return False
    return struck[0] > struck[1] if by.by_hits or by.pen < LEAST_PEN else struck[2] > 0


@rule("finishing-blow")
def finishing_blow_damage(by: ClashSide, dealt: int, taken: int, out: bool = False) -> int:
    """Return the DMG of a side's Finishing Blow; 0 if it may not strike one."""
    if by.level < 1 or not (out or (dealt > 0 and taken == 0)):
        return 0
    return FINISHING * (1 + by.finisher)


@dataclass(frozen=True)
class Clash:
    """One melee clash between an attacker and a defender whose dice are split."""

    attacker: ClashSide
    defender: ClashSide
    leaves: int = 1
    shown: tuple[tuple[str, object], ...] = field(default=())

    def start(self) -> State:
        """Return the clash before any dice."""
        return self._at((0, 0, 0, NOTHING, NOTHING))

    def _at(self, state: State) -> State:
        """Return the first state from here on that asks for dice, or the end."""
        while state[0] < END and self.ask(state) is None:
            state = self._apply_faces(state, (0, 0, 0, 0))
        return state

    @rule("melee-dice", "counter-attack")
    def ask(self, state: State) -> Throw | None:
        """Return the next dice; None also for a stage without any: who is not attacked rolls no defense."""
        stage, _, again, struck, back = state
        if stage >= END:
            return None
        by, to, who = (self.attacker, self.defender, "attacker") if stage < 4 else (self.defender, self.attacker, "")
        whose, other = ("attacker's", "defender's") if who else ("counter-attacker's", "attacker's")
        striker, struck_side = (ATTACKER, DEFENDER) if who else (DEFENDER, ATTACKER)
        part = stage % 4
        if part == 0:
            why = f"{whose} attack dice"
            return attack_throw(why, by.attack, by.hit_on, by.reroll, by=striker) if by.attack else None
        if part == 1:
            return attack_throw(f"{whose} dice rerolled", again, by.hit_on, by=striker) if again else None
        if part == 2:
            if not to.defense or not (by.attack or by.hits):
                return None
            return defense_throw(defence_dice_label(other), to.defense, to.block_on, struck_side)
        hits = (struck if who else back)[0] - (struck if who else back)[1]
        return save_throw(min(to.most_saves, hits), by.pen, to.armor, struck_side)

    def take(self, state: State, faces: Faces) -> State:
        """Return the state after the dice, at the next stage that has any."""
        return self._at(self._apply_faces(state, faces))

    def _apply_faces(self, state: State, faces: Faces) -> State:
        stage, dice_hits, _, struck, back = state
        part, first = stage % 4, stage < 4
        by, to = (self.attacker, self.defender) if first else (self.defender, self.attacker)
        now = struck if first else back
        if part in (0, 1):
            again = faces[0] if part == 0 else 0
            return stage + 1, dice_hits + faces[2] + 2 * faces[3], again, struck, back
        if part == 2:
            hits = dice_hits + by.hits
            now = (hits, min(hits, faces[1] + to.blocks + to.momentum), 0)
            following = stage + 1
        else:
            now = (now[0], now[1], max(0, faces[0] - to.negate))
            following = self._stage_after_saves(stage, now)
        return (following, 0, 0, now, back) if first else (following, 0, 0, struck, now)

    def _stage_after_saves(self, stage: int, struck: Struck) -> int:
        """Return the stage after the saves: a unit that is destroyed or pushed out makes no counter-attack."""
        if stage > 4:
            return END
        dead = self.defender.hp is not None and blow_damage(self.attacker, struck) >= self.defender.hp
        return END if dead or pushes_before_strike(self.attacker, struck) else stage + 1

    @rule("disengage")
    def outcome(self, state: State) -> Outcome:
        """Return what both suffered: `hits`, `blocked`, `unblocked`, `damage`, `saves_failed`, and `counter_…`.

        `finishing_blow` names who struck one (the damage includes its DMG); `within_hp`, the damage without overkill,
        and `destroyed` are there where HP are known, `counter_within_hp` and `attacker_destroyed` where the attacker's;
        `disengage` is the Momentum that leaving costs the attacker afterwards, 0 where nothing holds it.
        """
        _, _, _, struck, back = state
        dealt, taken = blow_damage(self.attacker, struck), blow_damage(self.defender, back)
        out = pushes_before_strike(self.attacker, struck)
        more = finishing_blow_damage(self.attacker, dealt, taken, out)
        less = 0 if out else finishing_blow_damage(self.defender, taken, dealt)
        found: dict[str, object] = {
            "hits": struck[0],
            "blocked": struck[1],
            "unblocked": struck[0] - struck[1],
            "damage": dealt + more,
            "saves_failed": struck[2],
            "counter_hits": back[0],
            "counter_blocked": back[1],
            "counter_unblocked": back[0] - back[1],
            "counter_damage": taken + less,
            "counter_saves_failed": back[2],
            "finishing_blow": "attacker" if more else "defender" if less else "none",
        }
        if self.defender.hp is not None:
            found["within_hp"] = min(dealt + more, self.defender.hp)
            found["destroyed"] = dealt + more >= self.defender.hp
        if self.attacker.hp is not None:
            found["attacker_destroyed"] = taken + less >= self.attacker.hp
            found["counter_within_hp"] = min(taken + less, self.attacker.hp)
        apart = moves_enemy(self.attacker, struck) or found.get("destroyed") or found.get("attacker_destroyed")
        found["disengage"] = 0 if apart else self.leaves
        return found | dict(self.shown)

    def seen(self, thrown: Sequence[Thrown]) -> Outcome:
        """Return the blocks on each side's defense dice in a roll, without shields; `blocked` counts hits stopped."""
        return {
            "blocks_rolled": _blocks(thrown, defence_dice_label("defender's"), self.defender.block_on),
            "counter_blocks_rolled": _blocks(thrown, defence_dice_label("attacker's"), self.attacker.block_on),
        }


def defence_dice_label(whose: str) -> str:
    """Return the words of defense dice: whose they are."""
    return f"{whose} defense dice"


def _blocks(thrown: Sequence[Thrown], why: str, block_on: int) -> int:
    return sum(face >= block_on for throw in thrown if throw.throw.why == why for face in throw.faces)
