"""The checks of a squad: missing and misplaced parts, weight, power, and cards used too often."""

from collections.abc import Iterator
from typing import Any

from companion.base.findings import Finding, Fix, Verdict
from companion.base.json_types import JsonObject
from companion.base.wording import join_words
from companion.data.marks import marks_data
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.techniconica.model import (
    Mech,
    Modification,
    Part,
    Pilot,
    PowerPlant,
    Seat,
    Squad,
    Stat,
    Weapon,
)
from companion.games.techniconica.model.special_rules import read_rule, specials
from companion.games.techniconica.rules.assembly import (
    Assembly,
    Mount,
    assemble,
    assemble_squad,
    count_used_cards,
    mech_name,
    part_number,
    write_mechs,
)
from companion.games.techniconica.rules.named_pilots import named_pilots
from companion.games.techniconica.rules.play import explain_variant_size
from companion.games.techniconica.validator import part_fixes, weight_and_power
from companion.games.techniconica.validator.faults import (
    NEEDED,
    doubly_modified_parts,
    misattached_cards,
    misplaced_parts,
    missing_part_rules,
    slot_conflicts,
)

MOST_FIXED = 300
"""The most cards of a squad for which fixes are offered; beyond that only messages say what to do."""


def check(build: Squad, context: Context) -> Verdict:
    """Return a squad's totals and all its findings.

    Totals: `mechs`, for each its `name`, `weight`, `max_weight`, `consumption`, `output`, `speed` and `missing` (kinds
    of parts). `max_weight`, `output` and `speed` are None if a card's number is not known; `weight` and `consumption`
    leave out such a card.
    """
    assemblies = assemble_squad(build, context.catalogue)
    findings = [*_check_empty(build), *_check_variant(build, context)]
    for index, assembly in enumerate(assemblies):
        findings += _check_mech(build, index, assembly, context)
    findings += [
        *_check_named_pilots(build, assemblies, context),
        *_check_owned(build, assemblies, context),
        *_check_undefined_rules(assemblies, context),
    ]
    totals = {"mechs": [_totals(assembly, index) for index, assembly in enumerate(assemblies)]}
    return Verdict(totals, tuple(findings), _marks(assemblies))


def _marks(assemblies: tuple[Assembly, ...]) -> dict[str, str]:
    """Return the marks of the totals of each Mech."""
    marks = {
        f"mechs[{n}].{total}": assembly.mark(stat)
        for n, assembly in enumerate(assemblies)
        for total, stat in STAT_OF.items()
    }
    return marks_data(marks)


STAT_OF: dict[str, Stat] = {
    "weight": "we",
    "max_weight": "mw",
    "consumption": "pc",
    "output": "po",
    "speed": "sp",
}
"""The stat of each total of a Mech."""


def _totals(assembly: Assembly, index: int) -> JsonObject:
    return {
        "name": mech_name(assembly.mech, index),
        "weight": assembly.weight,
        "max_weight": assembly.max_weight if assembly.knows("locomotor", "mw") else None,
        "consumption": assembly.consumption,
        "output": assembly.output if assembly.is_output_known else None,
        "speed": assembly.speed if assembly.knows("locomotor", "sp") else None,
        "missing": [rule_id.removeprefix("missing-") for rule_id in missing_part_rules(assembly)],
    }


@rule("squad-size")
def _check_empty(build: Squad) -> Iterator[Finding]:
    if not build.mech:
        yield Finding(
            "squad-size", "error", "There is no Mech yet, and a side has at least one: start with a Locomotor."
        )


def _check_variant(build: Squad, context: Context) -> Iterator[Finding]:
    count = len(build.mech)
    if message := explain_variant_size(count, context.rulings):
        yield Finding("variant-size", "error", message, "mech", part_fixes.keep_one_mech(build) if count > 1 else ())


def _check_mech(build: Squad, index: int, assembly: Assembly, context: Context) -> Iterator[Finding]:
    called = mech_name(assembly.mech, index)
    yield from _check_missing_parts(build, index, assembly, called, context)
    yield from _check_places(build, index, assembly, called, context)
    yield from _check_attachments(build, index, assembly, called, context)
    yield from weight_and_power.check_weight(build, index, assembly, called, context)
    yield from weight_and_power.check_power(build, index, assembly, called, context)
    yield from _check_unknown_stats(assembly, called)


