"""The print page: choose print sets, paper and cutting, see every sheet, download the PDF.

Options are read once a request; the job made from them is cached for the requests of its sheets and its PDF.
"""

import io
import zipfile
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base import caches
from companion.base.findings import InvalidInput
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import EVERYTHING, Context, FormData, PrintSource
from companion.gamekit.losses import Losses, write_losses
from companion.limits.budget import OverBudget, begin_file
from companion.printing import pdf
from companion.printing.export import cutter
from companion.printing.faces.boxes import Deck
from companion.printing.pdf import preview
from companion.printing.sheets import layout, printer_runs, printer_settings
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.printer_runs import PrinterRun
from companion.printing.sheets.printers import Printer
from companion.printing.sheets.savings import SheetSaving, find_savings
from companion.printing.text.fonts import CannotPrint
from companion.verbs.printed_builds import printed_build
from companion.verbs.told_game import tell_game
from companion.web.printing import exporting, print_request, printers, refusals
from companion.web.printing.option_form import OptionForm
from companion.web.printing.print_request import PrintRequest
from companion.web.shell import access, session, site_url, streams
from companion.web.shell.lookup import find_game, query

bp = Blueprint("printing", __name__)
SHOWN_DPI = 60
SHOWN = streams.SHORT
"""The most sides that the page shows; a longer PDF is sent while it is drawn."""
MOST_KEPT = 240
"""Sheets of all cached jobs together, each up to 200 kB: a page requests its sheets one after the other."""
TO = "to"
"""The field that says for which program cards are exported; without it they are printed."""
LARGE = MOST_KEPT // 4
"""Sheets that one job counts as at most, so that a large one is kept too: its sheets are made when they are shown."""


@dataclass(frozen=True)
class PreparedPrint:
    """A job, about how much ink it takes, and how its paper goes through the printer."""

    job: layout.Job
    ink: preview.InkUsed
    runs: tuple[PrinterRun, ...]
    exportable_sets: tuple[str, ...] = ()
    """The print sets among them that can be exported: those with cards."""
    savings: tuple[SheetSaving, ...] = ()
    """What would save sheets of it."""

    @property
    def papers_left(self) -> int:
        """How many sheets of paper are printed: fewer than the job's where it is resumed."""
        return printer_runs.count_papers(self.runs)

    @property
    def dialog_steps(self) -> tuple[str, ...]:
        """What to set in the printer's dialog, step by step."""
        return printer_runs.instructions(self.job, self.runs)


def _key(
    game: GameSystem, asked: PrintRequest, context: Context, build: Build | None, link: str, losses: Losses
) -> tuple[Any, ...]:
    """Return the cache key of a job: the same catalogue means the same packs."""
    names = tuple(print_set.name for print_set in asked.print_sets)
    saved = build.model_dump_json() if build else ""
    rulings = tuple(sorted(context.rulings.items()))
    options = asked.options.model_dump_json()
    lost = write_losses(losses)
    return game.slug, names, options, asked.printer, caches.digest(saved), rulings, context.catalogue, link, lost


@caches.keep(MOST_KEPT, _key, lambda prepared: min(len(prepared.job.sheets), LARGE))
def _prepare_print(
    game: GameSystem, asked: PrintRequest, context: Context, build: Build | None, link: str, losses: Losses
) -> PreparedPrint:
    """Return the job; its sheets are made when they are shown, so that a long job is ready as soon as a short one."""
    tell = partial(tell_game, game)
    source = PrintSource(context, build, asked.options.unknown, asked.options.packing, losses, tell)
    carried = printed_build(game, build, context, link) if build else None
    parts_of = {print_set: print_set.make(source) for print_set in asked.print_sets}
    parts = [part for found in parts_of.values() for part in found]
    printout = Printout(game.print_title(source), parts, game.accent, game.credit.designer, carried)
    job = layout.print_job(printout, asked.options, asked.printer)
    job = replace(job, notes=(*print_request.note_missing_pieces(parts, asked.options.have), *job.notes))
    exported = (
        each.name
        for each, found in parts_of.items()
        if not each.extra and any(isinstance(part, Deck) for part in found)
    )
    saved = find_savings(job, parts)
    return PreparedPrint(
        job, preview.ink_used(job), printer_runs.runs(job), tuple(exported) if job.pieces else (), saved
    )


def _qr_link(game: GameSystem, asked: PrintRequest) -> str:
    """Return the address for a print's QR code: the view link to its build; empty where none is asked for or is there.

    Whoever opened the build by a link prints that link, and learns no other.
    """
    document = session.saved_build(game, asked.build) if asked.build and asked.options.qr else None
    if document is None or document.link == "edit":
        return ""
    reference = document.reference if document.link == "view" else access.link_reference(document, "view")
    return site_url.shown_url(url_for("builds.edit", slug=game.slug, document_id=reference)) if reference else ""


@bp.errorhandler(CannotPrint)
def _refuse(_error: Exception) -> WerkzeugResponse:
    """Answer with the page, which says what is wrong; also where that turns out only when a sheet is drawn."""
    page, _ = choose((request.view_args or {})["slug"])
    return current_app.make_response((page, 422))


def _form_values(fields: FormData, printer: Printer | None) -> dict[str, Any]:
    """Return what the page's form shows: what was typed, and what may be chosen."""
    typed = print_request.last_values(fields)
    rulings = print_request.query_rulings(fields)
    return {
        "form": OptionForm(
            PrintOptions,
            {name: text for name, text in typed.items() if (name, text) != ("backs", "yes")},
            otherwise=print_request.values_of_empty_fields(printer),
        ),
        "own_paper": typed.get("own_paper", ""),
        "printers": printers.browser_printers(),
        "machine": printers.machine_printers(),
        "query": fields,
        "key": typed.get("build", ""),
        "what": fields.getlist("what"),
        "another": print_request.for_another_set(fields),
        "chosen": {f"{print_request.RULING}{name}": option for name, option in rulings.items()},
    }


