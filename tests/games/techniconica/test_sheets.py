"""Techniconica's print sets: everything fits on both papers, cards keep to their safe zone, mech sheets say what a Mech is."""

from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from companion.dice.odds import exact
from companion.gamekit.contract import PrintSource
from companion.games.techniconica import GAME
from companion.games.techniconica.art.mech import cabs, engines, extras, guns, movers, parts
from companion.games.techniconica.model import PARTS, STATS, Event, Part
from companion.games.techniconica.model.special_rules import SPECIALS
from companion.games.techniconica.rules.assembly import assemble_squad
from companion.games.techniconica.sheets import mech_head, reference
from companion.games.techniconica.sheets.card_faces import LIVERIES, WORDS, badge
from companion.games.techniconica.sheets.counter_faces import MARKER
from companion.printing.faces.boxes import Area, Circle, Deck, Group, Line, PlacedSymbol, Rect, Text
from companion.printing.sheets.layout import lay_out
from companion.printing.sheets.options import PrintOptions
from tests.games.figures import edges
from tests.games.techniconica.mechs import WOLF, read
from tests.pairs import pairs_first
from tests.printing.listing import list_job
from tests.printing.rasters import cells, difference

GOLDEN = Path(__file__).parent / "golden"
WOLVES = read(mech=[WOLF])


def source(build=None, unknown="house", pack=None, rulings=None):
    catalogue = GAME.catalogue.merge_text(pack, "own.toml") if pack else None
    return PrintSource(GAME.context(rulings, catalogue), build, unknown)


def job(name, paper="a4", **given):
    return lay_out(
        GAME.title,
        GAME.print_set(name).make(source(**given)),
        PrintOptions(paper=paper, backs="no", share=False),
        GAME.accent,
    )


def told(name, **given):
    """A print set's listing in one line, without the breaks between lines of text."""
    return " ".join(list_job(job(name, **given)).replace(" / ", " ").split())


def pieces(name, **given):
    decks = [part for part in GAME.print_set(name).make(source(**given)) if isinstance(part, Deck)]
    return {piece.id: piece for deck in decks for piece in deck.pieces}


def texts(boxes, what=None):
    return [box for box in boxes if isinstance(box, Text) and what in (None, box.what)]


def marks(boxes):
    return {box.symbol.name for box in boxes if isinstance(box, PlacedSymbol)}


SETS = [print_set.name for print_set in GAME.print_sets if print_set.name != "everything"]


@pytest.mark.parametrize(("print_set", "paper", "unknown"), pairs_first(SETS, ["a4", "letter"], ["house", "blank"]))
def test_every_print_set_fits(print_set, paper, unknown):
    assert bool(job(print_set, paper, unknown=unknown).sheets) != GAME.print_set(print_set).needs_build
    assert job(print_set, paper, unknown=unknown, build=WOLVES).sheets


def test_everything_holds_every_print_set():
    titles = {part.title for part in GAME.print_set("everything").make(source())}
    for print_set in GAME.print_sets:
        if not print_set.extra:
            assert {part.title for part in print_set.make(source())} <= titles


def test_parts_are_one_of_each_card():
    assert {i: p.copies for i, p in pieces("parts").items()} == {card.id: 1 for card in GAME.catalogue.all(Part)}


def test_a_squad_s_parts_are_what_it_uses():
    twins = read(mech=[WOLF, {**WOLF, "name": "Other"}])
    found = {piece_id: piece.copies for piece_id, piece in pieces("parts", build=twins).items()}
    used = ["hauler-tracks", "standard-cockpit", "heavy-plate", "sharpshooter", *(p["card"] for p in WOLF["part"])]
    assert found == dict.fromkeys(used, 2)


def test_the_event_deck_has_as_many_of_each_as_the_facts_say():
    """Earthquake 6 and Earth Fissure 3 of the 69 cards; how many ECM Minefields is not known: one is printed."""
    found = {piece_id: piece.copies for piece_id, piece in pieces("events").items()}
    assert (found["earthquake"], found["earth-fissure"], found["ecm-minefield"]) == (6, 3, 1)
    assert len(found) == len(GAME.catalogue.all(Event))


def test_a_card_shows_each_of_its_numbers_under_its_letters():
    for card in GAME.catalogue.all(Part):
        boxes = pieces_of_all[card.id].face.boxes
        figures = [box for box in texts(boxes) if box.size == 18 and not box.text.startswith(("+", "-"))]
        shown = {box.what: box.text for box in figures if not box.unknown}
        known = {name.upper(): str(getattr(card, name)) for name in card.stats if getattr(card, name) is not None}
        assert shown == known, card.id
        unknown = {name.upper() for name in card.stats if getattr(card, name) is None}
        assert {box.what for box in figures if box.unknown} == unknown, card.id


