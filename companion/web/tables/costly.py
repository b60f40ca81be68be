"""`/tables/TABLE/report/moves`: the moves of a finished game that cost each seat most, worked out when asked for."""

from collections.abc import Callable, Iterator
from threading import Lock

from flask import Blueprint, current_app, render_template
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base import caches
from companion.limits import heavy
from companion.limits.heavy import HeavyAnswer, Stop
from companion.play.table import Table
from companion.verbs.costly_moves import WORLDS, Review, review
from companion.verbs.opponents import refuse_unplayable
from companion.web.shared import table_places
from companion.web.shell.security import limit_route
from companion.web.tables.report import finished_place
from companion.web.tables.shown import TablePage

bp = Blueprint("costly_moves", __name__)
Answer = str | tuple[str, int] | WerkzeugResponse
_MOST_REVIEWS = 32
"""Reviews that are kept, whole or as far as they came."""
_lock = Lock()
_reviews = caches.table("companion.web.tables.costly", _MOST_REVIEWS, None, _lock)


@bp.get("/tables/<reference>/report/moves")
@limit_route("60 per minute")
def show(reference: str) -> Answer:
    """Show the costly moves, or how far their search is; 422 at a table that the computer cannot play."""
    place, table = finished_place(reference)
    refuse_unplayable(table)
    running: HeavyAnswer[Review] = heavy.answer(("costly", table.setup.commitment, len(table.events)), _work(table))
    found = running.newest(current_app.config["PATIENCE"]) or Review(0, 0)
    page = TablePage(place.game, table_places.hide_names(place, table), place.own_seat, place.is_host(table))
    hidden = table_places.hidden_names()
    return render_template(
        "tables/costly.html",
        game=place.game,
        place=place,
        page=page,
        table_title=page.title,
        review=found,
        worlds=WORLDS,
        hidden=hidden,
    )


def _work(table: Table) -> Callable[[Callable[[Review], None], Stop], None]:
    """Return the work of a review, which goes on where it was stopped before; one that was then whole is kept."""
    key = table.setup.commitment, len(table.events)

    def work(report: Callable[[Review], None], asked: Stop) -> None:
        with _lock:
            going: Iterator[Review] = _reviews.pop(key, None) or review(table)
        for found in going:
            report(found)
            if asked.asked:
                with _lock:
                    _reviews[key] = iter((found,)) if found.is_whole else going
                return

    return work
