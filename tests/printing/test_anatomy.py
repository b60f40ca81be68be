"""What all cards share fits whatever a card bears."""

from itertools import combinations

import pytest

from companion.printing.faces import anatomy
from companion.printing.text.fitting import fit

KINDS = ("printed", "deduced", "house", "own")


@pytest.mark.parametrize("kinds", [c for n in range(1, 5) for c in combinations(KINDS, n)], ids="-".join)
def test_a_foot_has_room_for_every_mixture_of_marks(kinds):
    boxes = anatomy.foot(3, 80, 57, "Mecha Mettle · own pack · 16 of 16", kinds)
    (place, legend) = (box for box in fit(boxes, "A card") if hasattr(box, "lines"))
    assert len(place.lines) == len(legend.lines) == 1
