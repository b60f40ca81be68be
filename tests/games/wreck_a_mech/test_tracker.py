"""Wreck-A-Mech at the table, rule by rule: what a tracker reaches of the facts, at each limit and one past it."""

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from companion.base.findings import InvalidInput
from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import Part
from companion.games.wreck_a_mech.rules.foundry import FoundryRow, Gains
from companion.games.wreck_a_mech.rules.play import Player
from companion.games.wreck_a_mech.tracker.zones import top_of
from companion.play import acts as play
from companion.play.log import TableEvent
from companion.play.table import Position
from companion.verbs.tables import set_up
from tests.consent import corrected
from tests.games.wreck_a_mech.playthrough import opened

TRAINERS = {
    "head": "trainer-head",
    "body": "trainer-body",
    "left_arm": "trainer-left-arm",
    "right_arm": "trainer-right-arm",
    "legs": "trainer-legs",
}
ROWS = (
    FoundryRow(("mic-drop", "bucket-helm", "keg-hull"), ("moped-hips", "rivet-gun")),
    FoundryRow(("pile-driver", "bad-idea", "final-take"), ("last-call", "laser-show")),
)


def at(phase, *players, seats=2, rulings=(), **changed):
    """Return a table whose game stands so: turn 2, the first player with the chip, everybody still to act."""
    table, brought = opened(1, seats, rulings)
    players = players or (Player(dict(TRAINERS)),) * seats
    fields = {"queue": tuple(range(seats)), "turn": 2, "foundry": ROWS, "damaged_ranks": ((),) * seats, **changed}
    state = table.state.model_copy(update={"phase": phase, "players": players, **fields})
    return replace(table, position=Position(state)), brought


def moved(table, brought, seat, name, **values):
    return play.move(table, brought, seat, name, values)


def offered(table, seat, name=None):
    moves = table.tracker.moves(table.view(seat), seat)
    return [tuple(move.values.values()) for move in moves if move.name == name] if name else {m.name for m in moves}


def refused(act, *given, **values):
    with pytest.raises(InvalidInput) as caught:
        act(*given, **values)
    return str(caught.value)


def news(table):
    return [one.text for one in table.state.news]


def test_the_deal_shuffles_both_ranks_and_a_die_gives_the_chip():
    table, brought = opened(3)
    assert offered(table, 0) == offered(table, 1) == {"deal"}
    table = moved(table, brought, 1, "deal")
    assert [event.kind for event in table.events[2:]] == ["move", "shuffle", "shuffle", "faces"]
    assert [event.values.get("count") for event in table.events[3:5]] == [30, 30]
    for row in table.state.foundry:
        assert (len(row.face_up), len(row.pile)) == (3, 27)
    assert table.state.holder == table.events[-1].values["faces"][0] - 1
    assert (table.state.phase, table.state.turn) == ("combat", 1)
    assert [(p.attack, p.defense, p.victory) for p in table.state.players] == [(9, 5, 0)] * 2


@pytest.mark.parametrize(("seats", "pile"), [(2, 27), (3, 57), (4, 57)])
def test_more_than_two_players_put_two_sets_together(seats, pile):
    table, brought = opened(3, seats)
    table = moved(table, brought, 0, "deal")
    assert [len(row.pile) for row in table.state.foundry] == [pile, pile]


@pytest.mark.parametrize("seats", [1, 5])
def test_one_player_is_too_few_and_five_are_too_many(seats):
    assert refused(set_up, GAME, bytes(32), {"seats": seats}).startswith("seats")


@pytest.mark.parametrize(("victory", "count"), [(0, 2), (1, 3), (2, 4)])
def test_everybody_draws_two_cards_and_the_highest_victory(victory, count):
    deck = tuple(TRAINERS.values())
    players = (Player(dict(TRAINERS), draw=deck), Player(dict(TRAINERS), draw=deck, victory=victory))
    table, brought = at("upgrade", *players, queue=(1,), gains=Gains(1, 0, 0))
    table = moved(table, brought, 1, "pass")
    assert table.state.phase == "build" and table.state.turn == 3 and table.state.holder == 1
    assert [player.hand for player in table.state.players] == [deck[:count]] * 2


