"""Cards of no game: read from rows and tables, refused in sentences, drawn so that every text keeps its place."""

import io

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.base.findings import InvalidInput
from companion.printing import pdf
from companion.printing.custom import custom_cards, custom_faces
from companion.printing.custom.symbols import SYMBOLS
from companion.printing.export import picture_files
from companion.printing.faces.boxes import Deck, Face, Line, Picture, Piece, PlacedSymbol, Text
from companion.printing.sheets import layout, papers
from companion.printing.sheets.checking import check_faces
from companion.printing.sheets.fitted_faces import fit_face
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.options import PrintOptions
from companion.printing.sheets.papers import find_format
from companion.printing.text.fitting import DoesNotFit, Words
from companion.printing.text.fonts import Unprintable
from companion.printing.text.legible import small

POKER = find_format("poker")
CSV = """Name,Type,Attack,Armour,Rules,Copies
Rail Gun,Weapon,5{d6},2,"Roll {d6-6} twice, then move.",3
Drone,Scout,,1,,
"""


def cards(text, name="mine.csv", **more):
    return [card for _, card in custom_cards.read_stack(text, name, **more).cards]


def face_of(text, form=POKER, found=None):
    (deck,) = custom_faces.decks(custom_cards.read_stack(text, "mine.csv"), form, found)
    return deck.pieces[0].face


def test_rows_become_cards_and_other_columns_stats():
    gun, drone = cards(CSV)
    assert (gun.title, gun.type, gun.text, gun.copies) == ("Rail Gun", "Weapon", "Roll {d6-6} twice, then move.", 3)
    assert dict(gun.stats) == {"Attack": "5{d6}", "Armour": "2"}
    assert dict(drone.stats) == {"Armour": "1"} and drone.copies == 1, "an empty cell is no stat"


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_commas_semicolons_and_tabs_part_cells(mark):
    (card,) = cards(mark.join(("title", "type", "Power")) + "\n" + mark.join(("A", "B", "3")))
    assert (card.title, card.type, card.stats) == ("A", "B", {"Power": "3"})


def test_of_two_columns_of_titles_the_first_counts_and_the_other_is_a_stat():
    (card,) = cards("title,name,Power\nRail Gun,Long Tom,3")
    assert (card.title, card.stats) == ("Rail Gun", {"name": "Long Tom", "Power": "3"})


def test_tables_of_any_game_become_cards_with_their_kind_as_type():
    text = 'title = "Pack"\n[[component]]\nid = "x"\nname = "Flux"\nlevel = 2\ndefend = {kind = "blue", dice = 2}\ntags = ["a", "b"]\n'
    stack = custom_cards.read_stack(text, "pack.toml")
    ((place, card),) = stack.cards
    assert (stack.title, place) == ("Pack", "pack.toml: component Flux")
    assert (card.title, card.type) == ("Flux", "Component")
    assert card.stats == {"level": "2", "defend": "kind blue, dice 2", "tags": "a, b"}


def test_stats_may_stand_in_one_cell():
    (card,) = cards("title,stats\nA,Attack 3; Armour: 2; Speed=1; Flying\n")
    assert card.stats == {"Attack": "3", "Armour": "2", "Speed": "1", "Flying": ""}


def test_whatever_a_table_holds_becomes_words():
    text = (
        '{"unit": [{"name": 5, "type": 2.5, "fast": true, "slow": false, "n": 0, "none": null, "empty": "", "id": "x", '
    )
    text += '"parts": [1, true, {"a": 2}]}], "card": [{"title": "B"}], "other": [], "mixed": [1, {}]}'
    five, other = cards(text, "x.json")
    assert (five.title, five.type, other.type) == ("5", "2.5", "")
    assert five.stats == {"fast": "yes", "slow": "no", "n": "0", "parts": "1, yes, a 2"}
    with pytest.raises(InvalidInput, match="x.json: card true: title: found true, expected a number or text"):
        cards('{"card": [{"title": "A"}, {"title": true}]}', "x.json")
    with pytest.raises(InvalidInput, match="x.toml: card 2: title"):
        cards('[[card]]\ntitle = "A"\n[[card]]\ntype = "B"\n', "x.toml")


