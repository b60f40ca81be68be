"""A game's pages: its start page, gallery, rules and analyses."""

from companion.web.games import analyses, gallery, routes, rules

BLUEPRINTS = (
    routes.bp,
    gallery.bp,
    rules.bp,
    analyses.bp,
)
