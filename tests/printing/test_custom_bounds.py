"""Bounds of custom cards and layouts: what lies at each is read, and one past it is refused by its place."""

import io

import pytest
from PIL import Image, ImageOps

from companion.base.findings import InvalidInput
from companion.printing.custom import card_looks, causes, custom_cards, custom_faces, drafts
from companion.printing.custom.card_rooms import Frame
from companion.printing.custom.layouts import colours, reading
from companion.printing.custom.layouts.card_values import CardPlace
from companion.printing.custom.layouts.conditions import conditions
from companion.printing.custom.layouts.frames import PAST, Look, Window, inside, zone_frame
from companion.printing.custom.layouts.glyphs import Glyphs
from companion.printing.custom.options import CustomCardOptions
from companion.printing.sheets.papers import find_format


def layout(above="", **zone):
    keys = {"name": '"z"', "at": [5, 5], "size": [50, 10], **zone}
    lines = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return reading.read_layout(f"{above}\n[[zone]]\n{lines}", "my.layout.toml")


def is_read(read, *args, **more):
    try:
        read(*args, **more)
    except (InvalidInput, ValueError):
        return False
    return True


def words(length):
    return f'"{"x" * length}"'


def table(name, count, value):
    return f"[{name}]\n" + "".join(f"n{n} = {value}\n" for n in range(count))


ZONES = {
    "at": ([-60, 1250], [-60.5, 5], [5, 1250.5]),
    "size": ([1250, 0.1], [1250.5, 5], [5, 1250.5], [5, 0.05], [0.05, 5]),
    "width": (0.05, 20, 0.04, 20.5),
    "radius": (0, 200, -0.5, 200.5),
    "pad": (0, 100, -0.5, 100.5),
    "font": (400, 400.5, 5.5),
    "leading": (0.8, 4, 0.7, 4.1),
    "gap": (0, 50, -0.5, 50.5),
    "columns": (1, 12, 0, 13),
    "dash": ([0.1, 100, 1, 1, 1, 1], [0.05], [100.5], [1] * 7),
    "typeface": (f'"{"x" * 116}.ttf"', f'"{"x" * 117}.ttf"'),
    "icon": (words(60), words(61)),
    "when": (["a"] * 20, ["a"] * 21),
    "text": (words(2000), words(2001)),
}
READ = {"at": 1, "size": 1, "font": 1, "dash": 1, "typeface": 1, "icon": 1, "when": 1, "text": 1}
"""How many of a key's values are read, where that is not two."""


@pytest.mark.parametrize("key", ZONES)
def test_a_zone(key):
    values, count = ZONES[key], READ.get(key, 2)
    assert [is_read(layout, **{key: value}) for value in values] == [n < count for n in range(len(values))]


def test_a_zone_s_least_size_goes_from_three_points_to_its_font():
    sizes = [(3, 3), (2.9, 3), (8, 8), (8.1, 8)]
    assert [is_read(layout, least=least, font=font) for least, font in sizes] == [True, False, True, False]


@pytest.mark.parametrize(("size", "read"), [([5, 0], True), ([0, 5], True), ([0.1, 0], True), ([0.05, 0], False)])
def test_only_a_line_may_be_flat(size, read):
    assert is_read(layout, shape='"line"', size=size) is read
    assert not is_read(layout, size=size)


@pytest.mark.parametrize(
    ("most", "more"),
    [
        (f"title = {words(120)}", f"title = {words(121)}"),
        ("safe = 30", "safe = 30.5"),
        ("safe = 0", "safe = -0.5"),
        (f"typeface = {words(120)}\n[typefaces]\n{'x' * 120} = 'a.ttf'", f"typeface = {words(121)}\n[typefaces]\n{'x' * 121} = 'a.ttf'"),
        (table("glyphs", 100, "'gear'"), table("glyphs", 101, "'gear'")),
        (table("typefaces", 12, "'a.ttf'"), table("typefaces", 13, "'a.ttf'")),
        (table("colours", 1000, "'red'"), table("colours", 1001, "'red'")),
        (table("colours", 999, "'red'") + "[colours.by.type]\na = {}", table("colours", 999, "'red'") + "[colours.by.type]\na = {}\nb = {}"),
    ],
)  # fmt: skip
def test_a_layout(most, more):
    assert is_read(layout, most) and not is_read(layout, more)


