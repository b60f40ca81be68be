"""The report of a finished table as a page, text, JSON, PDF and picture; and a rematch at the same seats.

Everybody who may see the table may read the same report; it contains only what was public at the end.
"""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InvalidInput
from companion.base.json_types import JsonMapping, to_json
from companion.dice.resolver import Thrown
from companion.dice.throw import Die, FaceClass, Throw
from companion.limits.budget import begin_file
from companion.play.table import Table
from companion.printing.sheets import layout
from companion.printing.sheets.jobs import Printout
from companion.verbs import table_report, table_report_sheet
from companion.verbs.stored_tables import Tables
from companion.verbs.table_answers import TableReport
from companion.web.printing import print_request
from companion.web.shared import table_places
from companion.web.shared.downloads import text_file
from companion.web.shared.portraits import picture_response
from companion.web.shared.sharing import SharedFile
from companion.web.shared.table_places import TablePlace, find_place
from companion.web.shell import browser, session, site_url, streams
from companion.web.shell.security import limit_route
from companion.web.tables.opening import seat_computers, sit_all, sit_alone
from companion.web.tables.pictures import report_card, report_png
from companion.web.tables.shown import TablePage, shown_build

bp = Blueprint("table_report", __name__)
Answer = str | tuple[str, int] | Response | WerkzeugResponse
PAPER = ("paper", "ink")
"""The print options that the address of the PDF may have."""


@bp.get("/tables/<reference>/report")
def show(reference: str) -> Answer:
    """Show the report."""
    place, table = finished_place(reference)
    return _page(place, table)


@bp.get("/tables/<reference>/report.txt")
def text(reference: str) -> Answer:
    """Send the report as text."""
    place, table = finished_place(reference)
    return text_file(table_report.report_text(_answer(place, table)), f"{place.game.slug}-report.txt", "text/plain")


@bp.get("/tables/<reference>/report.json")
def data(reference: str) -> Answer:
    """Send the report as JSON."""
    place, table = finished_place(reference)
    return text_file(to_json(_answer(place, table)), f"{place.game.slug}-report.json", "application/json")


@bp.get("/tables/<reference>/report.pdf")
def sheet(reference: str) -> Answer:
    """Send the report as PDF; 422 if its address has an unknown paper."""
    begin_file()
    place, table = finished_place(reference)
    game = place.game
    try:
        options = print_request.print_options({name: request.args[name] for name in PAPER if name in request.args})
        pages = table_report_sheet.pages(game, _answer(place, table))
        job = layout.print_job(Printout(game.title, [pages], game.accent, game.credit.designer), options)
        return streams.pdf_file(job, f"{game.slug}-report.pdf")
    except InvalidInput as error:
        return _page(place, table, error)


@bp.get("/tables/<reference>/report.png")
def picture(reference: str) -> Answer:
    """Show the report as a picture for chats: who won and why, who sat there, what they fought with."""
    place, table = finished_place(reference)
    return picture_response(report_png(place.game, table, _answer(place, table)), "image/png")


@bp.post("/tables/<reference>/rematch")
@limit_route("12 per minute")
def rematch(reference: str) -> Answer:
    """Open a rematch, and go there; the other seats of this table find it on their page."""
    place, table = finished_place(reference)
    if not place.may_open_rematch(table):
        abort(404)
    try:
        opened = Tables(session.store()).open_rematch(place.stored.id)
    except InvalidInput as error:
        return _page(place, table, error)
    if not opened.newest:
        _sit_again(place, table, TablePlace(opened.id, opened, place.game, "host"))
    if place.role == "host" and not place.by_link and not opened.setup.one_phone:
        return redirect(url_for("tables.invite", reference=opened.id), 303)
    return redirect(table_places.rematch_path(place, table_places.load(place)), 303)


def _sit_again(place: TablePlace, table: Table, rematch: TablePlace) -> None:
    """Seat again whoever needs no phone: all sides on one phone, the computer, and a player with computers alone."""
    setup, own = rematch.stored.setup, place.own_seat
    strengths = {number: one.computer for number, one in enumerate(table.seats) if one.computer}
    if setup.one_phone:
        names = tuple(map(place.game.tracker_of(setup).side, range(setup.seats)))
        table_places.play(rematch, "", lambda anew, brought: sit_all(anew, brought, names))
    elif own is not None and len(strengths) == setup.seats - 1:
        name, owner = table.seats[own].name, session.known_owner() or ""
        seated = table_places.play(
            rematch, "", lambda anew, brought: sit_alone(anew, brought, name, strengths, own), owner
        )
        browser.remember_person(rematch.stored.id, seated.seats[own].person)
    elif strengths:
        table_places.play(rematch, "", lambda anew, brought: seat_computers(anew, brought, strengths))


def finished_place(reference: str) -> tuple[TablePlace, Table]:
    """Return a table that has ended; 404 for one that goes on, and for a visitor who may not see it."""
    place = find_place(reference)
    if not (place.may_read and place.stored.ended):
        abort(404)
    return place, table_places.load(place)


def _answer(place: TablePlace, table: Table) -> TableReport:
    return table_report.report_answer(place.game, table, table_places.hidden_names() is None)


def _page(place: TablePlace, table: Table, error: InvalidInput | None = None) -> tuple[str, int]:
    answer, page = _answer(place, table), TablePage(place.game, table, place.own_seat, place.is_host(table))
    watching = url_for("table_report.show", reference=table_places.link(place, "watch"))
    page_text = render_template(
        "tables/report.html",
        game=place.game,
        place=place,
        page=page,
        table_title=page.title,
        report=answer,
        names=[seat["name"] for seat in answer["seats"]],
        hidden=table_places.hidden_names(),
        builds=[(one, shown_build(place.game, table, one["document"])) for one in answer["builds"]],
        shared=site_url.shown_url(watching),
        card=report_card(place, answer),
        picture=_picture_file(place),
        rematch=table_places.rematch_path(place, table),
        may_open_rematch=place.may_open_rematch(table),
        thrown=_thrown,
        roll_title=table_report.roll_title,
        whose=table_report.whose,
        has_review=not table.is_lost and table.tracker.has_opponent,
        undone_words=table_report.undone_words,
        no_rolls=table_report.NO_ROLLS,
        input_errors=error.input_errors if error else (),
    )
    return page_text, 422 if error else 200


def _picture_file(place: TablePlace) -> SharedFile:
    address = url_for("table_report.picture", reference=place.reference, names=table_places.hidden_names())
    return SharedFile("png", "Picture", address, "image/png")


def _thrown(throw: JsonMapping) -> Thrown:
    """Return a throw of the report for drawing; its dice are marked if the report says which faces hit."""
    faces = frozenset(throw["die"])
    hits = frozenset(throw["hits_on"])
    classes = (FaceClass("hit", hits, "hit"), FaceClass("miss", faces - hits, "miss" if hits else ""))
    count, die = len(throw["faces"]), Die(f"d{len(faces)}", tuple(throw["die"]))
    return Thrown(Throw(throw["why"], count, die, classes), tuple(throw["faces"]))
