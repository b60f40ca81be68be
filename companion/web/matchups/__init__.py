"""Matchups: my build against theirs, every attack at every target, each a tap from its roll."""

from companion.web.matchups import routes

BLUEPRINTS = (routes.bp,)
