"""Builds: made, started from an example, checked, saved, imported, exported, shown as portraits."""

from companion.web.builds import comparing, examples, importing, portraits, routes

BLUEPRINTS = (
    routes.bp,
    importing.bp,
    portraits.bp,
    examples.bp,
    comparing.bp,
)
