"""The pages of tables: to open, to join by link or code, to play, to watch, to download.

A table's address is its link: whoever has a seat's link plays that seat, on any phone. Nothing here reads what a seat
may not see: every page is made from the view of its seat.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject, to_json
from companion.data.cards import Catalogue
from companion.data.documents import Build, rename_inputs
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData, ResolverKind
from companion.play import acts as play
from companion.play.by_hand import HandTracker
from companion.play.new_events import Brought
from companion.play.records.tracker import RecordsTracker
from companion.play.table import Table
from companion.storage import table_links, tables
from companion.storage.document_links import split_reference
from companion.storage.store import Document
from companion.storage.table_links import KINDS, TableLink, seat_link
from companion.verbs.analyses import split_list_field
from companion.verbs.game_rolls import prepare
from companion.verbs.hints import Hint, find_hint
from companion.verbs.lessons import NotInLesson, answer_warned, carry_out, possible_moves
from companion.verbs.log_words import log_entries
from companion.verbs.rolls import find_exact_odds
from companion.verbs.stored_tables import Tables
from companion.verbs.tables import changeable_rulings, export
from companion.web.dice import charts
from companion.web.shared import aims, portraits, table_places
from companion.web.shared.downloads import text_file
from companion.web.shared.sharing import qr_picture
from companion.web.shared.table_places import LESSON, TablePlace, find_place, lesson_reference, rematch_path
from companion.web.shared.verdicts import contents
from companion.web.shell import browser, session, site_url
from companion.web.shell.faults import log_fault
from companion.web.shell.forms import ModelForm, model_form
from companion.web.shell.lookup import find_game, posted_form, query
from companion.web.shell.security import limit_route
from companion.web.tables import acts, addresses
from companion.web.tables.acts import NeedsConfirmation, StalePage
from companion.web.tables.attacks import FEW, Attacks, best_attacks, read_said
from companion.web.tables.board import Board
from companion.web.tables.opening import (
    NUMBER_BYTES,
    opening_page,
    read_opening,
    read_strength,
    refuse_computer,
    sit_all,
    sit_alone,
)
from companion.web.tables.parts import ANSWERED, render_part
from companion.web.tables.past import PastTable
from companion.web.tables.pictures import table_card, table_png
from companion.web.tables.shown import ShownSeat, TablePage, acting_seat, hides_something, shown_build
from companion.web.tables.streams import MEDIA_TYPE, WATCHED, Watched, say_number

bp = Blueprint("tables", __name__)
Answer = str | tuple[str, int] | Response | WerkzeugResponse
FRAGMENT = "X-Fragment"
"""The header of a script that asks for the table alone, without the page around it."""
MOVED_ON = "Somebody moved first, so your move was not made. This is the table now: choose again."
SENT_BEFORE = "This form was used before, and somebody else has the seat. Sit down at an empty seat."
NO_SUCH_CODE = (
    "No table has this code: a code has six letters and is valid for a quarter of an hour. Ask for a new one."
)
FREED = "The seat is free, and its old link no longer works. The next player sits down with the link to join."
SEATED = "The computer sits there. It plays as soon as a person sits at the table too."
MOST_LISTED = 50


# Opening a table, and finding one.


@bp.get("/tables")
def index() -> Answer:
    """Show the field for a code, this browser's tables, and the games that can be played."""
    return _index()


def _index(typed: str = "", problem: str = "") -> Answer:
    name = session.known_owner()
    own = session.store().list(name, kind=tables.KIND, most=MOST_LISTED) if name else ()
    page = render_template("tables/index.html", own=own, most=MOST_LISTED, typed=typed, wrong=problem)
    return page, 422 if problem else 200


@bp.post("/tables")
@limit_route("12 per minute")
def find_by_code() -> Answer:
    """Go to the table whose code was typed."""
    typed = acts.text(posted_form(), "code")
    table_id = table_links.find_code(session.store(), typed)
    if table_id is None:
        return _index(typed[:20], NO_SUCH_CODE)
    return redirect(url_for("tables.show", reference=table_places.reference(table_id, "join")), 303)


@bp.get("/<slug>/tables/new")
def new(slug: str) -> Answer:
    """Show the form that opens a table, perhaps for the build in its address."""
    game = find_game(slug)
    return render_template("tables/new.html", game=game, page=opening_page(game, query(), _asked_build(game)))


def _asked_build(game: GameSystem) -> Document | None:
    document = session.saved_build(game, request.args.get("build", ""))
    return document if document and not document.damage else None


