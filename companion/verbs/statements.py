"""The legality statement: one line that says what a build was checked with and what came out, to be checked again.

It goes with everything that is shared. Fingerprints stand for the rules with their cards, the house rules, the
packs, and the build without its title; so the line says by itself whether it belongs to the list beside it.
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
from companion.data.documents import Build, CarriedHouseRules
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
_IN_A_LINE = str.maketrans({";": ",", "|": "/", "·": "-", "`": "'", "\\": "/"})
"""What a title may not have in a statement: what stands between its parts, and between the lines of a list."""
_RULING = re.compile(r"^(?P<ruling>[\w-]+): (?P<option>[\w-]+)$")


@dataclass(frozen=True)
class Statement:
    """What a build was checked with, and what came out; each field as it stands in the line."""

    verdict: str
    """`legal`, or how many problems there are and the rules that they break."""
    game: str
    rules: str
    release: str
    rulings: str
    """Those that are not the defaults, as `rulebook.rulings_text` writes them; `none` where there are none."""
    packs: str
    """The fingerprints of the packs whose cards the build needs; `none` where it needs none."""
    build: str
    house_rules: str = NONE
    """Their title in quotes and their fingerprint; left out of the line where there are none."""

    def __str__(self) -> str:
        """Return the line."""
        house_rules = "" if self.house_rules == NONE else f"house rules {self.house_rules}; "
        return (
            f"{_BEGIN}{self.verdict}; {self.game} rules {self.rules} (companion {self.release}); "
            f"rulings {self.rulings}; {house_rules}packs {self.packs}; build {self.build}"
        )

    @property
    def short(self) -> str:
        """The same in fewer words, for one line and for paper."""
        named = {"rulings": self.rulings, "house rules": self.house_rules, "packs": self.packs}
        chosen = "".join(f"; {name} {said}" for name, said in named.items() if said != NONE)
        return f"{_SHORT_BEGIN}{self.verdict}; {self.game} {self.rules} ({self.release}){chosen}; build {self.build}"

    def chosen_rulings(self) -> Rulings:
        """Return the rulings as a build has them; InvalidInput where they cannot be read."""
        if self.rulings == NONE:
            return {}
        found = [(part, _RULING.match(part)) for part in self.rulings.split(", ")]
        wrong = [InputError("the statement's rulings", part, "ruling: option") for part, one in found if one is None]
        if wrong:
            raise InvalidInput(*wrong)
        return {one["ruling"]: one["option"] for _, one in found if one}

    def find_game(self) -> GameSystem:
        """Return its game; InvalidInput where there is none of that name."""
        game = next((one for one in GAMES if one.title == self.game), None)
        if game is None:
            wanted = f"one of {', '.join(one.title for one in GAMES)}"
            raise InvalidInput(InputError("the statement's game", self.game, wanted))
        return game


def make_statement(game: GameSystem, build: Build, context: Context) -> Statement:
    """Return the statement of a build as it is checked now."""
    needed = embedded_cards.needed_packs(game, build, context)
    untitled = game.summary(build.model_copy(update={"title": ""}), context)
    return Statement(
        verdict=_describe_verdict(game, build, context),
        game=game.title,
        rules=_rules_fingerprint(game),
        release=__version__,
        rulings=rulings_text(context.rulebook.decisions(context.rulings)) or NONE,
        packs=" ".join(sorted(packs.digest(pack) for pack in needed)) or NONE,
        build=caches.digest(untitled).hex()[:12],
        house_rules=_name_house_rules(build.house_rules),
    )


def _name_house_rules(rules: CarriedHouseRules | None) -> str:
    return f"“{rules.title.translate(_IN_A_LINE)}” {house_rules.fingerprint(rules)}" if rules else NONE


def _describe_verdict(game: GameSystem, build: Build, context: Context) -> str:
    broken = [finding.rule for finding in game.check(build, context).findings if finding.level == "error"]
    if not broken:
        return LEGAL
    return f"{plural(len(broken), 'problem')}, {', '.join(dict.fromkeys(broken))}"


@cache
def _rules_fingerprint(game: GameSystem) -> str:
    """Return a fingerprint of a game's rules and of the cards that ship."""
    rulebook = game.rulebook.model_dump(include={"section", "ruling"})
    text = json.dumps([rulebook, dict(game.catalogue.raw)], sort_keys=True, default=str)
    return caches.digest(text).hex()[:8]


def find_statement(text: str) -> Statement | None:
    """Return the statement in a text, None where there is none; InvalidInput where there are several."""
    matches = [match for line in (_LINE, _SHORT_LINE) for match in line.finditer(text)]
    found = {Statement(**match.groupdict(NONE)) for match in matches}
    if len(found) > 1:
        raise InvalidInput(InputError("the text", f"{len(found)} statements", "one, with the list that it belongs to"))
    return next(iter(found), None)


def remove_statement(text: str) -> str:
    """Return a text without its statement."""
    return _SHORT_LINE.sub("", _LINE.sub("", text))
