"""The parts of a layout: zones in millimetres, colours, glyphs. Values only; `drawing` fills them for a card."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from companion.base.json_types import JsonObject
from companion.data.documents import Record, Title
from companion.printing.custom.layouts.conditions import WANTED, Condition, conditions
from companion.printing.custom.layouts.templates import Template, template
from companion.printing.faces.boxes import Across, Align, Format, Weight
from companion.printing.sheets import papers
from companion.printing.text import fonts

MOST_ZONES = 200
"""The most zones of a layout, front and back together."""
FURTHEST = 1250.0
"""The largest position or side of a zone, in mm: a little more than the largest format."""

_SMALLEST_FONT = 6.0
"""The smallest size that a font shrinks to on a small format, in points."""
_EDGE = 4.0
"""The width of a format's edge that is not stretched, in mm: the safe zone and a little more."""

Mm = Annotated[float, Field(ge=-60, le=FURTHEST, allow_inf_nan=False)]
Side = Annotated[float, Field(ge=0, le=FURTHEST, allow_inf_nan=False)]
Points = Annotated[float, Field(ge=3, le=400, allow_inf_nan=False)]
Shape = Literal["rect", "circle", "hex", "line"]
CONTENTS = ("text", "art", "icons", "stats")
"""The keys for a zone's contents; a zone has one of them, or none if it is only a frame."""


def _as_template(value: object) -> object:
    if isinstance(value, Template):
        return value
    if not isinstance(value, str):
        raise ValueError('words or a column in quotes, such as "{title}"')
    return template(value)


def _as_conditions(value: object) -> object:
    """Return the conditions of a zone, one of which must hold: each written as text."""
    if isinstance(value, str):
        return conditions(value)
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return tuple(condition for part in value for condition in conditions(part))
    if isinstance(value, tuple):
        return value
    raise ValueError(WANTED)


def _as_names(value: object) -> object:
    """Return the names of a zone's stats, or the word `all`."""
    if value == "all" or isinstance(value, list | tuple):
        return value
    raise ValueError('"all", or a list of columns such as ["Attack", "Armour"]')


def _british(value: object) -> object:
    return "centre" if value == "center" else value


def _as_row(value: object) -> object:
    """Return the names of typefaces in a row: of one that is named alone, or of a list."""
    return ((value,) if value else ()) if isinstance(value, str) else value


Typefaces = Annotated[
    tuple[Annotated[str, Field(min_length=1, max_length=120)], ...], BeforeValidator(_as_row), Field(max_length=12)
]
"""Families or files, of which the first that has a letter sets it."""
Stats = Literal["all"] | Annotated[tuple[Title, ...], Field(min_length=1, max_length=40)]
Filled = Annotated[Template, BeforeValidator(_as_template)]


def _long_enough(size: tuple[float, float]) -> tuple[float, float]:
    if max(size) < 0.1:
        raise ValueError("a width and a height in mm, such as [53, 8]")
    return size


class CardZone(Record):
    """A part of a card, in mm from its top left corner: a frame, with a text, a picture, icons or stats in it."""

    model_config = {"arbitrary_types_allowed": True}

    name: Title
    at: tuple[Mm, Mm]
    size: Annotated[tuple[Side, Side], AfterValidator(_long_enough)]
    shape: Shape = "rect"
    fill: Filled = Template()
    stroke: Filled = Template()
    width: float = Field(default=0.35, ge=0.05, le=20, allow_inf_nan=False)
    radius: float = Field(default=0, ge=0, le=200, allow_inf_nan=False)
    dash: tuple[Annotated[float, Field(ge=0.1, le=100, allow_inf_nan=False)], ...] = Field(default=(), max_length=6)
    pad: float = Field(default=0, ge=0, le=100, allow_inf_nan=False)
    text: Filled | None = None
    art: Filled | None = None
    icons: Filled | None = None
    stats: Annotated[Stats | None, BeforeValidator(_as_names)] = None
    font: Points = 8.5
    least: Points = 6
    weight: Weight = "regular"
    align: Annotated[Align, BeforeValidator(_british)] = "left"
    across: Annotated[Across, BeforeValidator(_british)] = "top"
    colour: Filled = template("ink")
    leading: float = Field(default=1.2, ge=0.8, le=4, allow_inf_nan=False)
    typeface: Typefaces = ()
    markup: bool = False
    same_size: bool = False
    overflow: Literal["shrink", "clip", "refuse"] = "shrink"
    turn: Literal[0, 90, 180, 270] = 0
    fit: Literal["cover", "contain"] = "cover"
    icon: str = Field(default="", max_length=60)
    gap: float = Field(default=0.6, ge=0, le=50, allow_inf_nan=False)
    columns: int = Field(default=1, ge=1, le=12)
    names: float = Field(default=0.62, ge=0.3, le=1, allow_inf_nan=False)
    when: Annotated[tuple[Condition, ...], BeforeValidator(_as_conditions)] = Field(default=(), max_length=20)
    off: bool = False

    @model_validator(mode="after")
    def _refuse_two_contents(self) -> "CardZone":
        filled = [name for name in CONTENTS if getattr(self, name) is not None]
        if len(filled) > 1:
            raise ValueError(f"one of {', '.join(CONTENTS)}, not both {' and '.join(filled)}")
        if self.shape != "line" and min(self.size) < 0.1:
            raise ValueError("a size of at least 0.1 mm each way; only a line may be flat")
        return self

    @property
    def templates(self) -> tuple[Template, ...]:
        """The templates of its contents, to be filled from a card's columns."""
        return tuple(template for template in (self.text, self.art, self.icons) if template is not None)

    @property
    def has_letters(self) -> bool:
        """Whether it has words, icons or stats, which must not be cut off."""
        return self.text is not None or self.icons is not None or self.stats is not None


