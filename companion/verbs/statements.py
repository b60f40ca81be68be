"""The legality statement: one sentence with the result of a build's check, which anybody can check again.

Everything that is shared carries it. It has fingerprints of the rules with their cards, and of the document with all
that a check reads: everything but its title and notes. So it shows whether it belongs to the build next to it.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from companion import __version__
from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.base.wording import plural
from companion.data.documents import Build, to_document
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.games import GAMES

StatementT = TypeVar("StatementT")
WORDS, NOTE = ("title", "notes"), "note"
"""The fields of a build, and of each entry of its lists, that no check reads."""
LEGAL, EMPTY = "legal", "nothing in it yet"
_SENTENCE = re.compile(
    r"Checked: (?P<verdict>[^;|\n]+); (?P<game>[^;\n]+) rules (?P<rules>[0-9a-f]{8})"
    r" \(companion (?P<release>[\w.+-]+)\); document (?P<document>[0-9a-f]{12})"
)


@dataclass(frozen=True)
class Statement:
    """The result of a build's check and what it depends on; each field as it is written in the sentence."""

    verdict: str
    """`legal`, that nothing is in it, or the number of problems and the rules that they break."""
    game: str
    rules: str
    release: str
    document: str

    def __str__(self) -> str:
        """Return the sentence."""
        rules = f"{self.game} rules {self.rules} (companion {self.release})"
        return f"Checked: {self.verdict}; {rules}; document {self.document}"


def make_statement(game: GameSystem, build: Build, context: Context) -> Statement:
    """Return the statement of a build as it is checked now."""
    checked = {name: _without_note(name, value) for name, value in to_document(build).items() if name not in WORDS}
    document = caches.digest(json.dumps(checked, sort_keys=True)).hex()[:12]
    return Statement(verdict(game, build, context), game.title, rules_fingerprint(game), __version__, document)


def _without_note(name: str, value: object) -> object:
    """Return the value of a game's own field without the notes of its entries, such as units."""
    if name in Build.model_fields or not isinstance(value, list):
        return value
    return [{key: v for key, v in e.items() if key != NOTE} if isinstance(e, dict) else e for e in value]


def verdict(game: GameSystem, build: Build, context: Context) -> str:
    """Return the result of a check in a few words: legal, nothing in it, or how many problems of which rules."""
    broken = [finding.rule for finding in game.check(build, context).findings if finding.level == "error"]
    if not broken:
        return EMPTY if build.is_empty else LEGAL
    return f"{plural(len(broken), 'problem')}, {', '.join(dict.fromkeys(broken))}"


@cache
def rules_fingerprint(game: GameSystem) -> str:
    """Return a fingerprint of a game's rules and of its shipped cards."""
    rulebook = game.rulebook.model_dump(include={"section", "ruling"})
    text = json.dumps([rulebook, dict(game.catalogue.raw)], sort_keys=True, default=str)
    return caches.digest(text).hex()[:8]


def find_statements(text: str) -> Iterator[Statement]:
    """Yield the statements in a text."""
    return (Statement(**match.groupdict()) for match in _SENTENCE.finditer(text))


def find_statement(text: str) -> Statement | None:
    """Return the statement in a text, None if there is none; InvalidInput if there are several different ones."""
    return only_one({*find_statements(text)})


def only_one(statements: set[StatementT]) -> StatementT | None:
    """Return the one statement of a text, None if there is none; InvalidInput if there are several different ones."""
    if len(statements) > 1:
        found = f"{len(statements)} statements"
        raise InvalidInput(InputError("the text", found, "one, with the list that it belongs to"))
    return next(iter(statements), None)


def remove_statement(text: str) -> str:
    """Return a text without its statement."""
    return _SENTENCE.sub("", text)


def find_game(title: str) -> GameSystem:
    """Return the game that a statement names; InvalidInput if there is no such game."""
    game = next((one for one in GAMES if one.title == title), None)
    if game is None:
        wanted = f"one of {', '.join(one.title for one in GAMES)}"
        raise InvalidInput(InputError("the statement's game", title, wanted))
    return game