def test_a_draw_pile_too_small_takes_the_shuffled_discards_and_both_too_small_are_drawn_up():
    one = Player(dict(TRAINERS), draw=("mic-drop",), discard=("keg-hull", "rivet-gun", "moped-hips"))
    two = Player(dict(TRAINERS), discard=("keg-hull",))
    table, brought = at("upgrade", one, two, queue=(1,), gains=Gains(1, 0, 0))
    table = moved(table, brought, 1, "pass")
    first, second = table.state.players
    assert first.hand[0] == "mic-drop" and len(first.hand) == 2 and len(first.draw) == 2 and not first.discard
    assert second.hand == ("keg-hull",) and not second.draw and not second.discard
    assert [event.values["count"] for event in table.events if event.kind == "shuffle"] == [3]


def test_building_plays_swaps_and_throws_off():
    player = Player(dict(TRAINERS), hand=("mic-drop", "keg-hull"))
    table, brought = at("build", player, Player(dict(TRAINERS)))
    assert offered(table, 0, "play") == [
        ("mic-drop", "right_arm"),
        ("mic-drop", "left_arm"),
        ("keg-hull", "body"),
    ]
    table = moved(table, brought, 0, "play", card="mic-drop", to="left_arm")
    table = moved(table, brought, 0, "swap")
    now = table.state.players[0]
    assert (now.mech["left_arm"], now.mech["right_arm"]) == ("trainer-right-arm", "mic-drop")
    assert now.discard == ("trainer-left-arm",) and now.hand == ("keg-hull",)
    table = moved(table, brought, 0, "throw-off", part="legs")
    assert table.state.players[0].discard == ("trainer-legs", "trainer-left-arm")
    assert "one of" in refused(moved, table, brought, 0, "play", card="keg-hull", to="legs")
    assert "not this seat's turn" in refused(moved, table, brought, 1, "swap")
    table = moved(table, brought, 0, "end-build")
    assert table.state.players[0].discard == ("keg-hull", "trainer-legs", "trainer-left-arm")
    assert table.state.queue == (1,) and table.state.players[0].attack == 9


def test_a_mech_ends_its_build_with_a_part():
    table, _ = at("build", Player({}, hand=("mic-drop",)), Player(dict(TRAINERS)))
    assert offered(table, 0) == {"play"}
    table, _ = at("build", Player({"head": "trainer-head"}, hand=("mic-drop",)), Player(dict(TRAINERS)))
    assert offered(table, 0) == {"play", "end-build"}


def test_one_arm_alone_changes_its_side():
    table, brought = at("build", Player({"left_arm": "trainer-left-arm"}), Player(dict(TRAINERS)))
    table = moved(table, brought, 0, "swap")
    assert table.state.players[0].mech == {"right_arm": "trainer-left-arm"}
    assert offered(table, 0) == {"swap", "end-build"}


def test_marks_are_set_when_all_have_built_and_the_turned_arm_costs_attack():
    turned = {"left_arm": "trainer-right-arm"}
    table, brought = at("build", Player(turned), Player(dict(TRAINERS)))
    table = moved(table, brought, 0, "end-build")
    assert table.state.players[0].attack == 9
    table = moved(table, brought, 1, "end-build")
    assert (table.state.players[0].attack, table.state.players[0].defense) == (2, 0)


@pytest.mark.parametrize(("ruling", "is_seen"), [("hidden", False), ("seen", True)])
def test_whether_discarded_hands_are_seen_is_a_ruling(ruling, is_seen):
    player = Player(dict(TRAINERS), hand=("mic-drop",))
    table, brought = at("build", player, Player(dict(TRAINERS)), rulings={"discards-seen": ruling})
    table = moved(table, brought, 0, "end-build")
    assert any("Mic Drop" in one for one in table.view(1)["news"]) == is_seen
    assert any("Mic Drop" in one for one in table.view(0)["news"])


def picked_one_by_one(structures, damage):
    """Yield what a player may have lost in the end, in every order that the rules allow (facts 45 to 47)."""
    for order in permutations(structures):
        left, lost = damage, []
        for part in order:
            if left <= 0:
                break
            left -= structures[part]
            lost.append(part)
        yield frozenset(lost)


