"""The places of attached cards on a Mech, by their Base Part; `extras` draws the cards."""

from collections.abc import Sequence

from companion.games.techniconica.art.mech import extras
from companion.games.techniconica.art.mech.parts import stranger
from companion.games.techniconica.model import Armour, Extra, Part, Shield
from companion.printing.faces.placing import place_art
from companion.printing.faces.strokes import Drawing

Place = tuple[float, float, float]
"""The place of a fitting: x, y, scale."""


class Sockets:
    """The places on a Base Part for Armour, Shields and others; a further card of a kind is shifted a little."""

    def __init__(
        self, plates: tuple[Place, ...], arcs: Place | None, small: tuple[Place, ...], both: bool = False
    ) -> None:
        """Keep the places; without one for arcs, Shields are domes. `both` repeats plates and arcs on the left."""
        self.plates, self.arcs, self.small, self.both = plates, arcs, small, both

    def draw(self, cards: Sequence[Part | None]) -> Drawing:
        """Return the drawings of attached cards, arcs last."""
        plates = [card for card in cards if isinstance(card, Armour)]
        fields = [card for card in cards if isinstance(card, Shield)]
        others = [card for card in cards if not isinstance(card, Armour | Shield)]
        drawings: list[Drawing] = [self._at(extras.armour(card, i), self.plates, i) for i, card in enumerate(plates)]
        drawings += [place_art(_small(card), *_place(self.small, i)) for i, card in enumerate(others)]
        drawings += [self._arcs(card, i) for i, card in enumerate(fields)]
        return tuple(box for drawing in drawings for box in drawing)

    def _arcs(self, card: Part, index: int) -> Drawing:
        if self.arcs is None:
            return place_art(extras.dome(card), 0, -0.9 * index, 1 + 0.1 * index)
        emitter = (
            place_art(extras.emitter(card), *_place((EMITTER,), index))
            if not self.both
            else place_art(extras.emitter(card), 0, 15.4 + 1.4 * index, 0.9)
        )
        return (*emitter, *self._at(extras.field(card), (self.arcs,), index))

    def _at(self, drawing: Drawing, places: tuple[Place, ...], index: int) -> Drawing:
        right = place_art(drawing, *_place(places, index))
        return (*place_art(right, mirrored=True), *right) if self.both else right


def _small(card: Part | None) -> Drawing:
    """Return a Modification or a Support; a crate for any other card."""
    return extras.small(card) if isinstance(card, Extra) else place_art(stranger(card), -2.4, 0, 0.55)


def _place(places: tuple[Place, ...], index: int) -> Place:
    x, y, scale = places[index % len(places)]
    rounds = index // len(places)
    return x + 1.3 * rounds, y + 0.9 * rounds, scale


EMITTER = (4.4, 3.0, 0.8)
BESIDE = Sockets(
    plates=((5.2, 0, 0.92), (1.6, 0.6, 0.92)),
    arcs=(13, 0, 0.72),
    small=((3.2, 3.6, 0.85), (2.4, -3.4, 0.85), (7.6, -3.4, 0.7)),
)
"""The sockets of a part beside the hull, drawn from its mount to the right."""
ON_CAB = Sockets(
    plates=((9.4, -5, 0.95), (6.8, 3.2, 0.8)),
    arcs=None,
    small=((-5.6, 3.6, 0.85), (-8.6, -9.6, 0.95), (5.6, 3.6, 0.85), (8.6, -9.6, 0.95)),
    both=True,
)
"""The sockets of the Cockpit."""
ON_MOVER = Sockets(
    plates=((9.6, 18.4, 0.95), (4, 18.4, 0.8)),
    arcs=(16, 17.5, 0.85),
    small=((0, 14.6, 0.95), (-9.4, 13, 0.9), (9.4, 13, 0.9), (-4.6, 16.6, 0.8)),
    both=True,
)
"""The sockets of the Locomotor."""
