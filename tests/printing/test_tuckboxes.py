"""Tuckboxes: folded they are closed boxes of the size inside that their cards need, and every deck gets one that fits."""

from collections import Counter
from math import hypot

import pytest

from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.faces import boxing
from companion.printing.faces.boxes import POKER, Deck, Face, Format, Piece, Rect, Text
from companion.printing.faces.packing import Packing
from companion.printing.faces.tuckboxes import CLEAR, Drawing, Label, Net, tuckbox
from companion.printing.sheets import safe_zone
from companion.printing.sheets.cutlines import strokes
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import lay_out, print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.fitting import Turned, corners_of, fit
from tests.pairs import few_first, paired
from tests.printing.folding import AT, drawn, folded

NETS = {
    "seventy sleeved cards": Net(67, 92, 38.1),
    "a thin deck": Net(64, 89, 8),
    "tarot": Net(74, 124, 21.67),
    "tiles": Net(64, 64, 16.5),
    "deeper than wide": Net(64, 64, 70),
}
NOTHING = Drawing(10, 10, (Rect(0, 0, 10, 10),))


def made(net, title="Part cards", game="A Game"):
    return tuckbox("box-1", net, Label(game, title, "70 cards in sleeves.", NOTHING, NOTHING))


def middle_of_the_front(net):
    return 1.5 * net.w + net.d, net.top + net.h / 2


@pytest.mark.parametrize("net", few_first(2, list(NETS.values())), ids=NETS)
def test_folded_it_is_a_closed_box_of_its_size(net):
    _, piece = made(net)
    left, low = net.w + net.d, -(net.top + net.h)
    covered = {}
    for part, frame in folded(piece.face, middle_of_the_front(net)):
        for i, j in part:
            x, y, z = frame.at(i + AT, j + AT)
            assert left - 0.01 <= x <= left + net.w + 0.01, "nothing sticks out to a side"
            assert low - 0.01 <= y <= low + net.h + 0.01, "nothing sticks out above or below"
            assert -net.d - 0.01 <= z <= 0.01, "nothing sticks out in front or behind"
            covered.setdefault(frame.out, set()).add((round(x), round(y), round(z)))
    sides = {(0, 0, 1): "front", (0, 0, -1): "back", (1, 0, 0): "side", (-1, 0, 0): "side"}
    assert set(covered) == {*sides, (0, 1, 0), (0, -1, 0)}, "six sides, each with its print outside"
    for out, spots in covered.items():
        w, h, d = net.w, net.h, net.d
        area = w * h if out[2] else d * h if out[0] else w * d
        assert len(spots) >= area * 0.94, f"{out} is closed"


def test_the_tab_lies_behind_the_back_and_the_bottom_flaps_on_each_other():
    net = NETS["seventy sleeved cards"]
    _, piece = made(net)
    parts = folded(piece.face, middle_of_the_front(net))

    def frame(x, y):
        return next(frame for part, frame in parts if (int(x), int(y)) in part)

    (width, height), middle = net.size, net.top + net.h / 2
    assert frame(width - 5, middle).out == frame(5, middle).out == (0, 0, -1)
    tab, back = frame(width - 5, middle).at(width - 5, middle), frame(5, middle).at(5, middle)
    assert tab[2] == pytest.approx(back[2]) == pytest.approx(-net.d)
    inner, outer = frame(30, height - 5), frame(net.w + net.d + 30, height - 5)
    assert inner.out == outer.out == (0, -1, 0)
    assert frame(30, 5).out == (0, 0, 1), "the tuck flap goes in behind the front"


def test_every_title_is_upright_on_the_folded_box_and_the_lid_is_read_from_the_front():
    net = NETS["seventy sleeved cards"]
    _, piece = made(net)
    parts = folded(piece.face, middle_of_the_front(net))
    ups = {}
    for words, corners in corners_of(piece.face.boxes):
        if words.what != "title":
            continue
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = corners
        x, y = (x1 + x4) / 2, (y1 + y4) / 2
        frame = next(frame for part, frame in parts if (int(x), int(y)) in part)
        up = frame.along(x1 - x3, y1 - y3)
        long = hypot(*up)
        ups.setdefault(frame.out, []).append(tuple(round(value / long) for value in up))
    assert ups[(0, 0, 1)] == [(0, 1, 0)] and ups[(0, 0, -1)] == [(0, 1, 0)], "front and back"
    assert ups[(0, 1, 0)] == [(0, 0, -1)], "seen from the front, the lid's letters stand with their feet towards you"
    assert ups[(1, 0, 0)] == [(0, 0, -1)] and ups[(-1, 0, 0)] == [(0, 0, 1)], "both sides read from top to bottom"


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("Part cards", {"A Game": 3, "Part cards": 5}),
        ("A Game", {"A Game": 5, "70 cards in sleeves.": 3}),
    ],
)
def test_where_the_deck_is_called_as_the_game_the_box_says_what_is_inside_instead(title, said):
    _, piece = made(NETS["seventy sleeved cards"], title)
    titles = [words.text for words, _ in corners_of(piece.face.boxes) if words.what in ("game", "title")]
    assert Counter(titles) == said


