"""Random games of MechaStellar at a table: any units, modules, rulings and endings."""

from companion.games.mechastellar import GAME
from companion.games.mechastellar.model import MODULES, Command, Event, Profile
from tests.games.records_game import RecordsGame


class RandomGame(RecordsGame):
    """A game under way."""

    game = GAME

    def asked(self):
        """Return whether outcomes are confirmed first, and for which size Momentum is."""
        return {"options": {"confirm": self.chance.random() < 0.2, "size": self.chance.choice((None, 500, 2500))}}

    def builds(self):
        """Return two lists of any units, with the same modules."""
        modules = [module for module in MODULES if self.chance.random() < 0.4]
        return [self._build(modules) for _ in range(2)]

    def _build(self, modules):
        cards = self.game.catalogue
        profiles = self.chance.sample([one.id for one in cards.all(Profile)], 4)
        expanded = [one.id for one in cards.all(Command) if one.expanded]
        return {
            "game": "mechastellar",
            "title": "Any list",
            "size": 1500,
            "modules": modules,
            "theatre": self.chance.choice(("ground", "space")),
            "commander": cards.get(Profile, profiles[0]).name,
            "event": [self.chance.choice(cards.all(Event)).id],
            "commands": self.chance.sample(expanded, 2),
            "unit": [{"profile": one, "count": self.chance.choice((1, 1, 2))} for one in profiles],
        }

    def said(self):
        """Return a distance, and circumstances."""
        ticks = ("cover", "behind", "unseen", "outnumbered", "tumbled", "dangerous", "ship_near")
        said = {name: True for name in ticks if self.chance.random() < 0.2}
        return {
            **said,
            "distance": self.chance.choice((2, 6, 12, 20)),
            "choice": self.chance.choice(("precision", "barrage")),
        }
