"""The inputs of Best mech and their preparation: cards, constraints, Mechs that are kept, target of attacks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from pydantic import Field, create_model, model_validator

from companion.base import paths
from companion.base.findings import InputError, InvalidInput, quote
from companion.data import documents, packs
from companion.data.documents import BUILD_TEXT, GIVEN, Record, counts_with
from companion.gamekit.contract import CardNumber, Context
from companion.games.techniconica.analysis import best_mech, opponent
from companion.games.techniconica.analysis.goals import AIMED, ATTACKS, Objective
from companion.games.techniconica.analysis.hosts import Stock
from companion.games.techniconica.analysis.opponent import AimAt, Opponent
from companion.games.techniconica.analysis.questions import MOST_NEAR, Constraints, JudgedBy
from companion.games.techniconica.model import (
    LEAST_SIDE,
    MOST_MECHS,
    MOST_SIDE,
    Cockpit,
    Locomotor,
    Mech,
    Part,
    Pilot,
    Squad,
)
from companion.games.techniconica.model.typed import WANTED, count_cards, ids_by_name, unread_lines
from companion.games.techniconica.rules.assembly import count_used_cards
from companion.games.techniconica.rules.damage import Layers
from companion.games.techniconica.rules.named_pilots import copies_left, named_pilots

MINE, TYPED = "collection", "typed"
EACH = {"1": "One of each card", "2": "Two of each", "3": "Three of each"}
Source = Literal["collection", "1", "2", "3", "typed"]
EXAMPLE = "example:"
"""The prefix of an example squad's name."""
NOTHING = "none"
"""The value of `keep` for no Mechs."""
MOST_WANTED = 6
"""The most Mechs of one answer."""
LARGEST = 300
"""The most different cards to build from."""
_MOST_CHOICES = 100_000
"""The most choices of a card for a place; only many copies of custom cards on large grids have as many."""
_MOST_MUST = 12
"""The most cards that must be in."""
_NAMES = "Separated by commas or one per line; a number before a card means so many of it"


_AIMED = sorted(AIMED)


def _target_number(default: int, title: str, about: str, least: int = 0, wishes: Sequence[str] = _AIMED) -> Any:
    """Return the field of a number of the target, which counts for these wishes unless a squad is aimed at."""
    schema = counts_with(against=[""], wish=list(wishes))
    return Field(default=default, ge=least, le=60, title=title, description=about, json_schema_extra=schema)


