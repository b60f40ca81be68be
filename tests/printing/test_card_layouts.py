"""Layouts of custom cards: what a TOML says is where it says; what is wrong in it is told by its place."""

import io
import re
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageColor

from companion.base.findings import InvalidInput
from companion.printing import pdf
from companion.printing.custom import card_looks, custom_cards, custom_faces, drafts
from companion.printing.custom.layouts import colours, reading, starters
from companion.printing.custom.layouts.colours import contrast
from companion.printing.custom.layouts.conditions import conditions
from companion.printing.export import picture_files
from companion.printing.export.options import ExportJob, ExportOptions
from companion.printing.faces.boxes import Circle, Face, Group, Line, Picture, Piece, PlacedSymbol, Rect, Text
from companion.printing.faces.inks import palette
from companion.printing.sheets import line_art
from companion.printing.sheets.checking import check_faces
from companion.printing.sheets.fitted_faces import fit_face
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.papers import find_format
from companion.printing.text import fonts
from companion.printing.text.fitting import DoesNotFit, fit, words

POKER = find_format("poker")
CSV = "title,type,text,cost,strength,colour,symbol,picture\n"
DOCS = re.findall(r"```toml\n(.*?)```", (Path(__file__).parents[2] / "docs/layouts.md").read_text("utf-8"), re.DOTALL)


def zone(name="z", at=(5, 5), size=(50, 10), **more):
    keys = {"name": f'"{name}"', "at": at if isinstance(at, str) else list(at), "size": list(size), **more}
    return "[[zone]]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())


def deck(rows, text, found=None, head=CSV, **more):
    stack = custom_cards.read_stack(head + rows, "cards.csv", **more)
    return custom_faces.decks(stack, POKER, found, True, reading.read_layout(text, "my.layout.toml"))[0]


def boxes(rows, text, found=None, **more):
    return deck(rows, text, found, **more).pieces[0].face.boxes


def notes(rows, text, head=CSV, found=None):
    stack = custom_cards.read_stack(head + rows, "cards.csv")
    return custom_faces.notes(stack, reading.read_layout(text, "my.layout.toml"), POKER, found)


def refusal(text):
    with pytest.raises(InvalidInput) as told:
        reading.read_layout(text, "my.layout.toml")
    return str(told.value)


def picture(size=(60, 30), colour=(200, 30, 30)):
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, "PNG")
    return data.getvalue()


# What a zone says is where it says.


def test_a_text_stands_in_its_zone_with_the_card_s_columns():
    (text,) = boxes("Rail Gun,Weapon,,3,,,,\n", zone(text='"{Title}: {cost} {coin}"', font=12, align='"center"', pad=1))
    assert (text.x, text.y, text.w, text.h) == (6, 6, 48, 8)
    assert (text.text, text.size, text.align) == ("Rail Gun: 3 {coin}", 12, "centre")
    assert "coin" in text.symbols


def test_a_zone_whose_columns_are_empty_is_not_drawn_frame_and_all():
    layout = zone(text='"Cost {cost}"', fill='"accent"')
    assert boxes("Drone,,,,,,,\n", layout) == ()
    assert len(boxes("Drone,,,2,,,,\n", layout)) == 2
    assert boxes("Drone,,,,,,,\n", zone(text='"{nowhere}"')) == ()


def test_the_first_column_that_is_filled_counts_and_a_colon_names_the_symbol():
    layout = zone(text='"{strength|cost} {:shield}"')
    assert boxes("A,,,2,9,,,\n", layout)[0].text == "9 {shield}"
    assert boxes("A,,,2,,,,\n", layout)[0].text == "2 {shield}"


def test_text_grows_as_far_as_it_fits_and_shrinks_to_its_least():
    layout = zone(text='"{text}"', font=40, least=6, size=[40, 12])
    sizes = [words(boxes(f"A,,{text},,,,,\n", layout)[0], "A").size for text in ("Go", "Go on " * 6, "Go on " * 20)]
    assert sizes[0] > 25 and sizes[0] > sizes[1] > sizes[2] >= 6


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ('type = "Attack"', True),
        ("type = attack and cost > 2", True),
        ("cost >= 3.5", False),
        ("cost < 10", True),
        ("not picture", True),
        ("picture", False),
        ("text contains DRAW", True),
        ('text = "and = more"', False),
        ("type != attack", False),
        ("type < 3", False),
        ("cost > 9 or type = Attack", True),
        ("picture or cost > 2 and text", True),
        ("picture and text or cost > 9", False),
        ('text = "this or cost"', False),
    ],
)
def test_conditions(said, holds):
    values = {"type": "Attack", "cost": "3", "text": "Draw a card", "picture": ""}
    assert any(one.holds(values) for one in conditions(said)) is holds


def test_a_zone_is_shown_when_one_of_its_conditions_holds():
    layout = zone(text='"x"', when='["type = Attack", "number = 2"]')
    shown = [bool(piece.face.boxes) for piece in deck("A,Attack,,,,,,\nB,,,,,,,\nC,,,,,,,\n", layout).pieces]
    assert shown == [True, True, False]


def test_or_stands_in_a_condition_as_well_as_between_several():
    layout = zone(text='"x"', when='["type = Attack or type = Spell", "number = 4"]')
    cards = "A,Attack,,,,,,\nB,spell,,,,,,\nC,,,,,,,\nD,,,,,,,\n"
    assert [bool(piece.face.boxes) for piece in deck(cards, layout).pieces] == [True, True, False, True]


