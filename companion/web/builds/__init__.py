"""Builds: made, checked, saved, imported, given away."""

from companion.web.builds import importing, routes

BLUEPRINTS = (
    routes.bp,
    importing.bp,
)
