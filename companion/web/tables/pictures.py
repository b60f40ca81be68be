"""What a chat shows of a table's links: a card and a picture of who sits there and how the game stands or ended.

Only the links to join and to watch, and the report at the latter, have a card; it says what a spectator sees.
"""

from collections.abc import Iterable, Iterator

from flask import url_for

from companion.base.json_types import JsonObject
from companion.base.wording import join_words, plural
from companion.game_system.system import GameSystem
from companion.play.table import Table
from companion.printing.faces.link_pictures import LinkPicture, PictureSide
from companion.printing.text import fonts
from companion.verbs.table_answers import TableReport
from companion.verbs.table_report import report_answer, without_names
from companion.web.shared import table_places
from companion.web.shared.link_cards import LinkCard, game_side, link_card, link_png, side_figures
from companion.web.shared.table_places import TablePlace
from companion.web.tables.shown import TablePage, shown_build


def table_card(place: TablePlace, page: TablePage) -> LinkCard | None:
    """Return the card of a table at its link to join or to watch; None at every other address."""
    if place.role not in ("join", "watch"):
        return None
    title = f"Join {page.title}" if place.role == "join" and not page.result else page.title
    picture = url_for("tables.picture", reference=place.reference, at=page.number)
    standing = _standing(page)
    words = [f"{place.game.title}.", _seats_in_words(page), f"{standing}." if standing else ""]
    return link_card(title, " ".join(filter(None, words)), place.path, picture)


def report_card(place: TablePlace, report: TableReport) -> LinkCard | None:
    """Return the card of a report at the spectators' link; None at every other address."""
    if place.role != "watch":
        return None
    names = table_places.hidden_names()
    path = url_for("table_report.show", reference=place.reference, names=names)
    picture = url_for("table_report.picture", reference=place.reference, names=names)
    return link_card(
        f"{report['result']['words']} – {report['title']}", _report_words(place.game, report), path, picture
    )


def table_png(place: TablePlace, table: Table) -> bytes:
    """Return the picture of a table as a spectator sees it."""
    if not _are_printable(seat.name for seat in table.seats):
        table = without_names(place.game, table)
    page = TablePage(place.game, table)
    is_invitation = place.role == "join" and not page.result
    lines = (_line(seat.side, seat.player or "free") for seat in page.seats)
    return link_png(
        place.game,
        LinkPicture(
            page.title,
            f"{place.game.title} · {'Invitation' if is_invitation else 'Table'}",
            tuple(lines),
            below=_standing(page) or _free_seats(page),
            sides=_sides(place.game, table, dict(enumerate(_open_builds(page)))),
        ),
    )


def report_png(game: GameSystem, table: Table, report: TableReport) -> bytes:
    """Return the picture of a finished table: who won and why, who sat there, what they fought with."""
    if not _are_printable(seat["name"] for seat in report["seats"]):
        report = report_answer(game, table, names=False)
    return link_png(
        game,
        LinkPicture(
            report["result"]["words"],
            f"{game.title} · Report",
            tuple(_line(seat["side"], seat["name"]) for seat in report["seats"]),
            below=report["result"]["why"],
            sides=_sides(game, table, {build["seat"]: build["document"] for build in report["builds"]}),
        ),
    )


def _are_printable(names: Iterable[str]) -> bool:
    """Return whether our typefaces have letters of each name; otherwise the picture shows sides in their place."""
    return all(map(fonts.has_letters_of, names))


def _line(side: str, name: str) -> str:
    return side if name == side else f"{side}: {name}"


def _open_builds(page: TablePage) -> Iterator[JsonObject | None]:
    """Yield the documents of the builds that are open to all, by seat."""
    if page.table.is_lost:
        return
    builds = page.game.tracker_of(page.table.setup).builds
    yield from builds(page.view) if builds else page.view.get("builds", ())


def _sides(game: GameSystem, table: Table, documents: dict[int, JsonObject | None]) -> tuple[PictureSide, ...]:
    """Return a side for each build that everybody may see; without any, the game's own mechs."""
    side_of = game.tracker_of(table.setup).side
    shown = ((seat, shown_build(game, table, document)) for seat, document in documents.items())
    sides = [PictureSide(side_figures(game, one.build, one.context), side_of(seat)) for seat, one in shown if one]
    return tuple(side for side in sides if side.figures) or (game_side(game),)


def _seats_in_words(page: TablePage) -> str:
    """Return who sits at a table, and how many seats are free, as a sentence."""
    players = [seat.player for seat in page.seats if seat.player]
    free = _free_seats(page)
    if not players:
        return f"Nobody sits here yet, {free}." if free else ""
    sitting = f"{join_words(players)} {'sits' if len(players) == 1 else 'sit'} here"
    return f"{sitting}, {free}." if free else f"{sitting}."


def _free_seats(page: TablePage) -> str:
    return f"{plural(len(page.empty_seats), 'seat')} free" if page.empty_seats and not page.result else ""


def _standing(page: TablePage) -> str:
    """Return how the game stands: its turn and whom it waits for, or how it ended; empty before all have sat down."""
    if page.result:
        winners = join_words([page.person(seat) for seat in page.result.winners])
        return f"{winners} won" if winners else "A draw"
    if page.table.is_lost or page.empty_seats:
        return ""
    parts = [page.heading[:1].upper() + page.heading[1:], page.turn]
    return ". ".join(part for part in parts if part)


def _report_words(game: GameSystem, report: TableReport) -> str:
    """Return the sentence below the title of a report: the game, why it ended, who played."""
    why = report["result"]["why"].rstrip(".")
    return f"{game.title}: {why}. Played by {join_words([seat['name'] for seat in report['seats']])}."
