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


def hashes_in(pattern, html):
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
    hands = [hashes_in(r'data-title="([^"]+)" id="wt-hand-', html) for html in (own, other)]
    assert all(hands) and "Hand <strong>2</strong>" in other
    for role in ("watch", "host"):
        assert "wt-hand-1" not in upgrade.page(role) and "Drawn:" not in seen_by(upgrade, role, [])


@pytest.mark.long
def test_orders_are_in_the_file_once_the_game_is_over(upgrade):
    shuffles = [event for event in upgrade.events() if event["kind"] == "shuffle"]
    assert shuffles and all("secret" not in event for event in shuffles)
    upgrade.play(0, "concede", sure="yes")
    shuffles = [event for event in upgrade.events() if event["kind"] == "shuffle"]
    assert all(sorted(event["secret"]["order"]) == list(range(event["values"]["count"])) for event in shuffles)


@pytest.fixture
def laid(app):
    """Return a table whose cards lie on the players' own table, dealt and not named yet."""
    table = Evening(app, "wreck-a-mech", **{"option.cards": "on-your-table"})
    table.sit(0, "Ana")
    table.sit(1, "Ben")
    table.move(0, "deal")
    return table


def name_cards(table, seat, count):
    """Name the first card that the page offers, so many times; return what was named."""
    named = []
    for _ in range(count):
        named.append(re.search(r'name="card" value="([^"]+)"', table.page(f"seat-{seat}"))[1])
        table.play(seat, "card", card=named[-1])
    return named


def test_any_seat_names_what_is_turned_up_and_the_log_says_so(laid):
    for role in ("seat-0", "seat-1"):
        assert "Which Rank 2 card is turned up, 3 to name" in laid.page(role)
    assert 'name="card"' not in laid.page("watch")
    one = name_cards(laid, 0, 3)
    two = name_cards(laid, 1, 3)
    assert len({*one, *two}) == 6 and 'name="card"' not in laid.page("seat-0")
    log = laid.client("watch").get(laid.path("watch") + "/log").get_data(as_text=True)
    assert log.count("named by hand") == 6
    assert not [event for event in laid.events() if event["kind"] == "shuffle"]


def test_a_card_that_cannot_lie_there_is_refused_with_what_can(laid):
    first = name_cards(laid, 0, 1)[0]
    answer = laid.play(1, "card", card=first)
    assert answer.status_code == 422 and "expected one of" in answer.get_data(as_text=True)


def test_what_a_player_holds_is_on_its_own_page_alone(laid):
    name_cards(laid, 0, 6)
    for seat in (0, 1, 0):
        laid.move(seat, "lose", first="body", second="legs")
    for seat in (0, 1, 0, 1):
        if "data-move" in laid.page(f"seat-{seat}"):
            laid.move(seat, "pass")
    own, other = laid.page("seat-0"), laid.page("seat-1")
    assert "Your hand may hold" in own and 'data-title="Trainer Legs" id="wt-hand-' in own
    assert 'data-title="Trainer Legs" id="wt-hand-' in other
    assert "may hold" not in laid.page("watch")


def test_a_saved_mech_is_brought_from_this_browser_s_library(app):
    table = Evening(app, "wreck-a-mech", **{"option.start": "a-saved-mech"})
    table.sit(0, "Ana")
    table.sit(1, "Ben")
    text = 'game = "wreck-a-mech"\ntitle = "Old Faithful"\ndeck = ["trainer-legs"]\n[mech]\nhead = "bucket-helm"\n'
    build = table.send("/import", {"text": text}).location.rpartition("/")[2]
    assert f'<option value="{build}">Old Faithful' in table.page("seat-0")
    assert "Bring it to the table" not in table.page("watch")
    assert table.play(0, "bring", build=build).status_code == 303
    assert "House rule: Ana starts with the saved mech" in table.page("watch")
    table.move(1, "deal")
    assert "Bring it to the table" not in table.page("seat-0")