MECHS = [
    TRAINERS,
    {**TRAINERS, "body": "keg-hull", "head": "bucket-helm", "legs": "moped-hips"},
    {"head": "bucket-helm", "body": "keg-hull", "left_arm": "rivet-gun", "right_arm": "pile-driver"},
    {"left_arm": "pile-driver", "legs": "moped-hips"},
]


@pytest.mark.parametrize("mech", MECHS)
def test_every_legal_loss_can_be_chosen_on_the_page(mech):
    """Brute force over all orders; a page offers each choice once, and takes what it offers."""
    held = {position: GAME.catalogue.get(Part, card).structure for position, card in mech.items()}
    for damage in range(1, sum(held.values())):
        wanted = set(picked_one_by_one(held, damage))
        table, brought = at("combat", Player(dict(mech), defense=0), Player(dict(TRAINERS), attack=damage))
        found = [move for move in table.tracker.moves(table.view(0), 0) if move.name == "lose"]
        assert {frozenset(move.values.values()) for move in found} == wanted
        assert len(found) == len(wanted) == len({move.label for move in found})
        for move in found:
            after = moved(table, brought, 0, "lose", **move.values)
            assert set(after.state.players[0].mech) == set(mech) - set(move.values.values())
        needless = [move.label.endswith(", more than it has to be") for move in found]
        assert needless == sorted(needless)


def test_damage_is_told_as_a_sum_and_from_whom():
    """Trainers strike with 9 against 5."""
    table, brought = at("combat", queue=(0, 1))
    assert table.waiting()[0].why == "take 9 − 5 = 4 damage from Player 2: choose the parts that you lose"
    after = moved(table, brought, 0, "lose", first="body", second="legs")
    assert after.view(None)["news"] == [
        "Player 1 takes 9 − 5 = 4 damage from Player 2, loses Trainer Body and Trainer Legs."
    ]
    assert news(after) == ["Player 1 takes 4 damage, loses Trainer Body and Trainer Legs."]
    weak = (Player(dict(TRAINERS), attack=3, defense=5), Player(dict(TRAINERS), attack=9, defense=5))
    table, brought = at("combat", *weak, queue=(0, 1))
    after = moved(table, brought, 0, "lose", first="body", second="legs")
    assert "Player 2 takes no damage from Player 1 (3 − 5)." in after.view(None)["news"]


def test_losses_are_taken_in_any_order_that_the_rules_allow():
    """Structures 1, 2, 1, 1, 2 against 4 damage (facts 45, 46)."""
    table, brought = at("combat", queue=(0, 1))
    assert ("body", "legs") in offered(table, 0, "lose") and len(offered(table, 0, "lose")) == 12
    ample = moved(table, brought, 0, "lose", first="head", second="left_arm", third="right_arm", fourth="body")
    assert set(ample.state.players[0].mech) == {"legs"}
    assert "1 of 4 damage is left" in refused(
        moved, table, brought, 0, "lose", first="head", second="left_arm", third="right_arm"
    )
    assert "2: they absorb" in refused(moved, table, brought, 0, "lose", first="body", second="legs", third="head")
    assert "parts of your mech" in refused(moved, table, brought, 0, "lose", first="body", second="body")


def test_damage_of_nothing_and_of_everything_needs_no_choice():
    table, brought = at("build", Player(dict(TRAINERS)), Player({"head": "trainer-head"}), queue=(1,))
    table = moved(table, brought, 1, "end-build")
    assert "Player 1 takes no damage." in news(table)
    assert table.state.players[0].victory == 1 and table.state.wrecked == (1,)
    assert table.state.players[1].damaged == ("trainer-head",)


def test_a_wreck_by_exact_damage_scores():
    """Damage 6 on Structures 2 and 4 (example WM-E11): with Trainers, 4 on 2 and 2."""
    table, brought = at("combat", Player({"body": "trainer-body", "legs": "trainer-legs"}), Player(dict(TRAINERS)))
    table = corrected(table, brought, 0, "defense.0", 5)
    assert table.state.players[0].damaged == ("trainer-body", "trainer-legs")


