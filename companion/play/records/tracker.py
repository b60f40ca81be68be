"""The tracker of a table with record sheets: builds, activations and Rounds, marks, and rolls that change records.

Everything lies open. Who has a unit sets its marks at once; a mark on another's record is a correction, which asks.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from companion.base.findings import InputError, InvalidInput, errors_at, quote
from companion.base.json_types import JsonMapping, JsonObject
from companion.base.wording import join_words, one_line
from companion.data.documents import Record, read_as
from companion.dice.resolver import Outcome
from companion.dice.throw import Choice
from companion.gamekit.losses import Losses, describe_losses, read_losses, without_starts
from companion.gamekit.record_sheets import Track, UnitSheet
from companion.play.game_states import owe_throw, replace_at
from companion.play.log import Setup, TableEvent
from companion.play.records import rounds
from companion.play.records.open_moves import (
    OPEN,
    OUT,
    BringBuild,
    CountMove,
    DiceMove,
    LinkMove,
    MakeAttack,
    MarkMove,
    OutMove,
    RollMove,
    SaidMove,
    WonMove,
    check_in_play,
    check_own,
    check_value,
    counted,
    winners_in_words,
)
from companion.play.records.records import Records, StateT
from companion.play.records.rolls import DICE, Rolls
from companion.play.records.rules import ANSWER, AttackOffer, OfBuilds, RecordRules, Sheets
from companion.play.records.state import AppliedRoll, TableStep, UnitState, unit_id
from companion.play.records.state import Counter as HandCounter
from companion.play.records.wishes import (
    PLACED,
    PlacedMove,
    WishMove,
    answer_moves,
    begin_wish,
    check_wish,
    note_attack,
    open_wish,
    place,
    shared_fields,
)
from companion.play.tracker import Correctable, Move, Pending, Result, Rolling, Tracker, find_move

CONFIRM = "confirm"
"""The name of the question whether an outcome is applied, at tables that confirm first."""
ROUND = "round"
"""The correctable field with the number of the Round."""
MOST_ROUNDS = 99


@dataclass(frozen=True)
class RecordsTracker(Tracker[StateT], Generic[StateT]):
    """The tracker of a table under the rules of its game.

    Where it `confirms`, an outcome is applied once the seat of the target agrees.
    """

    setup: Setup
    rules: RecordRules[StateT]
    rolls: Rolls
    confirms: bool = False
    _sheets: OfBuilds[Sheets] = field(default_factory=OfBuilds, repr=False, compare=False)
    _newest: list[tuple[JsonObject, StateT]] = field(default_factory=list, repr=False, compare=False)
    """The newest view with its state, which is known again by it."""

    def start(self) -> StateT:
        """Return a table without builds."""
        return self.rules.start(self.setup.seats)

    def read_state(self, data: JsonMapping) -> StateT:
        """Return a stored state; InvalidInput where it cannot be read."""
        return read_as(self.rules.state, data)

    def records(self, state: StateT) -> Records[StateT]:
        """Return the records of a state, to look at or to change."""
        pools = [{track.name: track for track in self.rules.pools(seat, state)} for seat in range(self.setup.seats)]
        return Records(state, self.sheets(state.builds), pools)

    def sheets(self, builds: tuple[JsonObject | None, ...]) -> Sheets:
        """Return the sheets of all units by their ids; of equal names each says whose it is."""
        return self._sheets.get(builds, lambda: self._make_sheets(builds))

    def _make_sheets(self, builds: tuple[JsonObject | None, ...]) -> Sheets:
        sheets = {
            (seat, unit_id(seat, index)): sheet
            for seat, build in enumerate(builds)
            if build is not None
            for index, sheet in enumerate(self.rules.sheets(seat, self._with_packs(build)))
        }
        same = Counter(sheet.name for sheet in sheets.values())
        return {
            unit: replace(sheet, name=f"{sheet.name} of seat {seat + 1}") if same[sheet.name] > 1 else sheet
            for (seat, unit), sheet in sheets.items()
        }

    def _with_packs(self, build: JsonMapping) -> JsonObject:
        """Return a build with its own packs, or else with the table's."""
        return {"pack": list(self.setup.pack), **build}

    @property
    def has_opponent(self) -> bool:
        """Whether the computer knows how to play: the game's rules say what it wants."""
        return self.rules.has_opponent

    def worth(self, state: StateT, seat: int) -> float:
        """Return how a seat stands, with its team, by what all sides still have."""
        allies = {other for other in range(self.setup.seats) if self.rules.is_ally(seat, other)}
        if result := self.result(state):
            rivals = len({*result.winners} - allies)
            return (seat in result.winners) / (1 + rivals) if result.winners else 0.5
        records = self.records(state)
        worths = [self.rules.worth(records, one) for one in range(self.setup.seats)]
        own = sum(worths[other] for other in allies)
        return own / sum(worths) if sum(worths) else len(allies) / self.setup.seats

    def turn(self, state: StateT) -> int:
        """Return the number of the Round; of a battle that ended with a Round, the number of that one."""
        is_fresh = state.round > 1 and not state.active and not any(unit.has_acted for unit in state.units.values())
        return state.round - bool(is_fresh and self.result(state))

    def card_uses(self, before: StateT, event: TableEvent, after: StateT) -> Iterable[tuple[int, str, bool]]:
        """Yield the weapons of an attack, as they are called at the table."""
        if event.values.get("name") == "attack" and event.seat is not None:
            records = self.records(before)
            for weapon in self.rules.weapons_of(records, str(event.values["unit"]), str(event.values["attack"])):
                yield event.seat, weapon, True

    # What is owed, and what may be done.

    def waiting(self, state: StateT) -> tuple[Pending, ...]:
        """Return the dice or the answer of the step under way, else the seat that activates; first all bring builds."""
        if self.result(state):
            return ()
        if state.steps:
            return (self._owed(state.steps[0]),)
        if state.round and state.turn is not None:
            why = f"{self.records(state).name(state.active)} acts." if state.active else "Activate a unit."
            return (Pending(state.turn, "move", why),)
        why = "The Round is over." if state.round else "Any player can act."
        return tuple(Pending(seat, "move", why) for seat in range(self.setup.seats))

    def _owed(self, step: TableStep) -> Pending:
        if open_wish(step):
            return Pending(step.seat, "move", step.title)
        if step.answers:
            choice = Choice(step.title, step.answers, step.usual, step.notes)
            return Pending(step.seat, "choice", step.title, choice)
        return owe_throw(self.rolls.run(step), lambda by: self.thrower(step, by))

    def thrower(self, step: TableStep, by: int | None) -> int:
        """Return the seat that makes a throw of a roll; `by` is the side, 1 the second one."""
        if step.resolver != DICE and self.rolls.kind(step.resolver).second_side == "players":
            return by if by is not None and by < self.setup.seats else step.seat
        return step.second if by == 1 and step.second is not None else step.seat

    def moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return the complete moves of a seat; those of OPEN may be made besides, with values of one's own."""
        return tuple(move for move in self._all_moves(view, seat) if not move.warning)

    def relaxed_moves(self, view: JsonMapping, seat: int) -> tuple[Move, ...]:
        """Return the complete moves of a seat that break a rule."""
        return tuple(move for move in self._all_moves(view, seat) if move.warning)

    def _all_moves(self, view: JsonMapping, seat: int) -> Iterable[Move]:
        state = self.state_of(view)
        if state.steps and (wish := open_wish(state.steps[0])):
            yield from answer_moves(wish, seat)
        if state.steps or self.result(state):
            return
        records = self.records(state)
        if state.round:
            yield from self.rules.moves(records, seat)
        yield from rounds.flow_moves(self.rules, records, seat)

    def offers(
        self, view: JsonMapping, unit: str, target: str, said: JsonMapping | None = None
    ) -> tuple[AttackOffer, ...]:
        """Return the attacks of a unit on another; without `said`, under what was last said of the two.

        InvalidInput for units that are not both in play, and for circumstances that cannot be read.
        """
        state = self.state_of(view)
        records = self.records(state)
        for one in (unit, target):
            check_in_play(records, one)
        read = self.read_said(state, unit, target, said)
        return tuple(self.rules.offers(records, unit, target, read))

    def read_said(self, state: StateT, unit: str, target: str, said: JsonMapping | None = None) -> Record:
        """Return the circumstances of two units, those that were last said of them where none are given."""
        return read_as(self.rules.circumstances, self.said_of(state, unit, target) if said is None else dict(said))

    def said_of(self, state: StateT, unit: str, target: str) -> JsonObject:
        """Return what was last said of two units, whoever of them attacked, as far as it is the same for both."""
        if said := state.pairs.get(f"{unit}>{target}"):
            return said
        turned = state.pairs.get(f"{target}>{unit}", {})
        both = shared_fields(self.rules.circumstances)
        return {name: value for name, value in turned.items() if name in both}

    def read_move(self, view: JsonMapping, seat: int, name: str, values: JsonMapping) -> Move:
        """Return the move that a seat asks for; InvalidInput says why it cannot be made."""
        if name not in OPEN:
            return find_move(self.moves(view, seat), name, values)
        state = self.state_of(view)
        wish = open_wish(state.steps[0]) if state.steps and name == PLACED else None
        if (state.steps and not wish) or self.result(state):
            wanted = "the dice or the answer that is owed first" if state.steps else "nothing: the game is decided"
            raise InvalidInput(InputError("move", quote(name), wanted))
        read = read_as(OPEN[name], dict(values))
        self._check(self.records(state), seat, read)
        values = read.model_dump(mode="json", exclude_none=True)
        label = name
        if isinstance(read, WonMove):
            label = winners_in_words(read.winners)
        elif isinstance(read, BringBuild):
            values.setdefault("build", None)
            sheets, losses = self._read_lost(state, seat, read)
            if losses:
                label = _as_left(sheets, losses)
            else:
                values.pop("lost", None)
        return Move(name=name, values=values, label=label)

    def decides(self, move: Move) -> bool:
        """Return whether a move needs everybody's consent: a result, or a build that is brought with losses."""
        return move.name == "result" or "lost" in move.values

    def _check(self, records: Records[StateT], seat: int, read: Record) -> None:
        """Refuse a move of OPEN that names what is not there, or what is another's."""
        match read:
            case BringBuild():
                self._check_build(records, seat, read)
            case MarkMove():
                self._check_mark(records, seat, read)
            case OutMove() | LinkMove():
                check_own(records, seat, read.unit)
                if isinstance(read, LinkMove):
                    self._check_link(records, read)
            case MakeAttack():
                self._check_attack(records, seat, read)
            case SaidMove():
                check_own(records, seat, read.unit)
                self.offers(self.view(records.state, seat), read.unit, read.target, read.said)
            case RollMove():
                self.rolls.make(read.resolver, read.inputs)
                if read.target is not None and (read.target == seat or read.target >= self.setup.seats):
                    raise InvalidInput(InputError("target", f"seat {read.target + 1}", "another seat of this table"))
            case DiceMove():
                self.rolls.make(DICE, read.model_dump())
            case CountMove():
                counted(records.state, read, None if read.shared else seat)
            case WishMove():
                check_own(records, seat, read.unit)
                check_in_play(records, read.target)
                check_wish(records, seat, read)
                self._check_placed(read)
            case PlacedMove():
                self._check_placed(read)
                wish = open_wish(next(iter(records.state.steps), None))
                if wish is None or wish.seat != seat:
                    raise InvalidInput(InputError("move", PLACED, "the answer to a wish of the computer: none is open"))
            case WonMove():
                if len(set(read.winners) & {*range(self.setup.seats)}) != len(read.winners):
                    raise InvalidInput(InputError("winners", quote(read.winners), "seats of this table, each once"))

    def _check_placed(self, read: WishMove | PlacedMove) -> None:
        """Refuse what cannot be said of two units."""
        read_as(self.rules.circumstances, dict(read.said))
        read_as(self.rules.circumstances, dict(read.back))

    def _check_build(self, records: Records[StateT], seat: int, read: BringBuild) -> None:
        if records.state.round:
            wanted = "a build before the battle begins: undo to before it, or open another table"
            raise InvalidInput(InputError("build", "one during the battle", wanted))
        if read.build is not None:
            with errors_at("build"):
                self.rules.read_build(self._with_packs(read.build))
        sheets, losses = self._read_lost(records.state, seat, read)
        for index, values in losses.items():
            for name, value in values.items():
                check_value(sheets[index].tracks, name, value)

    def _read_lost(self, state: StateT, seat: int, read: BringBuild) -> tuple[Sequence[UnitSheet], Losses]:
        """Return the sheets of a build that a seat brings, and what an earlier battle cost it, if anything."""
        if not read.lost:
            return (), {}
        sheets = self.sheets(replace_at(state.builds, seat, read.build))
        own = [sheet for unit, sheet in sheets.items() if _seat_of(unit) == seat]
        return own, without_starts(read_losses(read.lost, own, "lost"), own)

    def _check_mark(self, records: Records[StateT], seat: int, read: MarkMove) -> None:
        """Refuse a name or a value that none of a seat's own tracks or pools has."""
        if read.unit:
            check_own(records, seat, read.unit)
        tracks = records.sheets[read.unit].tracks if read.unit else self.rules.pools(seat, records.state)
        check_value(tracks, read.track, read.value)

    def _check_link(self, records: Records[StateT], read: LinkMove) -> None:
        names = dict(records.sheets[read.unit].links)
        if read.link not in names:
            raise InvalidInput(InputError("link", quote(read.link), _one_of(names)))
        if read.other == read.unit:
            raise InvalidInput(InputError("other", records.name(read.other), "another unit"))
        if read.other:
            check_in_play(records, read.other)

    def _check_attack(self, records: Records[StateT], seat: int, read: MakeAttack) -> None:
        check_own(records, seat, read.unit)
        check_in_play(records, read.unit)
        if not self.rules.may_attack(records, read.unit):
            active = records.state.active
            wanted = f"an attack of {records.name(active)}" if active else "to activate it first"
            wanted = wanted if records.state.round else "the battle to begin first"
            raise InvalidInput(InputError("unit", records.name(read.unit), wanted))
        self._find_offer(self.view(records.state, seat), read)

    def _find_offer(self, view: JsonMapping, read: MakeAttack) -> AttackOffer:
        """Return the attack that is asked for; InvalidInput where there is none, or it cannot be made."""
        state = self.state_of(view)
        check_in_play(records := self.records(state), read.target)
        said = self.read_said(state, read.unit, read.target, read.said)
        offer = self.rules.find_offer(records, read.unit, read.target, said, read.attack)
        if offer is None or offer.why_not:
            offers = self.rules.offers(records, read.unit, read.target, said)
            wanted = offer.why_not if offer else _one_of(one.key for one in offers)
            raise InvalidInput(InputError("attack", quote(read.attack), wanted))
        return offer

    # What events do.

    def apply(self, state: StateT, event: TableEvent) -> StateT:
        """Return the table after an event; what it changed is in `applied` if a roll did, its sentences in `news`."""
        records = self.records(state.model_copy(update={"news": ()}))
        if event.kind == "faces":
            self._take_faces(records, tuple(event.values["faces"]))
        elif event.kind == "correct":
            self._correct(records, str(event.values["field"]), event.values["value"])
        else:
            assert event.seat is not None
            values = {name: value for name, value in event.values.items() if name not in ("name", "warning")}
            records = self._make_move(records, event.seat, str(event.values["name"]), values)
        self._end_rolls(records)
        if records.state.units:
            self.rules.settle(records)
            self._end_rolls(records)
            rounds.pass_turn_on(self.rules, records)
        if event.kind == "move" and not records.state.news:
            self._say_what_begins(records, event.values)
        return records.state

    def _say_what_begins(self, records: Records[StateT], values: JsonMapping) -> None:
        """Say which roll a move has begun, or who attacks whom before the first one, where it says nothing itself."""
        title = next((step.title for step in records.state.steps if not step.answers), "")
        if not title and values["name"] == "attack":
            title = f"{records.name(str(values['unit']))} attacks {records.name(str(values['target']))}"
        if title:
            records.say(f"{title}.")

    def _take_faces(self, records: Records[StateT], faces: tuple[int, ...]) -> None:
        """Give the step under way its faces; a question ends with them."""
        step, *later = records.state.steps
        if step.answers:
            records.update(steps=tuple(later))
            if step.name == CONFIRM:
                self._finish_confirmed(records, step, faces[0] - 1)
            else:
                self.rules.finish(records, step, {ANSWER: faces[0] - 1})
            return
        records.update(steps=(step.model_copy(update={"groups": (*step.groups, faces)}), *later))

    def _end_rolls(self, records: Records[StateT]) -> None:
        """End the rolls that need no more dice, one that needs none at all too."""
        while records.state.steps and not records.state.steps[0].answers:
            step, *later = records.state.steps
            outcome = self.rolls.run(step).outcome
            if outcome is None:
                return
            records.update(steps=tuple(later))
            self._end_roll(records, step, outcome)

    def _end_roll(self, records: Records[StateT], step: TableStep, outcome: Outcome) -> None:
        """Apply the end of a roll, or show it first where the table confirms."""
        if step.name in (DICE, "roll"):
            sentence = f"{step.title}: {self.rolls.ending(step, outcome)}."
            records.update(applied=AppliedRoll(sentences=(sentence,), groups=self.rolls.dice(step)))
            records.say(sentence)
        elif self._is_confirmed(step):
            asked = f"{step.title}: {self.rolls.ending(step, outcome)}. Apply it?"
            data = {"step": step.model_dump(mode="json"), "outcome": dict(outcome)}
            records.begin(
                TableStep(name=CONFIRM, seat=step.second, title=asked, data=data, answers=("apply it", "leave it out"))
            )
        else:
            self._finish(records, step, outcome)

    def _is_confirmed(self, step: TableStep) -> bool:
        """Return whether the seat of a roll's target agrees before it is applied."""
        return self.confirms and step.second not in (None, step.seat) and step.name not in self.rules.unconfirmed

    def _finish_confirmed(self, records: Records[StateT], asked: TableStep, answer: int) -> None:
        step = read_as(TableStep, asked.data["step"])
        if answer == 0:
            self._finish(records, step, asked.data["outcome"])
            return
        records.say(f"{step.title}: {self.rolls.ending(step, asked.data['outcome'])}. It was left out.")

    def _finish(self, records: Records[StateT], step: TableStep, outcome: Outcome) -> None:
        self.rules.finish(records, step, outcome)
        self.rules.settle(records)
        records.update(
            applied=AppliedRoll(sentences=records.state.news, groups=self.rolls.dice(step), changes=records.changes)
        )

    def _correct(self, records: Records[StateT], name: str, value: Any) -> None:
        """Set a value by hand: of a track `1.2/hp`, of a pool `2/momentum`, whether a unit is out, or the Round."""
        owner, _, track = name.partition("/")
        if name == ROUND:
            records.update(round=value)
            records.say(f"Round {value}.")
        elif track == OUT:
            self._set_out(records, owner, "out of play" if value else "")
        elif "." in owner:
            self._mark(records, owner, track, value)
        else:
            records.set_pool(int(owner) - 1, track, value)
            records.say(f"{self._pool_title(records, int(owner) - 1, track)}: {value}.")

    def _make_move(self, records: Records[StateT], seat: int, name: str, values: JsonObject) -> Records[StateT]:
        if name == "build":
            return self._bring_build(records, seat, read_as(BringBuild, values))
        if name in OPEN:
            self._make_open_move(records, seat, read_as(OPEN[name], values))
            return records
        flow: Mapping[str, Callable[[], None]] = {
            "begin": lambda: rounds.begin_battle(self.rules, records),
            "activate": lambda: rounds.activate(self.rules, records, seat, str(values["unit"])),
            "done": lambda: rounds.end_activation(self.rules, records),
            "skip": lambda: rounds.skip(self.rules, records, seat, (str(values["unit"]),)),
            "pass": lambda: rounds.skip(self.rules, records, seat, records.waiting_to_act(seat)),
            "next-round": lambda: rounds.next_round(self.rules, records),
        }
        if name in flow:
            flow[name]()
        else:
            self.rules.make_move(records, seat, name, values)
        return records

    def _bring_build(self, records: Records[StateT], seat: int, read: BringBuild) -> Records[StateT]:
        state, build = records.state, read.build
        builds = replace_at(state.builds, seat, build)
        others = {name: _without_links_to(unit, seat) for name, unit in state.units.items() if unit.seat != seat}
        sheets = self.sheets(builds)
        own = {name: UnitState(seat=seat) for name in sheets if _seat_of(name) == seat}
        units = {name: others.get(name) or own[name] for name in sheets}
        pools = replace_at(state.pools, seat, {})
        custom = tuple(sorted({*state.custom} - {seat} | ({seat} if read.lost else set())))
        pairs = {pair: said for pair, said in state.pairs.items() if seat not in map(_seat_of, pair.split(">"))}
        update = {"builds": builds, "units": units, "pools": pools, "custom": custom, "pairs": pairs}
        after = self.records(state.model_copy(update=update))
        title = quote(one_line(str(build.get("title", "")))) if build and build.get("title") else "a build"
        after.say(f"Seat {seat + 1} plays {title}." if build else f"Seat {seat + 1} plays no build.")
        own_sheets, losses = self._read_lost(state, seat, read)
        if losses:
            for index, lost in losses.items():
                for name, value in lost.items():
                    after.set(unit_id(seat, index), name, value)
            after.say(f"{_as_left(own_sheets, losses)}.")
        return after

    def _make_open_move(self, records: Records[StateT], seat: int, read: Record) -> None:
        match read:
            case MarkMove(unit=""):
                records.set_pool(seat, read.track, read.value)
                records.say(f"{self._pool_title(records, seat, read.track)}: {read.value}.")
            case MarkMove():
                self._mark(records, read.unit, read.track, read.value)
            case OutMove():
                self._set_out(records, read.unit, read.why)
            case LinkMove():
                records.set_link(read.unit, read.link, read.other)
                title, other = dict(records.sheets[read.unit].links)[read.link], read.other
                records.say(f"{records.name(read.unit)}: {title} {records.name(other) if other else 'ended'}.")
            case MakeAttack():
                said = self.read_said(records.state, read.unit, read.target, read.said)
                offer = self._find_offer(self.view(records.state, seat), read)
                records.remember(read.unit, read.target, said.model_dump(mode="json", exclude_defaults=True))
                note_attack(records, read.target, read.attack)
                if offer.warning:
                    records.say(f"Outside the rules: {offer.warning}")
                self.rules.attack(records, offer, read.unit, read.target, said)
            case SaidMove():
                said = self.read_said(records.state, read.unit, read.target, read.said)
                records.remember(read.unit, read.target, said.model_dump(mode="json", exclude_defaults=True))
            case RollMove():
                records.begin(self._roll_by_hand(seat, read))
            case DiceMove():
                inputs = {"expression": read.expression}
                records.begin(TableStep(name=DICE, seat=seat, title=read.expression, resolver=DICE, inputs=inputs))
            case WishMove():
                begin_wish(records, read)
            case PlacedMove():
                said = read_as(self.rules.circumstances, read.said)
                unit = records.state.steps[0].data["unit"]
                place(records, self.rules.circumstances, said, dict(read.back))
                stands = self.rules.describe_pair(said, read.back)
                records.say(f"{records.name(unit)} stands{f' {stands}' if stands else ' as it wants to'}.")
            case CountMove():
                owner = None if read.shared else seat
                _count(records, read.what, owner, counted(records.state, read, owner))
            case WonMove():
                why = winners_in_words(read.winners)
                records.update(result=Result(winners=read.winners, why=why))
                records.say(why)

    def _roll_by_hand(self, seat: int, read: RollMove) -> TableStep:
        """Return the step of a roll by hand: `Shoot (Rail Gun against Iron Heron, Seat 2)`."""
        kind = self.rolls.kind(read.resolver)
        target = 1 - seat if read.target is None and self.setup.seats == 2 else read.target
        named = "" if target is None or kind.second_side != "target" else f"Seat {target + 1}"
        at = ", ".join(filter(None, (read.aimed_at, named)))
        words = " against ".join(filter(None, (read.attacker, at))) if read.attacker else at
        title = f"{kind.title} ({words})" if words else kind.title
        return TableStep(name="roll", seat=seat, title=title, resolver=read.resolver, inputs=read.inputs, second=target)

    def _mark(self, records: Records[StateT], unit: str, name: str, value: int) -> None:
        records.set(unit, name, value)
        track = records.sheets[unit].by_name[name]
        title = " ".join(filter(None, (track.group, track.title)))
        records.say(f"{records.name(unit)}: {title} {records.value(unit, name)}.")

    def _set_out(self, records: Records[StateT], unit: str, why: str) -> None:
        if why:
            records.take_out(unit, why)
            records.say(f"{records.name(unit)} is {why}.")
        else:
            records.bring_back(unit)
            records.say(f"{records.name(unit)} is back in play.")

    def _pool_title(self, records: Records[StateT], seat: int, name: str) -> str:
        return next(track.title for track in self.rules.pools(seat, records.state) if track.name == name)

    # What pages, reports and corrections need.

    def rolling(self, state: StateT) -> Rolling | None:
        """Return the roll under way; its figures are counted for the seat that began it."""
        step = state.steps[0] if state.steps else None
        if step is None or step.answers:
            return None
        resolver = self.rolls.make(step.resolver, step.inputs)
        return Rolling(step.title, resolver, step.groups, self.rolls.figures(step.resolver, step.inputs), step.seat)

    def view(self, state: StateT, seat: int | None) -> JsonObject:
        """Return the table: nothing on it is hidden."""
        view: JsonObject = state.model_dump(mode="json")
        self._newest[:] = [(view, state)]
        return view

    def state_of(self, view: JsonMapping) -> StateT:
        """Return the state that a view shows."""
        known = next((state for before, state in self._newest if before is view), None)
        return known or read_as(self.rules.state, view)

    def values_of_others(self, state: StateT, seat: int) -> Mapping[str, int | str]:
        """Return what is not this seat's, as far as it is not as at the start; nothing during a roll."""
        if state.steps:
            return {}
        values: dict[str, int | str] = {ROUND: state.round}
        for unit, record in state.units.items():
            if record.seat != seat:
                values |= {f"{unit}/{name}": value for name, value in record.values.items()}
                values[f"{unit}/{OUT}"] = int(bool(record.out))
        for owner, pools in enumerate(state.pools):
            if owner != seat:
                values |= {f"{owner + 1}/{name}": value for name, value in pools.items()}
        return values

    def goes_on_without(self, seat: int) -> bool:
        """Return that the others play on: they move what is left of its units by hand."""
        return True

    def withdrawal(self, view: JsonMapping, seat: int) -> Move | None:
        """Return the move that ends the turn of a seat left for good: it answers, its activation ends, others pass."""
        ends = (move for name in (PLACED, "done", "pass") for move in self.moves(view, seat) if move.name == name)
        return next(ends, None)

    def correctable(self, view: JsonMapping, seat: int) -> tuple[Correctable, ...]:
        """Return the tracks of all units, the pools of all seats, who is out, and the Round; none during a roll."""
        state = self.state_of(view)
        if state.steps:
            return ()
        records = self.records(state)
        fields = [
            _correctable_pool(records, one, pool)
            for one in range(self.setup.seats)
            for pool in self.rules.pools(one, state)
        ]
        for unit, sheet in records.sheets.items():
            owner = records.unit(unit).seat
            out = int(bool(records.unit(unit).out))
            fields.append(
                Correctable(
                    field=f"{unit}/{OUT}", label=f"{sheet.name}: out of play", value=out, least=0, most=1, owner=owner
                )
            )
            for track in sheet.tracks:
                if track.hidden:
                    continue
                fields.append(
                    Correctable(
                        field=f"{unit}/{track.name}",
                        label=f"{sheet.name}: {' '.join(filter(None, (track.group, track.title)))}",
                        value=records.value(unit, track.name),
                        least=track.least,
                        most=track.most,
                        owner=owner,
                    )
                )
        if state.round:
            fields.append(Correctable(field=ROUND, label="Round", value=state.round, least=1, most=MOST_ROUNDS))
        return tuple(fields)

    def result(self, state: StateT) -> Result | None:
        """Return how the game ended by the rules, or as a seat has said."""
        if state.result or not state.round:
            return state.result
        return self.rules.result(self.records(state))

    def rulings_used(self, before: StateT, event: TableEvent, after: StateT) -> Iterable[str]:
        """Return the rulings that decided an event."""
        return self.rules.rulings_used(self.records(before), event, self.records(after))


