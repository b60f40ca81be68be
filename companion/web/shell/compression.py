"""Answers are compressed on the way, and what is secret in them stays secret.

Whoever can make a browser open our pages and see how long the answers are could guess a secret from how well it
compresses beside words of their own (BREACH). So a form's token never looks the same twice, and the length of a
compressed page varies by chance, as in Django.
"""

import binascii
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

from flask import Flask, Response, g, request
from flask_compress import Compress
from flask_wtf import CSRFProtect
from flask_wtf.csrf import generate_csrf
from werkzeug.wsgi import FileWrapper

TYPES = ("text/html", "text/css", "text/javascript", "image/svg+xml", "application/json", "font/ttf")
MOST_PADDING = 100
"""Bytes by which the length of a compressed page varies."""
PADDING = "X-Padding"


class MaskedTokens(CSRFProtect):  # type: ignore[misc]
    """Flask-WTF's protection with tokens that are masked anew for each answer; plain ones are read too."""

    def init_app(self, app: Flask) -> None:
        """Put masked tokens in the place of the plain ones, in templates and in their macros."""
        super().init_app(app)
        app.jinja_env.globals["csrf_token"] = form_token
        app.context_processor(lambda: {"csrf_token": form_token})

    def _get_csrf_token(self) -> str | None:
        return unmask_token(super()._get_csrf_token())


def form_token() -> str:
    """Return the token of a form, the same throughout an answer."""
    if "masked_token" not in g:
        g.masked_token = mask_token(generate_csrf())
    return str(g.masked_token)


def mask_token(token: str) -> str:
    """Return a token as random bytes and the token's bytes changed by them."""
    plain = token.encode()
    pad = secrets.token_bytes(len(plain))
    return urlsafe_b64encode(pad + _xor(plain, pad)).decode()


def unmask_token(token: str | None) -> str | None:
    """Return the token behind a masked one; a plain one, or what is no token, as it is: it is refused later."""
    if not token or "." in token:  # a plain token has its parts between dots; masked ones have none
        return token
    try:
        data = urlsafe_b64decode(token)
        half = len(data) // 2
        return _xor(data[half:], data[:half]).decode()
    except (binascii.Error, ValueError):
        return token


def _xor(data: bytes, pad: bytes) -> bytes:
    return bytes(one ^ other for one, other in zip(data, pad, strict=True))


def compress(app: Flask) -> None:
    """Compress the answers that a browser asks to be compressed."""
    app.config.update(COMPRESS_MIMETYPES=list(TYPES), COMPRESS_STREAMS=False)
    app.after_request(_add_padding)  # what is registered last runs first
    Compress(app)
    app.after_request(_read_small_file)


def _read_small_file(response: Response) -> Response:
    """Read our own small files and close them: a compressor, or a reader who goes away, would leave them open."""
    if request.endpoint == "static" and response.mimetype in TYPES and response.status_code == 200:
        file = response.response
        response.direct_passthrough = False
        response.set_data(b"".join(response.iter_encoded()))
        if isinstance(file, FileWrapper):
            file.close()
    return response


def _add_padding(response: Response) -> Response:
    if response.mimetype == "text/html" and "Content-Encoding" in response.headers:
        response.headers[PADDING] = secrets.token_hex(secrets.randbelow(MOST_PADDING) // 2 + 1)
    return response
