"""GameSystem: what the product knows of a game: its names, its credit, its cards, and how its documents are read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion import cards, documents, packs, paths, rulebook
from companion.cards import Catalogue
from companion.compat import cached_property
from companion.documents import Build
from companion.findings import Verdict
from companion.rooms import Rooms
from companion.rulebook import Rulebook, Rulings
from companion.system import Context, Credit, GameNames, PrintSet, PrintSource

if TYPE_CHECKING:
    from companion.printing.faces.portraits import Figure


@dataclass(frozen=True)
class GameSystem(GameNames, Rooms):
    """One game: its names, its folders, and the rooms it loads. Adding a game means adding one of these."""

    @cached_property
    def credit(self) -> Credit:
        """Whose game it is."""
        path = paths.CARD_DATA / self.package / "credit.toml"
        return documents.read_as(Credit, documents.parse(path.read_text("utf-8"), path.name))

    @cached_property
    def catalogue(self) -> Catalogue:
        """The cards that ship with the product."""
        return cards.load_catalogue(paths.CARD_DATA / self.package, self.kinds)

    @cached_property
    def examples(self) -> Mapping[str, Build]:
        """The builds that ship as examples, by the name of their file: a typical one first, each legal as it is."""
        folder = paths.CARD_DATA / self.package / "examples"
        files = sorted(folder.glob("*.toml"))
        return {path.stem: self.read(documents.parse(path.read_text("utf-8"), path.name)) for path in files}

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's rulebook."""
        return rulebook.load_rulebook(paths.CARD_DATA / self.package / "rulebook.toml")

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
        decided = rulebook.rulings_text(self.rulebook.decisions(source.context.rulings))
        title = self.title_of(source.build)
        return f"{title} ({decided})" if decided else title

    @cached_property
    def print_sets(self) -> tuple[PrintSet, ...]:
        """What can be printed, in the order in which it is offered: the game's own, then what every game has."""
        from companion import extras

        own = self.load_views().sheets.PRINT_SETS
        return (*own, *extras.print_sets(self, self.credit, own, self._mech_figures))

    def _mech_figures(self, source: PrintSource) -> "tuple[Figure, ...]":
        """Return the mechs of the build, or of all examples where there is none."""
        found = self.figures(source.build, source.context) if source.build else ()
        builds = self.examples.values()
        return found or tuple(figure for build in builds for figure in self.figures(build, self.context_of(build)))

    def print_set(self, name: str) -> PrintSet | None:
        """Return a print set by name, or None."""
        return next((k for k in self.print_sets if k.name == name), None)
