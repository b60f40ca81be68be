"""The rules of a table of Techniconica, each method one line from the module that has them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from companion.base.findings import InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Record, read_as
from companion.data.rulebook import ReadRulings, Rulings, rule
from companion.dice.resolver import Outcome
from companion.gamekit.contract import Context
from companion.gamekit.record_sheets import UnitSheet
from companion.games.techniconica.matchup import FIGURES
from companion.games.techniconica.resolver import RESOLVERS
from companion.games.techniconica.tracker import (
    actions,
    attacks,
    battle,
    ending,
    events,
    layers,
    offers,
    outcomes,
    triggers,
    wanted,
)
from companion.games.techniconica.tracker.circumstances import Said
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.offers import read_key
from companion.games.techniconica.tracker.options import Options
from companion.games.techniconica.tracker.sheets import RE_ROLLS, TRIGGER
from companion.games.techniconica.tracker.state import MechRecords, MechsState, Terms
from companion.play.log import Setup, TableEvent
from companion.play.records.rolls import Rolls
from companion.play.records.rounds import end_activation
from companion.play.records.rules import ANSWER, AttackOffer, RecordRules
from companion.play.records.state import TableStep
from companion.play.records.tracker import RecordsTracker
from companion.play.tracker import Move, Result

KINDS_OF_GAME = ("variant", "dice")
"""Rulings that are no answer to a silence: which game is played. The log does not name them."""


@dataclass(frozen=True)
class MechRules(RecordRules[MechsState]):
    """The rules of a table."""

    setup: Setup
    mechs: Mechs
    state = MechsState
    circumstances = Said
    on_sheets = (actions.BOTTLE,)
    has_opponent = True
    figures = FIGURES
    preparing_moves = ("aim", "trigger")
    leftover_moves = ("unjam", "evade", "hold")
    players_know = (events.ASK, battle.AGREE)

    def read_build(self, document: JsonMapping) -> object:
        """Return a squad; InvalidInput where it cannot be read, or has unknown cards."""
        return self.mechs.read(document).build

    def sheets(self, seat: int, document: JsonObject) -> Sequence[UnitSheet]:
        """Return the sheets of a squad's Mechs."""
        return self.mechs.sheets(document)

    @rule("squad-size")
    def why_not_begin(self, records: MechRecords) -> str:
        """Return which seat has no Mech yet."""
        missing = [seat for seat in range(self.mechs.terms.seats) if not records.standing(seat)]
        return f"Seat {missing[0] + 1} has no Mech yet: bring a squad." if missing else ""

    def begin_battle(self, records: MechRecords) -> None:
        """Ask for Heroes, and roll who goes first."""
        battle.begin(self.mechs, records)

    def begin_round(self, records: MechRecords) -> None:
        """Say whose Turn it is, and ask for the event."""
        battle.begin_round(self.mechs, records)

    def end_round(self, records: MechRecords) -> None:
        """Refresh Re-Rolls in diceless play."""
        battle.end_round(self.mechs, records)

    def next_seat(self, records: MechRecords, seat: int | None) -> int | None:
        """Return the seat whose Turn follows."""
        return battle.next_seat(self.mechs, records, seat)

    def activation_ends(self, records: MechRecords, unit: str) -> None:
        """Travel in a race; earlier Holds end."""
        battle.travel(self.mechs, records, unit)
        actions.end_older_holds(records, unit)

    def turn_ends(self, records: MechRecords, seat: int) -> None:
        """Remove the Triggers that were set off."""
        triggers.end_of_turn(self.mechs, records, seat)
        records.update(last=seat)

    def moves(self, records: MechRecords, seat: int) -> Iterable[Move]:
        """Return Actions of the active Mech, and Triggers."""
        yield from actions.moves(self.mechs, records, seat)
        yield from triggers.moves(self.mechs, records, seat)
        yield from layers.reorder_moves(records, seat)

    def make_move(self, records: MechRecords, seat: int, name: str, values: JsonMapping) -> None:
        """Do an Action, set off a Trigger, begin a Bottle Test."""
        if name == "trigger":
            triggers.set_off(self.mechs, records, str(values["unit"]), str(values["track"]))
        elif name == layers.REORDER:
            layers.forget_order(records, str(values["unit"]), str(values["part"]))
        elif name == actions.BOTTLE:
            actions.begin_bottle_test(self.mechs, records, str(values["unit"]))
        else:
            actions.act(records, name, values)

    def offers(self, records: MechRecords, unit: str, target: str, said: Record) -> Iterable[AttackOffer]:
        """Return each Weapon, and all together, at each Base Part of an enemy."""
        return offers.all_offers(self.mechs, records, unit, target, said)

    def find_offer(self, records: MechRecords, unit: str, target: str, said: Record, key: str) -> AttackOffer | None:
        """Return an attack with any choice of Weapons in any order."""
        weapons, part = read_key(key)
        return offers.make_offer(self.mechs, records, unit, target, said, weapons, part)

    def attack(self, records: MechRecords, offer: AttackOffer, unit: str, target: str, said: Record) -> None:
        """Pay for an attack and begin it."""
        assert isinstance(said, Said)
        attacks.declare(self.mechs, records, offer, unit, target, said)

    def finish(self, records: MechRecords, step: TableStep, outcome: Outcome) -> None:
        """Apply the end of a roll, or an answer."""
        mechs = self.mechs
        match step.name:
            case attacks.ATTACK:
                outcomes.apply_attack(mechs, records, step, outcome)
                ending.settle(mechs, records, after_attack=True)
                if step.resolver == "charge":
                    lost_a_part = bool({"base", "locomotor"} & set(outcome["destroyed"]))
                    attacks.ask_for_counter(mechs, records, step, lost_a_part)
            case attacks.COUNTER:
                outcomes.apply_attack(mechs, records, step, outcome)
                ending.settle(mechs, records, after_attack=True)
            case battle.HERO:
                battle.choose_hero(records, step, outcome[ANSWER])
            case battle.FIRST:
                battle.goes_first(mechs, records, None if outcome["first"] == "tie" else outcome["first"] - 1)
            case battle.AGREE:
                battle.goes_first(mechs, records, outcome[ANSWER])
            case events.ASK:
                events.turn_up(mechs, records, step, outcome[ANSWER])
            case events.ROLL:
                events.apply_dice(mechs, records, step)
            case events.AGAIN:
                events.roll_again(records, step, outcome[ANSWER])
            case actions.BOTTLE:
                self._end_bottle_test(records, step, outcome)
            case _:
                attacks.answer(mechs, records, step, outcome[ANSWER])

    def _end_bottle_test(self, records: MechRecords, step: TableStep, outcome: Outcome) -> None:
        unit = step.data["unit"]
        rolled = (len(step.groups) + 1) // 2  # each further roll follows the answer that takes a Re-Roll
        records.add(unit, RE_ROLLS, -max(0, rolled - 1))
        records.say(f"{records.name(unit)}: Bottle Test {outcome['result']}.")
        if outcome["result"] == "failed":
            outcomes.bottle(records, unit)

    def settle(self, records: MechRecords) -> None:
        """Do what follows by rule; a Mech that is out acts no more."""
        if not records.state.round:
            return
        ending.settle(self.mechs, records)
        active = records.state.active
        if active and records.unit(active).out and not records.state.steps:
            end_activation(self, records)
            ending.settle(self.mechs, records)

    def conditions(self, records: MechRecords, unit: str) -> Sequence[str]:
        """Return what holds of a Mech: Low Power, its Speed and Accuracy now, weight, what has jammed."""
        return mech_conditions(self.mechs, records, unit)

    def worth(self, records: MechRecords, seat: int) -> float:
        """Return what the Mechs of a seat can still bear and do."""
        return wanted.worth_of_squad(self.mechs, records, seat)

    def gain(
        self, records: MechRecords, unit: str, target: str, offer: AttackOffer, figures: Mapping[str, Fraction]
    ) -> float:
        """Return what an attack is expected to take from the target, less what comes back."""
        return wanted.gain_of(self.mechs, records, target, offer, figures)

    def is_ally(self, seat: int, other: int) -> bool:
        """Return whether two seats are of one team."""
        return not self.mechs.terms.are_enemies(seat, other)

    def enemies(self, records: MechRecords, unit: str) -> Sequence[str]:
        """Return the Mechs of the other side."""
        seat, terms = records.unit(unit).seat, self.mechs.terms
        return [one for one in records.standing() if terms.are_enemies(seat, records.unit(one).seat)]

    def weapons_of(self, records: MechRecords, unit: str, key: str) -> Sequence[str]:
        """Return the Weapons of an attack, each with its Mech."""
        titles = offers.weapon_titles(self.mechs, records, unit)
        name = self.mechs.name_in_squad(records, unit)  # sides change seats in the lab, a Weapon stays the same
        return [f"{name}: {titles[place]}" for place in read_key(key)[0]]

    def result(self, records: MechRecords) -> Result | None:
        """Return who has won."""
        return ending.result(self.mechs, records)

    def rulings_used(self, before: MechRecords, event: TableEvent, after: MechRecords) -> Iterable[str]:
        """Yield each ruling under which, with another option, the event would have led to another state."""
        if event.kind == "correct":
            return
        read = ReadRulings(self.mechs.terms.rulings)
        self._under(read).apply(before.state, event)
        for ruling in self.mechs.terms.context.rulebook.ruling:
            if ruling.id in read.read and ruling.id not in KINDS_OF_GAME:
                others = (option.id for option in ruling.option if option.id != read[ruling.id])
                if any(self._differs({**read, ruling.id: option}, before, event, after) for option in others):
                    yield ruling.id

    def _differs(self, rulings: Rulings, before: MechRecords, event: TableEvent, after: MechRecords) -> bool:
        """Whether an event leads to another state under other rulings, or its dice would not have been thrown."""
        try:
            return self._under(rulings).apply(before.state, event) != after.state
        except InvalidInput:
            return True

    def _under(self, rulings: Rulings) -> RecordsTracker[MechsState]:
        """Return the table under other rulings."""
        context = replace(self.mechs.terms.context, rulings=rulings)
        return make_tracker(self.setup, context, self.mechs)