pieces_of_all = pieces("parts")


def test_numbers_not_known_are_boxes_that_hold_a_pencil():
    boxes = pieces_of_all["heavy-track-unit"].face.boxes
    empty = [box for box in boxes if isinstance(box, Rect) and box.dash]
    assert len(empty) == 2  # MW and SP
    assert min(min(box.w, box.h) for box in empty) >= 5


def test_numbers_run_down_the_left_so_that_attached_cards_leave_them_in_view():
    for piece in pieces_of_all.values():
        numbers = [box for box in texts(piece.face.boxes) if box.size == 18]
        assert all(box.x + box.w <= 15 for box in numbers), piece.name


def foot_of(card_id):
    return next(box.text for box in texts(pieces_of_all[card_id].face.boxes, "origin marks"))


def test_our_note_makes_no_publisher_s_card_a_house_card():
    words = next(box.text for box in texts(pieces_of_all["heavy-track-unit"].face.boxes, "rules text"))
    assert words.startswith("Our note: Its Maximum Weight and Speed are not known")
    assert foot_of("heavy-track-unit") == "{printed} printed"
    assert "house" in foot_of("hauler-tracks") and "house" in foot_of("tuned-drive")


def test_what_a_rule_is_only_inferred_to_do_says_so_on_card_and_reference():
    words = next(box.text for box in texts(pieces_of_all["shard-cannon"].face.boxes, "rules text"))
    assert "Inaccurate: {derived} Roll two D10" in words and "derived" in foot_of("shard-cannon")
    plain = next(box.text for box in texts(pieces_of_all["sniper-cannon"].face.boxes, "rules text"))
    assert "Accurate: Roll two D10" in plain
    told_ = {special.id: special.printed_text.startswith("{derived}") for special in SPECIALS.values()}
    assert {name for name, marked in told_.items() if marked} == {"inaccurate", "gravity-field", "hover"}
    lines = next(block for block in reference.blocks(GAME.context(), 8) if block.title == "Special rules").rows
    assert sum(_marked(row) for row in lines) == 3


def _marked(row):
    return any("{derived}" in box.text for box in texts(row.draw(0, 0, 60)))


def test_house_numbers_bear_the_mark_and_printed_ones_do_not():
    for card in GAME.catalogue.all(Part):
        kinds = {card.mark(name).kind for name in card.stats if getattr(card, name) is not None}
        boxes = pieces_of_all[card.id].face.boxes
        assert kinds - {"printed"} == marks(boxes), card.id
        (legend,) = texts(boxes, "origin marks")
        assert all(kind in legend.text for kind in kinds - {"printed"}), card.id


def test_a_blank_card_keeps_house_numbers_to_itself():
    face = pieces("parts", unknown="blank")["long-rifle"].face.boxes
    assert not [box for box in texts(face) if box.size == 18]
    assert len([box for box in face if isinstance(box, Rect) and box.dash]) == 6
    assert pieces("parts", unknown="blank")["4-wheeled-locomotor"].face.boxes == (
        pieces_of_all["4-wheeled-locomotor"].face.boxes
    )


@pytest.mark.parametrize("unknown", ["house", "blank"])
def test_no_text_leaves_the_safe_zone_or_shrinks_under_six_and_a_half_points(unknown):
    for part in GAME.print_set("everything").make(source(unknown=unknown)):
        if not isinstance(part, Deck):
            continue
        safe, w, h = part.format.safe - 1e-6, part.format.w, part.format.h
        for piece in part.pieces:
            for face in (piece.face, piece.back):
                for box in texts(face.boxes) if face else ():
                    place = f"{piece.name}: {box.what}"
                    assert safe <= box.x and box.x + box.w <= w - safe, place
                    assert safe <= box.y and box.y + box.h <= h - safe, place
                    assert box.least >= 6.5, place


def picture_of(piece):
    """Return a card's picture: the badge is a group too, a smaller one."""
    (picture,) = (box for box in piece.face.boxes if isinstance(box, Group) and box.scale > 1)
    return picture


