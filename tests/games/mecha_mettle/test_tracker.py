"""Mecha Mettle at the table, fact by fact: a case at each limit and one past it; facts are those of the rules."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from companion.base.findings import InvalidInput
from companion.base.wording import join_words
from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.analysis.sight_inputs import SQUARES
from companion.games.mecha_mettle.model import Component
from companion.games.mecha_mettle.tracker import views
from companion.games.mecha_mettle.tracker.components import is_applied
from companion.games.mecha_mettle.tracker.state import DeckCard, Player, Standing
from companion.play import acts as play
from companion.play.fair_dice import FairDice
from companion.play.log import Setup, public
from companion.play.new_events import Brought
from companion.play.table import Position
from companion.verbs.log_words import log_entry
from companion.verbs.tables import export, open_table, read_foreign_table, set_up
from tests.consent import corrected
from tests.games.mecha_mettle.playthrough import opened

DRAFTS = (
    ("recombinator", "long-range-scanner", "universal-ports", "flux-engine"),
    ("light-thrusters", "defensive-flare", "emergency-shields", "heavy-armor-plating"),
)
BROUGHT = Brought(bytes(32))


def standing(text):
    """Read `hammer-left+scout-right@top:ahead`, `door` or `destroyed`."""
    if text in ("door", "destroyed", "port"):
        return Standing(kind=text)
    cards, _, facing = text.partition(":")
    below, *others = cards.split("+")
    uppers = [other.split("@") for other in others]
    return Standing(
        kind="module",
        cards=(below, *(card for card, _ in uppers)),
        edges=tuple(edge for _, edge in uppers),
        facing=facing or "ahead",
    )


def turn(mine=(), their=(), rulings=(), drafts=DRAFTS, deck=("drone",) * 9, options=(), **changed):
    """Return a table in a turn of Ann's, with these spaces, given as a mapping, and all else open."""
    table, _ = opened(1, rulings, options)
    players = tuple(
        Player(
            area={at: standing(dict(spaces).get(at, "port")) for at in SQUARES},
            draft=draft,
            revealed=list(dict(spaces).values()).count("destroyed"),
        )
        for spaces, draft in zip((mine, their), drafts, strict=True)
    )
    known = {"phase": "play", "turn": 1, "actions": 3, "active": 0, "deck": tuple(DeckCard(card=c) for c in deck)}
    state = table.state.model_copy(update={"players": players, **known, **changed})
    return typed(replace(table, position=Position(state)))


def typed(table):
    """Let both type their dice, so that a test says how they fall."""
    for seat in (0, 1):
        table = play.choose_dice(table, BROUGHT, seat, "typed")
    return table


def move(table, name, seat=0, **values):
    return play.move(table, BROUGHT, seat, name, values)


def attack(table, at, target, *groups, seat=0, **values):
    """Attack, with the faces or answers of each throw: whose they are the table says."""
    table = move(table, "attack", seat, at=at, target=f"their-{target}", **values)
    for faces in groups:
        (owed,) = table.waiting()
        table = play.answer(table, BROUGHT, owed.seat, faces)
    return table


def offered(table, name, seat=0):
    return [one.values for one in table.tracker.moves(table.view(seat), seat) if one.name == name]


def offered_labels(table, seat):
    return [one.label for one in table.tracker.moves(table.view(seat), seat)]


def refused(act, *given, **named):
    with pytest.raises(InvalidInput) as caught:
        act(*given, **named)
    return str(caught.value)


def owed(table):
    return [(one.seat, one.wants) for one in table.waiting()]


def mine(table, at, seat=0):
    return table.state.players[seat].area[at]


# Setup and draft (facts 28 to 34).


def test_fact_30_the_deck_has_all_modules_but_one_reactor():
    table, _ = opened(1)
    deck = Counter(one.card for one in table.state.deck)
    assert deck.total() == 49 and deck["reactor"] == 5 and deck["drone"] == 6
    assert deck["hammer-left"] == deck["hammer-right"] == 4 and deck["scout-left"] == 5


def test_fact_31_the_higher_die_chooses_who_starts_and_ties_roll_again():
    table, brought = opened(1)
    table = move(typed(table), "begin")
    assert owed(table) == [(0, "faces")]
    table = play.answer(table, brought, 0, [4])
    table = play.answer(table, brought, 1, [4])
    assert owed(table) == [(0, "faces")]
    table = play.answer(play.answer(table, brought, 0, [2]), brought, 1, [3])
    assert owed(table) == [(1, "choice")]
    table = play.answer(table, brought, 1, [1])
    assert table.state.active == 0 and owed(table) == [(1, "move")]


def test_fact_32_the_second_player_lays_the_reactor_on_any_port_in_any_facing():
    table, brought = opened(1)
    table = move(typed(table), "begin")
    table = play.answer(play.answer(table, brought, 0, [6]), brought, 1, [3])
    table = play.answer(table, brought, 0, [1])
    assert len(offered(table, "reactor", 1)) == 36 and not offered(table, "reactor", 0)
    table = move(table, "reactor", 1, to="front-left", facing="owner")
    assert mine(table, "front-left", 1).cards == ("reactor",)
    assert owed(table) == [(0, "seal"), (1, "seal")]


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ("recombinator comms-system universal-ports flux-engine", "Recombinator and Comms System of level 1"),
        ("recombinator hydrostatic-bearings universal-ports", "nothing of level 4"),
        ("recombinator hydrostatic-bearings universal-ports zeppelin", "zeppelin"),
        ("", "nothing of level 1"),
    ],
)
def test_fact_33_a_draft_has_one_component_of_each_level(given, wrong):
    table = drafting()
    assert wrong in refused(play.seal_choice, table, BROUGHT, 0, {"components": given})


