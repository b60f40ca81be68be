"""GameSystem: the verbs that every game answers to, as data and functions that the shell calls."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, Protocol

from companion import cards, documents, packs, paths, rulebook
from companion.cards import Catalogue, Kinds
from companion.dice.resolver import Measure, Resolver
from companion.documents import Build, Record
from companion.findings import Verdict
from companion.printing.faces.boxes import Part
from companion.printing.text import fonts
from companion.rulebook import Rulebook, Rulings


class FormData(dict[str, list[str]]):
    """A posted form or a query as plain data: each name with its values, in order; WTForms reads it as it is."""

    def getlist(self, name: str) -> list[str]:
        """Return a field's values, none where it was not sent."""
        return list(self.get(name, ()))


@dataclass(frozen=True)
class Context:
    """What a game's functions work with besides their own input: the cards, the rules, the rulings in force.

    `saved` holds the builds that this player keeps, where a game's own page is shown; `owned` how many of each card
    the player owns, by id, None where nobody counted.
    """

    catalogue: Catalogue
    rulebook: Rulebook
    rulings: Rulings
    saved: tuple[Build, ...] = ()
    owned: Mapping[str, int] | None = None


@dataclass(frozen=True)
class ResolverKind:
    """A resolver a game offers: the model of its inputs, how to make it, and the figures that sum it up.

    `inputs` fields carry their `title` and `description` for the form; their names are the contract.
    `headline` names the measure that matters most. `make` raises InvalidInput where inputs do not go together.
    `dice` is False for one that never asks for a throw.
    """

    name: str
    title: str
    about: str
    inputs: type[Record]
    make: Callable[[Any, Context], Resolver[Any]]
    measures: tuple[Measure, ...]
    headline: str
    dice: bool = True


@dataclass(frozen=True)
class PrintSource:
    """What somebody wants printed: the context, a build where the print set needs one, and how unknown numbers show.

    A build's title heads its sheets; whatever it is, it keeps none of them from being printed.
    """

    context: Context
    build: Build | None = None
    unknown: Literal["house", "blank"] = "house"

    def __post_init__(self) -> None:
        if self.build is not None:
            titled = self.build.model_copy(update={"title": fonts.printable(self.build.title)})
            object.__setattr__(self, "build", titled)


@dataclass(frozen=True)
class PrintSet:
    """Something to print; `make` gives its parts.

    A print set that `needs_build` prints only a build's own pieces; one that `takes_build` prints them where there is a
    build, and the game's without one.
    """

    name: str
    title: str
    about: str
    make: Callable[[PrintSource], tuple[Part, ...]]
    needs_build: bool = False
    takes_build: bool = False


class BuildForm(Protocol):
    """A game's form for its builds, made with WTForms in the room `form`."""

    @classmethod
    def read(cls, fields: FormData, catalogue: Catalogue) -> "BuildForm":
        """Return the form filled with what was typed."""

    @classmethod
    def filled(cls, document: Mapping[str, Any], catalogue: Catalogue) -> "BuildForm":
        """Return the form filled from a document."""

    def validate(self) -> bool:
        """Return whether everything typed can be read; messages stand beside each field in `errors`."""

    def document(self) -> dict[str, Any]:
        """Return what was typed as a document."""


@dataclass(frozen=True)
class View:
    """A page only one game has: `show` turns plain fields into what its template `<game>/<name>.html` is given.

    `show` raises InvalidInput for fields it cannot read; the shell answers 422 with the sentence.
    """

    name: str
    title: str
    about: str
    show: Callable[[FormData, Context], Mapping[str, Any]]


@dataclass(frozen=True)
class Credit:
    """Whose game it is, as its rulebook says; a name that it does not give is empty."""

    designer: str
    publisher: str
    licence: str
    note: str = ""


@dataclass(frozen=True)
class GameSystem:
    """One game. A sixth game is one more of these."""

    slug: str
    title: str
    tagline: str
    players: str
    build_noun: str
    """What a build is called on the screen: "component draft"."""
    accent: str
    """The game's colour as #rrggbb, at least 4.5 : 1 on white."""
    credit: Credit
    kinds: Kinds
    model: type[Build]
    check: Callable[[Any, Context], Verdict]
    form: type[BuildForm]
    resolvers: tuple[ResolverKind, ...]
    print_sets: tuple[PrintSet, ...]
    views: tuple[View, ...] = ()
    shown: Callable[[Any, Context], Mapping[str, Any]] = field(default=lambda build, context: {})
    """What the template of its build page is given besides the form; the build is None while it cannot be read."""
    summary: Callable[[Any, Context], str] = field(default=lambda build, context: build.title)
    """A build as text for a chat."""

    @property
    def package(self) -> str:
        """The game's folder name: `mecha_mettle`."""
        return self.slug.replace("-", "_")

    @cached_property
    def catalogue(self) -> Catalogue:
        """The cards that ship with the product."""
        return cards.load(paths.CARD_DATA / self.package, self.kinds)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's rulebook."""
        return rulebook.load(paths.CARD_DATA / self.package / "rulebook.toml")

    def context(self, rulings: Rulings | None = None, catalogue: Catalogue | None = None) -> Context:
        """Return the context under chosen rulings; InvalidInput where one does not exist."""
        return Context(catalogue or self.catalogue, self.rulebook, self.rulebook.rulings(rulings))

    def catalogue_of(self, document: object) -> Catalogue:
        """Return the cards a document or a build is made of: those that ship, the packs it carries laid over them."""
        if isinstance(document, Build):
            return packs.merge(self.catalogue, [pack.model_dump() for pack in document.pack])
        carried = document.get("pack") if isinstance(document, Mapping) else None
        return packs.merge(self.catalogue, carried or ())

    def context_of(self, build: Build | None) -> Context:
        """Return the context a build is judged in: its own rulings, its own packs."""
        return self.context(build.rulings, self.catalogue_of(build)) if build else self.context()

    def read(self, document: object, catalogue: Catalogue | None = None) -> Build:
        """Return a document as this game's build; InvalidInput with every input error, unknown cards among them.

        `catalogue` stands in for the shipped cards with the document's own packs over them.
        """
        catalogue = catalogue or self.catalogue_of(document)
        build = documents.read_as(self.model, document, {"catalogue": catalogue})
        self.rulebook.rulings(build.rulings)
        return build

    def verdict(self, build: Build, catalogue: Catalogue | None = None) -> Verdict:
        """Check a build under its own rulings and packs: totals and all findings at once."""
        return self.check(build, self.context(build.rulings, catalogue or self.catalogue_of(build)))

    def resolver(self, name: str) -> ResolverKind | None:
        """Return a resolver by name, or None."""
        return next((r for r in self.resolvers if r.name == name), None)

    def print_set(self, name: str) -> PrintSet | None:
        """Return a print set by name, or None."""
        return next((k for k in self.print_sets if k.name == name), None)
