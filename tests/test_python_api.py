"""What `import companion` offers to other programs; the examples of docs/python.md run here."""

import ast
import doctest
import json
import re
import subprocess
import sys
import warnings
from fractions import Fraction
from pathlib import Path

import pytest

import companion
from companion.data.build_code import newest_dictionary, write_code
from companion.games import GAMES
from companion.games import game as game_by_slug
from tests.commands import answered

ROOT = Path(__file__).parents[1]
DOCS = (ROOT / "docs/python.md").read_text("utf-8")
BUILD = {
    "title": "Thick skin",
    "components": ["light-thrusters", "hydrostatic-bearings", "emergency-shields", "artificial-intelligence"],
}
FILE = 'game = "mecha-mettle"\n' + "".join(f"{key} = {json.dumps(value)}\n" for key, value in BUILD.items())


@pytest.fixture
def mettle():
    return companion.game("mecha-mettle")


def examples():
    """Return the examples of the page as they are typed."""
    return "\n".join(re.findall(r"^```python\n(.*?)^```", DOCS, re.MULTILINE | re.DOTALL))


def test_the_examples_of_the_page_answer_as_it_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(examples(), {}, "python.md", "python.md", 0)
    told: list[str] = []
    result = doctest.DocTestRunner().run(test, out=told.append)
    assert (result.failed, result.attempted >= 15) == (0, True), "".join(told)
    assert [path.name for path in tmp_path.iterdir()] == ["tiles.pdf"]


def test_the_page_names_all_that_is_public():
    table = DOCS.partition("## All names")[2]
    named = set(re.findall(r"`(\w+)(?:\(.*?\))?`", re.sub(r"\| [^|]* \|$", "|", table, flags=re.MULTILINE)))
    assert named == set(companion.__all__)


def test_the_stub_offers_what_the_package_does():
    stub = ast.parse((ROOT / "companion/__init__.pyi").read_text("utf-8"))
    imported = {alias.name for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    (listed,) = (ast.literal_eval(node.value) for node in stub.body if isinstance(node, ast.Assign))
    assert listed == companion.__all__ == dir(companion)
    assert imported | {"__version__"} == set(listed)
    assert all(hasattr(companion, name) for name in listed)
    with pytest.raises(AttributeError, match="no attribute 'frob'"):
        _ = companion.frob


def test_importing_the_package_loads_nothing_else():
    say = "import sys; before = set(sys.modules); import companion; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", say], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["companion"]


def test_odds_of_dice_are_a_mapping_of_fractions():
    odds = companion.odds("4d6kh3")
    # By hand: at least three sixes in four dice are 4 * 5 + 1 of 1296.
    assert (len(odds), odds[18], odds.get(19, 0), sum(odds.values())) == (16, Fraction(21, 1296), 0, 1)
    assert list(odds) == list(range(3, 19))
    assert dict(companion.odds("1d4+1")) == {total: Fraction(1, 4) for total in (2, 3, 4, 5)}
    assert companion.odds("1d4").figures == {"total": Fraction(5, 2)}
    assert companion.odds("1d4").chance(lambda total: total >= 2) == Fraction(3, 4)
    assert repr(companion.odds("1d4")) == "<Distribution: 4 results, total 5/2>"


def test_odds_of_a_roll_are_those_of_the_command_line(mettle):
    inputs = {"attack": 3, "attack_die": "regular", "defend": 3, "defend_die": "shield"}
    odds = mettle.odds("attack", **inputs)
    answer = answered("odds", "mecha-mettle", "attack", *(f"{key}={value}" for key, value in inputs.items()))
    assert odds.figures["success"] == Fraction(43, 216)
    assert {name: str(value) for name, value in odds.figures.items()} == {
        name: figure["exact"] for name, figure in answer["summary"].items()
    }
    assert len(odds) == len(answer["outcomes"])
    assert all(odds[companion.Outcome(row["outcome"])] == Fraction(row["exact"]) for row in answer["outcomes"])
    # Three dice at one in three.
    hits = [name for name in next(iter(odds)) if name.startswith("attack")][0]
    assert odds.of(hits)[3] == Fraction(1, 27)
    assert sum(odds.of(hits).values()) == 1
    with pytest.raises(KeyError):
        odds.of("frob")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_game_has_its_names(game):
    public = companion.game(game.slug)
    assert (public.slug, public.title) == (game.slug, game.title)
    assert public.rolls == tuple(kind.name for kind in game.resolvers)
    assert public.print_sets == tuple(print_set.name for print_set in game.print_sets)
    assert repr(public) == f"companion.game({game.slug!r})"


def test_outcomes_with_lists_and_tables_are_keys_too():
    outcome = companion.Outcome({"left": [1, 2], "by": {"a": 1}})
    assert {outcome: 1}[companion.Outcome({"by": {"a": 1}, "left": (1, 2)})] == 1
    assert (outcome["left"], outcome["by"]["a"], len(outcome)) == ((1, 2), 1, 2)
    odds = companion.game("mechalyte").odds("combat", a="MIPASA:4,4,2", b="PMISAA:5")
    assert sum(odds.values()) == 1


def test_results_of_several_kinds_have_an_order():
    results = [companion.Outcome({"left": left}) for left in ({"a": 1}, None, 2, 1)]
    distribution = companion.Distribution(dict.fromkeys(results, Fraction(1, 4)), {})
    assert [outcome["left"] for outcome in distribution] == [1, 2, None, companion.Outcome({"a": 1})]
    with pytest.raises(KeyError):
        companion.odds("1d4").of("total")