def test_types_differ_by_colour_and_badge():
    """Every type has its own colour and its own shape, which a printer without colour shows as well."""
    shapes = {name: badge(name, LIVERIES["Event"])[1].boxes for name in LIVERIES}
    assert set(shapes) == {model.type for model in PARTS.values()} | {"Event"}
    assert len(set(shapes.values())) == len({livery.colour for livery in LIVERIES.values()}) == len(LIVERIES)
    seen = cells([(Group(shape, 24, 24, scale=4),) for shape in shapes.values()], "#000000")
    assert [one for one in combinations(seen, 2) if difference(*one) < 150] == []


def test_words_stand_beside_every_code():
    for card in GAME.catalogue.all(Part):
        boxes = pieces_of_all[card.id].face.boxes
        labels = [box.text.lower() for box in texts(boxes) if box.what.endswith(" label")]
        assert [box.text for box in texts(boxes, "word")] == [WORDS[name] for name in labels], card.id
    assert set(WORDS) == set(STATS) and len(set(WORDS.values())) == len(WORDS)


def test_counters_have_a_place_of_their_size_where_no_text_needs_it():
    for card_id, names in {
        "bubble-canopy": ["Damage"],
        "auto-rifle": ["Damage", "Jams"],
        "cadet": ["Re-Rolls"],
    }.items():
        boxes = pieces_of_all[card_id].face.boxes
        places = [box for box in boxes if isinstance(box, Circle) and box.r * 2 == MARKER.w]
        assert [box.text for box in texts(boxes, "counters")] == names and len(places) == len(names)
        apart = [other.x - one.x for one, other in pairwise(places)]
        assert all(far >= MARKER.w for far in apart)
    assert not texts(pieces_of_all["megan-barker"].face.boxes, "counters")


def test_pictures_fill_their_window_and_stay_in_it():
    """A picture keeps off its frame, strokes included, and takes two thirds of it from side to side or up and down."""
    for piece in pieces_of_all.values():
        picture = picture_of(piece)
        (frame,) = (
            box for box in piece.face.boxes if isinstance(box, Rect) and (box.stroke, box.fill) == ("blue", None)
        )
        left, top, right, low = edges((picture,))
        assert left >= frame.x + 1.5 and right <= frame.x + frame.w - 1.5, piece.name
        assert top >= frame.y + 1.5 and low <= frame.y + frame.h - 1.5, piece.name
        assert right - left > frame.w * 2 / 3 or low - top > frame.h * 2 / 3, piece.name


def test_no_two_pictures_look_alike_at_arm_s_length():
    cards = GAME.catalogue.all(Part)
    pictures = cells([(Group(parts.drawing(card, 38, 38), 24, 24, scale=1.2),) for card in cards], GAME.accent)
    alike = [
        (one.name, other.name)
        for (one, first), (other, second) in combinations(zip(cards, pictures, strict=True), 2)
        if difference(first, second) < 50
    ]
    assert alike == []


def test_a_card_shows_its_part_as_it_is_drawn_on_a_mech():
    """The same plates and strokes in the same inks, in the same order."""
    drawn = {
        "hauler-tracks": movers.mover,
        "bubble-canopy": cabs.cab,
        "long-rifle": guns.weapon,
        "solar-mesh": engines.engine,
        "rifled-barrel": extras.small,
    }
    for card_id, draw in drawn.items():
        card = GAME.catalogue.get(Part, card_id)
        drawings = (picture_of(pieces_of_all[card_id]).boxes, LIVERIES[card.type].paint(draw(card)))
        looks = [[_look(box) for box in boxes] for boxes in drawings]
        assert looks[0] == looks[1], card_id


def _look(box):
    return type(box).__name__, box.width, getattr(box, "fill", None), getattr(box, "stroke", None)


def _points(box):
    if isinstance(box, Line):
        return [(box.x1, box.y1), (box.x2, box.y2)]
    if isinstance(box, Rect):
        return [(box.x, box.y), (box.x + box.w, box.y + box.h)]
    if hasattr(box, "r"):
        return [(box.x - box.r, box.y - box.r), (box.x + box.r, box.y + box.r)]
    return [move[-2:] for move in box.moves if len(move) > 2]


PACK = f"""
[[weapon]]
id = "long-rifle"
name = "{"Cannon of Names " * 3}Extra"
ar = 60
dt = 60
we = 60
pc = 60
pe = 60
do = 60
rules = ["accurate", "armour-piercing", "barrage", "frightening-12", "gravity-field-11", "reliable", "trigger", "melee"]
text = "{"A long text about what it does. " * 12}"
[[support]]
id = "own-help"
name = "Own Help"
gives = {{ ar = 1, dt = 2, we = -3, pc = -4, sp = 5, ac = 6 }}
fits = ["locomotor", "cockpit", "weapon", "power-plant"]
"""


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_player_s_pack_fits_and_bears_its_mark(paper):
    assert job("parts", paper, pack=PACK).sheets
    shown = pieces("parts", pack=PACK)
    assert "custom" in marks(shown["long-rifle"].face.boxes)
    (rules,) = texts(shown["own-help"].face.boxes, "rules text")
    assert "AR +1, DT +2, WE -3, PC -4, SP +5, AC +6" in rules.text


