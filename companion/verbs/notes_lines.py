"""The notes of a build as lines of a list for a chat, and back; each is in quotes, so that it is no other line."""

import re

from companion.data.build_code import find_codes
from companion.verbs.earlier_statements import remove_earlier_statement
from companion.verbs.statements import remove_statement

BEGIN = r"Notes: [“\"]"
"""The pattern with which a line of notes begins."""
_LINE = re.compile(rf"^[ \t]*(?:[-*•] )?{BEGIN}(?P<text>[^\n]*)[”\"][ \t]*(?:\n|$)", re.MULTILINE)


def notes_lines(notes: str) -> str:
    """Return notes as lines of a list; none where a build code or a statement in them would be taken for the list's."""
    if any(find_codes(notes)) or remove_earlier_statement(remove_statement(notes)) != notes:
        return ""
    return "\n".join(f"Notes: “{' '.join(line.split())}”" for line in notes.splitlines() if line.strip())


def split_notes(text: str) -> tuple[str, str]:
    """Return a list without its lines of notes, and the notes."""
    return _LINE.sub("", text), "\n".join(match["text"] for match in _LINE.finditer(text))
