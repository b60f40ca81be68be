"""The first faces of custom cards as the page shows them: what does not fit is marked, and never stops the rest."""

from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.limits import budget
from companion.printing.custom import custom_cards, custom_faces, drafts
from companion.printing.custom.card_columns import CardColumn
from companion.printing.custom.card_looks import CardLook
from companion.printing.custom.custom_cards import Pictures, Stack
from companion.printing.custom.layouts import reading, starters
from companion.printing.custom.layouts.starters import PLAIN
from companion.printing.custom.layouts.zones import CardLayout
from companion.printing.export.options import ExportJob
from companion.printing.faces.boxes import POKER, Face, Format, Piece
from companion.printing.sheets import papers
from companion.printing.sheets.jobs import ACCENT, SingleFace
from companion.printing.svg.writer import svg
from companion.printing.text.fitting import fit
from companion.web.custom import layouts, numbers, sent_cards
from companion.web.custom.custom_request import LANGUAGE, CustomRequest
from companion.web.custom.numbers import CardKeys, CopiesInput
from companion.web.custom.sent_cards import SentCards

SHOWN = 12
"""The most cards whose faces are shown."""
CHECKED = 120
"""The most cards that are looked through for what does not fit."""
BACKS = 3
"""The most different backs that are shown."""


@dataclass(frozen=True)
class ShownFace:
    """A face: a description, a picture as a data address, and a sentence for each thing that does not fit."""

    about: str
    address: str
    problems: tuple[str, ...] = ()
    name: str = ""
    number: CopiesInput | None = None
    """The input of the card's number; none for a back."""


@dataclass(frozen=True)
class FacePreview:
    """The first faces of a file's cards."""

    faces: tuple[ShownFace, ...]
    cards: int
    checked_cards: int
    problems: tuple[str, ...]
    """What does not fit, of all cards that were looked through."""
    notes: tuple[str, ...] = ()
    hidden_numbers: tuple[CopiesInput, ...] = ()
    """Inputs for numbers of cards that are not shown."""
    unreadable: tuple[InputError, ...] = ()
    """What is wrong with cards that are not shown."""
    columns: tuple[CardColumn, ...] = ()
    format: str = ""
    """The format that the layout says, in words; empty where the form's counts."""

    @property
    def hidden_cards(self) -> int:
        """How many different cards are not shown."""
        return self.cards - min(self.cards, SHOWN)


@caches.keep(2)
def read_stack_cached(text: str, name: str, language: str, title: str, columns: tuple[str, ...] = ()) -> Stack:
    """Return the readable cards in a text, with what is wrong with the others.

    The last ones are cached, because a page asks for them while it is typed in.
    """
    return custom_cards.read_stack(text, name or "cards", language, title, columns, skip_bad=True)


def preview(
    stack: Stack,
    form: Format,
    found: Pictures,
    used: tuple[str, str],
    job: ExportJob,
    backs: bool,
    set_numbers: Mapping[str, int],
) -> FacePreview:
    """Return the first cards as they are drawn; InvalidInput where the layout cannot be read."""
    keys = CardKeys()
    layout = layouts.resolve_layout(used, stack)
    size = layout.form(form) if layout else form
    missing: list[str] = []
    readable = drafts.reader(found, missing)
    look = custom_faces.card_look(stack, size, readable, layout)
    faces: list[ShownFace] = []
    wrong: list[str] = []
    for number, (_, card) in enumerate(stack.cards[:CHECKED], 1):
        budget.check()
        before = len(missing)
        key = keys.next(card.deck if card.deck != stack.title else "", card.name)
        try:
            face = look.front(card, number, card.deck or stack.title)
        except InvalidInput as error:
            face = drafts.blank(size)
            missing += map(str, error.input_errors)
        piece = Piece(card.name, card.name, face, about=custom_faces.about(card, layout))
        drafted = drafts.draft(face, piece, _near_the_cut(size, layout))
        messages = (*(f"{card.name}: {sentence}" for sentence in missing[before:]), *drafted.wrong)
        wrong += messages
        if number <= SHOWN:
            address = _address(drafted.face, piece, size, job)
            number_input = numbers.number_input(key, card.copies, set_numbers)
            faces.append(ShownFace(piece.about, address, messages, card.name, number_input))
    if backs and layout:
        faces += _backs(stack, look, size, layout, job, wrong)
    notes = custom_faces.notes(stack, layout, size, readable)
    format_words = f"{size.w:g} × {size.h:g} mm" if layout and layout.format else ""
    checked = min(len(stack.cards), CHECKED)
    hidden = numbers.hidden_inputs(set_numbers, [face.number for face in faces if face.number])
    unfit = tuple(dict.fromkeys(wrong))
    return FacePreview(
        tuple(faces),
        len(stack.cards),
        checked,
        unfit,
        notes,
        hidden,
        stack.left_out,
        stack.columns,
        format_words,
    )


