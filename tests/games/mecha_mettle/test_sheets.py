"""Mecha Mettle's print sets: counts, the word LINK over two cards, house values left blank, safe zones, listings."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import cos, radians, sin
from pathlib import Path

import pytest

from companion.gamekit.contract import PrintSource
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.art.drawings import component_picture, emblem
from companion.games.mecha_mettle.model import Component, Draft, Module, Pool, Tile
from companion.games.mecha_mettle.rules import upgrades
from companion.games.mecha_mettle.sheets import chances
from companion.games.mecha_mettle.sheets.card_faces import LIVERIES
from companion.printing.faces.boxes import Box, Deck, Group, Line, Pages, PlacedSymbol, Text
from companion.printing.faces.placing import place_art
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fitting import Words
from tests.printing.listing import list_job
from tests.printing.rasters import cells, difference

KINDS = ("derived", "house", "custom")
GOLDEN = Path(__file__).parent / "golden"
BUILD = Draft(
    game="mecha-mettle",
    title="Sample set",
    components=("light-thrusters", "hydrostatic-bearings", "emergency-shields", "artificial-intelligence"),
)


def source(unknown="house", build=None):
    return PrintSource(GAME.context(), build, unknown)


def decks(name, **given):
    return [part for part in GAME.print_set(name).make(source(**given)) if isinstance(part, Deck)]


def pieces(name, **given):
    return {piece.id: piece for deck in decks(name, **given) for piece in deck.pieces}


# Boxes with their places worked out, so that tests can measure.

Matrix = tuple[float, float, float, float, float, float]
STILL: Matrix = (1, 0, 0, 1, 0, 0)


def turned(angle: float, x: float, y: float, k: float = 1) -> Matrix:
    """A turn clockwise (y runs down), then a move."""
    c, s = k * cos(radians(angle)), k * sin(radians(angle))
    return (c, s, -s, c, x, y)


def after(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def leaves(boxes: Iterable[Box], matrix: Matrix = STILL) -> Iterator[tuple[Box, Matrix]]:
    for box in boxes:
        if isinstance(box, Group):
            yield from leaves(box.boxes, after(matrix, turned(box.angle, box.x, box.y, box.scale)))
        else:
            yield box, matrix


def corners(box: Text | PlacedSymbol, matrix: Matrix) -> list[tuple[float, float]]:
    w, h = (box.w, box.h) if isinstance(box, Text) else (box.size, box.size)
    return [at(matrix, box.x + dx, box.y + dy) for dx in (0, w) for dy in (0, h)]


def texts(boxes: Iterable[Box]) -> list[Text]:
    return [box for box, _ in leaves(boxes) if isinstance(box, Text)]


def marks(boxes: Iterable[Box]) -> list[str]:
    """The names of all symbols placed on a face."""
    return [box.symbol.name for box, _ in leaves(boxes) if isinstance(box, PlacedSymbol)]


# Facts 1, 3, 5: how many of each there are.
MODULE_COUNTS = {
    "reactor": 6,
    "drone": 6,
    "strongbox-right": 5,
    "strongbox-left": 5,
    "scout-right": 5,
    "scout-left": 5,
    "gemini-right": 5,
    "gemini-left": 5,
    "hammer-right": 4,
    "hammer-left": 4,
}


def test_modules_are_fifty_in_ten_faces():
    assert {i: p.copies for i, p in pieces("modules").items()} == MODULE_COUNTS


def test_components_are_two_sets_of_sixteen():
    copies = [piece.copies for piece in pieces("components").values()]
    assert copies == [2] * 16


def test_tiles_are_eighteen_ports_and_four_doors():
    assert {i: p.copies for i, p in pieces("tiles").items()} == {"open-port": 18, "blast-door": 4}


def test_everything_is_all_decks_and_the_reference():
    parts = GAME.print_set("everything").make(source())
    assert sum(p.copies for deck in decks("everything") for p in deck.pieces) == 50 + 32 + 18 + 4
    assert [type(part) for part in parts] == [Deck, Deck, Deck, Pages]


def test_draft_prints_its_four_cards_once_by_level():
    printed = pieces("drafts", build=BUILD)
    assert list(printed) == list(BUILD.components)
    assert all(piece.copies == 1 for piece in printed.values())
    assert GAME.print_set("drafts").needs_build


def test_draft_without_cards_is_an_empty_deck():
    (deck,) = decks("drafts", build=Draft(game="mecha-mettle"))
    assert deck.pieces == ()


# The word LINK: all of it read off the printed boxes, none of it from the geometry module.
SIDE = 63
TURN = {"right": 0, "bottom": 90, "left": 180, "top": 270}


def letters(face, matrix=(1, 0, 0, 1, 0, 0)):
    """Each letter of LINK on a face: its centre, and how far it is turned (as a direction of reading)."""
    found = {}
    for box, inner in leaves(face.boxes, matrix):
        if isinstance(box, PlacedSymbol) and box.symbol.name.startswith("link-"):
            centre = at(inner, box.x + box.size / 2, box.y + box.size / 2)
            found.setdefault(box.symbol.label, []).append((centre, (round(inner[0]), round(inner[1]))))
    return found


def edge_of(point):
    x, y = point
    return min({"left": x, "right": SIDE - x, "top": y, "bottom": SIDE - y}.items(), key=lambda e: e[1])[0]


def unit(edge):
    return {"right": (1, 0), "bottom": (0, 1), "left": (-1, 0), "top": (0, -1)}[edge]


def overlaps():
    """Each pair of an upper card with L I and a lower card with N K at one edge."""
    faces = {i: p.face for i, p in pieces("modules").items()}
    uppers = [i for i, face in faces.items() if "L" in letters(face)]
    lowers = [(i, edge_of(k[0])) for i, face in faces.items() for k in letters(face).get("K", [])]
    return list(product(uppers, lowers))


def laid(upper, lower_edge, strip):
    """The upper card's matrix on the lower card: its link edge flush on the inner line of the strip, sides flush."""
    link_edge = edge_of(letters(upper)["I"][0][0])
    angle = TURN[lower_edge] - TURN[link_edge]
    middle = at(turned(angle, 0, 0), SIDE / 2, SIDE / 2)
    out = unit(lower_edge)
    centre = (SIDE / 2 - strip * out[0], SIDE / 2 - strip * out[1])
    return turned(angle, centre[0] - middle[0], centre[1] - middle[1])


