"""The page for custom cards, of any game or none: typed, pasted or uploaded; previewed, printed, exported."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import megabytes
from companion.extras import custom as extras
from companion.limits.budget import OverBudget, begin_file
from companion.printing.custom import card_looks, custom_cards
from companion.printing.custom.card_columns import PART_TITLES, CardColumn, NoTitleColumn
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.custom.table_options import MOST_CHOSEN
from companion.printing.export import filenames, formats
from companion.printing.export.options import ExportOptions
from companion.printing.faces import pictures
from companion.printing.sheets import papers, printer_runs
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fonts import CannotPrint
from companion.storage import pictures as kept
from companion.storage.config import StorageError
from companion.web.custom import (
    carried_fields,
    custom_request,
    galleries,
    numbers,
    picture_decks,
    prepared_cards,
    previews,
    sent_cards,
)
from companion.web.custom.custom_request import CustomForm, CustomRequest
from companion.web.custom.prepared_cards import PreparedCards
from companion.web.custom.previews import FacePreview
from companion.web.custom.sent_cards import SentCards
from companion.web.printing import exporting as export_page
from companion.web.printing import printers, refusals
from companion.web.shell import oversized, streams
from companion.web.shell.security import limit_route

bp = Blueprint("custom", __name__)
LARGEST_POST = 60_000_000
REST_OF_POST = 1_000_000
"""Bytes of a request that are kept free for what is not a file."""
LARGEST_TEXT = 25_000_000
"""Of a request without its files."""
MOST_FIELDS = 2000
"""Of a request: each picture has a field, and each card on the page one for its number."""
CHOSEN = {
    card_looks.BESIDE: f"a picture chosen under “{custom_request.LABELS['pictures']}”",
    card_looks.TYPEFACE_BESIDE: f"a typeface chosen under “{custom_request.LABELS['pictures']}”",
}
"""Where this page looks for a picture that a card names, and for a typeface: it has no folder of the cards."""
_FILE = re.compile("file(?:-([1-9]|fronts|backs))?")
"""Button values that ask for a file; the number is the pass through the printer, or one side of all sheets."""


@bp.url_value_preprocessor
def _larger(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow larger requests: only this page accepts pictures."""
    request.max_content_length = LARGEST_POST
    request.max_form_memory_size = min(LARGEST_TEXT, LARGEST_POST)
    request.max_form_parts = MOST_FIELDS


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(_: RequestEntityTooLarge) -> tuple[str, int]:
    found = f"more than {megabytes(LARGEST_POST)}"
    wanted = "less at a time: send fewer pictures, or smaller ones"
    request.form, request.files = oversized.read_fields(LARGEST_POST, LARGEST_TEXT), ImmutableMultiDict()
    sent = SentCards(text=request.form.get("text", sent_cards.EXAMPLE), asked=_asked_kind())
    with suppress(InvalidInput):
        sent_cards.fill(sent)
    kept = "None of these files was taken; what was sent before is still here. Look at the options again."
    return _page(sent, wrong=(str(InputError("Your files", found, wanted)), kept)), 413


def _asked_kind() -> str:
    """Return the kind of cards that the address asks for; empty where it asks for none."""
    kind = request.args.get("of", "")
    return kind if kind in (sent_cards.ROWS, sent_cards.PICTURES) else ""


@bp.get("/custom-cards")
def show() -> str:
    """Ask for the kind of cards; show the form for it, with an example in it."""
    kind = _asked_kind()
    return _page(SentCards(asked=kind)) if kind else render_template("custom/choose.html", **_limits())


@bp.post("/custom-cards")
@limit_route("60 per minute")
def make() -> WerkzeugResponse | tuple[str, int] | str:
    """Preview the cards or send the file, whichever button was pressed; unreadable input is shown again as typed.

    `turn` goes on with the other kind of cards and what was sent, or with pictures that no card names as cards.
    """
    sent = SentCards(text=request.form.get("text", ""), asked=_asked_kind())
    pressed = _FILE.fullmatch(request.form.get("do", ""))
    if pressed:
        begin_file()
    try:
        sent_cards.fill(sent)
        if request.form.get("turn") == "as-cards":
            sent.take_as_cards(request.form.getlist("unnamed"))
        elif "turn" in request.form:
            return _page(sent)
        options = custom_request.read_request(sent.typed_options, printers.all_printers())
        ready = prepared_cards.prepare_cards(sent, options)
        if pressed:
            file = _file(options, ready, pressed[1] or "")
            if file:
                return file
        return _page(
            sent, prepared_cards.add_sheets(ready, options), preview=previews.preview_sent_cards(sent, options)
        )
    except InvalidInput as error:
        if sent.kind == sent_cards.PICTURES:
            cards = None if isinstance(error, OverBudget) else _prepare_rest(sent)
            rest = cards is not None and sent.typed.get("skip_bad") != "yes"
            return _page(sent, cards, wrong=_sentences(error), rest=rest), 422
        preview, columns = _preview_rest(sent)
        rest = error.hint == custom_cards.SKIP_HINT
        return _page(sent, wrong=_sentences(error), rest=rest, preview=preview, columns=columns), 422
    except StorageError as error:
        return _page(sent, wrong=(error.public,)), error.status
    except CannotPrint as error:
        # The page shows every card all the same, and marks on each what does not fit.
        preview = previews.preview_sent_cards(sent, options)
        rest = bool(error.hint) and sent.typed.get("skip_bad") != "yes"
        return _page(sent, wrong=error.sentences, rest=rest, preview=preview), 422


