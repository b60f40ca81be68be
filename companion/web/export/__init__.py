"""Cards as files for other programs."""

from companion.web.export import routes

BLUEPRINTS = (routes.bp,)
