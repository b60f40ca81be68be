"""The checks of a mech and its deck: what the rules forbid, and notes on weak spots."""

from collections.abc import Mapping, Sequence

from companion.base.findings import Finding, Fix, Verdict
from companion.base.wording import plural
from companion.data.card_ids import name_key
from companion.data.cards import Catalogue, Mark
from companion.data.marks import combine_marks, marks_data
from companion.data.rulebook import rule
from companion.gamekit.contract import Context
from companion.games.wreck_a_mech.model import (
    ARMS,
    POSITIONS,
    TRAINER,
    Part,
    Workshop,
    count_copies,
    pile,
    plain_mech,
    words,
)
from companion.games.wreck_a_mech.rules.losses import damage, is_wrecked
from companion.games.wreck_a_mech.rules.totals import (
    cards_by_position,
    fits,
    is_on_wrong_side,
    marks,
    structures,
    total,
)


def check(build: Workshop, context: Context) -> Verdict:
    """Return a mech's totals and all findings.

    Totals: `attack`, `defense`, `structure`, `parts`, and `lines`, one for each part and bonus. With an opponent's
    marks also `dealt` and `taken`, the damage each way, and `wrecked`, whether that takes every part. Head bonuses
    count the opponent's parts as entered in the build.
    """
    catalogue = context.catalogue
    mech = cards_by_position(build.mech.parts, catalogue)
    findings = (
        *_empty(build, catalogue),
        *_positions(mech),
        *_sides(mech, build),
        *_starters(build, catalogue),
        *_copies(build, catalogue),
        *_trainers(build, catalogue),
        *_texts(mech),
    )
    return Verdict(_totals(build, mech, context), findings, marks_data(_marks(mech)))


def _marks(mech: Mapping[str, Part]) -> dict[str, Mark]:
    """Return the marks of origin of the totals and of the values derived from them."""
    own = marks(mech)
    lines = combine_marks([own["attack"], own["defense"]])
    derived_marks = {
        "lines": lines,
        "dealt": own["attack"],
        "taken": own["defense"],
        "wrecked": combine_marks(own.values()),
    }
    return own | derived_marks


def _totals(build: Workshop, mech: Mapping[str, Part], context: Context) -> dict[str, object]:
    enemy = build.opponent
    mech_totals = total(mech, context.rulings, context.catalogue, enemy.parts if enemy else None)
    totals: dict[str, object] = {
        "attack": mech_totals.attack,
        "defense": mech_totals.defense,
        "structure": mech_totals.structure,
        "parts": mech_totals.parts,
        "lines": [line.as_data() for line in mech_totals.lines],
    }
    if enemy and enemy.defense is not None:
        totals["dealt"] = damage(mech_totals.attack, enemy.defense)
    if enemy and enemy.attack is not None:
        totals["taken"] = taken = damage(enemy.attack, mech_totals.defense)
        totals["wrecked"] = is_wrecked(taken, structures(mech))
    return totals


@rule("empty-mech")
def _empty(build: Workshop, catalogue: Catalogue) -> tuple[Finding, ...]:
    if any(fits(card, position) for position, card in cards_by_position(build.mech.parts, catalogue).items()):
        return ()
    message = "The mech has no part, but a Build Phase ends with at least one: choose one for any position."
    trainers: dict[str, str] = {card.position: card.id for card in catalogue.all(Part) if card.rank == TRAINER}
    fixes = (Fix("Use the five Trainers", {"mech": plain_mech(trainers)}),) if trainers else ()
    return (Finding("empty-mech", "error", message, "mech", fixes),)


@rule("wrong-position")
def _positions(mech: Mapping[str, Part]) -> tuple[Finding, ...]:
    findings = []
    for position, card in mech.items():
        if fits(card, position):
            continue
        ids = {place: part.id for place, part in mech.items() if place != position}
        free = sorted((p for p in POSITIONS if fits(card, p) and p not in mech), key=lambda p: p != card.position)
        message = (
            f"{card.name} is in the {words(position)} position, where it adds nothing; its position is "
            f"{words(card.position)}: {'move it' if free else 'remove it'}."
        )
        moves = (Fix(f"Make it the {words(p)}", {"mech": plain_mech({**ids, p: card.id})}) for p in free)
        removal = Fix(f"Remove {card.name}", {"mech": plain_mech(ids)})
        findings.append(Finding("wrong-position", "error", message, f"mech.{position}", (*moves, removal)))
    return tuple(findings)


@rule("wrong-side", "arm-penalty")
def _sides(mech: Mapping[str, Part], build: Workshop) -> tuple[Finding, ...]:
    findings = []
    for position, card in mech.items():
        if not is_on_wrong_side(card, position):
            continue
        cost = f"costs {card.penalty} Attack" if card.penalty else "costs no Attack, because it has no penalty"
        message = (
            f"{card.name} is on the wrong side, upside down: its position is {words(card.position)}, and this {cost}."
        )
        findings.append(Finding("wrong-side", "note", message, f"mech.{position}", _swap(position, build, mech)))
    return tuple(findings)


def _swap(position: str, build: Workshop, mech: Mapping[str, Part]) -> tuple[Fix, ...]:
    """Return the fix that swaps both arms, if that leaves no arm on the wrong side."""
    ids = build.mech.parts
    left, right = (ids.get(arm) for arm in ARMS)
    other_arm = mech.get(ARMS[1 - ARMS.index(position)])
    if other_arm is not None and other_arm.position != position:
        return ()
    return (Fix("Swap the arms" if other_arm else "Put it on its own side", {
        "mech": plain_mech({**ids, "left_arm": right, "right_arm": left})
    }),)  # fmt: skip


