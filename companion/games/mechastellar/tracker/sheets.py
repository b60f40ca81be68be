"""The record sheet of a unit: its tracks, statuses, marks and links, and when each of them ends."""

from collections.abc import Iterator

from companion.base.wording import plural
from companion.data.rulebook import Rulings
from companion.gamekit.record_sheets import Ends, Track, UnitSheet
from companion.games.mechastellar.model import Trait, pilot_title
from companion.games.mechastellar.rules import play
from companion.games.mechastellar.rules.equipped import EquippedUnit
from companion.games.mechastellar.tracker.forces import TableFighter

HP, ACTIONS, STUN, POWER, HAVOC = "hp", "actions", "stun", "power", "havoc"
MOST_STUN = 20
MOST_USES = 9
"""Uses of one upgrade of Power or Havoc."""
LINKS = (
    ("engaged", "In melee with"),
    ("challenge", "Challenge with"),
    ("revenge", "Revenge on"),
    ("return", "Returns fire at"),
    ("edge", "Outmaneuvered"),
    ("ship", "Aboard"),
)
TURN: Ends = "activation"
ROUND: Ends = "round"
POWER_UPGRADES = {
    "damage": "DMG +100",
    "pen": "PEN +1, push and pull +2",
    "range": "Range +8″",
    "barrier": "Barrier +1 block",
    "throttle": "Full Throttle +5″",
}
"""What Power improves, by name."""
HAVOC_UPGRADES = {
    "impact": "This Round +1 Hit in melee, push and pull PEN +1",
    "fire": "This turn shooting +100 DMG",
    "cover": "This Round cover, and Crash Through +100 DMG",
    "terrain": "This turn a shot at the cover first",
    "barrier": "Barrier +2 blocks",
}
"""What Havoc improves, by name."""
HAZARDS = {
    "asteroid": ("large asteroid", 1000, 0),
    "small-asteroid": ("small asteroid", 200, 0),
    "trap": ("explosive trap", 200, 0),
    "depot": ("fuel depot within 16″", 0, 3),
    "plant": ("power plant within 24″", 0, 6),
}
"""What dangerous terrain does, by name: its words, the DMG, or the PEN of three armor saves."""
DAMAGE = "Damage"
"""The heading of what is damaged on a unit, and lasts."""
NEXT_ATTACK = ("focus", "bullseye", "count", "power-damage", "power-pen", "power-range")
"""Tracks that count for the next attack alone, and are used up by it."""


def weapon_track(kind: str, place: int) -> str:
    """Return the name of a track of one weapon by its place on the card: `fired-2`."""
    return f"{kind}-{place}"


def make_sheet(fighter: TableFighter, modules: frozenset[str], rulings: Rulings) -> UnitSheet:
    """Return the sheet of a single unit under the modules and rulings of a table."""
    tracks = (
        *_main_tracks(fighter),
        *_weapon_tracks(fighter.profile, rulings),
        *_turn_tracks(fighter.profile, modules),
        *_upgrades(fighter.profile),
        *_once_marks(fighter),
        *_damage_tracks(fighter.profile, modules),
    )
    return UnitSheet(fighter.name, fighter.where, tuple(tracks), _about(fighter), LINKS)


def _about(fighter: TableFighter) -> str:
    card = fighter.profile
    parts = [card.type, card.role, pilot_title(card.type, card.pilot_level)]
    parts += ["Commander"] * fighter.commander
    return ", ".join(part for part in (*parts, plural(card.points, "point")) if part)


def _main_tracks(fighter: TableFighter) -> Iterator[Track]:
    card, hp = fighter.profile, fighter.hp
    step = next(step for step in (100, 10, 1) if hp % step == 0)
    yield Track(HP, "HP", hp, "left", hp, step=step, lasts=True)
    yield Track(
        ACTIONS,
        "Actions",
        max(card.actions + 3, 3),
        "left",
        card.actions,
        ends=TURN,
        group="This turn",
        about="Actions left in this turn.",
    )
    if card.third_stat[0] == "Power" and card.power:
        yield Track(POWER, "Power", card.power, "left", card.power, ends=ROUND)
    if card.third_stat[0] == "Havoc" and card.havoc:
        yield Track(HAVOC, "Havoc", card.havoc, "left", card.havoc, ends=ROUND)
    about = "Each takes an action; below 0 actions it is shut down."
    yield Track(STUN, "Actions lost", MOST_STUN, "count", group="Statuses", about=about)


def _weapon_tracks(card: EquippedUnit, rulings: Rulings) -> Iterator[Track]:
    for place, weapon in enumerate(card.weapons):
        if weapon.shoots or weapon.fights:
            yield _status(weapon_track("fired", place), f"{weapon.name} used", TURN, "This turn")
        if weapon.single_use:
            yield Track(weapon_track("ammo", place), f"{weapon.name}", 1, "left", 1, group="Ammo")
        if "Recharge" in weapon.qualities:
            ends: Ends = "never" if rulings["recharge"] == "reload" else "next-activation"
            title = f"{weapon.name} recharges"
            yield Track(weapon_track("recharge", place), title, 1, "status", ends=ends, group="Ammo")
        if "Remote" in weapon.qualities:
            title = f"{weapon.name}: attacks shot down"
            yield Track(weapon_track("remote", place), title, max(1, weapon.shots), "count", group="Ammo")
        if card.warship and weapon.shoots:
            yield _status(weapon_track("locked", place), f"{weapon.name} locked on", TURN, "This turn")


