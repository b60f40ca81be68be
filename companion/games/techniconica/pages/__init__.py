"""Data of Techniconica's own pages: the choices on the pages of analyses, and the first evening."""

from companion.games.techniconica.pages.choices import PAGES
from companion.games.techniconica.pages.evening import TONIGHT

__all__ = ["PAGES", "TONIGHT"]
