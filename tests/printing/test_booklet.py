"""Rules booklets: they say all that a first game needs, in the order of play, on sheets to fold and on a screen."""

import io
import re
import tomllib
from functools import cache, partial

import pikepdf
import pypdfium2
import pytest

from companion.base import paths
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing import pdf
from companion.printing.faces.boxes import Area, Group, Pages, Text
from companion.printing.sheets import booklet, printer_runs, safe_zone
from companion.printing.sheets.jobs import Printout
from companion.printing.sheets.layout import plan_job, print_job
from companion.printing.sheets.options import PrintOptions
from companion.printing.text.booklet_pages import BookletContents
from companion.printing.text.booklet_pages import pages as booklet_pages
from companion.printing.text.fitting import Turned, Words, fit
from companion.verbs.lessons import positions
from companion.verbs.told_game import tell_game
from tests.pairs import paired

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def read_through(sheets):
    """Return page numbers as a reader meets them: right halves from the outside in, left halves from the inside out."""
    leaves = [number for sheet in sheets for number in (sheet.front[1], sheet.back[0])]
    return leaves + [number for sheet in reversed(sheets) for number in (sheet.back[1], sheet.front[0])]


@pytest.mark.parametrize("pages", range(1, 61))
def test_folded_its_pages_read_in_order(pages):
    sheets = booklet.page_order(pages)
    assert len(sheets) == (pages + 3) // 4, "no sheet too many"
    assert read_through(sheets) == list(range(1, 4 * len(sheets) + 1))


def test_eight_pages_lie_as_every_bookbinder_lays_them():
    outer, inner = booklet.page_order(8)
    assert (outer.front, outer.back, inner.front, inner.back) == ((8, 1), (2, 7), (6, 3), (4, 5))


def numbered(count):
    pages = [(Text(0, 0, 30, 9, f"page {n}", what="page"),) for n in range(1, count + 1)]
    return Pages("Numbers", lambda area: booklet.impose_booklet(pages, area), booklet=True)


def words(boxes, x=0.0, y=0.0, turned=False):
    """Return each text with its place on the sheet, and whether it stands upside down."""
    for box in boxes:
        if isinstance(box, Turned):
            if box.angle % 180:
                continue  # a part of a drawing
            if box.angle == 180:
                yield from words(box.boxes, x + box.x, y + box.y, not turned)
            else:
                way = -1 if turned else 1
                yield from words(box.boxes, x + way * box.x, y + way * box.y, turned)
        elif isinstance(box, Words):
            way = -1 if turned else 1
            yield box.box.text, x + way * box.box.x, y + way * box.box.y, turned


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("edge", ["long", "short"])
@pytest.mark.parametrize("pages", [4, 6, 8, 13])
def test_turned_over_the_chosen_edge_every_leaf_has_its_next_page_behind_it_upright(edge, paper, pages):
    job = plan_job(Printout("Book", (numbered(pages),)), PrintOptions(paper=paper, backs=edge))
    sheets = list(job.sheets)
    assert job.duplex == edge and job.papers == len(sheets) / 2 == (pages + 3) // 4
    leaves = []
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        assert (front.w > front.h, front.side, back.side, front.number) == (True, "front", "back", back.number)
        # Seen as the reader turns a leaf: the paper goes over beside the fold, so left and right change places.
        halves = {}
        for text, x, y, over in words(back.boxes):
            if edge == "long":  # the printer drew it the other way up
                x, y, over = front.w - x, front.h - y, not over
            assert not over
            halves["left" if x < front.w / 2 else "right"] = (text, y)
        shown = {
            "left" if x < front.w / 2 else "right": (text, y) for text, x, y, over in words(front.boxes) if not over
        }
        leaves.append((shown, halves))
    order = [
        half.get(where, ("",))[0] for shown, halves in leaves for half, where in ((shown, "right"), (halves, "left"))
    ]
    order += [
        half.get(where, ("",))[0]
        for shown, halves in reversed(leaves)
        for half, where in ((halves, "right"), (shown, "left"))
    ]
    assert order[:pages] == [f"page {n}" for n in range(1, pages + 1)] and not any(order[pages:])
    assert len({y for shown, halves in leaves for _, y in (*shown.values(), *halves.values())}) == 1


@pytest.mark.parametrize("backs", ["no", "fold"])
def test_without_duplex_its_sides_follow_each_other_and_a_note_says_so(backs):
    job = print_job(Printout("Book", (numbered(8),), "#335577"), PrintOptions(backs=backs))
    assert [sheet.side for sheet in job.sheets] == ["front"] * 4 and job.duplex == "no"
    assert any("turned over the long or the short edge" in note for note in job.notes)