def _seat_of(unit: str) -> int:
    return int(unit.partition(".")[0]) - 1


def _without_links_to(unit: UnitState, seat: int) -> UnitState:
    """Return a unit's record without links to the units of a seat, whose build is another from now on."""
    links = {name: other for name, other in unit.links.items() if _seat_of(other) != seat}
    return unit if links == unit.links else unit.model_copy(update={"links": links})


def _as_left(sheets: Sequence[UnitSheet], losses: Losses) -> str:
    return f"Custom: it begins as an earlier battle left it, {describe_losses(losses, sheets)}"


def _one_of(names: Iterable[str]) -> str:
    """Return some names as what was expected, at most twelve."""
    few = [*names][:12]
    return f"one of {join_words(few, 'or')}" if few else "nothing: there is none"


def _correctable_pool(records: Records[Any], seat: int, pool: Track) -> Correctable:
    value = records.pool(seat, pool.name)
    label = f"{pool.title} of seat {seat + 1}"
    return Correctable(
        field=f"{seat + 1}/{pool.name}", label=label, value=value, least=pool.least, most=pool.most, owner=seat
    )


def _count(records: Records[Any], what: str, owner: int | None, value: int | None) -> None:
    counters = records.state.counters
    place = next((at for at, one in enumerate(counters) if (one.name, one.seat) == (what, owner)), None)
    if value is None:
        records.update(counters=tuple(one for at, one in enumerate(counters) if at != place))
        records.say(f"{what} is not counted any more.")
        return
    counter = HandCounter(name=what, seat=owner, value=value)
    records.update(counters=(*counters, counter) if place is None else replace_at(counters, place, counter))
    records.say(f"{what}: {value}.")
