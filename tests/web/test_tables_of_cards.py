"""A table whose cards the app holds: hands and top cards are on nobody's page but their owner's, at every address."""

import re

import pytest

from tests.web.test_tables import Evening

ADDRESSES = ("", "/fragment", "/log", "/table.json", "/rulings")
OTHERS = ("seat-1", "watch", "host")


@pytest.fixture
def upgrade(app):
    """Return a table of Wreck-A-Mech at which the first player may gain; whoever has the chip has lost parts first."""
    table = Evening(app, "wreck-a-mech")
    table.sit(0, "Ana")
    table.sit(1, "Ben")
    table.move(0, "deal")
    for seat in (0, 1, 0):
        table.move(seat, "lose", first="body", second="legs")
    if "data-move" not in table.page("seat-0"):
        table.move(1, "pass")
    return table


def names_in(pattern, html):
    return set(re.findall(pattern, html))


def seen_by(table, role, numbers):
    """Everything that a role can read of a table, the table after each event included."""
    paths = (*ADDRESSES, *(f"/at/{number}" for number in numbers))
    found = [table.client(role).get(table.path(role) + path).get_data(as_text=True) for path in paths]
    return "\n".join(found)


@pytest.mark.long
def test_a_top_card_and_a_hand_are_their_owner_s_alone(upgrade):
    upgrade.move(0, "gain", card="pile 2")
    page = upgrade.page("seat-0")
    card = re.search(r"It is ([^.]+)\.", page)[1]
    last = len(upgrade.events())
    for role in OTHERS:
        shown = seen_by(upgrade, role, range(last - 3, last + 1))
        assert "Foundry" in shown and "gains the top card of the Rank 2 pile" in shown
        assert card not in shown and '"order"' not in shown
    assert card in seen_by(upgrade, "seat-0", [last])


def test_a_hand_is_on_its_own_page_and_counted_on_the_others(upgrade):
    while "data-move" in (page := upgrade.page("seat-0")) and "wt-hand-1" not in page:
        upgrade.move(0, "pass")
        upgrade.move(1, "pass")
    own, other = upgrade.page("seat-0"), upgrade.page("seat-1")
    hands = [names_in(r'data-title="([^"]+)" id="wt-hand-', html) for html in (own, other)]
    assert all(hands) and "Hand <strong>2</strong>" in other
    for role in ("watch", "host"):
        assert "wt-hand-1" not in upgrade.page(role) and "Drawn:" not in seen_by(upgrade, role, [])


@pytest.mark.long
def test_orders_are_in_the_file_once_the_game_is_over(upgrade):
    shuffles = [event for event in upgrade.events() if event["kind"] == "shuffle"]
    assert shuffles and all("secret" not in event for event in shuffles)
    upgrade.play(0, "concede")
    shuffles = [event for event in upgrade.events() if event["kind"] == "shuffle"]
    assert all(sorted(event["secret"]["order"]) == list(range(event["values"]["count"])) for event in shuffles)