@bp.post("/<slug>/tables/new")
def open_table(slug: str) -> Answer:
    """Open a table; its seed is drawn here, and only the hash of the seed is shown until the game ends."""
    game, typed, build = find_game(slug), posted_form(), None
    try:
        build, strength = _asked_build(game), read_strength(game, typed)
        fields = read_opening(game, typed, build)
        if strength:
            refuse_computer(game, fields)
        stored = Tables(session.store()).open(session.owner(), game, fields)
        if strength:
            return _open_alone(TablePlace(stored.id, stored, game, "host"), strength)
    except InvalidInput as error:
        return render_template("tables/new.html", game=game, page=opening_page(game, typed, build, error)), 422
    place = TablePlace(stored.id, stored, game, "host")
    if stored.setup.one_phone:
        kind = game.tracker_of(stored.setup)
        names = tuple(map(kind.side, range(stored.setup.seats)))
        table_places.play(place, "", lambda table, brought: sit_all(table, brought, names))
    return redirect(url_for("tables.invite", reference=stored.id) if not stored.setup.one_phone else place.path, 303)


def _open_alone(place: TablePlace, strength: str) -> Answer:
    """Sit down with the computer in the other seats, and go to one's own."""
    name, strengths = place.game.tracker.side(0), dict.fromkeys(range(1, place.stored.setup.seats), strength)
    table = table_places.play(
        place, "", lambda table, brought: sit_alone(table, brought, name, strengths), session.owner()
    )
    browser.remember_person(place.stored.id, table.seats[0].person)
    return redirect(url_for("tables.show", reference=table_places.link(place, seat_link(0))), 303)


@bp.post("/<slug>/teach/table")
def open_taught(slug: str) -> Answer:
    """Open the real table in which a lesson ends, with its examples, for one phone."""
    game = find_game(slug)
    lesson = game.lesson or abort(404)
    fields: JsonObject = {"one_phone": True, **lesson.table.model_dump(include={"seats", "options", "rulings"})}
    stored = Tables(session.store()).open(session.owner(), game, fields)
    place, kind = TablePlace(stored.id, stored, game, "host"), game.tracker_of(stored.setup)

    def begin(table: Table, brought: Brought) -> Table:
        table = sit_all(table, brought, tuple(map(kind.side, range(stored.setup.seats))))
        for scripted in lesson.table.before:
            table = carry_out(game, table, scripted, brought)
        return table

    table_places.play(place, "", begin)
    return redirect(place.path, 303)


# A table.


@bp.get("/tables/<reference>")
def show(reference: str) -> Answer:
    """Show a table to a seat or a spectator, or the form to sit down."""
    place = find_place(reference)
    table = table_places.load(place)
    if place.role == "join" or _is_free(place, table):
        return _join_page(place, table, name=request.args.get("name", "")[: acts.LONGEST_NAME])
    if place.role == "offer":
        return _offer_page(place, table)
    return _log_page(place, table) if table.is_lost else _table_page(place, table, typed=_scripted_seal(place))


def _scripted_seal(place: TablePlace) -> dict[str, str]:
    """Return what a step of a lesson seals, for the fields of its form."""
    step = place.lesson.step if place.lesson else None
    return {f"sealed_{name}": str(value) for name, value in ((step and step.seal) or {}).items()}


def _is_free(place: TablePlace, table: Table) -> bool:
    """Return whether this is the link of a seat where nobody sits: its visitor has to sit down before playing."""
    return place.own_seat is not None and not table.seats[place.own_seat].name and table.result is None


def _table_page(
    place: TablePlace,
    table: Table,
    problem: str = "",
    status: int = 200,
    typed: Mapping[str, str] = MappingProxyType({}),
    unconfirmed: NeedsConfirmation | None = None,
    hint: Hint | None = None,
) -> Answer:
    """Return the whole page, or the table alone for a script; `unconfirmed` is an act that it asks to confirm."""
    if table.is_lost and unconfirmed:
        return _log_page(place, table, unconfirmed)
    template = "fragment" if FRAGMENT in request.headers else "table"
    return _render_table(template, place, table, unconfirmed, problem=problem, typed_again=typed, hint=hint), status


