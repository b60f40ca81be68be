"""One attack as a state machine; shots, charges and counter-attacks are all made of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from companion.dice.resolver import Outcome
from companion.dice.throw import D10, Choice, Faces, Throw, numbered, values
from companion.games.techniconica.rules.damage import Layers, Struck, strike
from companion.rulebook import Rulings, rule
from companion.wording import plural

Policy = Literal["when-it-helps", "never"]
"""When odds and app rolls use a Re-Roll: whenever a side is losing and another face could change that, or never."""
Phase = Literal["attack", "evasion", "ask-attacker", "ask-defender", "bottle", "ask-bottle", "end"]
Dice = Literal["one", "higher", "lower"]
"""Which die of an Attack Roll counts."""
DICELESS = 5
"""What every roll counts as in diceless play (rule diceless)."""
ATTACKER, DEFENDER = 1, 2


class State(NamedTuple):
    """The state of an attack: the dice kept (and the `other` of two), the Re-Rolls left, who declined one."""

    phase: Phase
    attack: int = 0
    jam: bool = False
    evasion: int = 0
    other: int = 0
    left: tuple[int, int] = (0, 0)
    declined: int = 0
    bottle: int = 0


@rule("special-attack")
def kept(rules: Iterable[str], rulings: Rulings) -> Dice:
    """Return which die of an Attack Roll counts: the only one, or the higher or lower of two."""
    found = set(rules)
    accurate, inaccurate = "accurate" in found, "inaccurate" in found
    if accurate and inaccurate:
        return "lower" if rulings.get("accurate-inaccurate") == "inaccurate" else "one"
    return "higher" if accurate else "lower" if inaccurate else "one"


@dataclass(frozen=True)
class Attack:
    """An attack with all modifiers added up.

    `attack` and `evasion` are added to the dice; `rules` are special rules by id with their numbers; with `fortitude`
    None no Bottle Test can be rolled; with `last` none is due if the Base Part is destroyed, because the Mech goes with
    it; `re_rolls` are those of attacker and defender.
    """

    attack: int
    evasion: int
    damage_output: int
    rules: dict[str, int] = field(hash=False)
    layers: Layers = Layers(())
    fortitude: int | None = None
    bottle_threshold: int | None = None
    last: bool = False
    re_rolls: tuple[int, int] = (0, 0)
    policy: Policy = "when-it-helps"
    diceless: bool = False
    rulings: Rulings = field(default_factory=dict, hash=False)
    by: str = ""

    def start(self, left: tuple[int, int] | None = None) -> State:
        """Return the attack before any dice, with its own Re-Rolls or those `left`; diceless it is over at once."""
        if not self.diceless:
            return State("attack", left=self.re_rolls if left is None else left)
        attack, evasion = (DICELESS + spent for spent in self.re_rolls)
        return self._settled(State("end", attack, False, evasion), roll=False)

    def ask(self, state: State) -> Throw | None:
        """Return the next throw, or the offer of a Re-Roll to the player who is losing."""
        match state.phase:
            case "attack":
                return numbered(f"{self.by}Attack Roll", D10, self._dice(state))
            case "evasion":
                return numbered(f"{self.by}Evasion Roll", D10)
            case "ask-attacker":
                helps = self.tells(state._replace(attack=10, jam=False))
                return self._choice("the Attack Roll", state.left[0], helps)
            case "ask-defender":
                helps = not self.tells(state._replace(evasion=10))
                return self._choice("the Evasion Roll", state.left[1], helps)
            case "bottle":
                return numbered(f"{self.by}Bottle Test", D10)
            case "ask-bottle":
                return self._choice("the Bottle Test", state.left[1], True)
        return None

    def _choice(self, what: str, left: int, helps: bool) -> Choice:
        why = f"{self.by}Roll {what} again? {plural(left, 'Re-Roll')} left."
        return Choice(why, usual=int(helps and self.policy == "when-it-helps"))

    @property
    def _two(self) -> bool:
        """Whether two dice are rolled."""
        return kept(self.rules, self.rulings) != "one"

    def _dice(self, state: State) -> int:
        """How many dice the Attack Roll takes; by ruling a Re-Roll throws only the one that counted."""
        return 2 if self._two and not state.other else 1

    @rule("attack", "re-roll", "jam")
    def take(self, state: State, faces: Faces) -> State:
        """Return the state after a throw or an answer."""
        match state.phase:
            case "attack":
                return self._rolled(state, values(numbered("", D10, self._dice(state)), faces))
            case "evasion":
                return self._settled(state._replace(evasion=faces.index(1) + 1))
            case "bottle":
                return self._tested(state._replace(bottle=faces.index(1) + 1))
        return self._answered(state, yes=bool(faces[1]))

    def _rolled(self, state: State, thrown: tuple[int, ...]) -> State:
        dice = sorted((*thrown, *((state.other,) if state.other else ())))
        counts, other = (dice[0], dice[-1]) if kept(self.rules, self.rulings) == "lower" else (dice[-1], dice[0])
        ones = 1 in dice if self.rulings.get("accurate-jam") == "any" else counts == 1
        again = self._two and state.left[0] > 0 and self.rulings.get("accurate-again") == "kept"
        after = state._replace(attack=counts, jam=ones and "reliable" not in self.rules, other=other if again else 0)
        return self._settled(after) if state.evasion else after._replace(phase="evasion")

    def _answered(self, state: State, yes: bool) -> State:
        attacker, defender = state.left
        match state.phase:
            case "ask-attacker":
                if not yes:
                    return self._settled(state._replace(declined=state.declined | ATTACKER))
                return state._replace(phase="attack", left=(attacker - 1, defender), declined=self._after(ATTACKER))
            case "ask-defender":
                if not yes:
                    return self._settled(state._replace(declined=state.declined | DEFENDER))
                return state._replace(phase="evasion", left=(attacker, defender - 1), declined=self._after(DEFENDER))
        if not yes:
            return state._replace(phase="end")
        return state._replace(phase="bottle", left=(attacker, defender - 1))

    def _after(self, who: int) -> int:
        """Return who may not be asked again after a Re-Roll: nobody, or by ruling everybody already asked."""
        if self.rulings.get("re-roll-order") != "attacker-once":
            return 0
        return ATTACKER if who == ATTACKER else ATTACKER | DEFENDER

    def hits(self, state: State) -> bool:
        """Whether the current dice are a hit (rule attack)."""
        return not state.jam and self.attack + state.attack >= self.evasion + state.evasion

    def tells(self, state: State) -> bool:
        """Whether the current dice have an effect on the Mech: damage, or the weight of a Gravity Field."""
        return self.hits(state) and (self.damage(state) > 0 or "gravity-field" in self.rules)

    def _settled(self, state: State, roll: bool = True) -> State:
        """Return the state after both rolls: a Re-Roll to offer, a Bottle Test to roll, or the end."""
        tells = self.tells(state)
        who, left = (DEFENDER, state.left[1]) if tells else (ATTACKER, state.left[0])
        if roll and left and not state.declined & who:
            return state._replace(phase="ask-defender" if tells else "ask-attacker")
        if not self._bottles(state):
            return state._replace(phase="end")
        return state._replace(phase="bottle") if roll else state._replace(bottle=DICELESS)

    @rule("special-attack")
    def damage(self, state: State) -> int:
        """Return the damage points of the current dice."""
        if not self.hits(state):
            return 0
        gap = self.attack + state.attack - self.evasion - state.evasion
        points = gap + self.damage_output
        if "barrage" in self.rules:
            hits = max(gap, 1) if self.rulings.get("barrage-tie") == "one-hit" else gap
            points = hits * self.damage_output
        return points + (1 if points and "anti-mech-specialist" in self.rules else 0)

    def struck(self, state: State) -> Struck:
        """Return what the damage does to the layers."""
        halves = self.rulings.get("piercing-leftover") == "kept"
        return strike(self.damage(state), self.layers, "armour-piercing" in self.rules, halves)

    def ends(self, state: State) -> bool:
        """Whether the Base Part is destroyed and the Mech with it (rule out-of-play)."""
        return self.last and "base" in self.struck(state).destroyed

    @rule("bottle-cause")
    def _bottles(self, state: State) -> bool:
        """Whether the attack calls for a Bottle Test that can be rolled."""
        if self.fortitude is None or self.ends(state):
            return False
        if "frightening" in self.rules and (not state.jam or self.rulings.get("frightening-jam") == "yes"):
            return True
        struck = self.struck(state)
        points = self.damage(state) + (struck.doubled if self.rulings.get("piercing-bottle") == "yes" else 0)
        many = self.bottle_threshold is not None and points > self.bottle_threshold
        return many or "base" in struck.destroyed

    @rule("bottle-test")
    def passes(self, die: int) -> bool:
        """Whether a Bottle Test that shows `die` is passed."""
        return die == 1 or die + self.rules.get("frightening", 0) <= (self.fortitude or 0)

    def _tested(self, state: State) -> State:
        again = state.left[1] and not self.passes(state.bottle)
        return state._replace(phase="ask-bottle" if again else "end")

    def outcome(self, state: State) -> Outcome:
        """Return `result`, `damage`, `destroyed` (cards removed, in order) and `bottle`."""
        bottle = "not-taken" if not state.bottle else "passed" if self.passes(state.bottle) else "failed"
        return {
            "result": "hit" if self.hits(state) else "jam" if state.jam else "miss",
            "damage": self.damage(state),
            "destroyed": list(self.struck(state).destroyed),
            "bottle": bottle,
        }
