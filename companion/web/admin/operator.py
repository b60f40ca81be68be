"""Who the operator is: whoever has the secret of `COMPANION_ADMIN`, and then a cookie that ends with the browser.

The cookie is signed with the server's key and the secret: another secret ends it. Wrong tries are counted by network.
"""

import hashlib
import hmac
import os
from datetime import UTC, datetime

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput
from companion.web.shell.security import limiter
from companion.web.shell.visitors import network_key

SETTING = "COMPANION_ADMIN"
LEAST = 32
"""Characters of a secret that nobody guesses."""
TRIES = "10 per minute; 100 per day"
"""Wrong secrets of one network, on the page and for the figures together."""
SECONDS = 12 * 3600
"""How long the cookie is believed, where a browser never ends: before and after, as clocks of two machines differ."""
COOKIE, PATH = "companion-admin", "/admin"
WRONG = (401, 403)
"""The statuses of answers to a wrong secret."""


def read_secret() -> str:
    """Return the secret, empty where there is none; InvalidInput where it is too short."""
    secret = os.environ.get(SETTING, "").strip()
    if secret and len(secret) < LEAST:
        raise InvalidInput(InputError(SETTING, f"{len(secret)} characters", f"a secret of {LEAST} characters or more"))
    return secret


limit_tries = limiter.shared_limit(
    TRIES, scope="operator", key_func=network_key, deduct_when=lambda response: response.status_code in WRONG
)
"""Makes a view refuse further tries where too many were wrong."""


def is_secret(given: str) -> bool:
    """Return whether this is the secret; that takes as long whatever is given."""
    secret = str(current_app.config[SETTING])
    return bool(secret) and hmac.compare_digest(_digest(secret), _digest(given))


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def _signer() -> URLSafeTimedSerializer:
    secret = f"{current_app.secret_key!s}\n{current_app.config[SETTING]}"
    return URLSafeTimedSerializer(secret, salt="operator", signer_kwargs={"digest_method": hashlib.sha256})


def is_signed_in() -> bool:
    """Return whether the request is the operator's."""
    try:
        _, signed = _signer().loads(request.cookies.get(COOKIE, ""), return_timestamp=True)
    except BadSignature:
        return False
    return bool(abs((datetime.now(UTC) - signed).total_seconds()) <= SECONDS)


def sign_in(response: WerkzeugResponse) -> WerkzeugResponse:
    """Let a response carry the cookie."""
    secure = bool(current_app.config["SESSION_COOKIE_SECURE"])
    value = _signer().dumps("operator")
    response.set_cookie(COOKIE, value, path=PATH, secure=secure, httponly=True, samesite="Strict")
    return response


def sign_out(response: WerkzeugResponse) -> WerkzeugResponse:
    """Let a response end the cookie."""
    response.delete_cookie(COOKIE, path=PATH)
    return response
