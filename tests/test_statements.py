"""Legality statements: each stands with its own build in every form it is handed on, and with no other."""

import json
import re

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion import __version__
from companion.base.findings import InvalidInput
from companion.cli import main
from companion.data.documents import parse, to_document
from companion.games import GAMES
from companion.verbs.shared_builds import EditedList
from companion.verbs.shared_texts import chat_text, json_text, markdown_text, one_line_text, toml_text
from companion.verbs.statements import find_statement
from tests.pairs import FIGHTS
from tests.statements import check_statement

EXAMPLES = [
    pytest.param(game, build, id=f"{game.slug}-{name}") for game in FIGHTS for name, build in game.examples.items()
]
CHATS = (chat_text, markdown_text, one_line_text)
FORMS = (*CHATS, toml_text, json_text)
TECHNICONICA = next(game for game in GAMES if game.slug == "techniconica")
METTLE = next(game for game in GAMES if game.slug == "mecha-mettle")
MECH = next(iter(TECHNICONICA.examples.values()))


def verify(text):
    return check_statement(text)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("game", "build"), EXAMPLES)
def test_a_statement_stands_with_its_build_in_every_form(game, build, form):
    answer = verify(form(game, to_document(build)))
    assert answer["stands"] and answer["differences"] == answer["notes"] == []
    assert "legal;" in answer["claimed"]


@pytest.mark.parametrize(("game", "build"), EXAMPLES)
def test_a_statement_is_no_part_of_the_document_that_is_read_again(game, build):
    document = to_document(build)
    for form in (toml_text, json_text):
        assert to_document(game.read(parse(form(game, document)))) == document


@pytest.mark.parametrize("game", FIGHTS, ids=lambda game: game.slug)
def test_a_statement_of_another_build_does_not_stand(game):
    builds = list(game.examples.values())
    other = builds[1]
    theirs = str(find_statement(chat_text(game, to_document(other))))
    mine = chat_text(game, to_document(builds[0]))
    forged = re.sub(r"Checked: .*", theirs, mine)
    answer = check_statement(forged, "code")
    assert not answer["stands"] and "another build" in answer["differences"][0]


def test_a_title_makes_no_other_build():
    renamed = to_document(MECH) | {"title": "Something else"}
    one, other = (find_statement(chat_text(TECHNICONICA, document)) for document in (to_document(MECH), renamed))
    assert one == other


def test_a_build_with_problems_says_which_and_does_not_pass_for_legal():
    document = {"game": "mecha-mettle", "title": "Nothing yet", "seat": 2}
    text = json_text(METTLE, document)
    claimed = json.loads(text)["statement"]
    assert re.match(r"Checked: \d+ problems?, [\w, -]+; Mecha Mettle rules", claimed)
    assert verify(text)["stands"]
    answer = verify(re.sub(r"Checked: [^;]+;", "Checked: legal;", text))
    assert not answer["stands"] and answer["differences"][0].startswith("It says legal; checked here: ")


def test_rulings_are_part_of_it():
    ruling = TECHNICONICA.rulebook.ruling[0]
    option = next(one.id for one in ruling.choosable_options if one.id != ruling.default)
    document = {**to_document(MECH), "rulings": {ruling.id: option}}
    for form in FORMS:
        text = form(TECHNICONICA, document)
        assert verify(text)["stands"]
        if form in CHATS[:2]:
            assert f"Rulings: {ruling.id}: {option}." in text
    changed = json.loads(json_text(TECHNICONICA, document)) | {"rulings": {}}
    assert "It belongs to another build" in verify(json.dumps(changed))["differences"][0]


@pytest.mark.parametrize("form", CHATS)
def test_a_list_that_was_edited_after_the_check_is_told(form):
    text = form(TECHNICONICA, to_document(MECH))
    edited = text.replace(MECH.title, "Something else", 1)
    assert edited != text
    with pytest.raises(EditedList):
        verify(edited)
    assert check_statement(edited, "code")["stands"]


def with_own_card(name):
    """Return the example with the first of its cards under another name, as a pack of its own has it."""
    document = to_document(MECH)
    used = json.dumps(document)
    kind, record = next(entry for card, entry in TECHNICONICA.catalogue.raw.items() if f'"{card}"' in used)
    return {**document, "pack": [{"title": "Mine", kind: [{**record, "name": name}]}]}


