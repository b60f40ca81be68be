"""What a roll did, put on both records: damage through the layers, Jam Counters, Re-Rolls, weight, the Bottle Test."""

from collections.abc import Iterator

from companion.base.wording import join_words
from companion.data.rulebook import rule
from companion.dice.resolver import Outcome
from companion.games.techniconica.resolver import RESOLVERS
from companion.games.techniconica.resolver.account import Account, attack_account
from companion.games.techniconica.rules.damage import Layer, Layers, strike
from companion.games.techniconica.tracker import layers, sheets
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.offers import weapon_titles
from companion.games.techniconica.tracker.state import MechRecords
from companion.play.records.rolls import Rolls
from companion.play.records.state import TableStep

_UNKNOWN = 10**6
"""What stands for a DT that is not known: no damage reaches it."""
BOTTLED = "out of play: its Pilot bottled"


def apply_attack(mechs: Mechs, records: MechRecords, step: TableStep, outcome: Outcome) -> Account:
    """Put the end of an attack on the records of both Mechs, and say it in a sentence; return what each Weapon did."""
    resolver = Rolls(RESOLVERS, mechs.terms.context).make(step.resolver, step.inputs)
    account = attack_account(resolver, step.groups)
    unit, target = step.data["unit"], step.data["target"]
    known = weapon_titles(mechs, records, unit)
    titles = [known[place] for place in step.data["weapons"]]
    head = f"{records.name(unit)}’s {_fired(account, titles, records, step)}"
    for side, used in zip((unit, target), account.used, strict=True):
        if used:
            records.add(side, sheets.RE_ROLLS, -used)
    _jam(mechs, records, step, account)
    told = [*_strike(mechs, records, step, account), *_weigh(records, step, outcome)]
    told += [f"Bottle Test {outcome['bottle']}"] if outcome["bottle"] != "not-taken" else []
    records.say(f"{head}: {', '.join(told)}." if told else f"{head}.")
    if outcome["bottle"] == "failed":
        bottle(records, target)
    return account


@rule("bottle-test")
def bottle(records: MechRecords, unit: str) -> None:
    """Take a Mech out of play whose Pilot has lost the will to fight."""
    records.take_out(unit, BOTTLED)
    records.say(f"{records.name(unit)} leaves the battle.")


def _fired(account: Account, titles: list[str], records: MechRecords, step: TableStep) -> str:
    aim = f"{records.name(step.data['target'])}’s {step.data['names'][1]}"
    ways = ["jams" if one.jams else "hits" if one.hits else "misses" for one in account.fired]
    if len(titles) == 1:
        return f"{titles[0]} jams" if ways == ["jams"] else f"{titles[0]} {ways[0]} {aim}"
    each = [f"{title} {way}" for title, way in zip(titles, ways, strict=True)]
    return f"volley at {aim}, {join_words(each)}"


@rule("jam")
def _jam(mechs: Mechs, records: MechRecords, step: TableStep, account: Account) -> None:
    """Put a Jam Counter on each Weapon that jammed; by the ruling on a Reliable one too."""
    counts_reliable = mechs.terms.rulings.get("reliable-jam") == "counter"
    for place, one in zip(step.data["weapons"], account.fired, strict=True):
        if one.jams or (one.would_jam and counts_reliable):
            records.add(step.data["unit"], f"{sheets.JAM}{place}", 1)


@rule("damage-order", "falls-with")
def _strike(mechs: Mechs, records: MechRecords, step: TableStep, account: Account) -> Iterator[str]:
    """Put the damage on the cards of the part: those that it went through fall, the next one keeps the rest.

    A card whose DT is not known keeps all that comes to it, until its player says that it is gone.
    """
    if not any(one.hits for one in account.fired):
        return
    unit, damage = step.data["target"], sum(one.damage for one in account.fired)
    yield f"{damage} damage" if damage else "no damage"
    standing = layers.standing_layers(mechs, records, unit, step.data["part"])
    left = Layers(tuple(Layer(one.kind, one.place, one.left if one.is_known else _UNKNOWN) for one in standing))
    for one in account.fired:
        halves = one.piercing and mechs.terms.rulings.get("piercing-leftover") == "kept"
        left = left.take_damage(strike(one.damage, left, one.piercing, halves)) if one.damage else left
    fallen = len(standing) - len(left.every)
    for card in standing[:fallen]:
        layers.fall(records, unit, card.place)
        yield f"{_card(records, unit, card.place)} destroyed"
    if left.every and (counters := left.every[0].counters):
        card = standing[fallen]
        records.add(unit, card.place, counters)
        value, most = records.value(unit, card.place), records.sheets[unit].by_name[card.place].most
        of = f"{value} of {most}" if card.is_known else f"{value}; its DT is not known: say when it is gone"
        yield f"{_card(records, unit, card.place)} {of}"


def _card(records: MechRecords, unit: str, place: str) -> str:
    """Return a card's name as its track has it: a Base Part's is the heading, an attached one's the title."""
    track = records.sheets[unit].by_name[place]
    return track.title if ".attached" in place else track.group


@rule("overloaded")
def _weigh(records: MechRecords, step: TableStep, outcome: Outcome) -> Iterator[str]:
    """Put the weight of a Gravity Field on the record, and the Weight Damage on the Locomotor."""
    unit = step.data["target"]
    if heavier := outcome.get("heavier"):
        records.add(unit, sheets.WEIGHT, heavier)
        yield f"{heavier} heavier"
    if damage := outcome.get("weight_damage"):
        yield f"{damage} Weight Damage"
        yield from suffer(records, unit, damage)


def suffer(records: MechRecords, unit: str, damage: int) -> Iterator[str]:
    """Put Weight Damage on a Locomotor; yield that it is destroyed where it is."""
    records.add(unit, sheets.WEIGHT_DAMAGE, damage)
    track = records.sheets[unit].by_name.get("locomotor")
    if track is None or records.value(unit, "locomotor") >= track.most:
        return
    records.add(unit, "locomotor", damage)
    if track.kind == "damage" and records.value(unit, "locomotor") >= track.most:
        yield f"{track.group} destroyed"