@pytest.mark.parametrize(
    ("victories", "winner", "overtime"), [((3, 2), 0, ()), ((2, 3), 1, ()), ((3, 3), None, (0, 1)), ((2, 2), None, ())]
)
def test_three_victories_alone_win(victories, winner, overtime):
    """The second player's last part falls; the first one's too where it scores as well."""
    before = [victories[0] - 1, victories[1] - (victories[1] == 3)]
    lone = {"left_arm": "trainer-left-arm"}
    one = Player(lone if victories[1] == 3 else dict(TRAINERS), victory=before[0])
    two = Player(lone if victories != (2, 3) else dict(TRAINERS), victory=before[1])
    if victories == (2, 3):
        one = replace(one, victory=2)
    table, brought = at("build", one, two, queue=(1,))
    table = moved(table, brought, 1, "end-build")
    result = table.state.result
    assert (result.winners[0] if result else None) == winner
    assert table.state.overtime == overtime


@pytest.mark.parametrize(
    ("ranks", "gains"),
    [((1,), (1, 0, 0)), ((2,), (0, 1, 0)), ((3,), (0, 1, 1)), ((1, 1, 2, 3, 3), (2, 3, 2)), ((1,) * 5, (5, 0, 0))],
)
def test_gains_follow_the_ranks_of_the_defender_s_damage(ranks, gains):
    """Examples WM-E13 to WM-E17."""
    table, brought = at("upgrade", gains=Gains(1, 0, 0), damaged_ranks=(ranks, ()), queue=(0, 1))
    table = moved(table, brought, 0, "pass")
    left = table.state.gains
    assert table.state.queue == (1,) and (left.rank_2, left.rank_3, left.junk) == gains


def test_a_face_up_card_is_replaced_and_a_top_card_is_seen_by_its_owner_alone():
    table, brought = at("upgrade", gains=Gains(2, 0, 0))
    table = moved(table, brought, 0, "gain", card="bucket-helm")
    assert table.state.foundry[0] == FoundryRow(("mic-drop", "moped-hips", "keg-hull"), ("rivet-gun",))
    assert table.state.players[0].discard == ("bucket-helm",)
    assert "one of" in refused(moved, table, brought, 0, "gain", card="pile-driver")
    table, brought = at("upgrade", gains=Gains(2, 0, 0))
    table = moved(table, brought, 0, "gain", card="pile 2")
    assert "It is Moped Hips." in table.view(0)["news"] and len(table.view(1)["news"]) == 1
    assert table.events[-1].seen == ("the top of the Rank 2 pile",)


def test_a_gained_card_goes_on_top_by_ruling_and_stays_there_when_the_pile_is_shuffled_anew():
    player = Player(dict(TRAINERS), draw=("rivet-gun", "moped-hips", "keg-hull"))
    table, brought = at(
        "upgrade", player, Player(dict(TRAINERS)), gains=Gains(2, 0, 0), rulings={"gained-cards": "draw"}
    )
    table = moved(table, brought, 0, "gain", card="mic-drop")
    assert table.state.players[0].draw[0] == "mic-drop" and table.state.on_top == (1, 0)
    hidden = table.tracker.hide(table.state, (top_of("draw.0"),))
    (owed,) = table.tracker.waiting(hidden)
    assert (owed.wants, owed.count) == ("shuffle", 3)
    event = TableEvent(number=9, kind="shuffle", secret={"order": [2, 0, 1]})
    after = table.tracker.apply(hidden, event).players[0].draw
    assert after == ("mic-drop", "keg-hull", "rivet-gun", "moped-hips")


def test_all_piles_whose_top_was_seen_are_shuffled_one_after_the_other():
    player = Player(dict(TRAINERS), draw=("rivet-gun", "moped-hips"))
    table, _ = at("upgrade", player, player, gains=Gains(2, 0, 0))
    state = table.tracker.hide(table.state, tuple(map(top_of, ("draw.0", "draw.1", "pile.2", "pile.3"))))
    shuffled = []
    while state.shuffle:
        shuffled.append((state.shuffle.zone, len(state.anew)))
        (owed,) = table.tracker.waiting(state)
        event = TableEvent(number=9, kind="shuffle", secret={"order": list(range(owed.count))})
        state = table.tracker.apply(state, event)
    assert sorted(zone for zone, _ in shuffled) == ["draw.0", "draw.1", "pile.2", "pile.3"]
    assert [left for _, left in shuffled] == [3, 2, 1, 0]


