"""The house rules of a build: chosen with one button, kept as a copy, compared with the set as it is now."""

from dataclasses import dataclass

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Build
from companion.gamekit.contract import FormData
from companion.gamekit.house_rules import FIELD, HouseRules, describe_changes, fingerprint
from companion.storage.store import Document
from companion.web.shell.session import Visitor

USE, NONE = "use-house-rules", "none"
"""USE is posted by the buttons that choose house rules for a build: with the id of a set, or NONE to play without."""
USE_RULINGS = "use-rulings"
"""Posted by the button that takes this browser's rulings into the build."""
BUTTONS = USE_RULINGS, USE


@dataclass(frozen=True)
class NewerRules:
    """The set that a build has an older copy of: its id, and what has changed since."""

    document_id: str
    changes: str


def read_decisions(
    visitor: Visitor, fields: FormData, before: JsonMapping | None = None
) -> tuple[HouseRules | None, JsonObject]:
    """Return the house rules that a posted form takes, and the rulings and house rules of its build.

    It takes those of its button, a new build those in use; None where it stays with what it was saved with `before`.
    InvalidInput where there is no such set.
    """
    rules = _read_rules(visitor, fields, before)
    if rules:
        return rules, rules.decide()
    rulings = visitor.rulings if before is None or USE_RULINGS in fields else before.get("rulings")
    carried = (before or {}).get(FIELD) if not fields.last(USE) else None
    return None, {name: value for name, value in (("rulings", rulings), (FIELD, carried)) if value}


def _read_rules(visitor: Visitor, fields: FormData, before: JsonMapping | None) -> HouseRules | None:
    choice = fields.last(USE)
    if not choice:
        return visitor.house_rules if before is None else None
    if choice == NONE:
        return None
    rules = visitor.find_house_rules(choice)
    if rules is None:
        raise InvalidInput(InputError("house rules", quote(choice), "one of your own sets that can be read"))
    return rules


def own_sets(visitor: Visitor) -> tuple[Document, ...]:
    """Return this browser's sets that can be read."""
    return tuple(found for found in visitor.own_house_rules if visitor.find_house_rules(found.id))


def find_own(visitor: Visitor, build: Build) -> str:
    """Return the id of this browser's set whose copy a build carries, in any version; empty where it has none."""
    return next((document_id for document_id, _ in _versions(visitor, build)), "")


def find_newer(visitor: Visitor, build: Build) -> NewerRules | None:
    """Return this browser's set that a build carries an older or another copy of; None where they decide the same."""
    carried, own = build.house_rules, _versions(visitor, build)
    if carried is None or not own or fingerprint(carried) in {fingerprint(rules.carry()) for _, rules in own}:
        return None
    document_id, rules = own[0]
    return NewerRules(document_id, describe_changes(carried, rules.carry(), visitor.game.limits))


def _versions(visitor: Visitor, build: Build) -> list[tuple[str, HouseRules]]:
    """Return this browser's sets with the key of a build's, or without a key those with its title; newest first."""
    carried = build.house_rules
    if carried is None:
        return []
    name = carried.key or carried.title
    read = ((found.id, visitor.find_house_rules(found.id)) for found in visitor.own_house_rules)
    return [(found, rules) for found, rules in read if rules and (rules.key or rules.title) == name]
