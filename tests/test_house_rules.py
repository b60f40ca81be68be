"""House rules: sets read and refused, builds checked against them, in texts that are handed on, at the command line."""

import json

import pypdfium2
import pytest
from click.testing import CliRunner

from companion.base.findings import InvalidInput
from companion.cli import main
from companion.data.documents import parse, to_document, to_toml
from companion.gamekit import house_rules
from companion.games import GAMES, game
from companion.verbs.checks import check_answer
from companion.verbs.shared_builds import read_shared
from companion.verbs.shared_texts import chat_text, json_text, toml_text
from companion.verbs.stored_documents import read_stored
from tests.pairs import FIGHTS, few_first
from tests.statements import check_statement

STELLAR = game("mechastellar")
TUESDAY = {
    "game": "mechastellar",
    "kind": "house-rules",
    "title": "Tuesday club",
    "key": "tuesday",
    "rulings": {"least-units": "two"},
    "limits": {"size": 500, "theatre": "ground"},
}
PATROL = to_document(next(iter(STELLAR.examples.values())))
BOX = {"title": "Our box", "key": "box", "profile": [{"id": "longbow", "name": "Longbow of ours"}]}


def read(**changes):
    return STELLAR.read_house_rules({**TUESDAY, **changes})


def applied(document=PATROL, **changes):
    return house_rules.apply(document, read(**changes))


def problems(document):
    build, context = STELLAR.read_in_context(document)
    return [(found.rule, found.message) for found in STELLAR.check(build, context).findings if found.level == "error"]


def ruled(found):
    """Return house rules of any game: its first ruling decided otherwise, each of its limits at its default."""
    ruling = found.rulebook.ruling[0]
    option = next(one.id for one in ruling.choosable_options if one.id != ruling.default)
    usual = found.model.model_validate({"game": found.slug}).model_dump(mode="json")
    limits = {field.name: usual[field.name] for field in found.limits}
    document = {"game": found.slug, "kind": "house-rules", "title": "Our; club", "rulings": {ruling.id: option}}
    return found.read_house_rules({**document, "limits": limits})


@pytest.mark.parametrize("found", GAMES, ids=lambda one: one.slug)
def test_what_is_read_is_written_and_read_again(found):
    rules = ruled(found)
    assert found.read_house_rules(parse(to_toml(rules.as_document()))) == rules
    read_stored(found.slug, "house-rules", rules.as_document())


def test_the_limits_of_each_game():
    assert {one.slug: [field.name for field in one.limits] for one in GAMES if one.limits} == {
        "mechastellar": ["size", "modules", "theatre"],
        "wreck-a-mech": ["sets"],
    }


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": ""}, "title: found '', expected at least 1 character"),
        ({"game": "mechalyte"}, "game: found 'mechalyte', expected house rules for mechastellar."),
        ({"limits": {"speed": 3}}, "limits: found 'speed', expected one of modules, size, theatre."),
        ({"limits": {"size": -1}}, "limits.size: found -1, expected at least 0."),
        ({"rulings": {"least-units": "none"}}, "rulings.least-units: found 'none'"),
        ({"rulings": {"gone": "yes"}}, "rulings: found 'gone', expected one of"),
        ({"colour": "red"}, "colour: found an unknown key"),
        ({"pack": [{"title": "Box", "profile": [{"id": "x"}]}]}, "profile"),
        ({"pack": [{"title": "Box"}] * 21}, "pack: "),
    ],
)
def test_what_cannot_be_read_names_its_place(changes, message):
    with pytest.raises(InvalidInput) as error:
        read(**changes)
    assert message in str(error.value)


def test_a_build_with_a_damaged_copy_names_its_place():
    for decided, place in (
        ({"limits": {"size": "x"}}, "house_rules.limits.size: "),
        ({"limits": {"gone": 1}}, "house_rules.limits: "),
        ({"rulings": {"gone": "yes"}}, "house_rules.rulings: "),
        ({"title": ""}, "house_rules.title: "),
    ):
        carried = {**applied()["house_rules"], **decided}
        with pytest.raises(InvalidInput) as error:
            STELLAR.read({**PATROL, "house_rules": carried})
        assert str(error.value).startswith(place)


def test_a_build_within_its_house_rules_is_legal():
    assert problems(applied()) == []
    assert problems(applied(limits={"modules": [], "size": 501})) == []


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"size": 499}, "“Tuesday club” plays with Size in points: at most 499. Here it is 500: change it."),
        ({"theatre": "space"}, "“Tuesday club” plays with Theatre: Space. Here it is Ground: change it."),
        (
            {"modules": ["gritty"]},
            "“Tuesday club” plays with Modules: Gritty Mecha Battles. Here it is none: change it.",
        ),
    ],
)
def test_a_broken_limit_names_the_set_and_is_fixed(limits, message):
    document = applied(limits=limits)
    build, context = STELLAR.read_in_context(document)
    found = next(one for one in STELLAR.check(build, context).findings if one.rule == "house-limit")
    assert (found.message, found.where) == (message, next(iter(limits)))
    assert [fix.set for fix in found.fixes] == [limits]
    fixed = {**document, **found.fixes[0].set}
    assert "house-limit" not in [rule for rule, _ in problems(fixed)]


