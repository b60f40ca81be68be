"""Bounds: every request is answered within a budget, and only a few heavy ones at once.

`COMPANION_SECONDS`, `COMPANION_MEMORY` and `COMPANION_ANSWER` are the limits of one answer (processor seconds, MB, MB),
`COMPANION_HEAVY` says how many heavy answers are made at once. A file that is sent while it is made holds its slot only
while the next piece is made, not while somebody downloads it; its download slot it keeps until it is made or given up.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, Response, current_app, request
from werkzeug.wsgi import ClosingIterator

from companion.base.findings import InputError, InvalidInput, quote
from companion.gamekit.contract import Context
from companion.limits.budget import Budget, Limits, OverBudget, ReaderGone
from companion.limits.heavy_slots import HeavySlots
from companion.storage.store import was_written
from companion.verbs.analyses import MOST_STEPS
from companion.web.shell.visitors import visitor

HEAVY = 1
"""Heavy answers at once, unless the setting says otherwise: Python's threads share one processor."""
STREAMED = 3
"""How many times the processor seconds a file may take that is sent while it is made: somebody waits for a download."""
LARGEST = 1_000_000
"""The largest number a setting may be."""
_BUDGET = "companion.budget"
"""Where a request's environment has its budget."""
IS_READ = "companion.is_read"
"""Where a server puts a function that says whether somebody still waits for the answer."""
MAY_MOVE = "companion.may_move"
"""Where a server puts a function that says whether another process may answer this, if it proves heavy."""
MOVED_BEFORE = "companion.moved_before"
"""Where a server says that the same question proved heavy a short while ago."""
MOVED = "companion.moved"
"""Where the process for heavy answers says that a request was counted before it came there."""
LARGE_BODY = 250_000
"""Bytes of a request that is read where heavy answers are made: a file of a pack has some thousand."""
READER_GONE = 499
"""The status of an answer that nobody waited for any more, as nginx counts it."""


def bound(app: Flask) -> None:
    """Read the settings and give every request its budget; InvalidInput where one cannot be read."""
    usual = Limits()
    limits = Limits(
        _number("COMPANION_SECONDS", usual.seconds, "processor seconds"),
        _number("COMPANION_MEMORY", usual.memory, "MB of memory"),
        _number("COMPANION_ANSWER", usual.answer, "MB of a page"),
    )
    slots = HeavySlots(int(_number("COMPANION_HEAVY", HEAVY, "how many heavy answers at once")))
    app.extensions["heavy_slots"] = slots
    app.wsgi_app = _BoundedApp(app.wsgi_app, limits, slots)  # type: ignore[method-assign]
    app.before_request(_begin)
    app.after_request(_refuse_large_answer)
    app.register_error_handler(ReaderGone, lambda _: ("", READER_GONE))


def _number(name: str, usual: float, what: str) -> float:
    text = os.environ.get(name, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= LARGEST):
        raise InvalidInput(InputError(name, quote(text), f"{what}, a whole number from 1 to {LARGEST:,}"))
    return int(text)


def _begin() -> None:
    """Name the visitor, and have what is large read elsewhere: zips, pictures and tables that take long to read."""
    budget: Budget = request.environ[_BUDGET]
    budget.visitor = visitor()
    if (request.content_length or 0) > LARGE_BODY:
        budget.move()


class _BoundedApp:
    """The app inside a budget for each request."""

    def __init__(self, app: WSGIApplication, limits: Limits, slots: HeavySlots) -> None:
        self.app, self.limits, self.slots = app, limits, slots

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        is_read = environ.get(IS_READ, lambda: True)
        may_move = environ.get(MAY_MOVE, lambda: False)
        budget = Budget(
            self.limits,
            self.slots,
            is_read=is_read,
            may_move=lambda: not was_written.get() and may_move(),
            moved_before=environ.get(MOVED_BEFORE, False),
        )
        environ[_BUDGET] = budget
        try:
            with budget.running():
                answer = self.app(environ, start_response)
        except BaseException:
            budget.end()
            raise
        budget.end_print()
        budget.limits = replace(self.limits, seconds=self.limits.seconds * STREAMED)
        return ClosingIterator(_pieces(iter(answer), budget), [budget.end, getattr(answer, "close", lambda: None)])


def _pieces(answer: Iterator[bytes], budget: Budget) -> Iterator[bytes]:
    """Pass on an answer's pieces; the making of each is part of the budget."""
    while True:
        with budget.running():
            piece = next(answer, None)
        if piece is None:
            budget.end()
            return
        yield piece


def allow_download_time() -> None:
    """Give this answer the processor seconds of a download: somebody waits for it, and comes seldom."""
    budget: Budget = request.environ[_BUDGET]
    budget.limits = replace(budget.limits, seconds=budget.limits.seconds * STREAMED)


def patient(context: Context) -> Context:
    """Return a context for an answer that somebody waits for, who can ask again for the rest."""
    return replace(context, most_steps=MOST_STEPS, patience=current_app.config["PATIENCE"])


def _refuse_large_answer(response: Response) -> Response:
    """Refuse a page or JSON that is larger than the budget; a file to download is bounded by its making."""
    if response.is_streamed or response.mimetype not in ("text/html", "application/json"):
        return response
    budget: Budget = request.environ[_BUDGET]
    try:
        budget.measure(len(response.get_data()))
    except OverBudget as error:
        return current_app.make_response(current_app.handle_user_exception(error))
    return response