def test_hammer_has_open_link_and_receives_on_its_weapon():
    for hand, edge in (("right", "right"), ("left", "left")):
        found = letters(pieces("modules")[f"hammer-{hand}"].face)
        assert edge_of(found["I"][0][0]) == edge
        assert edge_of(found["K"][0][0]) == "top"


def test_drone_bears_no_letters():
    assert letters(pieces("modules")["drone"].face) == {}


STRIP = 15


def test_link_reads_in_one_line_whichever_cards_meet():
    assert overlaps()
    modules = pieces("modules")
    for upper_id, (lower_id, edge) in overlaps():
        upper, lower = modules[upper_id].face, modules[lower_id].face
        above = letters(upper, laid(upper, edge, STRIP))
        below = {k: [p for p in letters(lower)[k] if near(p, edge)] for k in "NK"}
        word = [above["L"][0], above["I"][0], below["N"][0], below["K"][0]]
        (direction,) = {way for _, way in word}
        assert direction == unit(edge), f"{upper_id} on {lower_id}: reads outwards over the seam"
        steps = [(b[0] - a[0], b[1] - a[1]) for (a, _), (b, _) in zip(word, word[1:], strict=False)]
        for dx, dy in steps:
            along, aside = dx * direction[0] + dy * direction[1], dx * direction[1] - dy * direction[0]
            assert aside == pytest.approx(0, abs=1e-6), f"{upper_id} on {lower_id}: one line"
            assert along == pytest.approx(7, abs=1e-6), f"{upper_id} on {lower_id}: even letters"


def near(letter, edge):
    """Whether a letter belongs to the attachment at an edge: it reads towards it."""
    return letter[1] == unit(edge)


@pytest.mark.parametrize(("hand", "facing"), [("right", 0), ("left", 180)])
def test_link_on_own_shield_side_keeps_or_turns_facing(hand, facing):
    """A right Hammer's word is upright with its weapon ahead; a left Hammer's with its weapon to its owner."""
    ways = {way for found in letters(pieces("modules")[f"hammer-{hand}"].face)["L"] for way in [found[1]]}
    assert ways == {(1, 0) if facing == 0 else (-1, 0)}


def test_only_the_strip_stays_visible_and_holds_the_attachment():
    modules = pieces("modules")
    for upper_id, (lower_id, edge) in overlaps():
        cover = laid(modules[upper_id].face, edge, STRIP)
        xs, ys = zip(*(at(cover, x, y) for x in (0, SIDE) for y in (0, SIDE)), strict=True)
        visible, hidden = [], []
        for box, matrix in leaves(modules[lower_id].face.boxes):
            if not isinstance(box, Text):
                continue
            inside = [
                min(xs) - 1e-6 <= x <= max(xs) + 1e-6 and min(ys) - 1e-6 <= y <= max(ys) + 1e-6
                for x, y in corners(box, matrix)
            ]
            assert all(inside) or not any(inside), f"{upper_id} on {lower_id} cuts {box.what}: {box.text}"
            (hidden if all(inside) else visible).append(box.what.split()[0])
        kept = "weapon" if edge == "top" and modules[lower_id].id != "reactor" else "shield"
        assert set(visible) == {kept}, f"{upper_id} on {lower_id}"
        assert {"name", "body", "foot"} <= set(hidden)


