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
    count_used_cards,
    name,
    part_number,
    squad,
    write_mechs,
)
from companion.games.techniconica.rules.play import explain_variant_size
from companion.games.techniconica.validator import part_fixes, weight_fixes
from companion.games.techniconica.validator.faults import (
    NEEDED,
    doubly_modified_parts,
    misplaced_parts,
    missing_part_rules,
    slot_conflicts,
    unfit,
)

MOST_FIXED = 300
"""The most cards of a squad for which fixes are offered; beyond that only messages say what to do."""


def check(build: Squad, context: Context) -> Verdict:
    """Return a squad's totals and all its findings.

    Totals: `mechs`, for each its `name`, `weight`, `max_weight`, `consumption`, `output`, `speed` and `missing` (kinds
    of parts). `max_weight`, `output` and `speed` are None where a card's number is not known; in `weight` and
    `consumption` such a card is left out.
    """
    made = squad(build, context.catalogue)
    found = [*_empty(build), *_variant(build, context)]
    for index, one in enumerate(made):
        found += _mech(build, index, one, context)
    found += [
        *_check_named_pilots(build, made, context),
        *_check_owned(build, made, context),
        *_check_undefined_rules(made, context),
    ]
    totals = {"mechs": [_totals(one, index) for index, one in enumerate(made)]}
    return Verdict(totals, tuple(found), _marks(made))


def _marks(made: tuple[Assembly, ...]) -> dict[str, str]:
    """Return the marks of the totals of each Mech."""
    return marks_data(
        {f"mechs[{n}].{total}": one.mark(stat) for n, one in enumerate(made) for total, stat in STAT_OF.items()}
    )


STAT_OF: dict[str, Stat] = {
    "weight": "we",
    "max_weight": "mw",
    "consumption": "pc",
    "output": "po",
    "speed": "sp",
}
"""The stat that each total of a Mech is made from."""


def _totals(made: Assembly, index: int) -> JsonObject:
    return {
        "name": name(made.mech, index),
        "weight": made.weight,
        "max_weight": made.max_weight if made.knows("locomotor", "mw") else None,
        "consumption": made.consumption,
        "output": made.output if made.is_output_known else None,
        "speed": made.speed if made.knows("locomotor", "sp") else None,
        "missing": [rule_id.removeprefix("missing-") for rule_id in missing_part_rules(made)],
    }


@rule("squad-size")
def _empty(build: Squad) -> Iterator[Finding]:
    if not build.mech:
        yield Finding(
            "squad-size", "error", "There is no Mech yet, and a side has at least one: start with a Locomotor."
        )


def _variant(build: Squad, context: Context) -> Iterator[Finding]:
    count = len(build.mech)
    if message := explain_variant_size(count, context.rulings):
        yield Finding("variant-size", "error", message, "mech", part_fixes.keep_one_mech(build) if count > 1 else ())


def _mech(build: Squad, index: int, made: Assembly, context: Context) -> Iterator[Finding]:
    called = name(made.mech, index)
    yield from _check_missing_parts(build, index, made, called, context)
    yield from _places(build, index, made, called, context)
    yield from _attachments(build, index, made, called, context)
    yield from _weight(build, index, made, called, context)
    yield from _power(build, index, made, called, context)
    yield from _unknown(made, called)


def _check_missing_parts(build: Squad, index: int, made: Assembly, called: str, context: Context) -> Iterator[Finding]:
    absent = missing_part_rules(made)
    for rule_id, place, kind, words in NEEDED:
        if rule_id in absent:
            where = f"mech[{index}].{place}"
            fixes = part_fixes.add_missing_part(build, index, made, kind, context.catalogue) if context.fixes else ()
            yield Finding(rule_id, "error", f"{called} has no {_kind(rule_id)}: add {words}.", where, fixes)


def _kind(rule_id: str) -> str:
    return rule_id.removeprefix("missing-").replace("-", " ").title()


