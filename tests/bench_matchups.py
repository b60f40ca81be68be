"""Matchups for `make bench`: six Mechs against six and thirty units against thirty, as a ratio to a single pair.

A pair is the mean of several; the first row is what a page shows at once.
"""

from itertools import islice
from time import thread_time

from companion.data.documents import to_document
from companion.games.mechastellar import GAME as MECHASTELLAR
from companion.games.techniconica import GAME as TECHNICONICA
from companion.verbs.matchups import read_side, start

UNITS = 30
MECHS = 6
PAIRS = 6
"""Pairs whose mean is one against one."""


def _spent(game, mine, theirs, most=None):
    """Return the seconds that so many rows take, all of them without `most`."""
    sides = read_side(game, mine, "mine"), read_side(game, theirs, "theirs")
    since = thread_time()
    for _ in islice(start(game, *sides).rows(), most):
        pass
    return thread_time() - since


def force(count, first=0):
    """Return a list of so many different units, beginning with that profile of the game."""
    cards = [
        card for card in MECHASTELLAR.catalogue.cards.values() if type(card).__name__ == "Profile" and card.weapons
    ]
    units = [{"profile": cards[(first + n) % len(cards)].id} for n in range(count)]
    return {"game": MECHASTELLAR.slug, "title": "", "unit": units}


def squad(count, first=0):
    """Return a squad of so many Mechs, those of the examples in turn."""
    mechs = [mech for build in TECHNICONICA.examples.values() for mech in to_document(build)["mech"]]
    return {"game": TECHNICONICA.slug, "title": "", "mech": [mechs[(first + n) % len(mechs)] for n in range(count)]}


def rows():
    """Return rows of name, ours, theirs, ratio, aim."""
    found = []
    for game, make, count, what in (
        (MECHASTELLAR, force, UNITS, "units"),
        (TECHNICONICA, squad, MECHS, "Mechs"),
    ):
        pair = sum(_spent(game, make(1, n), make(1, n + 1)) for n in range(PAIRS)) / PAIRS
        whole = _spent(game, make(count), make(count, 3))
        first = min(_spent(game, make(count), make(count, 3), 1) for _ in range(3))
        name = f"matchup of {count} {what} against {count} / one against one"
        found.append((name, whole, pair, whole / pair, f"<= {count * count}"))
        found.append((f"its first row / one against one ({what})", first, pair, first / pair, f"<= {count}"))
    return found