def test_it_is_sent_as_fronts_and_then_backs_where_the_printer_has_one_side():
    job = plan_job(Printout("Book", (numbered(8),)), PrintOptions(backs="long", feed="two"))
    fronts, backs = (run for run in printer_runs.runs(job) if run.name in ("fronts", "backs"))
    assert [sheet.side for sheet in fronts.job.sheets] == ["front"] * 2
    assert {sheet.side for sheet in backs.job.sheets} == {"back"}


def job_of(game, name="booklet", rulings=None, **options):
    parts = game.print_set(name).make(PrintSource(game.context(rulings), tell=partial(tell_game, game)))
    return print_job(Printout(game.title, parts, game.accent), PrintOptions(**options))


def made(game, rulings=None, **options):
    return list(job_of(game, "booklet", rulings, **options).sheets)


@cache
def usual(game):
    return made(game)


def letters(boxes, scale=1.0):
    """Return each text with its size on paper in points."""
    for box in boxes:
        if isinstance(box, Turned):
            yield from letters(box.boxes, scale * box.scale)
        elif isinstance(box, Words):
            yield box.box.text, box.size * scale, scale


@EACH_GAME
def test_it_says_every_section_and_every_ruling_in_force_in_letters_to_read(game):
    sheets = usual(game)
    said = [each for sheet in sheets for each in letters(sheet.boxes)]
    lines = {text for text, _, _ in said}
    book = game.rulebook
    for section in book.section:
        assert section.title in lines
        assert set(book.fill_in(section.summary).split("\n")) <= lines, section.id
    for ruling in book.ruling:
        answer = book.fill_in(f"{{house}} {ruling.question} {ruling.option_in_force({}).text}")
        assert (answer in lines) == (not ruling.example), ruling.id
    assert min(size for _, size, scale in said if scale == 1) >= 7
    assert any(game.credit.licence in line for line in lines), "and whose game it is"


@EACH_GAME
def test_its_pages_fill_their_sheets_and_are_numbered(game):
    sheets = usual(game)
    count = 2 * len(sheets)
    assert count % 4 == 0 and count <= 24
    numbers = {text for sheet in sheets for text, size, scale in letters(sheet.boxes) if scale == 1 and size == 8.5}
    assert {str(n) for n in range(2, count)} <= numbers, "all but cover and last page"
    assert sum(text == "Notes" for sheet in sheets for text, _, scale in letters(sheet.boxes) if scale == 1) <= 1
    assert any(text == "Cards of the game" for sheet in sheets for text, _, _ in letters(sheet.boxes))


LESSONS = pytest.mark.parametrize("game", [game for game in GAMES if game.lesson], ids=lambda game: game.slug)
LOOKED_AT = {
    "mecha-mettle": {"line-of-sight", "upgrades"},
    "mechalyte": {"battlefield", "combat", "results"},
    "techniconica": {"grid", "weight", "attaching"},
    "mechastellar": {"range", "shooting"},
    "wreck-a-mech": {"mech", "corporations"},
}
"""The sections that are looked at rather than read, each with a diagram."""


@cache
def on_screen(game):
    return job_of(game, "booklet-for-screen")


def said_in(sheet):
    return [text for text, _, _ in letters(sheet.boxes)]


@EACH_GAME
def test_sections_stand_in_the_order_of_play_and_what_has_no_turn_behind_the_one_before_it(game):
    written = tomllib.loads((paths.CARD_DATA / game.package / "rulebook.toml").read_text("utf-8"))["section"]
    numbered = {one["title"]: one.get("turn", 0) for one in written}
    drawn = [box for sheet in on_screen(game).sheets for box in letters_of(sheet.boxes) if box.what == "heading"]
    headings = [box.text for box in drawn if box.text in numbered]
    assert sorted(headings) == sorted(numbered), "each section once"
    turns = [numbered[title] for title in headings if numbered[title]]
    assert turns == sorted(turns) != []
    before = {b["title"]: a["title"] for a, b in zip(written, written[1:], strict=False)}
    for title in headings[1:]:
        if not numbered[title]:
            assert headings[headings.index(title) - 1] == before[title]


def letters_of(boxes):
    for box in boxes:
        if isinstance(box, Turned):
            yield from letters_of(box.boxes)
        elif isinstance(box, Words):
            yield box.box


