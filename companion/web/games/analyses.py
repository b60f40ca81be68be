"""The pages of analyses: `/<game>/analyse` lists them, `/<game>/<analysis>` is one.

The address contains the inputs, so that every answer can be linked. Without inputs, or while some are missing, the page
shows its form; unreadable input is shown again as typed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_origin

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as WerkzeugResponse

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Build, rename_inputs
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Analysis, Context, FormData
from companion.verbs.analyses import find_field, nest_fields, read_analysis_inputs, resolve_build_fields, run
from companion.verbs.names import NotThere, find_analysis
from companion.web.games import filling
from companion.web.games.filling import FilledFields
from companion.web.shell import bounds, session
from companion.web.shell.lookup import find_game, query
from companion.web.shell.site_url import this_server

bp = Blueprint("analyses", __name__)

RULING = "ruling."
"""Prefix of a ruling in an address: `ruling.enters=left`."""
BUILD = "build"
"""Names the saved build whose cards and rulings a page uses."""


@dataclass(frozen=True)
class AnalysisPage:
    """An analysis as its page shows it: the typed inputs, their errors, and the answer where there is one."""

    typed: FormData
    defaults: JsonMapping
    answer: JsonMapping | None = None
    rests_on: Sequence[JsonMapping] = ()
    input_errors: tuple[InputError, ...] = ()
    resolved_inputs: JsonMapping = field(default_factory=dict)
    """The inputs with the documents that links and chat lists mean."""

    def build_text(self, name: str) -> str:
        """Return a field's build as a document where a link or a list means one, else the text itself."""
        return str(self.resolved_inputs.get(name) or self.value(name))

    def value(self, name: str) -> Any:
        """Return a field's value: what was typed, or else its default where that is a single value, or else nothing."""
        typed, default = self.typed.last(name), self.defaults.get(name)
        return typed if typed.strip() else default if isinstance(default, str | int | float) else ""

    def field_errors(self, name: str) -> tuple[InputError, ...]:
        """Return the errors of a field or a part of it."""
        return tuple(error for error in self.input_errors if _is_about(error, name))

    def all_field_errors(self, names: Iterable[str]) -> tuple[InputError, ...]:
        """Return the errors of these fields, each of which the page shows at its field."""
        return tuple(error for name in names for error in self.field_errors(name))


@bp.get("/<slug>/analyse", defaults={"name": ""})
@bp.get("/<slug>/<name>")
def view(slug: str, name: str) -> tuple[str, int] | WerkzeugResponse:
    """Show an analysis for the inputs in its address; 422 with every error where they cannot be read.

    Without a name, show which analyses a game has; 404 where it has none.

    An address with a former name of an input leads to the one of today.

    `build` names a saved build whose cards and rulings are used; rulings in the address take precedence.
    """
    game = find_game(slug)
    if not name:
        return (render_template("games/analyse.html", game=game), 200) if game.analyses else abort(404)
    try:
        analysis = find_analysis(game, name)
    except NotThere:
        abort(404)
    fields, build = query(), request.args.get(BUILD, "")
    today: JsonObject = dict(rename_inputs(fields, analysis.inputs))
    if today != fields:
        return redirect(url_for("analyses.view", slug=slug, name=name, **today), 301)
    rulings = {key.removeprefix(RULING): v[-1] for key, v in fields.items() if key.startswith(RULING) and v[-1]}
    context, filled, unreadable = _read_address(game, name, fields, build, rulings)
    page = _page(game, analysis, filled.typed, context)
    input_errors = (*unreadable, *page.input_errors)
    asked = [(f"{RULING}{ruling}", option) for ruling, option in rulings.items()] + [(BUILD, build)] * bool(build)
    more = game.pages[analysis.name](context) if analysis.name in game.pages else {}
    html = render_template(
        f"{game.package}/{analysis.name}.html",
        **{**more, "game": game, "analysis": analysis, "page": page, "answer": page.answer},
        value=page.value,
        input_errors=input_errors,
        rulings=context.rulings,
        chosen=rulings,
        asked=[*asked, *filled.carried_pairs],
        against=filled.opponent_title,
    )
    return html, 422 if input_errors else 200