def test_a_card_s_symbol_may_be_one_of_the_layout_s_glyphs():
    layout = '[glyphs]\nmana = "bolt"\ncrest = "crest.png"\n' + zone(art='"{symbol}"')
    cards = deck("A,,,,,,mana,\nB,,,,,,crest,\nC,,,,,,coin,\n", layout, found=lambda name: picture())
    placed = [piece.face.boxes[0].symbol for piece in cards.pieces]
    assert [symbol.name for symbol in placed] == ["bolt", "crest", "coin"]
    assert isinstance(placed[1].boxes[0], Picture)
    with pytest.raises(InvalidInput) as refusal:
        deck("A,,,,,,manna,\n", layout)
    assert "cards.csv: row 2 (A): symbol: found 'manna', expected one of" in str(refusal.value)
    assert str(refusal.value).endswith("bowtie, mana, crest.")


@pytest.mark.parametrize(
    ("glyphs", "art", "has"),
    [('mana = "bolt"', "", False), ('gold = "gold.png"', "", True), ('mana = "bolt"', '"{symbol}"', True)],
)
def test_pictures_are_read_for_a_zone_that_shows_them_or_a_glyph_that_is_one(glyphs, art, has):
    shown = zone(art=art) if art else zone(text='"x"')
    assert reading.read_layout(f"[glyphs]\n{glyphs}\n{shown}", "my.layout.toml").has_pictures is has


def test_markup_is_read_where_the_layout_says_so():
    both = "markup = true\n" + zone(text='"{text}"') + zone("plain", text='"{text}"', markup="false")
    marked, plain = boxes("A,,<b>Go</b> on,,,,,\n", both)
    assert [run.font for _, runs in words(marked, "A").lines for run in runs] == ["Barlow-bold", "Barlow-regular"]
    assert [run.text for _, runs in words(plain, "A").lines for run in runs] == ["<b>Go</b> on"]
    assert not boxes("A,,<b>Go</b> on,,,,,\n", zone(text='"{text}"'))[0].markup
    (piece,) = deck("A,,<b>Go</b> on,,,,,\n", both).pieces
    assert piece.about == "A. Go on."
    assert notes("A,,<b>Go,,,,,\nB,,<b>Go,,,,,\n", both)[-1] == (
        "my.layout.toml: zone z: cards.csv: rows 2-3: <b> is not closed."
    )


@pytest.mark.parametrize(
    ("typeface", "missing"), [("inter", ["bold", "italic"]), ("lore.ttf", ["bold", "italic"]), ("fira", []), ("", [])]
)
def test_a_face_that_a_typeface_lacks_is_told(typeface, missing):
    layout = zone(text='"{text}"', markup="true", typeface=f'"{typeface}"')
    ttf = fonts.files()["Fira-regular"].read_bytes()
    assert [one for one in notes("A,,<b>Go</b> <i>on</i>,,,,,\n", layout, found=lambda name: ttf) if "face" in one] == [
        f"my.layout.toml: zone z: cards.csv: row 2 (A): {typeface} has no {style} face: that text prints in another."
        for style in missing
    ]


def test_one_size_over_the_whole_deck_is_the_smallest_that_any_card_needs():
    rows = "A,,Go,,,,,\nB,," + "Go on and on " * 9 + ",,,,,\n"
    usual = [words(piece.face.boxes[0], "A").size for piece in deck(rows, zone(text='"{text}"', font=12)).pieces]
    alike = deck(rows, zone(text='"{text}"', font=12, same_size="true"))
    assert usual[0] == 12 > usual[1]
    assert [words(piece.face.boxes[0], "A").size for piece in alike.pieces] == [usual[1], usual[1]]


@pytest.mark.parametrize("font", [9, 7])
@pytest.mark.parametrize(("words", "size"), [("Go on and on " * 40, "6.5"), ("Go", None)])
def test_the_card_that_makes_a_whole_deck_small_is_named(words, size, font):
    layout = zone(text='"{text}"', font=font, least=6.5, same_size="true")
    told = notes(f"A,,Go,,,,,\nWordy,,{words},,,,,\n", layout)
    expected = f"my.layout.toml: zone z is set in {size} pt on every card, hard to read under 7, because Wordy needs it: shorten it there."
    assert [one for one in told if "pt" in one] == ([expected] if size else [])


@pytest.mark.parametrize("more", [{}, {"markup": "true", "when": '"cost > 1"'}])
def test_tags_that_are_not_read_or_not_shown_are_not_told(more):
    layout = zone(text='"{text}"', overflow='"clip"', **more)
    assert notes("A,,<b>Go,1,,,,\n", layout) == ()


LONG = "Go on and on " * 40


@pytest.mark.parametrize("way", ["shrink", "clip", "refuse"])
def test_a_text_that_does_not_fit_is_set_smaller_cut_short_or_refused(way):
    layout = zone(text='"{text}"', font=10, least=7, overflow=f'"{way}"')
    rows = f"Short,,Go,,,,,\nMiddle,,{'Go on and on ' * 7},,,,,\nLong,,{LONG},,,,,\n"
    short, middle, long = (piece.face.boxes[0] for piece in deck(rows, layout).pieces)
    assert words(short, "A").size == 10
    if way == "refuse":
        with pytest.raises(DoesNotFit, match="A: z is too long for its box at 10 pt"):
            words(middle, "A")
        return
    assert 7 <= words(middle, "A").size < 10 and middle.text == ("Go on and on " * 7).strip()
    if way == "shrink":
        with pytest.raises(DoesNotFit, match="at 7 pt"):
            words(long, "A")
    else:
        assert words(long, "A").size == 7 and long.text.endswith(" …")
    told = [note for note in notes(rows, layout) if "cut short" in note]
    assert told == (["my.layout.toml: zone z is cut short on Long."] if way == "clip" else [])


