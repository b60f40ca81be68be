"""A build that names a card which nobody here knows opens, is shown, checked and written back; two fixes mend it."""

import json

import pytest
from click.testing import CliRunner

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.data.documents import to_document, to_toml
from companion.gamekit.contract import PrintSource
from companion.games import GAMES, game
from companion.verbs.matchups import build_side, example_side, matchup_answer
from companion.verbs.shared_builds import read_shared
from companion.verbs.shared_texts import CHAT_FORMS, json_text, toml_text
from tests.strange_builds import UNKNOWN, places, put, with_unknown

NAMING = [one for one in GAMES if one.slug != "mechalyte"]
"""The games whose builds name cards by their ids; a spec is written in letters."""
EACH = pytest.mark.parametrize("system", NAMING, ids=lambda one: one.slug)


def findings(system, document):
    build, context = system.read_in_context(document)
    return [one for one in system.check(build, context).findings if one.rule == "unknown-card"]


@EACH
def test_one_unknown_card_is_one_finding_and_each_fix_removes_it(system):
    walked = list(with_unknown(system))
    assert walked
    for document in walked:
        (finding,) = findings(system, document)
        assert finding.level == "error" and UNKNOWN in finding.message and finding.where
        remove, choose = finding.fixes
        assert remove.label == "Remove it" and choose.label.startswith("Choose ")
        for fix in finding.fixes:
            mended = {**document, **fix.set}
            assert UNKNOWN not in json.dumps(mended) and not findings(system, mended)


@EACH
def test_it_is_written_back_as_it_was_in_every_form(system):
    for document in with_unknown(system):
        assert to_document(system.read(document)) == document
        for write in (*CHAT_FORMS.values(), toml_text, json_text):
            back = read_shared(write(system, document), None).data
            assert to_document(system.read(back)) == document


@EACH
def test_what_shows_a_build_shows_the_unknown_card_in_its_place(system):
    document = next(with_unknown(system))
    build, context = system.read_in_context(document)
    assert f"Unknown card: {UNKNOWN}" in system.summary(build, context)
    drawn = [part for one in system.print_sets if one.needs_build for part in one.make(PrintSource(context, build))]
    assert drawn
    if system.matchup:
        mine = build_side(system, build, context)
        answer = matchup_answer(system, mine, example_side(system, [*system.examples][1], "theirs"), {})
        assert answer["rows"]


@EACH
def test_other_findings_do_not_speak_of_what_stands_in_for_it(system):
    for document in with_unknown(system):
        verdict = system.check(*system.read_in_context(document))
        about = [one for one in verdict.findings if "Unknown card:" in one.message]
        assert not about and not verdict.legal


def test_several_places_of_one_card_are_one_finding_and_one_fix():
    squad = game("techniconica")
    document = to_document(next(iter(squad.examples.values())))
    for path in list(places(document, squad.catalogue.cards))[:3]:
        document = put(document, path, UNKNOWN)
    (finding,) = findings(squad, document)
    for fix in finding.fixes:
        assert not findings(squad, {**document, **fix.set})


def test_many_unknown_cards_end_in_a_count():
    document = {"game": "wreck-a-mech", "deck": [f"lost-{number}" for number in range(40)]}
    found = findings(game("wreck-a-mech"), document)
    assert len(found) == 11 and found[-1].message.startswith("30 more unknown cards")


@pytest.mark.parametrize("name", ["", "  ", "two\nlines", "x" * 61, 7])
def test_what_is_no_name_at_all_is_refused(name):
    with pytest.raises(InvalidInput, match=r"components\[0\]"):
        game("mecha-mettle").read({"game": "mecha-mettle", "components": [name]})


def test_the_command_line_says_so_and_prints_it(tmp_path):
    path = tmp_path / "lost.toml"
    path.write_text(to_toml({"game": "mecha-mettle", "components": [UNKNOWN]}), "utf-8")
    checked = CliRunner().invoke(main, ["check", str(path)])
    assert (
        checked.exit_code == 1 and f"Unknown card '{UNKNOWN}'" in checked.output and "fix: Remove it" in checked.output
    )
    printed = CliRunner().invoke(main, ["print", str(path), "-o", str(tmp_path / "lost.pdf")])
    assert printed.exit_code == 0, printed.output
