"""What all cards share fits whatever a card bears."""

from itertools import combinations

import pytest

from companion.printing.faces import anatomy
from companion.printing.faces.boxes import Text
from companion.printing.faces.origins import INLINE, RAISED
from companion.printing.text.fitting import MM_PER_PT, fit
from companion.printing.text.fonts import runs

KINDS = ("printed", "derived", "house", "custom")


@pytest.mark.parametrize(("symbols", "least", "most"), [(INLINE, 1.0, 1.2), (RAISED, 0.5, 0.75)])
def test_a_raised_mark_takes_no_more_of_a_line_than_is_drawn(symbols, least, most):
    """A word after it would otherwise stand off as if it were a sentence away."""
    (text,) = fit([Text(0, 0, 60, 5, "14{house}14", 10, 10, symbols=symbols)], "A card")
    ((_, (before, after)),) = text.lines
    digits = sum(wide for _, _, wide in runs("14", "regular"))
    assert least <= (after.x - before.x) / (10 * MM_PER_PT) - digits <= most


@pytest.mark.parametrize("kinds", [c for n in range(1, 5) for c in combinations(KINDS, n)], ids="-".join)
def test_a_foot_has_room_for_every_mixture_of_marks(kinds):
    boxes = anatomy.foot(3, 80, 57, "Mecha Mettle · own pack · 16 of 16", kinds)
    (place, legend) = (box for box in fit(boxes, "A card") if hasattr(box, "lines"))
    assert len(place.lines) == len(legend.lines) == 1
    assert legend.size == 6.5


def test_each_mark_of_a_foot_is_nearer_to_its_own_word():
    (*_, legend) = fit(anatomy.foot(3, 80, 57, "A game", ("derived", "house")), "A card")
    derived, house = legend.lines[0][1]
    (_, mark) = legend.symbols
    end = derived.x + sum(wide for _, _, wide in runs("derived", "regular")) * legend.size * MM_PER_PT
    assert mark.x - end >= 2 * (house.x - mark.x - mark.size)