@rule("one-starter-set")
def _starters(build: Workshop, catalogue: Catalogue) -> tuple[Finding, ...]:
    """Return a finding for each starter part held twice: no rule gives a player a second one (facts 31, 49).

    Cards of one name are the same part: a pack can bring a second one.
    """
    namesakes: dict[str, list[Part]] = {}
    for card in (catalogue.get(Part, card_id) for card_id in build.counts):
        if card.rank <= TRAINER:
            namesakes.setdefault(name_key(card.name), []).append(card)
    findings = []
    for cards in namesakes.values():
        count = sum(build.counts[card.id] for card in cards)
        if count == 1:
            continue
        message = (
            f"{cards[0].name} is in mech, deck, discard pile and junk {count} times, but each player begins with one "
            f"set of starter parts and gains no more: remove {count - 1}."
        )
        where = _find_card_field(build, cards[-1].id)
        findings.append(Finding("one-starter-set", "error", message, where, _keep_copies(build, cards, 1)))
    return tuple(findings)


@rule("not-in-set", "set-counts")
def _copies(build: Workshop, catalogue: Catalogue) -> tuple[Finding, ...]:
    findings = []
    for card_id, count in build.counts.items():
        card = catalogue.get(Part, card_id)
        most_copies = card.copies * build.sets
        if count <= most_copies or card.rank == TRAINER:
            continue
        sets = "the set has" if build.sets == 1 else f"{build.sets} sets have"
        message = f"The build has {card.name} {count} times and {sets} {most_copies}: remove {count - most_copies}."
        findings.append(
            Finding(
                "not-in-set",
                "error",
                message,
                _find_card_field(build, card_id),
                _keep_copies(build, [card], most_copies),
            )
        )
    return tuple(findings)


def _find_card_field(build: Workshop, card_id: str) -> str:
    for name, entries in build.piles.items():
        for index, entry in enumerate(entries):
            if entry.card == card_id:
                return f"{name}[{index}]"
    return next(f"mech.{position}" for position, id_on_mech in build.mech.parts.items() if id_on_mech == card_id)


def _keep_copies(build: Workshop, cards: Sequence[Part], keep: int) -> tuple[Fix, ...]:
    """Return the fix that keeps `keep` copies of all the cards together.

    It removes junked cards first, fitting parts of the mech last; of several cards the last one first.
    """
    card_by_id = {card.id: card for card in cards}
    surplus = sum(build.counts[card_id] for card_id in card_by_id) - keep
    changed: dict[str, object] = {}
    for name in ("junked", "discard", "deck"):
        counts = count_copies(build.piles[name])
        for card_id in reversed(card_by_id):
            cut = min(surplus, counts[card_id])
            if cut:
                counts[card_id] -= cut
                changed[name], surplus = pile(counts), surplus - cut
    placed = {position: card_by_id[i] for position, i in build.mech.parts.items() if i in card_by_id}
    surplus_positions = sorted(placed, key=lambda p: (p == placed[p].position, fits(placed[p], p)))[:surplus]
    if surplus_positions:
        changed["mech"] = plain_mech({p: i for p, i in build.mech.parts.items() if p not in surplus_positions})
    return (Fix(f"Keep {keep}", changed),)


@rule("trainer-still-in")
def _trainers(build: Workshop, catalogue: Catalogue) -> tuple[Finding, ...]:
    counts = count_copies((*build.deck, *build.discard))
    has_better = any(catalogue.get(Part, i).rank > TRAINER for i in (*build.mech.parts.values(), *counts))
    for card_id in build.mech.parts.values():
        counts[card_id] += 1 if has_better else 0
    ids = [i for i, count in counts.items() if count and catalogue.get(Part, i).rank == TRAINER]
    if not ids:
        return ()
    count = sum(counts[i] for i in ids)
    names = ", ".join(catalogue.get(Part, i).name for i in ids)
    cards = plural(count, "Trainer card is", "Trainer cards are")
    message = f"{cards} still in the deck ({names}): junk them first, because they weaken every hand."
    where = next(
        (f"{n}[{k}]" for n in ("deck", "discard") for k, e in enumerate(build.piles[n]) if e.card in ids), "mech"
    )
    return (Finding("trainer-still-in", "note", message, where, _junk_trainers_fix(build, ids)),)


def _junk_trainers_fix(build: Workshop, ids: list[str]) -> tuple[Fix, ...]:
    """Return the fix that junks the Trainers of both piles; those on the mech cannot be junked."""
    junked = count_copies(build.junked)
    changed: dict[str, object] = {}
    for name in ("deck", "discard"):
        counts = count_copies(build.piles[name])
        moved = {i: counts.pop(i) for i in ids if counts[i]}
        if moved:
            junked.update(moved)
            changed[name] = pile(counts)
    return (Fix("Junk those in the piles", {**changed, "junked": pile(junked)}),) if changed else ()


@rule("free-text")
def _texts(mech: Mapping[str, Part]) -> tuple[Finding, ...]:
    """Return a note for each part of the mech with free text, which changes no total."""
    return tuple(
        Finding(
            "free-text",
            "note",
            f"The text of {card.name} is printed, but has no effect on dice, totals or damage here: apply it yourself.",
            f"mech.{position}",
        )
        for position, card in mech.items()
        if card.text
    )
