"""A build's title heads its sheets, whatever it is, and never keeps them from being printed."""

import pytest

from companion.data.documents import to_document
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing import pdf
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.text import fonts
from tests.pairs import one_each

HEAD = ("game", "title")
PRESENT = {
    "mecha-mettle": {"components": ["light-thrusters", "hydrostatic-bearings"]},
    "mechalyte": {"spec": "PSMIAP"},
    "techniconica": {"mech": [{"locomotor": "courier-wheels", "cockpit": "bubble-canopy"}]},
    "mechastellar": {"unit": [{"profile": "green-viking"}]},
    "wreck-a-mech": {"mech": {"head": "trainer-head"}},
}
for one in GAMES:
    PRESENT.setdefault(
        one.slug, {k: v for k, v in to_document(next(iter(one.examples.values()))).items() if k not in HEAD}
    )
TITLES = {"emoji": "Friday \U0001f916", "unbroken": "X" * 120, "long": "word " * 24}


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Friday \U00013080 night", "Friday □ night"),
        ("X" * 120, "X" * 31 + "…"),
        ("  Зубр  and\tΆρης ", "Зубр and Άρης"),
        ("\U00013080", "□"),
        ("שלום", "שלום"),
        ("龍の城 x", "□□□ x"),
        ("\U0001f916 ★", "\U0001f916 ★"),
    ],
)
def test_a_title_keeps_what_can_be_printed(title, shown):
    assert fonts.printable(title) == shown


@pytest.mark.parametrize(
    ("game", "title"),
    one_each([pytest.param(one, title, id=f"{one.slug}-{name}") for one in GAMES for name, title in TITLES.items()]),
)
def test_every_print_set_of_a_build_prints_under_any_title(game, title):
    build = game.read({"game": game.slug, "title": title[:120], **PRESENT[game.slug]})
    own = [print_set for print_set in game.print_sets if print_set.needs_build or print_set.takes_build]
    assert own
    for print_set in own:
        parts = print_set.make(PrintSource(game.context_of(build), build))
        assert pdf.pdf_bytes(
            print_job(Printout(f"{game.title}: {build.title}", parts, game.accent), PrintOptions())
        ).startswith(b"%PDF")
