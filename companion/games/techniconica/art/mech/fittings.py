"""Attached cards: plates, arcs of force, gears and aerials, each where its Base Part is."""

from collections.abc import Sequence

from companion.games.techniconica.art.mech.extras import small
from companion.games.techniconica.art.mech.shapes import said, serial, size
from companion.games.techniconica.model import Armour, Part, Shield
from companion.printing.faces.boxes import Path
from companion.printing.faces.placing import placed
from companion.printing.faces.plates import plate
from companion.printing.faces.strokes import Drawing, block, bolts, dark, glow, ring

Place = tuple[float, float, float]
"""Where a fitting is: x, y, and how large."""


def _plate(card: Part, count: int) -> Drawing:
    """Return layers of plate about (0, 0), 6 mm wide and 8 high: as many as DT, bolted as AR says."""
    layers = 1 + size(card, "dt", 2, 6) // 2
    words = said(card)
    made: Drawing = ()
    for i in range(layers):
        dx, dy = (layers - 1 - i) * 0.8, (i - layers + 1) * 0.6
        outline = (
            (-2.4 + dx, -3.8 + dy),
            (1.8 + dx, -4.4 + dy),
            (3 + dx, -1 + dy),
            (2.2 + dx, 4 + dy),
            (-1.8 + dx, 4.4 + dy),
        )
        made += (plate(*outline, fill="paper" if i < layers - 1 else "tint"),)
    if "tile" in words or "reactive" in words:
        made += tuple(block(x, y, 1.7, 1.9, "paper", 0.3) for x in (-1.8, 0.5) for y in (-3.2, -0.8, 1.6))
    rivets = ((-1.6, -2.9), (1.4, -3.3), (1.5, 3), (-1.2, 3.5), (2.1, -0.5), (-1.9, 0.4))
    return (
        *made,
        *bolts(*rivets[: max(1, size(card, "ar", 2, 6))], r=0.5),
        *serial(card, -1.4, 0.2 + 0.6 * count % 2, 3, 1),
    )


def _field(card: Part) -> Drawing:
    """Return arcs of force that bulge to the right of (0, 0) from a boom: one for each point of DT."""
    arcs = tuple(
        Path(
            (
                ("M", i * 1.0 - 1.6, -7.0 + i * 0.3),
                ("C", i * 1.0 + 2.2, -3.4, i * 1.0 + 2.2, 3.4, i * 1.0 - 1.6, 7.0 - i * 0.3),
            ),
            None,
            "accent",
            0.6 if i == 0 else 0.35,
        )
        for i in range(max(1, size(card, "dt", 2, 6)))
    )
    return (dark((-6, -0.5), (1, -0.5), (1, 0.5), (-6, 0.5)), *arcs, ring(0.9, 0, 1.1), glow(0.9, 0, 0.55))


def _dome(card: Part) -> Drawing:
    """Return arches of force over the Cockpit, from shoulder to shoulder: one for each point of DT."""
    count = max(1, size(card, "dt", 2, 6))
    arches = tuple(
        Path(
            (
                ("M", -9.6 - i * 0.7, -8.4),
                ("C", -11 - i * 0.7, -20.4 - i * 1.25, 11 + i * 0.7, -20.4 - i * 1.25, 9.6 + i * 0.7, -8.4),
            ),
            None,
            "accent",
            0.6 if i == 0 else 0.35,
        )
        for i in range(count)
    )
    feet = tuple(
        part
        for s in (-1, 1)
        for part in (ring(s * (9.6 + count * 0.3), -8.4, 1.5), glow(s * (9.6 + count * 0.3), -8.4, 0.8))
    )
    return (*arches, *feet, *serial(card, -1.4, -3.9, 2.8, 0.9))


def _emitter(card: Part) -> Drawing:
    return (
        dark((-1.4, 1.2), (1.4, 1.2), (1, 2.8), (-1, 2.8)),
        ring(0, 0.2, 1.5),
        glow(0, 0.2, 0.75),
        *serial(card, -1.2, 3, 2.4, 0.7),
    )


class Sockets:
    """Where a Base Part takes plates, arcs and small things; a second of a kind moves on a little."""

    def __init__(
        self, plates: tuple[Place, ...], arcs: Place | None, small: tuple[Place, ...], both: bool = False
    ) -> None:
        """Keep the places; without one for arcs they are a dome. `both` repeats plates and arcs on the left."""
        self.plates, self.arcs, self.small, self.both = plates, arcs, small, both

    def drawn(self, cards: Sequence[Part | None]) -> Drawing:
        """Return what is attached, arcs last."""
        plates = [card for card in cards if isinstance(card, Armour)]
        fields = [card for card in cards if isinstance(card, Shield)]
        others = [card for card in cards if not isinstance(card, Armour | Shield)]
        made: list[Drawing] = [self._at(_plate(card, i), self.plates, i) for i, card in enumerate(plates)]
        made += [placed(small(card), *_place(self.small, i)) for i, card in enumerate(others)]
        made += [self._arcs(card, i) for i, card in enumerate(fields)]
        return tuple(box for drawing in made for box in drawing)

    def _arcs(self, card: Part, index: int) -> Drawing:
        if self.arcs is None:
            return placed(_dome(card), 0, -0.9 * index, 1 + 0.1 * index)
        emitter = (
            placed(_emitter(card), *_place((EMITTER,), index))
            if not self.both
            else placed(_emitter(card), 0, 15.4 + 1.4 * index, 0.9)
        )
        return (*emitter, *self._at(_field(card), (self.arcs,), index))

    def _at(self, drawing: Drawing, places: tuple[Place, ...], index: int) -> Drawing:
        right = placed(drawing, *_place(places, index))
        return (*placed(right, mirrored=True), *right) if self.both else right


def _place(places: tuple[Place, ...], index: int) -> Place:
    x, y, scale = places[index % len(places)]
    again = index // len(places)
    return x + 1.3 * again, y + 0.9 * again, scale


EMITTER = (4.4, 3.0, 0.8)
BESIDE = Sockets(
    plates=((5.2, 0, 0.92), (1.6, 0.6, 0.92)),
    arcs=(13, 0, 0.72),
    small=((3.2, 3.6, 0.85), (2.4, -3.4, 0.85), (7.6, -3.4, 0.7)),
)
"""Of a part beside the hull, drawn from its mount to the right."""
ON_CAB = Sockets(
    plates=((9.4, -5, 0.95), (6.8, 3.2, 0.8)),
    arcs=None,
    small=((-5.6, 3.6, 0.85), (-8.6, -9.6, 0.95), (5.6, 3.6, 0.85), (8.6, -9.6, 0.95)),
    both=True,
)
"""Of the Cockpit."""
ON_MOVER = Sockets(
    plates=((9.6, 18.4, 0.95), (4, 18.4, 0.8)),
    arcs=(16, 17.5, 0.85),
    small=((0, 14.6, 0.95), (-9.4, 13, 0.9), (9.4, 13, 0.9), (-4.6, 16.6, 0.8)),
    both=True,
)
"""Of the Locomotor."""