def test_what_the_rules_say_of_an_upgrade_is_what_the_cards_show():
    """The upgrade's weapon points where the laid card's top edge lies."""
    catalogue, modules = GAME.catalogue, pieces("modules")
    for upper_id, (lower_id, edge) in overlaps():
        lower, upper = (
            upgrades.Laid(catalogue.get(Module, i.partition("-")[0]), i.partition("-")[2] or "plain")
            for i in (lower_id, upper_id)
        )
        made = upgrades.upgrade(lower, upper, edge)
        assert isinstance(made, upgrades.Upgraded), f"{upper_id} on {lower_id} at {edge}"
        matrix = laid(modules[upper_id].face, edge, STRIP)
        ahead = tuple(round(-n) for n in matrix[2:4])  # where the card's own up (0, -1) points
        kept, *added = made.attachments
        assert kept.edge == edge
        assert [f.edge for f in added] == [e for e in TURN if unit(e) == ahead]


# Marks and blanks.


def kinds(card, names):
    return {card.mark(name).kind for name in names if getattr(card, name, None)}


def test_every_card_bears_the_marks_of_its_numbers():
    shown = {**pieces("modules"), **pieces("components"), **pieces("tiles")}
    for card in GAME.catalogue.cards.values():
        names = {Module: ("body", "weapon", "shield"), Component: ("text", "attack", "defend"), Tile: ("defense",)}[
            type(card)
        ]
        for piece in (p for i, p in shown.items() if i == card.id or i in {f"{card.id}-right", f"{card.id}-left"}):
            inline = {kind for kind in KINDS for text in texts(piece.face.boxes) if f"{{{kind}}}" in text.text}
            shown_marks = inline.union(marks(piece.face.boxes))
            assert kinds(card, names) - {"printed"} <= shown_marks, piece.name


@pytest.mark.parametrize("unknown", ["house", "blank"])
def test_the_foot_explains_every_mark_on_the_face(unknown):
    origins = {"derived", "house", "custom"}
    for deck in decks("everything", unknown=unknown):
        for piece in deck.pieces:
            found = texts(piece.face.boxes)
            (legend,) = [t.text for t in found if t.what == "origin marks"]
            inline = {o for o in origins for t in found if t.what != "origin marks" and f"{{{o}}}" in t.text}
            assert (set(marks(piece.face.boxes)) & origins) | inline == {o for o in origins if f"{{{o}}}" in legend}, (
                piece.name
            )


def test_blank_tiles_leave_both_symbols_empty():
    for tile in GAME.catalogue.all(Tile):
        assert tile.mark("defense").kind == "house"
        face = pieces("tiles", unknown="blank")[tile.id].face
        assert not [t for t in texts(face.boxes) if t.what.startswith("defense")]
        assert {"evasion", "shield"} <= set(marks(face.boxes))
        assert [t for t in texts(pieces("tiles")[tile.id].face.boxes) if t.what.startswith("defense")]


def test_blank_components_have_lines_a_pencil_can_write_on():
    house = [card for card in GAME.catalogue.all(Component) if card.mark("text").kind == "house"]
    assert len(house) >= 8  # fact 40
    for card in house:
        face = pieces("components", unknown="blank")[card.id].face
        assert card.text not in {t.text for t in texts(face.boxes)}
        assert not [t for t in texts(face.boxes) if t.what.startswith("dice")]
        written = sorted(b.y1 for b in face.boxes if isinstance(b, Line) and b.ink == "soft" and b.y1 == b.y2)
        assert len(written) >= 4
        assert all(b - a >= 5 for a, b in zip(written, written[1:], strict=False))


def test_blank_leaves_printed_values_alone():
    assert texts(pieces("modules", unknown="blank")["hammer-right"].face.boxes) == texts(
        pieces("modules")["hammer-right"].face.boxes
    )
    printed = [c.id for c in GAME.catalogue.all(Component) if c.mark("text").kind == "printed"]
    assert printed
    for card_id in printed:
        assert any(t.what == "effect" for t in texts(pieces("components", unknown="blank")[card_id].face.boxes))


