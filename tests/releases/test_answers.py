"""What the command line answered in an earlier release with `--json` it answers still: exit code, keys, types, numbers, ids.

Strings of more than 80 characters are recorded up to there: wording is not compared, see `sameness`.
"""

import json
import shlex

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.releases.sameness import as_then, differences
from tests.releases.shelf import RELEASES


def recorded(release):
    return [json.loads(line) for line in (release / "answers.jsonl").read_text("utf-8").splitlines()]


def answers():
    """Give each line with its newest answer; with an older one that is not the same, it is `long`.

    The newer release recorded all that the older one did, for it was held to that before it came out.
    """
    given, seen = {}, []
    for release in reversed(RELEASES):
        for entry in recorded(release):
            before = given.setdefault(entry["line"], [])
            if entry not in before:
                marks = [pytest.mark.long] if before else []
                seen.append(pytest.param(release, entry, id=f"{release.name} {entry['line']}", marks=marks))
                before.append(entry)
    return seen


@pytest.mark.parametrize(("release", "entry"), answers())
def test_the_answer_is_the_same(taken, release, entry):
    taken(release)
    done = CliRunner().invoke(main, [*shlex.split(entry["line"]), "--json"])
    answer = json.loads(done.stdout)
    code = done.exit_code
    if entry["exit"] == 0 and isinstance(answer, dict) and as_then(answer).get("legal"):
        code = 0 if code == 1 else code  # a rule that is stricter now
    assert code == entry["exit"], done.output
    assert list(differences(entry["answer"], answer)) == []