@pytest.mark.parametrize(
    ("stats", "read"),
    [
        ("Attack: 3\nArmour = 2", {"Attack": "3", "Armour": "2"}),
        ("Hit points 5;; ;Move", {"Hit points": "5", "Move": ""}),
        ("Hit points: 5 of 6", {"Hit points": "5 of 6"}),
        (" : 3", {}),
    ],
)
def test_a_cell_of_stats_is_read_name_by_name(stats, read):
    assert cards(f'title,stats\nA,"{stats}"\n')[0].stats == read


def test_a_column_without_a_head_is_passed_over_and_the_first_of_a_meaning_counts():
    (card,) = cards("title,,power\nA,x,3\n")
    assert card.stats == {"power": "3"}


@pytest.mark.parametrize(
    ("name", "title"),
    [("my-cards.csv", "My cards"), ("a/b\\war_band.v2.csv", "War band.v2"), (".csv", "Cards"), ("__.csv", "Cards"), ("list", "List")],
)  # fmt: skip
def test_a_stack_is_called_by_its_file(name, title):
    assert custom_cards.read_stack("title\nA\n", name).title == title


@pytest.mark.parametrize(
    ("text", "is_table"),
    [("\n# a\n[[card]]", True), ("{}", True), ("'my key' = 1", True), ("a-b=1", True), ("title,x\n", False), ("# x = 1\n", False), ("", False)],
)  # fmt: skip
def test_a_text_without_a_name_looks_like_a_table_or_like_rows(text, is_table):
    assert custom_cards.has_tables(text) is is_table


def test_json_and_pasted_text_are_told_apart():
    assert cards('{"card": [{"title": "A", "copies": 2}]}', "x.json")[0].copies == 2
    assert cards('[[card]]\ntitle = "A"\n', "cards")[0].title == "A"
    assert cards("title\nA\n", "cards")[0].title == "A"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title,copies\nDrone,0\n", "mine.csv: found no card: of each there are 0 copies, expected at least one copy of a card."),
        ("title,copies\nDrone,1000000\n", "mine.csv: row 2 (Drone): copies: found '1000000', expected at most 1000."),
        ("title,copies\nDrone,many\n", "mine.csv: row 2 (Drone): copies: found 'many', expected a whole number."),
        ("title\n\n", "mine.csv: found no card, expected at least one row, or one table [[card]]."),
        ("power\n3\n", "mine.csv: row 1: found 'power', expected a first row that names the columns, one of them title or name."),
        ("", "mine.csv: row 1: found nothing, expected a first row that names the columns"),
        ("title,power\nDrone,1,2\n", "mine.csv: row 2 (Drone): found 3 cells, expected at most 2, one per column; put text with commas in quotes."),
        ("title,title\nA,B\n", "mine.csv: row 1: found 'title' in column 1 and 'title' in column 2, expected each column once: rename one"),
        ("Title,a,title\nA,1,B\n", "mine.csv: row 1: found 'Title' in column 1 and 'title' in column 3, expected each column once"),
        ("name;Hit points;hit_points\nA;1;2\n", "mine.csv: row 1: found 'Hit points' in column 2 and 'hit_points' in column 3, expected each"),
        ("title\n" + "A" * 5_000_000, "mine.csv: found 5,000,006 characters, expected at most 5,000,000."),
        ("title,type\n,Scout\n", "mine.csv: row 2: title: found nothing, expected a value for title."),
        ('title\nA\n"open', "mine.csv: row 3: found a quotation mark that is never closed, expected one at the cell's end"),
        ('title\n"a "b" c"', "mine.csv: row 2: found text right after a closing quotation mark, expected two quotation marks"),
        (f'title\n{"A" * 131_073}', "mine.csv: row 2: found a cell that is too long, expected at most 131,072 characters in each."),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_told_with_the_cards_name(text, said):
    with pytest.raises(InvalidInput) as caught:
        custom_cards.read_stack(text, "mine.csv")
    assert str(caught.value).startswith(said)