def _turn_tracks(card: EquippedUnit, modules: frozenset[str]) -> Iterator[Track]:
    turn = "This turn"
    yield Track("focus", "Focus", play.MOST_FOCUS, "count", ends=TURN, group=turn, about="Hits of the next attack.")
    yield Track("focused", "Focus actions", play.MOST_FOCUS, "count", ends=TURN, hidden=True)
    yield _status("free-focus", "Free Focus used", TURN, turn)
    yield _status("throttle", "Full Throttle", TURN, turn)
    yield _status("fast", "Moved 10″ at Full Throttle", TURN, turn)
    yield _status("melee", "Melee used", TURN, turn)
    yield _status("skill", "Skill used", TURN, turn)
    yield _status("bullseye", "Bullseye: next attack +1 Hit", TURN, turn)
    yield _status("count", "Make it Count on the next attack", TURN, turn)
    yield Track("bonus", "Bonus attack", 2, "count", ends=TURN, group=turn, about="Of Tear through the Ranks.")
    yield _status("climbed", "Gained High Ground", TURN, turn)
    yield _status("high", "High Ground", "never", "Statuses")
    yield _status("transformed", "Transformed", "never", "Statuses")
    yield _status("reserve", "In reserve", "never", "Statuses")
    yield _status("improvised", "Improvise used", ROUND, "This Round")
    if any(map(is_once_a_round, card.trait_cards)):
        yield _status("rerolled", "Evade die rolled again", ROUND, "This Round")
    yield _status("watched", "Overwatch command used", ROUND, "This Round")
    yield _status("guarded", "Overwatch spent", "never", turn)
    yield Track("edge", "Advantage", 3, "count", ends=TURN, hidden=True)
    if "strategic-commands" in modules or "expanded-commands" in modules:
        yield _status("warned", "Warning: immune to Tactical Advantage", "never", turn)
    if "climactic-events" in modules:
        yield _status("last-shot", "Makes its last shot", "never", "Statuses")
        yield Track("risen", "Returned by an event", 1, "once", hidden=True)
    if "expanded-commands" in modules:
        yield Track("returns", "Redeployed", MOST_USES, "count", hidden=True)
    if card.warship and "stellar-warfare" in modules:
        about = "Accuracy −2, Blindside within 16″."
        yield Track("bridge", "Bridge hit", 1, "status", group=DAMAGE, about=about, lasts=True)
    if card.warship and card.pilot_level:
        yield _status("ordered", "Order given", ROUND, "This Round")
    yield _status("extra-action", "Direct order: +1 action", ROUND, "This Round")
    if "srw" in modules:
        yield _status("ace-evade", "Ace Evade: +3", "never", turn)
        yield _status("redline", "No Full Throttle next turn", "next-activation", "Statuses")


def _upgrades(card: EquippedUnit) -> Iterator[Track]:
    """Yield what Power and Havoc were spent on: what it does now, and for Power how often in the Round."""
    label, _ = card.third_stat
    if label == "Power" and card.power:
        for name, words in POWER_UPGRADES.items():
            group, ends = "Power spent", "never" if name == "barrier" else TURN
            yield Track(f"power-{name}", words, MOST_USES, "count", ends=ends, group=group)
            yield Track(f"used-{name}", f"{words}, uses", MOST_USES, "count", ends=ROUND, hidden=True)
        yield Track("used-throw", "Titan Throw, uses", MOST_USES, "count", ends=ROUND, hidden=True)
    if label == "Havoc" and card.havoc:
        for name, words in HAVOC_UPGRADES.items():
            ends = ROUND if name in ("impact", "cover") else "never" if name == "barrier" else TURN
            yield Track(f"havoc-{name}", words, MOST_USES, "count", ends=ends, group="Havoc spent")
        yield Track("used-throw", "Titan Throw, uses", MOST_USES, "count", ends=ROUND, hidden=True)


def _once_marks(fighter: TableFighter) -> Iterator[Track]:
    if has_all_skills(fighter):
        yield Track("made-count", "Make it Count used", 1, "once", group="Once a game")
    yield Track("seized-action", "Seize the Day: action used", 1, "once", group="Once a game")
    yield Track("seized-again", "Seize the Day: activated again", 1, "once", group="Once a game")
    yield _status("berserk", "Berserk: +2 Hits in melee", "never", "Statuses")


def _damage_tracks(card: EquippedUnit, modules: frozenset[str]) -> Iterator[Track]:
    for place, weapon in enumerate(card.weapons):
        yield _lost(weapon_track("lost", place), weapon.name)
    if "battle-damage" in modules or "gritty" in modules:
        for place, trait in enumerate(card.traits):
            if trait.kind == "mecha":
                yield _lost(weapon_track("trait", place), trait.name)
        about = "Accuracy −1 each, Blindside within 16″."
        yield Track("camera", "Main camera", 3, "damage", group=DAMAGE, about=about, lasts=True)
        about = "Evade −1 and Move −5″ each; no Fly, no Full Throttle."
        yield Track("propulsion", "Propulsion", 9, "count", group=DAMAGE, about=about, lasts=True)


def is_once_a_round(trait: Trait) -> bool:
    """Return whether a trait rolls Evade dice again once in a Round, as its words say, not against each attack."""
    return bool(trait.rerolls) and "once a round" in trait.text.casefold()


def has_all_skills(fighter: TableFighter) -> bool:
    """Return whether a unit has the skills of exceptional pilots: level 1 and 2, and commanders, but no warship."""
    return (fighter.profile.pilot_level >= 1 or fighter.commander) and not fighter.profile.warship


def _lost(name: str, title: str) -> Track:
    return Track(name, f"{title} lost", 1, "status", group=DAMAGE, lasts=True)


def _status(name: str, title: str, ends: Ends, group: str) -> Track:
    return Track(name, title, 1, "status", ends=ends, group=group)
