"""Random games of Techniconica, kept by the tracker and by a scorekeeper of our own: all records are the same."""

import tomllib
from hashlib import sha256
from pathlib import Path

import pytest

from companion import __version__
from companion.play.table import begin, extend
from tests.games.techniconica.random_game import RandomGame
from tests.games.techniconica.scorekeeper import CARDS, Mech, Scorekeeper
from tests.games.techniconica.squads import ALL, squad

FEW = 6
ACTS = 150
ROLLS, PARTS = 5_000, 10
"""Attacks of the long run, and its cases; its games are others in each release."""
OURS = ("nurse", "boosted", "wall", "duellist", "laden", "fright", "herd", "pair")
FOLDER = Path(__file__).parent / "playthroughs"


WRITTEN = (*ALL, *(tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8")) for name in OURS))
SLOTS = ("1,1", "1,2", "1,3", "2,1", "2,3", "3,1", "3,3")


def of_kind(*kinds):
    return [id for id in CARDS if CARDS[id]["kind"] in kinds and str(CARDS[id]["origin"]).startswith("house")]


def any_mech(chance, name):
    """Return a Mech of the cards there are, each once at most; it carries and powers what it has, or nearly so."""
    for _ in range(40):
        cards = [*chance.sample(of_kind("weapon"), chance.randint(1, 3))]
        cards += chance.sample(of_kind("power-plant"), chance.randint(1, 3))
        extras = chance.sample(of_kind("armour", "shield", "modification", "support"), chance.randint(0, 6))
        parts = [{"card": card} for card in (chance.choice(of_kind("locomotor")), chance.choice(of_kind("cockpit")))]
        parts += [{"card": card} for card in cards]
        for extra in extras:
            attach(chance, parts, extra)
        locomotor, cockpit, *part = parts
        part = [{**one, "slot": slot} for one, slot in zip(part, SLOTS, strict=False)]
        pilot = chance.choice(of_kind("pilot"))
        document = {"name": name, "locomotor": locomotor, "cockpit": cockpit, "pilot": pilot, "part": part}
        built = Mech.built(0, document)
        if built.excess <= 0 and not built.low:
            break
    return document


def attach(chance, parts, extra):
    """Attach a card to a part that it fits, if one has room for it."""
    row = CARDS[extra]
    free = [
        part
        for part in parts
        if CARDS[part["card"]]["kind"] in row.get("fits", (CARDS[part["card"]]["kind"],))
        and (
            row["kind"] != "modification"
            or not any(CARDS[on]["kind"] == row["kind"] for on in part.get("attached", ()))
        )
    ]
    if free:
        part = chance.choice(free)
        part["attached"] = [*part.get("attached", ()), extra]


class KeptGame(RandomGame):
    """A game of written squads and of any others, whose variant stays as it was opened."""

    def _act(self, name, seat, *given):
        if name == "propose" and "variant" in given[1]["rulings"]:
            return
        if given[:1] == ("build",):
            given = ("build", {"build": self._squad(seat)})
        super()._act(name, seat, *given)

    def _squad(self, seat):
        """Return a written squad, or one of any cards."""
        if self.chance.random() < 0.5:
            return self.chance.choice(WRITTEN)
        names = [f"Any {seat}", f"Other {seat}"][: self.chance.choice((1, 2, 2))]
        return squad(*(any_mech(self.chance, name) for name in names))


def kept(number):
    """Follow a random game event by event; return in how many attacks both agreed."""
    table = KeptGame(number).play(ACTS)
    now = begin(table.setup, table.make)
    keeper = Scorekeeper(table.setup, now.rulings)
    for event in table.events:
        owed = next((one for one in now.waiting() if one.throw), None)
        now = extend(now, (event,))
        keeper.follow(event, owed, now.state.steps[0].name if now.state.steps else None)
        if not now.state.steps:
            keeper.pass_on()
            assert as_kept(keeper) == as_tracked(now, keeper), (number, event.number, now.state.news)
    return keeper.attacks


def as_tracked(table, keeper):
    """Return all records of a table: numbers that are not as at the start, and what else can be compared."""
    state, records = table.state, table.tracker.records(table.state)
    found = {"round": state.round, "turn": state.turn, "active": state.active}
    result = table.tracker.result(state)
    found["winners"] = result and result.winners
    for unit, record in state.units.items():
        sheet = records.sheets[unit]
        numbers = {track.name: records.value(unit, track.name) for track in sheet.tracks if not track.hidden}
        for place in (*keeper.mechs[unit].base, *keeper.mechs[unit].attached):
            track = sheet.by_name.get(place)
            if place.partition(".attached")[0] in keeper.mechs[unit].gone and ".attached" in place:
                numbers.pop(place, None)
                numbers.pop(f"trigger:{place}", None)
            elif track and numbers[place] == track.most:
                numbers[place] = "gone"
        found[unit] = {name: number for name, number in numbers.items() if number}, bool(record.out), record.has_acted
        found[f"{unit} countered"] = record.links.get("countered", "")
    return found


def as_kept(keeper):
    """Return the same of the scorekeeper's records."""
    found = {"round": keeper.round, "turn": keeper.turn, "active": keeper.active, "winners": keeper.winners}
    for unit, mech in keeper.mechs.items():
        numbers = dict(mech.counts)
        lost = {at for at in mech.attached if at.partition(".attached")[0] in mech.gone}
        damaged = {at: "gone" if at in mech.gone else number for at, number in mech.damage.items()}
        damaged |= {at: "gone" for at in mech.gone if at not in mech.triggers}
        numbers |= {at: number for at, number in damaged.items() if at not in lost}
        numbers |= {f"jam:{at}": number for at, number in mech.jams.items()}
        numbers |= {f"trigger:{at}": number for at, number in mech.triggers.items() if at not in lost}
        found[unit] = {name: number for name, number in numbers.items() if number}, bool(mech.out), mech.acted
        found[f"{unit} countered"] = mech.countered
    return found


def test_the_scorekeeper_finds_on_every_record_what_the_tracker_does():
    assert sum(map(kept, range(FEW))) > 2 * FEW


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_the_scorekeeper_agrees_over_thousands_of_attacks(part):
    attacks, number = 0, int(sha256(f"{__version__} {part}".encode()).hexdigest()[:12], 16)
    while attacks < ROLLS // PARTS:
        attacks += kept(number)
        number += 1
