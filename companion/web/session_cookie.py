"""The cookie that says who a browser is, as Flask's session opens and writes it."""

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface

_OPENED = "companion.session"
"""Where a request's environment has its session."""


class SessionCookie(SecureCookieSessionInterface):
    """Secure where the app's address is, or where a proxy says that it spoke https."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read the cookie, and keep it for whoever looks at it without making the answer vary by it."""
        opened = request.environ[_OPENED] = super().open_session(app, request)
        return opened

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the browser may send the cookie by https alone."""
        return super().get_cookie_secure(app) or request.is_secure


def owner_in_cookie() -> str:
    """Return the owner that the cookie of this request names, "" without one; an answer does not vary by it."""
    opened: SecureCookieSession | None = request.environ[_OPENED]
    return str(opened.get("owner", "")) if opened else ""
