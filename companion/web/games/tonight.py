"""Play tonight: a game's page for a first evening, from what to print to a first turn worked through.

The words are the game's own template; what it counts, rolls and works out comes from the print job and the resolvers.
"""

from typing import NamedTuple

from flask import Blueprint, abort, render_template, url_for

from companion.base import caches
from companion.base.json_types import JsonMapping
from companion.data.rulebook import Rulings
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context, PrintSet, PrintSource
from companion.printing.sheets import layout
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.options import PrintOptions
from companion.web.shell import session
from companion.web.shell.lookup import find_game

bp = Blueprint("tonight", __name__)
_REMEMBERED = 64


class PrintCount(NamedTuple):
    """A print set as the page offers it: sheets of paper, pieces to cut out, straight cuts."""

    print_set: PrintSet
    purpose: str
    papers: int
    pieces: int
    cuts: int


class FirstGamePage(NamedTuple):
    """Values for the template: `all_papers` counts the sheets when all sets are printed at once."""

    papers: tuple[PrintCount, ...]
    all_papers: int
    figures: JsonMapping


@bp.get("/<slug>/play-tonight")
def show(slug: str) -> str:
    """Show what to print, what else is needed, and a first turn; 404 where a game has no such page."""
    game = find_game(slug)
    evening = first_game_page(game, session.rulings(game)) or abort(404)
    all_sets = [paper.print_set.name for paper in evening.papers]
    return render_template(
        f"{game.package}/play-tonight.html",
        game=game,
        evening=evening,
        print_all=url_for("printing.choose", slug=game.slug, what=all_sets),
        rules=url_for("rules.show", slug=game.slug),
        **evening.figures,
    )


@caches.keep(_REMEMBERED, lambda game, rulings: (game.slug, tuple(sorted(rulings.items()))))
def first_game_page(game: GameSystem, rulings: Rulings) -> FirstGamePage | None:
    """Return what a game's page shows under these rulings, with the shipped cards; None where it has no such page."""
    if game.tonight is None:
        return None
    context = game.context(rulings)
    first_game = game.tonight(context, game.examples)
    sets = [
        (next(print_set for print_set in game.print_sets if print_set.name == name), used_for)
        for name, used_for in first_game.print_sets
    ]
    papers = tuple(_paper(game, print_set, used_for, context) for print_set, used_for in sets)
    together = _job(game, [print_set for print_set, _ in sets], context)
    return FirstGamePage(papers, together.papers, first_game.figures)


def _paper(game: GameSystem, print_set: PrintSet, used_for: str, context: Context) -> PrintCount:
    job = _job(game, [print_set], context)
    return PrintCount(print_set, used_for, job.papers, job.pieces, job.cut_count)


def _job(game: GameSystem, print_sets: list[PrintSet], context: Context) -> layout.Job:
    parts = [part for print_set in print_sets for part in print_set.make(PrintSource(context))]
    return layout.print_job(Printout(game.title, parts, game.accent, game.credit.designer), PrintOptions())
