"""What hands a build on gives the same build back: random builds of every game, legal or not, in every form of text."""

import random

import pytest

from companion.data.documents import CREDIT, STATEMENT, to_document
from companion.games import GAMES
from companion.verbs.shared_builds import EditedList, read_shared
from companion.verbs.shared_texts import CHAT_FORMS, json_text, toml_text
from tests.random_builds import random_build

FORMS = {**CHAT_FORMS, "toml": toml_text, "json": json_text}
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


@EACH_GAME
def test_edited_lines_are_told_and_whoever_reads_them_chooses(game):
    document = to_document(next(iter(game.examples.values())))
    for form in CHAT_FORMS.values():
        edited = form(game, document).replace(document["title"], "Borrowed", 1)
        with pytest.raises(EditedList, match="Borrowed"):
            read_shared(edited, None)
        assert read_shared(edited, None, take="code").data == document
        assert read_shared(edited, None, take="lines").data["title"] == "Borrowed"
