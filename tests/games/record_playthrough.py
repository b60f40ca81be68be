"""Games with record sheets as text, the same for every game that has them: what was done, the dice, what must follow.

A head has a title, then `Seats: Anna copper-bison, Ben duellist` with an example or a file beside the game, and where
they are not the usual ones `Rulings: dice=diceless` and `Options: events=cards`. Then come lines:

- `> Anna activate Copper Bison`: a move by its name, with words of its label or the unit's name; `>!` one outside the
  rules. `> Anna attack Auto Rifle at Iron Heron, Scout Cab` is found among the attacks, `with distance=3` says more of
  the two; `> Anna mark Iron Heron: Re-Rolls 1` and `> Anna correct Iron Heron: Re-Rolls 1` set a track.
- `Anna [7] Ben [3] (no)`: dice and answers in the order in which they are owed, and by whom.
- `= Iron Heron: Scout Cab 2, Bubble Projector destroyed`: what a reader of the rulebook expects; it is never written by
  the code. `_EXPECTED` and `_unit_item` have all its forms.
- `# …`: a remark.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.base.findings import InvalidInput
from companion.data.documents import parse, read_as, to_document
from companion.dice.throw import Choice
from companion.play import acts as play
from companion.play.log import state_hash
from companion.play.new_events import Brought
from companion.play.table import fold
from companion.verbs.table_checks import verify_answer
from companion.verbs.table_files import TableFile
from companion.verbs.tables import export, open_table, set_up
from tests.consent import agreed_by_all, finished

SEED = bytes(range(32))
BROUGHT = Brought(SEED, "2026-11-26T20:00:00Z")
ACTS = ("undo", "redo", "agree", "refuse")
_ANSWERED = re.compile(r"\[(?P<faces>[\d ]+)\]|\((?P<answer>[^)]*)\)|(?P<who>\w+)")
_ATTACK = re.compile(r"(?P<weapon>.+?) at (?P<target>.+?)(?:, (?P<aim>.+?))?(?: with (?P<said>\S+=.+))?")


class Unexpected(AssertionError):
    """Something is not as a line of a game says."""


@dataclass
class RecordPlaythrough:
    """A game as it is read; `joined` makes the key of an attack with several weapons from their keys."""

    path: Path
    game: Any
    joined: Callable[[list[str]], str] = "+".join
    names: list[str] = field(init=False)
    table: Any = field(init=False)
    news: list[str] = field(default_factory=list)

    def play(self):
        """Return the table at the end of the text; Unexpected names the line and both values."""
        text = self.path.read_text("utf-8")
        head, body = (part.splitlines() for part in text.split("\n\n", 1))
        self._open(dict(line.split(": ", 1) for line in head[1:]))
        for number, line in enumerate(body, len(head) + 2):
            try:
                self._read(line)
            except (Unexpected, InvalidInput) as error:
                raise Unexpected(f"{self.path.name}, line {number}: {line}\n{error}") from None
        if self._result():
            self.table = finished(self.table, BROUGHT)
        return self.table

    def _open(self, head):
        seated = [pair.split(" ", 1) for pair in head["Seats"].split(", ")]
        rulings, options = (dict(pair.split("=") for pair in head.get(name, "").split()) for name in HEADS)
        asked = {"rulings": rulings, "options": options, "seats": len(seated)}
        self.table = open_table(self.game, set_up(self.game, SEED, asked))
        self.names = [name for name, _ in seated]
        for seat, (name, build) in enumerate(seated):
            self.table = play.sit(self.table, BROUGHT, seat, name, f"{seat:02x}")
            self._act("choose_dice", seat, "typed")
            self._act("move", seat, "build", {"build": self._build(build)})

    def _build(self, name):
        if name in self.game.examples:
            return to_document(self.game.examples[name])
        return parse((self.path.parent / f"{name}.toml").read_text("utf-8"), name)

    def _read(self, line):
        if line.startswith(">"):
            self.news = []
            marks, who, what = line.split(" ", 2)
            self._do(self._seat(who), what, outside=marks == ">!")
        elif line.startswith("= "):
            self._expect(line[2:])
        elif line and not line.startswith("#"):
            self._answer(line)

    # What is done.

    def _do(self, seat, what, outside):
        name, _, rest = what.partition(" ")
        if name in ACTS:
            self._act(name, seat)
        elif what == "gives up":
            self._act("concede", seat)
        elif name == "attack":
            self._act("move", seat, "attack", self._attack(rest)[1])
        elif name in ("mark", "correct"):
            self._set(name, seat, rest)
        elif name == "out":
            unit, _, why = rest.partition(": ")
            self._act("move", seat, "out", {"unit": self._unit(unit), "why": why})
        else:
            move = one_of(self._moves(seat, outside), what, lambda move: self._words(move))
            self._act("make_relaxed_move" if outside else "move", seat, move.name, move.values)

    def _act(self, name, seat, *given):
        before = len(self.table.events)
        self.table = getattr(play, name)(self.table, BROUGHT, seat, *given)
        if len(self.table.events) > before:
            self.news += self.table.state.news

    def _set(self, name, seat, rest):
        owner, _, item = rest.partition(": ")
        title, _, value = item.rpartition(" ")
        unit = self._unit(owner)
        track = self._track(unit, title)
        if name == "mark":
            self._act("move", seat, "mark", {"unit": unit, "track": track.name, "value": int(value)})
            return
        self._act("correct", seat, f"{unit}/{track.name}", int(value))
        self.table = agreed_by_all(self.table, BROUGHT)
        self.news += self.table.state.news

    def _answer(self, line):
        seat = None
        for found in _ANSWERED.finditer(line):
            if found["who"]:
                seat = self._seat(found["who"])
                continue
            owed = next((one for one in self.table.waiting() if one.throw), None)
            if owed is None:
                raise Unexpected(f"{found[0]}: nothing is owed")
            if seat is not None and owed.seat != seat:
                raise Unexpected(f"{found[0]}: {self.names[owed.seat]} owes {owed.why!r}, not {self.names[seat]}")
            if (found["answer"] is not None) != isinstance(owed.throw, Choice):
                raise Unexpected(f"{found[0]}: {self.names[owed.seat]} owes {owed.throw.dice} for {owed.why!r}")
            faces = found["faces"].split() if found["faces"] else [self._number(owed.throw, found["answer"])]
            self._act("answer", owed.seat, [*map(int, faces)])

    def _number(self, question, answer):
        return question.answers.index(one_of(question.answers, answer, str)) + 1

    # What is named.

    def _seat(self, name):
        if name not in self.names:
            raise Unexpected(f"{name}: one of {self.names} was expected")
        return self.names.index(name)

    @property
    def _records(self):
        return self.table.tracker.records(self.table.state)

    def _unit(self, name):
        sheets = self._records.sheets
        return one_of(sheets, name, lambda unit: sheets[unit].name)

    def _track(self, unit, title):
        tracks = self._records.sheets[unit].tracks
        exact = [track for track in tracks if title in (f"{track.group} {track.title}".strip(), track.title)]
        if len(exact) == 1:
            return exact[0]
        named = {f"{track.group} {track.title}".strip(): track for track in tracks}
        bodies = [track for track in tracks if track.group == title and track.title == "damage"]
        if len(bodies) == 1:
            return bodies[0]
        raise Unexpected(f"{title}: one track of {sorted(named)} was expected")

    def _moves(self, seat, outside=False):
        find = play.relaxed_moves if outside else lambda table, seat: table.tracker.moves(table.view(seat), seat)
        return find(self.table, seat)

    def _words(self, move):
        units = [self._records.name(one) for one in move.values.values() if one in self._records.sheets]
        return " ".join((move.name, move.label, *units))

    def _attack(self, words):
        """Return the attack that words name, as it is offered and as a move."""
        found = _ATTACK.fullmatch(words)
        target, unit = self._unit(found["target"]), self.table.state.active
        said = dict(pair.split("=") for pair in (found["said"] or "").split())
        said = {name: _value(value) for name, value in said.items()}
        tracker, view = self.table.tracker, self.table.view(None)
        offers = tracker.offers(view, unit, target, said or None)
        keys = []
        for title in found["weapon"].split(" + "):
            alike = [one for one in offers if one.title == title and one.aim == (found["aim"] or "")]
            if len(alike) != 1:
                there = sorted({f"{one.title} at {one.aim}" for one in offers})
                raise Unexpected(f"{title} at {found['aim']}: one of {there} was expected")
            keys.append(alike[0].key)
        key = keys[0] if len(keys) == 1 else self.joined(keys)
        read = tracker.read_said(self.table.state, unit, target, said or None)
        offer = tracker.rules.find_offer(self._records, unit, target, read, key)
        return offer, {"unit": unit, "target": target, "attack": key, "said": read.model_dump(exclude_defaults=True)}

    def _has_attacks(self, words):
        """Whether there are attacks at all on the target that words name."""
        target = self._unit(_ATTACK.fullmatch(words.removeprefix("attack "))["target"])
        active = self.table.state.active
        return bool(active and self.table.tracker.offers(self.table.view(None), active, target))

    def _result(self):
        return self.table.result or self.table.tracker.result(self.table.state)

    # What is expected.

    def _expect(self, words):
        for pattern, check in _EXPECTED:
            if found := re.fullmatch(pattern, words):
                check(self, *found.groups())
                return
        if thrown := [one.why for one in self.table.waiting() if one.wants == "faces"]:
            raise Unexpected(f"nothing is on the records before the dice are thrown that are owed: {thrown}")
        owner, _, items = words.partition(": ")
        for item in items.split(", "):
            if owner in self.names:
                self._pool_item(self._seat(owner), item)
            else:
                self._unit_item(self._unit(owner), item)

    def _pool_item(self, seat, item):
        title, _, value = item.rpartition(" ")
        pools = self.table.tracker.rules.pools(seat, self.table.state)
        pool = one_of(pools, title, lambda pool: pool.title)
        same(item, self._records.pool(seat, pool.name), int(value))

    def _unit_item(self, unit, item):
        records = self._records
        record, conditions = records.unit(unit), self.table.tracker.rules.conditions(records, unit)
        first, _, rest = item.partition(" ")
        if item == "in play":
            same(item, record.out, "")
        elif first == "out":
            contains(item, record.out, rest.removeprefix("for "))
        elif item in ("has acted", "has not acted"):
            same(item, record.has_acted, item == "has acted")
        elif item.startswith("is not "):
            same(item, item.removeprefix("is not ") in conditions, False)
        elif first == "is":
            contains(item, conditions, rest)
        elif item.endswith(" destroyed"):
            track = self._track(unit, item.removesuffix(" destroyed"))
            same(item, records.value(unit, track.name), track.most)
        elif link := next((link for link in records.sheets[unit].links if item.startswith(f"{link[1]} ")), None):
            other = records.link(unit, link[0])
            same(item, records.name(other) if other else "nobody", item.removeprefix(f"{link[1]} "))
        else:
            title, _, value = item.rpartition(" ")
            same(item, records.value(unit, self._track(unit, title).name), int(value))

    def _expect_turn(self, name):
        turn = self.table.state.turn
        same("turn", "nobody" if turn is None else self.names[turn], name)

    def _expect_active(self, name):
        active = self.table.state.active
        same("active", self._records.name(active) if active else "nobody", name)

    def _expect_news(self, negative, words):
        same(f"says {words} among {self.news}", any(words in sentence for sentence in self.news), not negative)

    def _expect_owed(self, name, negative, words):
        owed = [one for one in self.table.waiting() if one.seat == self._seat(name)]
        told = [f"{one.throw.dice} {one.why}" if one.throw else f"a {one.wants}" for one in owed]
        same(f"{name} owes {words} among {told}", any(words in one for one in told), not negative)

    def _expect_move(self, name, negative, words):
        seat = self._seat(name)
        if words.startswith("attack "):
            offer = self._attack(words.removeprefix("attack "))[0] if self._has_attacks(words) else None
            is_offered = bool(offer and not offer.why_not and not offer.warning)
        else:
            is_offered = any(has_words(self._words(move), words) for move in self._moves(seat))
        same(f"{name} may {words}", is_offered, not negative)

    def _expect_inputs(self, words, items):
        offer, _ = self._attack(words)
        for item in items.split(", "):
            name, _, value = item.rpartition(" ")
            same(item, str(offer.inputs.get(name.replace(" ", "_"))), value)

    def _expect_result(self, names, why):
        result = self._result()
        if names == "nobody yet":
            same("result", result, None)
            return
        winners = () if names == "nobody" else tuple(self._seat(name) for name in names.split(" and "))
        same("winners", result and result.winners, winners)
        contains("why", result.why, why or "")


HEADS = ("Rulings", "Options")
_EXPECTED = (
    (r"turn (\w+)", RecordPlaythrough._expect_turn),
    (r"active (.+)", RecordPlaythrough._expect_active),
    (r"Round (\d+)", lambda game, number: same("Round", game.table.state.round, int(number))),
    (r"says (not )?(.+)", RecordPlaythrough._expect_news),
    (r"(\w+) owes (not )?(.+)", RecordPlaythrough._expect_owed),
    (r"(\w+) may (not )?(.+)", RecordPlaythrough._expect_move),
    (r"attack (.+): (.+)", RecordPlaythrough._expect_inputs),
    (r"won by ([\w ]+)(?:: (.+))?", RecordPlaythrough._expect_result),
)
"""The forms of an expectation that is not of one record."""


def _value(text):
    """Return a number, true or a word, as it is said of two units."""
    return int(text) if text.lstrip("-").isdigit() else text == "true" or text


def same(what, found, expected):
    if found != expected:
        raise Unexpected(f"{what}: expected {expected!r}, found {found!r}")


def contains(what, found, expected):
    if expected not in found:
        raise Unexpected(f"{what}: expected {expected!r}, found {found!r}")


def has_words(text, words):
    """Whether a text begins with the first of some words and has the others."""
    first, *others = words.lower().split()
    there = text.lower()
    return there.startswith(first) and all(one in there for one in others)


def one_of(things, name, title):
    """Return the only thing with this title, or else with these words."""
    exact = [one for one in things if title(one) == name]
    found = exact or [one for one in things if has_words(title(one), name)]
    if len(found) != 1:
        raise Unexpected(f"{name}: one of {[title(one) for one in things]} was expected")
    return found[0]


def leads_there_again(table):
    """The log of a finished game folds to the same state, and a check of its file finds nothing."""
    if table.result is None:
        table = play.concede(table, BROUGHT, 0)
    again = fold(table.setup, table.make, table.events)
    assert state_hash(again.state) == state_hash(table.state) and again.result == table.result
    answer = verify_answer(read_as(TableFile, export(table, None)))
    assert answer["ok"], answer