def test_a_zone_may_have_a_typeface_that_ships_or_one_beside_the_cards():
    data = fonts.files()["Fira-bold"].read_bytes()
    layout = zone(text='"{title}"', typeface='"fira"') + zone("own", text='"{title}"', typeface='"lore.ttf"')
    shipped, own = boxes("A,,,,,,,\n", layout, found={"lore.ttf": data}.__getitem__)
    assert words(shipped, "A").lines[0][1][0].font == "Fira-regular"
    assert words(own, "A").lines[0][1][0].font == f"{own.family}-regular" and own.family.startswith("Own")
    pdf_data = pdf.pdf_bytes(lay_out("x", [deck("A,,,,,,,\n", layout, {"lore.ttf": data}.__getitem__)], PrintOptions()))
    with pikepdf.open(io.BytesIO(pdf_data)) as made:
        used = {str(o.BaseFont)[8:] for o in made.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o}
    assert {"FiraSansCondensed-Bold", "FiraSansCondensed-Regular"} <= used
    parts = [deck("A,,,,,,,\n", layout, {"lore.ttf": data}.__getitem__)]
    _, front, _ = picture_files.pictures(parts, ExportJob("x", options=ExportOptions(to="svg")))
    assert front.data.count(b'aria-label="A"') == 2


def test_a_family_has_a_file_for_each_style():
    bold, regular = (fonts.files()[name].read_bytes() for name in ("Fira-bold", "Fira-regular"))
    found = {"lore.ttf": regular, "lore-b.ttf": bold}.__getitem__
    layout = '[typefaces.lore]\nregular = "lore.ttf"\nbold = "lore-b.ttf"\n' + zone(
        text='"<b>{title}</b> b"', typeface='"lore"', markup="true"
    )
    four = "".join(f'{style} = "a.ttf"\n' for style in ("regular", "bold", "italic", "bold-italic"))
    assert [*reading.read_layout(f"[typefaces.lore]\n{four}{zone()}", "x").typefaces["lore"]] == [*reading.STYLES]
    (box,) = boxes("A,,,,,,,\n", layout, found=found)
    assert [run.font for run in words(box, "A").lines[0][1]] == [f"{box.family}-bold", f"{box.family}-regular"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (zone(text='"x"', typeface='"comic"'), "zone z: typeface: found 'comic', expected barlow, fira, inter, or a typeface beside"),
        (zone(text='"x"', typeface='["a.otf", "a.woff"]'), "zone z: typeface: found 'a.woff', expected barlow"),
        ('[typefaces]\nlore = "lore.woff2"\n' + zone(text='"x"'), "typefaces.lore: found 'lore.woff2', expected a typeface beside the cards (.ttf, .otf, .ttc)."),
        ('[typefaces]\nfira = "lore.ttf"\n' + zone(text='"x"'), "typefaces.fira: found 'fira', expected another name"),
        ("[typefaces.lore]\n" + zone(text='"x"'), "typefaces.lore: found an empty table, expected regular, and of"),
        ('[typefaces.lore]\nbold = "lore.ttf"\n' + zone(text='"x"'), "typefaces.lore: found bold, expected regular, and of bold, italic, bold italic those"),
        (zone(text='"x"', overflow='"spill"'), "zone z: overflow: found 'spill', expected"),
    ],
)  # fmt: skip
def test_a_typeface_that_is_not_there_is_refused(text, told):
    assert told in refusal(text)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        ({}, "my.layout.toml: typeface: found lore.ttf, a file that is not there, expected a typeface beside"),
        ({"lore.ttf": b"nonsense"}, "my.layout.toml: typeface: lore.ttf: found something that is no typeface"),
        (
            {"lore.ttf": b"OTTO" + bytes(60)},
            "lore.ttf: found a typeface without outlines or letters, expected a typeface (.ttf, .otf, .ttc) with",
        ),
    ],
)
def test_a_file_that_is_no_typeface_is_refused(found, told):
    def find(name):
        if name not in found:
            raise FileNotFoundError(name)
        return found[name]

    with pytest.raises(InvalidInput) as refused:
        boxes("A,,,,,,,\n", zone(text='"x"', typeface='"lore.ttf"'), found=find)
    assert told in str(refused.value)


def test_colours_follow_a_column_and_the_tint_follows_the_accent():
    layout = '[colours.by.type]\nAttack = { accent = "#8b1e1e" }\n' + zone(fill='"tint"', stroke='"accent"')
    attack, other = (piece.face.boxes[0] for piece in deck("A,attack,,,,,,\nB,,,,,,,\n", layout).pieces)
    assert attack.stroke == "#8b1e1e" and other.stroke == "#1f3f77"
    full = palette("#000000", "full")
    assert full[attack.fill] == "#efe0e0" and full[other.fill] == "#e0e4ec"


def test_a_colour_may_come_from_a_cell_and_falls_back():
    layout = zone(fill='"{colour|accent}"')
    found = [piece.face.boxes[0].fill for piece in deck("A,,,,,gold,,\nB,,,,,,,\nC,,,,,nix,,\n", layout).pieces]
    assert found == ["#ffd700 ground", "#1f3f77 ground", "#1f3f77 ground"]
    assert "row 4 (C): nix is no colour for fill." in notes("A,,,,,gold,,\nB,,,,,,,\nC,,,,,nix,,\n", layout)[0]


def test_the_ink_saver_leaves_grounds_white_and_prints_letters_black():
    ground, text = boxes("A,,,,,,,\n", zone(fill='"accent"', text='"{title}"', colour='"paper"'))
    saver, grey = palette("#000000", "saver"), palette("#000000", "grey")
    assert (saver[ground.fill], saver[ground.stroke], saver[text.ink]) == ("#ffffff", "#000000", "#000000")
    assert len({grey[ground.fill][i : i + 2] for i in (1, 3, 5)}) == 1, "no hue"


def test_a_large_symbol_is_lines_in_the_ink_saver():
    (symbol,) = boxes("A,,,,,,gear,\n", zone(art='"{symbol}"', size=[40, 40], colour='"#8b1e1e"'))
    (lined,) = line_art.draw_line_art((symbol,), POKER)
    assert {box.fill for box in symbol.symbol.boxes if isinstance(box, Circle)} == {"#8b1e1e", "paper"}
    assert {box.fill for box in lined.symbol.boxes if isinstance(box, Circle)} == {None, "paper"}


