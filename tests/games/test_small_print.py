"""Laws over the print sets of all games: nothing is smaller than 6.5 points, rules text is 7.5, backs forgive 1.5 mm."""

from functools import cache

import pytest

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.faces.boxes import Area, Deck, Group, Pages, Text
from companion.printing.sheets import bleeding, reach
from companion.printing.text.fitting import fit, words

LEAST = 6.5
"""The smallest type of any sheet, in points."""
RULES = 7.5
"""The smallest rules text of a card that is not full."""
RULES_TEXTS = {"rules text", "effect", "event text", "text"}
FULL: set[str] = set()
"""Shipped cards so full that their rules text is smaller."""
OFF = 1.5
"""How far a back may be off in mm without looking crooked."""
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@cache
def parts(game):
    """Return the parts of all print sets: without a build, for an example, and with numbers left blank."""
    build = next(iter(game.examples.values()))
    sources = [PrintSource(game.context(), one, "house") for one in (None, build)]
    sources.append(PrintSource(game.context(), None, "blank"))
    sets = [one for one in game.print_sets if one.name not in ("everything", "two-sets")]
    return tuple(part for one in sets for source in sources for part in one.make(source))


def texts(boxes):
    """Return the texts of boxes; a card that is drawn small, on a box or in a rulebook, is a picture."""
    for box in boxes:
        if isinstance(box, Group) and box.scale > 0.95:
            yield from texts(box.boxes)
        elif isinstance(box, Text):
            yield box


def pieces(game):
    decks = [part for part in parts(game) if isinstance(part, Deck)]
    return [(piece, deck.format) for deck in decks for piece in deck.pieces]


@pytest.mark.one_game
@EACH
def test_nothing_is_smaller_than_six_and_a_half_points(game):
    """Neither as it is printed nor as a longer name or text might be."""
    faces = {id(face): (p.name, face.boxes) for p, _ in pieces(game) for face in (p.face, p.back) if face}
    pages = [part for part in parts(game) if isinstance(part, Pages) and not part.booklet]
    printed = [*faces.values(), *((part.title, page) for part in pages for page in part.make(Area(200, 279)))]
    sizes = {(name, text.what, min(text.size, text.least)) for name, boxes in printed for text in texts(boxes)}
    assert {one for one in sizes if one[-1] < LEAST} == set() != sizes


@pytest.mark.one_game
@EACH
def test_rules_text_has_seven_and_a_half_points_unless_a_card_is_full(game):
    found = [(p.name, text) for p, _ in pieces(game) for text in texts(p.face.boxes) if text.what in RULES_TEXTS]
    assert {name for name, text in found if words(text, name).size < RULES} <= FULL


@pytest.mark.one_game
@EACH
def test_a_back_runs_past_the_trim_and_forgives_a_millimetre_and_a_half(game):
    """Whatever does not go on past the trim keeps twice as far from it as a back may be off: its margins look even."""
    backs = {id(piece.back): (piece.back, form) for piece, form in pieces(game) if piece.back}
    for back, form in backs.values():
        assert bleeding.reaches_trim(back, form)
        for box in fit(back.boxes, "A back"):
            away = [min(x, y, form.w - x, form.h - y) for x, y in reach.points_around([box])]
            assert min(away) >= 2 * OFF or min(away) <= 0, box
