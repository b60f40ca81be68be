"""Data of MechaStellar's own pages: the choices on the pages of analyses, and the first evening."""

from companion.games.mechastellar.pages.choices import PAGES
from companion.games.mechastellar.pages.evening import TONIGHT

__all__ = ["PAGES", "TONIGHT"]
