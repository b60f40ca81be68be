"""Builds: made, started from an example, checked, saved, exported, shown as portraits."""

from companion.web.builds import comparing, examples, portraits, routes

BLUEPRINTS = (
    routes.bp,
    portraits.bp,
    examples.bp,
    comparing.bp,
)
