"""Mecha Mettle's shipped drawings: emblems of components, silhouettes of modules, tiles, parts of the mech."""

from companion.games.mecha_mettle.model import Component
from companion.printing.faces.drawings import names, shipped
from companion.printing.faces.strokes import Drawing

FOLDER = "mecha_mettle"


def drawn(name: str) -> Drawing:
    """Return a shipped drawing."""
    return shipped(FOLDER, name).boxes


def emblem(component: Component) -> Drawing:
    """Return a component's emblem, in a field of 24 × 24 mm: its category's, counting its level."""
    return drawn(f"emblems/{component.category}-{component.level}")


def silhouette(module_id: str) -> Drawing:
    """Return a module's drawing, its weapon ahead (up); a plain plate for a module from a player's pack."""
    return drawn(f"modules/{module_id if module_id in names(FOLDER, 'modules') else 'plain'}")
