"""Random games of Mecha Mettle at a table: they attack more often than not, and draft any components."""

from dataclasses import dataclass

from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.model import LEVELS
from tests.games import random_game


@dataclass
class RandomGame(random_game.RandomGame):
    """A game under way."""

    on_table: bool = False
    game = GAME

    def asked(self):
        """Return where the module deck is."""
        return {"options": {"cards": "on-your-table"}} if self.on_table else {}

    def secret(self):
        """Return a draft."""
        cards = self.table.tracker.terms.components.values()
        return {"components": [self.chance.choice([c.id for c in cards if c.level == level]) for level in LEVELS]}

    def pick(self, moves):
        """Return any move; more often an attack, a component that is used, a module drawn, and seldom a turn."""
        kinds = sorted({move.name for move in moves})
        good = [kind for kind in kinds if kind in ("attack", "use", "draw", "take")]
        kind = self.chance.choice(good) if good and self.chance.random() < 0.7 else self.chance.choice(kinds)
        return self.chance.choice([move for move in moves if move.name == kind])
