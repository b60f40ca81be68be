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


_LATER = "X-Ratelimit-Retry-After"
"""The header in which the limiter says with every answer, refused or not, when its count begins anew."""


def protect(app: Flask) -> None:
    """Add headers to every answer, tokens to every form, limits to every address."""
    csrf.init_app(app)
    app.config["RATELIMIT_HEADER_RETRY_AFTER"] = _LATER
    app.after_request(_come_back)  # what is registered first runs last: after the limiter
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


def _come_back(response: Response) -> Response:
    """Say when to come back where too many requests were refused, and nowhere else."""
    later = response.headers.pop(_LATER, None)
    if later and response.status_code == 429:
        response.headers["Retry-After"] = later
    return response
