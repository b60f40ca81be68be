"""A mech read back from its summary for a chat: `Wreck-A-Mech: …`, then a line per position or pile."""

from companion.base.findings import InputError, InvalidInput
from companion.data.cards import named_text
from companion.data.documents import read_as
from companion.gamekit.contract import Context
from companion.games.wreck_a_mech.model import POSITIONS, Workshop, words
from companion.games.wreck_a_mech.model.typed import UnreadableText, find_part, lines, read_entry

HEAD = "Wreck-A-Mech:"
PILES = {"draw pile": "deck", "discard pile": "discard", "junked": "junked"}


def from_text(text: str, context: Context) -> Workshop | None:
    """Return the build of a summary, None for any other text; InvalidInput names each line that cannot be read."""
    head, *lines_below = text.strip().splitlines() or [""]
    if not head.startswith(HEAD):
        return None
    mech: dict[str, str] = {}
    document: dict[str, object] = {"game": "wreck-a-mech", "mech": mech}
    title = head.removeprefix(HEAD).rpartition(": Attack ")[0].strip()
    if title and title != "untitled":
        document["title"] = title
    places = {words(position): position for position in POSITIONS}
    errors = []
    for line in lines_below:
        label, _, value = line.partition(":")
        name = label.partition("(")[0].strip().casefold()
        try:
            if name in places:
                mech.update(_part(places[name], value, context))
            elif name in PILES:
                document[PILES[name]] = [read_entry(text, context.catalogue, True) for text in lines([value])]
        except UnreadableText as error:
            errors.append(InputError(name, error.found, error.expected))
    if errors:
        raise InvalidInput(*errors)
    return read_as(Workshop, document)


def _part(position: str, value: str, context: Context) -> dict[str, str]:
    name = value.rpartition(" (rank")[0].strip() or value.strip()
    if name == "empty":
        return {}
    card = find_part(name, context.catalogue)
    return {position: card.id if card else named_text(name)}
