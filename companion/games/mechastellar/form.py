"""The form of a points list: the game, then a row for each unit with its equipment, pilot and ship."""

from collections.abc import Mapping

from companion.base.findings import quote
from companion.data.cards import Catalogue
from companion.gamekit.build_form import BuildField, Choices, RowsField, TypedRow
from companion.games.mechastellar.model import MODULES, Command, Entry, Force
from companion.games.mechastellar.model.printed_block import read_block

SWAP = " → "
"""The sign between the replaced weapon and the new one in a swap."""
LONG_NAME = "a name has at most {most} characters; this one has {count}. Shorten it."


class UnitRow(TypedRow):
    """One unit as it was typed."""

    @property
    def place(self) -> tuple[float, int]:
        """Its position in the list: the typed place, or the row where that is no number."""
        text = self.one("place")
        try:
            return (float(text) if len(text) < 9 else 0.0), self.index
        except ValueError:
            return float(self.index + 1), self.index


def _swaps(texts: tuple[str, ...], _: Catalogue) -> dict[str, str] | None:
    """Read the swaps, each replaced weapon with the new one; ValueError names a weapon with two new ones."""
    parts = (text.partition(SWAP) for text in texts)
    pairs = [*dict.fromkeys((old.strip(), new.strip()) for old, arrow, new in parts if arrow)]
    wanted = [old for old, _ in pairs]
    for old in wanted:
        if wanted.count(old) > 1:
            raise ValueError(f"{quote(old)} is swapped for {wanted.count(old)} weapons. Tick one of them.")
    return dict(pairs) or None


def _swap_texts(swaps: object, _: Catalogue) -> list[str]:
    return [f"{old}{SWAP}{new}" for old, new in swaps.items()] if isinstance(swaps, Mapping) else []


def _expanded_commands(catalogue: Catalogue) -> Choices:
    return tuple((card.id, card.name) for card in catalogue.all(Command) if card.expanded)


UNIT = (
    BuildField(Entry, "profile", wrong="no profile is called {found}. Choose one from the list."),
    BuildField(Entry, "name", too_long=LONG_NAME),
    BuildField(Entry, "count", wrong="{found} is not a count. Write a whole number from {least} to {most}."),
    BuildField(Entry, "swaps", input="several", read=_swaps, write=_swap_texts),
    BuildField(Entry, "extras"),
    BuildField(
        Entry,
        "pilot",
        input="choice",
        labels={0: "0 basic", 1: "1 skilled", 2: "2 ace"},
        wrong="{found} is not a pilot level. Choose {values}.",
    ),
    *(BuildField(Entry, name) for name in ("traits", "note")),
    BuildField(Entry, "carried_by", too_long=LONG_NAME),
)
"""The fields of a unit's row; its `place` in the list is no part of the document."""
FORM = (
    BuildField(
        Force,
        "size",
        wrong="{found} is not a size. Write points from {least} to {most}, for example 1000.",
        limit="at most",
    ),
    BuildField(Force, "modules", labels=MODULES, wrong="{found} is not a module: choose from the list.", limit="same"),
    BuildField(Force, "event", input="several", wrong="no climactic event is called {found}: choose from the list."),
    BuildField(
        Force,
        "commands",
        input="several",
        cards=_expanded_commands,
        wrong="no strategic command is called {found}: choose from the list.",
    ),
    BuildField(Force, "theatre", wrong="{found} is not a theatre: choose {values}.", limit="same"),
    BuildField(
        Force,
        "commander",
        too_long="A commander's name has at most {most} characters; this one has {count}. Shorten it.",
    ),
    RowsField(
        Force,
        "unit",
        each="Unit",
        fields=UNIT,
        row=UnitRow,
        other_keys="place",
        arrange=lambda rows: sorted((row for row in rows if row.one("profile")), key=lambda row: row.place),
        too_long="A list has at most {most} lines; this one has {count}. Use counts for equal units.",
    ),
)
"""The fields of a build."""
PASTED = {"profile": read_block}
"""The cards that can be pasted as they are printed."""
