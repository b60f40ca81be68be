"""Card data: TOML and CSV read into a catalogue of validated records, each number with its mark of origin."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import Field, ValidationError, field_validator, model_validator

from companion.documents import LONGEST, Record, misreadings, parse
from companion.findings import Misreading, Unreadable, shown

Kind = Literal["printed", "deduced", "house", "own"]


class Mark(Record):
    """Where a number comes from: the rulebook states it, it follows, we wrote it, or the player did."""

    kind: Kind
    note: str = ""

    @property
    def written(self) -> str:
        """Return the mark as card data writes it: `deduced: why`."""
        return f"{self.kind}: {self.note}" if self.note else self.kind


class Card(Record):
    """One record of a game's card data.

    `origin` marks each field, written `house` or `deduced: why`; the key `default` stands for the rest.
    """

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)
    name: str = Field(min_length=1, max_length=60)
    origin: dict[str, Mark]

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
            raise ValueError("origin to mark a default: printed, deduced, house or own")
        known = {"default", *type(self).model_fields}
        for key in self.origin:
            if key.partition(".")[0] not in known:
                raise ValueError(f"origin to mark fields of this card; it has no {shown(key)}")
        return self

    def mark(self, name: str) -> Mark:
        """Return the mark of a field, or of a part of it: `weapon.link` is marked itself, or as `weapon` is."""
        return self.origin.get(name) or self.origin.get(name.partition(".")[0]) or self.origin["default"]


def _mark(text: object) -> object:
    if not isinstance(text, str):
        return text
    kind, _, note = text.partition(":")
    return {"kind": kind.strip(), "note": note.strip()}


CardT = TypeVar("CardT", bound=Card)
Kinds = Mapping[str, type[Card]]
"""The tables of a game's card files and the model of each: `{"component": Component}`."""

Raw = dict[str, Any]


@dataclass(frozen=True)
class Catalogue:
    """A game's cards by id, in the order of the files; later packs lie over earlier ones."""

    kinds: Kinds
    cards: Mapping[str, Card]
    raw: Mapping[str, tuple[str, Raw]] = field(repr=False)

    def all(self, model: type[CardT]) -> tuple[CardT, ...]:
        """Return the cards of one kind."""
        return tuple(card for card in self.cards.values() if isinstance(card, model))

    def find(self, model: type[CardT], card_id: str) -> CardT | None:
        """Return a card of that kind, or None."""
        card = self.cards.get(card_id)
        return card if isinstance(card, model) else None

    def get(self, model: type[CardT], card_id: str) -> CardT:
        """Return a card of that kind; KeyError where there is none."""
        card = self.find(model, card_id)
        if card is None:
            raise KeyError(card_id)
        return card

    def overlaid(self, text: str, name: str) -> "Catalogue":
        """Return the catalogue with a pack's records laid over it.

        A record with a known id changes the fields it names and marks them *own*; one with a new id is a new card.
        Raises Unreadable with every misreading of the pack.
        """
        found = _records(text, name, self.kinds)
        _refuse_twice(found, name)
        for kind, record, place in found:
            known = self.raw.get(_id(record))
            if known and known[0] != kind:
                raise Unreadable(Misreading(place, shown(_id(record)), f"an id of its own: a {known[0]} has this one"))
        records = [(kind, _over(self.raw.get(_id(record)), record), place) for kind, record, place in found]
        cards, raw = _validated(records, self.kinds)
        return Catalogue(self.kinds, {**self.cards, **cards}, {**self.raw, **raw})


def load(folder: Path, kinds: Kinds) -> Catalogue:
    """Return the catalogue of the card files in a folder (every .toml and .csv but the rulebook)."""
    paths = sorted(p for p in folder.iterdir() if p.suffix in {".toml", ".csv"} and p.stem != "rulebook")
    return read([(path.name, path.read_text("utf-8")) for path in paths], kinds)


def read(files: Iterable[tuple[str, str]], kinds: Kinds) -> Catalogue:
    """Return the catalogue of files given as name and text; raise Unreadable with every misreading of all."""
    records = [record for name, text in files for record in _records(text, name, kinds)]
    _refuse_twice(records, "cards")
    return Catalogue(kinds, *_validated(records, kinds))