def _places(build: Squad, index: int, made: Assembly, called: str, context: Context) -> Iterator[Finding]:
    for where, wrong in misplaced_parts(made).items():
        mount = next(m for m in made.mounts if m.where == where)
        movable = mount.place == "part" and isinstance(mount.card, Weapon | PowerPlant)
        end = "" if ": " in wrong else ": move it to a free slot" if movable else ": choose another card"
        fixes = (
            _move(build, index, made, mount)
            if movable
            else part_fixes.attach(build, index, made, mount, context.catalogue)
        )
        yield Finding("wrong-slot", "error", f"{called}: {wrong}{end}.", where, fixes)
    for mount, before in slot_conflicts(made):
        row, column = mount.slot or (0, 0)
        message = f"{called}: slot {row},{column} holds both {before.card.name} and {mount.card.name}: move one."
        fixes = (*_move(build, index, made, mount), *_move(build, index, made, before))
        yield Finding("slot-taken", "error", message, mount.where, fixes)


def _move(build: Squad, index: int, made: Assembly, mount: Mount) -> tuple[Fix, ...]:
    """Return the fix that puts a part into the first free slot."""
    held = {m.slot for m in made.mounts}
    free = next((slot for slot in made.mech.auxiliary if slot not in held), None)
    if free is None:
        return ()
    slot = ",".join(map(str, free))
    number = part_number(mount)
    parts = [p.model_copy(update={"slot": slot}) if i == number else p for i, p in enumerate(made.mech.part)]
    return _fix(build, index, f"Move {mount.card.name} to slot {slot}", part=tuple(parts))


def _fix(build: Squad, index: int, label: str, **update: Any) -> tuple[Fix, ...]:
    return _replacement_fix(build, index, label, build.mech[index].model_copy(update=update))


def _replacement_fix(build: Squad, index: int, label: str, mech: Mech) -> tuple[Fix, ...]:
    """Return the fix that puts another Mech in a Mech's place; none for a squad with too many cards."""
    if build.size > MOST_FIXED:
        return ()
    return (Fix(label, {"mech": write_mechs((*build.mech[:index], mech, *build.mech[index + 1 :]))}),)


def _attachments(build: Squad, index: int, made: Assembly, called: str, context: Context) -> Iterator[Finding]:
    for mount, number, why in unfit(made):
        card, seat = mount.attached[number], build.mech[index].seat(mount.place)
        where = f"{mount.where}.attached[{number}]"
        if isinstance(card, Pilot) and build.mech[index].pilot is None and mount.place in ("locomotor", "cockpit"):
            moved = {mount.place: _strip_seat(seat, {number}), "pilot": Seat(card=card.id)}
            fix = _fix(build, index, f"Move {card.name} to the Pilot's place", **moved)
        else:
            fix = (
                *_replacement_fix(
                    build, index, f"Remove {card.name}", _strip_mount(build.mech[index], mount, {number})
                ),
                *part_fixes.hang_elsewhere(build, index, made, mount, number, context.catalogue),
            )
        yield Finding("wrong-attachment", "error", f"{called}: {why}.", where, fix)
    for mount in doubly_modified_parts(made):
        numbers = [n for n, card in enumerate(mount.attached) if isinstance(card, Modification)]
        message = f"{called}: {mount.card.name} has {len(numbers)} Modifications, but a part takes only one: keep one."
        first = {mount.attached[n].name: n for n in reversed(numbers)}
        fixes: list[Fix] = []
        for kept, number in sorted(first.items(), key=lambda one: one[1]):
            mech = _strip_mount(build.mech[index], mount, set(numbers) - {number})
            if part_fixes.makes_nothing_worse(made, assemble(mech, context.catalogue)):
                fixes += _replacement_fix(build, index, f"Keep {kept}", mech)
        yield Finding("second-modification", "error", message, f"{mount.where}.attached", tuple(fixes))


def _strip_mount(mech: Mech, mount: Mount, gone: set[int]) -> Mech:
    """Return a Mech without some of the cards attached to a part."""
    if mount.place != "part":
        return mech.model_copy(update={mount.place: _strip_seat(mech.seat(mount.place), gone)})
    number = part_number(mount)
    parts = tuple(_strip_seat(part, gone) if i == number else part for i, part in enumerate(mech.part))
    return mech.model_copy(update={"part": parts})


