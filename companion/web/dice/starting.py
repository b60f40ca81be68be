"""Attacker and target: instead of empty numbers, a roll's page first asks for an attack and a target of two builds.

The game's matchup knows which attacks lead to this roll, and fills in its inputs; the result is an ordinary address of
the page. A roll that no attack leads to, a test of nerve for example, has only its form.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from urllib.parse import urlencode

from markupsafe import Markup

from companion.base.findings import InvalidInput
from companion.data.documents import Record
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData, ResolverKind
from companion.gamekit.matchup import AnyMatchup, MatchupAttack, MatchupTarget, Pairing
from companion.web.dice.input_words import pairing_query
from companion.web.shared import matchup_sides, portraits
from companion.web.shared.matchup_sides import EXAMPLE, NamedSide, SideChoice
from companion.web.shell import session

START = "start."
"""Prefix of the questions in an address."""
MINE, THEIRS, ATTACK, TARGET = (f"{START}{name}" for name in ("mine", "theirs", "attack", "target"))
MOST_TILES = 6
"""Builds to choose from; a matchup's page has them all."""


@dataclass(frozen=True)
class StartTile:
    """A build to choose: its picture and the address that chooses it."""

    title: str
    heading: str
    picture: Markup
    address: str
    is_chosen: bool


@dataclass(frozen=True)
class RollStart:
    """The questions with their choices; `address` is the filled-in roll once attack and target are chosen."""

    mine: Sequence[StartTile]
    theirs: Sequence[StartTile]
    attacks: Sequence[tuple[str, str]]
    targets: Sequence[tuple[str, str]]
    attack: str
    target: str
    other_pairs: Sequence[tuple[str, str]]
    """Other parts of the address, as hidden fields."""
    why_not: str = ""
    address: str = ""


def find_start(game: GameSystem, kind: ResolverKind, fields: FormData, here: str) -> RollStart | None:
    """Return the questions of a roll; None if its address has inputs, or no attack of any example leads to it.

    If no attack of the chosen builds leads to it, `why_not` says so, and the choices are those of two examples.
    """
    room = game.matchup
    inputs = {name for name in fields if not name.startswith((START, "ruling."))} - {matchup_sides.MINE}
    if room is None or inputs or not any(kind.name in figure.measures for figure in room.figures):
        return None
    why_not = ""
    try:
        mine, theirs = _sides(game, fields)
    except InvalidInput as error:
        why_not = str(error)
        mine, theirs = _sides(game, FormData({}))
    fight = _Fight.find(room, kind.name, mine, theirs)
    if fight is None and not why_not and {MINE, THEIRS} & set(fields):
        why_not = f"{mine.side.title} has no such attack on {theirs.side.title}: choose another build."
    fight = fight or _find_example_fight(game, room, kind.name)
    return _start(game, fight, fields, here, why_not) if fight else None


def _find_example_fight(game: GameSystem, room: AnyMatchup, roll: str) -> "_Fight | None":
    """Return the first fight of two examples that leads to a roll."""
    names = [f"{EXAMPLE}{name}" for name in game.examples]
    for one, other in permutations(names, 2):
        fight = _Fight.find(room, roll, *_sides(game, FormData({MINE: [one], THEIRS: [other]})))
        if fight:
            return fight
    return None


def _sides(game: GameSystem, fields: FormData) -> tuple[NamedSide, NamedSide]:
    mine = fields.get(MINE) or fields.get(matchup_sides.MINE, [])
    named = FormData({matchup_sides.MINE: mine, matchup_sides.OTHER: fields.get(THEIRS, [])})
    attacking = matchup_sides.attacking_side(game, named)
    return attacking, matchup_sides.other_side(game, named, attacking)


