"""The inputs of an attack: a weapon or dice, a target or dice, components; names are checked against the cards.

This module rolls nothing: `steps` turns inputs into throws.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo
from pydantic.config import JsonDict

from companion.data.card_ids import validation_catalogue
from companion.data.cards import Catalogue
from companion.data.documents import Record
from companion.games.mecha_mettle.model import AttackDie, DefendDie, Module, Tile, Weapon

MOST = 100
"""The most dice that a typed pool may have."""

MODES: JsonDict = {"": "weapon", "-scrap": "scrap_attack", "-bypass": "bypass_attack"}
"""The suffix of a module's id for each of its attacks, and the field that holds the attack."""


def weapons(catalogue: Catalogue) -> dict[str, Weapon]:
    """Return every attack by its name in an input: `drone`, `drone-scrap`."""
    return {
        module.id + mode: weapon
        for module in catalogue.all(Module)
        for mode, field in MODES.items()
        if (weapon := module.field_values()[str(field)])
    }


def _check_weapon_name(name: str, info: ValidationInfo) -> str:
    return _among(name, weapons, info)


def _check_target_name(name: str, info: ValidationInfo) -> str:
    return _among(name, targets, info)


def targets(catalogue: Catalogue) -> list[str]:
    """Return the ids of all possible targets: modules, ports and doors."""
    return [card.id for card in (*catalogue.all(Module), *catalogue.all(Tile))]


def _among(name: str, names: Callable[[Catalogue], Iterable[str]], info: ValidationInfo) -> str:
    catalogue = validation_catalogue(info)
    if catalogue is not None and name not in (allowed := list(names(catalogue))):
        raise ValueError(f"one of {', '.join(allowed)}")
    return name


def _check_module_name(name: str, info: ValidationInfo) -> str:
    return _among(name, lambda catalogue: [card.id for card in catalogue.all(Module)], info)


ModuleName = Annotated[str, Field(max_length=60), AfterValidator(_check_module_name)]
WeaponName = Annotated[str, Field(max_length=80), AfterValidator(_check_weapon_name)]
TargetName = Annotated[str, Field(max_length=60), AfterValidator(_check_target_name)]


class AttackInputs(Record):
    """The inputs of an attack: a weapon or typed dice, a target or typed dice, and components."""

    weapon: WeaponName | None = Field(
        None,
        title="Weapon",
        description="A module's weapon; leave it empty to enter dice.",
        json_schema_extra={"cards": "module", "with": MODES},
    )
    attack: int | None = Field(None, ge=0, le=MOST, title="Attack dice", description="Instead of a weapon.")
    attack_die: AttackDie | None = Field(None, title="Attack symbol", description="Regular hits on 5+, Special on 4+.")
    target: TargetName | None = Field(
        None,
        title="Target",
        description="What the shot is aimed at; leave it empty to enter dice.",
        json_schema_extra={"cards": ["module", "tile"]},
    )
    target_upgrade: ModuleName | None = Field(
        None,
        title="Target upgraded with",
        description="The module laid on the target: its body defends, or the target's shield if that faces the shot.",
        json_schema_extra={"cards": "module", "with": "open_link"},
    )
    side: Literal["body", "shield"] | None = Field(
        None, title="Side hit", description="The shield, where it faces the shot; otherwise the body."
    )
    defend: int | None = Field(None, ge=0, le=MOST, title="Defense dice", description="Instead of a target.")
    defend_die: DefendDie | None = Field(None, title="Defense symbol", description="Evasion saves on 5+, Shield on 4+.")
    component: str | None = Field(
        None,
        title="Attacker's component",
        description="An active attack component.",
        json_schema_extra={"cards": "component", "with": "attack"},
    )
    component_on: AttackDie | None = Field(
        None, title="Component on", description="Which of Twin Strike's two pools it changes."
    )
    defender_component: str | None = Field(
        None,
        title="Defender's component",
        description="An active defense component.",
        json_schema_extra={"cards": "component", "with": "defend"},
    )