class BestMechQuestion(Record):
    """The inputs of Best mech: the objective (`wish`), the constraints, and the target."""

    wish: Objective = Field(title="Optimize for", description="What the Mech should be best at")
    least_speed: int = Field(
        default=1,
        ge=0,
        le=60,
        title="Least Speed",
        description="At Speed 0 a Mech can neither Evade nor Charge",
    )
    owned: str = Field(
        default="",
        max_length=40_000,
        title="Cards I type",
        description="How many of each card, for example 2 fuel-cell: one per line or separated by commas",
        json_schema_extra=counts_with(**{"from": ["typed"]}),
    )
    mechs: int = Field(
        default=1,
        ge=1,
        le=MOST_WANTED,
        title="Mechs",
        description="Several are a squad from the same cards",
    )
    judged_by: JudgedBy = Field(
        default="sum",
        title="Squad judged by",
        description="All its Mechs together, or its weakest Mech",
        json_schema_extra=counts_with(mechs=list(range(2, MOST_WANTED + 1))),
    )
    keep: str = Field(
        default="",
        max_length=60_000,
        json_schema_extra=BUILD_TEXT,
        title="Keep these Mechs",
        description="A saved squad by its title, example:NAME, a squad as text, or none: new Mechs are built from the "
        "cards that it leaves, and added to it",
    )
    near: int = Field(
        default=0, ge=0, le=MOST_NEAR, title="Near-best answers", description="Within 5 %, in other Base Parts"
    )
    must: str = Field(default="", max_length=2000, title="Cards that must be in", description=_NAMES)
    must_not: str = Field(default="", max_length=2000, title="Cards to leave out", description=_NAMES)
    rows: int = Field(default=3, ge=LEAST_SIDE, le=MOST_SIDE, title="Rows of the grid")
    columns: int = Field(default=3, ge=LEAST_SIDE, le=MOST_SIDE, title="Columns of the grid")
    against: str = Field(
        default="",
        max_length=60_000,
        json_schema_extra={**BUILD_TEXT, **counts_with(wish=_AIMED)},
        title="Against",
        description="A saved squad by its title, example:NAME, or a squad as text; without one the numbers below",
    )
    aim_at: AimAt = Field(
        default="any",
        title="Aimed at",
        description="Any Base Part as often as the others, the easiest, or a Cockpit",
        json_schema_extra=counts_with(against=GIVEN, wish=_AIMED),
    )
    their_speed: int = _target_number(3, "Their SP", "Speed of the Mech shot at")
    their_armour: int = _target_number(3, "Their AR", "Of the part aimed at")
    their_base: int = _target_number(3, "Their DT", "Of the part aimed at", least=1, wishes=["destroy"])
    their_shields: str = Field(
        default="",
        max_length=60,
        title="Their Shields",
        description="Their DT, outermost first: 2,3",
        json_schema_extra=counts_with(against=[""], wish=["destroy"]),
    )
    their_armours: str = Field(
        default="",
        max_length=60,
        title="Their Armour",
        description="Their DT, outermost first: 4",
        json_schema_extra=counts_with(against=[""], wish=["destroy"]),
    )
    stop: bool = Field(default=False, title="Stop", description="End here with the best so far")
    done: int | None = Field(
        default=None, ge=0, title="Done", description="Seconds of work known so far; it no longer changes the answer"
    )

    @model_validator(mode="before")
    @classmethod
    def _build_from_typed_cards(cls, given: object) -> object:
        """Choose the typed cards as the source if there are any and no source was chosen."""
        if not isinstance(given, dict) or given.get("from") or not str(given.get("owned") or "").strip():
            return given
        return {**given, "from": TYPED}


_from = Field(
    default=None,
    title="Build from",
    description="Your collection, a number of each card, or the cards you type. Without a choice: the cards you type "
    "if there are any, else your collection, else one of each",
)
BestMechInputs: type[Record] = create_model(  # type: ignore[call-overload]
    "BestMechInputs", __base__=BestMechQuestion, __module__=__name__, **{"from": (Source | None, _from)}
)
"""The inputs with the source of cards, `from`; created by a call, because that is a keyword of Python."""


@dataclass(frozen=True)
class PreparedQuestion:
    """The inputs with cards and squads looked up; `owned` is None if every card may be used.

    `copies` are the cards to build from, without those of the Mechs that are `kept`.
    """

    inputs: BestMechQuestion
    source: str
    owned: Mapping[str, int] | None
    copies: Mapping[str, int]
    constraints: Constraints
    kept: tuple[Mech, ...] = ()


def prepare_question(inputs: Record, context: Context) -> PreparedQuestion:
    """Return the inputs with cards and squads looked up.

    Raises InvalidInput if a collection is chosen but not known, if cards, numbers or an opponent cannot be read, if
    required cards cannot be used, and if there are more different cards than a search covers.
    """
    question = cast("BestMechQuestion", inputs)
    source = inputs.field_values()["from"] or next(iter(sources(context)))
    owned = _available_copies(source, question.owned, context)
    copies = best_mech.available_copies(context.catalogue, owned, int(source) if source in EACH else 1)
    must, excluded = (
        _read_card_counts("must", question.must, context),
        _read_card_counts("must_not", question.must_not, context),
    )
    kept = _kept_mechs(question, context)
    used = count_used_cards(Squad(game="techniconica", mech=kept))
    limited = _limit_named_pilots(copies, context)
    copies = {card: n for card, n in copies_left(limited, used, context.catalogue).items() if card not in excluded}
    grid = (question.rows, question.columns)
    constraints = Constraints(
        question.least_speed, grid, must, _opponent(question, context), question.judged_by, question.near
    )
    problems = tuple(_must_problems(question, constraints, copies, context))
    if problems:
        raise InvalidInput(*(InputError("must", words, expected) for words, expected in problems))
    _refuse_large_question(
        Stock.of(context.catalogue, copies, must, constraints.slots, question.wish in ATTACKS), question.mechs
    )
    return PreparedQuestion(question, source, owned, copies, constraints, kept)


