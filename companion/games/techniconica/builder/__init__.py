"""The builder of a squad: a grid of places for each Mech, and the cards to choose from.

The Pilot is in the Cockpit's place, on top of it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain

from companion.base.findings import Verdict
from companion.gamekit.contract import Context
from companion.gamekit.workshop import CardChoice, FaceOf, Place, PlacedCard, Zone, new_problems, orders
from companion.games.techniconica.builder.acts import act
from companion.games.techniconica.builder.groups import GROUPED, groups
from companion.games.techniconica.builder.places import FIXED, SLOT_KINDS, place_name, takes
from companion.games.techniconica.model import BASE, KIND_OF, MOST_MECHS, PARTS, Mech, Part, Slot, Squad
from companion.games.techniconica.model.special_rules import specials
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble, assemble_squad, mech_name
from companion.games.techniconica.summary import describe_rules

__all__ = ["GROUPED", "KINDS", "KEY_FIGURES", "NOT_OWNED", "act", "choices", "groups", "totals", "why", "zones"]

KINDS = {kind: model.type for kind, model in PARTS.items()}
"""The kinds of cards to choose from, in the rulebook's order, with their titles."""
KEY_FIGURES = ("PE", "DO", "Speed", "Maximum Weight", "Power Output", "DT", "weight")
"""The figures that a card in a build shows beside its name, most important first."""
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
"""The figures by which cards can be sorted, with their stats."""
BEGINNING = (*FIXED, *SLOT_KINDS)
"""The kinds of cards that another Mech begins with."""
NOT_OWNED = ("event",)
"""The kinds of cards that nobody owns: an event is on the table of both players."""
PACKS: Mapping[str, str] = {"printed": "Printed", "derived": "Printed", "house": "House", "custom": "Custom"}
"""The origin of a card on the page, by the mark of most of its numbers."""


# The table


def zones(build: Squad, context: Context) -> tuple[Zone, ...]:
    """Return a grid for each Mech (an empty one if there is none), then a place for another Mech's first part."""
    numbered = enumerate(assemble_squad(build, context.catalogue))
    assemblies = [(number, assembly) for number, assembly in numbered if assembly.mech != Mech()]
    assemblies = assemblies or [(0, assemble(Mech(), context.catalogue))]
    order_of = orders([f"mech-{index}" for index in range(len(assemblies))])
    grids = [
        Zone(
            mech_name(assembly.mech, number),
            tuple(_places(index, assembly)),
            assembly.mech.grid[1],
            note=assembly.mech.note,
            order=order_of[index],
        )
        for index, (number, assembly) in enumerate(assemblies)
    ]
    if assemblies[0][1].mech != Mech() and len(assemblies) < MOST_MECHS:
        number = len(assemblies)
        first_part = Place(f"mech-{number}", f"Mech {number + 1}", BEGINNING, about="begins with any of its parts")
        grids.append(Zone("Another Mech", (first_part,), columns=1))
    return tuple(grids)


def _places(index: int, assembly: Assembly) -> Iterator[Place]:
    """Yield the places of the grid row by row, then those of parts outside it or in an occupied slot."""
    mech = assembly.mech
    rows, columns = mech.grid
    fixed_places = {mech.centre: "cockpit", mech.below: "locomotor"}
    for slot in ((row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)):
        fixed = fixed_places.get(slot, "")
        mounts = [mount for mount in assembly.mounts if _is_at(mount, fixed, slot)]
        yield _place(index, fixed, slot, mounts if fixed else mounts[:1])
    count: Counter[Slot] = Counter()
    slots = mech.auxiliary
    for mount in assembly.mounts:
        if mount.place == "part" and mount.slot:
            count[mount.slot] += 1
            if count[mount.slot] > 1 or mount.slot not in slots:
                yield _misplaced_part(index, mount, count[mount.slot])


