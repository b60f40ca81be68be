"""Laws of Wreck-A-Mech's table over random games: its log, undo and redo, secrets, and where every card is."""

from collections import Counter

import pytest

from companion.games.wreck_a_mech import GAME
from companion.games.wreck_a_mech.model import POSITIONS
from companion.games.wreck_a_mech.tracker.zones import zones
from companion.play import acts as play
from companion.play.piles import UNKNOWN
from tests.games import table_laws as laws
from tests.games.wreck_a_mech.random_game import RandomGame

FEW, MANY = 4, 61
ACTS = 70
LONG_ACTS = 250
ASKED = (("play", {"card": "nothing"}), ("dance", {"card": "nothing"}))
GAMES = [pytest.param(n, marks=pytest.mark.long if n >= FEW else ()) for n in range(FEW + MANY)]


class Watch:
    """Holds every act to the laws, and the costly ones to every tenth state."""

    def __init__(self):
        self.acts = Counter()
        self.resampled = self.hidden_again = 0
        self.cards = None

    def __call__(self, before, after, name):
        if after is before:
            return
        self.acts[name] += 1
        self.cards = self.cards or all_cards(after.state)
        assert all_cards(after.state) == self.cards
        stands(after)
        if after.events[len(before.events)].kind == "undo" or after.events[-1].kind == "undo":
            laws.redo_leads_back(before, after)
            what_was_seen_is_shuffled(after)
            self.hidden_again += after.events[-1].kind == "shuffle"
        if sum(self.acts.values()) % 10 == 0:
            self.resampled += laws.secrets_are_secret(GAME, after, ASKED)
            laws.moves_are_those_of_the_view(after)
            laws.reads_back(after)
            laws.takes_what_it_offers(after)


def all_cards(state):
    """Every card of the table: none is lost, none is there twice."""
    found = Counter(card for row in state.foundry for card in (*row.face_up, *row.pile))
    for player in state.players:
        piles = (player.mech.values(), player.draw, player.discard, player.hand, player.damaged, player.junked)
        found.update(card for pile in piles for card in pile)
    if state.table:
        found.update(card for cards in (*state.table.unnamed, *state.table.loose) for card in cards)
        del found[UNKNOWN]
    return found


def hidden_cards_are_accounted_for(table):
    """On the players' own table there is a place for each card that lies hidden, and nothing in a state is secret."""
    state = table.state
    for at, row in enumerate(state.foundry):
        blind = sum(counts[at] for counts in state.table.blind)
        assert len(state.table.unnamed[at]) == (*row.pile, *row.face_up).count(UNKNOWN) + blind
    for seat, player in enumerate(state.players):
        places = (*player.draw, *player.hand, *player.discard).count(UNKNOWN)
        assert places == len(state.table.loose[seat]) + sum(state.table.blind[seat])
        assert UNKNOWN not in (*player.mech.values(), *player.damaged, *player.junked)
    for seat in (*range(len(table.seats)), None):
        assert table.tracker.resample(state, seat, lambda below: below - 1) == state
    assert not any(event.kind == "shuffle" for event in table.events)


def stands(table):
    """Parts lie where they may, marks are marks, and the table waits for somebody until the game is over."""
    state, positions = table.state, table.tracker.terms.positions
    for player in state.players:
        assert list(player.mech) == [position for position in POSITIONS if position in player.mech]
        for position, card in player.mech.items():
            assert positions[card] == position or {positions[card], position} == {"left_arm", "right_arm"}
        assert 0 <= player.attack <= 99 and 0 <= player.defense <= 99 and 0 <= player.victory <= 3
        assert not (player.hand and state.phase not in ("build", "draw", "overtime", "over"))
    assert (state.phase == "over") == (state.result is not None)
    assert bool(table.waiting()) == (state.phase != "over" and table.result is None)
    for owed in table.waiting():
        if owed.wants == "faces":
            assert state.chip_owed and table.seats[owed.seat].dice == "typed"
        elif owed.wants == "card":
            assert state.table and play.nameable_cards(table, owed.seat)
        else:
            assert owed.wants == "move" and table.tracker.moves(table.view(owed.seat), owed.seat)
    if state.phase == "combat":
        assert all(state.players[seat].mech for seat in state.queue)


def what_was_seen_is_shuffled(after):
    """Past what was seen, an undo shuffles each pile whose top was."""
    undo = next(event for event in reversed(after.events) if event.kind == "undo")
    shuffled = {event.values["why"] for event in after.events[undo.number :] if event.kind == "shuffle"}
    for name, zone in zones(after.state).items():
        pile = f"the Rank {name[-1]} pile" if name[0] == "p" else f"Player {int(name[-1]) + 1}'s draw pile"
        if zone.mixed and f"the top of {pile}" in undo.seen and len(zone.cards) > 1 and after.state.turn:
            assert f"{pile} is shuffled anew" in shuffled or zone.fixed >= len(zone.cards) - 1


@pytest.mark.parametrize("number", GAMES)
def test_a_random_game_holds_to_the_laws(number):
    watch = Watch()
    game = RandomGame(number, watch)
    table = game.play(ACTS if number < FEW else LONG_ACTS)
    assert watch.resampled
    laws.folds(table)
    laws.can_be_checked(table, game.brought)


@pytest.mark.parametrize("number", GAMES[:1] + GAMES[-5:])
def test_a_random_game_with_cards_on_the_table_holds_to_the_laws(number):
    def watch(before, after, name):
        if after is before:
            return
        assert all_cards(after.state) == all_cards(before.state)
        stands(after)
        hidden_cards_are_accounted_for(after)
        laws.moves_are_those_of_the_view(after)

    game = RandomGame(number, watch, on_table=True)
    table = game.play(ACTS if number < FEW else LONG_ACTS)
    laws.reads_back(table)
    laws.takes_what_it_offers(table)
    laws.folds(table)
    assert "on your table" in laws.can_be_checked(table, game.brought).events.values()


@pytest.mark.long
def test_random_games_do_everything_that_a_seat_can_do():
    acts, done, shuffles = Counter(), Counter(), set()
    for number in range(6):
        table = RandomGame(number, lambda before, after, name: acts.update([name] * (after is not before))).play(160)
        done.update(event.values["name"] for event in table.events if event.kind == "move")
        shuffles.update(event.values["why"].split(" ", 2)[2] for event in table.events if event.kind == "shuffle")
    assert {"undo", "redo", "correct", "propose", "agree", "refuse", "move"} <= set(acts)
    assert {"deal", "play", "swap", "throw-off", "end-build", "lose", "gain", "junk", "pass"} <= set(done)
    assert any("anew" in why for why in shuffles)


@pytest.mark.long
def test_all_ways_to_end_come_up():
    wanted = {"has three Victories.", "has scored alone in Overtime."}
    for number in range(60):
        state = RandomGame(number).play(900).state
        wanted.discard(state.result.why.split(" ", 2)[2] if state.result else "")
        if not wanted:
            break
    assert not wanted


def test_names_of_hidden_cards_are_in_no_view_of_others():
    """The cards of a view are those that its seat may see."""
    table = RandomGame(3).play(60)
    for seat in range(len(table.seats)):
        other = (seat + 1) % len(table.seats)
        view = table.view(seat)
        assert set(view["players"][other]["hand"]) <= {""} and set(view["foundry"][0]["pile"]) == {""}
        assert view["players"][seat]["draw"] == sorted(table.state.players[seat].draw)
    assert GAME.tracker.number == 2
