"""MechaStellar's print sets: everything fits both papers, sheets say what profiles and lists say, templates are to scale."""

import itertools
import re
from dataclasses import replace
from math import cos, hypot, radians, sin
from pathlib import Path as File

import pytest

from companion.gamekit.contract import PrintSource
from companion.games.mechastellar import GAME
from companion.games.mechastellar.model import Profile, TraitLine
from companion.games.mechastellar.rules.loadout import units_of_force
from companion.games.mechastellar.sheets import (
    blocks,
    damage_track,
    gauges,
    markers,
    profile_cards,
    profile_sheet,
    roster,
    roster_rows,
)
from companion.printing.faces.boxes import Area, Deck, Group, Line, Path, Rect, Text
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.text import fitting
from tests.pairs import few_first, pairs_first
from tests.printing.listing import list_job

GOLDEN = File(__file__).parent / "golden"
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
CONTEXT = GAME.context()


def job(name, paper="a4", build=None, rulings=None, **source):
    print_set = GAME.print_set(name)
    return lay_out(
        GAME.title,
        print_set.make(PrintSource(GAME.context(rulings), build, **source)),
        PrintOptions(paper=paper, share=False),
        GAME.accent,
    )


def text(*args, **kwargs):
    return " ".join(list_job(job(*args, **kwargs)).replace(" / ", " ").split())


@pytest.mark.parametrize(("paper", "print_set"), pairs_first(["a4", "letter"], [one.name for one in GAME.print_sets]))
def test_every_print_set_fits(print_set, paper):
    assert job(print_set, paper, LIST if GAME.print_set(print_set).needs_build else None).sheets


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_profile_has_its_sheet_three_or_four_to_a_page_where_they_are_short(paper):
    whole = job("profiles", paper)
    words = list_job(whole)
    names = [card.name for card in GAME.catalogue.all(Profile)]
    assert len(names) == 39 and all(name in words for name in names)
    assert len(whole.sheets) == 14
    build = GAME.read({"game": "mechastellar", "title": "", "unit": [{"profile": "argonaut"}] * 6})
    assert len(job("my-profiles", paper, build).sheets) == 2, "three weapons, twenty boxes of damage: three to a page"


@pytest.mark.parametrize("paper", few_first(1, ["a4", "letter"]))
def test_the_whole_game_takes_thirty_sheets_at_most(paper):
    whole = job("everything", paper)
    assert whole.papers <= 30
    assert {title for sheet in whole.sheets for title in sheet.parts} >= {"Profile cards", "Templates", "Reference"}


def test_a_sheet_says_what_the_block_says_with_alternates_and_prices():
    words = text("profiles")
    for part in ("Magella Cannon (for Machine Gun)", "(for Machine Gun, level 1+)", "TL Missile Pods (+20 points)"):
        assert part in words


def test_a_lists_own_sheets_show_swaps_extras_and_own_traits():
    words = text("my-profiles", build=LIST)
    assert "Magella Cannon" in words and "Giant Bazooka" not in words
    assert "TL Missile Pods" in words and "2 units, 100 points; HP printed 800, doubled in this game" in words
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


def all_boxes(boxes, of):
    for box in boxes:
        if isinstance(box, Group):
            yield from all_boxes(box.boxes, of)
        elif isinstance(box, of):
            yield box


def army(**line):
    return GAME.read({"game": "mechastellar", "title": "", "size": 3000, "unit": [{"profile": "green-viking", **line}]})


@pytest.mark.parametrize(("count", "sheets"), [(12, 1), (31, 2), (80, 3)])
def test_a_dozen_grunts_stand_on_one_page_and_more_flow_over_pages(count, sheets):
    made = job("roster", build=army(count=count))
    assert len(made.sheets) == sheets
    words = list_job(made)
    assert words.count("HP 800") == count and f"Green Viking {count}\n" in words
    assert words.count("Roster") >= sheets


@pytest.mark.parametrize("modules", [(), ("strategic-commands",)])
def test_the_tracks_of_a_roster_stand_below_each_other_without_a_gap(modules):
    build = army().model_copy(update={"modules": modules})
    (page,) = roster.pages(build, units_of_force(build, GAME.catalogue, CONTEXT.rulings), CONTEXT)(A4)
    at = {box.text: box.y for box in page if isinstance(box, Text)}
    tracks = ("Momentum", *(["Influence"] * bool(modules)), "Round")
    assert [at[below] - at[above] for above, below in itertools.pairwise(tracks)] == [8] * (len(tracks) - 1)


