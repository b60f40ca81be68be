"""The form that opens a table: title, seats, phones, the game's options, and rulings or a set of house rules."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from companion.base.findings import InputError, InvalidInput, quote
from companion.base.json_types import JsonObject
from companion.base.wording import join_words
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.gamekit.house_rules import HouseRules
from companion.opponent.strengths import FAIR, STRENGTHS
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.play.table import Table
from companion.play.tracker import TrackerKind
from companion.storage.store import Document
from companion.verbs import opponents
from companion.verbs.tables import open_table, set_up
from companion.web.shared.posted_rulings import posted_rulings
from companion.web.shell import session
from companion.web.shell.forms import ModelForm, model_form
from companion.web.tables.acts import text

NUMBER_BYTES = 16
"""Bytes of the random number that the server draws for a seat."""
OPTION = "option."
"""Prefix of inputs that are options of the game's tracker."""
SOLO = "solo"
"""The value of `phones` of a table at which the computer has the other seats."""
KEPT = "kept"
"""The input that says who keeps the table: `app` follows the game's rules, `hand` leaves everything to the players."""
OF_BUILD = "build"
"""The value of `rules` for the rulings of the build; other values are ids of house rules, empty means the form's."""


@dataclass(frozen=True)
class OpeningPage:
    """The form on its page: the typed values, the choices, and the input errors that belong to no option."""

    game: GameSystem
    typed: FormData
    options: ModelForm
    force: Mapping[str, str]
    """The options of rulings that the form shows as chosen."""
    sets: tuple[Document, ...]
    build: Document | None = None
    input_errors: tuple[InputError, ...] = ()

    @property
    def seat_counts(self) -> range:
        """The numbers of seats that may be chosen, by whoever keeps the table."""
        kinds = (self.game.tracker, self.game.kept_by_hand) if self.offers_both else (self.game.tracker,)
        return range(min(one.least_seats for one in kinds), max(one.most_seats for one in kinds) + 1)

    @property
    def own_seats(self) -> str:
        """The numbers of seats at a table that the app keeps, in words."""
        least, most = self.game.tracker.least_seats, self.game.tracker.most_seats
        return str(most) if least == most else f"{least} to {most}"

    @property
    def strengths(self) -> Mapping[str, str]:
        """How well the computer can play, by name, and what it does then; none where it cannot play the game."""
        return opponents.strengths_of(self.game.tracker)

    @property
    def offers_both(self) -> bool:
        """Whether the app knows the moves of the game, so that its table may be kept by the app or by hand."""
        return self.game.tracker is not self.game.kept_by_hand

    def value(self, name: str, usual: str = "") -> str:
        """Return the typed value of a field, or the usual one."""
        return self.typed.last(name, usual)


def opening_page(
    game: GameSystem, typed: FormData, build: Document | None, error: InvalidInput | None = None
) -> OpeningPage:
    """Return the form of a table, with each error at its field."""
    visitor = session.visitor(game)
    options = model_form(game.tracker.options, game.catalogue, typed, OPTION)
    general: list[InputError] = []
    for one in error.input_errors if error else ():
        name = one.where.removeprefix("options.")
        if name in options._fields:
            options.tell(name, one)
        else:
            general.append(one)
    force = dict(game.rulebook.rulings(visitor.rulings))
    for ruling in game.rulebook.ruling:
        chosen = text(typed, ruling.id)
        force |= {ruling.id: chosen} if ruling.find_option(chosen) else {}
    sets = tuple(one for one in visitor.own_house_rules if not one.damage)
    return OpeningPage(game, typed, options, force, sets, build, tuple(general))


def read_opening(game: GameSystem, typed: FormData, build: Document | None) -> JsonObject:
    """Return the fields of the form as `set_up` takes them; InvalidInput if one cannot be read."""
    options = model_form(game.tracker.options, game.catalogue, typed, OPTION)
    by_hand = _read_kept(text(typed, KEPT))
    option_values = FormData({name.removeprefix(OPTION): v for name, v in typed.items() if name.startswith(OPTION)})
    return {
        "title": text(typed, "title")[:120],
        "seats": _read_seats(game.kept_by_hand if by_hand else game.tracker, text(typed, "seats")),
        "one_phone": text(typed, "phones") == "one",
        "options": options.values(option_values),
        "by_hand": by_hand,
        **_read_rules(game, typed, build),
    }


