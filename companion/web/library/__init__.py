"""The library: everything of a player in one place, sorted, found, taken along as a file, and deleted."""

from companion.web.library import everything, routes

BLUEPRINTS = (routes.bp, everything.bp)