def test_modules_are_compared_whatever_their_order():
    named = ["gritty", "srw"]
    assert problems({**applied(limits={"modules": named}), "modules": named[::-1]}) == []


def test_other_rulings_are_a_problem():
    document = {**applied(), "rulings": {"least-units": "5"}}
    (rule, message), *_ = problems(document)
    assert rule == "house-rulings"
    assert "plays with least-units: 2; this build is checked with least-units: 5." in message


def test_packs_beside_those_agreed_on():
    strange = {"title": "Strange box", "key": "strange"}
    document = {**PATROL, "pack": [strange]}
    assert problems(applied(document, pack=[BOX])) == []
    strict = applied(document, pack=[BOX], only_these_packs=True)
    assert [pack["title"] for pack in strict["pack"]] == ["Strange box", "Our box"]
    assert problems(strict) == [
        (
            "house-packs",
            "“Tuesday club” allows only its own card packs, and the build uses 'Strange box'. Leave that pack out.",
        )
    ]
    assert problems({**strict, "pack": [BOX]}) == []


def test_an_older_copy_of_a_pack_gives_way_to_the_sets():
    older = {**BOX, "profile": [{"id": "longbow", "name": "Longbow of old"}]}
    document = applied({**PATROL, "pack": [older]}, pack=[BOX])
    assert [pack["profile"][0]["name"] for pack in document["pack"]] == ["Longbow of ours"]


def test_a_fingerprint_stands_for_what_is_decided():
    same = {house_rules.fingerprint(read(**changes).carry()) for changes in ({}, {"title": "Other"}, {"key": "other"})}
    assert len(same) == 1
    others = [
        {"rulings": {}},
        {"limits": {}},
        {"limits": {"size": 501, "theatre": "ground"}},
        {"only_these_packs": True},
        {"pack": [BOX]},
        {"pack": [{**BOX, "profile": [{"id": "longbow", "name": "Longbow"}]}]},
    ]
    assert len(same | {house_rules.fingerprint(read(**changes).carry()) for changes in others}) == 1 + len(others)
    orders = [["gritty", "srw"], ["srw", "gritty"]]
    assert len({house_rules.fingerprint(read(limits={"modules": order}).carry()) for order in orders}) == 1


def test_changes_between_two_versions_are_named():
    after = read(rulings={}, limits={"size": 400}, pack=[BOX], only_these_packs=True).carry()
    said = house_rules.describe_changes(read().carry(), after, STELLAR.limits)
    assert said == "least-units, Size in points, Theatre, the pack “Our box” and which packs are allowed"
    assert house_rules.describe_changes(after, after, STELLAR.limits) == ""


# Handed on.


@pytest.mark.parametrize("form", [chat_text, toml_text, json_text])
@pytest.mark.parametrize("found", FIGHTS, ids=lambda one: one.slug)
def test_house_rules_go_with_every_text_and_come_back(found, form):
    rules = ruled(found)
    document = house_rules.apply(to_document(next(iter(found.examples.values()))), rules)
    text = form(found, document)
    back = found.read(dict(read_shared(text, None, found).data))
    assert back.house_rules == rules.carry() and dict(back.rulings) == dict(rules.rulings)
    answer = check_statement(text)
    assert answer["stands"], answer["differences"]


def test_a_chat_text_says_what_was_agreed_on_to_people_too():
    text = chat_text(STELLAR, applied())
    assert "\nHouse rules: Tuesday club (Size in points: at most 500; Theatre: Ground).\n" in text


def test_packs_of_house_rules_come_back_with_a_chat_text():
    document = applied(pack=[BOX], only_these_packs=True)
    back = read_shared(chat_text(STELLAR, document), None, STELLAR).data
    assert [pack["key"] for pack in back["pack"]] == ["box"] and problems(dict(back)) == []


def test_a_statement_of_other_house_rules_does_not_stand():
    document = json.loads(json_text(STELLAR, applied()))
    document["house_rules"]["title"] = "Wednesday club"
    (difference,) = check_statement(json.dumps(document))["differences"]
    assert "It belongs to another build" in difference


@pytest.mark.parametrize("code", ["", "AAAA", "eJyrrlWyUlAqSy0qzszPU9IBAB8zBLg="])
def test_a_damaged_line_of_house_rules_is_said(code):
    lines = chat_text(STELLAR, applied()).partition("mech1")[0]
    text = f"{lines}House rules (for the companion to read): {code}\n"
    with pytest.raises(InvalidInput) as error:
        read_shared(text, None, STELLAR)
    assert "the line of house rules: found a damaged one, expected it as it was copied" in str(error.value)


# The verb.


