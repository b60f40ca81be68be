"""The values of a build's page: made from an empty build, a saved one or a posted form.

Each resolves the build's packs and rulings once, into the page's `Context`; nothing is saved here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from flask import render_template

from companion.base.compat import cached_property
from companion.base.findings import InputError, InvalidInput, Verdict
from companion.base.json_types import JsonMapping, JsonObject
from companion.data.documents import Build, CarriedHouseRules, is_deep, later_fields, to_document
from companion.data.packs import embedded_packs
from companion.data.rulebook import Difference
from companion.gamekit import house_rules
from companion.gamekit.contract import Context, FormData
from companion.storage.store import Document, refuse_large
from companion.web.builds import build_house_rules, owned_cards, workshop
from companion.web.shared import build_packs
from companion.web.shared.build_form import BuildForm
from companion.web.shared.link_cards import LinkCard, build_card
from companion.web.shared.verdicts import verdict
from companion.web.shell import access, session
from companion.web.shell.session import Visitor


@dataclass(frozen=True)
class BuildPage:
    """A build's page: its form, and the build with its findings if it could be read."""

    visitor: Visitor
    context: Context
    """The build's own cards and rulings; the rulebook's defaults where the build cannot be read."""
    form: BuildForm
    build: Build | None = None
    checked: Verdict | None = None
    """The check of the build by itself: `verdict` also knows the collection of whoever sees the page."""
    data: JsonMapping = field(default_factory=dict)
    """The build of a posted form as it is saved."""
    input_errors: tuple[InputError, ...] = ()
    packs: tuple[JsonMapping, ...] = ()
    """The packs it uses, also where the build itself cannot be read."""
    card_source: str = owned_cards.ANY
    """Which cards it may use, where the game asks: `any`, `collection` or `typed`."""
    document: Document | None = None
    newer: Document | None = None
    trouble: str = ""
    """Why it could not be saved, though it was read."""
    is_deleted: bool = False
    """Whether a save was held back because the build lies in the trash; what was typed can bring it back."""
    form_version: int | None = None
    is_refused: bool = False
    """Whether a save was refused because another browser made the build; what was typed can become a copy."""
    refusal: str = ""
    """Why a posted act could not be done; what was typed is as it was, and nothing is saved."""
    proposal: str = ""
    """A change that an analysis proposes, as JSON; the page has a button that makes it, as a fix does."""
    pressed: Mapping[str, str] = field(default_factory=dict)
    """The buttons of the posted form that took rulings or house rules into the build, each with its value."""

    @cached_property
    def pack_offers(self) -> list[build_packs.Offer]:
        """The packs to choose from, those in use first."""
        return build_packs.offers(self.visitor, self.packs)

    @property
    def uses_owned_cards(self) -> bool:
        """Return whether the game's builds may be limited to the cards that a player owns."""
        return owned_cards.uses_owned_cards(self.visitor.game)

    @property
    def collection_size(self) -> int:
        """Return how many cards the player's collection has, where this game's builds use it; otherwise 0."""
        return owned_cards.count_collection(self.visitor)

    @property
    def non_default_rulings(self) -> tuple[Difference, ...]:
        """Return the rulings by which the build is judged that are not the defaults."""
        return self.context.rulebook.differences(self.context.rulings)

    @property
    def differing_rulings(self) -> tuple[Difference, ...]:
        """Return the rulings of the build that this browser decides in another way; none where house rules decide."""
        rules = self.context.house_rules
        if rules and not self.context.rulebook.differences(self.context.rulings, rules.rulings):
            return ()
        return self.context.rulebook.differences(self.context.rulings, self.visitor.rulings)

    @property
    def house_rules(self) -> CarriedHouseRules | None:
        """Return the house rules that the build carries."""
        return self.build.house_rules if self.build else None

    @cached_property
    def own_house_rules(self) -> tuple[Document, ...]:
        """The sets to choose from."""
        return build_house_rules.own_sets(self.visitor)

    @property
    def own_set(self) -> str:
        """Return the id of this browser's set, in any version, that the build uses; empty where it has none."""
        return build_house_rules.find_own(self.visitor, self.build) if self.build else ""

    @property
    def newer_house_rules(self) -> build_house_rules.NewerRules | None:
        """Return this browser's version of the build's house rules, where it decides something else."""
        return build_house_rules.find_newer(self.visitor, self.build) if self.build else None

    @property
    def agreed_limits(self) -> tuple[str, ...]:
        """Return the limits of the build's house rules in words."""
        return self.visitor.game.describe_limits(self.house_rules, self.context.catalogue) if self.house_rules else ()

    @property
    def has_unknown_house_rules(self) -> bool:
        """Return whether the build's house rules cannot be read."""
        return any(error.where.partition(".")[0] == house_rules.FIELD for error in self.input_errors)

    @property
    def has_unknown_rulings(self) -> bool:
        """Return whether the build names a ruling or an option that does not exist."""
        return any(error.where.partition(".")[0] == "rulings" for error in self.input_errors)

    @property
    def base(self) -> int:
        """Return the version that this page was made from; a save is refused as stale where a newer one exists."""
        if self.newer:
            return self.newer.version
        return self.form_version or (self.document.current if self.document else 0)

    @cached_property
    def verdict(self) -> Verdict | None:
        """The build's verdict; that of a player's own build also says which of its cards the collection lacks."""
        is_own = self.document is None or session.is_mine(self.document)
        if self.build is None or self.checked is None or not is_own:
            return self.checked
        return owned_cards.add_owned_findings(self.visitor, self.build, self.checked, self.context)

    @property
    def workshop(self) -> workshop.ShownWorkshop | None:
        """Return how the build lies on the table; None where the game has only a form."""
        return workshop.make_workshop(
            self.visitor.game, self.build, self.verdict, self.visitor.add_collection(self.context)
        )

    @property
    def link_card(self) -> LinkCard | None:
        """Return what a chat shows of the build's view link; None where it is handed out to nobody."""
        reference = self._link_reference
        if not (reference and self.document and self.checked):
            return None
        return build_card(self.visitor.game, self.document, self.checked, reference)

    @property
    def _link_reference(self) -> str:
        """Return the reference by which others see the build: its view link, its own id where that is open, or none.

        An edit link tells of no other: whoever has it keeps nothing once it is taken back.
        """
        document = self.document
        if document is None or document.link:
            return document.reference if document and document.link == "view" else ""
        return access.link_reference(document, "view") or (document.id if document.links.is_open else "")

    def render(self, template: str = "builds/edit.html", status: int = 200, **more: object) -> tuple[str, int]:
        """Return the page as HTML; `more` are further values for its template."""
        game = self.visitor.game
        values = game.page_values(self.build, self.visitor.add_collection(self.context))
        mine = self.document is not None and session.is_mine(self.document)
        may_change = self.document is None or session.may_change(self.document)
        read_only = not may_change and not self.is_refused
        flags = {"mine": mine, "read_only": read_only, "shop": self.workshop}
        return render_template(template, page=self, game=game, form=self.form, **flags, **values, **more), status


