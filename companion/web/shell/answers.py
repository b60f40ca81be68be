"""Answers once they are sent: what each was, how long it took, how large it is. The request log asks here.

An endpoint stands for a page, never its address: that has ids, key words and titles in it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, request
from werkzeug.wsgi import ClosingIterator

from companion.limits.budget import AnswerElsewhere
from companion.web.shell.visitors import visitor

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
OTHER = "other"
"""Any other method, and whatever no page answers."""
_SEEN = "companion.seen"
"""Where a request's environment has its endpoint and its visitor."""


@dataclass(frozen=True)
class SentAnswer:
    """An answer that was sent, or given up by its reader."""

    method: str
    endpoint: str
    status: int
    seconds: float
    size: int
    visitor: str
    """The key of the visitor, as `visitors` has it."""


Observer = Callable[[SentAnswer], None]


def observe(app: Flask, observer: Observer) -> None:
    """Call `observer` after each answer of the app; whatever wraps the app later is not measured."""
    app.teardown_request(_note)
    app.wsgi_app = _ObservedApp(app.wsgi_app, observer)  # type: ignore[method-assign]


def _note(_: BaseException | None) -> None:
    request.environ[_SEEN] = (request.endpoint or OTHER, visitor())


class _ObservedApp:
    """The app; observers hear of each of its answers."""

    def __init__(self, app: WSGIApplication, observer: Observer) -> None:
        self.app, self.observer = app, observer

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        sent = _MeasuredPieces(environ, self.observer)

        def start(status: str, *given: Any) -> Any:
            sent.status = int(status[:3])
            return start_response(status, *given)

        try:
            sent.answer = ClosingIterator(self.app(environ, start))
        except AnswerElsewhere:
            raise
        except BaseException:
            sent.finish()
            raise
        return sent


class _MeasuredPieces:
    """The pieces of an answer, measured as they are sent."""

    def __init__(self, environ: WSGIEnvironment, observer: Observer) -> None:
        self._environ, self._observer = environ, observer
        self._begun, self._size, self._finished = monotonic(), 0, False
        self.status = 500
        self.answer = ClosingIterator(())

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        try:
            piece = next(self.answer)
        except AnswerElsewhere:
            self._finished = True
            raise
        except BaseException:
            self.finish()
            raise
        self._size += len(piece)
        return piece

    def close(self) -> None:
        """Close the answer, whether all of it was sent or not."""
        try:
            self.answer.close()
        finally:
            self.finish()

    def finish(self) -> None:
        """Tell the observer, once."""
        if self._finished:
            return
        self._finished = True
        method = self._environ.get("REQUEST_METHOD", "")
        endpoint, who = self._environ.get(_SEEN, (OTHER, ""))
        seconds = monotonic() - self._begun
        known = method if method in METHODS else OTHER
        self._observer(SentAnswer(known, endpoint, self.status, seconds, self._size, who))
