"""The arguments and results of a game's rooms: contexts, resolvers, analyses, print sets, forms, a first game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from pydantic import BaseModel, Field

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.cards import Catalogue
from companion.data.documents import Build, CarriedHouseRules, Record
from companion.data.rulebook import Rulebook, Rulings
from companion.dice.resolver import Measure, Resolver

if TYPE_CHECKING:
    from fractions import Fraction

    from companion.printing.faces.boxes import Part
    from companion.printing.faces.diagrams import Diagram
    from companion.printing.faces.packing import Packing
    from companion.printing.text.booklet_pages import ToldStep


class FormData(dict[str, list[str]]):
    """A posted form or a query as plain data: each name with its values, in order; WTForms can read it."""

    def getlist(self, name: str) -> list[str]:
        """Return a field's values; empty if it was not sent."""
        return list(self.get(name, ()))

    def last(self, name: str, usual: str = "") -> str:
        """Return a field's last value; `usual` if it was not sent."""
        return (self.get(name) or [usual])[-1]


@dataclass(frozen=True)
class Context:
    """The data that a game's functions use besides their own input: the cards, the rules, the rulings in force.

    `saved_builds` are the player's builds, for the game's own pages, `build` the one from which a page was opened.
    `owned` has the number of each card that the player owns, by id; None if they were not counted. `most_steps` limits
    the costly steps of one answer of an analysis, `patience` the seconds that it waits for another calculation; None
    sets no limit. Without `fixes` a check may leave out its fixes, because nobody sees them. `house_rules` are the ones
    agreed on: their rulings and cards are already in `rulings` and `catalogue`, `limits` are theirs for the build's
    fields.
    """

    catalogue: Catalogue
    rulebook: Rulebook
    rulings: Rulings
    saved_builds: tuple[Build, ...] = ()
    owned: Mapping[str, int] | None = None
    most_steps: int | None = None
    patience: float | None = None
    build: Build | None = None
    fixes: bool = True
    house_rules: CarriedHouseRules | None = None
    limits: JsonMapping = field(default_factory=dict)


@dataclass(frozen=True)
class CardNumber:
    """A number that an input takes from a card: the input's name, the card's id, the card's field.

    An empty field means the whole card.
    """

    input: str
    card: str
    field: str = ""


MOST_SEED = 999_999
"""The largest seed of a random build."""
T = TypeVar("T")


class RandomSource(Protocol):
    """A source of random choices, such as `random.Random`: a game gets one and has none of its own."""

    def random(self) -> float:
        """Return a number from 0 to below 1."""

    def choice(self, options: Sequence[T], /) -> T:
        """Return one of several options."""

    def sample(self, options: Sequence[T], count: int, /) -> list[T]:
        """Return several different options."""


class RandomShape(Record):
    """What a random build can be asked for in every game; a game adds its own fields."""

    seed: int | None = Field(None, ge=0, le=MOST_SEED, title="Seed", description="The same seed gives the same build.")


FilledFrom = Callable[[Any, Context], Iterable[CardNumber]]
"""Returns the numbers of cards that an answer uses, from its inputs; without one, every card that an input names."""


