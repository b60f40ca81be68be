"""Random games of Techniconica at a table: any variant, teams, events, two to four seats."""

from companion.games.techniconica import GAME
from tests.games.records_game import RecordsGame
from tests.games.techniconica.squads import ALL, HULLS


class RandomGame(RecordsGame):
    """A game under way."""

    game = GAME

    def asked(self):
        """Return seats and options."""
        options = {
            "teams": self.chance.choice(("none", "none", "odd-even", "first-two", "first-last", "first-alone")),
            "distance": self.chance.choice((5, 12, 30)),
            "events": self.chance.choice(("none", "cards", "two-at-once")),
            "outcomes": self.chance.choice(("at-once", "at-once", "confirmed")),
        }
        return {"seats": self.chance.choice((2, 2, 3, 4)), "options": options}

    def builds(self):
        """Return any squad for each seat."""
        return [self.chance.choice((*ALL, HULLS)) for _ in self.table.seats]
