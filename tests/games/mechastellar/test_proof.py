"""Best attack and whole turn of random units, against all dice and all plans worked out from the rulebook alone."""

import random
from itertools import combinations_with_replacement, product

import pytest

from companion.games.mechastellar import GAME
from companion.verbs.analyses import analysis_answer
from companion.verbs.matchups import matchup_answer, read_side
from tests.games.mechastellar.rulebook_oracle import NEAR, Clash, blocks_of, may_fire, mixed, shot

pytestmark = pytest.mark.long
CLOSE = {"abs": 1e-7, "rel": 1e-7}


def gun(dice, number):
    return {
        "name": f"Gun {number}",
        "range": str(dice.choice([8, 16, 24, 32])),
        "attacks": str(dice.randint(1, 5)),
        "close_range": dice.choice(["-", "RF+1", "RF+2", "RF-1", "RF+1 Hit", "RF+2 Hits"]),
        "pen": dice.choice(["-", "1", "3", "5", "7"]),
        "dmg": dice.choice([100, 200, 300, 500, 800]),
    }


def blade(dice):
    made = {
        "name": "Blade",
        "range": "Melee",
        "attacks": dice.choice(["-", "+1 Hit"]),
        "pen": dice.choice(["-", "4", "6"]),
        "dmg": dice.choice([200, 300, 500]),
    }
    return made | ({"qualities": ["CC"]} if dice.random() < 0.5 else {})


def unit(dice, name, guns=2):
    weapons = [gun(dice, n) for n in range(1, dice.randint(1, guns) + 1)]
    weapons += [blade(dice)] if dice.random() < 0.8 else []
    shield = {"name": "Shield", "attacks": dice.choice(["+1 Block", "+2 Blocks"]), "range": "-", "dmg": 0}
    weapons += [shield] if dice.random() < 0.4 else []
    return {
        "id": name,
        "name": name.title(),
        "type": "MS",
        "performance": 3,
        "frame": 2,
        "points": dice.choice([30, 85, 150, 270]),
        "pilot_level": dice.choice([0, 0, 1, 2]),
        "eq_slots": 0,
        "sensors": dice.choice([5, 8, 12]),
        "move": dice.randint(5, 13),
        "actions": dice.choice([1, 2]),
        "shooting": dice.randint(7, 10),
        "melee": dice.randint(2, 6),
        "evade": dice.randint(1, 5),
        "arm_sv": dice.randint(0, 3),
        "hp": dice.choice([700, 1200, 2000, 3500]),
        "weapons": weapons,
    }


def list_of(key, units):
    pack = {"title": key, "key": key, "profile": units}
    document = {"game": "mechastellar", "title": key, "unit": [{"profile": u["id"]} for u in units], "pack": [pack]}
    return read_side(GAME, document, key)


def charge_hits(a, weapon, gap):
    """The hits of a High Speed Attack: a critical, for a [CC] weapon after a forced run of 10 inches."""
    return 2 if "CC" in weapon.get("qualities", ()) and gap > a["move"] and gap >= 10 else 0


def expected(a, b, weapon, distance):
    """All the figures that an attack may have: several where splits of dice are equally good; none where it cannot."""
    if weapon["range"] != "Melee":
        if not may_fire(weapon, distance):
            return []
        spread = {(damage, 0): p for damage, p in shot(a, b, weapon, distance).items()}
        return [figures(spread, a, b)]
    gap = distance - NEAR
    if gap > a["move"] + 5:
        return []
    clash = Clash(a, b, weapon, charge_hits(a, weapon, gap))
    return [
        figures(clash.outcome(mine, theirs, b["hp"]), a, b)
        for mine in clash.best(b["hp"])
        for theirs in clash.answers(mine, b["hp"])[1]
    ]


def figures(spread, a, b):
    within = sum(p * min(done, b["hp"]) for (done, _), p in spread.items())
    suffered = sum(p * min(back, a["hp"]) for (_, back), p in spread.items())
    kill = sum(p for (done, _), p in spread.items() if done >= b["hp"])
    return {
        "kill": kill,
        "within_hp": within,
        "suffered": suffered,
        "traded": within / b["hp"] * b["points"] - suffered / a["hp"] * a["points"],
    }