def test_a_layout_has_at_most_100_000_characters():
    text = 'extends = "classic"\n'
    assert is_read(reading.read_layout, text + "#" * (100_000 - len(text)), "x")
    assert not is_read(reading.read_layout, text + "#" * (100_001 - len(text)), "x")


@pytest.mark.parametrize(("front", "back"), [(200, 0), (0, 200), (150, 50)])
def test_a_layout_s_zones_are_counted_on_both_sides(front, back):
    def zones(kind, count):
        return "".join(f'[[{kind}]]\nname = "{n}"\nat = [0, 0]\nsize = [5, 5]\n' for n in range(count))

    at_most = zones("zone", front or 1) + zones("back.zone", back - (not front))
    assert is_read(reading.read_layout, at_most, "x")
    assert not is_read(reading.read_layout, at_most + zones("zone", 1).replace('"0"', '"another"'), "x")


def test_a_condition_has_at_most_300_characters():
    assert is_read(conditions, "a" * 300) and not is_read(conditions, "a" * 301)


def test_eight_names_may_lead_to_a_colour():
    chain = {f"c{n}": f"c{n + 1}" for n in range(7)} | {"c7": "red"}
    assert colours.find_colour("c0", chain) is None and colours.find_colour("c1", chain) == "#ff0000"


def test_icons_are_at_most_99():
    glyphs = Glyphs({}, None)
    rows = [
        glyphs.row(text, "coin") for text in ("99", "100", "100 bolt", "98 bolt 1 coin", "98 bolt 2 coin", "0 bolt")
    ]
    assert [len(names) for names, _ in rows] == [99, 99, 99, 99, 99, 0]
    assert glyphs.row("999999", "") == ([], []) and glyphs.row("2", "nix") == ([], ["nix"])


CARDS = {
    "title": (120, "x" * 121),
    "type": (120, "x" * 121),
    "text": (3000, "x" * 3001),
    "symbol": (60, "x" * 61),
    "picture": (200, "x" * 201),
    "back": (200, "x" * 201),
    "copies": (1000, "1001"),
    "power": (120, "x" * 121),
}


@pytest.mark.parametrize("part", CARDS)
def test_a_card(part):
    most, more = CARDS[part]
    value = str(most) if part == "copies" else "x" * most
    head = "title" if part == "title" else f"title,{part}"
    before = "" if part == "title" else "A,"
    ((_, card),) = custom_cards.read_stack(f"{head}\n{before}{value}\n", "cards.csv").cards
    assert str({**card.model_dump(), **card.stats}[part]) == value
    assert not is_read(custom_cards.read_stack, f"{head}\n{before}{more}\n", "cards.csv")


def test_a_card_has_at_most_sixty_stats():
    rows = [f"title,{','.join(f's{n}' for n in range(count))}\nA{',1' * count}\n" for count in (60, 61)]
    assert [is_read(custom_cards.read_stack, text, "cards.csv") for text in rows] == [True, False]


def test_a_file_has_at_most_10_000_cards():
    assert len(custom_cards.read_stack("title\n" + "A\n" * 10_000, "cards.csv").cards) == 10_000


def test_a_stack_s_title_is_cut_at_120_characters():
    assert len(custom_cards.read_stack("title\nA\n", "cards.csv", title="x" * 121).title) == 120
    assert len(reading.read_layout('extends = "classic"', "x" * 121).title) == 120


@pytest.mark.parametrize(("option", "most"), [("title", 120), ("language", 12)])
def test_the_options_of_cards(option, most):
    assert is_read(CustomCardOptions, **{option: "x" * most}) and not is_read(
        CustomCardOptions, **{option: "x" * (most + 1)}
    )


def test_eight_cards_are_named_and_the_others_counted():
    assert causes.names_in_words([*"ABCDEFGH"]) == "A, B, C, D, E, F, G and H"
    assert causes.names_in_words([*"ABCDEFGHI"]) == "A, B, C, D, E, F, G, H and 1 more"


