"""The contents of the form for custom cards: what is typed, and the files that were uploaded before and now."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from flask import request

from companion.base.findings import InputError, InvalidInput
from companion.limits.budget import OverBudget
from companion.printing.custom.custom_cards import Pictures
from companion.printing.custom.picture_names import find_file
from companion.printing.faces import pictures
from companion.printing.pdf import untrusted
from companion.printing.text import typeface_cleaning
from companion.storage import pictures as kept
from companion.web.custom import custom_request, galleries, layouts, numbers, picture_decks, sent_tables
from companion.web.custom.layouts import SentLayout
from companion.web.custom.picture_decks import SentDeck
from companion.web.custom.sent_tables import SentTable
from companion.web.shell.visitors import visitor

ROWS, PICTURES = "rows", "pictures"
"""The kinds of cards: cards in rows, or finished pictures."""
MOST_PICTURES = 300
"""Pictures for cards in rows: as many as a deck may have."""
EXAMPLE = """title,type,text,attack,armour,symbol,copies
Rail Gun,Weapon,"Roll {d6} twice. Each {hit} goes through {shield}.",5,1,attack,2
Scout Drone,Scout,"Moves over other mechs {move}.",1,1,eye,1
"""


@dataclass
class SentCards:
    """The contents of a form: the text as typed, and the keys of the uploaded pictures by name."""

    text: str = EXAMPLE
    name: str = ""
    asked: str = ""
    """The kind of cards that the page is for; empty where the address names none."""
    typed: dict[str, str] = field(default_factory=dict)
    pictures: dict[str, str] = field(default_factory=dict)
    table: SentTable = SentTable("")
    layout: SentLayout = SentLayout()
    deck: SentDeck = SentDeck()
    numbers: dict[str, int] = field(default_factory=dict)
    """Exact numbers of cards, by their keys."""
    back_for: str = ""
    """The path of the card whose back is being chosen."""
    bad: dict[str, InvalidInput] = field(default_factory=dict)
    """Uploaded files that are not pictures, by name; the cards that use them get an error."""

    @property
    def kind(self) -> str:
        """The kind of cards: finished pictures where they are asked for, or where nothing is and some were sent."""
        return self.asked or (PICTURES if self.deck.files or self.deck.bad else ROWS)

    @property
    def typed_options(self) -> dict[str, str]:
        """The options that count for this kind of cards: those of finished pictures do not count for rows."""
        other = custom_request.PICTURES if self.kind == ROWS else ()
        return {name: text for name, text in self.typed.items() if name not in other}

    def take_as_cards(self, names: Iterable[str]) -> None:
        """Make a deck of finished pictures of these, which were sent for cards in rows."""
        taken = tuple((name, self.pictures.pop(name)) for name in names if name in self.pictures)
        self.deck = replace(self.deck, files=(*self.deck.files, *taken))
        self.asked = PICTURES


def fill(sent: SentCards) -> None:
    """Read the form into `sent` field by field, so that the readable fields are kept where another is not."""
    sent.typed = {name: text for name in custom_request.NAMES if (text := request.form.get(name, "").strip())}
    for pair in request.form.getlist("kept")[:MOST_PICTURES]:
        key, _, name = pair.partition(" ")
        sent.pictures[name[:200]] = key
    # What came before stays in the form whatever is wrong with a new file.
    sent.table = sent_tables.read_earlier_table(sent.text)
    sent.text, sent.name = sent.table.text, sent.table.name
    sent.layout, sent.deck = layouts.read_typed_layout(), picture_decks.read_earlier_deck()
    errors: list[InputError] = []
    for read in (_read_table, _read_layout, _read_deck, _keep_pictures, _read_numbers, _press):
        try:
            read(sent)
        except OverBudget:
            raise
        except InvalidInput as error:
            errors += error.input_errors
    if errors:
        raise InvalidInput(*errors)


def _read_table(sent: SentCards) -> None:
    sent.table = sent_tables.read_sent_table(sent.text)
    sent.text, sent.name = sent.table.text, sent.table.name


def _read_layout(sent: SentCards) -> None:
    sent.layout = layouts.read_sent_layout()


def _read_deck(sent: SentCards) -> None:
    sent.deck = picture_decks.read_sent_deck()


def _read_numbers(sent: SentCards) -> None:
    sent.numbers = numbers.read_numbers(request.form.items())


def _press(sent: SentCards) -> None:
    """Do what a button of the gallery says; read which pictures are backs, of those before and a new one."""
    entries = [] if request.form.get("deck_clear") else sent.typed.get("back", "").splitlines()
    paths = [path for path, _ in sent.deck.files]
    if sent.deck.sent_back:
        entries = galleries.choose_back(entries, paths, f"{galleries.ALL} {sent.deck.sent_back}", "")
    button = request.form.get("pick", "")
    if button.startswith(f"{galleries.CHOOSE} "):
        sent.back_for = button.removeprefix(f"{galleries.CHOOSE} ")
    elif button.startswith(f"{galleries.CUT} "):
        sent.typed["cut"] = button.removeprefix(f"{galleries.CUT} ")
    elif button:
        entries = galleries.choose_back(entries, paths, button, request.form.get("pick_for", ""))
    sent.typed["back"] = "\n".join(entries)


def _keep_pictures(sent: SentCards) -> None:
    errors: list[InputError] = []
    for file in request.files.getlist("pictures"):
        if not file.filename:
            continue
        name = file.filename.replace("\\", "/").rpartition("/")[2][:200]
        if len(sent.pictures) >= MOST_PICTURES and name not in sent.pictures:
            errors.append(InputError("pictures", f"more than {MOST_PICTURES}", f"at most {MOST_PICTURES} pictures"))
            break
        data = file.read()
        try:
            if name.lower().endswith(typeface_cleaning.ENDINGS):
                data = untrusted.clean_typeface(data, name)
            else:
                data = untrusted.draw(data, name)
                pictures.check(data, name)
        except InvalidInput as error:
            sent.bad[name] = error
            continue
        sent.pictures[name] = kept.keep(data, visitor())
    if errors:
        raise InvalidInput(*errors)


def make_picture_finder(keys: Mapping[str, str], trouble: Mapping[str, InvalidInput], named: set[str]) -> Pictures:
    """Return a function that finds the pictures of a form by the names that cards use; `named` gets those names."""

    @cache
    def spelled(name: str) -> str:
        return find_file(name, (*keys, *trouble)) or name

    def picture(called: str) -> bytes:
        stem = spelled(called.replace("\\", "/").rpartition("/")[2])
        named.add(stem)
        if stem in trouble:
            raise trouble[stem]
        if stem not in keys:
            raise FileNotFoundError(called)
        return kept.find(keys[stem])

    return picture
