"""Headers, tokens and limits: no inline scripts, a token in every form, a limit on requests."""

from collections.abc import Callable
from math import ceil
from typing import ParamSpec, TypeVar

from flask import Blueprint, Flask, Response, g, request
from flask_limiter import Limit, Limiter
from limits import parse_many

from companion.web.shell import rate_limits
from companion.web.shell.bounds import MOVED
from companion.web.shell.compression import MaskedTokens
from companion.web.shell.visitors import network_key, visitor

VISITORS_IN_A_NETWORK = 20
"""How many visitors may use their whole limit in one network: a club behind one address is not shut out."""
DEFAULT_LIMIT = "1200 per minute"
_Asked = ParamSpec("_Asked")
_Answer = TypeVar("_Answer")


def _of_network(limit: str) -> str:
    """Return the limit of a network where one visitor's is `limit`."""
    parts = parse_many(limit)
    return "; ".join(f"{p.amount * VISITORS_IN_A_NETWORK} per {p.multiples} {p.GRANULARITY.name}" for p in parts)


csrf = MaskedTokens()
limiter = Limiter(
    visitor, default_limits=[Limit(DEFAULT_LIMIT), Limit(_of_network(DEFAULT_LIMIT), key_function=network_key)]
)
limiter.request_filter(lambda: request.path == "/healthz" or MOVED in request.environ)


def limit_route(limit: str) -> Callable[[Callable[_Asked, _Answer]], Callable[_Asked, _Answer]]:
    """Limit a route for each visitor and for each network; a visitor that is refused is not counted in its network."""

    def decorate(view: Callable[_Asked, _Answer]) -> Callable[_Asked, _Answer]:
        return limiter.limit(_of_network(limit), key_func=network_key)(limiter.limit(limit)(view))

    return decorate


def limit_blueprint(blueprint: Blueprint, limit: str) -> None:
    """Limit each route of a blueprint in the same way."""
    limiter.limit(limit)(blueprint)
    limiter.limit(_of_network(limit), key_func=network_key)(blueprint)


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
        "worker-src 'self'",
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
    """Add headers to every answer, tokens to every form, limits to every visitor."""
    csrf.init_app(app)
    is_shared = rate_limits.is_shared(app.extensions["store"])
    app.config["RATELIMIT_STORAGE_OPTIONS"] = {"store": (lambda: app.extensions["store"]) if is_shared else None}
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
    if "is_unlisted" in g:  # it shows a document of somebody: only whoever has its link finds it
        response.headers["X-Robots-Tag"] = "noindex"
    response.headers.setdefault("Cache-Control", "no-store")  # whatever may be kept says so itself
    return response


def come_back_after(seconds: float) -> None:
    """Say with this request's refusal when to come back, where another count than the limiter's refuses it."""
    g.retry_after = str(ceil(seconds))


def _come_back(response: Response) -> Response:
    """Say when to come back where too many requests were refused, and nowhere else."""
    of_limiter = response.headers.pop(_LATER, None)
    later = g.get("retry_after", of_limiter)
    if later and response.status_code == 429:
        response.headers["Retry-After"] = later
    return response
