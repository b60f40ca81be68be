"""The upgrade analysis: the result of linking two modules, named by id and version, or why they cannot be linked."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo

from companion.base.json_types import JsonObject
from companion.data.card_ids import validation_catalogue
from companion.data.documents import Record
from companion.gamekit.contract import Analysis, CardNumber, Context
from companion.games.mecha_mettle.model import DIE_NAMES, Edge, Pool, Shield, Weapon
from companion.games.mecha_mettle.rules.upgrades import (
    FACINGS,
    Fitted,
    Laid,
    Refused,
    Upgraded,
    all_laid_modules,
    key,
    link_fields,
    upgrade,
)


def _check_module_id(text: str, info: ValidationInfo) -> str:
    catalogue = validation_catalogue(info)
    if catalogue is not None and text not in (modules := all_laid_modules(catalogue)):
        raise ValueError(f"one of {', '.join(modules)}")
    return text


LaidName = Annotated[str, Field(max_length=80), AfterValidator(_check_module_id)]
"""The id of a module in one of its versions: `scout-left`."""


class UpgradeInputs(Record):
    """A module in play, the module laid on it, and the edge at which they are linked."""

    lower: LaidName = Field(
        title="In play", description="The module that receives the upgrade, for example hammer-right."
    )
    upper: LaidName = Field(title="Drawn", description="The module with the Open Link, for example scout-left.")
    edge: Edge | None = Field(
        None,
        title="Linked at",
        description="The edge of the module in play, as printed; the first one that shows N K if left out.",
    )


def run(inputs: UpgradeInputs, context: Context) -> JsonObject:
    """Return the upgrade of two modules as JSON: `possible`, and the `reason` where it is not.

    An upgrade has the upper card's `body`; `weapons` and `shields` are those still in view, each with the edge it
    points to while the lower card lies as printed. `edge` is the lower card's edge at which they are linked; `turned`
    counts the quarter turns clockwise by which the upper card lies turned against the lower one. `covered` names the
    parts of the lower card that no longer count. `roll` fires the weapons at an Open Port; None without a weapon.
    """
    modules = all_laid_modules(context.catalogue)
    lower, upper = modules[inputs.lower], modules[inputs.upper]
    cards = {"lower": _card_data(lower), "upper": _card_data(upper)}
    pair = upgrade(lower, upper, inputs.edge)
    if isinstance(pair, Refused):
        return {"possible": False, "reason": pair.reason, **cards, "rules": ["upgrade"]}
    two = ["two-weapons"] if len(pair.weapons) > 1 else []
    return {
        "possible": True,
        "reason": "",
        **cards,
        "edge": pair.remaining_attachment.edge,
        "turned": pair.quarter_turns,
        "body": _pool_data(pair.body),
        "weapons": [_weapon(fitted) for fitted in pair.weapons],
        "shields": [_shield(fitted) for fitted in pair.shields],
        "roll": _roll(pair),
        "covered": ["body", *(["ability"] if lower.module.special else [])],
        "rules": ["upgrade", "visible-only", *two],
    }


def _roll(pair: Upgraded) -> JsonObject | None:
    """Return the roll of the weapons in view: of one, or of both for one action (fact 64)."""
    if len(pair.weapons) > 1:
        cards = {"lower": pair.lower.module.id, "upper": pair.upper.module.id}
        return {"resolver": "two-weapons", "inputs": {**cards, "target": "open-port"}}
    if pair.weapons:
        return {"resolver": "attack", "inputs": {"weapon": pair.weapons[0].laid.module.id, "target": "open-port"}}
    return None


def _card_data(laid: Laid) -> dict[str, str]:
    return {"id": key(laid), "name": laid.name, "module": laid.module.id, "module_name": laid.module.name}


def _pool_data(pool: Pool) -> JsonObject:
    return {"dice": pool.dice, "kind": pool.kind, "name": DIE_NAMES[pool.kind]}


def _edge_data(fitted: Fitted) -> dict[str, str]:
    return {"id": key(fitted.laid), "of": fitted.of, "edge": fitted.edge, "points": FACINGS[fitted.edge]}


def _weapon(fitted: Fitted) -> JsonObject:
    assert isinstance(fitted.part, Weapon)
    pools = [_pool_data(pool) for pool in fitted.part.pools]
    return {**_edge_data(fitted), "name": fitted.part.name, "pools": pools, "breach": fitted.part.breach}


def _shield(fitted: Fitted) -> JsonObject:
    assert isinstance(fitted.part, Shield)
    dice = None if fitted.part.impenetrable else fitted.part.dice
    return {**_edge_data(fitted), "dice": dice, "impenetrable": fitted.part.impenetrable}


def _card_numbers(inputs: UpgradeInputs, context: Context) -> Iterable[CardNumber]:
    """Yield the links and the attachments of both cards, and the body on top."""
    modules = all_laid_modules(context.catalogue)
    lower, upper = modules[inputs.lower].module, modules[inputs.upper].module
    for name, card in (("lower", lower), ("upper", upper)):
        yield from (
            CardNumber(name, card.id, field) for field in ("weapon", "shield", "shield.side") if card.has(field)
        )
    yield from (
        CardNumber("lower" if card == lower.id else "upper", card, field) for card, field in link_fields(lower, upper)
    )
    yield CardNumber("upper", upper.id, "body")


UPGRADES = Analysis(
    name="upgrades",
    title="Upgrades",
    about="What two modules become when linked, or why they cannot be linked.",
    inputs=UpgradeInputs,
    run=run,
    card_numbers=_card_numbers,
)
