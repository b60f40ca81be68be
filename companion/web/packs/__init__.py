"""Card packs: made, filled from files, card by card or in a table, used, shared, exported."""

from companion.web.packs import card_picture, cards, grid, routes, shared

BLUEPRINTS = (
    routes.bp,
    cards.bp,
    card_picture.bp,
    grid.bp,
    shared.bp,
)
