"""A referee of attacks at a table, from the rulebook and the cards' printed numbers alone: what both records must say.

It shares nothing with the product's rules: it reads squads as documents, cards as rows, dice as they were thrown, each
with the reason that was given for it.
"""

from math import ceil

from companion.games.techniconica import GAME

CARDS = {card_id: {"kind": kind, **row} for card_id, (kind, row) in GAME.catalogue.raw.items()}
NUMBERED = {"frightening", "gravity-field"}


def card(card_id):
    return CARDS[card_id]


def rules_of(row):
    """Special rules of a card by name with their numbers."""
    found = {}
    for token in row.get("rules", ()):
        name, _, number = token.rpartition("-")
        found |= {name: int(number)} if name in NUMBERED else {token: 0}
    return found


class Mech:
    """A Mech by its document and its record."""

    def __init__(self, document, values, rulings):
        self.document, self.values, self.rulings = document, values, rulings
        self.attached, self.base = {}, {}
        for place in ("locomotor", "cockpit"):
            if document.get(place):
                self._seat(place, document[place])
        for number, part in enumerate(document.get("part", ())):
            self._seat(f"part[{number}]", part)
        self.pilot = card(document["pilot"]) if document.get("pilot") and "cockpit" in self.base else None
        self.low = self._consumption() > self._output(all_works=True) or bool(values.get("power-out"))

    def _seat(self, place, seat):
        seat = {"card": seat} if isinstance(seat, str) else seat
        row = card(seat["card"])
        attached = {f"{place}.attached[{n}]": card(one) for n, one in enumerate(seat.get("attached", ()))}
        there = {at: one for at, one in attached.items() if not self._gone(at, one.get("dt"))}
        if not self._gone(place, self._most(row, attached)):
            self.base[place], self.attached[place] = row, there

    def _most(self, row, attached):
        return row["dt"] + sum(one.get("gives", {}).get("dt", 0) for one in attached.values())

    def _gone(self, place, threshold):
        if self.values.get(f"trigger:{place}") == 2:
            return True
        return threshold is not None and self.values.get(place, 0) >= max(1, threshold)

    def _extras(self, all_works=False):
        """Each working card that changes numbers, with the place of its Base Part."""
        for place, attached in self.attached.items():
            for at, row in attached.items():
                if "gives" not in row or ("trigger" in row.get("rules", ()) and self.values.get(f"trigger:{at}") != 1):
                    continue
                if all_works or not (self.low and row["kind"] == "support" and row["pc"] > 0):
                    yield place, row

    def stat(self, place, name, all_works=False):
        here = (row["gives"].get(name, 0) for at, row in self._extras(all_works) if at == place)
        return max(0, self.base[place][name] + sum(here))

    def _all_over(self, row, name):
        """A stat of the Locomotor or the Pilot: with what is on it, and what Support elsewhere adds."""
        there = [
            extra["gives"].get(name, 0)
            for at, extra in self._extras()
            if self.base[at] is row or (name not in self.base[at] and extra["kind"] == "support")
        ]
        return row.get(name, 0) + sum(there)

    def pilots(self, name):
        return max(0, self._all_over(self.pilot, name)) if self.pilot else 0

    def _rows(self):
        for place, row in self.base.items():
            yield row
            yield from self.attached[place].values()

    def _consumption(self):
        return sum(row["pc"] for row in self._rows())

    def _output(self, all_works):
        return sum(self.stat(at, "po", all_works) for at, row in self.base.items() if row["kind"] == "power-plant")

    @property
    def spare(self):
        weight = sum(row["we"] for row in self._rows() if row["kind"] != "locomotor") + self.values.get("weight", 0)
        return max(0, self._all_over(self.base["locomotor"], "mw")) - weight if "locomotor" in self.base else None

    @property
    def speed(self):
        if "locomotor" not in self.base:
            return 0
        speed = max(0, self._all_over(self.base["locomotor"], "sp"))
        speed = max(0, speed - self.values.get("weight-damage", 0))
        if self.values.get("slowed"):
            return speed // 2 if self.rulings["halved-speed"] == "down" else ceil(speed / 2)
        return speed

    @property
    def why_out(self):
        kinds = {row["kind"] for row in self.base.values()}
        if "cockpit" not in self.base:
            return "its Cockpit is gone"
        if "power-plant" not in kinds:
            return "it has no Power Plant left"
        return "" if "weapon" in kinds else "it has no Weapon left"

    def rules(self, place):
        found = dict(rules_of(self.base[place]))
        for name in rules_of(self.pilot or {}):
            found[name] = 0
        return found


