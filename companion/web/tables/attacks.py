"""The attacks of one unit on another, each with its odds of the moment, and what is said of the two, as plain data.

Odds take the time that the rest of a table's page must not take: they have an address of their own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from time import process_time
from typing import Any, cast

from companion.base import caches
from companion.base.compat import cached_property
from companion.base.findings import InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import format_number, percent
from companion.data import columns
from companion.data.columns import Column
from companion.data.documents import Record, read_as
from companion.game_system.system import GameSystem
from companion.gamekit import matchup
from companion.gamekit.contract import Context, FormData, ResolverKind
from companion.gamekit.matchup import MatchupCell, MatchupTarget, Pairing
from companion.play.log import canonical
from companion.play.records.rules import AttackOffer
from companion.play.records.tracker import RecordsTracker
from companion.play.table import Table
from companion.play.tracker import Move
from companion.verbs import basis
from companion.verbs.game_rolls import measure_roll
from companion.web.shared.faces import cards_digest
from companion.web.tables.board import Board, ShownUnit

SAID = "said."
"""Prefix of inputs with what is said of two units."""
BACK = "back."
"""Prefix of inputs with what is said of two units the other way round."""
AND, AT = "+", ">"
"""In the key of an attack: between the weapons that fire together, and before the part that is aimed at."""
FEW = 4
"""The best attacks, which are shown without a tap."""
PATIENCE = 2.0
"""Seconds of processor time after which the odds of further attacks are left for a tap."""
_SHOWN_FIGURES = 2
_KEPT = 20_000
_HUNDREDS = 100


@dataclass(frozen=True)
class Chip:
    """A field of what is said of two units: its column, and its value as an address has it."""

    column: Column
    value: str
    prefix: str = SAID

    @property
    def name(self) -> str:
        """The name of its input."""
        return f"{self.prefix}{self.column.path}"

    @property
    def kind(self) -> str:
        """How it is set: `switch` by a tap, `number` by steps, `choice` from a list, `text` by typing."""
        return {"yes-no": "switch", "whole": "number", "choice": "choice"}.get(self.column.shape, "text")

    @property
    def is_set(self) -> bool:
        """Whether it says something else than where nothing is said."""
        return self.value != as_text(self.column.default)

    @property
    def is_rare(self) -> bool:
        """Whether it is folded away until it is set."""
        return bool(self.column.schema.get("rare")) and not self.is_set

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """Its choices, each with its label."""
        return tuple((value, columns.label_text(value)) for value in self.column.choices)


@dataclass(frozen=True)
class ShownAttack:
    """An attack with its figures, the deciding one first: value and title. `worth` sorts, the greatest is the best."""

    offer: AttackOffer
    figures: tuple[tuple[str, str], ...] = ()
    worth: tuple[Fraction | float, ...] = ()
    no_odds: str = ""
    """Why no odds are shown."""

    @property
    def title(self) -> str:
        """The weapon, and the part that is aimed at."""
        return offer_title(self.offer)


@dataclass(frozen=True)
class BestAttack:
    """A target, and the best attack on it."""

    target: ShownUnit
    attack: ShownAttack


@dataclass(frozen=True)
class Together:
    """A choice of weapons that fire together at one part: titles by how keys name them."""

    weapons: Mapping[str, str]
    parts: Mapping[str, str]


@dataclass(frozen=True)
class Attacks:
    """What a unit may do to another; `said` is what is said of the two, the last said where nothing is given."""

    game: GameSystem
    board: Board
    unit: ShownUnit
    target: ShownUnit
    said: JsonObject
    context: Context
    until: float = 0.0
    """The processor time after which odds are left for a tap; 0 for PATIENCE from now on."""

    @cached_property
    def chips(self) -> tuple[Chip, ...]:
        """The fields of what is said of the two."""
        model = self.board.tracker.rules.circumstances
        values = read_as(model, self.said).model_dump(mode="json")
        return tuple(Chip(column, as_text(values.get(column.path))) for column in columns.fields(model))

    @cached_property
    def attacks(self) -> tuple[ShownAttack, ...]:
        """All attacks that can be made, the best first."""
        view = self.board.tracker.view(self.board.state, self.board.seat)
        offers = [
            one for one in self.board.tracker.offers(view, self.unit.id, self.target.id, self.said) if not one.why_not
        ]
        until = self.until or process_time() + PATIENCE
        shown = [self._shown(offer, until) for offer in offers]
        return tuple(sorted(shown, key=lambda one: one.worth or (float("-inf"),), reverse=True))

    @cached_property
    def why_not(self) -> tuple[AttackOffer, ...]:
        """The attacks that cannot be made, each with the reason."""
        view = self.board.tracker.view(self.board.state, self.board.seat)
        offers = self.board.tracker.offers(view, self.unit.id, self.target.id, self.said)
        return tuple(one for one in offers if one.why_not)

    @cached_property
    def together(self) -> "Together | None":
        """The weapons that may fire together, and the parts that they may aim at; None where keys name no weapons."""
        if not any(AND in one.offer.key.rpartition(AT)[0] for one in self.attacks):
            return None
        alone = [one.offer for one in self.attacks if AND not in one.offer.key and AT in one.offer.key]
        weapons = {offer.key.rpartition(AT)[0]: offer.title for offer in alone}
        return Together(weapons, {offer.key.rpartition(AT)[2]: offer.aim for offer in alone})

    def _shown(self, offer: AttackOffer, until: float) -> ShownAttack:
        kind = self.game.resolver(offer.resolver)
        if kind is None or offer.inputs is None:
            return ShownAttack(offer)
        if process_time() > until:
            return ShownAttack(offer, no_odds="not worked out yet")
        figures = _figures(self.game, kind, offer.inputs, self.context)
        if isinstance(figures, str):
            return ShownAttack(offer, no_odds=figures)
        return ShownAttack(offer, tuple(_in_words(self.game, kind, figures)), _worth(self.game, kind, figures))

    @property
    def why_no_attack(self) -> str:
        """Why none of the attacks may be made from here now; empty where they may."""
        state = self.board.state
        if self.unit.record.seat != self.board.seat:
            return "This is another player’s unit."
        if state.steps:
            return "A roll is under way."
        if not self.board.tracker.rules.may_attack(self.board.records, self.unit.id):
            return f"Activate {self.unit.name} first." if state.round else "Begin the battle first."
        return ""


def best_attacks(game: GameSystem, board: Board, unit: ShownUnit, context: Context) -> Sequence[BestAttack]:
    """Return the best attack of a unit on each target, under what was last said of the two; late ones have no odds.

    A target that it cannot attack within the rules is left out.
    """
    until, best = process_time() + PATIENCE, list[BestAttack]()
    for target in board.targets():
        said = board.tracker.said_of(board.state, unit.id, target.id)
        attacks = Attacks(game, board, unit, target, said, context, until).attacks
        best += [BestAttack(target, attack) for attack in attacks if not attack.offer.warning][:1]
    return best


def read_said(model: type[Record], fields: FormData, prefix: str = SAID) -> JsonObject | None:
    """Return what a form or an address says of two units, as it is stored; None where it says nothing at all.

    InvalidInput names what cannot be read.
    """
    given = {name.removeprefix(prefix): fields.last(name).strip() for name in fields if name.startswith(prefix)}
    if not given:
        return None
    read = read_as(model, {name: value for name, value in given.items() if value})
    said: JsonObject = read.model_dump(mode="json", exclude_defaults=True)
    return said


def _key(game: GameSystem, kind: ResolverKind, inputs: JsonMapping, context: Context) -> tuple[object, ...]:
    rulings = tuple(sorted(context.rulings.items()))
    return game.slug, kind.name, canonical(dict(inputs)), rulings, cards_digest(game, context.catalogue)


@caches.keep(_KEPT, _key)
def _figures(
    game: GameSystem, kind: ResolverKind, inputs: JsonMapping, context: Context
) -> Mapping[str, Fraction] | str:
    """Return the measures of an attack by name, or why there are none."""
    plain, _ = basis.split_origin_keys(inputs)
    try:
        return measure_roll(kind, plain, context)
    except InvalidInput as error:
        return str(error.input_errors[0])


def _in_words(game: GameSystem, kind: ResolverKind, figures: Mapping[str, Fraction]) -> Sequence[tuple[str, str]]:
    """Return the figures that decide, as the game's matchup ranks them, else the roll's headline."""
    cells = [
        (cell.measures[kind.name], cell.kind, cell.short or cell.title)
        for cell in (game.matchup.figures if game.matchup else ())
        if cell.measures.get(kind.name) in figures
    ]
    titles = {measure.name: measure.title for measure in kind.measures}
    shown = cells or [(kind.headline, "number", titles[kind.headline])] * (kind.headline in figures)
    return [(_figure(figures[name], how), title) for name, how, title in shown[:_SHOWN_FIGURES]]


def _figure(value: Fraction, how: str) -> str:
    """Return a figure as it is read at a glance: a chance, else a number, in whole ones from a hundred on."""
    return percent(value) if how == "chance" else format_number(value, 0 if value >= _HUNDREDS else 1)


def _worth(game: GameSystem, kind: ResolverKind, figures: Mapping[str, Fraction]) -> tuple[Fraction | float, ...]:
    room = game.matchup
    if room is None:
        return (figures[kind.headline],) if kind.headline in figures else ()
    named = {
        cell.name: figures[measure] for cell in room.figures if (measure := cell.measures.get(kind.name, "")) in figures
    }
    return matchup.worth(room, MatchupCell(MatchupTarget("", ""), Pairing(), named)) or ()


def as_text(value: object) -> str:
    """Return a value as an address has it."""
    return str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)


def attack_move(table: Table, unit: str, target: str, key: str, said: JsonObject) -> Move:
    """Return the move that makes an attack, with the warning of one that breaks a rule."""
    tracker = cast("RecordsTracker[Any]", table.tracker)
    records = tracker.records(table.state)
    offer = None
    if {unit, target} <= set(records.sheets):
        read = read_as(tracker.rules.circumstances, said)
        offer = tracker.rules.find_offer(records, unit, target, read, key)
    warning = offer.warning if offer else ""
    values: JsonObject = {"unit": unit, "target": target, "attack": key, "said": said}
    return Move(name="attack", values=values, label=offer_title(offer) if offer else "", warning=warning)


def offer_title(offer: AttackOffer) -> str:
    """Return the weapon, and the part that is aimed at."""
    return f"{offer.title} at {offer.aim}" if offer.aim else offer.title
