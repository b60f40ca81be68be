"""Settings: the key, what is kept for use without a connection, printers, the deletion of everything, on one page."""

from companion.web.settings import routes

BLUEPRINTS = (routes.bp,)
