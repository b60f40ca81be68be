"""Two builds side by side, or two versions of one: portraits, totals, problems, cards that only one of them has."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput, Verdict, first_messages
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.gamekit.workshop import ComparedCard, compare_cards
from companion.storage.store import Document
from companion.verbs.shared_builds import add_suggestions, read_shared
from companion.web.shared import owned
from companion.web.shared.build_packs import embed_packs_in_use
from companion.web.shell import session
from companion.web.shell.lookup import find_game
from companion.web.shell.site_url import this_server

bp = Blueprint("comparing", __name__)


@dataclass(frozen=True)
class ComparedBuild:
    """One of the two builds."""

    document: Document | None
    """What is stored of it; None for a list that was pasted only to be compared."""
    build: Build
    context: Context
    verdict: Verdict
    totals: str

    @property
    def title_and_version(self) -> str:
        """Return its title and version."""
        version = f", version {self.document.version}" if self.document else ""
        return f"{self.build.title or 'Untitled'}{version}"


@bp.get("/<slug>/compare")
def show(slug: str) -> tuple[str, int]:
    """Compare the builds `one` and `other`, each at its newest version or at the one that is named."""
    game = find_game(slug)
    try:
        return _page(game, _side(game, "one"), _side(game, "other"))
    except InvalidInput as error:
        return _page(game, None, None, error)


@bp.post("/<slug>/compare")
def compare(slug: str) -> tuple[str, int] | WerkzeugResponse:
    """Compare the build `one`, else this browser's newest, with a pasted list or link; nothing is stored."""
    game, text = find_game(slug), request.form.get("text", "")
    newest = owned.find_newest_build(game)
    one_id = request.form.get("one", "") or (newest.id if newest else "")
    try:
        if not one_id:
            wanted = "one of yours to compare theirs with: build or import it first"
            raise InvalidInput(InputError("this build", "nothing", wanted))
        linked = read_shared(text, this_server(), game, session.context)
        if linked.document and linked.document.kind == "build":
            return redirect(url_for("comparing.show", slug=slug, one=one_id, other=linked.document.reference), 303)
        build, _ = embed_packs_in_use(session.visitor(game), linked.data)
        document = session.find_asked_build(game, one_id)
        one = _judge_build(game, document, *game.read_in_context(document.data)) if document else None
        return _page(game, one, _judge_build(game, None, build, game.context_of(build)), None, text)
    except InvalidInput as error:
        suggestions = add_suggestions(error, "", session.context(game).catalogue)
        return _page(game, None, None, suggestions, text)


def _page(
    game: GameSystem,
    one: ComparedBuild | None,
    other: ComparedBuild | None,
    refused: InvalidInput | None = None,
    text: str = "",
) -> tuple[str, int]:
    """Return the page of two builds, or why there are none; `text` is what was pasted."""
    mine = session.known_owner()
    values = {
        "choices": [d for d in session.store().list(mine, game.slug) if not d.damage] if mine else [],
        "query": request.args or request.form,
        "one": one,
        "other": other,
        "cards": _cards(game, one, other),
        "wrong": first_messages(refused.input_errors) if refused else (),
        "text": text,
    }
    return render_template("builds/compare.html", game=game, **values), 422 if refused else 200


def _side(game: GameSystem, name: str) -> ComparedBuild | None:
    """Return the build that the address names; None where it names none; InvalidInput where it cannot be read."""
    document_id = request.args.get(name, "")
    document = session.find_asked_build(game, document_id)
    if document is None:
        return None
    number = request.args.get(f"{name}-version", type=int)
    if number:
        document = session.find_document(game, "build", document_id, number)
        if document is None or document.damage:
            raise InvalidInput(InputError(f"{name}-version", str(number), "a version of this build that can be read"))
    return _judge_build(game, document, *game.read_in_context(document.data))


def _judge_build(game: GameSystem, document: Document | None, build: Build, context: Context) -> ComparedBuild:
    verdict = game.check(build, context)
    totals = game.builder.totals(verdict) if game.builder else ""
    return ComparedBuild(document, build, context, verdict, totals)


def _cards(game: GameSystem, one: ComparedBuild | None, other: ComparedBuild | None) -> Sequence[ComparedCard]:
    if game.builder is None or one is None or other is None:
        return ()
    return compare_cards(game.builder.zones(one.build, one.context), game.builder.zones(other.build, other.context))
