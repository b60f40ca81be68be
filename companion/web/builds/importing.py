"""Import of a build, a pack or house rules: a file, a zip, a pasted text or link becomes a document of this browser.

Only the pages are here: `companion.data.documents` parses texts, `verbs.shared_builds` what people send each other,
`web.packs.files` packs.
"""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping
from companion.data import documents
from companion.data.documents import Build, parse, to_document
from companion.data.packs import is_pack
from companion.game_system.system import GameSystem
from companion.gamekit.house_rules import is_house_rules
from companion.storage.config import StorageError
from companion.verbs.checks import Check, check_answer
from companion.verbs.names import game_of
from companion.verbs.shared_builds import EditedList, Take, is_document, read_shared
from companion.verbs.statement_check import Claim, check_claim, find_claim, statement_sentences
from companion.web.builds.routes import BUILD
from companion.web.house_rules.routes import save_house_rules
from companion.web.packs.routes import save_sent_pack
from companion.web.packs.sent_packs import allow_zip, read_sent_pack
from companion.web.shared.build_packs import embed_packs_in_use
from companion.web.shell import session
from companion.web.shell.errors import sentences_of
from companion.web.shell.site_url import this_server

bp = Blueprint("importing", __name__)
bp.url_value_preprocessor(allow_zip)
ONLY_CHECK = "check"
"""The button that checks what was sent and stores nothing."""
Answer = str | tuple[str, int] | Response | WerkzeugResponse


@bp.get("/import")
def import_page() -> Answer:
    """Ask for a file or pasted text."""
    return _page()


@bp.get("/statement")
def statement_page() -> Answer:
    """Send to the import page, which checks statements: they had a page of their own before 0.17."""
    return redirect(url_for("importing.import_page"), 301)


@bp.post("/statement")
def check_statement_text() -> Answer:
    """Answer a form of the former statement page as *Only check* does; nothing is stored."""
    return _answer_import(only_check=True)


@bp.post("/import")
def import_build() -> Answer:
    """Save a build, a pack or house rules from a file or pasted text as this browser's own, or only check it."""
    return _answer_import(only_check=ONLY_CHECK in request.form)


def _page(text: str = "", status: int = 200, **more: object) -> tuple[str, int]:
    shown = {"input_errors": (), "edited": None, "checked": None, **more}
    return render_template("builds/import.html", text=text[: documents.LONGEST], **shown), status


def _answer_import(only_check: bool) -> Answer:
    text = request.form.get("text", "")
    try:
        sent = read_sent_pack("a document in TOML or JSON")
        name, text = sent.name, sent.text
        if name.lower().endswith((".csv", ".tsv")):
            wanted = "TOML or JSON: import rows in their game’s Card packs"
            raise InvalidInput(InputError(name, "rows, which name no game", wanted))
        data, notes = _read_pasted(name, text)
        game = game_of(data)
        claim = find_claim(text, data)
        if only_check:
            return _page(text, checked=_check(game, data, claim), notes=notes)
        if is_house_rules(data):
            return save_house_rules(game, game.read_house_rules(data), "Imported and in use.")
        if is_pack(data, game.kinds, game.model.model_fields):
            return save_sent_pack(game, sent)
        build, message = _import_document(game, data)
        document = session.store().create(session.owner(), game.slug, to_document(build))
    except (InvalidInput, StorageError) as error:
        sentences, status = sentences_of(error)
        return _page(text, status, input_errors=sentences, edited=error if isinstance(error, EditedList) else None)
    said = statement_sentences(check_claim(claim, game)) if claim else ()
    session.say(" ".join((message, *notes, *said)))
    return BUILD.redirect_to_page(game, document.id)


def _read_pasted(name: str, text: str) -> tuple[JsonMapping, tuple[str, ...]]:
    """Return the document of a file or pasted text, of a link a copy, and what its list says otherwise."""
    if is_document(text) or name.lower().endswith((".toml", ".json")):
        return parse(text, name or "the text"), ()
    linked = read_shared(text, this_server(), None, session.context, _take())
    return {**linked.data}, linked.notes


def _take() -> Take | None:
    chosen = request.form.get("take")
    return "lines" if chosen == "lines" else "code" if chosen == "code" else None


def _check(game: GameSystem, data: JsonMapping, claim: Claim | None) -> Check:
    """Return the check of a document, with the cards of this browser's packs in use where a build needs them."""
    is_build = not is_house_rules(data) and not is_pack(data, game.kinds, game.model.model_fields)
    document = to_document(embed_packs_in_use(session.visitor(game), data)[0]) if is_build else data
    return check_answer(document, game, claim=claim)


def _import_document(game: GameSystem, data: JsonMapping) -> tuple[Build, str]:
    """Return an imported document as a build, and a message about it; InvalidInput where it is not one."""
    build, packs = embed_packs_in_use(session.visitor(game), data)
    if not packs:
        return build, "Imported."
    return build, f"Imported. It names cards of your packs in use, so the build keeps a copy of {', '.join(packs)}."