def _check_missing_parts(
    build: Squad, index: int, assembly: Assembly, called: str, context: Context
) -> Iterator[Finding]:
    absent = missing_part_rules(assembly)
    for rule_id, place, kind, words in NEEDED:
        if rule_id in absent:
            where = f"mech[{index}].{place}"
            fixes = (
                part_fixes.add_missing_part(build, index, assembly, kind, context.catalogue) if context.fixes else ()
            )
            yield Finding(rule_id, "error", f"{called} has no {_missing_kind(rule_id)}: add {words}.", where, fixes)


def _missing_kind(rule_id: str) -> str:
    return rule_id.removeprefix("missing-").replace("-", " ").title()


def _check_places(build: Squad, index: int, assembly: Assembly, called: str, context: Context) -> Iterator[Finding]:
    for where, problem in misplaced_parts(assembly).items():
        mount = next(m for m in assembly.mounts if m.where == where)
        movable = mount.place == "part" and isinstance(mount.card, Weapon | PowerPlant)
        end = "" if ": " in problem else ": move it to a free slot" if movable else ": choose another card"
        fixes = (
            _move_fix(build, index, assembly, mount)
            if movable
            else part_fixes.attach(build, index, assembly, mount, context.catalogue)
        )
        yield Finding("wrong-slot", "error", f"{called}: {problem}{end}.", where, fixes)
    for mount, before in slot_conflicts(assembly):
        row, column = mount.slot or (0, 0)
        message = f"{called}: slot {row},{column} holds both {before.card.name} and {mount.card.name}: move one."
        fixes = (*_move_fix(build, index, assembly, mount), *_move_fix(build, index, assembly, before))
        yield Finding("slot-taken", "error", message, mount.where, fixes)


def _move_fix(build: Squad, index: int, assembly: Assembly, mount: Mount) -> tuple[Fix, ...]:
    """Return the fix that puts a part into the first free slot."""
    occupied = {m.slot for m in assembly.mounts}
    free_slot = next((slot for slot in assembly.mech.auxiliary if slot not in occupied), None)
    if free_slot is None:
        return ()
    slot = ",".join(map(str, free_slot))
    number = part_number(mount)
    parts = [p.model_copy(update={"slot": slot}) if i == number else p for i, p in enumerate(assembly.mech.part)]
    return _change_fix(build, index, f"Move {mount.card.name} to slot {slot}", part=tuple(parts))


def _change_fix(build: Squad, index: int, label: str, **update: Any) -> tuple[Fix, ...]:
    return _replacement_fix(build, index, label, build.mech[index].model_copy(update=update))


def _replacement_fix(build: Squad, index: int, label: str, mech: Mech) -> tuple[Fix, ...]:
    """Return the fix that puts another Mech in a Mech's place; none for a squad with too many cards."""
    if build.size > MOST_FIXED:
        return ()
    return (Fix(label, {"mech": write_mechs((*build.mech[:index], mech, *build.mech[index + 1 :]))}),)


def _check_attachments(
    build: Squad, index: int, assembly: Assembly, called: str, context: Context
) -> Iterator[Finding]:
    for mount, number, problem in misattached_cards(assembly):
        card, seat = mount.attached[number], build.mech[index].seat(mount.place)
        where = f"{mount.where}.attached[{number}]"
        if isinstance(card, Pilot) and build.mech[index].pilot is None and mount.place in ("locomotor", "cockpit"):
            moved = {mount.place: _strip_seat(seat, {number}), "pilot": Seat(card=card.id)}
            fix = _change_fix(build, index, f"Move {card.name} to the Pilot's place", **moved)
        else:
            fix = (
                *_replacement_fix(
                    build, index, f"Remove {card.name}", _strip_mount(build.mech[index], mount, {number})
                ),
                *part_fixes.attach_elsewhere(build, index, assembly, mount, number, context.catalogue),
            )
        yield Finding("wrong-attachment", "error", f"{called}: {problem}.", where, fix)
    for mount in doubly_modified_parts(assembly):
        numbers = [n for n, card in enumerate(mount.attached) if isinstance(card, Modification)]
        message = f"{called}: {mount.card.name} has {len(numbers)} Modifications, but a part takes only one: keep one."
        numbers_by_name = {mount.attached[n].name: n for n in reversed(numbers)}
        fixes: list[Fix] = []
        for kept, number in sorted(numbers_by_name.items(), key=lambda one: one[1]):
            mech = _strip_mount(build.mech[index], mount, set(numbers) - {number})
            if part_fixes.makes_nothing_worse(assembly, assemble(mech, context.catalogue)):
                fixes += _replacement_fix(build, index, f"Keep {kept}", mech)
        yield Finding("second-modification", "error", message, f"{mount.where}.attached", tuple(fixes))