def _prepare_rest(sent: SentCards) -> PreparedCards | None:
    """Return the cards of a deck of pictures without what cannot be read; None if nothing remains."""
    try:
        options = custom_request.read_request(sent.typed_options, printers.all_printers())
        skipping = options.print_options.model_copy(update={"skip_bad": True})
        return replace(prepared_cards.prepare_cards(sent, replace(options, print_options=skipping)), notes=())
    except InvalidInput:
        return None


def _preview_rest(sent: SentCards) -> tuple[FacePreview | None, tuple[CardColumn, ...]]:
    """Return the faces of the cards that can be read, if any, and the columns where none has the titles."""
    try:
        options = custom_request.read_request(sent.typed_options, printers.all_printers())
        return previews.preview_sent_cards(sent, options), ()
    except OverBudget:
        raise
    except NoTitleColumn as error:
        return None, error.columns
    except InvalidInput:
        return None, ()


@bp.post("/custom-cards/faces")
@limit_route("120 per minute")
def faces() -> WerkzeugResponse:
    """Return the first faces while the cards or their layout are typed, as a part of the page in JSON."""
    sent = SentCards(text=request.form.get("text", ""), asked=sent_cards.ROWS)
    given: dict[str, Any] = {"preview": None, "wrong": (), "ready": None}
    try:
        sent_cards.fill(sent)
        given["preview"] = shown = previews.preview_sent_cards(
            sent, custom_request.read_request(sent.typed_options, printers.all_printers())
        )
        given["wrong"] = _labelled(shown.unreadable) if shown else ()
    except InvalidInput as error:
        given["wrong"] = _sentences(error)
    html = render_template("custom/faces.html", **given)
    readable = given["preview"] is not None
    return jsonify(
        html=html,
        readable=readable,
        layout=sent.layout.shown_text,
        look=sent.layout.look,
        looks=previews.look_pictures(sent, _format_name(sent)) if readable else {},
    )


def _format_name(sent: SentCards) -> str:
    """Return the name of the chosen format; empty where it cannot be read, which is told elsewhere."""
    name = sent.typed.get("own_format") or sent.typed.get("format", "")
    try:
        return papers.find_format(name).name if name else ""
    except InvalidInput:
        return ""


@bp.post("/custom-cards/pictures")
@limit_route("120 per minute")
def keep_part() -> WerkzeugResponse:
    """Keep some of a form's pictures, which it sends in parts; return in JSON what the form then has of them."""
    sent = SentCards()
    wrong: tuple[str, ...] = ()
    try:
        sent_cards.fill(sent)
    except InvalidInput as error:
        wrong = _sentences(error)
    except StorageError as error:
        wrong = (error.public,)
    bad = (*sent.deck.bad, *(one for error in sent.bad.values() for one in error.input_errors))
    fields = {"deck_kept": [f"{key} {path}" for path, key in sent.deck.files]}
    fields |= {"kept": [f"{key} {name}" for name, key in sent.pictures.items()], "deck_title": [sent.deck.title]}
    fields["deck_list"] = [sent.deck.deck_list]
    return jsonify(kept=fields, wrong=[*wrong, *map(str, bad)])


@bp.get("/custom-cards/pictures/<key>.jpg")
def kept_picture(key: str) -> WerkzeugResponse:
    """Show a picture of a form in small, by the key that the form has for it."""
    try:
        small = pictures.thumbnail(kept.find(key), "picture", turned=_asked_turn())
    except (FileNotFoundError, InvalidInput):
        abort(404)
    return streams.private_picture(Response(small, mimetype="image/jpeg"), 3600)


@bp.get("/custom-cards/pictures/<key>/<int:page>/<int:cell>.jpg")
def cut_card(key: str, page: int, cell: int) -> WerkzeugResponse:
    """Show a card on a sheet of a PDF in small: its page and its number there, both from 0.

    The query has the `size` of a card as a format is written, and `cut` and `gap` as the form has them.
    """
    try:
        drawn = picture_decks.draw_cut_card(key, page, cell, request.args)
        small = pictures.thumbnail(drawn, "card", turned=_asked_turn())
    except (FileNotFoundError, InvalidInput):
        abort(404)
    return streams.private_picture(Response(small, mimetype="image/jpeg"), 3600)


def _asked_turn() -> int:
    turned = request.args.get("turned", "")
    return int(turned) if turned in ("90", "-90") else 0


