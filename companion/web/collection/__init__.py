"""How many of each card a player owns."""

from companion.web.collection import routes

BLUEPRINTS = (routes.bp,)
