"""Decks of finished pictures: each picture fills its card to the trim and past it; its file is printed as it is."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.base.findings import InputError, InvalidInput
from companion.base.wording import join_words, percent, plural
from companion.limits import budget
from companion.printing.custom import deck_lists, picture_names, picture_sources
from companion.printing.custom.picture_names import NamedCard, NamedDeck
from companion.printing.custom.picture_options import PictureEdge, PictureOptions
from companion.printing.custom.picture_sources import PictureSource
from companion.printing.faces.boxes import CardPicture, Deck, Edge, Face, Format, PictureFile, Piece
from companion.printing.faces.pictures import INCH, KINDS

COARSE = 200
"""Dots per inch below which a picture looks soft in print."""
CROPPED = 0.05
"""The share of a picture that may be cut off before it is told."""
_NEAR = 0.012
"""By how much the proportions of a picture with bleed may be off."""
_PAST: dict[PictureEdge, Edge] = {
    "auto": "mirror",
    "mirror": "mirror",
    "stretch": "stretch",
    "has": "mirror",
    "none": "none",
}
"""What is printed past a picture's own edge."""
_RIGHT = {1: 6, 6: 3, 3: 8, 8: 1, 2: 7, 7: 4, 4: 5, 5: 2}
"""Each EXIF orientation after one more turn to the right by 90 degrees."""
_LEFT = {after: before for before, after in _RIGHT.items()}


