"""What holds around a matchup: what a player says of two units, what ranks attacks, and how both sides stand.

Losses and distances name units as the lists do; whether there are such units is checked where the sides are known.
"""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from companion.base.findings import quote
from companion.data.card_ids import plain_name
from companion.gamekit.losses import LONGEST, is_structured, lost_field
from companion.games.mechastellar.analysis.two_unit_inputs import FARTHEST, RARE, AttackInputs
from companion.games.mechastellar.resolver.inputs import MOST_HP

_ENTRY = re.compile(r"(?P<name>.*\S)[\s:]+(?P<number>\d{1,3}(?:,\d{3})+|\d{1,6})\s*[\"″]?")
_BETWEEN = re.compile(r"\s*(?:[\n;]|,(?!\d{3}(?!\d)))\s*")
LOST_EXAMPLE = "1/hp=500, Red/hp=lost: a unit by its number or its name, and the HP that it has left"
PAIR = ">"
"""Between the two units of a distance."""


def entries(text: str) -> tuple[tuple[str, int], ...]:
    """Return names and numbers, one to a line or separated by commas: `Zeke 300, Red 1,500`; ValueError for others."""
    made = []
    for part in _BETWEEN.split(text.strip()):
        if not part:
            continue
        entry = _ENTRY.fullmatch(part)
        if entry is None:
            raise ValueError(f"a unit and a number, such as Green Viking 300, instead of {quote(part)}")
        made.append((" ".join(entry["name"].rstrip(": ").split()), int(entry["number"].replace(",", ""))))
    return tuple(made)


def _write_losses(text: str) -> str:
    """Return losses on one line; those in words, as before 0.18, are names with the damage they have taken."""
    if is_structured(text):
        return " ".join(text.split())
    found = entries(text)
    if any(not 1 <= damage <= MOST_HP for _, damage in found):
        raise ValueError(f"damage from 1 to {MOST_HP:,}")
    return ", ".join(f"{name} {damage}" for name, damage in found)


def _distances(text: str) -> str:
    """Return distances on one line, each with its two units."""
    made = []
    for names, inches in entries(text):
        first, sign, second = (part.strip() for part in names.partition(PAIR))
        if not (first and sign and second and plain_name(first) and plain_name(second)):
            raise ValueError(f"two units and inches, such as Zeke {PAIR} Red 8, instead of {quote(names)}")
        if inches > FARTHEST:
            raise ValueError(f"at most {FARTHEST} inches")
        made.append(f"{first} {PAIR} {second} {inches}")
    return ", ".join(made)


Losses = Annotated[str, AfterValidator(_write_losses)]
Distances = Annotated[str, AfterValidator(_distances)]


class Conditions(AttackInputs):
    """What holds around every attack of a matchup, and by which figure attacks are ranked."""

    rank: Literal["points", "destroy"] = Field(
        "points", title="Best attack by", description="Points traded; or the chance to destroy alone"
    )
    a_lost: Losses = lost_field("What your units have lost", LOST_EXAMPLE)
    b_lost: Losses = lost_field("What their units have lost", LOST_EXAMPLE)
    distances: Distances = Field(
        "",
        max_length=LONGEST,
        title="Distances of pairs",
        description=f"Green Viking {PAIR} Red 8: your unit, theirs, inches; all other pairs are as far as said above",
        json_schema_extra={**RARE, "lines": True},
    )

    def pairs(self) -> tuple[tuple[str, str, int], ...]:
        """Return the pairs whose distance was said: your unit, theirs, inches."""
        made = []
        for names, inches in entries(self.distances):
            first, _, second = (part.strip() for part in names.partition(PAIR))
            made.append((first, second, inches))
        return tuple(made)

    def distance_between(self, a: str, b: str) -> int:
        """Return the inches between two units by name; those of the swapped pair if only that was said."""
        said = {(plain_name(first), plain_name(second)): inches for first, second, inches in self.pairs()}
        pair = plain_name(a), plain_name(b)
        return said.get(pair, said.get(pair[::-1], self.distance))
