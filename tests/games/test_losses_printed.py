"""What units have lost is struck on their printed sheets, box by box, so that play goes on with a pencil."""

import pytest

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.faces.boxes import Area, Group, Line, Text

BY_SLUG = {game.slug: game for game in GAMES}
A4 = Area(190, 270)


def boxes(slug, example, print_set, losses):
    game = BY_SLUG[slug]
    build = game.examples[example]
    source = PrintSource(game.context_of(build), build, losses=losses)
    (part,) = game.print_set(print_set).make(source)
    return [box for page in part.make(A4) for box in flat(page)]


def flat(page):
    for box in page:
        if isinstance(box, Group):
            yield from flat(box.boxes)
        else:
            yield box


def added(slug, example, print_set, losses):
    """Return the strokes, and the words, that losses add to a sheet."""
    before, after = (boxes(slug, example, print_set, one) for one in ({}, losses))
    strokes = [sum(isinstance(box, Line) for box in each) for each in (before, after)]
    words = [[box.text for box in each if isinstance(box, Text)] for each in (before, after)]
    return strokes[1] - strokes[0], words[0] == words[1]


@pytest.mark.parametrize(
    ("losses", "strokes"),
    [
        ({0: {"cockpit": 1}}, 1),
        ({0: {"cockpit": 1, "cockpit.attached[0]": 2, "part[0]": 1}}, 4),
        ({0: {"locomotor": 4}}, 4),  # all of its DT
        ({0: {"locomotor": 9}}, 4),  # no more boxes than it has
        ({0: {"re-rolls": 0, "evade": 1, "hold-speed": 2}}, 4),
        ({0: {"re-rolls": 1, "aim": 0, "hold-accuracy": 1, "hold-speed": 0}}, 1),
        ({1: {"cockpit": 1}}, 0),  # another Mech
    ],
)
def test_damage_is_struck_on_the_boxes_of_its_card(losses, strokes):
    assert added("techniconica", "copper-bison", "mech-sheets", losses) == (strokes, True)


@pytest.mark.parametrize(
    ("losses", "strokes"),
    [
        ({0: {"hp": 1400}}, 1),
        ({0: {"hp": 1200}, 1: {"hp": 0}}, 3 + 15),
        ({3: {"hp": 1900}}, 0),  # none lost
        ({9: {"hp": 0}}, 0),
    ],
)
def test_hundreds_of_hp_are_struck_on_the_roster(losses, strokes):
    """Border Patrol: 1,500 HP of Lieutenant Reyes and of Longbow, a box for each hundred."""
    assert added("mechastellar", "border-patrol", "roster", losses) == (strokes, True)