@pytest.mark.parametrize(
    ("size", "pad", "shown"),
    [([20, 10], 4.9, True), ([20, 10], 4.96, False), ([20, 10], 5, False), ([10, 20], 4.9, True), ([10, 20], 5, False)],
)
def test_a_zone_without_room_inside_shows_nothing_but_its_frame(size, pad, shown):
    stack = custom_cards.read_stack("title\nA\n", "cards.csv")
    (deck,) = custom_faces.decks(
        stack, find_format("poker"), layout=layout(text='"{title}"', size=size, pad=pad, fill='"wash"')
    )
    assert len(deck.pieces[0].face.boxes) == 1 + shown


POKER = find_format("poker")


@pytest.mark.parametrize(
    ("content", "past"), [('text = "a"', 0), ('icons = "2 bolt"', 0), ('stats = "all"', 0), ('art = "flag"', PAST)]
)
def test_letters_end_at_the_trim_and_pictures_as_far_past_it_as_any_bleed(content, past):
    (zone,) = reading.read_layout(f"[[zone]]\nat = [-10, -10]\nsize = [90, 120]\n{content}\n", "x").zones
    assert inside(zone, POKER) == Window(-past, -past, 63 + 2 * past, 88 + 2 * past)


@pytest.mark.parametrize(("shape", "drawn"), [("rect", [(-3, -3, 69, 94)]), ("line", [(-3, -3, 66, 91)])])
def test_a_frame_is_drawn_3_mm_past_the_trim_on_every_side(shape, drawn):
    (zone,) = layout(at=[-10, -10], size=[90, 120], shape=f'"{shape}"').zones
    sides = ("x", "y", "w", "h") if shape == "rect" else ("x1", "y1", "x2", "y2")
    found = zone_frame(zone, Look("#202020", None), POKER)
    assert [tuple(getattr(box, side) for side in sides) for box in found] == drawn


@pytest.mark.parametrize(("size", "radius"), [([12, 20], 6), ([20, 12], 6), ([20, 100], 8)])
def test_a_corner_is_at_most_a_half_circle(size, radius):
    (zone,) = layout(size=size, radius=min(radius, 8)).zones
    assert [box.radius for box in zone_frame(zone, Look("#202020", None), POKER)] == [radius]
    (zone,) = layout(size=size, radius=200).zones
    assert [box.radius for box in zone_frame(zone, Look("#202020", None), POKER)] == [min(size) / 2]


@pytest.mark.parametrize(("fill", "outlined"), [("#e0e0e0", True), ("#e1e1e1", False)])
def test_a_ground_darker_than_three_quarters_of_white_has_an_outline(fill, outlined):
    """Their luminance is 0.745 and 0.753 (WCAG 2.2): white paper shows both, an ink saver the darker one alone."""
    (ground,) = zone_frame(layout().zones[0], Look(fill, None), POKER)
    assert (ground.stroke is not None) is outlined and ground.width == (0.2 if outlined else 0.35)


@pytest.mark.parametrize(
    ("form", "scale"),
    [("41.2x200", 34 / 55), ("41.4x200", 34.2 / 55), ("73x200", 65.8 / 55), ("73.4x200", 1.2), ("200x52", 44.8 / 70)],
)
def test_type_is_0_62_to_1_2_times_as_large_as_on_a_poker_card(form, scale):
    """A poker card's text is 55 mm wide and 80 high; it keeps 3.6 mm off the trim."""
    assert Frame.of(find_format(form)).scale == pytest.approx(max(scale, 0.62))


@pytest.mark.parametrize(("form", "size"), [("51.1x200", 7.5), ("51.3x200", 8.5), ("67.6x200", 8.5), ("67.8x200", 10)])
def test_rules_are_set_in_one_of_three_sizes_by_the_width_of_the_card(form, size):
    """At most 0.8, at most 1.1, and more than 1.1 times the 55 mm of text on a poker card.

    Beside a large window a text may be 2 points larger; alone on its card, in a few lines, 8 points.
    """
    stack = custom_cards.read_stack("title,text,symbol\nA,Stands.,flag\nB,Stands.,\n", "cards.csv")
    (deck,) = custom_faces.decks(stack, find_format(form))
    found = [box.size for piece in deck.pieces for box in piece.face.boxes if getattr(box, "what", "") == "text"]
    assert found == [size + 2, size + 8]