def drafting():
    table, brought = opened(1)
    table = move(typed(table), "begin")
    table = play.answer(play.answer(table, brought, 0, [6]), brought, 1, [3])
    return move(play.answer(table, brought, 0, [1]), "reactor", 1, to="front-left", facing="owner")


def test_a_draft_stays_hidden_until_its_level_is_reached():
    table = drafting()
    table = play.seal_choice(table, BROUGHT, 0, {"components": list(DRAFTS[0])})
    fields = {f"level-{level}": name for level, name in enumerate(DRAFTS[1], 1)}
    table = play.seal_choice(table, BROUGHT, 1, fields)
    assert table.state.phase == "play" and [one["id"] for one in table.view(0)["components"][0]] == list(DRAFTS[0])
    for seat in (1, None):
        assert not any(one["name"] for one in table.view(seat)["components"][0])
        assert not any(name in str(public(event, seat)) for event in table.events for name in DRAFTS[0])
    ended = play.concede(table, BROUGHT, 0)
    assert DRAFTS[0][3] in str(export(ended, None))


# Drawing, laying, upgrading (facts 52 to 61).


def test_a_view_shows_a_draft_as_a_build_once_all_of_it_is_known():
    none, part, whole = ({"draft": draft} for draft in ([], [*DRAFTS[0][:3], None], list(DRAFTS[1])))
    assert views.builds({"players": [none, part]}) == [None, None]
    (_, build) = views.builds({"players": [part, whole]})
    assert (build["components"], build["seat"]) == (list(DRAFTS[1]), 2)


def test_a_draft_that_was_undone_is_named_by_its_components_at_the_end():
    table = play.seal_choice(drafting(), BROUGHT, 0, {"components": list(DRAFTS[0])})
    ended = play.concede(play.undo(table, BROUGHT, 0), BROUGHT, 0)
    names = join_words([GAME.catalogue.get(Component, name).name for name in DRAFTS[0]])
    assert f"that was undone (#{len(table.events)}, {names})." in log_entry(ended, None, len(ended.events)).text


def test_fact_52_a_drawn_module_goes_on_any_open_port_in_any_facing():
    table = move(turn(deck=("drone", "reactor")), "draw")
    assert table.state.actions == 2 and len(offered(table, "play")) == 36
    assert refused(move, table, "end-turn")
    table = move(table, "play", to="back-right", facing="left")
    assert mine(table, "back-right").facing == "left" and not table.state.drawn


def test_fact_53_no_module_goes_on_a_door_a_destroyed_port_or_another_module():
    full = dict.fromkeys(list(SQUARES)[:4], "destroyed") | {"middle-centre": "door", "middle-right": "drone"}
    table = move(turn(full), "draw")
    assert {one["to"] for one in offered(table, "play")} == {"back-left", "back-centre", "back-right"}


def test_fact_54_what_fits_nowhere_is_discarded():
    full = dict.fromkeys(SQUARES, "drone")
    assert not offered(move(turn(full, deck=("strongbox-left",)), "draw"), "play")
    assert move(turn(full, deck=("strongbox-left",)), "draw").state.discard == ("strongbox-left",)
    upgradable = {**full, "back-left": "reactor:ahead"}
    table = move(turn(upgradable, deck=("scout-left",)), "draw")
    assert offered(table, "play") == [{"to": "back-left", "edge": "top"}]


@pytest.mark.parametrize(("ruling", "drawn"), [("reshuffle", True), ("none", False)])
def test_fact_55_an_empty_deck_is_the_discard_pile_shuffled_by_the_ruling(ruling, drawn):
    table = turn(deck=(), discard=("drone", "reactor", "gemini-left"), rulings={"empty-deck": ruling})
    assert bool(offered(table, "draw")) is drawn
    if drawn:
        table = move(table, "draw")
        assert table.events[-1].kind == "shuffle" and table.events[-1].values["count"] == 3
        assert len(table.state.deck) == 2 and table.state.drawn and not table.state.discard
        assert "empty-deck" in table.events[-2].rulings


def test_an_empty_deck_and_no_discards_leave_nothing_to_draw():
    assert not offered(turn(deck=()), "draw")
    assert "another module" not in refused(move, turn(deck=()), "draw")


@pytest.mark.parametrize(("ruling", "shuffled", "marked"), [("stay", 2, True), ("joined", 3, False)])
def test_markers_join_the_new_deck_by_the_ruling(ruling, shuffled, marked):
    table = turn(
        {"back-left": "destroyed"}, deck=(), discard=("drone", "reactor"), rulings={"ports-reshuffled": ruling}
    )
    area = dict(table.state.players[0].area)
    area["back-left"] = Standing(kind="destroyed", marker=DeckCard(card="gemini-left"))
    me = table.state.players[0].model_copy(update={"area": area})
    state = table.state.model_copy(update={"players": (me, table.state.players[1])})
    table = move(replace(table, position=Position(state)), "draw")
    assert table.events[-1].values["count"] == shuffled
    assert bool(mine(table, "back-left").marker) is marked