def _render_table(
    template: str, place: TablePlace, table: Table, unconfirmed: NeedsConfirmation | None = None, **values: object
) -> str:
    seat, is_covered = _shown_seat(place, table)
    page = TablePage(place.game, table, seat, place.is_host(table))
    shown: JsonObject = dict(
        is_covered=is_covered,
        acting=_acting_seat(table),
        gives_up=unconfirmed is not None and unconfirmed.move is None,
        unconfirmed=page.show_move(unconfirmed.move) if unconfirmed and unconfirmed.move else None,
        rematch=rematch_path(place, table),
        may_open_rematch=place.may_open_rematch(table),
        possible_moves=tuple(possible_moves(place.game.lesson, table, seat))
        if page.is_in_play and seat is not None
        else (),
        table_links_page=url_for("tables.invite", reference=place.reference) if _own_kinds(place, table) else "",
        seat_path=table_places.path_to_own_seat(place, table, browser.person_at(place.stored.id)),
        **values,
    )
    try:
        return _render(template, place, page, **shown)
    except ANSWERED:
        raise
    except Exception:
        reference = log_fault("A table's page cannot be shown whole")
        return _render(template, place, page, **shown, fault_reference=reference)


def _render(template: str, place: TablePlace, page: TablePage, **values: object) -> str:
    """Return a page of a table, with a new key for the forms that are sent from it."""
    here = _shown_side(page)
    back = url_for("tables.show", reference=place.reference, **here)
    context = {"game": place.game, "place": place, "page": page, "table_title": page.title, "here": here, "back": back}
    context["find_own_builds"] = cache(partial(_own_builds, page))
    if template in ("join", "table") and not place.lesson:
        values["card"] = table_card(place, page)
    parts = {"key": secrets.token_urlsafe(12), "render_part": render_part, "lesson_reference": lesson_reference}
    return render_template(f"tables/{template}.html", **parts, **context, **values)


def _shown_side(page: TablePage) -> dict[str, Any]:
    """Return the seat that a phone for all seats shows, as query values, so that *Back* leads to it again."""
    seat = request.values.get("seat", "") if page.seat is None else str(page.seat)
    return {"seat": seat, "shown": str(page.number)} if page.is_one_phone and seat else {}


def _readable_place(reference: str) -> TablePlace:
    """Return the place of an address; answer 404 if it may not show the table."""
    place = find_place(reference)
    return place if place.may_read else abort(404)


def _playing_place(reference: str) -> TablePlace:
    """Return the place of an address; answer 404 if it cannot play: a newcomer's, for example."""
    place = find_place(reference)
    return place if place.may_play and _seat_here(place, table_places.load(place)) is not None else abort(404)


def _own_builds(page: TablePage) -> tuple[Document, ...]:
    """Return this browser's builds if a seat may bring one, or has to seal a choice, which may be a build.

    The first one is preselected: empty builds, and those that a seat has brought already, come last.
    """
    name = session.known_owner() if page.seal or page.may_bring else None
    if name is None:
        return ()
    listed = session.store().list(name, page.game.slug, most=MOST_LISTED)
    on_table = [_content(data) for data in page.view.get("builds", ()) if data]
    readable = [one for one in listed if contents(one) != "unreadable"]
    return tuple(sorted(readable, key=lambda one: contents(one) == "empty" or _content(one.data) in on_table))


def _content(data: JsonMapping) -> JsonObject:
    """Return the contents of a build: its non-empty fields, without those that builds of all games have."""
    return {key: value for key, value in data.items() if value and (key == "game" or key not in Build.model_fields)}


def _acting_seat(table: Table) -> int:
    return acting_seat(table, request.values.get("seat", ""))


def _seat_here(place: TablePlace, table: Table) -> int | None:
    """Return the seat for which this place acts: on one phone the seat that acts next."""
    return _acting_seat(table) if place.role == "host" and place.may_play else place.view_seat(table)


def _shown_seat(place: TablePlace, table: Table) -> tuple[int | None, bool]:
    """Return the seat whose side is shown, and whether the page covers it.

    On one phone that is the seat that acts next; if the game hides something, its side is covered until it is tapped.
    """
    if place.lesson:
        return place.lesson.seat, False
    if place.role == "seat":
        return None if _is_free(place, table) else place.view_seat(table), False
    if not place.may_play:
        return None, False
    asked_seat = request.values.get("seat", "")
    acting = _acting_seat(table)
    if not hides_something(table):
        return acting, False
    if asked_seat == str(acting) and request.values.get("shown", "") == str(len(table.events)):
        return acting, False
    return None, not table.result


@bp.get("/tables/<reference>/fragment")
def fragment(reference: str) -> Answer:
    """Return the table alone; an empty answer if the page that asks has the newest event."""
    place = _readable_place(reference)
    if request.args.get("after", type=int) == place.stored.newest:
        return Response(status=204)
    return _render_table("fragment", place, table_places.load(place), problem="", typed_again={})


