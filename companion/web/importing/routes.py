"""The page *Open*: what is pasted or chosen there is recognised, and then saved, restored or checked.

Only the page is here: `companion.data.documents` parses texts, `verbs.shared_builds` what people send each other,
`web.packs.files` packs, `web.library.everything` a player's own file, `web.tables.checking` the log of a table.
"""

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping
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
from companion.web.importing.recognized import find_table_link, is_table_file
from companion.web.library import everything
from companion.web.packs.routes import save_sent_pack
from companion.web.packs.sent_packs import allow_zip, read_sent_pack
from companion.web.shared.build_packs import embed_packs_in_use
from companion.web.shared.open_page import open_page
from companion.web.shell import session
from companion.web.shell.errors import sentences_of
from companion.web.shell.site_url import this_server
from companion.web.tables.checking import answer_table

bp = Blueprint("importing", __name__)
bp.url_value_preprocessor(allow_zip)
ONLY_CHECK = "check"
"""The button that says what was sent and whether it is right, and stores nothing."""
WANTED = "a document in TOML or JSON"
Answer = str | tuple[str, int] | Response | WerkzeugResponse


@bp.get("/open")
def import_page() -> Answer:
    """Ask for a file or pasted text."""
    return open_page()


@bp.get("/import")
@bp.get("/statement")
@bp.get("/library/restore")
@bp.get("/tables/verify")
def former_page() -> Answer:
    """Redirect from the pages that each opened one kind of file or text before 0.19."""
    return redirect(url_for("importing.import_page", **request.args.to_dict(flat=False)), 301)  # type: ignore[arg-type]


@bp.post("/statement")
def check_statement_text() -> Answer:
    """Answer a form of the former statement page as *Only check* does; nothing is stored."""
    return _answer(only_check=True)


@bp.post("/import")
@bp.post("/open")
def import_build() -> Answer:
    """Save what was sent as this browser's own, restore it, or check it, as it is what it is."""
    return _answer(only_check=ONLY_CHECK in request.form)


def _answer(only_check: bool) -> Answer:
    text = request.form.get("text", "")
    try:
        sent_file = request.files.get("file")
        if sent_file is not None and everything.is_owner_file(sent_file):
            return everything.answer_owner_file(only_count=only_check)
        sent = read_sent_pack(WANTED)
        name, text = sent.name, sent.text
        if name.lower().endswith((".csv", ".tsv")):
            wanted = "TOML or JSON: import rows in their game’s Card packs"
            raise InvalidInput(InputError(name, "rows, which name no game", wanted))
        if is_table_file(text):
            return answer_table(text)
        if address := find_table_link(text, this_server()):
            return redirect(address, 303)
        data, notes = _read_pasted(name, text)
        game = game_of(data)
        claim = find_claim(text, data)
        if only_check:
            return open_page(text, checked=_check(game, data, claim), notes=notes, kind=_describe(game, data))
        if is_house_rules(data):
            return save_house_rules(game, game.read_house_rules(data), "Imported and in use.")
        if is_pack(data, game.kinds, game.model.model_fields):
            return save_sent_pack(game, sent)
        build, message = _import_document(game, data)
        document = session.store().create(session.owner(), game.slug, to_document(build))
    except (InvalidInput, StorageError) as error:
        sentences, status = sentences_of(error)
        return open_page(text, status, input_errors=sentences, edited=error if isinstance(error, EditedList) else None)
    said = statement_sentences(check_claim(claim, game)) if claim else ()
    session.say(" ".join((message, *notes, *said)))
    return BUILD.redirect_to_page(game, document.id)


def _describe(game: GameSystem, data: JsonMapping) -> str:
    """Return what a document is, in words."""
    if is_house_rules(data):
        return f"House rules for {game.title}"
    if is_pack(data, game.kinds, game.model.model_fields):
        return f"A card pack for {game.title}"
    return f"A {game.build_noun} for {game.title}"


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