@pytest.mark.parametrize(("form", "rows"), [("59.6x88", 2), ("59.8x88", 1)])
def test_a_stat_is_at_least_10_5_mm_wide(form, rows):
    """Five stats need 52.5 mm, and the card 7.2 more."""
    stack = custom_cards.read_stack("title,text,a,b,c,d,e\nA,Stands.,1,2,3,4,5\n", "cards.csv")
    (deck,) = custom_faces.decks(stack, find_format(form))
    tops = {box.y for box in deck.pieces[0].face.boxes if getattr(box, "what", "").startswith("stat name")}
    assert len(tops) == rows


def test_two_hundred_sets_of_glyphs_are_kept():
    glyphs = Glyphs({}, None)
    first = glyphs.within("{bolt}", "#000000")
    for n in range(1, 200):
        glyphs.within("{bolt}", f"#{n:06x}")
    assert glyphs.within("{bolt}", "#000000") is first
    glyphs.within("{bolt}", "#0000c8")
    assert glyphs.within("{bolt}", "#000000") is not first
    assert glyphs.within("bolt", "#000000") == {}


def test_five_hundred_backs_are_kept():
    own = reading.read_layout(
        '[[zone]]\nat = [0, 0]\nsize = [5, 5]\n[[back.zone]]\nat = [5, 5]\nsize = [50, 10]\ntext = "{title}"\n', "x"
    )
    stack = custom_cards.read_stack("title\n" + "".join(f"A{n}\n" for n in range(501)), "cards.csv")
    drawing = custom_faces.card_look(stack, POKER, card_looks.no_pictures, own).drawing
    cards = [card for _, card in stack.cards]
    place = CardPlace(1, 501, "Cards")
    first = drawing.back(cards[0], place)
    for card in cards[1:500]:
        drawing.back(card, place)
    assert drawing.back(cards[0], place) is first
    drawing.back(cards[500], place)
    assert drawing.back(cards[0], place) is not first


def test_a_missing_picture_is_a_red_frame_with_a_cross():
    """300 dots wide and high, frame and cross 8 thick."""
    wrong = []
    picture = Image.open(io.BytesIO(drafts.reader(card_looks.no_pictures, wrong)("a.png")))
    assert picture.size == (300, 300) and wrong == ["a.png is not among the pictures."]
    assert ImageOps.mirror(picture).tobytes() == picture.tobytes()
    red, pale = (208, 2, 27), (255, 244, 244)
    for across in (False, True):
        line = [picture.getpixel((60, at) if across else (at, 60)) for at in range(300)]
        assert [at for at, colour in enumerate(line) if colour == red and at < 30] == [*range(3, 11)]
        assert [at for at, colour in enumerate(line) if colour == red and at > 270] == [*range(289, 297)]
        cross = [at for at, colour in enumerate(line) if colour == red and 30 < at < 150]
        assert 10 <= len(cross) <= 12 and abs(sum(cross) / len(cross) - 60) <= 1
        assert set(line) == {red, pale}
    assert picture.getpixel((149, 149)) == picture.getpixel((150, 150)) == red


def test_very_dark_colours_are_as_light_as_wcag_says():
    """Up to 10 of 255 the curve is straight: 10 / 255 / 12.92 is 0.00304, and 11 is 0.00335 (WCAG 2.2).

    Pure red, green and blue are as light as their weights.
    """
    lights = [colours.luminance(colour) for colour in ("#ff0000", "#00ff00", "#0000ff")]
    assert lights == pytest.approx([0.2126, 0.7152, 0.0722])
    assert colours.luminance("#0a0a0a") == pytest.approx(0.00304, abs=5e-6)
    assert colours.luminance("#0b0b0b") == pytest.approx(0.00335, abs=5e-6)


# What notes tell of a layout.


def notes(above="", cards="title\nA\n", form="poker", **zone):
    return custom_faces.notes(
        custom_cards.read_stack(cards, "cards.csv"), layout(above, text='"{title}"', **zone), find_format(form)
    )


