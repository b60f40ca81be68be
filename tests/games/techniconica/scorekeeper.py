"""A scorekeeper of whole games: it keeps every record of a table by itself, from the log and the printed cards alone.

It reads builds, moves and dice in a log and shares no rule with the product. Of a table before an event it reads what
was owed (whose dice for what, which answers), and afterwards which step is under way, to know when a roll is over.
"""

import tomllib
from collections import defaultdict
from copy import deepcopy
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

CARD_DATA = Path(__file__).parents[3] / "card_data" / "techniconica"
KINDS = ("locomotor", "cockpit", "weapon", "power-plant", "pilot", "armour", "shield", "modification", "support")
IN_ATTACK = ("ask-trigger", "order", "spend-re-rolls", "attack", "counter-attack")
"""The steps of an attack until its roll is over."""
TEAMS = {"odd-even": (0, 2), "first-two": (0, 1), "first-last": (0, 3), "first-alone": (0,)}


def read_cards():
    cards = {}
    for path in sorted(CARD_DATA.glob("*.toml")):
        tables = tomllib.loads(path.read_text("utf-8"))
        for kind in KINDS:
            cards |= {row["id"]: {"kind": kind, **row} for row in tables.get(kind, ()) if "id" in row}
    return cards


CARDS = read_cards()


