"""The page *Open*, as its address shows it and as forms answer that send it something."""

from flask import render_template

from companion.data import documents
from companion.verbs.table_checks import COMPARE, found_words, part_words


def open_page(text: str = "", status: int = 200, **more: object) -> tuple[str, int]:
    """Return the page and its status; `more` is what was recognised: its kind, its check, errors."""
    empty = {"input_errors": (), "edited": None, "checked": None, "table": None, "table_title": "", "can_skip": False}
    shown = {**empty, "kind": "", "next_step": "", **more}
    words = {"compare": COMPARE, "part_words": part_words, "found_words": found_words}
    return render_template("importing/open.html", text=text[: documents.LONGEST], **words, **shown), status
