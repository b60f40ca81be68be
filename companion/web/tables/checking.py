"""The check of a table's log: of a file that somebody sent, or of a finished table of this server."""

from flask import Blueprint, render_template, url_for

from companion.base.findings import InvalidInput
from companion.verbs import table_files
from companion.verbs.table_checks import COMPARE, found_words, part_words, verify_answer
from companion.verbs.table_files import TableFile
from companion.web.shared import table_places
from companion.web.shared.open_page import open_page
from companion.web.shell.security import limit_route
from companion.web.shell.uploads import allow_pdf, read_sent_text
from companion.web.tables.report import finished_place
from companion.web.tables.shown import TablePage

bp = Blueprint("table_checks", __name__)
bp.url_value_preprocessor(allow_pdf)
Answer = str | tuple[str, int]


@bp.post("/tables/verify")
def verify() -> Answer:
    """Check the table in a file; nothing is stored."""
    try:
        _, text = read_sent_text("a table in JSON")
    except InvalidInput as error:
        return open_page(status=422, input_errors=error.input_errors)
    return answer_table(text)


@limit_route("30 per minute")
def answer_table(text: str) -> Answer:
    """Return the page that says what is wrong with the log of a table, as its file has it."""
    try:
        file = table_files.read_file(text)
        return open_page(table=verify_answer(file), table_title=file.setup.title, kind="The log of a table")
    except InvalidInput as error:
        return open_page(status=422, input_errors=error.input_errors)


@bp.get("/tables/<reference>/verify")
def verify_finished(reference: str) -> Answer:
    """Check the log of a finished table, as everybody may download it."""
    place, table = finished_place(reference)
    shown = {"table_title": TablePage(place.game, table).title, "place": place, "table": None, "input_errors": ()}
    try:
        shown["table"] = verify_answer(TableFile(setup=table.setup, event=table.events))
    except InvalidInput as error:
        shown["input_errors"] = error.input_errors
    download = url_for("tables.download", reference=table_places.link(place, "watch"))
    words = {"compare": COMPARE, "part_words": part_words, "found_words": found_words}
    return render_template("tables/verify.html", download=download, **shown, **words)
