"""The export page: a game's or a build's cards as pictures, deck sheets or a print shop's pages."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, get_args
from urllib.parse import quote

from flask import Blueprint, Response, abort, render_template, request, url_for
from pydantic import Field, field_validator
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.documents import Build, Record, read_as
from companion.findings import InputError, InvalidInput, shown
from companion.printing.export import card_files, shapes, tabletop_simulator
from companion.printing.export.archive import Out, flowing
from companion.printing.export.card_files import Wish
from companion.printing.faces.boxes import Deck, Part, Piece
from companion.printing.faces.inks import InkMode
from companion.printing.pdf import preview
from companion.printing.sheets import selection
from companion.printing.sheets.selection import Selection
from companion.printing.text.fitting import DoesNotFit
from companion.printing.text.fonts import Unprintable
from companion.system import GameSystem, PrintSet, PrintSource
from companion.web import session
from companion.web.lookup import find_game, query
from companion.web.security import limiter

bp = Blueprint("export", __name__)
SHOWN_DPI = 144
FEW = 12
"""Files that need no word on how far they are."""
SHOWN = 12
"""How many faces the page shows before the download."""


class Choice(Record):
    """What somebody chose to export."""

    what: tuple[str, ...] = ()
    to: card_files.To = "png"
    dpi: int = Field(300, ge=card_files.LEAST_DPI, le=card_files.MOST_DPI)
    bleed: str = Field("no", pattern="^(yes|no)$")
    ink: InkMode = "full"
    unknown: str = Field("house", pattern="^(house|blank)$")
    only: str = Field("", max_length=12_000)
    at: str = Field("", max_length=400)
    build: str = Field("", max_length=43)

    @field_validator("at")
    @classmethod
    def _place(cls, value: str) -> str:
        if any(ord(letter) < 32 for letter in value):
            raise ValueError("a folder or an address on one line")
        return value.strip()

    def wish(self, title: str, accent: str) -> Wish:
        """Return how the cards are wanted."""
        at = self.at if "://" in self.at or not self.at else f"file:///{self.at.replace(chr(92), '/').lstrip('/')}"
        return Wish(title, accent, self.dpi, self.bleed == "yes", self.ink, at)


@dataclass(frozen=True)
class PreparedExport:
    """What an export is made of: decks, what is left out, what is worth a word."""

    title: str
    decks: tuple[Deck, ...]
    left_out: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def faces(self) -> tuple[tuple[Deck, Piece], ...]:
        """The different cards, each with its deck."""
        return tuple((deck, piece) for deck in self.decks for piece in deck.pieces if piece.copies > 0)

    @property
    def cards(self) -> int:
        """How many cards there are, copies and all."""
        return sum(piece.copies for deck in self.decks for piece in deck.pieces)


def _choice(game: GameSystem) -> Choice:
    fields: dict[str, Any] = {name: value for name, value in request.args.items() if value.strip()}
    fields["what"] = request.args.getlist("what")
    choice = read_as(Choice, fields)
    wrong = [name for name in choice.what if game.print_set(name) is None]
    if wrong:
        raise InvalidInput(InputError("what", shown(wrong[0]), f"one of {', '.join(k.name for k in game.print_sets)}"))
    return choice


def _build(game: GameSystem, choice: Choice) -> Build | None:
    if not choice.build:
        return None
    document = session.saved_build(game, choice.build) or abort(404)
    return game.read(document.data)


def _order(game: GameSystem, build: Build | None, unknown: str) -> PrintSource:
    context = game.context_of(build) if build else session.context(game)
    return PrintSource(context, build, "blank" if unknown == "blank" else "house")


def _print_sets(game: GameSystem, build: Build | None) -> tuple[PrintSet, ...]:
    """Return the print sets that hold cards; those that need a build only with one."""
    source = _order(game, build, "house")
    ready = (print_set for print_set in game.print_sets if build or not print_set.needs_build)
    return tuple(print_set for print_set in ready if any(isinstance(part, Deck) for part in print_set.make(source)))


def _ready(game: GameSystem, choice: Choice) -> PreparedExport:
    build = _build(game, choice)
    source = _order(game, build, choice.unknown)
    print_sets = [print_set for name in dict.fromkeys(choice.what) if (print_set := game.print_set(name))]
    missing = [print_set.title for print_set in print_sets if print_set.needs_build and build is None]
    if missing:
        raise InvalidInput(InputError(missing[0], "no build", "a saved one: open it and choose Print there"))
    parts: tuple[Part, ...] = tuple(part for print_set in print_sets for part in print_set.make(source))
    names = tuple(name for line in choice.only.splitlines() if (name := line.strip()))
    if names:
        parts = selection.select(parts, Selection(names))
    decks, left_out = card_files.decks(parts)
    title = f"{game.title}: {build.title}" if build and build.title else game.title
    return PreparedExport(title, decks, left_out)


def _known_everywhere(game: GameSystem, choice: Choice) -> bool:
    """Return whether another program that asks for a sheet gets this one: nothing in it hangs on this browser."""
    return bool(choice.build) or not (session.packs(game) or session.rulings(game))


def _wish(game: GameSystem, choice: Choice, ready: PreparedExport) -> Wish:
    """Return the wish; a virtual table finds its sheets here, unless another place is named."""
    wish = choice.wish(ready.title, game.accent)
    if choice.to != "tts" or wish.at:
        return wish
    if not _known_everywhere(game, choice):
        found = "nothing, and your packs and rulings are known to this browser alone"
        raise InvalidInput(InputError("at", found, "the folder or address where the sheets will lie"))
    address, mark, query = url_for(
        "export.sheet", slug=game.slug, name="NAME", _external=True, **_sheet_query(choice)
    ).partition("?")
    return replace(wish, at=address.removesuffix("/NAME.png"), after=mark + query)


def _sheet_query(choice: Choice) -> dict[str, Any]:
    named = choice.model_dump(exclude_defaults=True, exclude={"to", "at", "bleed"})
    return {key: list(value) if isinstance(value, tuple) else value for key, value in named.items()}


@bp.get("/<slug>/export")
def choose(slug: str) -> tuple[str, int]:
    """Show the choices, and what they come to."""
    game = find_game(slug)
    given: dict[str, Any] = {"choice": Choice(), "ready": None, "wrong": (), "build": None}
    status = 200
    try:
        given["choice"] = choice = _choice(game)
        given["build"] = _build(game, choice)
        if choice.what:
            ready = _ready(game, choice)
            given["ready"] = replace(ready, notes=card_files.notes(ready.decks))
            _wish(game, choice, ready).checked()
    except InvalidInput as error:
        given["wrong"], status = tuple(map(str, error.input_errors)), 422
    except (DoesNotFit, Unprintable) as error:
        given["wrong"], status = (str(error),), 422
    if status != 200:
        given["ready"] = None
    given["files"] = _long(given["ready"], given["choice"])
    given |= {"print_sets": _print_sets(game, given["build"]), "kinds": shapes.KINDS, "inks": get_args(InkMode)}
    return render_template("export/choose.html", game=game, query=query(), shown=SHOWN, **given), status


def _long(ready: PreparedExport | None, choice: Choice) -> int:
    """Return how many files a zip of pictures will hold where that takes a while, else 0."""
    if ready is None or choice.to not in ("png", "svg"):
        return 0
    count = len(card_files.named(ready.decks)[1]) + 1
    return count if count > FEW else 0


def _asked(slug: str) -> tuple[GameSystem, Choice, PreparedExport, Wish]:
    game = find_game(slug)
    try:
        choice = _choice(game)
        if not choice.what:
            abort(404)
        ready = _ready(game, choice)
        return game, choice, ready, _wish(game, choice, ready)
    except (InvalidInput, DoesNotFit, Unprintable):
        abort(404)


@bp.get("/<slug>/export/cards")
@limiter.limit("30 per minute")
def download(slug: str) -> WerkzeugResponse:
    """Give the files: a PDF where there is one alone, else a zip that goes out while it is made."""
    game, choice, ready, wish = _asked(slug)
    name = f"{game.slug}-{'-'.join(choice.what)}-{choice.to}"[:120]
    return sent(shapes.files(ready.decks, choice.to, wish), choice.to, name)


def sent(files: Iterator[Out], to: card_files.To, name: str) -> Response:
    """Return files as an answer to keep: a print shop's only PDF as it is, everything else in a zip."""
    if to == "shop":
        made = list(files)
        if len(made) == 1:
            return named(Response(made[0].data, mimetype="application/pdf"), f"{name}.pdf")
        files = iter(made)
    return named(Response(flowing(files), mimetype="application/zip"), f"{name}.zip")


