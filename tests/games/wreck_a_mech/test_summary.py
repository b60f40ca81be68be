"""A mech and its deck as text for a chat."""

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.summary import summary


def test_a_mech_as_text_for_a_chat():
    build = GAME.read(
        {
            "game": "wreck-a-mech",
            "title": "Scrap",
            "mech": {"head": "trainer-head"},
            "deck": ["2 trainer-legs", "mic-drop"],
        }
    )
    lines = summary(build, GAME.context()).splitlines()
    assert lines[0] == "Wreck-A-Mech: Scrap: Attack 1⌂, Defense 1⌂, Structure 1⌂"
    assert "Head: Trainer Head (rank 1, A1 D1 S1⌂)" in lines and "Legs: empty" in lines
    assert lines[-2:] == ["Draw pile (3): 2 Trainer Legs, Mic Drop", "⌂ house: ours, where the rulebook is silent"]