def test_junking_takes_from_either_pile_and_shuffles_the_draw_pile():
    player = Player(dict(TRAINERS), draw=("rivet-gun", "moped-hips", "keg-hull"), discard=("mic-drop",))
    table, brought = at("upgrade", player, Player(dict(TRAINERS)), gains=Gains(0, 0, 2))
    assert ("mic-drop", "discard") in offered(table, 0, "junk") and ("keg-hull", "draw") in offered(table, 0, "junk")
    table = moved(table, brought, 0, "junk", card="keg-hull", source="draw")
    assert table.events[-1].kind == "shuffle" and table.events[-1].values["count"] == 2
    table = moved(table, brought, 0, "junk", card="mic-drop", source="discard")
    assert table.state.players[0].junked == ("keg-hull", "mic-drop")


def test_nobody_junks_the_last_card():
    wrecked = Player({}, discard=("mic-drop", "keg-hull"))
    table, brought = at("rebound", wrecked, Player(dict(TRAINERS)), queue=(0,), junk=2, wrecked=(0,))
    assert len(offered(table, 0, "junk")) == 2
    table = moved(table, brought, 0, "junk", card="mic-drop", source="discard")
    assert table.state.players[0].mech == {"body": "keg-hull"} and table.state.phase == "build"


@pytest.mark.parametrize(("ruling", "cards"), [("gain", 2), ("sold-out", 0)])
def test_whether_cards_of_an_empty_pile_are_gained_is_a_ruling(ruling, cards):
    rows = (FoundryRow(("mic-drop", "keg-hull"), ()), ROWS[1])
    table, _ = at("upgrade", gains=Gains(1, 1, 0), foundry=rows, rulings={"empty-pile": ruling})
    assert len(offered(table, 0, "gain")) == cards + 4


@pytest.mark.parametrize(("ruling", "is_over"), [("end-of-phase", False), ("at-once", True)])
@pytest.mark.parametrize(("card", "counts"), [("mic-drop", "counts"), ("pile 2", "gains-only")])
def test_the_last_foundry_card_ends_the_game_by_ruling(ruling, is_over, card, counts):
    rows = (FoundryRow(ROWS[0].face_up, ("moped-hips",)), ROWS[1])
    players = (Player(dict(TRAINERS), victory=1), Player(dict(TRAINERS)))
    rulings = {"foundry-end": ruling, "foundry-replacement": counts}
    table, brought = at("upgrade", *players, gains=Gains(2, 0, 0), foundry=rows, rulings=rulings)
    table = moved(table, brought, 0, "gain", card=card)
    assert bool(table.state.result) == is_over
    if not is_over:
        table = moved(table, brought, 0, "pass")
    assert table.state.result.winners == (0,) and "Rank 2" in table.state.result.why


def test_a_replacement_that_does_not_count_does_not_end_the_game():
    rows = (FoundryRow(ROWS[0].face_up, ("moped-hips",)), ROWS[1])
    table, brought = at(
        "upgrade", gains=Gains(1, 0, 0), foundry=rows, rulings={"foundry-replacement": "gains-only"}, queue=(1,)
    )
    table = moved(table, brought, 1, "gain", card="mic-drop")
    assert table.state.result is None and table.state.turn == 3


def test_a_tie_at_the_end_of_the_foundry_is_played_off():
    rows = (FoundryRow(ROWS[0].face_up, ("moped-hips",)), ROWS[1])
    table, brought = at("upgrade", gains=Gains(1, 0, 0), foundry=rows, queue=(1,))
    table = moved(table, brought, 1, "gain", card="pile 2")
    assert table.state.overtime == (0, 1) and table.state.phase == "build"
    first, second = table.state.players
    assert (len(first.hand), len(first.draw), first.mech) == (5, 0, {})
    assert (len(second.hand), len(second.draw), second.mech) == (5, 1, {})
    assert Counter(second.hand + second.draw)["moped-hips"] == 1


