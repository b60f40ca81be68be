"""The attacks and targets of a side: the modules of the deck, ports and doors, typed dice.

Keys: `hammer`, `drone-scrap` as a roll names a weapon; `hammer.scout.lower` for the two weapons of a Scout laid on a
Hammer, of which the lower card's fires first, with `.bypass` where the Scout ignores a module; `reactor.shield` and
`reactor.body` for the two sides of a module. Cards with equal dice share a row or a column, which has the key of the
first of them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pydantic import Field
from pydantic.config import JsonDict

from companion.base.wording import join_words
from companion.data.cards import Catalogue
from companion.data.documents import Record
from companion.gamekit.losses import Losses, entries, lost_field
from companion.gamekit.matchup import MatchupAttack, MatchupSide, MatchupTarget
from companion.gamekit.record_sheets import Track, UnitSheet
from companion.gamekit.workshop import FaceOf
from companion.games.mecha_mettle.model import AttackDie, DefendDie, Module, Pool, Tile, Weapon
from companion.games.mecha_mettle.resolver.inputs import MODES, MOST
from companion.games.mecha_mettle.rules.components import dice_words
from companion.games.mecha_mettle.rules.upgrades import Upgraded, combine_modules, key, versions

TYPED_KEY = "typed"
BYPASS = ".bypass"
"""Suffix of the key of two weapons where the upper card's ignores a module."""
PORT = "open-port"
MOST_PORTS = 4
"""The most lost ports of a side before the game ends."""
_PORTS = re.compile(r"(?:(?P<count>\d)\s*[×x]?\s*)?(?:open )?ports?", re.IGNORECASE)
_RARE: JsonDict = {"rare": True}


class ShotCircumstances(Record):
    """The player's answers about the table: lost ports, and the roll that a component is used for."""

    lost: int = Field(
        1,
        ge=0,
        le=4,
        title="Ports you have lost",
        description="They decide which of your components is active; 0 if it was used this turn.",
    )
    their_lost: int = Field(
        1, ge=0, le=4, title="Ports they have lost", description="They decide which of their components defends."
    )
    pool: AttackDie | None = Field(
        None,
        title="Component on Twin Strike",
        description="Left out: added dice and rerolls join the stronger pool, replaced dice the weaker one.",
        json_schema_extra=_RARE,
    )
    component_for: int = Field(
        1, ge=1, le=2, title="Your component changes weapon", description="Of two weapons.", json_schema_extra=_RARE
    )
    defender_for: int = Field(
        1, ge=1, le=2, title="They defend against weapon", description="Of two weapons.", json_schema_extra=_RARE
    )
    a_lost: str = lost_field(
        "What you have lost", "hammer=lost, ports=2. Modules no longer attack; ports count before those above"
    )
    b_lost: str = lost_field(
        "What they have lost", "reactor=lost, ports=2. Modules are no target; ports count before those above"
    )


@dataclass(frozen=True)
class Lost:
    """The losses of a side: its ports (None if the list names none), and the ids of lost modules and doors."""

    ports: int | None = None
    cards: frozenset[str] = frozenset()


PORTS = "ports"
"""The track of lost ports."""


def sheets(side: MatchupSide, *_: object) -> tuple[UnitSheet, ...]:
    """Return the one mech of a side: its lost ports, and each module and door of its deck, lost or not."""
    catalogue = side.context.catalogue
    cards = [card for kind in (Module, Tile) for card in catalogue.all(kind) if card.id != PORT]
    ports = Track(PORTS, "Ports lost", MOST_PORTS, "count")
    return (UnitSheet(side.title, "", (ports, *(Track(card.id, card.name, 1, "once") for card in cards))),)


def lose(side: MatchupSide, losses: Losses) -> MatchupSide:
    """Return a side after its losses."""
    values = losses.get(0, {})
    gone = frozenset(name for name, value in values.items() if value and name != PORTS)
    return replace(side, losses=Lost(values.get(PORTS), gone))