@bp.get("/tables/<reference>/picture.png")
def picture(reference: str) -> Answer:
    """Show the picture that chats show of a link to join or to watch; 404 for every other link."""
    place = find_place(reference)
    if place.role not in ("join", "watch"):
        abort(404)
    return portraits.picture_response(table_png(place, table_places.load(place)), "image/png")


@bp.get("/tables/<reference>/events")
def events(reference: str) -> Answer:
    """Send the number of the newest event; a server with streams goes on to send each newer one."""
    table_id = split_reference(reference.replace("\0", "")).document_id
    if reference.startswith(LESSON):
        abort(404)
    # Read before the link is looked at, so that no replacement of the link after this is missed.
    news = tables.news_of(session.store(), [table_id]).get(table_id)
    place, bell = find_place(reference), table_places.bell()
    assert news
    render = _spectators_fragment(place) if place.role == "watch" else None
    request.environ[WATCHED] = Watched(
        table_id, news, lambda heard: bell.listen(table_id, heard), table_places.link_check(place), reference, render
    )
    return Response(iter((say_number(news.number),)), mimetype=MEDIA_TYPE, headers={"Cache-Control": "no-store"})


def _spectators_fragment(place: TablePlace) -> Callable[[], str]:
    """Return a function that renders the table for spectators; it works outside of any request."""
    path = request.environ["PATH_INFO"].removesuffix("/events")
    environ = {**request.environ, "PATH_INFO": f"{path}/fragment", "QUERY_STRING": ""}
    app = current_app._get_current_object()  # type: ignore[attr-defined]

    def render() -> str:
        with app.request_context(environ):
            return str(fragment(place.reference))

    return render


@bp.post("/tables/<reference>")
@limit_route("240 per minute")
def act(reference: str) -> Answer:
    """Perform an act of a seat or of the host."""
    place, form = find_place(reference), posted_form()
    if place.role == "join" or (place.role in ("host", "seat") and acts.text(form, "act") == "sit"):
        return _sit_down(place, form)
    if place.role == "offer":
        return _take_over(place, form)
    as_host = place.role in ("host", "seat") and acts.text(form, "act") in acts.HOST_ACTS
    if not (place.may_play or as_host):
        abort(404)
    try:
        table = table_places.play(
            place,
            acts.read_key(form),
            lambda table, brought: _perform(place, table, brought, form),
            computers_answer=FRAGMENT not in request.headers or acts.text(form, "act") == "go-on",
        )
    except NotInLesson as answer:
        return _table_page(place, table_places.load(place), str(answer), 422)
    except StalePage:
        return _table_page(place, table_places.load_anew(place), MOVED_ON, 409, _typed(form))
    except NeedsConfirmation as unconfirmed:
        if place.lesson and unconfirmed.move and not (place.lesson.step and place.lesson.step.relaxed):
            return _table_page(place, place.lesson.table, answer_warned(place.lesson, unconfirmed.move), 422)
        return _table_page(place, table_places.load_anew(place), unconfirmed=unconfirmed)
    except InvalidInput as error:
        return _table_page(place, table_places.load_anew(place), _sentence(error), 422, _typed(form))
    if acts.text(form, "act") == "leave" and place.own_seat is not None:
        return redirect(url_for("tables.show", reference=table_places.link(place, "watch")), 303)
    if acts.text(form, "act") in ("free", "computer"):
        session.say(FREED if acts.text(form, "act") == "free" else SEATED)
        return redirect(url_for("tables.invite", reference=place.reference), 303)
    if FRAGMENT in request.headers and not place.lesson:
        return _table_page(place, table)
    return _back_to(place)


def _back_to(place: TablePlace) -> Answer:
    """Redirect to the table, on one phone for the seat that has just acted; or to the next step of a lesson."""
    if place.lesson:
        return redirect(url_for("tables.show", reference=lesson_reference(place.game, place.lesson.number + 1)), 303)
    seat = acts.text(posted_form(), "seat") if place.role == "host" else ""
    return redirect(url_for("tables.show", reference=place.reference, seat=seat or None), 303)


def _perform(place: TablePlace, table: Table, brought: Brought, form: FormData) -> Table:
    if as_host := acts.HOST_ACTS.get(acts.text(form, "act")):
        return as_host(table, brought, place.host, form)
    if acts.text(form, "act") == "step":
        return _do_step(place, table)
    seat = place.own_seat if place.role == "seat" else acts.read_seat(table, acts.text(form, "seat"))
    assert seat is not None
    if _is_free(place, table):
        raise InvalidInput(InputError("seat", "nobody in it", "you to sit down first: open this seat’s link again"))
    return acts.perform(table, brought, seat, form)


