"""GameSystem: what every game offers to pages and verbs, loaded from the modules of its package.

A module is imported when it is first used, so that rolling a game's dice loads no forms and no sheets.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module, util
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, cast

from companion import cards, documents, packs, paths, rulebook
from companion.cards import Catalogue, Kinds
from companion.compat import cached_property
from companion.dice.resolver import Measure, Resolver
from companion.documents import Build, Record
from companion.findings import InputError, InvalidInput, Verdict
from companion.rulebook import Rulebook, Rulings

if TYPE_CHECKING:
    from fractions import Fraction

    from companion.build_form import BuildField
    from companion.printing.faces.boxes import Part
    from companion.printing.faces.packing import Packing
    from companion.printing.faces.portraits import Figure
    from companion.workshop import Builder


class FormData(dict[str, list[str]]):
    """A posted form or a query as plain data: each name with its values, in order; WTForms reads it as it is."""

    def getlist(self, name: str) -> list[str]:
        """Return a field's values, none where it was not sent."""
        return list(self.get(name, ()))


@dataclass(frozen=True)
class Context:
    """What a game's functions work with besides their own input: the cards, the rules, the rulings in force.

    `saved` contains the player's saved builds, where a game's own page is shown, `build` the one it was opened from;
    `owned` says how many of each card the player owns, by id, None where they were not counted. `most_steps` limits how
    many costly steps one answer of an analysis may take, `patience` how many seconds it may wait for what is worked out
    beside it; None lets it finish. Without `fixes` a check may leave out its fixes, where nobody sees them.
    """

    catalogue: Catalogue
    rulebook: Rulebook
    rulings: Rulings
    saved: tuple[Build, ...] = ()
    owned: Mapping[str, int] | None = None
    most_steps: int | None = None
    patience: float | None = None
    build: Build | None = None
    fixes: bool = True


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
    `dice` is False for one that never asks for a throw. `filled` says which numbers of cards its inputs take.
    `own_dice` are inputs with values that a page fills in where players throw their own dice and left them open.
    `figures` gives measures of a made resolver by name without running all its dice; they equal those of its odds.
    `ending` says in words how a roll ended, where no single figure does. `usual` names the inputs that stand open on
    its page, those without a default always do; where empty, all of them.
    """

    name: str
    title: str
    about: str
    inputs: type[Record]
    make: Callable[[Any, Context], Resolver[Any]]
    measures: tuple[Measure, ...]
    headline: str
    dice: bool = True
    filled: FilledFrom | None = None
    own_dice: tuple[tuple[str, str], ...] = ()
    figures: "Callable[[Any], Mapping[str, Fraction]] | None" = None
    usual: tuple[str, ...] = ()
    ending: Callable[[Any], str] | None = None


@dataclass(frozen=True)
class PrintSource:
    """What a print set is made from: the context, a build where it needs one, and how unknown numbers are shown.

    `packing` says what boxes are sized for, None what cards usually are. A build's title is printed on its sheets,
    shortened and without characters that cannot be printed.
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


@dataclass(frozen=True)
class PrintSet:
    """Something to print; `make` returns its parts.

    A print set that `needs_build` prints only a build's own pieces; one that `takes_build` prints them where there is a
    build, and the game's without one. An `extra` is made of what the other print sets hold, for paper alone: a box, a
    booklet. It is printed where it is named, and has no cards to show or export.
    """

    name: str
    title: str
    about: str
    make: Callable[[PrintSource], tuple["Part", ...]]
    needs_build: bool = False
    takes_build: bool = False
    extra: bool = False


def for_paper_alone(print_sets: Iterable[PrintSet], where: str) -> None:
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

    `old_names` are former names of its page; their addresses redirect to the new one. `filled` says which numbers of
    cards its inputs take.
    """

    name: str
    title: str
    about: str
    inputs: type[Record]
    run: Callable[[Any, Context], dict[str, Any]]
    old_names: tuple[str, ...] = ()
    filled: FilledFrom | None = None


@dataclass(frozen=True)
class WorkedRoll:
    """A roll that a page works through: a resolver's name, its inputs, and the seed of the dice that it shows."""

    name: str
    inputs: Mapping[str, Any]
    seed: int


@dataclass(frozen=True)
class FirstGame:
    """What a game's page "Play tonight" is made of, besides the words in its template.

    `print_sets` are names of print sets, each with what it is for; their sheets are counted where the page is made.
    `rolls` are shown with their exact odds; `figures` are what else the template needs.
    """

    print_sets: tuple[tuple[str, str], ...]
    rolls: Mapping[str, WorkedRoll]
    figures: Mapping[str, Any]


