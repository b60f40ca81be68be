"""What Mechalyte's own pages show, a room of its own: duels, the ranking against a field, the battlefield."""

from typing import Literal, cast

from companion.findings import InputError, InvalidInput, shown
from companion.games.mechalyte.analysis import duels
from companion.games.mechalyte.model import LEVELS, SLOTS, Spec, read_spec
from companion.games.mechalyte.rules import battlefield
from companion.games.mechalyte.rules.battlefield import Zone
from companion.games.mechalyte.rules.levels import Scale, scale_of
from companion.games.mechalyte.sheets.zone_cards import zone_name, zone_title
from companion.system import Context, FormData, View

STEP = 625
"""Specs of a field measured for one answer: a fraction of a second."""
MOST_NEW = 2
"""Steps that one answer may measure anew, whatever its address asks for."""
MOST_TYPED = 200
FIELDS = (
    ("named", "Nine named ideas"),
    ("saved", "My saved specs"),
    ("typed", "Specs I type"),
    ("all", "All 15,625 specs"),
)


def _one(fields: FormData, name: str) -> str:
    return (fields.get(name) or [""])[-1].strip()


def _spec(fields: FormData, name: str) -> str:
    """Return a spec from the address, or nothing where none was given yet."""
    text = _one(fields, name)
    if not text:
        return ""
    try:
        return read_spec(text)
    except ValueError as error:
        raise InvalidInput(InputError(name, shown(text), str(error))) from None


def show_duels(fields: FormData, context: Context) -> dict[str, object]:
    """Return the duel page's context for the specs `a` and `b`: `grid` of results and `matches` of equal points."""
    a, b = _spec(fields, "a"), _spec(fields, "b")
    ready, numbers = bool(a and b), scale_of(context.catalogue)
    return {
        "a": a,
        "b": b,
        "levels": LEVELS,
        "grid": duels.grid(a, b, numbers) if ready else (),
        "matches": duels.equal_points(a, b, numbers) if ready else (),
        "edge": duels.edge(a, b, numbers) if ready else None,
        "archetypes": duels.ARCHETYPES,
        "percent": percent,
        "signed": signed,
    }


def percent(value: object) -> str:
    """Return a share as whole percent, never rounded to a certainty that it is not."""
    share = float(cast(float, value)) * 100
    if 0 < share < 0.5:
        return "< 1"
    return "> 99" if 99.5 <= share < 100 else f"{share:.0f}"


def signed(value: object) -> str:
    """Return an edge in hundredths with its sign; a minus of its own width."""
    hundredths = round(float(cast(float, value)) * 100)
    return f"+{hundredths}" if hundredths > 0 else f"−{-hundredths}" if hundredths < 0 else "0"


def show_ranking(fields: FormData, context: Context) -> dict[str, object]:
    """Return the ranking page's context for `spec`, `field`, `typed`, and `done`: specs that earlier answers measured.

    Each answer measures STEP specs more; `next` is the query that goes on, empty at the end.
    """
    spec, field = _spec(fields, "spec"), _one(fields, "field") or "named"
    if field not in dict(FIELDS):
        raise InvalidInput(InputError("field", shown(field), f"one of {', '.join(dict(FIELDS))}"))
    names = _names(field, _one(fields, "typed"), context)
    ranking = _ranked(spec, tuple(names), _done(fields), scale_of(context.catalogue)) if spec and names else None
    return {
        "spec": spec,
        "field": field,
        "fields": FIELDS,
        "typed": _one(fields, "typed"),
        "empty": bool(spec) and not names,
        "names": {} if field == "all" else names,
        "ranking": ranking,
        "stopped": _one(fields, "stop") == "1",
        "signed": signed,
    }


def _done(fields: FormData) -> int:
    text = _one(fields, "done") or "0"
    if not text.isdecimal() or len(text) > 6:
        raise InvalidInput(InputError("done", shown(text), "how many specs are measured, a whole number"))
    return int(text)


