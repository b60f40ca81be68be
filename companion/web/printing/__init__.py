"""The print page, on paper or as files for other programs, and the printers' page."""

from companion.web.printing import exporting, printers, routes

BLUEPRINTS = (
    printers.bp,
    routes.bp,
    exporting.bp,
)
