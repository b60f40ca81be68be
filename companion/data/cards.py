"""Card data: TOML and CSV read into a catalogue of validated records, each number with its mark of origin."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar, Literal, TypeVar, cast, get_args

from pydantic import Field, ValidationError, field_validator, model_validator

from companion.base.compat import cached_property
from companion.base.findings import InputError, InvalidInput, prefix_place, quote
from companion.data import card_files
from companion.data.card_files import Raw, RowEntry, Rows
from companion.data.columns import column_of
from companion.data.documents import Record
from companion.data.input_errors import MISSING, SLUG, UNKNOWN_KEY, group_unknown_keys, input_errors

Kind = Literal["printed", "derived", "house", "custom"]
FORMER_WORDS: Mapping[Kind, str] = {"derived": "deduced", "custom": "own"}
"""Origins as releases before 0.8 spelled them; packs stored or exported by 0.15 may still have them."""
_KIND_BY_FORMER_WORD = {former: kind for kind, former in FORMER_WORDS.items()}


class Mark(Record):
    """The origin of a number: stated in the rulebook, derived from it, our own (house), or from a player's pack."""

    kind: Kind = Field(json_schema_extra={"enum": [*get_args(Kind), *FORMER_WORDS.values()]})
    note: str = ""

    @field_validator("kind", mode="before")
    @classmethod
    def _former_words(cls, value: object) -> object:
        return _KIND_BY_FORMER_WORD.get(value, value) if isinstance(value, str) else value

    @property
    def text(self) -> str:
        """Return the mark as card data writes it: `derived: why`."""
        return f"{self.kind}: {self.note}" if self.note else self.kind


class Card(Record):
    """One record of a game's card data.

    `origin` marks each field, written `house` or `derived: why`; the key `default` covers the rest.
    """

    unique: ClassVar[tuple[str, ...]] = ()
    """Fields that no two cards of the kind may share, besides the id."""

    id: str = Field(pattern=SLUG, max_length=60)
    name: str = Field(min_length=1, max_length=60)
    origin: dict[str, Mark]
    picture: str = Field(
        default="",
        max_length=120,
        pattern=r"^[^\x00-\x1f]*$",
        description="Your own picture of the card. In a file of cards: the name of a file beside it.",
    )
    """The SHA-256 of a picture in hex, or the name of one that is not stored; empty if the card has none."""

    @field_validator("origin", mode="before")
    @classmethod
    def _short_marks(cls, value: object) -> object:
        if isinstance(value, str):
            value = {"default": value}
        if not isinstance(value, dict):
            return value
        return {key: _mark(text) for key, text in value.items()}

    @model_validator(mode="after")
    def _marks_name_fields(self) -> "Card":
        if "default" not in self.origin:
            raise ValueError("origin to mark a default: printed, derived, house or custom")
        allowed = {"default", *type(self).model_fields}
        for key in self.origin:
            if key.partition(".")[0] not in allowed:
                raise ValueError(f"origin to mark fields of this card; it has no {quote(key)}")
        return self

    def mark(self, name: str) -> Mark:
        """Return the mark of a field or of a part of it: `weapon.link` has its own mark, or that of `weapon`."""
        return self.origin.get(name) or self.origin.get(name.partition(".")[0]) or self.origin["default"]


def update_origin_words(origin: object) -> object:
    """Return a card's `origin` in present words, whichever release wrote it; anything unreadable is unchanged."""
    if isinstance(origin, Mapping):
        return {key: update_origin_words(mark) for key, mark in origin.items()}
    if not isinstance(origin, str):
        return origin
    kind, colon, note = origin.partition(":")
    return _KIND_BY_FORMER_WORD.get(kind.strip(), kind) + colon + note


def _mark(text: object) -> object:
    if not isinstance(text, str):
        return text
    kind, _, note = text.partition(":")
    return {"kind": kind.strip(), "note": note.strip()}


_UNKNOWN = "Unknown card: "


def unknown_name(text: str) -> str:
    """Return what a card is called that a document names `text` and nobody here knows."""
    return _UNKNOWN + text


def named_text(name: str) -> str:
    """Return what a document says of a card called `name` in a list: of an unknown one what it was named."""
    return name.strip().removeprefix(_UNKNOWN)


CardT = TypeVar("CardT", bound=Card)
Kinds = Mapping[str, type[Card]]
"""The tables of a game's card files and the model of each: `{"component": Component}`."""


