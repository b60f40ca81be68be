"""Random battles of MechaStellar, kept by the tracker and by a scorekeeper of our own: all records are the same."""

import random
import re
from hashlib import sha256

import pytest

from companion import __version__
from companion.dice.throw import Choice
from companion.games.mechastellar import GAME
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.verbs.tables import open_table, set_up
from tests.games.mechastellar.scorekeeper import CARDS, Scorekeeper

FEW = 6
ACTS = 150
ROLLS, PARTS = 5_000, 10
"""Attacks of the long run, and its cases; its battles are others in each release."""
BROUGHT = Brought(bytes(range(32)), "2026-11-26T20:00:00Z")
SKILLS = ("accelerate", "bullseye", "make-it-count", "seize-action", "disengage", "disengage-attack", "disengage-free")
MOVES = ("activate", "done", "skip", "pass", "next-round", "begin", "focus", "throttle", "climb", "drop", "challenge")
UPGRADES = {"power": ("damage", "pen"), "havoc": ("fire", "impact", "cover")}
MECHS = [id for id, card in CARDS.items() if card["type"] != "Stellar Warship"]


class Battle:
    """A random battle: each act is done at the table and told to the scorekeeper."""

    def __init__(self, number):
        self.chance, self.last = random.Random(number), ()
        lists = [self.chance.sample(MECHS, self.chance.choice((1, 2, 3))) for _ in range(2)]
        self.keeper = Scorekeeper(lists, 5)
        self.table = open_table(GAME, set_up(GAME, self.chance.randbytes(32), {}))
        for seat in (0, 1):
            self.act("sit", seat, f"Player {seat + 1}", f"{seat:02x}")
            self.act("choose_dice", seat, "typed")
        for seat, cards in enumerate(lists):
            units = [{"profile": card} for card in cards]
            build = {"game": "mechastellar", "title": "Any list", "size": 1000, "unit": units}
            self.act("move", seat, "build", {"build": build})
        self.act("move", 0, "begin", {})
        self.keeper.begin_round()

    def act(self, name, seat, *given):
        self.table = getattr(play, name)(self.table, BROUGHT, seat, *given)

    def play(self, most):
        """Do so many acts, or as many as there are until the battle is over; compare after each."""
        for number in range(most):
            result = self.table.tracker.result(self.table.state)
            assert (result is not None) == self.keeper.is_over, (result, self.table.state.news, self.last)
            if result:
                assert result.winners == self.keeper.winners, (result, self.last)
                return
            if not self.step():
                return
            kept, tracked = as_kept(self.keeper), as_tracked(self.table)
            different = {key: (kept.get(key), tracked.get(key)) for key in kept if kept.get(key) != tracked.get(key)}
            assert not different, (different, number, self.table.state.news, self.last)

    def step(self):
        owed = next((one for one in self.table.waiting() if one.throw), None)
        asked = self.keeper.asks
        assert (owed is None) == (asked is None), (owed, asked, self.table.state.news)
        if owed:
            self._answer(owed, asked)
            return True
        return self._move()

    def said(self):
        """Return the inputs and dice of the roll under way, for a message."""
        step = self.table.state.steps[0]
        return dict(step.inputs), step.groups, dict(step.data)

    def _answer(self, owed, asked):
        seat, count, *words = asked
        why = (owed.why, owed.throw.dice, asked, self.table.state.steps[0].title, self.last, self.said())
        assert owed.seat == seat and isinstance(owed.throw, Choice) == bool(words), why
        if not words:
            assert owed.throw.dice == f"{count}d10", why
            faces = [self.chance.randint(1, 10) for _ in range(count)]
            self.last = owed.why, faces, self.said()
            self.act("answer", seat, faces)
            self.keeper.answer(faces)
            return
        answers = owed.throw.answers
        assert words[0].lower() in f"{owed.why} {' '.join(answers)}".lower(), why
        assert len(answers) == count, why
        answer = self.chance.randrange(len(answers))
        self.last = owed.why, answers[answer], self.said()
        self.act("answer", seat, [answer + 1])
        named = [one for one in re.split(r"^fire | and |, ", answers[answer]) if one]
        self.keeper.answer(named if words[0] == "Overwatch" else answer)

    def _move(self):
        state = self.table.state
        if state.active and not state.units[state.active].out and self.chance.random() < 0.6 and self._attack():
            return True
        found = [(seat, move) for seat in (0, 1) for move in self._moves(seat)]
        if not found or len({unit.seat for unit in state.units.values() if not unit.out}) < 2:
            return False
        seat, move = self.chance.choice(found)
        self.last = move.name, move.values
        self.act("move", seat, move.name, move.values)
        self._tell(seat, move)
        return True

    def _moves(self, seat):
        for move in self.table.tracker.moves(self.table.view(seat), seat):
            known = move.name in MOVES or move.values.get("skill") in SKILLS
            known = known or move.values.get("upgrade") in UPGRADES.get(move.name, ())
            if known and not move.warning and (move.name != "pass" or self.chance.random() < 0.1):
                yield move

    def _tell(self, seat, move):
        keeper, values = self.keeper, move.values
        match move.name:
            case "activate" | "skip":
                getattr(keeper, move.name)(values["unit"])
            case "done" | "focus" | "throttle" | "climb" | "drop":
                getattr(keeper, move.name)()
            case "pass":
                keeper.pass_round(seat)
            case "next-round":
                keeper.begin_round()
            case "challenge":
                keeper.challenge(values["other"])
            case "skill":
                keeper.skill(values["skill"])
            case "power" | "havoc":
                getattr(keeper, move.name)(values["unit"], values["upgrade"])

    def _attack(self):
        state, view = self.table.state, self.table.view(None)
        unit = state.active
        enemies = [
            one for one, record in state.units.items() if record.seat != state.units[unit].seat and not record.out
        ]
        if not enemies:
            return False
        target = self.chance.choice(enemies)
        near = target in self.keeper.engaged_with(unit)
        said = {
            "distance": 2 if near else self.chance.choice((8, 9, 12, 13, 16, 17, 20, 24, 32)),
            "cover": self.chance.random() < 0.3,
            "behind": self.chance.random() < 0.2,
            "choice": self.chance.choice(("precision", "barrage")),
        }
        offers = [one for one in self.table.tracker.offers(view, unit, target, said) if self._is_known(unit, one)]
        if not offers:
            return False
        offer = self.chance.choice(offers)
        self.last = offer.title, unit, target, said
        values = {"unit": unit, "target": target, "attack": offer.key, "said": said}
        self.act("move", state.units[unit].seat, "attack", values)
        self.keeper.attack(target, int(offer.key[1:]), said)
        return True

    def _is_known(self, unit, offer):
        """Whether an attack is within the rules, and one that the scorekeeper knows."""
        if offer.why_not or offer.warning or not re.fullmatch(r"w\d+", offer.key):
            return False
        card = self.keeper.units[unit].weapons[int(offer.key[1:])]
        many = "AOE" in card.special or "two targets" in card.special
        return not many and (card.fights or card.range == 8 or not self.keeper.is_engaged(unit))


