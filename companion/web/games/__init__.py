"""A game's pages: its start page, gallery, rules, first evening and analyses."""

from companion.web.games import analyses, gallery, routes, rules, tonight

BLUEPRINTS = (
    routes.bp,
    gallery.bp,
    rules.bp,
    tonight.bp,
    analyses.bp,
)