@pytest.mark.parametrize("seed", range(30))
def test_best_attacks_of_random_lists_are_those_of_all_dice(seed):
    dice = random.Random(seed)
    ours = [unit(dice, f"ours-{n}") for n in range(3)]
    theirs = [unit(dice, f"theirs-{n}") for n in range(3)]
    distance = dice.choice([4, 6, 9, 12, 16, 22])
    answer = matchup_answer(GAME, list_of("ours", ours), list_of("theirs", theirs), {"distance": distance})
    weapons = [(a, w) for a in ours for w in a["weapons"] if not w["name"].startswith("Shield")]
    assert len(answer["rows"]) == len(weapons) and len(answer["targets"]) == 3
    checked = 0
    for column, target in enumerate(answer["targets"]):
        b, there = theirs[column], {}
        for row, (a, weapon) in zip(answer["rows"], weapons, strict=True):
            cell, ways = row["cells"][column], expected(a, b, weapon, distance)
            assert ("figures" in cell) == bool(ways), (a, weapon, cell)
            if not ways:
                continue
            shown = {name: entry.get("p", entry.get("value")) for name, entry in cell["figures"].items()}
            shown["traded"] = cell["derived"]["traded"]["value"]
            shown.setdefault("suffered", 0.0)
            same = [way for way in ways if all(shown[name] == pytest.approx(way[name], **CLOSE) for name in way)]
            assert same, (shown, ways)
            there[row["key"]] = same[0]
            checked += 1
        if not there:
            assert target["key"] not in answer["best"]
            continue
        most = max((way["traded"], way["kill"]) for way in there.values())
        for key in answer["best"][target["key"]]:
            assert there[key]["traded"] == pytest.approx(most[0], **CLOSE)
            assert there[key]["kill"] == pytest.approx(
                max(way["kill"] for way in there.values() if way["traded"] == pytest.approx(most[0], **CLOSE)), **CLOSE
            )
    assert checked


def focused(count, dmg):
    """Hits of so many Focus actions: +1, with 200 DMG or less +2, together at most 3."""
    return min(3, count * (2 if dmg <= 200 else 1))


