"""The two sides of a matchup as an address names them, and the other side that a browser brought last.

A side is named by the id of a stored document, by `example:NAME`, or by `table:LINK:SEAT` for a build that lies on a
table; the other one also by `typed`, with its numbers under `their.`. A pasted list is stored as this browser's
opponent in that game, so that it too has an id.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from urllib.parse import parse_qsl, urlencode

from companion.base.findings import InputError, InvalidInput, quote
from companion.data.documents import Build, to_document
from companion.game_system.system import GameSystem
from companion.gamekit.contract import FormData
from companion.gamekit.matchup import MatchupSide
from companion.storage.owners import Belongings
from companion.storage.store import Document
from companion.verbs import matchups
from companion.verbs.shared_builds import add_suggestions, read_shared
from companion.web.shared import owned
from companion.web.shared.build_packs import embed_packs_in_use
from companion.web.shared.verdicts import contents
from companion.web.shell import browser, session
from companion.web.shell.forms import ModelForm, model_form
from companion.web.shell.site_url import this_server

MINE, OTHER = "build", "other"
"""The names of the two sides in an address; the first is that of every page about a saved build."""
SHOWN = "shown"
"""The other side that the form was shown with."""
EXAMPLE, TABLE, TYPED, THEIR = "example:", "table:", "typed", "their."
OPPONENT = "opponent"
"""The kind of document that a pasted list becomes."""
LONGEST_NUMBERS = 1500
"""Characters of all typed numbers as an address has them: more could not be remembered."""


@dataclass(frozen=True)
class NamedSide:
    """A side, what names it in an address, and the stored document it comes from, if any."""

    name: str
    side: MatchupSide
    document: Document | None = None
    numbers: Mapping[str, str] = field(default_factory=dict)

    @property
    def can_attack(self) -> bool:
        """Return whether it has cards: typed numbers can only be attacked."""
        return self.side.build is not None


@dataclass(frozen=True)
class SideChoice:
    """A side that can be chosen: what names it, its title, and its heading in the list."""

    name: str
    title: str
    heading: str


def choices(game: GameSystem, current: NamedSide | None = None) -> list[SideChoice]:
    """Return the choices for a side: this browser's builds, its pasted opponent, the examples, the one shown now.

    Builds with nothing in them are not offered.
    """
    owner = session.known_owner()
    saved = session.store().list(owner, game.slug, archived=False, most=owned.MOST_OFFERED) if owner else ()
    pasted = session.store().list(owner, game.slug, kind=OPPONENT) if owner else ()
    offered = [SideChoice(d.id, d.title or "Untitled", "Saved") for d in saved if contents(d) == "filled"]
    offered += [
        SideChoice(d.id, f"{d.title or 'Untitled'} (pasted)", "Pasted") for d in pasted if contents(d) == "filled"
    ]
    offered += [SideChoice(EXAMPLE + name, build.title, "Examples") for name, build in game.examples.items()]
    if current and current.can_attack and current.name not in {choice.name for choice in offered}:
        offered.insert(0, SideChoice(current.name, current.side.title, "Shown now"))
    return offered


def attacking_side(game: GameSystem, asked: FormData) -> NamedSide:
    """Return the attacking side: the one the address names, else this browser's newest legal build, else its newest.

    One that nobody named has something to attack with, and is neither the other side (the one that the address names or
    that was brought last) nor a copy of it, while there is any such build of this browser or any such example.
    """
    name = asked.last(MINE).strip()
    if name:
        return _find_side(game, name, MINE)
    against, room = _named_other_side(game, asked) or _remembered_side(game), matchups.find_matchup(game)
    for side in _own_and_example_sides(game, MINE):
        if room.attacks(side.side) and not _is_same(side, against):
            return side
    return _find_side(game, next(_examples(game)), MINE)


def other_side(game: GameSystem, asked: FormData, against: NamedSide | None = None) -> NamedSide:
    """Return the other side: the one the address names, else the one brought last, else an example, else a saved build.

    One that nobody named is neither `against` itself nor a copy of it while there is another.
    """
    if asked.last(OTHER).strip():
        return _read_other_side(game, asked)
    examples = [_find_side(game, name, OTHER) for name in _examples(game)]
    remembered = _remembered_side(game)
    sides = chain([remembered] if remembered else [], examples, _own_and_example_sides(game, OTHER))
    return next((side for side in sides if not _is_same(side, against)), examples[0])


def find_brought_side(game: GameSystem, asked: FormData, against: NamedSide) -> NamedSide | None:
    """Return the other side: the one in the address, else the last opponent that is not `against` itself, else None."""
    if asked.last(OTHER).strip():
        return _read_other_side(game, asked)
    remembered = _remembered_side(game)
    return None if remembered is None or _is_same(remembered, against) else remembered


def _read_other_side(game: GameSystem, asked: FormData) -> NamedSide:
    """Return the other side that an address names."""
    name = asked.last(OTHER).strip()
    numbers = {key: values[-1] for key, values in asked.items() if key.startswith(THEIR) and values[-1].strip()}
    return _typed_side(game, numbers) if name == TYPED else _find_side(game, name, OTHER)


def _named_other_side(game: GameSystem, asked: FormData) -> NamedSide | None:
    """Return the other side that an address names; None where it names none, or one that cannot be read."""
    try:
        return _read_other_side(game, asked) if asked.last(OTHER).strip() else None
    except InvalidInput:
        return None


def _own_and_example_sides(game: GameSystem, where: str) -> Iterator[NamedSide]:
    """Yield this browser's builds that are not empty, the newest legal one first, then the examples."""
    names = (document.id for document in owned.builds_legal_first(game) if contents(document) == "filled")
    return (_find_side(game, name, where) for name in chain(names, _examples(game)))


