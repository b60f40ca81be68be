"""Long files that go out while they are made, so that they can be watched and stopped, and memory stays flat."""

import io
from collections.abc import Iterator

from flask import Response

from companion.printing import pdf
from companion.printing.sheets import layout

SHORT = 60
"""Sides that are drawn whole before they are sent; more go out one by one."""
SIDES = "X-Sides"
"""The header that tells a progress line how many sides are coming."""


def pdf_answer(job: layout.Job) -> Response:
    """Return a job as PDF; a long one goes out side by side as it is drawn."""
    if len(job.sheets) <= SHORT:
        return Response(pdf.drawn(job), mimetype="application/pdf")
    return Response(_flowing(job), mimetype="application/pdf", headers={SIDES: str(len(job.sheets))})


def _flowing(job: layout.Job) -> Iterator[bytes]:
    target = io.BytesIO()
    for _ in pdf.drawing(job, target):
        yield target.getvalue()
        target.seek(0)
        target.truncate()
    yield target.getvalue()
