"""A profile block as it is printed, pasted as text, read into the cells of a profile's form.

Four bands with headings, a line for each weapon, its special line below it, then traits, alternate and extra weapons.
Cells may stand between tabs, bars or spaces. What cannot be read is returned as it stands, never left out in silence.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.gamekit.contract import PastedCard
from companion.games.mechastellar.model import ROLES, TYPES, pilot_title

Cells = dict[str, str]
_MARKUP = re.compile(r"</?[a-z]+>|\*\*|__|&amp;", re.IGNORECASE)
PILOT_TITLES = tuple(tuple(dict.fromkeys(pilot_title(kind, level) for kind in TYPES)) for level in (0, 1, 2))
_TYPE = "|".join(sorted(TYPES, key=len, reverse=True))
_WHAT = re.compile(
    rf"(?P<name>.+?) (?P<type>{_TYPE}|S\.? Heavy)\b ?(?P<between>.*?) ?"
    r"(?P<performance>\d+) (?P<frame>\d) (?P<points>\d+)"
)
_COMBAT = ("sensors", "move", "actions", "shooting", "melee", "evade", "arm_sv", "hp")
_WEAPON = re.compile(
    r"(?P<name>.+?) (?P<slots>\d|-) (?P<range>Melee|-|\d{1,3} ?[\"″”]?) (?P<attacks>\d{1,2}|\+\d (?:Hit|Block)s?|-) "
    r"(?P<close_range>RF[+-]\d(?: Hits?)?|\+\d DEF|-) (?P<pen>\d{1,2}[SP]?|-) (?P<dmg>[\d,]+|-)(?: (?P<special>.+))?",
    re.IGNORECASE,
)
_TRAIT = re.compile(
    r"(?P<text>.*?) ?\b(?P<kind>Pilot|Commander|Captain|Mecha|Special) Trait ?(?P<level>I{1,2}\b)? ?:? ?(?P<name>.+)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?P<name>[^:]{2,40}): (?P<text>.+)")
_PRICE = re.compile(r"\+\s*(\d+)\s*p(?:oin)?ts?", re.IGNORECASE)
_SKILLED = re.compile(r"([^.;]+?) requires? an? (?:(Skilled)(?: ?/ ?Ace)?|(Ace)) Pilot", re.IGNORECASE)


def read_block(text: str) -> PastedCard:
    """Read a printed profile block."""
    block, state = PastedCard(), _State()
    for raw in text.splitlines():
        line = _plain(raw)
        if line and not _read_line(line, raw, block, state):
            block.unread.append(line)
    return block


@dataclass
class _State:
    """Where the block is: what its next line holds, which list weapons go to, what their heading said."""

    band: str = ""
    heads: str = ""
    table: str = "weapons"
    counts: dict[str, int] = field(default_factory=dict)
    price: str = ""
    skilled: dict[str, str] = field(default_factory=dict)

    def next_of(self, table: str) -> str:
        """Return the path of a list's next entry."""
        self.counts[table] = self.counts.get(table, 0) + 1
        return f"{table}.{self.counts[table]}"


def _plain(raw: str) -> str:
    """Return a line with its cells between single spaces."""
    text = _MARKUP.sub(lambda mark: "&" if mark[0] == "&amp;" else "", raw).replace("|", " ").replace("−", "-")
    return " ".join(text.replace("–", "-").split())


def _read_line(line: str, raw: str, block: PastedCard, state: _State) -> bool:
    """Return whether a line could be read; it fills the block's cells."""
    if _is_heading(line, raw, block, state):
        return True
    band, state.band = state.band, "" if state.band in _BANDS else state.band
    if band in _BANDS:
        found = _BANDS[band](line, raw, state)
        block.cells |= found or {}
        return found is not None
    if band == "traits":
        return _trait(line, block, state)
    if weapon := _WEAPON.fullmatch(line):
        _weapon(weapon, block, state)
        return True
    return _special(line, block, state)


def _is_heading(line: str, raw: str, block: PastedCard, state: _State) -> bool:
    """Return whether a line is a heading: of a band, of the weapons, of the traits, or of weapons that are offered."""
    if "Type" in line and "Performance" in line:
        state.band = "what"
    elif "EQ Slots" in line and "Cost+" in line:
        state.band, state.heads = "built", raw
        block.cells |= _pilot(line)
    elif "Sensors" in line and "Shooting" in line:
        state.band = "fights"
    elif "Range" in line and "Attacks" in line:
        state.band = "weapons"
    elif re.fullmatch(r"(?:Mecha|Pilot).*Traits?", line):
        state.band = "traits"
    elif re.search(r"\balternate weapons?\b", line, re.IGNORECASE):
        state.table, state.band = "alternates", "weapons"
        state.skilled = {found[1].strip(): "1" if found[2] else "2" for found in _SKILLED.finditer(line)}
    elif (price := _PRICE.search(line)) and "equip" in line.casefold():
        state.table, state.band, state.price = "extras", "weapons", price[1]
    else:
        return False
    return True