def test_a_rebound_reaches_the_parts_of_the_opponent_with_the_most():
    """Example WM-E18: duplicates are discarded, the rest is not drawn."""
    wrecked = Player({}, discard=("trainer-head", "bucket-helm", "trainer-legs", "keg-hull", "rivet-gun"))
    other = Player({"head": "trainer-head", "body": "trainer-body", "legs": "trainer-legs"})
    table, brought = at("rebound", wrecked, other, queue=(0,), wrecked=(0,))
    table = moved(corrected(table, brought, 0, "turn", 5), brought, 0, "pass")
    player = table.state.players[0]
    assert len(player.mech) == 3 and table.state.holder == 1 and table.state.turn == 6
    everything = [*player.mech.values(), *player.draw, *player.discard, *player.hand]
    assert sorted(everything) == sorted(wrecked.discard)


def test_where_everybody_is_wrecked_all_junk_and_nobody_draws_in_the_rebound():
    """Example WM-E19."""
    cards = ("trainer-head", "trainer-body", "trainer-legs")
    table, brought = at("rebound", Player({}, discard=cards), Player({}, discard=cards), wrecked=(0, 1))
    table = moved(corrected(table, brought, 0, "turn", 5), brought, 0, "pass")
    assert table.state.queue == (1,) and not table.state.players[0].mech
    table = moved(table, brought, 1, "pass")
    assert table.state.phase == "build" and [len(p.hand) for p in table.state.players] == [2, 2]


@pytest.mark.parametrize(("ruling", "parts"), [("stop", 1), ("reshuffle", 2)])
def test_a_rebound_that_runs_short_stops_or_goes_on_with_arms_on_any_side(ruling, parts):
    wrecked = Player({}, discard=("trainer-left-arm", "rivet-gun", "camera-crane"))
    table, brought = at(
        "rebound", wrecked, Player(dict(TRAINERS)), queue=(0,), wrecked=(0,), junk=2, rulings={"rebound-short": ruling}
    )
    table = moved(table, brought, 0, "pass")
    mech = table.state.players[0].mech
    assert len(mech) == parts and set(mech) <= {"left_arm", "right_arm"}


@pytest.mark.parametrize(("ruling", "holder"), [("every-turn", 1), ("rebound-only", 0)])
def test_the_chip_passes_by_ruling(ruling, holder):
    table, brought = at("upgrade", gains=Gains(1, 0, 0), queue=(1,), rulings={"initiative": ruling})
    assert moved(table, brought, 1, "pass").state.holder == holder


def test_wrecked_cards_are_shuffled_at_once_by_ruling_and_still_gained_for():
    one, two = Player(dict(TRAINERS)), Player({"head": "trainer-head"}, discard=("keg-hull",))
    table, brought = at("build", one, two, queue=(1,), rulings={"wrecked-cards": "at-once"})
    table = moved(table, brought, 1, "end-build")
    assert sorted(table.state.players[1].draw) == ["keg-hull", "trainer-head"] and not table.state.players[1].damaged
    assert table.state.phase == "upgrade" and table.state.gains == Gains(1, 0, 0)


@pytest.mark.parametrize("ruling", ["each-combat", "never"])
def test_overtime_goes_on_without_draws_until_somebody_scores(ruling):
    """Trainers against Trainers: 4 damage each, then nobody draws; damage areas are cleared by ruling (facts 71, 73)."""
    table, brought = at("combat", overtime=(0, 1), rulings={"overtime-damage": ruling})
    table = moved(table, brought, 0, "lose", first="body", second="legs")
    table = moved(table, brought, 1, "lose", first="body", second="legs")
    assert table.state.phase == "build" and not table.state.players[0].hand
    assert len(table.state.players[0].damaged) == (0 if ruling == "each-combat" else 2)
    assert offered(table, 0) == {"swap", "throw-off", "end-build"}


