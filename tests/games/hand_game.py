"""Random games at a table by hand, the same for every game that has no tracker: builds, rolls, dice, counters."""

import random
from importlib import import_module

from companion.base.findings import InvalidInput
from companion.data.documents import to_document
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.verbs.tables import open_table, set_up

DICE = ("3d6", "2d20kh1+3", "4d6!", "4d6ro1")


def is_by_hand(game):
    return game.tracker is game.kept_by_hand


class HandGame:
    """A game under way; what a table refuses is passed over."""

    def __init__(self, game, number, seats=None):
        self.game, self.chance = game, random.Random(number)
        self.brought = Brought(self.chance.randbytes(32), "2026-11-26T20:00:00Z")
        fields = {"seats": seats or self.chance.choice((2, 3)), "one_phone": self.chance.random() < 0.4}
        self.table = open_table(game, set_up(game, self.brought.seed, fields))

    def play(self, most):
        for seat in range(self.table.setup.seats):
            self._act("sit", seat, f"Player {seat + 1}", self.chance.randbytes(8).hex())
            self._act("choose_dice", seat, self.chance.choice(("typed", "thrown")))
        for _ in range(most):
            if not self.table.result:
                self._step()
        return self.table

    def _act(self, name, seat, *given):
        try:
            self.table = getattr(play, name)(self.table, self.brought, seat, *given)
        except InvalidInput as error:
            assert str(error)

    def _step(self):
        table, chance = self.table, self.chance
        seat, luck = chance.randrange(table.setup.seats), chance.random()
        owed = next((one for one in table.waiting() if one.throw), None)
        if table.proposal:
            self._act(chance.choice(("agree", "agree", "refuse")), seat)
        elif table.is_paused:
            self._act("resume", seat)
        elif owed and luck < 0.85:
            faces = [chance.choice(owed.throw.die.faces) for _ in range(owed.throw.count)]
            self._act("answer", owed.seat, faces)
        elif luck < 0.08:
            self._act("undo", seat)
        elif luck < 0.12 and table.undone:
            self._act("redo", seat)
        elif luck < 0.16:
            self._act("note", seat, "hello")
        elif luck < 0.2 and (offered := table.tracker.correctable(table.view(seat), seat)):
            self._act("correct", seat, chance.choice(offered).field, chance.randint(-5, 5))
        elif luck < 0.25:
            self._act("choose_dice", seat, chance.choice(("typed", "thrown")))
        elif luck < 0.28:
            self._act("propose", seat, chance.choice(("draw", "pause")), {})
        elif luck < 0.3:
            self._act("leave", seat)
            self._act("sit", seat, f"Player {seat + 1} again", chance.randbytes(8).hex())
        else:
            self._act("move", seat, *self._move())

    def _move(self):
        chance = self.chance
        name = chance.choice(("build", "losses", "counter", "dice", "dice", "roll", "roll"))
        if name == "build":
            return name, {"build": to_document(self.game.examples[chance.choice(list(self.game.examples))])}
        return name, {
            "losses": {"lost": ""},
            "counter": {"what": chance.choice("ab"), "value": chance.randint(0, 9), "shared": chance.random() < 0.5},
            "dice": {"expression": chance.choice(DICE)},
            "roll": {"resolver": chance.choice(self.game.resolvers).name, "inputs": {}},
        }[name]


def finished_game(game, number, acts):
    """Return a finished table of any game, and what its acts had brought."""
    if is_by_hand(game):
        played = HandGame(game, number)
    else:
        played = import_module(f"tests.games.{game.package}.random_game").RandomGame(number)
    table = played.play(acts)
    if not table.result:
        seat = next(number for number, one in enumerate(table.seats) if not one.is_new)
        table = play.concede(table, played.brought, seat)
    return table, played.brought
