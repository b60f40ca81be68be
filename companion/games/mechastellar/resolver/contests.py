"""The smaller rolls: saves, terrain, battle damage, outmaneuvering, stun, initiative."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.data.rulebook import rule
from companion.dice.chain import Beginning, Chain
from companion.dice.one_throw import Again, Counted, OneThrow
from companion.dice.resolver import Outcome, Thrown
from companion.dice.throw import D10, FaceClass, Faces, Throw, numbered_throw, succeeding
from companion.games.mechastellar.resolver.dice import contest_throw
from companion.games.mechastellar.resolver.shooting import ATTACKER, DEFENDER, SAVE_DAMAGE, save_throw

ALONE = 0
"""Whoever makes a roll that has no second side."""


@rule("armor-save", "save-negate")
def saves(hits: int, pen: int, armor: int, most: int, negate: int = 0, each: int = SAVE_DAMAGE) -> OneThrow[int]:
    """Return armor saves alone, against the unblocked hits of a weapon with PEN.

    Its outcome: `saves` rolled, `failed`, `negated`, `damage`.
    """
    throw = save_throw(min(hits, most), pen, armor, ALONE)
    rolled = throw.count if throw else 0

    def as_outcome(failed: int) -> Outcome:
        negated = min(failed, negate)
        return {"saves": rolled, "failed": failed, "negated": negated, "damage": (failed - negated) * each}

    return OneThrow(throw, lambda faces: faces[0], as_outcome, nothing=0)


@rule("battle-damage")
def wreckage(armor: int, explosion: int | None = None) -> OneThrow[tuple[int, int]]:
    """Return a roll on the battle damage table, then on the critical table where it comes to that.

    `explosion` is the damage of the example's ruling. Its outcome: `result` (the die plus ARM Sv), `effect`, and any
    further `damage`.
    """
    critical = numbered_throw("critical damage", D10, by=ALONE)

    def as_outcome(dice: tuple[int, int]) -> Outcome:
        result = dice[0] + armor
        effect = _wreckage_effect(result, dice[1], bool(explosion))
        damage = (explosion or 0) if effect == "ammunition explosion" else 0
        return {"result": result, "effect": effect, "damage": damage}

    return OneThrow(
        numbered_throw("battle damage, d10 + ARM Sv", D10, by=ALONE),
        count=lambda faces: (faces.index(1) + 1, 0),
        as_outcome=as_outcome,
        again=Again(
            times=1,
            throw=lambda dice: critical if dice[0] + armor <= 1 else None,
            count=lambda dice, faces: (dice[0], faces.index(1) + 1),
        ),
    )


def _wreckage_effect(result: int, critical: int, explodes: bool) -> str:
    if result >= 10:
        return "none"
    if result >= 4:
        return "disable"
    if result >= 2:
        return "main camera" if result == 2 else "propulsion"
    if critical == 10:
        return "cockpit"
    return "ammunition explosion" if explodes and critical == 4 else "attacker chooses"


@rule("destroy-terrain")
def crumbling(damage: int, rolls: int) -> OneThrow[bool]:
    """Return the roll for a piece of terrain that may be destroyed: each die must reach the damage in hundreds.

    Its outcome: `target`, the face that each die must show, `rolls` and whether it `survives`.
    """
    target = -(-damage // 100)
    return OneThrow(
        succeeding(f"the terrain survives on {target} or more", rolls, target, D10, ("broken", "holds"), ALONE),
        count=lambda faces: not faces[0],
        as_outcome=lambda survives: {"target": target, "rolls": rolls, "survives": survives},
    )


Contest = Chain[Counted[int], Counted[int]]
"""An outmaneuver roll or a bridge attack: the attacker's dice, then the defender's."""


@rule("outmaneuver", "bridge-attack")
def contest(attacker: int, defender: int, bought: tuple[int, int] = (0, 0), bridge: bool = False) -> Contest:
    """Return the dice of both sides, with the successes that Momentum has bought.

    Its outcome: both sides' successes, the `winner`, and what it gains (`result`).
    """
    first = _successes(contest_throw("attacker outmaneuvers", attacker, ATTACKER), bought[0])
    second = _successes(contest_throw("defender outmaneuvers", defender, DEFENDER), bought[1])

    def join(one: Outcome, other: Outcome | None) -> Outcome:
        a, b = one["successes"], (other or {})["successes"]
        winner = "attacker" if a > b else "defender" if b > a else "nobody"
        return {"attacker": a, "defender": b, "winner": winner, "result": _contest_result(a - b, bridge)}

    return Chain(first, lambda _: Beginning(second, second.start()), join)


def _successes(throw: Throw, bought: int) -> OneThrow[int]:
    return OneThrow(throw, lambda faces: bought + faces[1] + 2 * faces[2], lambda won: {"successes": won})


def _contest_result(lead: int, bridge: bool) -> str:
    if lead == 0:
        return "the sequence ends"
    if lead < 0:
        return "overwatch with +3 hits" if bridge else "overwatch with +3 shots"
    if bridge:
        return "blindside and PEN+3"
    return "blindside" if lead >= 3 else "tactical advantage"


@rule("stun-recovery", "shutdown")
def recovery(actions: int, usual: int) -> OneThrow[int]:
    """Return a stunned unit's three dice.

    Its outcome: `recovered` actions, at most those that were lost, `actions` now, and whether it is still in
    `shutdown`.
    """
    return OneThrow(
        succeeding("stun recovery", 3, 5, D10, ("miss", "recovered"), ALONE),
        count=lambda faces: min(faces[1], max(0, usual - actions)),
        as_outcome=lambda back: {"recovered": back, "actions": actions + back, "shutdown": actions + back < 0},
    )


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