@pytest.mark.parametrize("count", [1, 6, 31])
def test_every_box_to_tick_is_five_millimetres_inside_however_many_units(count):
    build = army(count=count, extras=["TL Missile Pods"])
    made = roster.pages(build, units_of_force(build, GAME.catalogue, CONTEXT.rulings), CONTEXT)(A4)
    boxes = list(all_boxes([box for page in made for box in page], Rect))
    assert min(min(box.w, box.h) - box.width for box in boxes) >= 5
    assert len(boxes) == 11 + 6 + count * (6 + 8 + 1)  # Momentum, rounds; activation, HP 800, missiles
    said = [box.text for page in made for box in all_boxes(page, Text) if box.what == "once"]
    assert said == ["used: TL Missile Pods"] * count


def test_a_card_crammed_with_weapons_gives_up_its_marks_and_note_first():
    base = GAME.catalogue.get(Profile, "saronic-cruiser")
    marked = {
        "qualities": ("K", "E", "X", "CC", "AA", "360"),
        "special": "long words " * 12,
        "close_range": "RF+3 Hits",
    }
    guns = [
        base.weapons[0].model_copy(update={"name": f"Particle Gun {n:02d} of the starboard side", **marked})
        for n in range(12)
    ]
    build = army(name="Big")
    (unit,) = units_of_force(build, GAME.catalogue, CONTEXT.rulings)
    block = blocks.unit_block(replace(unit, profile=base, weapons=tuple(guns)), ())
    said = card_words(block)
    assert (said.count("7"), said.count("600"), said.count("RF+3 Hits")) == (12, 12, 12)
    assert not any("[K]" in words or "long words" in words for words in said)
    assert foot(block).endswith("more: profile sheet")
    lay_out(
        "Test", [Deck("Cards", profile_cards.TAROT, (profile_cards.piece(block, "x", "1"),))], PrintOptions(share=False)
    )


@pytest.mark.parametrize(
    ("change", "note"),
    [({}, ""), ({"name": "Old Red"}, "Dervish"), ({"count": 2}, "2 units, 170 points")],
)
def test_a_units_note_says_what_its_card_does_not(change, note):
    """Its points and the profile's name stand in the head; a row that repeats them is none."""
    build = army(profile="dervish", **change)
    (unit,) = units_of_force(build, GAME.catalogue, CONTEXT.rulings)
    block = blocks.unit_block(unit, ())
    assert block.note == note
    assert [words for words in card_words(block) if "points" in words or words == "Dervish"] == [note] * bool(note)


def card_words(block):
    """Every text of the weapon table on a unit's card."""
    boxes = profile_cards.piece(block, "x", "1").face.boxes
    texts = [box for box in boxes if isinstance(box, Text) and box.what != "legend"]
    return [box.text for box in texts if profile_cards.TOP_OF_TABLE <= box.y < profile_cards.END]


def foot(block):
    boxes = profile_cards.piece(block, "x", "1").face.boxes
    return next(box.text for box in boxes if isinstance(box, Text) and box.what == "foot")


def test_a_card_has_its_weapons_in_a_table():
    card = GAME.catalogue.get(Profile, "dervish")
    table = card_words(blocks.profile_block(card))
    assert table[:7] == ["Weapons", "Range", "RF to", "Attacks", "Close", "PEN", "DMG"]
    assert table[7:14] == ["Machine Cannon", '24"', '12"', "5", "RF+1", "1", "300"]
    sword = table.index("Heat Sword")
    assert table[sword + 1 : sword + 4] == ["Melee", "4", "300"], "no Rapid Fire"


def test_a_card_has_a_legend_of_its_codes_and_of_no_others():
    boxes = profile_cards.piece(blocks.profile_block(GAME.catalogue.get(Profile, "dervish")), "x", "1").face.boxes
    (legend,) = (box.text for box in boxes if isinstance(box, Text) and box.what == "legend")
    assert legend == "RF: Rapid Fire, up to its range · [K] kinetic · [X] homing explosive"
    for card in GAME.catalogue.all(Profile):
        weapons = (*card.weapons, *card.alternates, *card.extras)
        found = {quality for weapon in weapons for quality in weapon.qualities} & set(blocks.CODES)
        assert set(re.findall(r"\[(\w+)\]", blocks.legend(weapons))) == found, card.name


def test_every_card_has_its_figure_in_one_place_and_one_size():
    places = set()
    for card in GAME.catalogue.all(Profile):
        boxes = profile_cards.piece(blocks.profile_block(card), "x", "1").face.boxes
        (drawn,) = (box for box in boxes if isinstance(box, Group))
        places.add((drawn.x, drawn.y, drawn.scale))
    assert len(places) == 1


