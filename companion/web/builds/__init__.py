"""Builds: made, started from an example, checked, saved, imported, exported, shown as portraits."""

from companion.web.builds import comparing, examples, importing, portraits, routes, statements

BLUEPRINTS = (
    routes.bp,
    importing.bp,
    statements.bp,
    portraits.bp,
    examples.bp,
    comparing.bp,
)