@LESSONS
def test_each_rule_of_a_first_game_is_said_in_full_and_its_title_is_on_the_reference(game):
    said = "\n".join(text for sheet in usual(game) for text in said_in(sheet))
    looked_up = [box.text for sheet in job_of(game, "reference").sheets for box in letters_of(sheet.boxes)]
    for rule in game.lesson.first_game:
        section, words = game.rulebook.rules[rule]
        assert game.rulebook.fill_in(words.text) in said, rule
        assert section.title in looked_up, rule


@LESSONS
def test_a_game_is_told_in_the_words_of_the_tracker(game):
    """Whatever the tracker gave as news to the side that acted, up to the end of the first scene."""
    said = "\n".join(text for sheet in usual(game) for text in said_in(sheet))
    listed = positions(game)
    scene = [one for one in listed if one.scene == listed[0].scene]
    for before, after in zip(scene, scene[1:], strict=False):
        assert before.step.title in said
        assert before.step.why in said
        for position in after.table.positions():
            if position.event <= len(before.table.events):
                break
            news = after.table.tracker.view(position.state, before.step.seat).get("news", ())
            assert " ".join(news) in said, before.step.title


def test_a_game_without_a_lesson_has_a_booklet_that_tells_none():
    (game,) = [game for game in GAMES if game.slug == "wreck-a-mech"]
    (part,) = game.print_set("booklet").make(PrintSource(game.context()))
    sides = print_job(Printout(game.title, (part,)), PrintOptions()).sheets
    said = [text for sheet in sides for text in said_in(sheet)]
    assert "A game, step by step" not in said and "Rulings in use" in said


@pytest.mark.parametrize(("sections", "columns"), [(1, {(0, 130)}), (9, {(0, 62.5), (67.5, 62.5)})])
def test_text_that_one_column_would_hold_is_set_across_the_page(sections, columns):
    book = GAMES[0].rulebook
    short = book.model_copy(update={"section": book.section[:sections], "ruling": ()})
    # A copy keeps the order of reading that was worked out for the whole book.
    vars(short).pop("reading_order", None)
    _, page, *_ = booklet_pages(BookletContents("Short", "", "", "", short, {}, (), (), ()), Area(130, 190))
    texts = [box for box in page if isinstance(box, Text) and box.what != "number"]
    assert {(box.x, box.w) for box in texts} == columns


@EACH_GAME
def test_what_is_looked_at_is_drawn_beside_its_section(game):
    diagrams = game.load_views().sheets.DIAGRAMS(game.context())
    drawn = {one.section for one in diagrams}
    assert LOOKED_AT.get(game.slug, set()) <= drawn <= {one.id for one in game.rulebook.section}
    for sheets in (usual(game), on_screen(game).sheets):
        said = [text for sheet in sheets for text in said_in(sheet)]
        assert all(one.caption in said for one in diagrams)


@EACH_GAME
def test_diagrams_fit_under_every_ruling(game):
    for ruling in game.rulebook.ruling:
        for option in ruling.choosable_options:
            for one in game.load_views().sheets.DIAGRAMS(game.context({ruling.id: option.id})):
                drawing = one.drawing
                drawn = fit(drawing.boxes, one.caption, (drawing.w, drawing.h))
                sizes = [box.size for box in flat(drawn) if isinstance(box, Words)]
                assert min(sizes, default=7) >= 6.5


def flat(boxes):
    for box in boxes:
        yield from flat(box.boxes) if isinstance(box, Turned) else (box,)


def test_a_sideways_shot_is_drawn_as_the_ruling_has_it():
    (game,) = [game for game in GAMES if game.slug == "mecha-mettle"]
    drawn = {
        option: game.load_views().sheets.DIAGRAMS(game.context({"sideways-entry": option}))[1]
        for option in ("behind-the-shot", "at-the-side-faced")
    }
    first = {
        option: next(box.x for box in one.drawing.boxes if isinstance(box, Text) and box.text == "1")
        for option, one in drawn.items()
    }
    assert first["behind-the-shot"] < 28 < first["at-the-side-faced"], "it comes from the left, or from the right"


@EACH_GAME
def test_on_a_screen_its_pages_come_one_after_the_other_with_the_words_of_the_folded_one(game):
    sheets = list(on_screen(game).sheets)
    assert {(sheet.w, sheet.h, sheet.side) for sheet in sheets} == {(148.5, 210, "front")}
    (part,) = game.print_set("booklet").make(PrintSource(game.context(), tell=partial(tell_game, game)))
    folded = pages_of(part.make(Area(287, 200)))
    assert len(folded) == len(sheets)
    for number, sheet in enumerate(sheets, 1):
        assert [box.text for box in letters_of(sheet.boxes)] == [box.text for box in unfitted(folded[number])]