def test_text_of_a_card_is_seven_points_where_there_is_room():
    """Only cards that are full of weapons or of boxes have smaller words."""
    small = set()
    for card in GAME.catalogue.all(Profile):
        boxes = fitting.fit(profile_cards.piece(blocks.profile_block(card), "x", "1").face.boxes, card.name)
        words = [box for box in boxes if isinstance(box, fitting.Words) and box.box.what not in ("foot", "number")]
        if min(box.size for box in words if box.box.what != "legend") < 7:
            small.add(card.id)
    assert small <= {"green-viking", "green-viking-cdr", "saronic-cruiser", "polar-star"}


@pytest.mark.parametrize(
    ("hp", "rows"),
    [
        (800, ((100, 8),)),
        (2000, ((100, 20),)),
        (3600, ((500, 8),)),
        (18000, ((500, 36),)),
        (36000, ((1000, 36),)),
    ],
)
def test_a_card_has_a_box_or_a_stroke_for_every_hundred_hit_points(hp, rows):
    boxes = damage_track.card_track(hp, 3, 80)
    squares = [b for b in boxes if isinstance(b, Rect)]
    assert len(squares) == sum(count for _, count in rows)
    strokes = [b for b in boxes if isinstance(b, Line)]
    assert len(strokes) == (0 if rows[0][0] == 100 else hp / 100)
    assert [b.text for b in boxes if isinstance(b, Text)][0] == ("| = 100" if strokes else "100s")
    assert min(b.w - b.width for b in squares) == pytest.approx(5)
    assert max(b.x + b.w for b in squares) <= 67 and max(b.y + b.h for b in squares) <= 80 + damage_track.card_height(
        hp
    )


def test_every_profiles_card_has_its_figure_and_its_whole_track():
    for card in GAME.catalogue.all(Profile):
        block = blocks.profile_block(card)
        boxes = profile_cards.piece(block, "x", "1").face.boxes
        squares = [b for b in boxes if isinstance(b, Rect) and b.w == damage_track.CARD_BOX]
        assert len(squares) == len(damage_track.track_boxes(card.hp)[1]), card.name
        assert sum(isinstance(b, Group) for b in boxes) >= 1, card.name
        assert foot(block) == "MechaStellar 9.5, CC BY-NC-SA", "it leaves nothing out"


@pytest.mark.parametrize("first", few_first(2, range(0, 39, 9)))
def test_no_row_leaves_the_page_whatever_stands_together(first):
    cards = GAME.catalogue.all(Profile)
    cards = (*cards[first:], *cards[:first])
    lines = [{"profile": card.id, "count": 1 + n % 3} for n, card in enumerate(cards[: 10 + 2 * first])]
    build = GAME.read({**ORDERS, "modules": ["gritty"], "unit": lines})
    made = roster.pages(build, units_of_force(build, GAME.catalogue, CONTEXT.rulings), CONTEXT)(A4)
    ends = [g.y + max(b.y + b.h for b in g.boxes if isinstance(b, Rect)) for page in made for g in rows(page)]
    assert len(ends) == sum(line["count"] for line in lines) + 1 and max(ends) <= A4.h


def rows(page):
    return [box for box in page if isinstance(box, Group)]


@pytest.mark.parametrize(
    ("hp", "wanted"),
    [
        (800, (100, 8, 100)),
        (850, (100, 9, 50)),
        (2000, (100, 20, 100)),
        (2001, (500, 5, 1)),
        (7800, (500, 16, 300)),
        (15_600, (500, 32, 100)),
        (20_000, (500, 40, 500)),
        (24_000, (1000, 24, 1000)),
        (199_998, (5000, 40, 4998)),
        (0, (100, 0, None)),
    ],
)
def test_damage_tracks_record_hundreds_and_nothing_is_erased(hp, wanted):
    """One row of boxes, worth all HP together; the last is worth what is left."""
    step, found = damage_track.track_boxes(hp)
    assert (step, len(found), found[-1] if found else None) == wanted
    assert sum(found) == hp
    drawn = damage_track.track(hp, 0, 0, 93)
    last = [box.text for box in drawn if isinstance(box, Text) and box.what == "text"]
    worth = wanted[2]
    assert last == ([] if step != 100 or worth in (step, None) else [str(worth)])
    assert all(isinstance(box, Rect | Line | Text) for box in drawn)
    rects = [box for box in drawn if isinstance(box, Rect)]
    assert len({(box.x, box.y) for box in rects}) == len(rects) == len(found)
    assert max((box.y + box.h for box in rects), default=0) <= damage_track.height(hp, 93)
    assert max((box.x + box.w for box in rects), default=0) <= 93


