"""Analyses as plain data: matchups, best builds, rankings, the odds of a hand."""

from typing import TYPE_CHECKING, Annotated, Any, get_origin

from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo
from typing_extensions import TypedDict

from companion.base.json_types import JsonMapping, JsonObject, answer
from companion.data.documents import Record, former_names, read_as, rename_inputs, takes_builds
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Analysis, Context
from companion.verbs import basis
from companion.verbs.basis import Basis
from companion.verbs.basis_answers import RestsOn
from companion.verbs.names import find_analysis
from companion.verbs.unused_inputs import refuse_unused_inputs

if TYPE_CHECKING:
    from companion.verbs.links import Server
    from companion.verbs.shared_builds import Take

MOST_STEPS = 2
"""Costly steps in one page or HTTP answer; the next request continues from there."""
PATIENCE = 2.0
"""Seconds that one page or HTTP answer waits for a computation in another process; the next request waits again."""


@answer
class AnalysisEntry(TypedDict):
    """An analysis; `inputs` is a JSON Schema."""

    name: str
    title: str
    about: str
    inputs: JsonObject


@answer
class Analyses(TypedDict):
    """A game's analyses."""

    game: str
    analyses: list[AnalysisEntry]


@answer
class AnalysisResult(TypedDict):
    """The answer of an analysis: `inputs` as they were read, `answer` in the analysis's own keys."""

    game: str
    analysis: str
    inputs: JsonObject
    notes: Annotated[list[str], Field(description="Empty: an input that changes nothing is refused.")]
    answer: JsonObject
    rests_on: RestsOn


def analyses_answer(game: GameSystem) -> Analyses:
    """Return a game's analyses: what each is for, and the JSON Schema of its inputs."""
    return {"game": game.slug, "analyses": [_entry(analysis) for analysis in game.analyses]}


def _entry(analysis: Analysis) -> AnalysisEntry:
    return {
        "name": analysis.name,
        "title": analysis.title,
        "about": analysis.about,
        "inputs": analysis.inputs.model_json_schema(),
    }


def analysis_answer(
    game: GameSystem,
    name: str,
    inputs: JsonMapping,
    context: Context | None = None,
    server: "Server | None" = None,
    take: "Take | None" = None,
) -> AnalysisResult:
    """Return the answer of an analysis with its inputs as they were read.

    With a `server`, an input that takes a build may be a link to this server, a build code or a list from a chat;
    `take` says what counts where its lines were edited above its code. Raises NotThere for an unknown analysis,
    InvalidInput for inputs that cannot be read or that would change nothing.
    """
    context = context or game.context()
    analysis = find_analysis(game, name)
    if server is not None:
        inputs = resolve_build_fields(game, analysis, inputs, server, context, take)
    record = read_analysis_inputs(analysis, inputs, context)
    result, rests_on = run(analysis, record, context)
    return {
        "game": game.slug,
        "analysis": analysis.name,
        "inputs": record.model_dump(mode="json", exclude_none=True),
        "notes": [],
        "answer": result,
        "rests_on": rests_on,
    }


def resolve_build_fields(
    game: GameSystem,
    analysis: Analysis,
    inputs: JsonMapping,
    server: "Server",
    context: Context,
    take: "Take | None" = None,
) -> JsonObject:
    """Return the inputs with links and chat lists replaced by their builds, in the fields that take builds."""
    if not takes_builds(analysis.inputs):
        return dict(inputs)
    # Imported only where a field takes a build: it needs the store.
    from companion.verbs.shared_builds import resolve_shared_builds

    return resolve_shared_builds(
        game, analysis.inputs, inputs, server, lambda one: context if one is game else one.context(), take
    )


def run(analysis: Analysis, record: Record, context: Context) -> tuple[JsonObject, RestsOn]:
    """Return the answer of an analysis to inputs that were read, with its card numbers and rulings."""
    recorded, rulings = basis.record_rulings(context)
    result = analysis.run(record, recorded)
    numbers = basis.card_numbers(record, context, analysis.card_numbers)
    return result, Basis(context, rulings, numbers).as_data()


def read_analysis_inputs(analysis: Analysis, inputs: JsonMapping, context: Context) -> Record:
    """Return the inputs of an analysis; InvalidInput also for those that would change nothing."""
    record = read_inputs(analysis.inputs, inputs, context)
    refuse_unused_inputs(record)
    return record


def read_inputs(model: type[Record], fields: JsonMapping, context: Context) -> Record:
    """Return the inputs as a model; InvalidInput with every field that cannot be read.

    Numbers may be text (`distance=16`), commas separate the entries of a list (`hand=keg-hull,mic-drop`), and a dot
    names a field of a table (`theirs.front-left=door`).
    """
    return read_as(
        model,
        nest_fields(
            {key: split_list_field(model, key, value) for key, value in rename_inputs(fields, model).items()}, model
        ),
        {"catalogue": context.catalogue},
    )


def split_list_field(model: type[BaseModel], key: str, value: Any) -> Any:
    """Return the text of a list field as a list: `drone,scout` has two entries; any other value stays as it is."""
    field = find_field(model, key)
    if field is None or not isinstance(value, str) or get_origin(field.annotation) not in (list, tuple, set, frozenset):
        return value
    return [part.strip() for part in value.split(",") if part.strip()]


def find_field(model: type[BaseModel], name: str) -> FieldInfo | None:
    """Return the field of a model by its name or its former one."""
    return model.model_fields.get(former_names(model).get(name, name))


def nest_fields(fields: JsonMapping, model: type[BaseModel]) -> JsonObject:
    """Return fields with dotted names moved into their table: `theirs.front-left` is `front-left` of `theirs`."""
    nested: JsonObject = {}
    for key, value in fields.items():
        head, dot, rest = key.partition(".")
        field = find_field(model, head)
        is_table = field is not None and get_origin(field.annotation) is dict
        table = nested.setdefault(head, {}) if dot and rest and is_table else None
        if isinstance(table, dict):
            table[rest] = value
        else:
            nested[key] = value  # next to `theirs=text`, `theirs.roof=text` is an unknown key: the model says so
    return nested
