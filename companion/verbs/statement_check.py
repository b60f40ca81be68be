"""The check of a legality statement: the build in the same text is checked again and the results are compared."""

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.verbs.links import Server
from companion.verbs.shared_builds import ContextOf, is_document, read_shared
from companion.verbs.statements import Statement, find_statement, make_statement


def verify_statement_answer(text: str, server: Server | None, context_of: ContextOf | None = None) -> JsonObject:
    """Return whether the statement in a text is true of the build in the same text, and all differences.

    A list does not contain its rulings, so it is checked with those of the statement. Raises InvalidInput if the text
    has no statement, or no build that can be read.
    """
    claimed = find_statement(text)
    if claimed is None:
        wanted = "a line that begins with “Statement:”, as Share writes it, with the list or document it belongs to"
        raise InvalidInput(InputError("the text", "no statement", wanted))
    game = claimed.find_game()
    data = dict(read_shared(text, server, game, context_of).data)
    if not is_document(text):
        data["rulings"] = dict(claimed.chosen_rulings())
    build, context = game.read_in_context(data)
    now = make_statement(game, build, context)
    differences = _differences(claimed, now)
    return {
        "game": game.slug,
        "title": build.title,
        "stands": not differences,
        "claimed": str(claimed),
        "now": str(now),
        "differences": differences,
        "notes": _notes(claimed, now),
    }


def _differences(claimed: Statement, now: Statement) -> list[str]:
    """Return a sentence for each part of the statement that is not true of the build."""
    differences = []
    if claimed.build != now.build:
        differences.append(
            "It belongs to another build: the list was changed after the check, or has another list’s statement."
        )
    if claimed.packs != now.packs:
        differences.append("It was checked with other custom cards than the build has here.")
    if claimed.rulings != now.rulings:
        differences.append(f"It was checked with the rulings {claimed.rulings}; the build has {now.rulings}.")
    if claimed.house_rules != now.house_rules:
        differences.append(
            f"It was checked with the house rules {claimed.house_rules}; the build has {now.house_rules}."
        )
    if claimed.verdict != now.verdict:
        differences.append(f"It says {claimed.verdict}; checked here: {now.verdict}.")
    return differences


def _notes(claimed: Statement, now: Statement) -> list[str]:
    if claimed.rules == now.rules:
        return []
    return [f"It was made by companion {claimed.release}, with other rules or cards than here ({now.release})."]