def _do_step(place: TablePlace, table: Table) -> Table:
    """Return the table after the step of a lesson, for whoever does not find where to tap."""
    step = place.lesson.step if place.lesson else None
    if step is None:
        raise InvalidInput(InputError("act", "a step", "one of a lesson"))
    return carry_out(place.game, table, step)


def _typed(form: FormData) -> dict[str, str]:
    """Return the values that a player typed into a form, to show them again."""
    field = {"answer": "faces", "note": "text", "seal": "sealed"}.get(acts.text(form, "act"), "")
    if field == "sealed":
        return {name.replace(".", "_"): acts.text(form, name) for name in form if name.startswith(acts.SEALED)}
    return {field: " ".join(form.get(field) or ())} if field else {}


def _sentence(error: InvalidInput) -> str:
    return " ".join(str(one)[:1].upper() + str(one)[1:] for one in error.input_errors[:3])


# Sitting down, and the links.


def _join_page(place: TablePlace, table: Table, problem: str = "", status: int = 200, name: str = "") -> Answer:
    page = TablePage(place.game, table)
    person = browser.person_at(place.stored.id)
    mine = [one for one in page.seats if table.seats[one.number].is_new and table.seats[one.number].player == person]
    free = [one for one in (*page.empty_seats, *mine) if place.own_seat in (None, one.number)]
    watch = url_for("tables.show", reference=table_places.link(place, "watch"))
    chosen_seat = next((seat.number for seat in free if str(seat.number) == request.args.get("seat")), None)
    answer = _render("join", place, page, problem=problem, name=name, free=free, watch=watch, wanted=chosen_seat)
    return answer, status


def _sit_down(place: TablePlace, form: FormData) -> Answer:
    """Seat the visitor, and redirect to the link of the seat."""
    table, key = table_places.load(place), acts.read_key(form)
    try:
        seat = acts.read_seat(table, acts.text(form, "seat")) if place.own_seat is None else place.own_seat
        name = acts.read_name(form)
        number = acts.read_number(form)
        person = browser.person_at(place.stored.id)
        own, drawn = (number, "phone") if number else (secrets.token_hex(NUMBER_BYTES), "server")
        table = table_places.play(
            place,
            key,
            lambda table, brought: play.sit(table, brought, seat, name, own, drawn, person),  # type: ignore[arg-type]
            session.known_owner() or "",
        )
    except InvalidInput as error:
        return _join_page(place, table_places.load_anew(place), _sentence(error), 422, acts.text(form, "name")[:60])
    if key and not _is_seated_by(place, table, seat, key):
        return _join_page(place, table, SENT_BEFORE, 409, acts.text(form, "name")[:60])
    browser.remember_person(place.stored.id, table.seats[seat].person)
    return redirect(url_for("tables.show", reference=table_places.link(place, seat_link(seat))), 303)


def _is_seated_by(place: TablePlace, table: Table, seat: int, key: str) -> bool:
    """Return whether the act with this key seated the current player; otherwise the link is somebody else's."""
    changed = (one for one in reversed(table.events) if one.kind in ("sit", "leave") and one.seat == seat)
    newest = next(changed, None)
    return newest is not None and newest.number == tables.number_of_key(session.store(), place.stored.id, key)


def _offer_page(place: TablePlace, table: Table) -> Answer:
    """Show the page behind a host's offer: an explanation, and a button that accepts it."""
    return _render("offer", place, TablePage(place.game, table))


def _take_over(place: TablePlace, form: FormData) -> Answer:
    """Make the visitor with the offer's link the host; this ends that link and an earlier host's link."""
    try:
        table_places.play(place, acts.read_key(form), play.take_over)
    except InvalidInput:
        return _offer_page(place, table_places.load(place))
    return redirect(url_for("tables.invite", reference=table_places.link(place, "host")), 303)


@bp.get("/tables/<reference>/links")
def invite(reference: str) -> Answer:
    """Show links of a table with QR codes: to the host those for the others, to a seat its own one."""
    place = find_place(reference)
    table = table_places.load(place)
    if not _own_kinds(place, table):
        abort(404)
    return _invite_page(place, table)


