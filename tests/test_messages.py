"""No message of a misread document shows how the product is built: no Python, no empty name, no wall of text."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.findings import InvalidInput
from companion.data import card_files
from companion.data.columns import columns
from companion.data.documents import CarriedPack, parse, read_as, to_json, to_toml
from companion.dice import expression
from companion.gamekit.contract import FormData
from companion.games import GAMES
from companion.printing.custom import custom_cards
from companion.printing.custom.options import CustomCardOptions
from companion.printing.export.options import ExportOptions
from companion.printing.sheets import option_fields, printers
from companion.printing.sheets.options import PrintOptions
from companion.verbs.analyses import read_inputs
from companion.verbs.checks import check_answer
from companion.verbs.rolls import prepare
from companion.web.collection.card_lists import read_counts
from companion.web.packs import card_form
from companion.web.shared.build_form import BuildForm
from tests.misread import BAD, KEYS, any_document, at, leaks, misread, places

GAMES_BY_NAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
OPTIONS = pytest.mark.parametrize("model", [PrintOptions, ExportOptions, CustomCardOptions], ids=lambda m: m.__name__)
FEW = settings(max_examples=20, deadline=None)
STEPS = pytest.mark.parametrize(
    "step", [7, pytest.param(3, marks=pytest.mark.long)], ids=["each-seventh", "each-third"]
)
"""Of the product of fields and bad values one in seven or three, so that each field and each value has its turn."""


def told(read, *given):
    """Return the messages of what cannot be read; none where it can."""
    try:
        read(*given)
    except InvalidInput as error:
        assert error.input_errors
        return [*map(str, error.input_errors), str(error).replace("\n", " ")[:600]]
    return []


def hold(messages):
    found = {leaks(message): message for message in messages if leaks(message)}
    assert not found, found


def every(read, documents, step=1):
    """Read all documents; at least one in three cannot be read, and none of the messages leaks."""
    documents = list(documents)[::step]
    messages = [told(read, document) for document in documents]
    hold(message for some in messages for message in some)
    assert sum(map(bool, messages)) > len(documents) / 3


@GAMES_BY_NAME
def test_a_misread_build_is_told_in_plain_words(game):
    every(lambda document: check_answer({"game": game.slug, **document}), misread(game.model))


@GAMES_BY_NAME
@FEW
@given(data=st.data())
def test_whatever_a_build_holds_is_told_in_plain_words(game, data):
    document = data.draw(any_document(game.model))
    hold(told(lambda: check_answer({**document, "game": game.slug})))
    hold(told(lambda: check_answer(document)))


@GAMES_BY_NAME
@STEPS
def test_a_misread_card_of_a_pack_is_told_in_plain_words(game, step):
    for kind, model in game.kinds.items():
        every(
            lambda card, kind=kind: check_answer({"game": game.slug, "kind": "pack", kind: [{**NAMED, **card}]}),
            misread(model),
            step,
        )
        every(
            lambda card, kind=kind: check_answer({"game": game.slug, "pack": [{"title": "Box  of", kind: [card]}]}),
            (at(place, value) for place in places(model)[::3] for value in BAD[::2]),
            step,
        )


NAMED = {"id": "mine", "name": "Mine"}


@GAMES_BY_NAME
@STEPS
def test_a_misread_pack_is_told_in_plain_words(game, step):
    heads = (*game.kinds, "title", "key", "game", "kind", "pack", "unfinished", *KEYS)
    every(check_answer, ({"game": game.slug, "kind": "pack", head: value} for head in heads for value in BAD), step)
    every(check_answer, ({"game": game.slug, "pack": [{head: value}]} for head in heads for value in BAD), step)
    every(
        lambda text: game.catalogue.merge_text(text, "box.toml"),
        broken(f"[[{next(iter(game.kinds))}]]\nid = 'a'"),
        step,
    )
    hold(told(read_as, CarriedPack, {"title": "a  b\n", "key": "?"}))


@GAMES_BY_NAME
@STEPS
def test_a_misread_row_is_told_in_plain_words_with_its_column(game, step):
    for kind, model in game.kinds.items():
        sheet = card_files.to_csv([(kind, {"id": "mine", "name": "Mine"})], game.kinds).splitlines()
        for column, text in list(product(columns(model), CELLS))[::step]:
            wide = f"{sheet[0]},{column.path}\n{sheet[1]},{text}\n"
            hold(told(game.catalogue.merge_text, wide, "box.csv"))
            hold(told(game.catalogue.merge_text, f"name,{column.path}\nMine,{text}\n", f"{kind}.csv"))
    hold(m for heads in CELLS for m in told(game.catalogue.merge_text, f"{heads},{heads}\n1,2\n", "box.csv"))
    hold(m for heads in CELLS for m in told(game.catalogue.merge_text, f"name,{heads}\n1,2\n", f"{kind}.csv"))


CELLS = ("?", '"a  b"', "-1", "99999999999", "'=1", "a=b", "a;b", '"[{}]"', '"{""a"": 1}"', '"["', "[]", "  x", '"\n"')


@GAMES_BY_NAME
@STEPS
def test_a_misread_card_form_is_told_in_plain_words_beside_its_fields(game, step):
    texts = ("?", "-1", "99999999999", "[]", "a  b", '[{"a": 1}]')
    for kind, model in game.kinds.items():
        for column, text in list(product(columns(model), texts))[::step]:
            cells = {"name": "Mine", column.path: text}
            page = card_form.read_posted_page(kind, game.catalogue, FormData({k: [v] for k, v in cells.items()}), None)
            hold(told(card_form.read_card, page, cells, game.catalogue))
            hold(error for field in page.form for error in field.errors)
            hold(page.form.general)


@GAMES_BY_NAME
def test_a_misread_build_form_is_told_in_plain_words(game):
    for name in BuildForm(game, FormData(), game.catalogue)._fields:
        for text in ("?", "-1", "99999999999", "a  b", "x" * 300, "1.5"):
            form = BuildForm(game, FormData({name: [text], f"{name}-0": [text]}), game.catalogue)
            if not form.validate():
                hold(_flat(form.errors))


def _flat(errors):
    if isinstance(errors, dict):
        return [message for part in errors.values() for message in _flat(part)]
    return [message for part in errors for message in _flat(part)] if isinstance(errors, list | tuple) else [errors]


@GAMES_BY_NAME
def test_misread_inputs_of_a_roll_are_told_in_plain_words(game):
    for kind in game.resolvers:
        every(lambda inputs, kind=kind: prepare(game, kind.name, inputs), misread(kind.inputs))


@GAMES_BY_NAME
def test_misread_inputs_of_an_analysis_are_told_in_plain_words(game):
    context = game.context()
    for analysis in game.analyses:
        every(lambda inputs, a=analysis: read_inputs(a.inputs, inputs, context), misread(analysis.inputs))


@pytest.mark.long
@GAMES_BY_NAME
@FEW
@given(data=st.data())
def test_whatever_is_asked_is_answered_in_plain_words(game, data):
    context = game.context()
    for analysis in game.analyses:
        hold(told(read_inputs, analysis.inputs, data.draw(any_document(analysis.inputs)), context))
    for kind in game.resolvers:
        hold(told(prepare, game, kind.name, data.draw(any_document(kind.inputs))))


@OPTIONS
def test_misread_options_are_told_in_plain_words(model):
    every(lambda given: option_fields.read_options(model, given), misread(model))


@OPTIONS
@FEW
@given(data=st.data())
def test_whatever_options_hold_is_told_in_plain_words(model, data):
    hold(told(option_fields.read_options, model, data.draw(any_document(model))))


def test_a_misread_printer_is_told_in_plain_words():
    texts = ["", "a  b", "?", "x" * 99, "nan", "1e999"]
    for name in (*printers._LIMITS, "flip", "name"):
        hold(
            m
            for text in texts
            for m in told(lambda name=name, text=text: printers.read_printer(**{"name": "A", name: text}))
        )


@GAMES_BY_NAME
@FEW
@given(text=st.text("ab-1 x×=:,;\t\n\"'", max_size=30))
def test_a_misread_collection_is_told_in_plain_words(game, text):
    hold(map(str, read_counts(text, "the text", game.catalogue).wrong))


def test_misread_custom_cards_are_told_in_plain_words():
    every(
        lambda record: custom_cards.read_stack(to_json({"card": [record]}), "mine.json"),
        [{}, {"title": ""}, {"a  b": 1}],
    )
    for cell in CELLS:
        for head in ("copies", "text", "color", "language", "type", "back", "picture", "stats"):
            hold(told(custom_cards.read_stack, f"title,{head}\nA,{cell}\n", "mine.csv"))
        hold(told(custom_cards.read_stack, f"{cell},{cell}\n1,2\n", "mine.csv"))


def broken(text):
    """Return a text cut off after each letter, and with a strange letter put in at each place."""
    for end in range(len(text)):
        yield text[:end]
        for strange in ("\x00", "{", "'", "]", "\\", "\n", "é"):
            yield text[:end] + strange + text[end:]


DOCUMENT = {"game": "mechalyte", "title": "A", "unit": [{"a b": 1, "c": [1, {"d": "e"}]}], "rulings": {"x": "y"}}
TEXTS = {
    "json": to_json(DOCUMENT),
    "toml": to_toml(DOCUMENT) + '[[pack]]\n"a b".c = 1\n',
    "twice": "[unit]\na = 1\n[unit]\na = 2\n",
    "many digits": '{"a": ' + "9" * 9,
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_that_is_no_document_is_told_in_plain_words(name):
    hold(m for text in broken(TEXTS[name]) for m in told(parse, text, "mine.txt"))
    hold(m for text in broken(TEXTS[name]) for m in told(parse, text))
    for digits in ("9" * 10_000, "[" * 50_000, "{'a':" * 9000, "1e99999"):
        hold(told(parse, '{"a": ' + digits))
        hold(told(parse, "a = " + digits))


@FEW
@given(text=st.text("d0123456789+-*/()khl<>=! ,a\t", max_size=20))
def test_a_misread_dice_expression_is_told_in_plain_words(text):
    hold(told(expression.parse, text))


def test_where_the_columns_of_a_text_are_named_its_line_is_too():
    with pytest.raises(InvalidInput, match=r"mine\.json: found .* at line 2, column 10"):
        parse('{\n  "game" "x"\n}', "mine.json")
