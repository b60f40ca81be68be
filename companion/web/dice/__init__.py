"""The dice roller and every odds page."""

from companion.web.dice import routes

BLUEPRINTS = (routes.bp,)
