"""A Mech's record in a matchup: destroyed cards, damage on the others, Re-Rolls left, jams, weight, Actions taken."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from companion.data.rulebook import rule
from companion.gamekit.losses import Losses, LostEntry, choose_name, entries
from companion.gamekit.matchup import MatchupSide
from companion.gamekit.record_sheets import Ends, Kind, Track, UnitSheet
from companion.games.techniconica.model import BASE, Armour, Extra, Pilot, Shield, Squad, Weapon
from companion.games.techniconica.rules import play
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble_squad, mech_name, unique_names

EXAMPLE = "1/part[0]=2, 1/cockpit=lost: a Mech, a card of it, and the damage on it"
STANDING = "a part of the Mech that still stands"
_DAMAGED = re.compile(r"(?P<name>.+?)(?:,? (?P<damage>\d{1,2})(?: damage)?)?", re.IGNORECASE)


RE_ROLLS, WEIGHT, WEIGHT_DAMAGE, SLOWED = "re-rolls", "weight", "weight-damage", "slowed"
AIM, EVADE, HOLD_ACCURACY, HOLD_SPEED, POWER_OUT = "aim", "evade", "hold-accuracy", "hold-speed", "power-out"
"""Tracks of a Mech that are about none of its cards."""
JAM, TRIGGER, FALLEN = "jam:", "trigger:", "fallen:"
"""How the names of tracks about a card begin that are not its damage; its place follows."""
WORKING, USED = 1, 2
"""A card with Trigger that is set off, and one that has left play."""
MOST = 60
_NUMBERS = (WEIGHT, RE_ROLLS, WEIGHT_DAMAGE, SLOWED, AIM, EVADE, HOLD_ACCURACY, HOLD_SPEED, POWER_OUT)


@dataclass(frozen=True)
class Lost:
    """The places of destroyed cards, the damage counters on the others by place, and what else has become of Mechs.

    `set_off` are places of cards with Trigger that work now. `numbers` are a Mech's place, a track of it and its
    number, where that is not as at the start.
    """

    gone: frozenset[str] = frozenset()
    damage: tuple[tuple[str, int], ...] = ()
    set_off: frozenset[str] = frozenset()
    numbers: tuple[tuple[str, str, int], ...] = ()

    @classmethod
    def of(cls, records: Iterable[tuple[UnitSheet, Mapping[str, int]]]) -> "Lost":
        """Return what Mechs have lost by the numbers on their sheets; tracks that no matchup has are left out."""
        gone, set_off, damage, numbers = set[str](), set[str](), list[tuple[str, int]](), list[tuple[str, str, int]]()
        for sheet, values in records:
            for name, value in values.items():
                track, place = sheet.by_name.get(name), f"{sheet.where}.{name.rpartition(':')[2]}"
                if track is None or value == track.start:
                    continue
                if name.startswith(TRIGGER):
                    (gone if value == USED else set_off).add(place)
                elif name in _NUMBERS or name.startswith(JAM):
                    numbers.append((sheet.where, name, value))
                elif track.kind in ("damage", "once") and value == track.worst:
                    gone.add(place)
                elif track.kind == "damage":
                    damage.append((place, value))
        return cls(frozenset(gone), tuple(sorted(damage)), frozenset(set_off), tuple(sorted(numbers)))

    def on(self, where: str) -> int:
        """Return the damage on the card at a place."""
        return dict(self.damage).get(where, 0)

    def number(self, where: str, name: str, default: int = 0) -> int:
        """Return the number on a track of the Mech at a place."""
        return next((value for at, track, value in self.numbers if (at, track) == (where, name)), default)

    def is_mech_damaged(self, where: str) -> bool:
        """Return whether anything of the Mech at a place is not as at the start."""
        places = (*self.gone, *dict(self.damage), *self.set_off)
        return any(place.startswith(f"{where}.") for place in places) or any(at == where for at, _, _ in self.numbers)


def sheets(side: MatchupSide, *_: object) -> tuple[UnitSheet, ...]:
    """Return each Mech with a track for each card: the damage on it, up to its DT; one without a DT is lost or not.

    A track has the card's place in the Mech as its name: `part[1].attached[0]`.
    """
    if not isinstance(side.build, Squad):
        return ()
    names = unique_names(side.build.mech)
    made = assemble_squad(side.build, side.context.catalogue)
    return tuple(UnitSheet(names[index], f"mech[{index}]", tuple(_tracks(one))) for index, one in enumerate(made))


def _tracks(made: Assembly) -> Iterator[Track]:
    thresholds, same = _thresholds(made), Counter(mount.card.name for mount in made.mounts)
    for mount in made.mounts:
        at = f" ({mount.slot[0]},{mount.slot[1]})" if same[mount.card.name] > 1 and mount.slot else ""
        if isinstance(mount.card, Pilot):
            continue  # lost with the Cockpit alone
        for place, card in ((mount.where, mount.card), *play.attached_places(mount)):
            name, title = place.partition(".")[2], card.name if place != mount.where else f"{card.name}{at}"
            bears = isinstance(card, (Armour, Shield, *BASE))
            group = f"{mount.card.name}{at}" if place != mount.where else ""
            known = f"{FALLEN}{name}" if bears and card.lacks("dt") else name
            kind: Kind = "damage" if bears and thresholds[place] else "once"
            yield Track(known, title, max(1, thresholds[place] if bears else 0), kind, group=group)
            if isinstance(card, Weapon):
                yield Track(f"{JAM}{name}", "Jam Counters", 9, "count", group=title)
            if "trigger" in card.rules:
                yield Track(f"{TRIGGER}{name}", "Trigger: 1 set off, 2 gone", USED, "status", group=title)
    yield from own_tracks(made)


def own_tracks(made: Assembly, power_out: Ends = "round", weight: Ends = "never") -> Iterator[Track]:
    """Yield the tracks of a Mech that are about none of its cards, and when some of them end by rulings."""
    triggers = [card for card in made.cards if isinstance(card, Extra) and "trigger" in card.rules]
    re_rolls = made.pilots("rr")
    most = re_rolls + sum(max(0, card.gives.get("rr", 0)) for card in triggers)
    yield Track(RE_ROLLS, "Re-Rolls", most, "left", re_rolls, about="What the Pilot has left.")
    yield Track(AIM, "Aim", 1, "status", ends="activation", about="+4 AC for the Shoot Action that follows.")
    yield Track(EVADE, "Evade", 1, "status", ends="round", about="+4 SP until the next Round.")
    about = "each for its next Shoot Action, until the end of its next activation."
    yield Track(HOLD_ACCURACY, "Hold: AC", 2, "status", ends="next-activation", about=f"+1 AC {about}")
    about = "each when it is next shot at, until the end of its next activation."
    yield Track(HOLD_SPEED, "Hold: SP", 2, "status", ends="next-activation", about=f"+1 SP {about}")
    yield Track(WEIGHT, "Extra weight", MOST, "count", ends=weight, about="By Gravity Fields.")
    yield Track(WEIGHT_DAMAGE, "Weight Damage", MOST, "count", about="Suffered so far: -1 Speed each.")
    yield Track(SLOWED, "Speed halved", 1, "status", ends="round", about="By an event, until the next Round.")
    yield Track(POWER_OUT, "Power out", 1, "status", ends=power_out, about="An event has stopped its Power Plants.")


def lose(side: MatchupSide, losses: Losses) -> MatchupSide:
    """Return a side after its losses, by the numbers on its sheets."""
    there = sheets(side)
    return replace(side, losses=Lost.of((there[index], values) for index, values in losses.items()))


def from_words(side: MatchupSide, text: str, where: str) -> MatchupSide:
    """Return a side after the losses that a text names, as before 0.18; InvalidInput names the entry."""
    if not isinstance(side.build, Squad):
        return side
    mechs = {words: index for index, words in enumerate(unique_names(side.build.mech))}
    for index, built in enumerate(side.build.mech):
        mechs.setdefault(mech_name(built, index), index)  # of several with one name the first, as with parts
    numbered = {f"Mech {index + 1}": index for index in range(len(side.build.mech))}
    made = assemble_squad(side.build, side.context.catalogue)
    lost = Lost()
    for entry in entries(text, where):
        mech = made[_mech_index(entry, mechs | numbered, len(made))]
        lost = _add_entry(lost, entry, mech)
    return replace(side, losses=lost)


def _mech_index(entry: LostEntry, mechs: Mapping[str, int], count: int) -> int:
    if not entry.owner and count == 1:
        return 0
    return mechs[entry.choose_owner(mechs, "the Mech")]


def _add_entry(lost: Lost, entry: LostEntry, made: Assembly) -> Lost:
    """Return what is lost with one more entry: a card that is gone, or one with that much damage on it."""
    there = dict(_standing_cards(made, lost))
    usual = list({place: called for called, place in there.items()}.values())
    known = {called.casefold() for called in there}
    read = _DAMAGED.fullmatch(entry.text)
    if read is None or not read["damage"] or entry.text.casefold() in known:
        return replace(lost, gone=lost.gone | {there[choose_name(entry.text, usual, STANDING, entry.where, there)]})
    called = choose_name(read["name"], usual, STANDING, entry.where, there)
    place, damage = there[called], int(read["damage"])
    threshold = _thresholds(made)[place]
    if damage >= threshold:
        raise entry.as_error(f"less damage than its DT {threshold}: {called} alone says that it is destroyed")
    return replace(lost, damage=(*((at, n) for at, n in lost.damage if at != place), (place, damage)))


def _standing_cards(made: Assembly, lost: Lost) -> Iterator[tuple[str, str]]:
    """Yield the cards that still stand, by name and with their place; of equal ones the name means the first.

    A card's usual name is the last one for its place.
    """
    found: dict[str, str] = {}
    for mount in made.mounts:
        if mount.where in lost.gone or not isinstance(mount.card, BASE):
            continue
        if mount.place != "part":
            found[mount.place.capitalize()] = mount.where
        if mount.slot:
            found[f"{mount.card.name} ({mount.slot[0]},{mount.slot[1]})"] = mount.where
        found.setdefault(mount.card.name, mount.where)
        for place, card in play.attached_places(mount):
            if place not in lost.gone:
                found.setdefault(f"{card.name} on {mount.card.name}", place)
                found.setdefault(card.name, place)
    yield from found.items()


def _thresholds(made: Assembly) -> dict[str, int]:
    """Return what each card bears, by place; 0 for one that takes no damage or whose DT is not known."""
    found = {mount.where: mount.stat("dt") for mount in made.mounts}
    return found | {place: card.stat("dt") for mount in made.mounts for place, card in play.attached_places(mount)}


@rule("damage-order", "falls-with")
def remove_lost_cards(made: Assembly, lost: Lost) -> Assembly:
    """Return a Mech without what is gone, with its Triggers set off; damage on an attached card is taken off its DT.

    Counters on a Base Part stay counters: a roll has an input for them.
    """
    places = {place for mount in made.mounts for place, _ in (*play.attached_places(mount), (mount.where, mount.card))}
    for place in sorted(lost.set_off & places):
        made = play.set_off_trigger(made, place)
    worn = replace(made, mounts=tuple(_wear_mount(mount, lost) for mount in made.mounts))
    return play.lose(worn, lost.gone).left


def _wear_mount(mount: Mount, lost: Lost) -> Mount:
    attached = tuple(
        card.model_copy(update={"dt": card.stat("dt") - lost.on(place)}) if lost.on(place) else card
        for place, card in play.attached_places(mount)
    )
    return replace(mount, attached=attached)
