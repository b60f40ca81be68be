"""What is done on Home to one document or to many; and the redirect from the former page of the library."""

from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import plural
from companion.storage import library
from companion.web.library.acts import ACTS, ActResult, remove
from companion.web.library.entries import list_entries
from companion.web.library.page import PostedAct, address_of, filter_fields, home_page, read_filter
from companion.web.shell import session

bp = Blueprint("library", __name__)
Answer = str | tuple[str, int] | Response
REMOVE, TYPED = "remove", "typed"
"""Button values: delete for good, and the default that Enter in a field presses."""


@bp.get("/library")
def show() -> Response:
    """Redirect to Home, which shows what the library's own page did before 0.19."""
    return redirect(address_of(read_filter(request.args)), 301)


@bp.post("/library")
def act() -> Answer:
    """Do to the chosen documents what the pressed button says; one of another browser is as one that is not there."""
    chosen_filter, ids, name = read_filter(request.form), request.form.getlist("id"), _pressed_act()
    try:
        chosen = library.choose(session.store(), session.known_owner() or "", ids)
        if not ids:
            raise InvalidInput(InputError("documents", "nothing chosen", "a tick at each document to change"))
        if name == REMOVE and request.form.get("sure") != "1":
            entries = list_entries(session.store(), (head for head in chosen.heads if head.deleted))
            kept = sum(not head.deleted for head in chosen.heads)
            return render_template(
                "library/remove.html", entries=entries, kept=kept, fields=filter_fields(chosen_filter)
            )
        result = {**ACTS, REMOVE: remove}[name](chosen.heads) if chosen.heads else ActResult()
    except InvalidInput as error:
        return home_page(chosen_filter, PostedAct(frozenset(ids), tuple(map(str, error.input_errors))), 422)
    if chosen.missing:
        gone = f"{plural(chosen.missing, 'document')} of those chosen: not yours, or removed for good in the meantime."
        result = replace(result, refused=(*result.refused, gone))
    if result.refused:
        return home_page(chosen_filter, PostedAct(result=result), 409)
    session.say(result.done)
    return redirect(address_of(chosen_filter), 303)


def _pressed_act() -> str:
    """Return the act of the pressed button; where Enter was pressed, that of the field with something in it."""
    name = request.form.get("do", "")
    if name == TYPED:
        name = "tag" if request.form.get("tags", "").strip() else "rename"
    return name if name in ACTS or name == REMOVE else abort(400)


@bp.post("/library/tags")
def tags() -> Answer:
    """Give one document the tags that are typed on its page, and no others."""
    chosen = library.choose(session.store(), session.known_owner() or "", [request.form.get("id", "")])
    head = next(iter(chosen.heads), None) or abort(404)
    try:
        typed = library.read_tags(request.form.get("tags", ""))
    except InvalidInput as error:
        session.say(f"The tags stay as they were. {error}")
    else:
        library.change_tags(session.store(), session.owner(), [head.id], lambda _: typed)
        session.say(f"Tags: {', '.join(typed)}." if typed else "No tags any more.")
    entry = next(iter(list_entries(session.store(), [head])))
    return redirect(entry.address or url_for("home.home"), 303)
