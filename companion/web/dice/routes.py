"""The dice pages: exact odds, a roll by the app, and dice typed in from the table, one throw at a time.

`GET` answers with odds and replays typed-in dice (`own=1`, one `faces` per throw), so that the address can be shared
and the Back button undoes a throw. `POST` throws at random. Nothing is stored on the server.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response as WerkzeugResponse
from wtforms import Field

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.base.wording import join_words
from companion.data.documents import former_names, read_as, rename_inputs
from companion.data.packs import embedded_packs
from companion.dice import roller
from companion.dice.expression import Expression
from companion.dice.guide import GUIDE
from companion.dice.resolver import Outcome, Play, read_groups
from companion.dice.throw import Throw
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context, FormData, ResolverKind
from companion.limits.budget import OverBudget
from companion.storage.store import Document
from companion.verbs.basis import FILLED
from companion.verbs.game_rolls import prepare
from companion.verbs.rolls import (
    PreparedResolver,
    continue_from,
    find_exact_odds,
    has_choices,
    prepare_expression,
    replay_groups,
    simulate_figures,
)
from companion.web.dice import charts, comparing, pictures, starting
from companion.web.dice.comparing import SHOWS, DiceComparison, Show
from companion.web.dice.expression_fields import EXPRESSION, ExpressionInputs, complain, expression_form, field_id
from companion.web.dice.input_words import KNOWN, KNOWN_FOR, Fold, InputWords, field_words, fold_fields, unfolded_fields
from companion.web.dice.starting import RollStart
from companion.web.shell import session
from companion.web.shell.forms import ModelForm, is_set, model_form, sentence
from companion.web.shell.lookup import find_game, posted_form, query

bp = Blueprint("dice", __name__)
bp.app_template_filter("as_dice")(pictures.draw_throw)
bp.app_template_filter("dice_counts")(pictures.count_classes)
bp.app_template_filter("pad_keys")(pictures.pad_keys)

RESERVED = ("faces", "own", "csrf_token", KNOWN, KNOWN_FOR)
"""Names of the page's own fields; no resolver has an input with such a name."""
BUILD = "build"
"""The query key that names a saved build, whose cards and rulings are then used."""
RULING = "ruling."
"""Prefix of a ruling in an address: `ruling.enters=left`."""
LONGEST_FACES = 4000
"""Characters of typed-in dice that are read."""
MOST_GROUPS = 100
SHOW = "show"
"""The query key of the chance that is compared: a key of `SHOWS`."""
SHORT_FORM = 2
"""Fields of a form that stays above its result; a longer form goes below it."""
LONG_OUTCOME = 8
"""Values of an outcome that are shown; for a longer one, its figures are shown and its values are one tap away."""
LONGEST_WHAT = 120
"""Characters of the description of a roll in the list of last rolls."""


