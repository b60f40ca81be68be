"""A game's own pages: its start, gallery, rules, and what it can work out."""

from companion.web.games import analyses, gallery, routes, rules

BLUEPRINTS = (
    routes.bp,
    gallery.bp,
    rules.bp,
    analyses.bp,
)
