"""The print page: choose print sets, paper and cutting, see every sheet, take the PDF."""

import io
import json
import zipfile
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, get_args

from flask import Blueprint, Response, abort, render_template, request
from werkzeug.wrappers import Response as WerkzeugResponse

from companion import packs
from companion.documents import Build
from companion.findings import InputError, InvalidInput
from companion.printing import pdf
from companion.printing.export import cutter
from companion.printing.faces.inks import InkMode
from companion.printing.pdf import preview
from companion.printing.sheets import layout, papers
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.setup import Lines
from companion.printing.text.fitting import DoesNotFit
from companion.printing.text.fonts import Unprintable
from companion.system import GameSystem, PrintSet, PrintSource
from companion.web import session, streams
from companion.web.lookup import find_game, query
from companion.web.printing import print_choice, printers
from companion.web.printing.print_choice import Choice

bp = Blueprint("printing", __name__)
SHOWN_DPI = 60
SHOWN = streams.SHORT
"""How many sides the page shows; past that, the PDF is sent side by side."""


@dataclass(frozen=True)
class Prepared:
    """A job, and about what share of its sheets is inked."""

    job: layout.Job
    inked: float


def _print_sets(game: GameSystem, choice: Choice) -> tuple[PrintSet, ...]:
    return tuple(print_set for name in dict.fromkeys(choice.what) if (print_set := game.print_set(name)))


def _build(game: GameSystem, choice: Choice) -> Build | None:
    if not choice.build:
        return None
    document = session.saved_build(game, choice.build) or abort(404)
    return game.read(document.data)


def _prepared(game: GameSystem, choice: Choice) -> Prepared:
    build = _build(game, choice)
    rulings = build.rulings if build else session.rulings(game)
    data = build.model_dump_json() if build else ""
    used = [] if build else [packs.carried(document.data) for document in session.packs(game)]
    printer = choice.wish(printers.offered()).printer
    return _planned(
        game.slug, choice, data, printer, json.dumps(rulings, sort_keys=True), json.dumps(used, sort_keys=True)
    )


@lru_cache(maxsize=24)
def _planned(slug: str, choice: Choice, build: str, printer: Printer | None, rulings: str, used: str) -> Prepared:
    """Return the job; its sheets are made as they are shown, so that a long one costs little more than a short one."""
    game = find_game(slug)
    read = game.read(json.loads(build)) if build else None
    catalogue = game.catalogue_of(read or {"pack": json.loads(used)})
    context = game.context(json.loads(rulings), catalogue)
    source = PrintSource(context, read, "blank" if choice.unknown == "blank" else "house")
    parts = [part for print_set in _print_sets(game, choice) for part in print_set.make(source)]
    title = f"{game.title}: {read.title}" if read and read.title else game.title
    wish = choice.wish({printer.name: printer} if printer else {})
    job = wish.job(title, parts, game.accent, game.credit.designer)
    job = replace(job, notes=(*print_choice.missing(parts, wish.have), *job.notes))
    return Prepared(job, preview.share_inked(job))


@bp.get("/<slug>/print")
def choose(slug: str) -> tuple[str, int]:
    """Show the choices and every sheet they make."""
    game = find_game(slug)
    given: dict[str, Any] = {"choice": Choice(), "prepared": None, "wrong": (), "build": None}
    status = 200
    try:
        given["choice"] = choice = print_choice.read(game, query())
        given["build"] = _build(game, choice)
        missing = [
            print_set.title for print_set in _print_sets(game, choice) if print_set.needs_build and not choice.build
        ]
        if missing:
            raise InvalidInput(InputError(missing[0], "no build", "a saved one: open it and choose Print there"))
        if choice.what:
            given["prepared"] = _prepared(game, choice)
    except InvalidInput as error:
        given["wrong"], status = tuple(map(str, error.input_errors)), 422
    except (DoesNotFit, Unprintable) as error:
        given["wrong"], status = (str(error),), 422
    given |= {"papers": papers.PAPERS, "inks": get_args(InkMode), "lines": get_args(Lines)}
    given |= {
        "printers": printers.known(),
        "machine": printers.of_machine(),
        "most": SHOWN,
        "query": query(),
        "game": game,
    }
    return render_template("printing/print.html", **given), status


@bp.get("/<slug>/print/sheet-<int:number>.png")
def sheet(slug: str, number: int) -> WerkzeugResponse:
    """Show one sheet as a picture."""
    job = _asked(slug)
    if not 1 <= number <= len(job.sheets):
        abort(404)
    dpi = min(max(request.args.get("dpi", SHOWN_DPI, type=int), 30), 200)
    data = pdf.drawn(replace(job, sheets=(job.sheets[number - 1],)))
    return _cached(Response(preview.page_png(data, 1, dpi), mimetype="image/png"))


@bp.get("/<slug>/print.pdf")
def download(slug: str) -> WerkzeugResponse:
    """Give the PDF; a long one goes out while it is drawn, so that it can be watched and stopped."""
    job = _asked(slug)
    answer = _named(streams.pdf_answer(job), slug, "pdf")
    return answer if answer.is_streamed else _cached(answer)


@bp.get("/<slug>/print/cuts.<any(svg, dxf):kind>")
def cuts(slug: str, kind: str) -> WerkzeugResponse:
    """Give the outlines for a desktop cutter, in a zip where sheets differ."""
    job = _asked(slug)
    files = cutter.cut_files(job, "svg" if kind == "svg" else "dxf")
    if not files:
        abort(404)
    if len(files) == 1:
        plain = "image/svg+xml" if kind == "svg" else "image/vnd.dxf"
        return _named(Response(files[0].text, mimetype=plain), slug, kind)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(zipfile.ZipInfo(f"cuts-sheet-{file.sheets[0]}.{kind}"), file.text)
        said = "".join(f"cuts-sheet-{file.sheets[0]}.{kind}: {file.said}\r\n" for file in files)
        archive.writestr(zipfile.ZipInfo("READ-ME.txt"), said)
    return _named(Response(target.getvalue(), mimetype="application/zip"), slug, "zip")


def _named(answer: Response, slug: str, suffix: str) -> Response:
    name = "-".join(request.args.getlist("what")) or "print"
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}-{name}.{suffix}"'
    return answer


def _asked(slug: str) -> layout.Job:
    game = find_game(slug)
    try:
        choice = print_choice.read(game, query())
        print_sets = _print_sets(game, choice)
        if not print_sets or any(print_set.needs_build and not choice.build for print_set in print_sets):
            abort(404)
        return _prepared(game, choice).job
    except (InvalidInput, DoesNotFit, Unprintable):
        abort(404)


def _cached(answer: Response) -> WerkzeugResponse:
    answer.add_etag()
    answer.cache_control.private = True
    answer.cache_control.max_age = 60
    return answer.make_conditional(request)
