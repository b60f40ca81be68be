"""GameSystem: a game as the product uses it, with names, credit, cards, and the reading of its documents."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import ValidationError

from companion.base import paths
from companion.base.compat import cached_property
from companion.base.findings import Finding, InputError, InvalidInput, Verdict, quote
from companion.base.json_types import JsonMapping
from companion.base.wording import one_line
from companion.data import cards, documents, glossary, packs, rulebook
from companion.data.card_ids import find_unknown_cards
from companion.data.cards import Catalogue
from companion.data.documents import Build, CarriedHouseRules, to_document
from companion.data.glossary import Word
from companion.data.lesson import Lesson, load_lesson
from companion.data.rulebook import Rulebook, Rulings
from companion.game_system.rooms import Rooms
from companion.gamekit import house_rules, unknown_cards
from companion.gamekit.build_form import Fields
from companion.gamekit.contract import EVERYTHING, Context, Credit, GameNames, PrintSet, PrintSource
from companion.gamekit.house_rules import HouseRules
from companion.gamekit.losses import A_LOST
from companion.gamekit.matchup import MatchupSide

if TYPE_CHECKING:
    from companion.play.log import Setup
    from companion.play.tracker import TrackerKind
    from companion.printing.faces.portraits import Figure


def _later_format(build: Build) -> Finding:
    message = f"A later release of the companion wrote this build, in format {build.format} (here {documents.FORMAT}): "
    message += "what is new in it is kept, but not checked. Update the companion to check all of it."
    return Finding("later-format", "warning", message, "format")


@dataclass(frozen=True)
class GameSystem(GameNames, Rooms):
    """One game: its names, its folders, and its rooms. Adding a game means adding one of these."""

    @cached_property
    def credit(self) -> Credit:
        """The owners and the licence of the game."""
        path = paths.CARD_DATA / self.package / "credit.toml"
        return documents.read_as(Credit, documents.parse(path.read_text("utf-8"), path.name))

    @cached_property
    def catalogue(self) -> Catalogue:
        """The cards that ship with the product."""
        return cards.load_catalogue(paths.CARD_DATA / self.package, self.kinds)

    @cached_property
    def examples(self) -> Mapping[str, Build]:
        """The shipped example builds by the name of their file: a typical one first, all of them legal."""
        folder = paths.CARD_DATA / self.package / "examples"
        files = sorted(folder.glob("*.toml"))
        return {path.stem: self.read(documents.parse(path.read_text("utf-8"), path.name)) for path in files}

    @cached_property
    def rulebook(self) -> Rulebook:
        """The game's rulebook."""
        return rulebook.load_rulebook(paths.CARD_DATA / self.package / "rulebook.toml")

    @cached_property
    def lesson(self) -> Lesson | None:
        """The game's scripted first game; None where it has none."""
        return load_lesson(paths.CARD_DATA / self.package / "teach.toml")

    @cached_property
    def glossary(self) -> tuple[Word, ...]:
        """The game's short terms, each with its meaning."""
        return glossary.load_glossary(paths.CARD_DATA / self.package / "glossary.toml").word

    def context(self, rulings: Rulings | None = None, catalogue: Catalogue | None = None) -> Context:
        """Return the context under chosen rulings; InvalidInput where one does not exist."""
        return Context(catalogue or self.catalogue, self.rulebook, self.rulebook.rulings(rulings))

    def catalogue_of(self, document: object) -> Catalogue:
        """Return the cards of a document: the shipped ones, with its packs merged in."""
        document_packs = document.get("pack") if isinstance(document, Mapping) else None
        return packs.merge(self.catalogue, document_packs or ())

    def context_of(self, build: Build | None) -> Context:
        """Return the context in which a build is checked: its rulings, its packs."""
        return self.read_in_context(to_document(build))[1] if build else self.context()

    def _build_context(self, build: Build, catalogue: Catalogue) -> Context:
        rules = build.house_rules
        if rules is None:
            return self.context(build.rulings, catalogue)
        allowed = self._read_decisions(rules, catalogue, f"{house_rules.FIELD}.").field_values()
        limits = {name: allowed[name] for name in rules.limits}
        return replace(self.context(build.rulings, catalogue), house_rules=rules, limits=limits)

    def read(self, document: object, catalogue: Catalogue | None = None) -> Build:
        """Return a document as this game's build; InvalidInput with every input error. Unknown cards stay.

        `catalogue` is the shipped cards with the document's packs merged in, if the caller has it already.
        """
        return self.read_with(document, catalogue or self.catalogue_of(document))[0]

    def read_known(self, document: object) -> Build:
        """Return a document as a build of known cards alone; InvalidInput names each unknown one too."""
        catalogue = self.catalogue_of(document)
        build = documents.read_as(self.model, document, {"catalogue": catalogue})
        self._build_context(build, catalogue)  # refuses a ruling that does not exist
        return build

    def read_in_context(self, document: object, chosen: Mapping[str, str] | None = None) -> tuple[Build, Context]:
        """Return a document as `read` does, and the context in which it is checked, so that it is made only once.

        `chosen` rulings replace its own; InvalidInput where one does not exist.
        """
        build, context = self.read_with(document, self.catalogue_of(document))
        if chosen:
            context = replace(context, rulings=self.rulebook.rulings({**build.rulings, **chosen}))
        return build, context

    def with_stand_ins(self, document: object, catalogue: Catalogue) -> Catalogue:
        """Return a catalogue with stand-ins for the cards that a document names and that it does not have."""
        try:
            documents.validate(self.model, document, {"catalogue": catalogue.known})
        except ValidationError as error:
            return unknown_cards.add_stand_ins(catalogue.known, find_unknown_cards(error))
        return catalogue.known

    def read_with(self, document: object, catalogue: Catalogue) -> tuple[Build, Context]:
        """Return a document as `read_in_context` does, with a catalogue in which its packs are merged already.

        The catalogue of the context has stand-ins for the cards that the document names and nobody here knows.
        """
        catalogue = catalogue.known
        try:
            build = documents.validate(self.model, document, {"catalogue": catalogue})
        except ValidationError as error:
            catalogue = unknown_cards.add_stand_ins(catalogue, find_unknown_cards(error))
            build = documents.read_as(self.model, document, {"catalogue": catalogue})
        return build, self._build_context(build, catalogue)

    @cached_property
    def tracker(self) -> "TrackerKind":
        """The game at the table; one kept by hand if the app does not know the game's moves."""
        room = self.load_answers().tracker
        return room.TRACKER if room else self.kept_by_hand

    @cached_property
    def kept_by_hand(self) -> "TrackerKind":
        """A table of this game whose players keep all of it themselves."""
        from companion.play.records.by_hand import kept_by_hand

        return kept_by_hand(self.resolvers, self.read_known)

    def tracker_of(self, setup: "Setup") -> "TrackerKind":
        """Return the tracker of a table: the game's own, or one by hand, as it is today or as before 0.18."""
        if setup.tracker == self.kept_by_hand.number:
            return self.kept_by_hand
        by_hand = self._tracker_by_hand
        return by_hand if by_hand.number == setup.tracker != self.tracker.number else self.tracker

    @cached_property
    def _tracker_by_hand(self) -> "TrackerKind":
        from companion.play.by_hand import tracker_by_hand

        return tracker_by_hand(self.resolvers, self.read_known, self._read_losses)

    def _read_losses(self, document: JsonMapping, lost: str, rulings: Mapping[str, str]) -> None:
        """Read the losses of a build as its matchup does; InvalidInput where they cannot be read."""
        room = self.matchup
        if room is None:
            return
        build, context = self.read_in_context(document)
        side = MatchupSide(build.title, replace(context, rulings=self.rulebook.rulings(dict(rulings))), build)
        try:
            room.apply_losses(side, side, documents.read_as(room.circumstances, {A_LOST: lost}))
        except InvalidInput as error:
            places = (replace(one, where=one.where.replace(A_LOST, "what is lost")) for one in error.input_errors)
            raise InvalidInput(*places) from None

    @cached_property
    def limits(self) -> Fields:
        """The fields of a build that house rules may limit."""
        return tuple(field for field in self.form if field.limit)

    def describe_limits(self, rules: HouseRules | CarriedHouseRules, catalogue: Catalogue) -> tuple[str, ...]:
        """Return the limits of house rules in words, in the order of the form."""
        limits = ((field, rules.limits[field.name]) for field in self.limits if field.name in rules.limits)
        return tuple(house_rules.describe_limit(field, value, catalogue) for field, value in limits)

    def read_house_rules(self, document: object) -> HouseRules:
        """Return a document as house rules of this game; InvalidInput with every input error.

        Rulings that are the defaults are left out, and limits are normalised as values of a build.
        """
        rules = documents.read_as(HouseRules, document)
        if rules.game != self.slug:
            raise InvalidInput(InputError("game", quote(rules.game), f"house rules for {self.slug}"))
        catalogue = packs.merge(self.catalogue, [pack.model_dump() for pack in rules.pack])
        limits = self._read_decisions(rules, catalogue).model_dump(mode="json", include=set(rules.limits))
        decisions = self.rulebook.decisions(self.rulebook.rulings(rules.rulings))
        return rules.model_copy(update={"rulings": decisions, "limits": limits})

    def _read_decisions(self, rules: HouseRules | CarriedHouseRules, catalogue: Catalogue, place: str = "") -> Build:
        """Return a build with the limits of house rules; InvalidInput also where a ruling does not exist."""
        try:
            self.rulebook.rulings(rules.rulings)
            return self._read_limits(rules.limits, catalogue)
        except InvalidInput as error:
            errors = (InputError(f"{place}{one.where}", one.found, one.expected) for one in error.input_errors)
            raise InvalidInput(*errors) from None

    def _read_limits(self, limits: JsonMapping, catalogue: Catalogue) -> Build:
        """Return a build with nothing but limits, read by its model; InvalidInput where it cannot read them."""
        names = {field.name for field in self.limits}
        wanted = f"one of {', '.join(sorted(names))}" if names else f"none: {self.title} has no limits to choose"
        errors = [InputError("limits", quote(name), wanted) for name in limits if name not in names]
        if errors:
            raise InvalidInput(*errors)
        try:
            return documents.read_as(self.model, {"game": self.slug, **limits}, {"catalogue": catalogue})
        except InvalidInput as error:
            errors = [InputError(f"limits.{one.where}", one.found, one.expected) for one in error.input_errors]
            raise InvalidInput(*errors) from None

    def check(self, build: Build, context: Context) -> Verdict:
        """Return a build's totals and all findings at once, with those about its house rules and unknown cards."""
        verdict, rules = replace(super().check(build, context), is_empty=build.is_empty), build.house_rules
        if context.catalogue.stand_ins:
            findings = unknown_cards.check_build(build, context, verdict, self.read_with, super().check)
            verdict = replace(verdict, findings=tuple(findings))
        if build.format > documents.FORMAT:
            verdict = replace(verdict, findings=(*verdict.findings, _later_format(build)))
        if rules is None:
            return verdict
        broken = house_rules.check_build(
            build, context.limits, context.rulings, self.rulebook, self.limits, context.catalogue
        )
        verdict = house_rules.name_rules(verdict, rules)
        return replace(verdict, findings=(*verdict.findings, *broken))

    def verdict(self, build: Build, catalogue: Catalogue | None = None) -> Verdict:
        """Check a build under its own rulings and packs: totals and all findings at once."""
        return self.check(build, self._build_context(build, catalogue) if catalogue else self.context_of(build))

    def title_of(self, build: Build | None) -> str:
        """Return the title of the game, or of one of its builds."""
        return f"{self.title}: {build.title}" if build and build.title else self.title

    def print_title(self, source: PrintSource) -> str:
        """Return the title at the foot of printed sheets, with house rules and rulings that are not the defaults."""
        rules = source.context.house_rules
        decisions = rulebook.rulings_text(self.rulebook.decisions(source.context.rulings))
        choices = "; ".join(part for part in (one_line(rules.title, 40) if rules else "", decisions) if part)
        title = self.title_of(source.build)
        return f"{title} ({choices})" if choices else title

    @cached_property
    def print_sets(self) -> tuple[PrintSet, ...]:
        """The print sets in the order in which they are offered: the game's own, then those of every game."""
        from companion import extras

        sheets = self.load_views().sheets
        own, first_game = sheets.PRINT_SETS, self.lesson.first_game if self.lesson else ()
        return (*own, *extras.print_sets(self, self.credit, own, self._mech_figures, sheets.DIAGRAMS, first_game))

    def _mech_figures(self, source: PrintSource) -> "tuple[Figure, ...]":
        """Return the mechs of the build, or of all examples where there is none."""
        figures = self.figures(source.build, source.context) if source.build else ()
        builds = self.examples.values()
        return figures or tuple(figure for build in builds for figure in self.figures(build, self.context_of(build)))

    @cached_property
    def build_sheet(self) -> PrintSet | None:
        """The print set that shows one build, preferably at a glance; None if the game has none."""
        own = [each for each in self.print_sets if (each.needs_build or each.takes_build) and not each.extra]
        return max(own, key=lambda each: each.at_a_glance, default=None)

    def usual_print_set(self, build: Build | None = None) -> PrintSet:
        """Return the default print set: that of the build, or without a build the whole game."""
        return (self.build_sheet if build else None) or self.print_set(EVERYTHING) or self.print_sets[0]

    def print_set(self, name: str) -> PrintSet | None:
        """Return a print set by name, or None."""
        return next((k for k in self.print_sets if k.name == name), None)
