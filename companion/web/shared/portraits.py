"""Portraits on pages: a build drawn as its mechs, as SVG in a page, as a picture in lists.

They are made from the same boxes as on paper and cached by content: a build, its cards and its rulings.
"""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from flask import Response, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as WerkzeugResponse

from companion import __version__
from companion.base import caches
from companion.base.wording import join_words, plural
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.games import game as find_game
from companion.limits.budget import light
from companion.printing.faces import card_pictures, pictures
from companion.printing.faces.boxes import PictureFile
from companion.printing.faces.portraits import HEIGHT, MOST, WIDTH, Figure, portrait
from companion.printing.svg.screen import inline
from companion.printing.text.fitting import fit
from companion.storage.store import Document
from companion.web.shared.faces import cards_digest

MOST_DRAWN = 16 * 2**20
"""Bytes of portraits that are cached."""
YEAR, SOON = 31_536_000, 300
"""Seconds for which a browser keeps a portrait that never changes, and one that may."""
_MOST_OWN, _MOST_SMALL = 8, 4 * 2**20
"""How many cards' own pictures are shown next to a portrait, and the bytes of those that are cached."""
_IN_PICTURE = 2
"""How many mechs a game's picture shows; more would be small."""
_NAMED = 3
"""How many mechs a portrait's title names."""


def portrait_svg(game: GameSystem, build: Build | None, context: Context) -> Markup:
    """Return a build's portrait as HTML, as wide as the element around it; nothing where nothing is drawn."""
    if build is None:
        return Markup()
    drawn = _svg(game, build, context)
    portrait = Markup(f'<div class="portrait">{drawn}</div>') if drawn else Markup()
    return portrait + _own_pictures(game, build, context)


def _own_pictures(game: GameSystem, build: Build, context: Context) -> Markup:
    """Return the cards' own pictures that a build's cards have, small, each once; nothing without any."""
    named = {name: card for name, card in context.catalogue.cards.items() if card.picture}
    if not named or game.builder is None:
        return Markup()
    places = (place for zone in game.builder.zones(build, context) for place in zone.places)
    used = dict.fromkeys(placed.card for place in places for placed in place.cards if placed.card in named)
    files = ((named[card], card_pictures.find(named[card].picture)) for card in used)
    pictures = [(card, file) for card, file in files if file is not None][:_MOST_OWN]
    if not pictures:
        return Markup()
    items = Markup("").join(
        Markup('<li><img src="data:image/jpeg;base64,{}" alt="{}"></li>').format(_small(file), card.name)
        for card, file in pictures
    )
    return Markup('<ul class="own-pictures" aria-label="Pictures of its cards">{}</ul>').format(items)


@caches.keep(_MOST_SMALL, lambda file: file.name, len)
def _small(file: PictureFile) -> str:
    """Return a card's own picture for a place of a few centimetres, in base64."""
    return b64encode(pictures.thumbnail(file.read(), file.name)).decode()


def figures_svg(game: GameSystem, figures: Sequence[Figure]) -> Markup:
    """Return mechs side by side as HTML, many in two rows."""
    return Markup(f'<div class="portrait">{_figures(game, tuple(figures))}</div>')


def portrait_image(document: Document) -> Markup:
    """Return a saved build's portrait as a picture for a list; nothing where the game draws none.

    It is drawn when it comes into view, and never again for the same version.
    """
    game = find_game(document.game)
    if game is None or document.damage or not game.draws_builds:
        return Markup()
    address = url_for(
        "portraits.svg", slug=game.slug, document_id=document.reference, version=document.version, drawn=__version__
    )
    size = f'width="{WIDTH:.0f}" height="{HEIGHT:.0f}"'
    html = '<span class="portrait"><img src="{}" ' + size + ' alt="" loading="lazy" decoding="async"></span>'
    return Markup(html).format(address)


def example_image(game: GameSystem, name: str) -> Markup:
    """Return the portrait of a game's example as a picture; nothing where the game draws none."""
    if not game.draws_builds:
        return Markup()
    address = url_for("examples.portrait", slug=game.slug, name=name, drawn=__version__)
    size = f'width="{WIDTH:.0f}" height="{HEIGHT:.0f}"'
    html = '<span class="portrait"><img src="{}" ' + size + ' alt="{}" loading="lazy" decoding="async"></span>'
    return Markup(html).format(address, f"The example “{game.examples[name].title}”")


def game_image(game: GameSystem) -> Markup:
    """Return a game's own picture; nothing where the game draws no builds or has no example."""
    if not game.draws_builds or not game.examples:
        return Markup()
    address = url_for("examples.picture", slug=game.slug, drawn=__version__)
    size = f'width="{WIDTH:.0f}" height="{HEIGHT:.0f}"'
    html = '<span class="portrait"><img src="{}" ' + size + ' alt="{}" loading="lazy" decoding="async"></span>'
    return Markup(html).format(address, f"Mechs of {game.title}")


def game_svg(game: GameSystem) -> bytes:
    """Return a game's own picture as a document: the last mechs of its first example, where it has several."""
    build = next(iter(game.examples.values()))
    return _document(_inline(game, game.figures(build, game.context_of(build))[-_IN_PICTURE:]))


def svg(game: GameSystem, build: Build, context: Context) -> bytes:
    """Return a build's portrait as a document of its own; only the ground where there is nothing on it yet."""
    drawn = _svg(game, build, context) or _inline(game, ())
    return _document(drawn)


def figure_svg(game: GameSystem, figure: Figure) -> bytes:
    """Return one mech as a document of its own."""
    return _document(_figures(game, (figure,)))


def _document(drawn: str) -> bytes:
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).encode()


def picture_response(drawn: bytes, kind: str, public: bool = False) -> WerkzeugResponse:
    """Return a picture; what one release drew of one version, or of an example, which is `public`, never changes."""
    response = Response(drawn, mimetype=kind)
    same = (public or "version" in request.args) and request.args.get("drawn") == __version__
    if public:
        response.cache_control.public = True
    else:
        response.cache_control.private = True
    response.cache_control.max_age = YEAR if same else SOON
    response.cache_control.immutable = same
    response.add_etag()
    return response.make_conditional(request)


def titles(figures: Sequence[Figure]) -> tuple[str, str]:
    """Return a portrait's title and description."""
    if not figures:
        return "Portrait: nothing yet", ""
    names = [figure.name for figure in figures]
    if len(names) > _NAMED:
        names = [*names[:_NAMED], plural(len(names) - _NAMED, "more", "more")]
    return f"Portrait: {join_words(names)}", " ".join(figure.about for figure in figures[:MOST] if figure.about)


def _svg_key(game: GameSystem, build: Build, context: Context) -> Any:
    text = build.model_dump_json(exclude={"pack", "rulings"})
    rulings = tuple(sorted(context.rulings.items()))
    return game.slug, caches.digest(text), cards_digest(game, context.catalogue), rulings


@caches.keep(MOST_DRAWN, _svg_key, lambda drawn: len(drawn) + 200)
def _svg(game: GameSystem, build: Build, context: Context) -> str:
    figures = game.figures(build, context)
    return _inline(game, figures) if figures else ""


@caches.keep(MOST_DRAWN, lambda game, figures: (game.slug, figures), lambda drawn: len(drawn) + 200)
def _figures(game: GameSystem, figures: tuple[Figure, ...]) -> str:
    return _inline(game, figures)


def _inline(game: GameSystem, figures: Sequence[Figure]) -> str:
    with light():
        boxes = fit(portrait(figures), "portrait", (WIDTH, HEIGHT))
        return inline(boxes, WIDTH, HEIGHT, game.accent, *titles(figures))
