"""What every component shows on the mech whatever it is: a stencilled number, and a light for each die it adds."""

from companion.games.mecha_mettle.model import Component, Pool
from companion.printing.faces.boxes import Circle
from companion.printing.faces.plates import FINE
from companion.printing.faces.strokes import Drawing, ticks


def _pool(component: Component) -> Pool | None:
    change = component.attack
    return component.defend or (change and (change.add or change.replace)) or None


def marks(component: Component, x: float, y: float, w: float) -> Drawing:
    """Return ticks from (x, y), `w` mm wide, and lights for dice under them: smaller for Regular Attack and Evasion."""
    pool = _pool(component)
    count = min(pool.dice, 8) if pool else 0
    r = 0.5 if pool and pool.kind in ("regular", "evasion") else 0.68
    lights = tuple(Circle(x + (i + 0.5) * w / max(count, 3), y + 2.2, r, "accent", "blue", FINE) for i in range(count))
    return (*ticks(component.id, x, y, w, 1.1), *lights)