def test_one_cause_on_many_cards_is_one_message_with_their_rows():
    rows = "".join(f"Card {n},{'Gain {T}' if n % 2 else 'Pay {T} {Q}'},sheild,1\n" for n in range(1, 24))
    stack = custom_cards.read_stack(f"title,text,symbol,copies\n{rows}", "cards.csv")
    with pytest.raises(InvalidInput) as refusal:
        custom_faces.decks(stack, POKER)
    (error,) = refusal.value.input_errors
    assert str(error).startswith("cards.csv: rows 2-24: symbol: found 'sheild', expected one of d6-1, d6-2")
    evens = ", ".join(str(n) for n in range(3, 24, 2))
    assert custom_faces.notes(stack) == (
        "cards.csv: rows 2-24: {T} is no known symbol and prints as written.",
        f"cards.csv: rows {evens}: {{Q}} is no known symbol and prints as written.",
    )
    with pytest.raises(InvalidInput) as refusal:
        custom_cards.read_stack("title,copies\nA,-1\nB,-1\nC,many\nD,-1\n", "cards.csv")
    assert [str(error) for error in refusal.value.input_errors] == [
        "cards.csv: rows 2-3, 5: copies: found '-1', expected at least 0.",
        "cards.csv: row 4 (C): copies: found 'many', expected a whole number.",
    ]
    tables = '[[card]]\ntitle = "A"\ncopies = -1\n[[card]]\ntitle = "B"\ncopies = -1\n'
    with pytest.raises(InvalidInput, match=r"cards.toml: card A and card B: copies: found -1, expected at least 0\."):
        custom_cards.read_stack(tables, "cards.toml")


def test_small_type_on_many_cards_is_one_message():
    rows = "".join(f"Saga {n},{'word ' * 330}\n" for n in range(11))
    stack = custom_cards.read_stack(f"title,text\n{rows}", "x.csv")
    (note,) = picture_files.check_decks(custom_faces.decks(stack, POKER), False)[1]
    assert note.startswith("text had to be set in less than 7 pt, hard to read, on Saga 0 (6")
    assert note.endswith("and 3 more. Shorten it.")


def test_lines_break_in_every_column():
    stack = custom_cards.read_stack('title,type,deck,attack\n"Rail\nGun","Long\r\nArm",Arms,"3\n(5)"\n', "cards.csv")
    ((_, card),) = stack.cards
    assert (card.title, card.type, card.stats["attack"], card.name) == ("Rail\nGun", "Long\nArm", "3\n(5)", "Rail Gun")
    piece = custom_faces.decks(stack, POKER)[0].pieces[0]
    drawn = {box.box.what: box for box in fit_face(piece.face, piece.name, POKER) if isinstance(box, Words)}
    assert {what: len(drawn[what].lines) for what in ("title", "type line", "stat attack")} == {
        "title": 2,
        "type line": 2,
        "stat attack": 2,
    }
    assert (piece.id, piece.about) == ("Rail Gun", "Rail Gun. Long Arm. attack 3 (5).")


def test_everything_wrong_is_told_at_once():
    with pytest.raises(InvalidInput) as caught:
        custom_cards.read_stack("title,copies\nA,-1\nB,2\nC,x\n", "mine.csv", language="xx")
    assert len(caught.value.input_errors) == 3
    assert "language: found 'xx', expected a language such as en" in str(caught.value)


def test_too_many_cards_and_stats_are_refused():
    with pytest.raises(InvalidInput, match="found 10,001 cards, expected at most 10,000"):
        custom_cards.read_stack("title\n" + "A\n" * 10_001, "mine.csv")
    most, heads = (",".join(f"s{n}" for n in range(count)) for count in (12, 13))
    assert face_of(f"title,{most}\nA,{','.join('1' * 12)}\n")
    with pytest.raises(
        InvalidInput, match="found 13 entries, expected at most 12 entries on a plain card; a layout can"
    ):
        face_of(f"title,{heads}\nA,{','.join('1' * 13)}\n")
    heads = ",".join(f"s{n}" for n in range(61))
    with pytest.raises(InvalidInput, match="expected at most 60 entries|expected dictionary should have at most 60"):
        custom_cards.read_stack(f"title,{heads}\nA,{','.join('1' * 61)}\n", "mine.csv")