def deck(count, form=POKER, title="Cards"):
    return Deck(title, form, (Piece("a", "A", Face((Rect(9, 9, 5, 5),)), count),))


USUAL = Packing()


def boxed(*decks, packing=USUAL, title="Set"):
    return [box for load in boxing.group_loads([(title, decks)]) for box in boxing.fill_boxes(load, packing)]


@pytest.mark.parametrize(
    ("sleeves", "stock", "inside"),
    [
        ("none", 0.31, (64, 89, 22.7)),  # 70 × 0.31 + 1
        ("thin", 0.31, (67, 92, 29.7)),  # 70 × 0.41 + 1
        ("standard", 0.31, (67, 92, 38.1)),  # 70 × 0.53 + 1
        ("standard", 0.2, (67, 92, 30.4)),  # 70 × 0.42 + 1
    ],
)
def test_a_box_is_a_millimetre_larger_than_its_cards_in_their_sleeves(sleeves, stock, inside):
    (box,) = boxed(deck(70), packing=Packing(sleeves, stock))
    assert (box.net.w, box.net.h, box.net.d) == pytest.approx(inside)
    assert box.count == 70 and box.dividers == 0 and box.title == "Cards"


def test_decks_of_one_set_share_a_box_with_room_for_their_dividers():
    (box,) = boxed(deck(31, title="Legs"), deck(17, title="Pilots"), title="Parts")
    assert (box.title, box.count, box.dividers) == ("Parts", 48, 2)
    assert box.sentence == "48 cards without sleeves: Legs 31 and Pilots 17."
    assert (box.net.h, box.net.d) == pytest.approx((97, 50 * 0.31 + 1)), "tabs stand 8 mm above the cards"


def test_decks_of_different_backs_have_boxes_of_their_own_as_print_shops_have_orders():
    backs = [Face((Rect(1, 1, side, side),)) for side in (5, 9)]
    named = {title: backs[number] for title, number in (("Legs", 0), ("Events", 1), ("Arms", 0))}
    decks = [Deck(title, POKER, (Piece("a", "A", Face(()), 9, back),)) for title, back in named.items()]
    mixed = Deck(
        "Mixed", POKER, tuple(Piece(back, "A", Face(()), 9, face) for back, face in zip("ab", backs, strict=True))
    )
    boxes = boxed(*decks, mixed, deck(9, title="Bare"), deck(9, title="Plain"), title="Parts")
    contents = [[held.title for held, _ in box.contents] for box in boxes]
    assert contents == [["Legs", "Arms"], ["Events"], ["Mixed"], ["Bare", "Plain"]]
    assert [box.title for box in boxes] == ["Parts", "Events", "Mixed", "Parts"]


def test_a_deck_too_thick_for_the_paper_goes_into_several_boxes():
    boxes = boxed(deck(140), packing=Packing("standard"))
    assert [(box.title, box.count) for box in boxes] == [("Cards 1 of 2", 70), ("Cards 2 of 2", 70)]
    small = Packing("standard", rooms=((200, 131), (131, 200)))
    assert [box.count for box in boxed(deck(20), packing=small)] == [10, 10]


def test_whole_decks_stay_together_where_a_set_is_shared_out():
    boxes = boxed(deck(50, title="One"), deck(40, title="Two"), deck(10, title="Three"), packing=Packing("standard"))
    assert [[(d.title, n) for d, n in box.contents] for box in boxes] == [[("One", 50)], [("Two", 40), ("Three", 10)]]


def test_small_pieces_share_a_box_and_two_large_cards_get_none():
    form = Format("marker", 20, 20)
    boxes = boxed(deck(66, form, "Markers"), deck(3, form, "Chips"), deck(2, Format("large", 126, 88), "Mats"))
    assert [(box.title, box.count) for box in boxes] == [("Markers and Chips", 69)]
    assert boxes[0].net.d >= 15
    assert boxes[0].sentence == "66 Markers and 3 Chips."


def printed(game, options, build=None):
    source = PrintSource(game.context_of(build), build, packing=options.packing)
    parts = game.print_set("boxes").make(source)
    return parts, print_job(Printout(game.title, parts, game.accent), options)


