"""A card of a pack: its form with a message at each field; saved as a card or an unfinished row; removed.

The fields themselves are made in `card_form`.
"""

from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data import packs as core
from companion.data.card_files import RowEntry
from companion.data.cells import write_cells
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.printing.faces.pictures import MOST_BYTES
from companion.storage.config import StorageError
from companion.storage.store import Document
from companion.web.packs import card_form
from companion.web.packs.card_picture import SentPicture, allow_picture, read_sent, refuse_picture
from companion.web.packs.routes import PACK
from companion.web.shared.documents import change
from companion.web.shell import oversized, session
from companion.web.shell.lookup import find_game, posted_form

bp = Blueprint("pack_cards", __name__)
bp.url_value_preprocessor(allow_picture)
LONGEST_PASTED = 20_000
"""The most characters of a pasted card."""
Answer = str | tuple[str, int] | Response | WerkzeugResponse


@dataclass(frozen=True)
class CardForm:
    """A card's form, filled, with the pack that the card is for, the shipped card that it changes, and its picture."""

    game: GameSystem
    document: Document
    page: card_form.CardPage
    below: JsonMapping | None
    picture: SentPicture


@bp.get("/<slug>/packs/<document_id>/card")
def card(slug: str, document_id: str) -> Answer:
    """Show a card's form: a new one, one of the pack, a shipped one, or an unfinished row."""
    game = find_game(slug)
    document = PACK.find_changeable(game, document_id)
    kind, typed = _find_opened_card(game, document)
    below = _shipped_record(game, kind, typed.get("id", ""))
    page = card_form.card_page(kind, game.catalogue, typed, below)
    row = request.args.get("row", type=int)
    if row is not None and (entry := core.read_draft(document.data["unfinished"][row], game.catalogue)):
        page.complain(m for _, wrong in game.catalogue.partition([entry]).wrong for m in wrong)
    return _card_page(CardForm(game, document, page, below, SentPicture(typed.get("picture", ""))))


def _find_opened_card(game: GameSystem, document: Document) -> tuple[str, dict[str, str]]:
    """Return the kind and cells that the address asks for; 404 where there is no such card."""
    query = request.args
    row = query.get("row", type=int)
    if row is not None:
        waiting = document.data.get("unfinished", ())
        entry = core.read_draft(waiting[row], game.catalogue) if 0 <= row < len(waiting) else None
        return (entry.kind, dict(entry.cells or {})) if entry else abort(404)
    name = query.get("card", "")
    if not name:
        kind = query.get("kind", next(iter(game.kinds)))
        return (kind, {}) if kind in game.kinds else abort(404)
    own = _record(game, document, name)
    if own:
        return own[0], write_cells(own[1], game.kinds[own[0]])
    if name in game.catalogue.raw:
        return game.catalogue.raw[name][0], {"id": name}
    return abort(404)


def _record(game: GameSystem, document: Document, card_id: str) -> tuple[str, JsonMapping] | None:
    for kind, records in core.card_tables(document.data).items():
        for record in records:
            if record.get("id") == card_id and kind in game.kinds:
                return kind, record
    return None


def _shipped_record(game: GameSystem, kind: str, card_id: str) -> JsonMapping | None:
    shipped = game.catalogue.raw.get(card_id)
    return shipped[1] if shipped and shipped[0] == kind else None


def _card_page(form: CardForm, status: int = 200, pasted: str = "", is_stale: bool = False) -> Answer:
    name = request.args.get("card", "")
    own = _record(form.game, form.document, name) if name else None
    given = {"own": own, "was": _print(own), "stale": is_stale, "asked": request.args.to_dict()}
    limits = {"longest": LONGEST_PASTED, "picture_bytes": MOST_BYTES}
    pastes = form.page.kind in form.game.paste_readers
    page = render_template("packs/card.html", **vars(form), **given, **limits, pastes=pastes, pasted=pasted)
    return page, status


def _print(own: tuple[str, JsonMapping] | None) -> str:
    return core.digest({own[0]: [own[1]]}) if own else ""


@bp.post("/<slug>/packs/<document_id>/card")
def save_card(slug: str, document_id: str) -> Answer:
    """Save a card, or what was typed of it as an unfinished row; nothing typed is lost."""
    game = find_game(slug)
    document = PACK.find_changeable(game, document_id)
    name, row = request.args.get("card", ""), request.args.get("row", type=int)
    fields, form = _read_posted_form(game, document)
    page, picture = form.page, form.picture
    cells = card_form.read_cells(fields, page) | ({"picture": picture.name} if picture.name else {})
    if card_form.MORE in fields:
        return _card_page(form)
    if "fill" in fields:
        return _fill_from_text(form, fields.last("pasted"))
    own = _record(game, document, name) if name else None
    if own and request.form.get("was-digest") not in (None, _print(own)) and "anyway" not in fields:
        return _card_page(form, 409, is_stale=True)
    if picture.error:
        return _card_page(form, 422)
    try:
        if "keep-draft" in fields:
            return _keep_draft(form, cells, row)
        entry = card_form.read_card(page, cells, game.catalogue)
        _refuse_taken_id(game, document, entry, name, page)
        change(document, lambda data: _replace_entry(data, entry, None, name, row), picture.coming)
    except InvalidInput as error:
        _show_general_error(page, error)
        return _card_page(form, 422)
    except StorageError as error:
        page.form.general = [error.public]
        return _card_page(form, error.status)
    session.say(f"{_card_name(game, entry)} is saved." + (" It changes the shipped card." if form.below else ""))
    if "save-next" in fields:
        return redirect(url_for("pack_cards.card", slug=slug, document_id=document_id, kind=page.kind), 303)
    return PACK.redirect_to_page(game, document_id)


