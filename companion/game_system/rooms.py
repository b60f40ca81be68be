"""Rooms: the interface of each module of a game, as Protocols, and how a game loads it.

Rooms are imported when they are first used, so that rolling a game's dice loads no forms and no sheets.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.base.compat import cached_property
from companion.base.findings import Verdict
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.cards import Card, Catalogue, Kinds
from companion.data.documents import Build
from companion.gamekit.contract import (
    Analysis,
    Context,
    DiagramsOf,
    FirstGameMaker,
    PageData,
    PastedCard,
    PrintSet,
    RandomShape,
    RandomSource,
    ResolverKind,
)

if TYPE_CHECKING:
    from companion.gamekit.build_form import BuildField
    from companion.gamekit.matchup import AnyMatchup
    from companion.gamekit.workshop import Builder
    from companion.play.tracker import TrackerKind
    from companion.printing.faces.portraits import Figure


SpreadsheetRow = tuple[str | int, ...]
"""The cells of a row, one for each column."""


class ModelRoom(Protocol):
    """The words of a game: its cards and its builds."""

    @property
    def KINDS(self) -> Kinds:
        """The kinds of cards, by the name of their table."""

    @property
    def BUILD(self) -> type[Build]:
        """The model of a build."""


class ValidatorRoom(Protocol):
    """The checks of a build."""

    def check(self, build: Any, context: Context, /) -> Verdict:
        """Return a build's totals and all findings at once."""


class ResolverRoom(Protocol):
    """The rolls of a game."""

    @property
    def RESOLVERS(self) -> tuple[ResolverKind, ...]:
        """The resolvers, in the order in which they are offered."""


class AnalysisRoom(Protocol):
    """The analyses of a game: answers without dice."""

    @property
    def ANALYSES(self) -> tuple[Analysis, ...]:
        """The analyses, in the order in which they are offered."""


class MatchupRoom(Protocol):
    """One build against another."""

    @property
    def MATCHUP(self) -> "AnyMatchup":
        """The attacks, the targets, and the inputs of a resolver for each pair."""


class TrackerRoom(Protocol):
    """The game at the table."""

    @property
    def TRACKER(self) -> "TrackerKind":
        """The number of seats, the options of a table, and the function that makes a tracker."""


class RandomRoom(Protocol):
    """Random builds."""

    @property
    def SHAPE(self) -> type[RandomShape]:
        """The model of what a random build can be asked for."""

    def random_build(self, shape: Any, context: Context, chance: RandomSource, /) -> JsonObject:
        """Return a random build as a document without game and title; it need not be legal."""


class SheetsRoom(Protocol):
    """The prints of a game."""

    @property
    def PRINT_SETS(self) -> tuple[PrintSet, ...]:
        """The game's own print sets, in the order in which they are offered."""

    @property
    def DIAGRAMS(self) -> DiagramsOf:
        """The function that returns the diagrams of the game's rules, each beside a section of the rulebook."""


class FormRoom(Protocol):
    """The form of a build."""

    @property
    def FORM(self) -> "tuple[BuildField, ...]":
        """The fields of the form, without its title."""


class PagesRoom(Protocol):
    """Data of the game's own pages."""

    @property
    def PAGES(self) -> Mapping[str, PageData]:
        """Functions that return the choices on an analysis's page, by the analysis's name."""

    @property
    def TONIGHT(self) -> FirstGameMaker | None:
        """The function that returns the data of the page for a first evening."""


class SummaryRoom(Protocol):
    """A summary of a build."""

    def page_values(self, build: Any, context: Context, /) -> JsonMapping:
        """Return the values for the template of the build's page; the build is None while it cannot be read."""

    def summary(self, build: Any, context: Context, /) -> str:
        """Return a build as text for a chat."""

    @property
    def COLUMNS(self) -> tuple[str, ...]:
        """The heads of a build's rows in a spreadsheet; the last column says where a row's numbers come from."""

    def rows(self, build: Any, context: Context, /) -> list[SpreadsheetRow]:
        """Return a build as rows for a spreadsheet: a unit, a mech, a card or a level each."""


class ArtRoom(Protocol):
    """Drawings of builds."""

    def figures(self, build: Any, context: Context, /) -> "tuple[Figure, ...]":
        """Return drawings of a build's mechs, legal or not; none of an empty build."""


@dataclass(frozen=True)
class RuleRooms:
    """The rooms that check a build and roll its dice."""

    validator: ValidatorRoom
    resolver: ResolverRoom


@dataclass(frozen=True)
class AnswerRooms:
    """The rooms of analyses, matchups, tables and random builds, if a game has them."""

    analysis: AnalysisRoom | None = None
    matchup: MatchupRoom | None = None
    tracker: TrackerRoom | None = None
    random_build: RandomRoom | None = None


