"""A password before the whole server, where `COMPANION_PASSWORD` is set: a club that shows nothing to strangers.

Open without it are what somebody handed out (view links, public pictures) and static files. A browser that has said it
once carries a mark of it in its cookie, which another password ends; a program sends it as a bearer token. Wrong ones
are counted by network.
"""

import hashlib
import hmac
import os
from time import time

from flask import Blueprint, Flask, abort, current_app, jsonify, redirect, render_template, request, session, url_for
from limits import RateLimitItem, parse_many
from werkzeug.wrappers import Response

from companion.base.findings import InputError, InvalidInput
from companion.web.shell import access
from companion.web.shell.lookup import local_path
from companion.web.shell.security import come_back_after, limiter
from companion.web.shell.visitors import network_key

SETTING = "COMPANION_PASSWORD"
LEAST = 8
"""Characters of a password that nobody guesses in the tries there are."""
TRIES: list[RateLimitItem] = parse_many("10 per minute; 100 per day")
"""Wrong passwords of one network."""
COUNTED = "10 wrong passwords a minute, and 100 a day"
MARK = "entered"
"""The cookie's key for the proof that the password was entered."""
OPEN = frozenset(
    (
        *("static", "home.health", "home.font", "home.page_font", "home.accents", "home.theme"),
        *("password.show", "password.enter", "export.public_sheet", "gallery.art"),
        *("offline.manifest", "offline.icon", "offline.worker", "offline.no_copy"),
    )
)
"""Endpoints that need no password: pages without anything of anybody."""
BY_PATH = frozenset(
    (
        *("builds.edit", "builds.export", "portraits.svg", "portraits.png"),
        *("packs.show", "packs.export", "house_rules.show", "house_rules.export"),
    )
)
BY_QUERY = frozenset(
    (
        *("gallery.show", "gallery.face", "export.choose", "export.download", "export.face", "export.sheet"),
        *("printing.choose", "printing.download", "printing.words", "printing.cuts", "printing.sheet"),
    )
)
"""Endpoints that a view link opens: the pages of the document that the path or the query names, no others."""
bp = Blueprint("password", __name__)
Answer = str | tuple[str, int] | Response


def protect(app: Flask) -> None:
    """Ask for the password before everything else, where there is one; InvalidInput where it is too short."""
    password = os.environ.get(SETTING, "").strip()
    if password and len(password) < LEAST:
        raise InvalidInput(InputError(SETTING, f"{len(password)} characters", f"a password of {LEAST} or more"))
    app.config.setdefault(SETTING, password)
    if app.config[SETTING]:
        app.register_blueprint(bp)
        app.before_request(refuse_strangers)


def refuse_strangers() -> Answer | tuple[Response, int, dict[str, str]] | None:
    """Redirect a visitor without the password to its page; None if the request may go on."""
    if request.endpoint in OPEN or _is_entered() or _is_view_link():
        return None
    if request.path.startswith("/api/"):
        return _refuse_program()
    if request.method not in ("GET", "HEAD"):
        return _page(url_for("home.home"), is_unsent=True), 403
    return redirect(url_for("password.show", back=request.script_root + request.full_path.rstrip("?")), 303)


def _refuse_program() -> tuple[Response, int, dict[str, str]] | None:
    """Return why a program is refused, None where it sent the password."""
    given = request.authorization
    if given and given.type == "bearer" and _is_password(given.token or ""):
        return None
    words = f"This server has a password: send the header Authorization: Bearer …, with what {SETTING} says."
    return jsonify(error=words, input_errors=[]), 401, {"WWW-Authenticate": "Bearer"}


def _is_view_link() -> bool:
    """Return whether a request reads what a view link shows."""
    reference = ""
    if request.endpoint in BY_PATH:
        reference = (request.view_args or {})["document_id"]
    elif request.endpoint in BY_QUERY:
        reference = request.args.get("build", "")
    found = access.find(reference) if reference else None
    return found is not None and found.link == "view"


def _is_password(given: str) -> bool:
    """Return whether this is the password, and count a wrong one; 429 where a network has had too many."""
    used_up = [tries for tries in TRIES if limiter.enabled and not limiter.limiter.test(tries, SETTING, network_key())]
    if used_up:
        resets = [limiter.limiter.get_window_stats(tries, SETTING, network_key()).reset_time for tries in used_up]
        come_back_after(max(resets) - time())
        abort(429, COUNTED)
    if hmac.compare_digest(_digest(given), _digest(str(current_app.config[SETTING]))):
        return True
    if limiter.enabled:
        for tries in TRIES:
            limiter.limiter.hit(tries, SETTING, network_key())
    return False


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _mark() -> str:
    """Return the proof of the entered password for the cookie; it changes with the password and the key."""
    key = str(current_app.secret_key).encode()
    return hmac.new(key, b"password\0" + _digest(str(current_app.config[SETTING])), hashlib.sha256).hexdigest()


def _is_entered() -> bool:
    return hmac.compare_digest(str(session.get(MARK, "")).encode(), _mark().encode())


@bp.get("/password")
def show() -> Answer:
    """Ask for the password."""
    return _page(local_path(request.args.get("back", "/")))


@bp.post("/password")
def enter() -> Answer:
    """Let a browser in that says the password, to where it wanted to go."""
    back = local_path(request.form.get("back", "/"))
    if not _is_password(request.form.get("password", "")):
        return _page(back, is_wrong=True), 403
    session.permanent = True
    session[MARK] = _mark()
    return redirect(back, 303)


def _page(back: str, is_wrong: bool = False, is_unsent: bool = False) -> str:
    """Return the page of the password; like an error's it is no place of its own, whatever address it stands for."""
    return render_template("home/password.html", back=back, is_wrong=is_wrong, is_unsent=is_unsent, code=403)
