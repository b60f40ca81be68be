"""The check of a legality statement: the build in the same text is checked again and the results are compared."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from companion.base.json_types import answer
from companion.verbs.earlier_statements import NONE, EarlierStatement, find_earlier_statement
from companion.verbs.links import Server
from companion.verbs.shared_builds import ContextOf, EditedList, is_document, read_shared
from companion.verbs.statements import Statement, find_game, find_statement, make_statement, rules_fingerprint, verdict


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


def check_statement(text: str, server: Server | None, context_of: ContextOf | None = None) -> StatementCheck | None:
    """Return the check of the statement in a text against the build in the same text; None where it has none.

    Raises InvalidInput if the text has several statements, or no build that can be read.
    """
    claimed = find_statement(text)
    if claimed is not None:
        return _answer(claimed, text, server, context_of)
    earlier = find_earlier_statement(text)
    if earlier is not None:
        return _earlier_answer(earlier, text, server, context_of)
    return None


def _answer(claimed: Statement, text: str, server: Server | None, context_of: ContextOf | None) -> StatementCheck:
    game, differences = find_game(claimed.game), []
    try:
        data = read_shared(text, server, game, context_of).data
    except EditedList as error:
        differences.append(f"The list was edited after the check: {error}")
        data = read_shared(text, server, game, context_of, "code").data
    build, context = game.read_in_context(data)
    now = make_statement(game, build, context)
    if claimed.document != now.document:
        differences.append("It belongs to another build: the build was changed after the check, or has another’s.")
    if claimed.verdict != now.verdict:
        differences.append(f"It says {claimed.verdict}; checked here: {now.verdict}.")
    return {
        "stands": not differences,
        "claimed": str(claimed),
        "now": str(now),
        "differences": differences,
        "notes": _notes(claimed.rules, claimed.release, now),
    }


def _notes(rules: str, release: str, now: Statement) -> list[str]:
    if rules == now.rules:
        return []
    return [f"It was made by companion {release}, with other rules or cards than here ({now.release})."]


def _earlier_answer(
    claimed: EarlierStatement, text: str, server: Server | None, context_of: ContextOf | None
) -> StatementCheck:
    """Return the check of an earlier statement by its own fingerprint, with what that one does not cover."""
    game = find_game(claimed.game)
    data = dict(read_shared(text, server, game, context_of).data)
    is_complete = is_document(text)
    if not is_complete:
        data["rulings"] = dict(claimed.chosen_rulings())
    build, context = game.read_in_context(data)
    now, today = make_statement(game, build, context), verdict(game, build, context)
    notes = [*_notes(claimed.rules, claimed.release, now)]
    differences = []
    if not claimed.is_of_words(game, build, context):
        stands = None
        notes.append(f"It is not checkable any more: its fingerprint is of words of then. Checked here: {today}.")
    else:
        notes.append("Its fingerprint covers the words of the list, and nothing that they do not say.")
        if claimed.verdict != today and is_complete and claimed.rules == rules_fingerprint(game):
            differences.append(f"It says {claimed.verdict}; checked here: {today}.")
        elif claimed.verdict != today:
            notes.append(f"It says {claimed.verdict}; what is read here is {today}.")
        stands = not differences
    if claimed.packs != NONE:
        notes.append("Its custom cards are not compared any more.")
    return {
        "stands": stands,
        "claimed": str(claimed),
        "now": str(now),
        "differences": differences,
        "notes": notes,
    }
