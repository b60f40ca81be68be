"""Files to download; long ones are sent while they are made, so that a page can show progress and cancel."""

import hashlib
import io
from collections.abc import Iterator
from itertools import chain

from flask import Response, request, send_file
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.limits import budget
from companion.printing import pdf
from companion.printing.sheets import layout

SHORT = 60
"""The most sides that are all drawn before they are sent; longer PDFs are sent side by side."""
SIDES = "X-Sides"
"""The header with the number of sides, for the progress bar."""


def attachment(data: bytes | str | Iterator[bytes], name: str, mimetype: str) -> Response:
    """Return a file as a download: whole, or in pieces as they are made. The name may have letters of any script."""
    if isinstance(data, str):
        data = data.encode()
    if isinstance(data, bytes):
        stamp = hashlib.sha256(data).hexdigest()[:32]
        answer = send_file(io.BytesIO(data), mimetype, as_attachment=True, download_name=name, etag=stamp)
        answer.headers["Cache-Control"] = "no-store"
        return answer
    budget.reserve_download_slot()
    first = next(data, b"")  # made here, where what cannot be made is still a page that says so
    answer = Response(chain((first,), data), mimetype=mimetype)
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer


def pdf_file(job: layout.Job, name: str) -> Response:
    """Return a job as a PDF download; a long one is sent side by side as it is drawn."""
    if len(job.sheets) <= SHORT:
        return attachment(pdf.pdf_bytes(job), name, "application/pdf")
    answer = attachment(_draw_pdf_pieces(job), name, "application/pdf")
    answer.headers[SIDES] = str(len(job.sheets))
    return answer


def private_picture(answer: Response, seconds: int) -> WerkzeugResponse:
    """Return a picture that only this browser may cache for a while; unchanged, it is not sent again."""
    answer.add_etag()
    answer.cache_control.private = True
    answer.cache_control.max_age = seconds
    return answer.make_conditional(request)


def _draw_pdf_pieces(job: layout.Job) -> Iterator[bytes]:
    target = io.BytesIO()
    for _ in pdf.write_pdf(job, target):
        yield target.getvalue()
        target.seek(0)
        target.truncate()
    yield target.getvalue()