@pytest.mark.parametrize("unknown", ["house", "blank"])
def test_no_text_leaves_the_safe_zone(unknown):
    for deck in decks("everything", unknown=unknown):
        safe, w, h = deck.format.safe - 1e-6, deck.format.w, deck.format.h
        for piece in deck.pieces:
            for face in (piece.face, piece.back):
                for box, matrix in leaves(face.boxes):
                    if isinstance(box, Text):
                        assert all(safe <= x <= w - safe and safe <= y <= h - safe for x, y in corners(box, matrix)), (
                            f"{piece.name}: {box.what} at {corners(box, matrix)}"
                        )


def test_no_text_may_shrink_under_six_points():
    for deck in decks("everything"):
        for piece in deck.pieces:
            assert all(t.least >= 6 for t in texts(piece.face.boxes))


def test_every_piece_says_what_it_is():
    for deck in decks("everything"):
        for piece in deck.pieces:
            assert piece.name.split(" (")[0] in piece.about
            assert len(piece.about) > len(piece.name) + 20


def test_module_numbers_are_the_rulebook_s():
    """Facts, table 4: the number in every dice symbol of the six modules."""
    expected = {
        "reactor": ["3 body", "3 shield"],
        "drone": ["3 weapon", "4 scrap", "6 body"],
        "strongbox-left": ["4 body", "4 weapon"],
        "scout-right": ["3 body", "4 bypass", "4 weapon"],
        "gemini-left": ["3 body", "3 shield", "3 weapon", "6 weapon"],
        "hammer-right": ["3 body", "3 weapon"],
    }
    for piece_id, numbers in expected.items():
        face = pieces("modules")[piece_id].face
        assert sorted(f"{t.text} {t.what.split()[0]}" for t in texts(face.boxes) if t.text.isdigit()) == numbers


# Laid out on paper.


def job(name, paper="a4", unknown="house", build=None):
    parts = GAME.print_set(name).make(source(unknown, build))
    return lay_out(GAME.print_set(name).title, parts, PrintOptions(paper=paper, backs="no", share=False))


