"""Builds: made, checked, saved, imported, exported, shown as portraits."""

from companion.web.builds import importing, portraits, routes

BLUEPRINTS = (
    routes.bp,
    importing.bp,
    portraits.bp,
)
