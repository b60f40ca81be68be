"""Which cards a build may use: any, those of this browser's collection, or those that are typed in.

A build with `owned` keeps a copy of the counts, so that it is checked the same elsewhere. Builds of other games are
checked against the collection on their player's own pages, once something was counted.
"""

from dataclasses import dataclass, replace

from companion.base.findings import InvalidInput, Verdict
from companion.base.json_types import JsonMapping, JsonObject
from companion.data import documents
from companion.data.cards import Catalogue
from companion.data.documents import Build
from companion.game_system.system import GameSystem
from companion.gamekit import workshop
from companion.gamekit.contract import Context, FormData
from companion.web.shell.session import Visitor

FIELD, USE = "cards-from", "use-collection"
"""FIELD is one of the sources below; USE asks for the collection whatever FIELD says."""
ANY, COLLECTION, TYPED = "any", "collection", "typed"


def uses_owned_cards(game: GameSystem) -> bool:
    """Return whether the game's builds have `owned`: how many of each card the player has."""
    return "owned" in game.model.model_fields


def countable_cards(game: GameSystem, catalogue: Catalogue) -> frozenset[str]:
    """Return the ids of the cards that a player can own."""
    left_out = game.builder.NOT_OWNED if game.builder else ()
    return frozenset(card for card, (kind, _) in catalogue.raw.items() if kind not in left_out)


def add_owned_findings(visitor: Visitor, build: Build, verdict: Verdict, context: Context) -> Verdict:
    """Return a verdict with a finding for each card of a build that the collection lacks; as it is without one."""
    game = visitor.game
    if game.builder is None or uses_owned_cards(game):
        return verdict
    context = visitor.add_collection(context)
    if not context.owned:
        return verdict

    def check(document: JsonObject) -> tuple[Build, Verdict]:
        changed, _ = game.read_with(document, context.catalogue)
        return changed, verdict if changed == build else game.check(changed, replace(context, fixes=False))

    counted = countable_cards(game, context.catalogue)
    findings = workshop.owned_findings(game.builder, documents.to_document(build), check, context, counted)
    return replace(verdict, findings=(*verdict.findings, *findings))


def count_collection(visitor: Visitor) -> int:
    """Return how many cards the player's collection has, where this game's builds use it; otherwise 0."""
    return sum((visitor.owned or {}).values()) if uses_owned_cards(visitor.game) else 0


@dataclass(frozen=True)
class CardSource:
    """Where a posted form takes its cards from, the form's fields that count then, and `owned` for the document."""

    source: str
    fields: FormData
    data: JsonMapping


def read_card_source(visitor: Visitor, fields: FormData, catalogue: Catalogue) -> CardSource:
    """Return what a posted form chose; one without the field counts what is typed, if anything is."""
    source = COLLECTION if USE in fields else (fields.get(FIELD) or [TYPED])[-1]
    if source not in (ANY, COLLECTION) or (source == COLLECTION and not count_collection(visitor)):
        return CardSource(TYPED, fields, {})
    fields = FormData({name: values for name, values in fields.items() if name != "owned"})
    return CardSource(source, fields, {"owned": collection(visitor, catalogue)} if source == COLLECTION else {})


def document_card_source(visitor: Visitor, document: JsonMapping, catalogue: Catalogue) -> str:
    """Return the source of a saved build's cards; counts that the collection no longer has are typed ones."""
    owned = document.get("owned")
    if owned is None:
        return ANY
    return COLLECTION if count_collection(visitor) and owned == collection(visitor, catalogue) else TYPED


def collection(visitor: Visitor, catalogue: Catalogue) -> dict[str, int]:
    """Return the collection as a build's `owned`; cards that no build contains (events) are left out."""
    game = visitor.game
    counts = {card: count for card, count in (visitor.owned or {}).items() if card in catalogue.cards}
    try:
        documents.read_as(game.model, {"game": game.slug, "owned": counts}, {"catalogue": catalogue})
    except InvalidInput as error:
        wrong = {input_error.where.removeprefix("owned.").partition(".")[0] for input_error in error.input_errors}
        counts = {card: count for card, count in counts.items() if card not in wrong}
    return counts
