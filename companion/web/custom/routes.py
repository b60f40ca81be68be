"""The page for custom cards, of any game or none: typed, pasted or uploaded; previewed, printed, exported."""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from threading import Lock
from typing import Any

from cachetools import LRUCache, cached
from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.budget import OverBudget
from companion.extras import custom as extras
from companion.findings import InputError, InvalidInput
from companion.printing import pdf
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.custom.custom_cards import Pictures
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.export import card_files, filenames, shapes, shop_order
from companion.printing.export.options import ExportOptions
from companion.printing.faces import pictures
from companion.printing.faces.boxes import Deck, Format
from companion.printing.faces.lazy_pieces import copies
from companion.printing.pdf import preview
from companion.printing.sheets import feeding, layout
from companion.printing.sheets.checking import checked
from companion.printing.sheets.feeding import PrinterRun
from companion.printing.sheets.jobs import Sheet
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fonts import CannotPrint
from companion.storage import pictures as kept
from companion.storage.place import StorageTrouble
from companion.web import streams, uploads
from companion.web.custom import custom_request, layouts, picture_decks, previews
from companion.web.custom.custom_request import ACCENT, CustomForm, CustomRequest
from companion.web.custom.layouts import SentLayout
from companion.web.custom.picture_decks import SentDeck
from companion.web.custom.previews import FacePreview
from companion.web.export import routes as export_page
from companion.web.export.foreseen import refuse_large
from companion.web.printing import print_request, printers, refusals
from companion.web.security import limiter

bp = Blueprint("custom", __name__)
LARGEST_POST = 60_000_000
REST_OF_POST = 1_000_000
"""Bytes of a request that are kept free for what is not a file."""
LARGEST_TEXT = 25_000_000
"""Of a request without its files."""
MOST_PICTURES = 60
MOST_PICTURED = 2000
"""Cards that can be exported as pictures or single pages; for printing, a file's own limit holds."""
EXAMPLE = """title,type,text,attack,armour,symbol,copies
Rail Gun,Weapon,"Roll {d6} twice. Each {hit} goes through {shield}.",5,1,attack,2
Scout Drone,Scout,"Moves over other mechs {move}.",1,1,eye,1
"""
CHOSEN = f"a picture chosen under “{custom_request.LABELS['pictures']}”"
"""Where this page looks for a picture that a card names: it has no folder of the cards."""
UNUSED_LIST = (
    "The deck list counts for finished pictures alone, and here are none: cards in rows have a column “copies”."
)
_FILE = re.compile("file(?:-([1-9]))?")
"""What the buttons send that ask for a file, for so many times through the printer."""
SHEETS = 4
"""How many sides of the print are shown."""
LAST_SIDES = 24
"""How many of the last sides are looked through for boxes."""
_SHEET_DPI = 60


@dataclass
class Sent:
    """The contents of a form: the text as typed, and the keys of the uploaded pictures by name."""

    text: str = EXAMPLE
    name: str = ""
    typed: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)
    layout: SentLayout = SentLayout()
    deck: SentDeck = SentDeck()
    bad: dict[str, InvalidInput] = field(default_factory=dict)
    """Uploaded files that are not pictures, by name; the cards that use them get an error."""


@dataclass(frozen=True)
class PreparedCards:
    """Cards as decks, with notes about them."""

    title: str
    decks: tuple[Deck, ...]
    notes: tuple[str, ...]
    job: layout.Job | None = None
    """The print job, where they are printed."""
    runs: tuple[PrinterRun, ...] = ()
    """How its paper goes through the printer."""
    sheets: tuple[tuple[str, str], ...] = ()
    """The first sides of the job: a description, and a picture."""
    ink: preview.InkUsed = preview.InkUsed(0)
    """About how much ink the print takes."""

    @property
    def cards(self) -> int:
        """How many cards there are, copies and all."""
        return sum(count for deck in self.decks for count in copies(deck.pieces))


