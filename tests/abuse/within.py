"""Whether an answer kept to its budget: what it says, how large it is, what it cost."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from companion.limits.budget import Budget, OverBudget
from tests.abuse.amount import SECONDS

ALLOWANCE = 3
"""How many times its seconds an answer may take at most, with what is computed between two checks; only at length."""
SENTENCES = {200, 303, 400, 404, 413, 422}
BOUNDED = {"text/html", "application/json"}


@dataclass(frozen=True)
class Answered:
    """A status, the whole body, and the budget that was spent; `cut` where a file was ended by its budget."""

    response: TestResponse
    body: bytes
    budget: Budget
    cut: bool = False

    @property
    def complaints(self) -> Iterator[str]:
        """Yield what is wrong with it."""
        code, limits = self.response.status_code, self.budget.limits
        if code not in SENTENCES and not (code == 503 and "Retry-After" in self.response.headers):
            yield f"{code}: {self.body[:200]!r}"
        if self.response.mimetype in BOUNDED and len(self.body) > limits.answer * 1e6:
            yield f"{code} with {len(self.body):,} bytes"
        if SECONDS and self.budget.seconds > ALLOWANCE * limits.seconds:
            yield f"{code} after {self.budget.seconds:.1f} s of processor"


class Noted:
    """An app that remembers the budget of the answer it made last."""

    def __init__(self, app: Flask) -> None:
        self.inside, self.environ = app.wsgi_app, dict[str, Any]()
        app.wsgi_app = self  # type: ignore[method-assign]

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        self.environ = environ
        return self.inside(environ, start_response)

    @property
    def budget(self) -> Budget:
        """The budget of the last answer."""
        return self.environ["companion.budget"]  # type: ignore[no-any-return]


def answered(client: Any, noted: Noted, address: str, **sent: Any) -> Answered:
    """Send a request and read all of its answer."""
    response = client.open(address, **sent)
    budget = noted.budget
    try:
        return Answered(response, response.get_data(), budget)
    except OverBudget:
        return Answered(response, b"", budget, cut=True)
    finally:
        response.close()