def _sentences(error: InvalidInput) -> tuple[str, ...]:
    """Return the errors, a sentence each; one that costs too much has its own."""
    if isinstance(error, OverBudget):
        return (str(error),)
    return _labelled(error.input_errors)


def _labelled(errors: Sequence[InputError]) -> tuple[str, ...]:
    """Return input errors as sentences in the words of this page; empty for none."""
    refused = refusals.label_errors(InvalidInput(*errors), custom_request.LABELS).input_errors
    return tuple(str(replace(one, expected=CHOSEN.get(one.expected, one.expected))) for one in refused)


def _page(
    sent: SentCards,
    ready: PreparedCards | None = None,
    wrong: tuple[str, ...] = (),
    rest: bool = False,
    preview: FacePreview | None = None,
    columns: tuple[CardColumn, ...] = (),
) -> str:
    printer = printers.all_printers().get(sent.typed.get("printer", ""))
    given: dict[str, Any] = {"form": CustomForm.of(sent.typed, printer), "kinds": formats.KINDS}
    given |= {"printers": printers.browser_printers(), "machine": printers.machine_printers()}
    given |= {"show_all": refusals.is_about_fields(wrong, PrintOptions, ExportOptions)}
    given |= {"symbols": tuple(SYMBOLS), "languages": LANGUAGES, "sets": SETS, **_limits()}
    if sent.kind == sent_cards.ROWS:
        given["look_pictures"] = previews.look_pictures(sent, _format_name(sent))
    given["sheet"] = _shown_sheet(sent)
    given["hidden"] = () if preview or (ready and ready.gallery.cards) else numbers.hidden_inputs(sent.numbers)
    given["card_size"] = ready.decks[0].format if ready and ready.decks else papers.FORMATS[0]
    given["question"] = galleries.ask_about_pages(sent.deck.files, sent.typed.get("pdf_pages", ""))
    given["unnamed"] = ready.unnamed if ready else () if sent.text.strip() else tuple(sent.pictures)
    columns = (columns or (preview.columns if preview else ()))[:MOST_CHOSEN]
    given |= {"columns": columns, "part_titles": PART_TITLES, "carried": carried_fields.list_carried(sent, columns)}
    return render_template(
        "custom/cards.html", sent=sent, ready=ready, wrong=wrong, rest=rest, preview=preview, **given
    )


def _shown_sheet(sent: SentCards) -> picture_decks.ShownSheet | None:
    """Return the first page of a PDF of sheets with the grid that the form says; with that found if it says none."""
    if sent.kind != sent_cards.PICTURES:
        return None
    try:
        options = custom_request.read_request(sent.typed_options, printers.all_printers())
    except InvalidInput:
        return None
    return picture_decks.show_sheet(sent.deck, options.cards.size, options.pictures)


def _limits() -> dict[str, int]:
    """Return how many pictures, and how many bytes, may be sent."""
    limits = {"most_in_deck": picture_decks.MOST, "most_for_rows": sent_cards.MOST_PICTURES}
    return limits | {"most_sent": LARGEST_POST - REST_OF_POST, "most_in_picture": pictures.MOST_BYTES}


SETS = (
    (extras.CARDS, "The cards"),
    (f"{extras.CARDS} {extras.BOXES}", "The cards, and a box to fold for them"),
    (extras.BOXES, "A box to fold for the cards"),
)
"""What can be printed, as the page calls it."""
LANGUAGES = (
    ("en", "English"),
    ("de", "German"),
    ("fr", "French"),
    ("es", "Spanish"),
    ("it", "Italian"),
    ("nl", "Dutch"),
    ("pl", "Polish"),
    ("pt", "Portuguese"),
    ("sv", "Swedish"),
    ("el", "Greek"),
    ("ru", "Russian"),
    ("uk", "Ukrainian"),
)


def _file(asked: CustomRequest, ready: PreparedCards, part: str) -> Response | None:
    """Return the file; of a print, that for so many times through the printer, as far as there are so many.

    `part` is the time, or `fronts` or `backs` for one side of all sheets. None where it is empty and the paper goes
    through more than once: the page shows a button for each.
    """
    if part in ("fronts", "backs"):
        asked = replace(asked, print_options=asked.print_options.model_copy(update={"sides": part}))
    run = int(part) if part.isdecimal() else 0
    name = filenames.slug(ready.title) or "cards"
    if asked.to == "print":
        runs = printer_runs.runs(prepared_cards.print_job(ready, asked))
        if not run and len(runs) > 1:
            return None
        chosen = runs[max(run, 1) - 1 :][:1] or abort(404)
        return streams.pdf_file(chosen[0].job, f"{name}{'-' * bool(chosen[0].file)}{chosen[0].file}.pdf")
    files = formats.files(ready.decks, asked.export_job(ready.title))
    return export_page.send_files(files, asked.export_options.to, f"{name}-{asked.to}")