def unfitted(boxes):
    for box in boxes:
        if isinstance(box, Group):
            yield from unfitted(box.boxes)
        elif isinstance(box, Text):
            yield box


def pages_of(sides):
    """Return the boxes of each page of a folded booklet by its number."""
    pages = {}
    for sheet, *both in zip(booklet.page_order(2 * len(sides)), sides[::2], sides[1::2], strict=True):
        for numbers, side in zip((sheet.front, sheet.back), both, strict=True):
            halves = [box for box in side if isinstance(box, Group)]
            pages |= {number: half.boxes for number, half in zip(numbers, halves, strict=True)}
    return pages


@EACH_GAME
@pytest.mark.parametrize("backs", ["no", "long", "short"])
def test_on_a_screen_no_page_is_blank_or_upside_down(game, backs):
    job = job_of(game, "booklet-for-screen", backs=backs)
    assert job.duplex == "no" and len(job.sheets) == job.papers == len(on_screen(game).sheets)
    assert all(not sheet.blank and {box.angle for box in sheet.boxes} == {0} for sheet in job.sheets)


@EACH_GAME
def test_the_pdf_for_a_screen_has_a_title_its_language_and_bookmarks(game):
    written = pdf.pdf_bytes(on_screen(game))
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(written)]
    with pikepdf.open(io.BytesIO(written)) as document, document.open_outline() as outline:
        assert str(document.Root.Lang) == "en"
        assert game.title in str(document.docinfo.Title)
        (book,) = outline.root
        assert book.title == "Rules booklet"
        titles = [item.title for item in book.children]
        numbers = [document.pages.index(pikepdf.Page(item.destination[0])) for item in book.children]
    order = [section.title for section in game.rulebook.reading_order]
    assert [title for title in titles if title in order] == order
    assert numbers == sorted(numbers)
    for title, number in zip(titles, numbers, strict=True):
        assert plain(title) in plain(pages[number]), title


def plain(words):
    return re.sub(r"\W", "", words)


def test_a_ruling_that_you_changed_is_in_it_and_marked():
    (game,) = [game for game in GAMES if game.slug == "wreck-a-mech"]
    ruling = next(ruling for ruling in game.rulebook.ruling if len(ruling.choosable_options) > 1 and not ruling.example)
    other = next(option for option in ruling.choosable_options if option.id != ruling.default)
    sheets = made(game, {ruling.id: other.id})
    lines = [text for sheet in sheets for text, _, _ in letters(sheet.boxes)]
    assert f"{{house}} {ruling.question} {other.text} (your choice)" in lines


def test_the_order_of_play_names_the_page_that_each_section_begins_on():
    (game,) = [game for game in GAMES if game.slug == "mechastellar"]
    (part,) = game.print_set("booklet").make(PrintSource(game.context()))
    sides = part.make(Area(287, 200))
    pages = pages_of(sides)
    texts = [(number, box) for number, boxes in pages.items() for box in boxes if isinstance(box, Text)]
    begins = {box.text: number for number, box in texts if box.what == "heading"}
    titles = [(number, box) for number, box in texts if box.what == "contents"]
    assert len(titles) > 29 and len({begins[title.text] for _, title in titles}) > 2
    for number, title in titles:
        (page,) = [
            b.text for n, b in texts if b.what == "page" and n == number and (b.x, b.y) == (title.x + title.w, title.y)
        ]
        assert int(page) == begins[title.text], title.text


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "paper", "ink", "backs"),
    paired(GAMES, ("a4", "letter", "a3", "legal", "tabloid"), ("full", "saver", "grey"), ("long", "short")),
    ids=lambda value: getattr(value, "slug", None),
)
def test_it_is_set_on_every_paper_inside_what_a_printer_reaches(game, paper, ink, backs):
    for sheet in made(game, paper=paper, ink=ink, backs=backs):
        assert sheet.w > sheet.h
        for text, corners in safe_zone.letter_corners(sheet.boxes):
            for x, y in corners:
                assert 4.9 <= x <= sheet.w - 4.9 and 4.9 <= y <= sheet.h - 4.9, text.box.text
                assert abs(x - sheet.w / 2) >= 9.9, f"{text.box.text} lies on the fold"