# Mech sheets.


def test_a_mech_sheet_tells_what_the_mech_is():
    found = told("mech-sheets", build=WOLVES)
    assert "Weight, 15 pt: 17 of 18" in found
    assert "Power, 15 pt: 7 of 7" in found
    assert "Weight · 1 to spare" in found and "Power · 0 to spare" in found
    for name in ("Sniper Wolf", "Hauler Tracks", "Standard Cockpit", "Sharpshooter", "Long Rifle", "Gas Turbine"):
        assert name in found
    assert "Armour: Heavy Plate · WE 4 PC 0" in found
    assert "AR 2 · DT 2 · WE 3 · PC 2 · PE 4 · DO 2" in found  # the Long Rifle, for reckoning after a loss
    assert "AR 5 · DT 4 · PC 2 · MW 18 · SP 1" in found  # a Locomotor's own Weight does not count


def test_an_illegal_mech_s_meters_say_by_how_much():
    heavy = {**WOLF, "locomotor": "courier-wheels", "part": WOLF["part"][:4]}  # 16 of 12, 7 of 5
    found = told("mech-sheets", build=read(mech=[heavy]))
    assert "Weight · 4 over" in found and "Power · 2 missing" in found


AREA = Area(200, 279)


def ticks(build, **given):
    (part,) = GAME.print_set("mech-sheets").make(source(build=build, **given))
    return [box for page in part.make(AREA) for box in page if isinstance(box, Rect) and box.w == box.h == 5.0]


def test_a_mech_sheet_has_a_box_for_each_point_and_for_jams_and_re_rolls():
    """DT: tracks 4, cockpit 3 and plate 4, rifles 2 + 2 + 2, turbine 2, cell 1; 3 jams a Weapon; 1 Re-Roll; the rest."""
    thresholds, jams, re_rolls, track = 4 + 3 + 4 + 2 + 2 + 2 + 2 + 1, 3 * 3, 1, 1 + 1 + 2 + 1 + 10
    assert len(ticks(WOLVES)) == thresholds + jams + re_rolls + track


def test_hardened_parts_have_a_box_more():
    tougher = {**WOLF, "cockpit": {"card": "standard-cockpit", "attached": ["hardened-casing"]}}
    plain = {**WOLF, "cockpit": "standard-cockpit"}
    assert len(ticks(read(mech=[tougher]))) == len(ticks(read(mech=[plain]))) + 1


def test_without_a_squad_there_is_a_sheet_to_fill_in():
    found = told("mech-sheets")
    assert "____ of ____" in found
    assert found.count("Jams (Weapon)") == 7  # all slots but the Cockpit's and the Locomotor's
    assert len(job("mech-sheets").sheets) == 1
    assert len(ticks(None)) > 100


def test_a_squad_has_a_sheet_for_each_mech():
    assert len(job("mech-sheets", build=read(mech=[WOLF] * 5)).sheets) == 5
    assert len(job("mech-sheets", build=read(mech=[{}, {"name": "Half", "cockpit": "scout-cab"}])).sheets) == 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    "mech",
    [
        {
            **WOLF,
            "grid": [9, 9],
            "part": [{"card": "long-rifle", "slot": f"{r},{c}"} for r in range(1, 10) for c in range(1, 10)],
        },
        {**WOLF, "grid": [3, 4]},
        {**WOLF, "grid": [9, 3], "part": [{"card": "fuel-cell", "slot": f"{r},1"} for r in range(1, 10)]},
        {**WOLF, "part": [{"card": "long-rifle", "slot": "1,1", "attached": ["storm-shield"] * 20}]},
        {**WOLF, "part": [{"card": "long-rifle", "slot": "1,1"}, {"card": "auto-rifle", "slot": "1,1"}]},
        {**WOLF, "part": [{"card": "long-rifle", "slot": "12,40"}]},
        {**WOLF, "name": "Wolf " * 12, "cockpit": "hauler-tracks", "pilot": "scout-cab"},
    ],
    ids=["nine by nine", "four columns", "nine rows", "twenty shields", "two in a slot", "outside", "misplaced"],
)
def test_odd_mechs_have_a_sheet_with_every_part(mech, paper):
    found = told("mech-sheets", paper=paper, build=read(mech=[mech]))
    names = [GAME.catalogue.get(Part, part["card"]).name for part in mech["part"]]
    for name in set(names):
        assert found.count(f"reference, 10 pt: {name}") == names.count(name)