def test_a_roster_row_tells_points_pilot_actions_commander_and_ship():
    lines = [
        {"profile": "saronic-cruiser", "name": "Argo"},
        {"profile": "green-viking", "name": "Zeke", "pilot": 1, "carried_by": "Argo"},
    ]
    document = {"game": "mechastellar", "title": "", "theatre": "space", "commander": "Zeke", "unit": lines}
    words = text("roster", build=GAME.read(document))
    assert "Commander · 30 points · Skilled Pilot · Green Viking · aboard Argo" in words
    assert "380 points · Skilled Captain · Saronic Cruiser" in words
    assert words.count("Commander ·") == 1
    assert "Actions 2 · Shooting 9" in words and "Power 2 · Catapult 2 · Repair 500" in words


def test_a_ships_catapult_and_repair_stand_on_sheets_and_cards():
    assert "label, 6.5 pt: Catapult" in list_job(job("profiles")) and "repair, 11 pt: 500" in list_job(job("profiles"))
    assert "Catapult 2, Repair 500" in text("cards")
    assert "Catapult" not in text("my-cards", build=LIST) + text("my-profiles", build=LIST)


ORDERS = {
    "game": "mechastellar",
    "title": "",
    "modules": ["climactic-events", "expanded-commands"],
    "event": ["the-will-to-power"],
    "commands": ["overwatch", "reinforcements"],
    "unit": [{"profile": "green-viking", "count": 2}],
}
WILL = "The Will to Power! (event, once a game, commander only): From round 3"


@pytest.mark.parametrize("count", [2, 11, 60])
def test_the_roster_ends_in_the_chosen_event_and_commands(count):
    build = GAME.read({**ORDERS, "unit": [{"profile": "green-viking", "count": count}]})
    words = text("roster", build=build)
    assert WILL in words and "Overwatch (reaction, Influence 1): One unit makes" in words
    assert "Reinforcements (Influence X): Once a game" in words and "Lightning Raid" not in words
    assert words.index(f"Green Viking {count}") < words.index(WILL)


def test_the_reference_has_the_orders_of_the_modules_in_play():
    own = text("my-reference", build=GAME.read(ORDERS))
    assert WILL in own and "Narrow Escape (" not in own
    assert "Guardian (reaction, Influence 1)" in own  # universal
    assert "Reinforcements (Influence X)" in own and "Lightning Raid (" not in own
    none = text("my-reference", build=GAME.read({**ORDERS, "modules": []}))
    assert "Will to Power" not in none and "Guardian (" not in none and "Reinforcements (" not in none
    whole = text("reference")
    assert "Narrow Escape (event" in whole and "Lightning Raid (Influence 2)" in whole and "Guardian (" in whole
    assert len(job("reference").sheets) == 2


def test_a_lists_cards_show_units_as_equipped():
    lines = [
        {
            "profile": "green-viking",
            "name": "Zeke",
            "count": 2,
            "pilot": 1,
            "swaps": {"Machine Gun": "Giant Bazooka"},
            "extras": ["TL Missile Pods"],
        },
        {"profile": "green-viking"},
        {"profile": "green-viking-cdr", "traits": ["giant-slayer", "Marksman"]},
    ]
    build = GAME.read({"game": "mechastellar", "title": "", "modules": ["gritty"], "unit": lines})
    made = list_job(job("my-cards", build=build))
    words = " ".join(made.replace(" / ", " ").split())
    assert (
        "name, 14 pt: Zeke 1" in made
        and "name, 14 pt: Zeke 2" in made
        and "points, 13 pt: 50" in made
        and "Skilled Pilot · Frame 1" in words
    )
    row = [
        f"cell, {size} pt: {cell}" for size, cell in zip([7] * 6, ('32"', '16"', "3", "RF+1", "2", "800"), strict=True)
    ]
    assert " ".join(("weapon, 7 pt: Giant Bazooka", *row, "reference, 7 pt: +1 PEN against warships [K]")) in words
    assert words.count("once, 7.5 pt: used: TL Missile Pods") == 2, "a box on each of the two cards"
    assert "Single use [X] [TL]" in words and "Magella Cannon" not in words
    assert words.count("Green Viking; HP printed 800, doubled in this game") == 2
    assert "Giant Slayer: +2 PEN" in words and "Headhunter" not in words and "Marksman: ____" in words
    (deck,) = GAME.print_set("my-cards").make(PrintSource(CONTEXT, build))
    printed = [("green-viking", 1), ("green-viking-2", 1), ("green-viking-3", 1), ("green-viking-cdr", 1)]
    assert [(piece.id, piece.copies) for piece in deck.pieces] == printed, "a card for each of the two Zekes"
    assert list_job(job("cards", build=build)) == made


