"""Invented numbers are marked wherever they are shown or totalled: a changed number changes nothing that has no mark."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.data import marks
from companion.data.cards import Mark
from companion.data.documents import to_document
from companion.gamekit.contract import PrintSource
from companion.games import GAMES
from companion.printing.faces.boxes import Area, Group, Pages, PlacedSymbol, Text
from companion.printing.faces.origins import RAISED
from companion.verbs.checks import check_answer
from tests.apps import empty_database, lent

BUILDS = Path(__file__).parent / "releases" / "0.15.1" / "builds"
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
SIGNS = re.compile("[◇⌂✎]")
TOKENS = re.compile(r"\{(?:derived|house|custom)\}")
OPTION = re.compile(r'<option value="([^"]+)"[^>]*>([^<]+)<')
MANY = pytest.mark.parametrize("most", [6, pytest.param(20, marks=pytest.mark.long)])
"""Changed numbers that are tried for each build."""


FILES = {path: tomllib.loads(path.read_text("utf-8")) for path in sorted(BUILDS.glob("*.toml"))}


def builds(game):
    return [document for document in FILES.values() if document["game"] == game.slug]


def changed(game, document, most):
    """Return the build with one number of one of its cards changed by a pack, for each of them up to a limit."""
    named = set(re.findall(r"[a-z0-9-]+", str(to_document(game.read(document)))))
    used = [card for card in game.catalogue.cards if card in named] or list(game.catalogue.cards)
    found = []
    for card in used:
        kind, record = game.catalogue.raw[card]
        for name, value in record.items():
            if isinstance(value, int) and not isinstance(value, bool):
                for other in (value + 1, value - 1):
                    pack = {"title": "Changed", kind: [{"id": card, name: other}]}
                    found.append({**document, "pack": [*document.get("pack", ()), pack]})
    step = max(1, len(found) // most)
    return [made for made in found[::step] if readable(game, made)]


def readable(game, document):
    try:
        game.read(document)
    except ValueError:
        return False
    except Exception as error:
        assert "expected" in str(error)
        return False
    return True


def flat(value, place=""):
    """Return the figures of totals by their place."""
    if isinstance(value, dict):
        return {k: v for key, part in value.items() for k, v in flat(part, f"{place}.{key}" if place else key).items()}
    if isinstance(value, list):
        return {k: v for n, part in enumerate(value) for k, v in flat(part, f"{place}[{n}]").items()} or {place: []}
    return {place: value}


def judged(game, document):
    answer = check_answer(document)
    build, context = game.read_in_context(document)
    return answer["totals"], answer["origins"], game.summary(build, context).splitlines(), printed(game, build, context)


def printed(game, build, context):
    """Return the texts of a build's own prints by print set, and the marks drawn there."""
    found = {}
    for print_set in game.print_sets:
        if print_set.needs_build and print_set.name != "everything":
            parts = print_set.make(PrintSource(context, build))
            boxes = [box for part in parts for box in flat_boxes(part)]
            texts = sorted(box.text for box in boxes if isinstance(box, Text))
            there = {box.symbol.name for box in boxes if isinstance(box, PlacedSymbol)}
            there |= {
                name for box in boxes if isinstance(box, Text) for name in box.symbols if f"{{{name}}}" in box.text
            }
            found[print_set.name] = (texts, there)
    return found


def flat_boxes(part):
    if isinstance(part, Pages):
        faces = part.make(Area(190, 277))
    else:
        faces = [face.boxes for piece in part.pieces for face in (piece.face, piece.back) if face]
    yield from inside(box for face in faces for box in face)


def inside(boxes):
    for box in boxes:
        if isinstance(box, Group):
            yield from inside(box.boxes)
        else:
            yield box


@EACH_GAME
@MANY
def test_every_total_text_and_print_that_a_number_changes_has_its_mark(game, most):
    moved = 0
    for document in builds(game):
        totals, _, lines, sheets = judged(game, document)
        before, plain_lines = flat(totals), [SIGNS.sub("", line) for line in lines]
        for other in changed(game, document, most):
            now, found, text, drawn = judged(game, other)
            for place in different(before, flat(now)):
                moved += 1
                assert any(place == mark or place.startswith((f"{mark}[", f"{mark}.")) for mark in found), place
            moves = [line for line, was in zip(text, plain_lines, strict=False) if SIGNS.sub("", line) != was]
            assert not moves or any(SIGNS.search(line) for line in moves), moves
            assert not SIGNS.search("\n".join(text)) or SIGNS.match(text[-1]), text
            for name, (texts, there) in drawn.items():
                stripped = [sorted(TOKENS.sub("", t) for t in some) for some in (texts, sheets[name][0])]
                assert stripped[0] == stripped[1] or there & {"custom", "house", "derived"}, name
    assert moved or not any(card.mark("default").kind == "house" for card in game.catalogue.cards.values())


def different(before, now):
    return [place for place, value in now.items() if before.get(place) != value]


@pytest.fixture
def client(tmp_path):
    with lent(empty_database(tmp_path / "marks.sqlite3"), TESTING=True, RATELIMIT_ENABLED=False) as app:
        yield app.test_client()


@EACH_GAME
def test_every_choice_of_an_invented_card_has_its_sign(game, client):
    pages = [f"/{game.slug}/new", *(f"/{game.slug}/roll/{kind.name}" for kind in game.resolvers)]
    pages += [f"/{game.slug}/{analysis.name}" for analysis in game.analyses]
    seen = 0
    for page in pages:
        for value, label in OPTION.findall(client.get(page).get_data(as_text=True)):
            card = game.catalogue.cards.get(value)
            if card is not None and card.mark("default").kind in ("house", "custom"):
                seen += 1
                assert SIGNS.search(label), f"{page}: {label}"
    assert seen or not client.get(pages[0]).get_data(as_text=True).count("<optgroup")


@EACH_GAME
def test_a_builds_page_marks_its_totals_and_says_what_the_signs_mean(game, client):
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/open").get_data(as_text=True))[1]
    for path, document in FILES.items():
        if document["game"] != game.slug or not check_answer(document)["origins"]:
            continue
        sent = {"csrf_token": token, "text": path.read_text("utf-8")}
        page = client.get(client.post("/import", data=sent).location).get_data(as_text=True)
        assert 'class="origin-sign"' in page and "origin-legend" in page, document.get("title")


def test_the_mark_of_several_is_the_one_to_know():
    printed_, house, own = Mark(kind="printed"), Mark(kind="house", note="why"), Mark(kind="custom")
    derived = Mark(kind="derived", note="from a table")
    assert marks.combine_marks([]) == marks.combine_marks([printed_]) == printed_
    assert marks.combine_marks([printed_, derived]) == derived
    assert marks.combine_marks([derived, own]) == own
    assert marks.combine_marks([own, house, derived]) == house
    assert marks.combine_marks([house, Mark(kind="house", note="other")]) == Mark(kind="house")
    assert [marks.sign(mark) for mark in (printed_, derived, house, own)] == ["", "◇", "⌂", "✎"]
    assert marks.add_legend(["a", "b 3⌂"]).splitlines()[2:] == ["⌂ house: ours, where the rulebook is silent"]
    assert marks.add_legend(["a"]) == "a"
    assert (marks.token(printed_), marks.token(house)) == ("", "{house}")
    assert {marks.token(mark).strip("{}") for mark in (derived, house, own)} == set(RAISED) - {"deduced", "own"}
