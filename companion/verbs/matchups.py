"""Matchups as plain data, and row by row for a page that shows each row as soon as it is worked out."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pydantic.fields import FieldInfo

from companion.base.compat import cached_property
from companion.base.findings import MOST_MESSAGES, InputError, InvalidInput, quote
from companion.base.json_types import JsonMapping
from companion.base.wording import join_words, plural
from companion.data.documents import Build, Record, read_as
from companion.dice.odds import Summary, figure_entry
from companion.game_system.system import GameSystem
from companion.gamekit import matchup
from companion.gamekit.contract import CardNumber, Context
from companion.gamekit.losses import A_LOST, B_LOST, describe_losses, is_structured, read_losses
from companion.gamekit.matchup import (
    AnyMatchup,
    AttackRow,
    CellFigure,
    Conclusion,
    MatchupAttack,
    MatchupCell,
    MatchupEntry,
    MatchupSide,
    MatchupTarget,
)
from companion.verbs import basis
from companion.verbs.basis import Basis
from companion.verbs.basis_answers import RestsOn
from companion.verbs.game_rolls import measure_roll
from companion.verbs.links import Server
from companion.verbs.matchup_answers import CellEntry, MatchupResult, RankingEntry, TargetEntry
from companion.verbs.names import NotThere
from companion.verbs.shared_builds import Take, add_suggestions, read_shared
from companion.verbs.unused_inputs import find_unused_inputs


def find_matchup(game: GameSystem) -> AnyMatchup:
    """Return a game's matchup; NotThere if it has none."""
    if game.matchup is None:
        raise NotThere(InputError("matchup", game.title, "a game with a fight"))
    return game.matchup


def read_side(
    game: GameSystem, source: object, where: str, server: Server | None = None, take: Take | None = None
) -> MatchupSide:
    """Return a side from a document, a text (TOML, JSON, a list, a link to `server`), or `{"typed": {numbers}}`.

    `where` is the name of the side in the errors of InvalidInput, `take` that of `read_shared`.
    """
    try:
        if isinstance(source, Mapping) and set(source) == {"typed"}:
            return typed_side(game, source["typed"], game.context())
        document = read_shared(source, server, game, take=take).data if isinstance(source, str) else source
        build, context = game.read_in_context(document)
    except InvalidInput as error:
        errors = add_suggestions(error, "", game.catalogue).input_errors
        raise InvalidInput(
            *(replace(one, where=f"{where}, {one.where}" if one.where else where) for one in errors)
        ) from None
    return build_side(game, build, context)


def build_side(game: GameSystem, build: Build, context: Context) -> MatchupSide:
    """Return the side of a build that was read."""
    return MatchupSide(build.title or f"Untitled {game.build_noun}", context, build)


def example_side(game: GameSystem, name: str, where: str) -> MatchupSide:
    """Return the side of an example by its name; InvalidInput lists the names."""
    build = game.examples.get(name)
    if build is None:
        raise InvalidInput(InputError(where, quote(name), f"an example: {', '.join(game.examples)}"))
    return build_side(game, build, game.context_of(build))


def typed_side(game: GameSystem, numbers: object, context: Context) -> MatchupSide:
    """Return the side of a few typed numbers; InvalidInput if the game takes only builds."""
    model = find_matchup(game).typed_model
    if model is None:
        raise InvalidInput(InputError("typed", "numbers", "a build: this game compares cards"))
    return MatchupSide(
        "Typed numbers", context, typed_numbers=read_as(model, numbers, {"catalogue": context.catalogue})
    )