def test_generic_cards_give_numbers_of_alternates_and_extras_and_marks():
    words = text("cards")
    assert "for Machine Gun · Indirect Fire (R:32" in words
    assert "TL Missile Pods" in words and "+20 points · Single use [X] [TL]" in words
    assert "[K] [AA]" in words and "[E] [360]" in words


def test_a_card_with_more_than_there_is_room_for_keeps_its_weapons_numbers():
    base = GAME.catalogue.get(Profile, "green-viking")
    extras = tuple(base.extras[0].model_copy(update={"name": f"Pod {n}", "special": "word " * 30}) for n in range(8))
    block = blocks.profile_block(base.model_copy(update={"extras": extras, "alternates": ()}))
    said = card_words(block)
    assert "Pod 7" in said and "Machine Gun" in said and '24"' in said
    assert not any("word word" in words for words in said)


@pytest.mark.parametrize(
    ("count", "module"),
    few_first(1, [(2, "gritty"), (1, "gritty"), (1, "dangerous-terrain"), (2, "dangerous-terrain")]),
)
def test_every_unit_fits_the_roster_in_one_column_and_in_two(count, module):
    for n, card in enumerate(GAME.catalogue.all(Profile)):
        lines = [{"profile": card.id, "count": count}, {"profile": "green-viking", "count": 1 + 18 * (n % 2)}]
        build = GAME.read({"game": "mechastellar", "title": "", "modules": [module], "unit": lines})
        assert f"HP {card.hp * (2 if module == 'gritty' else 1)}" in list_job(job("roster", "letter", build))


def test_two_columns_are_even_and_show_weapons():
    build = army(count=16)
    (page,) = roster.pages(build, units_of_force(build, GAME.catalogue, CONTEXT.rulings), CONTEXT)(A4)
    assert sum(box.x < A4.w / 2 for box in rows(page)) == 8 == len(rows(page)) / 2
    words = text("roster", build=build)
    assert (
        words.count('Machine Gun [K]: 24", 6 shots, RF+2 Hits, DMG 200') == 1 and words.count("as Green Viking 1") == 15
    )


def test_equal_units_are_numbered_alike_everywhere():
    """Through the whole list: on roster, cards and standees each by its name, on a sheet those that share it."""
    lines = [{"profile": "dervish"}, {"profile": "green-viking", "count": 2}, {"profile": "green-viking", "pilot": 1}]
    build = GAME.read({"game": "mechastellar", "title": "", "unit": lines})
    names = ["Dervish", "Green Viking 1", "Green Viking 2", "Green Viking 3"]
    source_of_list = PrintSource(CONTEXT, build)
    for print_set in ("my-cards", "standees"):
        decks = GAME.print_set(print_set).make(source_of_list)
        assert sorted(piece.name for deck in decks for piece in deck.pieces) == names
    (rows_of_roster,) = roster.pages(build, units_of_force(build, GAME.catalogue, CONTEXT.rulings), CONTEXT)(A4)
    assert [box.text for box in all_boxes(rows_of_roster, Text) if box.what == "unit"] == names
    sheets = text("my-profiles", build=build)
    assert "Green Viking 1 to 2" in sheets and "Green Viking 3" in sheets
    assert "step, 7 pt: 1: HP" in sheets and "step, 7 pt: 2: HP" in sheets, "a track for each"


def test_a_sheet_is_for_four_equal_units_at_most():
    found = text("my-profiles", build=army(count=5, extras=["TL Missile Pods"]))
    assert "Green Viking 1 to 4" in found and "Green Viking 5" in found
    assert re.findall(r"once, 7.5 pt: (\d? ?)used: TL", found) == ["1 ", "2 ", "3 ", "4 ", ""]


