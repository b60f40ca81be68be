"""Decks of finished pictures: each picture fills its card to the trim and past it; its file is printed as it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import join_first, percent, plural
from companion.limits import budget
from companion.printing.custom import (
    card_orders,
    deck_lists,
    pdf_sheets,
    picture_backs,
    picture_names,
    picture_sources,
)
from companion.printing.custom.picture_names import NamedCard, NamedDeck
from companion.printing.custom.picture_options import PictureEdge, PictureOptions
from companion.printing.custom.picture_sources import PictureSource, SheetPlace
from companion.printing.faces.boxes import CardPicture, Deck, Edge, Face, Format, PictureFile, Piece
from companion.printing.faces.pictures import INCH, KINDS

COARSE = 200
"""The least dots per inch of a picture that looks sharp in print."""
CROPPED = 0.05
"""The share of a picture that may be cut off without a note."""
_NEAR = 0.012
"""Tolerance in the proportions of a picture with bleed."""
_PAST: dict[PictureEdge, Edge] = {
    "auto": "mirror",
    "mirror": "mirror",
    "stretch": "stretch",
    "has": "mirror",
    "none": "none",
}
"""The print past a picture's edge, for each option."""
_RIGHT = {1: 6, 6: 3, 3: 8, 8: 1, 2: 7, 7: 4, 4: 5, 5: 2}
"""Each EXIF orientation after one more turn to the right by 90 degrees."""
_LEFT = {after: before for before, after in _RIGHT.items()}


@dataclass(frozen=True)
class PictureDecks:
    """Decks of pictures, notes about them, and counts; `lowest_dpi` is that of the coarsest picture."""

    title: str
    decks: tuple[Deck, ...]
    notes: tuple[str, ...]
    pictures: int
    with_backs: int
    with_bleed: int
    coarse: int
    lowest_dpi: int
    sheet_places: Mapping[str, SheetPlace] = field(default_factory=dict)
    """Where cards lie that were cut out of a PDF, by their paths."""
    turned: frozenset[tuple[str, bool]] = frozenset()
    """The paths of pictures that are turned to fit, each with whether it is a back."""

    @property
    def counts(self) -> dict[str, int]:
        """The counts, by their JSON keys."""
        return {
            "files": self.pictures,
            "with_backs": self.with_backs,
            "with_bleed": self.with_bleed,
            "below_200_dpi": self.coarse,
            "lowest_dpi": self.lowest_dpi,
        }


def decks(
    source: PictureSource,
    form: Format,
    options: PictureOptions | None = None,
    deck_list: str = "",
    backs: bool = True,
    skip_bad: bool = False,
) -> PictureDecks:
    """Return the pictures of a source as decks, with the counts from file names or the deck list.

    Raises InvalidInput with every picture that cannot be printed and every unknown name in the list; with `skip_bad`
    these are left out, with a note.
    """
    title = source.deck_title or source.title
    options = options or PictureOptions()
    source = pdf_sheets.cut_sheets(source, form, options)
    named, all_notes = _name_cards(source, title, options, deck_list, skip_bad)
    maker = _DeckMaker(source, form, options, backs)
    printable = tuple(deck for named_deck in named if (deck := maker.deck(named_deck)).pieces)
    if maker.errors and not (skip_bad and printable):
        raise InvalidInput(*maker.errors)
    all_notes += [f"Left out: {error}" for error in maker.errors]
    fitted = maker.fitted.values()
    dots = [picture.dpi for picture in fitted]
    return PictureDecks(
        title,
        printable,
        (*all_notes, *_notes(fitted, form)),
        len(fitted),
        sum(card.back != "" for deck in named for card in deck.cards) if backs else 0,
        sum(picture.bleeds for picture in fitted),
        sum(dpi < COARSE for dpi in dots),
        int(min(dots, default=0)),
        source.places,
        frozenset(side for side, picture in maker.fitted.items() if picture.turned),
    )


