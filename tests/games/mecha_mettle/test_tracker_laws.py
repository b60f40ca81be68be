"""Laws of Mecha Mettle's table over random games: its log, undo and redo, secrets, odds, and where every card is."""

from collections import Counter
from fractions import Fraction

import pytest

from companion.data.documents import read_as
from companion.dice.odds import exact
from companion.games.mecha_mettle import GAME
from companion.games.mecha_mettle.analysis.sight_inputs import SQUARES
from companion.games.mecha_mettle.model import LEVELS
from companion.games.mecha_mettle.rules.upgrades import Upgraded
from companion.games.mecha_mettle.tracker import rolls
from companion.games.mecha_mettle.tracker.combat import SUCCESS
from companion.games.mecha_mettle.tracker.deck import face_down
from companion.play.log import TableEvent
from tests.games import table_laws as laws
from tests.games.mecha_mettle.random_game import RandomGame

FEW, MANY = 3, 37
ACTS = 100
LONG_ACTS = 300
ASKED = (("attack", {"at": "front-left", "target": "nowhere"}), ("dance", {"at": "front-left"}))
GAMES = [pytest.param(n, marks=pytest.mark.long if n >= FEW else ()) for n in range(FEW + MANY)]


class Watch:
    """Holds every act to the laws, and the costly ones to every tenth state."""

    def __init__(self):
        self.acts = Counter()
        self.resampled = self.odds = 0

    def __call__(self, before, after, name):
        if after is before:
            return
        self.acts[name] += 1
        stands(after)
        laws.moves_are_those_of_the_view(after)
        if any(event.kind == "undo" for event in after.events[len(before.events) :]):
            laws.redo_leads_back(before, after)
            what_was_seen_is_shuffled(after)
        if sum(self.acts.values()) % 10 == 0:
            self.resampled += laws.secrets_are_secret(GAME, after, ASKED)
            laws.reads_back(after)
            somebody_can_move(after)
            laws.takes_what_it_offers(after)
            self.odds += odds_are_of_its_dice(after)


def all_cards(state, terms):
    """Every module of the table, by name."""
    found = Counter(one.card for one in state.deck)
    found.update(state.discard)
    found.update([state.drawn] if state.drawn else [])
    found.update(card for one in (state.flux.lifted if state.flux else ()) for card in one.cards)
    for player in state.players:
        for one in player.area.values():
            found.update(one.cards)
            found.update([one.marker.card] if one.marker else [])
    if state.phase in ("setup", "start", "reactor"):
        found["reactor"] += 1
    return found


def stands(table):
    """All fifty modules are there, on spaces where they may lie; five lost ports end the game, and nothing else."""
    state, terms = table.state, table.tracker.terms
    cards = all_cards(state, terms)
    assert cards.total() == 50 and cards == all_cards(table.tracker.start(), terms)
    for player in state.players:
        assert list(player.area) == list(SQUARES)
        assert player.doors <= 2 or any(event.kind == "correct" for event in table.events)
        assert len(player.draft) in (0, 4) and player.revealed in (0, *LEVELS)
        for one in player.area.values():
            assert bool(one.cards) == (one.kind == "module") and len(one.edges) == max(0, len(one.cards) - 1)
            assert one.marker is None or one.kind == "destroyed"
            if len(one.cards) > 1:
                built = terms.built(one)
                assert isinstance(built, Upgraded) and len(built.attachments) >= len(one.cards)
    assert (state.phase == "over") == (state.result is not None)
    assert bool(table.waiting()) == (state.phase != "over" and table.result is None)
    for owed in table.waiting():
        assert owed.wants in ("move", "choice", "seal") or table.seats[owed.seat].dice == "typed"


def somebody_can_move(table):
    for owed in table.waiting():
        assert owed.wants != "move" or table.tracker.moves(table.view(owed.seat), owed.seat)


def what_was_seen_is_shuffled(after):
    """Past a card of the deck that was seen, an undo shuffles the cards that nobody knows."""
    undo = next(event for event in reversed(after.events) if event.kind == "undo")
    hidden = sum(not one.known_to for one in after.state.deck)
    if "the top of the module deck" in undo.seen and hidden > 1 and after.state.phase not in ("setup", "over"):
        assert [event.kind for event in after.events[undo.number :]][:1] == ["shuffle"]