@dataclass(frozen=True, eq=False)
class Catalogue:
    """A game's cards by id, in the order of the files; later packs take precedence over earlier ones."""

    kinds: Kinds
    cards: Mapping[str, Card]
    raw: Mapping[str, tuple[str, Raw]] = field(repr=False)
    stand_ins: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """Cards in place of those that one document names and nobody here knows, by that name: found, never listed."""
    _of_kind: dict[type[Card], tuple[Card, ...]] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def pictures(self) -> tuple[str, ...]:
        """The custom pictures that its cards name."""
        return tuple(card.picture for card in self.cards.values() if card.picture)

    @property
    def known(self) -> "Catalogue":
        """The catalogue without stand-ins."""
        return replace(self, stand_ins={}) if self.stand_ins else self

    def all(self, model: type[CardT]) -> tuple[CardT, ...]:
        """Return the cards of one kind."""
        if model not in self._of_kind:
            self._of_kind[model] = tuple(card for card in self.cards.values() if isinstance(card, model))
        return cast("tuple[CardT, ...]", self._of_kind[model])

    def find(self, model: type[CardT], card_id: str) -> CardT | None:
        """Return a card of that kind, or None."""
        card = self.cards.get(card_id)
        if isinstance(card, model):
            return card
        return next((card for card in self.stand_ins.get(card_id, ()) if isinstance(card, model)), None)

    def get(self, model: type[CardT], card_id: str) -> CardT:
        """Return a card of that kind; KeyError where there is none."""
        card = self.find(model, card_id)
        if card is None:
            raise KeyError(card_id)
        return card

    def merge_text(self, text: str, name: str) -> "Catalogue":
        """Return the catalogue with a pack's records merged over it.

        A record with a known id changes the fields it names and marks them `custom`; one with a new id is a new card.
        Raises InvalidInput with every input error of the pack.
        """
        return self.merge_rows(card_files.read_rows(text, name, self.kinds))

    def merge_rows(self, file_rows: Rows) -> "Catalogue":
        """Return the catalogue with a file's cards merged in; InvalidInput with all errors of file and cards."""
        if file_rows.is_valid:
            return self.merge(file_rows.entries)
        raise InvalidInput(*file_rows.file_errors, *self.find_card_errors(file_rows))

    def find_card_errors(self, file_rows: Rows) -> list[InputError]:
        """Return the errors of the cards of a file that is only partly readable.

        An unknown column is reported once; a field that seems to be missing may be in it.
        """
        errors = [error for _, card_errors in self.partition(file_rows.entries).wrong for error in card_errors]
        if not file_rows.unknown_columns:
            return errors
        return [
            error
            for error in errors
            if not error.expected.startswith(MISSING) and error.where.split(": ")[-1] not in file_rows.unknown_columns
        ]

    def merge(self, entries: Iterable[RowEntry]) -> "Catalogue":
        """Return the catalogue with entries merged in, as `merge_text` does."""
        new_entries = list(entries)
        repeated = [input_error for _, input_error in _find_repeated_ids(new_entries)]
        cards, raw, bad_entries = self._merge_entries(new_entries)
        if repeated or bad_entries:
            raise InvalidInput(*repeated, *(error for _, errors in bad_entries for error in errors))
        return Catalogue(self.kinds, {**self.cards, **cards}, {**self.raw, **raw})

    def partition(self, entries: Iterable[RowEntry]) -> "Partition":
        """Return the entries that can be merged, and the others, each with its errors."""
        ordered = list(entries)
        repeated = _find_repeated_ids(ordered)
        repeated_ids = {id(entry) for entry, _ in repeated}
        bad_entries = self._merge_entries([entry for entry in ordered if id(entry) not in repeated_ids])[2]
        bad_entries += [(entry, (input_error,)) for entry, input_error in repeated]
        bad_ids = {id(entry) for entry, _ in bad_entries}
        position = {id(entry): number for number, entry in enumerate(ordered)}
        bad_entries.sort(key=lambda pair: position[id(pair[0])])
        return Partition(tuple(e for e in ordered if id(e) not in bad_ids), tuple(bad_entries))

    def _merge_entries(
        self, entries: list[RowEntry]
    ) -> tuple[dict[str, Card], dict[str, tuple[str, Raw]], "list[BadEntry]"]:
        bad_entries: list[BadEntry] = []
        records = []
        for entry in entries:
            shipped = self.raw.get(entry.id)
            if shipped and shipped[0] != entry.kind:
                wanted = f"an id of its own: a {shipped[0]} has this one"
                error = InputError(prefix_place(entry.place, "id"), quote(entry.id), wanted)
                bad_entries.append((entry, (error,)))
            else:
                records.append((entry, _merge_record(shipped, entry.record)))
        cards, raw, invalid = _validate_records(records, self.kinds)
        conflicting = _find_shared_values({**self.cards, **cards}, [entry for entry, _ in records if entry.id in cards])
        return cards, raw, [*bad_entries, *invalid, *conflicting]


BadEntry = tuple[RowEntry, tuple[InputError, ...]]


@dataclass(frozen=True)
class Partition:
    """Entries that can be merged, and the others with their errors."""

    good: tuple[RowEntry, ...]
    wrong: tuple[BadEntry, ...]