@pytest.mark.parametrize(("ruling", "ways"), [("where-linked", 1), ("once", 0)])
def test_fact_61_an_upgraded_module_is_upgraded_again_by_the_ruling(ruling, ways):
    area = dict.fromkeys(SQUARES, "drone") | {"back-left": "reactor+scout-left@top:ahead"}
    table = turn(area, deck=("hammer-left",), rulings={"upgrade-again": ruling})
    table = move(table, "draw")
    found = offered(table, "play")
    assert len(found) == ways
    if ways:
        table = move(table, "play", **found[0])
        assert mine(table, "back-left").cards == ("reactor", "scout-left", "hammer-left")
        space = table.tracker.terms.space(mine(table, "back-left"))
        assert [one.laid.module.id for one, _ in space.weapons] == ["scout", "hammer"]
        assert [one.laid.module.id for one, _ in space.shields] == ["reactor"]


def test_fact_60_of_an_upgraded_reactor_nothing_can_be_scrapped():
    assert offered(turn({"back-left": "reactor"}), "scrap") == [{"at": "back-left"}]
    assert not offered(turn({"back-left": "reactor+scout-left@top"}), "scrap")


# Actions and free moves (facts 47 to 50, 62, 66 to 75).


def test_fact_47_a_turn_has_three_actions():
    table = turn({"back-left": "drone"})
    for left in (2, 1, 0):
        table = move(table, "rotate", at="back-left", way="right")
        assert table.state.actions == left
    assert mine(table, "back-left").facing == "left"
    assert not offered(table, "rotate") and not offered(table, "draw")
    table = move(table, "end-turn")
    assert (table.state.active, table.state.turn, table.state.actions) == (1, 2, 3)


@pytest.mark.parametrize(("ruling", "may"), [("yes", True), ("no", False)])
def test_fact_50_whether_actions_may_be_left_is_a_ruling(ruling, may):
    table = turn(rulings={"spare-actions": ruling})
    assert bool(offered(table, "end-turn")) is may
    assert offered(turn(rulings={"spare-actions": ruling}, actions=0), "end-turn")
    assert offered(turn(rulings={"spare-actions": ruling}, deck=()), "end-turn")


def test_fact_66_scrapping_a_reactor_gives_two_actions_for_one():
    table = move(turn({"back-left": "reactor"}, actions=1), "scrap", at="back-left")
    assert table.state.actions == 2 and table.state.discard == ("reactor",)
    assert not offered(turn({"back-left": "reactor"}, actions=0), "scrap")


def test_fact_70_one_door_a_turn_two_in_play():
    table = turn({"back-left": "door"})
    table = move(table, "door", to="back-right")
    assert table.state.actions == 3 and not offered(table, "door")
    assert not offered(turn({"back-left": "door", "back-right": "door"}), "door")
    assert not offered(turn({"back-left": "door"}, door_played=True), "door")


def test_fact_72_removing_a_door_takes_an_action_and_it_may_be_played_again():
    table = move(turn({"back-left": "door", "back-right": "door"}), "remove-door", at="back-left")
    assert table.state.actions == 2 and mine(table, "back-left").kind == "port"
    assert offered(table, "door")
    assert not offered(turn({"back-left": "door"}, actions=0), "remove-door")


@pytest.mark.parametrize(("ruling", "may"), [("no", False), ("discards", True)])
def test_fact_74_a_door_on_a_module_is_a_ruling(ruling, may):
    table = turn({"back-left": "drone"}, rulings={"door-on-module": ruling})
    assert ({"to": "back-left"} in offered(table, "door")) is may
    if may:
        table = move(table, "door", to="back-left")
        assert table.state.discard == ("drone",) and "door-on-module" in table.events[-1].rulings


def test_fact_75_a_destroyed_door_is_gone():
    table = turn({"front-right": "drone"}, {"front-left": "door", "back-left": "door"})
    table = attack(table, "front-right", "front-left", [6, 6, 6], [1] * 6)
    assert mine(table, "front-left", 1).was_door and table.view(None)["doors_left"] == [2, 0]
    table = move(move(table, "end-turn"), "remove-door", 1, at="back-left")
    table = move(table, "door", 1, to="back-left")
    table = move(move(table, "end-turn", 1), "end-turn")
    assert not offered(table, "door", 1)


# Shots (facts 12, 63 to 65, 76 to 95).


def test_fact_12_a_tie_defends_and_one_more_hits():
    table = turn({"front-left": "drone"})
    assert mine(attack(table, "front-left", "front-right", [5, 1, 1], [5, 1]), "front-right", 1).kind == "port"
    assert mine(attack(table, "front-left", "front-right", [5, 6, 1], [5, 1]), "front-right", 1).kind == "destroyed"


def test_each_side_throws_its_own_dice():
    table = move(turn({"front-left": "drone"}), "attack", at="front-left", target="their-front-right")
    assert owed(table) == [(0, "faces")]
    table = play.answer(table, BROUGHT, 0, [5, 5, 5])
    assert owed(table) == [(1, "faces")]


def test_fact_63_a_module_attacks_once_a_turn():
    table = attack(turn({"front-left": "drone"}), "front-left", "front-right", [1, 1, 1], [1, 1])
    assert table.state.actions == 2 and not offered(table, "attack")
    table = move(move(table, "end-turn"), "end-turn", 1)
    assert offered(table, "attack")


def test_fact_65_a_destroyed_port_is_no_target():
    table = turn({"front-left": "drone"}, {"front-right": "destroyed"})
    assert {one["target"] for one in offered(table, "attack")} == {"their-middle-right", "their-back-right"}


