"""A squad on the table: a grid for each Mech, the Pilot on top of its Cockpit, and a place to begin another Mech."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain

from companion.base.findings import Verdict
from companion.gamekit.contract import Context
from companion.gamekit.workshop import CardChoice, FaceOf, Place, PlacedCard, Zone, new_problems
from companion.games.techniconica.builder.acts import act
from companion.games.techniconica.builder.groups import GROUPED, groups
from companion.games.techniconica.builder.places import FIXED, SLOT_KINDS, place_name, takes
from companion.games.techniconica.model import BASE, KIND_OF, MOST_MECHS, PARTS, Mech, Part, Slot, Squad
from companion.games.techniconica.model.special_rules import specials
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble, name, squad
from companion.games.techniconica.summary import describe_rules

__all__ = ["GROUPED", "KINDS", "SHOWN", "act", "choices", "groups", "totals", "why", "zones"]

KINDS = {kind: model.type for kind, model in PARTS.items()}
"""The kinds of cards to choose from, in the rulebook's order, with their titles."""
SHOWN = ("PE", "DO", "Speed", "Maximum Weight", "Power Output", "DT", "weight")
"""The figures that a card which lies in a build shows beside its name, what is looked for first first."""
FIGURES = {
    "weight": "we",
    "power": "pc",
    "AR": "ar",
    "DT": "dt",
    "PE": "pe",
    "DO": "do",
    "Maximum Weight": "mw",
    "Speed": "sp",
    "Power Output": "po",
}
"""What cards can be sorted by, and the stat it is."""
BEGINNING = (*FIXED, *SLOT_KINDS)
"""The kinds of cards that another Mech begins with."""
PACKS: Mapping[str, str] = {"printed": "Printed", "derived": "Printed", "house": "House", "custom": "Custom"}
"""Where a card comes from, by the mark of most of its numbers."""


# The table


def zones(build: Squad, context: Context) -> tuple[Zone, ...]:
    """Return a grid for each Mech, an empty one where there is none, and a place where another Mech begins."""
    every = enumerate(squad(build, context.catalogue))
    made = [(number, one) for number, one in every if one.mech != Mech()]
    made = made or [(0, assemble(Mech(), context.catalogue))]
    grids = [
        Zone(name(one.mech, number), tuple(_places(index, one)), one.mech.grid[1])
        for index, (number, one) in enumerate(made)
    ]
    if made[0][1].mech != Mech() and len(made) < MOST_MECHS:
        begin = Place(f"mech-{len(made)}", f"Mech {len(made) + 1}", BEGINNING, about="begins with any of its parts")
        grids.append(Zone("Another Mech", (begin,), columns=1))
    return tuple(grids)


def _places(index: int, made: Assembly) -> Iterator[Place]:
    """Yield the places of the grid row by row, then those of parts that are not in it or in a slot that is taken."""
    mech = made.mech
    rows, columns = mech.grid
    fixed_places = {mech.centre: "cockpit", mech.below: "locomotor"}
    for slot in ((row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)):
        fixed = fixed_places.get(slot, "")
        mounts = [mount for mount in made.mounts if _lies(mount, fixed, slot)]
        yield _place(index, fixed, slot, mounts if fixed else mounts[:1])
    count: Counter[Slot] = Counter()
    free = mech.auxiliary
    for mount in made.mounts:
        if mount.place == "part" and mount.slot:
            count[mount.slot] += 1
            if count[mount.slot] > 1 or mount.slot not in free:
                yield _misplaced_part(index, mount, count[mount.slot])


def _lies(mount: Mount, fixed: str, slot: Slot) -> bool:
    if fixed:
        return mount.place == fixed or (fixed == "cockpit" and mount.place == "pilot")
    return mount.place == "part" and mount.slot == slot


def _place(index: int, fixed: str, slot: Slot, mounts: list[Mount]) -> Place:
    place = fixed or f"{slot[0]},{slot[1]}"
    base = [mount for mount in mounts if mount.place != "pilot"]
    carries = any(isinstance(mount.card, BASE) for mount in base)
    cards = [_stack(mount, place_name(index, "pilot" if mount.place == "pilot" else place)) for mount in mounts]
    title, about = fixed.title() or f"Slot {place}", "".join(map(_describe_changed_numbers, base))
    return Place(place_name(index, place), title, takes(place, carries), tuple(chain(*cards)), about=about)


def _misplaced_part(index: int, mount: Mount, number: int) -> Place:
    row, column = mount.slot or (0, 0)
    at = place_name(index, f"{row},{column}", number)
    return Place(at, f"Slot {row},{column}", (), tuple(_stack(mount, at)), about="not free or not in the grid: move it")


def _describe_changed_numbers(mount: Mount) -> str:
    """Return the numbers of a Base Part that its attached cards change, each of which stays on one line."""
    changed = [stat for stat in mount.card.stats if mount.changes(stat)]
    return ", ".join(f"{stat.upper()}\N{NO-BREAK SPACE}{mount.stat(stat)}" for stat in changed)


