"""Notes: kept in the document and handed on whole, shown in a list's lines, and read by no check and no statement."""

import random
from dataclasses import replace

import pytest
from pydantic import ValidationError

from companion.data.build_code import newest_dictionary, write_code
from companion.data.documents import to_document
from companion.game_system.history import BuildVersion, build_changes
from companion.games import GAMES, game
from companion.verbs.shared_builds import read_shared
from companion.verbs.shared_texts import CHAT_FORMS, chat_text, json_text, markdown_text, toml_text
from companion.verbs.statements import make_statement
from tests.pairs import FIGHTS
from tests.random_builds import HOSTILE, random_build

EACH = pytest.mark.parametrize("system", GAMES, ids=lambda one: one.slug)
NOTES = "Alpha strike first.\n\n  Then *run*; 2 × Hawk | left\tflank"
PARTS = {"mechastellar": "unit", "techniconica": "mech"}
"""The entries of a build that have a note of their own."""


def example(system):
    return to_document(next(iter(system.examples.values())))


def annotated(system, document):
    document = {**document, "notes": NOTES}
    if part := PARTS.get(system.slug):
        document[part] = [{**entry, "note": "holds = the line"} for entry in document[part]]
    return document


def judged(verdict):
    """Return all of a verdict but its fixes, which keep the notes."""
    return replace(verdict, findings=tuple(replace(one, fixes=()) for one in verdict.findings))


@EACH
def test_notes_are_handed_on_whole_in_every_form(system):
    document = annotated(system, example(system))
    code = write_code(document, "", newest_dictionary(system.package))
    for text in (code, toml_text(system, document), json_text(system, document)):
        assert to_document(system.read(read_shared(text, None).data)) == document
    for form in CHAT_FORMS.values():
        assert to_document(system.read(read_shared(form(system, document), None).data)) == document


@EACH
def test_they_change_neither_verdict_nor_statement(system):
    source = random.Random(8)
    documents = [one for _ in range(40) if (one := random_build(system, source)) and "format" not in one]
    assert len(documents) > 20
    for document in [*map(to_document, system.examples.values()), *documents]:
        part = PARTS.get(system.slug, "")
        without = {name: value for name, value in document.items() if name != "notes"}
        if part in without:
            without[part] = [{k: v for k, v in entry.items() if k != "note"} for entry in without[part]]
        with_notes = annotated(system, {part: [], **without} if part else without)
        bare, noted = (system.read_in_context(one) for one in (without, with_notes))
        assert judged(system.check(*noted)) == judged(system.check(*bare))
        assert make_statement(system, *noted) == make_statement(system, *bare)


def test_a_part_of_a_build_that_is_checked_is_in_the_statement():
    system = game("mechastellar")
    named = {**example(system), "unit": [{"profile": "dervish", "name": "Note"}]}
    other = {**named, "unit": [{"profile": "dervish", "name": "Noted"}]}
    assert make_statement(system, *system.read_in_context(named)) != make_statement(
        system, *system.read_in_context(other)
    )


@EACH
def test_lines_show_them_last_before_the_statement(system):
    lines = chat_text(system, annotated(system, example(system))).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Checked: "))
    assert lines[at - 2 : at] == ["Notes: “Alpha strike first.”", "Notes: “Then *run*; 2 × Hawk | left flank”"]


@pytest.mark.parametrize("system", FIGHTS, ids=lambda one: one.slug)
@pytest.mark.parametrize("write", [chat_text, markdown_text])
def test_lines_without_a_code_are_read_as_without_notes(system, write):
    for notes in (NOTES, *(f"{one}\n{one}" for one in HOSTILE), "Mechalyte spec: x: PMISAA", "Legal.\nRulings: none."):
        document = {**example(system), "notes": notes}
        text = "\n".join(line for line in write(system, document).splitlines() if line.strip("`")[:5] != "mech1")
        bare = read_shared(write(system, example(system)), None, take="lines").data
        data = dict(read_shared(text, None).data)
        assert data.pop("notes", "") or "mech1" in notes
        assert to_document(system.read(data)) == to_document(system.read(bare))


@EACH
def test_a_code_or_a_statement_in_notes_is_not_the_lists(system):
    other = chat_text(game("mechalyte"), {"game": "mechalyte", "spec": "PMISAA"})
    document = {**example(system), "notes": f"Beats this one:\n{other}".strip()}
    for form in CHAT_FORMS.values():
        assert to_document(system.read(read_shared(form(system, document), None).data)) == document


def test_they_are_bounded_and_notes_of_a_part_are_one_line():
    system = game("mechastellar")
    unit = {"profile": "dervish"}
    assert system.read({"game": system.slug, "notes": "a\r\nb"}).notes == "a\nb"
    for wrong in ({"notes": "x" * 2001}, {"notes": "a\0b"}, {"unit": [{**unit, "note": "a\nb"}]}):
        with pytest.raises(ValidationError):
            system.model.model_validate({"game": system.slug, **wrong})
    with pytest.raises(ValidationError):
        system.model.model_validate({"game": system.slug, "unit": [{**unit, "note": "x" * 201}]})


@EACH
def test_versions_say_that_they_changed(system):
    before, after = (BuildVersion.read(system, one) for one in (example(system), annotated(system, example(system))))
    texts = [entry.text for entry in build_changes(before, after)]
    assert texts[0] == "notes added"
    assert any("no note → holds = the line" in text for text in texts) == (system.slug in PARTS)
