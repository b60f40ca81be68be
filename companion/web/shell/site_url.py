"""Where the app is reached: the proxies before it, and its own address, which links to the outside begin with.

`COMPANION_URL` is that address, `COMPANION_PROXIES` says how many proxies stand before the app. Without the first, only
a name or number of this machine is believed; what else a request calls its host never reaches a link.
"""

import os
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import SecurityError
from werkzeug.middleware.proxy_fix import ProxyFix

from companion.base.findings import InputError, InvalidInput, quote
from companion.verbs.links import URL_SETTING, Server, is_this_machine
from companion.web.shell import access

MOST_PROXIES = 9
HSTS = "max-age=31536000"
"""For a year browsers ask for this address by https alone; other names below its own are free to do without."""


def read_settings(app: Flask) -> None:
    """Read both settings; InvalidInput where one cannot be read."""
    proxies = _proxies(os.environ.get("COMPANION_PROXIES", "").strip())
    if proxies:
        _believe(app, proxies)
    if proxies > 1:
        _believe(app, 1)  # runs first, for headers that the last of several proxies wrote anew: they have one value
    url = os.environ.get(URL_SETTING, "").strip().rstrip("/")
    app.config.setdefault(URL_SETTING, url)
    if not url:
        return
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidInput(InputError(URL_SETTING, quote(url), "an address such as https://mechs.example.org"))
    app.before_request(_refuse_other_hosts)  # before whatever links to a page
    app.config["TRUSTED_HOSTS"] = [parts.hostname, "localhost", "127.0.0.1", "[::1]"]
    if parts.scheme == "https":
        app.config.update(SESSION_COOKIE_SECURE=True, PREFERRED_URL_SCHEME="https")
        app.after_request(_only_by_https)


def _refuse_other_hosts() -> None:
    """Refuse a request for another host, as Flask does only after everything else that looks at it."""
    if isinstance(request.routing_exception, SecurityError):
        raise request.routing_exception


def _only_by_https(response: Response) -> Response:
    response.headers["Strict-Transport-Security"] = HSTS
    return response


def _believe(app: Flask, hops: int) -> None:
    """Take address, scheme, host, port and prefix as that number of proxies wrote them; fewer values are ignored."""
    app.wsgi_app = ProxyFix(app.wsgi_app, hops, hops, hops, hops, hops)  # type: ignore[method-assign]


def is_behind_proxies() -> bool:
    """Return whether proxies stand before the app; InvalidInput where the setting cannot be read."""
    return _proxies(os.environ.get("COMPANION_PROXIES", "").strip()) > 0


def _proxies(text: str) -> int:
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and int(text) <= MOST_PROXIES):
        raise InvalidInput(InputError("COMPANION_PROXIES", quote(text), f"how many proxies, 0 to {MOST_PROXIES}"))
    return int(text)


def absolute_url(path: str) -> str:
    """Return the address of a path of this app for another program; InvalidInput where the app's own is not known."""
    url = current_app.config.get(URL_SETTING)
    if url:
        return f"{url}{path}"
    host = urlsplit(f"//{request.host}").hostname or ""
    if not is_this_machine(host):
        found = "an address that only the request names"
        raise InvalidInput(
            InputError("at", found, f"the folder or address of the sheets, or {URL_SETTING} on the server")
        )
    return f"{request.scheme}://{request.host}{path}"


def shown_url(path: str) -> str:
    """Return the address of a path of this app as a page shows it: its own address, or as this request names it."""
    return configured_url(path) or f"{request.url_root.rstrip('/')}{path.removeprefix(request.script_root)}"


def configured_url(path: str) -> str:
    """Return the address of a path of this app for other sites, empty where the app's own address is not set."""
    url = current_app.config.get(URL_SETTING)
    return f"{url}{path}" if url else ""


def this_server() -> Server:
    """Return this server as links name it: by its own address, by the host of the request, by this machine's names."""
    hosts = (urlsplit(str(current_app.config.get(URL_SETTING) or "")).hostname, urlsplit(f"//{request.host}").hostname)
    return Server(access.find, frozenset(host.lower() for host in hosts if host))
