"""Random games at a table with record sheets, the same for every game that has them: builds, attacks, marks, moves.

A game's own `random_game` says which squads are brought.
"""

from companion.base.findings import InvalidInput
from tests.games import random_game

RARE = ("pass", "skip", "next-round", "bottle-test", "reorder")
"""Moves that a game does not go on by, if others are offered."""


class RecordsGame(random_game.RandomGame):
    """A game under way."""

    builds = ()
    """Documents of builds to choose from."""

    def pick(self, moves):
        """Return any move; seldom one that only passes time while a unit is active or may be."""
        usual = [move for move in moves if move.name not in RARE]
        return super().pick(usual if usual and self.chance.random() < 0.9 else moves)

    def _do_what_is_owed(self, owed):
        if owed.wants != "move":
            super()._do_what_is_owed(owed)
            return
        state = self.table.state
        if not state.round and None in state.builds:
            seat = state.builds.index(None)
            self._act("move", seat, "build", {"build": self.chance.choice(self.builds)})
            return
        if not state.round and not self.table.tracker.moves(self.table.view(owed.seat), owed.seat):
            return
        open_move = self._attack() if self.chance.random() < 0.6 else self._mark(owed.seat)
        if open_move:
            self._act("move", *open_move)
            return
        moves = self.table.tracker.moves(self.table.view(owed.seat), owed.seat)
        if moves:
            move = self.pick(moves)
            self._act("move", owed.seat, move.name, move.values)

    def _attack(self):
        """Return an attack of the active unit that can be made, None where it has none."""
        state, tracker = self.table.state, self.table.tracker
        unit = state.active
        if not unit or state.units[unit].out:
            return None
        others = [one for one, record in state.units.items() if one != unit and not record.out]
        if not others:
            return None
        target, seat = self.chance.choice(others), state.units[unit].seat
        try:
            offers = [one for one in tracker.offers(self.table.view(seat), unit, target) if not one.why_not]
        except InvalidInput:
            return None
        offers = [one for one in offers if not one.warning] or (offers if self.chance.random() < 0.1 else [])
        if not offers:
            return None
        values = {"unit": unit, "target": target, "attack": self.chance.choice(offers).key}
        return seat, "attack", values

    def _mark(self, seat):
        """Return a number struck on an own record, seldom."""
        state = self.table.state
        own = [unit for unit, record in state.units.items() if record.seat == seat]
        if not own or self.chance.random() < 0.9:
            return None
        unit = self.chance.choice(own)
        sheet = self.table.tracker.records(state).sheets[unit]
        track = self.chance.choice([track for track in sheet.tracks if not track.hidden])
        value = self.chance.randrange(track.least, track.most + 1, track.step) if track.most > track.least else None
        return None if value is None else (seat, "mark", {"unit": unit, "track": track.name, "value": value})
