"""The figures of a squad for its page, and its text for a chat."""

from collections.abc import Mapping, Sequence
from functools import partial

from companion.data.cards import Mark
from companion.data.marks import add_legend, combine_marks, sign
from companion.gamekit.contract import Context
from companion.games.techniconica.matchup.solo_figures import own_rolls
from companion.games.techniconica.model import PARTS, Part, PowerPlant, Squad, Stat, Weapon
from companion.games.techniconica.model.special_rules import SPECIALS, Specials, is_known, specials, write_rule
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble_squad, mech_name
from companion.games.techniconica.validator.weight_and_power import spare

_PLACES = {
    "locomotor": ("locomotor",),
    "cockpit": ("cockpit",),
    "pilot": ("pilot",),
    "auxiliary": ("weapon", "power-plant"),
    "attached": ("armour", "shield", "modification", "support"),
}
"""The kinds of cards that a place takes."""


def page_values(build: Squad | None, context: Context) -> dict[str, object]:
    """Return the values of the squad page: the `choices` by place, the assembled `mechs`.

    `left` counts the owned cards that are not used, by id; None if no collection is known.
    """
    left = spare(build) if build else None
    parts = {kind: context.catalogue.all(model) for kind, model in PARTS.items()}
    return {
        "choices": {
            place: _available_cards_first({PARTS[kind].type: parts[kind] for kind in kinds}, left)
            for place, kinds in _PLACES.items()
        },
        "left": left,
        "by_id": {card.id: card for card in context.catalogue.all(Part)},
        "figures": figures,
        "figures_mark": figures_mark,
        "option_name": lambda card: f"{card.name}{sign(figures_mark(card))}",
        "rules_of": partial(describe_rules, known=specials(context.catalogue)),
        "mechs": assemble_squad(build, context.catalogue) if build else (),
        "rolls_of": partial(own_rolls, context=context),
        "called": mech_name,
    }


def _available_cards_first(
    groups: Mapping[str, Sequence[Part]], left: Mapping[str, int] | None
) -> dict[str, Sequence[Part]]:
    """Return the cards to choose from; of a collection, cards without spare copies come last."""
    if left is None:
        return dict(groups)
    available = {label: tuple(card for card in cards if left.get(card.id, 0) > 0) for label, cards in groups.items()}
    rest = {
        f"{label}: none left": tuple(c for c in cards if c not in available[label]) for label, cards in groups.items()
    }
    return {label: cards for label, cards in (available | rest).items() if cards}


def figures(card: Part) -> list[tuple[str, str]]:
    """Return a card's stats as label and value; `?` if a number is not known."""
    values = [(stat.upper(), card.number(stat)) for stat in card.stats]
    return [(label, "?" if value is None else str(value)) for label, value in values]


def figures_mark(card: Part) -> Mark:
    """Return the mark of a card's row of stats."""
    return combine_marks(card.mark(stat) for stat in card.stats if card.number(stat) is not None)


def describe_rules(card: Part, known: Specials = SPECIALS) -> str:
    """Return a card's special rules as printed, with a mark on undefined ones."""
    return ", ".join(
        write_rule(token, known) + ("" if is_known(token, known) else " (no effect on dice)") for token in card.rules
    )


def summary(build: Squad, context: Context) -> str:
    """Return a squad as text for a chat: a line per Mech with its totals, a line for each of its cards."""
    lines = [f"Techniconica squad: {build.title or 'untitled'}"]
    for index, assembly in enumerate(assemble_squad(build, context.catalogue)):
        lines.append(_totals_line(assembly, index))
        for mount in assembly.mounts:
            slot = f" ({mount.slot[0]},{mount.slot[1]})" if mount.place == "part" and mount.slot else ""
            extras = f" with {', '.join(card.name for card in mount.attached)}" if mount.attached else ""
            what = mount.card.type if mount.place == "part" else mount.place.capitalize()
            lines.append(f"  {what}{slot}: {mount.card.name}{extras}")
    return add_legend(lines)


def _totals_line(assembly: Assembly, index: int) -> str:
    def mark_of(stat: Stat) -> str:
        return sign(assembly.mark(stat))

    carries = assembly.max_weight if assembly.knows("locomotor", "mw") else "?"
    output = assembly.output if assembly.is_output_known else "?"
    speed = assembly.speed if assembly.knows("locomotor", "sp") else "?"
    return (
        f"{mech_name(assembly.mech, index)}: weight {assembly.weight}{mark_of('we')} of {carries}{mark_of('mw')}, "
        f"power {assembly.consumption}{mark_of('pc')} of {output}{mark_of('po')}, Speed {speed}{mark_of('sp')}"
    )


COLUMNS = (
    *("Mech", "Locomotor", "Cockpit", "Pilot", "Weapons", "Power Plants", "Other parts"),
    *("Weight", "Maximum Weight", "Power Consumption", "Power Output", "Speed", "Note", "Numbers"),
)
"""The heads of a squad's rows in a spreadsheet."""


def rows(build: Squad, context: Context) -> list[tuple[str | int, ...]]:
    """Return a squad as rows for a spreadsheet: a Mech each, with its cards and totals; `?` for an unknown number."""
    return [_row(assembly, index) for index, assembly in enumerate(assemble_squad(build, context.catalogue))]


def _row(assembly: Assembly, index: int) -> tuple[str | int, ...]:
    cards: dict[str, list[str]] = {}
    for mount in assembly.mounts:
        extras = f" with {', '.join(card.name for card in mount.attached)}" if mount.attached else ""
        cards.setdefault(_column(mount), []).append(f"{mount.card.name}{extras}")
    places = ("locomotor", "cockpit", "pilot", "weapon", "power-plant", "other")
    mark = combine_marks(assembly.mark(stat) for stat in ("we", "mw", "pc", "po", "sp"))
    return (
        mech_name(assembly.mech, index),
        *("; ".join(cards.get(place, ())) for place in places),
        assembly.weight,
        assembly.max_weight if assembly.knows("locomotor", "mw") else "?",
        assembly.consumption,
        assembly.output if assembly.is_output_known else "?",
        assembly.speed if assembly.knows("locomotor", "sp") else "?",
        assembly.mech.note,
        mark.kind,
    )


def _column(mount: Mount) -> str:
    if mount.place != "part":
        return mount.place
    kinds = {Weapon: "weapon", PowerPlant: "power-plant"}
    return next((column for kind, column in kinds.items() if isinstance(mount.card, kind)), "other")