def read_strength(game: GameSystem, typed: FormData) -> str:
    """Return how well the computer plays the other seats; empty at a table of people."""
    if text(typed, "phones") != SOLO:
        return ""
    strength = text(typed, "strength") or FAIR.name
    if strength not in STRENGTHS:
        raise InvalidInput(InputError("strength", quote(strength), f"one of {join_words([*STRENGTHS], 'or')}"))
    if not game.tracker.has_opponent or _read_kept(text(typed, KEPT)):
        raise InvalidInput(InputError("phones", "the computer as opponent", "phones: it cannot play this table"))
    return strength


def _read_kept(typed: str) -> bool:
    """Return whether a table is kept by hand."""
    if typed not in ("", "app", "hand"):
        raise InvalidInput(InputError(KEPT, quote(typed), "app or hand"))
    return typed == "hand"


def _read_seats(kind: TrackerKind, typed: str) -> int:
    if not typed:
        return min(2, kind.most_seats)
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 3):
        raise InvalidInput(InputError("seats", typed, f"from {kind.least_seats} to {kind.most_seats}"))
    return int(typed)


def _read_rules(game: GameSystem, typed: FormData, build: Document | None) -> JsonObject:
    """Return the rulings, packs and house rules of a table: from a set of house rules, the build, or the form."""
    chosen, visitor = text(typed, "rules"), session.visitor(game)
    if chosen == OF_BUILD and build:
        return _rules_of_build(game.read(build.data))
    if chosen:
        rules = visitor.find_house_rules(chosen)
        if rules is None:
            raise InvalidInput(InputError("rules", "a set that is not yours, or gone", "one of your house rules"))
        return _rules_of_set(rules)
    force = dict(game.rulebook.rulings(visitor.rulings))
    return {"rulings": posted_rulings(game, force), "pack": visitor.embedded_packs}


def _rules_of_set(rules: HouseRules) -> JsonObject:
    packs = [pack.model_dump(mode="json") for pack in rules.pack]
    return {"rulings": dict(rules.rulings), "pack": packs, "house_rules": rules.carry().model_dump(mode="json")}


def _rules_of_build(build: Build) -> JsonObject:
    packs = [pack.model_dump(mode="json") for pack in build.pack]
    carried = build.house_rules.model_dump(mode="json") if build.house_rules else None
    return {"rulings": dict(build.rulings), "pack": packs, "house_rules": carried}


def refuse_computer(game: GameSystem, fields: JsonObject) -> None:
    """Raise InvalidInput where the computer cannot play at the table that a form's fields open."""
    opponents.refuse_unplayable(open_table(game, set_up(game, b"", fields)))


def sit_alone(table: Table, brought: Brought, name: str, strengths: Mapping[int, str], seat: int = 0) -> Table:
    """Seat a player as the host, and the computer in the seats for which a strength is given."""
    table = play.sit(table, brought, seat, name, secrets.token_hex(NUMBER_BYTES), "server")
    return play.hand_over(seat_computers(table, brought, strengths), brought, "opener", seat)


def seat_computers(table: Table, brought: Brought, strengths: Mapping[int, str]) -> Table:
    """Let the computer sit down in the seats for which a strength is given, for whoever opened the table."""
    for seat, strength in strengths.items():
        table = opponents.sit_down(table, brought, "opener", seat, strength)
    return table


def sit_all(table: Table, brought: Brought, names: tuple[str, ...]) -> Table:
    """Seat a player at every seat of a table of one phone, with the names of the sides."""
    for seat in range(table.setup.seats):
        table = play.sit(table, brought, seat, names[seat], secrets.token_hex(NUMBER_BYTES), "server")
    return table