class Verdict:
    """What an attack must do: the values of both records that it sets, and whether the Bottle Test was failed."""

    def __init__(self, one, other, step, throws):
        self.mine, self.theirs = dict(one.values), dict(other.values)
        self.one, self.other, self.rulings, self.step = one, other, one.rulings, step
        self.throws = list(throws)
        self.weapons, self.part = step["data"]["weapons"], step["data"]["part"]
        self.damage = self.doubled = self.heavier = 0
        self.fear, self.fallen, self.failed = None, [], False
        self.evasion = None
        for number, weapon in enumerate(self.weapons):
            self._fire(number, weapon)
        self._weigh()
        self._bottle()

    def _fire(self, number, weapon):
        rules = self.one.rules(weapon)
        two = {"accurate", "inaccurate"} & set(rules)
        if len(two) == 2:
            two = {"inaccurate"} if self.rulings["accurate-inaccurate"] == "inaccurate" else set()
        dice = self._roll(number)
        kept = max(dice) if "accurate" in two else min(dice) if two else dice[0]
        ones = (1 in dice) if two and self.rulings["accurate-jam"] == "any" else kept == 1
        if ones and ("reliable" not in rules or self.rulings["reliable-jam"] == "counter"):
            self.mine[f"jam:{weapon}"] = min(9, self.mine.get(f"jam:{weapon}", 0) + 1)
        jams = ones and "reliable" not in rules
        if "frightening" in rules and (not jams or self.rulings["frightening-jam"] == "yes"):
            more = rules["frightening"]
            highest = self.rulings["rule-twice"] == "highest"
            self.fear = more if self.fear is None else max(self.fear, more) if highest else self.fear + more
        if jams:
            return
        gap = kept + self._accuracy(weapon) - self.evasion - self._defence()
        if gap < 0:
            return
        output = self.one.stat(weapon, "do")
        points = gap + output
        if "barrage" in rules:
            points = (max(gap, 1) if self.rulings["barrage-tie"] == "one-hit" else gap) * output
        if points and "anti-mech-specialist" in rules:
            points += 1
        self.heavier += rules.get("gravity-field", 0)
        self.damage += points
        self._strike(points, "armour-piercing" in rules)

    def _roll(self, number):
        """Read the dice of a Weapon with every Re-Roll: of two dice all, or by the ruling the one that counted."""
        of = f"Weapon {number + 1}: " if self.step["resolver"] == "volley" else ""
        dice = []
        while self.throws and self.throws[0][0].startswith(of) and "Bottle" not in self.throws[0][0]:
            why, faces = self.throws.pop(0)
            if "again" in why:
                if faces[0] == 2:
                    record = self.theirs if "Evasion" in why else self.mine
                    record["re-rolls"] -= 1
            elif why.endswith("Attack Roll"):
                dice = [*faces, self._kept(number, dice)] if dice and len(faces) < len(dice) else [*faces]
            else:
                (self.evasion,) = faces
        return dice

    def _kept(self, number, dice):
        """Return the die that stays where by the ruling only the one that counted is rolled again."""
        rules = self.one.rules(self.weapons[number])
        return min(dice) if "accurate" in rules else max(dice)

    def _accuracy(self, weapon):
        if self.step["resolver"] == "charge":
            return self.one.speed + self.one.stat(weapon, "pe")
        accuracy = self.one.pilots("ac")
        accuracy = ceil(accuracy / 2) if self.one.low else accuracy
        accuracy += 4 * self.one.values.get("aim", 0) + self.one.values.get("hold-accuracy", 0)
        return accuracy - 2 * (len(self.weapons) - 1) + self.one.stat(weapon, "pe")

    def _defence(self):
        speed, armour = self.other.speed, self.other.stat(self.part, "ar")
        if self.step["resolver"] == "charge":
            return armour + (0 if self.other.low else speed)
        kept = self.rulings["no-speed-gained"] == "kept"
        gained = 4 * self.other.values.get("evade", 0) * (speed > 0 or kept) + self.other.values.get("hold-speed", 0)
        if self.other.low:
            return armour + (gained if self.rulings["low-power-gained"] == "kept" else 0)
        return armour + speed + gained

    def _strike(self, points, piercing):
        """Put points on the cards of the part in their order: Shields, Armour, the part."""
        for place in self.step["data"]["layers"]:
            if place in self.fallen:
                continue
            if not points:
                return
            is_base = place == self.part
            row = self.other.base[place] if is_base else self.other.attached[self.part][place]
            double = piercing and row["kind"] == "armour"
            threshold = self.other.stat(place, "dt") if is_base else row["dt"]
            needed = max(0, threshold - self.theirs.get(place, 0))
            worth = 2 * points if double else points
            if worth < needed:
                self.theirs[place] = self.theirs.get(place, 0) + worth
                self.doubled += points * double
                return
            used = needed // 2 if double else needed
            self.doubled += used * double
            points -= used
            if double and needed % 2 and self.rulings["piercing-leftover"] == "lost":
                points -= 1
            self.theirs[place] = max(1, threshold)
            self.fallen.append(place)

    def _weigh(self):
        self.weight_damage = 0
        if not self.heavier:
            return
        other = self.other
        if self.rulings["gravity-weighed"] == "after":
            other = Mech(other.document, self.theirs, self.rulings)
        spare = other.spare
        self.theirs["weight"] = min(60, self.theirs.get("weight", 0) + self.heavier)
        if spare is None:
            return
        suffered = self.theirs.get("weight-damage", 0)
        self.weight_damage = max(0, max(0, self.heavier - spare) - suffered)
        if not self.weight_damage:
            return
        self.theirs["weight-damage"] = suffered + self.weight_damage
        if "locomotor" in self.fallen:
            return
        threshold = self.other.stat("locomotor", "dt")
        self.theirs["locomotor"] = min(threshold, self.theirs.get("locomotor", 0) + self.weight_damage)
        if self.theirs["locomotor"] >= threshold:
            self.fallen.append("locomotor")

    def _bottle(self):
        """Whether a Bottle Test was due, and what its die says; the last throws are its own."""
        self.out = self.why_out()
        bases = [place for place in self.fallen if ".attached" not in place]
        points = self.damage
        if self.rulings["piercing-bottle"] == "yes":
            points += self.doubled
        if self.rulings["weight-bottle"] == "yes":
            points += self.weight_damage
        due = bool(bases) or self.fear is not None or points > self.other.pilots("bt")
        self.due = due and not self.out and self.other.pilot is not None
        if not self.due:
            return
        die = 5
        while self.throws:
            why, faces = self.throws.pop(0)
            if "again" in why:
                if faces[0] == 2:
                    self.theirs["re-rolls"] -= 1
            else:
                die = faces[0]
        self.failed = die != 1 and die + (self.fear or 0) > self.other.pilots("fo")

    def why_out(self):
        """Return why the Mech is out of play now, nothing for what it lacked as it was built."""
        document = self.other.document
        why = Mech(document, self.theirs, self.rulings).why_out
        return why if why != Mech(document, {}, self.rulings).why_out else ""
