"""The pictures of a deck as the page shows them: each card with its back and its number, then all other pictures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.base.findings import InvalidInput
from companion.printing.custom import picture_backs
from companion.printing.custom.picture_decks import PictureDecks
from companion.printing.custom.picture_sources import SheetPlace
from companion.printing.faces.boxes import Piece
from companion.web.custom import numbers
from companion.web.custom.numbers import CopiesInput

ALL, NONE, CHOOSE, BEHIND, USUAL, CUT = "all", "none", "choose", "behind", "usual", "cut"
"""What a button of the gallery does with a picture: it lies behind all cards or one; a card has no back, is to get one,
or has the usual one again; a PDF is cut into cards as its first page is shown."""
SHOWN_PAGES = 6
"""How many pages of a PDF are shown where the page asks what they are."""


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture by its path, and the key that it is kept by; a card cut out of a PDF has the PDF's, and its place."""

    path: str
    key: str
    place: SheetPlace | None = None
    turned: int = 0
    """Degrees clockwise by which it is turned to fit its card."""

    @property
    def name(self) -> str:
        """Its name without folders."""
        return self.path.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class GalleryCard:
    """A card: its front, its back, if any, the input of its number, and whether its back was chosen."""

    name: str
    front: ShownPicture
    back: ShownPicture | None
    number: CopiesInput
    has_chosen_back: bool


@dataclass(frozen=True)
class PictureGallery:
    """The cards of a deck and the other pictures; `common` is the path of the back that was chosen for all cards."""

    cards: tuple[GalleryCard, ...] = ()
    others: tuple[ShownPicture, ...] = ()
    common: str = ""
    own_backs: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True, slots=True)
class PageQuestion:
    """A PDF whose pages may be fronts and backs in several orders: each order, with its first cards."""

    file: str
    pages: int
    answers: tuple[tuple[str, str, tuple[tuple[ShownPicture, ...], ...]], ...]
    """The value of each answer, its words, and its first cards, each of one or two pages."""


def make_gallery(
    decks: PictureDecks, files: Sequence[tuple[str, str]], entries: Sequence[str], set_numbers: Mapping[str, int]
) -> PictureGallery:
    """Return the gallery of decks; `files` are the paths and keys of all pictures, `entries` the chosen backs."""
    keys, places = dict(files), decks.sheet_places
    cut = {place.sheet for place in places.values()}
    paths = [*(path for path in keys if path not in cut), *places]
    chosen = _chosen_backs(entries, paths)
    own = frozenset(card for card, _ in chosen.own)

    def shown(path: str, is_back: bool = False) -> ShownPicture:
        place = places.get(path)
        turned = (-90 if is_back else 90) if (path, is_back) in decks.turned else 0
        return ShownPicture(path, keys.get(place.sheet if place else path, ""), place, turned)

    cards = tuple(
        GalleryCard(
            piece.name,
            shown(piece.id),
            shown(back, is_back=True) if (back := _back_of(piece)) else None,
            numbers.number_input(key, piece.copies, set_numbers),
            piece.id in own,
        )
        for deck, card_keys in numbers.keys_of_decks(decks.decks, decks.title)
        for piece, key in zip(deck.pieces, card_keys, strict=True)
    )
    fronts = {card.front.path for card in cards}
    others = tuple(shown(path) for path in paths if path not in fronts)
    return PictureGallery(cards, others, chosen.common, own)


def _back_of(piece: Piece) -> str:
    """Return the path of the picture on a card's back; empty if it has none."""
    return next((str(getattr(box, "label", "")) for box in piece.back.boxes), "") if piece.back else ""


def _chosen_backs(entries: Iterable[str], paths: Sequence[str]) -> picture_backs.ChosenBacks:
    """Return the chosen backs; one that names no picture here is kept as written, and refused where cards are made.

    A card that will be cut out of a sheet is not here yet.
    """
    common = ""
    own: dict[str, str] = {}
    for entry in entries:
        try:
            chosen = picture_backs.find_backs([entry], paths)
        except InvalidInput:
            card, equals, back = entry.rpartition("=")
            chosen = picture_backs.ChosenBacks("", ((card, back),)) if equals else picture_backs.ChosenBacks(entry)
        common = chosen.common or common
        own |= dict(chosen.own)
    return picture_backs.ChosenBacks(common, tuple(own.items()))


def choose_back(entries: Sequence[str], paths: Sequence[str], button: str, chosen_for: str) -> list[str]:
    """Return the entries of chosen backs after a button of the gallery was pressed, such as `all backs/Blue.png`.

    `chosen_for` is the path of the card that gets a back.
    """
    act, _, path = button.partition(" ")
    chosen = _chosen_backs(entries, paths)
    common, own = chosen.common, dict(chosen.own)
    if act == ALL:
        common = path
        own = {card: back for card, back in own.items() if card != path}
    elif act == NONE:
        own[path] = ""
    elif act == USUAL:
        own.pop(path, None)
    elif act == BEHIND and chosen_for:
        own[chosen_for] = path
    return [*([common] if common else []), *(f"{card}={back}" for card, back in own.items())]


def ask_about_pages(files: Sequence[tuple[str, str]], chosen: str = "") -> PageQuestion | None:
    """Return the question about the longest PDF among pictures; None if there is none of several pages.

    One of its answers has the value that is `chosen`, whichever of two values for the same that is.
    """
    keys = dict(files)
    by_stem = picture_backs.page_counts(keys)
    if not by_stem:
        return None
    stem, paths = max(by_stem.items(), key=lambda item: len(item[1]))
    pages = [ShownPicture(path, keys[path]) for path in paths]
    half = (len(pages) + 1) // 2
    alone = tuple((page,) for page in pages[:SHOWN_PAGES])
    in_turn = tuple(tuple(pages[at : at + 2]) for at in range(0, min(len(pages), SHOWN_PAGES), 2))
    by_halves = tuple((front, *pages[half + at : half + at + 1]) for at, front in enumerate(pages[: SHOWN_PAGES // 2]))
    fronts, turns = ("fronts", "") if len(pages) == 2 else ("", "alternating")
    fronts, turns = (chosen if chosen == "fronts" else fronts), (chosen if chosen == "alternating" else turns)
    answers = [(fronts, "Each page is a front", alone), (turns, "A front, its back, the next front, …", in_turn)]
    if len(pages) > 2:
        answers.append(("halves", "First all fronts, then their backs", by_halves))
    return PageQuestion(f"{stem}.pdf", len(pages), tuple(answers))