def _invite_page(place: TablePlace, table: Table) -> Answer:
    page = TablePage(place.game, table, place.own_seat, place.is_host(table))
    paths = {
        kind: url_for("tables.show", reference=table_places.link(place, kind)) for kind in _own_kinds(place, table)
    }
    phones = {kind: addresses.phone_url(path) for kind, path in paths.items()}
    is_reached = all(phones.values())
    links = {
        kind: {"address": phones[kind] if is_reached else site_url.shown_url(path), "qr": qr_picture(phones[kind])}
        for kind, path in paths.items()
    }
    serving = "" if is_reached else addresses.serving_url()
    return _render(
        "links",
        place,
        page,
        links=links,
        code=_code(place) if page.is_host else None,
        reached=is_reached,
        serving=serving,
        serving_qr=qr_picture(serving),
        own_kind="host" if place.own_seat is None else seat_link(place.own_seat),
    )


def _own_kinds(place: TablePlace, table: Table) -> tuple[TableLink, ...]:
    """Return the kinds of links that a place shows: its own one, and for the host those for the others."""
    own: tuple[TableLink, ...] = () if place.own_seat is None else (seat_link(place.own_seat),)
    if not place.is_host(table):
        return own
    if place.stored.setup.one_phone:
        return ("watch",)
    return ("join", "watch", "offer", *own, *(("host",) if place.by_link else ()))


def _code(place: TablePlace) -> table_links.JoinCode | None:
    is_open = not place.stored.ended and not place.stored.setup.one_phone
    return table_links.hand_out_code(session.store(), place.stored.id) if is_open else None


@bp.post("/tables/<reference>/links")
@limit_route("60 per minute")
def change_links(reference: str) -> Answer:
    """Replace a link: the old one ends."""
    place, kind = find_place(reference), acts.text(posted_form(), "kind")
    if kind not in KINDS or kind not in _own_kinds(place, table_places.load(place)):
        abort(404)
    table_links.renew(session.store(), place.stored.id, kind)
    session.say("The link is new: whoever has the old one is out.")
    is_own = kind == "host" or place.own_seat is not None and kind == seat_link(place.own_seat)
    here = replace(place, reference=table_places.link(place, kind)) if is_own else place
    return redirect(url_for("tables.invite", reference=here.reference), 303)


# Record sheets: a unit's sheet and picture, and the attacks of one unit on another; a script takes a part of the page.


@bp.get("/tables/<reference>/units/<unit>")
def unit(reference: str, unit: str) -> Answer:
    """Show a unit's sheet; its own player sets its tracks, the others ask."""
    place = _readable_place(reference)
    table = table_places.load(place)
    page, board = _board_page(place, table)
    if unit not in board.state.units:
        abort(404)
    groups = board.groups(unit)
    tracks = {one.track.name: one for group in groups for one in group.tracks}
    return _render(_part("unit"), place, page, board=board, unit=board.unit(unit), groups=groups, tracks=tracks)


@bp.get("/tables/<reference>/figures/<int:seat>/<int:line>.svg")
@limit_route("6000 per minute")
def figure(reference: str, seat: int, line: int) -> Answer:
    """Show the picture of a line of a seat's build; 404 where there is none."""
    place = _readable_place(reference)
    table = table_places.load(place)
    builds = table.view(place.view_seat(table)).get("builds", ())
    shown = shown_build(place.game, table, builds[seat]) if seat < len(builds) else None
    figures = place.game.figures(shown.build, shown.context) if shown and place.game.draws_builds else ()
    if line >= len(figures):
        abort(404)
    return portraits.picture_response(portraits.figure_svg(place.game, figures[line]), "image/svg+xml")


@bp.get("/tables/<reference>/attacks")
@limit_route("240 per minute")
def attacks(reference: str) -> Answer:
    """Show the attacks of a unit on a target with their odds; the address may say what is said of the two.

    Without a target: the best attack on each.
    """
    place = _playing_place(reference)
    table = table_places.load(place)
    page, board = _board_page(place, table)
    fields, problem, asked = query(), "", None
    names = [name for name in (fields.last("unit"), fields.last("target")) if name]
    if not fields.last("unit") or not set(names) <= set(board.state.units):
        abort(404)
    if len(names) == 1:
        unit, context = board.unit(names[0]), place.game.context(table.rulings, _catalogue(place))
        best = best_attacks(place.game, board, unit, context)
        return _render(_part("targets"), place, page, board=board, unit=unit, best=best)
    try:
        said = read_said(board.tracker.rules.circumstances, fields)
        asked = _attacks(place, table, board, names, said)
        shown_attacks = asked.attacks
    except InvalidInput as error:
        problem, shown_attacks = _sentence(error), ()
    words = {"asked": asked, "attacks": shown_attacks, "few": FEW, "problem": problem}
    rows = {"unit": board.unit(names[0]), "target": board.unit(names[1])}
    return _render(_part("attacks"), place, page, board=board, **words, **rows), 422 if problem else 200