def _strip_mount(mech: Mech, mount: Mount, numbers: set[int]) -> Mech:
    """Return a Mech without some of the cards attached to a part."""
    if mount.place != "part":
        return mech.model_copy(update={mount.place: _strip_seat(mech.seat(mount.place), numbers)})
    number = part_number(mount)
    parts = tuple(_strip_seat(part, numbers) if i == number else part for i, part in enumerate(mech.part))
    return mech.model_copy(update={"part": parts})


def _strip_seat(seat: Any, numbers: set[int]) -> Any:
    return seat.model_copy(update={"attached": tuple(c for i, c in enumerate(seat.attached) if i not in numbers)})


@rule("unknown-stat")
def _check_unknown_stats(assembly: Assembly, called: str) -> Iterator[Finding]:
    for mount in assembly.mounts:
        for card in mount.cards:
            if card.unknown:
                stats = join_words(name.upper() for name in card.unknown)
                verb = "is" if len(card.unknown) == 1 else "are"
                words = f"{stats} of {card.name} {verb} not known{_describe_unchecked(card)}"
                message = f"{called}: {words}: enter what your card says in a card pack."
                yield Finding("unknown-stat", "warning", message, mount.where)


def _describe_unchecked(card: Part) -> str:
    """Return in words which checks are impossible or incomplete without a card's unknown numbers."""
    for stat, total in (("mw", "weight"), ("po", "power")):
        if card.lacks(stat):
            return f", so the {total} of the Mech cannot be checked"
    totals = [total for stat, total in (("we", "weight"), ("pc", "power")) if card.lacks(stat)]
    return f", so {join_words(totals)} can only be checked without it" if totals else ""


@rule("unknown-rule")
def _check_undefined_rules(made: tuple[Assembly, ...], context: Context) -> Iterator[Finding]:
    """Yield a note for each special rule that neither the product nor a pack defines, with the cards that carry it."""
    known = specials(context.catalogue)
    carried: dict[str, tuple[str, str, dict[str, None]]] = {}
    for mount in (mount for one in made for mount in one.mounts):
        for card in mount.cards:
            for special in (read_rule(token, known)[0] for token in card.rules):
                if special.id not in known or not known[special.id].defined:
                    carried.setdefault(special.id, (special.name, mount.where, {}))[2][card.name] = None
    for called, where, cards in carried.values():
        message = (
            f"{called} on {join_words(cards)} has no effect on dice, because its effect is not known here: "
            "define it in a card pack, as a special rule of that name."
        )
        yield Finding("unknown-rule", "note", message, where)


@rule("named-twice")
def _check_named_pilots(build: Squad, assemblies: tuple[Assembly, ...], context: Context) -> Iterator[Finding]:
    named, first = named_pilots(context.catalogue), dict[str, int]()
    for index, assembly in enumerate(assemblies):
        mount = assembly.at("pilot")
        if mount is None or mount.card.id not in named:
            continue
        earlier = first.setdefault(named[mount.card.id], index)
        if earlier != index:
            message = (
                f"{mount.card.name} is a Named Pilot and serves a player once: "
                f"{mech_name(build.mech[earlier], earlier)} and {mech_name(assembly.mech, index)} both have "
                "this Pilot. Choose another."
            )
            both = ((index, assembly), (earlier, assemblies[earlier]))
            fixes = tuple(
                fix for i, mech in both for fix in part_fixes.replace_named_pilot(build, i, mech, context.catalogue)
            )
            yield Finding("named-twice", "error", message, mount.where, fixes)


@rule("not-owned")
def _check_owned(build: Squad, assemblies: tuple[Assembly, ...], context: Context) -> Iterator[Finding]:
    owned = build.owned
    if owned is None:
        return
    for card_id, count in count_used_cards(build).items():
        copies = owned.get(card_id, 0)
        if count > copies:
            card = context.catalogue.get(Part, card_id)
            message = (
                f"{count} of {card.name} {'is' if count == 1 else 'are'} used and you own {copies or 'none'}: replace "
                f"{count - copies}, or fix the number you own."
            )
            fixes = part_fixes.replace_by_owned(build, assemblies, card, count - copies, context.catalogue)
            fixes += (Fix(f"Count {count} of {card.name} as owned", {"owned": {**owned, card_id: count}}),)
            yield Finding("not-owned", "error", message, "owned", fixes)
