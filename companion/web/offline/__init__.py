"""Offline: what makes the companion an app that is installed, and the page of what is kept in it."""

from companion.web.offline import routes

BLUEPRINTS = (routes.bp,)
