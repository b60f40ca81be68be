"""The print page and the printers it knows."""

from companion.web.printing import printers, routes

BLUEPRINTS = (
    printers.bp,
    routes.bp,
)
