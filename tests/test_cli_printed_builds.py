"""A printed PDF on the command line: checked, compared and verified like the build that it carries."""

import json

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.data.documents import to_document, to_toml
from companion.games import GAMES

EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def run(*words):
    return CliRunner().invoke(main, [*map(str, words)])


@pytest.fixture
def printed(tmp_path):
    def make(game, *words):
        build = tmp_path / "my.toml"
        build.write_text(to_toml(to_document(next(iter(game.examples.values())))), "utf-8")
        path = tmp_path / "my.pdf"
        answer = run("print", build, "--what", game.build_sheet.name, "-o", path, "--json", *words)
        assert answer.exit_code == 0, answer.output
        return build, path, json.loads(answer.stdout)

    return make


@EACH
def test_a_pdf_is_checked_as_its_build_is(printed, game):
    build, path, _ = printed(game)
    plain, from_pdf = (json.loads(run("check", name, "--json").stdout) for name in (build, path))
    statement = from_pdf.pop("statement")
    assert plain.pop("statement") is None and statement["stands"]
    assert from_pdf == plain and from_pdf["legal"]


def test_a_pdf_is_a_side_of_a_matchup(printed):
    game = next(game for game in GAMES if game.slug == "mechalyte")
    build, path, _ = printed(game)
    plain, from_pdf = (
        run("matchup", "--game", game.slug, name, "example:bulwark", "--json").stdout for name in (build, path)
    )
    assert plain and from_pdf == plain


def test_a_file_has_no_link_so_the_code_is_the_build_itself(printed):
    *_, answer = printed(GAMES[0], "--qr")
    assert not any("QR code" in note for note in answer["notes"])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"%PDF-1.7\n", "a PDF without a build in it"),
        (b"%PDF-1.7\n/Encrypt 3 0 R", "locked with a password"),
        (b"%PDF-1.7\n" + b" " * 8_000_000, "at most 8 MB"),
    ],
)
def test_another_pdf_is_refused_in_a_sentence(tmp_path, data, said):
    path = tmp_path / "other.pdf"
    path.write_bytes(data)
    answer = run("check", path)
    assert answer.exit_code == 2 and said in answer.output and "other.pdf" in answer.output


def test_a_pdf_is_printed_and_exported_as_its_build_is(printed, tmp_path):
    build, path, _ = printed(GAMES[0])
    plain, from_pdf = (
        json.loads(run("print", name, "-o", tmp_path / "again.pdf", "--json").stdout) for name in (build, path)
    )
    assert from_pdf == plain and plain["pieces"] == 4
    exported = run("export", path, "--to", "svg", "-o", tmp_path / "cards.zip", "--json")
    assert json.loads(exported.stdout)["cards"] == 4


def test_a_reprint_under_its_own_name_does_not_overwrite_the_pdf_that_is_read(printed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    build, *_ = printed(GAMES[0])
    first = json.loads(run("print", build, "--json").stdout)["file"]
    done = run("print", first)
    assert (done.exit_code, "this one is read, and would be lost" in done.stderr) == (2, True)
