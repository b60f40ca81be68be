"""The pages of card packs: the list, a pack, imports into it, using it or not.

A pack's single cards are in `cards`, its files in `files`, the routes it shares with builds in `web.shared.documents`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import one_line
from companion.data import columns
from companion.data import packs as core
from companion.data.card_files import RowEntry
from companion.data.cards import Catalogue
from companion.data.cells import write_cells
from companion.data.documents import LONGEST, CarriedPack, read_as
from companion.game_system import history
from companion.game_system.system import GameSystem
from companion.printing.faces import card_pictures
from companion.storage.card_pictures import Pictures
from companion.storage.config import StorageError
from companion.storage.store import Document
from companion.web.packs import files
from companion.web.packs.sent_packs import SentPack, allow_zip, read_sent_pack
from companion.web.shared.documents import DocumentKind, add_routes, change, new_key
from companion.web.shell import session
from companion.web.shell.errors import Sentences, sentences_of
from companion.web.shell.lookup import find_game, redirect_moved
from companion.web.shell.session import PackInUse

bp = Blueprint("packs", __name__)
bp.url_value_preprocessor(allow_zip)
Answer = str | tuple[str, int] | Response | WerkzeugResponse


PACK: DocumentKind = DocumentKind(
    name="pack",
    page="packs.show",
    shelf=lambda game: url_for("gallery.show", slug=game.slug, tab="packs"),
    check=lambda game, data: read_as(CarriedPack, {"title": data["title"]}),
    read_version=history.PackVersion,
    changes=history.pack_changes,
    exports={"toml": files.to_toml, "json": files.to_json, "csv": files.to_csv, "zip": files.to_zip},
    copy_data=lambda data: {**data, "key": new_key()},
    forms=lambda game, document: PACK.exported_files(
        game, document, [kind for kind in PACK.exports if kind != "zip" or _named_pictures(document)]
    ),
    after_delete="Builds that use it keep their copy.",
)
add_routes(bp, PACK)


def _named_pictures(document: Document) -> list[object]:
    """Return what a pack's cards and unfinished rows name as their pictures, as it is stored."""
    tables = core.card_tables(document.data).values()
    cells = (row.get("cells", {}) for row in document.data.get("unfinished", ()))
    return [named for record in chain(*tables, cells) if (named := record.get("picture"))]


@bp.get("/<slug>/packs")
def index(slug: str) -> Answer:
    """Redirect the former address of a game's packs."""
    return redirect_moved("gallery.show", slug=slug, tab="packs")


def packs_tab(game: GameSystem, text: str = "", wrong: Sentences = (), status: int = 200, kind: str = "") -> Answer:
    """Show a game's packs, those in use first, and how to start one; `text` and `wrong` where one cannot be read."""
    name, visitor = session.known_owner(), session.visitor(game)
    gone = session.store().list(name, game.slug, deleted=True, kind="pack") if name else ()
    used = {document.id for document in visitor.packs}
    shown_here = {
        "mine": visitor.own_packs,
        "damaged": [d for d in visitor.stored_packs if d.damage],
        "gone": gone,
        "used": used,
        "others": _packs_of_others(visitor),
        "count": core.count_cards,
    }
    typed = {"text": text, "title": request.form.get("title", ""), "card_kind": kind}
    return render_template("packs/index.html", game=game, input_errors=wrong, **typed, **shown_here), status


@bp.post("/<slug>/packs")
def create(slug: str) -> Answer:
    """Start a pack: an empty one with a title, or one from a file or pasted text."""
    game = find_game(slug)
    sent = SentPack()
    try:
        sent = read_sent_pack("a pack in TOML, JSON or CSV")
        title, kind = request.form.get("title", "").strip(), request.form.get("card-kind", "")
        page = save_sent_pack(game, sent, title, kind)
        return redirect(f"{page.location}/grid", 303) if request.form.get("then") == "grid" else page
    except (InvalidInput, StorageError) as error:
        return packs_tab(game, _text_to_show(sent.text), *sentences_of(error), _kind(game, sent.name))


