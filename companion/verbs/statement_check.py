"""The check of a legality statement: the build in the same text is checked again and the results are compared."""

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.verbs.earlier_statements import NONE, EarlierStatement, find_earlier_statement
from companion.verbs.links import Server
from companion.verbs.shared_builds import ContextOf, EditedList, is_document, read_shared
from companion.verbs.statements import Statement, find_game, find_statement, make_statement, rules_fingerprint, verdict


def verify_statement_answer(text: str, server: Server | None, context_of: ContextOf | None = None) -> JsonObject:
    """Return whether the statement in a text is true of the build in the same text, and all differences.

    `stands` is None for one of an earlier release that cannot be checked any more. Raises InvalidInput if the text has
    no statement, or no build that can be read.
    """
    claimed = find_statement(text)
    if claimed is not None:
        return _answer(claimed, text, server, context_of)
    earlier = find_earlier_statement(text)
    if earlier is not None:
        return _earlier_answer(earlier, text, server, context_of)
    wanted = "a sentence that begins with “Checked:”, as Share writes it, with the list or document it belongs to"
    raise InvalidInput(InputError("the text", "no statement", wanted))


def _answer(claimed: Statement, text: str, server: Server | None, context_of: ContextOf | None) -> JsonObject:
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
        "game": game.slug,
        "title": build.title,
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
) -> JsonObject:
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
        "game": game.slug,
        "title": build.title,
        "stands": stands,
        "claimed": str(claimed),
        "now": str(now),
        "differences": differences,
        "notes": notes,
    }
