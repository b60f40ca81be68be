"""Mecha Mettle's table on its pages: drafts are on nobody's page but their owner's, the board says what stands where."""

import json
import re
from html import unescape

import pytest

from companion.verbs import stored_tables
from tests.web.test_tables import Evening
from tests.web.test_tables_of_cards import seen_by

DRAFT = {
    "level-1": "comms-system",
    "level-2": "manual-override",
    "level-3": "engineering-bay",
    "level-4": "flux-engine",
}
NAMES = ("Comms System", "Manual Override", "Engineering Bay", "Flux Engine")


@pytest.fixture
def begun(app):
    """Return a table at which Ana has the first turn, after Ben laid the Reactor and both drafted the same four."""
    return begin(app)


def begin(app, **asked):
    table = Evening(app, "mecha-mettle", **asked)
    table.sit(0, "Ana")
    table.sit(1, "Ben")
    table.move(0, "begin")
    chooser = next(seat for seat in (0, 1) if "tb-answers" in table.page(f"seat-{seat}"))
    table.play(chooser, "answer", faces="1")
    table.move(1, "reactor", to="front-left", facing="ahead")
    return table


def drafted(table, seats=(0, 1)):
    for seat in seats:
        answer = table.play(seat, "seal", **{f"sealed.{level}": card for level, card in DRAFT.items()})
        assert answer.status_code == 303, answer.get_data(as_text=True)
    return table


def test_a_draft_is_chosen_from_all_components_level_by_level(begun):
    page = begun.page("seat-1")
    levels = re.findall(r'type="radio" id="[^"]+" name="sealed\.level-(\d)"', page)
    assert sorted(set(levels)) == ["1", "2", "3", "4"] and len(levels) >= 16
    refused = begun.play(1, "seal", **{"sealed.components": "comms-system comms-system"})
    assert refused.status_code == 422 and "one card of each level" in unescape(refused.get_data(as_text=True))


def test_a_draft_is_on_nobody_s_page_but_its_owner_s(begun):
    drafted(begun, (0,))
    for role in ("watch", "host"):
        shown = seen_by(begun, role, range(1, len(begun.events()) + 1))
        assert not any(name in shown for name in (*NAMES, *DRAFT.values()))
    drafted(begun, (1,))
    assert all(name in begun.page("seat-0") for name in NAMES)
    assert begun.page("seat-1").count("face down") == 4 and begun.page("watch").count("face down") == 8


def test_the_board_shows_each_area_from_the_side_of_whoever_looks(begun):
    drafted(begun)
    own, their = begun.page("seat-1"), begun.page("seat-0")
    assert 'data-pick="front-left" data-title="Reactor"' in own
    assert 'data-pick="their-front-left" data-title="Reactor"' in their
    assert "is-turned-0" in own and "is-turned-180" in their
    assert "3 actions" in own and "Module deck" in own


def test_a_module_is_drawn_laid_and_fires_with_its_odds(app):
    """A Drone, named by hand: a module of the deck may have no weapon."""
    table = drafted(begin(app, **{"option.cards": "on-your-table"}))
    table.move(0, "draw")
    table.play(0, "card", card="drone")
    page = unescape(table.page("seat-0"))
    assert "tb-card" in page and page.count('"facing": "ahead"') == 9
    assert table.move(0, "play", to="middle-centre", facing="ahead").status_code == 303
    page = unescape(table.page("seat-0"))
    assert "best-shot?" in page and "mine.middle-centre=" in page
    move = json.dumps({"name": "attack", "values": {"at": "middle-centre", "target": "their-front-centre"}})
    odds = table.guest.get(f"{table.link('seat-0')}/odds", query_string={"move": move})
    assert odds.status_code == 200 and "%" in odds.get_data(as_text=True)
    assert table.play(0, "move", move=move).status_code == 303
    assert "attacks with" in table.page("watch")


@pytest.mark.parametrize(("entry", "side"), [("behind-the-shot", "right"), ("at-the-side-faced", "left")])
def test_the_line_of_a_sideways_shot_is_drawn_around_the_side_where_it_enters(app, entry, side):
    """A Drone that faces left: its shot flies to the left, from the right end of the row, or enters at the left one."""
    table = drafted(begin(app, **{"option.cards": "on-your-table", "sideways-entry": entry}))
    table.move(0, "draw")
    table.play(0, "card", card="drone")
    assert table.move(0, "play", to="front-centre", facing="left").status_code == 303
    assert re.findall(r'data-title="Drone" data-sides="([^"]*)"', table.page("seat-0")) == [side]


def test_a_module_drawn_on_the_players_own_table_is_named_on_the_page(app):
    table = drafted(begin(app, **{"option.cards": "on-your-table"}))
    table.move(0, "draw")
    page = table.page("seat-0")
    assert "Which module Ana drew" in page and 'name="card" value="drone"' in page
    assert 'name="card"' not in table.page("seat-1") + table.page("watch")
    assert table.play(0, "card", card="zeppelin").status_code == 422
    table.play(0, "card", card="drone")
    assert re.search(r'class="tb-card".*?aria-label="Drone', table.page("watch"), re.S)
    log = table.client("watch").get(table.path("watch") + "/log").get_data(as_text=True)
    assert log.count("named by hand") == 1 and '"shuffle"' not in json.dumps(table.events())


def test_which_shot_now_is_not_asked_at_a_table_with_a_pack_which_its_address_does_not_have(app, monkeypatch):
    card = {"id": "own-gun", "name": "Own Gun", "category": "attack", "level": 1, "when": "own turn", "text": "Shoot."}
    pack = {
        "game": "mecha-mettle",
        "kind": "pack",
        "title": "Box",
        "component": [{**card, "origin": {"default": "own"}}],
    }
    asked = stored_tables.set_up
    for packs, shown in (([], True), ([pack], False)):
        monkeypatch.setattr(
            stored_tables, "set_up", lambda game, seed, form, p=packs: asked(game, seed, {**form, "pack": p})
        )
        table = drafted(begin(app))
        table.move(0, "draw")
        table.move(0, "play", to="middle-centre", facing="ahead")
        assert ("best-shot?" in table.page("seat-0")) == shown