FirstGameMaker = Callable[[Context, Mapping[str, Any]], FirstGame]
"""Returns a game's first evening from the context and the game's example builds, by name."""
PageData = Callable[[Context], Mapping[str, Any]]
"""Returns what the template of an analysis needs besides inputs and answer: the choices of its fields."""


class Credit(Record):
    """Whose game it is, as its rulebook says; a name that it does not give is empty. `whose` is for a credits page."""

    designer: str = ""
    publisher: str = ""
    licence: str
    whose: str
    note: str = ""


@dataclass(frozen=True)
class GameSystem:
    """One game: its names, and what its modules offer. Adding a game means adding one of these.

    The modules (or packages) of `companion.games.<package>` are: model (`KINDS`, `BUILD`), validator (`check`),
    resolver (`RESOLVERS`), analysis (`ANALYSES`), sheets (`PRINT_SETS`), form (`FORM`), pages (`PAGES`, `TONIGHT`),
    summary (`shown`, `summary`) and art (`figures`). Analysis, pages, summary and art may be missing.
    """

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

    def _room(self, name: str) -> ModuleType:
        return import_module(f"companion.games.{self.package}.{name}")

    def room(self, name: str) -> ModuleType | None:
        """Return a module of the game, or None where it has none of that name."""
        there = util.find_spec(f"companion.games.{self.package}.{name}")
        return self._room(name) if there else None

    def _offered(self, room: str, name: str, otherwise: Any) -> Any:
        """Return what a module of the game offers, or `otherwise` where the game has no such module."""
        return getattr(self.room(room), name, otherwise)

    @cached_property
    def kinds(self) -> Kinds:
        """The kinds of cards, by the name of their table."""
        kinds: Kinds = self._room("model").KINDS
        return kinds

    @cached_property
    def model(self) -> type[Build]:
        """The model of a build."""
        model: type[Build] = self._room("model").BUILD
        return model

    def check(self, build: Any, context: Context) -> Verdict:
        """Return a build's totals and all findings at once."""
        verdict: Verdict = self._room("validator").check(build, context)
        return verdict

    @cached_property
    def resolvers(self) -> tuple[ResolverKind, ...]:
        """What can be rolled."""
        resolvers: tuple[ResolverKind, ...] = self._room("resolver").RESOLVERS
        return resolvers

    @cached_property
    def analyses(self) -> tuple[Analysis, ...]:
        """The analyses."""
        analyses: tuple[Analysis, ...] = self._offered("analysis", "ANALYSES", ())
        return analyses

    @cached_property
    def print_sets(self) -> tuple[PrintSet, ...]:
        """What can be printed, in the order in which it is offered: the game's own, then what every game has."""
        own: tuple[PrintSet, ...] = self._room("sheets").PRINT_SETS
        extras: tuple[PrintSet, ...] = import_module("companion.extras").print_sets(self, own)
        return (*own, *extras)

    @cached_property
    def form(self) -> "tuple[BuildField[Any], ...]":
        """The fields of a build's form, without its title."""
        form: tuple[BuildField[Any], ...] = self._room("form").FORM
        return form

    @cached_property
    def pasted(self) -> Mapping[str, "Callable[[str], PastedCard]"]:
        """What reads a card as it is printed, pasted as text, by its kind; none for most kinds."""
        pasted: Mapping[str, Callable[[str], PastedCard]] = self._offered("form", "PASTED", {})
        return pasted

    @cached_property
    def pages(self) -> Mapping[str, PageData]:
        """Functions that give the pages of analyses their choices, by the analysis's name."""
        pages: Mapping[str, PageData] = self._offered("pages", "PAGES", {})
        return pages

    @cached_property
    def tonight(self) -> FirstGameMaker | None:
        """What makes the page for a first evening; None where the game has none."""
        found: FirstGameMaker | None = self._offered("pages", "TONIGHT", None)
        return found

    def shown(self, build: Any, context: Context) -> Mapping[str, Any]:
        """Return the values for the template of the build's page; the build is None while it cannot be read."""
        shown: Mapping[str, Any] = self._offered("summary", "shown", lambda build, context: {})(build, context)
        return shown

    def without_effect(self, card: cards.Card, catalogue: Catalogue) -> tuple[str, ...]:
        """Return what a card prints that the companion does not know, as it is printed: it changes no dice."""
        found: tuple[str, ...] = self._offered("validator", "without_effect", lambda card, catalogue: ())(
            card, catalogue
        )
        return found

    @cached_property
    def builder(self) -> "Builder | None":
        """How its builds are put together on a page, or None where the game has only a form."""
        return cast("Builder | None", self.room("builder"))

    def figures(self, build: Any, context: Context) -> tuple["Figure", ...]:
        """Return the mechs of a build as they are drawn, also where it is not legal; none of an empty one."""
        figures: tuple[Figure, ...] = self._offered("art", "figures", lambda build, context: ())(build, context)
        return figures

    @property
    def draws_builds(self) -> bool:
        """Whether the game has portraits of its builds."""
        return self._offered("art", "figures", None) is not None

    def summary(self, build: Any, context: Context) -> str:
        """Return a build as text for a chat."""
        text: str = self._offered("summary", "summary", lambda build, context: build.title)(build, context)
        return text

    @cached_property
    def credit(self) -> Credit:
        """Whose game it is."""
        path = paths.CARD_DATA / self.package / "credit.toml"
        return documents.read_as(Credit, documents.parse(path.read_text("utf-8"), path.name))

    @cached_property
    def catalogue(self) -> Catalogue:
        """The cards that ship with the product."""
        return cards.load(paths.CARD_DATA / self.package, self.kinds)

    @cached_property
    def examples(self) -> Mapping[str, Build]:
        """The builds that ship as examples, by the name of their file: a typical one first, each legal as it is."""
        folder = paths.CARD_DATA / self.package / "examples"
        files = sorted(folder.glob("*.toml"))
        return {path.stem: self.read(documents.parse(path.read_text("utf-8"), path.name)) for path in files}

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's rulebook."""
        return rulebook.load(paths.CARD_DATA / self.package / "rulebook.toml")

    def context(self, rulings: Rulings | None = None, catalogue: Catalogue | None = None) -> Context:
        """Return the context under chosen rulings; InvalidInput where one does not exist."""
        return Context(catalogue or self.catalogue, self.rulebook, self.rulebook.rulings(rulings))

    def catalogue_of(self, document: object) -> Catalogue:
        """Return the cards of a document or a build: the shipped ones, with the packs it carries merged in."""
        if isinstance(document, Build):
            return packs.merge(self.catalogue, [pack.model_dump() for pack in document.pack])
        carried = document.get("pack") if isinstance(document, Mapping) else None
        return packs.merge(self.catalogue, carried or ())

    def context_of(self, build: Build | None) -> Context:
        """Return the context a build is judged in: its rulings, its packs."""
        return self.context(build.rulings, self.catalogue_of(build)) if build else self.context()

    def read(self, document: object, catalogue: Catalogue | None = None) -> Build:
        """Return a document as this game's build; InvalidInput with every input error, unknown cards among them.

        `catalogue` stands in for the shipped cards with the document's packs merged in.
        """
        return self.read_with(document, catalogue or self.catalogue_of(document))[0]

    def read_in_context(self, document: object) -> tuple[Build, Context]:
        """Return a document as `read` does, and the context it is checked in: resolve once, and hand both on."""
        return self.read_with(document, self.catalogue_of(document))

    def read_with(self, document: object, catalogue: Catalogue) -> tuple[Build, Context]:
        """Return a document as `read_in_context` does, where its packs are merged into a catalogue already."""
        build = documents.read_as(self.model, document, {"catalogue": catalogue})
        return build, self.context(build.rulings, catalogue)

    def verdict(self, build: Build, catalogue: Catalogue | None = None) -> Verdict:
        """Check a build under its own rulings and packs: totals and all findings at once."""
        return self.check(build, self.context(build.rulings, catalogue or self.catalogue_of(build)))

    def title_of(self, build: Build | None) -> str:
        """Return the title of what belongs to the game or to one of its builds."""
        return f"{self.title}: {build.title}" if build and build.title else self.title

    def print_title(self, source: PrintSource) -> str:
        """Return the title at the foot of printed sheets: the rulings that are not the defaults stand in it."""
        decided = rulebook.written(self.rulebook.decisions(source.context.rulings))
        title = self.title_of(source.build)
        return f"{title} ({decided})" if decided else title

    def resolver(self, name: str) -> ResolverKind | None:
        """Return a resolver by name, or None."""
        return next((r for r in self.resolvers if r.name == name), None)

    def analysis(self, name: str) -> Analysis | None:
        """Return an analysis by name, or None."""
        return next((a for a in self.analyses if a.name == name), None)

    def print_set(self, name: str) -> PrintSet | None:
        """Return a print set by name, or None."""
        return next((k for k in self.print_sets if k.name == name), None)
