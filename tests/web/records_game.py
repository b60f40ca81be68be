"""A small game with record sheets for tests of the pages: it stands in for Techniconica’s tracker."""

from dataclasses import dataclass

from pydantic import Field

from companion.data.documents import Record
from companion.gamekit.record_sheets import Track, UnitSheet
from companion.games import game as find_game
from companion.play.game_states import NoValues
from companion.play.records.records import Records
from companion.play.records.rolls import Rolls
from companion.play.records.rules import ANSWER, AttackOffer, RecordRules
from companion.play.records.state import RecordsState, TableStep
from companion.play.records.tracker import RecordsTracker
from companion.play.tracker import Move, TrackerKind
from companion.verbs.tables import open_table, set_up

GAME = find_game("techniconica")
HP = 800
COLOURS = ("Red", "Blue", "Green", "Gold")


class Circumstances(Record):
    """What is asked about two units."""

    cover: int = Field(0, ge=0, le=2, title="Cover", json_schema_extra={"both": True})
    behind: bool = Field(False, title="From behind")


@dataclass(frozen=True)
class SmallRules(RecordRules[RecordsState]):
    """Two weapons and a blade; whoever is shot at by the first is asked whether it ducks; two of cover may be shot away."""

    state = RecordsState
    circumstances = Circumstances

    def read_build(self, document):
        return GAME.read_known(document)

    def sheets(self, seat, document):
        return [
            UnitSheet(
                f"{COLOURS[seat]} {number + 1}",
                f"mech[{number}]",
                (
                    Track("hp", "HP", HP, "left", HP, step=100),
                    Track("focus", "Focus", 1, "status", ends="activation"),
                    Track("hold", "Hold", 2, "status", ends="next-activation"),
                    Track("aim", "Aim", 3, "count"),
                    Track("ammo", "Ammo used", 1, "once", about="Until it reloads."),
                    Track("arm", "Armour", 5, "damage", group="Left Arm"),
                ),
                about="ace" if number == 0 else "",
                links=(("challenge", "Challenge"),),
            )
            for number in range(len(document["mech"]))
        ]

    def pools(self, seat, state):
        return [Track("momentum", "Momentum", 10, "left", 3)]

    def begin_battle(self, records):
        records.update(turn=0)

    def moves(self, records, seat):
        active = records.state.active
        if active and records.unit(active).seat == seat:
            yield Move(name="focus", values={"unit": active}, label=f"{records.name(active)} focuses")

    def make_move(self, records, seat, name, values):
        records.set(values["unit"], "focus", 1)
        records.say(f"{records.name(values['unit'])} focuses.")

    def offers(self, records, unit, target, said):
        cover = said.cover
        for key, title, accuracy in (("long", "Long Rifle", 6), ("short", "Pistol", 3), ("blade", "Blade", 4)):
            inputs = {"accuracy": accuracy - cover, "speed": 1, "armour": 2, "penetration": 4, "damage_output": 3}
            why_not = "It is too far." if key == "blade" and not said.behind else ""
            warning = "Its barrel is bent." if key == "short" else ""
            yield AttackOffer(
                key, title, "shoot", inputs, known=(f"Accuracy {accuracy}",), why_not=why_not, warning=warning
            )

    def attack(self, records, offer, unit, target, said):
        title = f"{records.name(unit)}: {offer.title} at {records.name(target)}"
        seats = {"seat": records.unit(unit).seat, "second": records.unit(target).seat}
        data = {"unit": unit, "target": target, "cover": said.cover}
        roll = TableStep(
            name="attack", title=title, resolver=offer.resolver, inputs=dict(offer.inputs), data=data, **seats
        )
        duck = TableStep(
            name="duck",
            seat=seats["second"],
            title=f"{title}. Does it duck?",
            data=data,
            answers=("duck", "stand on Hill 7"),
        )
        records.begin(*((duck, roll) if offer.key == "long" else (roll,)))

    def finish(self, records: Records[RecordsState], step, outcome):
        target = step.data["target"]
        if step.name == "cover":
            records.say(f"The cover of {records.name(target)} is gone.")
            return
        if step.name == "duck":
            records.say(f"{records.name(target)} {'stands' if outcome[ANSWER] else 'ducks'}.")
            return
        damage = min(outcome["damage"], 3) * 100
        records.add(target, "hp", -damage)
        records.add_pool(step.seat, "momentum", 1 if damage else 0)
        records.say(f"{step.title}: {damage} damage.")
        if step.data["cover"] == 2:
            inputs = {"expression": "1d6"}
            records.begin(
                TableStep(name="cover", seat=step.seat, title="Cover", resolver="dice", inputs=inputs, data=step.data)
            )

    def settle(self, records):
        for unit in records.standing():
            if records.value(unit, "hp") == 0:
                records.take_out(unit, "destroyed")
                records.say(f"{records.name(unit)} is destroyed.")

    def conditions(self, records, unit):
        return ("Low Power",) if records.value(unit, "hp") < HP / 2 else ()


def has_records(game):
    """Return whether the usual table of a game has record sheets."""
    return isinstance(open_table(game, set_up(game, bytes(32), {})).tracker, RecordsTracker)


def make(setup, context):
    """Return the tracker of a table."""
    return RecordsTracker(setup, SmallRules(), Rolls(GAME.resolvers, context))


KIND = TrackerKind(
    number=2,
    least_seats=2,
    most_seats=4,
    seat_names=("Seat 1", "Seat 2", "Seat 3", "Seat 4"),
    options=NoValues,
    make=make,
)


def squad(mechs=2, title="Squad"):
    """Return a build of the game with so many Mechs, the Mech of its first example over and over."""
    example = next(iter(GAME.examples.values())).model_dump(mode="json", exclude_defaults=True)
    mech = example["mech"][0]
    return {
        **example,
        "game": GAME.slug,
        "title": title,
        "mech": [{**mech, "name": f"{title} {number + 1}"} for number in range(mechs)],
    }