@pytest.fixture
def files(tmp_path):
    """Write a build and a set, and return a function that checks the one against the other."""
    build, club = tmp_path / "patrol.toml", tmp_path / "tuesday.toml"
    build.write_text(to_toml(PATROL), "utf-8")

    def check(*words, **changes):
        club.write_text(to_toml({**TUESDAY, **changes}), "utf-8")
        return CliRunner().invoke(main, ["check", str(build), "--house-rules", str(club), *words])

    return check


def test_a_file_is_checked_against_house_rules(files):
    fine = files()
    assert fine.exit_code == 0 and "house rules: Tuesday club (" in fine.output
    broken = files(limits={"size": 400})
    assert broken.exit_code == 1 and "“Tuesday club” plays with Size in points: at most 400" in broken.output
    answer = json.loads(files("--json").output)
    assert answer["house_rules"] == {"title": "Tuesday club", "fingerprint": house_rules.fingerprint(read().carry())}
    assert answer["rulings"] == {"least-units": "2"}


def test_a_ruling_of_the_command_line_counts_before_the_sets(files):
    answer = json.loads(files("--json", "--ruling", "least-units=off").output)
    assert answer["rulings"] == {} and "house-rulings" in [found["rule"] for found in answer["findings"]]


def test_a_set_that_cannot_be_read_is_named_with_its_file(files):
    refused = files(limits={"size": "big"})
    assert refused.exit_code == 2 and "tuesday.toml: limits.size: found 'big'" in refused.output


def test_other_verbs_play_by_house_rules_too(tmp_path):
    build, club = tmp_path / "patrol.toml", tmp_path / "tuesday.toml"
    build.write_text(to_toml(PATROL), "utf-8")
    club.write_text(to_toml(TUESDAY), "utf-8")
    out, table = str(tmp_path / "out"), tmp_path / "table.json"
    for words in (
        ("print", build, "--what", "roster", "-o", f"{out}.pdf"),
        ("print", STELLAR.slug, "--what", "reference", "-o", f"{out}2.pdf"),
        ("export", build, "--to", "png", "--what", "my-cards", "-o", f"{out}.zip"),
        ("matchup", build, f"example:{next(iter(STELLAR.examples))}"),
        ("table", "open", STELLAR.slug, "--file", table),
    ):
        done = CliRunner().invoke(main, [*map(str, words), "--house-rules", str(club)])
        assert done.exit_code == 0, done.output
        club.write_text(to_toml({**TUESDAY, "limits": {"size": "big"}}), "utf-8")
        table.rename(tmp_path / "opened.json") if table.exists() else None
        refused = CliRunner().invoke(main, [*map(str, words), "--house-rules", str(club)])
        assert refused.exit_code == 2 and "tuesday.toml: limits.size: found 'big'" in refused.output
        club.write_text(to_toml(TUESDAY), "utf-8")
    setup = json.loads((tmp_path / "opened.json").read_text())["setup"]
    assert (setup["house_rules"]["title"], setup["rulings"]["least-units"]) == ("Tuesday club", "2")


def test_a_set_itself_is_checked(tmp_path):
    file = tmp_path / "club.toml"
    file.write_text(to_toml(TUESDAY), "utf-8")
    answer = json.loads(CliRunner().invoke(main, ["check", "--json", str(file)]).output)
    assert answer["legal"] and answer["totals"] == {"rulings": 1, "limits": 2, "packs": 0}


def test_a_document_may_name_a_whole_set():
    answer = check_answer({**PATROL, "house_rules": {**TUESDAY, "limits": {"size": 400}}})
    assert not answer["legal"] and answer["house_rules"]["title"] == "Tuesday club"
    with pytest.raises(InvalidInput) as error:
        check_answer({**PATROL, "house_rules": {**TUESDAY, "limits": {"size": "x"}}})
    assert str(error.value).startswith("house_rules: limits.size: ")


# On paper.


def sheets_with_rules():
    """Give a booklet, then each game's reference sheet, or its booklet where it has no such sheet."""
    named = [(one, {print_set.name for print_set in one.print_sets}) for one in GAMES]
    sheets = [(one, "reference" if "reference" in names else "booklet") for one, names in named]
    cases = dict.fromkeys([(game("mechalyte"), "booklet"), *sheets])
    return few_first(2, [pytest.param(one, what, id=f"{one.slug}-{what}") for one, what in cases])


@pytest.mark.parametrize(("found", "what"), sheets_with_rules())
def test_a_sheet_names_the_house_rules(found, what, tmp_path):
    """A title of any length and with any characters is printed, as far as a typeface has them."""
    longest = ("Tuesday club of the old town \U0001f600 " + "with many words " * 8)[:120]
    rules = found.read_house_rules({"game": found.slug, "kind": "house-rules", "title": longest})
    file, sheet = tmp_path / "build.toml", tmp_path / "sheet.pdf"
    file.write_text(to_toml(house_rules.apply(to_document(next(iter(found.examples.values()))), rules)), "utf-8")
    done = CliRunner().invoke(main, ["print", str(file), "--what", what, "-o", str(sheet)])
    assert done.exit_code == 0, done.output
    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(sheet)]
    words = " ".join(" ".join(pages).split())
    assert "House rules: Tuesday club of the old town" in words
