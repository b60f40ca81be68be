"""The rules of MechaStellar for its record sheets: which there are, what may be done, and what a roll does to them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.gamekit.record_sheets import Track, UnitSheet
from companion.games.mechastellar.matchup import FIGURES
from companion.games.mechastellar.tracker import (
    aftermath,
    ending,
    failed_saves,
    hurting,
    outcomes,
    overwatch,
    picking,
    played_cards,
    rounds,
    side_moves,
    skills,
    strikes,
    turn_moves,
    wanted,
)
from companion.games.mechastellar.tracker.attack_inputs import AttackPair
from companion.games.mechastellar.tracker.battle import DESTROYED, Battle, Terms
from companion.games.mechastellar.tracker.circumstances import TableConditions
from companion.games.mechastellar.tracker.conditions import conditions_of
from companion.games.mechastellar.tracker.offers import find_offers
from companion.games.mechastellar.tracker.pools import make_pools
from companion.games.mechastellar.tracker.rulings import rulings_used
from companion.games.mechastellar.tracker.sheets import HP, make_sheet
from companion.games.mechastellar.tracker.state import MechaState
from companion.play.log import TableEvent
from companion.play.records.records import Records
from companion.play.records.rules import ANSWER, AttackOffer, RecordRules
from companion.play.records.state import RecordsState, TableStep
from companion.play.records.wishes import Wish
from companion.play.tracker import Move, Result

TURN_MOVES = (
    *("focus", "throttle", "reload", "transform", "climb", "drop", "reverse"),
    *("skill", "power", "havoc", "challenge", "revenge"),
)
ROLLED: Mapping[str, Callable[[Battle, TableStep, Outcome], None]] = {
    "shot": outcomes.finish_shot,
    "clash": outcomes.finish_clash,
    "overwatch-fire": outcomes.finish_overwatch,
    "contest": outcomes.finish_contest,
    "saves": aftermath.finish_saves,
    "battle-damage": failed_saves.finish_battle_damage,
    "recovery": rounds.finish_recovery,
    "terrain": outcomes.finish_terrain,
    "initiative": lambda battle, _, outcome: rounds.finish_initiative(battle, outcome),
}
"""What the end of each roll does, by the names of steps."""
ANSWERED: Mapping[str, Callable[[Battle, TableStep, int], None]] = {
    "first": rounds.answer_first,
    "overwatch": strikes.answer_overwatch,
    "overwatch-lock": overwatch.answer_lock,
    "answer-weapon": strikes.answer_weapon,
    "guardian": outcomes.answer_guardian,
    "undo": aftermath.answer_undo,
    "stun-or-points": failed_saves.answer_stun,
    "pushed": failed_saves.answer_push,
    "impact": failed_saves.answer_impact,
    "ship-loss": aftermath.answer_ship_loss,
    "pick": picking.answer_pick,
    "blast": picking.answer_blast,
    "critical": failed_saves.answer_critical,
    "disable": failed_saves.answer_disable,
}
"""What each answer does, by the names of steps."""


@dataclass(frozen=True)
class MechaRules(RecordRules[MechaState]):
    """The rules of one table under its terms."""

    terms: Terms
    state = MechaState
    circumstances = TableConditions
    unconfirmed = ("initiative",)
    on_sheets = ("hazard",)
    has_opponent = True
    figures = FIGURES
    opening_moves = ("launch",)
    preparing_moves = ("focus", "skill", "power", "havoc")
    leftover_moves = ("reload", "throttle")

    def _battle(self, records: Records[MechaState]) -> Battle:
        return Battle(self.terms, records)

    def read_build(self, document: JsonMapping) -> object:
        """Return a list; InvalidInput where it cannot be read, or has cards that are not known here."""
        return self.terms.forces.read_force(document)

    def sheets(self, seat: int, document: JsonObject) -> Sequence[UnitSheet]:
        """Return the sheets of a list's single units."""
        fighting = self.terms.forces.fighting(document)
        modules = frozenset(self.terms.options.modules or fighting.force.modules)
        return [make_sheet(fighter, modules, self.terms.rulings) for fighter in fighting.fighters]

    def pools(self, seat: int, state: RecordsState) -> Sequence[Track]:
        """Return a side's Momentum, its Influence and the marks of its commands."""
        lists = self.terms.lists(state.builds)
        if seat not in lists.pools:
            fighting = lists.fighting[seat]
            cards = [one.profile for one in fighting.fighters] if fighting else []
            captains = any(card.warship and card.pilot_level for card in cards)
            force = fighting.force if fighting else None
            lists.pools[seat] = tuple(make_pools(force, lists.size, lists.modules, captains, self.terms.context))
        return lists.pools[seat]

    def why_not_begin(self, records: Records[MechaState]) -> str:
        """Return what is missing: both sides bring a list with units."""
        battle = self._battle(records)
        there = {battle.seat(unit) for unit in records.standing()}
        return "" if there == {0, 1} else "Both sides bring a list with units first."

    def begin_battle(self, records: Records[MechaState]) -> None:
        """Begin with units aboard their ships, and the first roll for initiative."""
        battle = self._battle(records)
        rounds.embark_all(battle)
        rounds.keep_aboard(battle)
        ending.say_terms(battle)
        rounds.ask_initiative(battle)

    def begin_round(self, records: Records[MechaState]) -> None:
        """Begin a Round with the roll for initiative."""
        battle = self._battle(records)
        rounds.keep_aboard(battle)
        if ending.find_result(battle) is None:
            rounds.ask_initiative(battle)

    def end_round(self, records: Records[MechaState]) -> None:
        """Make the checks at the end of a Round."""
        rounds.end_round(self._battle(records))

    def ends_battle(self, records: Records[MechaState]) -> bool:
        """Return whether the Round under way is the last one, by the ruling in force."""
        return ending.is_last_round(self._battle(records))

    def next_seat(self, records: Records[MechaState], seat: int | None) -> int | None:
        """Return the seat that activates after another."""
        return rounds.next_turn(self._battle(records), seat)

    def why_not_activate(self, records: Records[MechaState], unit: str) -> str:
        """Return which rule an activation would break."""
        return rounds.why_not_activate(self._battle(records), unit)

    def activated(self, records: Records[MechaState], unit: str) -> None:
        """Begin a unit's turn."""
        rounds.begin_turn(self._battle(records), unit)

    def activation_ends(self, records: Records[MechaState], unit: str) -> None:
        """End a unit's turn."""
        rounds.end_turn(self._battle(records), unit)

    def moves(self, records: Records[MechaState], seat: int) -> Iterator[Move]:
        """Yield what a seat may do besides attacks and activations."""
        battle = self._battle(records)
        active = battle.state.active
        if active and battle.seat(active) == seat and not records.unit(active).out:
            yield from skills.challenge_moves(battle, active)
            yield from turn_moves.action_moves(battle, active)
            yield from skills.skill_moves(battle, active)
        yield from turn_moves.points_moves(battle, seat)
        yield from turn_moves.hazard_moves(battle, seat)
        yield from skills.again_moves(battle, seat)
        yield from side_moves.side_moves(battle, seat)

    def make_move(self, records: Records[MechaState], seat: int, name: str, values: JsonMapping) -> None:
        """Make one of these moves."""
        battle = self._battle(records)
        if name in TURN_MOVES:
            turn_moves.make_turn_move(battle, name, values)
        elif name in ("launch", "board"):
            side_moves.make_ship_move(battle, name, values)
        elif name == "command":
            played_cards.give_command(battle, seat, values)
        elif name == "order":
            side_moves.give_order(battle, seat, values)
        elif name == "event":
            played_cards.use_event(battle, seat, values)
        elif name == "ship-overwatch":
            side_moves.fire_ship_overwatch(battle, values)
        elif name == "collide":
            hurting.ask_saves(battle, str(values["unit"]), "runs into terrain", {"by": values["unit"], "damage": 0})
        elif name == "hazard":
            turn_moves.suffer_hazard(battle, str(values["unit"]), str(values["hazard"]))
        elif name == "seize":
            skills.seize_again(battle, str(values["unit"]))

    def may_attack(self, records: Records[MechaState], unit: str) -> bool:
        """Return whether a unit may attack now: also for its last shot, or in a bombardment before the battle."""
        return super().may_attack(records, unit) or strikes.attacks_out_of_turn(self._battle(records), unit)

    def offers(self, records: Records[MechaState], unit: str, target: str, said: Record) -> Iterator[AttackOffer]:
        """Yield the attacks of a unit on another."""
        assert isinstance(said, TableConditions)
        return find_offers(AttackPair(self._battle(records), unit, target, said))

    def attack(self, records: Records[MechaState], offer: AttackOffer, unit: str, target: str, said: Record) -> None:
        """Make an attack."""
        assert isinstance(said, TableConditions)
        strikes.begin_attack(AttackPair(self._battle(records), unit, target, said), offer)

    def finish(self, records: Records[MechaState], step: TableStep, outcome: Outcome) -> None:
        """Apply the end of a roll, or an answer."""
        battle = self._battle(records)
        if step.answers:
            ANSWERED[step.name](battle, step, int(outcome[ANSWER]))
        else:
            ROLLED[step.name](battle, step, outcome)

    @rule("hit-damage")
    def settle(self, records: Records[MechaState]) -> None:
        """Take units without HP out of play, end melees with them, and the turn of one that is gone."""
        battle = self._battle(records)
        for unit in records.standing():
            if not records.value(unit, HP) and not battle.has(unit, "last-shot"):
                records.take_out(unit, DESTROYED)
                records.say(f"{battle.name(unit)} is destroyed.")
        for unit, record in battle.state.units.items():
            for link, other in record.links.items():
                if other in battle.state.units and records.unit(other).out and link not in ("ship", "revenge"):
                    records.set_link(unit, link, "")

    def conditions(self, records: Records[MechaState], unit: str) -> Sequence[str]:
        """Return what holds of a unit by its record."""
        return tuple(conditions_of(self._battle(records), unit))

    def worth(self, records: Records[MechaState], seat: int) -> float:
        """Return the points of what a side has left, and of its Momentum."""
        return wanted.worth_of_side(self._battle(records), seat)

    def gain(
        self,
        records: Records[MechaState],
        unit: str,
        target: str,
        offer: AttackOffer,
        figures: Mapping[str, Fraction],
    ) -> float:
        """Return the points that an attack destroys, less those that it costs."""
        return wanted.gain_of(self._battle(records), unit, target, figures)

    def gain_before(self, records: Records[MechaState], step: TableStep, figures: Mapping[str, Fraction]) -> float:
        """Return the points that an Overwatch is expected to destroy."""
        if step.name != "overwatch-fire":
            return 0.0
        return wanted.gain_of(self._battle(records), step.data["unit"], step.data["target"], figures)

    def replies(self, offer: AttackOffer) -> Iterator[JsonMapping]:
        """Yield an attack's inputs with each reply of its target."""
        return wanted.replies_to(offer)

    def enemies(self, records: Records[MechaState], unit: str) -> Sequence[str]:
        """Return whom a unit may attack: a basic pilot only the nearest, as far as that is known."""
        return wanted.enemies_of(self._battle(records), unit)

    def wishes(self, records: Records[MechaState], unit: str, target: str, said: Record) -> Iterator[Wish]:
        """Yield the distances that a unit can come to, nearest first."""
        assert isinstance(said, TableConditions)
        return wanted.wishes_of(AttackPair(self._battle(records), unit, target, said))

    def describe_pair(self, said: Record, back: JsonMapping) -> str:
        """Return how two units stand in a few words."""
        assert isinstance(said, TableConditions)
        return wanted.describe_pair(said, back)

    def may_repeat(self, records: Records[MechaState], unit: str, key: str) -> bool:
        """Return whether a weapon may hit the same target again: one attack of an area weapon hits each once."""
        return wanted.may_repeat(self._battle(records), unit, key)

    def reaches(self, records: Records[MechaState], unit: str, target: str, said: Record, offer: AttackOffer) -> bool:
        """Return whether a unit is near enough: in melee, within engagement range."""
        assert isinstance(said, TableConditions)
        return wanted.reaches(AttackPair(self._battle(records), unit, target, said), offer)

    def weapons_of(self, records: Records[MechaState], unit: str, key: str) -> Sequence[str]:
        """Return the weapon of an attack with its unit; an attack without one has none."""
        return wanted.weapons_of(self._battle(records), unit, key)

    def result(self, records: Records[MechaState]) -> Result | None:
        """Return how the battle ended by the ruling in force."""
        return ending.find_result(self._battle(records))

    def rulings_used(self, before: Records[MechaState], event: TableEvent, after: Records[MechaState]) -> Iterable[str]:
        """Return the rulings that decided an event."""
        return rulings_used(self._battle(before), event, self._battle(after))
