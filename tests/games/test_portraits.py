"""Laws of portraits in every game that draws its builds: they stay in their field, and are drawn the same each time."""

from pathlib import Path

import pytest

from companion.data import documents
from companion.games import GAMES
from companion.printing.faces.boxes import Circle
from companion.printing.faces.portraits import Figure, portrait
from tests.games.figures import edges, inks, leaves_its_field

RELEASES = Path(__file__).parents[1] / "releases"
FILES = sorted((*(RELEASES / "given" / "builds").glob("*.toml"), *RELEASES.glob("0.*/builds/*.toml")))
BUILDS = list({path.read_bytes(): path for path in FILES}.values())
"""The builds that releases left behind, each of equal ones once."""
HAND = {"blue", "tint", "accent", "paper"}
"""The inks of the blueprint hand."""


def figures_of(path):
    """Return the figures of a build that a release left behind."""
    document = documents.parse(path.read_text("utf-8"), path.name)
    game = next(game for game in GAMES if game.slug == document["game"])
    build, context = game.read_in_context(document)
    return game, game.figures(build, context), game.figures(build, context)


@pytest.mark.parametrize("path", BUILDS, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_figures_and_portrait_of_a_build_stay_in_their_fields_and_are_the_same_each_time(path):
    _, figures, again = figures_of(path)
    assert figures == again
    assert [figure.id for figure in figures] == [str(number) for number in range(1, len(figures) + 1)]
    for figure in figures:
        assert figure.name and figure.about.endswith(".") and "None" not in figure.about
        assert leaves_its_field(figure) is None
        assert inks(figure.boxes) <= HAND
    left, top, right, low = edges(portrait(figures))
    assert left >= 0 and top >= 0 and right <= 64 and low <= 48


@pytest.mark.parametrize("slug", ["mecha-mettle", "techniconica", "wreck-a-mech"])
def test_an_empty_build_has_no_figure(slug):
    game = next(game for game in GAMES if game.slug == slug)
    assert game.figures(game.read({"game": slug, "title": ""}), game.context()) == ()


def test_a_figure_past_its_field_is_found():
    assert leaves_its_field(Figure("1", "Too wide", (Circle(40, 36, 9, "blue", None),))) is not None
