"""Flask as the shell uses it: what every page asks of it dozens of times is done once."""

from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any

from flask import Flask, current_app, request
from flask.templating import Environment

from companion.web.shell.faults import REFERENCE, new_reference

MOST_ADDRESSES = 2048
LONGEST_VALUE = 100
"""Characters of a value; what somebody types into an address may be longer, and is not remembered."""
_PLAIN = frozenset({str, int, type(None)})
"""What equal values of an address are written as the same text."""


class PageEnvironment(Environment):
    """Jinja with one dict of globals for all templates: it is copied at each include, and compared at each import."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals themselves where a template adds nothing to them."""
        return super().make_globals(d) if d else self.globals


class WebApp(Flask):
    """Flask, whose plain addresses are built once: a page has some sixty, and most are on every page."""

    jinja_environment = PageEnvironment

    def log_exception(self, exc_info: Any) -> None:
        """Log what broke, with the reference that its page shows."""
        reference = new_reference()
        words = "Exception on %s [%s] (reference %s)"
        self.logger.error(
            words, request.path, request.method, reference, exc_info=exc_info, extra={REFERENCE: reference}
        )

    def url_for(
        self,
        /,
        endpoint: str,
        *,
        _anchor: str | None = None,
        _method: str | None = None,
        _scheme: str | None = None,
        _external: bool | None = None,
        **values: Any,
    ) -> str:
        """Return an address as Flask does."""
        special = _anchor or _method or _scheme or _external or endpoint.startswith(".")
        if special or not all(map(_is_plain, values.values())):
            return super().url_for(
                endpoint, _anchor=_anchor, _method=_method, _scheme=_scheme, _external=_external, **values
            )
        return _address(request.script_root, endpoint, **values)


def _is_plain(value: object) -> bool:
    return type(value) in _PLAIN and (type(value) is not str or len(value) <= LONGEST_VALUE)


@lru_cache(MOST_ADDRESSES)
def _address(root: str, endpoint: str, /, **values: Any) -> str:
    """Return an address without its host; `root` is where a proxy has put the app, as Flask reads from the request."""
    return Flask.url_for(current_app, endpoint, **values)