@pytest.mark.parametrize(
    ("letters", "least", "weight", "noted"),
    [
        ("#767676", 6, "regular", False),
        ("#777777", 6, "regular", True),
        ("#959595", 18, "regular", False),
        ("#969696", 18, "regular", True),
        ("#959595", 17.5, "regular", True),
        ("#959595", 14, "bold", False),
        ("#959595", 13.5, "bold", True),
    ],
)
def test_letters_need_a_contrast_of_4_5_and_large_ones_of_3(letters, least, weight, noted):
    """The greys that just pass and fail on white: 4.54 and 4.48, 3.00 and 2.96 (WCAG 2.2, 1.4.3)."""
    told = notes(colour=f'"{letters}"', least=least, font=20, weight=f'"{weight}"')
    assert bool(told) is noted


@pytest.mark.parametrize(
    ("ground", "noted"),
    [
        ((30, 0, 30, 88), True),
        ((0, 0, 30, 88), True),
        ((0, 10, 63, 70), True),
        ((0, 0, 63, 10), True),
        ((30.5, 0, 30, 88), False),
        ((0, 0, 29.5, 88), False),
        ((0, 10.5, 63, 70), False),
        ((0, 0, 63, 9.5), False),
    ],
)
def test_the_ground_of_letters_is_what_lies_behind_the_middle_of_their_zone(ground, noted):
    """The zone's middle is at 30, 10; dark letters on a dark ground are noted."""
    dark = f'[[zone]]\nname = "ground"\nat = {[*ground[:2]]}\nsize = {[*ground[2:]]}\nfill = "#333333"\n'
    assert bool(notes(dark)) is noted
    assert not notes(dark + 'shape = "line"\n')


def test_a_zone_may_be_shown_on_the_cards_of_one_deck():
    """A card that names no deck is in the one with the file's title."""
    cards = "title,deck\nA,\nB,Red\n"
    assert notes(cards=cards, colour='"#eeeeee"', when="'deck = Cards'")
    assert not notes(cards="title,deck\nB,Red\n", colour='"#eeeeee"', when="'deck = Cards'")


def test_sixty_sets_of_colours_are_looked_at():
    def told(pale):
        by = "".join(f'k{n} = {{ accent = "#00{n:02x}00" }}\n' for n in range(61)).replace(
            f"#00{pale:02x}00", "#eeeeee"
        )
        cards = "title,type\n" + "".join(f"A,k{n}\n" for n in range(61))
        return notes(f"[colours.by.type]\n{by}", cards, colour='"accent"')

    assert told(59) and not told(60)


@pytest.mark.parametrize(
    ("near", "past"),
    [((2.96, 30), (2.9, 30)), ((30, 2.96), (30, 2.9)), ((30.04, 30), (30.1, 30)), ((30, 75.04), (30, 75.1))],
)
def test_letters_nearer_to_the_cut_than_the_safe_zone_are_noted(near, past):
    size = [30, 10]
    assert "reaches 0.1 mm past the safe zone" in notes(at=[*past], size=size)[0]
    assert not notes(at=[*near], size=size) and not notes(at=[*past], size=size, pad=0.1)


@pytest.mark.parametrize(
    ("at", "noted"),
    [((16.5, 3), False), ((16.4, 3), True), ((16.5, 50), False), ((16.4, 50), True), ((16.3, 20), False)],
)
def test_letters_past_the_slopes_of_a_hex_are_noted(at, noted):
    """A hex of 63 mm is 72.75 mm wide: 3 mm from its flats, at 3 and 60 mm, its slopes are at 16.46 mm."""
    assert bool(notes(form="hex 63 mm", at=[*at], size=[72.75 - 2 * at[0], 10])) is noted


@pytest.mark.parametrize(("at", "noted"), [((63, 5), True), ((5, 88), True), ((-50, 5), True), ((5, -10), True), ((62.9, 5), False), ((-49.9, 5), False)])  # fmt: skip
def test_a_zone_outside_the_card_is_not_seen(at, noted):
    assert any("lies outside the card" in note for note in notes(at=[*at])) is noted
