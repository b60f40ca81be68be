"""`companion share`, and the builds that other verbs take: files, lists, prints, codes, what is piped in."""

import json

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.data.documents import to_document, to_toml
from companion.games import GAMES

GAME = next(game for game in GAMES if game.slug == "mechastellar")
BUILD = next(iter(GAME.examples.values()))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "list.toml"
    path.write_text(to_toml(to_document(BUILD)), "utf-8")
    return str(path)


def run(*words, typed=None):
    return CliRunner().invoke(main, list(words), input=typed)


def checked(*words, typed=None):
    done = run("check", *words, "--json", typed=typed)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.mark.parametrize("form", ["plain", "markdown", "line", "code"])
def test_what_is_shared_is_checked_as_the_file_is(file, tmp_path, form):
    text = run("share", file, "--form", form).stdout
    shared = tmp_path / "shared.txt"
    shared.write_text(text, "utf-8")
    plain, answer, quoted = checked(file), checked(str(shared)), checked("-", typed=f"> {text}")
    statements = [answer.pop("statement"), quoted.pop("statement")]
    assert [one and one["stands"] for one in statements] == ([None, None] if form == "code" else [True, True])
    assert plain.pop("statement") is None and answer == quoted == plain


def test_a_code_is_a_build_wherever_a_file_is(file, tmp_path):
    code = run("share", file, "--form", "code").stdout.strip()
    assert checked(code) == checked(file)
    assert run("share", code).stdout == run("share", file).stdout
    printed = run("print", code, "--what", "markers", "-o", str(tmp_path / "m.pdf"))
    assert printed.exit_code == 0 and (tmp_path / "m.pdf").exists()


def test_a_code_may_be_longer_than_any_name_of_a_file(tmp_path):
    """Such as one with a pack in it: the system refuses to look for a file of that name."""
    path = tmp_path / "list.toml"
    ids = [f"{number * 7919:08x}" for number in range(20)]
    path.write_text(to_toml({**to_document(BUILD), "pack": [{"title": one, "key": one} for one in ids]}), "utf-8")
    code = run("share", str(path), "--form", "code").stdout.strip()
    assert len(code) > 255
    assert checked(code) == checked(str(path))
    assert run("share", code).stdout == run("share", str(path)).stdout
    printed = run("print", code, "--what", "markers", "-o", str(tmp_path / "m.pdf"))
    assert printed.exit_code == 0, printed.output
    fought = run("matchup", code, code)
    assert fought.exit_code == 0, fought.output


def test_a_print_that_is_piped_in_is_its_build(file, tmp_path):
    printed = tmp_path / "m.pdf"
    assert run("print", file, "--what", "markers", "-o", str(printed)).exit_code == 0
    answer, plain = checked("-", typed=printed.read_bytes()), checked(file)
    assert answer.pop("statement")["stands"] and plain.pop("statement") is None and answer == plain
    refused = run("check", "-", typed=b"\xff\xfe\x00")
    assert refused.exit_code == 2 and "what was piped in: found bytes that are not text" in refused.stderr


def test_a_mistyped_code_is_a_sentence(file):
    code = run("share", file, "--form", "code").stdout.strip()
    done = run("check", f"{code[:-1]}{'a' if code[-1] != 'a' else 'b'}")
    assert done.exit_code == 2 and "copy the text again" in done.stderr


def test_edited_lines_are_told_until_the_reader_chooses(file, tmp_path):
    edited = tmp_path / "edited.txt"
    edited.write_text(run("share", file).stdout.replace(BUILD.title, "Borrowed", 1), "utf-8")
    refused = run("check", str(edited))
    assert refused.exit_code == 2 and "Borrowed" in refused.stderr
    assert checked(str(edited), "--take", "code")["title"] == BUILD.title
    assert checked(str(edited), "--take", "lines")["title"] == "Borrowed"