def test_fact_64_two_weapons_fire_for_one_action_each_at_its_own_target():
    table = turn({"front-left": "hammer-left+scout-left@top:ahead"})
    assert {one["weapon"] for one in offered(table, "attack")} == {1, 2}
    table = attack(table, "front-left", "front-right", [1, 1, 1], [1, 1], weapon=1)
    assert table.state.actions == 2 and table.state.firing == "front-left"
    assert {one["weapon"] for one in offered(table, "attack")} == {2}
    assert {one.name for one in table.tracker.moves(table.view(0), 0)} == {"attack", "hold"}
    second = offered(table, "attack")[0]["target"].removeprefix("their-")
    after = attack(table, "front-left", second, [1] * 4, [1, 1], weapon=2)
    assert after.state.actions == 2 and not after.state.firing and not offered(after, "attack")
    held = move(table, "hold")
    assert not held.state.firing and not offered(held, "attack")


def test_fact_68_a_drone_that_has_not_attacked_may_be_scrapped_for_four_special_dice_with_breach():
    table = turn({"front-left": "drone"}, {"front-right": "gemini-left:ahead"})
    table = attack(table, "front-left", "front-right", [4, 4, 4, 1], [6, 6, 1], how="scrap")
    assert mine(table, "front-right", 1).kind == "destroyed" and mine(table, "front-left").kind == "port"
    assert set(table.state.discard) == {"drone", "gemini-left"} and table.state.actions == 2
    attacked = attack(turn({"front-left": "drone"}), "front-left", "front-right", [1, 1, 1], [1, 1])
    assert not [one for one in offered(attacked, "attack") if one.get("how") == "scrap"]


def test_fact_76_a_module_that_faces_its_owner_cannot_attack():
    for facing, targets in (("ahead", 3), ("left", 3), ("right", 3), ("owner", 0)):
        table = turn({"middle-left": f"hammer-left:{facing}"})
        assert len(offered(table, "attack")) == targets


def test_fact_83_the_first_module_stops_a_shot_and_fact_84_a_scout_may_pass_one():
    their = {"middle-right": "drone"}
    targets = [one["target"] for one in offered(turn({"front-left": "hammer-left"}, their), "attack")]
    assert targets == ["their-front-right", "their-middle-right"]
    table = turn({"front-left": "scout-left"}, their)
    assert {"at": "front-left", "target": "their-back-right", "how": "bypass"} in offered(table, "attack")
    table = turn({"front-left": "scout-left"}, {"front-right": "drone", "middle-right": "drone"})
    assert "their-back-right" not in [one["target"] for one in offered(table, "attack")]


def test_fact_60_a_scout_below_passes_none_even_where_its_weapon_is_at_the_edge_of_the_uppermost_s():
    tower = "reactor+scout-right@top+hammer-left@left+scout-left@top+scout-right@right+scout-left@top:owner"
    table = turn({"middle-left": tower}, {"middle-right": "drone", "middle-centre": "hammer-left:owner"})
    shown = table.view(0)["areas"][0][3]["weapons"]
    assert [(place, one["facing"]) for place, one in enumerate(shown, 1) if one["facing"] == "left"] == [
        (3, "left"),
        (5, "left"),
    ]
    assert {one["weapon"] for one in offered(table, "attack") if one.get("how") == "bypass"} == {5}


def test_fact_90_a_shot_at_an_impenetrable_shield_fails_without_dice():
    table = turn({"front-left": "hammer-left"}, {"front-right": "strongbox-right:left"})
    table = attack(table, "front-left", "front-right")
    assert mine(table, "front-right", 1).kind == "module" and table.state.actions == 2
    assert "Impenetrable" in table.view(None)["news"][-1]


def test_fact_92_a_hit_module_leaves_its_port_and_fact_94_a_hit_port_takes_the_top_card_face_down():
    table = turn({"front-left": "drone"}, {"front-right": "scout-left"})
    table = attack(table, "front-left", "front-right", [6, 6, 6], [1, 1, 1])
    assert mine(table, "front-right", 1).kind == "port" and table.state.discard == ("scout-left",)
    table = turn({"front-left": "drone"}, deck=("gemini-left", "drone"))
    table = attack(table, "front-left", "front-right", [6, 6, 6], [1, 1])
    marker = mine(table, "front-right", 1).marker
    assert marker.card == "gemini-left" and len(table.state.deck) == 1
    assert [space["marker_known"] for space in table.view(1)["areas"][1]] == [False] * 9


def test_the_owner_looks_under_a_lost_port_by_the_ruling():
    table = turn({"front-left": "drone"}, deck=("gemini-left", "drone"), rulings={"look-under-ports": "owner"})
    table = attack(table, "front-left", "front-right", [6, 6, 6], [1, 1])
    known = {seat: [one["marker"] for one in table.view(seat)["areas"][1] if one["marker_known"]] for seat in (0, 1)}
    assert known == {0: [], 1: ["Gemini (left)"]}


# Components (facts 41 to 46, 100 to 104).


LOST = {"back-left": "destroyed", "back-centre": "destroyed", "middle-left": "destroyed", "middle-centre": "destroyed"}


def lost(count):
    return dict(list(LOST.items())[:count])


@pytest.mark.parametrize("count", range(5))
def test_fact_43_with_none_lost_nothing_is_in_force_then_the_level_of_the_loss(count):
    components = turn(lost(count)).view(None)["components"][0]
    assert [one["in_force"] for one in components] == [level == count for level in (1, 2, 3, 4)]


def test_fact_44_a_new_component_may_be_used_in_the_turn_in_which_the_one_before_was():
    table = turn({"front-left": "drone", "front-centre": "drone"}, {**lost(1)})
    table = attack(table, "front-left", "front-right", [2], [6, 6, 6], [1] * 4)
    assert table.state.players[1].revealed == 2 and not table.state.players[1].used
    table = move(table, "attack", at="front-centre", target="their-front-centre")
    assert "Defensive Flare" in table.waiting()[0].why


