"""The page of a table as one seat or a spectator sees it: whose turn it is, the moves, the log.

It is computed from that seat's view alone, so that nothing hidden reaches a page.
"""

import json
import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby, takewhile

from flask import url_for

from companion.base import caches
from companion.base.compat import cached_property
from companion.base.findings import InvalidInput, Verdict
from companion.base.json_types import JsonObject
from companion.base.wording import join_words
from companion.data.cards import Catalogue
from companion.data.documents import Build
from companion.dice.throw import Choice, Throw
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context
from companion.opponent.strengths import STRENGTHS
from companion.play.acts import FINISH_MINUTES, nameable_cards, relaxed_moves
from companion.play.by_hand import HandTracker
from companion.play.consent import may_have_hints, seats_asked, seats_heard, seats_that_admit
from companion.play.log import LOG, log_fingerprint, short_fingerprint
from companion.play.proposals import HOST_MINUTES
from companion.play.records.by_hand import HandRules
from companion.play.records.tracker import RecordsTracker
from companion.play.table import Table
from companion.play.tracker import Correctable, Move, Pending, Result
from companion.play.undo import seats_asked_to_undo
from companion.verbs import opponents
from companion.verbs.hints import pending_choice
from companion.verbs.log_words import LogEntry, describe_proposal, log_entries
from companion.verbs.table_report import names_of_sides, replace_names
from companion.verbs.tables import agreed_document
from companion.web.games.analyses import RULING
from companion.web.tables.board import FLOW, Board
from companion.web.tables.since import SinceAct, since_own_act
from companion.web.tables.wishes import ShownWish, shown_wish

_SPLIT = re.compile(r"\d+( \+ \d+)+")
_WHOSE = re.compile(r"^(your|their)(?= )")
"""Whose dice a throw asks for, in a rule that knows no names."""
HOSTS = {"opener": "the person who opened the table", "link": "the person with the host’s link"}
_LOST = "This version of the app cannot follow this game"
USUALLY_SHOWN = 3
"""Entries of the log that say what just happened at a table of people."""
_MOST_ALIKE, _MOST_OPEN = 4, 8
"""The most moves of one name, and of all names, that a board with record sheets shows unfolded."""
_EXTREMES = (lambda _: 0, lambda below: below - 1)
"""Two ways to resample hidden things: the first and the last; a state that neither changes hides nothing."""


@dataclass(frozen=True)
class ShownSeat:
    """A seat: its side's name, its player, whether the table waits for it, and whose dice it uses."""

    number: int
    side: str
    player: str
    is_mine: bool
    is_owing: bool
    dice: str

    @property
    def title(self) -> str:
        """Return the side, and the player if that is another name."""
        return f"{self.side} ({self.player})" if self.player and self.player != self.side else self.side


@dataclass(frozen=True)
class ShownMove:
    """A move as a button: its label, the data it sends, the rule that it breaks (if any), and whether it has odds."""

    label: str
    data: str
    warning: str = ""
    leads_to_dice: bool = False
    name: str = ""


@dataclass(frozen=True)
class MoveGroup:
    """Moves of one name, shown together."""

    title: str
    moves: tuple[ShownMove, ...]


@dataclass(frozen=True)
class ShownBuild:
    """A build on the table, its context, and its check under the table's rulings and house rules."""

    build: Build
    context: Context
    verdict: Verdict

    @property
    def title(self) -> str:
        """Return its title."""
        return self.build.title or "Untitled"