def test_a_colour_keeps_its_name_after_pillow_has_drawn_with_it():
    ImageColor.getrgb("tomato")
    assert colours.colour_code.__wrapped__("tomato") == "#ff6347"
    assert colours.colour_code.__wrapped__("Gold") == "#ffd700"


def test_symbols_take_the_colour_of_their_text():
    (text,) = boxes("A,,,,,,,\n", zone(text='"{shield}"', colour='"#8b1e1e"'))
    assert text.symbols["shield"].boxes[0].fill == "#8b1e1e"
    one, two = (
        b for p in deck("A,,,,,,,\nB,,,,,,,\n", zone(text='"{shield}"', colour='"red"')).pieces for b in p.face.boxes
    )
    assert one.symbols["shield"] is two.symbols["shield"], "one symbol in the file"


@pytest.mark.parametrize(("cell", "names"), [("3", ["coin"] * 3), ("2 bolt coin", ["bolt", "bolt", "coin"]), ("{bolt}{coin}", ["bolt", "coin"]), ("0", [])])  # fmt: skip
def test_icons_are_counted_or_named(cell, names):
    made = boxes(f"A,,,{cell},,,,\n", zone(icons='"{cost}"', icon='"coin"', size=[30, 6]))
    assert [box.symbol.name for box in made] == names
    assert all(5 <= box.x <= 35.001 - box.size and 5 <= box.y <= 11.001 - box.size for box in made)


def test_many_icons_stand_in_rows_as_large_as_they_can_be():
    made = boxes("A,,,12,,,,\n", zone(icons='"{cost}"', icon='"coin"', size=[30, 20]))
    assert len(made) == 12 and len({box.y for box in made}) == 3
    assert made[0].size == pytest.approx(6.2667, abs=0.001), "three rows with 0.6 mm between in 20 mm"


def test_stats_are_the_columns_that_no_other_zone_names():
    layout = zone("c", text='"{cost}"') + zone("s", stats='"all"', size=[40, 30])
    said = [box.text for box in boxes("A,,,2,9,,,\n", layout) if isinstance(box, Text)]
    assert said == ["2", "strength", "9"]
    rows = boxes("A,,,2,9,,,\n", zone(stats='["Strength", "cost"]', size=[40, 30]))
    texts, lines = [[box for box in rows if isinstance(box, kind)] for kind in (Text, Line)]
    assert [text.text for text in texts] == ["strength", "9", "cost", "2"]
    assert [line.y1 for line in lines] == [texts[2].y] and texts[2].y > texts[0].y, (
        "between two rows, not above the first"
    )


def test_a_list_of_stats_may_name_any_column():
    shown = boxes("A,Attack,,3,,,,\n", zone(stats='["Cost", "Type", "text"]', columns=2))
    assert [box.text for box in shown if isinstance(box, Text)] == ["cost", "3", "Type", "Attack"]


def test_gaps_that_leave_no_room_give_way():
    icons = boxes("A,,,5,,,,\n", zone(icons='"{cost}"', icon='"coin"', gap=50))
    assert len(icons) == 5 and {icon.size for icon in icons} == {10.0}
    cells = boxes("A,Attack,,3,,,,\n", zone(stats='["cost", "type"]', columns=2, gap=50))
    assert [round(cell.w, 3) for cell in cells] == [18.75] * 4 and max(cell.x + cell.w for cell in cells) <= 55


def test_pictures_cover_their_zone_or_are_whole_in_it():
    found = {"a.png": picture()}.__getitem__
    (cover,) = boxes("A,,,,,,,a.png\n", zone(art='"{picture}"', size=[20, 20]), found)
    (whole,) = boxes("A,,,,,,,a.png\n", zone(art='"{picture}"', size=[20, 20], fit='"contain"'), found)
    assert (cover.x, cover.y, cover.w, cover.h) == (5, 5, 20, 20)
    assert (whole.x, whole.y, whole.w, whole.h) == pytest.approx((5, 10, 20, 10)), "twice as wide as high"
    (symbol,) = boxes("A,,,,,,shield,\n", zone(art='"{picture|symbol}"', size=[20, 20]))
    assert isinstance(symbol, PlacedSymbol) and symbol.symbol.name == "shield"


@pytest.mark.parametrize(("size", "place"), [((600, 2), (5, 14.95, 20, 0.1)), ((2, 600), (14.95, 5, 0.1, 20))])
def test_a_very_thin_picture_is_a_tenth_of_a_millimetre_wide(size, place):
    found = {"a.png": picture(size)}.__getitem__
    (thin,) = boxes("A,,,,,,,a.png\n", zone(art='"{picture}"', size=[20, 20], fit='"contain"'), found)
    assert (thin.x, thin.y, thin.w, thin.h) == pytest.approx(place)


@pytest.mark.parametrize("size", [(40, 10), (10, 40)])
def test_a_symbol_for_art_stands_in_the_middle_of_its_zone(size):
    (symbol,) = boxes("A,,,,,,shield,\n", zone(art='"{symbol}"', at=(5, 5), size=size))
    assert 5 < symbol.size <= 10
    half = symbol.size / 2
    assert (symbol.x + half, symbol.y + half) == pytest.approx((5 + size[0] / 2, 5 + size[1] / 2))


def test_a_glyph_is_another_name_or_a_picture():
    layout = '[glyphs]\nmana = "bolt"\ngold = "gold.png"\n' + zone(text='"{mana} {gold}"')
    (text,) = boxes("A,,,,,,,\n", layout, {"gold.png": picture((20, 20))}.__getitem__)
    assert text.text == "{mana} {gold}"
    assert text.symbols["mana"].name == "bolt"
    (gold,) = text.symbols["gold"].boxes
    assert isinstance(gold, Picture) and (gold.x, gold.y, gold.w, gold.h) == (0, 0, 1, 1)