def _read_address(
    game: GameSystem, name: str, fields: FormData, build: str, rulings: dict[str, str]
) -> tuple[Context, FilledFields, tuple[InputError, ...]]:
    """Return the context of an analysis and its fields; where the build or a ruling is unknown, the browser's own."""
    typed = FormData({key: v for key, v in fields.items() if key != BUILD and not key.startswith(RULING)})
    unreadable: tuple[InputError, ...] = ()
    filled = FilledFields(typed)
    try:
        context = session.build_context(game, session.find_asked_build(game, build), rulings)
        filled = filling.fill_fields(game, name, fields, typed)
    except InvalidInput as error:
        context, unreadable = session.context(game), error.input_errors
    saved = _saved_builds(game, build)
    builds = tuple(one for _, one in saved)
    return bounds.patient(replace(context, saved_builds=builds, build=dict(saved).get(build))), filled, unreadable


def _page(game: GameSystem, analysis: Analysis, typed: FormData, context: Context) -> AnalysisPage:
    """Return the page; while fields are missing it has no answer and no errors about them."""
    model = analysis.inputs
    defaults = {name: field.default for name, field in model.model_fields.items() if not field.is_required()}
    given = resolved = _filled_inputs(typed, analysis)
    try:
        resolved = resolve_build_fields(game, analysis, given, this_server(), context)
        inputs = read_analysis_inputs(analysis, resolved, context)
        answer, rests_on = run(analysis, inputs, context)
    except InvalidInput as error:
        missing = {name for name, field in model.model_fields.items() if field.is_required() and name not in given}
        errors = tuple(e for e in error.input_errors if e.where not in missing)
        return AnalysisPage(typed, defaults, input_errors=errors, resolved_inputs=resolved)
    shown = {name for name, value in given.items() if isinstance(value, str) and resolved.get(name) == value}
    read = {name: value for name, value in inputs.model_dump(mode="json").items() if name in shown}
    plain = {name: [_form_value(value)] for name, value in read.items() if isinstance(value, str | int | float)}
    return AnalysisPage(FormData({**typed, **plain}), defaults, answer, rests_on, (), resolved)


def _form_value(value: str | int | float) -> str:
    """Return a value as a form sends it: a ticked box is 1, an unticked one empty."""
    return "1" * value if isinstance(value, bool) else str(value)


def _filled_inputs(typed: FormData, analysis: Analysis) -> JsonObject:
    """Return the fields that were filled in, with a list of values where the model has a list."""
    inputs: JsonObject = {}
    for name, values in typed.items():
        filled = [value for value in values if value.strip()]
        field = find_field(analysis.inputs, name.partition(".")[0])
        if field is None:
            continue  # a link may carry what another page or an older version understood
        several = get_origin(field.annotation) in (list, tuple)
        if filled:
            inputs[name] = filled if several else filled[-1].strip()
    return nest_fields(inputs, analysis.inputs)


def _is_about(input_error: InputError, field: str) -> bool:
    """Return whether an input error is about a field or a part of it."""
    return input_error.where == field or input_error.where.startswith((f"{field},", f"{field}.", f"{field}["))


def _saved_builds(game: GameSystem, first: str) -> tuple[tuple[str, Build], ...]:
    """Return this browser's builds of a game with their ids, the `first` one first, without unreadable ones."""
    owner = session.known_owner()
    builds = []
    documents = session.store().list(owner, game.slug) if owner else ()
    for document in sorted(documents, key=lambda document: document.id != first):
        try:
            builds.append((document.id, game.read(document.data)))
        except InvalidInput:
            continue
    return tuple(builds)
