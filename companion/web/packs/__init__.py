"""Card packs: made, filled from files or card by card, used, shared, exported."""

from companion.web.packs import cards, routes, shared

BLUEPRINTS = (
    routes.bp,
    cards.bp,
    shared.bp,
)
