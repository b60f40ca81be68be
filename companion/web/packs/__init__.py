"""Card packs: made, filled from files, card by card or in a table, used, shared, exported."""

from companion.web.packs import cards, grid, routes, shared

BLUEPRINTS = (
    routes.bp,
    cards.bp,
    grid.bp,
    shared.bp,
)
