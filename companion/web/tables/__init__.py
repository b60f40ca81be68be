"""Tables: opened, joined, played with phones, watched, and the report of a finished one."""

from companion.web.tables import checking, costly, report, routes

BLUEPRINTS = (routes.bp, report.bp, checking.bp, costly.bp)