@pytest.mark.parametrize("form", [f.name for f in papers.FORMATS if f.w > 44] + ["mini", "100x70"])
def test_a_card_prints_in_every_format_clear_of_the_cut(form):
    stack = custom_cards.read_stack(CSV, "mine.csv")
    decks = custom_faces.decks(stack, find_format(form))
    job = layout.lay_out("Own", decks, PrintOptions(share=False))
    assert job.pieces == 4
    with pikepdf.open(io.BytesIO(pdf.pdf_bytes(job))) as document:
        assert document.check_pdf_syntax() == [] and len(document.pages) == len(job.sheets)


def texts(face):
    return {box.what: box for box in face.boxes if isinstance(box, Text)}


def test_the_window_gives_way_to_the_text():
    def high(words):
        face = face_of(f'title,symbol,text\nA,flag,"{words}"\n')
        (mark,) = (box for box in face.boxes if isinstance(box, PlacedSymbol))
        return mark.size

    assert high("Short.") > high("word " * 140) > high("word " * 170) > high("word " * 300)


def test_a_text_too_long_is_named_with_its_overflow():
    stack = custom_cards.read_stack(f'title,text\nSaga,"{"word " * 400}"\n', "mine.csv")
    (deck,) = custom_faces.decks(stack, POKER)
    with pytest.raises(DoesNotFit, match=r"^Saga: text is too long for its box at 6 pt by \d+\.\d mm\. Shorten it\.$"):
        check_faces([deck])


def test_small_type_is_told_with_card_and_box():
    stack = custom_cards.read_stack(f'title,text\nSaga,"{"word " * 330}"\nTale,Short.\n', "mine.csv")
    decks = custom_faces.decks(stack, POKER)
    (note,) = picture_files.check_decks(decks, False)[1]
    size = note.removeprefix("Saga: text had to be set in ").partition(" pt, hard to read under 7. Shorten it.")[0]
    assert 6 <= float(size) < 7
    job = layout.lay_out("x", decks, PrintOptions(share=False))
    assert job.notes == () and check_faces(decks).notes == (note,)


def test_type_that_is_small_by_design_is_not_told():
    boxes = fit_face(face_of("title,text\nA,Short.\n"), "A", POKER)
    assert list(small(boxes, "A")) == []


def test_a_character_without_a_form_is_named():
    stack = custom_cards.read_stack("title,text\nDragon,龍 flies\n", "mine.csv")
    with pytest.raises(
        Unprintable,
        match=r"^Dragon: text: '龍' \(U\+9F8D\) is in none of our typefaces: replace it, or name a typeface",
    ):
        check_faces(custom_faces.decks(stack, POKER))


def test_marks_that_no_symbol_has_are_told():
    stack = custom_cards.read_stack('title,text,Power\nA,"{shield} {sheild} {x y}",{bolt}\n', "mine.csv")
    assert custom_faces.notes(stack) == ("mine.csv: row 2 (A): {sheild} is no known symbol and prints as written.",)


def test_symbols_are_drawn_in_texts_and_stats():
    boxes = fit_face(face_of('title,text,Power\nA,"Roll {d6} {attack}",2{bolt}\n'), "A", POKER)
    named = [symbol.symbol.name for box in boxes if hasattr(box, "symbols") for symbol in box.symbols]
    assert sorted(named) == ["attack", "bolt", "d6"]
    assert all(symbol.label and symbol.name == name for name, symbol in SYMBOLS.items())


def test_files_of_several_pictures_that_cards_name_are_told():
    rows = "title,picture,back\nA,two.tif,one.tif\nB,two.tif,moving.gif\nC,gone.tif,\nD,bad.tif,\n"
    files = {f"{name}.{kind}": pages(count, kind) for name, count, kind in SEVERAL} | {"bad.tif": b"no"}

    def found(name):
        if name not in files:
            raise FileNotFoundError(name)
        return files[name]

    assert custom_faces.notes(custom_cards.read_stack(rows, "mine.csv"), load=found) == (
        "two.tif and moving.gif: only the first picture is printed. "
        "Save every picture as a file of its own to print each.",
    )


SEVERAL = (("one", 1, "tif"), ("two", 2, "tif"), ("moving", 2, "gif"))


