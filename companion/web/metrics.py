"""Figures for Prometheus at `/metrics`: requests, their seconds, saves, heavy answers; for the operator alone.

The page is there only where the server has a secret in `COMPANION_ADMIN`, which has to be sent as a bearer token.
The workers and the process of heavy answers write their figures into one folder, and each answers with the sum. A
worker tells its heavy answers after each of its answers: while it makes only one, that one may be missing from the sum.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, Response, current_app, request

from companion.limits.heavy_slots import HeavySlots
from companion.storage.store import Store
from companion.web.admin import operator
from companion.web.shell import answers
from companion.web.shell.answers import SentAnswer

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder of several workers' figures; prometheus-client reads it when it is imported."""
COUNTED = (429, 500, 503)
"""Statuses that have a count of their own from the start."""
_FIGURES = "figures"
bp = Blueprint("metrics", __name__)


@contextmanager
def prepare() -> Iterator[None]:
    """Make the folder that several processes share, before they start, and delete it in the end."""
    if FOLDER in os.environ or not operator.read_secret():
        yield
        return
    with TemporaryDirectory(prefix="companion-figures-", ignore_cleanup_errors=True) as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            os.environ.pop(FOLDER, None)


def measure(app: Flask) -> None:
    """Count what the app answers and saves, where the operator has a secret."""
    if not app.config[operator.SETTING]:
        return
    figures = Figures(app.extensions["heavy_slots"])
    app.extensions[_FIGURES] = figures
    answers.observe(app, figures.add)
    store: Store = app.extensions["store"]
    store.on_save = figures.saves.inc
    app.register_blueprint(bp)


@bp.get("/metrics")
@operator.limit_tries
def show() -> Response | tuple[str, int, dict[str, str]]:
    """Answer with all figures, in Prometheus's text format."""
    given = request.authorization
    if given is None or given.type != "bearer" or not operator.is_secret(given.token or ""):
        return "Send the operator's secret: Authorization: Bearer …\n", 401, {"WWW-Authenticate": "Bearer"}
    from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

    figures: Figures = current_app.extensions[_FIGURES]
    return Response(generate_latest(figures.collect()), content_type=CONTENT_TYPE_LATEST)


class Figures:
    """The figures of this process."""

    def __init__(self, slots: HeavySlots) -> None:
        """Begin with nothing counted; `slots` says how many heavy answers there are."""
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._slots, self._registry = slots, CollectorRegistry()
        labels = ("method", "endpoint", "status")
        self._requests = Counter("companion_requests", "Requests answered.", labels, registry=self._registry)
        seconds = "Seconds from a request to the end of its answer."
        self._seconds = Histogram("companion_request_seconds", seconds, ("endpoint",), registry=self._registry)
        refused = "Answers with status 429 (too many requests), 500 (our mistake), 503 (busy, nothing can be stored)."
        self._refused = Counter("companion_refused", refused, ("status",), registry=self._registry)
        self.saves = Counter("companion_saves", "Versions of documents that were saved.", registry=self._registry)
        heavy = "Heavy answers under way, and those that wait for their turn."
        self._heavy = Gauge(
            "companion_heavy_answers", heavy, ("state",), registry=self._registry, multiprocess_mode="livesum"
        )
        for status in COUNTED:
            self._refused.labels(status)
        self._look()

    def add(self, answer: SentAnswer) -> None:
        """Count an answer."""
        self._requests.labels(answer.method, answer.endpoint, answer.status).inc()
        self._seconds.labels(answer.endpoint).observe(answer.seconds)
        if answer.status in COUNTED:
            self._refused.labels(answer.status).inc()
        self._look()

    def _look(self) -> None:
        under_way, waiting = self._slots.state()
        self._heavy.labels("under_way").set(under_way)
        self._heavy.labels("waiting").set(waiting)

    def collect(self) -> "CollectorRegistry":
        """Return the figures as they are now, those of all workers where there are several."""
        from prometheus_client import CollectorRegistry, values
        from prometheus_client.multiprocess import MultiProcessCollector

        self._look()
        if values.ValueClass is values.MutexValue:
            return self._registry
        everybody = CollectorRegistry()
        MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
        return everybody
