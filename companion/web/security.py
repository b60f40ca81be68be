"""Headers, tokens and limits: no inline scripts, a token in every form, a limit on requests."""

from flask import Blueprint, Flask, Response
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from companion.web.compression import MaskedTokens

csrf = MaskedTokens()
limiter = Limiter(get_remote_address, default_limits=["1200 per minute"])

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "script-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "manifest-src 'self'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


def protect(app: Flask) -> None:
    """Add headers to every answer, tokens to every form, limits to every address."""
    csrf.init_app(app)
    limiter.init_app(app)
    app.after_request(_with_headers)


def exempt(app: Flask, *blueprints: Blueprint) -> None:
    """Exempt blueprints that read no cookie from the token."""
    for blueprint in blueprints:
        csrf.exempt(blueprint)


def _with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-store")
    return response