def _name_cards(
    source: PictureSource, title: str, options: PictureOptions, deck_list: str, skip_bad: bool
) -> tuple[tuple[NamedDeck, ...], list[str]]:
    """Return the cards by the paths of their pictures, as names, chosen backs and a deck list or an order say."""
    paths = [file.path for file in source.files]
    chosen = picture_backs.find_backs(options.back, paths)
    arranged = picture_backs.arrange((path for path in paths if path not in chosen.paths), options.pdf_pages)
    named, name_notes = picture_names.decks(arranged.names, title, options.back_names, chosen.common, arranged.names)
    notes = [*source.notes, *arranged.notes, *name_notes]
    order = "" if deck_list.strip() else source.order
    if not named and not card_orders.is_order(order or deck_list):
        raise _no_fronts_error(source, notes)
    if deck_list.strip() and source.order:
        notes.append(f"{source.order_name} is not used: the deck list says what is printed.")
    if order or deck_list.strip():
        where = source.order_name if order else "list"
        if card_orders.is_order(order or deck_list):
            notes = [*source.notes]
        named, list_notes = deck_lists.choose_cards(order or deck_list, named, where, skip_bad, paths, chosen.common)
        notes += list_notes
    return picture_backs.put_behind(named, chosen), notes


def _no_fronts_error(source: PictureSource, notes: Iterable[str]) -> InvalidInput:
    wanted = f"a directory or zip with pictures of cards in {KINDS}"
    contents, hint = "no picture", "Their names end in .png, .jpg, .webp, .gif, .tif, .bmp, .svg or .pdf."
    if source.files:
        contents, hint = "nothing but backs", "Add the fronts: pictures with the names of the cards."
    error = InvalidInput(InputError(source.title, contents, wanted))
    error.hint = " ".join((*source.notes, *notes)) or hint
    return error


@dataclass(frozen=True, slots=True)
class FittedPicture:
    """A picture over a format: its box, its dots per inch there, the share cut off, whether it has bleed."""

    box: CardPicture
    dpi: float
    cropped: float
    bleeds: bool
    turned: bool


def fit_picture(file: PictureFile, form: Format, options: PictureOptions, is_back: bool = False) -> FittedPicture:
    """Return a picture centred on a format; it is turned by 90 degrees if that fits better.

    Fronts are turned to the right and backs to the left, so that a landscape card is turned over like a page.
    """
    if (file.wide - file.high) * (form.w - form.h) < 0:
        bleed = file.bleed and (file.bleed[1], file.bleed[0])
        turn = (_LEFT if is_back else _RIGHT)[file.turn]
        turned_file = replace(file, wide=file.high, high=file.wide, turn=turn, bleed=bleed)
        turned_picture = _centre_picture(turned_file, form, options)
        if turned_picture.cropped <= CROPPED:
            return replace(turned_picture, turned=True)
    return _centre_picture(file, form, options)


def _centre_picture(file: PictureFile, form: Format, options: PictureOptions) -> FittedPicture:
    if file.bleed:
        w, h = form.w / (1 - 2 * file.bleed[0]), form.h / (1 - 2 * file.bleed[1])
        bleeds = min(file.bleed) > 0
    else:
        bleeds = _has_bleed(file, form, options)
        w, h = (side + 2 * options.included * bleeds for side in (form.w, form.h))
    dot = max(w / file.wide, h / file.high)
    wide, high = dot * file.wide, dot * file.high
    left, top = (form.w - wide) / 2, (form.h - high) / 2
    box = CardPicture(left, top, wide, high, (form.w, form.h), file, _PAST[options.edge], label=file.name)
    return FittedPicture(box, INCH / dot, 1 - w * h / (wide * high), bleeds, False)


def _has_bleed(file: PictureFile, form: Format, options: PictureOptions) -> bool:
    """Return whether a picture has bleed around the trim: by the options, or by its proportions."""
    if options.edge != "auto":
        return options.edge == "has"
    shape = file.wide / file.high
    shape_with_bleed = (form.w + 2 * options.included) / (form.h + 2 * options.included)
    deviation = abs(shape / shape_with_bleed - 1)
    return deviation < _NEAR and deviation < abs(shape / (form.w / form.h) - 1)