def _packs_of_others(visitor: session.Visitor) -> dict[PackInUse, Document | None]:
    """Return the packs in use that somebody else shares, and those that are shared no longer."""
    own = {document.id for document in visitor.stored_packs}
    return {pack: there for pack, there in visitor.chosen_packs.items() if pack.name not in own}


def _text_to_show(text: str) -> str:
    """Return the text to show again with its errors: the pasted text, where no file could be read."""
    return (text or request.form.get("text", ""))[:LONGEST]


def _kind(game: GameSystem, name: str) -> str:
    """Return the kind of the rows: the chosen one, or the one in the file's name."""
    stem = name.rpartition(".")[0]
    return stem if stem in game.kinds else request.form.get("card-kind", "")


def save_sent_pack(game: GameSystem, sent: SentPack, title: str = "", kind: str = "") -> WerkzeugResponse:
    """Save what was sent as a new pack of this browser and use it; InvalidInput where it is not one."""
    pack, message = new_pack(title), "The pack is created and in use. Enter its first card."
    if sent.text.strip():
        pack, message = files.add_file_rows(game, pack, sent, kind)
        pack["title"] = title or pack["title"] or sent.name.rpartition(".")[0][:120]
    return save_pack(game, pack, message, sent.pictures.coming)


def save_pack(game: GameSystem, pack: JsonObject, told: str, pictures: Pictures | None = None) -> WerkzeugResponse:
    """Save a pack as this browser's own and use it; InvalidInput where its title is not allowed."""
    read_as(CarriedPack, {"title": pack["title"]})
    if pack["key"] in {document.data.get("key") for document in session.visitor(game).own_packs}:
        pack = {**pack, "key": new_key()}
    made = session.store().create(session.owner(), game.slug, pack, "pack", pictures=pictures)
    session.use_pack(game, PackInUse(made.id))
    session.say(told)
    return PACK.redirect_to_page(game, made.id)


def new_pack(title: str) -> JsonObject:
    """Return an empty pack with a new key."""
    return {"title": title, "key": new_key()}


@bp.post("/<slug>/packs/adopt")
def adopt(slug: str) -> Answer:
    """Save a copy of a build's pack as this browser's own."""
    game = find_game(slug)
    build = session.saved_build(game, request.args.get("build", "")) or abort(404)
    key = request.form.get("adopt-pack", "")
    found = next((pack for pack in core.embedded_packs(build.data) if pack.get("key", "") == key), None) or abort(404)
    return save_pack(
        game, {**new_pack(str(found.get("title", ""))), **found}, "This pack is yours now: you can change it."
    )


@bp.get("/<slug>/packs/<document_id>")
def show(slug: str, document_id: str) -> Answer:
    """Show a pack: its unfinished rows, its cards, and forms to add more."""
    game = find_game(slug)
    return _page(game, PACK.find(game, document_id, request.args.get("version", type=int)))


def _page(
    game: GameSystem, document: Document, text: str = "", wrong: Sentences = (), status: int = 200, kind: str = ""
) -> Answer:
    pack = document.data
    tables = {kind: records for kind, records in core.card_tables(pack).items() if kind in game.kinds}
    entries = [RowEntry(kind, record, "") for kind, records in tables.items() for record in records]
    gone = [kind for kind in core.card_tables(pack) if kind not in game.kinds]
    checked = game.catalogue.partition(entries)
    broken = {entry.id: found for entry, found in checked.wrong}
    drafts = [_draft(game, number, row) for number, row in enumerate(pack.get("unfinished", ()))]
    mine = session.is_mine(document)
    visitor = session.visitor(game)
    used = next((pack for pack, there in visitor.chosen_packs.items() if there and there.id == document.id), None)
    shown_here = {"entries": _entries_by_kind(entries), "broken": broken, "drafts": drafts, "used": used, "gone": gone}
    with_pack = merge_one_pack(visitor, pack) if not broken and not gone else game.catalogue
    named = _named_pictures(document)
    strangers = {entry.id: told for entry, told in core.missing_references(entries, with_pack)}
    page = render_template(
        "packs/show.html",
        strangers=strangers,
        without_effect={} if with_pack is game.catalogue else _effect_notes(game, entries, with_pack),
        game=game,
        document=document,
        mine=mine,
        may_change=session.may_change(document),
        input_errors=wrong,
        text=text,
        card_kind=kind,
        brief=_cells_in_a_line,
        pictures_here=card_pictures.find_names(named),
        pictured=any(named),
        kinds=[(kind, kind.replace("-", " ").replace("_", " ").capitalize()) for kind in game.kinds],
        total=len(entries),
        **shown_here,
    )
    return page, status


