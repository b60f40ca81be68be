"""What a game works out besides checks and rolls, as plain data: matchups, best builds, rankings, odds of a hand."""

from collections.abc import Mapping
from typing import Any, get_origin

from pydantic import BaseModel

from companion.documents import Record, read_as
from companion.system import Analysis, Context, GameSystem
from companion.verbs.names import find_analysis

MOST_STEPS = 2
"""Costly steps that one page or one answer over HTTP works out anew; the rest follows with the next one."""


def analyses_answer(game: GameSystem) -> dict[str, Any]:
    """Return a game's analyses: what each is for, and the JSON Schema of its inputs."""
    return {"game": game.slug, "analyses": [_entry(analysis) for analysis in game.analyses]}


def _entry(analysis: Analysis) -> dict[str, Any]:
    return {
        "name": analysis.name,
        "title": analysis.title,
        "about": analysis.about,
        "inputs": analysis.inputs.model_json_schema(),
    }


def analysis_answer(
    game: GameSystem, name: str, inputs: Mapping[str, Any], context: Context | None = None
) -> dict[str, Any]:
    """Return what an analysis works out: `inputs` as they were read, and its own plain data as `answer`."""
    context = context or game.context()
    analysis = find_analysis(game, name)
    asked = read_inputs(analysis.inputs, inputs, context)
    shown = asked.model_dump(mode="json", exclude_none=True)
    return {"game": game.slug, "analysis": analysis.name, "inputs": shown, "answer": analysis.run(asked, context)}


def read_inputs(model: type[Record], given: Mapping[str, Any], context: Context) -> Record:
    """Return inputs read; InvalidInput with every place that cannot be.

    Texts are as good as numbers (`distance=16`), a comma parts what there are several of (`hand=keg-hull,mic-drop`),
    and a dot leads into a table (`their.front-left=door`).
    """
    return read_as(
        model,
        nested({key: listed(model, key, value) for key, value in given.items()}, model),
        {"catalogue": context.catalogue},
    )


def listed(model: type[BaseModel], key: str, value: Any) -> Any:
    """Return a text for a field that wants several as a list: `drone,scout`."""
    field = model.model_fields.get(key)
    if field is None or not isinstance(value, str) or get_origin(field.annotation) not in (list, tuple, set, frozenset):
        return value
    return [part.strip() for part in value.split(",") if part.strip()]


def nested(given: Mapping[str, Any], model: type[BaseModel]) -> dict[str, Any]:
    """Return plain fields with those of a table put into it: `their.front-left` under `their`."""
    found: dict[str, Any] = {}
    for key, value in given.items():
        head, dot, rest = key.partition(".")
        field = model.model_fields.get(head)
        if dot and rest and field is not None and get_origin(field.annotation) is dict:
            found.setdefault(head, {})[rest] = value
        else:
            found[key] = value
    return found