@dataclass(frozen=True)
class TablePage:
    """A table as a seat sees it; `seat` is None for a spectator.

    At a table of one phone (`one_phone`) the host plays all seats. With `is_past` it is an earlier state of the table,
    where nothing can be done.
    """

    game: GameSystem
    table: Table
    seat: int | None = None
    is_host: bool = False
    is_past: bool = False

    @property
    def number(self) -> int:
        """The number of the newest event."""
        return len(self.table.events)

    @property
    def title(self) -> str:
        """The table's title, or a default made from the game's."""
        return self.table.setup.title or f"{self.game.title} at the table"

    @cached_property
    def view(self) -> JsonObject:
        """This seat's view of the game."""
        return self.table.view(self.seat)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The table's cards: those of the game with its packs."""
        return self.game.catalogue_of({"pack": self.table.setup.pack})

    @property
    def heading(self) -> str:
        """The turn and the phase, or the Round, if the game has them."""
        if self.board:
            return f"Round {self.board.round}" if self.board.round else ""
        turn, phase = self.view.get("turn"), self.view.get("phase")
        return " · ".join([f"turn {turn}"] * bool(turn) + [str(phase)] * bool(turn and phase not in (None, "turn")))

    @cached_property
    def waiting(self) -> tuple[Pending, ...]:
        """Everything that the table waits for."""
        return self.table.waiting()

    @cached_property
    def pending(self) -> tuple[Pending, ...]:
        """Everything that the table waits for from this seat."""
        if self.seat is None:
            return ()
        own = tuple(one for one in self.waiting if one.seat == self.seat)
        return own or tuple(one for one in self.waiting if self._is_left_to_people(one))

    def _is_left_to_people(self, pending: Pending) -> bool:
        """Return whether the computer is asked what only people at the table know."""
        if self.board is None or self.seat is None or pending.seat is None or pending.wants != "choice":
            return False
        return bool(self.table.seats[pending.seat].computer) and self.table.seats[self.seat].is_heard

    @property
    def acts_for(self) -> int | None:
        """The seat of the computer for which this seat answers; None where it answers for itself."""
        return next((one.seat for one in self.pending if one.seat != self.seat), None)

    @cached_property
    def wish(self) -> ShownWish | None:
        """What the computer wants of this seat now; None without it."""
        return shown_wish(self.board) if self.board and self.board.wish and self.is_in_play else None

    @cached_property
    def seats(self) -> tuple[ShownSeat, ...]:
        """All seats in order."""
        owing = {one.seat for one in self.waiting}
        return tuple(
            ShownSeat(number, self.side(number), seat.name, number == self.seat, number in owing, seat.dice)
            for number, seat in enumerate(self.table.seats)
        )

    @property
    def seats_for_computer(self) -> tuple[ShownSeat, ...]:
        """The seats that the host may let the computer play: those in which nobody has sat."""
        if not self.is_host or self.result or not self.table.tracker.has_opponent:
            return ()
        return tuple(one for one in self.empty_seats if not self.table.seats[one.number].number)

    @property
    def computers(self) -> tuple[ShownSeat, ...]:
        """The seats that the computer plays."""
        return tuple(one for one in self.seats if self.table.seats[one.number].computer)

    @property
    def strengths(self) -> tuple[str, ...]:
        """How well the computer can play, by name."""
        return tuple(STRENGTHS)

    @property
    def newest_count(self) -> int:
        """How many entries of the log say what just happened: all that the computer did since a person acted."""
        roots = (self.table.root(event.number) for event in reversed(self.table.events))
        by_computer = takewhile(lambda root: root.seat is not None and self.table.seats[root.seat].computer, roots)
        return max(USUALLY_SHOWN, sum(1 for _ in by_computer))

    @cached_property
    def since(self) -> SinceAct | None:
        """What happened since this seat's last act, where the computer had a part in it; not beside record sheets."""
        return None if self.board or self.is_past else since_own_act(self.table, self.seat, self.with_names)

    @property
    def has_computer(self) -> bool:
        """Whether the computer has a seat."""
        return any(one.computer for one in self.table.seats)

    @property
    def may_let_computer_go_on(self) -> bool:
        """Whether the table waits for the computer: a script asks for its answer, or it had to stop before its end."""
        is_heard = self.is_one_phone or (self.seat is not None and self.table.seats[self.seat].is_heard)
        return is_heard and not self.table.proposal and opponents.owed_by_computer(self.table) is not None

    @property
    def may_ask_hint(self) -> bool:
        """Whether this seat has something to choose about which the computer may give a hint."""
        return self._has_choice_for_hint and may_have_hints(self.table, self.seat or 0)

    @property
    def may_ask_for_hints(self) -> bool:
        """Whether this seat may ask the others to agree to hints."""
        is_playable = self.is_in_play and self.table.tracker.has_opponent
        return is_playable and self.may_propose and not may_have_hints(self.table, self.seat or 0)

    @property
    def _has_choice_for_hint(self) -> bool:
        if self.seat is None or not self.is_in_play or self.decision or not self.table.tracker.has_opponent:
            return False
        return not self.wish and pending_choice(self.table, self.seat) is not None

    @property
    def asks_nobody(self) -> bool:
        """Whether a wish of this seat is carried out at once, because nobody else is there to agree."""
        return self.seat is not None and not seats_asked(self.table, self.seat)

    @property
    def is_simultaneous(self) -> bool:
        """Whether seats choose at the same time, so that the page lists those that still have to choose."""
        return any(one.wants == "seal" for one in self.waiting)

    def side(self, seat: int | None) -> str:
        """Return the name of a seat's side."""
        return "" if seat is None else self.game.tracker_of(self.table.setup).side(seat)

    def with_names(self, sentence: str) -> str:
        """Return a sentence of the game with the players' names in place of their sides'."""
        return replace_names(sentence, self._names_of_sides)

    @cached_property
    def _names_of_sides(self) -> dict[str, str]:
        return names_of_sides(self.game, self.table)

    def person(self, seat: int | None) -> str:
        """Return the name of a seat for a sentence: "You", the player, or the side of an empty seat."""
        if seat is None:
            return ""
        if seat == self.seat and not self.is_one_phone:
            return "You"
        return self.table.seats[seat].name or self.side(seat)

    @property
    def is_one_phone(self) -> bool:
        """Whether all seats are played on one device."""
        return self.table.setup.one_phone

    @property
    def me(self) -> ShownSeat | None:
        """This seat; None for a spectator."""
        return None if self.seat is None else self.seats[self.seat]

    @cached_property
    def empty_seats(self) -> tuple[ShownSeat, ...]:
        """Seats where nobody sits yet."""
        return tuple(seat for seat in self.seats if not seat.player)

    @property
    def turn(self) -> str:
        """Whose turn it is and what for, in a sentence."""
        if self.result:
            return "The game is over"
        if self.table.is_paused:
            return "Paused"
        if self.decision:
            return "The game is decided"
        seats = self._seats_without_build or [one.seat for one in self.waiting if one.seat is not None]
        if self.wish and not self.is_one_phone:
            return f"{self.person(self.wish.unit.record.seat)} acts"
        if self.seat in seats:
            return "Your turn" if not self.is_one_phone else f"{self.person(self.seat)} to play"
        names = list(map(self.person, seats))
        return f"Waits for {join_words(list(dict.fromkeys(names)))}" if names else "Nothing to do"

    @property
    def _seats_without_build(self) -> list[int]:
        """The seats that bring a build before a battle can begin at a table with record sheets."""
        if not self.board or self.board.round or self.is_by_hand:
            return []
        return [seat for seat, build in enumerate(self.board.state.builds) if build is None]

    @property
    def why(self) -> str:
        """The reason why the table waits for this seat, or else for the others; empty once the game is decided."""
        if self.decision or self.wish:
            return ""
        if self._seats_without_build:
            return "Bring your build." if self.seat in self._seats_without_build else "They bring their builds."
        if self.board and not self.board.round and not self.is_by_hand:
            return "Begin the battle." if self.seat is not None else ""
        if self.board and self.board.is_between_activations and not self.pending:
            return ""
        return next((self.ask_words(one.why, one.seat) for one in self.pending or self.waiting if one.why), "")

    def ask_words(self, why: str, seat: int | None) -> str:
        """Return what a seat is asked for, with its player's name where a rule says yours or theirs."""
        whose = f"{self.table.seats[seat].name or self.side(seat)}’s" if seat is not None else "your"
        words = self.with_names(_WHOSE.sub("your" if self.person(seat) == "You" else whose, why))
        return words[:1].upper() + words[1:]

    @cached_property
    def moves(self) -> tuple[MoveGroup, ...]:
        """This seat's legal moves, grouped by name."""
        if self.seat is None or not self.is_in_play:
            return ()
        moves = self.table.tracker.moves(self.view, self.seat)
        groups = groupby(moves, key=lambda move: move.name)
        return tuple(MoveGroup(_group_title(name), tuple(map(self.show_move, group))) for name, group in groups)

    @cached_property
    def relaxed_moves(self) -> tuple[ShownMove, ...]:
        """Moves outside the rules that this seat may make, on a board besides those of its units."""
        if self.board:
            return tuple(self.show_move(move) for move in self._listed if move.warning)
        return tuple(map(self.show_move, relaxed_moves(self.table, self.seat))) if self.seat is not None else ()

    def show_move(self, move: Move) -> ShownMove:
        """Return a move as a button."""
        data = json.dumps({"name": move.name, "values": dict(move.values)}, sort_keys=True)
        ask, seat = self.game.tracker_of(self.table.setup).odds, self.seat or 0
        has_odds = ask is not None and ask(self.view, seat, move) is not None
        return ShownMove(
            self.with_names(move.label) or _group_title(move.name),
            data,
            self.with_names(move.warning),
            has_odds,
            move.name,
        )

    @property
    def is_by_hand(self) -> bool:
        """Whether the players keep the table themselves: the app knows no moves there."""
        tracker = self.table.tracker
        has_no_rules = isinstance(tracker, RecordsTracker) and isinstance(tracker.rules, HandRules)
        return has_no_rules or isinstance(tracker, HandTracker)

    @cached_property
    def board(self) -> Board | None:
        """The board of a table with record sheets; None at every other table, and where its state is lost."""
        if not isinstance(self.table.tracker, RecordsTracker) or self.table.is_lost:
            return None
        return Board(self.table, self.seat)

    @property
    def board_template(self) -> str:
        """The template of what lies on the table."""
        if isinstance(self.table.tracker, RecordsTracker):
            return "tables/records.html"
        return "tables/by_hand.html" if self.is_by_hand else f"{self.game.package}/table.html"

    @property
    def is_rolling(self) -> bool:
        """Whether a roll is under way at a table by hand, so that nothing else can be done."""
        return bool(self.view.get("rolling") or self.view.get("steps"))

    @cached_property
    def _listed(self) -> tuple[Move, ...]:
        return tuple(move for move in self._all_moves if self.board and self.board.is_listed(move))

    @cached_property
    def board_moves(self) -> tuple[MoveGroup, ...]:
        """The moves within the rules at a table with record sheets: a group without a title, then those to unfold.

        Many moves of one name are unfolded; those of turns and Rounds never are.
        """
        moves = [move for move in self._listed if not move.warning]
        flow = [self._brief(move) for move in moves if move.name in FLOW]
        own = [self._brief(move) for move in moves if move.name not in FLOW]
        names = Counter(move.name for move in own)
        few = [move for move in own if names[move.name] <= _MOST_ALIKE]
        folded = [
            MoveGroup(_group_title(name), tuple(move for move in own if move.name == name))
            for name, count in names.items()
            if count > _MOST_ALIKE
        ]
        if len(few) > _MOST_OPEN:
            folded, few = [MoveGroup("Moves", tuple(few)), *folded], []
        few += flow
        return (*[MoveGroup("", tuple(few))][: len(few)], *folded)

    def _brief(self, move: Move) -> ShownMove:
        """Return a move as a button below the name of the unit that acts, which its label does not repeat."""
        shown = self.show_move(move)
        if not self.board or not self.board.active:
            return shown
        name = self.with_names(self.board.unit(self.board.active).name)
        label = shown.label.removesuffix(f": {name}").replace(f"{name}’s ", "the ")
        return replace(shown, label=label)

    def unit_moves(self, unit: str) -> tuple[ShownMove, ...]:
        """Return what this seat may do with one unit within the rules that is not listed: activate it, skip it."""
        return tuple(
            self.show_move(move)
            for move in self._all_moves
            if not (self.board and self.board.is_listed(move)) and not move.warning and move.values.get("unit") == unit
        )

    @cached_property
    def _all_moves(self) -> tuple[Move, ...]:
        if self.seat is None or not self.is_in_play:
            return ()
        tracker = self.table.tracker
        return (*tracker.moves(self.view, self.seat), *tracker.relaxed_moves(self.view, self.seat))

    @property
    def may_bring(self) -> bool:
        """Whether this seat may bring one of its saved builds to the table."""
        if self.board:
            return self.seat is not None and not self.board.round
        return self.seat is not None and (self.is_by_hand or bool(self.view.get("may_bring")))

    @cached_property
    def builds(self) -> "tuple[ShownBuild | None, ...]":
        """The builds on the table, by seat; None for a seat without one that can be read."""
        return tuple(shown_build(self.game, self.table, data) for data in self.view.get("builds", ()))

    @cached_property
    def choice(self) -> Choice | None:
        """The question that this seat has to answer."""
        throws = (one.throw for one in self.pending if one.wants == "choice")
        choice = next((throw for throw in throws if isinstance(throw, Choice)), None)
        if choice is None:
            return None
        answers, notes = (tuple(map(self.with_names, words)) for words in (choice.answers, choice.notes))
        return Choice(self.with_names(choice.why), answers, choice.usual, notes, choice.by)

    @property
    def is_split(self) -> bool:
        """Whether the answers of the question split dice over several targets: `3 + 2`."""
        return bool(self.choice and len(self.choice.answers) > 1 and all(map(_SPLIT.fullmatch, self.choice.answers)))

    @property
    def throw(self) -> Throw | None:
        """The dice that this seat has to throw and type."""
        return next((one.throw for one in self.pending if one.wants == "faces" and one.throw), None)

    @property
    def card(self) -> Pending | None:
        """The card on the players' own table that this seat may name."""
        return next((one for one in self.pending if one.wants == "card"), None)

    @cached_property
    def nameable(self) -> tuple[Move, ...]:
        """The cards that `card` may be, each as the move that names it."""
        return () if self.seat is None else nameable_cards(self.table, self.seat)

    @property
    def seal(self) -> Pending | None:
        """The sealed choice that this seat owes."""
        return next((one for one in self.pending if one.wants == "seal"), None)

    @cached_property
    def questions(self) -> tuple[tuple[str, str], ...]:
        """Analyses of the current position that this seat may open: label and address.

        The table's rulings go along; its packs do not, so a table with packs has no such links.
        """
        ask = self.game.tracker_of(self.table.setup).questions
        if ask is None or self.seat is None or not self.is_in_play or self.table.setup.pack:
            return ()
        rulings: JsonObject = {f"{RULING}{name}": option for name, option in self.table.rulings.items()}
        slug = self.game.slug
        return tuple(
            (one.label, url_for("analyses.view", slug=slug, name=one.analysis, **one.inputs, **rulings))
            for one in ask(self.view, self.seat)
        )

    @property
    def correctable(self) -> tuple[Correctable, ...]:
        """Fields that this seat may set by hand; where there are record sheets, each unit's sheet has them."""
        if self.seat is None or not self.is_in_play or self.board:
            return ()
        fields = self.table.tracker.correctable(self.view, self.seat)
        return tuple(one.model_copy(update={"label": self.with_names(one.label)}) for one in fields)

    @cached_property
    def log(self) -> tuple[LogEntry, ...]:
        """The newest entries of the log, the newest first."""
        return log_entries(self.table, self.seat)

    @property
    def lost_words(self) -> str:
        """The reason why part of the game cannot be replayed; empty if no such part is known."""
        if self.table.is_lost:
            return f"{_LOST}: no state of it is stored, so only its log can be read."
        if self.table.since:
            return f"{_LOST} before #{self.table.since}. It goes on from its stored state."
        return f"{_LOST} completely: of some moves only the log is left." if any(e.is_lost for e in self.log) else ""

    @property
    def proposal_words(self) -> str:
        """The pending proposal in words; empty if there is none."""
        proposal = self.table.proposal
        return describe_proposal(self.table, proposal.what, proposal.values) if proposal else ""

    @property
    def has_finished(self) -> bool:
        """Whether this seat has agreed to the end of the game that is decided."""
        return self.seat in self.table.finished

    @property
    def unfinished_players(self) -> str:
        """The other players who have not agreed to the end yet."""
        others = [] if self.seat is None else seats_heard(self.table, self.seat)
        return join_words([self.person(seat) for seat in others if seat not in self.table.finished])

    @property
    def winners_if_given_up(self) -> str:
        """The winners if this seat gives up."""
        others = [seat.player for seat in self.seats if seat.player and seat.number != self.seat]
        return join_words(others) or "Nobody"

    @property
    def may_propose(self) -> bool:
        """Whether this seat may ask the others for something."""
        return self.seat is not None and not self.result and not self.table.proposal

    @property
    def is_in_play(self) -> bool:
        """Whether this seat can act in the game now."""
        return self.seat is not None and not (self.result or self.table.is_paused or self.is_past)

    @property
    def is_idle(self) -> bool:
        """Whether this seat has nothing to do and nothing to answer."""
        table = self.table
        if self.result or table.proposal or self.decision or table.is_paused or self.left_seats:
            return False
        if (table.host_missed and self.is_host) or self.may_let_computer_go_on:
            return False
        if self.board:
            board, is_asked = self.board, bool(self.choice or self.throw)
            has_acts = bool(board.active or self.board_moves or board.last_standing is not None)
            return self.seat is not None and not (is_asked or has_acts or board.wish)
        if self.is_by_hand:
            return not (self.choice or self.throw)
        return self.seat is not None and not self.pending

    @cached_property
    def left_seats(self) -> "tuple[ShownSeat, ...]":
        """Seats whose player has left, while the others have not decided how to go on."""
        if self.seat is None or self.result or self.decision or self.table.proposal:
            return ()
        seats = self.table.seats
        return tuple(one for one in self.empty_seats if seats[one.number].number and one.number not in self.table.out)

    @property
    def finish_minutes(self) -> int:
        """The minutes after which a decided game ends without those who have not agreed to its end."""
        return FINISH_MINUTES

    @property
    def host_minutes(self) -> int:
        """The minutes that a host has to answer."""
        return HOST_MINUTES

    @property
    def host(self) -> str:
        """The host in words; empty if there is none."""
        host = self.table.host
        if self.is_host:
            return "you"
        return self.person(host) if isinstance(host, int) else "" if not host else HOSTS[host]

    @property
    def may_agree(self) -> bool:
        """Whether this seat's answer to a proposal is wanted."""
        proposal = self.table.proposal
        return bool(
            proposal and self.seat is not None and proposal.seat != self.seat and self.seat not in proposal.agreed
        )

    def may_admit(self, seat: int | None) -> bool:
        """Whether a newcomer in `seat` is asked about another newcomer, because nobody else can let either in."""
        proposal = self.table.proposal
        if seat is None or proposal is None or proposal.what != "admit":
            return False
        return seat in seats_that_admit(self.table, proposal.seat) and seat not in proposal.agreed

    @property
    def may_undo(self) -> bool:
        """Whether there is a move that this seat may undo, or ask to undo."""
        return self.may_propose and self.is_in_play and bool(self.table.last_move())

    @property
    def undo_asks(self) -> str:
        """The players that an undo asks first; empty if it is done at once."""
        if self.seat is None:
            return ""
        return join_words([self.person(seat) for seat in seats_asked_to_undo(self.table, self.seat)])

    @property
    def may_redo(self) -> bool:
        """Whether something that was undone may be done again."""
        return self.is_in_play and bool(self.table.undone)

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return self.table.result

    @property
    def decision(self) -> Result | None:
        """How a game ends that is over but not closed yet: until then the last move can be undone."""
        return None if self.result else self.table.tracker.result(self.table.state)

    @property
    def seed(self) -> str:
        """The seed of the dice, once the game has ended."""
        return next((str(event.values["seed"]) for event in reversed(self.table.events) if event.kind == "end"), "")

    @property
    def fingerprint(self) -> str:
        """The short fingerprint of the log up to the end of the game, for players to compare; empty before."""
        end = next((event for event in reversed(self.table.events) if event.kind == "end"), None)
        if end is None:
            return ""
        own = end.values.get(LOG) or log_fingerprint(self.table.setup, self.table.events)
        return short_fingerprint(str(own))

    @property
    def winners(self) -> str:
        """Who won, in a sentence."""
        if not self.result:
            return ""
        names = [self.table.seats[seat].name or self.side(seat) for seat in self.result.winners]
        return f"{join_words(names)} won" if names else "A draw"

    @property
    def winners_to_seat(self) -> str:
        """Who won, in a sentence to the player of this seat."""
        if not self.result:
            return ""
        names = [self.person(seat) for seat in sorted(self.result.winners, key=lambda seat: seat != self.seat)]
        return f"{join_words(names)} won" if names else "A draw"


