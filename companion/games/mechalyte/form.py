"""The build spec's form: six letters, and the levels built in each turn."""

from collections.abc import Mapping

from companion.base.findings import quote
from companion.data.cards import Catalogue
from companion.gamekit.build_form import BuildField
from companion.games.mechalyte.model import MOST_TURNS, read_letters

MOST_IN_TURN = 60


def _letters(text: str, _: Catalogue) -> str:
    """Read a spec; ValueError names a letter that is not a module, and its slot."""
    try:
        return read_letters(text)
    except ValueError as error:
        raise ValueError(f"Expected {error}. A spec has six letters, each P, S, M, I or A.") from None


def _turns(texts: list[str], _: Catalogue) -> list[dict[str, object]] | None:
    """Read one text a turn, `6 4`."""
    turns = [_levels(number, text) for number, text in enumerate(texts, 1)]
    if len(turns) > MOST_TURNS:
        raise ValueError(f"A plan has at most {MOST_TURNS} turns; this one has {len(turns)}.")
    return turns or None


def _levels(number: int, text: str) -> dict[str, object]:
    words = text.replace(",", " ").replace("+", " ").split()
    wrong = [word for word in words if word not in ("1", "2", "3", "4", "5", "6")]
    if wrong:
        expected = "Write levels from 1 to 6, for example 6 4 4."
        raise ValueError(f"Turn {number}: {quote(wrong[0])} is not a level. {expected}")
    if len(words) > MOST_IN_TURN:
        raise ValueError(f"Turn {number}: {len(words)} mechs are too many. A turn builds at most six.")
    return {"build": [int(word) for word in words]}


def _turn_texts(turns: object, _: Catalogue) -> list[str]:
    listed = turns if isinstance(turns, list | tuple) else ()
    return [" ".join(map(str, turn.get("build", ()))) if isinstance(turn, Mapping) else "" for turn in listed]


FORM = (
    BuildField("spec", "Build spec", _letters),
    BuildField("turn", "Turns", _turns, _turn_texts, input="several"),
)
"""The fields of a build."""