def _kept_mechs(question: BestMechQuestion, context: Context) -> tuple[Mech, ...]:
    """Return the Mechs that are kept: those of the squad in `keep`, else those of the build that the page is for."""
    text = question.keep.strip()
    if text.casefold() == NOTHING:
        return ()
    build = _find_squad("keep", text, context) if text else context.build
    kept = tuple(mech for mech in build.mech if mech != Mech()) if isinstance(build, Squad) else ()
    if len(kept) + question.mechs > MOST_MECHS:
        expected = f"at most {MOST_MECHS - question.mechs} besides those to be built"
        raise InvalidInput(InputError("keep", f"{len(kept)} Mechs", expected))
    return kept


def _limit_named_pilots(copies: Mapping[str, int], context: Context) -> dict[str, int]:
    """Return the copies with at most one of each Named Pilot (rule named-twice)."""
    named = named_pilots(context.catalogue)
    return {card: min(n, 1) if card in named else n for card, n in copies.items()}


def _refuse_large_question(stock: Stock, mechs: int) -> None:
    count = len(stock.cards)
    if count > LARGEST:
        raise InvalidInput(InputError("from", f"{count} cards", f"at most {LARGEST}: type those you want to use"))
    choices = mechs * stock.choices
    if choices > _MOST_CHOICES:
        expected = f"at most {_MOST_CHOICES:,}: fewer cards or copies, fewer Mechs, or a smaller grid"
        raise InvalidInput(InputError("from", f"{choices:,} choices of a card for a place", expected))


def required_card_numbers(inputs: Record, context: Context) -> Iterator[CardNumber]:
    """Yield the required cards: their numbers count in every answer."""
    ids = ids_by_name(context.catalogue)
    yield from (
        CardNumber("must", card) for card in count_cards(cast("BestMechQuestion", inputs).must, ids, alone=True)
    )


def sources(context: Context) -> dict[str, str]:
    """Return the sources of cards, the default first."""
    mine = {MINE: "My collection"} if context.owned is not None else {}
    return {**mine, **EACH, TYPED: "Cards I type"}


def _available_copies(source: str, typed: str, context: Context) -> Mapping[str, int] | None:
    """Return the copies of each card; None if every card may be used."""
    if source == MINE:
        if context.owned is None:
            expected = f"one of {', '.join(sources(context))}: no collection is known here"
            raise InvalidInput(InputError("from", quote(source), expected))
        return context.owned
    if source != TYPED:
        return None
    ids = ids_by_name(context.catalogue)
    if unread := unread_lines(typed, ids):
        raise InvalidInput(*(InputError(f"owned, line {number}", quote(entry), WANTED) for number, entry in unread))
    return count_cards(typed, ids)


def _read_card_counts(where: str, text: str, context: Context) -> dict[str, int]:
    """Return the cards named in a field with their numbers; a card without a number counts once."""
    ids = ids_by_name(context.catalogue)
    if unread := unread_lines(text, ids, alone=True):
        expected = "a card, for example scout-cab or 2 fuel-cell"
        raise InvalidInput(*(InputError(f"{where}, line {number}", quote(entry), expected) for number, entry in unread))
    return {card: n for card, n in count_cards(text, ids, alone=True).items() if n}