def test_light_thrusters_are_asked_for_once_a_turn():
    table = turn({"front-left": "gemini-left", "front-centre": "drone"}, lost(1))
    table = move(table, "attack", at="front-left", target="their-front-right")
    assert owed(table) == [(1, "choice")] and len(table.waiting()[0].throw.notes) == 2
    table = play.answer(table, BROUGHT, 1, [2])
    for seat, faces in ((0, [1] * 6), (0, [1] * 3), (1, [6] * 4)):
        table = play.answer(table, BROUGHT, seat, faces)
    assert table.state.players[1].used
    table = move(table, "attack", at="front-centre", target="their-front-centre")
    assert owed(table) == [(0, "faces")]


def test_a_defender_who_declines_may_use_it_later_in_the_turn():
    table = turn({"front-left": "drone", "front-centre": "drone"}, lost(1))
    table = attack(table, "front-left", "front-right", [1], [1] * 3, [6, 6])
    assert not table.state.players[1].used
    assert owed(move(table, "attack", at="front-centre", target="their-front-centre")) == [(1, "choice")]


def test_fact_106_by_the_ruling_the_defender_decides_once_the_attack_is_known():
    table = turn({"front-left": "drone"}, lost(1), rulings={"defence-components": "before-comparing"})
    table = move(table, "attack", at="front-left", target="their-front-right")
    assert owed(table) == [(0, "faces")]
    assert owed(play.answer(table, BROUGHT, 0, [6, 6, 6])) == [(1, "choice")]
    missed = play.answer(table, BROUGHT, 0, [1, 1, 1])
    assert owed(missed) == [(1, "faces")]
    assert missed.waiting()[0].throw.count == 2


def test_fact_103_a_flare_turns_the_shot_to_another_legal_target():
    their = {**lost(2), "middle-right": "strongbox-right:left"}
    table = move(turn({"front-left": "drone"}, their), "attack", at="front-left", target="their-front-right")
    (question,) = table.waiting()
    assert question.seat == 1 and "Strongbox (right), its Impenetrable shield" in question.throw.answers[1]
    table = play.answer(table, BROUGHT, 1, [2])
    assert mine(table, "front-right", 1).kind == "port" and table.state.players[1].used
    alone = {**lost(2), "front-right": "strongbox-right:owner"}
    table = move(turn({"front-left": "drone"}, alone), "attack", at="front-left", target="their-front-right")
    assert owed(table) == [(0, "faces")]


ATTACKERS = (("extended-magazines", "manual-override", "advanced-targeting", "experimental-weaponry"), DRAFTS[1])


def test_fact_100_extended_magazines_go_to_one_pool_of_twin_strike():
    table = turn({**lost(1), "front-left": "gemini-left"}, drafts=ATTACKERS)
    pools = [one.get("pool") for one in offered(table, "attack") if one["target"] == "their-front-right"]
    assert pools == [None, "regular", "special"]
    table = move(
        table, "attack", at="front-left", target="their-front-right", component="extended-magazines", pool="regular"
    )
    assert table.waiting()[0].throw.count == 8 and table.state.players[0].used
    after = play.answer(play.answer(table, BROUGHT, 0, [1] * 8), BROUGHT, 0, [1] * 3)
    after = play.answer(after, BROUGHT, 1, [1, 1])
    assert not [one for one in offered(after, "attack") if "component" in one]


def test_manual_override_rolls_what_missed_again_and_only_then_is_used():
    table = turn({**lost(2), "front-left": "drone", "front-centre": "drone"}, drafts=ATTACKERS)
    table = move(table, "attack", at="front-left", target="their-front-right")
    table = play.answer(table, BROUGHT, 0, [6, 1, 1])
    assert owed(table) == [(0, "choice")]
    kept = play.answer(play.answer(table, BROUGHT, 0, [1]), BROUGHT, 1, [6, 6])
    assert not kept.state.players[0].used
    again = play.answer(table, BROUGHT, 0, [2])
    assert again.waiting()[0].throw.count == 2
    again = play.answer(play.answer(again, BROUGHT, 0, [6, 6]), BROUGHT, 1, [6, 6])
    assert again.state.players[0].used and mine(again, "front-right", 1).kind == "destroyed"
    lucky = move(kept, "attack", at="front-centre", target="their-front-centre")
    assert owed(play.answer(lucky, BROUGHT, 0, [6, 6, 6])) == [(1, "faces")]


def test_fact_104_universal_ports_move_the_top_card_which_may_attack_again():
    area = {**lost(3), "front-left": "hammer-left+scout-left@top:ahead"}
    table = attack(turn(area), "front-left", "front-right", [1] * 3, [1, 1], weapon=1)
    table = move(table, "hold")
    table = move(table, "use", component="universal-ports", at="front-left", to="front-right", facing="ahead")
    assert mine(table, "front-left").cards == ("hammer-left",) and mine(table, "front-left").attacked
    assert mine(table, "front-right").cards == ("scout-left",)
    assert {one["at"] for one in offered(table, "attack")} == {"front-right"}
    assert not offered(table, "use")


def test_fact_104_what_it_upgrades_may_not_attack_if_it_has():
    area = {**lost(3), "front-left": "hammer-left", "front-right": "scout-left"}
    table = attack(turn(area), "front-left", "front-right", [1] * 3, [1, 1])
    onto = next(one for one in offered(table, "use") if one["to"] == "front-left" and "edge" in one)
    table = move(table, "use", **onto)
    assert mine(table, "front-left").cards == ("hammer-left", "scout-left") and not offered(table, "attack")
    rested = move(turn(area), "use", **onto)
    assert offered(rested, "attack")


