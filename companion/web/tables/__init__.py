"""Tables: opened, joined, played with phones, watched."""

from companion.web.tables import routes

BLUEPRINTS = (routes.bp,)