def _refuse_twice(records: list[tuple[str, Raw, str]], name: str) -> None:
    twice = [key for key, count in Counter(_id(r) for _, r, _ in records).items() if key and count > 1]
    if twice:
        raise Unreadable(*(Misreading(name, shown(key), "each id once") for key in twice))


def _id(record: Raw) -> str:
    found = record.get("id", "")
    return found if isinstance(found, str) else shown(found)


def _over(known: tuple[str, Raw] | None, record: Raw) -> Raw:
    if known is None:
        return {"origin": "own", **record}
    below = known[1]
    origin = below["origin"] if isinstance(below["origin"], dict) else {"default": below["origin"]}
    own = {key: "own" for key in record if key not in {"id", "origin"}}
    kept = {key: text for key, text in origin.items() if key.partition(".")[0] not in own}
    return {**below, **record, "origin": {**kept, **own}}


def _records(text: str, name: str, kinds: Kinds) -> list[tuple[str, Raw, str]]:
    if name.endswith(".csv"):
        return _csv_records(text, name, kinds)
    found = []
    for kind, records in parse(text, name).items():
        if kind not in kinds:
            raise Unreadable(Misreading(name, f"a table {shown(kind)}", f"one of {', '.join(kinds)}"))
        if not isinstance(records, list) or not all(isinstance(r, dict) for r in records):
            raise Unreadable(Misreading(f"{name}: {kind}", shown(records), f"a list of tables, [[{kind}]]"))
        found += [(kind, r, f"{name}: {kind} {_id(r)[:60] or i + 1}") for i, r in enumerate(records)]
    return found


def _csv_records(text: str, name: str, kinds: Kinds) -> list[tuple[str, Raw, str]]:
    """Read one kind's rows; the file's name says which. A column `body.dice` is a field in a table."""
    kind = Path(name).stem
    if kind not in kinds:
        wanted = ", ".join(f"{k}.csv" for k in kinds)
        raise Unreadable(Misreading(name, f"a file called {kind}.csv", f"one of {wanted}"))
    if len(text) > LONGEST:
        raise Unreadable(Misreading(name, f"{len(text):,} characters", f"at most {LONGEST:,}"))
    try:
        heads, *rows = list(csv.reader(io.StringIO(text, newline=""), strict=True)) or [[]]
    except csv.Error as error:
        raise Unreadable(Misreading(name, str(error), "rows of cells in CSV")) from None
    _refuse_heads(heads, name)
    found = []
    for number, row in enumerate(rows, 2):
        place = f"{name}: row {number}"
        if len(row) > len(heads):
            raise Unreadable(Misreading(place, f"{len(row)} cells", f"at most {len(heads)} cells, one a column"))
        if row:
            found.append((kind, _nested(dict(zip(heads, row, strict=False))), place))
    return found


def _refuse_heads(heads: list[str], name: str) -> None:
    """Refuse a first row that is missing, leaves a column without a name, or names one twice."""
    if not heads:
        raise Unreadable(Misreading(name, "an empty file", "a first row that names the columns"))
    for head in heads:
        if not all(head.split(".")):
            raise Unreadable(Misreading(f"{name}: row 1", f"a column {shown(head)}", "a name for each column"))
        if heads.count(head) > 1:
            raise Unreadable(Misreading(f"{name}: row 1", shown(head), "each column once"))
        if any(other.startswith(f"{head}.") for other in heads):
            raise Unreadable(Misreading(f"{name}: row 1", shown(head), "either this column or its parts, not both"))


def _nested(row: Mapping[str, str]) -> Raw:
    record: Raw = {}
    for column, cell in row.items():
        if not cell:
            continue
        *tables, key = column.split(".")
        target = record
        for table in tables:
            target = target.setdefault(table, {})
        target[key] = cell
    return record


def _validated(
    records: Iterable[tuple[str, Raw, str]], kinds: Kinds
) -> tuple[dict[str, Card], dict[str, tuple[str, Raw]]]:
    cards: dict[str, Card] = {}
    raw: dict[str, tuple[str, Raw]] = {}
    wrong: list[Misreading] = []
    for kind, record, place in records:
        try:
            card = kinds[kind].model_validate(record)
        except ValidationError as error:
            wrong += Unreadable(*misreadings(error)).within(place).misreadings
        else:
            cards[card.id], raw[card.id] = card, (kind, record)
    if wrong:
        raise Unreadable(*wrong)
    return cards, raw
