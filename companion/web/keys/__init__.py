"""The key: what makes another browser the same owner, or this one again when its cookies are lost."""

from companion.web.keys import routes

BLUEPRINTS = (routes.bp,)
