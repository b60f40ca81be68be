"""The workshop of a build's page: what lies on the table, the cards to choose from, and the acts that change it.

A game whose `builder` is missing has only its form. An act changes what was typed without saving it, as a fix does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from companion.base import caches
from companion.base.compat import cached_property
from companion.base.findings import Finding, InputError, InvalidInput, Verdict
from companion.base.json_types import JsonObject
from companion.data.cards import Catalogue
from companion.data.documents import Build, to_document
from companion.game_system.system import GameSystem
from companion.gamekit.contract import Context, FormData
from companion.gamekit.workshop import (
    Act,
    Builder,
    CannotPlace,
    CardChoice,
    Document,
    PlacedCard,
    Zone,
    count_choices,
    effects,
)
from companion.web.builds.owned_cards import countable_cards, uses_owned_cards
from companion.web.shared import faces

ACT = "act"
"""The field in which a button posts its act: `add rail-gun`."""
TYPED, BEFORE = "typed ", "before "
"""Before an act, the name of a field on the table whose words are the act's text, and of the words that it showed."""
MOST_TYPED = 200
"""Fields on the table that may change at once: each is an act on the whole build."""
TO = "to"
"""The field in which a page asks what cards would do at a place."""
MOST_CHOICES = 20_000
"""Cards to choose from that are cached; a game has some hundred."""

MOST_LISTED = 3
"""How many figures are shown next to the name of a placed card."""


@dataclass(frozen=True)
class ShownWorkshop:
    """What the page shows of a build that could be read."""

    builder: Builder
    zones: Sequence[Zone]
    choices: Sequence[CardChoice]
    verdict: Verdict

    def problems(self, card: PlacedCard) -> list[Finding]:
        """Return the problems and warnings that speak of a placed card, and not of one that lies on it."""
        return self._problems.get(card.where, [])

    @cached_property
    def _problems(self) -> dict[str, list[Finding]]:
        """The problems and warnings, by the place of the card that they are about."""
        wheres = {card.where for zone in self.zones for place in zone.places for card in place.cards} - {""}
        problems: dict[str, list[Finding]] = {}
        for finding in self.verdict.findings:
            where = finding.where
            while where and where not in wheres:
                where = where[: max(where.rfind("."), where.rfind("["), 0)]
            if where and finding.level != "note":
                problems.setdefault(where, []).append(finding)
        return problems

    def shown_figures(self, card: PlacedCard) -> dict[str, str]:
        """Return the few figures shown next to a placed card's name, as the build has changed them."""
        figures = {name: str(value) for name, value in self._figures.get(card.card, ())} | dict(card.current_numbers)
        names = [name for name in self.builder.KEY_FIGURES if name in figures]
        return {name: figures[name] for name in names[:MOST_LISTED]}

    @cached_property
    def _figures(self) -> dict[str, tuple[tuple[str, int], ...]]:
        return {choice.card: choice.figures for choice in self.choices}

    @property
    def kinds(self) -> dict[str, str]:
        """Return the kinds for the filters that some card has, with their titles."""
        used = {choice.kind for choice in self.choices}
        return {kind: title for kind, title in self.builder.KINDS.items() if kind in used}

    @property
    def figures(self) -> list[str]:
        """Return the figures that cards can be sorted by."""
        return list(dict.fromkeys(name for choice in self.choices for name, _ in choice.figures))

    @property
    def packs(self) -> list[str]:
        """Return the titles of the packs that the cards come from."""
        return list(dict.fromkeys(choice.pack for choice in self.choices if choice.pack))


def make_workshop(
    game: GameSystem, build: Build | None, verdict: Verdict | None, context: Context
) -> ShownWorkshop | None:
    """Return a build's workshop; None where the game has no builder or the build could not be read."""
    if game.builder is None or build is None or verdict is None:
        return None
    zones = game.builder.zones(build, context)
    return ShownWorkshop(game.builder, zones, _choices(game, game.builder, build, context, zones), verdict)


def _choices(
    game: GameSystem, builder: Builder, build: Build, context: Context, zones: Sequence[Zone]
) -> Sequence[CardChoice]:
    """Return the cards to choose from, counted where the build names what its player owns, or the context does."""
    choices = _all_choices(game, context, builder)
    owned = build.field_values()["owned"] if uses_owned_cards(game) else context.owned
    return choices if owned is None else count_choices(choices, owned, zones, countable_cards(game, context.catalogue))


@caches.keep(MOST_CHOICES, lambda game, context, builder: faces.context_key(game, context), len)
def _all_choices(game: GameSystem, context: Context, builder: Builder) -> Sequence[CardChoice]:
    return builder.choices(context)


def apply_acts(game: GameSystem, data: Document, fields: FormData, catalogue: Catalogue) -> tuple[Document, str]:
    """Return the document after the posted acts, and why one was refused (empty if none was).

    What was typed on the table counts with every button but that of a fix, whose change was made for the build as it
    was shown.
    """
    if game.builder is None:
        return data, ""
    typed = () if fields.last("fix") else tuple(islice(_typed_acts(fields), MOST_TYPED + 1))
    if len(typed) > MOST_TYPED:
        raise InvalidInput(InputError("", f"more than {MOST_TYPED} changes", "fewer: save in between"))
    pressed = (Act.read(text),) if (text := fields.last(ACT)) else ()
    acts, refusal = (*typed, *pressed), ""
    context = game.context(None, catalogue) if acts else None
    for act in acts:
        try:
            data = game.builder.act(data, act, context)
        except CannotPlace as error:
            refusal = error.sentence
    return data, refusal


def _typed_acts(fields: FormData) -> Iterator[Act]:
    """Yield an act for each field on the table in which other words are than it showed."""
    for name in fields:
        act, words = name.removeprefix(TYPED), fields.last(name).split()
        if name.startswith(TYPED) and words != fields.last(BEFORE + act).split():
            yield replace(Act.read(act), text=" ".join(words))


def card_effects(game: GameSystem, build: Build, context: Context, to: str = "") -> dict[str, JsonObject]:
    """Return the effect of choosing each card, as plain data by card id; InvalidInput if the game has no builder.

    `left` is how many of the card the player has left, None where that is not counted.
    """
    builder = game.builder
    if builder is None:
        raise InvalidInput(InputError("", game.title, "a game whose builds are put together from cards"))
    choices = _choices(game, builder, build, context, builder.zones(build, context))
    copies_left = {choice.card: choice.left for choice in choices}
    check = partial(_check_document, game, replace(context, fixes=False))
    effect_of = effects(builder, to_document(build), list(copies_left), context, check, to)
    return {
        card: {"why": effect.why, "totals": effect.totals, "left": copies_left[card]}
        for card, effect in effect_of.items()
    }


def _check_document(game: GameSystem, context: Context, document: JsonObject) -> Verdict:
    build, _ = game.read_with(document, context.catalogue)
    return game.check(build, context)
