"""Make cards: custom cards of any game or none, printed and exported from one form."""

from companion.web.custom import routes

BLUEPRINTS = (routes.bp,)