def from_words(side: MatchupSide, text: str, where: str) -> MatchupSide:
    """Return a side with its losses in words, as before 0.18; InvalidInput names the entry."""
    catalogue = side.context.catalogue
    names = {card.name: card.id for kind in (Module, Tile) for card in catalogue.all(kind) if card.id != PORT}
    ports, gone = None, set[str]()
    for entry in entries(text, where):
        port = _PORTS.fullmatch(entry.text)
        if port:
            ports = (ports or 0) + int(port["count"] or 1)
            if ports > MOST_PORTS:
                raise entry.as_error(f"at most {MOST_PORTS} ports: with five lost the game is over")
        else:
            gone.add(names[entry.choose(names, "the name of a module, or 2 ports")])
    return replace(side, losses=Lost(ports, frozenset(gone)))


def ports_lost(side: MatchupSide, typed: int) -> int:
    """Return the number of ports that a side has lost: from its list of losses if that has ports, else as typed."""
    counted = side.losses.ports if isinstance(side.losses, Lost) else None
    return typed if counted is None else counted


def _remaining_modules(side: MatchupSide) -> list[Module]:
    """Return the modules of a side's deck that it has not lost."""
    gone = side.losses.cards if isinstance(side.losses, Lost) else ()
    return [module for module in side.context.catalogue.all(Module) if module.id not in gone]


class TypedDice(Record):
    """Dice of an opponent without a draft, typed as numbers; its modules come from the same deck."""

    attack: int | None = Field(None, ge=0, le=MOST, title="Attack dice", description="A weapon of theirs.")
    attack_die: AttackDie = Field("regular", title="Attack symbol", description="Regular hits on 5+, Special on 4+.")
    defend: int | None = Field(None, ge=0, le=MOST, title="Defense dice", description="A target of theirs.")
    defend_die: DefendDie = Field("evasion", title="Defense symbol", description="Evasion saves on 5+, Shield on 4+.")


def attacks(mine: MatchupSide) -> tuple[MatchupAttack, ...]:
    """Return typed dice, every weapon and ability of the deck, then the pairs of weapons of upgraded modules."""
    modules = _remaining_modules(mine)
    return (*_typed_attack(mine), *_weapon_attacks(mine.context.catalogue, modules), *_pair_attacks(modules))


def targets(theirs: MatchupSide, mine: MatchupSide) -> tuple[MatchupTarget, ...]:
    """Return typed dice, ports and doors, then bodies and shields of the modules."""
    gone = theirs.losses.cards if isinstance(theirs.losses, Lost) else ()
    tiles = (
        MatchupTarget(tile.id, tile.name, about=dice_words(tile.defense), face=FaceOf("tiles", tile.id))
        for tile in theirs.context.catalogue.all(Tile)
        if tile.id not in gone
    )
    return (
        *_typed_target(theirs),
        *tiles,
        *_body_and_shield_targets(_remaining_modules(theirs), mine.context.catalogue),
    )


def _typed_attack(side: MatchupSide) -> Iterator[MatchupAttack]:
    typed = side.typed_numbers
    if isinstance(typed, TypedDice) and typed.attack is not None:
        pool = Pool.model_construct(dice=typed.attack, kind=typed.attack_die)
        yield MatchupAttack(TYPED_KEY, "Typed dice", about=dice_words(pool))


def _typed_target(side: MatchupSide) -> Iterator[MatchupTarget]:
    typed = side.typed_numbers
    if isinstance(typed, TypedDice) and typed.defend is not None:
        pool = Pool.model_construct(dice=typed.defend, kind=typed.defend_die)
        yield MatchupTarget(TYPED_KEY, "Typed dice", about=dice_words(pool))


