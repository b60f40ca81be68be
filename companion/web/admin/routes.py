"""The operator's page: signing in, what is stored, what a link leads to and its removal, what is unused."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.base.findings import InvalidInput
from companion.verbs import admin
from companion.web import retention
from companion.web.admin import operator
from companion.web.shell import browser

bp = Blueprint("admin", __name__, url_prefix=operator.PATH)
Answer = str | tuple[str, int] | Response
LONGEST_LINK = 2000


@bp.before_request
def refuse_others() -> Response | None:
    """Send whoever is not signed in to the form."""
    if operator.is_signed_in() or request.endpoint in ("admin.show", "admin.sign_in"):
        return None
    return redirect(url_for("admin.show"), 303)


@bp.get("")
def show() -> Answer:
    """Show what is stored, or the form to sign in."""
    return _page() if operator.is_signed_in() else render_template("admin/sign_in.html", wrong=False)


@bp.post("")
@operator.limit_tries
def sign_in() -> Answer:
    """Sign in with the secret."""
    if not operator.is_secret(request.form.get("secret", "")):
        return render_template("admin/sign_in.html", wrong=True), 403
    return operator.sign_in(redirect(url_for("admin.show"), 303))


@bp.post("/leave")
def leave() -> Answer:
    """Sign out."""
    return operator.sign_out(redirect(url_for("admin.show"), 303))


@bp.post("/find")
def find() -> Answer:
    """Show what a link leads to, to be confirmed before it is removed."""
    link = request.form.get("link", "")[:LONGEST_LINK].strip()
    try:
        return _page(found=admin.find(browser.store(), link), link=link)
    except InvalidInput as error:
        return _page(422, wrong=error.input_errors, link=link)


@bp.post("/remove")
def remove() -> Answer:
    """Remove for good what was shown."""
    try:
        removed = admin.remove(browser.store(), request.form.get("id", ""))
    except InvalidInput as error:
        return _page(422, wrong=error.input_errors)
    browser.say(f"Removed for good: {removed['kind']} “{removed['title'] or 'Untitled'}”, {removed['what']}.")
    return redirect(url_for("admin.show"), 303)


def _page(status: int = 200, **more: Any) -> tuple[str, int]:
    store, days = browser.store(), retention.days()
    unused = admin.list_unused(store, days) if days else None
    given = {"wrong": (), "link": "", "found": (), **more}
    return render_template("admin/admin.html", stored=admin.overview(store), unused=unused, **given), status
