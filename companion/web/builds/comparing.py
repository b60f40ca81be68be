"""Two builds side by side, or two versions of one: portraits, totals, problems, cards that only one of them has."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template, request

from companion.documents import Build
from companion.findings import InputError, InvalidInput, Verdict
from companion.storage.store import Document
from companion.system import Context, GameSystem
from companion.web import session
from companion.web.lookup import find_game
from companion.workshop import ComparedCard, compared

bp = Blueprint("comparing", __name__)


@dataclass(frozen=True)
class ComparedBuild:
    """One of the two builds."""

    document: Document
    build: Build
    context: Context
    verdict: Verdict
    totals: str

    @property
    def called(self) -> str:
        """Return its title and version."""
        return f"{self.document.title or 'Untitled'}, version {self.document.version}"


@bp.get("/<slug>/compare")
def show(slug: str) -> tuple[str, int]:
    """Compare the builds `one` and `other`, each at its newest version or at the one that is named."""
    game = find_game(slug)
    mine = session.known_owner()
    choices = [d for d in session.store().list(mine, game.slug) if not d.damage] if mine else []
    shown: dict[str, object] = {"one": None, "other": None, "cards": (), "wrong": ()}
    status = 200
    try:
        one, other = _side(game, "one"), _side(game, "other")
        shown |= {"one": one, "other": other, "cards": _cards(game, one, other)}
    except InvalidInput as error:
        shown["wrong"], status = tuple(map(str, error.input_errors)), 422
    return render_template("builds/compare.html", game=game, choices=choices, query=request.args, **shown), status


def _side(game: GameSystem, name: str) -> ComparedBuild | None:
    """Return the build that the address names; None where it names none; InvalidInput where it cannot be read."""
    document_id = request.args.get(name, "")
    document = session.asked_build(game, document_id)
    if document is None:
        return None
    number = request.args.get(f"{name}-version", type=int)
    if number:
        document = session.find(game, "build", document_id, number)
        if document is None or document.damage:
            raise InvalidInput(InputError(f"{name}-version", str(number), "a version of this build that can be read"))
    build, context = game.read_in_context(document.data)
    verdict = game.check(build, context)
    totals = game.builder.totals(verdict) if game.builder else ""
    return ComparedBuild(document, build, context, verdict, totals)


def _cards(game: GameSystem, one: ComparedBuild | None, other: ComparedBuild | None) -> Sequence[ComparedCard]:
    if game.builder is None or one is None or other is None:
        return ()
    return compared(game.builder.zones(one.build, one.context), game.builder.zones(other.build, other.context))
