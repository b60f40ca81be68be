"""Import of a build, a pack or house rules: a file, a zip, a pasted text or link becomes a document of this browser.

Only the pages are here: `companion.data.documents` parses texts, `verbs.shared_builds` what people send each other,
`web.packs.files` packs.
"""

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping
from companion.data import documents
from companion.data.documents import Build, parse, to_document
from companion.data.packs import is_pack
from companion.game_system.system import GameSystem
from companion.gamekit.house_rules import is_house_rules
from companion.storage.config import StorageError
from companion.verbs.names import game_of
from companion.verbs.shared_builds import EditedList, Take, is_document, read_shared
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
Answer = str | tuple[str, int] | Response | WerkzeugResponse


@bp.get("/import")
def import_page() -> Answer:
    """Ask for a file or pasted text."""
    return render_template("builds/import.html", text="", input_errors=(), is_edited=False)


@bp.post("/import")
def import_build() -> Answer:
    """Save a build, a pack or house rules from a file or pasted text as this browser's own."""
    text = request.form.get("text", "")
    try:
        sent = read_sent_pack("a document in TOML or JSON")
        name, text = sent.name, sent.text
        if name.lower().endswith((".csv", ".tsv")):
            wanted = "TOML or JSON: import rows in their game’s Card packs"
            raise InvalidInput(InputError(name, "rows, which name no game", wanted))
        data = parse(text, name or "the text") if name or is_document(text) else _read_pasted(text)
        game = game_of(data)
        if is_house_rules(data):
            return save_house_rules(game, game.read_house_rules(data), "Imported and in use.")
        if is_pack(data, game.kinds, game.model.model_fields):
            return save_sent_pack(game, sent)
        build, message = _import_document(game, data)
        document = session.store().create(session.owner(), game.slug, to_document(build))
    except (InvalidInput, StorageError) as error:
        sentences, status = sentences_of(error)
        shown = {"text": text[: documents.LONGEST], "is_edited": isinstance(error, EditedList)}
        return render_template("builds/import.html", input_errors=sentences, **shown), status
    session.say(message)
    return BUILD.redirect_to_page(game, document.id)


def _read_pasted(text: str) -> JsonMapping:
    """Return the document that a pasted list says, or a copy of the build that a link leads to."""
    chosen = request.form.get("take")
    take: Take | None = "lines" if chosen == "lines" else "code" if chosen == "code" else None
    return {**read_shared(text, this_server(), None, session.context, take).data}


def _import_document(game: GameSystem, data: JsonMapping) -> tuple[Build, str]:
    """Return an imported document as a build, and a message about it; InvalidInput where it is not one."""
    build, packs = embed_packs_in_use(session.visitor(game), data)
    if not packs:
        return build, "Imported."
    return build, f"Imported. It names cards of your packs in use, so the build keeps a copy of {', '.join(packs)}."
