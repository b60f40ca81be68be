"""Card packs: made, filled from files or card by card, used, exported."""

from companion.web.packs import cards, routes

BLUEPRINTS = (
    routes.bp,
    cards.bp,
)
