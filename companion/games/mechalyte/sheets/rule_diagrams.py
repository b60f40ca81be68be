"""The diagrams of Mechalyte's rules: the battlefield, the countdown of a combat, and what each die does."""

from collections.abc import Iterator

from companion.gamekit.contract import Context
from companion.games.mechalyte.rules.battlefield import Field, Zone, field, zone_name
from companion.games.mechalyte.rules.levels import Ratings, module_scale, ratings
from companion.printing.faces.boxes import Box, Circle, Ink, Line, Rect
from companion.printing.faces.diagrams import WIDE, Diagram, arrow, diagram, label, tile

_NARROW = 3
"""The most columns whose zones have room for the word Headquarters."""
_HIGH = 9.0
"""Height of a zone in mm."""
_MECHS = (("Side A", "IPSM", 4), ("Side A", "SA", 2), ("Side B", "PPII", 4))
"""The mechs of the drawn combat: side, modules, level."""
_EFFECTS: tuple[tuple[range, str, Ink], ...] = (
    (range(1, 4), "miss", "paper"),
    (range(4, 6), "hit", "tint"),
    (range(6, 7), "critical", "accent"),
)
_DIE = 7.6


def diagrams(context: Context) -> tuple[Diagram, ...]:
    """Return the diagrams under the rulings in force."""
    ground = field(context.rulings)
    mechs = [(side, ratings(modules, level, module_scale(context.catalogue))) for side, modules, level in _MECHS]
    return (
        diagram(
            "battlefield",
            f"The battlefield: {ground.columns} by {ground.rows} zones. Each home row has its Headquarters (HQ) "
            "between two Factories.",
            ground.rows * (_HIGH + 1) + 8,
            *_zones(ground),
        ),
        diagram(
            "combat",
            "The countdown: a mech acts when the count is its Initiative (its number of I), and rolls as many dice as "
            "its Power (1, and 1 for each P).",
            _countdown_height(mechs),
            *_countdown(mechs),
        ),
        diagram("results", "What each die does to the mech that it was aimed at.", _DIE + 6, *_dice()),
    )


def _zones(ground: Field) -> Iterator[Box]:
    wide = WIDE / ground.columns
    yield label(0, 0, WIDE, "side B", ink="soft")
    for zone in ground.zones:
        x, y = zone[0] * wide, 4 + (ground.rows - 1 - zone[1]) * (_HIGH + 1)
        kind = ground.place(zone)
        headquarters = "Headquarters" if ground.columns <= _NARROW else "HQ"
        title = {"factory": "Factory", "headquarters": headquarters, "open": ""}[kind]
        lines = [line for line in (title, zone_name(ground, zone)) if line]
        if zone[1] == ground.centreline:
            lines.append("centreline")
        yield from tile(x + 0.4, y, wide - 0.8, _HIGH, *lines, fill=_fill(ground, zone), is_bold=bool(title))
    if ground.centreline % 1:
        middle = 4 + (ground.rows - 0.5 - ground.centreline) * (_HIGH + 1) - 0.5
        yield Line(0, middle, WIDE, middle, 0.5, "accent", (1.6, 1.2))
    yield label(0, 4 + ground.rows * (_HIGH + 1), WIDE, "side A", ink="soft")


def _fill(ground: Field, zone: Zone) -> Ink:
    fills: dict[str, Ink] = {"factory": "wash", "headquarters": "tint", "open": "paper"}
    return fills[ground.place(zone)]


_ROW = 8.4


def _countdown_height(mechs: list[tuple[str, Ratings]]) -> float:
    return (max(mech.initiative for _, mech in mechs) + 1) * (_ROW + 1.4)


def _countdown(mechs: list[tuple[str, Ratings]]) -> Iterator[Box]:
    """Yield a row for each count, from the highest Initiative to 0, with the mechs that roll then."""
    highest = max(mech.initiative for _, mech in mechs)
    for row, count in enumerate(range(highest, -1, -1)):
        y = row * (_ROW + 1.4)
        yield Circle(4.2, y + _ROW / 2, 3.6, "accent", None)
        yield label(0.6, y + _ROW / 2 - 1.8, 7.2, str(count), 10, "bold", ink="paper")
        if row:
            yield from arrow((4.2, y - 2.0), (4.2, y + 0.7), width=0.4)
        acting = [(side, mech) for side, mech in mechs if mech.initiative == count]
        wide = 23.6
        for place, (side, mech) in enumerate(acting):
            dice = "1 die" if mech.power == 1 else f"{mech.power} dice"
            x, lines = 9.4 + place * (wide + 0.6), (f"{side}: {mech.modules}", f"rolls {dice}")
            yield from tile(x, y, wide, _ROW, *lines, size=7.5)
        if not acting:
            yield label(9.4, y + _ROW / 2 - 1.8, 40, "nobody", ink="soft", align="left")


def _dice() -> Iterator[Box]:
    pitch = WIDE / 6
    for faces, words, fill in _EFFECTS:
        for face in faces:
            x = (face - 1) * pitch + (pitch - _DIE) / 2
            yield Rect(x, 0, _DIE, _DIE, 1.4, fill, "ink", 0.4)
            yield label(x, _DIE / 2 - 1.9, _DIE, str(face), 11, "bold", ink="paper" if fill == "accent" else "ink")
        left, right = (faces.start - 1) * pitch, (faces.stop - 1) * pitch
        yield Line(left + 0.8, _DIE + 1.2, right - 0.8, _DIE + 1.2, 0.4, "ink")
        wide = max(right - left, 12)
        yield label(min(left, WIDE - wide), _DIE + 1.8, wide, words, 8.5, "semibold")
