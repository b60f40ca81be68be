"""A build as text to share: a document, a list for a chat in three forms, rows for a spreadsheet.

Each but the rows contains the legality statement and the credit with the game's licence.
"""

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.base.findings import InvalidInput, Verdict
from companion.base.json_types import JsonMapping, JsonObject, to_json
from companion.data.build_code import newest_dictionary, write_code
from companion.data.cells import guard_formula
from companion.data.documents import CREDIT, FORMAT, STATEMENT, Build, to_document, to_toml
from companion.data.marks import legend
from companion.data.rulebook import rulings_text
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.verbs import text_forms
from companion.verbs.notes_lines import notes_lines
from companion.verbs.statements import Statement, make_statement

CREDIT_BEGIN = "Credit: "


@dataclass(frozen=True)
class ChatList:
    """The parts of a list for a chat: lines for people, and a code with the whole document for programs."""

    summary: str
    legality: str
    rulings: str
    house_rules: str
    notes: str
    """The player's notes, a line each."""
    statement: Statement
    document: JsonObject
    dictionary: int
    """The number of the words that its code is compressed with."""
    credit: str

    def plain(self) -> str:
        """Return it as lines of plain text."""
        parts = (self.summary, self.legality, self.rulings, self.house_rules, self.notes, str(self.statement))
        lines = "\n".join(filter(None, parts))
        return f"{lines}\n{self._code(lines)}\n{self.credit}\n"

    def markdown(self) -> str:
        """Return it as Markdown."""
        sentences = filter(None, (self.legality, self.rulings, self.house_rules, self.notes))
        lines = text_forms.markdown(self.summary.splitlines(), sentences, str(self.statement))
        return f"{lines}\n`{self._code(lines)}`\n*{self.credit}*\n"

    def one_line(self) -> str:
        """Return it on one line, without notes and the legend of the signs in its summary."""
        signs = legend(self.summary)
        line = text_forms.one_line((line for line in self.summary.splitlines() if line != signs), str(self.statement))
        return text_forms.BETWEEN.join((line, self._code(line), self.credit)) + "\n"

    def _code(self, lines: str) -> str:
        return write_code(self.document, lines, self.dictionary)


def chat_list(game: GameSystem, data: JsonMapping) -> ChatList:
    """Return a build as a list for a chat, with its problems; InvalidInput where it cannot be read."""
    build, context = game.read_in_context(data)
    decisions = rulings_text(context.rulebook.decisions(context.rulings))
    return ChatList(
        summary=game.summary(build, context),
        legality=_legality(game.check(build, context)),
        rulings=f"Rulings: {decisions}." if decisions else "",
        house_rules=_house_rules_sentence(game, build, context),
        notes=notes_lines(build.notes),
        statement=make_statement(game, build, context),
        document=to_document(build),
        dictionary=newest_dictionary(game.package),
        credit=f"{CREDIT_BEGIN}{game.credit.line}",
    )


def _house_rules_sentence(game: GameSystem, build: Build, context: Context) -> str:
    """Return the line that names a build's house rules and their limits; empty where it has none."""
    rules = build.house_rules
    if rules is None:
        return ""
    limits = "; ".join(game.describe_limits(rules, context.catalogue))
    return f"House rules: {rules.title}{f' ({limits})' if limits else ''}."


def chat_text(game: GameSystem, data: JsonMapping) -> str:
    """Return a build as plain text for a chat; InvalidInput where it cannot be read."""
    return chat_list(game, data).plain()


def markdown_text(game: GameSystem, data: JsonMapping) -> str:
    """Return a build as Markdown; InvalidInput where it cannot be read."""
    return chat_list(game, data).markdown()


def one_line_text(game: GameSystem, data: JsonMapping) -> str:
    """Return a build on one line; InvalidInput where it cannot be read."""
    return chat_list(game, data).one_line()


CHAT_FORMS: Mapping[str, Callable[[GameSystem, JsonMapping], str]] = {
    "txt": chat_text,
    "md": markdown_text,
    "line": one_line_text,
}
"""The three forms of a list for a chat, by the suffix of their address."""


def csv_text(game: GameSystem, data: JsonMapping) -> str:
    """Return a build as CSV for spreadsheets, which is not read back; InvalidInput where it cannot be read."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in game.spreadsheet(*game.read_in_context(data)):
        writer.writerow([guard_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def _legality(verdict: Verdict) -> str:
    if verdict.legal:
        return "Legal."
    if not verdict.problems:
        return f"{verdict.headline}."
    return "Not legal: " + " ".join(f.message for f in verdict.findings if f.level == "error")


def toml_text(game: GameSystem, data: JsonMapping) -> str:
    """Return a build as TOML with its statement; one that cannot be read is written unchanged, without a statement."""
    return to_toml(_with_statement(game, data))


def json_text(game: GameSystem, data: JsonMapping) -> str:
    """Return a build as JSON with its statement; one that cannot be read is written unchanged, without a statement."""
    return to_json(_with_statement(game, data))


def _with_statement(game: GameSystem, data: JsonMapping) -> JsonObject:
    try:
        build, context = game.read_in_context(data)
    except InvalidInput:  # its page says what is wrong with it
        return dict(data)
    notes = {STATEMENT: str(make_statement(game, build, context)), CREDIT: game.credit.line}
    return {"format": FORMAT, **data, **notes}
