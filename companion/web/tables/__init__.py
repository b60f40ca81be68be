"""Tables: opened, joined, played with phones, watched, and the report of a finished one."""

from companion.web.tables import report, routes

BLUEPRINTS = (routes.bp, report.bp)
