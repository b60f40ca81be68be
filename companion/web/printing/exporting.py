"""The part *As files* of the print page: a game's or a build's cards as pictures, deck sheets or a print shop's pages.

A virtual table fetches a build's deck sheets by a public name, never by the build's own address.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context, FormData, PrintSet, PrintSource, refuse_paper_only
from companion.limits.budget import OverBudget, begin_file
from companion.printing.export import formats, picture_files, shop_order, tabletop_simulator
from companion.printing.export.archive import ExportFile, zip_stream
from companion.printing.export.options import ExportJob, ExportOptions, To
from companion.printing.faces.boxes import Deck, Part, Piece
from companion.printing.pdf import preview
from companion.printing.sheets import option_fields, selection
from companion.printing.text.fonts import CannotPrint
from companion.storage import public_pictures
from companion.storage.store import Document, DocumentNotFound
from companion.web.builds.routes import BUILD
from companion.web.printing import print_request, refusals
from companion.web.printing.option_form import OptionForm
from companion.web.printing.print_request import RULING
from companion.web.printing.size_limits import refuse_large
from companion.web.shell import session, streams
from companion.web.shell.lookup import find_game, query
from companion.web.shell.security import limit_route
from companion.web.shell.site_url import absolute_url

bp = Blueprint("export", __name__)
SHOWN_DPI = 144
LABELS = refusals.labels(ExportOptions, what="Print sets") | {"": "Print sets"}
"""What the page calls each field; what no field is named for is wrong with the chosen print sets."""
FEW = 12
"""The most files that are made without a progress bar."""
SHOWN = 12
"""How many faces the page shows before the download."""


@dataclass(frozen=True)
class ExportRequest:
    """What an address asks to export: print sets, the id of a saved build or nothing, options, rulings."""

    print_sets: tuple[PrintSet, ...] = ()
    build: str = ""
    options: ExportOptions = ExportOptions()
    rulings: Mapping[str, str] = field(default_factory=dict)
    """The rulings chosen for this export alone."""


@dataclass(frozen=True)
class PreparedExport:
    """The contents of an export: decks, those of them that the file holds, what is left out, notes."""

    title: str
    decks: tuple[Deck, ...]
    exported_decks: tuple[Deck, ...]
    left_out: tuple[str, ...]
    notes: tuple[str, ...] = ()
    order_steps: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What to type in a print shop's form, under each deck's title."""

    @property
    def faces(self) -> tuple[tuple[Deck, Piece], ...]:
        """The different cards, each with its deck."""
        return tuple((deck, piece) for deck in self.exported_decks for piece in deck.pieces if piece.copies > 0)

    @property
    def cards(self) -> int:
        """How many cards there are, copies and all."""
        return sum(piece.copies for deck in self.exported_decks for piece in deck.pieces)


def _read_request(game: GameSystem, fields: FormData) -> ExportRequest:
    """Return what the address asks for; InvalidInput where something in it cannot be read."""
    rulings = print_request.query_rulings(fields)
    given = {name: text for name, text in print_request.last_values(fields).items() if not name.startswith(RULING)}
    build = given.pop("build", "")
    options = option_fields.read_options(ExportOptions, given)
    print_sets = print_request.find_print_sets(game, fields.getlist("what"))
    refuse_paper_only(print_sets, "what")
    return ExportRequest(print_sets, build, options, rulings)


def _card_print_sets(game: GameSystem, build: Build | None, context: Context) -> tuple[PrintSet, ...]:
    """Return the print sets that hold cards; those that need a build only with one."""
    source = PrintSource(context, build)
    own = (print_set for print_set in game.print_sets if not print_set.extra)
    ready = (print_set for print_set in own if build or not print_set.needs_build)
    return tuple(print_set for print_set in ready if any(isinstance(part, Deck) for part in print_set.make(source)))


def _prepare_export(game: GameSystem, asked: ExportRequest, build: Build | None, context: Context) -> PreparedExport:
    print_request.refuse_without_build(asked.print_sets, build)
    source = PrintSource(context, build, asked.options.unknown)
    parts: tuple[Part, ...] = tuple(part for print_set in asked.print_sets for part in print_set.make(source))
    if asked.options.only:
        parts = selection.select(parts, asked.options.only)
    decks, left_out = picture_files.decks(parts)
    decks, notes = picture_files.check_decks(decks, asked.options.skip_bad)
    notes = (*notes, *shop_order.notes(decks, asked.options))
    held = shop_order.decks_in_export(decks, asked.options)
    steps = shop_order.order_steps(held, asked.options)
    return PreparedExport(game.title_of(build), decks, held, left_out, notes, steps)


def _is_same_everywhere(game: GameSystem, asked: ExportRequest) -> bool:
    """Return whether another program can fetch the same sheet: nothing in it depends on this browser."""
    return bool(asked.build) or not (session.packs(game) or session.rulings(game))