def _remembered_side(game: GameSystem) -> NamedSide | None:
    """Return the last opponent; None if there is none, it can no longer be read, or nothing is left in it."""
    name, _, numbers = browser.belongings().opponents.get(game.slug, "").partition("?")
    try:
        if name == TYPED:
            return _typed_side(game, dict(parse_qsl(numbers)))
        side = _find_side(game, name, OTHER) if name else None
        return None if side and side.side.build and side.side.build.is_empty else side
    except InvalidInput:
        return None


def _examples(game: GameSystem) -> Iterator[str]:
    return (EXAMPLE + name for name in game.examples)


def _is_same(side: NamedSide, other: NamedSide | None) -> bool:
    """Return whether two sides are the same build, whatever it is called."""
    if other is None or side.side.build is None or other.side.build is None:
        return False
    return side.name == other.name or side.side.build == other.side.build.model_copy(
        update={"title": side.side.build.title}
    )


def _find_side(game: GameSystem, name: str, where: str) -> NamedSide:
    """Return the side that a name stands for; InvalidInput where there is none."""
    if name.startswith(EXAMPLE):
        return _example_side(game, name, where)
    if name.startswith(TABLE):
        return _table_side(game, name, where)
    document = session.find_document(game, "build", name) or session.find_document(game, OPPONENT, name)
    if document is None or document.damage:
        raise InvalidInput(InputError(where, quote(name), "a saved build of this game that can be read"))
    build, context = game.read_in_context(document.data)
    return NamedSide(name, matchups.build_side(game, build, session.visitor(game).add_collection(context)), document)


def _example_side(game: GameSystem, name: str, where: str) -> NamedSide:
    build = game.examples.get(name.removeprefix(EXAMPLE))
    if build is None:
        names = ", ".join(game.examples)
        raise InvalidInput(InputError(where, quote(name), f"{EXAMPLE} and one of {names}"))
    context = replace(game.context_of(build), rulings=session.context(game).rulings)
    return NamedSide(name, matchups.build_side(game, build, context))


def _table_side(game: GameSystem, name: str, where: str) -> NamedSide:
    """Return a build that lies on a table, under the rulings in force there; 404 where the link opens no table."""
    from companion.web.shared import table_places

    found = table_places.build_on_table(game, name.removeprefix(TABLE))
    if found is None:
        raise InvalidInput(InputError(where, quote(name), "a seat of a table of this game with a build"))
    return NamedSide(name, matchups.build_side(game, *found))