@pytest.mark.parametrize(("ruling", "facings"), [("any", 4), ("same", 1)])
def test_which_way_a_moved_module_faces_is_a_ruling(ruling, facings):
    table = turn({**lost(3), "front-left": "drone:right"}, rulings={"moved-facing": ruling})
    found = [one["facing"] for one in offered(table, "use") if one["to"] == "front-right"]
    assert len(found) == facings and "right" in found


def test_recombinator_and_bearings_turn_for_free():
    table = move(turn({**lost(1), "front-left": "drone"}), "use", component="recombinator", at="front-left", way="left")
    assert mine(table, "front-left").facing == "left" and table.state.actions == 3 and not offered(table, "use")
    drafts = ((DRAFTS[0][0], "hydrostatic-bearings", *DRAFTS[0][2:]), DRAFTS[1])
    table = turn({**lost(2), "front-left": "drone", "front-right": "drone"}, drafts=drafts, actions=0)
    table = move(table, "use", component="hydrostatic-bearings", at="front-left")
    assert {one["at"] for one in offered(table, "rotate")} == {"front-left"}
    table = move(table, "rotate", at="front-left", way="right")
    table = move(move(table, "end-turn"), "end-turn", 1)
    assert not mine(table, "front-left").turns_free


def test_flux_engine_swaps_modules_and_takes_at_most_three():
    table = move(turn({**lost(4), "front-left": "drone", "front-right": "hammer-left"}), "use", component="flux-engine")
    table = move(move(table, "lift", at="front-left"), "lift", at="front-right")
    table = move(table, "lay", to="front-right", facing="ahead")
    table = move(table, "lay", to="front-left", facing="owner")
    assert mine(table, "front-right").cards == ("drone",) and mine(table, "front-left").facing == "owner"
    table = move(table, "lift", at="front-left")
    assert not offered(table, "lift")
    table = move(table, "lay", to="front-left", facing="ahead")
    assert table.state.is_free and table.state.actions == 3


# Looks at the deck.


CONTROL = (("comms-system", "long-range-scanner", "engineering-bay", "artificial-intelligence"), DRAFTS[1])
DECK = ("gemini-left", "drone", "hammer-left", "reactor")


def deck_of(table):
    return [one.card for one in table.state.deck]


def test_the_scanner_shows_three_cards_to_one_player_who_orders_them():
    table = move(turn(lost(2), drafts=CONTROL, deck=DECK), "use", component="long-range-scanner")
    assert [one["known_deck"] for one in map(table.view, (0, 1, None))][1:] == [[], []]
    assert table.view(0)["known_deck"][:3] == ["Gemini (left)", "Drone", "Hammer (left)"]
    assert len(offered(table, "look")) == 6 and "Gemini" not in str(table.view(1)["news"])
    table = move(table, "look", order="3 1 2")
    assert deck_of(table) == ["hammer-left", "gemini-left", "drone", "reactor"]
    assert table.view(0)["known_deck"] == ["Hammer (left)", "Gemini (left)", "Drone", ""]


def test_comms_leaves_the_top_card_or_puts_it_at_the_bottom():
    table = move(turn(lost(1), drafts=CONTROL, deck=DECK), "use", component="comms-system")
    assert deck_of(move(table, "look", order="1")) == list(DECK)
    assert deck_of(move(table, "look", bottom="1")) == [*DECK[1:], DECK[0]]
    assert not offered(turn(lost(1), drafts=CONTROL, deck=()), "use")


@pytest.mark.parametrize(("deck", "ways"), [(DECK, 6), (DECK[:2], 2), (DECK[:1], 1)])
def test_engineering_bay_draws_three_or_what_is_there(deck, ways):
    table = move(turn(lost(3), drafts=CONTROL, deck=deck), "draw", component="engineering-bay")
    assert table.state.actions == 2 and len(offered(table, "take")) == ways
    table = move(table, "take", **offered(table, "take")[0])
    assert table.state.drawn == deck[0] and deck_of(table)[: len(deck) - 3] == list(deck[3:])
    assert not [one for one in offered(table, "draw") if one]


def test_artificial_intelligence_takes_any_module_for_no_action_and_the_deck_is_shuffled():
    table = move(turn(lost(4), drafts=CONTROL, deck=DECK), "use", component="artificial-intelligence")
    assert table.view(0)["known_deck"] == ["Drone", "Gemini (left)", "Hammer (left)", "Reactor"]
    assert not table.view(1)["known_deck"]
    table = move(table, "take", card="hammer-left")
    assert table.events[-1].kind == "shuffle" and table.state.drawn == "hammer-left"
    assert table.state.actions == 3 and not table.view(0)["known_deck"]


def test_after_an_undone_draw_what_nobody_knew_is_shuffled_anew_and_what_one_knew_stays():
    table = move(turn(lost(2), drafts=CONTROL, deck=DECK * 3), "use", component="long-range-scanner")
    table = move(table, "look", order="2 1 3")
    for _ in range(3):
        table = move(move(table, "draw"), "play", to=offered(table, "door")[0]["to"], facing="ahead")
    assert play.seats_asked_to_undo(table, 0) == ()
    table = play.undo(table, BROUGHT, 0)
    assert play.seats_asked_to_undo(table, 0) == (1,)
    table = play.agree(play.undo(table, BROUGHT, 0), BROUGHT, 1)
    assert table.events[-1].kind == "shuffle" and not table.undone
    assert deck_of(table)[0] == "hammer-left" and table.events[-1].values["count"] == 9


