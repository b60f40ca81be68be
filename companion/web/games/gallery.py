"""A game's cards: the page with its tabs, the gallery that is the first of them, and each face as a picture.

The gallery shows every face as text over its art, with a sentence for screen readers: the cards of a saved build
(`?build=`), or the shipped cards with the packs in use. The art's address holds the digest of what it shows, so that a
browser keeps it for good; any process draws it again from the rest of the address. The other tabs, card packs, the
shelf and the collection, are made in their areas.
"""

import itertools
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base import caches
from companion.base.findings import InvalidInput
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.gamekit.workshop import CardChoice
from companion.printing.faces import card_pictures
from companion.printing.faces.boxes import Deck, Piece
from companion.printing.pdf import preview
from companion.printing.svg.screen import UNIT
from companion.storage.decode import json_text
from companion.storage.store import Document
from companion.web.collection.routes import collection_tab
from companion.web.packs.routes import packs_tab
from companion.web.packs.shared import shelf_tab
from companion.web.shared import faces
from companion.web.shared.faces import Faces, GalleryDeck
from companion.web.shell import session
from companion.web.shell.lookup import find_game
from companion.web.shell.security import limit_route

bp = Blueprint("gallery", __name__)
Answer = str | tuple[str, int] | WerkzeugResponse
DPI = 110
MOST_WRITTEN = 600
"""Faces that a page has as text, about 2 kB each; the cards after them are pictures."""
MOST_CHOICES = 100_000
"""Cards that the filters know, all that are cached together."""
MOST_PICTURES = 64 * 2**20
"""Bytes of pictures that are cached."""
KEPT = 31_536_000
"""Seconds for which a browser keeps what never changes: a year."""


class ListedCard(NamedTuple):
    """What the page's search and filters know of a piece: its card's kind and pack, how many the visitor owns, words.

    `owned` is None where nothing was counted, `kind` empty for a piece that no build contains. `anchor` is the part of
    the page where a link to the card leads, at its first piece.
    """

    words: str
    kind: str = ""
    pack: str = ""
    owned: int | None = None
    anchor: str = ""


class Gallery(NamedTuple):
    """The faces of a request, and why some are missing; the shipped ones where the cards asked for cannot be read."""

    cards: str
    faces: Faces
    build: Document | None = None
    problems: tuple[str, ...] = ()
    is_unreadable: bool = False
    choices: Mapping[str, CardChoice] = MappingProxyType({})
    """The cards that a build can contain, by id."""

    def listed(self, piece: Piece, owned: Mapping[str, int] | None) -> ListedCard:
        """Return what search and filters know of a piece."""
        sides = (f"-{side}" for side in faces.SIDES)
        card = next((piece.id.removesuffix(side) for side in sides if piece.id.endswith(side)), piece.id)
        choice = self.choices.get(piece.id) or self.choices.get(card)
        words = f"{piece.name} {piece.about} {choice.words if choice else ''}"
        if choice is None:
            return ListedCard(words, owned=None if owned is None else owned.get(card, 0), anchor=f"card-{card}")
        count = None if owned is None else owned.get(choice.card, 0)
        return ListedCard(words, choice.kind, choice.pack, count, f"card-{choice.card}")


def _gallery(game: GameSystem) -> Gallery:
    build = _asked_build(game)
    try:
        catalogue = game.catalogue_of(build.data) if build else session.visitor(game).catalogue
    except InvalidInput as error:
        return Gallery("", faces.shipped_faces(game), build, tuple(map(str, error.input_errors)), True)
    context = game.context(catalogue=catalogue)
    card_faces = faces.context_faces(game, context)
    cards = faces.cards_digest(game, catalogue)
    return Gallery(cards, card_faces, build, card_faces.wrong, choices=_choices(game, cards, context))


@caches.keep(MOST_CHOICES, lambda game, cards, _: (game.slug, cards), len)
def _choices(game: GameSystem, cards: str, context: Context) -> Mapping[str, CardChoice]:
    """Return the cards that a build can contain, by id."""
    return {choice.card: choice for choice in game.builder.choices(context)} if game.builder else {}


def _asked_build(game: GameSystem) -> Document | None:
    """Return the build that the address names, at the version it names; 404 where there is none."""
    name = request.args.get("build", "")
    if not name:
        return None
    return session.find_document(game, "build", name, request.args.get("version", type=int)) or abort(404)


@bp.get("/<slug>/cards")
def show(slug: str) -> Answer:
    """Show a tab of a game's cards: the gallery, or the one that `tab` names; 404 where there is none such."""
    game, tab = find_game(slug), request.args.get("tab", "")
    make_tab = TABS.get(tab) or abort(404)
    if tab and "build" in request.args:
        # A link to a build opens its cards alone, also on a server with a password.
        return redirect(url_for(".show", slug=slug, tab=tab), 303)
    return make_tab(game)