def hides_something(table: Table) -> bool:
    """Return whether the state contains something hidden."""
    state = table.state
    return any(table.tracker.resample(state, None, pick) != state for pick in _EXTREMES)


def acting_seat(table: Table, asked: str = "") -> int:
    """Return the seat that acts next at a table of one phone, no computer's; of several, the `asked` one among them."""
    if table.proposal:
        return table.proposal.seat
    seats = [one.seat for one in table.waiting() if one.seat is not None and not table.seats[one.seat].computer]
    return next((seat for seat in seats if str(seat) == asked), seats[0] if seats else 0)


def _group_title(name: str) -> str:
    return name.replace("-", " ").replace("_", " ").capitalize()


def shown_build(game: GameSystem, table: Table, data: JsonObject | None) -> ShownBuild | None:
    """Return a build of a table with its check; None if there is none that can be read."""
    return _checked_build(game, json.dumps(agreed_document(table, data), sort_keys=True)) if data else None


@caches.keep(200, lambda game, text: (game.slug, caches.digest(text)))
def _checked_build(game: GameSystem, text: str) -> ShownBuild | None:
    """Return a build with its check, from its document as JSON; None if it cannot be read."""
    with suppress(InvalidInput):
        build, context = game.read_in_context(json.loads(text))
        return ShownBuild(build, context, game.check(build, context))
    return None