@pytest.mark.parametrize(("turn", "corner"), [(90, (15, 5)), (180, (15, 35)), (270, (5, 35))])
def test_a_turned_zone_keeps_its_place(turn, corner):
    (group,) = boxes("Alpha,,,,,,,\n", zone(text='"{title}"', at=(5, 5), size=(10, 30), turn=turn))
    assert isinstance(group, Group) and (group.x, group.y, group.angle) == (*corner, turn)
    (text,) = group.boxes
    assert (text.x, text.y, text.w, text.h) == ((0, 0, 30, 10) if turn != 180 else (0, 0, 10, 30))
    fit((group,), "Alpha", (POKER.w, POKER.h))


def test_shapes():
    kinds = [type(boxes("A,,,,,,,\n", zone(shape=f'"{shape}"', stroke='"ink"'))[0]).__name__ for shape in ("rect", "circle", "hex", "line")]  # fmt: skip
    assert kinds == ["Rect", "Circle", "Path", "Line"]


@pytest.mark.parametrize(
    ("at", "size", "outlined"),
    [
        ((0.6, 0.6), (61.8, 86.8), True),
        ((0.5, 0.6), (61.8, 86.8), False),
        ((0.6, 0.5), (61.8, 86.8), False),
        ((0.6, 0.6), (61.9, 86.8), False),
        ((0.6, 0.6), (61.8, 86.9), False),
    ],
)
def test_a_dark_ground_has_an_outline_half_a_millimetre_off_the_trim(at, size, outlined):
    """A poker card is 63 by 88 mm; along its trim the outline would show in the cut."""
    (ground,) = boxes("A,,,,,,,\n", zone(fill='"#202020"', at=at, size=size))
    assert (ground.stroke is not None) is outlined


@pytest.mark.parametrize(
    ("at", "drawn"), [((66, 5), 0), ((65.9, 5), 1), ((5, 91), 0), ((5, 90.9), 1), ((-53, 5), 0), ((5, -13), 0)]
)
def test_a_frame_ends_3_mm_past_the_trim(at, drawn):
    """A poker card is 63 by 88 mm, the zone 50 by 10."""
    assert len(boxes("A,,,,,,,\n", zone(fill='"wash"', at=at))) == drawn


def test_a_zone_is_on_paper_where_it_says():
    """Measured on a picture of 600 dots per inch: within 0.05 mm on every side."""
    made = deck("A,,,,,,,\n", zone(at=(10, 20), size=(30, 15), fill='"black"', stroke='"none"'))
    job = ExportJob("x", "#1f3f77", ExportOptions(to="png", dpi=600))
    data = next(out.data for out in picture_files.pictures([made], job) if "01-a" in out.name)
    dots = Image.open(io.BytesIO(data)).convert("L").point(lambda value: 255 if value < 128 else 0).getbbox()
    outline = 0.1  # half of the line in the ground's own colour
    assert [dot / 600 * 25.4 for dot in dots] == pytest.approx(
        [10 - outline, 20 - outline, 40 + outline, 35 + outline], abs=0.05
    )


# Starters, and zones like others.


@pytest.mark.parametrize("name", starters.STARTERS)
def test_each_starter_shows_the_example_with_nothing_to_tell(name):
    stack = custom_cards.read_stack(starters.example(), "example.csv")
    layout = reading.starter(name)
    decks = custom_faces.decks(stack, POKER, None, True, layout)
    assert custom_faces.notes(stack, layout, POKER) == ()
    assert check_faces(decks).notes == (), "no text is too small, none left out"
    assert len({id(piece.back) for piece in decks[0].pieces}) == 1, "a back tells nothing about its card"
    said = " ".join(box.text for piece in decks[0].pieces for box in piece.face.boxes if isinstance(box, Text))
    for card in (card for _, card in stack.cards):
        assert card.title in said and card.text in said


@pytest.mark.parametrize("name", starters.STARTERS)
def test_each_starter_takes_cards_of_a_title_alone(name):
    stack = custom_cards.read_stack("title\nDrone\n", "c.csv")
    layout = reading.starter(name)
    assert custom_faces.notes(stack, layout, POKER) == ()
    check_faces(custom_faces.decks(stack, POKER, None, True, layout))


def test_a_layout_changes_single_zones_of_a_starter_and_keeps_their_order():
    changed = reading.read_layout(
        'extends = "classic"\n[[zone]]\nname = "title"\nfont = 20\n[[zone]]\nname = "cost"\noff = true\n', "x"
    )
    before = [zone.name for zone in reading.starter("classic").zones]
    assert [zone.name for zone in changed.zones] == [name for name in before if name != "cost"]
    title = next(zone for zone in changed.zones if zone.name == "title")
    assert (title.font, title.weight, title.at) == (20, "bold", (4.5, 4))


def test_a_new_content_replaces_the_one_before():
    changed = reading.read_layout('extends = "classic"\n[[zone]]\nname = "art"\ntext = "{type}"\n', "x")
    art = next(zone for zone in changed.zones if zone.name == "art")
    assert art.art is None and art.text is not None


def test_a_zone_like_another_moves_by_its_shift():
    layout = (
        zone("a", text='"{title}"', weight='"bold"')
        + '[[zone]]\nname = "b"\nlike = "a"\nshift = [0, 12]\ntext = "{type}"\n'
    )
    one, two = boxes("Rail Gun,Weapon,,,,,,\n", layout)
    assert (two.x, two.y - one.y, two.weight, two.text) == (one.x, 12, "bold", "Weapon")


def test_a_toml_file_may_hold_its_layout():
    text = '[layout]\nextends = "tile"\n[[card]]\ntitle = "Drone"\n'
    stack = custom_cards.read_stack(text, "cards.toml")
    assert len(stack.cards) == 1 and reading.from_table(stack.layout, "layout").format == "square 63 mm"


# Backs.


