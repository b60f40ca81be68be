"""Battles at a table as tests play them: two lists, and lines such as `attack 1.1 2.1 w0 distance=8` and `roll 5 7 7`."""

from companion.games.mechastellar import GAME
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.verbs.tables import open_table, set_up
from tests.consent import agreed_by_all

BROUGHT = Brought(bytes(range(32)), "2026-11-26T20:00:00Z")


class Fight:
    """A battle under way. `first` goes first in Round 1; all dice are typed."""

    def __init__(self, mine, theirs, rulings=None, options=None, first=0, **lists):
        asked = {"rulings": rulings or {}, "options": options or {}}
        self.table = open_table(GAME, set_up(GAME, BROUGHT.seed, asked))
        for seat, name in enumerate(("Anna", "Ben")):
            self.table = play.sit(self.table, BROUGHT, seat, name, f"{seat:02x}")
            self.table = play.choose_dice(self.table, BROUGHT, seat, "typed")
        for seat, units in enumerate((mine, theirs)):
            build = {"game": "mechastellar", "title": f"List {seat + 1}", "unit": [as_entry(one) for one in units]}
            self.move(seat, "build", build=build | lists)
        self.move(0, "begin")
        self.win_initiative(first)

    def win_initiative(self, first):
        """Let a seat win the initiative and go first."""
        for face in (9, 1) if first == 0 else (1, 9):
            self.roll(face)
        self.say("go first")

    @property
    def state(self):
        """Return the state."""
        return self.table.state

    @property
    def news(self):
        """Return the news of the last event."""
        return self.state.news

    @property
    def log(self):
        """Return what has happened so far, in sentences."""
        tracker, states = self.table.tracker, [one.state for one in self.table.positions()]
        return [sentence for state in reversed(states) for sentence in tracker.view(state, None)["news"]]

    def records(self):
        """Return the records."""
        return self.table.tracker.records(self.state)

    def value(self, place):
        """Return the number at a place such as `1.2/hp`, `2/momentum`, `1.1/out`, `1.1>engaged`, `round`, `owed`."""
        records = self.records()
        if place in ("round", "active", "turn", "opener"):
            return getattr(self.state, place)
        if place == "owed":
            return [one.why for one in self.table.waiting()][0]
        if place == "result":
            return self.table.tracker.result(self.state).winners
        if ">" in place:
            return records.link(*place.split(">"))
        owner, _, name = place.partition("/")
        if "." not in owner:
            return records.pool(int(owner) - 1, name)
        return records.unit(owner).out if name == "out" else records.value(owner, name)

    def move(self, seat, name, **values):
        """Make a move."""
        self.table = play.move(self.table, BROUGHT, seat, name, values)

    def roll(self, *faces):
        """Give the dice that are owed."""
        owed = next(one for one in self.table.waiting() if one.throw)
        self.table = play.answer(self.table, BROUGHT, owed.seat, list(faces))

    def say(self, words):
        """Give the answer that begins with some words."""
        owed = next(one for one in self.table.waiting() if one.wants == "choice")
        answers = owed.throw.answers
        place = next(at for at, one in enumerate(answers) if one.startswith(words))
        self.table = play.answer(self.table, BROUGHT, owed.seat, [place + 1])

    def offers(self, unit, target, **said):
        """Return the attacks of a unit by their keys."""
        found = self.table.tracker.offers(self.table.view(None), unit, target, said)
        return {offer.key: offer for offer in found}

    def moves(self, seat, relaxed=False):
        """Return the moves of a seat, or those outside the rules."""
        tracker, view = self.table.tracker, self.table.view(seat)
        return tracker.relaxed_moves(view, seat) if relaxed else tracker.moves(view, seat)

    def find(self, seat, name, **values):
        """Return the moves of a name with these values, within the rules and outside."""
        found = (*self.moves(seat), *self.moves(seat, relaxed=True))
        return [one for one in found if one.name == name and values.items() <= one.values.items()]

    def do(self, *lines):
        """Do what lines say."""
        for line in lines:
            self._do(*line.split())
        return self

    def _do(self, verb, *words):
        plain = [word for word in words if "=" not in word]
        said = {name: _value(value) for name, _, value in (word.partition("=") for word in words if "=" in word)}
        if verb == "roll":
            self.roll(*map(int, words))
        elif verb == "say":
            self.say(" ".join(words))
        elif verb == "attack":
            unit, target, key = plain
            self.move(int(unit[0]) - 1, "attack", unit=unit, target=target, attack=key, said=said)
        elif verb == "activate":
            self._activate(plain[0])
        elif verb == "done":
            self.move(int(self.state.active[0]) - 1, "done")
        elif verb == "next":
            self.move(0, "next-round")
        elif verb == "set":
            place, value = plain
            seat = int(place[0]) - 1 if place[0].isdecimal() else 0
            self.table = agreed_by_all(play.correct(self.table, BROUGHT, seat, place, int(value)), BROUGHT)
        else:
            self._other_move(verb, plain, said)

    def _activate(self, unit):
        seat = int(unit[0]) - 1
        (move,) = self.find(seat, "activate", unit=unit)
        make = play.make_relaxed_move if move.warning else play.move
        self.table = make(self.table, BROUGHT, seat, "activate", {"unit": unit})

    def _other_move(self, name, plain, said):
        """Make the move of a name that has the values said, within the rules or outside."""
        seat = int(plain[0][0]) - 1
        values = said | ({"unit": plain[0]} if "." in plain[0] else {})
        move = self.find(seat, name, **values)[0]
        make = play.make_relaxed_move if move.warning else play.move
        self.table = make(self.table, BROUGHT, seat, move.name, move.values)


def as_entry(unit):
    """Return a line of a list: a profile's id, or an entry."""
    return {"profile": unit} if isinstance(unit, str) else unit


def _value(text):
    return {"true": True, "false": False}.get(text, int(text) if text.lstrip("-").isdecimal() else text)


def in_turn(mine, theirs, **more):
    """Return a battle in which the first unit of the first list is under way."""
    return Fight(mine, theirs, **more).do("activate 1.1")


class Found:
    """What a case may ask of a battle: a place of the records; or `can …`, `offer …`, `input …` with their words."""

    def __init__(self, fight):
        self.fight = fight

    def __getitem__(self, asked):
        """Return a number or a word."""
        verb, *words = asked.split()
        if verb not in ("can", "offer", "input", "said"):
            found = self.fight.value(asked)
            return [*found] if isinstance(found, tuple) else found
        plain = [word for word in words if "=" not in word]
        values = {name: _value(value) for name, _, value in (word.partition("=") for word in words if "=" in word)}
        if verb == "said":
            return any(" ".join(words) in sentence for sentence in self.fight.log)
        if verb == "can":
            seat, name = int(plain[0]) - 1, plain[1]
            found = self.fight.find(seat, name, **values)
            return "no" if not found else "warned" if all(move.warning for move in found) else "yes"
        if verb == "input":
            name, key, unit, target = plain
            return self.fight.offers(unit, target, **values)[key].inputs.get(name, 0)
        key, unit, target = plain
        offer = self.fight.offers(unit, target, **values).get(key)
        return "none" if offer is None else "no" if offer.why_not else "warned" if offer.warning else "yes"


def table(inputs):
    """Play the lines of a case at a table."""
    given = dict(inputs)
    acts, mine, theirs = given.pop("acts"), given.pop("mine"), given.pop("theirs")
    fight = Fight(mine, theirs, **given).do(*acts)
    return Found(fight)