def _is_at(mount: Mount, fixed: str, slot: Slot) -> bool:
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
    """Return the numbers of a Base Part that attached cards change; no line breaks within one."""
    stats = [stat for stat in mount.card.stats if mount.changes(stat)]
    return ", ".join(f"{stat.upper()}\N{NO-BREAK SPACE}{mount.stat(stat)}" for stat in stats)


def _stack(mount: Mount, at: str) -> Iterator[PlacedCard]:
    current = tuple((stat.upper(), str(mount.stat(stat))) for stat in mount.card.stats if mount.changes(stat))
    yield replace(_place_card(mount.card, at, mount.where), current_numbers=current)
    for number, card in enumerate(mount.attached):
        yield _place_card(card, f"{at}/{number + 1}", f"{mount.where}.attached[{number}]")


def _place_card(card: Part, at: str, where: str) -> PlacedCard:
    return PlacedCard(at, card.id, card.name, KIND_OF[type(card)], FaceOf("parts", card.id), where)


# The cards


def choices(context: Context) -> tuple[CardChoice, ...]:
    """Return all parts and Pilots by kind, with their known figures."""
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
    """Return the new problems of a choice in a few words: `2 too heavy, 1 power short`; empty for none."""
    return ", ".join(dict.fromkeys((*_new_rule_breaks(before, after), *_larger_excesses(before, after))))


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
"""Broken rules in a few words, as a card shows them."""


def _larger_excesses(before: Verdict, after: Verdict) -> Iterator[str]:
    before_by_index = dict(enumerate(before.totals["mechs"]))
    for index, mech in enumerate(after.totals["mechs"]):
        earlier = before_by_index.get(index, EMPTY)
        if "pilot" in earlier["missing"] and "pilot" not in mech["missing"] and "cockpit" in mech["missing"]:
            yield "Cockpit first"
        if _excess_weight(mech) > _excess_weight(earlier):
            yield f"{_excess_weight(mech)} too heavy"
        if _missing_power(mech) > _missing_power(earlier):
            yield f"{_missing_power(mech)} power short"


EMPTY: Mapping[str, object] = {"missing": ("locomotor", "pilot", "power-plant")}
"""The totals of a Mech that does not exist yet."""


def _excess_weight(mech: Mapping[str, object]) -> int:
    """Return the weight above the Locomotor's Maximum Weight; 0 without one or if that is not known."""
    return _excess(mech, "locomotor", "weight", "max_weight")


def _missing_power(mech: Mapping[str, object]) -> int:
    """Return the missing power; 0 without Power Plants or if a number is not known."""
    return _excess(mech, "power-plant", "consumption", "output")


def _excess(mech: Mapping[str, object], kind: str, used_key: str, limit_key: str) -> int:
    missing, limit = mech["missing"], mech.get(limit_key)
    if not isinstance(limit, int) or (isinstance(missing, list | tuple) and kind in missing):
        return 0
    used = mech[used_key]
    return max(0, used - limit) if isinstance(used, int) else 0


def totals(verdict: Verdict) -> str:
    """Return the weight, power and Speed of each Mech in one line."""
    mechs = verdict.totals["mechs"]
    if len(mechs) == 1:
        return _totals_words(mechs[0])
    return "; ".join(f"{mech['name']}: {_totals_words(mech)}" for mech in mechs)


def _totals_words(mech: Mapping[str, object]) -> str:
    missing = mech["missing"]
    weight, power = f"weight {mech['weight']}", f"power {mech['consumption']}"
    if isinstance(missing, list | tuple):
        weight += "" if "locomotor" in missing else f" of {_number_or_unknown(mech['max_weight'])}"
        power += "" if "power-plant" in missing else f" of {_number_or_unknown(mech['output'])}"
        speed = "" if "locomotor" in missing else f", Speed {_number_or_unknown(mech['speed'])}"
    return f"{weight}, {power}{speed}"


def _number_or_unknown(value: object) -> str:
    return "?" if value is None else str(value)