def _read_posted_form(game: GameSystem, document: Document) -> tuple[FormData, CardForm]:
    """Return what was posted, and the form filled with it; a shipped card keeps its id."""
    kind, before = _find_opened_card(game, document)
    fields, name = posted_form(), request.args.get("card", "")
    shipped = before.get("id", "") if name and not _record(game, document, name) else ""
    if shipped:
        fields = FormData({**fields, "id": [shipped]})
    below = _shipped_record(game, kind, fields.last("id").strip())
    page = card_form.read_posted_page(kind, game.catalogue, fields, below)
    return fields, CardForm(game, document, page, below, read_sent(before.get("picture", "")))


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(_: RequestEntityTooLarge) -> Answer:
    """Show the form again as it was typed, without the file that is too large."""
    most, text = request.max_content_length or 0, request.max_form_memory_size or 0
    request.form, request.files = oversized.read_fields(most, text), ImmutableMultiDict()
    address = request.view_args or {}
    try:
        game = find_game(address["slug"])
        form = _read_posted_form(game, PACK.find_changeable(game, address["document_id"]))[1]
    except HTTPException as error:  # The pack is not there, or is somebody else's.
        return current_app.make_response(current_app.handle_http_exception(error))
    form = replace(form, picture=refuse_picture(form.picture, request.content_length or 0))
    if not form.picture.error:
        form.page.form.general = ["What was typed is too long for a card: shorten it."]
    return _card_page(form, 413)


def _fill_from_text(form: CardForm, text: str) -> Answer:
    """Show the form filled from a pasted card, over what was typed; nothing is saved yet.

    Of a list that the pasted card has, nothing stays that stood behind its last entry.
    """
    page, catalogue = form.page, form.game.catalogue
    reader = form.game.paste_readers.get(page.kind)
    if reader is None:
        abort(404)
    pasted = reader(text[:LONGEST_PASTED])
    typed = {field.name: str(field.data) for field in page.form if isinstance(field.data, str) and field.data.strip()}
    entries = {_entry(path) for path in pasted.cells}
    lists = {name for name, number in entries if number}
    typed = {name: text for name, text in typed.items() if _entry(name)[0] not in lists or _entry(name) in entries}
    filled = card_form.card_page(page.kind, catalogue, {**typed, **pasted.cells}, form.below)
    filled.form.general += [f"Not read: {quote(line)}. Type it where it belongs." for line in pasted.unread]
    if not pasted.cells:
        filled.form.general.append("Nothing in the pasted text looks like a printed block with its headings.")
    return _card_page(replace(form, page=filled), pasted=text[:LONGEST_PASTED])


def _entry(path: str) -> tuple[str, str]:
    """Return the list that a cell belongs to, and the number of its entry; empty for a cell of no list."""
    name, _, rest = path.partition(".")
    number = rest.partition(".")[0]
    return name, number if number.isdecimal() else ""


def _keep_draft(form: CardForm, cells: dict[str, str], row: int | None) -> Answer:
    """Save what was typed as an unfinished row; where nothing was typed, nothing is saved. InvalidInput: no room."""
    if not cells:
        return PACK.redirect_to_page(form.game, form.document.reference)
    draft = {"kind": form.page.kind, "cells": cells}
    name = request.args.get("card", "")
    change(form.document, lambda data: _replace_entry(data, None, draft, name, row), form.picture.coming)
    session.say("Saved as unfinished. Nothing uses it until you finish it.")
    return PACK.redirect_to_page(form.game, form.document.reference)


def _show_general_error(page: card_form.CardPage, error: InvalidInput) -> None:
    """Show above the form an error of no single field: a pack that is too large."""
    if not page.form.general and not any(field.errors for field in page.form):
        page.form.general = [str(input_error) for input_error in error.input_errors]


def _card_name(game: GameSystem, entry: RowEntry) -> str:
    shipped = game.catalogue.cards.get(entry.id)
    return str(entry.record.get("name") or (shipped.name if shipped else entry.id))


def _replace_entry(
    data: JsonMapping, entry: RowEntry | None, draft: JsonObject | None, name: str, row: int | None
) -> JsonObject:
    """Return the pack with a card or an unfinished row, replacing the row or the card it was opened from."""
    changed: JsonMapping = core.remove_draft(data, row) if row is not None else data
    if name and (draft is not None or (entry and entry.id != name)):
        changed = core.remove_card(changed, name)
    return core.add_entries(changed, [entry] if entry else [], [draft] if draft else [])


def _refuse_taken_id(
    game: GameSystem, document: Document, entry: RowEntry, name: str, page: card_form.CardPage
) -> None:
    """Refuse a new card with an id that another card of the pack has."""
    if entry.id == name or not _record(game, document, entry.id):
        return
    error = InputError("id", quote(entry.id), "another id: this pack has a card with this one; open that card")
    page.complain([error])
    raise InvalidInput(error)


@bp.post("/<slug>/packs/<document_id>/remove")
def remove(slug: str, document_id: str) -> Answer:
    """Remove a card or an unfinished row from a pack; the previous version keeps it."""
    game = find_game(slug)
    document = PACK.find_changeable(game, document_id)
    name, row = request.form.get("card", ""), request.form.get("row", type=int)
    if row is not None:
        change(document, lambda data: core.remove_draft(data, row))
    else:
        change(document, lambda data: core.remove_card(data, name))
    session.say("Removed from the pack. The previous version still has it.")
    return PACK.redirect_to_page(game, document_id)