def test_cards_share_the_back_of_their_deck_and_a_picture_stays():
    layout = zone(text='"{title}"') + "[[back.zone]]\n" + zone("b", text='"{deck}"').partition("\n")[2]
    made = deck("A,,,,,,,\nB,,,,,,,\n", layout)
    assert made.pieces[0].back is made.pieces[1].back and made.pieces[0].back.boxes[0].text == "Cards"
    own = deck("A,b.png\nB,\n", layout, {"b.png": picture()}.__getitem__, head="title,back\n")
    assert isinstance(own.pieces[0].back.boxes[0], Picture) and own.pieces[1].back.boxes[0].text == "Cards"


def test_backs_with_stats_are_those_of_their_cards():
    layout = zone(text='"{title}"') + "[[back.zone]]\n" + zone("b", stats='"all"').partition("\n")[2]
    backs = [piece.back for piece in deck("A,,,1,,,,\nB,,,2,,,,\nC,,,1,,,,\n", layout).pieces]
    assert [back.boxes[1].text for back in backs] == ["1", "2", "1"] and backs[0] is backs[2]


def test_a_back_may_tell_its_card_and_use_its_picture():
    layout = (
        zone(text='"{title}"')
        + "[[back.zone]]\n"
        + zone("b", art='"{back}"', at=(10, 10), size=(20, 20)).partition("\n")[2]
    )
    made = deck("A,b.png\nB,b.png\n", layout, {"b.png": picture()}.__getitem__, head="title,back\n")
    assert (made.pieces[0].back.boxes[0].x, made.pieces[0].back.boxes[0].w) == (10, 20)
    assert made.pieces[0].back is made.pieces[1].back


# What is wrong, by its place.


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (zone("title", at=(5,)), "my.layout.toml: zone title: at"),
        (zone("title", at="[5, inf]"), "zone title: at[1]: found inf"),
        (zone("title", at="[nan, 5]"), "zone title: at[0]: found nan"),
        (zone("title", size=(1e9, 2)), "zone title: size[0]: found 1000000000.0, expected at most 1250"),
        (zone("title", size=(0, 0)), "zone title: size: found a list of 2 entries, expected a width and a height in mm"),
        (zone("title", colur='"ink"'), "zone title: colur: found an unknown key, expected one of"),
        (zone("title", colur='"ink"'), "perhaps colour"),
        (zone("title", colour='"acent"'), "perhaps accent"),
        (zone("title", text='"a"', art='"b"'), "not both text and art"),
        (zone("title", when='"= 3"'), "zone title: when: found '= 3', expected a condition such as"),
        (zone("title", least=20), "zone title: least: found 20, expected at most the size of the font"),
        (zone("title", turn=45), "zone title: turn: found 45"),
        (zone("title", text="5"), 'text: found 5, expected words or a column in quotes, such as "{title}".'),
        (zone("title", fill='{parts = ["red"]}'), "fill: found a table, expected words or a column in quotes"),
        (zone("title", when="[{tests = []}]"), "when: found a list of 1 entry, expected a condition such as"),
        (zone("title", stats='"Hull"'), 'stats: found \'Hull\', expected "all", or a list of columns'),
        (zone("title", stats=["Hull"] * 41), "zone title: stats: found a list of 41 entries, expected at most 40 entries"),
        (zone("title") + zone("title"), "zone title: found two zones of that name"),
        (zone("a") + '[[zone]]\nname = "b"\nlike = "aa"\n', "zone b: like: found 'aa', expected a zone before it; perhaps a"),
        ('extends = "clasic"\n', "extends: found 'clasic', expected one of classic, unit, dossier, tile, record"),
        ('format = "pokker"\n' + zone(), "format: found 'pokker', expected one of poker"),
        ('[colours]\nred1 = "reddish"\n' + zone(), "colours.red1: found 'reddish', expected a colour"),
        ('[colours]\na = "b"\nb = "a"\n' + zone(), "colours.a: found 'b', expected a colour"),
        ('[colours.by.type]\nAttack = "red"\n' + zone(), "colours.by.type.Attack: found 'red', expected a table"),
        ("[colours]\nby = 3\n" + zone(), "colours.by: found 3, expected tables"),
        ('[glyphs]\nTool = "gear"\n' + zone(), "glyphs.Tool: found 'Tool', expected a name of small letters"),
        ('[glyphs]\ntool = "gaer"\n' + zone(), "perhaps gear"),
        (zone("a", at="[0, 0]") + '[[zone]]\nname = "b"\nlike = "a"\nshift = [1%s, 0.5]\n' % ("0" * 400), "zone b: shift"),
        (zone("a", at="[0, 0]") + '[[zone]]\nname = "b"\nlike = "a"\nshift = [1, true]\n', "zone b: shift: found a list of 2 entries, expected how far"),
        (zone("a", at="[0, 0]") + '[[zone]]\nname = "b"\nlike = "a"\nshift = [1, 2, 3]\n', "zone b: shift: found a list of 3 entries"),
        (zone("a", at="[0, 0]") + '[[zone]]\nname = "b"\nlike = "a"\nshift = [1]\n', "zone b: shift: found a list of 1 entry"),
        (zone("a", at="[0, 0]") + '[[zone]]\nname = "b"\nlike = "a"\nshift = "ab"\n', "zone b: shift: found 'ab'"),
        (zone("a", at="[0, 0]") + '[[zone]]\nname = "b"\nlike = "a"\nshift = [0, 1250.5]\n', "zone b: shift"),
        (zone("a", at="[0, 0]") + '[[zone]]\nname = "b"\nlike = "a"\nshift = [-1250.5, 0]\n', "zone b: shift"),
        (zone("a", at="[0, 0]") + '[[zone]]\nname = "b"\nlike = "a"\nshift = [-1250, 0]\n', "zone b: at[0]: found -1250, expected at least -60"),
        (zone("a") + '[[zone]]\nname = "b"\nlike = 5\n', "zone b: like: found 5, expected a zone before it."),
        (zone("a") + '[[zone]]\nname = "b"\nshift = [1, 2]\n', "zone b: like: found 'b', expected a zone before it"),
        ("[[zone]]\nat = [5]\nsize = [5, 5]\n", "my.layout.toml: zone 1: at"),
        ('[glyphs]\n"" = "gear"\n' + zone(), "expected a name of small letters"),
        ('[colours]\na = 5\nb = "a"\n' + zone(), "colours.a: found 5, expected a colour"),
        ('[colours]\na = 5\nb = "a"\n' + zone(), "colours.b: found 'a', expected a colour"),
        ('extends = "classic"\n[colours.by]\ntype = "red"\n', "colours.by.type: found 'red', expected a table: Attack"),
        ("zones = 3\n" + zone(), "zones: found an unknown key, expected one of title, extends"),
        ("title = 'x'\n", "zone: found no zone, expected at least one"),
        ("".join(zone(f"z{n}") for n in range(201)), "201 zones, expected at most 200"),
        ("x" * 100_001, "100,001 characters, expected at most 100,000"),
        ("[[zone]\n", "my.layout.toml"),
        ("colours = " + "[" * 200 + "]" * 200, "nested too deep"),
    ],
)  # fmt: skip
def test_a_broken_layout_names_the_place(text, told):
    found = refusal(text)
    assert told in found and "my.layout.toml" in found and "Traceback" not in found


