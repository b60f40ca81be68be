"""What a game's rooms take and give: contexts, resolvers, analyses, print sets, forms, a first game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from companion.base.findings import InputError, InvalidInput
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.cards import Catalogue
from companion.data.documents import Build, CarriedHouseRules, Record
from companion.data.rulebook import Rulebook, Rulings
from companion.dice.resolver import Measure, Resolver

if TYPE_CHECKING:
    from fractions import Fraction

    from companion.printing.faces.boxes import Part
    from companion.printing.faces.packing import Packing


class FormData(dict[str, list[str]]):
    """A posted form or a query as plain data: each name with its values, in order; WTForms reads it as it is."""

    def getlist(self, name: str) -> list[str]:
        """Return a field's values, none where it was not sent."""
        return list(self.get(name, ()))

    def last(self, name: str, usual: str = "") -> str:
        """Return a field's last value; `usual` where it was not sent."""
        return (self.get(name) or [usual])[-1]


@dataclass(frozen=True)
class Context:
    """What a game's functions work with besides their own input: the cards, the rules, the rulings in force.

    `saved_builds` are the player's, where a game's own page is shown, `build` the one it was opened from; `owned`
    says how many of each card the player owns, by id, None where they were not counted. `most_steps` limits how
    many costly steps one answer of an analysis may take, `patience` how many seconds it may wait for what is worked out
    beside it; None lets it finish. Without `fixes` a check may leave out its fixes, where nobody sees them.
    `house_rules` name what was agreed on; their rulings and cards are in force already, `limits` are what they allow
    of the build's fields.
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


FilledFrom = Callable[[Any, Context], Iterable[CardNumber]]
"""Returns the numbers of cards that an answer rests on, from its inputs; without one every card that an input names."""


@dataclass
class PastedCard:
    """A card read from text as it is printed: the cells of its form by their path, and the lines that say nothing."""

    cells: dict[str, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class ResolverKind:
    """A resolver a game offers: the model of its inputs, how to make it, and the figures that sum it up.

    `inputs` fields carry their `title` and `description` for the form; their names are the contract.
    `headline` names the measure that matters most. `make` raises InvalidInput where inputs do not go together.
    `dice` is False for one that never asks for a throw. `card_numbers` says which numbers of cards its inputs take.
    `own_dice` are inputs with values that a page fills in where players throw their own dice and left them open,
    `at_table` those with which, at a table, each player is asked for what is theirs to choose.
    `figures` gives measures of a made resolver by name without running all its dice; they equal those of its odds.
    `ending` says how a roll ended, in a sentence without its full stop. `second_side` says who throws what is not the
    roller's own: nobody, the side that it is aimed at, or each player in turn. `usual_inputs` names the inputs that
    stand open on its page, those without a default always do; where empty, all of them.
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


@dataclass(frozen=True)
class PrintSource:
    """What a print set is made from: the context, a build where it needs one, and how unknown numbers are shown.

    `packing` says what boxes are sized for, None what cards usually are. The titles of a build and of house rules are
    printed on sheets, shortened and without characters that cannot be printed.
    """

    context: Context
    build: Build | None = None
    unknown: Literal["house", "blank"] = "house"
    packing: "Packing | None" = None

    def __post_init__(self) -> None:
        if self.build is not None:
            from companion.printing.text import fonts

            titled = self.build.model_copy(update={"title": fonts.printable(self.build.title)})
            object.__setattr__(self, "build", titled)
        if rules := self.context.house_rules:
            from companion.printing.text import fonts

            named = rules.model_copy(update={"title": fonts.printable(rules.title)})
            object.__setattr__(self, "context", replace(self.context, house_rules=named))


EVERYTHING = "everything"
"""The name of the print set that contains all decks of a game that has decks."""


@dataclass(frozen=True)
class PrintSet:
    """Something to print; `make` returns its parts.

    A print set that `needs_build` prints only a build's own pieces; one that `takes_build` prints them where there is a
    build, and the game's without one. An `extra` is made of what the other print sets hold, for paper alone: a box, a
    booklet. It is printed where it is named, and has no cards to show or export. One `at_a_glance` shows a whole build
    on few pages, so that it is what is handed on.
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
    """Refuse to export boxes and booklets: InvalidInput names the first, `where` what named it."""
    for print_set in print_sets:
        if print_set.extra:
            wanted = "a print set with cards: boxes and booklets are made for paper, so print them"
            raise InvalidInput(InputError(where, print_set.name, wanted))


@dataclass(frozen=True)
class Analysis:
    """A calculation of a game that is neither a check nor a roll: a matchup, a best build, the odds of a hand.

    `inputs` is the model of what is asked: its field names are the contract of the page, the command line and HTTP; a
    field without a default must be given. `run` is pure and returns plain data that JSON can hold: the same inputs in
    the same context give the same answer. It raises InvalidInput where inputs do not go together. No dice are rolled
    or typed in here: a rule that asks for dice is a resolver.

    `card_numbers` says which numbers of cards its inputs take.
    """

    name: str
    title: str
    about: str
    inputs: type[Record]
    run: Callable[[Any, Context], JsonObject]
    card_numbers: FilledFrom | None = None


@dataclass(frozen=True)
class WorkedRoll:
    """A roll that a page works through: a resolver's name, its inputs, and the seed of the dice that it shows."""

    name: str
    inputs: JsonMapping
    seed: int


@dataclass(frozen=True)
class FirstGame:
    """What a game's page "Play tonight" is made of, besides the words in its template.

    `print_sets` are names of print sets, each with what it is for; their sheets are counted where the page is made.
    `rolls` are shown with their exact odds; `figures` are what else the template needs.
    """

    print_sets: tuple[tuple[str, str], ...]
    rolls: Mapping[str, WorkedRoll]
    figures: Mapping[str, object]


FirstGameMaker = Callable[[Context, JsonMapping], FirstGame]
"""Returns a game's first evening from the context and the game's example builds, by name."""
PageData = Callable[[Context], Mapping[str, object]]
"""Returns what the template of an analysis needs besides inputs and answer: the choices of its fields."""


class Credit(Record):
    """Whose game it is, as its rulebook says; a name that it does not give is empty. `whose` is for a credits page."""

    designer: str = ""
    publisher: str = ""
    licence: str
    whose: str
    note: str = ""

    @property
    def line(self) -> str:
        """Whose game it is and under which licence, on one line, as it goes with everything that is handed on."""
        return f"{self.whose} Licence: {self.licence}."


@dataclass(frozen=True)
class GameNames:
    """What a game is called, and its colour."""

    slug: str
    title: str
    tagline: str
    players: str
    build_noun: str
    """What a build is called on the screen: "component draft"."""
    accent: str
    """The game's colour as #rrggbb, at least 4.5 : 1 on white."""

    @property
    def package(self) -> str:
        """The game's folder name: the slug with underscores."""
        return self.slug.replace("-", "_")
