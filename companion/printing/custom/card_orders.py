"""Orders and projects of other tools, which say which pictures are printed how often, with which backs.

MPC Autofill saves an order as `cards.xml`, Proxy-PDF-Maker a project as JSON. Both name pictures, and hold none.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.wording import number_ranges, plural
from companion.limits import budget
from companion.printing.custom import list_tables
from companion.printing.custom.picture_names import NamedCard, NamedDeck, loose_key, name_key, spelling_key

ENDINGS = (".xml", ".json")
"""Endings of files that may be an order."""
LONGEST = 2_000_000
"""The most characters of an order: MPC Autofill writes about 300 for a card."""
MOST_SLOTS = 10_000
"""The most cards of an order; a print shop's order has 612."""
_MOST_NAMED = 20
_FIRST_TAG = re.compile(r"<([A-Za-z_][\w.-]*)")
_PROJECT = re.compile(r'"cards"\s*:\s*\[')
_OF_PROJECTS = ('"image_dir"', '"backside_enabled"', '"backside_default"')
"""Keys of a project, one of which tells it from other JSON with cards."""
_GET_IT = (
    "The order names pictures and holds none. Run the MPC Autofill desktop tool, which saves them in a folder “cards”, "
    "and take that folder and the order together."
)
_GET_PICTURES = "A project names pictures and holds none: take it together with its folder of pictures."


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A picture as an order names it: by an id, a file name, or both."""

    name: str
    id: str = ""

    def __str__(self) -> str:
        return self.name or self.id


@dataclass
class _Order:
    """The front and the back of each card, by slot, and what is printed behind cards without a back of their own."""

    fronts: dict[int, _Wanted] = field(default_factory=dict)
    backs: dict[int, _Wanted] = field(default_factory=dict)
    common_back: _Wanted | None = None
    notes: list[str] = field(default_factory=list)
    hint: str = ""


def is_order(text: str) -> bool:
    """Return whether a text looks like an order of MPC Autofill or a project of Proxy-PDF-Maker."""
    if list_tables.is_xml(text):
        first = _FIRST_TAG.search(text)
        return first is not None and first[1] == "order" and "<fronts" in text
    is_json = text.lstrip("\ufeff \r\n\t").startswith("{")
    return is_json and any(key in text for key in _OF_PROJECTS) and _PROJECT.search(text) is not None


def choose_cards(
    text: str, decks: Sequence[NamedDeck], paths: Iterable[str], back: str, where: str, skip_bad: bool
) -> tuple[tuple[NamedDeck, ...], tuple[str, ...]]:
    """Return one deck of the cards in an order, with their backs, and notes about what it leaves open.

    `back` is the path of a picture in place of the order's common back; empty for that.

    Raises InvalidInput with every picture that is not there; with `skip_bad` the cards that need it are left out.
    """
    if len(text) > LONGEST:
        raise InvalidInput(InputError(where, f"{len(text):,} characters", f"at most {LONGEST:,}"))
    order = _read_xml(text, where) if list_tables.is_xml(text) else _read_project(text, where)
    if not order.fronts:
        raise InvalidInput(InputError(where, "no card", "an order with at least one card"))
    pictures = _Pictures.of(paths)
    cards: Counter[tuple[str, str]] = Counter()
    missing: dict[_Wanted, int] = {}
    for slot in budget.watched(sorted(order.fronts)):
        wanted = (order.fronts[slot], order.backs.get(slot, None if back else order.common_back))
        sides = [pictures.find(side) if side else back * is_back for is_back, side in enumerate(wanted)]
        for side, path in zip(wanted, sides, strict=True):
            if side and path is None:
                missing[side] = missing.get(side, 0) + 1
        if None not in sides:
            cards[str(sides[0]), str(sides[1])] += 1
    errors = [*_missing_errors(missing, where)]
    if errors and not (skip_bad and cards):
        error = InvalidInput(*errors)
        error.hint = order.hint
        raise error
    title, folder = (decks[0].title, decks[0].folder) if decks else ("Cards", "")
    named = tuple(NamedCard(_card_name(front), front, back, count) for (front, back), count in cards.items())
    return (NamedDeck(title, folder, named),), (*order.notes, *(f"Left out: {error}" for error in errors))


def _missing_errors(missing: Mapping[_Wanted, int], where: str) -> Iterator[InputError]:
    for wanted, count in [*missing.items()][:_MOST_NAMED]:
        found = f"no picture of that name, which {plural(count, 'card')} {'needs' if count == 1 else 'need'}"
        yield InputError(f"{where}: {wanted}", found, "the picture beside the order")
    if len(missing) > _MOST_NAMED:
        more = plural(len(missing) - _MOST_NAMED, "more picture")
        yield InputError(where, f"{more} that it names and that is not there", "all of them")


def _card_name(path: str) -> str:
    """Return the name of a card by its picture's path, without an id in brackets."""
    stem = path.rpartition("/")[2].rpartition(".")[0]
    return " ".join(_AFTER.sub("", stem).replace("_", " ").split()) or stem


_AFTER = re.compile(r"\s*\([\w-]{20,}\)$")
"""The id in the name of a picture that MPC Autofill has saved."""