def test_nothing_may_be_set_below_six_and_a_half_points():
    cards = GAME.catalogue.all(Profile)
    pages = profile_sheet.pages([blocks.profile_block(card) for card in cards])(A4)
    lists = roster.pages(LIST, units_of_force(LIST, GAME.catalogue, CONTEXT.rulings), CONTEXT)(A4)
    faces = [profile_cards.piece(blocks.profile_block(card), card.id, "1").face.boxes for card in cards]
    texts = [box for boxes in (*pages, *lists, *faces) for box in all_boxes(boxes, Text)]
    assert len(texts) > 1000 and min(box.least for box in texts) >= 6.5


def test_an_empty_list_still_prints_a_roster():
    empty = GAME.read({"game": "mechastellar", "title": ""})
    assert len(job("roster", build=empty).sheets) == 1
    with_tracks = [box for box in roster.pages(empty, (), GAME.context())(A4)[0] if isinstance(box, Rect)]
    assert min(box.w for box in with_tracks) >= 5


def test_the_reference_has_the_lists_modules_only():
    own, whole = text("my-reference", build=LIST), text("reference")
    assert "Strategic Robot Warfare (module)" in own and "Stellar Warfare (module)" not in own
    assert "Stellar Warfare (module)" in whole
    assert "CC BY-NC-SA" in whole


def test_the_reference_tells_the_rulings_in_force():
    assert "Three single shots per weapon" in text("reference")
    assert "whole attack three times" in text("reference", rulings={"overwatch-shots": "attacks"})


def test_rulers_are_to_scale_in_parts_with_tabs_between():
    pages = gauges.rulers(A4)
    bodies = [b for page in pages for b in page if isinstance(b, Rect) and b.fill is None]
    rulers = sum(b.h for b in bodies if b.w == gauges.RULER_WIDE) / 25.4
    assert rulers == pytest.approx(8 + 16 + 24 + 32 + 48)
    strips = [b for b in bodies if b.w == pytest.approx(4 * 25.4)]
    assert sum(b.h for b in strips) / 25.4 == pytest.approx(24)
    folds = [b for page in pages for b in page if isinstance(b, Line) and b.dash]
    assert {round(line.x1 / 25.4, 6) for line in folds} == {2, 3}, "an area of 2 or 3 inches is folded from it"
    assert sum(line.y2 - line.y1 for line in folds) / 25.4 == pytest.approx(2 * 24)
    tabs = [b for page in pages for b in page if isinstance(b, Rect) and b.fill]
    parts = len(bodies)
    assert len(tabs) == parts - len(gauges.strips())
    assert max(b.x + b.w for page in pages for b in page if isinstance(b, Rect)) <= A4.w
    assert max(b.y + b.h for page in pages for b in page if isinstance(b, Rect)) <= A4.h


@pytest.mark.parametrize("name", ["a4", "letter", "a3", "legal", "tabloid", "148x210"])
def test_templates_print_on_every_paper(name):
    """On A3 a page holds 15 inches: a ruler of 16 is two parts of 8, not 15 and one too short for its words."""
    setup = PrintOptions(paper=name, share=False)
    parts = [
        part
        for print_set in GAME.print_sets
        if print_set.name == "templates"
        for part in print_set.make(PrintSource(GAME.context()))
    ]
    sheets = lay_out("Test", parts, setup).sheets
    assert sheets
    longest = (setup.size.h - setup.keep - setup.foot_keep) // gauges.INCH
    pages = gauges.rulers(Area(setup.size.w - 10, setup.size.h - setup.keep - setup.foot_keep))
    bodies = [b.h / gauges.INCH for page in pages for b in page if isinstance(b, Rect) and b.fill is None]
    assert sum(bodies) == pytest.approx(8 + 16 + 24 + 32 + 48 + 24)
    assert min(bodies) >= min(longest / 2, 4) and max(bodies) <= longest


def test_ring_quarters_reach_four_and_six_inches():
    pages = gauges.rings(Area(200, 274))
    assert len(pages) == 2
    for inches, page in zip((6, 4), pages, strict=True):
        assert any(f'{inches}" + Size: engagement, quarters 1 to 4 of 4' in b.text for b in page if isinstance(b, Text))
        quarters = [b for b in page if isinstance(b, Path)]
        assert len(quarters) == 4
        for n, quarter in enumerate(quarters):
            (_, x, top), *_ = quarter.moves
            assert (x, top + inches * 25.4) == pytest.approx((n * 13.5, inches * 25.4 + (3 - n) * 13.5))


