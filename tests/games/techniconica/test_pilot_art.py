"""Faces of Pilots: no two of the shipped ones look alike, and numbers show."""

from itertools import combinations

from companion.games.techniconica import GAME
from companion.games.techniconica.art import pilot_art
from companion.games.techniconica.art.drawings import load_drawing
from companion.games.techniconica.model import Pilot
from companion.printing.faces.boxes import Line
from companion.printing.faces.drawings import names

PILOTS = GAME.catalogue.all(Pilot)


def features(card):
    """Return which shipped visor, headgear and jaw a drawing has in it."""
    boxes = set(pilot_art.pilot(card))
    shown = [name for name in sorted(names("techniconica", "pilots")) if set(load_drawing(f"pilots/{name}")) <= boxes]
    return [[name for name in shown if name.startswith(kind)] for kind in ("visor-", "gear-", "jaw-")]


def test_any_two_pilots_differ_in_two_of_visor_headgear_and_jaw():
    alike = [
        (a.name, b.name)
        for a, b in combinations(PILOTS, 2)
        if sum(x != y for x, y in zip(features(a), features(b), strict=True)) < 2
    ]
    assert alike == []
    assert all(len(visor) == len(gear) == 1 for visor, gear, _ in map(features, PILOTS))


def test_accuracy_shows_as_stripes():
    cadet = next(card for card in PILOTS if card.id == "cadet")
    plain, better = (pilot_art.pilot(cadet.model_copy(update={"ac": ac})) for ac in (1, 4))
    assert sum(isinstance(box, Line) for box in better) - sum(isinstance(box, Line) for box in plain) == 3
