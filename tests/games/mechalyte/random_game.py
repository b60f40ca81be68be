"""Random games of Mechalyte at a table, with few dice or many."""

from companion.games.mechalyte import GAME
from tests.games import random_game


class RandomGame(random_game.RandomGame):
    """A game under way."""

    game = GAME

    def asked(self):
        """Return how many dice each player has."""
        return {"options": {"dice": self.chance.choice((1, 4, 9, 30))}}

    def secret(self):
        """Return a spec."""
        return {"spec": "".join(self.chance.choices("PSMIA", k=6))}

    def pick(self, moves):
        """Return any move; more often one that leads to a fight: a combat, a zone with enemies, the middle column."""
        kinds = sorted({move.name for move in moves})
        kind = "combat" if "combat" in kinds and self.chance.random() < 0.8 else self.chance.choice(kinds)
        found = [move for move in moves if move.name == kind]
        if kind == "phase" and self.chance.random() < 0.8:
            return found[0]
        if kind == "move":
            seen = self.table.view(None)
            held = {mech["zone"] for mech in seen["mechs"] if mech["side"] != seen["active"]}
            fights = [move for move in found if move.values["path"][-1] in held]
            middle = [move for move in found if move.values["path"][-1][0] == "C"]
            found = self.chance.choice((fights, fights, middle, found)) or found
        return self.chance.choice(found)