@dataclass(frozen=True)
class ViewRooms:
    """The rooms that show and print; without a builder, a build is made only in its form."""

    form: FormRoom
    sheets: SheetsRoom
    builder: "Builder | None" = None
    pages: PagesRoom | None = None
    summary: SummaryRoom | None = None
    art: ArtRoom | None = None


class Rooms(ABC):
    """The rooms of a game: each game imports its rooms by name, in these four functions."""

    @abstractmethod
    def load_model(self) -> ModelRoom:
        """Return the room `model`."""

    @abstractmethod
    def load_rules(self) -> RuleRooms:
        """Return the rooms that check and roll."""

    @abstractmethod
    def load_answers(self) -> AnswerRooms:
        """Return the rooms of analyses, matchups and tables."""

    @abstractmethod
    def load_views(self) -> ViewRooms:
        """Return the rooms that show and print."""

    @cached_property
    def kinds(self) -> Kinds:
        """The kinds of cards, by the name of their table."""
        return self.load_model().KINDS

    @cached_property
    def model(self) -> type[Build]:
        """The model of a build."""
        return self.load_model().BUILD

    def check(self, build: Build, context: Context) -> Verdict:
        """Return a build's totals and all findings at once."""
        return self.load_rules().validator.check(build, context)

    def unknown_effects(self, card: Card, catalogue: Catalogue) -> tuple[str, ...]:
        """Return a card's printed effects that the product does not apply; they change no dice."""
        return ()

    @cached_property
    def resolvers(self) -> tuple[ResolverKind, ...]:
        """The resolvers, in the order in which they are offered."""
        return self.load_rules().resolver.RESOLVERS

    def resolver(self, name: str) -> ResolverKind | None:
        """Return a resolver by name, or None."""
        return next((r for r in self.resolvers if r.name == name), None)

    @cached_property
    def analyses(self) -> tuple[Analysis, ...]:
        """The analyses."""
        room = self.load_answers().analysis
        return room.ANALYSES if room else ()

    def analysis(self, name: str) -> Analysis | None:
        """Return an analysis by name, or None."""
        return next((a for a in self.analyses if a.name == name), None)

    @cached_property
    def matchup(self) -> "AnyMatchup | None":
        """The matchup of one build against another; None if the game has no fights."""
        room = self.load_answers().matchup
        return room.MATCHUP if room else None

    @cached_property
    def random_room(self) -> RandomRoom | None:
        """The room that draws random builds; None if the game has none."""
        return self.load_answers().random_build

    @cached_property
    def form(self) -> "tuple[BuildField, ...]":
        """The fields of a build's form, without its title."""
        return self.load_views().form.FORM

    @property
    def paste_readers(self) -> Mapping[str, Callable[[str], PastedCard]]:
        """Readers of pasted card text by kind of card; most kinds have none."""
        return {}

    @cached_property
    def builder(self) -> "Builder | None":
        """The builder of builds on a page; None if the game has only a form."""
        return self.load_views().builder

    @cached_property
    def pages(self) -> Mapping[str, PageData]:
        """Functions that return the choices on an analysis's page, by the analysis's name."""
        room = self.load_views().pages
        return room.PAGES if room else {}

    @cached_property
    def tonight(self) -> FirstGameMaker | None:
        """The function that returns the data of the page for a first evening; None if there is no such page."""
        room = self.load_views().pages
        return room.TONIGHT if room else None

    def page_values(self, build: Build | None, context: Context) -> JsonMapping:
        """Return the values for the template of the build's page; the build is None while it cannot be read."""
        room = self.load_views().summary
        return room.page_values(build, context) if room else {}

    def summary(self, build: Build, context: Context) -> str:
        """Return a build as text for a chat."""
        room = self.load_views().summary
        return room.summary(build, context) if room else build.title

    @property
    def spreadsheet_heads(self) -> SpreadsheetRow:
        """The heads of the columns of a build in a spreadsheet."""
        room = self.load_views().summary
        return room.COLUMNS if room else ("Title",)

    def spreadsheet(self, build: Build, context: Context) -> list[SpreadsheetRow]:
        """Return a build as rows for a spreadsheet, their heads first; of a game without a summary its title alone."""
        room = self.load_views().summary
        return [self.spreadsheet_heads, *(room.rows(build, context) if room else [(build.title,)])]

    @property
    def draws_builds(self) -> bool:
        """Whether the game has portraits of its builds."""
        return self.load_views().art is not None

    def figures(self, build: Build, context: Context) -> "tuple[Figure, ...]":
        """Return drawings of a build's mechs, legal or not; none of an empty build."""
        room = self.load_views().art
        return room.figures(build, context) if room else ()
