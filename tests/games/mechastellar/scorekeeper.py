"""A scorekeeper of whole battles: it keeps HP, Momentum, actions and statuses by itself, from moves, dice and cards.

It shares no rule with the product. It is told what a player does, and what dice and answers they give; it says itself
who owes which dice or how many answers, and a test holds that against the table. Each roll is a generator that yields
what it asks for, `(seat, dice)` or `(seat, answers, words)`, and is sent the faces or the answer, from 0.

It knows battles of mechs on the ground, without modules and under the usual rulings: a battle ends after six Rounds, or
once a side has no unit left. Where the rulebook is silent it reads it as the tracker does: whoever is charged says before the clash which weapon strikes back; whoever has none rolls
all dice in defense and does not strike back; of two units that lose something, the one that was pushed is asked first.
"""

import re
import tomllib
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from math import comb
from pathlib import Path

CARD_DATA = Path(__file__).parents[3] / "card_data" / "mechastellar"
REACH = 4
SAVES = 3
LOST_FOR_SAVE = 1000
MOST_MOMENTUM = 10
MOST_ROUNDS = 6


def read_cards():
    rows = tomllib.loads((CARD_DATA / "profiles.toml").read_text("utf-8"))["profile"]
    return {row["id"]: row for row in rows}


CARDS = read_cards()


def bonus(words):
    """Return the number in words such as `+2 Hits`, 0 without one."""
    found = re.fullmatch(r"\+(\d) (?:Hits?|Blocks?)", str(words))
    return int(found[1]) if found else 0


@dataclass
class Weapon:
    """A weapon as its line on the card says."""

    name: str
    range: str | int
    attacks: str | int
    close_range: str
    pen: str | int
    dmg: int
    qualities: tuple = ()
    overwatch: int = 0
    reroll: int = 0
    finisher: int = 0
    special: str = ""
    melee_only: bool = False

    @property
    def shoots(self):
        return isinstance(self.attacks, int) and isinstance(self.range, int)

    @property
    def fights(self):
        return self.range == "Melee"

    @property
    def penetration(self):
        return int(re.match(r"\d+|", str(self.pen))[0] or 0)

    @property
    def effect(self):
        return {"S": "stun", "P": "push"}.get(str(self.pen)[-1], "damage")

    def rapid(self, distance):
        """Return the shots and the hits of Rapid Fire."""
        found = re.fullmatch(r"RF([+-]\d)( Hits?)?", self.close_range)
        if not found or 2 * distance > self.range:
            return 0, 0
        return (0, int(found[1])) if found[2] else (int(found[1]), 0)


@dataclass
class Unit:
    """A unit's record: `counts` are its numbers, `once` what it has used in this turn."""

    seat: int
    card: dict
    hp: int = 0
    counts: defaultdict = field(default_factory=lambda: defaultdict(int))
    fired: set = field(default_factory=set)
    spent: set = field(default_factory=set)
    down: defaultdict = field(default_factory=lambda: defaultdict(int))
    rival: str = ""
    returns: str = ""
    acted: bool = False
    out: bool = False

    def __post_init__(self):
        self.hp = self.card["hp"]
        known = Weapon.__dataclass_fields__
        rows = [{name: row[name] for name in row if name in known} for row in self.card["weapons"]]
        self.weapons = [Weapon(**row) for row in rows]
        for name in ("power", "havoc"):
            self.counts[name] = self.card.get(name, 0)

    @property
    def level(self):
        return self.card.get("pilot_level", 0)

    @property
    def size(self):
        return self.card.get("size", 0)

    @property
    def traits(self):
        return {trait["name"] for trait in self.card.get("traits", ())}

    @property
    def may_choose(self):
        """Whether it may shoot at any enemy, and need not return fire."""
        return self.level > 0 or self.card["role"] == "Sniper"

    @property
    def is_down(self):
        """Whether it is shut down."""
        return self.card["actions"] < self.counts["stun"]

    def shield(self, melee):
        shields = [one for one in self.weapons if "S" in one.qualities and (melee or not one.melee_only)]
        return max((bonus(one.attacks) for one in shields), default=0)


