"""The balance lab's page: the computer plays a matchup many times, and a table fills while it does."""

from companion.web.lab import routes

BLUEPRINTS = (routes.bp,)