@dataclass
class RollTable:
    """The contents of the page: the form, and then odds, a roll, or typed-in dice that may wait for more."""

    form: ModelForm
    title: str
    """The name of the roll: its kind, or what a player wrote after # in an expression."""
    input_words: InputWords = field(default_factory=InputWords)
    inputs: JsonMapping = field(default_factory=dict)
    other_pairs: tuple[tuple[str, str], ...] = ()
    packs: tuple[str, ...] = ()
    build: Document | None = None
    """The saved build whose cards and rulings are used."""
    odds: charts.OddsView | None = None
    too_large: str = ""
    estimates: tuple[charts.Estimate, ...] = ()
    rests_on: Sequence[JsonMapping] = ()
    notes: Sequence[str] = ()
    """Inputs that change nothing, and how dice were read, a sentence each."""
    is_plain: bool = False
    """Whether it is the plain roller's."""
    is_comparable: bool = False
    """Whether other dice can be put beside its odds."""
    comparison: DiceComparison | None = None
    app_roll: Play[Any] | None = None
    own_roll: Play[Any] | None = None
    goes_on: bool = False
    """Whether its odds are those of the rest of the roll, after the player's choices and dice."""
    headline: charts.SummaryFigure | None = None
    """The roll's value of the most important measure."""
    figures: tuple[charts.SummaryFigure, ...] = ()
    """Its values of the other measures, if its outcome is too long to read at a glance; of an expression its parts."""
    groups: tuple[str, ...] = ()
    typed_faces: str = ""
    faces_error: str = ""
    status: int = 200

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Return the inputs as name and value, for the hidden fields of a form."""
        return [*self.input_pairs, *self.carried_pairs]

    @property
    def input_pairs(self) -> list[tuple[str, str]]:
        """Return the inputs as name and value."""
        return [(name, v) for name, values in self.inputs.items() for v in _as_list(values)]

    @property
    def carried_pairs(self) -> list[tuple[str, str]]:
        """Return the parts of the address that are not inputs, as name and value."""
        return [*self.other_pairs, *self.input_words.pairs]

    @property
    def has_result(self) -> bool:
        """Whether there is a result."""
        return bool(self.app_roll or self.own_roll or self.odds or self.too_large or self.comparison)

    @property
    def is_result_first(self) -> bool:
        """Whether a phone shows the result above the form: for a long form, or if there is only an error message."""
        if self.is_plain and (not self.has_result or self.waits_for_dice):
            return False
        return len(self.form._fields) > SHORT_FORM if self.has_result else self.status != 200

    @property
    def has_several_fields(self) -> bool:
        """Whether there are fields for several expressions, which are compared and not rolled."""
        return self.is_plain and len(self.form._fields) > 1

    @property
    def waits_for_dice(self) -> bool:
        """Whether a field for one more expression is still empty."""
        return self.has_several_fields and not all(field.data for field in self.form)

    @property
    def takes_more_dice(self) -> bool:
        """Whether one more expression can be put beside those in the fields."""
        return self.is_comparable and len(self.form._fields) < comparing.MOST and not self.waits_for_dice

    @property
    def shows(self) -> list[tuple[str, str, bool]]:
        """Return the chances that may be compared: title, address from the `?` on, and whether it is this one."""
        return [
            (title, f"?{urlencode([*self.input_pairs, (SHOW, show)])}#result", show == self.comparison.show)
            for show, title in SHOWS.items()
            if self.comparison
        ]

    @property
    def fields_with_errors(self) -> list[Field]:
        """The fields with errors."""
        return [field for field in self.form if field.errors]

    @property
    def fold(self) -> Fold | None:
        """The fields folded into one line: those from the address, or the usual ones once there is a result."""
        fold = fold_fields(self.form, self.input_words, self.has_result and self.is_result_first)
        return replace(fold, words=self.words) if fold and self.comparison else fold

    @property
    def open_fields(self) -> list[Field]:
        """The usual fields that are not folded."""
        return unfolded_fields(self.form.first_fields, self.fold)

    @property
    def rare_fields(self) -> list[Field]:
        """The fields behind one tap."""
        return unfolded_fields(self.form.more_fields, self.fold)

    @property
    def changed_rare_labels(self) -> list[str]:
        """The labels of rare fields that differ from their default."""
        return [field.label.text for field in self.rare_fields if is_set(field)]

    @property
    def shows_rare_fields(self) -> bool:
        """Whether the rare fields are shown at once: one of them is set or has an error."""
        return bool(self.changed_rare_labels) or any(field.errors for field in self.rare_fields)

    @property
    def record(self) -> dict[str, str] | None:
        """Return the entry of a finished roll in the browser's list of last rolls; None if it is not finished."""
        play = self.app_roll or (self.own_roll if self.own_roll and not self.own_roll.waiting else None)
        if play is None or not play.thrown:
            return None
        faces = [("own", "1"), *(("faces", group) for group in self.groups)] if self.own_roll else []
        return {
            "what": ": ".join(
                charts.shorten(words, LONGEST_WHAT) for words in (self.title, ", ".join(self.words)) if words
            ),
            "result": charts.result_line(
                play.outcome or {},
                [self.headline, *self.figures] if self.headline and (self.figures or self.is_plain) else (),
            ),
            "query": urlencode(self.hidden),
            "own": urlencode(faces),
        }

    @property
    def words(self) -> tuple[str, ...]:
        """The inputs of the roll in words."""
        if self.comparison:
            return tuple(one.text for one in self.comparison.compared)
        if self.is_plain and self.title:
            return (str(self.inputs[EXPRESSION]).removesuffix(self.title).rstrip(" #"),)
        return (
            self.input_words.words_with_changes(self.form)
            if self.input_words.words
            else tuple(field_words(self.form.first_fields))
        )

    @property
    def undo_query(self) -> str:
        """Return the query without the last throw."""
        return urlencode([*self.hidden, ("own", "1"), *(("faces", group) for group in self.groups[:-1])])

    @property
    def new_throw_query(self) -> str:
        """Return the query without any throw."""
        return urlencode([*self.hidden, ("own", "1")])