def named(answer: Response, name: str) -> Response:
    """Return an answer that a browser keeps under a name: in letters of any script where it knows RFC 6266."""
    known = name.encode("ascii", "ignore").decode().lstrip("-.")
    known = known if "." in known else f"cards.{known}"
    more = "" if known == name else f"; filename*=UTF-8''{quote(name)}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{known}"{more}'
    return answer


@bp.get("/<slug>/export/face-<int:number>.png")
def face(slug: str, number: int) -> WerkzeugResponse:
    """Show one card as it will leave, bleed and all."""
    _, _, ready, wish = _asked(slug)
    if not 1 <= number <= min(len(ready.faces), SHOWN):
        abort(404)
    return _cached(Response(shown_face(*ready.faces[number - 1], wish), mimetype="image/png"))


def shown_face(deck: Deck, piece: Piece, wish: Wish) -> bytes:
    """Return a card's front as a small PNG."""
    single = Deck(deck.title, deck.format, (replace(piece, back=None, copies=1),))
    outs = card_files.pictures([single], "png", replace(wish, dpi=SHOWN_DPI))
    return next(out.data for out in outs if out.name.endswith(".png"))


@bp.get("/<slug>/export/sheets/<name>.png")
@limiter.limit("120 per minute")
def sheet(slug: str, name: str) -> WerkzeugResponse:
    """Give a deck sheet to a virtual table."""
    game, _, ready, wish = _asked(slug)
    made = tabletop_simulator.picture(ready.decks, name, replace(wish, title=game.title, at="", after=""))
    if made is None:
        abort(404)
    return _cached(Response(preview.png(made, wish.dpi), mimetype="image/png"))


def _cached(answer: Response) -> WerkzeugResponse:
    answer.add_etag()
    answer.cache_control.private = True
    answer.cache_control.max_age = 300
    return answer.make_conditional(request)
