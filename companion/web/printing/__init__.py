"""The print page and the printers' page."""

from companion.web.printing import printers, routes

BLUEPRINTS = (
    printers.bp,
    routes.bp,
)
