"""The record sheet of a Mech: damage on each card, Jam Counters, Triggers, Re-Rolls, Actions, what it has done.

A card's track has its place in the Mech as name: `cockpit`, `part[0].attached[1]`. At its last box the card is gone.
"""

from collections.abc import Iterator

from companion.data.rulebook import rule
from companion.gamekit.record_sheets import Ends, Track, UnitSheet
from companion.games.techniconica.matchup import lost, mount_titles
from companion.games.techniconica.model import Armour, Extra, Part, Shield
from companion.games.techniconica.model.special_rules import read_rule
from companion.games.techniconica.rules.assembly import Assembly, Mount, stops_in_low_power
from companion.games.techniconica.tracker.state import Terms

ACTIONS, HELD_NOW, DISTANCE, HERO = "actions", "held-now", "distance", "hero"
RE_ROLLS, AIM, EVADE, POWER_OUT, SLOWED = lost.RE_ROLLS, lost.AIM, lost.EVADE, lost.POWER_OUT, lost.SLOWED
HOLD_ACCURACY, HOLD_SPEED, WEIGHT, WEIGHT_DAMAGE = lost.HOLD_ACCURACY, lost.HOLD_SPEED, lost.WEIGHT, lost.WEIGHT_DAMAGE
JAM, TRIGGER, FALLEN, WORKING, USED, MOST = lost.JAM, lost.TRIGGER, lost.FALLEN, lost.WORKING, lost.USED, lost.MOST
COUNTERED = "countered"
"""The link to the Mech against which one has struck back in this Round."""
APPLIED = ("hover", "melee", "trigger")
"""Special rules that change no attack and are applied all the same."""
RULINGS = ("gravity-lasts", "ecm-minefield", "variant")
"""The rulings that a sheet depends on."""


def mech_sheet(made: Assembly, name: str, where: str, terms: Terms) -> UnitSheet:
    """Return the sheet of a Mech as it is built."""
    tracks = (*_own_tracks(made, terms), *_card_tracks(made, where))
    return UnitSheet(name, where, tracks, _about(made), ((COUNTERED, "counter-attacked"),))


def _about(made: Assembly) -> str:
    pilot, locomotor = made.at("pilot"), made.at("locomotor")
    words = [pilot.card.name if pilot else "no Pilot", f"Speed {made.speed}" if locomotor else "no Locomotor"]
    by_hand = list(dict.fromkeys(_left_to_players(made)))
    return ", ".join(words) + (f"; apply yourselves: {', '.join(by_hand)}" if by_hand else "")


@rule("unknown-rule")
def _left_to_players(made: Assembly) -> Iterator[str]:
    """Yield the special rules of a Mech, and the cards without numbers, whose effect the app does not apply."""
    for card in made.cards:
        specials = (read_rule(token, made.specials)[0] for token in card.rules)
        yield from (
            f"{one.name} of {card.name}" for one in specials if not one.changes_attack and one.id not in APPLIED
        )
        if isinstance(card, Extra) and not card.gives and not card.rules:
            yield card.name


def _own_tracks(made: Assembly, terms: Terms) -> Iterator[Track]:
    weight: Ends = "round" if terms.rulings.get("gravity-lasts") == "round" else "never"
    power_out: Ends = "never" if terms.rulings.get("ecm-minefield") == "game" else "round"
    re_rolls, *others = lost.own_tracks(made, power_out, weight)
    yield re_rolls
    yield Track(ACTIONS, "Actions", 2, "left", 2, ends="activation", about="Left in this activation.")
    yield from others
    yield Track(HELD_NOW, "Held", 2, "status", ends="activation", hidden=True)
    if terms.is_race:
        yield Track(DISTANCE, "Distance", 999, "count", about=f"Of {terms.options.distance}.")
    if terms.rulings.get("variant") == "quick-death":
        yield Track(HERO, "Hero", 1, "status", about="Its player is out once it is out.")


def _card_tracks(made: Assembly, where: str) -> Iterator[Track]:
    titles = mount_titles(made.mounts)
    for mount in made.mounts:
        place, group = mount.where.removeprefix(f"{where}."), titles[mount.where]
        if mount in made.base:
            yield from _damage(place, "damage", mount.card, group, _most_threshold(mount))
        if mount in made.weapons:
            yield Track(f"{JAM}{place}", "Jam Counters", 9, "count", group=group, about="Unjam takes one off.")
        yield from _trigger(place, mount.card, group)
        for index, card in enumerate(mount.attached):
            on = f"{place}.attached[{index}]"
            if isinstance(card, Armour | Shield):
                yield from _damage(on, card.name, card, group, card.stat("dt"))
            yield from _trigger(on, card, group)


def _damage(place: str, title: str, card: Part, group: str, threshold: int) -> Iterator[Track]:
    if card.lacks("dt"):
        yield Track(place, title, MOST, "count", group=group, about="Its DT is not known.", lasts=True)
        yield Track(f"{FALLEN}{place}", f"{card.name} gone", 1, "once", group=group, lasts=True)
        return
    yield Track(place, title, max(1, threshold), group=group, about=f"{card.type}, DT {threshold}", lasts=True)


def _trigger(place: str, card: Part, group: str) -> Iterator[Track]:
    if "trigger" in card.rules:
        about = "1: set off, until the Turn ends. 2: gone."
        yield Track(f"{TRIGGER}{place}", card.name, USED, "status", group=group, about=about)


def _most_threshold(mount: Mount) -> int:
    """Return the most that a Base Part’s DT can be in play: with all that adds to it, and without what may stop."""
    extras = [card for card in mount.attached if isinstance(card, Extra)]
    lowered = sum(min(0, card.gives.get("dt", 0)) for card in mount.working_extras if stops_in_low_power(card))
    waiting = sum(max(0, card.gives.get("dt", 0)) for card in extras if "trigger" in card.rules)
    return mount.stat("dt") - lowered + waiting