def _strip_seat(seat: Any, gone: set[int]) -> Any:
    return seat.model_copy(update={"attached": tuple(c for i, c in enumerate(seat.attached) if i not in gone)})


@rule("overweight")
def _weight(build: Squad, index: int, made: Assembly, called: str, context: Context) -> Iterator[Finding]:
    mount = made.at("locomotor")
    if not made.excess_weight or mount is None:
        return
    message = (
        f"{called} weighs {made.weight} and its Locomotor, {mount.card.name}, carries {made.max_weight}: "
        f"remove {made.excess_weight}, or choose a stronger Locomotor."
    )
    fixes = weight_fixes.weight_fixes(build, index, made, context.catalogue, "over") if context.fixes else ()
    yield Finding("overweight", "error", message, f"mech[{index}]", fixes)


@rule("underpowered")
def _power(build: Squad, index: int, made: Assembly, called: str, context: Context) -> Iterator[Finding]:
    if not made.short or not made.plants:
        return
    message = (
        f"{called} draws {made.consumption} power and its Power Plants give {made.output}: {made.short} is missing. "
        "Add a Power Plant or remove parts that draw power."
    )
    fixes = weight_fixes.weight_fixes(build, index, made, context.catalogue, "short") if context.fixes else ()
    yield Finding("underpowered", "error", message, f"mech[{index}]", fixes)


@rule("unknown-stat")
def _unknown(made: Assembly, called: str) -> Iterator[Finding]:
    for mount in made.mounts:
        for card in mount.cards:
            if card.unknown:
                stats = join_words(name.upper() for name in card.unknown)
                verb = "is" if len(card.unknown) == 1 else "are"
                unknown = f"{stats} of {card.name} {verb} not known{_describe_unchecked(card)}"
                message = f"{called}: {unknown}: enter what your card says in a card pack."
                yield Finding("unknown-stat", "warning", message, mount.where)


def _describe_unchecked(card: Part) -> str:
    """Return which checks a card's unknown numbers make impossible or incomplete."""
    for stat, what in (("mw", "weight"), ("po", "power")):
        if card.lacks(stat):
            return f", so the {what} of the Mech cannot be checked"
    left_out = [what for stat, what in (("we", "weight"), ("pc", "power")) if card.lacks(stat)]
    return f", so {join_words(left_out)} can only be checked without it" if left_out else ""


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
def _check_named_pilots(build: Squad, made: tuple[Assembly, ...], context: Context) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for index, one in enumerate(made):
        mount = one.at("pilot")
        if mount is None or not isinstance(mount.card, Pilot) or not mount.card.named:
            continue
        before = first.setdefault(mount.card.id, index)
        if before != index:
            message = (
                f"{mount.card.name} is a Named Pilot and serves a player once: "
                f"{name(build.mech[before], before)} and {name(one.mech, index)} both have this Pilot. Choose another."
            )
            both = ((index, one), (before, made[before]))
            fixes = tuple(
                fix for i, mech in both for fix in part_fixes.replace_named_pilot(build, i, mech, context.catalogue)
            )
            yield Finding("named-twice", "error", message, mount.where, fixes)


@rule("not-owned")
def _check_owned(build: Squad, made: tuple[Assembly, ...], context: Context) -> Iterator[Finding]:
    owned = build.owned
    if owned is None:
        return
    for card_id, count in count_used_cards(build).items():
        have = owned.get(card_id, 0)
        if count > have:
            card = context.catalogue.get(Part, card_id)
            message = (
                f"{count} of {card.name} {'is' if count == 1 else 'are'} used and you own {have or 'none'}: replace "
                f"{count - have}, or fix the number you own."
            )
            fixes = part_fixes.replace_by_owned(build, made, card, count - have, context.catalogue)
            fixes += (Fix(f"Count {count} of {card.name} as owned", {"owned": {**owned, card_id: count}}),)
            yield Finding("not-owned", "error", message, "owned", fixes)