# The end, corrections, moves beside the rules.


def four_lost(**more):
    return {**lost(4), "front-right": "port", **more}


def test_fact_98_the_fifth_port_ends_the_game_at_once():
    table = turn({"front-left": "drone"}, four_lost())
    table = attack(table, "front-left", "front-right", [1], [6, 6, 6], [1, 1])
    assert table.state.result.winners == (0,) and not table.waiting()
    missed = attack(turn({"front-left": "drone"}, four_lost()), "front-left", "front-right", [1], [1] * 3, [1, 1])
    assert missed.state.result is None


@pytest.mark.parametrize(("ruling", "won"), [("counts", True), ("counts-not", False)])
def test_fact_99_whether_a_door_counts_is_a_ruling(ruling, won):
    table = turn({"front-left": "drone"}, four_lost(**{"front-right": "door"}), rulings={"doors-count": ruling})
    table = attack(table, "front-left", "front-right", [1], [6, 6, 6], [1] * 6)
    assert bool(table.state.result) is won
    if not won:
        assert not any(one["in_force"] for one in table.view(None)["components"][1])


def test_an_action_more_is_offered_beside_the_rules_with_a_warning():
    table = turn({"front-left": "drone"}, actions=0)
    beside = play.relaxed_moves(table, 0)
    assert {move.name for move in beside} >= {"draw", "attack", "rotate"} and all(move.warning for move in beside)
    after = play.make_relaxed_move(table, BROUGHT, 0, "draw", {})
    assert after.state.drawn and after.state.actions == 0 and after.events[-1].values["warning"]
    attacked = attack(turn({"front-left": "drone"}), "front-left", "front-right", [1, 1, 1], [1, 1])
    (again, *_) = [move for move in play.relaxed_moves(attacked, 0) if move.name == "attack"]
    assert "attacks once" in again.warning and not play.relaxed_moves(table, 1)


def test_a_correction_of_a_space_keeps_every_card_and_opens_no_component():
    table = turn({"front-left": "drone"}, discard=("gemini-left",))
    table = corrected(table, BROUGHT, 1, "space.0.front-left", "gemini-left")
    assert mine(table, "front-left").cards == ("gemini-left",) and table.state.discard == ("drone",)
    table = corrected(table, BROUGHT, 0, "space.0.front-left", "destroyed")
    assert set(table.state.discard) == {"gemini-left", "drone"}
    assert not table.view(1)["components"][0][0]["open"] and not table.events[-1].seen
    assert not any(one["in_force"] for one in table.view(0)["components"][0])
    assert "Open your level 1 component: you have lost 1 port" in offered_labels(table, 0) and not offered_labels(
        table, 1
    )
    opened = play.move(table, BROUGHT, 0, "open", {})
    shown = opened.view(1)["components"][0][0]
    assert shown["open"] and shown["in_force"] and opened.events[-1].seen == ("the level 1 component of Player 1",)
    assert opened.state.actions == table.state.actions
    assert not any("Open your" in label for label in offered_labels(opened, 0))
    table = corrected(table, BROUGHT, 0, "space.0.front-left", "Open Port")
    assert table.state.players[0].destroyed == 0
    assert "one of" in refused(play.correct, table, BROUGHT, 0, "space.0.front-left", "reactor")
    assert refused(play.correct, table, BROUGHT, 0, "actions", 10)
    assert corrected(table, BROUGHT, 0, "actions", 9).state.actions == 9


@pytest.mark.parametrize("card", GAME.catalogue.all(Component), ids=lambda card: card.id)
def test_every_printed_component_is_applied(card):
    assert is_applied(card)


def test_a_component_that_the_app_does_not_apply_is_shown_and_marked_as_used():
    card = {"id": "tractor-beam", "name": "Tractor Beam", "category": "control", "level": 1, "text": "Pull 1 module."}
    pack = [{"component": [{**card, "when": "own turn"}]}]
    setup = set_up(GAME, BROUGHT.seed, {"pack": pack})
    tracker = open_table(GAME, setup).tracker
    table = turn(lost(1), drafts=(("tractor-beam", *DRAFTS[0][1:]), DRAFTS[1]))
    table = replace(table, tracker=tracker)
    shown = table.view(1)["components"][0][0]
    assert shown["in_force"] and not shown["applied"] and "Pull 1 module" in shown["effect"]
    table = move(table, "use", component="tractor-beam")
    assert table.state.players[0].used and "Pull 1 module." in table.view(1)["news"][0]


# What else rests on it.


def test_the_odds_of_an_attack_are_those_of_the_roll_page():
    table = turn({"front-left": "gemini-left"}, {"front-right": "strongbox-left:ahead", "middle-right": "drone"})
    view = table.view(0)
    (asked,) = [
        one for one in table.tracker.moves(view, 0) if one.name == "attack" and "front-right" in str(one.values)
    ]
    name, inputs = GAME.tracker.odds(view, 0, asked)
    kind = GAME.resolver(name)
    assert inputs == {"weapon": "gemini", "target": "strongbox", "side": "body"}
    odds = exact(kind.make(read_as(kind.inputs, inputs, {"catalogue": GAME.catalogue}), GAME.context()))
    hits = sum(weight for outcome, weight in odds.outcomes if outcome["hit"])
    # Twin Strike against four Shield dice, counted over all faces by hand: successes of 6 at 1/3 and of 3 at 1/2.
    six = [Fraction(n) for n in (64, 192, 240, 160, 60, 12, 1)]
    three, four = [Fraction(n, 8) for n in (1, 3, 3, 1)], [Fraction(n, 16) for n in (1, 4, 6, 4, 1)]
    six = [one / 729 for one in six]
    expected = sum(six[a] * three[b] * four[c] for a in range(7) for b in range(4) for c in range(5) if max(a, b) > c)
    assert Fraction(hits, odds.total) == expected


