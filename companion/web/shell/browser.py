"""Who the browser is: its signed cookie, the owner that the cookie names, and the owner's settings and keys.

The cookie holds only who it is, its theme, a form's token and one message: what grows is stored with the owner, and
read at most once a request.
"""

import json
import secrets
from collections.abc import Callable

from flask import current_app, flash, g, session
from limits import RateLimitItemPerDay

from companion.storage import owners
from companion.storage.config import StorageError
from companion.storage.owners import Belongings, Owner
from companion.storage.store import Store
from companion.web.shell.security import limiter
from companion.web.shell.visitors import network_key

NEW_OWNERS = RateLimitItemPerDay(500)
"""How many browsers of a network may become owners."""
THEMES = ("auto", "light", "dark")
LONGEST_MESSAGE = 180
"""Bytes of a message in the cookie, as JSON writes it."""
SIGNED_OUT = (
    "The key was renewed in another browser, or all others were signed out there: this one too. "
    "Enter the current key in Settings."
)


class TooManyOwners(StorageError):
    """A network has had too many new owners."""

    status = 429


MOST_TABLES = 6
"""Tables at which the cookie remembers who this browser is."""


def store() -> Store:
    """Return the application's store."""
    found: Store = current_app.extensions["store"]
    return found


def owner() -> str:
    """Return this browser's name for its documents, made when it first saves something."""
    name = known_owner()
    if name is None:
        _refuse_too_many_owners()
        name = secrets.token_urlsafe(24)
        _write_cookie(Owner(name))
    return name


def _refuse_too_many_owners() -> None:
    """Raise TooManyOwners where a network has had too many new owners today: each has a quota of its own."""
    if limiter.enabled and not limiter.limiter.hit(NEW_OWNERS, "new owner", network_key()):
        raise TooManyOwners(
            f"Nothing was saved: {NEW_OWNERS.amount} browsers in your network have saved something here for the first "
            "time today, and no more may. Try again tomorrow, or enter a key that you have."
        )


def known_owner() -> str | None:
    """Return this browser's name, or None; never makes one."""
    found = current_owner()
    return found.name if found else None


def current_owner() -> Owner | None:
    """Return the owner that the cookie names, None where it names none or was signed out; read once a request."""
    if "owner" not in g:
        g.owner = _cookie_owner()
    found: Owner | None = g.owner
    return found


def _cookie_owner() -> Owner | None:
    name = session.get("owner")
    if not name:
        return None
    found, renewals = owners.find(store(), str(name))
    if session.get("renewals", 0) < renewals:
        sign_out()
        say(SIGNED_OUT)
        return None
    if found.name != name:
        _write_cookie(found)
    return found


def _write_cookie(found: Owner) -> None:
    """Write an owner into the cookie."""
    session.permanent = True
    session["owner"] = found.name
    session.pop("renewals", None)
    if found.renewals:
        session["renewals"] = found.renewals
    g.owner = found
    g.pop("visitors", None)


def sign_in(found: Owner) -> None:
    """Become an owner, whose key was entered or made here."""
    _write_cookie(found)


def sign_out() -> None:
    """Forget who this browser is; its theme stays."""
    for name in ("owner", "renewals"):
        session.pop(name, None)
    g.owner = None
    g.pop("visitors", None)


def person_at(table_id: str) -> int | None:
    """Return who this browser is at a table: the number of the event by which it first sat down there; None before."""
    return dict(session.get("sat", ())).get(table_id)


def remember_person(table_id: str, number: int) -> None:
    """Remember who this browser is at a table, and at the last few others."""
    others = [(table, person) for table, person in session.get("sat", ()) if table != table_id]
    session["sat"] = [*others[1 - MOST_TABLES :], (table_id, number)]
    session.permanent = True


def belongings() -> Belongings:
    """Return the browser's belongings that are not documents."""
    found = current_owner()
    return found.belongings if found else Belongings()


def offers_key() -> bool:
    """Return whether a key is to be offered: this browser has none, and has not said "Not now"."""
    found = current_owner()
    return found is not None and found.key_made is None and not found.belongings.key_declined


def change_belongings(changed: Callable[[Belongings], Belongings]) -> None:
    """Store a change of what this browser has."""
    g.owner = owners.change(store(), owner(), changed)
    g.pop("visitors", None)


def theme() -> str:
    """Return the chosen theme; `auto` follows the system."""
    chosen = session.get("theme", "auto")
    return chosen if chosen in THEMES else "auto"


def choose_theme(name: str) -> None:
    """Save a theme; an unknown one is `auto`."""
    session.permanent = True
    session["theme"] = name if name in THEMES else "auto"


def say(message: str) -> None:
    """Show a message on the next page; a newer one takes its place, and a long one is cut short for the cookie."""
    session.pop("_flashes", None)
    flash(_shorten(message))


def _shorten(message: str) -> str:
    line = " ".join(message.split())
    if _size(line) <= LONGEST_MESSAGE:
        return line
    while line and _size(line) > LONGEST_MESSAGE - len("\\u2026"):
        line = line[:-1]
    return f"{line.rstrip()}…"


def _size(text: str) -> int:
    return len(json.dumps(text))
