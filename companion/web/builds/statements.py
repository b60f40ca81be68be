"""The check of a legality statement that somebody sent: pasted with its list, document or link, compared with today."""

from flask import Blueprint, render_template, request

from companion.base.findings import InvalidInput
from companion.data.documents import LONGEST
from companion.verbs.statement_check import verify_statement_answer
from companion.web.shell import session
from companion.web.shell.site_url import this_server
from companion.web.shell.uploads import allow_pdf, read_sent_text

bp = Blueprint("statements", __name__)
bp.url_value_preprocessor(allow_pdf)


@bp.get("/statement")
def show() -> str:
    """Ask for a text with a statement."""
    return render_template("builds/statement.html", text="", answer=None, input_errors=())


@bp.post("/statement")
def verify() -> str | tuple[str, int]:
    """Say whether the statement in a text stands; nothing is stored."""
    text = request.form.get("text", "")
    try:
        _, text = read_sent_text("a list or a document with its statement")
        answer = verify_statement_answer(text, this_server(), session.context)
    except InvalidInput as error:
        page = render_template(
            "builds/statement.html", text=text[:LONGEST], answer=None, input_errors=error.input_errors
        )
        return page, 422
    return render_template("builds/statement.html", text=text, answer=answer, input_errors=())