def _near_the_cut(size: Format, layout: CardLayout | None) -> Format:
    return custom_faces.format_for_layout(size) if layout else size


def _backs(
    stack: Stack, look: CardLook, size: Format, layout: CardLayout, job: ExportJob, wrong: list[str]
) -> Iterator[ShownFace]:
    """Return the different backs of the first cards."""
    seen: dict[int, Face] = {}
    for number, (_, card) in enumerate(stack.cards[:CHECKED], 1):
        deck = card.deck or stack.title
        try:
            face = look.back(card, number, deck)
        except InvalidInput as error:
            wrong += (f"Back of {card.name}: {sentence}" for sentence in map(str, error.input_errors))
            continue
        if id(face) in seen or len(seen) >= BACKS:
            continue
        seen[id(face)] = face
        piece = Piece(deck, f"Back of {deck}", face, about=f"Back of {deck}.")
        drafted = drafts.draft(face, piece, _near_the_cut(size, layout))
        wrong += drafted.wrong
        yield ShownFace(piece.about, _address(drafted.face, piece, size, job), drafted.wrong)


def _address(face: Face, piece: Piece, size: Format, job: ExportJob) -> str:
    single = SingleFace(size.w, size.h, fit(face.boxes, piece.name), 0)
    return f"data:image/svg+xml;base64,{b64encode(svg(single, piece, job)).decode()}"


def look_pictures(sent: SentCards, format_name: str = "") -> dict[str, str]:
    """Return the first card in each look that ships, as data addresses by the look's name.

    The chosen format counts where a look has none of its own. The example's first card is shown of cards that cannot
    be read.
    """
    try:
        stack = read_stack_cached(sent.text, sent.name, LANGUAGE, "")
    except InvalidInput:
        stack = read_stack_cached(starters.example(), "", LANGUAGE, "")
    size = papers.find_format(format_name or POKER.name)
    first = replace(stack, layout=None)
    found = sent_cards.make_picture_finder(sent.pictures, sent.bad, set())
    return {name: _look_picture(first, size, found, name) for name in (PLAIN, *starters.STARTERS)}


def _look_picture(stack: Stack, form: Format, found: Pictures, name: str) -> str:
    budget.check()
    layout = None if name == PLAIN else reading.starter(name)
    size = layout.form(form) if layout else form
    _, card = stack.cards[0]
    look = custom_faces.card_look(stack, size, drafts.reader(found, []), layout)
    try:
        face = look.front(card, 1, card.deck or stack.title)
    except InvalidInput:
        face = drafts.blank(size)
    piece = Piece(card.name, card.name, face)
    drafted = drafts.draft(face, piece, _near_the_cut(size, layout))
    return _address(drafted.face, piece, size, ExportJob(stack.title, ACCENT))


def preview_sent_cards(sent: SentCards, asked: CustomRequest) -> FacePreview | None:
    """Return the first faces; None of a deck of pictures, which looks as its pictures do."""
    if sent.kind == sent_cards.PICTURES:
        return None
    look = asked.cards
    stack = read_stack_cached(sent.text, sent.name, look.language, look.title, sent.table.columns)
    picture = sent_cards.make_picture_finder(sent.pictures, sent.bad, set())
    job = asked.export_job(stack.title)
    shown = preview(stack, look.size, picture, sent.layout.source, job, look.backs, sent.numbers)
    return replace(shown, notes=(*sent.table.notes, *shown.notes))
