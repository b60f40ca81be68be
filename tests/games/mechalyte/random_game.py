"""Random games of Mechalyte at a table: any rulings, thrown and typed dice, moves, undo, redo, corrections."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from companion.findings import InvalidInput
from companion.games.mechalyte import GAME
from companion.play import acts as play
from companion.verbs.tables import open_table, set_up


@dataclass
class RandomGame:
    """A game under way; `watch` sees each table before and after an act, and what the act was."""

    number: int
    watch: Callable = lambda *_: None
    dice: random.Random = field(init=False)

    def __post_init__(self):
        self.dice = random.Random(self.number)
        seed = self.dice.randbytes(32)
        self.brought = play.Brought(seed, "2026-11-26T20:00:00Z")
        rulings = {ruling.id: self.dice.choice(ruling.option).id for ruling in GAME.rulebook.ruling}
        asked = {
            "rulings": rulings,
            "options": {"dice": self.dice.choice((1, 4, 9, 30))},
            "one_phone": self.dice.random() < 0.3,
        }
        self.table = open_table(GAME, set_up(GAME, seed, asked))

    def play(self, most):
        """Return the table after so many acts, or at the end of the game."""
        for seat, name in enumerate(("Ann", "Ben")):
            self._act("sit", seat, name, self.dice.randbytes(8).hex())
            self._act("choose_dice", seat, self.dice.choice(("typed", "thrown")))
        for _ in range(most):
            if self.table.result:
                break
            self._step()
        return self.table

    def _act(self, name, seat, *given):
        before = self.table
        try:
            self.table = getattr(play, name)(before, self.brought, seat, *given)
        except InvalidInput as error:
            assert "\n" not in str(error) and len(str(error)) < 1000
        self.watch(before, self.table, name)

    def _step(self):
        seat = self.dice.choice((0, 1))
        chance = self.dice.random()
        if self.table.proposal:
            self._act(self.dice.choice(("agree", "agree", "refuse")), 1 - self.table.proposal.seat)
        elif chance < 0.08:
            self._act("undo", seat, *self._event_to_go_back_to())
        elif chance < 0.16:
            self._act("redo", seat)
        elif chance < 0.19 and (offered := self._correctable(seat)):
            one = self.dice.choice(offered)
            value = self.dice.choice(one.choices) if one.choices else self.dice.randint(one.least, one.most)
            self._act("correct", seat, one.field, value)
        elif chance < 0.2:
            self._act("choose_dice", seat, self.dice.choice(("typed", "thrown")))
        elif chance < 0.21:
            ruling = self.dice.choice(GAME.rulebook.ruling)
            self._act("propose", seat, "rulings", {"rulings": {ruling.id: self.dice.choice(ruling.option).id}})
        elif not self.table.waiting():
            self._act("finish", seat)
        else:
            self._do_what_is_owed(self.dice.choice(self.table.waiting()))

    def _event_to_go_back_to(self):
        """Return nothing for the last move alone, or one of the newest events that stand."""
        newest = [position.event for position in islice(self.table.positions(), 6)]
        return () if self.dice.random() < 0.7 else (self.dice.choice(newest),)

    def _correctable(self, seat):
        return self.table.tracker.correctable(self.table.view(seat), seat)

    def _do_what_is_owed(self, owed):
        if owed.wants == "seal":
            self._act("seal_choice", owed.seat, {"spec": "".join(self.dice.choices("PSMIA", k=6))})
        elif owed.throw:
            faces = [self.dice.choice(owed.throw.die.faces) for _ in range(owed.throw.count)]
            self._act("answer", owed.seat, faces)
        else:
            move = self._pick(self.table.tracker.moves(self.table.view(owed.seat), owed.seat))
            self._act("move", owed.seat, move.name, move.values)

    def _pick(self, moves):
        """Return any move; more often one that leads to a fight: a combat, a zone with enemies, the middle column."""
        kinds = sorted({move.name for move in moves})
        kind = "combat" if "combat" in kinds and self.dice.random() < 0.8 else self.dice.choice(kinds)
        found = [move for move in moves if move.name == kind]
        if kind == "phase" and self.dice.random() < 0.8:
            return found[0]
        if kind == "move":
            seen = self.table.view(None)
            held = {mech["zone"] for mech in seen["mechs"] if mech["side"] != seen["active"]}
            fights = [move for move in found if move.values["path"][-1] in held]
            middle = [move for move in found if move.values["path"][-1][0] == "C"]
            found = self.dice.choice((fights, fights, middle, found)) or found
        return self.dice.choice(found)
