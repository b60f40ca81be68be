"""What a backup contains: documents with all their versions as JSON lines, printers, the signing key; with bounds."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from companion.documents import Record
from companion.storage import shapes
from companion.storage.store import LARGEST_NUMBER

DOCUMENTS, KEY, PRINTERS = "documents.jsonl", "secret-key", "printers.json"
"""The names of a backup's files; the last two are called so in the data folder too."""
MOST_VERSIONS = 100_000
LARGEST_LINE = 2**29
"""Bytes of one document with all its versions."""
LARGEST_FILE = 2**20
"""Bytes of the signing key, and of the printers."""


def _is_time(text: str) -> str:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("a time such as 2026-11-22T19:30:00+00:00") from None
    return text


Time = Annotated[str, Field(max_length=32), AfterValidator(_is_time)]
Number = Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]


class KeptVersion(Record):
    """One version in a backup; what is stored of it must be a table, as every document is."""

    number: Number
    saved: Time
    data: dict[str, Any]


class KeptDocument(Record):
    """One document in a backup."""

    id: str = Field(min_length=20, max_length=43, pattern=r"^[A-Za-z0-9_-]+$")
    owner: str = Field(max_length=64, pattern=r"^[^\x00]*$")
    game: str = Field(max_length=40, pattern=r"^[a-z0-9-]*$")
    kind: str = Field(default="build", pattern="^(build|pack|collection)$")
    title: str = Field(max_length=200, pattern=r"^[^\x00]*$")
    current: Number
    changed: Time
    deleted: Time | None = None
    versions: tuple[KeptVersion, ...] = Field(min_length=1, max_length=MOST_VERSIONS)

    @property
    def wrong(self) -> str:
        """Return why its versions cannot be stored as they are; empty where they can."""
        numbers = [version.number for version in self.versions]
        if len(set(numbers)) != len(numbers) or self.current not in numbers:
            return "its versions are not each there once, the current one among them"
        newest = next(version for version in self.versions if version.number == self.current)
        return shapes.damage(self.kind, newest.data)