@bp.get("/<slug>/print")
def choose(slug: str) -> tuple[str, int]:
    """Show the options and every sheet, or as files: the options of an export and the cards."""
    game, fields = find_game(slug), query()
    if TO in fields:
        return exporting.export_page(game, fields)
    typed = print_request.last_values(fields)
    values: dict[str, Any] = {"prepared": None, "printer": None, "wrong": (), "rest": False, "build": None}
    status = 200
    try:
        build, context = print_request.saved_build(game, typed.get("build", ""), print_request.query_rulings(fields))
        values["build"] = build
        fields = FormData({"what": [game.usual_print_set(build).name], **fields})
        asked = print_request.read_print_request(game, fields, printers.all_printers())
        values["printer"] = asked.printer
        print_request.refuse_without_build(asked.print_sets, build)
        if asked.print_sets:
            losses = print_request.losses_on_table(game, asked.build)
            values["prepared"] = _prepare_print(game, asked, context, build, _qr_link(game, asked), losses)
    except InvalidInput as error:
        refused = refusals.label_errors(error, print_request.field_labels(typed))
        values["wrong"], status = tuple(map(str, refused.input_errors)), 422
    except CannotPrint as error:
        values |= {"wrong": error.sentences, "rest": bool(error.hint) and typed.get("skip_bad") != "yes"}
        status = 422
    values |= {"game": game, "said": printer_settings.describe, "most": SHOWN, "everything": EVERYTHING}
    return render_template("printing/print.html", **values, **_form_values(fields, values["printer"])), status


@bp.get("/<slug>/print/sheet-<int:number>.png")
def sheet(slug: str, number: int) -> WerkzeugResponse:
    """Show one sheet as a picture."""
    begin_file(is_print=False)
    job = _find_job(slug)
    if not 1 <= number <= len(job.sheets):
        abort(404)
    dpi = min(max(request.args.get("dpi", SHOWN_DPI, type=int), 30), 200)
    data = pdf.pdf_bytes(replace(job, sheets=(job.sheets[number - 1],)))
    return streams.private_picture(Response(preview.page_png(data, 1, dpi), mimetype="image/png"), 60)


@bp.get("/<slug>/print.pdf")
def download(slug: str) -> WerkzeugResponse:
    """Send the PDF; a long one is sent while it is drawn, so that progress can be shown and it can be cancelled.

    Where the paper goes through the printer more than once, `run` says for which time: 1 at first. A form that has
    changed may have fewer: the page then shows them.
    """
    begin_file()
    runs = _find_print(slug).runs
    number = request.args.get("run", 1, type=int)
    if number < 1:
        abort(404)
    if number > len(runs):
        fields: dict[str, Any] = {name: texts for name, texts in query().items() if name != "run"}
        return redirect(url_for("printing.choose", slug=slug, **fields, _anchor="sheets"), 303)
    run = runs[number - 1]
    return streams.pdf_file(run.job, _file_name(slug, "pdf", run.file))


@bp.get("/<slug>/print.txt")
def words(slug: str) -> WerkzeugResponse:
    """Send what to set in the printer's dialog, step by step, as a page of text."""
    ready = _find_print(slug)
    lines = (ready.job.title, "", *ready.dialog_steps)
    return streams.attachment("\r\n".join(lines) + "\r\n", _file_name(slug, "txt"), "text/plain")


@bp.get("/<slug>/print/cuts.<any(svg, dxf):kind>")
def cuts(slug: str, kind: str) -> WerkzeugResponse:
    """Send the outlines for a desktop cutter, in a zip where sheets differ."""
    begin_file()
    files = cutter.cut_files(_find_job(slug), "svg" if kind == "svg" else "dxf")
    if not files:
        abort(404)
    if len(files) == 1:
        plain = "image/svg+xml" if kind == "svg" else "image/vnd.dxf"
        return streams.attachment(files[0].text, _file_name(slug, kind), plain)
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.writestr(zipfile.ZipInfo(f"cuts-sheet-{file.sheets[0]}.{kind}"), file.text)
        read_me = "".join(f"cuts-sheet-{file.sheets[0]}.{kind}: {file.sentence}\r\n" for file in files)
        archive.writestr(zipfile.ZipInfo("READ-ME.txt"), read_me)
    return streams.attachment(target.getvalue(), _file_name(slug, "zip"), "application/zip")


def _file_name(slug: str, suffix: str, file: str = "") -> str:
    return f"{slug}-{'-'.join(request.args.getlist('what')) or 'print'}{'-' * bool(file)}{file}.{suffix}"


def _find_job(slug: str) -> layout.Job:
    """Return the job that the address asks for, as `_find_print` does."""
    return _find_print(slug).job


def _find_print(slug: str) -> PreparedPrint:
    """Return the job that the address asks for, and its runs; 404 where it names no print set or no such build.

    Where something in it cannot be read or printed, the request is answered by the page that says so.
    """
    game = find_game(slug)
    try:
        asked = print_request.read_print_request(game, query(), printers.all_printers())
        build, context = print_request.saved_build(game, asked.build, print_request.query_rulings(query()))
        if not asked.print_sets:
            abort(404)
        print_request.refuse_without_build(asked.print_sets, build)
        losses = print_request.losses_on_table(game, asked.build)
        return _prepare_print(game, asked, context, build, _qr_link(game, asked), losses)
    except OverBudget:
        raise
    except (InvalidInput, CannotPrint) as error:
        abort(_refuse(error))
