"""Data of the game's own pages: the choices on the pages of analyses, and the first evening."""

from companion.games.wreck_a_mech.pages.choices import PAGES
from companion.games.wreck_a_mech.pages.evening import TONIGHT

__all__ = ["PAGES", "TONIGHT"]
