"""Attacks of a Mech on another as the records stand: shots, volleys and Charges at each Base Part.

An attack's key names its Weapons by their places in firing order, then the part: `part[0]+part[2]>cockpit`.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.base.wording import join_words
from companion.data.documents import Record
from companion.data.rulebook import rule
from companion.gamekit.matchup import MatchupAttack, MatchupTarget, Pairing
from companion.games.techniconica.matchup import mount_titles
from companion.games.techniconica.matchup.charging import charge
from companion.games.techniconica.matchup.circumstances import Circumstances
from companion.games.techniconica.matchup.draft import Draft
from companion.games.techniconica.matchup.shooting import shot, volley
from companion.games.techniconica.matchup.values import Value
from companion.games.techniconica.model import Weapon
from companion.games.techniconica.resolver.from_inputs import MOST_WEAPONS
from companion.games.techniconica.rules.assembly import Mount
from companion.games.techniconica.rules.weapons import blades, firing_order, is_melee
from companion.games.techniconica.tracker import layers, sheets
from companion.games.techniconica.tracker.circumstances import Said
from companion.games.techniconica.tracker.mechs import Mechs
from companion.games.techniconica.tracker.state import MechRecords
from companion.play.records.rules import AttackOffer

AT, AND = ">", "+"
NO_ACTION = "It has no Action left."
CHARGE_ACTIONS = 2
NOTHING_SPENT: Mapping[str, Sequence[int]] = MappingProxyType({})


def all_offers(mechs: Mechs, records: MechRecords, unit: str, target: str, said: Record) -> Iterator[AttackOffer]:
    """Yield every Weapon at every Base Part of an enemy Mech, and all that can fire together."""
    if not mechs.terms.are_enemies(records.unit(unit).seat, records.unit(target).seat):
        return
    one = mechs.now(records, unit).made
    parts = [place_of(records, target, mount) for mount in mechs.now(records, target).made.base]
    fire: list[tuple[str, ...]] = [(place_of(records, unit, mount),) for mount in one.weapons]
    usable = [place_of(records, unit, gun) for gun in firing_order(one)]
    usable = [place for place in usable if not records.value(unit, f"{sheets.JAM}{place}")][:MOST_WEAPONS]
    if len(usable) > 1:
        fire.append(tuple(usable))
    for weapons in fire:
        for part in parts:
            if offer := make_offer(mechs, records, unit, target, said, weapons, part):
                yield offer


def place_of(records: MechRecords, unit: str, mount: Mount) -> str:
    """Return the place of a mount in its Mech: `part[0]`."""
    return mount.where.removeprefix(f"{records.sheets[unit].where}.")


def weapon_titles(mechs: Mechs, records: MechRecords, unit: str) -> dict[str, str]:
    """Return what each Weapon of a Mech is called, by its place, also of those that are gone."""
    mounts = [mount for mount in mechs.as_built(records, unit).mounts if isinstance(mount.card, Weapon)]
    titles = mount_titles(mounts)
    return {place_of(records, unit, mount): titles[mount.where] for mount in mounts}


def read_key(key: str) -> tuple[tuple[str, ...], str]:
    """Return the places of the Weapons and of the part that a key names."""
    weapons, _, part = key.rpartition(AT)
    return tuple(weapons.split(AND)), part


def make_offer(
    mechs: Mechs,
    records: MechRecords,
    unit: str,
    target: str,
    said: Record,
    weapons: Sequence[str],
    part: str,
    spent: Mapping[str, Sequence[int]] = NOTHING_SPENT,
) -> AttackOffer | None:
    """Return the attack with some Weapons at a part; None where the Mechs have no such Weapons or part.

    `spent` are the Re-Rolls that sides 0 and 1 spend in diceless play, of an attacker on each Weapon's roll.
    """
    if not mechs.terms.are_enemies(records.unit(unit).seat, records.unit(target).seat):
        return None
    one, other = mechs.now(records, unit), mechs.now(records, target)
    mine = {place_of(records, unit, mount): mount for mount in one.made.weapons}
    theirs = {place_of(records, target, mount): mount for mount in other.made.base}
    if part not in theirs or not set(weapons) <= set(mine) or len(set(weapons)) != len(weapons):
        return None
    titles = mount_titles(one.made.weapons)
    fired = [mine[place] for place in weapons]
    names = [titles[mount.where] for mount in fired]
    title = names[0] if len(names) == 1 else f"Volley: {join_words(names)}"
    aim = mount_titles(other.made.base)[theirs[part].where]
    key = f"{AND.join(weapons)}{AT}{part}"
    if len(fired) > 1 and any(is_melee(mount.card) for mount in fired):
        return AttackOffer(key, title, aim=aim, why_not="A Melee Weapon only Charges, and alone.")
    if len(fired) > MOST_WEAPONS:
        return AttackOffer(key, title, aim=aim, why_not=f"A volley has at most {MOST_WEAPONS} Weapons.")
    mine_spent, theirs_spent = (sum(spent.get(side, ())) if mechs.terms.is_diceless else None for side in ("0", "1"))
    conditions = Circumstances(counter=False, my_rerolls=mine_spent, their_rerolls=theirs_spent)
    sides = mechs.side(records, unit), mechs.side(records, target), conditions
    row = MatchupAttack(fired[0].where, title, records.name(unit))
    column = MatchupTarget(theirs[part].where, aim, records.name(target))
    if is_melee(fired[0].card):
        draft = charge(row, column, *sides)
    elif len(fired) == 1:
        draft = shot(row, column, *sides)
    else:
        draft = volley(row, column, *sides, [mount.where for mount in fired])
        draft.values["attacker_spent"] = Value(",".join(map(str, spent.get("0", ()))))
    assert isinstance(said, Said)
    layers.put_in_order(draft, mechs, records, target, part)
    said.change(draft)
    if draft.resolver == "charge" and may_counter(mechs, records, target, unit):
        draft.left_out.append("its Counter-Attack, which it is asked about after the Charge")
    return _as_offer(key, draft.pairing(sides[0].context), title, aim, _warning(records, unit, draft))


@rule("counter-attack")
def may_counter(mechs: Mechs, records: MechRecords, unit: str, charger: str) -> bool:
    """Whether a Mech may strike back: against one enemy Mech a Round, by the ruling once or at each of its Charges."""
    if not mechs.now(records, unit).speed or not blades(mechs.now(records, unit).made):
        return False
    against = records.link(unit, sheets.COUNTERED)
    return not against or (against == charger and mechs.terms.rulings.get("charged-twice") == "each")


def _warning(records: MechRecords, unit: str, draft: Draft) -> str:
    """Return which rule an attack breaks: that a Mech has two Actions."""
    left = records.value(unit, sheets.ACTIONS)
    if not records.state.round or records.state.active != unit:
        return ""
    if draft.resolver == "charge" and left < CHARGE_ACTIONS:
        return "A Charge takes both Actions." if left else NO_ACTION
    return "" if left else NO_ACTION


def _as_offer(key: str, pairing: Pairing, title: str, aim: str, warning: str) -> AttackOffer:
    return AttackOffer(
        key,
        title,
        pairing.resolver,
        pairing.inputs,
        aim,
        pairing.known,
        tuple(words for words, _ in pairing.applied),
        pairing.not_counted,
        pairing.why_not,
        warning,
    )
