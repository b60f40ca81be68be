"""House rules: a saved set of rulings, limits and packs that a group agreed on, and the check of a build against it.

A set is a document: `game`, `kind = "house-rules"`, `title`, `key`, `[rulings]`, `[limits]`, `only_these_packs`, and
its packs, `[[pack]]`. A build contains the decisions of the set when it was applied, and the names of its packs: a
later change of the set changes no build. A number marked *house* is something else: the product's own.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from pydantic import Field

from companion.base import caches
from companion.base.findings import Finding, Fix, Verdict, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words
from companion.data import packs
from companion.data.cards import Catalogue
from companion.data.documents import (
    MOST_PACKS,
    Build,
    CarriedHouseRules,
    CarriedPack,
    ChosenRulings,
    PackName,
    Record,
    Title,
    to_document,
)
from companion.data.rulebook import Rulebook, Rulings, rulings_text
from companion.gamekit.build_form import BuildField, Fields

KIND: Literal["house-rules"] = "house-rules"
FIELD = "house_rules"
"""The field of a build that contains its house rules."""
RULINGS, LIMIT, PACKS = "house-rulings", "house-limit", "house-packs"
"""The ids of findings about house rules; they are in no rulebook."""


class HouseRules(Record):
    """A set of house rules as it is saved and shared; `GameSystem` reads it, since only a game knows its limits."""

    game: str
    kind: Literal["house-rules"] = KIND
    title: Title = Field(min_length=1)
    key: str = Field(default="", max_length=43, pattern=r"^[A-Za-z0-9_-]*$")
    rulings: ChosenRulings = Field(default_factory=dict)
    limits: dict[str, Any] = Field(default_factory=dict, max_length=50)
    only_these_packs: bool = False
    pack: tuple[CarriedPack, ...] = Field(default=(), max_length=MOST_PACKS)

    def as_document(self) -> JsonObject:
        """Return the set as it is stored and exported."""
        data = to_document(self)
        return {"game": data.pop("game"), "kind": KIND, **data}

    def carry(self) -> CarriedHouseRules:
        """Return the set as it is contained in a build."""
        packs_data = [pack.model_dump() for pack in self.pack]
        names = tuple(
            PackName(title=pack["title"], key=pack["key"], fingerprint=packs.digest(pack)) for pack in packs_data
        )
        values = self.field_values()
        return CarriedHouseRules(packs=names, **{name: values[name] for name in _COMMON_FIELDS})

    def decide(self) -> JsonObject:
        """Return the fields of a build that the set decides, except its packs: rulings, and the copy of the set."""
        carried = self.carry().model_dump(mode="json", exclude_defaults=True)
        return {"rulings": dict(self.rulings), FIELD: carried}


_COMMON_FIELDS = ("title", "key", "rulings", "limits", "only_these_packs")


def is_house_rules(document: object) -> bool:
    """Return whether a document is a set of house rules, by its `kind`."""
    return isinstance(document, Mapping) and document.get("kind") == KIND


def fingerprint(rules: CarriedHouseRules) -> str:
    """Return a fingerprint of the decisions of house rules, without their title and the order of entries."""
    limits = {name: sorted(value) if isinstance(value, list) else value for name, value in rules.limits.items()}
    names = sorted((pack.key, pack.fingerprint) for pack in rules.packs)
    decisions = [dict(rules.rulings), limits, rules.only_these_packs, names]
    return caches.digest(json.dumps(decisions, sort_keys=True, default=str)).hex()[:12]


def apply(document: JsonMapping, rules: HouseRules) -> JsonObject:
    """Return a build's document with house rules applied: their rulings, their packs after its own, and their copy."""
    return {**document, **rules.decide(), "pack": merge_packs(packs.embedded_packs(document), rules)}


def merge_packs(carried: Iterable[packs.Pack], rules: HouseRules) -> list[JsonObject]:
    """Return a build's packs with those of house rules last, so that they take precedence; of equal packs theirs."""
    theirs = [packs.embed_pack(pack.model_dump()) for pack in rules.pack]
    names = {_identity(pack) for pack in theirs}
    own = [dict(pack) for pack in carried if _identity(pack) not in names]
    return [*own, *theirs]


def _identity(pack: packs.Pack) -> str:
    return str(pack.get("key") or pack.get("title", ""))


# The check of a build.


