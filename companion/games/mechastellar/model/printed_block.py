"""Reads a pasted profile block, as the rulebook prints it, into the cells of a profile's form.

A block has four bands with headings, then a line for each weapon with its special line below it, then traits, alternate
and extra weapons. Tabs, bars or spaces separate the cells. Lines that cannot be read are returned in `unread`.
"""

import re
from dataclasses import dataclass, field

from companion.gamekit.contract import PastedCard
from companion.games.mechastellar.model import ROLES, TYPES, pilot_title

Cells = dict[str, str]
_MARKUP = re.compile(r"</?[a-z]+>|\*\*|__|&amp;", re.IGNORECASE)
PILOT_TITLES = tuple(tuple(dict.fromkeys(pilot_title(kind, level) for kind in TYPES)) for level in (0, 1, 2))
_TYPE = "|".join(sorted(TYPES, key=len, reverse=True))
_TYPE_LINE = re.compile(
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
    """Return the cells of a profile block, and the lines that could not be read."""
    block, state = PastedCard(), _State()
    for printed in text.splitlines():
        line = _plain(printed)
        if line and not _read_line(line, printed, block, state):
            block.unread.append(line)
    return block


@dataclass
class _State:
    """The reader's position: the band of the next line, the list that weapons go to, the terms of offered weapons.

    `headings` is the line above the build stats; `price` is that of the extras, `skilled` the pilot level that each
    alternate weapon requires.
    """

    band: str = ""
    headings: str = ""
    table: str = "weapons"
    counts: dict[str, int] = field(default_factory=dict)
    price: str = ""
    skilled: dict[str, str] = field(default_factory=dict)

    def next_of(self, table: str) -> str:
        """Count an entry of a list and return its path: `weapons.2`."""
        self.counts[table] = self.counts.get(table, 0) + 1
        return f"{table}.{self.counts[table]}"


def _plain(printed: str) -> str:
    """Return a line without markup, one space between its cells."""
    text = _MARKUP.sub(lambda mark: "&" if mark[0] == "&amp;" else "", printed).replace("|", " ").replace("−", "-")
    return " ".join(text.replace("–", "-").split())


def _read_line(line: str, raw: str, block: PastedCard, state: _State) -> bool:
    """Fill the block's cells from a line; return whether it could be read."""
    if _is_heading(line, raw, block, state):
        return True
    band, state.band = state.band, "" if state.band in _BANDS else state.band
    if band in _BANDS:
        cells = _BANDS[band](line, raw, state)
        block.cells |= cells or {}
        return cells is not None
    if band == "traits":
        return _add_trait(line, block, state)
    if weapon := _WEAPON.fullmatch(line):
        _add_weapon(weapon, block, state)
        return True
    return _add_special_line(line, block, state)


def _is_heading(line: str, raw: str, block: PastedCard, state: _State) -> bool:
    """Return whether a line is a heading (of a band, the weapons, the traits, offered weapons); set the next band."""
    if "Type" in line and "Performance" in line:
        state.band = "type"
    elif "EQ Slots" in line and "Cost+" in line:
        state.band, state.headings = "build", raw
        block.cells |= _read_pilot(line)
    elif "Sensors" in line and "Shooting" in line:
        state.band = "combat"
    elif "Range" in line and "Attacks" in line:
        state.band = "weapons"
    elif re.fullmatch(r"(?:Mecha|Pilot).*Traits?", line):
        state.band = "traits"
    elif re.search(r"\balternate weapons?\b", line, re.IGNORECASE):
        state.table, state.band = "alternates", "weapons"
        state.skilled = {match[1].strip(): "1" if match[2] else "2" for match in _SKILLED.finditer(line)}
    elif (price := _PRICE.search(line)) and "equip" in line.casefold():
        state.table, state.band, state.price = "extras", "weapons", price[1]
    else:
        return False
    return True


def _read_pilot(line: str) -> Cells:
    """Return the cells before the build stats: the pilot's level and name, and the Size."""
    before = re.split(r"\b(?:Model|Power|Havoc|EQ Slots)\b", line)[0].strip(" ,")
    size = re.search(r"\bSize (\d)", line)
    cells: Cells = {"size": size[1]} if size and size[1] != "0" else {}
    for level, titles in enumerate(PILOT_TITLES):
        title = next((title for title in titles if title.casefold() in before.casefold()), "")
        if title:
            name = re.sub(re.escape(title), "", before, flags=re.IGNORECASE).strip(" ,()-")
            return {**cells, "pilot_level": str(level), **({"pilot_name": name} if name else {})}
    return {**cells, **({"pilot_name": before} if before else {})}


def _read_type_line(line: str, raw: str, state: _State) -> Cells | None:
    match = _TYPE_LINE.match(line)
    if match is None:
        return None
    kind = "Super Heavy" if match["type"].startswith("S.") or match["type"] == "S Heavy" else match["type"]
    role = next((role for role in ROLES if re.match(rf"{role}\b", match["between"], re.IGNORECASE)), "")
    special = match["between"][len(role) :].strip()
    cells = {name: match[name] for name in ("name", "performance", "frame", "points")} | {"type": kind}
    return cells | {name: value for name, value in (("role", role), ("special", special)) if value and value != "-"}


_BUILD_STATS = {
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
    headings, values = ([_plain(cell) for cell in re.split(r"[\t|]", text)] for text in (state.headings, raw))
    if len(headings) > 1 and len(values) > 1:
        names = [next((_BUILD_STATS[head] for head in _BUILD_STATS if text.startswith(head)), "") for text in headings]
        return {name: text for name, text in zip(names, values, strict=False) if name and text}
    label = next((name for name in ("power", "havoc") if name in state.headings.casefold()), "model")
    match = re.fullmatch(r"(?:(\S+) )?(\d+)(?: ([A-Za-z][A-Za-z ]*))?((?: [+-]?\d+){0,3})", line)
    if match is None:
        return None
    numbers = match[4].split()
    stats = dict(zip(("cost_plus", "armor_plus", "speed_plus"), reversed(numbers), strict=False))
    cells = {label: match[1], "eq_slots": match[2], "size_label": match[3], **stats}
    return {name: text.strip() for name, text in cells.items() if text}


def _read_combat_stats(line: str, raw: str, state: _State) -> Cells | None:
    numbers = re.sub(r" ?[\"″”]", "", line).split()
    if len(numbers) != len(_COMBAT) or not all(re.fullmatch(r"[+-]?[\d,]*(?:d10)?\+?", text) for text in numbers):
        return None
    return {name: "0" if text in ("+", "-") else text for name, text in zip(_COMBAT, numbers, strict=True)}


_BANDS = {"type": _read_type_line, "build": _read_build_stats, "combat": _read_combat_stats}


def _add_weapon(match: re.Match[str], block: PastedCard, state: _State) -> None:
    path = state.next_of(state.table)
    for name, text in match.groupdict().items():
        if text and (text != "-" or name not in ("slots", "dmg")):
            block.cells[f"{path}.{name}"] = text.strip()
    if state.table == "extras":
        block.cells[f"{path}.points"] = state.price
    if level := state.skilled.get(match["name"]):
        block.cells[f"{path}.pilot"] = level


def _add_special_line(line: str, block: PastedCard, state: _State) -> bool:
    """Add a line below a weapon to its special line; return whether there is a weapon."""
    number = state.counts.get(state.table, 0)
    if state.band != "weapons" or not number or line.startswith(("#", "- ", "* ")):
        return False
    path = f"{state.table}.{number}.special"
    block.cells[path] = "; ".join(filter(None, (block.cells.get(path, ""), line)))
    return True


def _add_trait(line: str, block: PastedCard, state: _State) -> bool:
    """Add a trait of the block; return False for a line that is too long for a name."""
    match = _TRAIT.fullmatch(line) or _NAMED.fullmatch(line)
    if match is None and len(line) > 40:
        return False
    path = state.next_of("traits")
    for name, text in (match.groupdict() if match else {"name": line}).items():
        if text and text.strip():
            value = text.strip().casefold() if name == "kind" else text.strip().upper() if name == "level" else text
            block.cells[f"{path}.{name}"] = value
    return True
