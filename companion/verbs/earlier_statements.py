"""Statements of releases before 0.17, read for ever: their fingerprint is of the words of a list.

It covers no more than these words say. Where today's words are others it cannot be made again: the statement is not
checkable any more, which says nothing against it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.data.documents import Build
from companion.data.rulebook import Rulings
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.verbs.statements import only_one

NONE = "none"
_BEGIN = "Statement: "
_LINE = re.compile(
    rf"{_BEGIN}(?P<verdict>[^;\n]+); (?P<game>[^;\n]+) rules (?P<rules>[0-9a-f]{{8}})"
    r" \(companion (?P<release>[\w.+-]+)\); rulings (?P<rulings>[^;\n]+);(?: house rules (?P<house_rules>[^;\n]+);)?"
    r" packs (?P<packs>[^;\n]+); build (?P<build>[0-9a-f]{12})"
)
_SHORT_BEGIN = "Checked: "
_SHORT_LINE = re.compile(
    rf"{_SHORT_BEGIN}(?P<verdict>[^;|\n]+); (?P<game>[^;\n]+) (?P<rules>[0-9a-f]{{8}}) \((?P<release>[\w.+-]+)\)"
    r"(?:; rulings (?P<rulings>[^;\n]+))?(?:; house rules (?P<house_rules>[^;\n]+))?(?:; packs (?P<packs>[^;\n]+))?"
    r"; build (?P<build>[0-9a-f]{12})"
)
_SEPARATORS = str.maketrans({";": ",", "|": "/", "·": "-", "`": "'", "\\": "/"})
"""Characters in a title that would separate the parts of a statement, or the lines of a list, with replacements."""
_RULING = re.compile(r"^(?P<ruling>[\w-]+): (?P<option>[\w-]+)$")


@dataclass(frozen=True)
class EarlierStatement:
    """The result of a build's check and all that it depends on; each field as it is written in the line."""

    verdict: str
    """`legal`, or the number of problems and the rules that they break."""
    game: str
    rules: str
    release: str
    rulings: str
    """Those that differ from the defaults, as `rulebook.rulings_text` writes them; `none` if there are none."""
    packs: str
    """The fingerprints of the packs whose cards the build needs; `none` if it needs none."""
    build: str
    house_rules: str = NONE
    """Their title in quotes and their fingerprint; left out of the line if there are none."""

    def __str__(self) -> str:
        """Return the line."""
        house_rules = "" if self.house_rules == NONE else f"house rules {self.house_rules}; "
        return (
            f"{_BEGIN}{self.verdict}; {self.game} rules {self.rules} (companion {self.release}); "
            f"rulings {self.rulings}; {house_rules}packs {self.packs}; build {self.build}"
        )

    def chosen_rulings(self) -> Rulings:
        """Return the rulings in the form that a build has them; InvalidInput if they cannot be read."""
        if self.rulings == NONE:
            return {}
        parts = [(part, _RULING.match(part)) for part in self.rulings.split(", ")]
        errors = [InputError("the statement's rulings", part, "ruling: option") for part, match in parts if not match]
        if errors:
            raise InvalidInput(*errors)
        return {match["ruling"]: match["option"] for _, match in parts if match}

    def is_of_words(self, game: GameSystem, build: Build, context: Context) -> bool:
        """Return whether its fingerprint is that of the words that are written of a build today."""
        words = game.summary(build.model_copy(update={"title": ""}), context)
        return caches.digest(words).hex()[:12] == self.build


def find_earlier_statement(text: str) -> EarlierStatement | None:
    """Return the earlier statement in a text, None if there is none; InvalidInput if there are several."""
    return only_one({*find_earlier_statements(text)})


def find_earlier_statements(text: str) -> Iterator[EarlierStatement]:
    """Yield the earlier statements in a text."""
    matches = (match for line in (_LINE, _SHORT_LINE) for match in line.finditer(text))
    return (EarlierStatement(**match.groupdict(NONE)) for match in matches)


def remove_earlier_statement(text: str) -> str:
    """Return a text without its earlier statement."""
    return _SHORT_LINE.sub("", _LINE.sub("", text))
