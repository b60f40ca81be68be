"""The printers a browser knows: their test page, what was read off it, kept in its cookie under their names."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.findings import Misreading, Unreadable
from companion.printing import calibration, papers, pdf
from companion.printing.printers import Printer, Readings, printer
from companion.printing.setup import Flip

bp = Blueprint("printers", __name__)
MOST = 8
"""A cookie holds little."""
READ = ("left", "top", "across", "along", "back_right", "back_down")


def known() -> dict[str, Printer]:
    """Return this browser's printers by name; what cannot be read any more is left out."""
    found = {}
    kept = session.get("printers", {})
    for name, readings in kept.items() if isinstance(kept, dict) else ():
        try:
            found[name] = Printer(name, Readings(**readings))
        except TypeError:
            continue
    return found


def _keep(printers: Mapping[str, Printer]) -> None:
    session.permanent = True
    session["printers"] = {name: asdict(found.readings) for name, found in printers.items()}


@bp.get("/printers")
def show(status: int = 200, **given: Any) -> tuple[str, int]:
    """Show the test page, the form for what was read, and the printers there are."""
    sizes = [paper for paper in papers.PAPERS if min(paper.w, paper.h) >= 200]
    given = {"wrong": (), "typed": None, **given}
    return render_template("printers.html", printers=known(), papers=sizes, read=READ, **given), status


@bp.get("/printers/test-page.pdf")
def test_page() -> WerkzeugResponse | tuple[str, int]:
    """Give the test page, corrected for a printer where one is named."""
    try:
        flip: Flip = "short" if request.args.get("flip") == "short" else "long"
        job = calibration.test_page(papers.paper(request.args.get("paper", "a4")), flip)
    except Unreadable as error:
        return show(422, wrong=tuple(map(str, error.misreadings)))
    found = known().get(request.args.get("printer", ""))
    data = pdf.drawn(calibration.for_printer(job, found) if found else job)
    answer = Response(data, mimetype="application/pdf")
    answer.headers["Content-Disposition"] = 'attachment; filename="printer-test-page.pdf"'
    return answer


@bp.post("/printers")
def keep() -> WerkzeugResponse | tuple[str, int]:
    """Keep what was read under a printer's name, or put a printer away."""
    printers = known()
    if "remove" in request.form:
        printers.pop(request.form["remove"], None)
        _keep(printers)
        return redirect(url_for("printers.show"), 303)
    typed = {name: request.form.get(name, "").strip() for name in READ}
    try:
        made = printer(
            request.form.get("name", ""),
            **{name: value for name, value in typed.items() if value},
            flip=request.form.get("flip", "long"),
        )
        if len(printers) >= MOST and made.name not in printers:
            raise Unreadable(Misreading("name", "one more printer", f"at most {MOST}: put one away first"))
    except Unreadable as error:
        return show(
            422,
            wrong=tuple(map(str, error.misreadings)),
            typed={**dict.fromkeys((*READ, "name", "flip"), ""), **request.form.to_dict()},
        )
    _keep({**printers, made.name: made})
    return redirect(url_for("printers.show"), 303)