def test_a_shuffled_deck_is_any_order_alike():
    """The top card of shuffled decks against the exact chances of each module, by chi square at one in a thousand."""
    table, _ = opened(1)
    cards = [one.card for one in table.state.deck]
    count, tops = 4000, Counter()
    for number in range(count):
        tops[FairDice(b"a seed of decks", ("00",)).shuffle(number, cards)[0]] += 1
    kinds = Counter(cards)
    square = sum((tops[card] - count * n / 49) ** 2 / (count * n / 49) for card, n in kinds.items())
    assert len(kinds) == 10 and square < 27.88  # nine degrees of freedom


def test_a_table_that_was_kept_by_hand_goes_on_by_hand():
    setup = Setup(game="mecha-mettle", tracker=1, seats=3, commitment="0" * 64)
    table = read_foreign_table(GAME, setup, ())
    assert len(table.state.builds) == 3 and GAME.tracker_of(setup).side(2) == "Seat 3"
    table = play.sit(table, BROUGHT, 0, "Ann", "00")
    table = play.move(table, BROUGHT, 0, "counter", {"what": "Ports", "value": 5})
    assert table.view(None)["counters"][0]["value"] == 5
    assert "which this version plays" in refused(read_foreign_table, GAME, setup.model_copy(update={"tracker": 3}), ())


def test_which_shot_now_reads_the_table():
    area = {"front-left": "gemini-left", "front-right": "drone", "middle-left": "hammer-left+scout-left@top:ahead"}
    table = turn(
        {**lost(1), **area}, {"front-right": "strongbox-left", "middle-centre": "door", **lost(1)}, drafts=ATTACKERS
    )
    table = attack(table, "front-right", "front-left", [1], [1] * 3, [1, 1])
    view = table.view(1)
    analysis = GAME.analysis("best-shot")
    inputs = read_as(analysis.inputs, {**view["best_shot"], "most": 100}, {"catalogue": GAME.catalogue})
    assert (inputs.component, inputs.defender_component, inputs.actions) == ("extended-magazines", "light-thrusters", 2)
    assert inputs.attacked == ("front-right",)
    found = analysis.run(inputs, GAME.context())["shots"]
    singles = {(one["at"], one["targets"][0]["space"]) for one in found if not one["turns"] and one["how"] != "both"}
    assert singles == {(one["at"], one["target"].removeprefix("their-")) for one in offered(table, "attack")}
    assert turn({"front-left": "drone"}, actions=0).view(0)["best_shot"] is None
    three = turn({"front-left": "hammer-left+scout-left@top+hammer-right@right", "back-left": "drone"}).view(0)
    assert three["left_out"] == ["front-left"] and list(three["best_shot"]["mine"]) == ["back-left"]


def test_the_log_says_whose_a_component_s_effect_is():
    told = {
        "extended-magazines": "(derived from the rulebook)",
        "manual-override": "(a house effect)",
        "advanced-targeting": "(a house effect)",
        "light-thrusters": "(derived from the rulebook)",
        "hydrostatic-bearings": "costs no action.",
    }
    for name, ending in told.items():
        card = GAME.catalogue.get(GAME.kinds["component"], name)
        draft = tuple(name if level == card.level else ATTACKERS[0][level - 1] for level in (1, 2, 3, 4))
        table = turn({"front-left": "drone"}, lost(card.level - 1), drafts=(DRAFTS[0], draft))
        table = attack(table, "front-left", "front-right", [6, 6, 6], [1, 1])
        assert table.view(None)["news"][-1].endswith(ending)


def test_a_board_has_the_dice_and_shields_of_each_module():
    """Regular and evasion dice succeed from 5, special and shield dice from 4 (facts 9, 10)."""
    table = turn(mine={list(SQUARES)[0]: "hammer-left:ahead", list(SQUARES)[2]: "strongbox-left:ahead"})
    spaces = {one["name"]: one for one in table.view(0)["areas"][0] if one["kind"] == "module"}
    hammer = next(one for name, one in spaces.items() if name.startswith("Hammer"))
    strongbox = next(one for name, one in spaces.items() if name.startswith("Strongbox"))
    assert ([one["dice"] for one in hammer["weapons"]], hammer["shields"], hammer["body"]) == (
        ["3d 5+ breach"],
        [],
        "3d 5+",
    )
    assert [one["dice"] for one in strongbox["weapons"]] == ["4d 5+"]
    assert ([one["dice"] for one in strongbox["shields"]], strongbox["body"]) == (["impenetrable"], "4d 4+")


def test_components_to_choose_from_say_where_their_effect_comes_from():
    table, _ = opened(1, {}, ())
    table = replace(table, position=Position(table.state.model_copy(update={"phase": "draft"})))
    effects = {one["id"]: one["effect"] for level in table.view(0)["draft_choices"] for one in level}
    assert effects["recombinator"].endswith("it costs no action. ⌂") and effects["light-thrusters"].endswith("◇")
    assert sum(effect.endswith("⌂") for effect in effects.values()) > 1