def check_build(
    build: Build, limits: JsonMapping, rulings: Rulings, rulebook: Rulebook, fields: Fields, catalogue: Catalogue
) -> Iterator[Finding]:
    """Yield a finding for each house rule in a build that it breaks; `limits` have been read by the build's model."""
    rules = build.house_rules
    if rules is None:
        return
    yield from _check_rulings(rules, rulings, rulebook)
    yield from _check_limits(rules, build, limits, fields, catalogue)
    if rules.only_these_packs:
        yield from _check_packs(rules, build)


def _check_rulings(rules: CarriedHouseRules, rulings: Rulings, rulebook: Rulebook) -> Iterator[Finding]:
    differences = rulebook.differences(rulings, rulebook.rulings(rules.rulings))
    if differences:
        theirs = rulings_text({difference.ruling.id: difference.other.id for difference in differences})
        here = rulings_text({difference.ruling.id: difference.option.id for difference in differences})
        message = f"“{rules.title}” plays with {theirs}; this build is checked with {here}. Use the rulings agreed on."
        fix = Fix(f"Use the rulings of “{rules.title}”", {"rulings": dict(rules.rulings)})
        yield Finding(RULINGS, "error", message, "rulings", (fix,))


def _check_limits(
    rules: CarriedHouseRules, build: Build, limits: JsonMapping, fields: Fields, catalogue: Catalogue
) -> Iterator[Finding]:
    for field in fields:
        if field.name not in limits:
            continue
        limit, value = limits[field.name], getattr(build, field.name)
        if _is_within(field, value, limit):
            continue
        limit_text = describe_limit(field, limit, catalogue)
        change = f"{field.title}: {_value_label(field, limit, catalogue)}"
        message = (
            f"“{rules.title}” plays with {limit_text}. Here it is {_value_label(field, value, catalogue)}: change it."
        )
        yield Finding(LIMIT, "error", message, field.name, (Fix(change, {field.name: rules.limits[field.name]}),))


def _is_within(field: BuildField, value: Any, limit: Any) -> bool:
    if field.limit == "at most":
        return bool(value <= limit)
    return sorted(value) == sorted(limit) if isinstance(limit, tuple) else bool(value == limit)


def _check_packs(rules: CarriedHouseRules, build: Build) -> Iterator[Finding]:
    allowed = {pack.key or pack.title for pack in rules.packs}
    for number, pack in enumerate(build.pack):
        if (pack.key or pack.title) not in allowed:
            title = quote(pack.title) if pack.title else "an untitled one"
            message = (
                f"“{rules.title}” allows only its own card packs, and the build uses {title}. Leave that pack out."
            )
            yield Finding(PACKS, "error", message, f"pack[{number}]")


def name_rules(verdict: Verdict, rules: CarriedHouseRules) -> Verdict:
    """Return a verdict whose problems with fields limited by house rules name these house rules."""
    findings = (
        replace(finding, message=f"“{rules.title}”: {finding.message}")
        if finding.level == "error" and finding.where in rules.limits and finding.rule != LIMIT
        else finding
        for finding in verdict.findings
    )
    return replace(verdict, findings=tuple(findings))


# House rules in words.


def describe_limit(field: BuildField, allowed: object, catalogue: Catalogue) -> str:
    """Return a limit in words: `Size in points: at most 300`, `Theatre: Space`."""
    most = "at most " if field.limit == "at most" else ""
    return f"{field.title}: {most}{_value_label(field, allowed, catalogue)}"


def _value_label(field: BuildField, value: object, catalogue: Catalogue) -> str:
    """Return a field's value in the words of its choices."""
    if isinstance(value, list | tuple):
        return join_words(_value_label(field, part, catalogue) for part in value) or "none"
    return dict(field.offer(catalogue)).get(str(value), f"{value:,}" if isinstance(value, int) else str(value))


def describe_changes(before: CarriedHouseRules, after: CarriedHouseRules, fields: Sequence[BuildField]) -> str:
    """Return the differences between two versions of a set, as a list in words; empty if they decide the same."""
    titles = {field.name: field.title for field in fields}
    changes = [*_changed_keys(before.rulings, after.rulings)]
    changes += [titles.get(name, name) for name in _changed_keys(before.limits, after.limits)]
    old, new = ({pack.key or pack.title: pack for pack in rules.packs} for rules in (before, after))
    changes += [f"the pack “{(new.get(key) or old[key]).title}”" for key in _changed_keys(old, new)]
    if before.only_these_packs != after.only_these_packs:
        changes.append("which packs are allowed")
    return join_words(changes)


def _changed_keys(before: JsonMapping, after: JsonMapping) -> list[str]:
    return [key for key in dict.fromkeys((*before, *after)) if before.get(key) != after.get(key)]
