"""Random games of Wreck-A-Mech at a table, of two to four players, with cards held by the app or on the table."""

from dataclasses import dataclass

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.tracker.moves import NEEDLESS
from tests.games import random_game


@dataclass
class RandomGame(random_game.RandomGame):
    """A game under way."""

    on_table: bool = False
    seats: int = 0
    game = GAME

    def asked(self):
        """Return how many sit down, and where the cards are."""
        self.seats = self.seats or self.chance.choice((2, 2, 3, 4))
        return {"seats": self.seats, "options": {"cards": "on-your-table"} if self.on_table else {}}

    def pick(self, moves):
        """Return any move that loses no part needlessly; more often one that plays, gains or junks than one that ends."""
        kinds = sorted({move.name for move in moves})
        good = [kind for kind in kinds if kind in ("play", "gain", "junk", "lose")]
        kind = self.chance.choice(good) if good and self.chance.random() < 0.6 else self.chance.choice(kinds)
        return self.chance.choice([move for move in moves if move.name == kind and not move.label.endswith(NEEDLESS)])
