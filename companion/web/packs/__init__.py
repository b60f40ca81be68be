"""Card packs: made, filled, used, given away."""

from companion.web.packs import cards, routes, shelf

BLUEPRINTS = (
    routes.bp,
    cards.bp,
    shelf.bp,
)