def _ranked(spec: str, field: tuple[str, ...], done: int, numbers: Scale) -> duels.Ranking:
    """Return the ranking one step past `done`, or short of it where too much of it would have to be measured anew."""
    known = duels.measured.cache_info().misses
    stages = duels.rank(spec, field, STEP, numbers)
    ranking = next(stages)
    while not ranking.finished and ranking.done <= done:
        if duels.measured.cache_info().misses - known >= MOST_NEW:
            break
        ranking = next(stages)
    return ranking


def _names(field: str, typed: str, context: Context) -> dict[str, str]:
    """Return the field's specs, each with its name."""
    if field == "all":
        return dict.fromkeys(duels.every_spec(), "")
    if field == "saved":
        mine = [b for b in context.saved if isinstance(b, Spec) and len(b.spec) == SLOTS]
        return {build.spec: build.title or "untitled" for build in mine}
    if field == "named":
        return {spec: name for name, spec in duels.ARCHETYPES}
    words = typed.replace(",", " ").split()
    if len(words) > MOST_TYPED:
        raise InvalidInput(InputError("typed", f"{len(words)} specs", f"at most {MOST_TYPED}"))
    return {_spec(FormData(typed=[word]), "typed"): "" for word in words}


def show_battlefield(fields: FormData, context: Context) -> dict[str, object]:
    """Return the battlefield's context: its `rows` of zones from the far side, and the reach of a mech.

    Fields: `at` (a zone's name), `mobility`, `side` (`a`, `b`), `first` (`1`: the game's first turn), `full` (zones).
    """
    field = battlefield.field(context.rulings)
    by_name = {zone_name(field, zone): zone for zone in field.zones}
    side = _one(fields, "side") or "a"
    if side not in ("a", "b"):
        raise InvalidInput(InputError("side", shown(side), "a or b"))
    mobility = _one(fields, "mobility") or "2"
    if mobility not in tuple("1234567"):
        raise InvalidInput(InputError("mobility", shown(mobility), "a whole number from 1 to 7"))
    home = (field.columns // 2, 0 if side == "a" else field.rows - 1)
    at = _zone(_one(fields, "at"), "at", by_name) or home
    full = [zone for name in fields.get("full", ()) if (zone := _zone(name, "full", by_name)) and zone != at]
    first = _one(fields, "first") == "1"
    reach = field.reach(at, int(mobility), cast(Literal["a", "b"], side), full, first)
    return {
        "battlefield": field,
        "rows": [[(column, row) for column in range(field.columns)] for row in reversed(range(field.rows))],
        "name": lambda zone: zone_name(field, zone),
        "words": lambda zone: zone_title(field, zone),
        "at": at,
        "side": side,
        "mobility": int(mobility),
        "full": set(full),
        "first": first,
        "reach": reach,
        "capture": _ruled("capture", context),
        "elimination": _ruled("elimination", context),
    }


def _ruled(ruling: str, context: Context) -> str:
    """Return the answer in force to an open question."""
    found = next(r for r in context.rulebook.ruling if r.id == ruling)
    answer = found.chosen(context.rulings).text
    return f"{answer[:1].lower()}{answer[1:]}"


_KNOWN = {f"{column}{row}" for column in ("LL", "L", "C", "R", "RR") for row in range(1, 6)}


def _zone(text: str, where: str, by_name: dict[str, Zone]) -> Zone | None:
    """Return a zone by name; None for one that only another layout has."""
    if text and text not in _KNOWN:
        raise InvalidInput(InputError(where, shown(text), f"one of {', '.join(by_name)}"))
    return by_name.get(text)


VIEWS = (
    View("duels", "Duels", "Two specs, mech against mech at every pair of levels, and at equal points.", show_duels),
    View("ranking", "Ranking", "A spec against a field of others, up to all 15,625.", show_ranking),
    View("battlefield", "Battlefield", "The zones as ruled, and how far a mech moves.", show_battlefield),
)
"""The pages only Mechalyte has."""
