"""The print page and the printers' page."""

from companion.web.printing import photo, printers, routes

BLUEPRINTS = (
    photo.bp,
    printers.bp,
    routes.bp,
)