def pages(count, kind):
    data, first, *others = io.BytesIO(), *(Image.new("L", (8, 8), shade) for shade in range(0, 200 * count, 200))
    first.save(data, {"tif": "TIFF", "gif": "GIF"}[kind], save_all=True, append_images=others)
    return data.getvalue()


def photo(size=(40, 30), kind="PNG"):
    data = io.BytesIO()
    Image.new("RGB", size, (200, 30, 30)).save(data, kind)
    return data.getvalue()


def test_a_picture_fills_its_window():
    face = face_of("title,picture\nA,art.png\n", found=lambda name: {"art.png": photo()}[name])
    (picture,) = (box for box in face.boxes if isinstance(box, Picture))
    shown = Image.open(io.BytesIO(picture.data))
    assert shown.width / shown.height == pytest.approx(picture.w / picture.h, rel=0.05)
    assert picture.label == "art.png"


def bad(name):
    if name == "gone.png":
        raise FileNotFoundError(name)
    return {"text.png": b"hello", "cut.png": photo()[:60]}[name]


@pytest.mark.parametrize("word", ["back", "Back picture", "reverse"])
def test_a_card_may_have_a_picture_as_its_own_back(word):
    stack = custom_cards.read_stack(f"title,{word},copies\nA,rear.png,2\nB,,1\nC,rear.png,1\n", "mine.csv")
    (deck,) = custom_faces.decks(stack, POKER, {"rear.png": photo((630, 880))}.__getitem__)
    first, second, third = deck.pieces
    (picture,) = first.back.boxes
    assert (picture.x, picture.y, picture.w, picture.h) == (0, 0, POKER.w, POKER.h)
    assert picture.label == "rear.png" and Image.open(io.BytesIO(picture.data)).size == (630, 880)
    assert third.back is first.back, "a back that cards share is drawn once"
    assert [box.text for box in second.back.boxes if isinstance(box, Text)] == ["Mine"]
    assert not any(isinstance(box, Picture) for box in first.face.boxes)
    (bare,) = custom_faces.decks(stack, POKER, {}.__getitem__, backs=False)
    assert all(piece.back is None for piece in bare.pieces), "nobody looks for a back that is not printed"


@pytest.mark.parametrize("count", [1, custom_faces.MOST_IN_MEMORY + 1])
def test_a_back_that_is_not_there_is_told_with_its_card(count):
    stack = custom_cards.read_stack("title,back\nA,gone.png\n" + "B,\n" * (count - 1), "mine.csv")
    with pytest.raises(InvalidInput) as told:
        custom_faces.decks(stack, POKER)
    assert [str(input_error) for input_error in told.value.input_errors] == [
        "mine.csv: row 2 (A): back: found gone.png, a file that is not there, expected a picture beside the cards."
    ]


def test_pictures_that_are_none_are_told_all_at_once():
    stack = custom_cards.read_stack("title,picture\nA,gone.png\nB,text.png\nC,cut.png\n", "mine.csv")
    with pytest.raises(InvalidInput) as caught:
        custom_faces.decks(stack, POKER, bad)
    first, second, third = map(str, caught.value.input_errors)
    assert (
        first
        == "mine.csv: row 2 (A): picture: found gone.png, a file that is not there, expected a picture beside the cards."
    )
    assert second.startswith(
        "mine.csv: row 3 (B): picture: text.png: found something that is not a picture, expected a picture in PNG, JPEG"
    )
    assert third.startswith("mine.csv: row 4 (C): picture: cut.png: found a damaged picture")


def test_cards_of_several_decks_are_parted():
    stack = custom_cards.read_stack("title,deck\nA,Red\nB,Blue\nC,Red\nD,\n", "my-cards.csv")
    decks = custom_faces.decks(stack, POKER)
    assert [(deck.title, [p.name for p in deck.pieces]) for deck in decks] == [
        ("Red", ["A", "C"]),
        ("Blue", ["B"]),
        ("My cards", ["D"]),
    ]
    assert all(piece.back for deck in decks for piece in deck.pieces)
    assert not any(piece.back for deck in custom_faces.decks(stack, POKER, backs=False) for piece in deck.pieces)