def odds_are_of_its_dice(table):
    """The odds of an offered attack are those of the roll that the table then makes, whatever nobody has to decide."""
    found = 0
    for seat in (0, 1):
        view = table.view(seat)
        for move in table.tracker.moves(view, seat)[:8]:
            odds = GAME.tracker.odds(view, seat, move)
            assert not odds or move.name == "attack"
            if not odds:
                continue
            event = TableEvent(number=1, kind="move", seat=seat, values={"name": move.name, **move.values})
            moved = table.tracker.apply(table.state, event)
            machine = rolls.resolver(moved, table.tracker.terms)
            assert exact(machine).measure(SUCCESS) == chance(table, *odds)
            found += 1
    return found


def chance(table, name, inputs) -> Fraction:
    """How likely the roll of these inputs is to succeed, as its page says."""
    kind = GAME.resolver(name)
    context = GAME.context(table.rulings)
    read = read_as(kind.inputs, inputs, {"catalogue": GAME.catalogue})
    measure = next(one for one in kind.measures if one.name == "success")
    return exact(kind.make(read, context)).measure(measure)


@pytest.mark.parametrize("number", GAMES)
def test_a_random_game_holds_to_the_laws(number):
    watch = Watch()
    game = RandomGame(number, watch)
    table = game.play(ACTS if number < FEW else LONG_ACTS)
    assert table.result or sum(watch.acts.values()) > ACTS // 2
    assert watch.resampled and watch.odds
    laws.folds(table)
    laws.can_be_checked(table, game.brought)


def hidden_modules_are_accounted_for(table):
    """What lies face down is unknown, and as many cards may be named as lie where they may be drawn."""
    state, terms = table.state, table.tracker.terms
    markers = [one.marker for player in state.players for one in player.area.values() if one.marker]
    assert {one.card for one in (*state.deck, *markers)} <= {""} and all(not one.known_to for one in state.deck)
    assert not state.shuffle and "the top of the module deck" not in state.seen
    if state.phase in ("setup", "start", "reactor"):
        return
    hidden = face_down(state, terms)
    assert len(hidden) == len(state.deck) + len(markers) and len(state.buried) <= len(markers)
    assert not Counter(state.buried) - Counter(hidden)
    assert all_cards(state, terms)[""] == len(hidden) and all_cards(state, terms).total() == 50


@pytest.mark.parametrize("number", [GAMES[0], *GAMES[FEW : FEW + 2]])
def test_a_random_game_with_the_deck_on_the_table_holds_to_the_laws(number):
    seen = Counter()

    def watch(before, after, name):
        if after is before:
            return
        hidden_modules_are_accounted_for(after)
        laws.moves_are_those_of_the_view(after)
        somebody_can_move(after)
        seen[name] += 1
        if sum(seen.values()) % 10 == 0:
            laws.secrets_are_secret(GAME, after, ASKED)

    game = RandomGame(number, watch, on_table=True)
    table = game.play(ACTS)
    assert seen["name_card"]
    laws.reads_back(table)
    laws.takes_what_it_offers(table)
    laws.folds(table)
    assert "on your table" in laws.can_be_checked(table, game.brought).events.values()


ACTS_WANTED = {
    "answer", "seal_choice", "undo", "redo", "correct", "choose_dice", "propose", "agree", "refuse", "finish", "make_relaxed_move",
}  # fmt: skip
MOVES_WANTED = {
    "begin", "reactor", "draw", "play", "rotate", "attack", "hold", "scrap", "door", "remove-door", "use", "look", "take",
    "lift", "lay", "settle", "end-turn",
}  # fmt: skip
USED_WANTED = {card.id for card in GAME.catalogue.all(GAME.kinds["component"]) if card.when == "own turn"}


@pytest.mark.long
def test_random_games_do_everything_that_a_seat_can_do():
    acts, done, used, ended = Counter(), set(), {"manual-override"}, 0  # Manual Override is asked for, not declared
    for number in range(100, 160):
        table = RandomGame(number, lambda before, after, name: acts.update([name] * (after is not before))).play(400)
        ended += bool(table.result)
        moves = [event.values for event in table.events if event.kind == "move"]
        done |= {values["name"] for values in moves}
        used |= {values["component"] for values in moves if "component" in values}
        missing = (ACTS_WANTED - set(acts)) | (MOVES_WANTED - done) | (USED_WANTED - used)
        if ended > 3 and not missing:
            break
    assert ended > 3 and not missing