def test_a_single_scorer_wins_the_overtime_and_several_repeat_it():
    lone = Player({"head": "trainer-head"})
    table, brought = at("build", Player(dict(TRAINERS)), lone, overtime=(0, 1), queue=(1,))
    assert moved(table, brought, 1, "end-build").state.result.winners == (0,)
    arm = Player({"left_arm": "trainer-left-arm"}, draw=tuple(TRAINERS.values()))
    table, brought = at("build", arm, arm, overtime=(0, 1), queue=(1,))
    table = moved(table, brought, 1, "end-build")
    assert table.state.result is None and table.state.overtime == (0, 1)
    assert [len(player.hand) for player in table.state.players] == [5, 5]


@pytest.mark.parametrize(("ruling", "winners"), [("again", None), ("closest", (1,))])
def test_a_stalemate_begins_again_or_goes_to_whoever_comes_closest(ruling, winners):
    """Attack 1, Defense 1 against Attack 1, Defense 2: -1 and 0."""
    one, two = Player({"head": "trainer-head"}), Player({"body": "trainer-body"})
    table, brought = at("build", one, two, overtime=(0, 1), queue=(1,), rulings={"overtime-stalemate": ruling})
    table = moved(table, brought, 1, "end-build")
    assert (table.state.result.winners if table.state.result else None) == winners
    if not winners:
        assert table.state.overtime == (0, 1) and table.state.phase == "build"


@pytest.mark.parametrize(("ruling", "taken"), [("close-up", [4, None, 4]), ("as-seated", [4, None, 0])])
def test_who_fights_whom_where_one_is_out_is_a_ruling(ruling, taken):
    """Seats 0 and 2 are in Overtime: seat 2 sits to the right of seat 0 and attacks it either way."""
    table, brought = at("combat", seats=3, overtime=(0, 2), queue=(0, 2), rulings={"overtime-neighbours": ruling})
    assert table.view(None)["damage"] == taken
    table = moved(table, brought, 0, "lose", first="body", second="legs")
    assert offered(table, 2) == ({"lose"} if taken[2] else set())


def test_three_players_attack_to_the_left():
    """Example WM-E22: seat 0 is attacked by seat 2 and attacks seat 1."""
    players = (Player(dict(TRAINERS), attack=20), Player(dict(TRAINERS)), Player(dict(TRAINERS), attack=7))
    table, _ = at("combat", *players, seats=3, queue=(0, 1, 2))
    assert table.view(None)["damage"] == [2, 15, 4]


def test_what_is_hidden_is_in_no_view_of_others():
    player = Player(dict(TRAINERS), draw=("rivet-gun", "keg-hull"), discard=("mic-drop",), hand=("hard-hat",))
    table, _ = at("build", player, Player(dict(TRAINERS)))
    own, other = table.view(0)["players"][0], table.view(1)["players"][0]
    assert own["draw"] == ["keg-hull", "rivet-gun"] and own["hand"] == ["hard-hat"]
    assert (other["draw"], other["discard"], other["hand"]) == (["", ""], [""], [""])
    assert "hard-hat" not in table.view(1)["cards"] and table.view(None)["foundry"][0]["pile"] == ["", ""]


def test_values_are_set_by_hand():
    table, brought = at("combat")
    table = corrected(table, brought, 0, "attack.1", 10)
    assert table.view(0)["damage"][0] == 5
    assert corrected(table, brought, 0, "holder", "Player 2").state.holder == 1
    assert "2" in refused(play.correct, table, brought, 0, "victory.0", 3)
    assert refused(table.tracker.read_secret, table.view(0), 0, {})


def test_a_game_without_enough_cards_is_refused(monkeypatch):
    kind = GAME.tracker
    setup = set_up(GAME, bytes(32), {"seats": 2})
    cards = {name: card for name, card in GAME.catalogue.cards.items() if getattr(card, "rank", 0) != 3}
    few = replace(GAME.catalogue, cards=cards)
    assert "Rank 3" in refused(kind.make, setup, GAME.context(catalogue=few))
    none = replace(few, cards={name: card for name, card in cards.items() if getattr(card, "rank", 0) != 1})
    assert "everybody starts with them" in refused(kind.make, setup, GAME.context(catalogue=none))