@dataclass(frozen=True)
class _Fight:
    """Two sides, their attacks and targets that lead to a roll, and the circumstances under which they do."""

    room: AnyMatchup
    roll: str
    mine: NamedSide
    theirs: NamedSide
    conditions: Record
    attacks: Sequence[MatchupAttack]
    targets: Sequence[MatchupTarget]

    @classmethod
    def find(cls, room: AnyMatchup, roll: str, mine: NamedSide, theirs: NamedSide) -> "_Fight | None":
        """Return the fight under the first circumstances in which an attack leads to the roll."""
        attacks, targets = room.attacks(mine.side), room.targets(theirs.side, mine.side)
        for conditions in _circumstances(room.circumstances):
            fight = cls(room, roll, mine, theirs, conditions, attacks, targets)
            leading = [attack for attack in attacks if any(fight.leads(attack, target) for target in targets)]
            if leading:
                possible = [target for target in targets if any(fight.leads(attack, target) for attack in leading)]
                return cls(room, roll, mine, theirs, conditions, leading, possible)
        return None

    def pairing(self, attack: MatchupAttack, target: MatchupTarget) -> Pairing:
        """Return the roll of an attack on a target, or the reason why there is none."""
        return self.room.pairing(attack, target, self.mine.side, self.theirs.side, self.conditions)

    def leads(self, attack: MatchupAttack, target: MatchupTarget) -> bool:
        """Return whether an attack on a target leads to this roll."""
        return self.pairing(attack, target).resolver == self.roll


def _circumstances(model: type[Record]) -> Iterator[Record]:
    """Yield the default circumstances, then those with one choice changed, or one number at its minimum."""
    yield model()
    for name, prop in model.model_json_schema().get("properties", {}).items():
        for value in prop.get("enum", [prop["minimum"]] if "minimum" in prop else []):
            if value != prop.get("default"):
                yield model.model_validate({name: value})


def _start(game: GameSystem, fight: _Fight, fields: FormData, here: str, why_not: str) -> RollStart:
    chosen = {name: fields.last(name) for name in (ATTACK, TARGET)}
    attack = next((one for one in fight.attacks if one.key == chosen[ATTACK]), fight.attacks[0])
    target = next((one for one in fight.targets if one.key == chosen[TARGET]), fight.targets[0])
    rulings = [(name, values[-1]) for name, values in fields.items() if name.startswith("ruling.")]
    sides = {MINE: fight.mine.name, THEIRS: fight.theirs.name}
    address = ""
    if not why_not and chosen == {ATTACK: attack.key, TARGET: target.key}:
        pairing = fight.pairing(attack, target)
        why_not = pairing.why_not or ("" if pairing.resolver == fight.roll else "These two do not meet in this roll.")
        document = fight.mine.document
        saved = [(matchup_sides.MINE, fight.mine.name)] if document and document.kind == "build" else []
        address = "" if why_not else f"{here}?{urlencode([*pairing_query(pairing), *rulings, *saved])}"
    return RollStart(
        list(_tiles(game, MINE, fight.mine, sides, rulings, here)),
        list(_tiles(game, THEIRS, fight.theirs, sides, rulings, here)),
        _options(fight.attacks),
        _options(fight.targets),
        attack.key,
        target.key,
        [*sides.items(), *rulings],
        why_not,
        address,
    )


def _tiles(
    game: GameSystem,
    question: str,
    now: NamedSide,
    sides: Mapping[str, str],
    rulings: Iterable[tuple[str, str]],
    here: str,
) -> Iterator[StartTile]:
    """Yield the builds to choose from: saved ones, the pasted one, examples; always with the chosen one, `now`."""
    offered = [
        choice for choice in matchup_sides.choices(game, now) if question == THEIRS or choice.heading != "Pasted"
    ]
    tiles = [choice for choice in offered if choice.name == now.name]
    tiles += [choice for choice in offered if choice.name != now.name][: MOST_TILES - len(tiles)]
    for choice in (choice for choice in offered if choice in tiles):
        query = urlencode([*{**sides, question: choice.name}.items(), *rulings])
        yield StartTile(
            choice.title,
            choice.heading.removesuffix("s"),
            _picture(game, choice),
            f"{here}?{query}",
            choice.name == now.name,
        )


def _picture(game: GameSystem, choice: SideChoice) -> Markup:
    if choice.name.startswith(EXAMPLE):
        return portraits.example_image(game, choice.name.removeprefix(EXAMPLE))
    document = session.find_document(game, "build", choice.name)
    return portraits.portrait_image(document) if document else Markup()


def _options(things: Sequence[MatchupAttack] | Sequence[MatchupTarget]) -> list[tuple[str, str]]:
    several = len({thing.carrier for thing in things}) > 1
    return [
        (thing.key, f"{thing.title}, {thing.carrier}" if several and thing.carrier else thing.title) for thing in things
    ]