def _must_problems(
    question: BestMechQuestion, constraints: Constraints, copies: Mapping[str, int], context: Context
) -> list[tuple[str, str]]:
    """Return the problems of required cards: the words at fault, and what is expected."""
    problems = []
    cards = [card for card in context.catalogue.all(Part) if card.id in constraints.must]
    if sum(constraints.must.values()) > _MOST_MUST:
        problems.append((f"{sum(constraints.must.values())} cards", f"at most {_MOST_MUST}"))
    for card in cards:
        count, available = constraints.must[card.id], copies.get(card.id, 0)
        if available < count:
            problems.append(
                (f"{count} {card.name}", f"at most {available}: more are not among the cards to build from")
            )
        if card.unknown:
            numbers = ", ".join(stat.upper() for stat in card.unknown)
            problems.append((card.name, f"a card whose numbers are known: its {numbers} is not"))
    for kind in (Locomotor, Cockpit, Pilot):
        names = [card.name for card in cards if isinstance(card, kind) for _ in range(constraints.must[card.id])]
        if len(names) > question.mechs:
            problems.append((", ".join(names), f"at most one {kind.type} a Mech"))
    return problems


# Squads: their Mechs are kept or aimed at


def squads(context: Context) -> dict[str, Squad]:
    """Return the squads to choose from: saved ones by title, then the examples by name."""
    squads_by_title: dict[str, Squad] = {}
    for build in context.saved_builds:
        if isinstance(build, Squad) and build.mech:
            title = build.title or "untitled"
            squads_by_title[title if title not in squads_by_title else f"{title} ({len(squads_by_title) + 1})"] = build
    return {**squads_by_title, **{f"{EXAMPLE}{name}": build for name, build in _examples(context).items()}}


def _examples(context: Context) -> dict[str, Squad]:
    folder = paths.CARD_DATA / "techniconica" / "examples"
    return {
        path.stem: _read_squad(path.read_text("utf-8"), path.name, context) for path in sorted(folder.glob("*.toml"))
    }


def _read_squad(text: str, where: str, context: Context) -> Squad:
    document = documents.parse(text, where)
    carried = document.get("pack") if isinstance(document, Mapping) else None
    return documents.read_as(Squad, document, {"catalogue": packs.merge(context.catalogue, carried or ())})


def _opponent(question: BestMechQuestion, context: Context) -> Opponent:
    if not question.against.strip():
        shields, armours = (
            _thresholds(name, question.field_values()[name]) for name in ("their_shields", "their_armours")
        )
        return opponent.typed_opponent(
            question.their_speed, question.their_armour, Layers.of(shields, armours, question.their_base)
        )
    build = _find_squad("against", question.against.strip(), context)
    cards = packs.merge(context.catalogue, [pack.model_dump() for pack in build.pack])
    target = opponent.squad_opponent(build, cards, question.aim_at)
    if target is None:
        part = "a Cockpit" if question.aim_at == "cockpit" else "a Base Part"
        raise InvalidInput(InputError("against", quote(build.title), f"a squad with {part} whose numbers are known"))
    return target


def _find_squad(where: str, text: str, context: Context) -> Squad:
    """Return a saved squad by its title, an example, or a squad from its text."""
    if "\n" in text or text.startswith("{"):
        return _read_squad(text, where, context)
    squads_by_name = squads(context)
    if text not in squads_by_name:
        raise InvalidInput(InputError(where, quote(text), f"one of {', '.join(squads_by_name)}, or a squad as text"))
    return squads_by_name[text]


def _thresholds(where: str, text: str) -> tuple[int, ...]:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdecimal() and int(word) <= 60 for word in words):
        raise InvalidInput(InputError(where, quote(text), "numbers up to 60, separated by commas: 2,3"))
    return tuple(map(int, words))