def _effect_notes(game: GameSystem, entries: list[RowEntry], catalogue: Catalogue) -> dict[str, str]:
    """Return a note for each card that prints something without effect, by id."""
    cards = (catalogue.cards[entry.id] for entry in entries if entry.id in catalogue.cards)
    notes = ((card.id, core.describe_no_effect(game.unknown_effects(card, catalogue))) for card in cards)
    return {card: note for card, note in notes if note}


def merge_one_pack(visitor: session.Visitor, pack: JsonMapping) -> Catalogue:
    """Return the game's cards with one pack merged in; the packs in use are often just this one."""
    carried = [core.embed_pack(pack)]
    return visitor.catalogue if visitor.embedded_packs == carried else core.merge(visitor.game.catalogue, carried)


def _entries_by_kind(entries: list[RowEntry]) -> dict[str, list[RowEntry]]:
    by_kind: dict[str, list[RowEntry]] = {}
    for entry in entries:
        by_kind.setdefault(entry.kind, []).append(entry)
    return by_kind


def _cells_in_a_line(game: GameSystem, entry: RowEntry) -> str:
    """Return a card's cells in a line, each with its label as short as the card has it: without its name and id."""
    model = game.kinds[entry.kind]
    written = write_cells(entry.record, model)
    labels = {column.path: column.label.partition(", ")[0] for column in columns.columns(model, written)}
    left_out = ("id", "name", "origin", "picture", "text")
    return one_line(
        ", ".join(f"{labels.get(path, path)} {text}" for path, text in written.items() if path not in left_out)
    )


@dataclass(frozen=True)
class UnfinishedRow:
    """An unfinished row: its number, its place in the file, its kind and cells, and its errors by column."""

    number: int
    place: str
    kind: str
    cells: Mapping[str, str]
    notes: tuple[str, ...]


def _draft(game: GameSystem, number: int, row: JsonMapping) -> UnfinishedRow:
    place = one_line(str(row.get("place", "")))
    entry = core.read_draft(row, game.catalogue)
    if entry is None:
        return UnfinishedRow(number, place, "", {}, ("The game no longer has this kind of card: remove the row.",))
    checked = game.catalogue.partition([entry])
    messages = tuple(str(m) for _, wrong in checked.wrong for m in wrong)
    kept_said = row.get("said")
    stored = tuple(one_line(str(line), 300) for line in kept_said) if isinstance(kept_said, list) else ()
    fine = "It can be read now: open it and save it."
    return UnfinishedRow(number, place, entry.kind, entry.cells or {}, messages or stored or (fine,))


@bp.post("/<slug>/packs/<document_id>/upload")
def upload(slug: str, document_id: str) -> Answer:
    """Import a file's or a text's cards into a pack; a card with a known id replaces that card."""
    game = find_game(slug)
    document = PACK.find_changeable(game, document_id)
    sent = SentPack()
    try:
        sent = read_sent_pack("cards in TOML, JSON or CSV")
        if not sent.text.strip():
            raise InvalidInput(InputError("file", "nothing", "a file, or text in the box"))
        kind = request.form.get("card-kind", "")
        message = files.add_file_rows(game, dict(document.data), sent, kind)[1]
        change(document, lambda data: files.add_file_rows(game, dict(data), sent, kind)[0], sent.pictures.coming)
    except (InvalidInput, StorageError) as error:
        return _page(game, document, _text_to_show(sent.text), *sentences_of(error), _kind(game, sent.name))
    session.say(message)
    return PACK.redirect_to_page(game, document_id)


@bp.get("/<slug>/packs/sheet/<kind>.csv")
def sheet(slug: str, kind: str) -> Answer:
    """Send an empty CSV sheet for one kind of card: its columns alone."""
    game = find_game(slug)
    return files.empty_sheet(game, kind) if kind in game.kinds else abort(404)