@dataclass(frozen=True)
class _Pictures:
    """The pictures that are there: by the ids in their names, and by their names from the exact to the loose."""

    by_id: Mapping[str, str]
    by_name: Sequence[Mapping[str, Sequence[str]]]

    @classmethod
    def of(cls, paths: Iterable[str]) -> "_Pictures":
        by_id: dict[str, str] = {}
        by_name: list[dict[str, list[str]]] = [{} for _ in range(5)]
        for path in paths:
            file = path.rpartition("/")[2]
            stem = file.rpartition(".")[0]
            if match := re.search(r"\(([^()]+)\)$", stem):
                by_id.setdefault(match[1], path)
            by_id.setdefault(stem, path)
            for key, named in zip(_keys(file), by_name, strict=True):
                named.setdefault(key, []).append(path)
        return cls(by_id, by_name)

    def find(self, wanted: _Wanted) -> str | None:
        """Return the path of a picture: by its id, else by its file's name, else by the only name that is like it."""
        if wanted.id and (path := self.by_id.get(wanted.id)):
            return path
        for name in dict.fromkeys((wanted.name.replace("\\", "/").rpartition("/")[2], wanted.name)):
            for number, (key, named) in enumerate(zip(_keys(name), self.by_name, strict=True)):
                paths = named.get(key, ()) if key else ()
                if len(paths) == 1 or (paths and number < _EXACT):
                    return paths[0]
        return None


_EXACT = 2
"""How many of a file's keys fit a name exactly, so that the first of several files is taken."""


def _keys(file: str) -> tuple[str, str, str, str, str]:
    """Return the keys that a file is found by, the exact first: its name, without ending, and by its letters."""
    stem = file.rpartition(".")[0] if "." in file[-6:] else file
    return spelling_key(file), spelling_key(stem), name_key(stem), loose_key(stem), loose_key(_AFTER.sub("", stem))


def _read_xml(text: str, where: str) -> _Order:
    root = list_tables.parse_xml(text, where)
    order = _Order(hint=_GET_IT)
    quantity = _text(root.find("details/quantity"))
    for tag, sides in (("fronts", order.fronts), ("backs", order.backs)):
        for card in root.iterfind(f"{tag}/card"):
            wanted = _wanted(card)
            for slot in _slots(_text(card.find("slots")), f"{where}: {wanted}"):
                if slot in sides:
                    order.notes.append(f"{where}: slot {slot} has two {tag}: {sides[slot]} is printed, not {wanted}.")
                sides.setdefault(slot, wanted)
    if back := _text(root.find("cardback")):
        order.common_back = _Wanted(back if "." in back[-6:] else "", back)
    order.notes += _gaps(order, quantity, where)
    return order


def _gaps(order: _Order, quantity: str, where: str) -> Iterator[str]:
    """Yield notes about slots that have no front."""
    count = int(quantity) if quantity.isdecimal() and len(quantity) < 6 else 0
    empty = sorted(slot for slot in {*range(min(count, MOST_SLOTS)), *order.backs} if slot not in order.fronts)
    if empty:
        one = len(empty) == 1
        slots = f"{'slot' if one else 'slots'} {number_ranges(empty)}"
        yield f"{where}: nothing is printed for {slots}, which {'has' if one else 'have'} no front."


_SLOTS = re.compile(r"(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?")
"""A place in an order, or the first and the last of several."""


def _text(element: Element | None) -> str:
    return (element.text or "").strip(' "\r\n\t') if element is not None else ""


def _wanted(card: Element) -> _Wanted:
    id_, name = _text(card.find("id")), _text(card.find("name"))
    # An order of files on a computer has their paths for ids.
    is_path = "/" in id_ or "\\" in id_
    return _Wanted(name or (id_ if is_path else _text(card.find("query"))), "" if is_path else id_)


def _slots(text: str, where: str) -> list[int]:
    """Return the numbers of a card's places in an order, `0,2,4-6`; InvalidInput where they are none, or too large."""
    slots = [part.strip(" \"'") for part in text.strip("[] ").split(",")] if len(text) <= 8 * MOST_SLOTS else [""]
    ranges = [
        (int(match[1]), int(match[2] or match[1])) for part in slots if (match := _SLOTS.fullmatch(part)) is not None
    ]
    is_read = bool(text) and len(ranges) == len(slots) and all(a <= b < MOST_SLOTS for a, b in ranges)
    if not is_read or sum(b - a + 1 for a, b in ranges) > MOST_SLOTS:
        wanted = f"numbers of cards, as 0,1,2, below {MOST_SLOTS:,}"
        raise InvalidInput(InputError(f"{where}: slots", quote(text[:40]), wanted))
    return [slot for a, b in ranges for slot in range(a, b + 1)]


def _read_project(text: str, where: str) -> _Order:
    try:
        data = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        raise InvalidInput(InputError(where, "JSON that breaks off", "a project of Proxy-PDF-Maker")) from None
    order = _Order(hint=_GET_PICTURES)
    has_backs = data.get("backside_enabled", True) is not False
    default = data.get("backside_default")
    slot = 0
    for number, card in enumerate(budget.watched(data["cards"]), 1):
        name, count = (card.get("name"), card.get("num", 1)) if isinstance(card, dict) else (None, None)
        place = f"{where}: card {number}"
        if not isinstance(name, str) or not name or not isinstance(count, int) or not 0 <= count <= MOST_SLOTS:
            raise InvalidInput(InputError(place, quote(card), "a name, and how many (num)"))
        if slot + count > MOST_SLOTS:
            raise InvalidInput(InputError(where, f"more than {MOST_SLOTS:,} cards", f"at most {MOST_SLOTS:,}"))
        behind = card.get("backside") or default
        for _ in range(count):
            order.fronts[slot] = _Wanted(name)
            if has_backs and isinstance(behind, str) and behind:
                order.backs[slot] = _Wanted(behind)
            slot += 1
    return order
