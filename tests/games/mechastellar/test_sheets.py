"""MechaStellar's kits: everything fits both papers, sheets say what profiles and lists say, templates are to scale."""

from pathlib import Path

import pytest

from companion.games.mechastellar import GAME, gauges, profile_cards, profile_sheet, roster
from companion.games.mechastellar.loadout import units
from companion.games.mechastellar.model import Profile
from companion.printing import papers
from companion.printing.boxes import Area, Rect, Text
from companion.printing.layout import lay_out
from companion.printing.listing import listing
from companion.printing.papers import paper
from companion.printing.setup import Setup
from companion.system import Order

GOLDEN = Path(__file__).parent / "golden"
LIST = GAME.read(
    {
        "game": "mechastellar",
        "title": "First fleet",
        "size": 1000,
        "modules": ["srw"],
        "commander": "Red",
        "unit": [
            {"profile": "voltlion", "name": "Red"},
            {
                "profile": "green-viking",
                "count": 2,
                "swaps": {"Machine Gun": "Magella Cannon"},
                "extras": ["TL Missile Pods"],
            },
            {"profile": "green-viking-cdr", "traits": ["gunnery-expert", "headhunter"]},
        ],
    }
)
A4 = Area(190, 277)
SETTING = GAME.setting()


def job(name, paper="a4", build=None, rulings=None, **order):
    kit = GAME.kit(name)
    return lay_out(GAME.title, kit.make(Order(GAME.setting(rulings), build, **order)), papers.paper(paper), GAME.accent)


def text(*args, **kwargs):
    return " ".join(listing(job(*args, **kwargs)).replace(" / ", " ").split())


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("kit", GAME.kits, ids=lambda kit: kit.name)
def test_every_kit_fits(kit, paper):
    assert job(kit.name, paper, LIST if kit.needs_build else None).sheets