def test_a_blank_mech_sheet_keeps_house_numbers_to_itself():
    found = told("mech-sheets", build=WOLVES, unknown="blank")
    assert "____ of ____" in found and "17 of 18" not in found
    assert "DT ___" in found


def test_numbers_not_known_are_lines_to_write_on_and_no_zeros():
    # The Heavy Track Unit's MW and SP are not known; its PC is 2, and so is the Shard Cannon's, whose WE is 3.
    half = {"locomotor": "heavy-track-unit", "part": [{"card": "shard-cannon", "slot": "1,1"}]}
    for mech, wanted in ((half, ["3 of ____", "4 of ____", ""]), ({"name": "Bare"}, ["0 of ____", "0 of ____", ""])):
        (made,) = assemble_squad(read(mech=[mech]), GAME.catalogue)
        found = mech_head.meters(made, Area(190, 270), False)
        assert [text.text for what in ("Weight", "Power", "Speed") for text in texts(found, what)] == wanted
    assert "3 of ____" in told("mech-sheets", build=read(mech=[half]))


def test_long_thresholds_have_a_box_to_write_in():
    pack = '[[cockpit]]\nid = "standard-cockpit"\nname = "Bunker"\ndt = 60'
    found = told("mech-sheets", build=WOLVES, pack=pack)
    assert "Base Part, of 60" in found


# The reference.


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_reference_has_two_sides_at_most_with_every_section_and_ruling(paper):
    assert len(job("reference", paper).sheets) <= 2
    found = told("reference", paper=paper)
    for section in GAME.rulebook.section:
        if section.turn:
            assert f"heading, 9.5 pt: {section.title}" in found
    for ruling in GAME.rulebook.ruling:
        assert ruling.question in found and ruling.option_in_force({}).text in found


@pytest.mark.parametrize("lead", reference.LEADS)
@pytest.mark.parametrize(("dice", "rules"), [("one", ""), ("higher", "accurate"), ("lower", "inaccurate")])
@pytest.mark.parametrize("jams", ["kept", "any"])
def test_chances_to_hit_are_the_resolver_s(lead, dice, rules, jams):
    """The table counts pairs of faces; the resolver is the rule itself."""
    context = GAME.context({"accurate-jam": jams})
    kind = GAME.resolver("shoot")
    inputs = kind.inputs.model_validate(
        {"accuracy": 20 + lead, "penetration": 0, "damage_output": 1, "speed": 20, "armour": 0, "rules": rules}
    )
    odds = exact(kind.make(inputs, context))
    hits = sum(weight for outcome, weight in odds.outcomes if outcome["result"] == "hit")
    assert reference.hit_chance(lead, dice, jams == "any") == Fraction(hits, odds.total)


def test_the_hundred_rolls_of_an_even_shot():
    """At evens, face a hits evasions 1 to a, and a 1 jams: 2 + 3 + … + 10 of a hundred."""
    assert reference.hit_chance(0) == Fraction(54, 100)
    assert reference.hit_chance(9) == Fraction(90, 100)
    assert reference.hit_chance(-9) == Fraction(1, 100)


@pytest.mark.golden
@pytest.mark.parametrize("name", ["mech-sheets", "reference", "counters"])
def test_listing(name, golden):
    golden(GOLDEN / f"{name}.txt", list_job(job(name, build=WOLVES)))


@pytest.mark.golden
def test_listing_of_a_squad_s_cards(golden):
    golden(GOLDEN / "parts.txt", list_job(job("parts", build=WOLVES)))


def test_a_rule_is_told_with_the_card_s_own_number_or_without_one():
    told_on = {i: texts(pieces_of_all[i].face.boxes, "rules text")[0].text for i in ("flame-thrower", "siege-mortar")}
    assert "with 2 added" in told_on["flame-thrower"]
    assert "Frightening: The Mech attacked takes a Bottle Test." in told_on["siege-mortar"]


def test_events_have_pictures_within_their_window():
    for piece in pieces("events").values():
        for box in (b for b in piece.face.boxes if isinstance(b, Group)):
            for part in box.boxes:
                assert all(abs(x) <= 19.01 and abs(y) <= 13.01 for x, y in _points(part)), piece.name
