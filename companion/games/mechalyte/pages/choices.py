"""The choices on the pages of analyses: named specs, fields, zones; the answers are in `analysis`."""

from collections.abc import Mapping

from companion.gamekit.contract import Context, PageData
from companion.games.mechalyte.analysis.battlefield import RULINGS
from companion.games.mechalyte.analysis.ranking import ARCHETYPES
from companion.games.mechalyte.model import LEVELS, SLOTS, Spec
from companion.games.mechalyte.rules import battlefield
from companion.games.mechalyte.rules.battlefield import zone_name, zone_title

FIELDS = (
    ("named", "Nine named ideas"),
    ("saved", "My saved specs"),
    ("typed", "Specs I type"),
    ("all", "All 15,625 specs"),
)


def duels(context: Context) -> Mapping[str, object]:
    """Return `archetypes`, named specs as (name, spec), and the `levels`."""
    return {"archetypes": ARCHETYPES, "levels": LEVELS}


def counter_spec(context: Context) -> Mapping[str, object]:
    """Return `saved` specs and `archetypes` to beat, as (name, spec), and the number of `slots`."""
    saved = [
        (b.title or "untitled", b.spec) for b in context.saved_builds if isinstance(b, Spec) and len(b.spec) == SLOTS
    ]
    return {"saved": saved, "archetypes": ARCHETYPES, "slots": SLOTS}


def ranking(context: Context) -> Mapping[str, object]:
    """Return the `fields` a spec can be ranked against, as (value, words)."""
    return {"fields": FIELDS}


def field(context: Context) -> Mapping[str, object]:
    """Return the `rows` of zones of the layout in force, side B's home row first, and the `open` rulings.

    Each zone has its name and its `place`, `title` and `centreline`, as in the answer. `zone_rulings` are the rulings
    that shape the printed zones, as an address writes them.
    """
    ground = battlefield.field(context.rulings)
    rows = [
        [
            {
                "zone": zone_name(ground, (column, row)),
                "place": ground.place((column, row)),
                "title": zone_title(ground, (column, row)),
                "centreline": row == ground.centreline,
            }
            for column in range(ground.columns)
        ]
        for row in reversed(range(ground.rows))
    ]
    printed = {f"ruling.{name}": context.rulings[name] for name in RULINGS}
    open_rulings = [ruling for ruling in context.rulebook.ruling if ruling.id in RULINGS]
    return {"rows": rows, "open": open_rulings, "zone_rulings": printed}


PAGES: Mapping[str, PageData] = {"duels": duels, "ranking": ranking, "counter-spec": counter_spec, "battlefield": field}
"""The data that each page gets in addition to its inputs and its answer."""