@bp.get("/<slug>/roll/<name>")
def odds(slug: str, name: str) -> tuple[str, int] | WerkzeugResponse:
    """Show a resolver's form; with inputs its exact odds; with `own` a roll with typed-in dice.

    Without inputs it first asks for attacker and target, if the game's matchup can fill in the rest.
    """
    game, kind = _kind(slug, name)
    fields, here = query(), url_for("dice.odds", slug=slug, name=name)
    today = _rename_fields(fields, kind)
    if today != fields:
        return redirect(f"{here}?{urlencode(today, doseq=True)}", 301)
    start = starting.find_start(game, kind, fields, here)
    if start and start.address:
        return redirect(start.address, 303)
    inputs = FormData({key: values for key, values in fields.items() if not key.startswith(starting.START)})
    return _page(game, kind, _table(game, kind, inputs, roll=False), start)


@bp.post("/<slug>/roll/<name>")
def roll(slug: str, name: str) -> tuple[str, int]:
    """Roll a resolver at random, and show its odds with the roll."""
    game, kind = _kind(slug, name)
    return _page(game, kind, _table(game, kind, _rename_fields(posted_form(), kind), roll=True))


@bp.get("/roll")
def plain_odds() -> tuple[str, int]:
    """Show the plain roller; with an expression its exact odds."""
    return _plain_page(_plain_table(query(), roll=False))


@bp.post("/roll")
def plain_roll() -> tuple[str, int]:
    """Roll an expression at random."""
    return _plain_page(_plain_table(posted_form(), roll=True))


def _as_list(values: Any) -> list[str]:
    return list(values) if isinstance(values, list) else [values]


def _rename_fields(fields: FormData, kind: ResolverKind) -> FormData:
    """Return fields with today's names of a roll's inputs, also in their origins and in `known_for`."""
    today = FormData(rename_inputs(rename_inputs(fields, kind.inputs), kind.inputs, FILLED))
    described, names = parse_qsl(today.last(KNOWN_FOR), keep_blank_values=True), former_names(kind.inputs)
    if any(name in names for name, _ in described):
        today[KNOWN_FOR] = [urlencode([(names.get(name, name), value) for name, value in described])]
    return today


def _kind(slug: str, name: str) -> tuple[GameSystem, ResolverKind]:
    game = find_game(slug)
    return game, game.resolver(name) or abort(404)


def _page(game: GameSystem, kind: ResolverKind, table: RollTable, start: RollStart | None = None) -> tuple[str, int]:
    here = url_for("dice.odds", slug=game.slug, name=kind.name)
    page = {"table": table, "here": here, "text": charts.text, "packs": table.packs, "start": start}
    return render_template("dice/resolver.html", game=game, kind=kind, **page), table.status


def _plain_page(table: RollTable) -> tuple[str, int]:
    here = url_for("dice.plain_odds")
    return render_template("dice/plain.html", table=table, here=here, text=charts.text, guide=GUIDE), table.status


def _table(game: GameSystem, kind: ResolverKind, fields: FormData, roll: bool) -> RollTable:
    chosen = {name.removeprefix(RULING): v[-1] for name, v in fields.items() if name.startswith(RULING) and v[-1]}
    build = fields.last(BUILD)
    asked_context = _asked_context(game, build, chosen)
    filled = {name: v[-1] for name, v in fields.items() if name.startswith(FILLED) and v[-1]}
    not_inputs = {BUILD, KNOWN, KNOWN_FOR, *filled, *(name for name in fields if name.startswith(RULING))}
    inputs = FormData({name: v for name, v in fields.items() if name not in not_inputs})
    if "own" in inputs:
        inputs = FormData({**{name: [value] for name, value in kind.own_dice}, **inputs})
    form = model_form(kind.inputs, asked_context.context.catalogue, inputs)
    form.always_shown = kind.usual_inputs

    def prepare_values(values: JsonMapping) -> PreparedResolver:
        if asked_context.error:
            raise asked_context.error
        return prepare(game, kind.name, {**values, **filled}, asked_context.context)

    pairs = tuple((RULING + name, option) for name, option in chosen.items()) + (((BUILD, build),) if build else ())
    pairs += tuple(filled.items())
    words = InputWords.from_query(fields, form.values(inputs, RESERVED), {name.removeprefix(FILLED) for name in filled})
    table = RollTable(form, kind.title, words, other_pairs=pairs, packs=asked_context.packs, build=asked_context.build)
    return _fill_in_answer(table, inputs, prepare_values, kind.headline, roll)


@dataclass(frozen=True)
class AskedContext:
    """The context of an address: its build or this browser's cards, its rulings, and the titles of the packs.

    If that cannot be read, `error` says why, and the form uses this browser's own context.
    """

    context: Context
    packs: tuple[str, ...]
    error: InvalidInput | None = None
    build: Document | None = None


