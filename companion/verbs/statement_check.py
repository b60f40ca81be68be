"""The check of the legality statement that came with a build, in its text or its document: is it true of that build?"""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from companion.base.json_types import JsonMapping, answer
from companion.data.documents import STATEMENT, Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.verbs.earlier_statements import NONE, EarlierStatement, find_earlier_statements
from companion.verbs.shared_builds import texts_of
from companion.verbs.statements import Statement, find_statements, make_statement, only_one


@answer
class StatementCheck(TypedDict):
    """The check of the legality statement that came with a build, against that build."""

    stands: Annotated[
        bool | None, Field(description="Whether it is true; null where an earlier one is not checkable any more.")
    ]
    claimed: str
    now: Annotated[str, Field(description="The statement that is made of the build here.")]
    differences: list[str]
    notes: list[str]


_WORDS = {True: "is true", False: "is not true", None: "is not checkable any more"}


def statement_sentences(check: StatementCheck) -> list[str]:
    """Return the check of a statement in sentences: the result, then each difference and note."""
    return [f"Its statement {_WORDS[check['stands']]}.", *check["differences"], *check["notes"]]


@dataclass(frozen=True)
class Claim:
    """The statement in a text, and the document that was read from that text, before anything was added to it."""

    statement: Statement | EarlierStatement
    document: object


def find_claim(text: str, document: JsonMapping) -> Claim | None:
    """Return the statement of a text, None if it has none; InvalidInput if it has several different ones.

    A name in the document of that text may hold a sentence that looks like one: it is no statement.
    """
    names = "\n".join(texts_of({**document, STATEMENT: ""}))
    for find in (find_statements, find_earlier_statements):
        found: set[Statement | EarlierStatement] = {*find(text)}
        if claimed := only_one(found - {*find(names)} or found):
            return Claim(claimed, document)
    return None


def check_claim(claim: Claim, game: GameSystem, read: tuple[Build, Context] | None = None) -> StatementCheck:
    """Return whether a statement is true of the document that it came with, and all differences.

    `read` is its document as a build in its own context, where that was read already. An earlier one is judged by its
    own fingerprint. Where that cannot be made again, or another release checked the document and found something else,
    `stands` is None.
    """
    build, context = read or game.read_in_context(claim.document)
    claimed, now = claim.statement, make_statement(game, build, context)
    differences = [] if claimed.game == game.title else [f"It is about another game: {claimed.game}."]
    notes = []
    if claimed.rules != now.rules:
        notes.append(
            f"It was made by companion {claimed.release}, with other rules or cards than here ({now.release})."
        )
    stands: bool | None = True
    if isinstance(claimed, EarlierStatement):
        stands = True if claimed.is_of_words(game, build, context) else None
        notes += _earlier_notes(claimed, stands, now)
    elif claimed.document != now.document:
        differences.append("It belongs to another build: the build was changed after the check, or has another’s.")
    if stands and claimed.verdict != now.verdict:
        found = f"It says {claimed.verdict}; checked here: {now.verdict}."
        if (claimed.release, claimed.rules) == (now.release, now.rules):
            differences.append(found)
        else:
            stands = None
            notes.append(found)
    return {
        "stands": False if differences else stands,
        "claimed": str(claimed),
        "now": str(now),
        "differences": differences,
        "notes": notes,
    }


def _earlier_notes(claimed: EarlierStatement, stands: bool | None, now: Statement) -> list[str]:
    """Return what an earlier statement does not cover."""
    if stands is None:
        notes = [f"It is not checkable any more: its fingerprint is of words of then. Checked here: {now.verdict}."]
    else:
        notes = ["Its fingerprint covers the words of the list, and nothing that they do not say."]
    return notes if claimed.packs == NONE else [*notes, "Its custom cards are not compared any more."]
