"""The verbs over HTTP, `/api/v1/`."""

from companion.web.api import routes

BLUEPRINTS = (routes.bp,)
