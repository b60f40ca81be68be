"""Random games of Wreck-A-Mech at a table: any rulings, two to four players, moves, undo, redo, corrections."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.findings import InvalidInput
from companion.games.wreck_a_mech import GAME
from companion.play import acts as play
from companion.verbs.tables import open_table, set_up


@dataclass
class RandomGame:
    """A game under way; `watch` sees each table before and after an act, and what the act was."""

    number: int
    watch: Callable = lambda *_: None
    on_table: bool = False
    seats: int = 0
    chance: random.Random = field(init=False)

    def __post_init__(self):
        self.chance = random.Random(self.number)
        seed = self.chance.randbytes(32)
        self.brought = play.Brought(seed, "2026-11-26T20:00:00Z")
        rulings = {ruling.id: self.chance.choice(ruling.option).id for ruling in GAME.rulebook.ruling}
        self.seats = self.seats or self.chance.choice((2, 2, 3, 4))
        asked = {"rulings": rulings, "seats": self.seats, "one_phone": self.chance.random() < 0.3}
        if self.on_table:
            asked["options"] = {"cards": "on-your-table"}
        self.table = open_table(GAME, set_up(GAME, seed, asked))

    def play(self, most):
        """Return the table after so many acts, or at the end of the game."""
        for seat in range(self.seats):
            self._act("sit", seat, f"Player {seat + 1}", self.chance.randbytes(8).hex())
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
        seat = self.chance.choice([seat for seat in range(self.seats) if seat not in self.table.out])
        chance = self.chance.random()
        if proposal := self.table.proposal:
            asked = {proposal.seat, *proposal.agreed, *self.table.out}
            others = [one for one in range(self.seats) if one not in asked]
            self._act(self.chance.choice(("agree", "agree", "agree", "refuse")), self.chance.choice(others))
        elif self.table.undone and chance < 0.5:
            again = self.table.root(self.table.undone[-1].event)
            self._act("redo", self.chance.choice((seat, again.seat)))
        elif chance < 0.08:
            self._act(
                "undo", self.chance.choice((seat, self.table.last_move()[-1].seat if self.table.last_move() else 0))
            )
        elif chance < 0.1:
            newest = [position.event for position in self.table.positions()][:8]
            self._act("undo", seat, self.chance.choice(newest))
        elif chance < 0.12 and (offered := self.table.tracker.correctable(self.table.view(seat), seat)):
            one = self.chance.choice(offered)
            value = self.chance.choice(one.choices) if one.choices else self.chance.randint(one.least, one.most)
            self._act("correct", seat, one.field, value)
        elif chance < 0.13:
            ruling = self.chance.choice(GAME.rulebook.ruling)
            self._act("propose", seat, "rulings", {"rulings": {ruling.id: self.chance.choice(ruling.option).id}})
        elif not self.table.waiting():
            self._act("finish", seat)
        else:
            owed = self.chance.choice(self.table.waiting())
            if owed.wants == "card":
                named = self.chance.choice(play.nameable_cards(self.table, owed.seat))
                self._act("name_card", owed.seat, named.values["card"])
                return
            move = self._pick(self.table.tracker.moves(self.table.view(owed.seat), owed.seat))
            self._act("move", owed.seat, move.name, move.values)

    def _pick(self, moves):
        """Return any move; more often one that plays, gains or junks than one that ends or undoes."""
        kinds = sorted({move.name for move in moves})
        good = [kind for kind in kinds if kind in ("play", "gain", "junk", "lose")]
        kind = self.chance.choice(good) if good and self.chance.random() < 0.6 else self.chance.choice(kinds)
        return self.chance.choice([move for move in moves if move.name == kind])