words = st.text(st.sampled_from("abc déf Ωя 12 {d6} {move}.\n,\"'"), max_size=60)


@settings(deadline=None, max_examples=40)
@given(
    title=st.text(st.sampled_from("abc DEF 1ä"), min_size=1, max_size=20).filter(str.strip),
    text=words,
    stats=st.dictionaries(
        st.text(st.sampled_from("abcXY"), min_size=1, max_size=5),
        st.sampled_from(["1", "12", "3{d6}", "yes"]),
        max_size=8,
    ),
    symbol=st.sampled_from(["", *SYMBOLS]),
    form=st.sampled_from(["poker", "bridge", "tarot", "square 70 mm"]),
)
def test_cards_of_few_words_always_print(title, text, stats, symbol, form):
    card = custom_cards.GenericCard(title=title, text=text, stats=stats, symbol=symbol)
    stack = custom_cards.Stack("Law", (("here", card),))
    (deck,) = custom_faces.decks(stack, find_format(form))
    fit_face(deck.pieces[0].face, title, deck.format)


def sizes(boxes):
    """Return each text's box and size on a fitted face."""
    for box in boxes:
        if isinstance(box, Words):
            yield box.box.what, box.size


@pytest.mark.parametrize(
    ("names", "rows"),
    [
        (("Attack", "Armour", "Movement", "Structure", "Re-Rolls"), 1),
        (("Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom"), 1),
        (("Reinforcements", "Countermeasures", "Speed", "Heat", "Crew"), 2),
        (("AT", "DF", "ST", "MV", "HP", "AP"), 2),
    ],
)
def test_five_stats_are_legible_on_a_poker_card(names, rows):
    stats = "; ".join(f"{name}: {number}0" for number, name in enumerate(names, 1))
    face = face_of(f'title,stats,text\nGuard,"{stats}",Stands.\n')
    found = dict(sizes(fit_face(face, "Guard", POKER)))
    assert {f"stat name {name}" for name in names} <= set(found)
    assert min(found.values()) >= 6
    tops = {box.y for box in face.boxes if isinstance(box, Text) and box.what.startswith("stat name")}
    assert len(tops) == rows


def test_nothing_on_a_card_goes_under_six_points_and_a_long_foot_is_cut_short():
    stack = custom_cards.read_stack("title\nGuard\n", "mine.csv", title="The very long chronicle of the war " * 3)
    (deck,) = custom_faces.decks(stack, POKER)
    (foot,) = (box for box in deck.pieces[0].face.boxes if isinstance(box, Text) and box.what == "foot")
    assert foot.text.startswith("The very long chronicle") and foot.text.endswith("… · 1 of 1")
    assert all(box.least >= 6 for box in deck.pieces[0].face.boxes if isinstance(box, Text))
    assert min(size for _, size in sizes(fit_face(deck.pieces[0].face, "Guard", POKER))) >= 6


def test_the_ink_saver_keeps_no_room_for_a_bleed_that_it_does_not_print():
    """A thousand poker cards: nine to a sheet of A4 without bleed, eight with 3 mm of it between them."""
    decks = custom_faces.decks(custom_cards.read_stack("title,copies\nDrone,1000\n", "mine.csv"), POKER)

    def printed(ink, bleed):
        return layout.print_job(Printout("Cards", decks), PrintOptions(ink=ink, bleed=bleed), is_checked=True)

    assert [printed(*way).papers for way in (("full", 3), ("saver", 0), ("saver", 3))] == [125, 112, 112]
    assert "so there is no bleed to print and no room is kept for it." in printed("saver", 3).notes[-1]
    assert printed("full", 3).notes[-1].startswith("Bleed shows on ")


def test_a_card_of_many_whose_outline_goes_through_the_cut_keeps_its_bleed_in_ink_saver_too():
    line = Line(-3, 40, 66, 40, 1, "ink")
    dark = Deck("Dark", POKER, (Piece("a", "A", Face((line,)), 20),))
    job = layout.print_job(Printout("Cards", [dark]), PrintOptions(ink="saver", bleed=3))
    assert {trim.bleed for sheet in job.sheets for trim in sheet.trims} == {3}
