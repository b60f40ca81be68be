"""Link cards: the title, description and picture that a chat shows below a posted link.

A view link, an invitation, a spectator's link and a report have one. Links that let somebody edit or play have none: a
chat reads every address that is posted in it, and would keep a copy of what it found.
"""

from dataclasses import dataclass, replace

from flask import url_for

from companion.base import caches
from companion.base.findings import Verdict
from companion.base.wording import one_line
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.printing.faces.boxes import Piece
from companion.printing.faces.link_pictures import (
    DOTS,
    DPI,
    LINE_SIZE,
    LINK,
    WORDS_WIDTH,
    LinkPicture,
    PictureSide,
    link_face,
)
from companion.printing.faces.portraits import MOST, Figure
from companion.printing.pdf import face_pdf, preview
from companion.printing.text import fonts, hyphens
from companion.printing.text.fitting import MM_PER_PT
from companion.storage.store import Document

MOST_PICTURES = 16 * 2**20
"""Bytes of pictures of links that are cached."""
LONGEST_TITLE, LONGEST_ABOUT = 120, 200
"""Characters of a card's title and of its words."""
_LINE_ROOM = WORDS_WIDTH / (LINE_SIZE * MM_PER_PT)
_WORD_ROOM = WORDS_WIDTH / (7 * MM_PER_PT)
_NAME_ROOM = 8.0
_TITLE_ROOM = 60.0
"""Widths of a line, of a word, of the name above a portrait and of a whole title, in ems of the boldest weight."""
_IN_PICTURE = 2
"""How many mechs of an example stand for a game."""


@dataclass(frozen=True)
class LinkCard:
    """What a chat shows of a link; `path` is the page's own, `picture` that of its picture."""

    title: str
    about: str
    path: str
    picture: str


def build_card(game: GameSystem, document: Document, verdict: Verdict, reference: str) -> LinkCard:
    """Return the card of a build's view link; `reference` is the link, `verdict` the check that everybody sees."""
    picture = url_for("portraits.png", slug=game.slug, document_id=reference, version=document.version)
    path = url_for("builds.edit", slug=game.slug, document_id=reference)
    return link_card(document.title or f"Untitled {game.build_noun}", _build_words(game, verdict), path, picture)


def link_card(title: str, about: str, path: str, picture: str) -> LinkCard:
    """Return a card with its words cut to a length that chats show."""
    return LinkCard(one_line(title, LONGEST_TITLE), one_line(about, LONGEST_ABOUT), path, picture)


def _build_words(game: GameSystem, verdict: Verdict) -> str:
    """Return the words below a build's title: the game, whether it is legal, what it amounts to."""
    headline = verdict.headline.replace(": ", ", ")
    legality = headline[0].lower() + headline[1:]
    totals = f" {_totals(game, verdict)}." if _totals(game, verdict) else ""
    return f"{_noun(game)} for {game.title}: {legality}.{totals}"


def _totals(game: GameSystem, verdict: Verdict) -> str:
    if game.builder is None or verdict.is_empty:
        return ""
    totals = game.builder.totals(verdict)
    return totals[:1].upper() + totals[1:]


def _noun(game: GameSystem) -> str:
    return game.build_noun[0].upper() + game.build_noun[1:]


def build_png(game: GameSystem, build: Build, context: Context, verdict: Verdict) -> bytes:
    """Return the picture of a build: title, game, portrait, what it amounts to, and whether it is legal."""
    headline = verdict.headline.replace(": ", ", ")
    return link_png(
        game,
        LinkPicture(
            build.title or f"Untitled {game.build_noun}",
            f"{game.title} · {_noun(game)}",
            figure=_totals(game, verdict),
            below=headline if verdict.is_empty else f"{'✓' if verdict.legal else '✕'} {headline}",
            sides=(PictureSide(game.figures(build, context)[:MOST]),),
        ),
    )


def link_png(game: GameSystem, picture: LinkPicture) -> bytes:
    """Return a picture as PNG, 1200 × 630 pixels; its words may have any characters and any length."""
    below_room = _LINE_ROOM * (1 if picture.figure else 2)
    cut = replace(
        picture,
        title=_breakable(picture.title, _TITLE_ROOM) or game.title,
        lines=tuple(_cut(line, _LINE_ROOM) for line in picture.lines),
        figure=_breakable(picture.figure, 2 * _LINE_ROOM),
        below=_breakable(picture.below, below_room),
        sides=tuple(replace(side, name=_cut(side.name, _NAME_ROOM)) for side in picture.sides),
    )
    return _png(game, cut)


def _breakable(words: str, room: float) -> str:
    """Return words as `_cut` does, the long ones with places where they may be broken."""
    return hyphens.loosen(_cut(words, room))


def _cut(words: str, room: float) -> str:
    """Return words in letters that can be printed, at most so many ems wide, each at most as wide as a line."""
    printable = fonts.printable(words[: 4 * LONGEST_TITLE]).split()
    if not "".join(printable).strip(fonts.STAND_IN):
        return ""
    return fonts.shorten(" ".join(fonts.shorten(word, "bold", _WORD_ROOM) for word in printable), "bold", room)


def game_side(game: GameSystem) -> PictureSide:
    """Return mechs of the game's first example, for a table where no build lies yet; none where it draws none."""
    example = next(iter(game.examples.values()), None)
    if example is None or not game.draws_builds:
        return PictureSide(())
    return PictureSide(game.figures(example, game.context_of(example))[-_IN_PICTURE:])


def side_figures(game: GameSystem, build: Build, context: Context) -> tuple[Figure, ...]:
    """Return the mechs of a build on a table; none where the game draws none."""
    return tuple(game.figures(build, context)[:MOST]) if game.draws_builds else ()


@caches.keep(MOST_PICTURES, lambda game, picture: (game.slug, picture), len)
def _png(game: GameSystem, picture: LinkPicture) -> bytes:
    face = link_face(picture)
    pdf = face_pdf(Piece("link", picture.title, face), face, LINK, game.accent)
    (pixels,) = preview.pages(pdf, [DOTS], DPI)
    return preview.png(pixels, DPI)