@rule("low-power", "overloaded", "trigger")
def mech_conditions(mechs: Mechs, records: MechRecords, unit: str) -> list[str]:
    """Return what holds of a Mech by its record, in a word or two each."""
    now = mechs.now(records, unit)
    words = ["Low Power"] if now.low_power else []
    words.append(f"Speed {now.speed}")
    if now.made.at("pilot"):
        accuracy = now.made.pilots("ac")
        words.append(f"AC {-(-accuracy // 2) if now.low_power else accuracy}")
    if over := (now.made.excess_weight if now.made.at("locomotor") else 0):
        words.append(f"{over} over its Maximum Weight")
    words += events.in_force(mechs, records)
    words += [f"{track.title} set off" for track in records.sheets[unit].tracks if _works(records, unit, track.name)]
    return words


def _works(records: MechRecords, unit: str, track: str) -> bool:
    return track.startswith(TRIGGER) and records.value(unit, track) == 1


def make_tracker(setup: Setup, context: Context, known: Mechs | None = None) -> RecordsTracker[MechsState]:
    """Return the tracker of a table; `known` has squads that were read already."""
    terms = Terms(setup.seats, read_as(Options, setup.options), context)
    mechs = known.under(terms) if known else Mechs(terms)
    return RecordsTracker(
        setup, MechRules(setup, mechs), Rolls(RESOLVERS, context, setup.release), terms.options.outcomes == "confirmed"
    )