@dataclass
class Mech:
    """A record: `damage` and `jams` by place, `triggers` set off (1) or gone (2), `gone` places, what it has done."""

    seat: int
    name: str
    base: dict = field(default_factory=dict)
    attached: dict = field(default_factory=dict)
    pilot: dict = field(default_factory=dict)
    damage: dict = field(default_factory=lambda: defaultdict(int))
    jams: dict = field(default_factory=lambda: defaultdict(int))
    triggers: dict = field(default_factory=dict)
    gone: set = field(default_factory=set)
    counts: dict = field(default_factory=lambda: defaultdict(int))
    held_now: int = 0
    acted: bool = False
    out: str = ""
    countered: str = ""
    halved: str = ""

    @classmethod
    def built(cls, seat, document):
        mech = cls(seat, document["name"], pilot=CARDS[document["pilot"]])
        parts = {"locomotor": document["locomotor"], "cockpit": document["cockpit"]}
        parts |= {f"part[{number}]": part for number, part in enumerate(document["part"])}
        for place, part in parts.items():
            part = {"card": part} if isinstance(part, str) else part
            mech.base[place] = CARDS[part["card"]]
            for number, card in enumerate(part.get("attached", ())):
                mech.attached[f"{place}.attached[{number}]"] = CARDS[card]
        triggers = {**mech.base, **mech.attached}
        mech.triggers = {place: 0 for place, row in triggers.items() if "trigger" in row.get("rules", ())}
        mech.counts |= {"re-rolls": mech.pilots("rr"), "actions": 2}
        return mech

    def standing(self, *kinds):
        """Base Parts that stand, of some kinds, or all."""
        return [at for at, row in self.base.items() if at not in self.gone and (not kinds or row["kind"] in kinds)]

    def find(self, name):
        """Return the place of a Base Part by its name."""
        return next(at for at in self.standing() if self.base[at]["name"] == name)

    def on(self, part=None):
        """Attached cards that stand, on one part or on all."""
        return [
            at
            for at in self.attached
            if at not in self.gone and owner(at) not in self.gone and part in (None, owner(at))
        ]

    @property
    def rows(self):
        return [self.base[at] for at in self.standing()] + [self.attached[at] for at in self.on()]

    def gives(self, stat, at=None, works=None):
        """What working cards add to a stat: of one part what is attached to it, else what Support gives the Mech."""
        low = self.low if works is None else not works
        total = 0
        for place in self.on(at):
            row = self.attached[place]
            stops = low and row["kind"] == "support" and row["pc"] >= 1
            waits = place in self.triggers and self.triggers[place] != 1
            if not stops and not waits:
                total += row.get("gives", {}).get(stat, 0)
        return total

    @property
    def low(self):
        """PC over PO. Support that stops gives no power in any card there is, so its own state does not matter here."""
        output = sum(self.base[at]["po"] + self.gives("po", at, works=True) for at in self.standing("power-plant"))
        return bool(self.counts["power-out"]) or sum(row["pc"] for row in self.rows) > output

    def pilots(self, stat):
        return self.pilot[stat] + self.gives(stat)

    @property
    def speed(self):
        """SP as the Locomotor moves now; in Low Power it is of no benefit, see `_defence`."""
        if not self.standing("locomotor"):
            return 0
        speed = max(0, self.base["locomotor"]["sp"] + self.gives("sp"))
        speed = max(0, speed - self.counts["weight-damage"])
        return {"up": ceil(speed / 2), "down": speed // 2}.get(self.halved, speed)

    @property
    def excess(self):
        """Weight over MW; None without Locomotor."""
        if not self.standing("locomotor"):
            return None
        # A Modification may make its part lighter; Locomotor and Pilot weigh nothing.
        weight = sum(row["we"] + row.get("gives", {}).get("we", 0) for row in self.rows if row["kind"] != "locomotor")
        most = self.base["locomotor"]["mw"] + self.gives("mw")
        return weight + self.counts["weight"] - most

    def threshold(self, place):
        if place in self.attached:
            return self.attached[place]["dt"]
        return max(1, self.base[place]["dt"] + self.gives("dt", place))

    def fall(self, place):
        self.gone.add(place)

    @property
    def why_out(self):
        if not self.standing("cockpit"):
            return "Cockpit"
        if not self.standing("power-plant"):
            return "Power Plant"
        return "" if self.standing("weapon") else "Weapon"

    @property
    def can_charge(self):
        return bool(self.standing("locomotor")) and not self.low and self.speed > 0

    def rules(self, weapon):
        names = {}
        for rule in (*self.base[weapon].get("rules", ()), *self.pilot.get("rules", ())):
            name, _, number = rule.rpartition("-")
            names |= {name: int(number)} if number.isdigit() else {rule: 0}
        return names


def owner(place):
    return place.partition(".attached")[0]


class Scorekeeper:
    """The records of a table, event by event."""

    def __init__(self, setup, rulings):
        self.rulings, self.options, self.seats = dict(rulings), setup.options, setup.seats
        self.mechs, self.round, self.turn, self.active = {}, 0, None, ""
        self.first = self.last = None
        self.due, self.orders, self.asked, self.roll, self.begun = [], defaultdict(list), [], None, []
        self.tests, self.again = [], []
        """Whose Bottle Tests by no attack are under way or to come."""
        self.attacks = 0
        self._past = {0: None}
        self._keep(0)

    def follow(self, event, owed, step):
        """Follow an event; `owed` is what the table waited for (or None), `step` is the step under way afterwards."""
        if event.kind in ("undo", "redo"):
            # What was done is taken back; rulings that all agreed on stay in force.
            vars(self).update(deepcopy(self._past[event.values["to"]]), rulings=self.rulings)
            return
        if event.kind == "note" and "rulings" in event.values:
            self.rulings = {**self.rulings, **event.values["rulings"]}
            self._keep(event.number)
        if event.kind not in ("move", "faces", "correct"):
            return
        values, attacks = dict(event.values), self.attacks
        if event.kind == "faces":
            self._faces(owed, tuple(values["faces"]), step)
        elif event.kind == "correct":
            self._correct(values["field"], values["value"])
        else:
            self._move(event.seat, values.pop("name"), values, step)
        self.attacked = self.attacks > attacks
        self._settle(step)
        self._keep(event.number)

    def _keep(self, number):
        self._past[number] = deepcopy({name: value for name, value in vars(self).items() if name != "_past"})

    def of(self, seat):
        return [unit for unit, mech in self.mechs.items() if mech.seat == seat and not mech.out]

    def waiting(self, seat):
        return [unit for unit in self.of(seat) if not self.mechs[unit].acted]

    def _name(self, unit):
        """Return a Mech's name; of equal names each says whose it is."""
        mech = self.mechs[unit]
        same = sum(one.name == mech.name for one in self.mechs.values())
        return f"{mech.name} of seat {mech.seat + 1}" if same > 1 else mech.name

    @property
    def teams(self):
        return "none" if self.rulings["variant"] == "lone-wolves" else self.options["teams"]

    def team(self, seat):
        teams = self.teams
        return seat if teams == "none" or self.seats < 3 else int(seat not in TEAMS[teams])

    # Moves.

    def _move(self, seat, name, values, step):
        mech = self.mechs.get(values.get("unit", ""))
        match name:
            case "build":
                self.mechs = {unit: one for unit, one in self.mechs.items() if one.seat != seat}
                for number, document in enumerate((values["build"] or {"mech": ()})["mech"], 1):
                    self.mechs[f"{seat + 1}.{number}"] = Mech.built(seat, document)
                self.mechs = dict(sorted(self.mechs.items()))
            case "begin":
                self.round, self.begun = 1, []
                self.exposed = {seat: self.of(seat) for seat in range(self.seats)}
                self.slowest = [self._slowest(seat) for seat in range(self.seats)]
                if self.rulings["dice"] == "diceless":
                    self._diceless_first(step)
            case "activate":
                mech.acted = False
                self.active, self.turn = values["unit"], seat
            case "done":
                self._end_activation()
            case "skip" | "pass":
                for unit in [values["unit"]] if name == "skip" else self.waiting(seat):
                    self.mechs[unit].acted = True
                self._end_turn(seat)
            case "next-round":
                self._next_round()
            case "aim" | "evade" | "hold" | "unjam":
                self._action(mech, name, values)
            case "attack":
                self._attack(values, step)
            case "trigger":
                self._set_off(mech, values["track"].removeprefix("trigger:"))
            case "bottle-test":
                self._begin_bottle_test(values["unit"])
            case "reorder":
                self.orders.pop((values["unit"], values["part"]), None)
            case "mark":
                self._mark(values["unit"], values["track"], values["value"])
            case "out":
                mech.out = values["why"]
            case "link":
                mech.countered = values["other"]
            case _:
                raise AssertionError(name)

    def _correct(self, name, value):
        unit, _, track = name.partition("/")
        if name == "round":
            self.round = value
        elif track == "out":
            self.mechs[unit].out = self.mechs[unit].out or "by hand" if value else ""
        else:
            self._mark(unit, track, value)

    def _mark(self, unit, track, value):
        mech = self.mechs[unit]
        kind, _, place = track.rpartition(":")
        if kind == "jam":
            mech.jams[place] = value
        elif kind == "trigger":
            mech.triggers[place] = value
            mech.gone.discard(place)
            if value == 2:
                mech.fall(place)
        elif track in mech.base or track in mech.attached:
            mech.gone.discard(track)
            mech.damage[track] = value
            if value >= mech.threshold(track):
                mech.fall(track)
        else:
            mech.counts[track] = value

    def _action(self, mech, name, values):
        mech.counts["actions"] = max(0, mech.counts["actions"] - 1)
        mech.counts["aim"] = int(name == "aim")
        if name == "evade":
            mech.counts["evade"] = 1
        elif name == "hold":
            mech.held_now = min(2, mech.held_now + 1)
            for held in ("hold-accuracy", "hold-speed"):
                mech.counts[held] = min(2, mech.counts[held] + 1)
        elif name == "unjam":
            mech.jams[values["track"].removeprefix("jam:")] -= 1

    def _set_off(self, mech, place):
        mech.triggers[place] = 1
        row = {**mech.base, **mech.attached}[place]
        mech.counts["re-rolls"] += row.get("gives", {}).get("rr", 0)

    # Turns and Rounds.

    def _end_activation(self):
        mech = self.mechs[self.active]
        if self.rulings["variant"] == "race" and not mech.out and not mech.low:
            mech.counts["distance"] += mech.speed
        mech.acted = True
        for held in ("hold-accuracy", "hold-speed"):
            mech.counts[held] = min(mech.counts[held], mech.held_now)
        mech.held_now = 0
        mech.counts |= {"aim": 0, "actions": 2}
        self.active = ""
        self._end_turn(mech.seat)

    def _end_turn(self, seat):
        for mech in self.mechs.values():
            if self.rulings["trigger-until"] == "own-turn" and mech.seat != seat:
                continue
            for place, state in mech.triggers.items():
                if state == 1:
                    mech.triggers[place] = 2
                    mech.fall(place)
        self.last = seat
        self.turn = self._after(seat)

    def pass_on(self):
        """Once nothing is owed, hand the Turn of a seat on whose Mechs have all acted or gone, as by an event."""
        standing = any(self.of(seat) for seat in range(self.seats))
        if self.turn is not None and not self.active and not self.waiting(self.turn) and standing:
            self.turn = self._after(self.turn)

    def _after(self, seat):
        left = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        waiting = [one for one in left if self.waiting(one)]
        if self.teams != "none" and self.rulings["team-order"] == "in-turns":
            waiting = [one for one in waiting if self.team(one) != self.team(seat)] or waiting
            acted = {one: sum(m.acted for m in self.mechs.values() if m.seat == one) for one in waiting}
            waiting.sort(key=lambda one: acted[one])
        return waiting[0] if waiting else None

    def _next_round(self):
        standing = [mech for mech in self.mechs.values() if not mech.out]
        if self.rulings["dice"] == "diceless" and not any(mech.counts["re-rolls"] for mech in standing):
            for mech in standing:
                mech.counts["re-rolls"] = mech.pilots("rr")
        for mech in self.mechs.values():
            mech.acted, mech.countered = False, ""
            mech.counts |= {"evade": 0, "slowed": 0}
            if self.rulings["gravity-lasts"] == "round":
                mech.counts["weight"] = 0
            if self.rulings["ecm-minefield"] != "game":
                mech.counts["power-out"] = 0
        self.round += 1
        same = self.rulings["round-first"] == "same" or self.last is None
        whose = self.first if same else self.last
        if same and whose is not None and self.waiting(whose):
            self.turn = whose
        else:
            self.turn = self._after(whose or 0)

    # Dice and answers.

    def _faces(self, owed, faces, step):
        why, throw = owed.why, owed.throw
        answer = throw.answers[faces[0] - 1] if hasattr(throw, "answers") else ""
        if why == "Which Mech is your Hero?":
            self.mechs[self.exposed[owed.seat][faces[0] - 1]].counts["hero"] = 1
            if self.rulings["dice"] == "diceless":
                self._diceless_first(step)
        elif why.startswith("player "):
            self._first_turn(why, faces[0])
        elif why.startswith("A tie"):
            self._goes_first(faces[0] - 1)
        elif why.startswith("Which event card"):
            for mech in self.mechs.values():
                hovers = "hover" in mech.base["locomotor"].get("rules", ())
                if not mech.out and (answer == "Earth Fissure" or (answer == "Earthquake" and not hovers)):
                    mech.counts["slowed"] = 1
            calls_for_dice = answer == "Earth Fissure" or (
                answer == "ECM Minefield" and self.rulings["ecm-minefield"] != "by-hand"
            )
            if calls_for_dice and self.rulings["dice"] != "diceless":
                self.due += [(answer, self.of(seat)) for seat in range(self.seats) if self.of(seat)]
        elif "has rolled a " in why:
            self._event_again(answer == "yes", why)
        elif why.endswith("d10"):
            self._event_dice(faces)
        elif self.tests and not self.roll:
            self._bottle_test(why, faces)
        elif answer in ("apply it", "leave it out"):
            roll, self.roll = self.roll, None
            if answer == "apply it":
                self._resolve(roll, step)
            else:
                self._use_up(roll)
        elif "strike back" in why:
            self._counter(answer, step)
        else:
            self._in_attack(why, faces, answer, throw, step)

    def _first_turn(self, why, face):
        number, speed = (int(word) for word in why.replace("player ", "").replace(", again", "").split(", Speed "))
        slowest = self.slowest[number - 1]
        assert speed == slowest, (why, slowest)
        self.begun.append((number - 1, face + speed))
        rolled = dict(self.begun)
        asked = self.asked or list(range(self.seats))
        if set(rolled) != set(asked):
            return
        best = [one for one in asked if rolled[one] == max(rolled.values())]
        self.begun = []
        if len(best) == 1:
            self._goes_first(best[0])
        self.asked = best if self.rulings["first-turn-tie"] == "tied" else []

    def _slowest(self, seat):
        return min(0 if self.mechs[unit].low else self.mechs[unit].speed for unit in self.of(seat))

    def _diceless_first(self, step):
        """Every die is a 5: begin as soon as no Hero is to be chosen; in a tie the players are asked, or it is seat 1."""
        if step == "hero":
            return
        slowest = self.slowest
        best = [seat for seat, speed in enumerate(slowest) if speed == max(slowest)]
        assert (step == "agree-first") == (len(best) > 1 and self.rulings["diceless-tie"] == "agree"), (step, slowest)
        if step != "agree-first":
            self._goes_first(best[0])

    def _goes_first(self, seat):
        self.first = self.turn = seat

    def _event_dice(self, faces):
        """Read the dice of an event, of all a seat's Mechs or of one that rolls again; who may roll again is asked."""
        event, units = (self.again or self.due).pop(0)
        unlucky = [
            unit
            for unit, face in zip(units, faces, strict=True)
            if (face == 1 if event == "Earth Fissure" else face >= 8)
        ]
        asked = [u for u in unlucky if self._re_rolls(u) and self.rulings["event-re-roll"] == "yes"]
        self.again = [*((event, [unit]) for unit in asked), *self.again]
        for unit in unlucky:
            if unit not in asked:
                self._hit_by_event(event, unit)

    def _re_rolls(self, unit):
        return min(self.mechs[unit].counts["re-rolls"], self.mechs[unit].pilots("rr"))

    def _event_again(self, is_wanted, why):
        """Take the answer of a Pilot that may roll the die of an event again."""
        event, (unit,) = self.again[0]
        assert why.startswith(self._name(unit)) and f" {self._re_rolls(unit)} Re-Roll" in why, why
        if is_wanted:
            self.mechs[unit].counts["re-rolls"] -= 1
        else:
            self.again.pop(0)
            self._hit_by_event(event, unit)

    def _hit_by_event(self, event, unit):
        if event == "Earth Fissure":
            self.mechs[unit].out = self.mechs[unit].out or "fissure"
        else:
            self.mechs[unit].counts["power-out"] = 1

    def _begin_bottle_test(self, unit):
        """Begin a Bottle Test that no attack calls for; in diceless play its roll is a 5."""
        if self.rulings["dice"] != "diceless":
            self.tests.insert(0, unit)
        elif not self._passes(unit, [], 0):
            self.mechs[unit].out = "bottled"

    def _bottle_test(self, why, faces):
        """Go on with a Bottle Test: one that failed is over when no Re-Roll is left, or none is wanted."""
        mech, is_answer = self.mechs[self.tests[0]], "again?" in why
        if is_answer:
            assert f" {mech.counts['re-rolls']} Re-Roll" in why, why
            mech.counts["re-rolls"] -= faces[0] == 2
        has_failed = faces[0] == 1 if is_answer else 1 < faces[0] > mech.pilots("fo") and not mech.counts["re-rolls"]
        if has_failed:
            mech.out = "bottled"
        if has_failed or (not is_answer and (faces[0] == 1 or faces[0] <= mech.pilots("fo"))):
            self.tests.pop(0)

    def _passes(self, unit, dice, fear):
        """Whether a Pilot passes a Bottle Test with these dice; a Re-Roll is paid."""
        mech, face = self.mechs[unit], 5
        for why, faces in dice:
            if "again?" not in why:
                face = faces[0]
            elif faces[0] == 2:
                mech.counts["re-rolls"] -= 1
        return face == 1 or face + fear <= mech.pilots("fo")

    # Attacks.

    def _attack(self, values, step):
        weapons, _, part = values["attack"].rpartition(">")
        weapons = weapons.split("+")
        mech = self.mechs[values["unit"]]
        is_charge = "melee" in mech.rules(weapons[0])
        mech.counts["actions"] = max(0, mech.counts["actions"] - 1 - is_charge)
        self._declare(values["unit"], values["target"], weapons, part, is_charge)
        self._end_attack(step)

    def _declare(self, unit, target, weapons, part, is_charge, is_counter=False):
        self.roll = {
            "name": "attack",
            "unit": unit,
            "target": target,
            "weapons": weapons,
            "part": part,
            "charge": is_charge,
            "counter": is_counter,
            "dice": [],
            "spent": {},
        }

    def _in_attack(self, why, faces, answer, throw, step):
        roll = self.roll
        unit, target = roll["unit"], roll["target"]
        if "set off a Trigger" in why:
            if answer != "no":
                side = target if f"does {self._name(target)} set off" in why else unit
                ready = [at for at, state in self.mechs[side].triggers.items() if not state]
                titled = [
                    at for at in ready if (self.mechs[side].attached | self.mechs[side].base)[at]["name"] == answer
                ]
                self._set_off(self.mechs[side], titled[0])
        elif "takes damage first" in why:
            kind = "shield" if "Shields" in why else "armour"
            mech, chosen = self.mechs[target], self.orders[target, roll["part"]]
            undecided = [at for at in mech.on(roll["part"]) if mech.attached[at]["kind"] == kind and at not in chosen]
            left = [f"{mech.attached[at]['name']}, {mech.threshold(at) - mech.damage[at]}" for at in undecided]
            assert [one.rsplit(" point", 1)[0] for one in throw.answers] == left
            chosen.append(undecided[faces[0] - 1])
        elif "how many Re-Rolls" in why:
            side = unit if f"does {self._name(unit)} spend" in why else target
            count, _, weapon = answer.partition(" on ")
            weapons = roll["weapons"] if side == unit else ["Evasion"]
            titles = [self.mechs[side].base[at]["name"] for at in weapons] if weapon else []
            spent = roll["spent"].setdefault(side, [0] * len(weapons))
            spent[titles.index(weapon) if weapon else 0] += int(count)
        else:
            roll["dice"].append((why, faces))
        self._end_attack(step)

    def _end_attack(self, step):
        """End an attack whose roll is over."""
        if step in IN_ATTACK:
            return
        if step != "confirm":
            roll, self.roll = self.roll, None
            self._resolve(roll, step)

    def _use_up(self, roll):
        """Return what the attacker's Aim and the Hold of both are worth, and end what counts for one Shoot Action."""
        mine, theirs = self.mechs[roll["unit"]].counts, self.mechs[roll["target"]].counts
        worth = mine["aim"], mine["hold-accuracy"], theirs["hold-speed"]
        mine["aim"] = 0
        if not roll["charge"] and self.rulings["hold-used"] == "next":
            mine["hold-accuracy"] = theirs["hold-speed"] = 0
        return worth

    def _resolve(self, roll, step):
        self.attacks += 1
        one, other = self.mechs[roll["unit"]], self.mechs[roll["target"]]
        aim, held, their_held = self._use_up(roll)
        accuracy = ceil(one.pilots("ac") / 2) if one.low else one.pilots("ac")
        accuracy += 4 * aim + held - 2 * (len(roll["weapons"]) - 1)
        accuracy = one.speed if roll["charge"] else accuracy
        defence = self._defence(other, roll["charge"], their_held) + other.base[roll["part"]]["ar"]
        defence += other.gives("ar", roll["part"])
        dice = list(roll["dice"])
        hits, fear = self._fire(roll, dice, accuracy, defence)
        excess, had_locomotor = other.excess, bool(other.standing("locomotor"))
        points, fallen = 0, []
        for damage, piercing in hits:
            points += damage
            doubled = self._strike(roll["target"], roll["part"], damage, piercing, fallen)
            points += doubled * (self.rulings["piercing-bottle"] == "yes")
        heavier = roll["heavier"]
        if self.rulings["gravity-weighed"] == "after":
            excess, had_locomotor = other.excess, bool(other.standing("locomotor"))
        other.counts["weight"] += heavier
        if heavier and had_locomotor:
            points += self._overload(other, excess + heavier, fallen) * (self.rulings["weight-bottle"] == "yes")
        for unit, spent in roll["spent"].items():
            self.mechs[unit].counts["re-rolls"] -= sum(spent)
        lost_base = [place for place in fallen if place in other.base]
        other.out = other.out or other.why_out
        is_due = not other.out and (bool(lost_base) or points > other.pilots("bt") or fear is not None)
        is_diceless = self.rulings["dice"] == "diceless"
        assert is_diceless or is_due == bool(dice), (roll, is_due, points, lost_base)
        if is_due and not self._passes(roll["target"], dice, fear or 0):
            other.out = "bottled"
        if roll["charge"] and not roll["counter"]:
            self._expect_counter(roll, bool(lost_base), step)

    def _defence(self, other, is_charge, held):
        """Return what SP adds to the Evasion Roll; in Low Power none, by the ruling what Evade and Hold gave remains."""
        evades = other.counts["evade"] and (other.speed > 0 or self.rulings["no-speed-gained"] == "kept")
        gained = 0 if is_charge else 4 * evades + held
        if other.low:
            return gained if self.rulings["low-power-gained"] == "kept" else 0
        return other.speed + gained

    def _fire(self, roll, dice, accuracy, defence):
        """Return the points of each hit with whether it pierces Armour, and the penalty of fear, None without fear."""
        one, spent = self.mechs[roll["unit"]], roll["spent"]
        hits, fear, evasion = [], None, 5 + sum(spent.get(roll["target"], ()))
        roll["heavier"] = 0
        for number, weapon in enumerate(roll["weapons"]):
            rules = one.rules(weapon)
            by = f"Weapon {number + 1}: " if len(roll["weapons"]) > 1 else ""
            attack, evasion = self._read_dice(roll, dice, by, rules, evasion)
            kept = self._kept(attack, rules)
            is_one = min(attack) == 1 if self.rulings["accurate-jam"] == "any" else kept == 1
            jams = is_one and "reliable" not in rules
            if is_one and (jams or self.rulings["reliable-jam"] == "counter"):
                one.jams[weapon] += 1
            if "frightening" in rules and (not jams or self.rulings["frightening-jam"] == "yes"):
                both = max if self.rulings["rule-twice"] == "highest" else lambda first, second: first + second
                fear = rules["frightening"] if fear is None else both(fear, rules["frightening"])
            row = one.base[weapon]
            score = (
                kept
                + (spent[roll["unit"]][number] if roll["unit"] in spent else 0)
                + accuracy
                + row["pe"]
                + one.gives("pe", weapon)
            )
            gap = score - evasion - defence
            if jams or gap < 0:
                continue
            output = row["do"] + one.gives("do", weapon)
            damage = gap + output
            if "barrage" in rules:
                damage = max(gap, int(self.rulings["barrage-tie"] == "one-hit")) * output
            damage += bool(damage) and "anti-mech-specialist" in rules
            roll["heavier"] += rules.get("gravity-field", 0)
            hits.append((damage, "armour-piercing" in rules))
        return hits, fear

    def _kept(self, attack, rules):
        if len(attack) == 1:
            return attack[0]
        low = "inaccurate" in rules and ("accurate" not in rules or self.rulings["accurate-inaccurate"] == "inaccurate")
        return min(attack) if low else max(attack)

    def _read_dice(self, roll, dice, by, rules, evasion):
        """Take a Weapon's dice off, with all Re-Rolls; return the Attack Roll and the Evasion Roll that stand."""
        attack = [5]
        while dice and dice[0][0].startswith(by) and "Bottle" not in dice[0][0]:
            why, faces = dice.pop(0)
            of_attack = "Attack" in why
            if "again?" in why:
                mech = self.mechs[roll["unit" if of_attack else "target"]]
                assert f" {mech.counts['re-rolls']} Re-Roll" in why, why
                if faces[0] == 2:
                    mech.counts["re-rolls"] -= 1
            elif not of_attack:
                (evasion,) = faces
            elif len(attack) == 2 and self.rulings["accurate-again"] == "kept":
                attack.remove(self._kept(attack, rules))
                attack += faces
            else:
                attack = list(faces)
        return attack, evasion

    def _strike(self, unit, part, points, piercing, fallen):
        """Put points on Shields, Armour and the part; return how many points more Armour Piercing was worth."""
        mech, doubled = self.mechs[unit], 0
        for kind in ("shield", "armour", "base"):
            chosen = self.orders[unit, part]
            places = [at for at in mech.on(part) if mech.attached[at]["kind"] == kind]
            places.sort(key=lambda at: chosen.index(at) if at in chosen else len(chosen))
            places = [part] if kind == "base" and part not in mech.gone else places
            for place in places:
                if not points:
                    return doubled
                twice = piercing and kind == "armour"
                needed = mech.threshold(place) - mech.damage[place]
                worth = points * 2 if twice else points
                if worth < needed:
                    mech.damage[place] += worth
                    return doubled + points * twice
                used = needed // 2 if twice else needed
                if twice and needed % 2 and self.rulings["piercing-leftover"] == "lost":
                    used += 1
                doubled += needed // 2 * twice
                points -= used
                mech.fall(place)
                fallen.append(place)
        return doubled

    def _overload(self, mech, excess, fallen):
        """Put Weight Damage on a Locomotor for each point of excess that is new; return how much."""
        new = max(0, excess - mech.counts["weight-damage"])
        mech.counts["weight-damage"] += new
        if new and "locomotor" not in mech.gone:
            mech.damage["locomotor"] += new
            if mech.damage["locomotor"] >= mech.threshold("locomotor"):
                mech.fall("locomotor")
                fallen.append("locomotor")
        return new

    # Counter-Attacks.

    def _expect_counter(self, roll, destroyed, step):
        one, other = self.mechs[roll["unit"]], self.mechs[roll["target"]]
        blades = [at for at in other.standing("weapon") if "melee" in other.rules(at) and not other.jams[at]]
        again = other.countered == roll["unit"] and self.rulings["charged-twice"] == "each"
        may = not one.out and not other.out and other.can_charge and bool(blades) and (not other.countered or again)
        may = may and not (destroyed and self.rulings["counter-attack-when"] == "unharmed")
        assert may == (step == "ask-counter-attack"), (roll, may, step)
        self.roll = {"name": "counter?", "unit": roll["target"], "target": roll["unit"]} if may else None

    def _counter(self, answer, step):
        asked, self.roll = self.roll, None
        if answer == "no":
            return
        unit, target = asked["unit"], asked["target"]
        weapon, part = answer.split(" at ")
        self.mechs[unit].countered = target
        blade, aim = self.mechs[unit].find(weapon), self.mechs[target].find(part)
        self._declare(unit, target, [blade], aim, is_charge=True, is_counter=True)
        self._end_attack(step)

    # What follows by rule.

    def _settle(self, step):
        for unit, mech in self.mechs.items():
            mech.halved = self.rulings["halved-speed"] if mech.counts["slowed"] else ""
            if not self.round or mech.out:
                continue
            fallen = []
            if mech.excess is not None:
                self._overload(mech, mech.excess, fallen)
            mech.out = mech.why_out
            if fallen and not mech.out and not self.attacked:
                self._begin_bottle_test(unit)
        heroes = [mech for mech in self.mechs.values() if mech.out and mech.counts["hero"]]
        for hero in heroes:
            for unit in self.of(hero.seat):
                self.mechs[unit].out = "Hero"
        if self.active and self.mechs[self.active].out and step is None:
            self._end_activation()

    @property
    def winners(self):
        """The seats that have won; None while the game goes on."""
        if not self.round:
            return None
        mates = {team: tuple(s for s in range(self.seats) if self.team(s) == team) for team in range(self.seats)}
        if self.rulings["variant"] == "race":
            far = {unit: mech.counts["distance"] for unit, mech in self.mechs.items() if not mech.out}
            if far and max(far.values()) >= self.options["distance"]:
                return mates[self.team(self.mechs[max(far, key=far.get)].seat)]
        teams = {self.team(mech.seat) for mech in self.mechs.values() if not mech.out}
        if len(teams) > 1:
            return None
        if teams:
            return mates[teams.pop()]
        seat = self.last if self.turn is None else self.turn
        return mates[self.team(seat)] if self.rulings["all-out"] == "active" and seat is not None else ()