def test_rulings_belong_to_a_game(mettle):
    pool = companion.game("mecha-mettle", rulings={"added-dice": "pool"})
    assert repr(pool) == "companion.game('mecha-mettle', rulings={'added-dice': 'pool'})"
    inputs = {"weapon": "hammer", "defend": 3, "defend_die": "evasion", "component": "advanced-targeting"}
    own, other = (game.odds("attack", **inputs) for game in (mettle, pool))
    command = answered(
        "odds", "mecha-mettle", "attack", *(f"{k}={v}" for k, v in inputs.items()), "--ruling", "added-dice=pool"
    )
    assert str(other.figures["success"]) == command["summary"]["success"]["exact"]
    assert own.figures["success"] != other.figures["success"]


def test_a_build_is_a_document_a_file_or_a_code(mettle, tmp_path):
    path = tmp_path / "my.toml"
    path.write_text(FILE, "utf-8")
    code = write_code({"game": "mecha-mettle", **BUILD}, "", newest_dictionary(game_by_slug("mecha-mettle").package))
    verdicts = [mettle.check(build) for build in (BUILD, path, str(path), code)]
    assert all(verdict == verdicts[0] for verdict in verdicts)
    assert (verdicts[0].legal, verdicts[0].totals["cards"]) == (True, 4)


def test_an_illegal_build_is_a_verdict_with_findings(mettle):
    verdict = mettle.check({**BUILD, "components": BUILD["components"][:2]})
    (finding,) = verdict.findings
    assert (verdict.legal, finding.level, finding.rule) == (False, "error", "draft-count")
    assert isinstance(finding, companion.Finding)


def test_other_numbers_in_a_list_are_warnings_at_the_line_that_reads_it(tmp_path):
    system = game_by_slug("mechastellar")
    build = system.examples["border-patrol"]
    path = tmp_path / "list.txt"
    path.write_text(system.summary(build, system.context_of(build)).replace("Longbow: 90", "Longbow: 91"), "utf-8")
    with pytest.warns(UserWarning, match="The list says “Longbow: 91”") as found:
        verdict = companion.game("mechastellar").check(path)
    assert (verdict.legal, found[0].filename) == (True, __file__)


def test_a_print_is_that_of_the_command_line(mettle, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    printed = mettle.print_pdf(BUILD, "mine.pdf", paper="letter", bleed=2)
    Path("my.toml").write_text(FILE, "utf-8")
    answered("print", "my.toml", "--paper", "letter", "--bleed", 2, "-o", "theirs.pdf")
    assert printed.files == (Path("mine.pdf"),)
    assert (printed.sheets, printed.pages, printed.pieces) == (1, 2, 4)
    assert Path("mine.pdf").read_bytes() == Path("theirs.pdf").read_bytes()
    own_name = mettle.print_pdf("my.toml", what=["reference"]).files
    assert own_name == (tmp_path / "mecha-mettle-thick-skin-reference.pdf",) and own_name[0].is_file()
    halves = mettle.print_pdf(None, "half.pdf", what="tiles", feed="two").files
    assert len(halves) == 2 and all(path.is_file() for path in halves)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda game: companion.game("chess"), "one of mecha-mettle, mechalyte"),
        (lambda game: companion.game("mechalyte", rulings={"frob": "x"}), "rulings: found 'frob'"),
        (lambda game: companion.odds("3d"), "column 3"),
        (lambda game: companion.odds("900d20kh400"), "fewer dice"),
        (lambda game: game.odds("sing"), "one of attack"),
        (lambda game: game.odds("attack", attack=-1), "attack: found -1, expected at least 0"),
        (lambda game: game.odds("attack", frob=1), "frob"),
        (lambda game: game.check("none.toml"), "none.toml: found no such file"),
        (lambda game: game.check({"frob": 1}), "frob: found an unknown key"),
        (lambda game: game.check(None), "build: found nothing, expected a dict, the name of a file"),
        (lambda game: game.check("a\0b"), "expected a build in TOML"),
        (lambda _: companion.odds(3), "dice: found 3, expected text such as 4d6kh3."),
        (lambda _: companion.game("mechalyte", rulings=["a"]), "rulings: found a list of 1 entry, expected a dict"),
        (lambda game: game.check({"game": "mechalyte"}), "game: found 'mechalyte', expected mecha-mettle"),
        (lambda game: game.print_pdf(BUILD, papre="a4"), "papre: found an unknown key"),
        (lambda game: game.print_pdf(BUILD, paper="a9"), "paper"),
        (lambda game: game.print_pdf(None, what="frob"), "what: found 'frob', expected one of modules"),
        (lambda game: game.print_pdf(None, printer="Den"), "printer: found 'Den', expected one of those calibrated"),
        (
            lambda game: game.print_pdf(None, "none/a.pdf"),
            "none/a.pdf: found no such file or directory, expected a file that can be written.",
        ),
        (lambda game: game.print_pdf("my.toml", "my.toml"), "path: found 'my.toml', expected another file"),
    ],
)
def test_errors_are_sentences_in_words_of_python(call, said, mettle, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my.toml").write_text(FILE, "utf-8")
    with pytest.raises(companion.InvalidInput) as error:
        call(mettle)
    assert said in str(error.value)
    assert all(isinstance(one, companion.InputError) for one in error.value.input_errors)
    assert isinstance(error.value, companion.UserError)
    assert [path.name for path in tmp_path.iterdir()] == ["my.toml"]


def test_nothing_is_printed_on_the_terminal(mettle, tmp_path, capfd):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mettle.check(BUILD)
        mettle.print_pdf(None, tmp_path / "a.pdf", what="tiles")
    assert capfd.readouterr() == ("", "")
