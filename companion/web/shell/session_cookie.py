"""The cookie that says who a browser is, as Flask's session opens and writes it.

No clock decides whether it is believed: what ends a cookie is a renewed key, or signing out everywhere.
"""

from datetime import UTC, datetime

from flask import Flask, Request, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

NEVER = datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
"""When the cookie ends: after every date that a clock which went wrong can add ten years to."""
_OPENED = "companion.session"
"""Where a request's environment has its session."""


class SessionCookie(SecureCookieSessionInterface):
    """Secure where the app's address is, or where a proxy says that it spoke https; good for as long as its signature.

    Flask refuses a cookie that seems to come from the future, or to be too old. The next save would then make a new
    owner, whose cookie replaces the good one: after a clock was set back, or beside a machine whose clock is behind, a
    browser would have lost everything.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read the cookie, and keep it for whoever looks at it without making the answer vary by it."""
        opened = request.environ[_OPENED] = self._read(app, request)
        return opened

    def _read(self, app: Flask, request: Request) -> SecureCookieSession | None:
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        try:
            return self.session_class(signer.loads(request.cookies.get(self.get_cookie_name(app), "")))
        except BadSignature:
            return self.session_class()

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Return when the browser forgets the cookie: never, whatever this machine's clock says."""
        return NEVER if session.permanent else None

    def get_cookie_secure(self, app: Flask) -> bool:
        """Return whether the browser may send the cookie by https alone."""
        return super().get_cookie_secure(app) or request.is_secure


def owner_in_cookie() -> str:
    """Return the owner that the cookie of this request names, "" without one; an answer does not vary by it."""
    opened: SecureCookieSession | None = request.environ[_OPENED]
    return str(opened.get("owner", "")) if opened else ""
