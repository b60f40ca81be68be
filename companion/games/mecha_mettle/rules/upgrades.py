"""Upgrades: the result of laying a module with an Open Link on another one, or why that is not possible.

The upper card's Open Link edge lies on the inner line of a strip with N K, so the upper card is turned until that edge
points like the strip. It covers the whole lower card except that strip, and only visible parts count.
"""

from dataclasses import dataclass

from companion.data.cards import Catalogue
from companion.data.rulebook import rule
from companion.games.mecha_mettle.model import Edge, Module, Pool, Shield, Version, Weapon

EDGES: tuple[Edge, ...] = ("top", "right", "bottom", "left")
FACINGS: dict[Edge, str] = {"top": "ahead", "right": "to the right", "bottom": "to its owner", "left": "to the left"}


@dataclass(frozen=True)
class Laid:
    """A module in one of its versions."""

    module: Module
    version: Version

    @property
    def hand(self) -> Edge:
        """The edge of the version: it holds the shield beside a weapon, or the Open Link."""
        return "left" if self.version == "left" else "right"

    @property
    def shield_edge(self) -> Edge:
        """The edge of the shield while the card lies as printed."""
        return "top" if self.module.shield and self.module.shield.side == "ahead" else self.hand

    @property
    def name(self) -> str:
        """The module's name with its version."""
        return self.module.name if self.version == "plain" else f"{self.module.name} ({self.version})"


@dataclass(frozen=True)
class Fitted:
    """An attachment in view, and the edge it points to while the lower card lies as printed."""

    edge: Edge
    part: Weapon | Shield
    laid: Laid

    @property
    def of(self) -> str:
        """The name of the card that carries it."""
        return self.laid.name


@dataclass(frozen=True)
class Upgraded:
    """Modules that count as one: the upper one's body, and every attachment still in view.

    `between` are the cards between the lowest and the uppermost, where an upgraded module was upgraded again.
    """

    lower: Laid
    upper: Laid
    body: Pool
    attachments: tuple[Fitted, ...]
    between: tuple[Laid, ...] = ()

    @property
    def cards(self) -> tuple[Laid, ...]:
        """The modules, the lowest first."""
        return (self.lower, *self.between, self.upper)

    @property
    def name(self) -> str:
        """The names of all cards, the uppermost first."""
        return " on ".join(card.name for card in reversed(self.cards))

    @property
    def own_attachments(self) -> tuple[Fitted, ...]:
        """The attachments of the uppermost card, all of them in view."""
        return self.attachments[len(self.between) + 1 :]

    @property
    def remaining_attachment(self) -> Fitted:
        """The attachment of the card below that stays in view, at the edge where the uppermost is linked."""
        return self.attachments[len(self.between)]

    @property
    def quarter_turns(self) -> int:
        """The rotation of the uppermost card against the lowest one, in clockwise quarter turns."""
        return (EDGES.index(self.remaining_attachment.edge) - EDGES.index(self.upper.hand)) % 4

    @property
    def weapons(self) -> tuple[Fitted, ...]:
        """Weapons in view; two fire one after the other for one action, at one target or at two (fact 64)."""
        return tuple(fitted for fitted in self.attachments if isinstance(fitted.part, Weapon))

    @property
    def shields(self) -> tuple[Fitted, ...]:
        """Shields in view."""
        return tuple(fitted for fitted in self.attachments if isinstance(fitted.part, Shield))


@dataclass(frozen=True)
class Refused:
    """Why two modules make no upgrade."""

    reason: str


def attachments(laid: Laid) -> tuple[Fitted, ...]:
    """Return a module's attachments as printed."""
    module, fitted = laid.module, []
    if module.weapon:
        fitted.append(Fitted("top", module.weapon, laid))
    if module.shield:
        fitted.append(Fitted(laid.shield_edge, module.shield, laid))
    return tuple(fitted)


@rule("upgrade", "visible-only")
def upgrade(lower: Laid | Upgraded, upper: Laid, edge: Edge | None = None) -> Upgraded | Refused:
    """Return the module of `upper` linked at an edge of `lower`, or why the link is illegal (facts 57 to 60).

    Without an edge it is the first strip of `lower` that takes a link; of an upgraded one its uppermost card's.
    """
    if not upper.module.open_link:
        return Refused(f"{upper.name} has no Open Link (L I), so it cannot be laid on another module.")
    linked = linkable(lower)
    if not linked:
        return Refused(f"No attachment of {lower.name} shows N K, so nothing can be laid on it.")
    strip = linked[0] if edge is None else next((fitted for fitted in linked if fitted.edge == edge), None)
    if strip is None:
        side = " or ".join(f"at its {fitted.edge} edge" for fitted in linked)
        return Refused(f"Wrong side: {lower.name} shows N K {side}, not at its {edge} edge.")
    turned = EDGES.index(strip.edge) - EDGES.index(upper.hand)
    turned_parts = tuple(
        Fitted(EDGES[(EDGES.index(own.edge) + turned) % 4], own.part, own.laid) for own in attachments(upper)
    )
    if isinstance(lower, Laid):
        return Upgraded(lower, upper, upper.module.body, (strip, *turned_parts))
    lower_parts = lower.attachments[: len(lower.between) + 1]
    return Upgraded(
        lower.lower, upper, upper.module.body, (*lower_parts, strip, *turned_parts), (*lower.between, lower.upper)
    )


def linkable(lower: Laid | Upgraded) -> tuple[Fitted, ...]:
    """Return the attachments on which a card can be laid: uncovered, with N K."""
    candidates = lower.own_attachments if isinstance(lower, Upgraded) else attachments(lower)
    return tuple(fitted for fitted in candidates if fitted.part.link)


def combine_modules(
    lower: Module, upper: Module, keeping: type[Weapon] | type[Shield] | None = None
) -> Upgraded | Refused:
    """Return the upgrade of two modules in any of their versions; all have the same dice in view.

    Where several attachments of `lower` take a link, the one of the kind to keep stays in view.
    """
    below, above = (Laid(card, next(iter(card.versions), "plain")) for card in (lower, upper))
    edges = (
        fitted.edge
        for fitted in attachments(below)
        if fitted.part.link and keeping and isinstance(fitted.part, keeping)
    )
    return upgrade(below, above, next(edges, None))


def link_fields(lower: Module, upper: Module) -> tuple[tuple[str, str], ...]:
    """Return (card id, field) of each half of a link: the attachments with N K, and the Open Link."""
    parts = (("weapon.link", lower.weapon), ("shield.link", lower.shield))
    return *((lower.id, field) for field, part in parts if part and part.link), (upper.id, "open_link")


def versions(module: Module) -> tuple[Laid, ...]:
    """Return a module in each of its versions."""
    return tuple(Laid(module, version) for version in module.versions)


def key(laid: Laid) -> str:
    """Return the id of a module in a version: `scout-left`."""
    return laid.module.id if laid.version == "plain" else f"{laid.module.id}-{laid.version}"


def all_laid_modules(catalogue: Catalogue) -> dict[str, Laid]:
    """Return every module in each of its versions, by the id of that version."""
    return {key(laid): laid for module in catalogue.all(Module) for laid in versions(module)}
