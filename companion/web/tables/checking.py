"""The check of a table's log: of a file that somebody sent, or of a finished table of this server."""

from flask import Blueprint, render_template, url_for

from companion.base.findings import InvalidInput
from companion.base.json_types import JsonMapping
from companion.verbs import table_files
from companion.verbs.table_checks import COMPARE, found_words, part_words, verify_answer
from companion.verbs.table_files import TableFile
from companion.web.shared import table_places
from companion.web.shared.table_places import TablePlace
from companion.web.shell.security import limit_route
from companion.web.shell.uploads import allow_pdf, read_sent_text
from companion.web.tables.report import finished_place
from companion.web.tables.shown import TablePage

bp = Blueprint("table_checks", __name__)
bp.url_value_preprocessor(allow_pdf)
Answer = str | tuple[str, int]


@bp.get("/tables/verify")
def show() -> Answer:
    """Ask for the file of a table."""
    return _page()


@bp.post("/tables/verify")
@limit_route("30 per minute")
def verify() -> Answer:
    """Check the table in a file; nothing is stored."""
    try:
        _, text = read_sent_text("a table in JSON")
        file = table_files.read_file(text)
        return _page(verify_answer(file), file.setup.title)
    except InvalidInput as error:
        return _page(error=error), 422


@bp.get("/tables/<reference>/verify")
def verify_finished(reference: str) -> Answer:
    """Check the log of a finished table, as everybody may download it."""
    place, table = finished_place(reference)
    file = TableFile(setup=table.setup, event=table.events)
    page = TablePage(place.game, table)
    try:
        return _page(verify_answer(file), page.title, place)
    except InvalidInput as error:
        return _page(error=error, title=page.title, place=place)


def _page(
    answer: JsonMapping | None = None,
    title: str = "",
    place: TablePlace | None = None,
    error: InvalidInput | None = None,
) -> str:
    return render_template(
        "tables/verify.html",
        answer=answer,
        table_title=title,
        place=place,
        download=url_for("tables.download", reference=table_places.link(place, "watch")) if place else "",
        compare=COMPARE,
        part_words=part_words,
        found_words=found_words,
        input_errors=error.input_errors if error else (),
    )