@dataclass
class RunningMatchup:
    """A matchup whose rows are worked out one after the other; equal rolls are worked out once."""

    game: GameSystem
    mine: MatchupSide
    theirs: MatchupSide
    conditions: Record
    attacker: str = ""
    """The carrier whose attacks are the rows, or the key of one attack; empty for all."""
    target: str = ""
    """The carrier whose targets are the columns, or the key of one target; empty for all."""
    _figures_by_roll: dict[str, Mapping[str, Fraction] | str] = field(default_factory=dict)
    _numbers: dict[CardNumber, None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Record from now on which rulings are looked up."""
        context, self._rulings = basis.record_rulings(self.mine.context)
        self.mine = replace(self.mine, context=context)

    @cached_property
    def matchup(self) -> AnyMatchup:
        """The game's matchup."""
        return find_matchup(self.game)

    @cached_property
    def ranking(self) -> tuple[str, ...]:
        """The names of the figures that decide which attack is better."""
        return matchup.ranking(self.matchup, self.mine, self.theirs, self.conditions)

    @property
    def notes(self) -> list[str]:
        """Sentences about inputs that change nothing, and about unknown cards of either side."""
        sides = {"You": self.mine, "They": self.theirs}
        unknown = [
            f"{who} have {plural(len(found), 'card')} that nobody here knows, so as little as can be is counted for "
            f"{'it' if len(found) == 1 else 'them'}: "
            f"{join_words(list(found)[:MOST_MESSAGES])}."
            for who, side in sides.items()
            if (found := side.context.catalogue.stand_ins)
        ]
        return [*find_unused_inputs(self.conditions), *unknown]

    @cached_property
    def figures(self) -> tuple[CellFigure, ...]:
        """The figures of its cells, in the order in which they rank attacks."""
        last = len(self.ranking)
        order = {name: place for place, name in enumerate(self.ranking)}
        return tuple(sorted(self.matchup.figures, key=lambda figure: order.get(figure.name, last)))

    def ranked_by(self, rows: Sequence[AttackRow]) -> RankingEntry:
        """Return which figures rank the attacks, and how certain that is: `partial` if exact odds were too large."""
        titles = {figure.name: f"“{figure.title}”" for figure in self.figures}
        first, *ties = (titles[name] for name in self.ranking)
        words = f"Ranked by {first}{f', ties by {join_words(ties)}' if ties else ''}."
        count = sum(bool(cell.too_large) for row in rows for cell in row.cells)
        left_out = f"{plural(count, 'attack')} left out: too many dice for exact odds."
        return {
            "figures": list(self.ranking),
            "words": words,
            "certainty": "partial" if count else "proved",
            "sure": left_out if count else "Proved: exact odds of all.",
        }

    @cached_property
    def all_attacks(self) -> Sequence[MatchupAttack]:
        """All attacks, whatever `attacker` says."""
        return self.matchup.attacks(self.mine)

    @cached_property
    def all_targets(self) -> Sequence[MatchupTarget]:
        """All targets, whatever `target` says."""
        return self.matchup.targets(self.theirs, self.mine)

    @cached_property
    def attacks(self) -> Sequence[MatchupAttack]:
        """The attacks of the rows: those of `attacker`, or all if it matches none."""
        return [
            attack for attack in self.all_attacks if self.attacker in ("", attack.carrier, attack.key)
        ] or self.all_attacks

    @cached_property
    def targets(self) -> Sequence[MatchupTarget]:
        """The targets of the columns: those of `target`, or all if it matches none."""
        return [
            target for target in self.all_targets if self.target in ("", target.carrier, target.key)
        ] or self.all_targets

    def rows(self) -> Iterator[AttackRow]:
        """Yield each attack with its figures; the best target of each is marked."""
        for attack in self.attacks:
            cells = [self._cell(attack, target) for target in self.targets]
            worths = [matchup.worth(self.matchup, cell, self.ranking) for cell in cells]
            most = max((worth for worth in worths if worth is not None), default=None)
            marked = (replace(c, best=w is not None and w == most) for c, w in zip(cells, worths, strict=True))
            yield AttackRow(attack, tuple(marked))

    def _cell(self, attack: MatchupAttack, target: MatchupTarget) -> MatchupCell:
        pairing = self.matchup.pairing(attack, target, self.mine, self.theirs, self.conditions)
        if pairing.why_not:
            return MatchupCell(target, pairing)
        inputs, filled = basis.split_origin_keys(pairing.inputs)
        self._numbers.update(dict.fromkeys(basis.read_card_numbers(filled, inputs)))
        key = json.dumps([pairing.resolver, inputs], sort_keys=True, default=str)
        if key not in self._figures_by_roll:
            self._figures_by_roll[key] = self._figures(pairing.resolver, inputs)
        figures = self._figures_by_roll[key]
        if isinstance(figures, str):
            return MatchupCell(target, pairing, too_large=figures)
        derived = self.matchup.derived(attack, target, figures, self.mine, self.theirs, self.conditions)
        return MatchupCell(target, pairing, figures, derived)

    def _figures(self, resolver: str, inputs: JsonMapping) -> Mapping[str, Fraction] | str:
        """Return the figures of a roll, or the reason why its exact odds are too large."""
        kind = self.game.resolver(resolver)
        if kind is None:
            raise NotThere(InputError("resolver", resolver, "a resolver of the game"))
        names = {figure.name: figure.measures.get(resolver, "") for figure in self.matchup.figures}
        figures = measure_roll(kind, inputs, self.mine.context, set(names.values()))
        if isinstance(figures, str):
            return figures
        return {name: figures[measure] for name, measure in names.items() if measure in figures}

    def conclusions(self, rows: Sequence[AttackRow]) -> Sequence[Conclusion]:
        """Return the game's small tables of conclusions from all rows."""
        return self.matchup.conclusions(rows, self.mine, self.theirs, self.conditions)

    def best_attacks(self, rows: Sequence[AttackRow]) -> dict[str, list[tuple[AttackRow, MatchupCell]]]:
        """Return the best attacks on each target, by its key; several of equal worth are in the order of the rows."""
        best: dict[str, list[tuple[AttackRow, MatchupCell]]] = {}
        for index, target in enumerate(self.targets):
            worths = [(matchup.worth(self.matchup, row.cells[index], self.ranking), row) for row in rows]
            most = max((worth for worth, _ in worths if worth is not None), default=None)
            if most is not None:
                best[target.key] = [(row, row.cells[index]) for worth, row in worths if worth == most]
        return best

    @property
    def rests_on(self) -> RestsOn:
        """Return the card numbers that the rulebook does not print, and the rulings that were looked up so far."""
        return Basis(self.mine.context, self._rulings, tuple(self._numbers)).as_data()


def start(
    game: GameSystem, mine: MatchupSide, theirs: MatchupSide, conditions: JsonMapping | Record | None = None
) -> RunningMatchup:
    """Return a matchup that is ready to be worked out; InvalidInput if the circumstances cannot be read."""
    model = find_matchup(game).circumstances
    read = conditions if isinstance(conditions, Record) else read_as(model, dict(conditions or {}))
    mine, theirs = find_matchup(game).apply_losses(mine, theirs, read)
    return RunningMatchup(game, mine, theirs, read)


def circumstances(game: GameSystem, mine: MatchupSide, theirs: MatchupSide, conditions: Record) -> list[str]:
    """Return circumstances in words, one each; empty ones and defaults of rare ones are left out.

    The sides are as they were built: their losses are named by the sheets of their units.
    """
    room, values = find_matchup(game), conditions.field_values()
    words = []
    for name, info in type(conditions).model_fields.items():
        lost = str(values[name]) if name in (A_LOST, B_LOST) else ""
        if is_structured(lost):
            sheets = room.sheets(mine, theirs, conditions) if name == A_LOST else room.sheets(theirs, mine, conditions)
            lost = describe_losses(read_losses(lost, sheets, name), sheets)
            words.append(f"{info.title}: {lost}" if lost else "")
        else:
            words.append(_condition_in_words(conditions, name, info))
    return [one for one in words if one]


def _condition_in_words(conditions: Record, name: str, info: FieldInfo) -> str:
    value, title = conditions.field_values()[name], info.title or name
    extra = info.json_schema_extra
    is_rare = isinstance(extra, dict) and extra.get("rare")
    if value in (None, False, "", ()) or (is_rare and value == info.default):
        return ""
    chosen = value.replace("-", " ") if isinstance(value, str) else value
    return title if value is True else f"{title}: {chosen}"


def matchup_answer(
    game: GameSystem, mine: MatchupSide, theirs: MatchupSide, conditions: JsonMapping | Record | None = None
) -> MatchupResult:
    """Return a matchup as plain data: the targets, a row for each attack, the best attacks on each target.

    A cell has the `roll` that gives its figures (`resolver` and `inputs`), or `why_not`, the reason why there is none.
    """
    running = start(game, mine, theirs, conditions)
    rows = tuple(running.rows())
    return {
        "game": game.slug,
        "mine": mine.title,
        "theirs": theirs.title,
        "conditions": running.conditions.model_dump(mode="json"),
        "figures": [{"name": f.name, "title": f.title, "kind": f.kind} for f in _figures_in_use(running.figures, rows)],
        "ranked_by": running.ranked_by(rows),
        "notes": running.notes,
        "targets": [_entry_data(target) for target in running.targets],
        "rows": [
            {**_entry_data(row.attack), "cells": [_cell_data(cell, running.figures) for cell in row.cells]}
            for row in rows
        ],
        "best": {key: [row.attack.key for row, _ in best] for key, best in running.best_attacks(rows).items()},
        "conclusions": [
            {"title": c.title, "about": c.about, "columns": list(c.columns), "rows": [list(row) for row in c.rows]}
            for c in running.conclusions(rows)
        ],
        "rests_on": running.rests_on,
    }


def _figures_in_use(figures: Sequence[CellFigure], rows: Sequence[AttackRow]) -> list[CellFigure]:
    """Return the figures, without derived ones that no cell has."""
    derived = {name for row in rows for cell in row.cells for name in cell.derived}
    return [figure for figure in figures if figure.measures or figure.name in derived]


def _entry_data(entry: MatchupEntry) -> TargetEntry:
    data: TargetEntry = {"key": entry.key, "title": entry.title}
    if entry.carrier:
        data["of"] = entry.carrier
    if entry.about:
        data["about"] = entry.about
    if entry.points:
        data["points"] = entry.points
    return data


def _cell_data(cell: MatchupCell, figures: Sequence[CellFigure]) -> CellEntry:
    pairing = cell.pairing
    if pairing.why_not:
        return {"target": cell.target.key, "why_not": pairing.why_not}
    data: CellEntry = {
        "target": cell.target.key,
        "roll": {"resolver": pairing.resolver, "inputs": dict(pairing.inputs)},
        "known": list(pairing.known),
        "applied": [{"words": words, "rule": rule} for words, rule in pairing.applied],
        "not_counted": list(pairing.not_counted),
    }
    if cell.too_large:
        data["too_large"] = cell.too_large
        return data
    chances = {figure.name: figure.kind == "chance" for figure in figures}

    def summary(values: Mapping[str, Fraction]) -> Summary:
        return {name: figure_entry(value, chances[name]) for name, value in values.items() if name in chances}

    data["figures"] = summary(cell.figures)
    if derived := summary(cell.derived):
        data["derived"] = derived
    data["best"] = cell.best
    return data
