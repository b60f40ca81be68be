"""What all cards share fits whatever a card bears."""

from itertools import combinations

import pytest

from companion.printing.faces import anatomy
from companion.printing.text.fitting import MM_PER_PT, fit
from companion.printing.text.fonts import runs

KINDS = ("printed", "deduced", "house", "own")


@pytest.mark.parametrize("kinds", [c for n in range(1, 5) for c in combinations(KINDS, n)], ids="-".join)
def test_a_foot_has_room_for_every_mixture_of_marks(kinds):
    boxes = anatomy.foot(3, 80, 57, "Mecha Mettle · own pack · 16 of 16", kinds)
    (place, legend) = (box for box in fit(boxes, "A card") if hasattr(box, "lines"))
    assert len(place.lines) == len(legend.lines) == 1
    assert legend.size == 6


def test_each_mark_of_a_foot_is_nearer_to_its_own_word():
    (*_, legend) = fit(anatomy.foot(3, 80, 57, "A game", ("deduced", "house")), "A card")
    derived, house = legend.lines[0][1]
    (_, mark) = legend.symbols
    end = derived.x + sum(wide for _, _, wide in runs("derived", "regular")) * legend.size * MM_PER_PT
    assert mark.x - end >= 2 * (house.x - mark.x - mark.size)