def _asked_context(game: GameSystem, build: str, chosen: Mapping[str, str]) -> AskedContext:
    visitor = session.visitor(game)
    try:
        document = session.find_asked_build(game, build)
    except InvalidInput as error:
        return AskedContext(visitor.context, _titles(visitor.embedded_packs), error)
    titles = _titles(embedded_packs(document.data) if document else visitor.embedded_packs)
    try:
        return AskedContext(session.build_context(game, document, chosen), titles, build=document)
    except InvalidInput as error:
        return AskedContext(visitor.context, titles, error)


def _titles(packs: Sequence[JsonMapping]) -> tuple[str, ...]:
    return tuple(str(pack.get("title") or "an untitled pack") for pack in packs)


def _plain_table(fields: FormData, roll: bool) -> RollTable:
    texts = [text.strip() for text in fields.get(EXPRESSION, [])]
    table = RollTable(expression_form(texts[: comparing.MOST]), "", is_plain=True)
    typed = {field_id(number): text for number, text in enumerate(texts[: comparing.MOST], 1) if text}
    show, inputs = fields.last(SHOW), FormData({name: v for name, v in fields.items() if name != SHOW})
    if table.has_several_fields and show:
        table.other_pairs = ((SHOW, show),)

    def prepare_values(values: JsonMapping) -> PreparedResolver:
        prepared = prepare_expression(read_as(ExpressionInputs, values).expression, from_link=not roll)
        expression = prepared.resolver
        assert isinstance(expression, Expression)
        table.title, table.is_comparable = expression.notation.comment, comparing.comes_to_number(expression)
        return prepared

    if len(typed) < 2 and len(texts) <= comparing.MOST:
        name = next(iter(typed), field_id(1))
        return _fill_in_answer(table, inputs, prepare_values, "", roll, name)
    table.inputs = table.form.values(inputs, RESERVED)
    if len(texts) > comparing.MOST:
        many = InputError("", f"{len(texts)} expressions", f"at most {comparing.MOST} to compare")
        table.form.general.append(sentence(many))
    if show and show not in SHOWS:
        table.form.general.append(str(InputError(SHOW, quote(show), join_words(SHOWS, "or"))))
    if roll or "own" in inputs:
        for name in [*typed][1:]:
            table.form.tell(name, InputError("", quote(typed[name]), "one expression to roll; clear this field"))
    _fill_in_comparison(table, typed, prepare_values, next((one for one in SHOWS if one == show), "at-least"))
    return table


def _fill_in_comparison(
    table: RollTable,
    typed: Mapping[str, str],
    prepare_values: Callable[[JsonMapping], PreparedResolver],
    show: Show,
) -> None:
    """Fill in expressions beside each other, `typed` by the ids of their fields; an error is said at its field."""
    others = {name: values for name, values in table.inputs.items() if name != EXPRESSION}
    all_prepared: dict[str, PreparedResolver] = {}
    for name, text in typed.items():
        try:
            all_prepared[name] = prepare_values({**others, EXPRESSION: text})
            comparing.check_comparable(all_prepared[name])
        except InvalidInput as error:
            complain(table.form, name, text, error)
    if table.form.general or table.fields_with_errors:
        table.status = 422
        return
    compared = []
    for name, prepared in all_prepared.items():
        try:
            compared.append(comparing.compare(prepared, find_exact_odds(prepared)))
        except OverBudget:
            raise
        except InvalidInput as error:
            table.form._fields[name].errors = [_why_too_large(error)]
            table.status = 422
    if table.status == 200:
        table.comparison = DiceComparison(tuple(compared), show)


