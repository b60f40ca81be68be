"""Locomotors that walk, from y = 10 down to the ground at y = 25, about x = 0: stronger legs with more MW."""

from companion.games.techniconica.art.mech.shapes import size
from companion.games.techniconica.art.mech.waist import hips, plates, streamers
from companion.games.techniconica.model import Part
from companion.printing.faces.boxes import Circle
from companion.printing.faces.plates import FINE, plate
from companion.printing.faces.strokes import Drawing, curve, dark, fine, joint, with_mirror_image


def legs(card: Part) -> Drawing:
    """Two strong legs, knees ahead."""
    thick = 2.2 + 0.1 * (size(card, "mw", 13, 20) - 10)
    leg = (
        dark((3.6, 12), (6.6, 12), (8.6, 18), (5.4, 18)),
        plate(
            (4.8 - thick / 2, 12.6),
            (6 + thick / 2, 12.4),
            (7.2 + thick / 2, 16.6),
            (5.4 - thick / 2, 16.8),
            fill="paper",
        ),
        plate((6.6 - thick * 0.7, 17.2), (8 + thick * 0.7, 17.2), (9 + thick, 23), (5.8 - thick * 0.4, 23)),
        *plates(card, 7.2, 18.8, 1.8),
        plate((5 - thick * 0.6, 25), (6, 22.4), (9, 22.4), (10.4 + thick, 25), fill="blue"),
        *joint(6.8, 17.2, 1.9),
    )
    return (*with_mirror_image(leg), *hips(card), *streamers(card, 8.4, 12.4))


def bird_legs(card: Part) -> Drawing:
    """Legs bent backwards, on long toes."""
    thick = 1.5 + 0.08 * (size(card, "mw", 13, 20) - 10)
    leg = (
        plate((3.4, 11.6), (6.6, 11), (12.4, 15), (11.6, 18), (8.8, 17.4)),
        dark((11.2 - thick * 0.6, 16), (12 + thick * 0.6, 17), (7.8 + thick * 0.4, 23.4), (6.6 - thick * 0.4, 22.6)),
        plate((10.8 - thick, 17.2), (12.2 + thick * 0.5, 18), (9.8, 21.4), (8, 20.6), fill="paper"),
        plate((4.6, 25), (6, 22.4), (8.4, 22.2), (12.6, 25)),
        fine(7.2, 22.6, 7.6, 25),
        *plates(card, 7.2, 13.2, 2.6),
        *joint(11.4, 16.8, 1.8),
    )
    return (*with_mirror_image(leg), *hips(card, 6), *streamers(card, 7, 12))


def quad(card: Part) -> Drawing:
    """Four broad legs, two of them behind."""
    thick = 1.8 + 0.12 * (size(card, "mw", 15, 20) - 10)
    back = (
        dark((3, 12), (6, 12), (8.4, 19), (5.6, 19)),
        plate((5.4, 19), (8.4, 19), (9.4, 23.4), (4.8, 23.4), fill="paper"),
        dark((4, 25), (5, 23), (9, 23), (10, 25)),
    )
    front = (
        plate((6, 10.4), (9, 9.8), (15.6, 14), (14, 17.4), (7.4, 14.4)),
        plate((14.6 - thick, 15.4), (15.4 + thick, 15.2), (16 + thick, 23), (14.4 - thick, 23), fill="paper"),
        *plates(card, 13.8, 17.8, 2.6),
        dark((12.8 - thick, 25), (14, 22.4), (16.4, 22.4), (17.6 + thick, 25)),
        *joint(14.9, 15.6, 2.1),
    )
    return (*with_mirror_image(back), *with_mirror_image(front), *hips(card, 8), *streamers(card, 9, 12))


def spider(card: Part) -> Drawing:
    """Many thin legs over high knees."""
    thick = 1.0 + 0.06 * (size(card, "mw", 13, 20) - 10)
    legs: list[Drawing] = []
    for knee, high, foot in ((9, 12, 5.6), (14, 11, 12), (18.4, 10.4, 19.4)):
        legs.append(
            (
                plate((4, 11), (knee, high - thick), (knee + thick, high + thick), (5, 13.4), fill="paper"),
                plate((knee - thick, high), (knee + thick, high), (foot + 0.7, 24), (foot, 25), (foot - 0.5, 24)),
                *joint(knee, high, 1.4),
            )
        )
    belly = curve(("M", -8, 11), ("C", -7, 16.6, 7, 16.6, 8, 11), ("Z",))
    eyes = tuple(Circle(x, 13.4, 0.7, "accent", "blue", FINE) for x in (-3, -1, 1, 3))
    return (
        *(part for leg in reversed(legs) for part in with_mirror_image(leg)),
        belly,
        *hips(card, 6.4),
        *eyes,
        *streamers(card, 7, 11),
    )
