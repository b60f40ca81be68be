"""An Attack Roll against an Evasion Roll with their Re-Rolls: what shots, charges and volleys are made of.

A state keeps only dice that still lie on the table, so that equal ones merge when every face is run at once.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from companion.base.wording import plural
from companion.data.rulebook import Rulings, rule
from companion.dice.throw import D10, Choice, Faces, Throw, numbered_throw
from companion.games.techniconica.model.special_rules import NONE, Effects
from companion.games.techniconica.rules.attack_rolls import counting_die, jams, points

Policy = Literal["when-it-helps", "on-average", "never"]
"""When odds and app rolls use a Re-Roll: when a side is losing and another face could change that; whenever another
roll is better for it on average, a weak hit among them; or never."""
Phase = Literal["attack", "evasion", "ask-attacker", "ask-defender", "over"]
DICELESS = 5
"""What every roll counts as in diceless play (rule diceless)."""
ATTACKER, DEFENDER = 1, 2
BEST = 10


@lru_cache(maxsize=4096)
def _count_attack_dice(faces: Faces, beside: int, effects: Effects, any_jams: bool) -> tuple[int, bool, int]:
    thrown = [face for face, count in enumerate(faces, 1) for _ in range(count)]
    dice = sorted([*thrown, beside] if beside else thrown)
    counts = counting_die(dice, effects.dice)
    rulings = {"accurate-jam": "any"} if any_jams else {}
    return counts, jams(dice, effects, rulings), dice[-1] if counts == dice[0] else dice[0]


class Fell(NamedTuple):
    """What the rolls of one Weapon come to."""

    damage: int
    hits: bool
    jam: bool


class ClashState(NamedTuple):
    """The dice on the table (0: not rolled, or taken up again), the Re-Rolls left, who declined one.

    `other` is the second of two dice where it stays on the table; with `stands` the Evasion Roll is not rolled again.
    """

    phase: Phase
    attack: int = 0
    jam: bool = False
    evasion: int = 0
    other: int = 0
    left: tuple[int, int] = (0, 0)
    declined: int = 0
    stands: bool = False


@dataclass(frozen=True)
class Clash:
    """One Weapon's Attack Roll against the target's Evasion Roll; `attack` and `evasion` are added to the dice."""

    attack: int
    evasion: int
    damage_output: int
    effects: Effects = NONE
    policy: Policy = "when-it-helps"
    rulings: Rulings = field(default_factory=dict, hash=False)
    by: str = ""
    sides: tuple[int, int] = (0, 1)
    """Whose the Attack Roll and whose the Evasion Roll is, as throws name them: in a counter-attack the other way."""

    def start(self, left: tuple[int, int] = (0, 0), evasion: int = 0, stands: bool = False) -> ClashState:
        """Return the state before the Attack Roll; an Evasion Roll from an earlier Weapon is kept."""
        return ClashState("attack", evasion=evasion, left=left, stands=stands and evasion > 0)

    def ask(self, state: ClashState) -> Throw | None:
        """Return the next throw, or the offer of a Re-Roll to the player who decides first by the ruling."""
        match state.phase:
            case "attack":
                return numbered_throw(f"{self.by}Attack Roll", D10, self._dice(state), by=self.sides[0])
            case "evasion":
                return numbered_throw(f"{self.by}Evasion Roll", D10, by=self.sides[1])
            case "ask-attacker":
                return self._choice("the Attack Roll", 0, state, self._attacker_would(state))
            case "ask-defender":
                return self._choice("the Evasion Roll", 1, state, self._defender_would(state))
        return None

    def _choice(self, what: str, who: int, state: ClashState, usual: bool) -> Choice:
        why = f"{self.by}Roll {what} again? {plural(state.left[who], 'Re-Roll')} left."
        return Choice(why, usual=int(usual), notes=(self._standing(state), ""), by=self.sides[who])

    def _standing(self, state: ClashState) -> str:
        """Return what the current dice come to: `12 against 9, a hit: 3 damage`."""
        if state.jam:
            return "a jam"
        sums = f"{self.attack + state.attack} against {self.evasion + state.evasion}"
        return f"{sums}, a hit: {self.damage(state)} damage" if self.hits(state) else f"{sums}, a miss"

    def _attacker_would(self, state: ClashState) -> bool:
        match self.policy:
            case "when-it-helps":
                return not self.tells(state) and self.tells(state._replace(attack=BEST, jam=False))
            case "on-average":
                return self._on_average(state._replace(phase="attack", attack=0, jam=False)) > self._total_effect(state)
        return False

    def _defender_would(self, state: ClashState) -> bool:
        match self.policy:
            case "when-it-helps":
                return not self.tells(state._replace(evasion=BEST))
            case "on-average":
                return self._on_average(state._replace(phase="evasion", evasion=0)) < self._total_effect(state)
        return False

    def _on_average(self, state: ClashState) -> float:
        """Return what the attack is worth on average after the throw that a state waits for."""
        throw = self.ask(state)
        if throw is None:
            return self._total_effect(state)
        worth = sum(count * self._total_effect(self._read_dice(state, faces)) for faces, count in throw.ways())
        return worth / throw.total

    def _total_effect(self, state: ClashState) -> int:
        return self.damage(state) + (self.effects.weight if self.hits(state) else 0)

    @property
    def _rolls_two_dice(self) -> bool:
        """Whether two dice are rolled."""
        return self.effects.dice != "one"

    def _dice(self, state: ClashState) -> int:
        """How many dice the Attack Roll takes; by ruling a Re-Roll throws only the one that counted."""
        return 2 if self._rolls_two_dice and not state.other else 1

    @rule("attack", "re-roll", "jam")
    def take(self, state: ClashState, faces: Faces) -> ClashState:
        """Return the state after a throw or an answer."""
        match state.phase:
            case "ask-attacker":
                return self._answer_re_roll(state, ATTACKER, yes=bool(faces[1]))
            case "ask-defender":
                return self._answer_re_roll(state, DEFENDER, yes=bool(faces[1]))
        after = self._read_dice(state, faces)
        if after.jam and not after.left[0]:
            return after._replace(phase="over")
        return self._offer_re_roll(after) if after.evasion else after._replace(phase="evasion")

    def _read_dice(self, state: ClashState, faces: Faces) -> ClashState:
        if state.phase == "evasion":
            return state._replace(evasion=faces.index(1) + 1)
        any_jams = self._rolls_two_dice and self.rulings.get("accurate-jam") == "any"
        counts, jam, other = _count_attack_dice(faces, state.other, self.effects, any_jams)
        again = self._rolls_two_dice and state.left[0] > 0 and self.rulings.get("accurate-again") == "kept"
        return state._replace(attack=counts, jam=jam, other=other if again else 0)

    def _answer_re_roll(self, state: ClashState, who: int, yes: bool) -> ClashState:
        if not yes:
            return self._offer_re_roll(state._replace(declined=state.declined | who))
        attacker, defender = state.left
        if who == ATTACKER:
            left, declined = (attacker - 1, defender), self._declined_after_re_roll(ATTACKER)
            return state._replace(phase="attack", attack=0, jam=False, left=left, declined=declined)
        left, declined = (attacker, defender - 1), self._declined_after_re_roll(DEFENDER)
        return state._replace(phase="evasion", evasion=0, left=left, declined=declined)

    def _declined_after_re_roll(self, who: int) -> int:
        """Return who may not be asked again after a Re-Roll: nobody, or by ruling everybody already asked."""
        if self.rulings.get("re-roll-order") != "attacker-once":
            return 0
        return ATTACKER if who == ATTACKER else ATTACKER | DEFENDER

    def hits(self, state: ClashState) -> bool:
        """Whether the current dice are a hit (rule attack)."""
        return not state.jam and self._gap(state) >= 0

    def _gap(self, state: ClashState) -> int:
        return self.attack + state.attack - self.evasion - state.evasion

    def damage(self, state: ClashState) -> int:
        """Return the damage points of the current dice."""
        return 0 if state.jam else points(self._gap(state), self.damage_output, self.effects, self.rulings)

    def fell(self, state: ClashState) -> Fell:
        """Return what the current dice come to."""
        return Fell(self.damage(state), self.hits(state), state.jam)

    def tells(self, state: ClashState) -> bool:
        """Whether the current dice have an effect on the Mech: damage, or the weight of a Gravity Field."""
        return self.hits(state) and (self.damage(state) > 0 or self.effects.weight > 0)

    def _offer_re_roll(self, state: ClashState) -> ClashState:
        """Return the state after both rolls: a Re-Roll to offer to whom another face could help, or the end."""
        for who in self._order(state) if any(state.left) else ():
            if not state.declined & who and self._may(state, who):
                return state._replace(phase="ask-attacker" if who == ATTACKER else "ask-defender")
        return state._replace(phase="over")

    def _order(self, state: ClashState) -> tuple[int, int]:
        """Return who decides first about a Re-Roll, by the ruling."""
        attacker_first = self.rulings.get("re-roll-order", "loser") != "loser" or not self.tells(state)
        return (ATTACKER, DEFENDER) if attacker_first else (DEFENDER, ATTACKER)

    def _may(self, state: ClashState, who: int) -> bool:
        """Whether a player has a Re-Roll for a die that could fall better: an attack but a 10, an evasion that lost."""
        if who == ATTACKER:
            return state.left[0] > 0 and (state.attack < BEST or not self.tells(state))
        return state.left[1] > 0 and state.evasion < BEST and self.tells(state) and not state.stands
