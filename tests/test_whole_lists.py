"""What hands a build on gives the same build back: random builds of every game, legal or not, in every form of text."""

import random
import re

import pytest

from companion.data.documents import CREDIT, STATEMENT, to_document
from companion.games import GAMES
from companion.verbs.shared_builds import EditedList, read_shared
from companion.verbs.shared_texts import CHAT_FORMS, chat_text, json_text, toml_text
from tests.random_builds import HOSTILE, random_build

FORMS = {**CHAT_FORMS, "toml": toml_text, "json": json_text}
WITH_LINES = pytest.mark.parametrize("game", [game for game in GAMES if game.matchup], ids=lambda game: game.slug)
"""The games whose lists are read by their lines too; a game without a matchup reads none."""
EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def builds(game, seed, count):
    source = random.Random(f"{game.slug} {seed}")
    return [made for made in (random_build(game, source) for _ in range(count)) if made]


def read_back(game, text):
    data = dict(read_shared(text, None).data)
    return to_document(game.read({name: value for name, value in data.items() if name not in (STATEMENT, CREDIT)}))


def findings(game, document):
    return game.check(*game.read_in_context(document)).findings


@EACH_GAME
@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, 20))], ids="part {}".format
)
def test_every_text_gives_the_same_build_and_the_same_findings_back(game, part):
    walked = builds(game, part, 30)
    assert len(walked) > 15
    for document in walked:
        for form in FORMS.values():
            back = read_back(game, form(game, document))
            assert back == document
            assert findings(game, back) == findings(game, document)


@EACH_GAME
@pytest.mark.parametrize("quote", ["> {}", ">> {}", "Ann: {}", "[12:03] Ann: {}"])
def test_a_quoted_list_is_whole(game, quote):
    for document in builds(game, "quoted", 8):
        for form in CHAT_FORMS.values():
            lines = "\n".join(quote.format(line) for line in form(game, document).splitlines())
            assert read_back(game, f"look at this\n{lines}\nwhat do you say?") == document


@WITH_LINES
def test_edited_lines_are_told_and_whoever_reads_them_chooses(game):
    document = to_document(next(iter(game.examples.values())))
    for form in CHAT_FORMS.values():
        edited = form(game, document).replace(document["title"], "Borrowed", 1)
        with pytest.raises(EditedList, match="Borrowed"):
            read_shared(edited, None)
        assert read_shared(edited, None, take="code").data == document
        assert read_shared(edited, None, take="lines").data["title"] == "Borrowed"


@EACH_GAME
@pytest.mark.parametrize("form", CHAT_FORMS.values(), ids=list(CHAT_FORMS))
def test_a_list_in_the_text_twice_or_spoken_of_before_is_whole(game, form):
    document = to_document(next(iter(game.examples.values())))
    text = form(game, document)
    quoted = "".join(f"> {line}\n" for line in text.splitlines())
    for both in (f"{text}\nBob: nice!\n{quoted}", f"{quoted}\nnice\n{text}", f"My {game.title} list: enjoy\n{text}"):
        assert read_back(game, both) == document
    edited = quoted.replace(document["title"], "Borrowed", 1)
    with pytest.raises(EditedList, match="Borrowed"):
        read_shared(f"{text}\nBob: better so?\n{edited}", None)


@WITH_LINES
def test_edited_lines_keep_what_no_line_says(game):
    """Such as the sets of a workshop, or the grids of mechs: they come from the code, as the lines name none."""
    walked = 0
    for document in builds(game, "edited", 12):
        document["title"] = "Plain"
        edited = chat_text(game, document).replace("Plain", "Borrowed", 1)
        back = read_shared(edited, None, take="lines").data
        walked += 1
        assert to_document(game.read(back)) == {**document, "title": "Borrowed"}
    assert walked > 2


@WITH_LINES
def test_names_like_the_beginning_of_a_code_or_a_document_are_names(game):
    example = to_document(next(iter(game.examples.values())))
    for name in ("Mech1A", "mech1000", "mech1ZZZZ", "game = 1"):
        walked = [{**example, "title": name}]
        for field in {"unit", "mech"} & {key for key, value in example.items() if isinstance(value, list)}:
            walked.append({**example, field: [*example[field][:-1], {**example[field][-1], "name": name}]})
        for document in walked:
            for form in FORMS.values():
                assert read_back(game, form(game, document)) == to_document(game.read(document))
            for form in CHAT_FORMS.values():
                assert read_back(game, without_code(form(game, document))) == to_document(game.read(document))


def without_code(text):
    """Return a list as it would be without its build code: typed by hand, or of an earlier release."""
    return re.sub(r"`?mech1[0-9A-Za-z]{20,}`?( \| )?", "", text)


def named(document):
    """Yield copies of a document with each hostile name as its title, or as the name of its last unit or mech."""
    for name in HOSTILE:
        yield {**document, "title": name}
        for field in {"unit", "mech"} & {key for key, value in document.items() if isinstance(value, list)}:
            *rest, last = document[field]
            yield {**document, field: [*rest, {**last, "name": name[:60]}]}


@WITH_LINES
def test_lines_alone_keep_any_name(game):
    """Whoever reads no code still reads the names; one that begins with a quotation mark of chats is the exception."""
    document = to_document(next(iter(game.examples.values())))
    walked = [one for one in named(document) if "> quoted" not in str(one)]
    assert len(walked) > 20
    for one in walked:
        for form in CHAT_FORMS.values():
            assert read_back(game, without_code(form(game, one))) == to_document(game.read(one))


@pytest.mark.parametrize(
    ("game", "before", "after", "said"),
    [
        ("mechastellar", "Longbow: 90", "Longbow: 80", "“Longbow: 80”; what was read from it is “Longbow: 90”"),
        ("mechastellar", "485", "230", "230 of 500 points, ground”; what was read from it is"),
        ("techniconica", "weight 17", "weight 12", "weight 12 of 17"),
        ("wreck-a-mech", "Attack 15", "Attack 16", "Attack 16, Defense 14"),
    ],
)
def test_a_list_that_says_other_numbers_than_its_build_is_told(game, before, after, said):
    system = next(one for one in GAMES if one.slug == game)
    text = without_code(chat_text(system, to_document(next(iter(system.examples.values())))))
    assert not read_shared(text, None).notes
    assert before in text
    (note,) = read_shared(text.replace(before, after, 1), None).notes
    assert said in note


@pytest.mark.parametrize(
    ("game", "before", "after", "where"),
    [
        ("mecha-mettle", "Manual Override", "Lost Thing", "components[1]"),
        ("techniconica", "Flame Thrower", "Lost Thing", "mech[0].part[0].card"),
        ("mechastellar", "Longbow: ", "Zeke (Lost Thing): ", "unit[1].profile"),
        ("wreck-a-mech", "Foreman Cab", "Lost Thing", "mech.head"),
    ],
)
def test_a_list_of_lines_with_an_unknown_card_opens_all_the_same(game, before, after, where):
    system = next(one for one in GAMES if one.slug == game)
    text = without_code(chat_text(system, to_document(next(iter(system.examples.values())))))
    assert before in text
    document = dict(read_shared(text.replace(before, after), None).data)
    (unknown,) = (one for one in findings(system, document) if one.rule == "unknown-card")
    assert unknown.where == where and "Lost Thing" in unknown.message
    again = without_code(chat_text(system, document))
    assert to_document(system.read(read_shared(again, None).data)) == to_document(system.read(document))
