"""Mecha Mettle's shipped drawings: emblems of components, silhouettes of modules, tiles, parts of the mech."""

from companion.games.mecha_mettle.model import Component
from companion.printing.faces.drawings import load_shipped, names
from companion.printing.faces.strokes import Drawing

FOLDER = "mecha_mettle"


def load_drawing(name: str) -> Drawing:
    """Return a shipped drawing."""
    return load_shipped(FOLDER, name).boxes


def emblem(component: Component) -> Drawing:
    """Return a component's emblem, in a field of 24 × 24 mm: its category's, counting its level."""
    return load_drawing(f"emblems/{component.category}-{component.level}")


def component_picture(component: Component) -> Drawing:
    """Return a component's picture, in a field of 24 × 24 mm; its emblem if it is from a player's pack."""
    has_picture = component.id in names(FOLDER, "components")
    return load_drawing(f"components/{component.id}") if has_picture else emblem(component)


def silhouette(module_id: str) -> Drawing:
    """Return a module's drawing, its weapon ahead (up); a plain plate for a module from a player's pack."""
    return load_drawing(f"modules/{module_id if module_id in names(FOLDER, 'modules') else 'plain'}")
