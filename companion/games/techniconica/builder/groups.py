"""The Mechs of a squad as its history names them: what is attached lies on its Base Part and moves with it."""

from collections.abc import Iterator, Mapping

from companion.base.findings import Verdict
from companion.gamekit.contract import Context
from companion.gamekit.workshop import CardGroup, HeldCard
from companion.games.techniconica.model import KIND_OF, Squad
from companion.games.techniconica.rules.assembly import Assembly, Mount, name, squad

GROUPED = ("mech",)
"""The fields of a squad whose cards are in its groups."""
TOTALS: Mapping[str, str] = {
    "weight": "weight",
    "max_weight": "Maximum Weight",
    "consumption": "power",
    "output": "Power Output",
    "speed": "Speed",
}
"""What the totals of a Mech are called."""


def groups(build: Squad, verdict: Verdict, context: Context) -> tuple[CardGroup, ...]:
    """Return the Mechs, each with its grid and its totals."""
    made = squad(build, context.catalogue)
    return tuple(
        _group(number, one, sums) for number, (one, sums) in enumerate(zip(made, verdict.totals["mechs"], strict=True))
    )


def _group(number: int, one: Assembly, sums: Mapping[str, int | None]) -> CardGroup:
    rows, columns = one.mech.grid
    return CardGroup(
        name(one.mech, number),
        one.mech.name,
        cards=tuple(card for mount in one.mounts for card in _held_cards(mount)),
        choices={"grid": f"grid of {rows} × {columns}"},
        totals={title: sums[key] for key, title in TOTALS.items()},
    )


def _held_cards(mount: Mount) -> Iterator[HeldCard]:
    yield HeldCard(mount.card.id, mount.card.name, _place(mount))
    yield from (HeldCard(card.id, card.name, mount.card.name) for card in mount.attached)


def _place(mount: Mount) -> str:
    """Return the place of a card in the grid, or that of a card where another kind belongs."""
    if mount.slot and mount.place == "part":
        return "Slot {},{}".format(*mount.slot)
    return "" if KIND_OF[type(mount.card)] == mount.place else mount.place.title()