class CardLayout(Record):
    """The look of a file's cards; `reading` reads it and checks every name in it."""

    title: str
    """Its name in messages: that of its file or of the starter."""
    format: str = ""
    """The name of its format; empty if the player chooses."""
    scales: bool = False
    """Whether its zones are stretched from its format to another rectangle that the player chooses."""
    safe: float | None = None
    """The least distance of letters from the cut without a note, in mm; None for the format's own."""
    colours: Mapping[str, str] = {}
    by: Mapping[str, Mapping[str, Mapping[str, str]]] = {}
    """Colours for the cards with a value in a column: column, value without capitals, colour."""
    glyphs: Mapping[str, str] = {}
    """Additional names for symbols, or for pictures inside texts."""
    typefaces: Mapping[str, Mapping[str, str]] = {}
    """Typeface files in the folder of the cards, by family and style; each family has a `regular`."""
    optional: frozenset[str] = frozenset()
    """The columns in starters: cards may lack them without a note."""
    zones: tuple[CardZone, ...] = ()
    back: tuple[CardZone, ...] | None = None

    def form(self, chosen: Format) -> Format:
        """Return the format of the cards: the layout's own, else, or if it scales to it, the chosen one."""
        if not self.format or (self.scales and chosen.shape == "rect"):
            return chosen
        return papers.find_format(self.format)

    def scaled_to(self, form: Format) -> "CardLayout":
        """Return the layout with its zones stretched to a format, if it scales."""
        own = papers.find_format(self.format) if self.format and self.scales else form
        if (own.w, own.h) == (form.w, form.h):
            return self
        zones = tuple(_stretch(zone, own, form) for zone in self.zones)
        back = None if self.back is None else tuple(_stretch(zone, own, form) for zone in self.back)
        return self.model_copy(update={"zones": zones, "back": back})

    @property
    def own_typefaces(self) -> Mapping[str, Mapping[str, str]]:
        """The families of its zones that do not ship, each with its files."""
        names = dict.fromkeys(name for row in self.typeface_rows for name in row)
        return {name: self.typefaces.get(name, {"regular": name}) for name in names if name not in fonts.SHIPPED}

    @property
    def typeface_rows(self) -> tuple[tuple[str, ...], ...]:
        """The typefaces that its zones name, each row once."""
        return tuple(dict.fromkeys(zone.typeface for zone in (*self.zones, *(self.back or ()))))

    @property
    def has_markup(self) -> bool:
        """Whether any zone reads tags in its text."""
        return any(zone.markup for zone in (*self.zones, *(self.back or ())))

    @property
    def has_pictures(self) -> bool:
        """Whether any zone or glyph is a picture."""
        art = any(zone.art is not None for zone in (*self.zones, *(self.back or ())))
        return art or any("." in target for target in self.glyphs.values())


def _stretch(zone: CardZone, own: Format, form: Format) -> CardZone:
    """Return a zone for a card of another format: what lies past the trim lies past it as far there."""
    (x, right), (y, bottom) = (
        (_move(at, one, other), _move(at + size, one, other))
        for at, size, one, other in zip(zone.at, zone.size, (own.w, own.h), (form.w, form.h), strict=True)
    )
    scale = min(form.w / own.w, form.h / own.h)
    least = min(zone.least, max(zone.least * scale, _SMALLEST_FONT))
    changes = {
        "at": (x, y),
        "size": (right - x, bottom - y),
        "font": min(max(zone.font * scale, least), 400),
        "least": least,
        "radius": zone.radius * scale,
        "pad": zone.pad * scale,
        "gap": zone.gap * scale,
    }
    return zone.model_copy(update=changes)


def _move(at: float, own: float, other: float) -> float:
    """Return a position on a side of another length; near either end and past it the distance from the end stays."""
    edge = min(_EDGE, own / 4, other / 4)
    if at <= edge:
        return at
    if at >= own - edge:
        return round(at - own + other, 3)
    return round(edge + (at - edge) * (other - 2 * edge) / (own - 2 * edge), 3)


def stat_names(value: object) -> tuple[str, ...]:
    """Return the names of a zone's stats; empty if it takes all."""
    return value if isinstance(value, tuple) else ()


ZoneTable = JsonObject
"""A zone as a table, unchecked."""