@pytest.mark.parametrize("paper", ["a4", "letter", "148x210"])
def test_quarters_of_a_ring_do_not_touch(paper):
    """Each band is 12 mm wide: points along the middle of one keep more than 6 mm from the middle of the next."""
    setup = PrintOptions(paper=paper)
    for page in gauges.rings(Area(setup.size.w - 10, setup.size.h - setup.keep - setup.foot_keep)):
        starts = [b.moves[0][1:] for b in page if isinstance(b, Path)]
        if not starts:
            assert paper == "148x210" and [b.text for b in page] == ['A ring of 6" needs larger paper than this.']
            continue
        outer = _radius(page)
        for (x, top), (other, other_top) in itertools.pairwise(starts):
            for degrees in range(0, 91, 3):
                at = (x + (outer - 6) * cos(radians(degrees)), top + outer - (outer - 6) * sin(radians(degrees)))
                gap = min(
                    hypot(
                        other + (outer - 6) * cos(radians(d / 4)) - at[0],
                        other_top + outer - (outer - 6) * sin(radians(d / 4)) - at[1],
                    )
                    for d in range(361)
                )
                assert gap > 12.9


def _radius(page):
    """The outer radius of a page's quarters, from the first curve's end points: the top and the right end."""
    path = next(b for b in page if isinstance(b, Path))
    return path.moves[3][-2] - path.moves[0][1]


@pytest.mark.golden
@pytest.mark.parametrize("name", ["my-profiles", "roster", "reference"])
def test_listing(name, golden):
    golden(GOLDEN / f"{name}.txt", list_job(job(name, build=None if name == "reference" else LIST)))


def test_the_roster_alone_is_playable():
    """Every number of every weapon, what each trait does, and the HP as this game counts them."""
    lines = [
        {
            "profile": "green-viking-cdr",
            "name": "Red",
            "extras": ["TL Missile Pods"],
            "traits": ["headhunter", "Marksman"],
        },
        {"profile": "green-viking", "pilot": 1, "swaps": {"Machine Gun": "Giant Bazooka"}, "count": 2},
        {"profile": "kestrel-ace"},
    ]
    document = {
        "game": "mechastellar",
        "title": "",
        "modules": ["gritty"],
        "size": 1000,
        "commander": "Red",
        "unit": lines,
    }
    words = text("roster", build=GAME.read(document))
    for part in (
        'Machine Gun [K]: 24", 6 shots, RF+2 Hits, DMG 200, Overwatch IV',
        'Giant Bazooka [K]: 32", 3 shots, RF+1, PEN 2, DMG 800, +1 PEN against warships',
        'TL Missile Pods [X] [TL]: 32", 6 shots, RF+3 Hits, PEN 2, DMG 300, Single use',
        "Melee Shield [S]: +1 Block, Blocks melee and Overwatch attacks only",
        "Heat Hawk: Melee, PEN 5, DMG 500, Reroll 1s on attack",
        'Move 9" · Actions 1 · Shooting 8 · Melee 5d10 · Evade +3 · ARM Sv +0 · Sensors 6"',
        "Headhunter: +1 Hit against level 1 and 2 pilots",
        "Marksman: ____",
        "Untouchable:",
        "HP 1600",
        "Gritty Mecha Battles; all HP are doubled",
    ):
        assert part in words, part
    assert "Renowned Pilot" not in words and "Not legal" not in words
    assert words.count("Giant Bazooka [K]") == 1 and "as Green Viking 1" in words


def test_a_roster_of_a_list_that_is_not_legal_says_so():
    words = text("roster", build=army(swaps={"Machine Gun": "Giant Bazooka"}))
    assert "Not legal: 1 problem (pilot-required)" in words
    assert "Not legal" not in text("roster", build=army())


HUGE = """
[[profile]]
id = "huge"
name = "Huge"
type = "Stellar Warship"
performance = 15
frame = 9
points = 9999
power = 9
eq_slots = 0
size = 6
sensors = 99
move = 99
actions = 9
shooting = 20
melee = 20
evade = -5
arm_sv = 20
hp = 99998
extras = [
  { name = "Pod A", points = 999 }, { name = "Pod B", points = 999 }, { name = "Pod C", points = 999 },
]
"""


@pytest.mark.parametrize("name", ["roster", "my-cards", "my-profiles"])
@pytest.mark.parametrize("modules", [[], ["srw"]])
def test_no_number_wraps_between_its_digits(name, modules):
    catalogue = GAME.catalogue.merge_text(HUGE, "own.toml")
    document = {"game": "mechastellar", "title": "", "size": 100_000, "modules": modules}
    build = GAME.read(
        {**document, "unit": [{"profile": "huge", "count": 9, "extras": ["Pod A", "Pod B", "Pod C"]}]}, catalogue
    )
    print_set = GAME.print_set(name)
    parts = print_set.make(PrintSource(GAME.context(catalogue=catalogue), build))
    words = list_job(lay_out(GAME.title, parts, PrintOptions(share=False), GAME.accent))
    assert "12996" in words
    told = [line for line in words.splitlines() if not re.match(r" *(weapons|note|stats), ", line)]
    assert not [line for line in told if re.search("[0-9],? / [0-9]", line)]


