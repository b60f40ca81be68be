"""What the command line answered in an earlier release with `--json` it answers still: exit code, keys, types, numbers, ids.

Strings of more than 80 characters are recorded up to there: wording is not compared, see `sameness`.
"""

import json
import re
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


MERCILESS = r"\$\.cards\.merciless-melee\.hits:"
BARS = (
    r"\$\.analysis: 'matchup' became 'unit-matchup'|\$\.answer\.weapons\..*\.(damage|roll\.inputs\.push:)",
    "two units are compared under a name of their own; bars stand at damage that can occur; a weapon that pushes with "
    "its hits asks for `push_by_hits`",
)
TRADED = (
    r"\$\.rows\[\d+\]\.cells\[\d+\]\.(figures\.suffered\.|best:)|\$\.best\.|\$\.conclusions\[0\]\.rows\[\d\]\[4\]",
    "MechaStellar's attacks are ranked by points traded, and a unit suffers no more than its HP",
)
LEFT = (
    r"\$\.answer\.ways\[\d\]\.(kill|mean_within_hp|attacks\[2\]\.applied):",
    "a charge is answered by the HP that the volley leaves, and says so",
)
SIX_REPEATS = (r"\$\.(outcomes|summary)", "ties are rolled again six times, as the page says; it was five")
EQUAL = (
    r"\$\.answer\.(power|weight|parts|mech|mechs|use)\b",
    "another Mech of equal worth: of those the one with the fewest cards",
)
PARTS = (
    r"\$\.(\$defs|analyses)\..*(card_ids|anyOf)",
    "what takes a part offers parts alone: the id of a corporation was offered, and refused",
)
BACKS = (
    r"\$\.(ink_saved|cuts):",
    "backs run past the trim, so that their neighbours' cuts are their own; they have no dark field that could be saved",
)
CHANGED = {
    "print mecha-mettle --what tiles --have printed.txt --unknown blank --ink saver --apart -o rest.pdf": BACKS,
    "print builds/thick-skin.toml --what drafts --bleed 2 --flip fold --lines hairlines --corners 3 -o draft.pdf": BACKS,
    "print builds/thick-skin.toml --what drafts --bleed 2 --flip fold -o draft.pdf": BACKS,
    "schema wreck-a-mech": PARTS,
    "analyze wreck-a-mech": PARTS,
    "analyze techniconica best-mech wish=fast from=1": EQUAL,
    "analyze techniconica suggest wish=long-range from=1": EQUAL,
    "odds techniconica first-turn speeds=4,3": SIX_REPEATS,
    "odds techniconica first-turn speeds=4,3 --ruling first-turn-tie=tied": SIX_REPEATS,
    "check builds/warship.toml": (
        r"\$\.findings\[0\]\.(fixes|mend)\[0\]\.set\.",
        "what is removed is the unit that leaves the fewest points unused, not the last one",
    ),
    "analyze mecha-mettle best-shot mine.front-left=hammer-right my_upgrades.front-left=scout-left actions=2": (
        r"\$\.answer\.(count|shots)",
        "two weapons at one space go on elsewhere after a hit, so that they are among the best",
    ),
    "matchup builds/thick-skin.toml builds/kitchen-draft.toml": (
        r"\$\.(rows: 10 entries became 14|best)",
        "two weapons of which the Scout's ignores a module have rows of their own",
    ),
    "matchup builds/glass-cannon.toml example:onion": (
        r"\$\.(best|rows\[\d+\]\.cells\[\d+\]\.best)",
        "the best target and the best attack are those that trade points best",
    ),
    "schema mechastellar": (r"\$\.\$defs\.profile\.", "a card may print another role, Special or mark than 9.5 names"),
    'analyze mechastellar whole-turn a=argonaut b="White Asura" distance=12 momentum=1 cover=1': LEFT,
    "matchup builds/first-fleet.toml example:raiders distance=8": TRADED,
    "matchup example:raiders example:border-patrol --game mechastellar": TRADED,
    "games": (r"\$\.games\.mechastellar\.analyses: 'matchup'", "it is called unit-matchup, and answers to both names"),
    "analyze mechastellar": (r"\$\.analyses\.matchup", "it is called unit-matchup, and answers to both names"),
    "odds mechastellar initiative": (
        r"\$\.(outcomes:|summary)",
        "its rows are who wins: a hundred pairs of dice said no more; ties are rolled again six times, it was five",
    ),
    "cards mechastellar --pack packs/mechastellar.json": (MERCILESS, "its text promises a Hit"),
    "cards mechastellar --pack packs/typed.json": (MERCILESS, "its text promises a Hit"),
    "analyze mechastellar matchup a=dervish b=argonaut distance=8 cover=true high_ground=true reply=guard": BARS,
    "analyze mechastellar duel a=grey-viking b=dervish distance=12 choice=barrage focus=true --pack "
    "packs/mechastellar-pack.toml": BARS,
}
"""Differences of one command line that are meant: where they are, and why."""


@pytest.mark.parametrize(("release", "entry"), answers())
def test_the_answer_is_the_same(taken, release, entry):
    taken(release)
    done = CliRunner().invoke(main, [*shlex.split(entry["line"]), "--json"])
    answer = json.loads(done.stdout)
    code = done.exit_code
    if entry["exit"] == 0 and isinstance(answer, dict) and as_then(answer).get("legal"):
        code = 0 if code == 1 else code  # a rule that is stricter now
    assert code == entry["exit"], done.output
    meant = CHANGED.get(entry["line"], ("never", ""))[0]
    found = differences(entry["answer"], answer)
    assert [difference for difference in found if not re.match(meant, difference)] == []
