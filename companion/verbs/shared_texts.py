"""A build as text that is handed on: a document, or a list for a chat; each with its legality statement."""

from companion.documents import STATEMENT, to_json, to_toml
from companion.findings import InvalidInput, Verdict
from companion.game import GameSystem
from companion.json_types import JsonMapping, JsonObject
from companion.rulebook import rulings_text
from companion.verbs import embedded_cards, embedded_rules
from companion.verbs.statements import make_statement


def chat_text(game: GameSystem, data: JsonMapping) -> str:
    """Return a build as text for a chat, with its problems; InvalidInput where it cannot be read."""
    build, context = game.read_in_context(data)
    lines = [game.summary(build, context), _legality(game.check(build, context))]
    if decided := rulings_text(context.rulebook.decisions(context.rulings)):
        lines.append(f"Rulings: {decided}.")
    lines.append(embedded_rules.rules_sentence(game, build, context))
    lines.append(str(make_statement(game, build, context)))
    lines += [embedded_rules.rules_line(build), embedded_cards.cards_line(game, build, context)]
    return "\n".join(filter(None, lines)) + "\n"


def _legality(verdict: Verdict) -> str:
    if verdict.legal:
        return "Legal."
    return "Not legal: " + " ".join(f.message for f in verdict.findings if f.level == "error")


def toml_text(game: GameSystem, data: JsonMapping) -> str:
    """Return a build as TOML; one that cannot be read as it is, without a statement."""
    return to_toml(_with_statement(game, data))


def json_text(game: GameSystem, data: JsonMapping) -> str:
    """Return a build as JSON; one that cannot be read as it is, without a statement."""
    return to_json(_with_statement(game, data))


def _with_statement(game: GameSystem, data: JsonMapping) -> JsonObject:
    try:
        build, context = game.read_in_context(data)
    except InvalidInput:  # its page says what is wrong with it
        return dict(data)
    return {**data, STATEMENT: str(make_statement(game, build, context))}