def test_a_colour_may_be_another_s_name_and_a_starter_s_column_has_more_cases():
    (ground,) = boxes("A,,,,,,,\n", '[colors]\na = "b"\nb = "gold"\n' + zone(fill='"a"'))
    assert ground.fill == "#ffd700 ground"
    shipped = reading.starter("classic").by["type"]
    mine = reading.read_layout('extends = "classic"\n[colours.by.type]\nMine = { accent = "red" }\n', "x").by["type"]
    assert shipped and mine == {**shipped, "mine": {"accent": "red"}}


def test_all_errors_are_told_at_once():
    found = refusal(zone("a", turn=45) + zone("b", colour='"nix"') + zone("c", font="true"))
    assert "zone a: turn" in found and "zone b: colour" in found and "zone c: font" in found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (zone(at=(70, 5), text='"{title}"'), "my.layout.toml: zone z lies outside the card, 63 × 88 mm, and is not seen."),
        (zone(at=(1, 5), text='"{title}"'), "zone z reaches 2.0 mm past the safe zone"),
        (zone(text='"{titel}"'), "{titel} is no column of these cards and no symbol: it stays empty. Perhaps title?"),
        (zone(text='"{title}"', when='"tipe = x"'), "when asks for tipe, which is no column of these cards. Perhaps type?"),
        (zone(text='"{title}"', colour='"#bbbbbb"'), "#bbbbbb on #ffffff has a contrast of 1.9:1, hard to read"),
        (zone("g", at=(0, 0), size=(63, 88), fill='"#333333"') + zone(text='"{title}"'), "zone z: #14181f on #333333"),
        (zone(text='"{title}"', colour='"#777777"'), "#777777 on #ffffff has a contrast of 4.4:1, hard to read under 4.5"),
        (zone(icons='"{cost}"'), "row 2 (A): a number is there; say what it counts"),
        (zone(stats='["Hull"]'), "Hull is no column of these cards."),
    ],
)  # fmt: skip
def test_notes_tell_what_is_odd(text, told):
    assert any(told in note for note in notes("A,Attack,,3,,,,\n", text)), notes("A,Attack,,3,,,,\n", text)


def test_a_note_about_many_cards_is_one_with_their_rows():
    layout = zone(icons='"{cost}"', icon='"coin"')
    rows = "A,,,2 mana,,,,\nB,,,1 mana,,,,\nC,,,1,,,,\nD,,,mana gem,,,,\n"
    assert notes(rows, layout) == (
        "my.layout.toml: zone z: cards.csv: rows 2-3, 5: mana is no symbol.",
        "my.layout.toml: zone z: cards.csv: row 5 (D): gem is no symbol.",
    )


def test_a_good_layout_has_no_notes_and_safe_moves_the_limit():
    assert notes("A,,,,,,,\n", zone(text='"{title}"')) == ()
    assert notes("A,,,,,,,\n", "safe = 1\n" + zone(at=(1, 5), text='"{title}"')) == ()


def test_contrast_is_what_wcag_says():
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01), "the well-known grey that just fails"


def test_letters_past_the_safe_zone_are_printed_and_zones_outside_hold_no_ink():
    made = deck(
        "A,,,,,,,\n",
        zone("n", at=(0.5, 0.5), text='"{title}"') + zone("o", at=(70, 90), text='"{title}"', fill='"ink"'),
    )
    check_faces((made,))
    assert [box.what for box in made.pieces[0].face.boxes if isinstance(box, Text)] == ["n"]


# The preview.


def test_a_preview_cuts_short_what_does_not_fit_and_marks_it():
    made = deck(
        "A,,far too many words for so small a box as this one is,,,,,\n",
        zone(text='"{text}"', size=(20, 5), font=8, least=7),
    )
    piece = made.pieces[0]
    drafted = drafts.draft(piece.face, piece, made.format)
    text, mark = drafted.face.boxes
    assert text.text.startswith("far too") and text.text.endswith(" …")
    assert isinstance(mark, Rect) and mark.stroke == drafts.MARK and (mark.x, mark.w) == (5, 20)
    assert len(drafted.wrong) == 1 and drafted.wrong[0].startswith("A: z is too long for its box at 7 pt")
    fit_face(drafted.face, "A", made.format)


def test_a_preview_marks_unprintable_letters_and_turned_texts():
    layout = zone(text='"{text}"') + zone("side", at=(5, 20), size=(4, 6), text='"{text}"', turn=90, font=8)
    piece = deck("A,,\U000f1234 many words that are too long,,,,,\n", layout).pieces[0]
    drafted = drafts.draft(piece.face, piece, POKER)
    assert len(drafted.wrong) == 2
    fit(drafted.face.boxes, "A", (POKER.w, POKER.h))


