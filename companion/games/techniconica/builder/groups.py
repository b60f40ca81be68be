"""A squad in groups of cards, one for each Mech, by which its versions are compared."""

from collections.abc import Iterator, Mapping

from companion.base.findings import Verdict
from companion.gamekit.contract import Context
from companion.gamekit.workshop import CardGroup, HeldCard
from companion.games.techniconica.model import KIND_OF, Squad
from companion.games.techniconica.rules.assembly import Assembly, Mount, assemble_squad, mech_name

GROUPED = ("mech",)
"""The fields of a squad whose cards are in its groups."""
TOTALS: Mapping[str, str] = {
    "weight": "weight",
    "max_weight": "Maximum Weight",
    "consumption": "power",
    "output": "Power Output",
    "speed": "Speed",
}
"""The totals that versions show, with their titles."""


def groups(build: Squad, verdict: Verdict, context: Context) -> tuple[CardGroup, ...]:
    """Return the Mechs, each with its grid and its totals."""
    assemblies = assemble_squad(build, context.catalogue)
    pairs = zip(assemblies, verdict.totals["mechs"], strict=True)
    return tuple(_mech_group(number, assembly, totals) for number, (assembly, totals) in enumerate(pairs))


def _mech_group(number: int, assembly: Assembly, totals: Mapping[str, int | None]) -> CardGroup:
    rows, columns = assembly.mech.grid
    return CardGroup(
        mech_name(assembly.mech, number),
        assembly.mech.name,
        cards=tuple(card for mount in assembly.mounts for card in _held_cards(mount)),
        choices={"grid": f"grid of {rows} × {columns}", "no note": assembly.mech.note or "no note"},
        totals={title: totals[key] for key, title in TOTALS.items()},
    )


def _held_cards(mount: Mount) -> Iterator[HeldCard]:
    yield HeldCard(mount.card.id, mount.card.name, _place(mount))
    yield from (HeldCard(card.id, card.name, mount.card.name) for card in mount.attached)


def _place(mount: Mount) -> str:
    """Return the slot of a part, or the fixed place of a card of another kind; empty for a card in its own place."""
    if mount.slot and mount.place == "part":
        return "Slot {},{}".format(*mount.slot)
    return "" if KIND_OF[type(mount.card)] == mount.place else mount.place.title()
