"""Builds: made, checked, saved, imported, exported."""

from companion.web.builds import importing, routes

BLUEPRINTS = (
    routes.bp,
    importing.bp,
)