def test_a_preview_shows_a_cross_for_a_missing_picture():
    told = []
    found = drafts.reader(card_looks.no_pictures, told)
    (box,) = boxes("A,,,,,,,gone.png\n", zone(art='"{picture}"'), found)
    assert isinstance(box, Picture) and "gone.png is not among the pictures." in told[0]


# The examples of the documentation, and anything at all.


@pytest.mark.parametrize("text", DOCS)
def test_the_examples_of_the_documentation_are_layouts(text):
    head = "title,type,text,cost,strength,colour,bonus1,bonus2,art,flavour\n"
    rows = 'Ram,Attack,Hit {tool} hard.,2,5,#dfe8f5,+1,+2,,"Old, loud."\nShed,Place,Rest.,1,,,3,4,,\n'
    made = deck(rows, text, head=head)
    check_faces((made,))
    assert [note for note in notes(rows, text, head) if "{tool}" not in note] == []


def test_squib_s_and_nandeck_s_idioms_say_the_same_here():
    squib, nandeck = DOCS[-2:]
    head = "title,type,text,cost,strength,colour,bonus1,bonus2\n"
    rows = "Ram,Attack,Hit {tool}.,2,5,#dfe8f5,+1,+2\nShed,Place,Rest.,1,7,,3,4\n"
    first, second = (piece.face.boxes for piece in deck(rows, squib, head=head).pieces)
    placed = {box.what: box for box in first if isinstance(box, Text)}
    assert placed["bonus2"].y - placed["bonus1"].y == 16.5 and placed["bonus2"].text == "+2"
    assert placed["first print"].text == "First of 2" and "first print" not in {
        b.what for b in second if isinstance(b, Text)
    }
    assert placed["description"].symbols["tool"].name == "gear"
    first, second = (piece.face.boxes for piece in deck(rows, nandeck, head=head).pieces)
    assert (first[0].fill, second[0].fill) == ("#dfe8f5 ground", "#eef2f8 ground"), "the column's colour, else wash"
    assert [sum(isinstance(b, PlacedSymbol) for b in side) for side in (first, second)] == [2, 1], "cost 2 and 1"
    assert [any(isinstance(b, Circle) for b in side) for side in (first, second)] == [True, False], "IF type = Attack"


sides = st.floats(0, 200, allow_nan=False)
texts = st.text(st.characters(codec="utf-8", exclude_characters='"\\', exclude_categories=("C",)), max_size=40)
anything = st.fixed_dictionaries(
    {
        "at": st.tuples(st.floats(-60, 120), st.floats(-60, 120)).map(list),
        "size": st.tuples(sides, sides).map(list),
    },
    optional={
        "shape": st.sampled_from(["rect", "circle", "hex", "line"]),
        "fill": st.sampled_from(["ink", "tint", "#123", "{colour|accent}", "{nix}"]),
        "stroke": st.sampled_from(["accent", "none"]),
        "text": st.sampled_from(["{title}", "{text}", "{shield}{cost}", "{a|b}", "{", "{}", "{number}/{total}"])
        | texts,
        "stats": st.just("all") | st.just(["cost", "Strength"]),
        "icons": st.sampled_from(["{cost}", "3 bolt nix", "999999"]),
        "icon": st.just("coin"),
        "columns": st.integers(1, 12),
        "font": st.floats(6, 60),
        "turn": st.sampled_from([0, 90, 180, 270]),
        "pad": st.floats(0, 60),
        "gap": st.floats(0, 50),
        "radius": st.floats(0, 200),
        "when": st.sampled_from(["cost > 1", "not nix"]),
    },
)


def test_a_zone_that_is_lower_than_any_line_is_marked_and_left_empty():
    """Not even an empty line at 1 pt is as low as a third of a millimetre."""
    low = Text(0, 0, 0.55, 1 / 3, "", 7, 6, what="z0")
    for boxes in ((low,), (Group((low,), 30, 30, 90),)):
        piece = Piece("a", "A", Face(boxes))
        drafted = drafts.draft(piece.face, piece, POKER)
        assert len(drafted.wrong) == 1 and "z0 is too long" in drafted.wrong[0]
        assert len(fit(drafted.face.boxes, "A", (POKER.w, POKER.h))) == 1


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(st.lists(anything, max_size=4), texts, st.sampled_from(["0", "3", "12", "x"]))
def test_any_layout_is_read_or_refused_and_its_ink_stays_on_the_card(zones, text, cost):
    document = {"zone": [{"name": f"z{n}", **zone} for n, zone in enumerate(zones)]}
    try:
        layout = reading.from_table(document, "x")
    except InvalidInput as error:
        assert all(input_error.where.startswith("x: ") for input_error in error.input_errors)
        return
    card = custom_cards.GenericCard(title="A", text=text, stats={"cost": cost, "Strength": "5", "colour": "gold"})
    stack = custom_cards.Stack("Deck", (("row 2", card),))
    piece = custom_faces.decks(stack, POKER, None, True, layout)[0].pieces[0]
    custom_faces.notes(stack, layout, POKER)
    drafted = drafts.draft(piece.face, piece, custom_faces.format_for_layout(POKER))
    for box in fit(drafted.face.boxes, "A", (POKER.w, POKER.h)):
        if isinstance(box, PlacedSymbol):
            assert -0.01 <= box.x <= 63.01 - box.size and -0.01 <= box.y <= 88.01 - box.size
        if isinstance(box, Rect):
            assert -3.01 <= box.x <= 66.01 - box.w and -3.01 <= box.y <= 91.01 - box.h
        if isinstance(box, Line):
            assert all(-3.01 <= x <= 66.01 for x in (box.x1, box.x2)) and all(
                -3.01 <= y <= 91.01 for y in (box.y1, box.y2)
            )