def _weapon_attacks(catalogue: Catalogue, modules: Sequence[Module]) -> Iterator[MatchupAttack]:
    armed = {module.id: module.weapon for module in modules if module.weapon}
    for module in modules:
        for ending, field in MODES.items():
            weapon: Weapon | None = module.field_values()[str(field)]
            if weapon is None:
                continue
            title = f"{module.name}, scrapped" if field == "scrap_attack" else f"{module.name} past a module"
            if field == "weapon":
                same_dice = [module_id for module_id, other in armed.items() if _is_same(weapon, other)]
                if same_dice[0] != module.id:
                    continue
                title = join_words((catalogue.get(Module, module_id).name for module_id in same_dice), "or")
            yield MatchupAttack(module.id + ending, title, about=weapon_words(weapon), face=card_face(module))


def _is_same(weapon: Weapon, other: Weapon) -> bool:
    return (weapon.pools, weapon.breach) == (other.pools, other.breach)


def weapon_words(weapon: Weapon) -> str:
    """Return a weapon's dice in words: `3 Regular Attack dice, Breach`; two pools are joined with `or`."""
    dice = " or ".join(dice_words(pool) for pool in weapon.pools)
    return f"{dice}, Breach" if weapon.breach else dice


def _pair_attacks(modules: Sequence[Module]) -> Iterator[MatchupAttack]:
    """Yield both weapons of an upgraded module in both orders; equal weapons in equal order once (fact 64).

    Pairs whose upper card may ignore a module come again at the end, ignoring one.
    """
    pairs = [(lower, upper, combine_modules(lower, upper, Weapon)) for lower in modules for upper in modules]
    armed = [
        (lower_card, upper_card)
        for lower_card, upper_card, pair in pairs
        if isinstance(pair, Upgraded) and len(pair.weapons) == 2
    ]
    seen = set()
    for past, (lower, upper), first in product((False, True), armed, ("lower", "upper")):
        cards = ((lower, False), (upper, past))
        order = cards if first == "lower" else cards[::-1]
        ids = tuple((card.id, ignores) for card, ignores in order)
        if ids in seen or (past and not upper.bypass_attack):
            continue
        seen.add(ids)
        title = ", then ".join(f"{card.name} past a module" if ignores else card.name for card, ignores in order)
        attack = f"{lower.id}.{upper.id}.{first}{BYPASS if past else ''}"
        yield MatchupAttack(attack, title, about="Upgraded module, one action", face=card_face(order[0][0]))


def _body_and_shield_targets(modules: Sequence[Module], attacker_cards: Catalogue) -> Iterator[MatchupTarget]:
    """Yield bodies, then shields: one target for equal dice, and one for each card that the attacker does not have."""
    for side in ("body", "shield"):
        by_dice: dict[tuple[object, ...], list[Module]] = {}
        for module in modules:
            defends = module.field_values()[side]
            if defends is not None:
                is_shared = attacker_cards.cards.get(module.id) == module
                kind = defends.kind if isinstance(defends, Pool) else defends.impenetrable
                by_dice.setdefault((defends.dice, kind, "" if is_shared else module.id), []).append(module)
        yield from (_side_target(side, modules) for modules in by_dice.values())


def _side_target(side: str, modules: Sequence[Module]) -> MatchupTarget:
    first = modules[0]
    names = join_words((module.name for module in modules), "or")
    if side == "body":
        return MatchupTarget(f"{first.id}.body", names, about=dice_words(first.body), face=card_face(first))
    assert first.shield is not None
    dice = dice_words(Pool.model_construct(dice=first.shield.dice, kind="shield"))
    about = "Impenetrable" if first.shield.impenetrable else dice
    return MatchupTarget(f"{first.id}.shield", f"Shield of {names}", about=about, face=card_face(first))


def card_face(module: Module) -> FaceOf | None:
    """Return the printed face of a module's first version; None for a module in no deck."""
    laid = next(iter(versions(module)), None)
    return FaceOf("modules", key(laid)) if laid else None