def _fill_in_answer(
    table: RollTable,
    fields: FormData,
    prepare_values: Callable[[JsonMapping], PreparedResolver],
    headline: str,
    roll: bool,
    only: str = "",
) -> RollTable:
    """Fill in the page by its fields: odds, a roll or typed-in dice, input errors, or nothing if they are empty."""
    table.inputs = table.form.values(fields, RESERVED)
    if not fields and not roll:
        return table
    try:
        prepared = prepare_values(table.inputs)
        table.notes = prepared.notes
        headline = headline or prepared.measures[0].name
    except InvalidInput as error:
        if only:
            complain(table.form, only, str(table.inputs.get(EXPRESSION, "")), error)
        else:
            table.form.complain(error)
        table.status = 422
        return table
    if roll:
        table.app_roll = roller.roll(prepared.resolver)
    elif "own" in fields:
        _add_own_dice(table, prepared, fields.get("faces", []))
    table.goes_on = table.own_roll is not None and has_choices(table.own_roll)
    _add_odds(
        table, continue_from(prepared, table.own_roll) if table.own_roll and table.goes_on else prepared, headline
    )
    play = table.app_roll or table.own_roll
    if play and play.outcome and table.is_plain:
        table.headline, table.figures = _sum_up_expression(prepared, play.outcome)
    elif play and play.outcome:
        figures = [charts.roll_figure(measure, play.outcome) for measure in prepared.asked_measures]
        if prepared.ending:
            table.headline = charts.SummaryFigure(headline, "", prepared.ending(play.outcome), "", "")
        else:
            table.headline = next(figure for figure in figures if figure.name == headline)
        if len(play.outcome) > LONG_OUTCOME:
            table.figures = tuple(figure for figure in figures if figure.name != headline)
    table.rests_on = prepared.rests_on
    return table


def _sum_up_expression(
    prepared: PreparedResolver, outcome: Outcome
) -> tuple[charts.SummaryFigure, tuple[charts.SummaryFigure, ...]]:
    """Return what an expression came to, and its parts that have a label."""
    expression = prepared.resolver
    assert isinstance(expression, Expression)
    if expression.symbols:
        title, large = "", expression.describe(outcome)
    else:
        title = "Success" if expression.result == "success" else expression.measures[0].title
        values = outcome.get("totals", [outcome.get(expression.result)])
        title = "Totals" if title == "Total" and len(values) > 1 else title
        large = ", ".join(map(charts.text, values))
    parts = outcome.get("parts", {}).items()
    return _figure(title, large), tuple(_figure(label, str(value)) for label, value in parts)


def _figure(title: str, large: str) -> charts.SummaryFigure:
    return charts.SummaryFigure("", title, large, "", "")


def _add_odds(table: RollTable, prepared: PreparedResolver, headline: str) -> None:
    try:
        odds = find_exact_odds(prepared)
        table.odds = charts.show(odds, prepared.asked_measures, headline)
        table.notes = (*table.notes, *odds.notes)
    except InvalidInput as error:
        table.too_large = _why_too_large(error)
        if prepared.game:
            estimate = simulate_figures(prepared, table.too_large)
            table.estimates = charts.estimates(estimate["summary"], prepared.asked_measures)


def _why_too_large(error: InvalidInput) -> str:
    return " ".join(f"{one.found[:1].upper()}{one.found[1:]}: expected {one.expected}." for one in error.input_errors)


def _add_own_dice(table: RollTable, prepared: PreparedResolver, typed: Sequence[str]) -> None:
    """Replay the typed-in dice; a group that does not fit is shown again with a message, those before it are kept."""
    groups = tuple(group.strip() for group in typed if group.strip())
    try:
        table.own_roll, table.groups = _replay_groups(prepared, groups), groups
    except InvalidInput as error:
        table.status, table.faces_error = 422, " ".join(map(sentence, error.input_errors))
        table.own_roll, table.groups = _longest_fit(prepared, groups[:-1])
        table.typed_faces = groups[-1][:LONGEST_FACES] if len(table.groups) == len(groups) - 1 else ""


def _longest_fit(prepared: PreparedResolver, groups: tuple[str, ...]) -> tuple[Play[Any], tuple[str, ...]]:
    for count in range(min(len(groups), MOST_GROUPS), 0, -1):
        try:
            return _replay_groups(prepared, groups[:count]), groups[:count]
        except InvalidInput:
            continue
    return _replay_groups(prepared, ()), ()


def _replay_groups(prepared: PreparedResolver, groups: tuple[str, ...]) -> Play[Any]:
    text = " | ".join(groups)
    if len(text) > LONGEST_FACES:
        raise InvalidInput(InputError("faces", f"{len(text):,} characters", f"at most {LONGEST_FACES:,}"))
    faces = read_groups(text)
    for index, typed in enumerate(text.split("|")[: len(faces)]):
        waiting = replay_groups(prepared, faces[:index]).waiting
        if waiting:
            faces[index] = _split_digits(typed.strip(), waiting) or faces[index]
    return replay_groups(prepared, faces)


def _split_digits(typed: str, throw: Throw) -> list[int]:
    """Return dice typed without spaces, `561`, as separate dice: a phone's number pad has no space key; else none."""
    if len(typed) > 1 and typed.isdecimal() and throw.count > 1 and throw.die.has_one_digit:
        return list(map(int, typed))
    return []