def new_build_page(visitor: Visitor, fields: FormData, proposal: str = "") -> BuildPage:
    """Return the page of a new build: its form filled from the address, its cards those of the collection if any."""
    game = visitor.game
    form = BuildForm(game, fields, visitor.catalogue)
    packs = visitor.embedded_packs
    rules, decided = build_house_rules.read_decisions(visitor, FormData())
    limits = {name: value for name, value in rules.limits.items() if name not in fields} if rules else {}
    typed = form.document() if fields and form.validate() else {"game": game.slug, "title": ""}
    document = {**typed, **decided, **_packs_entry(packs), **limits}
    if limits and not form.errors:
        form = BuildForm.from_document(game, document, visitor.catalogue)
    source = owned_cards.COLLECTION if owned_cards.count_collection(visitor) else owned_cards.ANY
    if source == owned_cards.COLLECTION:
        document["owned"] = owned_cards.collection(visitor, visitor.catalogue)
    page = partial(BuildPage, visitor, packs=tuple(packs), card_source=source, proposal=proposal)
    try:
        build, context = game.read_with(document, visitor.catalogue)
    except InvalidInput as error:
        return page(game.context(None, visitor.catalogue), form, input_errors=error.input_errors)
    return page(context, form, build, verdict(game, build, context))


def saved_build_page(visitor: Visitor, document: Document, proposal: str = "") -> BuildPage:
    """Return the page of a saved build; it shows what can no longer be read."""
    game = visitor.game
    packs = tuple(embedded_packs(document.data))
    page = partial(BuildPage, visitor, packs=packs, document=document, proposal=proposal)
    try:
        catalogue = game.catalogue_of(document.data)
    except InvalidInput as error:
        form = BuildForm.from_document(game, document.data, game.catalogue)
        return replace(page(game.context(), form, input_errors=error.input_errors), packs=())
    form = BuildForm.from_document(game, document.data, catalogue)
    source = owned_cards.document_card_source(visitor, document.data, catalogue)
    try:
        build, context = game.read_with(document.data, catalogue)
    except InvalidInput as error:
        return page(game.context(None, catalogue), form, input_errors=error.input_errors, card_source=source)
    return page(context, form, build, verdict(game, build, context), card_source=source)