@dataclass(frozen=True)
class PictureDecks:
    """Decks of pictures, notes about them, and what was counted; `lowest_dpi` is that of the coarsest picture."""

    title: str
    decks: tuple[Deck, ...]
    notes: tuple[str, ...]
    pictures: int
    with_backs: int
    with_bleed: int
    coarse: int
    lowest_dpi: int

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

    Raises InvalidInput with every picture that cannot be printed and every name in the list that no card has; with
    `skip_bad` these are left out and told.
    """
    title = source.deck_title or source.title
    options = options or PictureOptions()
    named, notes = picture_names.decks((file.path for file in source.files), title, options.back_names)
    if not named:
        wanted = f"a directory or zip with pictures of cards in {KINDS}"
        found, hint = "no picture", "Their names end in .png, .jpg, .webp, .gif, .tif, .bmp, .svg or .pdf."
        if source.files:
            found, hint = "nothing but backs", "Add the fronts: pictures with the names of the cards."
        error = InvalidInput(InputError(source.title, found, wanted))
        error.hint = " ".join((*source.notes, *notes)) or hint
        raise error
    told = [*source.notes, *notes]
    if deck_list.strip():
        named, more = deck_lists.choose_cards(deck_list, named, skip_bad=skip_bad)
        told += more
    making = _Making(source, form, options, backs)
    made = tuple(deck for one in named if (deck := making.deck(one)).pieces)
    if making.wrong and not (skip_bad and made):
        raise InvalidInput(*making.wrong)
    told += [f"Left out: {error}" for error in making.wrong]
    dots = [fitted.dpi for fitted in making.fitted.values()]
    return PictureDecks(
        title,
        made,
        (*told, *_notes(making.fitted.values(), form)),
        len(making.fitted),
        sum(card.back != "" for deck in named for card in deck.cards) if backs else 0,
        sum(fit_picture.bleeds for fit_picture in making.fitted.values()),
        sum(dpi < COARSE for dpi in dots),
        int(min(dots, default=0)),
    )


@dataclass(frozen=True, slots=True)
class FittedPicture:
    """A picture over a format: its box, its dots per inch there, the share cut off, whether it brings bleed."""

    box: CardPicture
    dpi: float
    cropped: float
    bleeds: bool
    turned: bool


def fit_picture(file: PictureFile, form: Format, options: PictureOptions, is_back: bool = False) -> FittedPicture:
    """Return a picture centred on a format; a landscape picture is turned where that fits better.

    Fronts are turned to the right and backs to the left, so that a card held across is turned over like a page.
    """
    ways = [_lay_picture(file, form, options)]
    if (file.wide - file.high) * (form.w - form.h) < 0:
        bleed = file.bleed and (file.bleed[1], file.bleed[0])
        turn = (_LEFT if is_back else _RIGHT)[file.turn]
        turned = replace(file, wide=file.high, high=file.wide, turn=turn, bleed=bleed)
        other = _lay_picture(turned, form, options)
        if other.cropped <= CROPPED:
            ways = [replace(other, turned=True)]
    return ways[0]


def _lay_picture(file: PictureFile, form: Format, options: PictureOptions) -> FittedPicture:
    if file.bleed:
        w, h = form.w / (1 - 2 * file.bleed[0]), form.h / (1 - 2 * file.bleed[1])
        bleeds = min(file.bleed) > 0
    else:
        bleeds = _brings_bleed(file, form, options)
        w, h = (side + 2 * options.included * bleeds for side in (form.w, form.h))
    dot = max(w / file.wide, h / file.high)
    wide, high = dot * file.wide, dot * file.high
    left, top = (form.w - wide) / 2, (form.h - high) / 2
    box = CardPicture(left, top, wide, high, (form.w, form.h), file, _PAST[options.edge], label=file.name)
    return FittedPicture(box, INCH / dot, 1 - w * h / (wide * high), bleeds, False)


def _brings_bleed(file: PictureFile, form: Format, options: PictureOptions) -> bool:
    """Return whether a picture shows bleed around the trim: as told, or by its proportions."""
    if options.edge != "auto":
        return options.edge == "has"
    shape = file.wide / file.high
    bled = (form.w + 2 * options.included) / (form.h + 2 * options.included)
    near = abs(shape / bled - 1)
    return near < _NEAR and near < abs(shape / (form.w / form.h) - 1)


@dataclass
class _Making:
    """Makes decks; measures each picture once, and keeps what is wrong with them."""

    source: PictureSource
    form: Format
    options: PictureOptions
    backs: bool
    faces: dict[tuple[str, bool], Face | None] = field(default_factory=dict)
    fitted: dict[tuple[str, bool], FittedPicture] = field(default_factory=dict)
    wrong: list[InputError] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.files = {file.path: file for file in self.source.files}

    def deck(self, named: NamedDeck) -> Deck:
        """Return a deck with the cards whose pictures can be printed."""
        pieces = [piece for card in budget.watched(named.cards) if (piece := self._piece(card))]
        return Deck(named.title, self.form, tuple(pieces))

    def _piece(self, card: NamedCard) -> Piece | None:
        face = self._face(card.front)
        back = self._face(card.back, is_back=True) if self.backs and card.back else None
        if face is None or (self.backs and card.back and back is None):
            return None
        return Piece(card.front, card.name, face, card.copies, back, f"{card.name}.")

    def _face(self, path: str, is_back: bool = False) -> Face | None:
        """Return the face with a picture, the same for all cards that share it; None where it cannot be printed."""
        side = path, is_back
        if side not in self.faces:
            try:
                size = picture_sources.measure_picture(self.files[path])
                made = fit_picture(size, self.form, self.options, is_back)
            except InvalidInput as error:
                self.wrong += [one for one in error.input_errors if one not in self.wrong]
                self.faces[side] = None
            else:
                self.fitted[side], self.faces[side] = made, Face((made.box,))
        return self.faces[side]


def _notes(every: Iterable[FittedPicture], form: Format) -> Iterable[str]:
    """Return notes about what will be seen in print: soft pictures, cut ones, turned ones, the first of several."""
    found = list(every)
    coarse = [one for one in found if one.dpi < COARSE]
    if coarse:
        worst = min(coarse, key=lambda one: one.dpi)
        said = f"{worst.box.file.name} has {worst.dpi:.0f} dots per inch in print"
        others = _describe_others(coarse, f"has fewer than {COARSE}", f"have fewer than {COARSE}")
        yield f"{said}{others}: larger pictures look sharper, 300 dots per inch best."
    cropped = [one for one in found if one.cropped > CROPPED]
    if cropped:
        worst = max(cropped, key=lambda one: one.cropped)
        said = f"{percent(worst.cropped)} of {worst.box.file.name} is cut off at {form.w:g} × {form.h:g} mm"
        least = f"more than {percent(CROPPED)}"
        yield f"{said}{_describe_others(cropped, f'loses {least}', f'lose {least}')}."
    turned = [one for one in found if one.turned]
    if turned:
        said = f"{turned[0].box.file.name} is turned to fit"
        yield f"{said}{_describe_others(turned, 'is turned too', 'are turned too')}."
    first = [one.box.file.name for one in found if one.box.file.has_more]
    if first:
        names = join_words([*first[:5], *[f"{len(first) - 5} more"] * (len(first) > 5)])
        how = "Save every page as a picture of its own, or all as a PDF, to print each as a card."
        yield f"{names}: only the first picture is printed. {how}"


def _describe_others(found: list[FittedPicture], one: str, many: str) -> str:
    """Return what holds of all but the first, as the end of a sentence about that."""
    count = len(found) - 1
    return f", and {plural(count, 'other')} {one if count == 1 else many}" if count else ""