NO_CARDS = {"rulebook", "credit", "teach", "glossary", "situations"}
"""Files of a game's card data that hold no cards."""


def load_catalogue(folder: Path, kinds: Kinds) -> Catalogue:
    """Return the catalogue of the card files in a folder: every .toml and .csv except those in NO_CARDS."""
    paths = sorted(p for p in folder.iterdir() if p.suffix in {".toml", ".csv"} and p.stem not in NO_CARDS)
    return read_catalogue([(path.name, path.read_text("utf-8")) for path in paths], kinds)


def read_catalogue(files: Iterable[tuple[str, str]], kinds: Kinds) -> Catalogue:
    """Return the catalogue of files given as name and text; raise InvalidInput with every input error of all."""
    entries = [entry for name, text in files for entry in card_files.read_rows(text, name, kinds).all()]
    repeated = [input_error for _, input_error in _find_repeated_ids(entries)]
    cards, raw, bad_entries = _validate_records([(entry, entry.record) for entry in entries], kinds)
    if repeated or bad_entries:
        raise InvalidInput(*repeated, *(error for _, errors in bad_entries for error in errors))
    return Catalogue(kinds, cards, raw)


def _find_repeated_ids(entries: list[RowEntry]) -> list[tuple[RowEntry, InputError]]:
    """Return the entries whose id an earlier entry already has, each with an error that names that entry."""
    first: dict[str, RowEntry] = {}
    repeated = []
    for entry in entries:
        other = first.setdefault(entry.id, entry) if entry.id else entry
        if other is not entry:
            wanted = f"each id once: {other.place or 'another card'} has it too; give one of them another"
            repeated.append((entry, InputError(prefix_place(entry.place, "id"), quote(entry.id), wanted)))
    return repeated


def _merge_record(shipped: tuple[str, Raw] | None, record: Raw) -> Raw:
    if shipped is None:
        return {"origin": "custom", **record}
    base = shipped[1]
    origin = base["origin"] if isinstance(base["origin"], dict) else {"default": base["origin"]}
    own = {key: "custom" for key in record if key not in {"id", "origin"}}
    inherited = {key: text for key, text in origin.items() if key.partition(".")[0] not in own}
    return {**base, **record, "origin": {**inherited, **own}}


def _validate_records(
    records: Iterable[tuple[RowEntry, Raw]], kinds: Kinds
) -> tuple[dict[str, Card], dict[str, tuple[str, Raw]], list[BadEntry]]:
    cards: dict[str, Card] = {}
    raw: dict[str, tuple[str, Raw]] = {}
    bad_entries: list[BadEntry] = []
    for entry, record in records:
        try:
            card = kinds[entry.kind].model_validate(record)
        except ValidationError as error:
            errors = InvalidInput(*_name_columns(entry, group_unknown_keys(input_errors(error))))
            bad_entries.append((entry, errors.prefix_place(entry.place).input_errors))
        else:
            cards[card.id], raw[card.id] = card, (entry.kind, record)
    return cards, raw, bad_entries


def _find_shared_values(cards: Mapping[str, Card], entries: list[RowEntry]) -> list[BadEntry]:
    """Return the entries with a unique field whose value another card of their kind has, with an error naming it."""
    bad_entries: list[BadEntry] = []
    replaced = {entry.id for entry in entries}
    others = (card for card in cards.values() if card.id not in replaced)
    owner_of_value = {(type(c), name, c.field_values()[name]): c.id for c in others for name in c.unique}
    for entry in entries:
        card = cards[entry.id]
        for name in card.unique:
            value = card.field_values()[name]
            other = owner_of_value.setdefault((type(card), name, value), card.id)
            if other != card.id:
                wanted = f"a {name} that no other {entry.kind} has; {other} has it: to change that one, give its id"
                bad_entries.append((entry, (InputError(prefix_place(entry.place, name), quote(value), wanted),)))
    return bad_entries


def _name_columns(entry: RowEntry, errors: tuple[InputError, ...]) -> tuple[InputError, ...]:
    """Return errors that name the column if the entry is a row of cells; equal errors of one cell count as one."""
    if entry.cells is None:
        return errors
    with_columns = (_name_column(entry, column_of(error.where, entry.cells) or error.where, error) for error in errors)
    return tuple(dict.fromkeys(with_columns))


def _name_column(entry: RowEntry, column: str, error: InputError) -> InputError:
    """Return an input error of a cell; in a column that its kind does not have, the cell should be empty."""
    if error.found != UNKNOWN_KEY or not entry.cells:
        return InputError(column, error.found, error.expected)
    content = quote(entry.cells[column]) if column in entry.cells else error.found
    return InputError(column, content, f"nothing: a card of the kind {entry.kind} has no such column")