def test_every_profile_has_its_sheet_two_to_a_page():
    whole = job("profiles")
    words = listing(whole)
    names = [card.name for card in GAME.catalogue.all(Profile)]
    assert all(name in words for name in names)
    assert len(whole.sheets) == -(-len(names) // 2)


def test_a_sheet_says_what_the_block_says_with_alternates_and_prices():
    words = text("profiles")
    for part in ("Magella Cannon (for Machine Gun)", "(for Machine Gun, level 1+)", "TL Missile Pods (+20 points)"):
        assert part in words


def test_a_lists_own_sheets_show_swaps_extras_and_own_traits():
    words = text("my-profiles", build=LIST)
    assert "Magella Cannon" in words and "Giant Bazooka" not in words
    assert "TL Missile Pods" in words and "2 of them, 100 points; 1600 HP in this game" in words
    assert "Gunnery Expert" in words and "Renowned Pilot" not in words


def test_unknown_numbers_are_left_blank_on_request():
    shown, blank = text("profiles"), text("profiles", unknown="blank")
    assert shown.count("7800") > blank.count("7800") == 0  # VoltLion's HP are ours
    assert "800" in blank  # Green Viking's are printed


def test_the_roster_has_a_row_a_model_and_its_pool_and_tracks():
    words = text("roster", build=LIST)
    assert "430 of 1000 points, 4 units" in words
    assert "Green Viking 1" in words and "Green Viking 2" in words
    assert "HP 1600" in words and "HP 15600" in words  # doubled by the module
    assert "starts at 5" in words


def test_a_dozen_grunts_stand_on_one_page_and_forty_in_two_columns():
    for count, sheets in ((12, 1), (34, 1), (80, 3)):
        build = GAME.read(
            {"game": "mechastellar", "title": "", "size": 3000, "unit": [{"profile": "green-viking", "count": count}]}
        )
        made = job("roster", build=build)
        assert len(made.sheets) == sheets
        assert listing(made).count("HP 800") == count


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("module", ["gritty", "dangerous-terrain"])
def test_every_unit_fits_the_roster_in_one_column_and_in_two(count, module):
    for n, card in enumerate(GAME.catalogue.all(Profile)):
        lines = [{"profile": card.id, "count": count}, {"profile": "green-viking", "count": 1 + 18 * (n % 2)}]
        build = GAME.read({"game": "mechastellar", "title": "", "modules": [module], "unit": lines})
        assert f"HP {card.hp * (2 if module == 'gritty' else 1)}" in listing(job("roster", "letter", build))


def test_two_columns_are_even_and_show_weapons_where_there_is_room():
    lines = [{"profile": "green-viking", "count": 19}]
    build = GAME.read({"game": "mechastellar", "title": "", "size": 3000, "unit": lines})
    (page,) = roster.pages(build, units(build, GAME.catalogue, SETTING.rulings), SETTING)(A4)
    named = [box for box in page if isinstance(box, Text) and box.what == "unit"]
    assert sum(box.x < A4.w / 2 for box in named) == 10
    assert text("roster", build=build).count("Machine Gun 200") == 19


def test_nothing_may_be_set_below_six_points():
    cards = GAME.catalogue.all(Profile)
    pages = profile_sheet.pages([profile_sheet.of_profile(card) for card in cards])(A4)
    rows = roster.pages(LIST, units(LIST, GAME.catalogue, SETTING.rulings), SETTING)(A4)
    faces = [profile_cards.piece(card, "1", False).face.boxes for card in cards]
    texts = [box for boxes in (*pages, *rows, *faces) for box in boxes if isinstance(box, Text)]
    assert len(texts) > 1000 and min(box.least for box in texts) >= 6


def test_an_empty_list_still_prints_a_roster():
    empty = GAME.read({"game": "mechastellar", "title": ""})
    assert len(job("roster", build=empty).sheets) == 1
    with_tracks = [box for box in roster.pages(empty, (), GAME.setting())(A4)[0] if isinstance(box, Rect)]
    assert min(box.w for box in with_tracks) >= 5


def test_the_reference_has_the_lists_modules_only():
    own, whole = text("my-reference", build=LIST), text("reference")
    assert "Strategic Robot Warfare (module)" in own and "Stellar Warfare (module)" not in own
    assert "Stellar Warfare (module)" in whole
    assert "CC BY-NC-SA" in whole


def test_the_reference_tells_the_rulings_in_force():
    assert "Three single shots a weapon" in text("reference")
    assert "whole attack three times" in text("reference", rulings={"overwatch-shots": "attacks"})


def test_rulers_are_to_scale_in_parts_with_tabs_between():
    pages = gauges.rulers(A4)
    bodies = [b for page in pages for b in page if isinstance(b, Rect) and b.fill is None]
    rulers = sum(b.h for b in bodies if b.w == gauges.RULER_WIDE) / 25.4
    assert rulers == pytest.approx(8 + 16 + 24 + 32 + 48)
    for wide in (2, 3, 4):
        strips = [b for b in bodies if b.w == pytest.approx(wide * 25.4)]
        assert sum(b.h for b in strips) / 25.4 == pytest.approx(24)
    tabs = [b for page in pages for b in page if isinstance(b, Rect) and b.fill]
    parts = len(bodies)
    assert len(tabs) == parts - len(gauges.strips())
    assert max(b.x + b.w for page in pages for b in page if isinstance(b, Rect)) <= A4.w
    assert max(b.y + b.h for page in pages for b in page if isinstance(b, Rect)) <= A4.h


@pytest.mark.parametrize("name", ["a4", "letter", "a3", "legal", "tabloid", "148x210"])
def test_templates_print_on_every_paper(name):
    """On A3 a page holds 15 inches: a ruler of 16 is two parts of 8, not 15 and one too short for its words."""
    setup = Setup(paper(name))
    parts = [part for kit in GAME.kits if kit.name == "templates" for part in kit.make(Order(GAME.setting()))]
    sheets = lay_out("Test", parts, setup).sheets
    assert sheets
    longest = (setup.paper.h - setup.keep - setup.foot_keep) // gauges.INCH
    pages = gauges.rulers(Area(setup.paper.w - 10, setup.paper.h - setup.keep - setup.foot_keep))
    bodies = [b.h / gauges.INCH for page in pages for b in page if isinstance(b, Rect) and b.fill is None]
    assert sum(bodies) == pytest.approx(8 + 16 + 24 + 32 + 48 + 3 * 24)
    assert min(bodies) >= min(longest / 2, 4) and max(bodies) <= longest


def test_ring_quarters_reach_four_and_six_inches():
    words = [b.text for page in gauges.rings(A4) for b in page if isinstance(b, Text)]
    for inches in (4, 6):
        assert sum(f'{inches}" + Size' in line for line in words) == 4


@pytest.mark.golden
@pytest.mark.parametrize("name", ["my-profiles", "roster", "reference"])
def test_listing(name, golden):
    golden(GOLDEN / f"{name}.txt", listing(job(name, build=None if name == "reference" else LIST)))
