"""The check of a build, a pack or house rules, as plain data."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from companion.base.findings import Finding, FindingEntry, InputError, InvalidInput, errors_at, quote
from companion.base.json_types import JsonMapping, JsonObject, answer
from companion.data import packs
from companion.data.cards import Catalogue
from companion.data.documents import Build, CarriedHouseRules, CarriedPack, read_as
from companion.game_system.system import GameSystem
from companion.gamekit import house_rules
from companion.gamekit.contract import Context
from companion.gamekit.house_rules import HouseRules, is_house_rules
from companion.verbs.names import game_of
from companion.verbs.statement_check import Claim, StatementCheck, check_claim


@answer
class HouseRulesEntry(TypedDict):
    """House rules as an answer names them; the fingerprint stands for what they decide."""

    title: str
    fingerprint: str


@answer
class Check(TypedDict):
    """The check of a document."""

    game: str
    title: str
    legal: bool
    totals: JsonObject
    origins: Annotated[
        dict[str, str], Field(description="Where totals come from that are not made from printed numbers alone.")
    ]
    findings: list[FindingEntry]
    rulings: dict[str, str]
    house_rules: HouseRulesEntry | None
    statement: StatementCheck | None


def check_answer(
    document: object,
    game: GameSystem | None = None,
    catalogue: Catalogue | None = None,
    findings: Sequence[Finding] = (),
    claim: Claim | None = None,
) -> Check:
    """Return the check of a document; without `game`, the document says which game it belongs to.

    `findings` are added after those of the game. `claim` is the statement that came with the document, and is judged by
    the document that it came with: rulings or packs that were added here are not its own. The answer's `rulings` are
    those of a build that differ from the defaults. A build may contain a whole set of house rules instead of its short
    copy. Raises InvalidInput for a document that cannot be read; an illegal build is an answer with findings.
    """
    game = game or game_of(document)
    if is_house_rules(document):
        rules = game.read_house_rules(document)
        totals = {"rulings": len(rules.rulings), "limits": len(rules.limits), "packs": len(rules.pack)}
        return _legal_answer(game, rules.title, totals, (), rules)
    if isinstance(document, Mapping) and packs.is_pack(document, game.kinds, game.model.model_fields):
        return _pack_answer(document, game)
    sent, document = document, apply_whole_set(document, game)
    build, context = game.read_with(document, catalogue or game.catalogue_of(document))
    verdict = game.check(build, context)
    own = (build, context) if catalogue is None and claim and claim.document == sent else None
    return {
        "game": game.slug,
        "title": build.title,
        "legal": verdict.legal,
        "totals": dict(verdict.totals),
        "origins": dict(verdict.marks),
        "findings": [finding.as_data() for finding in (*verdict.findings, *findings)],
        "rulings": context.rulebook.decisions(context.rulings),
        "house_rules": _name_house_rules(build.house_rules),
        "statement": _check_statement(claim, game, own) if claim else None,
    }


def _check_statement(claim: Claim, game: GameSystem, read: tuple[Build, Context] | None) -> StatementCheck:
    """Return the check of a statement; `read` is its build where that is the very build which was checked."""
    return check_claim(replace(claim, document=apply_whole_set(claim.document, game)), game, read)


def apply_whole_set(document: object, game: GameSystem) -> object:
    """Return a build's document with its whole set of house rules applied; any other document is returned unchanged.

    Raises InvalidInput if the set cannot be read.
    """
    if not isinstance(document, Mapping) or not is_house_rules(document.get(house_rules.FIELD)):
        return document
    with errors_at(house_rules.FIELD):
        return house_rules.apply(document, game.read_house_rules(document[house_rules.FIELD]))


def _name_house_rules(rules: CarriedHouseRules | None) -> HouseRulesEntry | None:
    return {"title": rules.title, "fingerprint": house_rules.fingerprint(rules)} if rules else None


def _legal_answer(
    game: GameSystem, title: str, totals: JsonObject, findings: Sequence[Finding], rules: HouseRules | None = None
) -> Check:
    """Return the check of a pack or of house rules: one that can be read breaks no rule of the game."""
    return {
        "game": game.slug,
        "title": title,
        "legal": True,
        "totals": totals,
        "origins": {},
        "findings": [finding.as_data() for finding in findings],
        "rulings": dict(rules.rulings) if rules else {},
        "house_rules": _name_house_rules(rules.carry() if rules else None),
        "statement": None,
    }


def _pack_answer(document: JsonMapping, game: GameSystem) -> Check:
    title = document.get("title")
    name = f"pack {quote(title)}" if title and isinstance(title, str) else "pack"
    rows = packs.read_pack(document, game.catalogue, name)
    input_errors: list[InputError] = []
    for read in (lambda: _read_head(document), lambda: game.catalogue.merge_rows(rows)):
        try:
            read()
        except InvalidInput as error:
            input_errors += error.input_errors
    if input_errors:
        raise InvalidInput(*input_errors)
    head, entries = _read_head(document), rows.entries
    merged = game.catalogue.merge_rows(rows)
    missing = packs.missing_references(entries, merged)
    findings = [Finding("no-such-card", "warning", f"{e.place}: {message}", e.kind) for e, message in missing]
    for entry in entries:
        picture = merged.cards[entry.id].picture
        if picture and not _has_picture(picture):
            message = (
                f"{entry.place}: its picture {quote(picture)} is not here: put it next to the pack, or send it along."
            )
            findings.append(Finding("no-picture", "warning", message, entry.kind))
        if message := packs.describe_no_effect(game.unknown_effects(merged.cards[entry.id], merged)):
            findings.append(Finding("no-effect", "note", f"{entry.place}: {message}", entry.kind))
    rows_to_finish = document.get("unfinished", ())
    unfinished = len(rows_to_finish) if isinstance(rows_to_finish, list) else 0
    changed = sum(entry.id in game.catalogue.raw for entry in entries)
    totals = {"cards": len(entries), "changed": changed, "new": len(entries) - changed, "unfinished": unfinished}
    return _legal_answer(game, head.title, totals, findings)


def _has_picture(picture: str) -> bool:
    from companion.printing.faces import card_pictures

    return card_pictures.find(picture) is not None


def _read_head(document: JsonMapping) -> CarriedPack:
    return read_as(CarriedPack, {key: document[key] for key in ("title", "key") if key in document})