PAPERS = ["a4", pytest.param("letter", marks=pytest.mark.long)]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_deck_of_every_game_gets_a_box_that_holds_it_whatever_its_sleeves(game, paper):
    own = [each for each in game.print_sets if not (each.extra or each.needs_build)]
    decks = [part for each in own for part in each.make(PrintSource(game.context())) if isinstance(part, Deck)]
    there = {deck.title: boxing.count_pieces(deck) for deck in reversed(decks)}  # the first of a title counts
    for sleeves in ("standard",) if paper == "a4" else ("none", "thin", "standard", "double"):
        options = PrintOptions(paper=paper, sleeves=sleeves)
        parts, job = printed(game, options)
        sheets = list(job.sheets)
        assert job.papers == len(sheets) and not job.notes
        assert sum(len(sheet.trims) for sheet in sheets) == sum(len(part.pieces) for part in parts)
        holds, apart = {}, set()  # one deck alone has no other to be kept from
        for load in boxing.group_loads(
            [(each.title, [p for p in each.make(PrintSource(game.context())) if isinstance(p, Deck)]) for each in own]
        ):
            apart |= {deck.title for deck in load.decks if len(load.decks) > 1 and not load.loose}
            for box in boxing.fill_boxes(load, options.packing):
                for held, count in box.contents:
                    holds[held.title] = holds.get(held.title, 0) + count
                    assert min(held.format.w, held.format.h) < box.net.w
        assert all(there[title] == count for title, count in holds.items())
        cards = {deck.title for deck in decks if min(deck.format.w, deck.format.h) >= 40 and there[deck.title] > 2}
        cards = {title for title in cards if not title.startswith("Standees")}
        assert cards <= set(holds)
        assert {f"Divider: {title}" for title in apart} == {
            piece.name for part in parts for piece in part.pieces if piece.name.startswith("Divider")
        }


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "paper", "more"),
    paired(GAMES, ("a4", "letter"), ({"register_marks": True}, {"bleed": 3, "gap": 4}, {"stock": 0.6, "margin": 12})),
    ids=lambda value: getattr(value, "slug", None),
)
def test_boxes_fit_the_paper_with_every_option_that_takes_room(game, paper, more):
    for build in (None, *game.examples.values()):
        for sleeves in ("none", "double"):
            _, job = printed(game, PrintOptions(paper=paper, sleeves=sleeves, **more), build)
            for sheet in job.sheets:
                for trim in sheet.trims:
                    keep = 5 if "margin" not in more else 12
                    assert trim.x >= keep - 0.01 and trim.x + trim.w <= sheet.w - keep + 0.01
                    assert trim.y >= keep - 0.01 and trim.y + trim.h <= sheet.h - keep + 0.01


def distance(x, y, x1, y1, x2, y2):
    long = (x2 - x1) ** 2 + (y2 - y1) ** 2
    t = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / long)) if long else 0.0
    return hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_letters_keep_away_from_every_fold_and_cut(game):
    parts, _ = printed(game, PrintOptions(sleeves="standard"))
    for part in parts:
        for piece in part.pieces if part.title.startswith("Box") else ():
            corners, folds = drawn(piece.face)
            cuts = [(*one, *other) for one, other in zip(corners, (*corners[1:], corners[0]), strict=True)]
            letters = list(safe_zone.letter_corners(fit(piece.face.boxes, piece.name)))
            assert len(letters) > 8
            for words, ends in letters:
                nearest = min(distance(*end, *line) for end in ends for line in (*folds, *cuts))
                assert nearest >= CLEAR - 0.05, (piece.name, words.box.what, words.box.text, nearest)


def test_a_title_of_any_length_fits_every_box():
    for title in ("W" * 300, "数" * 80, "Ünïcödé — a deck with a very long name indeed, and longer still"):
        from companion.extras import pictures

        for net in NETS.values():
            form, piece = made(net, pictures.fit_title(title))
            assert fit(piece.face.boxes, piece.name, (form.w, form.h))


def test_a_build_gets_a_box_for_its_own_cards():
    (game,) = [game for game in GAMES if game.slug == "wreck-a-mech"]
    build = game.examples["tailgate-party"]
    parts, _ = printed(game, PrintOptions(), build)
    (box,) = [piece for part in parts for piece in part.pieces if piece.id.startswith("box")]
    assert "15 cards without sleeves" in box.about
    assert [text.text for text, _ in corners_of(box.face.boxes) if text.what == "title"] == ["Part cards"] * 5


def test_dividers_stand_above_their_cards_and_their_tabs_alternate():
    (game,) = [game for game in GAMES if game.slug == "techniconica"]
    parts, _ = printed(game, PrintOptions())
    (dividers,) = [part for part in parts if part.title.startswith("Dividers")]
    assert (dividers.format.w, dividers.format.h) == (63, 96)
    tabs = [next(b for b in piece.face.boxes if isinstance(b, Text) and b.what == "tab") for piece in dividers.pieces]
    assert [tab.x < 31.5 for tab in tabs] == [n % 2 == 0 for n in range(len(tabs))]
    assert all(tab.y + tab.h <= 8.01 for tab in tabs)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_dividers_keep_decks_apart_and_a_deck_alone_has_none(game):
    parts, _ = printed(game, PrintOptions())
    dividers = [piece for part in parts for piece in part.pieces if piece.id.startswith("divider")]
    assert len(dividers) == {"techniconica": 11}.get(game.slug, 0)


def test_a_net_has_no_guides_around_it_and_counts_no_straight_cuts():
    form, piece = made(NETS["a thin deck"])
    (sheet,) = lay_out("Box", (Deck("Box", form, (piece,)),), PrintOptions(lines="hairlines", corners=3)).sheets
    assert sheet.cut_count == 0 and len(sheet.trims) == 1
    (strip,) = [box for box in sheet.boxes if isinstance(box, Turned)]
    assert sheet.boxes == (strip,), "the ruler alone"
    assert strokes(sheet.trims) == ()
