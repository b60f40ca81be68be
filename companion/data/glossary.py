"""A game's glossary as data: short terms and signs, each with its meaning in our words and the rule that says it."""

from pathlib import Path

from pydantic import Field

from companion.data.documents import Record, parse, read_as


class Word(Record):
    """A term as cards and rules write it, its meaning, and the id of the rule that says more."""

    term: str = Field(min_length=1, max_length=40)
    meaning: str = Field(min_length=1, max_length=300)
    rule: str
    also: tuple[str, ...] = ()
    """Other spellings by which a search finds it."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """The term and its other spellings."""
        return (self.term, *self.also)


class Glossary(Record):
    """The contents of `glossary.toml`."""

    word: tuple[Word, ...] = Field(min_length=1)


def load_glossary(path: Path) -> Glossary:
    """Return the glossary in a TOML file."""
    return read_as(Glossary, parse(path.read_text("utf-8"), path.name))