def _job(game: GameSystem, asked: ExportRequest, ready: PreparedExport) -> ExportJob:
    """Return the job, without the address of its sheets; InvalidInput where that is needed and cannot be known."""
    refuse_large(ready.decks, asked.options)
    job = ExportJob(ready.title, game.accent, asked.options, asked.options.address)
    if not _is_served_here(asked):
        return job
    if not _is_same_everywhere(game, asked):
        found = "no place, and only this browser has your packs and rulings"
        raise InvalidInput(InputError("at", found, "the folder or address of the sheets"))
    absolute_url("/")
    return job


def _is_served_here(asked: ExportRequest) -> bool:
    """Return whether a virtual table loads the sheets from this app: it does unless another place is named."""
    return asked.options.to == "tts" and not asked.options.address


def _set_sheet_address(game: GameSystem, asked: ExportRequest, job: ExportJob) -> ExportJob:
    """Return the job with the address of its sheets; a build's own address, from which it could be read, is not in it.

    A build's sheets get a public name, which stands for the version that is exported now.
    """
    build = session.find_asked_build(game, asked.build)
    if build is None:
        path = url_for("export.sheet", slug=game.slug, name="NAME", **_sheet_query(asked))
    else:
        name = public_pictures.make(session.store(), build, _sheet_query(asked))
        path = url_for("export.public_sheet", slug=game.slug, pictures=name, name="NAME")
    place, mark, query = absolute_url(path).partition("?")
    return replace(job, at=place.removesuffix("/NAME.png"), after=mark + query)


def _sheet_query(asked: ExportRequest) -> dict[str, Any]:
    """Return the query of a deck sheet: everything but the build that its cards and their look depend on."""
    named = asked.options.model_dump(exclude_defaults=True, exclude={"to", "at", "bleed", "only", "service"})
    more = {"what": [print_set.name for print_set in asked.print_sets], **named, **_ruling_query(asked.rulings)}
    if asked.options.only:
        more["only"] = "\n".join(asked.options.only)
    return {name: value if isinstance(value, list) else str(value) for name, value in more.items()}


def _ruling_query(rulings: Mapping[str, str]) -> dict[str, str]:
    return {f"{RULING}{name}": option for name, option in rulings.items()}


@bp.get("/<slug>/export")
def choose(slug: str) -> WerkzeugResponse:
    """Redirect to the print page, whose part *As files* this page was before 0.19."""
    find_game(slug)
    fields: dict[str, Any] = {"to": "png", **query()}
    return redirect(url_for("printing.choose", slug=slug, **fields), 301)


def export_page(game: GameSystem, fields: FormData, refused: InvalidInput | None = None) -> tuple[str, int]:
    """Return the print page's part *As files*: the options and a preview of the cards."""
    typed = print_request.last_values(fields)
    given: dict[str, Any] = {"ready": None, "wrong": (), "rest": False, "build": None, "files": 0}
    given["what"] = fields.getlist("what")
    rulings = print_request.query_rulings(fields)
    given["chosen"] = _ruling_query(rulings)
    status = 200
    build: Build | None = None
    context: Context | None = None
    try:
        build, context = print_request.saved_build(game, typed.get("build", ""), rulings)
        given["build"] = build
        asked = _read_request(game, fields)
        if asked.print_sets:
            ready = _prepare_export(game, asked, build, context)
            _job(game, asked, ready)
            given |= {"ready": ready, "files": _count_files_if_long(ready, asked.options)}
    except InvalidInput as error:
        given["wrong"], status = _sentences(error), 422
    except CannotPrint as error:
        given |= {"wrong": error.sentences, "rest": typed.get("skip_bad") != "yes"}
        status = 422
    given |= {"form": OptionForm(ExportOptions, typed), "key": typed.get("build", "")}
    given["public"] = _count_public_names(game, given["key"])
    try:
        given["print_sets"] = _card_print_sets(game, build, context or session.context(game))
    except CannotPrint as error:
        given["wrong"], status = tuple(dict.fromkeys((*given["wrong"], str(error)))), 422
        given["print_sets"] = _card_print_sets(game, None, game.context())
    given["kinds"] = formats.KINDS
    if refused:
        given["wrong"], status = _sentences(refused), 422
    return render_template("printing/export.html", game=game, query=fields, shown=SHOWN, **given), status


def _sentences(error: InvalidInput) -> tuple[str, ...]:
    return tuple(map(str, refusals.label_errors(error, LABELS).input_errors))


def _count_public_names(game: GameSystem, key: str) -> int:
    """Return how many public names the pictures of a build of this browser have."""
    document = session.saved_build(game, key) if key else None
    return public_pictures.count(session.store(), document.id) if document and session.is_mine(document) else 0


def _count_files_if_long(ready: PreparedExport, options: ExportOptions) -> int:
    """Return how many files a zip of pictures will hold where that takes a while, else 0."""
    if options.to not in ("png", "svg"):
        return 0
    count = len(picture_files.name_files(ready.decks)[1]) + 1
    return count if count > FEW else 0


