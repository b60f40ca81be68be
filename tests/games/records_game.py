"""Random games at a table with record sheets: lists are brought, units activated, attacks made, marks set by hand."""

from companion.data.documents import to_document
from companion.play.tracker import Move
from tests.games import random_game


class RecordsGame(random_game.RandomGame):
    """A game under way. A game's own class says what is asked about two units, and which lists are brought."""

    def builds(self):
        """Return the list that each seat brings, as documents."""
        examples = list(self.game.examples.values())
        return [to_document(self.chance.choice(examples)) for _ in self.table.seats]

    def said(self):
        """Return what is said of two units before an attack."""
        return {}

    def play(self, most):
        """Return the table after so many acts, or at the end of the game; the battle has begun."""
        for seat in range(self.table.setup.seats):
            self._act("sit", seat, f"Player {seat + 1}", self.chance.randbytes(8).hex())
            self._act("choose_dice", seat, self.chance.choice(("typed", "thrown")))
        for seat, build in enumerate(self.builds()):
            self._act("move", seat, "build", {"build": build})
        self._act("move", 0, "begin", {})
        return self.play_on(most)

    def pick(self, moves):
        """Return one of the moves that are offered, an attack of the unit under way, or a mark on an own track."""
        state, luck = self.table.state, self.chance.random()
        if state.active and luck < 0.5 and (attack := self._attack(state)):
            return attack
        if state.active and luck < 0.6:
            return self._mark(state)
        ends = [move for move in moves if move.name in ("done", "activate", "begin")]
        return self.chance.choice(ends) if ends and luck > 0.85 else super().pick(moves)

    def _attack(self, state):
        tracker, view = self.table.tracker, self.table.view(None)
        others = [unit for unit in tracker.records(state).standing() if unit[0] != state.active[0]]
        if not others or state.units[state.active].out:
            return None
        target, said = self.chance.choice(others), self.said()
        offers = tracker.offers(view, state.active, target, said)
        usable = [one for one in offers if not one.why_not and (not one.warning or self.chance.random() < 0.2)]
        if not usable:
            return None
        key = self.chance.choice(usable).key
        return Move(name="attack", values={"unit": state.active, "target": target, "attack": key, "said": said})

    def _mark(self, state):
        sheet = self.table.tracker.records(state).sheets[state.active]
        track = self.chance.choice([track for track in sheet.tracks if not track.hidden])
        value = self.chance.randrange(track.least, track.most + 1, track.step)
        return Move(name="mark", values={"unit": state.active, "track": track.name, "value": value})

    def _do_what_is_owed(self, owed):
        if owed.throw or self.table.tracker.moves(self.table.view(owed.seat), owed.seat):
            super()._do_what_is_owed(owed)
