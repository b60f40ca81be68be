"""Card packs: made, filled from files or card by card, used, given away."""

from companion.web.packs import cards, routes

BLUEPRINTS = (
    routes.bp,
    cards.bp,
)