class Scorekeeper:
    """The records of a battle."""

    def __init__(self, lists, momentum):
        self.units = {
            f"{seat + 1}.{place}": Unit(seat, CARDS[card])
            for seat, cards in enumerate(lists)
            for place, card in enumerate(cards, 1)
        }
        self.momentum = [momentum, momentum]
        self.engaged = set()
        self.round, self.active, self.opener = 0, "", ""
        self.scored = set()
        self.improvised, self.counted, self.seized = set(), set(), set()
        self.rolls = []
        self.judged = 0
        self.turn = None

    # What is asked and answered.

    @property
    def asks(self):
        """Return who owes what: dice, or answers with words of the question; None where nothing is owed."""
        return self.owed[0] if self.owed else None

    @property
    def owed(self):
        while self.rolls and not isinstance(self.rolls[-1], tuple):
            self._resume(self.rolls[-1], None)
        return self.rolls[-1][1:] if self.rolls else None

    def _resume(self, roll, value):
        if self.rolls and self.rolls[-1] is roll:
            self.rolls.pop()
        with suppress(StopIteration):
            self.rolls.append((roll, roll.send(value)))

    def answer(self, value):
        """Take the dice, or an answer, that are owed."""
        roll, _ = self.rolls.pop()
        self._resume(roll, value)

    def begin_roll(self, roll):
        self.rolls.append(roll)

    # Rounds and turns.

    def begin_round(self):
        self.round += 1
        self.opener = ""
        self.improvised.clear()
        for unit in self.units.values():
            unit.acted, unit.returns, unit.rival = False, "", ""
            for name in ("power", "havoc"):
                unit.counts[name] = unit.card.get(name, 0)
            for name in [one for one in unit.counts if one.startswith("used-")] + ["impact", "cover", "untouchable"]:
                unit.counts[name] = 0
        if self.round > MOST_ROUNDS:
            self.turn = None
            return
        self.begin_roll(self.initiative())

    def initiative(self):
        first, second = 0, 0
        while first == second:
            first = (yield 0, 1)[0]
            second = (yield 1, 1)[0]
        winner = 0 if first > second else 1
        goes = yield winner, 2, "first or second"
        self.turn = self.next_turn(1 - (winner if goes == 0 else 1 - winner))

    def next_turn(self, after):
        order = (1 - after, after)
        waiting = {unit.seat for unit in self.units.values() if not unit.acted and not unit.out}
        return next((seat for seat in order if seat in waiting), None)

    def activate(self, name):
        unit = self.units[name]
        self.active, self.opener = name, self.opener or name
        for other in self.units.values():
            if other is not unit and other.seat == unit.seat:
                other.returns = ""
        self.scored.clear()
        unit.counts["actions"] = max(0, unit.card["actions"] - unit.counts["stun"])
        if "Renowned Pilot" in unit.traits:
            self.gain(unit.seat, 1)

    def done(self):
        unit = self.units[self.active]
        unit.acted, unit.returns = True, ""
        self.active = ""
        self.end_turn(unit)
        self.turn = self.next_turn(unit.seat)
        if unit.counts["stun"] and not unit.out:
            self.begin_roll(self.recover(unit))

    def end_turn(self, unit):
        unit.fired.clear()
        for name in ("focus", "focused", "bullseye", "count", "throttle", "melee", "skill", "free", "climbed", "fire"):
            unit.counts[name] = 0
        unit.counts["damage"] = unit.counts["pen"] = 0
        unit.counts["actions"] = unit.card["actions"]

    def recover(self, unit):
        faces = yield unit.seat, 3
        unit.counts["stun"] = max(0, unit.counts["stun"] - sum(face >= 5 for face in faces))

    def skip(self, name):
        self.units[name].acted = True
        self.turn = self.next_turn(self.units[name].seat)

    def pass_round(self, seat):
        for unit in self.units.values():
            unit.acted = unit.acted or unit.seat == seat
        self.turn = self.next_turn(seat)

    # The end.

    @property
    def is_over(self):
        """Whether the battle is over: its Rounds are, or a side has no unit left, and no dice are owed."""
        there = {unit.seat for unit in self.units.values() if not unit.out}
        return not self.asks and (self.round > MOST_ROUNDS or len(there) < 2)

    @property
    def winners(self):
        """The seat that has destroyed more points; neither where both have destroyed as many."""
        lost = [
            sum(unit.card["points"] for unit in self.units.values() if unit.out and unit.seat == seat)
            for seat in (0, 1)
        ]
        return () if lost[0] == lost[1] else (lost.index(min(lost)),)

    # Momentum, HP.

    def gain(self, seat, amount):
        self.momentum[seat] = min(MOST_MOMENTUM, self.momentum[seat] + amount)

    def pay(self, seat, amount):
        assert amount <= self.momentum[seat]
        self.momentum[seat] -= amount

    def hurt(self, name, damage, by):
        unit = self.units[name]
        if unit.out:
            return
        unit.hp = max(0, unit.hp - damage)
        if unit.hp:
            return
        unit.out = True
        unit.rival = ""
        self.part(name)
        for other in self.units.values():
            other.rival = "" if other.rival == name else other.rival
            other.returns = "" if other.returns == name else other.returns
        if by != unit.seat and by not in self.scored:
            self.scored.add(by)
            self.gain(by, 1)

    def part(self, name):
        self.engaged = {pair for pair in self.engaged if name not in pair}

    def is_engaged(self, name):
        return any(name in pair for pair in self.engaged)

    # Actions and skills.

    def focus(self):
        unit = self.units[self.active]
        unit.counts["actions"] -= 1
        unit.counts["focus"] += 1

    def throttle(self):
        self.units[self.active].counts["actions"] -= 1

    def skill(self, name):
        unit = self.units[self.active]
        unit.counts["skill"] = int(name != "disengage-free")
        match name:
            case "accelerate":
                self.pay(unit.seat, 0 if self.round >= 4 else 1)
            case "bullseye":
                self.pay(unit.seat, 1)
                unit.counts["bullseye"] = 1
            case "make-it-count":
                unit.counts["count"] = self.round
                self.counted.add(unit.seat)
            case "seize-action":
                unit.counts["actions"] += 1
                self.seized.add(unit.seat)
            case "disengage" | "disengage-attack":
                self.pay(unit.seat, 2 if name.endswith("attack") else 1)
                self.part(self.active)
            case "disengage-free":
                self.part(self.active)

    def climb(self):
        unit = self.units[self.active]
        unit.counts["high"] = unit.counts["climbed"] = 1

    def drop(self):
        unit = self.units[self.active]
        unit.counts["high"] = 0
        if unit.counts["climbed"]:
            self.pay(unit.seat, min(1, self.momentum[unit.seat]))
        unit.counts["climbed"] = 0

    def challenge(self, other):
        self.units[self.active].rival = other
        self.units[other].rival = self.active

    def power(self, name, upgrade):
        unit = self.units[name]
        unit.counts["power"] -= 1 if not unit.counts[f"used-{upgrade}"] else 2
        unit.counts[f"used-{upgrade}"] += 1
        unit.counts[upgrade] += 1

    def havoc(self, name, upgrade):
        self.units[name].counts["havoc"] -= 1
        self.units[name].counts[upgrade] += 1

    # Attacks.

    def attack(self, target, place, said):
        """Begin an attack of the active unit with the weapon at a place of its card."""
        unit, weapon = self.units[self.active], self.units[self.active].weapons[place]
        if weapon.fights:
            self.begin_roll(self.charge(self.active, target, weapon, place, said))
            return
        unit.counts["actions"] -= 1
        self.begin_roll(self.shot(self.active, target, weapon, place, said))

    def announced(self, unit, weapon, place, target):
        """Return the hits, the DMG and the PEN that were announced for an attack, and use them up."""
        damage = weapon.dmg + 100 * unit.counts["damage"] + 100 * unit.counts["fire"] * weapon.shoots
        light = 2 if damage <= 200 else 1
        focus = unit.counts["focus"]
        if "Seasoned Veteran" in unit.traits and not unit.counts["free"]:
            unit.counts["free"] = 1
            focus += 1
        hits = min(3, focus * light) + unit.counts["bullseye"] + unit.counts["count"]
        if "Headhunter" in unit.traits and target.level:
            hits += 2 if weapon.dmg < 300 else 1
        pen = weapon.penetration + unit.counts["pen"] * (2 if weapon.effect == "push" else 1)
        for name in ("focus", "bullseye", "count", "damage", "pen"):
            unit.counts[name] = 0
        unit.fired.add(place)
        if "Single Use" in weapon.qualities:
            unit.spent.add(place)
        if not self.units[self.name_of(target)].acted and not target.may_choose:
            target.returns = self.active
        return hits, damage, pen

    def name_of(self, unit):
        return next(name for name, one in self.units.items() if one is unit)

    def advantage(self, unit, target, behind):
        """Return the criticals of Tactical Advantage, which does not add to itself, and the hits against High Ground."""
        high = unit.counts["high"] and not target.counts["high"]
        hits = (2 if target.size >= 2 else 1) if target.counts["high"] else 0
        return int(bool(behind or high or target.is_down)), hits

    def blocks_of(self, name, by, shield, cover=0):
        """Return the blocks of a shield or cover, whichever is more, and of a Challenge with another."""
        rival = self.units[name].rival
        return max(shield, cover) + (1 if rival and rival != by else 0)

    def shot(self, name, target, weapon, place, said):
        unit, other = self.units[name], self.units[target]
        hits, damage, pen = self.announced(unit, weapon, place, other)
        distance = said["distance"]
        if name in self.engaged_with(target):
            distance = min(distance, REACH + max(unit.size, other.size))
        shots, more = weapon.rapid(distance)
        better = 2 if unit.level else 1
        crits, high = self.advantage(unit, other, said["behind"])
        shots += weapon.attacks - unit.down[place] + better * (said["choice"] == "barrage")
        accuracy = unit.card["shooting"] + better * (said["choice"] == "precision")
        bare = said["behind"] or other.counts["high"]
        cover = 0 if bare or not (said["cover"] or other.counts["cover"]) else 2 if damage <= 500 else 1
        shield = 0 if said["behind"] else other.shield(melee=False)
        reply = yield other.seat, 3, "Dodge or Guard"
        better = 2 if other.level == 2 else 1
        evade = (0 if other.is_down else other.card["evade"]) + better * (reply == 1)
        blocks = self.blocks_of(target, name, shield, cover) + better * (reply == 2)
        lock = distance <= unit.card["sensors"]
        tens = "Remote" in weapon.qualities and other.level == 2
        rolled = yield from self.evading(target, max(0, min(10, shots)), accuracy - evade, lock, shot=True)
        dice, faces = rolled
        if tens:
            unit.down[place] += min(faces.count(10), max(0, weapon.attacks - unit.down[place]))
        total = counted(dice, crits) + hits + more + high
        used = cover > shield and min(total, blocks) > 0
        yield from self.struck(target, name, total - blocks, damage, pen, weapon.effect, cover=used)

    def engaged_with(self, name):
        return {one for pair in self.engaged if name in pair for one in pair if one != name}

    def evading(self, target, shots, number, lock, shot=False):
        """Let a unit evade; return its criticals and hits, and all faces."""
        other = self.units[target]
        if not shots:
            return (0, 0), []
        faces = list((yield other.seat, shots))
        crits, hits = graded(faces, number, lock)
        ways = ["Untouchable"] if shot and "Untouchable" in other.traits and not other.counts["untouchable"] else []
        for way in (*ways, "Improvise"):
            if not crits + hits or (way == "Improvise" and not self.may_improvise(other)):
                continue
            if way == "Improvise":
                again = yield other.seat, 1 + min(2, crits + hits), way
                if again:
                    self.improvise(other)
            else:
                again = other.counts["untouchable"] = 1
            if again:
                first = min(again, crits)
                new = yield other.seat, again
                faces += new
                more = graded(new, number, lock)
                crits, hits = crits - first + more[0], hits - (again - first) + more[1]
        return (crits, hits), faces

    def improvise(self, unit):
        self.improvised.add(unit.seat)
        unit.counts["skill"] = int(self.units.get(self.active) is unit)

    def may_improvise(self, unit):
        """Return whether a unit may roll dice again: once a Round, and after no other skill of its turn."""
        return unit.level > 0 and unit.seat not in self.improvised and not unit.counts["skill"]

    def defended(self, target, through, damage, pen, effect):
        """Let a unit negate hits, roll its saves and undo failed ones; return hits, failed saves."""
        other = self.units[target]
        pool = self.momentum[other.seat]
        if through > 0 and pool:
            answer = yield other.seat, 1 + min(through, pool), "Skill Defense"
            self.pay(other.seat, answer)
            through -= answer
        number = pen - other.card["arm_sv"] - (2 * other.size if effect == "push" else 0)
        failed = 0
        if through > 0 and pen >= 2 and number > 1:
            faces = yield other.seat, min(SAVES, through)
            failed = sum(face < number for face in faces)
        pool = self.momentum[other.seat]
        if failed and pool and other.level and effect != "push":
            answer = yield other.seat, 1 + min(failed, pool), "undo"
            self.pay(other.seat, answer)
            failed -= answer
        return max(0, through), failed

    def struck(self, target, by, through, damage, pen, effect, cover=False):
        """Let hits be defended, and apply them."""
        through, failed = yield from self.defended(target, max(0, through), damage, pen, effect)
        self.judged += 1
        loss = through * damage + (LOST_FOR_SAVE * failed if effect == "damage" else 0)
        self.hurt(target, loss, self.units[by].seat)
        yield from self.follow(target, by, effect, failed)
        if cover:
            yield self.units[target].seat, 1

    def follow(self, target, by, effect, failed):
        """Let failed saves do what they do besides damage."""
        other = self.units[target]
        if not failed or other.out:
            return
        if effect == "stun":
            yield from self.stunned(other, failed)
        elif effect == "push":
            yield from self.pushed(target, by)

    def stunned(self, other, failed):
        pool = next((one for one in ("power", "havoc") if other.counts[one]), "")
        if pool and other.card["type"] != "MS":
            instead = yield other.seat, 1 + min(failed, other.counts[pool]), "lose what"
            other.counts[pool] -= instead
            failed -= instead
        other.counts["stun"] += failed

    def pushed(self, target, by):
        others = [name for name, one in self.units.items() if name != target and not one.out]
        answer = yield self.units[by].seat, 3 + len(others), "where to"
        hit = [target] if answer in (1, 2) else []
        if answer == 2:
            self.units[target].counts["high"] = 0
        if answer > 2:
            hit = [target, others[answer - 3]]
        for name in hit:
            seat = self.units[name].seat
            price = yield seat, 2 if self.momentum[seat] else 1, ""
            if self.momentum[seat] and price == 0:
                self.pay(seat, 1)
            else:
                self.hurt(name, LOST_FOR_SAVE, self.units[by].seat)

    # Melee.

    def charge(self, name, target, weapon, place, said):
        unit, other = self.units[name], self.units[target]
        met = target in self.engaged_with(name)
        if not met and not said["behind"] and not self.is_engaged(target):
            yield from self.overwatch(name, target)
        if unit.out or other.out:
            return
        armed = [one for one in other.weapons if one.fights]
        back = armed[(yield other.seat, len(armed), "strikes back") if len(armed) > 1 else 0] if armed else None
        unit.counts["melee"] = 1
        self.gain(unit.seat, 1)
        self.engaged.add(frozenset((name, target)))
        yield from self.clash(name, target, weapon, place, said["behind"], back)

    def overwatch(self, name, target):
        unit, other = self.units[name], self.units[target]
        actions = other.card["actions"] - other.counts["stun"]
        reach = REACH + max(unit.size, other.size)
        there = [
            one
            for place, one in enumerate(other.weapons)
            if one.overwatch and place not in other.spent and one.range >= reach
        ]
        if actions < 1 or not there or other.counts["guarded"]:
            return
        fired = yield other.seat, comb(len(there), min(actions, len(there))) + 1, "Overwatch"
        for one in [weapon for weapon in there if weapon.name in fired]:
            if unit.out:
                return
            lock = reach <= other.card["sensors"]
            rolled, _ = yield from self.evading(name, one.overwatch, self.number(other, unit), lock)
            hits = counted(rolled, 0)
            if "Headhunter" in other.traits and unit.level:
                hits += 2 if one.dmg < 300 else 1
            yield from self.struck(name, target, hits - unit.shield(melee=True), one.dmg, one.penetration, one.effect)

    def number(self, shooter, other):
        return shooter.card["shooting"] - (0 if other.is_down else other.card["evade"])

    def clash(self, name, target, weapon, place, behind, back):
        unit, other = self.units[name], self.units[target]
        hits, damage, pen = self.announced(unit, weapon, place, other)
        crits, high = self.advantage(unit, other, behind)
        impact = unit.counts["impact"]
        hits += 2 * crits + high + bonus(weapon.attacks) + impact + (2 if unit.level else 1)
        pen += impact * (weapon.effect == "push")
        pool = 0 if other.is_down else other.card["melee"]
        mine = yield from self.split(unit, unit.card["melee"])
        reply = yield other.seat, 3, "Counter"
        theirs = (yield from self.split(other, pool)) if back else (max(0, pool - 10), min(10, pool))
        better = 2 if other.level == 2 else 1
        shield = 0 if behind else other.shield(melee=True)
        blocks = self.blocks_of(target, name, shield) + better * (reply == 2)
        through, failed = yield from self.blow(name, target, weapon, mine[0], hits, theirs[1], blocks, damage, pen)
        pushes = "Push" in weapon.qualities
        out = pushes and bool(failed if weapon.penetration >= 2 else through)
        dealt = through * damage + (LOST_FOR_SAVE * failed if weapon.effect == "damage" else 0)
        taken, lost = 0, 0
        if back and dealt < other.hp and not out:
            taken, lost = yield from self.strike_back(target, name, back, theirs[0], mine[1], better * (reply == 1))
        self.judged += 1
        if unit.level and (out or (dealt and not taken)):
            dealt += LOST_FOR_SAVE * (1 + weapon.finisher)
        if other.level and taken and not dealt:
            taken += LOST_FOR_SAVE * (1 + back.finisher)
        self.hurt(target, dealt, unit.seat)
        self.hurt(name, taken, other.seat)
        if out:
            self.part(target)
        if back:
            yield from self.follow(name, target, back.effect, lost)
        yield from self.follow(target, name, weapon.effect, failed)

    def strike_back(self, name, target, weapon, dice, guard, hits):
        """Let a unit strike back; return the damage, and the failed saves."""
        unit, other = self.units[name], self.units[target]
        crits, high = self.advantage(unit, other, behind=False)
        crits = int(bool(unit.counts["high"] and not other.counts["high"]))
        impact = unit.counts["impact"]
        hits += 2 * crits + high + impact + bonus(weapon.attacks)
        pen = weapon.penetration + impact * (weapon.effect == "push")
        if "Headhunter" in unit.traits and other.level:
            hits += 2 if weapon.dmg < 300 else 1
        blocks = self.blocks_of(target, name, other.shield(melee=True))
        through, failed = yield from self.blow(name, target, weapon, dice, hits, guard, blocks, weapon.dmg, pen)
        return through * weapon.dmg + (LOST_FOR_SAVE * failed if weapon.effect == "damage" else 0), failed

    def split(self, unit, pool):
        """Let a player split dice; return those of attack and defense, at most ten each."""
        ways = [(n, pool - n) for n in range(min(10, pool), -1, -1) if pool - n <= 10]
        if len(ways) == 1:
            return ways[0]
        answer = yield unit.seat, len(ways), "splits"
        return ways[answer]

    def blow(self, name, target, weapon, dice, hits, guard, blocks, damage, pen):
        """Let one unit strike and the other defend; return the hits that get through, and the failed saves."""
        unit, other = self.units[name], self.units[target]
        hit_on = 4 if "Close Combat Expert" in unit.traits else 5
        misses = 0
        if dice:
            faces = list((yield unit.seat, dice))
            again = [face for face in faces if face <= weapon.reroll]
            if again:
                faces = [face for face in faces if face > weapon.reroll] + list((yield unit.seat, len(again)))
            misses = sum(face < hit_on for face in faces)
            hits += melee_hits(faces, hit_on)
            if misses and self.may_improvise(unit):
                count = yield unit.seat, 1 + min(2, misses), "Improvise"
                if count:
                    self.improvise(unit)
                    hits += melee_hits((yield unit.seat, count), hit_on)
        if guard and (dice or hits):
            faces = yield other.seat, guard
            blocks += sum(face >= 5 for face in faces)
            misses = sum(face < 5 for face in faces)
            if misses and hits > blocks and self.may_improvise(other):
                count = yield other.seat, 1 + min(2, misses), "Improvise"
                if count:
                    self.improvise(other)
                    blocks += sum(face >= 5 for face in (yield other.seat, count))
        return (yield from self.defended(target, max(0, hits - blocks), damage, pen, weapon.effect))


def graded(faces, number, lock):
    """Return the criticals and the hits among evade dice: 9 and 10 evade, 1 and 2 never, nor 3 under Target Lock."""
    last = 3 if lock else 2
    crits = sum(face <= last for face in faces)
    return crits, sum(last < face < min(number, 9) for face in faces)


def counted(dice, crits):
    """Return the hits of evade dice and of criticals besides: three criticals count twice, more of them once."""
    crits += dice[0]
    return dice[1] + crits + min(3, crits)


def melee_hits(faces, hit_on):
    """Return the hits on attack dice: a 9 and a 10 count twice."""
    return sum(2 if face >= 9 else 1 for face in faces if face >= hit_on)
