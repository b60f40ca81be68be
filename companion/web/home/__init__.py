"""The front page, credits, typefaces, health: pages that belong to no game."""

from companion.web.home import routes

BLUEPRINTS = (routes.bp,)