def table_link(name: str) -> str:
    """Return the link to the table on which a side's build lies; empty for every other side."""
    return name.removeprefix(TABLE).rpartition(":")[0] if name.startswith(TABLE) else ""


def table_seat(name: str) -> str:
    """Return the number of the seat whose build a side is; empty for every side that lies on no table."""
    return name.removeprefix(TABLE).rpartition(":")[2] if name.startswith(TABLE) else ""


def _typed_side(game: GameSystem, numbers: Mapping[str, str]) -> NamedSide:
    plain_numbers = {name.removeprefix(THEIR): value for name, value in numbers.items()}
    long = len(urlencode(numbers))
    if long > LONGEST_NUMBERS:
        raise InvalidInput(InputError("their numbers", f"{long:,} characters", f"at most {LONGEST_NUMBERS:,}"))
    try:
        side = matchups.typed_side(game, plain_numbers, session.context(game))
    except InvalidInput as error:
        raise InvalidInput(*(replace(e, where=THEIR + e.where) for e in error.input_errors)) from None
    return NamedSide(TYPED, side, numbers=numbers)


def numbers_form(game: GameSystem, numbers: Mapping[str, str]) -> ModelForm | None:
    """Return the form of the few numbers of an unknown opponent; None where the game has none."""
    model = matchups.find_matchup(game).typed_model
    if model is None:
        return None
    return model_form(model, game.catalogue, FormData({name: [value] for name, value in numbers.items()}), THEIR)


def bring(game: GameSystem, posted: FormData, text: str) -> NamedSide:
    """Return the other side as it was posted, and remember it; InvalidInput where it cannot be read."""
    chosen = [TYPED] if _has_new_numbers(game, posted) else posted.get(OTHER, [TYPED])
    brought = _store_pasted_build(game, text) if text.strip() else other_side(game, FormData({**posted, OTHER: chosen}))
    if brought.document is not None and not session.is_mine(brought.document) and brought.side.build is not None:
        brought = _store_opponent(
            game, brought.side.build
        )  # What somebody else changes or deletes later must not change it.
    query = urlencode(brought.numbers)
    name = f"{brought.name}?{query}" if query else brought.name

    def with_opponent(kept: Belongings) -> Belongings:
        return kept.model_copy(update={"opponents": {**kept.opponents, game.slug: name}})

    browser.change_belongings(with_opponent)
    return brought


def _has_new_numbers(game: GameSystem, posted: FormData) -> bool:
    """Return whether numbers were typed while the form's build is still the one chosen."""
    before, form = posted.last(SHOWN).strip(), numbers_form(game, {})
    if form is None or before in ("", TYPED) or before != posted.last(OTHER).strip():
        return False
    return any(posted.last(field.name).strip() != str(field.data or "") for field in form if field.name in posted)


def _store_pasted_build(game: GameSystem, text: str) -> NamedSide:
    """Store a pasted list, or a copy of the build that a pasted link leads to, as this browser's opponent."""
    try:
        linked = read_shared(text, this_server(), game, session.context)
        build, _ = embed_packs_in_use(session.visitor(game), linked.data)
    except InvalidInput as error:
        raise add_suggestions(error, "", session.context(game).catalogue).prefix_place("their list") from None
    return _store_opponent(game, build)


def _store_opponent(game: GameSystem, build: Build) -> NamedSide:
    """Store a build as this browser's opponent, as a new version where there was one before."""
    store, owner = session.store(), session.owner()
    data = to_document(build)
    before = next(iter(store.list(owner, game.slug, kind=OPPONENT)), None)
    kept = store.save(before, data) if before else store.create(owner, game.slug, data, OPPONENT)
    return NamedSide(kept.id, matchups.build_side(game, build, game.context_of(build)), kept)


def pairs(sides: Iterable[tuple[str, NamedSide]]) -> list[tuple[str, str]]:
    """Return what names sides in an address."""
    values = []
    for where, named in sides:
        values += [(where, named.name), *named.numbers.items()]
    return values
