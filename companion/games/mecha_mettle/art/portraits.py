"""A component draft as a figure: the drawing of a mech with a bay for each level, and its description in a sentence."""

from companion.base.wording import join_words
from companion.gamekit.contract import Context
from companion.games.mecha_mettle.art.mech import mech
from companion.games.mecha_mettle.model import LEVELS, Component, Draft
from companion.printing.faces.plates import stand_figure
from companion.printing.faces.portraits import Figure
from companion.printing.faces.strokes import LARGEST


def figures(build: Draft, context: Context) -> tuple[Figure, ...]:
    """Return the mech of a draft, bays without a component as outlines; no figure of a draft without components."""
    if not build.components:
        return ()
    components = [context.catalogue.find(Component, card_id) for card_id in build.components]
    title = build.title or "Mech"
    return (
        Figure("1", title, stand_figure(mech(components, build.seat), LARGEST), f"{title}: {_describe(components)}."),
    )


def _describe(components: list[Component | None]) -> str:
    names = [component.name if component else "an unknown component" for component in components]
    levels = {component.level for component in components if component}
    free = [str(level) for level in LEVELS if level not in levels]
    bays = f"; the bays of levels {join_words(free)} are free" if len(free) > 1 else ""
    bays = f"; the bay of level {free[0]} is free" if len(free) == 1 else bays
    return f"a chassis with {join_words(names)}{bays}"