def _attacks(place: TablePlace, table: Table, board: Board, names: list[str], said: JsonObject | None) -> Attacks:
    unit, target = map(board.unit, names)
    if said is None:
        said = _scripted_said(place, names) or board.tracker.said_of(board.state, *names)
    context = place.game.context(table.rulings, _catalogue(place))
    return Attacks(place.game, board, unit, target, said, context)


def _scripted_said(place: TablePlace, names: list[str]) -> JsonObject | None:
    """Return what a step of a lesson says of two units: its models stand on no table, so nobody can measure."""
    values = place.lesson.step.values if place.lesson and place.lesson.step else {}
    return values.get("said") if [values.get("unit"), values.get("target")] == names else None


def _board_page(place: TablePlace, table: Table) -> tuple[TablePage, Board]:
    """Return the page and the board of a table with record sheets; 404 for every other table."""
    seat = place.view_seat(table) if not place.may_play else _seat_here(place, table)
    page = TablePage(place.game, table, seat, place.is_host(table))
    return page, page.board or abort(404)


def _part(name: str) -> str:
    """Return the template of a page, or of its part alone for a script."""
    return f"{name}_part" if FRAGMENT in request.headers else name


# A roll by a rule of the game, at a table that is kept by hand or has record sheets.

AIMS = {aims.ATTACKER: "attacker", aims.AIMED_AT: "aimed_at"}
"""Fields of the form for attacker and target in words, with their names in a move."""
CARRIED = ("csrf_token", "act", "key", "after", "seat", "shown", aims.TARGET, *AIMS)


@bp.get("/tables/<reference>/roll/<name>")
def roll(reference: str, name: str) -> Answer:
    """Show the form of a roll, with the inputs from a matchup; choices of players are left for the roll itself."""
    place, kind = _rolling(reference, name)
    own_dice, later = ({name: [value] for name, value in pairs} for pairs in (kind.own_dice, kind.at_table))
    fields = FormData({**own_dice, **rename_inputs(query(), kind.inputs), **later})
    return _roll_page(place, kind, model_form(kind.inputs, _catalogue(place), fields))


@bp.post("/tables/<reference>/roll/<name>")
@limit_route("240 per minute")
def start_roll(reference: str, name: str) -> Answer:
    """Roll from a seat; an input error is shown at its field."""
    place, kind = _rolling(reference, name)
    typed = FormData(rename_inputs(posted_form(), kind.inputs))
    form = model_form(kind.inputs, _catalogue(place), typed)
    inputs = form.values(typed, CARRIED)
    try:
        table_places.play(
            place, acts.read_key(typed), lambda table, brought: _start_roll(place, table, brought, kind, inputs, typed)
        )
    except NotInLesson as answer:
        return _table_page(place, table_places.load(place), str(answer), 422)
    except InvalidInput as error:
        form.complain(error)
        return _roll_page(place, kind, form, 422)
    return _back_to(place)


def _start_roll(
    place: TablePlace, table: Table, brought: Brought, kind: ResolverKind, inputs: JsonObject, typed: FormData
) -> Table:
    seat = _seat_here(place, table)
    assert seat is not None
    data = {key: split_list_field(kind.inputs, key, value) for key, value in inputs.items()}
    aim: JsonObject = {name: " ".join(acts.text(typed, field).split()) for field, name in AIMS.items()}
    if kind.second_side == "target" and (others := _possible_targets(table, seat)):
        aim["target"] = _read_target(table, others, acts.text(typed, aims.TARGET))
    filled_aim = {name: value for name, value in aim.items() if value != ""}
    return play.move(table, brought, seat, "roll", {"resolver": kind.name, "inputs": data, **filled_aim})


def _possible_targets(table: Table, seat: int) -> tuple[int, ...]:
    """Return the seats that a roll may be aimed at: the others with a player."""
    return tuple(number for number, other in enumerate(table.seats) if number != seat and other.name)


def _read_target(table: Table, others: tuple[int, ...], typed: str) -> int:
    """Return the seat that is attacked; of several, the form has to say which, or InvalidInput is raised."""
    if len(others) == 1:
        return others[0]
    target = acts.read_seat(table, typed) if typed else None
    if target not in others:
        raise InvalidInput(InputError("target seat", quote(typed), "one of the other players"))
    return target


def _rolling(reference: str, name: str) -> tuple[TablePlace, ResolverKind]:
    place = _playing_place(reference)
    kind = place.game.resolver(name)
    if kind is None or not isinstance(table_places.load(place).tracker, HandTracker | RecordsTracker):
        abort(404)
    return place, kind