def _stack(mount: Mount, at: str) -> Iterator[PlacedCard]:
    now = tuple((stat.upper(), str(mount.stat(stat))) for stat in mount.card.stats if mount.changes(stat))
    yield replace(_place_card(mount.card, at, mount.where), current_numbers=now)
    for number, card in enumerate(mount.attached):
        yield _place_card(card, f"{at}/{number + 1}", f"{mount.where}.attached[{number}]")


def _place_card(card: Part, at: str, where: str) -> PlacedCard:
    return PlacedCard(at, card.id, card.name, KIND_OF[type(card)], FaceOf("parts", card.id), where)


# The cards


def choices(context: Context) -> tuple[CardChoice, ...]:
    """Return all parts and Pilots by kind, with their figures as far as they are known."""
    known = specials(context.catalogue)

    def choice(card: Part, kind: str) -> CardChoice:
        figures = ((title, card.number(stat)) for title, stat in FIGURES.items() if stat in card.stats)
        return CardChoice(
            card.id,
            card.name,
            kind,
            FaceOf("parts", card.id),
            tuple((title, value) for title, value in figures if value is not None),
            f"{card.type} {card.subtype} {describe_rules(card, known)} {card.text}",
            PACKS[card.mark("default").kind],
        )

    return tuple(choice(card, kind) for kind, model in PARTS.items() for card in context.catalogue.all(model))


# What a choice does


def why(before: Verdict, after: Verdict) -> str:
    """Return in a few words what a choice makes worse: `2 too heavy, 1 power short`; empty where it is nothing."""
    return ", ".join(dict.fromkeys((*_new_rule_breaks(before, after), *_grown(before, after))))


def _new_rule_breaks(before: Verdict, after: Verdict) -> Iterator[str]:
    mechs = len(after.totals["mechs"])
    for finding in new_problems(before, after):
        if finding.rule in ("overweight", "underpowered", "squad-size") or finding.rule.startswith("missing-"):
            continue
        if finding.rule == "variant-size" and (mechs < 2 or mechs == len(before.totals["mechs"])):
            continue
        yield SHORT.get(finding.rule, finding.message)


SHORT = {
    "not-owned": "none left",
    "named-twice": "a Named Pilot is used once",
    "second-modification": "one Modification only",
    "wrong-attachment": "what is attached does not fit",
    "variant-size": "one Mech only",
}
"""What a broken rule is called on a card."""


def _grown(before: Verdict, after: Verdict) -> Iterator[str]:
    earlier = dict(enumerate(before.totals["mechs"]))
    for index, mech in enumerate(after.totals["mechs"]):
        was = earlier.get(index, EMPTY)
        if "pilot" in was["missing"] and "pilot" not in mech["missing"] and "cockpit" in mech["missing"]:
            yield "Cockpit first"
        if _excess_weight(mech) > _excess_weight(was):
            yield f"{_excess_weight(mech)} too heavy"
        if _short(mech) > _short(was):
            yield f"{_short(mech)} power short"


EMPTY: Mapping[str, object] = {"missing": ("locomotor", "pilot", "power-plant")}
"""The totals of a Mech that does not exist yet."""


def _excess_weight(mech: Mapping[str, object]) -> int:
    """Return the weight that a Mech's Locomotor cannot carry; 0 without one, or where its number is not known."""
    return _excess(mech, "locomotor", "weight", "max_weight")


def _short(mech: Mapping[str, object]) -> int:
    """Return the power that a Mech's Power Plants do not give; 0 without any, or where a number is not known."""
    return _excess(mech, "power-plant", "consumption", "output")


def _excess(mech: Mapping[str, object], kind: str, needed: str, given: str) -> int:
    missing, most = mech["missing"], mech.get(given)
    if not isinstance(most, int) or (isinstance(missing, list | tuple) and kind in missing):
        return 0
    used = mech[needed]
    return max(0, used - most) if isinstance(used, int) else 0


def totals(verdict: Verdict) -> str:
    """Return the weight, power and Speed of each Mech in one line."""
    mechs = verdict.totals["mechs"]
    if len(mechs) == 1:
        return _sums(mechs[0])
    return "; ".join(f"{mech['name']}: {_sums(mech)}" for mech in mechs)


def _sums(mech: Mapping[str, object]) -> str:
    missing = mech["missing"]
    weight, power = f"weight {mech['weight']}", f"power {mech['consumption']}"
    if isinstance(missing, list | tuple):
        weight += "" if "locomotor" in missing else f" of {_number_or_unknown(mech['max_weight'])}"
        power += "" if "power-plant" in missing else f" of {_number_or_unknown(mech['output'])}"
        speed = "" if "locomotor" in missing else f", Speed {_number_or_unknown(mech['speed'])}"
    return f"{weight}, {power}{speed}"


def _number_or_unknown(value: object) -> str:
    return "?" if value is None else str(value)