def _pilot(line: str) -> Cells:
    """Return what stands before the build stats: the pilot's title, perhaps with a name; and the Size."""
    before = re.split(r"\b(?:Model|Power|Havoc|EQ Slots)\b", line)[0].strip(" ,")
    size = re.search(r"\bSize (\d)", line)
    made: Cells = {"size": size[1]} if size and size[1] != "0" else {}
    for level, titles in enumerate(PILOT_TITLES):
        title = next((title for title in titles if title.casefold() in before.casefold()), "")
        if title:
            name = re.sub(re.escape(title), "", before, flags=re.IGNORECASE).strip(" ,()-")
            return {**made, "pilot_level": str(level), **({"pilot_name": name} if name else {})}
    return {**made, **({"pilot_name": before} if before else {})}


def _read_type_line(line: str, raw: str, state: _State) -> Cells | None:
    found = _WHAT.match(line)
    if found is None:
        return None
    kind = "Super Heavy" if found["type"].startswith("S.") or found["type"] == "S Heavy" else found["type"]
    role = next((role for role in ROLES if re.match(rf"{role}\b", found["between"], re.IGNORECASE)), "")
    special = found["between"][len(role) :].strip()
    made = {name: found[name] for name in ("name", "performance", "frame", "points")} | {"type": kind}
    return made | {name: value for name, value in (("role", role), ("special", special)) if value and value != "-"}


_BUILT = {
    "Model": "model",
    "Power": "power",
    "Havoc": "havoc",
    "EQ Slots": "eq_slots",
    "Size": "size_label",
    "Speed+": "speed_plus",
    "Armor+": "armor_plus",
    "Cost+": "cost_plus",
}


def _read_build_stats(line: str, raw: str, state: _State) -> Cells | None:
    """Return the build stats: cell below heading where there are tabs or bars, else the numbers from the right."""
    heads, values = ([_plain(cell) for cell in re.split(r"[\t|]", text)] for text in (state.heads, raw))
    if len(heads) > 1 and len(values) > 1:
        names = [next((_BUILT[head] for head in _BUILT if text.startswith(head)), "") for text in heads]
        return {name: text for name, text in zip(names, values, strict=False) if name and text}
    label = next((name for name in ("power", "havoc") if name in state.heads.casefold()), "model")
    found = re.fullmatch(r"(?:(\S+) )?(\d+)(?: ([A-Za-z][A-Za-z ]*))?((?: [+-]?\d+){0,3})", line)
    if found is None:
        return None
    numbers = found[4].split()
    stats = dict(zip(("cost_plus", "armor_plus", "speed_plus"), reversed(numbers), strict=False))
    told = {label: found[1], "eq_slots": found[2], "size_label": found[3], **stats}
    return {name: text.strip() for name, text in told.items() if text}


def _fights(line: str, raw: str, state: _State) -> Cells | None:
    numbers = re.sub(r" ?[\"″”]", "", line).split()
    if len(numbers) != len(_COMBAT) or not all(re.fullmatch(r"[+-]?[\d,]*(?:d10)?\+?", text) for text in numbers):
        return None
    return {name: "0" if text in ("+", "-") else text for name, text in zip(_COMBAT, numbers, strict=True)}


_BANDS = {"what": _read_type_line, "built": _read_build_stats, "fights": _fights}


def _weapon(found: re.Match[str], block: PastedCard, state: _State) -> None:
    path = state.next_of(state.table)
    for name, text in found.groupdict().items():
        if text and (text != "-" or name not in ("slots", "dmg")):
            block.cells[f"{path}.{name}"] = text.strip()
    if state.table == "extras":
        block.cells[f"{path}.points"] = state.price
    if level := state.skilled.get(found["name"]):
        block.cells[f"{path}.pilot"] = level


def _special(line: str, block: PastedCard, state: _State) -> bool:
    """Add a line below a weapon to its special line; return whether there is a weapon."""
    number = state.counts.get(state.table, 0)
    if state.band != "weapons" or not number or line.startswith(("#", "- ", "* ")):
        return False
    path = f"{state.table}.{number}.special"
    block.cells[path] = "; ".join(filter(None, (block.cells.get(path, ""), line)))
    return True


def _trait(line: str, block: PastedCard, state: _State) -> bool:
    found: Mapping[str, str | None] | None = None
    if match := _TRAIT.fullmatch(line) or _NAMED.fullmatch(line):
        found = match.groupdict()
    elif len(line) <= 40:
        found = {"name": line}
    if found is None:
        return False
    path = state.next_of("traits")
    block.cells |= {f"{path}.{name}": text for name, text in _trait_fields(found)}
    return True


def _trait_fields(found: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
    for name, text in found.items():
        if text and text.strip():
            yield name, text.strip().casefold() if name == "kind" else text.strip().upper() if name == "level" else text
