"""Random games at a table, the same for every game: any rulings, moves, undo, redo, corrections, typed dice.

A game's own `random_game` says what is asked at opening, which moves are likelier, and what is sealed.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar

from companion.base.findings import InvalidInput
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.verbs.tables import open_table, set_up


@dataclass
class RandomGame:
    """A game under way; `watch` sees each table before and after an act, and what the act was."""

    number: int
    watch: Callable = lambda *_: None
    chance: random.Random = field(init=False)
    game: ClassVar[Any]

    def __post_init__(self):
        self.chance = random.Random(self.number)
        seed = self.chance.randbytes(32)
        self.brought = Brought(seed, "2026-11-26T20:00:00Z")
        rulings = {ruling.id: self.chance.choice(ruling.option).id for ruling in self.game.rulebook.ruling}
        asked = {"rulings": rulings, **self.asked(), "one_phone": self.chance.random() < 0.3}
        self.table = open_table(self.game, set_up(self.game, seed, asked))

    def asked(self):
        """Return what else is asked at opening."""
        return {}

    def pick(self, moves):
        """Return one of the moves that a seat may make."""
        kind = self.chance.choice(sorted({move.name for move in moves}))
        return self.chance.choice([move for move in moves if move.name == kind])

    def secret(self):
        """Return a sealed choice."""
        raise NotImplementedError

    def play(self, most):
        """Return the table after so many acts, or at the end of the game."""
        for seat in range(self.table.setup.seats):
            self._act("sit", seat, f"Player {seat + 1}", self.chance.randbytes(8).hex())
            self._act("choose_dice", seat, self.chance.choice(("typed", "thrown")))
        return self.play_on(most)

    def play_on(self, most):
        """Return the table after so many acts more, or at the end of the game."""
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
            assert "\n" not in str(error) and len(str(error)) < 1500
        self.watch(before, self.table, name)

    def _step(self):
        table, chance = self.table, self.chance.random()
        seated = [seat for seat in range(table.setup.seats) if seat not in table.out]
        seat = self.chance.choice(seated)
        if proposal := table.proposal:
            others = [one for one in seated if one not in {proposal.seat, *proposal.agreed}]
            self._act(self.chance.choice(("agree", "agree", "agree", "refuse")), self.chance.choice(others))
        elif table.undone and chance < 0.5:
            self._act("redo", self.chance.choice((seat, table.root(table.undone[-1].event).seat)))
        elif chance < 0.08:
            moved = table.last_move()
            self._act("undo", self.chance.choice((seat, table.root(moved[-1].number).seat if moved else 0)))
        elif chance < 0.1:
            newest = [position.event for position in islice(table.positions(), 8)]
            self._act("undo", seat, self.chance.choice(newest))
        elif chance < 0.13 and (offered := table.tracker.correctable(table.view(seat), seat)):
            one = self.chance.choice(offered)
            value = self.chance.choice(one.choices) if one.choices else self.chance.randint(one.least, one.most)
            self._act("correct", seat, one.field, value)
        elif chance < 0.14:
            self._act("choose_dice", seat, self.chance.choice(("typed", "thrown")))
        elif chance < 0.15:
            ruling = self.chance.choice(self.game.rulebook.ruling)
            self._act("propose", seat, "rulings", {"rulings": {ruling.id: self.chance.choice(ruling.option).id}})
        elif chance < 0.16 and (beside := play.relaxed_moves(table, seat)):
            move = self.chance.choice(beside)
            self._act("make_relaxed_move", seat, move.name, move.values)
        elif not table.waiting():
            self._act("finish", seat)
        else:
            self._do_what_is_owed(self.chance.choice(table.waiting()))

    def _do_what_is_owed(self, owed):
        if owed.wants == "seal":
            self._act("seal_choice", owed.seat, self.secret())
        elif owed.wants == "card":
            named = self.chance.choice(play.nameable_cards(self.table, owed.seat))
            self._act("name_card", owed.seat, named.values["card"])
        elif owed.throw:
            faces = [self.chance.choice(owed.throw.die.faces) for _ in range(owed.throw.count)]
            self._act("answer", owed.seat, faces)
        else:
            move = self.pick(self.table.tracker.moves(self.table.view(owed.seat), owed.seat))
            self._act("move", owed.seat, move.name, move.values)
