"""A spec read from a pasted text: the text for a chat of a build page, or bare letters."""

import re
from collections.abc import Sequence

from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.games.mechalyte.model import Spec, read_spec
from companion.games.mechalyte.resolver import read_side

_SUMMED_UP = re.compile(r"^Mechalyte spec: (?P<title>.*): (?P<spec>[PSMIA]{1,12}|no letters yet)\s*$", re.MULTILINE)
_TURN = re.compile(r"^Turn \d+: (?P<levels>[1-6](?:, [1-6])*|nothing) \(-?\d+ points left\)\s*$", re.MULTILINE)


def from_text(text: str, context: Context) -> Spec | None:
    """Return the spec of a text for a chat, or of letters with or without levels, `MIPASA:4,4`; None for other text."""
    match = _SUMMED_UP.search(text)
    if match is None:
        return _build_from_letters(text.strip(), context)
    title, spec = match["title"], match["spec"]
    turns = [[] if t["levels"] == "nothing" else t["levels"].split(", ") for t in _TURN.finditer(text)]
    return _read_build(
        "" if title == "untitled" else title[:120], "" if spec == "no letters yet" else spec, turns, context
    )


def _build_from_letters(text: str, context: Context) -> Spec | None:
    """Return a bare spec as a build whose first turn builds the levels; None if the text is not a spec."""
    letters, _, levels = text.partition(":")
    try:
        spec = read_spec(letters)
    except ValueError:
        return None
    turn = read_side(text, "levels")[1] if levels.strip() else ()
    return _read_build(spec, spec, [turn] if turn else [], context)


def _read_build(title: str, spec: str, turns: Sequence[Sequence[object]], context: Context) -> Spec:
    document = {"game": "mechalyte", "title": title, "spec": spec, "turn": [{"build": list(t)} for t in turns]}
    return read_as(Spec, document, {"catalogue": context.catalogue})
