"""The legality statement: one line with the result of a build's check and all that it depends on.

Everything that is shared carries it, so that anybody can check again. It contains fingerprints of the rules with their
cards, the house rules, the packs, and the build without its title: they show whether it belongs to the list next to it.
"""

import json
import re
from dataclasses import dataclass
from functools import cache

from companion import __version__
from companion.base import caches
from companion.base.findings import InputError, InvalidInput
from companion.base.wording import plural
from companion.data import packs
from companion.data.documents import Build
from companion.data.rulebook import Rulings, rulings_text
from companion.game_system.system import GameSystem
from companion.gamekit import house_rules
from companion.gamekit.contract import Context
from companion.games import GAMES
from companion.verbs import embedded_cards

LEGAL, NONE = "legal", "none"
_BEGIN = "Statement: "
_LINE = re.compile(
    rf"{_BEGIN}(?P<verdict>[^;\n]+); (?P<game>[^;\n]+) rules (?P<rules>[0-9a-f]{{8}})"
    r" \(companion (?P<release>[\w.+-]+)\); rulings (?P<rulings>[^;\n]+);(?: house rules (?P<house_rules>[^;\n]+);)?"
    r" packs (?P<packs>[^;\n]+); build (?P<build>[0-9a-f]{12})"
)
_SHORT_BEGIN = "Checked: "
_SHORT_LINE = re.compile(
    rf"{_SHORT_BEGIN}(?P<verdict>[^;\n]+); (?P<game>[^;\n]+) (?P<rules>[0-9a-f]{{8}}) \((?P<release>[\w.+-]+)\)"
    r"(?:; rulings (?P<rulings>[^;\n]+))?(?:; house rules (?P<house_rules>[^;\n]+))?(?:; packs (?P<packs>[^;\n]+))?"
    r"; build (?P<build>[0-9a-f]{12})"
)
_SEPARATORS = str.maketrans({";": ",", "|": "/", "·": "-", "`": "'", "\\": "/"})
"""Characters in a title that would separate the parts of a statement, or the lines of a list, with replacements."""
_RULING = re.compile(r"^(?P<ruling>[\w-]+): (?P<option>[\w-]+)$")


@dataclass(frozen=True)
class Statement:
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

    @property
    def short(self) -> str:
        """The statement in fewer words, for texts on one line and for paper."""
        values = {"rulings": self.rulings, "house rules": self.house_rules, "packs": self.packs}
        parts = "".join(f"; {name} {value}" for name, value in values.items() if value != NONE)
        return f"{_SHORT_BEGIN}{self.verdict}; {self.game} {self.rules} ({self.release}){parts}; build {self.build}"

    def chosen_rulings(self) -> Rulings:
        """Return the rulings in the form that a build has them; InvalidInput if they cannot be read."""
        if self.rulings == NONE:
            return {}
        parts = [(part, _RULING.match(part)) for part in self.rulings.split(", ")]
        errors = [InputError("the statement's rulings", part, "ruling: option") for part, match in parts if not match]
        if errors:
            raise InvalidInput(*errors)
        return {match["ruling"]: match["option"] for _, match in parts if match}

    def find_game(self) -> GameSystem:
        """Return the game that it names; InvalidInput if there is no such game."""
        game = next((one for one in GAMES if one.title == self.game), None)
        if game is None:
            wanted = f"one of {', '.join(one.title for one in GAMES)}"
            raise InvalidInput(InputError("the statement's game", self.game, wanted))
        return game


def make_statement(game: GameSystem, build: Build, context: Context) -> Statement:
    """Return the statement of a build as it is checked now."""
    needed, rules = embedded_cards.needed_packs(game, build, context), build.house_rules
    title = rules.title.translate(_SEPARATORS) if rules else ""
    untitled = game.summary(build.model_copy(update={"title": ""}), context)
    return Statement(
        verdict=_describe_verdict(game, build, context),
        game=game.title,
        rules=_rules_fingerprint(game),
        release=__version__,
        rulings=rulings_text(context.rulebook.decisions(context.rulings)) or NONE,
        packs=" ".join(sorted(packs.digest(pack) for pack in needed)) or NONE,
        build=caches.digest(untitled).hex()[:12],
        house_rules=f"“{title}” {house_rules.fingerprint(rules)}" if rules else NONE,
    )


def _describe_verdict(game: GameSystem, build: Build, context: Context) -> str:
    broken = [finding.rule for finding in game.check(build, context).findings if finding.level == "error"]
    if not broken:
        return LEGAL
    return f"{plural(len(broken), 'problem')}, {', '.join(dict.fromkeys(broken))}"


@cache
def _rules_fingerprint(game: GameSystem) -> str:
    """Return a fingerprint of a game's rules and of its shipped cards."""
    rulebook = game.rulebook.model_dump(include={"section", "ruling"})
    text = json.dumps([rulebook, dict(game.catalogue.raw)], sort_keys=True, default=str)
    return caches.digest(text).hex()[:8]


def find_statement(text: str) -> Statement | None:
    """Return the statement in a text, None if there is none; InvalidInput if there are several different ones."""
    matches = [match for line in (_LINE, _SHORT_LINE) for match in line.finditer(text)]
    statements = {Statement(**match.groupdict(NONE)) for match in matches}
    if len(statements) > 1:
        found = f"{len(statements)} statements"
        raise InvalidInput(InputError("the text", found, "one, with the list that it belongs to"))
    return next(iter(statements), None)


def remove_statement(text: str) -> str:
    """Return a text without its statement."""
    return _SHORT_LINE.sub("", _LINE.sub("", text))