@pytest.mark.parametrize(
    ("name", "label"), [("my-cards", "label, 7 pt: HP, doubled"), ("my-profiles", "label, 6.5 pt: HP, doubled")]
)
def test_hp_that_the_game_doubles_stand_doubled_where_they_are_largest(name, label):
    made = list_job(job(name, build=LIST))
    assert re.search(r"hp, 1[57] pt: 1600", made) and re.search(r"hp, 1[1-7](\.5)? pt: 15600", made)
    assert label in made and not re.search(r"hp, 1[57] pt: 800\b", made)
    plain = list_job(job(name, build=army()))
    assert re.search(r"hp, 1[57] pt: 800\b", plain) and "doubled" not in plain


def test_errata_of_examples_stay_off_the_reference_sheet():
    """They change no game: what a player decides stands there, what the book misprinted does not."""
    questions = {ruling.question: ruling.example for ruling in GAME.rulebook.ruling}
    words = text("reference")
    assert sum(questions.values()) == 7
    assert not [question for question, example in questions.items() if example and question in words]
    assert "Henry" not in words and "Laughing Joker" not in words and "What does Overwatch III fire?" in words


@pytest.mark.parametrize("letter", "Wi")
@pytest.mark.parametrize("count", [1, 30])
@pytest.mark.parametrize("place", ["name", "carried_by"])
@pytest.mark.parametrize("print_set", ["roster", "my-cards", "my-profiles"])
def test_sixty_letters_without_a_space_stop_no_print(print_set, place, count, letter):
    made = job(print_set, build=army(count=count, **{place: letter * 60}))
    drawn = letter * 8 if print_set == "roster" or place == "name" else "Green Viking"
    assert made.sheets and drawn in list_job(made)


def test_a_trait_of_two_hundred_letters_is_broken_on_the_roster():
    trait = TraitLine(name="Endless", text="W" * 200)
    build = army()
    (unit,) = units_of_force(build, GAME.catalogue, CONTEXT.rulings)
    boxes, _ = roster_rows.row(roster_rows.Model(unit, 1, traits=(trait,), name="Green Viking"), 93)
    words = [box for box in boxes if isinstance(box, Text) and box.what == "traits"]
    assert len(fitting.words(words[0], "Roster").lines) == 6


@pytest.mark.parametrize("count", [1, 5, 12, 31])
def test_a_roster_fills_its_page_with_lines_for_notes(count):
    build = army(count=count)
    *_, last = roster.pages(build, units_of_force(build, GAME.catalogue, CONTEXT.rulings), CONTEXT)(A4)
    lines = [box for box in last if isinstance(box, Line) and box.ink == "faint"]
    rows_end = max(g.y + max(b.y + b.h for b in g.boxes if isinstance(b, Rect)) for g in rows(last))
    assert A4.h - rows_end < 40 or max(line.y1 for line in lines) == A4.h
    assert all(line.y1 > rows_end for line in lines)


def test_every_marker_has_a_drawing_of_its_own():
    drawn = [[box for box in piece.face.boxes if not isinstance(box, Text)] for piece in markers.pieces()]
    assert all(one != other for one, other in itertools.combinations(drawn, 2))


def test_the_line_below_the_stats_of_a_profile_sheet_is_not_covered():
    block = blocks.profile_block(GAME.catalogue.get(Profile, "green-viking"))
    drawn = list(all_boxes(profile_sheet.draw(block, 0, 200, 140), Rect))
    (stats,) = [box for box in drawn if box.fill == "tint"]
    tables = [box for box in drawn if box.fill == "wash"]
    assert tables and all(box.y >= stats.y + stats.h + stats.width / 2 for box in tables)


@pytest.mark.parametrize("profile", GAME.catalogue.all(Profile), ids=lambda profile: profile.id)
def test_no_shipped_card_leaves_out_words_of_its_weapons(profile):
    """Rows move together before words go: the card alone says what a weapon does."""
    said = card_words(blocks.profile_block(profile))
    for weapon in profile.weapons:
        assert not weapon.special or any(weapon.special in words for words in said), weapon.name