@dataclass
class _DeckMaker:
    """Makes decks; measures each picture once, and collects errors."""

    source: PictureSource
    form: Format
    options: PictureOptions
    backs: bool
    faces: dict[tuple[str, bool], Face | None] = field(default_factory=dict)
    fitted: dict[tuple[str, bool], FittedPicture] = field(default_factory=dict)
    errors: list[InputError] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.files = {file.path: file for file in self.source.files}

    def deck(self, named_deck: NamedDeck) -> Deck:
        """Return a deck with the cards whose pictures can be printed."""
        pieces = [piece for card in budget.watched(named_deck.cards) if (piece := self._piece(card))]
        return Deck(named_deck.title, self.form, tuple(pieces))

    def _piece(self, card: NamedCard) -> Piece | None:
        face = self._face(card.front)
        back = self._face(card.back, is_back=True) if self.backs and card.back else None
        if face is None or (self.backs and card.back and back is None):
            return None
        return Piece(card.front, card.name, face, card.copies, back, f"{card.name}.")

    def _face(self, path: str, is_back: bool = False) -> Face | None:
        """Return the face with a picture, the same for all cards that share it; None if it cannot be printed."""
        side = path, is_back
        if side not in self.faces:
            try:
                size = picture_sources.measure_picture(self.files[path])
                picture = fit_picture(size, self.form, self.options, is_back)
            except InvalidInput as error:
                self.errors += [fault for fault in error.input_errors if fault not in self.errors]
                self.faces[side] = None
            else:
                self.fitted[side], self.faces[side] = picture, Face((picture.box,))
        return self.faces[side]


def _notes(fitted: Iterable[FittedPicture], form: Format) -> Iterable[str]:
    """Yield notes about the print: soft pictures, cropped ones, turned ones, and files with several pictures."""
    pictures = list(fitted)
    coarse = [picture for picture in pictures if picture.dpi < COARSE]
    if coarse:
        worst = min(coarse, key=lambda picture: picture.dpi)
        sentence = f"{worst.box.file.name} has {worst.dpi:.0f} dots per inch in print"
        others = _describe_others(coarse, f"has fewer than {COARSE}", f"have fewer than {COARSE}")
        yield f"{sentence}{others}: larger pictures look sharper, 300 dots per inch best."
    cropped = [picture for picture in pictures if picture.cropped > CROPPED]
    if cropped:
        worst = max(cropped, key=lambda picture: picture.cropped)
        sentence = f"{percent(worst.cropped)} of {worst.box.file.name} is cut off at {form.w:g} × {form.h:g} mm"
        least = f"more than {percent(CROPPED)}"
        yield f"{sentence}{_describe_others(cropped, f'loses {least}', f'lose {least}')}."
    turned = [picture for picture in pictures if picture.turned]
    if turned:
        sentence = f"{turned[0].box.file.name} is turned to fit"
        yield f"{sentence}{_describe_others(turned, 'is turned too', 'are turned too')}."
    first_only = [picture.box.file.name for picture in pictures if picture.box.file.has_more]
    if first_only:
        how = "Save every page as a picture of its own, or all as a PDF, to print each as a card."
        yield f"{join_first(first_only, 5)}: only the first picture is printed. {how}"
    yield from _drawing_notes(pictures)


def _drawing_notes(pictures: list[FittedPicture]) -> Iterable[str]:
    """Yield what differs between drawings and their print; files of which the same is true share a note."""
    files: dict[str, dict[str, None]] = {}
    for picture in pictures:
        for note in picture.box.file.notes:
            files.setdefault(note, {})[picture.box.file.name] = None
    for note, names in files.items():
        yield f"{join_first(names, 3)}: {note}"


def _describe_others(pictures: list[FittedPicture], one: str, many: str) -> str:
    """Return the end of a sentence about the first picture, with the number of others."""
    count = len(pictures) - 1
    return f", and {plural(count, 'other')} {one if count == 1 else many}" if count else ""
