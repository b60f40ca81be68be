"""Search: cards, rules, words, packs and one's own builds of all games, from one box on every page."""

from companion.web.search import routes

BLUEPRINTS = (routes.bp,)