class Turn:
    """All activations of a unit with a basic pilot in round 1, by the rulebook: volley, then charge."""

    def __init__(self, a, b, distance, moves):
        self.a, self.b, self.distance, self.moves = a, b, distance, moves
        self.guns = [w for w in a["weapons"] if w["range"] != "Melee" and w["name"] != "Shield"]
        self.blades = [w for w in a["weapons"] if w["range"] == "Melee"]
        self.gap = distance - NEAR
        self._known = {}

    def spots(self, weapon, throttle):
        """From where a gun may be fired: here, and after a move every inch on the way, outside engagement range."""
        there = [self.distance]
        if self.moves and self.distance > NEAR:
            least = max(NEAR + 1, self.distance - self.a["move"] - 5 * throttle)
            there += range(least, self.distance)
        return [d for d in there if may_fire(weapon, d)]

    def plans(self):
        """Each plan: Momentum, guns with what aids them (focus, bullseye), a blade likewise or none, and the run."""
        for blade, bullseye, accelerate in product([None, *range(len(self.blades))], [0, 1], [0, 1]):
            if bullseye + accelerate > 1:  # one skill a turn
                continue
            forced = blade is not None and self.gap > self.a["move"]
            if blade is not None and self.gap > self.a["move"] + 5:
                continue
            for throttle in (True,) if forced else (False, True) if self.moves else (False,):
                if accelerate and not throttle:
                    continue
                actions = self.a["actions"] - (throttle and not accelerate)
                if actions < 0:
                    continue
                yield from self._volleys(blade, throttle, actions, bullseye, accelerate)

    def _volleys(self, blade, throttle, actions, bullseye, accelerate):
        for fired in product([False, True], repeat=len(self.guns)):
            chosen = [n for n, is_fired in enumerate(fired) if is_fired]
            if len(chosen) > actions or any(not self.spots(self.guns[n], throttle) for n in chosen):
                continue
            attacks = [*chosen, *([] if blade is None else ["blade"])]
            if not attacks:
                continue
            for count in range(min(3, actions - len(chosen)) + 1):
                for focus in combinations_with_replacement(range(len(attacks)), count):
                    for aided in range(len(attacks)) if bullseye else (-1,):
                        hits = [0] * len(attacks)
                        for place, what in enumerate(attacks):
                            dmg = self.blades[blade]["dmg"] if what == "blade" else self.guns[what]["dmg"]
                            hits[place] = focused(focus.count(place), dmg) + (place == aided)
                        yield bullseye + accelerate, chosen, hits, blade, throttle

    def volley(self, chosen, hits, throttle):
        """Every distribution of damage that the guns may have: each from any place that it may be fired from."""
        options = []
        for n, more in zip(chosen, hits, strict=False):
            weapon = self.guns[n]
            spreads = {}
            for d in self.spots(weapon, throttle):
                spread = shot(self.a, self.b, weapon, d, more)
                spreads[tuple(sorted(spread.items()))] = spread
            options.append(list(spreads.values()))
        for parts in product(*options):
            total = {0: 1.0}
            for part in parts:
                total = mixed((p, {before + d: q for d, q in part.items()}) for before, p in total.items())
            yield total

    def figures(self, chosen, hits, blade, throttle):
        """Every (kill, mean) that a plan may have."""
        hp = self.b["hp"]
        for total in self.volley(chosen, hits, throttle):
            if blade is None:
                kill = sum(p for d, p in total.items() if d >= hp)
                yield kill, sum(p * min(d, hp) for d, p in total.items())
                continue
            yield from self._charged(total, blade, hits[-1], throttle)

    def _charged(self, total, blade, more, throttle):
        weapon, hp = self.blades[blade], self.b["hp"]
        speed = charge_hits(self.a, weapon, self.gap)
        if (
            self.moves
            and throttle
            and self.gap > 0
            and "CC" in weapon.get("qualities", ())
            and self.a["move"] + 5 >= 10
        ):
            speed = 2
        clash = Clash(self.a, self.b, weapon, more + speed)
        mine = max(self._cached(("split", blade, more + speed), lambda: clash.best(hp)))
        kill = mean = 0.0
        for before, p in total.items():
            left = hp - before
            if left <= 0:
                kill, mean = kill + p, mean + p * hp
                continue
            chance, done = self._cached(
                ("left", blade, more + speed, left), lambda left=left: self._end(clash, mine, left)
            )
            kill, mean = kill + p * chance, mean + p * (before + done)
        yield kill, mean

    @staticmethod
    def _end(clash, mine, left):
        """The chance to destroy and the mean damage, at a target that answers by what it has left."""
        theirs = max(clash.answers(mine, left)[1])  # of equal answers the one with the most attack dice
        spread = clash.outcome(mine, theirs, left)
        return (
            sum(p for (done, _), p in spread.items() if done >= left),
            sum(p * min(done, left) for (done, _), p in spread.items()),
        )

    def _cached(self, key, make):
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def best(self):
        """The best (kill, mean) for each Momentum."""
        found = {}
        for momentum, chosen, hits, blade, throttle in self.plans():
            for result in self.figures(chosen, hits, blade, throttle):
                rounded = tuple(round(value, 9) for value in result)
                found[momentum] = max(found.get(momentum, (0.0, 0.0)), rounded)
        return found


@pytest.mark.parametrize("moves", [False, True], ids=["stands", "moves first"])
@pytest.mark.parametrize("seed", range(60))
def test_whole_turns_of_random_units_are_the_best_of_all_plans(seed, moves):
    dice = random.Random(1000 + seed)
    a, b = unit(dice, "ours"), unit(dice, "theirs", guns=1)
    a["pilot_level"] = 0  # a basic pilot: Bullseye and Accelerate alone
    distance = dice.choice([4, 6, 9, 12, 16, 20])
    assert blocks_of(b, melee=True) <= 2
    context = GAME.context_of(list_of("both", [a, b]).build)
    asked = {"a": "ours", "b": "theirs", "distance": distance, "momentum": 1, "round": 1, "move": moves}
    answer = analysis_answer(GAME, "whole-turn", asked, context)["answer"]
    assert answer["certainty"] == "proved"
    proved = Turn(a, b, distance, moves).best()
    assert bool(answer["ways"]) == bool(proved), answer
    for momentum in (0, 1):
        ways = [way for way in answer["ways"] if way["momentum"] <= momentum]
        there = [result for cost, result in proved.items() if cost <= momentum]
        if not there:
            assert not ways
            continue
        kill, mean = max(there)
        best = max((round(way["kill"], 9), round(way["mean_within_hp"], 6)) for way in ways)
        assert best[0] == pytest.approx(kill, **CLOSE), (a, b, distance, answer["ways"])
        assert best[1] == pytest.approx(mean, abs=1e-5), (a, b, distance, answer["ways"])