def posted_build_page(
    visitor: Visitor, fields: FormData, document: Document | None = None, started: int | None = None
) -> BuildPage:
    """Return the page of a posted form: changes of a saved build, or a new build; a fix is made before the check.

    `started` is the version that the page with the form showed.
    """
    game = visitor.game
    before = document.data if document else None
    typed = partial(BuildPage, visitor, document=document, form_version=started)
    try:
        rules, decided = build_house_rules.read_decisions(visitor, fields, before)
        packs, catalogue = build_packs.read_packs(visitor, fields, before, rules)
        # What is typed must be a known card; an unknown one that the build has already is kept.
        if before and game.with_stand_ins(before, catalogue).stand_ins:
            own_cards = game.with_stand_ins(before, game.catalogue_of(before))
            catalogue = replace(catalogue, stand_ins=own_cards.stand_ins)
    except InvalidInput as error:
        return typed(game.context(), BuildForm(game, fields, game.catalogue), input_errors=error.input_errors)
    cards = owned_cards.read_card_source(visitor, fields, catalogue)
    form = BuildForm(game, cards.fields, catalogue)
    typed = partial(typed, packs=tuple(packs), card_source=cards.source)
    if not form.validate():
        return typed(game.context(None, catalogue), form)
    try:
        kept = later_fields(game.model, before)
        typed_data = {**kept, **decided, **_packs_entry(packs), **form.document(), **cards.data, **_fix(fields)}
        data, refusal = workshop.apply_acts(game, typed_data, fields, catalogue)
        is_changed = bool(fields.last("fix") or workshop.ACT in fields or cards.data or data != typed_data)
        build, context = game.read_with(data, catalogue)
        data = to_document(build)
        refuse_large(data)
    except InvalidInput as error:
        return typed(game.context(None, catalogue), form, input_errors=error.input_errors)
    if is_changed:
        form = BuildForm.from_document(game, data, catalogue)
    checked = verdict(game, build, context)
    pressed = {name: fields[name][-1] for name in build_house_rules.BUTTONS if name in fields}
    return typed(context, form, build, checked, data, refusal=refusal, pressed=pressed)


def _packs_entry(packs: list[JsonObject]) -> JsonObject:
    return {"pack": packs} if packs else {}


def _fix(fields: FormData) -> JsonObject:
    """Return what a fix changes; InvalidInput where the page offered no such fix. Fixes never change packs."""
    text = fields.last("fix")
    if not text:
        return {}
    try:
        change = json.loads(text)
    except (ValueError, RecursionError):
        change = None
    if not isinstance(change, dict) or "pack" in change or house_rules.FIELD in change or is_deep(change):
        raise InvalidInput(InputError("fix", "a damaged fix", "one of the page's own: reload and try again"))
    return change
