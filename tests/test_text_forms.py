"""The three forms of a list for a chat: each is read back as the same build, whatever its title is like."""

import pytest

from companion.data.documents import CREDIT, parse, to_document
from companion.games import GAMES
from companion.verbs.shared_builds import read_shared
from companion.verbs.shared_texts import CHAT_FORMS, chat_text, json_text, markdown_text, one_line_text, toml_text
from companion.verbs.statements import find_statement
from companion.verbs.text_forms import as_plain
from tests.pairs import FIGHTS
from tests.statements import check_statement

EXAMPLES = [pytest.param(g, build, id=f"{g.slug}-{name}") for g in FIGHTS for name, build in g.examples.items()]
TITLES = ("Plain", "*bold* _and_ `code`", "A | B · C", "back\\slash \\| \\*", "**all of it**", "[a](b) <c> ~d~", "- x")
EACH_FORM = pytest.mark.parametrize("form", CHAT_FORMS.values(), ids=CHAT_FORMS)


def titled(game, title):
    return {**to_document(next(iter(game.examples.values()))), "title": title}


@EACH_FORM
@pytest.mark.parametrize(("game", "build"), EXAMPLES)
def test_each_form_is_read_back_as_the_same_list(game, build, form):
    document = to_document(build)
    back = game.read(read_shared(form(game, document), None).data)
    assert game.summary(back, game.context_of(back)) == game.summary(build, game.context_of(build))


@EACH_FORM
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_no_letter_of_a_title_is_lost(game, title, form):
    text = form(game, titled(game, title))
    assert read_shared(text, None).data["title"] == title
    assert check_statement(text)["stands"]


@pytest.mark.parametrize("quoted", ["> {}", ">> {}", "Ann: {}"])
@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_markdown_that_was_quoted_is_read(game, quoted):
    text = markdown_text(game, titled(game, "My own"))
    lines = "\n".join(quoted.format(line) for line in text.splitlines())
    answer = check_statement(f"look at this\n{lines}\n")
    assert answer["stands"] and read_shared(lines, None).data["title"] == "My own"


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_one_line_is_one_line_also_in_the_middle_of_a_chat(game):
    text = one_line_text(game, titled(game, "My own"))
    assert text.count("\n") == 1
    assert check_statement(f"hi\n[23:01] Ann: {text}what do you say?\n")["stands"]


def test_every_form_has_the_same_statement():
    game = next(game for game in GAMES if game.slug == "mechastellar")
    (statement,) = {find_statement(form(game, titled(game, "x"))) for form in CHAT_FORMS.values()}
    rules = f"{statement.rules} (companion {statement.release})"
    assert str(statement) == f"Checked: legal; MechaStellar rules {rules}; document {statement.document}"


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_whose_game_it_is_goes_with_every_form_and_is_no_part_of_the_build(game):
    document = titled(game, "x")
    for form in CHAT_FORMS.values():
        assert game.credit.whose in form(game, document) and f"Licence: {game.credit.licence}." in form(game, document)
    for form in (toml_text, json_text):
        data = parse(form(game, document))
        assert data[CREDIT].startswith(game.credit.whose) and game.credit.licence in data[CREDIT]
        assert CREDIT not in to_document(game.read(data))


def test_a_plain_list_stays_as_it_is():
    for game in GAMES:
        text = chat_text(game, titled(game, "**x** | y"))
        assert as_plain(text) == text


@EACH_FORM
def test_house_rules_of_any_title_come_back(form):
    game = next(game for game in GAMES if game.slug == "mechastellar")
    rules = {"title": "A | B · `c`; \\d", "limits": {"size": 500}}
    text = form(game, {**titled(game, "x"), "house_rules": rules})
    answer = check_statement(text)
    assert answer["stands"], answer
    assert read_shared(text, None).data["house_rules"]["title"] == rules["title"]