@pytest.mark.parametrize("unknown", ["house", "blank"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_face_fits_on_paper(paper, unknown):
    """Nothing raises DoesNotFit, and nothing had to shrink under six points."""
    made = job("everything", paper, unknown)
    assert made.pieces == 50 + 32 + 18 + 4
    for sheet in made.sheets:
        for cut in sheet.trims:
            assert all(words.size >= 6 for words in _words(cut.boxes)), cut.piece.name


def _words(boxes):
    for box in boxes:
        if isinstance(box, Words):
            yield box
        elif hasattr(box, "boxes"):
            yield from _words(box.boxes)


PACK = """
[[module]]
id = "hammer"
name = "Hammer of the Unreasonably Long and Winding Production Names"
weapon = { name = "Double Strike", pools = [{ dice = 30, kind = "regular" }, { dice = 12, kind = "special" }], breach = true, link = true }
[[component]]
id = "light-thrusters"
name = "Light Thrusters That Somebody Has Renamed at Some Length Now"
defend = { dice = 30, kind = "evasion" }
[[tile]]
id = "open-port"
defense = { dice = 30, kind = "shield" }
"""


def test_a_players_pack_fits_and_bears_its_mark():
    context = GAME.context(catalogue=GAME.catalogue.merge_text(PACK, "own.toml"))
    parts = GAME.print_set("everything").make(PrintSource(context))
    assert lay_out("Own", parts, PrintOptions(paper="letter", share=False)).pieces == 104
    shown = {p.id: p.face.boxes for part in parts if isinstance(part, Deck) for p in part.pieces}
    for piece_id in ("hammer-left", "hammer-right", "light-thrusters", "open-port"):
        assert "custom" in marks(shown[piece_id])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_reference_has_two_sides_at_most(paper):
    made = job("reference", paper)
    assert 1 <= len(made.sheets) <= 2
    text = " ".join(list_job(made).replace(" / ", " ").split())
    for section in GAME.rulebook.section:
        if section.turn:
            assert f"heading, 9.5 pt: {section.title}" in text
    for ruling in GAME.rulebook.ruling:
        assert ruling.question in text


def test_reference_prints_the_rulings_in_force():
    ruling = GAME.rulebook.ruling[0]
    other = next(option for option in ruling.option if option.id != ruling.default)
    context = GAME.context({ruling.id: other.id})
    made = lay_out("Reference", GAME.print_set("reference").make(PrintSource(context)), PrintOptions(share=False))
    text = " ".join(list_job(made).replace(" / ", " ").split())
    assert other.text in text
    assert ruling.option_in_force({}).text not in text


def test_blank_reference_keeps_house_effects_to_itself():
    text = " ".join(list_job(job("reference", unknown="blank")).replace(" / ", " ").split())
    for card in GAME.catalogue.all(Component):
        if card.mark("text").kind == "house":
            assert f"{card.name}: as written on the card." in text
            assert f"{card.name}: {card.text}" not in text


REGULAR_3, REGULAR_4 = Pool(dice=3, kind="regular"), Pool(dice=4, kind="regular")
TWIN_STRIKE = (Pool(dice=6, kind="regular"), Pool(dice=3, kind="special"))


@pytest.mark.parametrize(
    ("attack", "defence", "expected"),
    [
        ((REGULAR_3,), Pool(dice=6, kind="evasion"), Fraction(2800, 19683)),
        ((REGULAR_3,), Pool(dice=3, kind="shield"), Fraction(43, 216)),
        ((REGULAR_4,), Pool(dice=4, kind="shield"), Fraction(85, 432)),
        ((Pool(dice=4, kind="special"),), Pool(dice=3, kind="evasion"), Fraction(283, 432)),
    ],
)
def test_chances_are_those_of_the_facts(attack, defence, expected):
    assert chances.chance(attack, defence) == expected


def test_twin_strike_is_the_better_of_two_rolls():
    """The facts' distribution for Gemini."""
    exact = ["8/729", "40/243", "34/81", "74/243", "20/243", "4/243", "1/729"]
    assert chances.best(TWIN_STRIKE) == tuple(map(Fraction, exact))


@pytest.mark.golden
@pytest.mark.parametrize("name", ["modules", "components", "tiles", "reference", "drafts"])
def test_listing(name, golden):
    golden(GOLDEN / f"{name}.txt", list_job(job(name, build=BUILD)))


@pytest.mark.golden
def test_listing_of_blanks(golden):
    golden(GOLDEN / "components-blank.txt", list_job(job("components", unknown="blank")))


def words(piece):
    return [text.text for text in texts(piece.face.boxes)]


@pytest.mark.parametrize("name", ["reactor", "drone"])
def test_scrapping_says_on_the_card_that_it_costs_an_action(name):
    assert any("Scrap, own turn, 1 action" in text for text in words(pieces("modules")[name]))


def test_the_side_of_a_shield_bears_its_mark_on_cards_of_two_versions_and_on_the_reactor():
    for name, said in {
        "reactor": "{house} SHIELD",
        "strongbox-left": "{derived} IMPENETRABLE",
        "strongbox-right": "{derived} IMPENETRABLE",
        "gemini-left": "{derived} SHIELD",
        "gemini-right": "{derived} SHIELD",
    }.items():
        assert said in words(pieces("modules")[name]), name


def test_a_house_side_of_a_shield_has_no_mark_where_house_values_are_left_blank():
    assert "SHIELD" in words(pieces("modules", unknown="blank")["reactor"])


def reference(**given):
    return " ".join(list_job(job("reference", **given)).replace(" / ", " ").split())


def test_the_reference_says_when_components_may_be_used_and_that_weapons_may_share_a_target():
    text = reference()
    assert "Defense: on your opponent's turn, once per turn" in text
    for category in ("Reconfigure", "Control", "Attack"):
        assert f"{category}: on your turn, once per turn" in text
    assert "at a new target or at the same one" in text


def test_the_reference_left_blank_does_not_say_when_house_components_are_used():
    text = reference(unknown="blank")
    assert "Control: on your turn" not in text
    assert "turning it costs no action. On your turn, once per turn." in text


def test_the_reference_draws_an_upgraded_module_without_what_is_covered():
    text = reference()
    link = text[text.index("Link") : text.index("Components by category")]
    assert "Example: Hammer (right) on Reactor." in link and "name, 12.5 pt: Hammer" in link
    assert "name, 12.5 pt: Reactor" not in link


def test_components_are_told_apart_at_arm_s_length():
    """Every two pictures differ, and the four of a category bear its colour and its emblem."""
    cards = GAME.catalogue.all(Component)
    pictures = cells([place_art(component_picture(card), 24, 24, 1.6) for card in cards], GAME.accent)
    assert len({picture.tobytes() for picture in pictures}) == len(cards) == 16
    assert [one for one in combinations(pictures, 2) if difference(*one) < 150] == []
    assert len({livery.colour for livery in LIVERIES.values()}) == len(LIVERIES) == 4


def test_a_component_of_a_pack_shows_its_category_s_emblem():
    card = GAME.catalogue.all(Component)[0].model_copy(update={"id": "of-a-pack"})
    assert component_picture(card) == emblem(card)