def as_tracked(table):
    """Return all records of a table that are compared."""
    state, records = table.state, table.tracker.records(table.state)
    if state.steps:
        return {}
    found = {"round": state.round, "turn": state.turn, "active": state.active}
    found["momentum"] = [records.pool(seat, "momentum") for seat in (0, 1)]
    for name, record in state.units.items():
        tracks = ("hp", *["actions"] * (name == state.active), "stun", "high", "focus", "power", "havoc")
        there = records.sheets[name].by_name
        numbers = {track: records.value(name, track) for track in tracks if track in there}
        engaged = {one for one in state.units if name != one and records.link(one, "engaged") == name}
        engaged |= {records.link(name, "engaged")} - {""}
        links = [records.link(name, link) for link in ("challenge", "return")]
        found[name] = "out" if record.out else (numbers, record.has_acted, engaged, links)
    return found


def as_kept(keeper):
    """Return the same of the scorekeeper's records."""
    if keeper.asks:
        return {}
    found = {"round": keeper.round, "turn": keeper.turn, "active": keeper.active, "momentum": keeper.momentum}
    for name, unit in keeper.units.items():
        tracks = (*["actions"] * (name == keeper.active), "stun", "high", "focus")
        numbers = {"hp": unit.hp, **{track: unit.counts[track] for track in tracks}}
        numbers |= {track: unit.counts[track] for track in ("power", "havoc") if unit.card.get(track)}
        links = [unit.rival, unit.returns]
        found[name] = "out" if unit.out else (numbers, unit.acted, keeper.engaged_with(name), links)
    return found


def kept(number):
    """Play a random battle; return how many attacks both judged alike."""
    battle = Battle(number)
    battle.play(ACTS)
    return battle.keeper.judged


def test_the_scorekeeper_finds_on_every_record_what_the_tracker_does():
    assert sum(map(kept, range(FEW))) > 2 * FEW


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_the_scorekeeper_agrees_over_thousands_of_attacks(part):
    attacks, number = 0, int(sha256(f"{__version__} {part}".encode()).hexdigest()[:12], 16)
    while attacks < ROLLS // PARTS:
        attacks += kept(number)
        number += 1