@bp.url_value_preprocessor
def _larger(_endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Allow larger requests: only this page accepts pictures."""
    request.max_content_length = LARGEST_POST
    request.max_form_memory_size = min(LARGEST_TEXT, LARGEST_POST)


@bp.errorhandler(RequestEntityTooLarge)
def _too_large(_: RequestEntityTooLarge) -> tuple[str, int]:
    found = f"more than {LARGEST_POST // 10**6} MB"
    wanted = "less at a time: send fewer pictures, or smaller ones"
    return _page(Sent(), wrong=(str(InputError("Your files", found, wanted)),)), 413


@bp.route("/own-cards", methods=["GET", "POST"])
def moved() -> WerkzeugResponse:
    """Redirect from the page's former address, with the posted form."""
    return redirect(url_for("custom.show"), 308 if request.method == "POST" else 301)


@bp.get("/custom-cards")
def show() -> str:
    """Show the form with an example in it."""
    return _page(Sent())


@bp.post("/custom-cards")
@limiter.limit("60 per minute")
def make() -> WerkzeugResponse | tuple[str, int] | str:
    """Preview the cards or send the file, whichever button was pressed; unreadable input is shown again as typed."""
    sent = Sent(text=request.form.get("text", ""))
    try:
        _fill(sent)
        asked = custom_request.read(sent.typed, printers.offered())
        ready = _ready(sent, asked)
        wanted = _FILE.fullmatch(request.form.get("do", ""))
        if wanted:
            file = _file(asked, ready, int(wanted[1] or 0))
            if file:
                return file
        return _page(sent, _with_sheets(ready, asked), preview=_previewed(sent, asked))
    except InvalidInput as error:
        return _page(sent, wrong=_sentences(error)), 422
    except StorageTrouble as error:
        return _page(sent, wrong=(str(error),)), 503
    except CannotPrint as error:
        # The page shows every card all the same, and marks on each what does not fit.
        preview = _previewed(sent, asked)
        rest = bool(error.hint) and sent.typed.get("skip_bad") != "yes"
        return _page(sent, wrong=error.sentences, rest=rest, preview=preview), 422


@bp.post("/custom-cards/faces")
@limiter.limit("120 per minute")
def faces() -> WerkzeugResponse:
    """Return the first faces while the cards or their layout are typed, as a part of the page in JSON."""
    sent = Sent(text=request.form.get("text", ""))
    given: dict[str, Any] = {"preview": None, "wrong": (), "ready": None}
    try:
        _fill(sent)
        given["preview"] = _previewed(sent, custom_request.read(sent.typed, printers.offered()))
    except InvalidInput as error:
        given["wrong"] = _sentences(error)
    html = render_template("custom/faces.html", **given)
    return jsonify(html=html, readable=not given["wrong"], layout=sent.layout.written, look=sent.layout.look)


def _sentences(error: InvalidInput) -> tuple[str, ...]:
    """Return what is wrong, a sentence each; what costs too much is one of its own."""
    if isinstance(error, OverBudget):
        return (str(error),)
    refused = refusals.labelled(error, custom_request.LABELS).input_errors
    return tuple(str(replace(one, expected=CHOSEN) if one.expected == custom_faces.BESIDE else one) for one in refused)


def _page(
    sent: Sent,
    ready: PreparedCards | None = None,
    wrong: tuple[str, ...] = (),
    rest: bool = False,
    preview: FacePreview | None = None,
) -> str:
    printer = printers.offered().get(sent.typed.get("printer", ""))
    given: dict[str, Any] = {"form": CustomForm.of(sent.typed, printer), "kinds": shapes.KINDS}
    given |= {"printers": printers.known(), "machine": printers.of_machine()}
    given |= {"show_all": refusals.of_fields(wrong, PrintOptions, ExportOptions)}
    given |= {"symbols": tuple(SYMBOLS), "languages": LANGUAGES, "sets": SETS, "most_in_deck": picture_decks.MOST}
    given["most_sent"] = LARGEST_POST - REST_OF_POST
    return render_template(
        "custom/cards.html", sent=sent, ready=ready, wrong=wrong, rest=rest, preview=preview, **given
    )


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


def _fill(sent: Sent) -> None:
    """Read the form into `sent` field by field, so that the readable fields are kept where another is not."""
    sent.typed = {name: text for name in custom_request.NAMES if (text := request.form.get(name, "").strip())}
    for pair in request.form.getlist("kept")[:MOST_PICTURES]:
        key, _, name = pair.partition(" ")
        sent.pictures[name[:200]] = key
    # What came before stays in the form whatever is wrong with a new file.
    sent.text = sent.text.replace("\r\n", "\n")
    sent.name, sent.layout, sent.deck = _name_before(sent.text), layouts.typed(), picture_decks.kept_before()
    wrong: list[InputError] = []
    for fill in (_fill_text, _fill_layout, _fill_deck, _keep_pictures):
        try:
            fill(sent)
        except OverBudget:
            raise
        except InvalidInput as error:
            wrong += error.input_errors
    if wrong:
        raise InvalidInput(*wrong)


def _fill_text(sent: Sent) -> None:
    name, text = uploads.sent_text("cards in CSV or TOML")
    if name:
        # A page sends its text with other ends of lines than a file has.
        sent.name, sent.text = name, text.replace("\r\n", "\n")


def _fill_layout(sent: Sent) -> None:
    sent.layout = layouts.sent()


def _fill_deck(sent: Sent) -> None:
    sent.deck = picture_decks.sent()


def _name_before(text: str) -> str:
    """Return the name of the file that the text came from, unless other cards were pasted over it."""
    name = request.form.get("called", "")[:200]
    rows = name.lower().endswith((".csv", ".tsv"))
    return name if name and rows != custom_cards.tables(text) else ""


def _keep_pictures(sent: Sent) -> None:
    wrong: list[InputError] = []
    for file in request.files.getlist("pictures"):
        if not file.filename:
            continue
        name = file.filename.replace("\\", "/").rpartition("/")[2][:200]
        if len(sent.pictures) >= MOST_PICTURES and name not in sent.pictures:
            wrong.append(InputError("pictures", f"more than {MOST_PICTURES}", f"at most {MOST_PICTURES} pictures"))
            break
        data = file.read()
        try:
            pictures.check(data, name)
        except InvalidInput as error:
            sent.bad[name] = error
            continue
        sent.pictures[name] = kept.keep(data)
    if wrong:
        raise InvalidInput(*wrong)


def _ready(sent: Sent, asked: CustomRequest) -> PreparedCards:
    look = asked.cards
    if sent.deck.files:
        return _pictured(sent, asked)
    if sent.deck.bad:
        raise InvalidInput(*sent.deck.bad)
    given = (sent.text, sent.name, look.language, look.title)
    named, bad = tuple(sent.pictures.items()), tuple(sent.bad.items())
    ready = _made(*given, look.size, look.backs, named, bad, asked.printed.skip_bad, sent.layout.used)
    _refuse_many(ready, asked)
    if sent.deck.listed.strip():
        return replace(ready, notes=(UNUSED_LIST, *ready.notes))
    return ready


def _pictured(sent: Sent, asked: CustomRequest) -> PreparedCards:
    """Return the deck of pictures in the form."""
    look = asked.cards
    made = picture_decks.made(sent.deck, look.title, look.size, asked.pictures, look.backs, asked.printed.skip_bad)
    ready = PreparedCards(made.title, made.decks, made.notes)
    _refuse_many(ready, asked)
    return ready


def _refuse_many(ready: PreparedCards, asked: CustomRequest) -> None:
    different = sum(len(deck.pieces) for deck in ready.decks)
    if asked.to != "print" and different > MOST_PICTURED:
        wanted = f"at most {MOST_PICTURED:,} in this file format; `companion export` on the command line takes more"
        raise InvalidInput(InputError("cards", f"{different:,} cards", wanted))
    if asked.to != "print":
        refuse_large(ready.decks, asked.exported)


@cached(LRUCache(4), lock=Lock(), info=True)
def _made(
    text: str,
    name: str,
    language: str,
    title: str,
    form: Format,
    backs: bool,
    named: tuple[tuple[str, str], ...],
    bad: tuple[tuple[str, InvalidInput], ...],
    skip_bad: bool,
    used: tuple[str, str],
) -> PreparedCards:
    """Return the cards after fitting every text once, so that a long print does not fail halfway.

    The result is cached: another paper, or the file after the preview, does not read ten thousand cards again.
    """
    told: set[str] = set()
    picture = _finder(dict(named), dict(bad), told)
    wrong: list[InputError] = []
    made: PreparedCards | None = None
    try:
        stack = custom_cards.read(text, name or "cards", language, title)
        layout = layouts.of(used, stack)
        decks, notes = card_files.good(custom_faces.decks(stack, form, picture, backs, layout), skip_bad)
        made = PreparedCards(stack.title, decks, (*custom_faces.notes(stack, layout, form), *notes))
    except InvalidInput as error:
        wrong += error.input_errors
    wrong += [input_error for stem, error in bad if stem not in told for input_error in error.input_errors]
    if wrong or made is None:
        raise InvalidInput(*wrong)
    return made


def _finder(keys: Mapping[str, str], trouble: Mapping[str, InvalidInput], told: set[str]) -> Pictures:
    """Return a function that finds the pictures of a form by the names that cards use; `told` gets what it refused."""

    def picture(called: str) -> bytes:
        stem = called.replace("\\", "/").rpartition("/")[2]
        if stem in trouble:
            told.add(stem)
            raise trouble[stem]
        if stem not in keys:
            raise FileNotFoundError(called)
        return kept.find(keys[stem])

    return picture


def _previewed(sent: Sent, asked: CustomRequest) -> FacePreview | None:
    """Return the first faces; None of a deck of pictures, which looks as its pictures do."""
    if sent.deck.files:
        return None
    look = asked.cards
    stack = previews.stack_of(sent.text, sent.name, look.language, look.title)
    picture = _finder(sent.pictures, sent.bad, set())
    job = asked.export_job(stack.title)
    return previews.preview(stack, look.size, picture, sent.layout.used, job, look.backs)


def _with_sheets(ready: PreparedCards, asked: CustomRequest) -> PreparedCards:
    if asked.to != "print":
        return replace(ready, notes=(*shop_order.notes(ready.decks, asked.exported), *ready.notes))
    job = _job(asked, ready)
    few = tuple(sheet for sheet in _shown_sides(job, asked, ready.decks) if not sheet.blank)
    drawn = pdf.drawn(replace(job, sheets=few), _SHEET_DPI)
    shown_sides = tuple(
        (f"{sheet.called.capitalize()}: {sheet.title}", _inline(preview.page_png(drawn, number, _SHEET_DPI)))
        for number, sheet in enumerate(few, 1)
    )
    notes = (*print_request.missing(ready.decks, asked.printed.have), *ready.notes)
    runs = feeding.runs(job)
    return replace(ready, job=job, runs=runs, sheets=shown_sides, ink=preview.ink_used(job), notes=notes)


def _shown_sides(job: layout.Job, asked: CustomRequest, decks: Iterable[Deck]) -> Sequence[Sheet]:
    """Return the first sides; where boxes are printed too, half of them show boxes and dividers."""
    if extras.BOXES not in asked.what or len(job.sheets) <= SHEETS:
        return job.sheets[:SHEETS]
    cards = {deck.title for deck in decks}
    # Boxes come after the full sheets of cards, so they are looked for among the last sides.
    last = job.sheets[SHEETS // 2 :][-LAST_SIDES:]
    packing = islice((sheet for sheet in last if not cards.issuperset(sheet.parts)), SHEETS - SHEETS // 2)
    return (*job.sheets[: SHEETS // 2], *packing)


def _job(asked: CustomRequest, ready: PreparedCards) -> layout.Job:
    """Return what is printed; InvalidInput where it cannot be."""
    parts = extras.parts(asked.what, ready.title, ready.decks, asked.printed.packing)
    # The cards were checked before; what else there is was not.
    checked(part for part in parts if not any(part is deck for deck in ready.decks))
    return layout.print_job(ready.title, parts, asked.printed, ACCENT, printer=asked.printer, known=True)


def _inline(data: bytes) -> str:
    return f"data:image/png;base64,{b64encode(data).decode()}"


def _file(asked: CustomRequest, ready: PreparedCards, run: int) -> Response | None:
    """Return the file; of a print, that for so many times through the printer, as far as there are so many.

    None where no time is named and the paper goes through more than once: the page shows a button for each.
    """
    name = filenames.slug(ready.title) or "cards"
    if asked.to == "print":
        runs = feeding.runs(_job(asked, ready))
        if not run and len(runs) > 1:
            return None
        chosen = runs[max(run, 1) - 1 :][:1] or abort(404)
        return streams.pdf_file(chosen[0].job, f"{name}{'-' * bool(chosen[0].file)}{chosen[0].file}.pdf")
    if asked.to == "tts" and not asked.exported.at:
        wanted = "the folder of the deck sheets, such as C:/Games/my-cards-pictures, or an address"
        raise InvalidInput(InputError("at", "nothing", wanted))
    files = shapes.files(ready.decks, asked.export_job(ready.title))
    return export_page.sent(files, asked.exported.to, f"{name}-{asked.to}")