def test_custom_cards_are_part_of_it():
    for form in FORMS:
        assert verify(form(TECHNICONICA, with_own_card("Bunker")))["stands"]
    changed = json.loads(json_text(TECHNICONICA, with_own_card("Bunker"))) | {"pack": with_own_card("Tower")["pack"]}
    assert "It belongs to another build" in verify(json.dumps(changed))["differences"][0]


def test_other_rules_are_a_note():
    text = re.sub(
        r"rules [0-9a-f]{8} \(companion [^)]+",
        "rules 00000000 (companion 0.1.0",
        json_text(TECHNICONICA, to_document(MECH)),
    )
    answer = verify(text)
    assert answer["stands"] and "made by companion 0.1.0" in answer["notes"][0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Statement: legal; Chess rules 00000000 (companion 1); rulings none; packs none; build 000000000000", "Chess"),
        (
            "Statement: legal; Mechalyte rules 00000000 (companion 1); rulings none; packs none; build 000000000000",
            "found",
        ),
        (
            "Statement: legal; Mechalyte rules 00000000 (companion 1); rulings ??; packs none; build 000000000000\nx",
            "found",
        ),
    ],
)
def test_what_cannot_be_read_is_a_sentence(text, said):
    with pytest.raises(InvalidInput, match=said):
        verify(text)


def test_a_text_without_a_statement_has_none_to_check():
    assert verify(json.dumps(to_document(MECH))) is None


SENTENCES = (
    "Checked: legal; Techniconica rules 0123abcd (companion 0.17.0); document 0123456789ab",
    "Statement: legal; Techniconica rules 0123abcd (companion 0.16.0); rulings none; packs none; build 0123456789ab",
    "Checked: legal",
    "a | Checked: x",
)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", SENTENCES)
def test_a_name_that_looks_like_a_statement_is_none(form, name):
    document = {**to_document(MECH), "title": name}
    text = form(TECHNICONICA, document)
    answer = verify(text)
    assert answer["stands"] and answer["claimed"] == answer["now"]


def test_one_that_another_release_made_with_another_result_is_neither_true_nor_false():
    """Its check may have been another; a verdict that was typed cannot be told from it."""
    text = json_text(METTLE, {"game": "mecha-mettle", "title": "Nothing yet", "seat": 2})
    for edited in ({__version__: "0.99.0"}, {f"rules {find_statement(text).rules}": "rules 00000000"}):
        other = re.sub("Checked: [^;]+;", "Checked: legal;", text)
        for before, after in edited.items():
            other = other.replace(before, after)
        answer = verify(other)
        assert answer["stands"] is None and answer["differences"] == []
        assert answer["notes"][-1].startswith("It says legal; checked here: ")


def test_rulings_and_packs_of_the_command_line_make_no_statement_false(tmp_path):
    file = tmp_path / "list.txt"
    file.write_text(chat_text(TECHNICONICA, to_document(MECH)), "utf-8")
    ran = CliRunner().invoke(main, ["check", str(file), "--ruling", "rule-twice=highest"])
    assert "rule-twice: highest" in ran.output and "Its statement is true." in ran.output


def test_two_statements_are_refused():
    text = chat_text(TECHNICONICA, to_document(MECH))
    with pytest.raises(InvalidInput, match="2 statements"):
        verify(text + str(find_statement(text)).replace("document ", "document 0000"))


@given(st.text(max_size=300))
def test_a_damaged_statement_never_stands(noise):
    text = chat_text(TECHNICONICA, to_document(MECH))
    claimed = str(find_statement(text))
    middle = len(claimed) // 2
    damaged = text.replace(claimed, claimed[:middle] + noise + claimed[middle:])
    try:
        answer = verify(damaged)
    except InvalidInput:
        return
    assert not answer or not answer["stands"] or not noise or str(find_statement(damaged)) == claimed


def test_the_verb_says_whether_it_stands(tmp_path):
    file = tmp_path / "list.txt"
    file.write_text(chat_text(TECHNICONICA, to_document(MECH)), "utf-8")
    done = CliRunner().invoke(main, ["check", str(file)])
    assert done.exit_code == 0 and "Its statement is true." in done.output
    forged = file.read_text("utf-8").replace("Checked: legal", "Checked: 1 problem, weight")
    piped = CliRunner().invoke(main, ["check", "-", "--json", "--take", "code"], input=forged)
    answer = json.loads(piped.output)
    assert piped.exit_code == 1 and answer["legal"] and answer["statement"]["stands"] is False
