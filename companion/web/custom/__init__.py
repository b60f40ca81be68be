"""Cards of no game."""

from companion.web.custom import routes

BLUEPRINTS = (routes.bp,)
