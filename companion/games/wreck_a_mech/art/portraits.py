"""A mech as a figure: drawn from the cards in play, and described in a sentence."""

from companion.base.wording import join_words
from companion.gamekit.contract import Context
from companion.games.wreck_a_mech.art.robot import fits, robot
from companion.games.wreck_a_mech.model import POSITIONS, Part, Workshop, words
from companion.printing.faces.plates import stand_figure
from companion.printing.faces.portraits import Figure
from companion.printing.faces.strokes import LARGEST


def figures(build: Workshop, context: Context) -> tuple[Figure, ...]:
    """Return the mech on the cross, positions without a card torn off; no figure if no card is in play."""
    parts = {position: context.catalogue.find(Part, card) for position, card in build.mech.parts.items()}
    if not parts:
        return ()
    title = build.title or "Mech"
    about = f"{title}: {join_words(_describe_position(position, parts) for position in POSITIONS)}."
    return (Figure("1", title, stand_figure(robot(parts), LARGEST), about),)


def _describe_position(position: str, parts: dict[str, Part | None]) -> str:
    if position not in parts:
        return f"{words(position)} torn off"
    card = parts[position]
    if card is None:
        return f"an unknown card as {words(position)}"
    if not fits(card, position):
        return f"{card.name} in the place of the {words(position)}"
    upside_down = "" if card.position == position else ", upside down"
    return f"{card.name} as {words(position)}{upside_down}"
