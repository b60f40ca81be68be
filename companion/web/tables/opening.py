"""The form that opens a table: title, seats, phones, rulings or a saved set of house rules, what the game asks."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonObject
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.gamekit.house_rules import HouseRules
from companion.play import acts as play
from companion.play.new_events import Brought
from companion.play.table import Table
from companion.storage.store import Document
from companion.web.shared.posted_rulings import posted_rulings
from companion.web.shell import session
from companion.web.shell.forms import ModelForm, model_form
from companion.web.tables.acts import text

NUMBER_BYTES = 16
"""Of a number that the server draws for a seat."""
OPTION = "option."
"""Prefix of the inputs of what a game asks at opening."""
OF_BUILD = "build"
"""The rulings of the build that the table is opened from, in place of a set's id; without one, those of the form."""


@dataclass(frozen=True)
class OpeningPage:
    """The form as it is shown: what was typed, what can be chosen, what cannot be read."""

    game: GameSystem
    typed: FormData
    options: ModelForm
    force: Mapping[str, str]
    """The rulings that the form shows as chosen."""
    sets: tuple[Document, ...]
    build: Document | None = None
    input_errors: tuple[InputError, ...] = ()

    @property
    def seat_counts(self) -> range:
        """How many seats may be chosen."""
        kind = self.game.tracker
        return range(kind.least_seats, kind.most_seats + 1)

    def value(self, name: str, usual: str = "") -> str:
        """Return what was typed in a field."""
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
    """Return what the form asks for, as `set_up` takes it; InvalidInput where it cannot be read."""
    options = model_form(game.tracker.options, game.catalogue, typed, OPTION)
    own = FormData({name.removeprefix(OPTION): v for name, v in typed.items() if name.startswith(OPTION)})
    return {
        "title": text(typed, "title")[:120],
        "seats": _read_seats(game, text(typed, "seats")),
        "one_phone": text(typed, "phones") == "one",
        "options": options.values(own),
        **_read_rules(game, typed, build),
    }


def _read_seats(game: GameSystem, typed: str) -> int:
    kind = game.tracker
    if not typed:
        return min(2, kind.most_seats)
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 3):
        raise InvalidInput(InputError("seats", typed, f"from {kind.least_seats} to {kind.most_seats}"))
    return int(typed)


def _read_rules(game: GameSystem, typed: FormData, build: Document | None) -> JsonObject:
    """Return the rulings, packs and house rules of a table: those of a set, of the build, or of the form."""
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


def sit_all(table: Table, brought: Brought, names: tuple[str, ...]) -> Table:
    """Seat the sides of a table of one phone under their own names."""
    for seat in range(table.setup.seats):
        table = play.sit(table, brought, seat, names[seat], secrets.token_hex(NUMBER_BYTES), "server")
    return table