def gallery_tab(game: GameSystem) -> Answer:
    """Show every face; where a text of a pack does not fit its card, say which, and show the others."""
    gallery = _gallery(game)
    query = faces.build_query(gallery.build)
    written = itertools.count()

    def html_of(shown: GalleryDeck, piece: Piece) -> Markup:
        if next(written) < MOST_WRITTEN:
            return gallery.faces.screens[shown.print_set, piece.id].html(query)
        return _picture_html(game, shown, piece, query, gallery.cards)

    owned = session.visitor(game).owned
    listed = {
        (shown.print_set, piece.id): gallery.listed(piece, owned)
        for shown in gallery.faces.decks
        for piece in shown.deck.pieces
    }
    used = {card.kind for card in listed.values()}
    kinds = game.builder.KINDS if game.builder else {}
    page = render_template(
        "games/gallery.html",
        game=game,
        decks=gallery.faces.decks,
        html_of=html_of,
        listed=listed,
        kinds={kind: title for kind, title in kinds.items() if kind in used},
        packs=list(dict.fromkeys(card.pack for card in listed.values() if card.pack)),
        is_counted=owned is not None,
        wrong=gallery.problems,
        unread=gallery.is_unreadable,
    )
    return page, 422 if gallery.problems else 200


TABS: Mapping[str, Callable[[GameSystem], Answer]] = {
    "": gallery_tab,
    "packs": packs_tab,
    "shelf": shelf_tab,
    "collection": collection_tab,
}
"""The tabs of the page, by what the address calls them."""


def _picture_html(game: GameSystem, shown: GalleryDeck, piece: Piece, query: str, cards: str) -> Markup:
    """Return a face as a picture with its sentence, for the cards of a page that would be too long otherwise."""
    address = url_for(".face", slug=game.slug, print_set=shown.print_set, piece_id=piece.id)
    # The digest makes a changed pack's pictures new to the browser.
    stamp = f"{'&' if query else '?'}pack={cards[:12]}" if cards else ""
    size = f'width="{shown.deck.format.w * UNIT:.0f}" height="{shown.deck.format.h * UNIT:.0f}"'
    html = '<span class="face"><img class="face-art" src="{}" ' + size + ' alt="{}" loading="lazy"></span>'
    return Markup(html).format(f"{address}{query}{stamp}", piece.about or piece.name)


@bp.get("/<slug>/cards/<print_set>/<piece_id>/<digest>.svg")
@limit_route("6000 per minute")
def art(slug: str, print_set: str, piece_id: str, digest: str) -> WerkzeugResponse:
    """Show what is not text on a face. An address from before a change shows the face of today, which nobody keeps."""
    game = find_game(slug)
    shipped = faces.shipped_faces(game).screens.get((print_set, piece_id))
    if shipped is not None and shipped.digest == digest:
        return _cacheable_picture(shipped.art, public=True)
    drawn = faces.find_drawn_art(digest)
    if drawn is not None and _may_see(game, drawn.pictures):
        return _cacheable_picture(drawn.svg)
    screen = _gallery(game).faces.screens.get((print_set, piece_id)) or abort(404)
    return _cacheable_picture(screen.art, fresh=screen.digest != digest)


def _may_see(game: GameSystem, pictures: frozenset[str]) -> bool:
    """Return whether the address's build, or a pack that this visitor may use today, names all of some cards' pictures.

    404 where the address names a build that is not shown any more. Art without such pictures is ours.
    """
    build = _asked_build(game)
    if not pictures:
        return True
    packs = (pack.data for pack in session.visitor(game).known_packs)
    return pictures <= card_pictures.hashes_in(json_text([*packs, *([build.data] if build else [])]))


def _cacheable_picture(data: bytes, public: bool = False, fresh: bool = False) -> WerkzeugResponse:
    answer = Response(data, mimetype="image/svg+xml")
    if fresh:
        answer.cache_control.no_store = True
        return answer
    if public:
        answer.cache_control.public = True
    else:
        answer.cache_control.private = True
    answer.cache_control.max_age = KEPT
    answer.cache_control.immutable = True
    return answer


@bp.get("/<slug>/cards/<print_set>/<piece_id>.png")
def face(slug: str, print_set: str, piece_id: str) -> WerkzeugResponse:
    """Show one face as a picture; 404 where a text of a pack does not fit its card, as on the page."""
    game = find_game(slug)
    gallery = _gallery(game)
    deck, piece = _piece(gallery.faces, print_set, piece_id) or abort(404)
    answer = Response(_picture(game, gallery.cards, print_set, deck, piece), mimetype="image/png")
    answer.add_etag()
    if gallery.problems or gallery.cards:
        answer.cache_control.private = True
    else:
        answer.cache_control.public = True
    answer.cache_control.max_age = 3600
    return answer.make_conditional(request)


@caches.keep(
    MOST_PICTURES, lambda game, cards, print_set, deck, piece: (game.slug, cards, print_set, deck.title, piece.id), len
)
def _picture(game: GameSystem, cards: str, print_set: str, deck: Deck, piece: Piece) -> bytes:
    return preview.face_png(piece, piece.face, deck.format, game.accent, DPI)


def _piece(found: Faces, print_set: str, piece_id: str) -> tuple[Deck, Piece] | None:
    decks = (shown.deck for shown in found.decks if shown.print_set == print_set)
    return next(((deck, piece) for deck in decks for piece in deck.pieces if piece.id == piece_id), None)