@dataclass
class PastedCard:
    """A card read from pasted text: the cells of its form by path, and the lines that could not be read."""

    cells: dict[str, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class ResolverKind:
    """A resolver that a game offers: the model of its inputs, the function that makes it, and its figures.

    Fields of `inputs` have a `title` and a `description` for the form; their names are a contract with other programs.
    `headline` names the most important measure. `make` raises InvalidInput where inputs do not fit together. `dice` is
    False for a resolver without throws. `card_numbers` returns the numbers of cards that its inputs take. `own_dice`
    are inputs with values that a page fills in for players who throw their own dice; `at_table` are those with which a
    table asks each player for the choices of that side. `figures` returns measures of a resolver by name without
    running all its dice; they equal those of its odds. `ending` describes the end of a roll in a sentence without its
    full stop. `second_side` says who makes the throws that are not the roller's: nobody, the target, or each player in
    turn. `usual_inputs` names the inputs that are open on its page, besides those without a default; if empty, all.
    An outcome of a roll has every key of an outcome of the odds, with the same meaning; `roll_only` are the keys that
    only a roll may have besides, each with what it is in a sentence.
    """

    name: str
    title: str
    about: str
    inputs: type[Record]
    make: Callable[[Any, Context], Resolver[Any]]
    measures: tuple[Measure, ...]
    headline: str
    ending: Callable[[Any], str]
    second_side: Literal["none", "target", "players"] = "none"
    dice: bool = True
    card_numbers: FilledFrom | None = None
    own_dice: tuple[tuple[str, str], ...] = ()
    at_table: tuple[tuple[str, str], ...] = ()
    figures: "Callable[[Any], Mapping[str, Fraction]] | None" = None
    usual_inputs: tuple[str, ...] = ()
    roll_only: tuple[tuple[str, str], ...] = ()


def tell_nothing() -> "tuple[ToldStep, ...]":
    """Return no steps, for a print that tells no game."""
    return ()


DiagramsOf = Callable[[Context], "tuple[Diagram, ...]"]
"""Returns the diagrams of a game's rules, each beside a section."""


@dataclass(frozen=True)
class PrintSource:
    """The source of a print set: the context, a build if it needs one, and how unknown numbers are shown.

    `packing` gives the size of cards in boxes, None the default. `losses` are struck on the sheets of the build's
    units: numbers on tracks, by the unit's place and the track's name. `tell` returns the steps of the game that a
    booklet tells. Titles of a build and of house rules are shortened; a box stands for each character of them, and of a
    build's other names, that cannot be printed.
    """

    context: Context
    build: Build | None = None
    unknown: Literal["house", "blank"] = "house"
    packing: "Packing | None" = None
    losses: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    tell: "Callable[[], tuple[ToldStep, ...]]" = tell_nothing

    def __post_init__(self) -> None:
        if self.build is not None:
            from companion.printing.text import fonts

            title = fonts.printable(self.build.title)
            build = _with_stand_ins(self.build, fonts.stand_in).model_copy(update={"title": title})
            object.__setattr__(self, "build", build)
        if rules := self.context.house_rules:
            from companion.printing.text import fonts

            house_rules = rules.model_copy(update={"title": fonts.printable(rules.title)})
            object.__setattr__(self, "context", replace(self.context, house_rules=house_rules))


_NOT_PRINTED = {*Build.model_fields} - {"title"}
"""Fields of a build whose texts do not head its sheets; cards of packs are checked one by one."""


def printed_texts(build: Build) -> Iterator[str]:
    """Yield the texts of a build that its sheets show, such as its title and names of its units."""
    values: list[object] = [value for key, value in build if key not in _NOT_PRINTED]
    while values:
        value = values.pop(0)
        if isinstance(value, str):
            yield value
        elif isinstance(value, BaseModel):
            values += [part for _, part in value]
        elif isinstance(value, Mapping):
            values += value.values()
        elif isinstance(value, list | tuple):
            values += value


def _with_stand_ins(build: Build, stand_in: Callable[[str], str]) -> Build:
    """Return a build with some characters of its names replaced."""
    if all(stand_in(text) == text for text in printed_texts(build)):
        return build
    changed = {key: _replace_texts(value, stand_in) for key, value in build if key not in _NOT_PRINTED}
    return build.model_copy(update=changed)


def _replace_texts(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, BaseModel):
        return value.model_copy(update={key: _replace_texts(part, change) for key, part in value})
    if isinstance(value, Mapping):
        return {key: _replace_texts(part, change) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_replace_texts(part, change) for part in value)
    return value


EVERYTHING = "everything"
"""The name of the print set that contains all decks of a game that has decks."""


@dataclass(frozen=True)
class PrintSet:
    """Something to print; `make` returns its parts.

    A print set that `needs_build` prints only a build's own pieces; one that `takes_build` prints those of a build if
    there is one, else the game's. An `extra`, such as a box or a booklet, is made from the other print sets, only for
    paper: it is printed only if it is named, and has no cards to show or export. One `at_a_glance` shows a whole build
    on few pages, and is the one that players share.
    """

    name: str
    title: str
    about: str
    make: Callable[[PrintSource], tuple["Part", ...]]
    needs_build: bool = False
    takes_build: bool = False
    extra: bool = False
    at_a_glance: bool = False


def refuse_paper_only(print_sets: Iterable[PrintSet], where: str) -> None:
    """Raise InvalidInput for the first extra, which is for paper only; `where` is the option that named it."""
    for print_set in print_sets:
        if print_set.extra:
            wanted = "a print set with cards: boxes and booklets are made for paper, so print them"
            raise InvalidInput(InputError(where, print_set.name, wanted))


@dataclass(frozen=True)
class Analysis:
    """A calculation of a game that is neither a check nor a roll: a matchup, a best build, the odds of a hand.

    `inputs` is the model of its inputs: the field names are a contract of page, command line and HTTP; a field without
    a default is required. `run` is pure and returns plain data for JSON: the same inputs in the same context give the
    same answer. It raises InvalidInput where inputs do not fit together. A rule that needs dice is a resolver instead.

    `card_numbers` returns the numbers of cards that its inputs take.
    """

    name: str
    title: str
    about: str
    inputs: type[Record]
    run: Callable[[Any, Context], JsonObject]
    card_numbers: FilledFrom | None = None


@dataclass(frozen=True)
class FirstGame:
    """The data of a game's page "Play tonight", besides the words in its template.

    `print_sets` are names of print sets, each with its purpose; the page counts their sheets. `figures` are all
    other values for the template.
    """

    print_sets: tuple[tuple[str, str], ...]
    figures: Mapping[str, object]


FirstGameMaker = Callable[[Context, JsonMapping], FirstGame]
"""Returns a game's first evening from the context and the game's example builds, by name."""
PageData = Callable[[Context], Mapping[str, object]]
"""Returns the values for an analysis's template besides inputs and answer: the choices of its fields."""


class Credit(Record):
    """The owners of a game, as its rulebook names them; a name that it does not give is empty. `whose` is text."""

    designer: str = ""
    publisher: str = ""
    licence: str
    whose: str
    note: str = ""

    @property
    def line(self) -> str:
        """The owners and the licence on one line, for everything that is shared."""
        return f"{self.whose} Licence: {self.licence}."


@dataclass(frozen=True)
class GameNames:
    """The names of a game, and its colour."""

    slug: str
    title: str
    tagline: str
    players: str
    build_noun: str
    """The word for a build on the screen: "component draft"."""
    accent: str
    """The game's colour as #rrggbb, at least 4.5 : 1 on white."""

    @property
    def package(self) -> str:
        """The game's folder name: the slug with underscores."""
        return self.slug.replace("-", "_")
