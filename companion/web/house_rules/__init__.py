"""House rules: sets made, changed, used, taken from a build, exported."""

from companion.web.house_rules import routes

BLUEPRINTS = (routes.bp,)