def _find_export(slug: str) -> tuple[GameSystem, ExportRequest, PreparedExport, ExportJob]:
    """Return what the address asks for; 404 where it names no such build.

    Where something in it cannot be read or exported, the request is answered by the page that says so.
    """
    game = find_game(slug)
    try:
        asked = _read_request(game, query())
        if not asked.print_sets:
            nothing = InvalidInput(InputError("", "none", "at least one of those with cards"))
            abort(current_app.make_response(export_page(game, query(), nothing)))
        ready = _prepare_export(game, asked, *print_request.saved_build(game, asked.build, asked.rulings))
        return game, asked, ready, _job(game, asked, ready)
    except OverBudget:
        raise
    except (InvalidInput, CannotPrint):
        abort(current_app.make_response(export_page(game, query())))


@bp.get("/<slug>/export/cards")
@limit_route("30 per minute")
def download(slug: str) -> WerkzeugResponse | tuple[str, int]:
    """Send the files: a single PDF as it is, otherwise a zip that is sent while it is made."""
    begin_file()
    game, asked, ready, job = _find_export(slug)
    names = "-".join(print_set.name for print_set in asked.print_sets)
    try:
        job = _set_sheet_address(game, asked, job) if _is_served_here(asked) else job
    except InvalidInput as error:
        return export_page(game, query(), error)
    try:
        files = formats.files(ready.decks, job)
    except InvalidInput as error:
        return export_page(game, query(), error)
    return send_files(files, asked.options.to, f"{game.slug}-{names}-{asked.options.to}"[:120])


def send_files(files: Iterator[ExportFile], to: To, name: str) -> Response:
    """Return files as a download: a print shop's only PDF as it is, everything else in a zip, sent as it is made."""
    if to == "shop":
        made = list(islice(files, 2))
        if len(made) == 1:
            return streams.attachment(made[0].data, f"{name}.pdf", "application/pdf")
        files = chain(made, files)
    return streams.attachment(zip_stream(files), f"{name}.zip", "application/zip")


@bp.get("/<slug>/export/face-<int:number>.png")
def face(slug: str, number: int) -> WerkzeugResponse:
    """Show one card as it is exported, with its bleed."""
    begin_file(is_print=False)
    _, _, ready, job = _find_export(slug)
    if not 1 <= number <= min(len(ready.faces), SHOWN):
        abort(404)
    return streams.private_picture(Response(shown_face(*ready.faces[number - 1], job), mimetype="image/png"), 300)


def shown_face(deck: Deck, piece: Piece, job: ExportJob) -> bytes:
    """Return a card's front as a small PNG."""
    single = Deck(deck.title, deck.format, (replace(piece, back=None, copies=1),))
    options = job.options.model_copy(update={"to": "png", "dpi": SHOWN_DPI})
    outs = picture_files.pictures([single], replace(job, options=options))
    return next(out.data for out in outs if out.name.endswith(".png"))


@bp.get("/<slug>/export/sheets/<name>.png")
@limit_route("120 per minute")
def sheet(slug: str, name: str) -> WerkzeugResponse:
    """Send a deck sheet of what the address names to a virtual table."""
    begin_file(is_print=False)
    game, _, ready, job = _find_export(slug)
    return _sheet(game, ready, job, name)


@bp.get("/<slug>/export/pictures/<pictures>/<name>.png")
@limit_route("120 per minute")
def public_sheet(slug: str, pictures: str, name: str) -> WerkzeugResponse:
    """Send a deck sheet of a build to a virtual table, by a public name: of the version that was exported."""
    begin_file(is_print=False)
    game = find_game(slug)
    try:
        public = public_pictures.find(session.store(), pictures)
    except DocumentNotFound:
        abort(404)
    document = _find_public_build(game, public)
    if document is None or document.damage:
        abort(404)
    fields = {key: [value] if isinstance(value, str) else value for key, value in public.request.items()}
    try:
        asked = _read_request(game, FormData(fields))
        ready = _prepare_export(game, asked, *game.read_in_context(document.data, asked.rulings))
        return _sheet(game, ready, _job(game, asked, ready), name)
    except OverBudget:
        raise
    except (InvalidInput, CannotPrint):
        abort(404)


def _find_public_build(game: GameSystem, public: public_pictures.PublicPictures) -> Document | None:
    """Return the version of a build whose pictures have a public name: the name alone shows them."""
    try:
        document = session.store().get(public.document_id, public.version)
    except DocumentNotFound:
        return None
    return document if document.game == game.slug and document.kind == "build" else None


@bp.post("/<slug>/export/withdraw")
def withdraw(slug: str) -> WerkzeugResponse:
    """Withdraw the public names of a build's pictures: saved objects that name them show no pictures any more."""
    game = find_game(slug)
    build = BUILD.find_own(game, request.form.get("build", ""))
    public_pictures.withdraw(session.store(), build.id)
    session.say("Withdrawn: no saved object of this build shows its pictures any more. Export it again for new ones.")
    return redirect(url_for("printing.choose", slug=slug, to="tts", build=build.reference), 303)


def _sheet(game: GameSystem, ready: PreparedExport, job: ExportJob, name: str) -> WerkzeugResponse:
    made = tabletop_simulator.picture(ready.decks, name, replace(job, title=game.title, at="", after=""))
    if made is None:
        abort(404)
    return streams.private_picture(Response(preview.png(made, job.dpi), mimetype="image/png"), 300)
