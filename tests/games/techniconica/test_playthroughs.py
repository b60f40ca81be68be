"""Whole games of Techniconica as text: every number in them was worked out by hand from the rulebook."""

import pytest

from companion.games.techniconica import GAME
from tests.games.playthroughs import games_beside, shorter_first
from tests.games.record_playthrough import RecordPlaythrough, Unexpected, leads_there_again

GAMES = games_beside(__file__)
LAYERS = next(path for path in GAMES if path.stem == "layers")
WRONG = (
    ("Scout Cab 1, in play", "Scout Cab 2, in play", "Scout Cab 2: expected 2, found 1"),
    ("Scrap Plate destroyed", "Scout Cab destroyed", "Scout Cab destroyed: expected 2, found 1"),
    (
        "is Low Power, is AC 1",
        "is Low Power, is AC 2",
        "is AC 2: expected 'AC 2', found ['Low Power', 'Speed 0', 'AC 1']",
    ),
    ("= Copper Bison: has acted", "= Copper Bison: has not acted", "has not acted: expected False, found True"),
    ("in play, is not Low Power", "out for Cockpit", "out for Cockpit: expected 'Cockpit', found ''"),
    ("= turn Ben", "= turn Anna", "turn: expected 'Anna', found 'Ben'"),
    ("= Round 2", "= Round 3", "Round: expected 3, found 2"),
    (
        "3 damage, Bubble",
        "4 damage, Bubble",
        "3 damage, Bubble Projector destroyed, Scout Cab 1 of 2.']: expected True, found",
    ),
    ("= Ben may not evade", "= Ben may evade", "Ben may evade: expected True, found False"),
    ("= Ben may not attack", "= Ben may attack", "expected True, found False"),
    ("= Ben owes Evasion Roll", "= Ben owes not Evasion Roll", "Evasion Roll']: expected False, found True"),
    ("accuracy 2, penetration 1", "accuracy 3, penetration 1", "accuracy 3: expected '3', found '2'"),
    (
        "Ben [5] (no) Anna (no)",
        "Ben [5] (no) Ben (no)",
        "(no): Anna owes 'Roll the Attack Roll again? 1 Re-Roll left.', not Ben",
    ),
    ("Ben [5] (no) Anna (no)", "Ben [5] (no) Anna [7]", "[7]: Anna owes 1 no, 2 yes for 'Roll the Attack Roll again?"),
    (
        "Anna [10] Ben [4] (no)\n= Ben owes Bottle",
        "Anna [10] Ben [4] (no)\n= Iron Heron: in play\n= Ben owes Bottle",
        "before the dice",
    ),
    ("= won by Anna", "= won by Ben", "winners: expected (1,), found (0,)"),
    ("> Anna done", "> Anna undone", "undone: one of ["),
)
"""Words of a game, wrong ones in their place, and what is said of them."""


@pytest.mark.parametrize("path", shorter_first(GAMES))
def test_a_game_goes_as_the_rulebook_says(path):
    leads_there_again(RecordPlaythrough(path, GAME, joined=volley_key).play())


@pytest.mark.parametrize(("right", "wrong", "said"), WRONG)
def test_what_is_not_as_a_game_expects_is_named_with_its_line(right, wrong, said, tmp_path):
    text = LAYERS.read_text("utf-8")
    changed = text.replace(right, wrong, 1)
    assert changed != text
    path = tmp_path / "wrong.txt"
    path.write_text(changed, "utf-8")
    with pytest.raises(Unexpected) as caught:
        RecordPlaythrough(path, GAME).play()
    before = text.partition(right)[0].count("\n")
    lines = range(before + 1, before + 2 + wrong.count("\n"))
    assert any(f"wrong.txt, line {line}: " in str(caught.value) for line in lines)
    assert said in str(caught.value)


def volley_key(keys):
    """Return the key of a volley from those of its Weapons at one part."""
    weapons, (part, *_) = zip(*(key.split(">") for key in keys), strict=True)
    return f"{'+'.join(weapons)}>{part}"
