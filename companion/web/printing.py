"""The print page: choose kits and paper, see every sheet, take the PDF."""

import json
from functools import lru_cache
from typing import Any, get_args

from flask import Blueprint, Response, abort, render_template, request, url_for
from pydantic import Field, field_validator
from werkzeug.wrappers import Response as WerkzeugResponse

from companion import packs
from companion.documents import Build, Record, read_as
from companion.findings import Misreading, Unreadable
from companion.printing import layout, papers, pdf, preview
from companion.printing.fitting import DoesNotFit
from companion.printing.fonts import Unprintable
from companion.system import GameSystem, Kit, Order
from companion.web import session
from companion.web.pages import find_game

bp = Blueprint("printing", __name__)
SHOWN_DPI = 60


class Choice(Record):
    """What somebody chose to print."""

    what: tuple[str, ...] = ()
    paper: str = "a4"
    unknown: str = Field("house", pattern="^(house|blank)$")
    ink: layout.Ink = "full"
    backs: str = Field("yes", pattern="^(yes|no)$")
    build: str = Field("", max_length=43)

    @field_validator("paper")
    @classmethod
    def _known_paper(cls, name: str) -> str:
        if name not in {paper.name for paper in papers.PAPERS}:
            raise ValueError(f"one of {', '.join(paper.name for paper in papers.PAPERS)}")
        return name


def _choice(game: GameSystem) -> Choice:
    fields: dict[str, Any] = {k: v[-1] for k, v in request.args.to_dict(flat=False).items()}
    fields["what"] = request.args.getlist("what")
    fields.pop("dpi", None)
    choice = read_as(Choice, fields)
    wrong = [name for name in choice.what if game.kit(name) is None]
    if wrong:
        raise Unreadable(Misreading("what", repr(wrong[0][:40]), f"one of {', '.join(k.name for k in game.kits)}"))
    return choice


def _kits(game: GameSystem, choice: Choice) -> tuple[Kit, ...]:
    return tuple(kit for name in dict.fromkeys(choice.what) if (kit := game.kit(name)))


def _build(game: GameSystem, choice: Choice) -> Build | None:
    if not choice.build:
        return None
    document = session.saved_build(game, choice.build) or abort(404)
    return game.read(document.data)


def _made(game: GameSystem, choice: Choice) -> tuple[layout.Job, bytes]:
    build = _build(game, choice)
    rulings = build.rulings if build else session.rulings(game)
    data = build.model_dump_json() if build else ""
    used = [] if build else [packs.carried(document.data) for document in session.packs(game)]
    return _drawn(game.slug, choice, data, json.dumps(rulings, sort_keys=True), json.dumps(used, sort_keys=True))


@lru_cache(maxsize=24)
def _drawn(slug: str, choice: Choice, build: str, rulings: str, used: str) -> tuple[layout.Job, bytes]:
    game = find_game(slug)
    read = game.read(json.loads(build)) if build else None
    catalogue = game.catalogue_of(read or {"pack": json.loads(used)})
    setting = game.setting(json.loads(rulings), catalogue)
    order = Order(setting, read, "blank" if choice.unknown == "blank" else "house")
    parts = [part for kit in _kits(game, choice) for part in kit.make(order)]
    paper = papers.paper(choice.paper)
    title = f"{game.title}: {read.title}" if read and read.title else game.title
    job = layout.lay_out(title, parts, paper, game.accent, choice.ink, choice.backs == "yes")
    return job, pdf.drawn(job)


@bp.get("/<slug>/print")
def choose(slug: str) -> tuple[str, int]:
    """Show the choices and every sheet they make."""
    game = find_game(slug)
    given: dict[str, Any] = {"choice": Choice(), "job": None, "wrong": (), "build": None}
    status = 200
    try:
        given["choice"] = choice = _choice(game)
        given["build"] = _build(game, choice)
        missing = [kit.title for kit in _kits(game, choice) if kit.needs_build and not choice.build]
        if missing:
            raise Unreadable(Misreading(missing[0], "no build", "a saved one: open it and choose Print there"))
        if choice.what:
            given["job"] = _made(game, choice)[0]
    except Unreadable as error:
        given["wrong"], status = tuple(map(str, error.misreadings)), 422
    except (DoesNotFit, Unprintable) as error:
        given["wrong"], status = (str(error),), 422
    inks = get_args(layout.Ink)
    return render_template("print.html", game=game, papers=papers.PAPERS, inks=inks, query=_query(), **given), status


def _query() -> dict[str, Any]:
    return request.args.to_dict(flat=False)


@bp.get("/<slug>/print/sheet-<int:number>.png")
def sheet(slug: str, number: int) -> WerkzeugResponse:
    """Show one sheet as a picture."""
    job, data = _asked(slug)
    if not 1 <= number <= len(job.sheets):
        abort(404)
    dpi = min(max(request.args.get("dpi", SHOWN_DPI, type=int), 30), 200)
    return _cached(Response(preview.page_png(data, number, dpi), mimetype="image/png"))


@bp.get("/<slug>/print.pdf")
def download(slug: str) -> WerkzeugResponse:
    """Give the PDF."""
    game = find_game(slug)
    job, data = _asked(slug)
    answer = Response(data, mimetype="application/pdf")
    name = "-".join(request.args.getlist("what")) or "print"
    answer.headers["Content-Disposition"] = f'attachment; filename="{game.slug}-{name}.pdf"'
    return _cached(answer)


def _asked(slug: str) -> tuple[layout.Job, bytes]:
    game = find_game(slug)
    try:
        choice = _choice(game)
        kits = _kits(game, choice)
        if not kits or any(kit.needs_build and not choice.build for kit in kits):
            abort(404)
        return _made(game, choice)
    except (Unreadable, DoesNotFit, Unprintable):
        abort(404)


def _cached(answer: Response) -> WerkzeugResponse:
    answer.add_etag()
    answer.cache_control.private = True
    answer.cache_control.max_age = 60
    return answer.make_conditional(request)


def print_url(game: GameSystem, **query: Any) -> str:
    """Return the print page's address for a choice."""
    return url_for("printing.choose", slug=game.slug, **query)