def _catalogue(place: TablePlace) -> Catalogue:
    return place.game.catalogue_of({"pack": place.stored.setup.pack})


def _roll_page(place: TablePlace, kind: ResolverKind, form: ModelForm, status: int = 200) -> Answer:
    table = table_places.load(place)
    seat = _seat_here(place, table)
    page, typed = TablePage(place.game, table, seat), FormData({**query(), **posted_form()})
    targets = [page.seats[number] for number in _possible_targets(table, seat or 0)]
    words = {"aims": aims, "typed": typed, "targets": targets if kind.second_side == "target" else []}
    return _render("roll", place, page, kind=kind, form=form, **words), status


# What else is read.


@bp.get("/tables/<reference>/hint")
@limit_route("30 per minute")
def hint(reference: str) -> Answer:
    """Show the table with what the computer would do in the seat's place."""
    place = _playing_place(reference)
    table = table_places.load(place)
    seat, is_covered = _shown_seat(place, table)
    if place.lesson or seat is None or is_covered:
        abort(404)
    try:
        return _table_page(place, table, hint=find_hint(table, seat))
    except InvalidInput as error:
        return _table_page(place, table, _sentence(error), 422)


@bp.get("/tables/<reference>/odds")
@limit_route("120 per minute")
def odds(reference: str) -> Answer:
    """Show the odds of a move of a seat, worked out from its view."""
    place = _playing_place(reference)
    table = table_places.load(place)
    seat = _seat_here(place, table)
    assert seat is not None
    view, problem = None, ""
    try:
        view = _odds(place, table, seat, request.args.get("move", ""))
    except InvalidInput as error:
        problem = _sentence(error)
    return render_template("tables/odds.html", odds=view, wrong=problem), 422 if problem else 200


def _odds(place: TablePlace, table: Table, seat: int, move: str) -> charts.OddsView | None:
    name, values = acts.read_move_data(move)
    ask, view = place.game.tracker_of(table.setup).odds, table.view(seat)
    roll = ask(view, seat, table.tracker.read_move(view, seat, name, values)) if ask else None
    if roll is None:
        return None
    kind = place.game.resolver(roll[0]) or abort(404)
    context = place.game.context(table.rulings, _catalogue(place))
    prepared = prepare(place.game, roll[0], roll[1], context)
    return charts.show(find_exact_odds(prepared), prepared.measures, kind.headline)


@bp.get("/tables/<reference>/log")
def log(reference: str) -> Answer:
    """Show the whole log."""
    place = _readable_place(reference)
    return _log_page(place, table_places.load(place))


def _log_page(place: TablePlace, table: Table, unconfirmed: NeedsConfirmation | None = None) -> str:
    seat = place.view_seat(table)
    page = TablePage(place.game, table, seat)
    gives_up = _seats_to_give_up(place, page) if table.is_lost and not table.result else ()
    entries = log_entries(table, seat, 0)
    return _render("log", place, page, entries=entries, gives_up=gives_up, is_sure=unconfirmed is not None)


def _seats_to_give_up(place: TablePlace, page: TablePage) -> tuple[ShownSeat, ...]:
    """Return the seats that can give up from here: the visitor's own, or on one phone any with a player."""
    return tuple(one for one in page.seats if place.may_play and (page.is_one_phone or one.is_mine) and one.player)


@bp.get("/tables/<reference>/at/<int:number>")
def at(reference: str, number: int) -> Answer:
    """Show the state of the table after an event; at a table of one phone as a spectator sees it."""
    place = _readable_place(reference)
    table = table_places.hide_names(place, table_places.load(place))
    if number > len(table.events):
        abort(404)
    past = PastTable(TablePage(place.game, table, place.view_seat(table)), number, _seat_here(place, table))
    return _render("at", place, past.page, past=past, hidden=table_places.hidden_names())


@bp.get("/tables/<reference>/rulings")
def rulings(reference: str) -> Answer:
    """Show the rulings in force; a seat may propose other options."""
    place = _readable_place(reference)
    table = table_places.load(place)
    page = TablePage(place.game, table, _seat_here(place, table))
    return _render("rulings", place, page, rulings=changeable_rulings(place.game, place.stored.setup))


@bp.get("/tables/<reference>/table.json")
def download(reference: str) -> Answer:
    """Send the table as a file, with the parts of its log that this address may see."""
    place = _readable_place(reference)
    table = table_places.load(place)
    data = to_json(export(table, place.view_seat(table)))
    return text_file(data, f"{place.game.slug}-table.json", "application/json")
